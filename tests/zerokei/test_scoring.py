"""Chapters 10 and 11 of the rulebook, from its text: what is scored and who wins, by the engine and by the recount.

Cities are numbered Osaka 1, Kyoto 2, Maibara 3, Hashima 4, Nagoya 5, Toyohashi 6, Hamamatsu 7, Shizuoka 8, Atami 9,
Odawara 10, Yokohama 11, Tokyo 12.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from shinkansen.zerokei import moves as m
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.rulings import Rulings
from shinkansen.zerokei.second_scorer import Recount, recount
from shinkansen.zerokei.table import Counters, Phase, State
from shinkansen.zerokei.testing.strategies import rules_for
from shinkansen.zerokei.testing.tables import (
    BLACK,
    ENGINES,
    GOLD,
    GREEN,
    RED,
    WHITE,
    YELLOW,
    after_engines,
    arrange,
    counters,
    turn,
)

RULES = rules_for(3)
ALL = RULES.kit.city_ids


def over(rules: ZeroKei = RULES, seats: dict[int, dict[str, Any]] | None = None, **changes: Any) -> State:
    """A game that is over; nobody has yen, points or cauldrons left unless said otherwise."""
    given = seats or {}
    contents = {seat: {"yen": 0, "cauldrons": 0, **given.get(seat, {})} for seat in range(rules.seats)}
    start = after_engines(rules, ENGINES[: rules.seats])
    settings: dict[str, Any] = {"phase": Phase.OVER, "round": 4, "row": (), "claims": ()}
    return arrange(rules, start, seats=contents, **{**settings, **changes})


def part(state: State, section: str, seat: int = YELLOW, rules: ZeroKei = RULES) -> int:
    """What a seat scores under a section of chapter 11; the naive recount must come to the same."""
    counted = recounted(rules, state).parts[seat]
    found = sum(item.points for item in rules.scores(state)[seat].items if item.clause.startswith(section))
    assert found == counted[PARTS[section]]
    return found


PARTS = {"11.3": "cities", "11.4": "venues", "11.5": "connection", "11.6": "leftovers"}


def recounted(rules: ZeroKei, state: State) -> Recount:
    """What the naive recount makes of a table."""
    ledger = [(seat, content.vp) for seat, content in enumerate(state.table.seats)]
    table: Any = rules.state_json(state)["table"]
    return recount(table, rules.edition.to_json(), rules.rulings.letters(), rules.seats, ledger)


# -- what stations are worth (11.1, 11.1.1)

THREE: dict[str, Any] = {
    "seats": {YELLOW: {"train": ("osaka-1",)}, RED: {"train": ("kyoto-1",)}, GREEN: {"train": ("maibara-1",)}},
    "stations": {"osaka": GOLD, "kyoto": WHITE, "maibara": BLACK},
    "tracked": ["osaka", "kyoto", "maibara"],
}


@pytest.mark.parametrize(
    ("marker", "gold", "white", "black"),
    [
        (counters(3, 2, 1, (BLACK, WHITE, GOLD)), 6, 3, 1),
        (counters(1, 2, 3, (GOLD, WHITE, BLACK)), 1, 3, 6),
        (counters(2, 5, 3, (GOLD, BLACK, WHITE)), 1, 6, 3),
        (counters(4, 4, 1, (BLACK, GOLD, WHITE)), 3, 6, 1),
        (counters(4, 4, 1, (BLACK, WHITE, GOLD)), 6, 3, 1),
        (counters(4, 4, 7, (GOLD, WHITE, BLACK)), 1, 3, 6),
        (counters(4, 4, 7, (WHITE, GOLD, BLACK)), 3, 1, 6),
        (counters(0, 0, 0, (WHITE, BLACK, GOLD)), 6, 1, 3),
        (counters(12, 12, 12, (GOLD, BLACK, WHITE)), 1, 6, 3),
    ],
)
def test_11_1_by_the_order_of_the_counters(marker: Counters, gold: int, white: int, black: int) -> None:
    """11.1, 11.1.1, 5.C.5: of counters on one space the higher is further."""
    state = over(**THREE, counters=marker)
    assert [part(state, "11.3", seat) for seat in range(3)] == [gold, white, black]


# -- the order (11.2)


def test_11_2_the_order_of_scoring() -> None:
    """11.2: what was scored before, cities, venues, connected cities, leftovers."""
    state = arrange(
        RULES,
        after_engines(RULES, ENGINES),
        {YELLOW: {"train": ("tokyo-1", "osaka-1", "kyoto-1"), "vp": 4, "yen": 3, "tracks": 1, "cauldrons": 6}},
        stations={"osaka": GOLD},
        tracked=["osaka", "kyoto"],
        cauldrons=((1, 0, 0), (0, 0, 0), (0, 0, 0)),
        counters=counters(3, 2, 1),
    )
    clauses = [item.clause for item in RULES.scores(state)[YELLOW].items]
    groups = [".".join(clause.split(".")[:2]) for clause in clauses]
    assert [*dict.fromkeys(groups)] == ["11.2", "11.3", "11.4", "11.5", "11.6"]
    assert groups == sorted(groups)


# -- cities (11.3)

LINE: dict[str, Any] = {
    "stations": {"maibara": GOLD, "kyoto": WHITE, "osaka": BLACK, "tokyo": GOLD, "odawara": WHITE},
    "tracked": ["maibara", "kyoto", "osaka", "nagoya", "odawara"],
    "counters": counters(5, 4, 2, (BLACK, WHITE, GOLD)),
}
"""Maibara is worth 6, Kyoto and Odawara 3, Osaka 1, Nagoya 0; Tokyo has a station but no track, Hashima neither."""


@pytest.mark.parametrize(
    ("train", "tokens", "vp"),
    [
        (("maibara-1",), (), 6),
        (("kyoto-1",), (), 3),
        (("osaka-1",), (), 1),
        (("nagoya-1",), (), 0),
        (("tokyo-1",), (), -3),
        (("hashima-1",), (), -3),
        ((), (), 0),
        (("maibara-1", "maibara-2"), (), 12),
        (("maibara-hashima",), (), 6 - 3),
        (("maibara-1", "maibara-2", "maibara-hashima"), (), 18 - 3),
        (("tokyo-1", "tokyo-2", "yokohama-tokyo"), (), -12),
        (("nagoya-1",), (("nagoya-1", "maibara"),), 6),
        (("nagoya-1",), (("nagoya-1", "tokyo"),), -3),
        (("maibara-1",), (("maibara-1", "maibara"),), 6),
        (("maibara-hashima",), (("maibara-hashima", "hashima"),), 3),
        (("maibara-1", "nagoya-1"), (("nagoya-1", "maibara"),), 12),
        (("nagoya-1",), (("nagoya-1", "kyoto"), ("nagoya-1", "odawara")), 6),
    ],
)
def test_11_3_cities(train: tuple[str, ...], tokens: tuple[tuple[str, str], ...], vp: int) -> None:
    """11.3.1-5, 9.10.1, G-9: once for each card with the city; a token for a city the card shows adds nothing."""
    state = over(seats={YELLOW: {"train": train, "tokens": tokens}}, **LINE)
    assert part(state, "11.3") == vp


def test_7_15_7_a_spent_carriage_still_scores_and_connects() -> None:
    """7.15.7, F-10."""
    train = ("kyoto-2", "maibara-1")
    state = over(seats={YELLOW: {"train": train, "spent": frozenset({"kyoto-2"})}}, **LINE)
    assert part(state, "11.3") == 3 + 6
    assert part(state, "11.5") == 6


# -- Olympic venues (11.4)


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((1, 0, 0), (6, 0, 0)),
        ((1, 2, 0), (0, 6, 0)),
        ((2, 2, 1), (6, 6, 0)),
        ((1, 1, 1), (6, 6, 6)),
        ((0, 0, 0), (0, 0, 0)),
        ((0, 0, 7), (0, 0, 6)),
    ],
)
def test_11_4_the_majority_and_ties(counts: tuple[int, ...], expected: tuple[int, ...]) -> None:
    """11.4.1, 11.4.3, D-48: all tied players score; without a cauldron nobody does."""
    empty = (0, 0, 0)
    state = over(venues=("maibara", "kyoto", "tokyo"), cauldrons=(counts, empty, empty), **LINE)
    assert tuple(part(state, "11.4", seat) for seat in range(3)) == expected


def test_11_4_2_a_venue_can_cost() -> None:
    """11.4.2, C-23, D-48: also those who tie, whether there is a station or not; track alone is worth nothing."""
    state = over(venues=("tokyo", "hashima", "nagoya"), cauldrons=((1, 1, 0), (0, 0, 1), (2, 0, 0)), **LINE)
    assert [part(state, "11.4", seat) for seat in range(3)] == [-3, -3, -3]


def test_11_4_1_each_venue_separately() -> None:
    """11.4.1: and beside the city on one's carriages."""
    state = over(
        seats={YELLOW: {"train": ("maibara-1",)}},
        venues=("maibara", "kyoto", "osaka"),
        cauldrons=((2, 1, 0), (1, 1, 0), (1, 0, 3)),
        **LINE,
    )
    assert [part(state, "11.4", seat) for seat in range(3)] == [6 + 3, 3, 1]
    assert part(state, "11.3") == 6


def test_9_10_2_a_token_is_no_majority() -> None:
    """9.10.2: nor do a venue's cauldrons add its city to a train."""
    contents: dict[int, dict[str, Any]] = {YELLOW: {"train": ("nagoya-1",), "tokens": (("nagoya-1", "odawara"),)}}
    state = over(seats=contents, venues=("kyoto", "maibara", "osaka"), cauldrons=((1, 0, 0),) * 3, **LINE)
    assert part(state, "11.4") == 3 + 6 + 1
    assert part(state, "11.3") == 0 + 3
    assert part(state, "11.5") == 0


# -- connected cities (11.5)

Tokens = tuple[tuple[str, str], ...]
CONNECTIONS: list[tuple[str, tuple[str, ...], Tokens, tuple[str, ...], int]] = [
    # what is tried, the train, tokens on it, cities without track, cities connected
    ("nothing", (), (), (), 0),
    ("one city", ("osaka-1",), (), (), 0),
    ("two", ("osaka-1", "kyoto-1"), (), (), 2),
    ("descending", ("kyoto-1", "osaka-1"), (), (), 0),
    ("a gap in the numbers", ("osaka-1", "maibara-1"), (), (), 0),
    ("no way round from 12 to 1", ("tokyo-1", "osaka-1"), (), (), 0),
    ("the whole line", tuple(f"{city}-1" for city in ALL), (), (), 12),
    ("one city twice", ("osaka-1", "osaka-2"), (), (), 0),
    ("equal numbers inside", ("osaka-1", "osaka-2", "kyoto-1", "kyoto-2", "maibara-1"), (), (), 3),
    ("not from the engine on", ("tokyo-1", "osaka-1", "kyoto-1"), (), (), 2),
    ("a foreign city between", ("osaka-1", "nagoya-1", "kyoto-1"), (), (), 0),
    ("a lower city between", ("kyoto-1", "osaka-1", "maibara-1"), (), (), 0),
    ("the longest of two", ("osaka-1", "kyoto-1", "nagoya-1", "toyohashi-1", "hamamatsu-1"), (), (), 3),
    ("only one of two equally long", ("osaka-1", "kyoto-1", "nagoya-1", "toyohashi-1"), (), (), 2),
    ("a card of two cities", ("osaka-kyoto",), (), (), 2),
    ("two cards of two cities", ("osaka-kyoto", "maibara-hashima"), (), (), 4),
    ("3-4 then 3", ("maibara-hashima", "maibara-1"), (), (), 2),
    ("3-4 then 3 then 4 then 5", ("maibara-hashima", "maibara-1", "hashima-1", "nagoya-1"), (), (), 3),
    ("3-4 then 3 cuts off 5", ("kyoto-1", "maibara-hashima", "maibara-1", "nagoya-1"), (), (), 3),
    ("3 then 3-4", ("maibara-1", "maibara-hashima", "nagoya-1"), (), (), 3),
    ("3-4 then 4", ("maibara-hashima", "hashima-1", "nagoya-1"), (), (), 3),
    ("4 then 3-4", ("hashima-1", "maibara-hashima"), (), (), 2),
    ("2 then 3-4 then 5", ("kyoto-1", "maibara-hashima", "nagoya-1"), (), (), 4),
    ("no track inside", ("osaka-1", "kyoto-1", "maibara-1", "hashima-1"), (), ("kyoto",), 2),
    ("no track at either end", ("osaka-1", "kyoto-1", "maibara-1"), (), ("osaka", "maibara"), 0),
    ("no track anywhere", ("osaka-1", "kyoto-1"), (), ALL, 0),
    ("a trackless stranger between", ("osaka-1", "shizuoka-1", "kyoto-1"), (), ("shizuoka",), 0),
    ("half of a card without track", ("kyoto-1", "maibara-hashima"), (), ("hashima",), 2),
    ("the lower half without track", ("osaka-kyoto", "maibara-1"), (), ("osaka",), 2),
    ("the upper half foreign", ("atami-odawara",), (("atami-odawara", "tokyo"),), (), 2),
    ("the first half without track", ("kyoto-1", "maibara-hashima", "nagoya-1"), (), ("maibara",), 2),
    ("a token extends", ("osaka-1", "kyoto-1"), (("kyoto-1", "maibara"),), (), 3),
    ("a token before its card", ("kyoto-1", "maibara-1"), (("kyoto-1", "osaka"),), (), 3),
    ("a token alone on one card", ("kyoto-1",), (("kyoto-1", "maibara"),), (), 2),
    ("a token of the card's own city", ("kyoto-1",), (("kyoto-1", "kyoto"),), (), 0),
    ("two tokens on one card", ("kyoto-1",), (("kyoto-1", "hashima"), ("kyoto-1", "maibara")), (), 3),
    ("7 + 3 between 2 and 4 (G-2)", ("kyoto-1", "hamamatsu-1", "hashima-1"), (("hamamatsu-1", "maibara"),), (), 2),
    ("6 + 1 between 5 and 7 (G-2)", ("nagoya-1", "toyohashi-1", "hamamatsu-1"), (("toyohashi-1", "osaka"),), (), 2),
    ("a trackless token cuts", ("osaka-1", "kyoto-1", "maibara-1"), (("kyoto-1", "tokyo"),), ("tokyo",), 2),
]


def connected(rules: ZeroKei, train: tuple[str, ...], tokens: Tokens, trackless: Sequence[str]) -> int:
    """How many cities are scored as connected."""
    tracked = [city for city in ALL if city not in trackless]
    state = over(rules, {YELLOW: {"train": train, "tokens": tokens}}, tracked=tracked)
    vp = part(state, "11.5", rules=rules)
    assert vp % 3 == 0
    return vp // 3


@pytest.mark.parametrize(
    ("train", "tokens", "trackless", "cities"), [c[1:] for c in CONNECTIONS], ids=[c[0] for c in CONNECTIONS]
)
def test_11_5_connected_cities(train: tuple[str, ...], tokens: Tokens, trackless: tuple[str, ...], cities: int) -> None:
    """11.5.1-6, 9.10.1, D-47, D-49: 3 for each city of the longest contiguous rising run, at least two."""
    assert connected(RULES, train, tokens, trackless) == cities


PASSED_OVER: list[tuple[str, tuple[str, ...], Tokens, tuple[str, ...], int]] = [
    ("a foreign city between", ("osaka-1", "nagoya-1", "kyoto-1"), (), (), 2),
    ("a lower city between", ("kyoto-1", "osaka-1", "maibara-1"), (), (), 2),
    ("a trackless stranger between", ("osaka-1", "shizuoka-1", "kyoto-1"), (), ("shizuoka",), 0),
    ("no track inside is no bridge", ("osaka-1", "kyoto-1", "maibara-1", "hashima-1"), (), ("kyoto",), 2),
    ("two strands", ("osaka-1", "nagoya-1", "kyoto-1", "toyohashi-1", "hamamatsu-1"), (), (), 3),
    ("3-4 then 3 then 5", ("maibara-hashima", "maibara-1", "nagoya-1"), (), (), 3),
    ("still rising", ("maibara-1", "kyoto-1", "osaka-1"), (), (), 0),
    ("one city is no connection", ("maibara-1", "osaka-1", "maibara-2"), (), (), 0),
    ("7 + 3 between 2 and 4", ("kyoto-1", "hamamatsu-1", "hashima-1"), (("hamamatsu-1", "maibara"),), (), 3),
    ("6 + 1 between 5 and 7", ("nagoya-1", "toyohashi-1", "hamamatsu-1"), (("toyohashi-1", "osaka"),), (), 3),
]


@pytest.mark.parametrize(
    ("train", "tokens", "trackless", "cities"), [c[1:] for c in PASSED_OVER], ids=[c[0] for c in PASSED_OVER]
)
@pytest.mark.parametrize("every", [True, False])
def test_11_5_1_when_foreign_cities_are_passed_over(
    train: tuple[str, ...], tokens: Tokens, trackless: tuple[str, ...], cities: int, every: bool
) -> None:
    """11.5.1, D-49 read otherwise."""
    reading = Rulings(connection_gap="c", connection_card="a" if every else "b")
    assert connected(rules_for(3, reading), train, tokens, trackless) == cities


FREE_CHOICE: list[tuple[str, tuple[str, ...], Tokens, tuple[str, ...], int]] = [
    ("7 + 3 between 2 and 4", ("kyoto-1", "hamamatsu-1", "hashima-1"), (("hamamatsu-1", "maibara"),), (), 3),
    ("6 + 1 between 5 and 7", ("nagoya-1", "toyohashi-1", "hamamatsu-1"), (("toyohashi-1", "osaka"),), (), 3),
    ("trackless 7 + 3", ("kyoto-1", "hamamatsu-1", "hashima-1"), (("hamamatsu-1", "maibara"),), ("hamamatsu",), 3),
    ("both of a card", ("kyoto-1", "maibara-hashima", "nagoya-1"), (), (), 4),
    (
        "3-4 stands for 3",
        ("osaka-1", "kyoto-1", "maibara-hashima", "maibara-1", "hashima-1", "nagoya-1"),
        (),
        (),
        5,
    ),
    ("a foreign city still breaks", ("osaka-1", "nagoya-1", "kyoto-1"), (), (), 0),
    ("a foreign card of two still breaks", ("osaka-1", "maibara-hashima", "kyoto-1"), (), (), 2),
    ("still rising", ("maibara-hashima", "kyoto-1"), (), (), 2),
    ("a trackless stranger still breaks", ("osaka-1", "shizuoka-1", "kyoto-1"), (), ("shizuoka",), 0),
    ("one city twice", ("maibara-1", "maibara-2"), (), (), 0),
]


@pytest.mark.parametrize(
    ("train", "tokens", "trackless", "cities"), [c[1:] for c in FREE_CHOICE], ids=[c[0] for c in FREE_CHOICE]
)
def test_11_5_1_when_a_card_may_stand_for_some_of_its_cities(
    train: tuple[str, ...], tokens: Tokens, trackless: tuple[str, ...], cities: int
) -> None:
    """11.5.1, D-47 and G-2 read otherwise."""
    assert connected(rules_for(3, Rulings(connection_card="b")), train, tokens, trackless) == cities


# -- leftovers (11.6)


@pytest.mark.parametrize(
    ("yen", "tracks", "cauldrons", "vp"),
    [
        (0, 0, 0, 0),
        (1, 0, 0, 0),
        (2, 0, 0, 0),
        (3, 0, 0, 1),
        (5, 0, 0, 1),
        (6, 0, 0, 2),
        (100, 0, 0, 33),
        (0, 4, 0, 4),
        (0, 0, 1, -3),
        (0, 0, 7, -21),
        (8, 3, 2, 2 + 3 - 6),
    ],
)
def test_11_6_leftovers(yen: int, tracks: int, cauldrons: int, vp: int) -> None:
    """11.6.1, 11.6.2, 11.6.3."""
    state = over(seats={YELLOW: {"yen": yen, "tracks": tracks, "cauldrons": cauldrons}})
    assert part(state, "11.6") == vp
    assert RULES.scores(state)[YELLOW].total == vp


# -- the end of the game and the winner (10.3, 10.4, 11.7)


def test_10_3_the_game_ends_with_the_fifth_round() -> None:
    """10.3, 10.4, 7.2: when the last player has finished; yen for unused actions count."""
    state = turn(RULES, "get-yen", {seat: {"yen": 1, "cauldrons": 0} for seat in range(3)}, actions=5, round=4)
    assert RULES.outcome(state) is None
    state = RULES.apply(state, m.Finish())
    assert RULES.to_move(state) is None
    assert RULES.legal_moves(state) == ()
    assert [score.total for score in RULES.scores(state)] == [2, 0, 0]


def test_10_2_no_income_after_the_last_round() -> None:
    """10.2, 10.4, 4.C: no sixth round is prepared."""
    state = turn(RULES, "build", actions=1, round=4, cauldrons=((2, 2, 2), (0, 0, 0), (0, 0, 0)))
    state = RULES.apply(state, m.Finish())
    assert [seat.yen for seat in state.table.seats] == [31, 30, 30]
    assert (state.table.round, state.table.row) == (4, ())


@pytest.mark.parametrize(
    ("points", "cauldrons", "totals", "winners", "clause"),
    [
        ((10, 9, 8), (0, 0, 0), (10, 9, 8), (YELLOW,), "11.7.1"),
        ((10, 9, 8), (1, 0, 0), (7, 9, 8), (RED,), "11.7.1"),
        ((10, 13, 8), (0, 1, 0), (10, 10, 8), (RED,), "11.7.2"),
        ((10, 13, 22), (0, 1, 7), (10, 10, 1), (RED,), "11.7.2"),
        ((13, 13, 22), (1, 1, 7), (10, 10, 1), (YELLOW, RED), "11.7.3"),
        ((13, 10, 13), (1, 0, 1), (10, 10, 10), (YELLOW, GREEN), "11.7.3"),
        ((5, 5, 5), (0, 0, 0), (5, 5, 5), (YELLOW, RED, GREEN), "11.7.3"),
        ((0, 0, -1), (1, 1, 0), (-3, -3, -1), (GREEN,), "11.7.1"),
        ((-5, -6, -7), (0, 0, 0), (-5, -6, -7), (YELLOW,), "11.7.1"),
    ],
)
def test_11_7_who_wins(
    points: tuple[int, ...], cauldrons: tuple[int, ...], totals: tuple[int, ...], winners: tuple[int, ...], clause: str
) -> None:
    """11.7.1-3, D-50, D-51, C-24: of the tied alone the one with most cauldrons left; totals may be negative."""
    seats = {s: {"vp": vp, "cauldrons": left} for s, (vp, left) in enumerate(zip(points, cauldrons, strict=True))}
    state = over(seats=seats)
    outcome, counted = RULES.outcome(state), recounted(RULES, state)
    assert outcome is not None
    assert (counted.totals, counted.winners, counted.clause) == (totals, winners, clause)
    assert (outcome.totals, outcome.winners, outcome.clause) == (totals, winners, clause)
