"""The base for small games, on a game of Nim: its laws hold, and what it says by default are sentences."""

from __future__ import annotations

import pytest
from attrs import evolve, frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from shinkansen.core.attrs_ruleset import AttrsRuleset
from shinkansen.core.draws import Chance, Draw, Parts, Pile
from shinkansen.core.errors import ArgumentError, Refusal, WireError
from shinkansen.core.ruleset import Outcome, Score, ScoreItem, Step
from shinkansen.testing import Position, Subject, check_game, finished


@frozen
class Deal:
    heap: tuple[int, ...]


@frozen
class Table:
    left: int
    turn: int
    seats: tuple[int, ...]
    """What each seat has taken."""


@frozen
class Nothing:
    pass


@frozen
class State:
    table: Table
    hidden: Nothing = Nothing()


@frozen
class Take:
    count: int


@frozen
class Taken:
    seat: int
    clause: str = "1"


@frozen
class Nim(AttrsRuleset[Deal, State, Take, Taken]):
    most: int = 3

    @property
    def game(self) -> str:
        return "nim"

    @property
    def classes(self) -> tuple[type[Deal], type[State], type[Take]]:
        return Deal, State, Take

    @property
    def chance(self) -> Chance:
        return Chance((Pile("heaps", tuple(range(4, 9))),), (Draw("heap", ("heaps",), "At once, for all.", "1"),))

    def dealt(self, parts: Parts) -> Deal:
        return Deal(tuple(map(int, parts["heap"])))

    def start(self, deal: Deal) -> State:
        self.chance.check(deal)
        return State(Table(deal.heap[0], 0, (0,) * self.seats))

    def check_state(self, state: State) -> None:
        table = state.table
        if len(table.seats) != self.seats or not 0 <= table.turn < self.seats or table.left < 0:
            raise WireError("this is not a table of Nim")

    def to_move(self, state: State) -> int | None:
        return state.table.turn if state.table.left else None

    def legal_moves(self, state: State) -> tuple[Take, ...]:
        return tuple(map(Take, range(1, min(self.most, state.table.left) + 1)))

    def why_not(self, state: State, move: object, by: int | None = None) -> Refusal | None:
        if by not in (None, self.to_move(state)) or move not in self.legal_moves(state):
            return Refusal("no", "1", "That cannot be taken.")
        return None

    def narrate(self, state: State, move: Take) -> Step[State, Taken]:
        table = state.table
        taken = tuple(had + move.count * (seat == table.turn) for seat, had in enumerate(table.seats))
        after = Table(table.left - move.count, (table.turn + 1) % self.seats, taken)
        return Step(evolve(state, table=after), (Taken(table.turn),))

    def scores(self, state: State) -> tuple[Score, ...]:
        return tuple(Score(seat, (ScoreItem("sticks", had, "1"),)) for seat, had in enumerate(state.table.seats))

    def outcome(self, state: State) -> Outcome | None:
        totals = self.totals(state)
        winners = tuple(seat for seat, total in enumerate(totals) if total == max(totals))
        return None if state.table.left else Outcome(winners, totals, "most sticks", "1")

    def say(self, thing: object, state: State | None = None) -> str:
        if isinstance(thing, Take | Taken):
            return "Sticks are taken."
        return super().say(thing, state)


NIM: Subject[Nim, Deal, State, Take] = Subject(
    "Nim", st.builds(Nim, st.integers(1, 4)), lambda rules, state: st.builds(Take, st.integers(-1, 9)) | st.none()
)


@settings(deadline=None)
@given(finished(NIM))
def test_all_laws_hold(game: Position[Nim, Deal, State, Take]) -> None:
    check_game(game.rules, game.deal, game.moves)


def test_its_json_is_that_of_its_classes() -> None:
    rules = Nim(seats=2)
    state = rules.start(Deal((5,)))
    assert rules.deal_json(Deal((5,))) == {"heap": [5]}
    assert rules.move_json(Take(2)) == {"count": 2}
    assert rules.state_json(state) == {"table": {"left": 5, "turn": 0, "seats": [0, 0]}, "hidden": {}}
    assert rules.spelled() == (f"from {__name__} import Nim", "Nim(seats=2, most=3)")


def test_a_state_is_read_only_if_the_game_accepts_it() -> None:
    table = {"left": 5, "turn": 0, "seats": [0, 0, 0]}
    assert Nim(seats=3).read_state({"table": table, "hidden": {}}) == Nim(seats=3).start(Deal((5,)))
    with pytest.raises(WireError, match="not a table of Nim"):
        Nim(seats=2).read_state({"table": table, "hidden": {}})
    with pytest.raises(WireError, match=r"state\.table\.left: found true, expected a whole number"):
        Nim(seats=3).read_state({"table": {**table, "left": True}, "hidden": {}})


def test_what_all_games_have_in_common_is_put_into_words() -> None:
    rules = Nim(seats=2)
    score = Score(1, (ScoreItem("sticks", 3, "1"),))
    assert rules.say(score) == "Seat 1 has 3 points: sticks +3."
    assert rules.say(score.items[0]) == "Sticks: 3 (1)."
    assert rules.say(Outcome((0, 1), (3, 3), "most sticks", "1")) == "Seat 0 and seat 1 won: most sticks (1)."
    assert rules.say(Outcome((), (0, 0), "the bank is broke", "2")) == "Nobody won: the bank is broke (2)."
    assert rules.say(Refusal("no", "1", "That cannot be taken.")) == "That cannot be taken. (clause 1)"
    with pytest.raises(ArgumentError, match="found 'sticks', expected a move or something else of nim"):
        rules.say("sticks")
