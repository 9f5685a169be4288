"""Laws of Next Station alone, and peeks at another seat's choice, each caught by a law of the contract."""

from __future__ import annotations

from functools import reduce
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinkansen.core.errors import Refusal
from shinkansen.core.knowledge import Preview, View
from shinkansen.core.plain_json import digest
from shinkansen.core.record import record, seen_by, verify
from shinkansen.core.ruleset import Score, ScoreItem, Stage, Step
from shinkansen.nextstation import turns
from shinkansen.nextstation.happenings import Happening
from shinkansen.nextstation.moves import PASS, Draw, Move
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.table import State
from shinkansen.nextstation.testing.sheets import tiny
from shinkansen.nextstation.testing.strategies import READINGS, VARIED, Position, any_section, positions
from shinkansen.testing import LAWS
from shinkansen.testing.situation import Situation

# -- choices at the same time (4.5)


@given(positions(of=VARIED), st.data())
def test_the_order_in_which_seats_choose_never_matters(position: Position, data: st.DataObject) -> None:
    """4.5: all choose on the same card, so any order of the same choices leads to the same state, told alike."""
    rules, state = position.rules, position.state
    for seat in rules.chosen(state):
        state = rules.taken_back(state, seat)
    seats = rules.choosing(state)
    choices = {seat: data.draw(st.sampled_from(rules.legal_moves(rules.turn_to(state, seat)))) for seat in seats}

    def after(order: tuple[int, ...]) -> Step[State, Happening]:
        here = state
        for seat in order[:-1]:
            here = rules.follow(rules.turn_to(here, seat), choices[seat])
        return rules.narrate(rules.turn_to(here, order[-1]), choices[order[-1]])

    order = tuple(data.draw(st.permutations(seats)))
    assert after(order) == after(seats)


@given(positions(of=READINGS), st.data())
def test_a_choice_that_was_taken_back_leaves_no_trace(position: Position, data: st.DataObject) -> None:
    rules, state = position.rules, position.state
    seat = data.draw(st.sampled_from(rules.choosing(state)))
    if len(rules.choosing(state)) > 1:
        here = rules.turn_to(state, seat)
        move = data.draw(st.sampled_from(rules.legal_moves(here)))
        assert rules.taken_back(rules.follow(here, move), seat) == here


@given(positions(of=VARIED), st.data())
def test_a_section_is_the_same_from_either_end(position: Position, data: st.DataObject) -> None:
    move = data.draw(any_section(position.rules))
    assert isinstance(move, Draw)
    back = Draw(move.section[::-1])
    assert back == move
    assert position.rules.why_not(position.state, back) == position.rules.why_not(position.state, move)


# -- planted peeks: each looks at what another seat has chosen on the same card


def on(state: State) -> list[Move]:
    """The sections that somebody has chosen and nobody may know."""
    return [move for move in state.hidden.choices if isinstance(move, Draw)]


class OffersOthers(NextStation):
    """Does not offer a section that another seat has chosen."""

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        return tuple(move for move in super().legal_moves(state) if move not in on(state))

    def why_not(self, state: State, move: object, by: int | None = None) -> Refusal | None:
        taken = state.table.choosing and move in on(state) and by in (None, state.table.choosing[0])
        return Refusal("taken", "4.5", "That is taken.") if taken else super().why_not(state, move, by)


class RefusesOthers(NextStation):
    """Refuses what is refused anyway with another sentence once somebody has chosen a section."""

    def why_not(self, state: State, move: object, by: int | None = None) -> Refusal | None:
        refusal = super().why_not(state, move, by)
        return refusal and (attrs.evolve(refusal, sentence="Somebody draws a section.") if on(state) else refusal)


class SeesOthers(NextStation):
    """A view with everybody's choices as they are."""

    def view(self, state: State, seat: int) -> View[State]:
        seen = super().view(state, seat)
        return View(seat, State(seen.state.table, attrs.evolve(seen.state.hidden, choices=state.hidden.choices)))


class ScoresChoices(NextStation):
    """Counts a section as soon as it is chosen, in scores and totals alike."""

    def scores(self, state: State) -> tuple[Score, ...]:
        return tuple(
            Score(score.seat, (*score.items, ScoreItem("a section", 1, "8.3"))) if isinstance(choice, Draw) else score
            for score, choice in zip(super().scores(state), state.hidden.choices, strict=True)
        )

    def totals(self, state: State) -> tuple[int, ...]:
        return tuple(score.total for score in self.scores(state))


class TotalsChoices(NextStation):
    """Counts it only where nobody reads titles."""

    def totals(self, state: State) -> tuple[int, ...]:
        pairs = zip(super().totals(state), state.hidden.choices, strict=True)
        return tuple(total + isinstance(choice, Draw) for total, choice in pairs)


class DigestsChoices(NextStation):
    def digest(self, state: State) -> str:
        return digest([super().digest(state), [repr(move) for move in on(state)]])


class LaysChoicesOpen(NextStation):
    """Writes the choices on the table."""

    def state_json(self, state: State) -> dict[str, Any]:
        content: Any = super().state_json(state)
        return {**content, "table": {**content["table"], "chosen": content["hidden"]["choices"]}}

    def read_state(self, content: Any) -> State:
        table = {name: part for name, part in content["table"].items() if name != "chosen"}
        return super().read_state({**content, "table": table})


class PartsWithChoices(NextStation):
    """What lies in front of a seat contains its choice."""

    def part(self, state: State, seat: int) -> Any:
        return [super().part(state, seat), repr(state.hidden.choices[seat])]


class ForeseesChoices(NextStation):
    """Previews that also draw what the others have chosen, according to the view."""

    def foreseen(self, view: View[State], move: Move) -> Preview[State, Happening]:
        seen = super().foreseen(view, move)
        happened = list[Happening]()
        boards = turns.drawn(self.kit, seen.state.table, view.state.hidden.choices, happened.append)
        table = attrs.evolve(seen.state.table, boards=boards)
        return Preview(State(table, seen.state.hidden), (*seen.happenings, *happened), seen.stops)


SEEN: list[State] = []


class Clairvoyant(NextStation):
    """Previews that draw what the others have really chosen, remembered from when the view was made."""

    def view(self, state: State, seat: int) -> View[State]:
        SEEN.append(state)
        return super().view(state, seat)

    def foreseen(self, view: View[State], move: Move) -> Preview[State, Happening]:
        seen = super().foreseen(view, move)
        happened = list[Happening]()
        turns.drawn(self.kit, view.state.table, SEEN[-1].hidden.choices, happened.append)
        return attrs.evolve(seen, happenings=(*seen.happenings, *happened))


class PositionsChoices(NextStation):
    """The line of text says how many sections were chosen."""

    def position(self, state: State, hidden: bool = False) -> str:
        return super().position(state, hidden=hidden or bool(on(state)))


class SaysChoices(NextStation):
    """Words a move differently once somebody has chosen a section."""

    def say(self, thing: object, state: State | None = None) -> str:
        told = super().say(thing, state)
        return f"Again: {told}" if state is not None and thing == PASS and on(state) else told


class StagesChoices(NextStation):
    def stage(self, state: State) -> Stage:
        stage = super().stage(state)
        return attrs.evolve(stage, words=f"{stage.words}, and {len(on(state))} draw") if on(state) else stage


class TellsChoices(NextStation):
    """What happens when a seat chooses says what it has chosen."""

    def narrate(self, state: State, move: Move) -> Step[State, Happening]:
        step = super().narrate(state, move)
        if len(state.table.choosing) == 1:
            return step
        told = list[Happening]()
        seat = state.table.choosing[0]
        nobody = self.kit.nobody_chose
        turns.drawn(self.kit, state.table, (*nobody[:seat], move, *nobody[seat + 1 :]), told.append)
        return Step(step.state, (*step.happenings, *told))


class FirstComeFirstServed(NextStation):
    """A section that somebody else has chosen before is not drawn again."""

    def narrate(self, state: State, move: Move) -> Step[State, Happening]:
        return super().narrate(state, PASS if move in on(state) else move)

    def follow(self, state: State, move: Move) -> State:
        return self.narrate(state, move).state


PEEKS: dict[type[NextStation], str] = {
    OffersOthers: "blocks",
    RefusesOthers: "blocks",
    SeesOthers: "blocks",
    ScoresChoices: "blocks",
    TotalsChoices: "blocks",
    DigestsChoices: "blocks",
    LaysChoicesOpen: "blocks",
    PartsWithChoices: "blocks",
    ForeseesChoices: "previews",
    Clairvoyant: "previews",
    PositionsChoices: "blocks",
    SaysChoices: "blocks",
    StagesChoices: "blocks",
    TellsChoices: "blocks",
    FirstComeFirstServed: "blocks",
}
"""Who peeks, and the law that says so."""

SHEET = tiny(
    cards=("street-square", "underground-joker", "underground-circle"), departures=("0,0", "2,2", "1,0", "0,2")
)


def found_by(law: str, rules: NextStation) -> list[str]:
    """What a law says along a game that the honest rules play; it stops at the first complaint."""
    (only,) = [each for each in LAWS if each.id == law]
    honest = NextStation(seats=rules.seats, edition=rules.edition)
    rng = Random(20)
    for _ in range(3):
        deal = honest.deal(rng)
        state = honest.start(deal)
        while legal := honest.legal_moves(state):
            tried = (Draw(("0,0", "9,9")), None)
            if complaints := [*only.complaints(Situation(rules, state, tried))]:
                return complaints
            state = honest.follow(state, rng.choice(legal))
    return []


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize(("peek", "law"), PEEKS.items(), ids=[peek.__name__ for peek in PEEKS])
def test_a_peek_at_another_seats_choice_is_caught(peek: type[NextStation], law: str, seats: int) -> None:
    assert found_by(law, peek(seats=seats, edition=SHEET))


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("law", sorted({*PEEKS.values()}))
def test_who_does_not_peek_is_not_accused(law: str, seats: int) -> None:
    assert found_by(law, NextStation(seats=seats, edition=SHEET)) == []


# -- records


@given(positions(of=VARIED), st.data())
def test_the_record_that_a_seat_has_does_not_tell_choices_that_lie_face_down(
    position: Position, data: st.DataObject
) -> None:
    rules, seat = position.rules, data.draw(st.integers(0, position.rules.seats - 1), "seat")
    whole = record(rules, position.deal, position.moves)
    verify(rules, whole)
    own = seen_by(rules, whole, seat)
    verify(rules, own)
    face_down = len(rules.chosen(position.state))
    assert len(own.plies) == len(position.moves) - face_down
    if face_down:
        *before, _ = position.moves
        other = data.draw(
            st.sampled_from(rules.legal_moves(reduce(rules.follow, before, rules.start(position.deal)))),
            "another choice",
        )
        assert seen_by(rules, record(rules, position.deal, [*before, other]), seat) == own
