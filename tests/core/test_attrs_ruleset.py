"""The base for small games, on a game of Nim: its laws hold, and what it says by default are sentences."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from typing import Any

import pytest
from attrs import evolve, frozen
from hypothesis import given, settings
from hypothesis import strategies as st

from shinkansen.core.attrs_ruleset import AttrsRuleset
from shinkansen.core.clauses import Rulebook, read_rulebook
from shinkansen.core.draws import Chance, Draw, Parts, Pile
from shinkansen.core.errors import ArgumentError, Refusal, ShinkansenError, WireError
from shinkansen.core.game import Game, Variant
from shinkansen.core.opaque import opaque
from shinkansen.core.plain_json import Json
from shinkansen.core.ruleset import Outcome, Score, ScoreItem, Step
from shinkansen.core.rulings import Register, read_register
from shinkansen.core.settings import read_setting
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


def rulebook() -> Rulebook:
    clause = {"id": "1", "title": "Taking", "kind": "flow", "says": "Take some sticks. A ruling decides who wins."}
    return read_rulebook({"game": "Nim", "chapters": [{"id": "1", "title": "Nim"}], "clauses": [clause]})


def register() -> Register:
    answers = [{"letter": "a", "says": "Whoever has the most."}, {"letter": "b", "says": "Whoever took the last."}]
    known = {"id": "R1", "slug": "who_wins", "question": "Who wins?", "clauses": ["1"], "answers": answers}
    rest = {"preferred": "a", "basis": "choice", "confidence": "low", "why": "It can be counted."}
    return read_register({"game": "nim", "rulings": [{**known, **rest}]}, rulebook())


def open_rules(setting: Mapping[str, Json]) -> Nim:
    given = read_setting(GAME, setting)
    return Nim(given.seats, **given.letters, **given.variants)  # type: ignore[arg-type]  # the variant is a number


GAME = Game(
    name="nim",
    title="Nim",
    seats=(1, 2, 3, 4),
    version=3,
    variants=(Variant("most", "the most that can be taken", (3, 5), seats=(1, 2, 3)),),
    parts={
        name: f"{__name__}:{what}"
        for name, what in [("rules", "open_rules"), ("rulebook", "rulebook"), ("register", "register")]
    },
)


@frozen
class Nim(AttrsRuleset[Deal, State, Take, Taken]):
    description = GAME
    who_wins: str = "a"
    most: int = 3

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
        if self.who_wins == "b":
            winners: tuple[int, ...] = ((state.table.turn - 1) % self.seats,)
        else:
            winners = tuple(seat for seat, total in enumerate(totals) if total == max(totals))
        return None if state.table.left else Outcome(winners, totals, "most sticks", "1")

    def best(self, totals: tuple[int, ...]) -> int | None:
        return max(totals) if self.who_wins == "a" else None

    def say(self, thing: object, state: State | None = None) -> str:
        if isinstance(thing, Take | Taken):
            return "Sticks are taken."
        return super().say(thing, state)


NIM: Subject[Nim, Deal, State, Take] = Subject(
    "Nim",
    st.builds(Nim, st.integers(1, 3), st.sampled_from("ab"), st.sampled_from([3, 5])),
    lambda rules, state: st.builds(Take, st.integers(-1, 9)) | st.none(),
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
    assert rules.spelled() == (f"from {__name__} import Nim", "Nim(seats=2, who_wins='a', most=3)")


def test_what_it_is_comes_from_the_description_of_the_game() -> None:
    rules = GAME.open({"seats": 2, "rulings": {"R1": "b"}, "most": 5})
    assert rules == opaque(Nim(2, "b", 5)) == pickle.loads(pickle.dumps(rules))
    told = {"game": "nim", "version": 3, "edition": None, "rulings": {"who_wins": "b"}, "seats": 2, "most": 5}
    assert rules.settings() == told
    assert GAME.open(GAME.setting_in(rules.settings())) == rules
    assert "most" not in Nim(4).settings()


@pytest.mark.parametrize(
    ("given", "complaint"),
    [((5,), "seats: found 5"), ((2, "c"), "has no answer 'c'"), ((2, "a", 4), "most: found 4, expected 3 or 5")],
    ids=str,
)
def test_rules_that_the_description_does_not_offer_cannot_be_made(given: tuple[Any, ...], complaint: str) -> None:
    with pytest.raises(ShinkansenError, match=complaint):
        Nim(*given)


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
