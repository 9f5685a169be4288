"""Chapter 8 of the rulebook, from its text: what each ability does, alone and together with everything else.

Figures are those of the shipped edition: ground at Tokyo costs 4 and scores 4, at Maibara 1 and 1; track costs 1, 2, 3,
4 and scores 1, 2, 4, 6 on A, B, C, D.
"""

from __future__ import annotations

from typing import Any

import pytest

from shinkansen.zerokei import moves as m
from shinkansen.zerokei.edition import Ability, Action
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.table import NOBODY, Phase, State
from shinkansen.zerokei.testing.strategies import rules_for
from shinkansen.zerokei.testing.tables import (
    BLACK,
    BLUE,
    GOLD,
    GREEN,
    RED,
    WHITE,
    YELLOW,
    after_engines,
    allowed,
    arrange,
    counters,
    gain,
    offering,
    placing,
    played,
    turn,
)

RULES = rules_for(3)
FOUR = rules_for(4)

CHEAP_BUILD = "hamamatsu-2"
ANY_SPACE = "toyohashi-2"
TWICE_VENUE = "atami-2"
CHEAP_PREPARE = "nagoya-2"
CHEAP_ENGINE = "osaka-2"
RICH_TAIL = "yokohama-2"
TWICE_ORDER = "maibara-2"

REPEAT = "shizuoka-1"
"""Repeats a card for 1 yen."""


def mine(*train: str, **more: Any) -> dict[int, dict[str, Any]]:
    return {YELLOW: {"train": train, **more}}


# -- ground for 1 yen (8.4)

PREPARE_CASES: list[tuple[str, str, tuple[str, ...], tuple[Move, ...], tuple[int, int]]] = [
    ("alone", "get-yen", ("osaka-1",), (m.Prepare("osaka-1", "tokyo"),), (-1, 4)),
    ("where it is printed as 1", "get-yen", ("osaka-1",), (m.Prepare("osaka-1", "maibara"),), (-1, 1)),
    ("with a discount card", "get-yen", ("hashima-2",), (m.Prepare("hashima-2", "tokyo"),), (0, 4)),
    ("own engine", "get-yen", (), (m.Prepare("engine-1", "tokyo"),), (-2 - 1, 4)),
    ("event", "prepare", (), (m.Prepare("event", "tokyo"),), (-1, 4)),
    ("event of three", "prepare-lay-or-build", (), (m.Prepare("event", "tokyo"),), (-1, 4)),
    (
        "repetition",
        "get-yen",
        ("osaka-1", REPEAT),
        (m.Prepare("osaka-1", "tokyo"), m.Repeat(REPEAT, "osaka-1"), m.Prepare("osaka-1", "nagoya")),
        (-1 - 1 - 1, 8),
    ),
    (
        "repetition of a discount card",
        "get-yen",
        ("hashima-2", REPEAT),
        (m.Prepare("hashima-2", "tokyo"), m.Repeat(REPEAT, "hashima-2"), m.Prepare("hashima-2", "nagoya")),
        (-1, 8),
    ),
    (
        "repetition by the event",
        "repeat-train-card",
        ("osaka-1",),
        (m.Prepare("osaka-1", "tokyo"), m.Repeat("event", "osaka-1"), m.Prepare("osaka-1", "nagoya")),
        (-2, 8),
    ),
    (
        "prepare and lay",
        "prepare-and-lay",
        (),
        (m.Prepare("event", "tokyo"), m.Lay("event", "tokyo", "D", YELLOW)),
        (-2 - 1 - 4, 4 + 6),
    ),
    (
        "prepare and build",
        "prepare-and-build",
        (),
        (m.Prepare("event", "tokyo"), m.Build("event", "tokyo", GOLD)),
        (-1 - 1 - 3, 4 + 6),
    ),
]


@pytest.mark.parametrize(
    ("event", "train", "made", "expected"), [c[1:] for c in PREPARE_CASES], ids=[c[0] for c in PREPARE_CASES]
)
def test_8_4_ground_costs_1(
    event: str, train: tuple[str, ...], made: tuple[Move, ...], expected: tuple[int, int]
) -> None:
    """8.4, 8.4.1, 7.7.2, D-18: 1 yen in place of the printed price, a discount off that, and the printed points."""
    state = turn(RULES, event, mine(*train, CHEAP_PREPARE))
    assert gain(RULES, state, *made) == expected


@pytest.mark.parametrize(
    ("train", "move", "expected"),
    [
        (("osaka-1",), m.Prepare("osaka-1", "tokyo"), (-4, 4)),
        (("hashima-2",), m.Prepare("hashima-2", "tokyo"), (-3, 4)),
        (("hashima-2",), m.Prepare("hashima-2", "maibara"), (0, 1)),
        (("hashima-2", CHEAP_PREPARE), m.Prepare("hashima-2", "maibara"), (0, 1)),
        (("osaka-1", CHEAP_PREPARE, "maibara-hashima"), m.Prepare("osaka-1", "tokyo"), (-1, 4)),
        (("hashima-2", CHEAP_PREPARE, "maibara-hashima"), m.Prepare("hashima-2", "tokyo"), (0, 4)),
    ],
)
def test_8_4_prices_without_it_at_the_floor_and_doubled(
    train: tuple[str, ...], move: Move, expected: tuple[int, int]
) -> None:
    """7.9.2, 7.10, 8.4, D-17, D-19: no price falls below 0 and two such cards are as good as one."""
    assert gain(RULES, turn(RULES, "get-yen", mine(*train)), move) == expected


def test_8_4_goes_along_onto_anothers_engine() -> None:
    """G-21: the fee goes to the owner, the ground is cheap."""
    state = turn(RULES, "get-yen", mine(CHEAP_PREPARE), engines=("engine-2", "engine-1", "engine-3"))
    move = m.Prepare("engine-1", "tokyo")
    assert gain(RULES, state, move) == (-2 - 1, 4)
    assert gain(RULES, state, move, seat=RED) == (2, 0)


def test_8_4_decides_what_can_be_paid() -> None:
    """8.4: with 1 yen Tokyo can be prepared only by its owner."""
    move = m.Prepare("osaka-1", "tokyo")
    assert allowed(RULES, turn(RULES, "get-yen", mine("osaka-1", CHEAP_PREPARE, yen=1)), move)
    assert not allowed(RULES, turn(RULES, "get-yen", mine("osaka-1", yen=1)), move)
    assert allowed(
        RULES, turn(RULES, "get-yen", mine("hashima-2", CHEAP_PREPARE, yen=0)), m.Prepare("hashima-2", "tokyo")
    )


# -- stations for 2 yen and 1 victory point more (8.1)

BUILD_CASES: list[tuple[str, str, tuple[str, ...], tuple[Move, ...], tuple[int, int]]] = [
    ("alone", "get-yen", ("maibara-1",), (m.Build("maibara-1", "osaka", GOLD),), (-2, 6 + 1)),
    ("with a discount card", "get-yen", ("atami-1",), (m.Build("atami-1", "osaka", GOLD),), (-1, 6 + 1)),
    ("anothers engine", "get-yen", (), (m.Build("engine-3", "osaka", GOLD),), (-2 - 2, 6 + 1)),
    ("event", "build", (), (m.Build("event", "osaka", GOLD),), (-2, 6 + 1)),
    ("event of three", "prepare-lay-or-build", (), (m.Build("event", "osaka", GOLD),), (-2, 6 + 1)),
    (
        "repetition",
        "get-yen",
        ("maibara-1", REPEAT),
        (m.Build("maibara-1", "osaka", GOLD), m.Repeat(REPEAT, "maibara-1"), m.Build("maibara-1", "kyoto", GOLD)),
        (-2 - 1 - 2, 6 + 1 + 4 + 1),
    ),
    (
        "prepare and build",
        "prepare-and-build",
        (),
        (m.Build("event", "osaka", GOLD), m.Prepare("event", "tokyo")),
        (-1 - 2 - 4, 6 + 1 + 4),
    ),
]


@pytest.mark.parametrize(
    ("event", "train", "made", "expected"), [c[1:] for c in BUILD_CASES], ids=[c[0] for c in BUILD_CASES]
)
def test_8_1_stations_cost_2_and_score_1_more(
    event: str, train: tuple[str, ...], made: tuple[Move, ...], expected: tuple[int, int]
) -> None:
    """8.1, 8.1.1, 7.7.2, D-18."""
    state = turn(RULES, event, mine(*train, CHEAP_BUILD), prepared=["osaka", "kyoto"])
    assert gain(RULES, state, *made) == expected


@pytest.mark.parametrize(("card", "expected"), [("maibara-1", (-3, 6)), ("atami-1", (-2, 6))])
def test_7_13_without_the_ability(card: str, expected: tuple[int, int]) -> None:
    """7.13.1, 7.14."""
    state = turn(RULES, "get-yen", mine(card), prepared=["osaka"])
    assert gain(RULES, state, m.Build(card, "osaka", WHITE)) == expected


@pytest.mark.parametrize(("built", "vp"), [(0, 6), (1, 4), (2, 2), (3, 1)])
def test_8_1_1_adds_to_every_row(built: int, vp: int) -> None:
    """7.13.4, 8.1.1."""
    stations = dict.fromkeys(["kyoto", "maibara", "nagoya"][:built], BLACK)
    state = turn(RULES, "get-yen", mine("maibara-1", CHEAP_BUILD), stations=stations, prepared=["osaka"])
    assert gain(RULES, state, m.Build("maibara-1", "osaka", BLACK)) == (-2, vp + 1)


# -- any track cost space (8.2)

SPACES = [("A", 1, 1), ("B", 2, 2), ("C", 3, 4), ("D", 4, 6)]


@pytest.mark.parametrize(("letter", "yen", "vp"), SPACES)
def test_8_2_pays_and_scores_the_chosen_space(letter: str, yen: int, vp: int) -> None:
    """8.2; the counter is on C."""
    state = turn(RULES, "get-yen", mine("kyoto-1", ANY_SPACE, tracks=1))
    assert gain(RULES, state, m.Lay("kyoto-1", "osaka", letter, YELLOW)) == (-yen, vp)


@pytest.mark.parametrize(("letter", "yen", "vp"), SPACES)
def test_7_11_2_without_it_only_the_counters_space(letter: str, yen: int, vp: int) -> None:
    """7.11.2, 7.11.4; the counter is on C."""
    state = turn(RULES, "get-yen", mine("kyoto-1", tracks=1))
    move = m.Lay("kyoto-1", "osaka", letter, YELLOW)
    assert allowed(RULES, state, move) == (letter == "C")
    if letter == "C":
        assert gain(RULES, state, move) == (-yen, vp)


@pytest.mark.parametrize(("letter", "yen", "vp"), SPACES)
def test_8_2_with_1_yen_less(letter: str, yen: int, vp: int) -> None:
    """7.12, 8.2, D-18: the discount is off the chosen space, down to 0."""
    state = turn(RULES, "get-yen", mine("nagoya-1", ANY_SPACE, tracks=1))
    assert gain(RULES, state, m.Lay("nagoya-1", "osaka", letter, YELLOW)) == (1 - yen, vp)


@pytest.mark.parametrize(("letter", "yen", "vp"), SPACES)
def test_8_2_with_2_yen_less(letter: str, yen: int, vp: int) -> None:
    """8.2, 9.11, D-17: no money back on A."""
    state = turn(RULES, "lay-2", mine(ANY_SPACE, tracks=1))
    assert gain(RULES, state, m.Lay("event", "osaka", letter, YELLOW)) == (-max(0, yen - 2), vp)


@pytest.mark.parametrize(("letter", "yen", "vp"), SPACES)
def test_8_2_anothers_track_costs_the_chosen_space_too(letter: str, yen: int, vp: int) -> None:
    """7.11.5, 8.2, D-24: the owner receives what is paid, the points are the actor's."""
    state = turn(RULES, "get-yen", {**mine("kyoto-1", ANY_SPACE), GREEN: {"tracks": 1}})
    move = m.Lay("kyoto-1", "osaka", letter, GREEN)
    assert gain(RULES, state, move) == (-yen, vp)
    assert gain(RULES, state, move, seat=GREEN) == (yen, 0)


@pytest.mark.parametrize(("letter", "yen", "vp"), SPACES)
@pytest.mark.parametrize("event", ["lay", "prepare-lay-or-build"])
def test_8_2_with_an_event(event: str, letter: str, yen: int, vp: int) -> None:
    """7.7.2, 8.2."""
    state = turn(RULES, event, mine(ANY_SPACE, tracks=1))
    assert gain(RULES, state, m.Lay("event", "osaka", letter, YELLOW)) == (-yen, vp)


@pytest.mark.parametrize(("letter", "yen", "vp"), SPACES)
def test_8_2_in_prepare_and_lay(letter: str, yen: int, vp: int) -> None:
    """7.7.2, 8.2, 9.9.1: fee 2, ground 1."""
    state = turn(RULES, "prepare-and-lay", mine(ANY_SPACE))
    made = (m.Prepare("event", "maibara"), m.Lay("event", "maibara", letter, YELLOW))
    assert gain(RULES, state, *made) == (-2 - 1 - yen, 1 + vp)


def test_8_2_lets_the_cheapest_space_carry_prepare_and_lay() -> None:
    """8.2, D-27: 2 + 1 + 1 are enough for both halves."""
    state = turn(RULES, "prepare-and-lay", mine(ANY_SPACE, yen=4))
    assert allowed(RULES, state, m.Prepare("event", "maibara"))
    assert not allowed(RULES, state, m.Prepare("event", "osaka"))
    state = played(RULES, state, m.Prepare("event", "maibara"))
    assert [move for move in RULES.legal_moves(state) if isinstance(move, m.Lay) and move.city == "osaka"] == [
        m.Lay("event", "osaka", "A", YELLOW)
    ]


@pytest.mark.parametrize(("letter", "yen", "vp"), SPACES)
def test_8_2_on_anothers_engine(letter: str, yen: int, vp: int) -> None:
    """7.7.2, 8.2: red's engine lays track."""
    state = turn(RULES, "get-yen", mine(ANY_SPACE, tracks=1))
    move = m.Lay("engine-2", "osaka", letter, YELLOW)
    assert gain(RULES, state, move) == (-2 - yen, vp)
    assert gain(RULES, state, move, seat=RED) == (2, 0)


def test_8_2_in_a_repetition() -> None:
    """7.7.2, 8.2: A first, then D."""
    state = turn(RULES, "get-yen", mine("kyoto-1", REPEAT, ANY_SPACE, tracks=2))
    made = (
        m.Lay("kyoto-1", "osaka", "A", YELLOW),
        m.Repeat(REPEAT, "kyoto-1"),
        m.Lay("kyoto-1", "kyoto", "D", YELLOW),
    )
    assert gain(RULES, state, *made) == (-1 - 1 - 4, 1 + 6)


def test_8_2_is_limited_by_the_purse() -> None:
    """7.7.1, 8.2: with 2 yen only A and B."""
    state = turn(RULES, "get-yen", mine("kyoto-1", ANY_SPACE, tracks=1, yen=2, vp=9))
    for letter, yen, _ in SPACES:
        assert allowed(RULES, state, m.Lay("kyoto-1", "osaka", letter, YELLOW)) == (yen <= 2)


# -- twice at a venue (8.3)

VENUE_GAINS = [(1, 0, (0, 0)), (1, 1, (-1, 2)), (1, 2, (-2, 4)), (2, 0, (0, 0)), (2, 1, (2, 0)), (2, 2, (4, 0))]


@pytest.mark.parametrize(("venue", "times", "expected"), VENUE_GAINS)
def test_8_3_twice_at_the_first_two_venues(venue: int, times: int, expected: tuple[int, int]) -> None:
    """8.3, 8.3.1, 7.16.2-4, D-31: not at all, once or twice."""
    state = turn(RULES, "get-yen", mine("hashima-1", TWICE_VENUE))
    move = m.Participate("hashima-1", venue, times)
    assert gain(RULES, state, move) == expected
    after = played(RULES, state, move).table
    assert after.cauldrons[venue - 1] == (1, 0, 0)
    assert after.seats[YELLOW].cauldrons == 6


@pytest.mark.parametrize("venue", [1, 2, 3])
@pytest.mark.parametrize("times", [-1, 0, 1, 2, 3])
def test_7_16_without_it_at_most_once_and_with_it_at_most_twice(venue: int, times: int) -> None:
    """7.16.2, 8.3, D-30, D-31."""
    move = m.Participate("hashima-1", venue, times)
    without = turn(RULES, "get-yen", mine("hashima-1", "osaka-1"))
    assert allowed(RULES, without, move) == (times in (0, 1))
    twice = turn(RULES, "get-yen", mine("hashima-1", TWICE_VENUE))
    assert allowed(RULES, twice, move) == (times in (0, 1, 2))


@pytest.mark.parametrize("yen", [0, 1, 2])
def test_8_3_1_each_use_of_the_first_venue_is_paid(yen: int) -> None:
    """7.16.3, 8.3.1, D-30: as often as there are yen; with none the cauldron can still be placed."""
    state = turn(RULES, "get-yen", mine("hashima-1", TWICE_VENUE, yen=yen, vp=9))
    for times in (0, 1, 2):
        assert allowed(RULES, state, m.Participate("hashima-1", 1, times)) == (times <= yen)


def orders(state: State, left: int) -> set[tuple[str, ...]]:
    """The trains that can be had by moving carriages so many times, to the very end of the pending moves."""
    if left == 0:
        return {state.table.seats[YELLOW].train}
    found: set[tuple[str, ...]] = set()
    for move in RULES.legal_moves(state):
        if isinstance(move, m.Relocate):
            found |= orders(RULES.apply(state, move), left - 1)
    return found


def relocated(train: tuple[str, ...]) -> set[tuple[str, ...]]:
    """Every train in which one carriage stands elsewhere."""
    return {
        (*rest[:to], card, *rest[to:])
        for card in train
        for rest in [tuple(other for other in train if other != card)]
        for to in range(len(train))
    } - {train}


TRAIN = ("hashima-1", TWICE_VENUE, "kyoto-1", "osaka-1")


def test_7_16_5_one_move_of_a_carriage() -> None:
    """7.16.5, D-32: any carriage, to any other place."""
    state = RULES.apply(turn(RULES, "get-yen", mine(*TRAIN)), m.Participate("hashima-1", 3, 1))
    assert orders(state, 1) == relocated(TRAIN)


def test_8_3_two_moves_of_the_same_or_of_different_carriages() -> None:
    """8.3, D-31."""
    state = RULES.apply(turn(RULES, "get-yen", mine(*TRAIN)), m.Participate("hashima-1", 3, 2))
    expected = {after for once in relocated(TRAIN) for after in relocated(once)}
    assert orders(state, 2) == expected
    moved = played(RULES, state, m.Relocate("osaka-1", 1), m.Relocate("osaka-1", 2))
    assert moved.table.seats[YELLOW].train == ("hashima-1", "osaka-1", TWICE_VENUE, "kyoto-1")
    moved = played(RULES, state, m.Relocate("osaka-1", 1), m.Relocate("hashima-1", 4))
    assert moved.table.seats[YELLOW].train == ("osaka-1", TWICE_VENUE, "kyoto-1", "hashima-1")


def test_8_3_no_move_when_not_asked_for() -> None:
    """7.16.2: zero uses of the third venue leave nothing to decide."""
    state = RULES.apply(turn(RULES, "get-yen", mine(*TRAIN)), m.Participate("hashima-1", 3, 0))
    assert state.table.pending == ()
    assert orders(state, 1) == set()


def test_7_16_6_no_moving_without_the_venue() -> None:
    """7.16.6."""
    state = turn(RULES, "get-yen", mine(*TRAIN))
    assert not allowed(RULES, state, m.Relocate("osaka-1", 1))


def test_7_16_7_tokens_travel() -> None:
    """7.16.7, D-32: a venue token and a used card token stay on their carriage."""
    contents = mine("hashima-1", "kyoto-2", "osaka-1", spent=frozenset({"kyoto-2"}), tokens=(("kyoto-2", "tokyo"),))
    state = turn(RULES, "get-yen", contents)
    state = played(RULES, state, m.Participate("hashima-1", 3, 1), m.Relocate("kyoto-2", 3))
    seat = state.table.seats[YELLOW]
    assert seat.train == ("hashima-1", "osaka-1", "kyoto-2")
    assert (seat.spent, seat.tokens) == (frozenset({"kyoto-2"}), (("kyoto-2", "tokyo"),))


@pytest.mark.parametrize("event", ["participate", "participate-and-advance"])
def test_8_3_with_an_event(event: str) -> None:
    """7.7.2, 8.3."""
    assert gain(RULES, turn(RULES, event, mine(TWICE_VENUE)), m.Participate("event", 1, 2)) == (-2, 4)
    assert gain(RULES, turn(RULES, event, mine(TWICE_VENUE)), m.Participate("event", 2, 2)) == (4, 0)


def test_8_3_on_anothers_engine_and_again() -> None:
    """7.7.2, 8.3: red's engine, then the same in a repetition."""
    state = turn(RULES, "get-yen", mine(TWICE_VENUE, REPEAT))
    use = m.Participate("engine-2", 1, 2)
    assert gain(RULES, state, use) == (-2 - 2, 4)
    assert gain(RULES, state, use, m.Repeat(REPEAT, "engine-2"), use) == (-4 - 1 - 4, 8)


def test_8_3_gains_come_after_all_costs() -> None:
    """D-20, G-5: the yen of the second venue do not pay the engine."""
    for yen in (0, 1, 2):
        state = turn(RULES, "get-yen", mine(TWICE_VENUE, yen=yen))
        assert allowed(RULES, state, m.Participate("engine-2", 2, 2)) == (yen >= 2)
    for yen in (2, 3, 4):
        state = turn(RULES, "get-yen", mine(TWICE_VENUE, yen=yen))
        for times in (0, 1, 2):
            assert allowed(RULES, state, m.Participate("engine-2", 1, times)) == (2 + times <= yen)


# -- engines for 1 yen (8.5)


@pytest.mark.parametrize("train", [(CHEAP_ENGINE,), (CHEAP_ENGINE, "tokyo-2")])
def test_8_5_own_engine_costs_1(train: tuple[str, ...]) -> None:
    """8.5, D-14, D-19: to the reserve; two such cards are as good as one."""
    state = turn(RULES, "get-yen", mine(*train))
    assert gain(RULES, state, m.Prepare("engine-1", "osaka")) == (-1 - 2, 2)
    for seat in (RED, GREEN):
        assert gain(RULES, state, m.Prepare("engine-1", "osaka"), seat=seat) == (0, 0)


@pytest.mark.parametrize(("train", "fee"), [((), 2), ((CHEAP_ENGINE,), 1), ((CHEAP_ENGINE, "tokyo-2"), 1)])
def test_8_5_anothers_engine_brings_its_owner_1(train: tuple[str, ...], fee: int) -> None:
    """8.5, D-15."""
    state = turn(RULES, "get-yen", mine(*train))
    move = m.Participate("engine-2", 2, 0)
    assert gain(RULES, state, move) == (-fee, 0)
    assert gain(RULES, state, move, seat=RED) == (fee, 0)


def test_8_5_again_in_a_repetition() -> None:
    """8.5, D-15: the usual fee is this player's usual fee, with the Repeat carriage and with the event."""
    use = m.Participate("engine-2", 2, 0)
    state = turn(RULES, "get-yen", mine(CHEAP_ENGINE, REPEAT))
    made = (use, m.Repeat(REPEAT, "engine-2"), use)
    assert gain(RULES, state, *made) == (-1 - 1 - 1, 0)
    assert gain(RULES, state, *made, seat=RED) == (2, 0)
    state = turn(RULES, "repeat-train-card", mine(CHEAP_ENGINE))
    made = (use, m.Repeat("event", "engine-2"), use)
    assert gain(RULES, state, *made) == (-1 - 1, 0)
    assert gain(RULES, state, *made, seat=RED) == (2, 0)


def test_8_5_decides_what_can_be_paid() -> None:
    """8.5: one yen is enough for a free action."""
    use = m.Participate("engine-2", 2, 1)
    assert allowed(RULES, turn(RULES, "get-yen", mine(CHEAP_ENGINE, yen=1)), use)
    assert not allowed(RULES, turn(RULES, "get-yen", mine("tokyo-1", yen=1)), use)
    assert not allowed(RULES, turn(RULES, "get-yen", mine(CHEAP_ENGINE, yen=0)), use)


# -- the tail gives 8 yen (8.6)


@pytest.mark.parametrize(
    ("train", "yen"), [(("osaka-1",), 5), ((RICH_TAIL,), 8), (("atami-odawara",), 8), ((RICH_TAIL, "atami-odawara"), 8)]
)
def test_8_6_the_tail(train: tuple[str, ...], yen: int) -> None:
    """7.8, 8.6, D-19: and a counter of one's choice."""
    state = turn(RULES, "get-yen", mine(*train), counters=counters(1, 2, 3))
    for colour, spaces in ((GOLD, (2, 2, 3)), (WHITE, (1, 3, 3)), (BLACK, (1, 2, 4))):
        move = m.Income("tail", colour)
        assert gain(RULES, state, move) == (yen, 0)
        assert RULES.apply(state, move).table.counters.spaces == spaces


def test_8_6_again_in_a_repetition() -> None:
    """8.6, 7.17.1, 9.8.2."""
    use = m.Income("tail", GOLD)
    state = turn(RULES, "get-yen", mine(RICH_TAIL, REPEAT))
    assert gain(RULES, state, use, m.Repeat(REPEAT, "tail"), use) == (8 - 1 + 8, 0)
    state = turn(RULES, "repeat-train-card", mine(RICH_TAIL))
    assert gain(RULES, state, use, m.Repeat("event", "tail"), use) == (8 + 8, 0)


def test_8_6_raises_nothing_but_the_tail() -> None:
    """8.6, G-13: neither the event's 7 yen nor income from a carriage."""
    assert gain(RULES, turn(RULES, "get-yen", mine(RICH_TAIL)), m.GetYen("event")) == (7, 0)
    rules = offering(RULES, {"osaka-1": Action.INCOME})
    state = turn(rules, "get-yen", mine(RICH_TAIL, "osaka-1"))
    assert gain(rules, state, m.Income("osaka-1", WHITE)) == (5, 0)


# -- twice the turn order reward (8.7)


@pytest.mark.parametrize(("space", "expected"), [(2, (1, 0)), (3, (0, 1)), (4, (2, 0))])
def test_8_7_twice_on_each_space_but_the_first(space: int, expected: tuple[int, int]) -> None:
    """6.B.4-6, 8.7."""
    assert gain(FOUR, placing(FOUR, mine("osaka-1")), m.Place(space)) == expected
    doubled = (2 * expected[0], 2 * expected[1])
    assert gain(FOUR, placing(FOUR, mine(TWICE_ORDER)), m.Place(space)) == doubled


@pytest.mark.parametrize("space", [2, 3])
def test_8_7_twice_with_three_players(space: int) -> None:
    """8.7: 2 yen on space 2, 2 victory points on space 3."""
    assert gain(RULES, placing(RULES, mine(TWICE_ORDER)), m.Place(space)) == ((2, 0) if space == 2 else (0, 2))


def test_8_7_1_space_1_takes_an_ordered_pair_of_different_counters() -> None:
    """8.7.1, C-7, F-5."""
    colours = (GOLD, WHITE, BLACK)
    once = placing(FOUR, mine("osaka-1"))
    twice = placing(FOUR, mine(TWICE_ORDER))
    on_1 = {move for move in FOUR.legal_moves(once) if isinstance(move, m.Place) and move.space == 1}
    assert on_1 == {m.Place(1, (colour,)) for colour in colours}
    on_1 = {move for move in FOUR.legal_moves(twice) if isinstance(move, m.Place) and move.space == 1}
    assert on_1 == {m.Place(1, (a, b)) for a in colours for b in colours if a is not b}
    for wrong in ((), (GOLD,), (GOLD, GOLD), (GOLD, WHITE, BLACK)):
        assert not allowed(FOUR, twice, m.Place(1, wrong))
    assert not allowed(FOUR, twice, m.Place(2, (GOLD, WHITE)))


def test_8_7_1_the_order_of_the_pair_decides_the_pile() -> None:
    """5.C.3, 5.C.4, 8.7.1."""
    state = placing(RULES, mine(TWICE_ORDER), counters=counters(0, 0, 0, (GOLD, WHITE, BLACK)))
    after = RULES.apply(state, m.Place(1, (GOLD, WHITE))).table.counters
    assert after == counters(1, 1, 0, (BLACK, GOLD, WHITE))
    after = RULES.apply(state, m.Place(1, (WHITE, GOLD))).table.counters
    assert after == counters(1, 1, 0, (BLACK, WHITE, GOLD))


def test_8_7_1_a_counter_at_the_end_is_a_wasted_choice() -> None:
    """5.C.6, 8.7.1, D-3, D-13."""
    state = placing(RULES, mine(TWICE_ORDER), counters=counters(12, 3, 12, (WHITE, BLACK, GOLD)))
    assert allowed(RULES, state, m.Place(1, (WHITE, GOLD)))
    assert allowed(RULES, state, m.Place(1, (GOLD, BLACK)))
    assert RULES.apply(state, m.Place(1, (WHITE, GOLD))).table.counters == counters(12, 4, 12, (WHITE, BLACK, GOLD))
    assert RULES.apply(state, m.Place(1, (GOLD, BLACK))).table.counters == state.table.counters


def test_8_7_a_fresh_ability_doubles_this_very_reward() -> None:
    """6.A.3, F-4: the carriage has joined before the token is placed."""
    start = after_engines(RULES, ("engine-1", "engine-2", "engine-3"))
    row = ("osaka-1", TWICE_ORDER, "kyoto-1", "tokyo-1", "kyoto-2")
    state = arrange(RULES, start, seats={seat: {"yen": 20} for seat in range(3)}, row=row, claims=(NOBODY,) * 5)
    claims = (m.Claim(TWICE_ORDER, (BLACK,)), m.Claim("osaka-1", (WHITE,)), m.Claim("kyoto-1", (BLACK,)))
    state = played(RULES, state, *claims)
    assert state.table.seat == RED  # nearest the tile
    assert gain(RULES, state, m.Place(2), seat=RED) == (1, 0)
    state = played(RULES, state, m.Place(2), m.Finish())
    assert (state.table.seat, state.table.phase) == (YELLOW, Phase.PLACE)
    assert allowed(RULES, state, m.Place(1, (GOLD, WHITE)))
    assert gain(RULES, state, m.Place(3)) == (0, 2)


def test_8_7_two_such_cards_are_as_good_as_one() -> None:
    """8.7, D-19."""
    rules = offering(RULES, {"osaka-1": Ability.TWICE_TURN_ORDER})
    state = placing(rules, mine(TWICE_ORDER, "osaka-1"))
    assert gain(rules, state, m.Place(2)) == (2, 0)
    assert allowed(rules, state, m.Place(1, (GOLD, WHITE)))
    assert not allowed(rules, state, m.Place(1, (GOLD, WHITE, BLACK)))


# -- no cumulation of the others (D-19)


def test_8_1_two_such_cards_are_as_good_as_one() -> None:
    """8.1, D-19."""
    rules = offering(RULES, {"osaka-1": Ability.CHEAP_BUILD})
    state = turn(rules, "get-yen", mine("maibara-1", CHEAP_BUILD, "osaka-1"), prepared=["osaka"])
    assert gain(rules, state, m.Build("maibara-1", "osaka", GOLD)) == (-2, 7)


def test_8_3_two_such_cards_are_as_good_as_one() -> None:
    """8.3, D-19."""
    rules = offering(RULES, {"osaka-1": Ability.TWICE_AT_VENUE})
    state = turn(rules, "get-yen", mine("hashima-1", TWICE_VENUE, "osaka-1"))
    for venue in (1, 2, 3):
        assert allowed(rules, state, m.Participate("hashima-1", venue, 2))
        for times in (3, 4):
            assert not allowed(rules, state, m.Participate("hashima-1", venue, times))


def test_8_2_two_such_cards_are_as_good_as_one() -> None:
    """8.2, D-19."""
    rules = offering(RULES, {"osaka-1": Ability.ANY_TRACK_SPACE})
    state = turn(rules, "get-yen", mine("kyoto-1", ANY_SPACE, "osaka-1", tracks=1))
    for letter, yen, vp in SPACES:
        assert gain(rules, state, m.Lay("kyoto-1", "osaka", letter, YELLOW)) == (-yen, vp)


# -- abilities are their owner's (8.0.1)

EVERY_ABILITY = (CHEAP_BUILD, ANY_SPACE, TWICE_VENUE, CHEAP_PREPARE, CHEAP_ENGINE, RICH_TAIL, TWICE_ORDER)


RED_HAS_ALL: dict[int, dict[str, Any]] = {RED: {"train": EVERY_ABILITY}}


@pytest.mark.parametrize(
    ("card", "move", "expected"),
    [
        ("osaka-1", m.Prepare("osaka-1", "tokyo"), (-4, 4)),
        ("maibara-1", m.Build("maibara-1", "osaka", GOLD), (-3, 6)),
        ("kyoto-1", m.Lay("kyoto-1", "osaka", "C", YELLOW), (-3, 4)),
        ("hashima-1", m.Participate("hashima-1", 2, 1), (2, 0)),
        ("osaka-1", m.Participate("engine-2", 2, 0), (-2, 0)),
        ("osaka-1", m.Lay("engine-2", "osaka", "C", YELLOW), (-2 - 3, 4)),
        ("osaka-1", m.Prepare("engine-1", "tokyo"), (-2 - 4, 4)),
        ("osaka-1", m.Income("tail", GOLD), (5, 0)),
    ],
)
def test_8_0_1_anothers_abilities_do_nothing_for_you(card: str, move: Move, expected: tuple[int, int]) -> None:
    """8.0.1, G-21: not even on that player's engine."""
    state = turn(RULES, "get-yen", {**mine(card, tracks=1), **RED_HAS_ALL}, prepared=["osaka"])
    assert gain(RULES, state, move) == expected


def test_8_0_1_nor_do_they_widen_your_choices() -> None:
    """8.0.1: neither a second use of a venue nor another track cost space, on the owner's engine or off it."""
    state = turn(RULES, "get-yen", {**mine("kyoto-1", "hashima-1", tracks=1), **RED_HAS_ALL})
    for card in ("hashima-1", "engine-2"):
        assert not allowed(RULES, state, m.Participate(card, 2, 2))
    for card in ("kyoto-1", "engine-2"):
        assert not allowed(RULES, state, m.Lay(card, "osaka", "A", YELLOW))


def test_8_0_1_nor_do_they_double_your_turn_order_reward() -> None:
    """8.0.1, 8.7."""
    state = placing(RULES, {**mine("osaka-1"), **RED_HAS_ALL})
    assert gain(RULES, state, m.Place(2)) == (1, 0)
    assert allowed(RULES, state, m.Place(1, (GOLD,)))
    assert not allowed(RULES, state, m.Place(1, (GOLD, WHITE)))


def test_8_0_1_the_lender_of_a_track_gets_what_the_layer_pays() -> None:
    """8.0.1, 7.11.5: the lender's own choice of space does not raise it."""
    state = turn(RULES, "get-yen", {**mine("kyoto-1"), RED: {"train": EVERY_ABILITY, "tracks": 1}})
    move = m.Lay("kyoto-1", "osaka", "C", RED)
    assert gain(RULES, state, move) == (-3, 4)
    assert gain(RULES, state, move, seat=RED) == (3, 0)


# -- abilities last, need no action, and work at once (8.0.2, 3.7.1)


def test_8_0_2_an_ability_is_not_an_action() -> None:
    """8.0.2: no move uses an ability carriage, and having one takes no action."""
    state = turn(RULES, "get-yen", mine(*EVERY_ABILITY), prepared=["osaka"])
    assert not {getattr(move, "card", "") for move in RULES.legal_moves(state)} & set(EVERY_ABILITY)
    assert RULES.apply(state, m.GetYen("event")).table.actions == 4


def test_8_0_2_an_ability_cannot_be_repeated() -> None:
    """7.17.1, 8.0.2."""
    state = RULES.apply(turn(RULES, "get-yen", mine(CHEAP_PREPARE, REPEAT)), m.GetYen("event"))
    assert not allowed(RULES, state, m.Repeat(REPEAT, CHEAP_PREPARE))


@pytest.mark.parametrize(
    ("ability", "card", "move", "before", "after"),
    [
        (CHEAP_PREPARE, "osaka-1", m.Prepare("osaka-1", "tokyo"), (-4, 4), (-1, 4)),
        (CHEAP_BUILD, "maibara-1", m.Build("maibara-1", "osaka", GOLD), (-3, 6), (-2, 7)),
        (CHEAP_ENGINE, "osaka-1", m.Participate("engine-2", 2, 0), (-2, 0), (-1, 0)),
        (RICH_TAIL, "osaka-1", m.Income("tail", GOLD), (5, 0), (8, 0)),
    ],
)
def test_3_7_1_a_bought_ability_works_at_once(
    ability: str, card: str, move: Move, before: tuple[int, int], after: tuple[int, int]
) -> None:
    """3.7.1, D-34: bought with a Buy Card carriage in the middle of the turn."""
    state = turn(RULES, "get-yen", mine("kyoto-2", card), discard=(ability,), prepared=["osaka"])
    assert gain(RULES, state, move) == before
    colour = RULES.kit.carriages[ability].counters[0][0]
    bought = RULES.apply(state, m.Buy("kyoto-2", ability, (colour,)))
    assert gain(RULES, bought, move) == after


def test_3_7_1_a_bought_permission_works_at_once() -> None:
    """3.7.1, D-34."""
    state = turn(
        RULES,
        "get-yen",
        mine("kyoto-2", "hamamatsu-1", "kyoto-1", "hashima-1", tracks=1),
        discard=(ANY_SPACE, TWICE_VENUE),
    )
    lay = m.Lay("kyoto-1", "osaka", "A", YELLOW)
    twice = m.Participate("hashima-1", 2, 2)
    assert not allowed(RULES, state, lay)
    assert not allowed(RULES, state, twice)
    state = played(RULES, state, m.Buy("kyoto-2", ANY_SPACE, (BLACK,)), m.Buy("hamamatsu-1", TWICE_VENUE, (BLACK,)))
    assert allowed(RULES, state, lay)
    assert allowed(RULES, state, twice)


def test_8_0_2_an_ability_lasts() -> None:
    """8.0.2: in the fifth round as in the first, for a seat at the other end of the table."""
    state = turn(FOUR, "prepare", {BLUE: {"train": (CHEAP_PREPARE,)}}, seat=BLUE, round=4)
    assert gain(FOUR, state, m.Prepare("event", "tokyo"), seat=BLUE) == (-1, 4)
