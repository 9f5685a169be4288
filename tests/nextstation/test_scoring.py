"""Scoring: what breaks a tie, and what the points are in the middle of a round."""

from __future__ import annotations

from collections.abc import Sequence

from shinkansen.core.ruleset import Outcome
from shinkansen.nextstation.deal import Deal
from shinkansen.nextstation.moves import PASS, Draw, Move
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.sheet_check import shipped
from shinkansen.nextstation.table import State

LONDON = shipped()
JOKERS = ("street-joker", "underground-joker", *(card for card in LONDON.cards if not card.endswith("-joker")))
TWO = NextStation(seats=2)
UNDER = Draw(("4,6", "7,3"))
"""From pink's departure under the Thames: two districts of one station, and 2 points."""


def started() -> State:
    """Every round begins with two jokers. The first seat has pink, then green; the second blue, then purple."""
    return TWO.start(Deal(("pink", "purple", "blue", "green"), JOKERS, JOKERS, JOKERS, JOKERS))


def over(state: State) -> Outcome:
    """The outcome if nobody draws any more."""
    while TWO.to_move(state) is not None:
        state = TWO.apply(state, PASS)
    outcome = TWO.outcome(state)
    assert outcome is not None
    return outcome


def after(state: State, moves: Sequence[Move]) -> State:
    for move in moves:
        state = TWO.apply(state, move)
    return state


def next_round(state: State) -> State:
    number = state.table.round
    while state.table.round == number:
        state = TWO.apply(state, PASS)
    return state


def test_9_9_the_points_for_the_thames_belong_to_the_best_single_line() -> None:
    """Both have 4 points: one line of 2 + 2 against two lines of 2, each two districts of one station."""
    state = next_round(after(started(), [UNDER, Draw(("5,7", "6,6"))]))
    assert TWO.totals(state) == (4, 2)
    outcome = over(after(state, [PASS, Draw(("2,5", "3,6"))]))
    assert outcome.totals == (4, 4)
    assert (outcome.winners, outcome.clause) == ((0,), "9.9")


def test_9_10_with_equal_best_lines_the_victory_is_shared() -> None:
    outcome = over(after(started(), [Draw(("6,3", "7,3")), Draw(("5,7", "6,6"))]))
    assert outcome.totals == (2, 2)
    assert (outcome.winners, outcome.clause) == ((0, 1), "9.10")


def test_scores_in_the_middle_of_a_round_are_those_of_a_round_that_ends_here() -> None:
    """Also its tourist sites; and what the others have chosen face down does not count yet (R40)."""
    state = after(started(), [Draw(("6,3", "7,3")), PASS])
    assert TWO.totals(state) == (2, 0)
    state = TWO.apply(state, Draw(("5,3", "6,3")))
    assert TWO.totals(state) == (2, 0)
    state = TWO.apply(state, PASS)
    assert TWO.totals(state) == (2 * 2 + 1, 0)  # east 1, centre 2; the central station is a tourist site
    assert TWO.totals(next_round(state)) == TWO.totals(state)
