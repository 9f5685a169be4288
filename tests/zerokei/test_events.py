"""Chapter 9 of the rulebook, from its text: the eighteen events, as actions and at the end of the round.

Figures are those of the shipped edition: ground at Hamamatsu costs 3 and scores 3, at Maibara and Odawara 1 and 1;
track costs 1, 2, 3, 4 and scores 1, 2, 4, 6 on A, B, C, D.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from random import Random
from typing import Any

import attrs
import pytest

from shinkansen.zerokei import happenings as h
from shinkansen.zerokei import moves as m
from shinkansen.zerokei.edition import Effect
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import NOBODY, Phase, State
from shinkansen.zerokei.testing.strategies import rules_for
from shinkansen.zerokei.testing.tables import (
    BLACK,
    BLUE,
    ENGINES,
    GOLD,
    GREEN,
    RED,
    WHITE,
    YELLOW,
    acting,
    after_engines,
    allowed,
    closed,
    counters,
    gain,
    placing,
    played,
    purses,
    turn,
)

RULES = rules_for(3)
TWO = rules_for(2)
FOUR = rules_for(4)

ALL = RULES.kit.city_ids
REPEAT = "shizuoka-1"
"""Repeats a card for 1 yen."""
ANOTHER_REPEAT = "hamamatsu-shizuoka"
LATER = ("get-yen", "build", "prepare", "lay")
"""Events of later rounds."""


def mine(*train: str, **more: Any) -> dict[int, dict[str, Any]]:
    return {YELLOW: {"train": train, **more}}


def with_event(state: State) -> list[Move]:
    """The legal moves that use the event card."""
    return [move for move in RULES.legal_moves(state) if getattr(move, "card", "") == "event"]


def others(*cities: str) -> list[str]:
    """Every city but these."""
    return [city for city in ALL if city not in cities]


# -- grey: participate and advance (9.1)

BOTH_ORDERS = [
    (m.Participate("event", 2, 1), m.Advance("event", WHITE)),
    (m.Advance("event", WHITE), m.Participate("event", 2, 1)),
]


@pytest.mark.parametrize("made", BOTH_ORDERS)
def test_9_1_2_both_in_either_order(made: tuple[Move, Move]) -> None:
    """9.1, 9.1.2: a cauldron, the venue's effect and a step, for one action and no yen."""
    state = turn(RULES, "participate-and-advance", actions=3)
    assert gain(RULES, state, *made) == (2, 0)
    table = played(RULES, state, *made).table
    assert table.cauldrons == ((0, 0, 0), (1, 0, 0), (0, 0, 0))
    assert table.counters.spaces == (0, 1, 0)
    assert (table.seat, table.actions, table.pending) == (YELLOW, 2, ())


@pytest.mark.parametrize("made", BOTH_ORDERS)
def test_9_1_1_the_second_half_is_owed(made: tuple[Move, Move]) -> None:
    """9.1.1: after one half nothing but the other is possible, not even to finish."""
    state = played(RULES, turn(RULES, "participate-and-advance"), made[0])
    assert {type(move) for move in RULES.legal_moves(state)} == {type(made[1])}
    assert not allowed(RULES, state, m.Finish())
    assert not allowed(RULES, state, m.Income("tail", GOLD))


def test_9_1_1_without_a_cauldron_neither_half() -> None:
    """9.1.1, D-28."""
    state = turn(RULES, "participate-and-advance", mine(cauldrons=0))
    assert with_event(state) == []
    assert not allowed(RULES, state, m.Advance("event", WHITE))


def test_9_1_a_wasted_step_is_no_obstacle() -> None:
    """5.C.6, D-28: all counters at the end."""
    state = turn(RULES, "participate-and-advance", counters=counters(12, 12, 12))
    after = played(RULES, state, m.Advance("event", GOLD), m.Participate("event", 1, 1))
    assert after.table.counters == state.table.counters


def test_9_1_the_venues_move_comes_before_the_step() -> None:
    """7.16.5, 9.1: moving a carriage is part of taking part."""
    state = turn(RULES, "participate-and-advance", mine("osaka-1", "kyoto-1"))
    state = played(RULES, state, m.Participate("event", 3, 1))
    assert {type(move) for move in RULES.legal_moves(state)} == {m.Relocate}
    state = played(RULES, state, m.Relocate("kyoto-1", 1))
    assert {type(move) for move in RULES.legal_moves(state)} == {m.Advance}
    state = played(RULES, state, m.Advance("event", BLACK))
    assert state.table.seats[YELLOW].train == ("kyoto-1", "osaka-1")
    assert (state.table.counters.spaces, state.table.actions) == ((0, 0, 1), 4)


def test_9_1_the_first_half_may_pay_for_nothing_in_advance() -> None:
    """7.16.2, 9.1: with no yen the paying venue can be joined without effect, in either order."""
    state = turn(RULES, "participate-and-advance", mine(yen=0))
    assert allowed(RULES, state, m.Participate("event", 1, 0))
    assert not allowed(RULES, state, m.Participate("event", 1, 1))
    after = played(RULES, state, m.Advance("event", GOLD))
    assert allowed(RULES, after, m.Participate("event", 1, 0))
    assert not allowed(RULES, after, m.Participate("event", 1, 1))


@pytest.mark.parametrize("made", BOTH_ORDERS)
def test_9_1_the_last_action_can_be_a_combined_one(made: tuple[Move, Move]) -> None:
    """9.1, 6.C.1: one action is enough for both halves."""
    state = turn(RULES, "participate-and-advance", actions=1)
    state = played(RULES, state, made[0])
    assert state.table.seat == YELLOW
    assert allowed(RULES, state, made[1])
    assert played(RULES, state, made[1]).table.round == 1


# -- grey: prepare, lay or build (9.5)


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        (m.Prepare("event", "hamamatsu"), (-3, 3)),
        (m.Lay("event", "hamamatsu", "B", YELLOW), (-2, 2)),
        (m.Build("event", "osaka", BLACK), (-3, 6)),
    ],
)
def test_9_5_one_of_three_at_its_cost(move: Move, expected: tuple[int, int]) -> None:
    """9.5: and with that the card is used."""
    state = turn(RULES, "prepare-lay-or-build", mine(tracks=2), prepared=["osaka", "kyoto"])
    assert gain(RULES, state, move) == expected
    after = played(RULES, state, move)
    assert (after.table.actions, after.table.pending) == (4, ())
    assert with_event(after) == []


# -- blue: repeat a train card (9.8)


def test_9_8_2_repeating_costs_nothing_itself() -> None:
    """9.8, 9.8.2."""
    state = turn(RULES, "repeat-train-card", actions=3)
    made = (m.Income("tail", GOLD), m.Repeat("event", "tail"), m.Income("tail", WHITE))
    assert gain(RULES, state, *made) == (10, 0)
    table = played(RULES, state, *made).table
    assert (table.counters.spaces, table.actions) == ((1, 1, 0), 1)


def test_9_8_2_it_needs_no_yen() -> None:
    """9.8.2."""
    state = played(RULES, turn(RULES, "repeat-train-card", mine("hashima-1", yen=0)), m.Participate("hashima-1", 1, 0))
    assert allowed(RULES, state, m.Repeat("event", "hashima-1"))


def test_9_8_the_repeated_cards_own_cost_is_due() -> None:
    """9.8: laying on C twice."""
    state = turn(RULES, "repeat-train-card", mine("kyoto-1", tracks=2))
    made = (
        m.Lay("kyoto-1", "osaka", "C", YELLOW),
        m.Repeat("event", "kyoto-1"),
        m.Lay("kyoto-1", "kyoto", "C", YELLOW),
    )
    assert gain(RULES, state, *made) == (-6, 8)


def test_9_8_only_cards_already_used() -> None:
    """9.8."""
    state = turn(RULES, "repeat-train-card", mine("kyoto-1", "hashima-1", tracks=2))
    assert with_event(state) == []
    state = played(RULES, state, m.Participate("hashima-1", 2, 1))
    assert with_event(state) == [m.Repeat("event", "hashima-1")]
    for card in ("kyoto-1", "tail", "engine-1", "event"):
        assert not allowed(RULES, state, m.Repeat("event", card))


@pytest.mark.parametrize(("engine", "owner"), [("engine-2", RED), ("engine-3", GREEN)])
def test_9_8_1_anothers_engine_is_paid_again(engine: str, owner: int) -> None:
    """9.8.1."""
    state = turn(RULES, "repeat-train-card")
    use = m.Participate(engine, 2, 0)
    made = (use, m.Repeat("event", engine), use)
    assert gain(RULES, state, *made) == (-4, 0)
    assert gain(RULES, state, *made, seat=owner) == (4, 0)


def test_9_8_1_ones_own_engine_is_paid_again() -> None:
    """9.8.1, D-39, G-12: and may be used for another of its actions."""
    state = turn(RULES, "repeat-train-card")
    made = (
        m.Prepare("engine-1", "osaka"),
        m.Repeat("event", "engine-1"),
        m.Lay("engine-1", "tokyo", "C", YELLOW),
    )
    assert gain(RULES, state, *made) == (-2 - 2 - 2 - 3, 2 + 4)


def test_9_8_1_the_engine_must_be_payable_again() -> None:
    """9.8.1, D-21: 2 for the fee and nothing for taking part without effect."""
    for yen, expected in ((3, False), (4, True)):
        state = played(RULES, turn(RULES, "repeat-train-card", mine(yen=yen)), m.Participate("engine-2", 1, 0))
        assert allowed(RULES, state, m.Repeat("event", "engine-2")) is expected


def test_9_8_a_spent_carriage_cannot_be_repeated() -> None:
    """7.15.5, D-33: by neither of the two ways to repeat."""
    state = turn(RULES, "repeat-train-card", mine("kyoto-2", REPEAT), discard=("osaka-1", "tokyo-1"))
    state = played(RULES, state, m.Buy("kyoto-2", "osaka-1", (WHITE,)))
    assert not allowed(RULES, state, m.Repeat("event", "kyoto-2"))
    assert not allowed(RULES, state, m.Repeat(REPEAT, "kyoto-2"))


def test_9_8_repeating_is_not_repeated() -> None:
    """D-38: neither a Repeat carriage by the event, nor the event by a Repeat carriage, nor one Repeat by another."""
    used = (m.Income("tail", GOLD), m.Repeat(REPEAT, "tail"), m.Income("tail", GOLD))
    state = played(RULES, turn(RULES, "repeat-train-card", mine(REPEAT, ANOTHER_REPEAT)), *used)
    assert allowed(RULES, state, m.Repeat("event", "tail"))
    assert not allowed(RULES, state, m.Repeat("event", REPEAT))
    assert not allowed(RULES, state, m.Repeat(ANOTHER_REPEAT, REPEAT))
    state = played(RULES, state, m.Repeat("event", "tail"), m.Income("tail", GOLD))
    assert not allowed(RULES, state, m.Repeat(ANOTHER_REPEAT, "event"))
    assert allowed(RULES, state, m.Repeat(ANOTHER_REPEAT, "tail"))  # D-40: once more by another card


def test_9_8_once_only() -> None:
    """6.C.3: the event itself is used once."""
    state = turn(RULES, "repeat-train-card")
    state = played(RULES, state, m.Income("tail", GOLD), m.Repeat("event", "tail"), m.Income("tail", GOLD))
    assert with_event(state) == []


def test_9_8_what_is_announced_must_follow() -> None:
    """9.8, 7.17.1: after saying which card, only its action is possible."""
    state = played(RULES, turn(RULES, "repeat-train-card"), m.Income("tail", GOLD), m.Repeat("event", "tail"))
    assert set(RULES.legal_moves(state)) == {m.Income("tail", colour) for colour in (GOLD, WHITE, BLACK)}


# -- blue: prepare and lay for 2 yen (9.9)


def test_9_9_prepare_first_with_the_track_just_won() -> None:
    """9.9, 9.9.1, D-27: 2 + 3 + 4 yen; the same city may be laid."""
    state = turn(RULES, "prepare-and-lay", actions=3)
    made = (m.Prepare("event", "hamamatsu"), m.Lay("event", "hamamatsu", "D", YELLOW))
    assert gain(RULES, state, *made) == (-2 - 3 - 4, 3 + 6)
    table = played(RULES, state, *made).table
    assert (table.seats[YELLOW].tracks, table.actions, table.pending) == (0, 2, ())
    assert table.prepared_cities() == table.cities_with_track() == ("hamamatsu",)


def test_9_9_3_lay_first() -> None:
    """9.9.3: with a track one has."""
    state = turn(RULES, "prepare-and-lay", mine(tracks=1))
    made = (m.Lay("event", "tokyo", "D", YELLOW), m.Prepare("event", "hamamatsu"))
    assert gain(RULES, state, *made) == (-2 - 3 - 4, 3 + 6)
    assert played(RULES, state, *made).table.seats[YELLOW].tracks == 1


def test_9_9_3_lay_first_with_a_borrowed_track() -> None:
    """7.11.5, G-17: without a track of one's own; its owner gets the cost, the reserve the fee."""
    state = turn(RULES, "prepare-and-lay", {RED: {"tracks": 2}})
    made = (m.Lay("event", "tokyo", "D", RED), m.Prepare("event", "hamamatsu"))
    assert gain(RULES, state, *made) == (-2 - 4 - 3, 6 + 3)
    assert gain(RULES, state, *made, seat=RED) == (4, 0)
    table = played(RULES, state, *made).table
    assert [seat.tracks for seat in table.seats] == [1, 1, 0]


def test_9_9_3_lay_first_needs_a_track_somewhere() -> None:
    """D-25: the track of the preparation comes too late."""
    state = turn(RULES, "prepare-and-lay")
    assert {type(move) for move in with_event(state)} == {m.Prepare}


def test_9_9_prepare_first_must_use_the_new_track() -> None:
    """7.11.5, G-17."""
    state = turn(RULES, "prepare-and-lay", {RED: {"tracks": 2}})
    state = played(RULES, state, m.Prepare("event", "hamamatsu"))
    assert allowed(RULES, state, m.Lay("event", "tokyo", "D", YELLOW))
    assert not allowed(RULES, state, m.Lay("event", "tokyo", "D", RED))


def test_9_9_2_the_second_half_is_owed() -> None:
    """9.9.2."""
    state = played(RULES, turn(RULES, "prepare-and-lay"), m.Prepare("event", "hamamatsu"))
    assert {type(move) for move in RULES.legal_moves(state)} == {m.Lay}
    assert not allowed(RULES, state, m.Finish())
    state = played(RULES, turn(RULES, "prepare-and-lay", mine(tracks=1)), m.Lay("event", "osaka", "D", YELLOW))
    assert {type(move) for move in RULES.legal_moves(state)} == {m.Prepare}


@pytest.mark.parametrize(("yen", "dearest"), [(6, 0), (7, 1), (8, 2), (9, 3), (10, 4)])
def test_9_9_1_both_halves_must_be_payable_prepare_first(yen: int, dearest: int) -> None:
    """9.9.1, D-27: what is left after 2 for the fee and 4 for the track buys the ground; points do not pay."""
    state = turn(RULES, "prepare-and-lay", mine(yen=yen, vp=20))
    for city in RULES.edition.cities:
        assert allowed(RULES, state, m.Prepare("event", city.id)) == (city.ground_cost <= dearest)


@pytest.mark.parametrize(("yen", "dearest"), [(6, 0), (7, 1), (8, 2), (9, 3), (10, 4)])
def test_9_9_1_both_halves_must_be_payable_lay_first(yen: int, dearest: int) -> None:
    """9.9.1, D-27: at least the cheapest ground must remain payable, and then no dearer one is."""
    state = turn(RULES, "prepare-and-lay", mine(yen=yen, vp=20, tracks=1))
    lay = m.Lay("event", "tokyo", "D", YELLOW)
    assert allowed(RULES, state, lay) == (dearest >= 1)
    if dearest:
        state = played(RULES, state, lay)
        for city in RULES.edition.cities:
            assert allowed(RULES, state, m.Prepare("event", city.id)) == (city.ground_cost <= dearest)


def test_9_9_2_no_first_half_without_a_second_half() -> None:
    """9.9.2: no ground left to prepare, or no section left to lay."""
    state = turn(RULES, "prepare-and-lay", mine(tracks=3), prepared=ALL)
    assert with_event(state) == []
    assert not allowed(RULES, state, m.Lay("event", "tokyo", "D", YELLOW))
    state = turn(RULES, "prepare-and-lay", mine(tracks=3), tracked=ALL)
    assert with_event(state) == []
    assert not allowed(RULES, state, m.Prepare("event", "tokyo"))


def test_9_9_2_only_dear_ground_left() -> None:
    """9.9.2, D-27: the cheapest ground that is *left* counts."""
    state = turn(RULES, "prepare-and-lay", mine(tracks=1, yen=9), prepared=others("tokyo"))
    assert with_event(state) == []
    state = turn(RULES, "prepare-and-lay", mine(tracks=1, yen=10), prepared=others("tokyo"))
    assert {type(move) for move in with_event(state)} == {m.Prepare, m.Lay}


def test_9_9_the_last_section() -> None:
    """9.9.2: one section is enough for either order."""
    state = turn(RULES, "prepare-and-lay", mine(tracks=1), tracked=others("osaka"))
    assert {move for move in with_event(state) if isinstance(move, m.Lay)} == {m.Lay("event", "osaka", "D", YELLOW)}
    after = played(RULES, state, m.Prepare("event", "tokyo"))
    assert RULES.legal_moves(after) == (m.Lay("event", "osaka", "D", YELLOW),)


def test_9_9_1_the_fee_goes_to_the_reserve_and_comes_first() -> None:
    """9.9.1, D-27."""
    step = RULES.explain(turn(RULES, "prepare-and-lay"), m.Prepare("event", "hamamatsu"))
    paid = [x for x in step.happenings if isinstance(x, h.Paid)]
    assert [(x.payer, x.payee, x.yen) for x in paid] == [(YELLOW, NOBODY, 2), (YELLOW, NOBODY, 3)]
    step = RULES.explain(step.state, m.Lay("event", "osaka", "D", YELLOW))
    paid = [x for x in step.happenings if isinstance(x, h.Paid)]
    assert [(x.payer, x.payee, x.yen) for x in paid] == [(YELLOW, NOBODY, 4)]


# -- blue: prepare and build for 1 yen (9.12)


def test_9_12_prepare_first_and_build_there() -> None:
    """9.12, 9.12.1, D-27: 1 + 3 + 3 yen."""
    state = turn(RULES, "prepare-and-build", actions=3)
    made = (m.Prepare("event", "hamamatsu"), m.Build("event", "hamamatsu", WHITE))
    assert gain(RULES, state, *made) == (-1 - 3 - 3, 3 + 6)
    table = played(RULES, state, *made).table
    assert (table.seats[YELLOW].tracks, table.actions, table.pending) == (1, 2, ())


def test_9_12_3_build_first_on_anybodys_ground() -> None:
    """9.12.3, 7.13.5."""
    state = turn(RULES, "prepare-and-build", {RED: {"tracks": 1}}, prepared=["osaka"])
    made = (m.Build("event", "osaka", GOLD), m.Prepare("event", "hamamatsu"))
    assert gain(RULES, state, *made) == (-1 - 3 - 3, 6 + 3)


def test_9_12_3_build_first_needs_prepared_ground() -> None:
    """7.13.3: the ground to be prepared comes too late."""
    state = turn(RULES, "prepare-and-build", stations={"osaka": GOLD})
    assert {type(move) for move in with_event(state)} == {m.Prepare}
    after = played(RULES, state, m.Prepare("event", "tokyo"))
    assert {move.city for move in RULES.legal_moves(after) if isinstance(move, m.Build)} == {"tokyo"}


def test_9_12_2_the_second_half_is_owed() -> None:
    """9.12.2."""
    state = played(RULES, turn(RULES, "prepare-and-build"), m.Prepare("event", "hamamatsu"))
    assert {type(move) for move in RULES.legal_moves(state)} == {m.Build}
    start = turn(RULES, "prepare-and-build", prepared=["osaka"])
    state = played(RULES, start, m.Build("event", "osaka", GOLD))
    assert {type(move) for move in RULES.legal_moves(state)} == {m.Prepare}
    assert not allowed(RULES, state, m.Finish())


def test_9_12_2_no_first_half_without_a_second_half() -> None:
    """9.12.2: all ground is prepared, so no station either."""
    state = turn(RULES, "prepare-and-build", prepared=ALL)
    assert with_event(state) == []
    assert not allowed(RULES, state, m.Build("event", "osaka", GOLD))


@pytest.mark.parametrize(("yen", "dearest"), [(4, 0), (5, 1), (6, 2), (7, 3), (8, 4)])
def test_9_12_1_both_halves_must_be_payable(yen: int, dearest: int) -> None:
    """9.12.1, D-27: in both orders."""
    state = turn(RULES, "prepare-and-build", mine(yen=yen, vp=20), prepared=["osaka"])
    for city in RULES.edition.cities:
        expected = city.id != "osaka" and city.ground_cost <= dearest
        assert allowed(RULES, state, m.Prepare("event", city.id)) == expected
    build = m.Build("event", "osaka", GOLD)
    assert allowed(RULES, state, build) == (dearest >= 1)
    if dearest:
        state = played(RULES, state, build)
        assert allowed(RULES, state, m.Prepare("event", "maibara"))
        assert allowed(RULES, state, m.Prepare("event", "tokyo")) == (dearest >= 4)


# -- blue: an Olympic token for 3 yen (9.10)


def test_9_10_costs_3_and_goes_on_a_carriage_of_ones_own() -> None:
    """9.10, C-6: any token left, on any of one's carriages, not on the engine, the tail or another's carriage."""
    contents = {**mine("osaka-1", "kyoto-1"), RED: {"train": ("tokyo-1",)}}
    state = turn(RULES, "olympic-token", contents)
    left = state.table.tokens
    assert left == ALL[3:]
    assert set(with_event(state)) == {m.TakeToken("event", city, on) for city in left for on in ("osaka-1", "kyoto-1")}
    for on in ("engine-1", "tail", "tokyo-1", "event", "maibara-1"):
        assert not allowed(RULES, state, m.TakeToken("event", "nagoya", on))
    assert not allowed(RULES, state, m.TakeToken("event", "osaka", "kyoto-1"))  # It lies on a venue.
    move = m.TakeToken("event", "nagoya", "kyoto-1")
    assert gain(RULES, state, move) == (-3, 0)
    table = RULES.apply(state, move).table
    assert table.seats[YELLOW].tokens == (("kyoto-1", "nagoya"),)
    assert set(table.tokens) == set(left) - {"nagoya"}


def test_9_10_three_yen_are_needed() -> None:
    """9.10, 7.7.1."""
    for yen in (2, 3):
        state = turn(RULES, "olympic-token", mine("osaka-1", yen=yen, vp=9))
        assert allowed(RULES, state, m.TakeToken("event", "tokyo", "osaka-1")) == (yen == 3)


def test_9_10_3_none_left() -> None:
    """9.10.3, G-1."""
    state = turn(RULES, "olympic-token", mine("osaka-1"), tokens=())
    assert with_event(state) == []
    assert not allowed(RULES, state, m.TakeToken("event", "tokyo", "osaka-1"))


def test_9_10_3_no_carriage_to_put_it_on() -> None:
    """9.10.3."""
    assert with_event(turn(RULES, "olympic-token")) == []


def test_9_10_several_on_one_card_by_repeating() -> None:
    """9.10, D-46, 7.17.2: 3 + 1 + 3 yen."""
    state = turn(RULES, "olympic-token", mine("osaka-1", REPEAT))
    first, second = m.TakeToken("event", "tokyo", "osaka-1"), m.TakeToken("event", "nagoya", "osaka-1")
    made = (first, m.Repeat(REPEAT, "event"), second)
    assert gain(RULES, state, *made) == (-3 - 1 - 3, 0)
    after = played(RULES, state, *made)
    assert set(after.table.seats[YELLOW].tokens) == {("osaka-1", "tokyo"), ("osaka-1", "nagoya")}
    assert not allowed(RULES, played(RULES, state, *made[:2]), first)


def test_9_10_3_the_last_token_cannot_be_bought_twice() -> None:
    """9.10.3: with none left, repeating the event is impossible."""
    state = turn(RULES, "olympic-token", mine("osaka-1", REPEAT), tokens=("tokyo",))
    state = played(RULES, state, m.TakeToken("event", "tokyo", "osaka-1"))
    assert not allowed(RULES, state, m.Repeat(REPEAT, "event"))


def test_9_10_a_token_of_the_cards_own_city_may_be_bought() -> None:
    """9.10: any token left, any carriage, be it useless (G-9)."""
    state = turn(RULES, "olympic-token", mine("tokyo-1"))
    assert allowed(RULES, state, m.TakeToken("event", "tokyo", "tokyo-1"))


def test_9_10_2_a_token_changes_no_price() -> None:
    """9.10.2, D-10: a carriage with a token still costs what its own cities make it cost; here to buy another."""
    contents = mine("kyoto-2", "osaka-1", tokens=(("osaka-1", "tokyo"),))
    state = turn(RULES, "get-yen", contents, stations={"tokyo": GOLD}, discard=("maibara-1", "tokyo-1"))
    assert gain(RULES, state, m.Buy("kyoto-2", "maibara-1", (GOLD,))) == (-2, 0)
    assert gain(RULES, state, m.Buy("kyoto-2", "tokyo-1", (GOLD,))) == (-3 - 2, 0)


# -- the other actions


@pytest.mark.parametrize(
    ("event", "move", "expected"),
    [
        ("lay-2", m.Lay("event", "osaka", "D", YELLOW), (-2, 6)),
        ("participate", m.Participate("event", 1, 1), (-1, 2)),
        ("participate", m.Participate("event", 1, 0), (0, 0)),
        ("participate", m.Participate("event", 2, 1), (2, 0)),
        ("build", m.Build("event", "osaka", BLACK), (-3, 6)),
        ("prepare", m.Prepare("event", "hamamatsu"), (-3, 3)),
        ("lay", m.Lay("event", "osaka", "B", YELLOW), (-2, 2)),
        ("get-yen", m.GetYen("event"), (7, 0)),
    ],
)
def test_9_11_and_9_13_to_9_18_simple_actions(event: str, move: Move, expected: tuple[int, int]) -> None:
    """9.11, 9.11.1, 9.13, 9.15, 9.16, 9.17, 9.18: for one action, once."""
    state = turn(RULES, event, mine(tracks=2), prepared=["osaka", "kyoto"])
    assert gain(RULES, state, move) == expected
    after = played(RULES, state, move)
    assert (after.table.actions, after.table.pending) == (4, ())
    assert with_event(after) == []


def test_9_11_a_borrowed_track_brings_its_owner_the_lower_cost() -> None:
    """9.11, D-24: 4 - 2."""
    state = turn(RULES, "lay-2", {GREEN: {"tracks": 1}})
    move = m.Lay("event", "osaka", "D", GREEN)
    assert gain(RULES, state, move) == (-2, 6)
    assert gain(RULES, state, move, seat=GREEN) == (2, 0)


@pytest.mark.parametrize("letter", ["A", "B"])
def test_9_11_no_cost_below_zero(letter: str) -> None:
    """9.11, D-17: the event's letter made cheap; with no yen at all and nothing for the owner of the track."""
    events = tuple(
        attrs.evolve(event, letter=letter) if event.effect == "lay-2" else event for event in RULES.edition.events
    )
    rules = ZeroKei(seats=3, edition=attrs.evolve(RULES.edition, events=events))
    vp = {"A": 1, "B": 2}[letter]
    state = turn(rules, "lay-2", mine(yen=0, tracks=1))
    assert gain(rules, state, m.Lay("event", "osaka", letter, YELLOW)) == (0, vp)
    state = turn(rules, "lay-2", {YELLOW: {"yen": 0}, RED: {"tracks": 1}})
    assert gain(rules, state, m.Lay("event", "osaka", letter, RED)) == (0, vp)
    assert gain(rules, state, m.Lay("event", "osaka", letter, RED), seat=RED) == (0, 0)


def test_9_13_needs_a_cauldron() -> None:
    """9.13, D-29."""
    assert with_event(turn(RULES, "participate", mine(cauldrons=0))) == []


def test_9_15_needs_ground() -> None:
    """9.15, 7.13.3."""
    assert with_event(turn(RULES, "build")) == []


def test_9_17_needs_a_track() -> None:
    """9.17, D-25."""
    assert with_event(turn(RULES, "lay")) == []


@pytest.mark.parametrize("effect", [effect.value for effect in Effect if effect.at_end_of_round])
def test_9_0_an_end_of_round_event_offers_no_action(effect: str) -> None:
    """9.0, 10.1: nothing to use, nothing to repeat."""
    state = turn(RULES, effect, mine("osaka-1", REPEAT, tracks=1, vp=5), prepared=["kyoto"], discard=("tokyo-1",))
    assert with_event(state) == []
    state = played(RULES, state, m.Income("tail", GOLD))
    assert not allowed(RULES, state, m.Repeat(REPEAT, "event"))


# -- repeating an event with a Repeat carriage (7.17.2)


@pytest.mark.parametrize(
    ("event", "first", "second", "expected"),
    [
        ("get-yen", (m.GetYen("event"),), (m.GetYen("event"),), (7 - 1 + 7, 0)),
        (
            "prepare-and-lay",
            (m.Prepare("event", "hamamatsu"), m.Lay("event", "hamamatsu", "D", YELLOW)),
            (m.Prepare("event", "maibara"), m.Lay("event", "maibara", "D", YELLOW)),
            (-2 - 3 - 4 - 1 - 2 - 1 - 4, 3 + 6 + 1 + 6),
        ),
        (
            "prepare-and-build",
            (m.Prepare("event", "hamamatsu"), m.Build("event", "hamamatsu", GOLD)),
            (m.Prepare("event", "maibara"), m.Build("event", "maibara", GOLD)),
            (-1 - 3 - 3 - 1 - 1 - 1 - 3, 3 + 6 + 1 + 4),
        ),
        (
            "participate-and-advance",
            (m.Participate("event", 2, 1), m.Advance("event", GOLD)),
            (m.Advance("event", GOLD), m.Participate("event", 2, 1)),
            (2 - 1 + 2, 0),
        ),
        (
            "prepare-lay-or-build",
            (m.Prepare("event", "hamamatsu"),),
            (m.Build("event", "hamamatsu", GOLD),),
            (-3 - 1 - 3, 3 + 6),
        ),
        ("participate", (m.Participate("event", 1, 1),), (m.Participate("event", 2, 1),), (-1 - 1 + 2, 2)),
        ("lay-2", (m.Lay("event", "osaka", "D", RED),), (m.Lay("event", "kyoto", "D", RED),), (-2 - 1 - 2, 12)),
    ],
)
def test_7_17_2_the_event_again_with_its_fee(
    event: str, first: tuple[Move, ...], second: tuple[Move, ...], expected: tuple[int, int]
) -> None:
    """7.17.1, 7.17.2, 7.7.2, F-8, G-12: 1 yen for repeating and everything the event costs once more; two actions."""
    state = turn(RULES, event, {**mine(REPEAT), RED: {"tracks": 2}})
    made = (*first, m.Repeat(REPEAT, "event"), *second)
    assert gain(RULES, state, *made) == expected
    table = played(RULES, state, *made).table
    assert (table.actions, table.pending) == (3, ())


def test_7_17_1_the_fee_of_the_repetition_must_be_payable_with_the_rest() -> None:
    """7.17.1, G-5: the first time takes 7 of the yen, the second 1 more."""
    first = (m.Prepare("event", "maibara"), m.Lay("event", "maibara", "D", YELLOW))
    for yen, expected in ((7 + 7, False), (7 + 8, True)):
        state = played(RULES, turn(RULES, "prepare-and-lay", mine(REPEAT, yen=yen)), *first)
        assert allowed(RULES, state, m.Repeat(REPEAT, "event")) is expected


def test_7_17_1_gains_do_not_pay_for_their_own_repetition() -> None:
    """D-20, G-5: 7 yen again, and income again, need the 1 yen beforehand."""
    state = turn(RULES, "build", mine(REPEAT, yen=0), used=frozenset({"tail"}))
    assert not allowed(RULES, state, m.Repeat(REPEAT, "tail"))
    state = turn(RULES, "get-yen", mine(REPEAT, yen=0), used=frozenset({"event"}))
    assert not allowed(RULES, state, m.Repeat(REPEAT, "event"))
    state = turn(RULES, "get-yen", mine(REPEAT, yen=1), used=frozenset({"event"}))
    assert allowed(RULES, state, m.Repeat(REPEAT, "event"))


def test_7_17_2_not_before_the_event_was_used() -> None:
    """7.17.1."""
    assert not allowed(RULES, turn(RULES, "get-yen", mine(REPEAT)), m.Repeat(REPEAT, "event"))


def test_9_1_repeated_without_a_second_cauldron() -> None:
    """9.1.1, 7.17.1: the last cauldron has gone, so there is nothing to repeat."""
    state = turn(RULES, "participate-and-advance", mine(REPEAT, cauldrons=1))
    state = played(RULES, state, m.Participate("event", 2, 1), m.Advance("event", GOLD))
    assert not allowed(RULES, state, m.Repeat(REPEAT, "event"))


# -- an engine that offers Repeat (with four players: engine 3 participates or repeats)


def test_7_17_1_an_engine_that_repeats_costs_both_fees() -> None:
    """7.6.3, 7.17.1: 2 for the engine, to its owner, and 1 for repeating, to the reserve (G-12)."""
    state = turn(FOUR, "get-yen")
    made = (m.Income("tail", GOLD), m.Repeat("engine-3", "tail"), m.Income("tail", GOLD))
    assert gain(FOUR, state, *made) == (5 - 2 - 1 + 5, 0)
    assert gain(FOUR, state, *made, seat=GREEN) == (2, 0)


def test_7_17_1_an_engine_that_repeated_is_not_made_to_repeat_again() -> None:
    """D-38, G-13: its other action can be repeated, Repeat itself cannot."""
    used = (m.Income("tail", GOLD), m.Repeat("engine-3", "tail"), m.Income("tail", GOLD))
    state = played(FOUR, turn(FOUR, "get-yen", mine(REPEAT, cauldrons=0)), *used)
    assert not allowed(FOUR, state, m.Repeat(REPEAT, "engine-3"))  # no cauldron to participate with
    state = played(FOUR, turn(FOUR, "get-yen", mine(REPEAT)), *used)
    state = played(FOUR, state, m.Repeat(REPEAT, "engine-3"))
    assert {type(move) for move in FOUR.legal_moves(state)} == {m.Participate}
    assert not allowed(FOUR, state, m.Repeat("engine-3", "tail"))
    assert gain(FOUR, state, m.Participate("engine-3", 1, 1))[1] == 2


def test_7_17_1_an_engine_does_not_repeat_itself() -> None:
    """6.C.3, 7.17.1: a card used for something else cannot repeat, and what has not been used is not repeated."""
    state = turn(FOUR, "get-yen")
    assert not allowed(FOUR, state, m.Repeat("engine-3", "engine-3"))
    state = played(FOUR, state, m.Participate("engine-3", 2, 0))
    assert not allowed(FOUR, state, m.Repeat("engine-3", "engine-3"))


# -- what can be repeated, in general


def repeaters(rules: ZeroKei, state: State) -> dict[str, int]:
    """The cards a seat can repeat another with, and what that costs by itself."""
    table = state.table
    seat = table.seats[table.seat]
    gives = {carriage.id: carriage.gives for carriage in rules.edition.carriages}
    if table.phase is not Phase.ACT or table.pending:
        return {}
    fees = {card: 1 for card in seat.train if gives[card] == "repeat"}
    if table.events[table.round] == "repeat-train-card":
        fees["event"] = 0
    if rules.seats == 4:
        cheap = any(gives[card] == "cheap-engine" for card in seat.train)
        fees["engine-3"] = (1 if cheap else 2) + 1
    return fees


def uses(rules: ZeroKei, state: State, card: str, fee: int) -> set[Move]:
    """What a seat could do with a used card if it were unused, after paying a fee."""
    table = state.table
    seats = list(table.seats)
    seats[table.seat] = attrs.evolve(seats[table.seat], yen=seats[table.seat].yen - fee)
    if seats[table.seat].yen < 0:
        return set()
    fresh = attrs.evolve(state, table=attrs.evolve(table, seats=tuple(seats), used=table.used - {card}))
    legal = rules.legal_moves(fresh)
    return {move for move in legal if getattr(move, "card", "") == card and not isinstance(move, m.Repeat)}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_7_17_1_a_card_can_be_repeated_exactly_if_it_could_be_used_with_what_is_left(seats: int) -> None:
    """7.17.1, 7.17.2, 9.8, D-33, D-38, G-5, G-13: along random games, in which nobody finishes early."""
    rules = rules_for(seats)
    repeated = 0
    for seed in range(40):
        rng = Random(seed)
        state = rules.start(rules.deal(rng))
        while legal := rules.legal_moves(state):
            for source, fee in repeaters(rules, state).items():
                for card in state.table.used:
                    expected = uses(rules, state, card, fee) if source not in state.table.used else set[Move]()
                    repeat = m.Repeat(source, card)
                    assert allowed(rules, state, repeat) == bool(expected), (seed, repeat)
                    if expected:
                        repeated += 1
                        assert set(rules.legal_moves(rules.apply(state, repeat))) == expected
            moves: list[Move] = [move for move in legal if not isinstance(move, m.Finish)]
            state = rules.follow(state, rng.choice(moves or [m.Finish()]))
    assert repeated > 50


# -- the end of a round: who decides when (10.1, D-44)


def asked(rules: ZeroKei, state: State, choose: Callable[[int, tuple[Move, ...]], Move]) -> tuple[list[int], State]:
    """Who is asked, in order, and the table once all have answered."""
    seats: list[int] = []
    while state.table.phase is Phase.END:
        seats.append(state.table.seat)
        state = rules.apply(state, choose(state.table.seat, rules.legal_moves(state)))
    return seats, state


def decline(_: int, legal: tuple[Move, ...]) -> Move:
    assert m.Decline() in legal
    return m.Decline()


CONTENTS: dict[int, dict[str, Any]] = {
    YELLOW: {"train": ("osaka-1",), "vp": 7},
    RED: {"train": ("kyoto-1",), "vp": 7},
    GREEN: {"train": ("maibara-1",), "vp": 7},
}


@pytest.mark.parametrize("round", [0, 2, 4])
@pytest.mark.parametrize("effect", ["lose-vp-for-yen", "buy-at-end", "score-a-city"])
def test_10_1_decisions_go_by_the_new_tile_and_may_be_declined(effect: str, round: int) -> None:
    """9.2, 9.7, 9.14, D-44, D-6: each player may; in the fifth round too."""
    state = closed(RULES, effect, CONTENTS, round=round, tile=(GREEN, YELLOW, RED), discard=("tokyo-1",))
    before = purses(state)
    seats, after = asked(RULES, state, decline)
    assert seats == [GREEN, YELLOW, RED]
    assert purses(after) == before == [(30, 7)] * 3
    assert after.table.counters == state.table.counters
    assert (RULES.to_move(after) is None) == (round == 4)


# -- grey: 2 victory points for 5 yen (9.2)


@pytest.mark.parametrize("round", [0, 4])
def test_9_2_each_may_give_2_points_for_5_yen_once(round: int) -> None:
    """9.2, D-43, D-6."""
    state = closed(RULES, "lose-vp-for-yen", CONTENTS, round=round, tile=(GREEN, YELLOW, RED))
    seats, after = asked(RULES, state, lambda seat, _: m.Decline() if seat == YELLOW else m.LoseVp())
    assert seats == [GREEN, YELLOW, RED]
    assert purses(after) == [(30, 7), (35, 5), (35, 5)]


@pytest.mark.parametrize(("vp", "able"), [(-3, False), (0, False), (1, False), (2, True), (3, True)])
def test_9_2_needs_2_points(vp: int, able: bool) -> None:
    """9.2, D-43."""
    state = closed(RULES, "lose-vp-for-yen", {YELLOW: {"vp": vp}, RED: {"vp": 9}})
    offered: dict[int, bool] = {}

    def note(seat: int, legal: tuple[Move, ...]) -> Move:
        offered[seat] = m.LoseVp() in legal
        return m.Decline()

    asked(RULES, state, note)
    assert offered.get(YELLOW, False) is able
    assert offered[RED]


# -- grey: 4 yen for all (9.3)


@pytest.mark.parametrize("round", [0, 4])
@pytest.mark.parametrize("rules", [TWO, RULES, FOUR], ids=["2", "3", "4"])
def test_9_3_four_yen_for_everybody(rules: ZeroKei, round: int) -> None:
    """9.3, D-6: without asking."""
    state = closed(rules, "yen-for-all", round=round)
    assert purses(state) == [(34, 0)] * rules.seats
    assert (rules.to_move(state) is None) == (round == 4)


# -- grey: the reward again (9.4)


@pytest.mark.parametrize("round", [0, 4])
def test_9_4_everybody_gets_the_reward_of_their_space(round: int) -> None:
    """9.4, D-6: a step, 1 yen, 1 victory point, 2 yen."""
    state = closed(FOUR, "reward-again", round=round, tile=(RED, GREEN, YELLOW, BLUE))
    assert (state.table.phase, state.table.seat) == (Phase.END, RED)
    assert set(FOUR.legal_moves(state)) == {m.AdvanceAgain((colour,)) for colour in (GOLD, WHITE, BLACK)}
    after = FOUR.apply(state, m.AdvanceAgain((BLACK,)))
    assert purses(after) == [(30, 1), (30, 0), (31, 0), (32, 0)]
    assert after.table.counters.spaces == (0, 0, 1)
    assert (FOUR.to_move(after) is None) == (round == 4)


def test_9_4_it_is_received_not_offered() -> None:
    """9.4, D-12: only the colour is chosen."""
    state = closed(RULES, "reward-again")
    assert not allowed(RULES, state, m.Decline())


def test_9_4_nobody_on_space_1() -> None:
    """9.4, 5.1.1: with two players on three spaces nothing may be left to decide."""
    state = closed(TWO, "reward-again", tile=(NOBODY, RED, YELLOW))
    assert purses(state) == [(30, 1), (31, 0)]
    assert state.table.phase is Phase.BUY


@pytest.mark.parametrize(("space", "expected"), [(2, (2, 0)), (3, (0, 2)), (4, (4, 0))])
def test_9_4_1_the_ability_doubles_it(space: int, expected: tuple[int, int]) -> None:
    """9.4.1, C-2."""
    tile = [RED, GREEN, BLUE]
    tile.insert(space - 1, YELLOW)
    state = closed(FOUR, "reward-again", mine("maibara-2"), tile=tuple(tile))
    after = FOUR.apply(state, m.AdvanceAgain((GOLD,)))
    assert (after.table.seats[YELLOW].yen - 30, after.table.seats[YELLOW].vp) == expected


def test_9_4_2_doubled_on_space_1_takes_two_different_counters() -> None:
    """9.4.1, 9.4.2."""
    colours = (GOLD, WHITE, BLACK)
    state = closed(RULES, "reward-again", mine("maibara-2"))
    assert set(RULES.legal_moves(state)) == {m.AdvanceAgain((a, b)) for a in colours for b in colours if a is not b}
    after = RULES.apply(state, m.AdvanceAgain((WHITE, GOLD)))
    assert after.table.counters == counters(1, 1, 0, (BLACK, WHITE, GOLD))


def test_9_4_2_the_counter_of_the_placement_may_be_chosen_again() -> None:
    """9.4.2, G-10: under the recommended reading."""
    start = placing(RULES, tile=(NOBODY, RED, GREEN), row=(), claims=(), events=("reward-again", *LATER))
    state = played(RULES, start, m.Place(1, (GOLD,)), m.Finish())
    assert state.table.phase is Phase.END
    assert allowed(RULES, state, m.AdvanceAgain((GOLD,)))


def test_9_4_a_counter_at_the_end_is_a_wasted_choice() -> None:
    """5.C.6, D-3."""
    state = closed(RULES, "reward-again", counters=counters(12, 0, 0, (WHITE, BLACK, GOLD)))
    after = RULES.apply(state, m.AdvanceAgain((GOLD,)))
    assert after.table.counters == state.table.counters


# -- grey: yen by rank (9.6)


@pytest.mark.parametrize(
    ("vp", "tile", "expected"),
    [
        ((9, 5, 1), (YELLOW, RED, GREEN), (2, 3, 4)),
        ((1, 5, 9), (YELLOW, RED, GREEN), (4, 3, 2)),
        ((5, 5, 9), (RED, YELLOW, GREEN), (4, 3, 2)),
        ((5, 5, 9), (YELLOW, GREEN, RED), (3, 4, 2)),
        ((5, 5, 5), (GREEN, RED, YELLOW), (4, 3, 2)),
        ((-3, 0, 0), (YELLOW, GREEN, RED), (4, 3, 2)),
    ],
)
@pytest.mark.parametrize("round", [0, 4])
def test_9_6_yen_by_place_on_the_score_marker(
    vp: tuple[int, ...], tile: tuple[int, ...], expected: tuple[int, ...], round: int
) -> None:
    """9.6, 9.6.1, D-42, D-6: 2 for the first, then 3, then 4; between equals the lower space of the tile is first."""
    contents = {seat: {"vp": points} for seat, points in enumerate(vp)}
    state = closed(RULES, "yen-by-rank", contents, round=round, tile=tile)
    assert tuple(yen - 30 for yen, _ in purses(state)) == expected
    assert tuple(points for _, points in purses(state)) == vp


@pytest.mark.parametrize("rules", [TWO, FOUR], ids=["2", "4"])
def test_9_6_with_two_and_four_players(rules: ZeroKei) -> None:
    """9.6, G-11: places 1 to n of the table."""
    contents = {seat: {"vp": seat} for seat in range(rules.seats)}
    state = closed(rules, "yen-by-rank", contents)
    assert [yen - 30 for yen, _ in purses(state)] == [5, 4, 3, 2][-rules.seats :]


@pytest.mark.parametrize("order", [*permutations(range(3))])
def test_9_6_1_players_on_zero_rank_in_turn_order(order: tuple[int, ...]) -> None:
    """9.6.1: so it need not be known whose score counter lies on top at the start (2.G.2)."""
    start = after_engines(RULES, ENGINES, turn_order=order)
    assert purses(start) == [(start.table.seats[0].yen, 0)] * 3
    events = ("yen-by-rank", *(effect for effect in start.table.events if effect != "yen-by-rank"))[:5]
    state = acting(RULES, start, order[-1], 1, events=events, tile=start.table.tile)
    happenings = RULES.explain(state, m.Finish()).happenings
    paid = [(x.payee, x.yen) for x in happenings if isinstance(x, h.Paid) and x.clause == "9.6.1"]
    assert paid == [*zip(order, RULES.edition.figures.yen_by_rank, strict=False)]


# -- blue: buy at the end (9.7)


def test_9_7_1_as_usual() -> None:
    """9.7, 9.7.1: paid to the reserve, to the left of the tail, the counters advance; no used card token."""
    state = closed(RULES, "buy-at-end", mine("osaka-1"), discard=("hashima-1", "osaka-kyoto"))
    legal = {m.BuyAtEnd("hashima-1", (WHITE,)), m.Decline()}
    legal |= {m.BuyAtEnd("osaka-kyoto", (GOLD, second)) for second in (WHITE, BLACK)}
    assert set(RULES.legal_moves(state)) == legal
    after = RULES.apply(state, m.BuyAtEnd("osaka-kyoto", (GOLD, BLACK)))
    seat = after.table.seats[YELLOW]
    assert (seat.train, seat.yen, seat.spent) == (("osaka-1", "osaka-kyoto"), 30 - 4, frozenset())
    assert after.table.counters == counters(1, 0, 1, (WHITE, GOLD, BLACK))
    assert after.table.discard == ("hashima-1",)


@pytest.mark.parametrize(
    ("stations", "price"), [([], 4), (["osaka"], 6), (["kyoto"], 6), (["osaka", "kyoto"], 8), (["tokyo"], 4)]
)
def test_9_7_full_price_with_the_surcharge_and_yen_only(stations: list[str], price: int) -> None:
    """9.7, 5.B.2, 5.B.3, D-36: victory points do not help here."""
    move = m.BuyAtEnd("osaka-kyoto", (GOLD, WHITE))
    built = dict(zip(stations, (GOLD, WHITE), strict=False))
    for yen in (price - 1, price):
        state = closed(RULES, "buy-at-end", mine(yen=yen, vp=20), discard=("osaka-kyoto",), stations=built)
        assert allowed(RULES, state, move) == (yen == price)
        if yen == price:
            assert RULES.apply(state, move).table.seats[YELLOW].yen == 0


def test_9_7_one_card_each_and_first_come_first_served() -> None:
    """9.7, D-36."""
    state = closed(RULES, "buy-at-end", tile=(RED, GREEN, YELLOW), discard=("hashima-1", "tokyo-1"))
    state = RULES.apply(state, m.BuyAtEnd("tokyo-1", (GOLD,)))
    assert (state.table.phase, state.table.seat) == (Phase.END, GREEN)
    assert not allowed(RULES, state, m.BuyAtEnd("tokyo-1", (GOLD,)))
    state = RULES.apply(state, m.BuyAtEnd("hashima-1", (WHITE,)))
    seats, state = asked(RULES, state, decline)
    assert seats in ([YELLOW], [])
    assert [seat.train for seat in state.table.seats] == [(), ("tokyo-1",), ("hashima-1",)]


def test_9_7_in_the_last_round_too() -> None:
    """9.7, D-6: and it counts in the final scoring."""
    state = closed(RULES, "buy-at-end", CONTENTS, round=4, discard=("kyoto-2",), tracked=["osaka", "kyoto"])
    state = RULES.apply(state, m.BuyAtEnd("kyoto-2", (WHITE,)))
    _, state = asked(RULES, state, decline)
    assert RULES.to_move(state) is None
    connected = [item.points for item in RULES.scores(state)[YELLOW].items if item.clause.startswith("11.5")]
    assert connected == [6]


def test_9_7_any_card_of_the_pile() -> None:
    """D-35."""
    pile = ("hashima-1", "kyoto-1", "maibara-1", "tokyo-1")
    state = closed(RULES, "buy-at-end", discard=pile)
    assert {move.carriage for move in RULES.legal_moves(state) if isinstance(move, m.BuyAtEnd)} == set(pile)


# -- green: score a city (9.14)

LINE: dict[str, Any] = {
    "stations": {"maibara": GOLD, "kyoto": WHITE, "osaka": BLACK, "tokyo": GOLD},
    "tracked": ["maibara", "kyoto", "osaka", "nagoya"],
    "counters": counters(5, 5, 2, (BLACK, WHITE, GOLD)),
}
"""Gold lies on white, black is behind: 6, 3 and 1. Nagoya has no station, Tokyo has one but no track."""


@pytest.mark.parametrize("round", [0, 4])
@pytest.mark.parametrize(
    ("train", "tokens", "city", "vp"),
    [
        (("maibara-1",), (), "maibara", 6),
        (("kyoto-1",), (), "kyoto", 3),
        (("osaka-1",), (), "osaka", 1),
        (("nagoya-1",), (), "nagoya", 0),
        (("tokyo-1",), (), "tokyo", -3),
        (("maibara-1", "maibara-hashima"), (), "maibara", 12),
        (("maibara-1", "maibara-2", "maibara-hashima"), (), "maibara", 18),
        (("tokyo-1", "tokyo-2"), (), "tokyo", -6),
        (("nagoya-1",), (("nagoya-1", "maibara"),), "maibara", 6),
        (("nagoya-1", "maibara-1"), (("nagoya-1", "maibara"),), "maibara", 12),
        (("maibara-1",), (("maibara-1", "maibara"),), "maibara", 6),
    ],
)
def test_9_14_1_once_for_each_card_at_todays_value(
    train: tuple[str, ...], tokens: tuple[tuple[str, str], ...], city: str, vp: int, round: int
) -> None:
    """9.14, 9.14.1, D-45, G-7, G-9, D-6."""
    contents = {YELLOW: {"train": train, "tokens": tokens, "vp": 1}}
    state = closed(RULES, "score-a-city", contents, round=round, **LINE)
    after = RULES.apply(state, m.ScoreCity(city))
    assert after.table.seats[YELLOW].vp == 1 + vp
    assert after.table.seats[YELLOW].yen == 30


def test_9_14_only_a_city_of_ones_own_train() -> None:
    """9.14: not another's, and not that of a venue one leads."""
    contents = {**CONTENTS, YELLOW: {"train": ("osaka-kyoto", "nagoya-1"), "tokens": (("nagoya-1", "tokyo"),)}}
    state = closed(RULES, "score-a-city", contents, cauldrons=((0, 0, 0), (0, 0, 0), (4, 0, 0)), **LINE)
    assert set(RULES.legal_moves(state)) == {
        m.Decline(),
        *(m.ScoreCity(city) for city in ("osaka", "kyoto", "nagoya", "tokyo")),
    }
    assert not allowed(RULES, state, m.ScoreCity("maibara"))


def test_9_14_1_the_venue_adds_nothing() -> None:
    """D-45: Osaka is a venue which yellow leads."""
    contents = mine("osaka-1")
    state = closed(RULES, "score-a-city", contents, cauldrons=((4, 0, 0), (0, 0, 0), (0, 0, 0)), **LINE)
    assert RULES.apply(state, m.ScoreCity("osaka")).table.seats[YELLOW].vp == 1


def test_9_14_the_marker_may_fall_below_zero() -> None:
    """G-7."""
    state = closed(RULES, "score-a-city", mine("tokyo-1"), **LINE)
    assert RULES.apply(state, m.ScoreCity("tokyo")).table.seats[YELLOW].vp == -3


def test_9_14_one_city_each() -> None:
    """9.14, D-44: red scores after yellow by the same counters."""
    state = closed(RULES, "score-a-city", CONTENTS, tile=(YELLOW, RED, GREEN), **LINE)
    made = {YELLOW: m.ScoreCity("osaka"), RED: m.ScoreCity("kyoto"), GREEN: m.ScoreCity("maibara")}
    seats, after = asked(RULES, state, lambda seat, _: made[seat])
    assert seats == [YELLOW, RED, GREEN]
    assert [seat.vp for seat in after.table.seats] == [7 + 1, 7 + 3, 7 + 6]


def test_9_14_1_it_is_scored_again_at_the_end() -> None:
    """9.14.1, 11.3.4: scoring a city now takes nothing from the final scoring."""
    state = closed(RULES, "score-a-city", CONTENTS, round=4, **LINE)
    state = RULES.apply(state, m.ScoreCity("osaka"))
    _, state = asked(RULES, state, decline)
    items = RULES.scores(state)[YELLOW].items
    assert sum(item.points for item in items if item.clause.startswith("11.3")) == 1
    assert items[0].points == 7 + 1
