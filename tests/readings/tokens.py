"""Tokens: a tiny game with a ruling for each way in which answers can differ, to prove that `readings` knows no game.

Two seats in turn take one or two tokens from a pile until it is empty; most points win. It has no editions, no notation
and no words of its own, so everything about it is told in those of the contract.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from attrs import evolve, frozen

from shinkansen.core.clauses import Chapter, Clause, ClauseKind, Rulebook
from shinkansen.core.draws import Chance, Draw, Parts, Pile
from shinkansen.core.errors import Refusal
from shinkansen.core.game import Game
from shinkansen.core.parts import Places
from shinkansen.core.plain_json import Json, strict_converter, structure
from shinkansen.core.ruleset import Outcome, Ruleset, Score, ScoreItem, Step
from shinkansen.core.rulings import Answer, Basis, Confidence, Letters, Register, Ruling
from shinkansen.readings.parts import Measuring, Witnesses

CONVERTER = strict_converter()


@frozen
class Deal:
    pile: tuple[int, ...]
    """How many tokens there are."""


@frozen
class Take:
    tokens: int


@frozen
class Taken:
    seat: int
    tokens: int


@frozen
class State:
    left: int
    seats: tuple[int, ...] = (0, 0)
    turn: int = 0
    memory: int = 0
    """How often three were taken; only a reading under which that is allowed remembers it."""


@frozen
class StateShape:
    table: State
    hidden: tuple[int, ...]


@frozen
class Tokens(Ruleset[Deal, State, Take, Taken]):
    reading: Letters

    @property
    def seats(self) -> int:
        return 2

    @property
    def game(self) -> str:
        return "tokens"

    @property
    def letters(self) -> Mapping[str, str]:
        return self.reading

    @property
    def chance(self) -> Chance:
        return Chance((Pile("pile", (4, 5, 6)),), (Draw("pile", ("pile",), "When it is dealt.", "1"),))

    def dealt(self, parts: Parts) -> Deal:
        return Deal(tuple(map(int, parts["pile"])))

    def start(self, deal: Deal) -> State:
        self.chance.check(deal)
        return State(deal.pile[0])

    def to_move(self, state: State) -> int | None:
        return state.turn if state.left else None

    def legal_moves(self, state: State) -> tuple[Take, ...]:
        most = 3 if self.reading["three"] == "b" and state.left == 3 else 2
        return tuple(Take(number) for number in range(1, min(most, state.left) + 1))

    def why_not(self, state: State, move: object, by: int | None = None) -> Refusal | None:
        return None if move in self.legal_moves(state) else Refusal("too-many", "2", "That is too many.")

    def follow(self, state: State, move: Take) -> State:
        return self.narrate(state, move).state

    def narrate(self, state: State, move: Take) -> Step[State, Taken]:
        left = state.left - move.tokens
        tokens = move.tokens + (left == 0 and move.tokens == 1 and self.reading["last_token"] == "b")
        seats = tuple(own + tokens * (seat == state.turn) for seat, own in enumerate(state.seats))
        memory = state.memory + (self.reading["three"] == "b")
        return Step(State(left, seats, 1 - state.turn, memory), (Taken(state.turn, tokens),))

    def scores(self, state: State) -> tuple[Score, ...]:
        bonus = (ScoreItem("many", 2, "3"),) if self.reading["bonus"] == "b" else ()
        return tuple(
            Score(seat, (ScoreItem("tokens", tokens, "3"), *(bonus if tokens > 3 else ())))
            for seat, tokens in enumerate(state.seats)
        )

    def outcome(self, state: State) -> Outcome | None:
        if state.left:
            return None
        totals = self.totals(state)
        best = tuple(seat for seat, total in enumerate(totals) if total == max(totals))
        return Outcome(best[-1:] if self.reading["tie"] == "b" else best, totals, "most points", "3")

    def say(self, thing: object, state: State | None = None) -> str:
        match thing:
            case Take(tokens):
                return f"Take {tokens}."
            case Taken(seat, tokens):
                return f"Seat {seat} gets {tokens}."
            case ScoreItem(title, points):
                return f"{points} for {title}."
            case Outcome(winners):
                return f"The winners are {winners}."
            case _:
                return f"{thing}."

    def deal_json(self, deal: Deal) -> dict[str, Json]:
        return {"pile": [*deal.pile]}

    def read_deal(self, content: object) -> Deal:
        return structure(CONVERTER, content, Deal, "deal")

    def state_json(self, state: State) -> dict[str, Json]:
        table: dict[str, Json] = {
            "left": state.left,
            "seats": [*state.seats],
            "turn": state.turn,
            "memory": state.memory,
        }
        return {"table": table, "hidden": []}

    def read_state(self, content: object) -> State:
        return evolve(structure(CONVERTER, content, StateShape, "state").table)

    def move_json(self, move: Take) -> dict[str, Json]:
        return {"tokens": move.tokens}

    def read_move(self, content: object) -> Take:
        return structure(CONVERTER, content, Take, "move")


QUESTIONS: Final = {
    "three": "May the last three tokens be taken at once?",
    "last_token": "Does the last token count twice if it is taken alone?",
    "bonus": "Do four tokens or more give a bonus?",
    "tie": "Does the second player win a tie?",
}


def _ruling(number: int, slug: str, question: str) -> Ruling:
    answers = (Answer("a", "No."), Answer("b", "Yes."))
    return Ruling(f"R{number}", slug, question, ("2",), answers, "a", Basis.CHOICE, Confidence.LOW, "No text says so.")


@cache
def register() -> Register:
    return Register(tuple(_ruling(number, *each) for number, each in enumerate(QUESTIONS.items(), start=1)), "tokens")


@cache
def rulebook() -> Rulebook:
    clauses = [("1", "The pile"), ("2", "Taking"), ("3", "Scoring")]
    return Rulebook(
        "Tokens",
        tuple(Chapter(id, title) for id, title in clauses),
        tuple(Clause(id, title, ClauseKind.FLOW, f"{title}.") for id, title in clauses),
    )


def open_rules(setting: Mapping[str, Json]) -> Tokens:
    letters = setting.get("rulings")
    return Tokens(register().reading(letters if isinstance(letters, dict) else {}))


_HERE: Final = "tests.readings.tokens"
BARE: Final = Game(
    name="tokens",
    title="Tokens",
    seats=(2,),
    parts={"rules": f"{_HERE}:open_rules", "rulebook": f"{_HERE}:rulebook", "register": f"{_HERE}:register",
           "places": f"{_HERE}:PLACES"},
)  # fmt: skip
"""The game without anything stored."""
TOKENS: Final = evolve(BARE, parts={**BARE.parts, "witnesses": f"{_HERE}:WITNESSES", "impact": f"{_HERE}:IMPACT"})
"""The same with stored witnesses and a stored measurement."""
PLACES: Final = Places(forgettable={"memory": 0})
WITNESSES: Final = Witnesses(Path(__file__).parent / "tokens_witnesses.json")
IMPACT: Final = Measuring(Path(__file__).parent / "tokens_impact.json")
