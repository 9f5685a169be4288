"""Previews: what a move does as far as its mover can know, and that it stops where something is turned up.

That previews are equal for states that look alike, that they foresee nothing that does not happen, and that they stop
nowhere else, is a law of the contract (`previews` in `testing.laws`), checked on every kind of game.
"""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinkansen.core.errors import ArgumentError, IllegalMove
from shinkansen.core.knowledge import Preview, View
from shinkansen.core.play import Chooser, greedy
from shinkansen.testing import LAWS, Position, positions
from shinkansen.testing.situation import Situation
from shinkansen.zerokei import happenings as h
from shinkansen.zerokei import moves as m
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import FACE_DOWN, Phase, State
from shinkansen.zerokei.testing.strategies import READINGS, SOLO, rules_for
from shinkansen.zerokei.testing.tables import GOLD, turn
from tests.fake_game import Deal, HigherCard

TWO = rules_for(2)


def next_cards(rules: ZeroKei, state: State, seat: int) -> float:
    """A value by the names of what has been turned up: nobody may base a choice on it before that."""
    shown = (*state.table.row, *(token for token in state.table.board if token != FACE_DOWN))
    return sum(sum(name.encode()) % 97 for name in shown)


@pytest.mark.parametrize("subject", [READINGS, SOLO], ids=["readings", "solo"])
@given(data=st.data())
def test_a_greedy_choice_does_not_depend_on_what_is_face_down(subject: Any, data: st.DataObject) -> None:
    """4.D.2, 12.6.4: until the first version of previews it did, whenever a move ended a round or Hideo's turn came."""
    position: Position[ZeroKei, Any, State, Move] = data.draw(positions(subject))
    rules, state = position.rules, position.state
    seat = rules.to_move(state)
    assert seat is not None
    other = rules.redeal(rules.view(state, seat), data.draw(st.randoms(use_true_random=False)))
    chosen: list[Move] = []
    for each in (state, other):
        choose: Chooser[State, Move] = greedy(next_cards, Random(1))
        chosen.append(choose(rules, each, rules.legal_moves(each)))
    assert chosen[0] == chosen[1]


def test_4_d_2_a_preview_stops_before_the_row_is_laid() -> None:
    """The last turn of a round: the yen for the unused action and the new round can be foreseen, its carriages not."""
    state = turn(TWO, "yen-for-all", {0: {"yen": 3}}, actions=1, round=1, seat=0)
    seat = TWO.to_move(state)
    assert seat is not None
    seen = TWO.preview(TWO.view(state, seat), m.Finish())
    happened = TWO.explain(state, m.Finish()).happenings
    assert seen.stops
    assert seen.happenings == happened[: len(seen.happenings)]
    assert isinstance(happened[len(seen.happenings)], h.RowLaid)
    assert any(isinstance(each, h.RoundBegan) for each in seen.happenings)
    assert (seen.state.table.phase, seen.state.table.row, seen.state.table.round) == (Phase.BUY, (), 2)


def test_a_move_that_turns_nothing_up_is_foreseen_whole() -> None:
    state = turn(TWO, "yen-for-all", {0: {"yen": 3}}, actions=2, round=1, seat=0)
    move = m.Income("tail", GOLD)
    seen = TWO.preview(TWO.view(state, 0), move)
    step = TWO.explain(state, move)
    assert not seen.stops
    assert seen.happenings == step.happenings
    assert TWO.view(seen.state, 0) == TWO.view(step.state, 0)


def test_nobody_foresees_what_the_others_choose_at_the_same_time() -> None:
    rules = HigherCard(seats=2)
    first = rules.start(Deal((0, 1, 2, 3, 4, 5)))
    seen = rules.preview(rules.view(first, 0), 2)
    assert not seen.stops
    assert seen.state.chosen == (2, None)
    last = rules.follow(first, 2)
    assert rules.preview(rules.view(last, 1), 3).stops


class Timid(ZeroKei):
    """Foresees nothing at all."""

    def foreseen(self, view: View[State], move: Move) -> Preview[State, h.Happening]:
        return Preview(view.state, (), stops=True)


def test_a_preview_that_stops_for_no_reason_breaks_the_law() -> None:
    rules = Timid(seats=2)
    law = next(law for law in LAWS if law.id == "previews")
    told = [*law.complaints(Situation(rules, rules.start(rules.deal(Random(1)))))]
    assert told
    assert all("stops, but nothing is turned up" in each for each in told)


def test_who_is_not_to_move_and_what_is_illegal_has_no_preview() -> None:
    state = TWO.start(TWO.deal(Random(1)))
    seat = TWO.to_move(state)
    assert seat is not None
    with pytest.raises(IllegalMove, match="It is yellow's turn, not red's"):
        TWO.preview(TWO.view(state, 1 - seat), TWO.legal_moves(state)[0])
    with pytest.raises(IllegalMove, match="you must choose an engine"):
        TWO.preview(TWO.view(state, seat), m.Finish())
    for wrong in (state, None, 3):
        with pytest.raises(ArgumentError, match="expected a view"):
            TWO.preview(wrong, m.Finish())  # type: ignore[arg-type]
    with pytest.raises(ArgumentError, match="there is no seat 7, expected 0 to 1"):
        TWO.preview(View(7, state), m.Finish())
    with pytest.raises(ArgumentError, match="expected a state"):
        TWO.preview(View(0, "nothing"), m.Finish())  # type: ignore[arg-type]
