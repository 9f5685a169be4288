"""The contract a game fulfils: deal, start, list the legal moves, make one, explain it, score.

A ruleset is an immutable value: a game's edition, a reading of its rules and a number of seats. All its functions are
pure. Two laws hold for every game and every state, and the tests enforce them:

- `why_not(state, move) is None` if and only if `move in legal_moves(state)`, for a move whose parts have the types that
  its class declares (to Python 1, 1.0 and True are equal; the rules ask for the number);
- `apply(state, move) == explain(state, move).state`.

Simultaneous turns are played one seat after another; what one seat may do never depends on what another has chosen in
the same turn. Everything random is in the deal, made up front, so the same deal can be handed to anybody.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from random import Random
from typing import Any, Generic, TypeVar

import attrs
from attrs import frozen

from shinkansen.core.errors import IllegalMove, Refusal, WireError
from shinkansen.core.invariants import Invariant
from shinkansen.core.wire import Json

DealT = TypeVar("DealT")
StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")
HappeningT = TypeVar("HappeningT")
ViewT = TypeVar("ViewT")


@frozen
class Step(Generic[StateT, HappeningT]):
    """What a move did: the next state, and what happened on the way."""

    state: StateT
    happenings: tuple[HappeningT, ...]


@frozen
class ScoreItem:
    """One line of a score, with the clause that grants it."""

    title: str
    points: int
    clause: str


@frozen
class Score:
    """A seat's score: the items that add up to it."""

    seat: int
    items: tuple[ScoreItem, ...]

    @property
    def total(self) -> int:
        """The sum of its items."""
        return sum(item.points for item in self.items)


@frozen
class Outcome:
    """Who won, and what decided it."""

    winners: tuple[int, ...]
    totals: tuple[int, ...]
    decided_by: str
    clause: str


class Ruleset(ABC, Generic[DealT, StateT, MoveT, HappeningT, ViewT]):
    """A game that can be played, checked and explained."""

    @property
    @abstractmethod
    def seats(self) -> int:
        """The number of seats."""

    @abstractmethod
    def deal(self, rng: Random) -> DealT:
        """Every random choice of a game, as one plain value."""

    @abstractmethod
    def start(self, deal: DealT) -> StateT:
        """The state after setup; `DealError` if the deal is not made of the right pieces."""

    @abstractmethod
    def to_move(self, state: StateT) -> int | None:
        """The seat that decides next; `None` when the game is over."""

    @abstractmethod
    def legal_moves(self, state: StateT) -> tuple[MoveT, ...]:
        """Every legal move, in a canonical order, without duplicates; empty only when the game is over."""

    @abstractmethod
    def why_not(self, state: StateT, move: object, by: int | None = None) -> Refusal | None:
        """Why a move is not legal, or `None` if it is. Reasons are checked in a fixed order, and the first is reported:
        the game's end, form, turn, phase, source, target, piece, price."""

    @abstractmethod
    def follow(self, state: StateT, move: MoveT) -> StateT:
        """The next state after a move *known* to be legal: nothing is checked. For loops over `legal_moves`."""

    @abstractmethod
    def narrate(self, state: StateT, move: MoveT) -> Step[StateT, HappeningT]:
        """Like `follow`, and also what happened."""

    @abstractmethod
    def scores(self, state: StateT) -> tuple[Score, ...]:
        """Each seat's score, itemised, as it would be if the game ended here."""

    @abstractmethod
    def outcome(self, state: StateT) -> Outcome | None:
        """Who won; `None` while the game goes on."""

    @abstractmethod
    def view(self, state: StateT, seat: int) -> ViewT:
        """What a seat may know."""

    @abstractmethod
    def redeal(self, view: ViewT, rng: Random) -> StateT:
        """A random state that looks like this view to its seat; all such states are equally likely."""

    @abstractmethod
    def say(self, thing: object, state: StateT | None = None) -> str:
        """A move, happening, refusal, score item or outcome as one English sentence."""

    # -- the same things in plain JSON, for records and for the wire

    @abstractmethod
    def settings(self) -> dict[str, Json]:
        """What identifies this ruleset: the game, the version of its rules, edition, rulings, seats."""

    def restored(self, settings: Mapping[str, Json]) -> dict[str, Json]:
        """Settings that an older version of these rules wrote, as this version writes them; any others unchanged.

        `RulingError` if they name rulings that the older version did not have.
        """
        return dict(settings)

    @abstractmethod
    def deal_json(self, deal: DealT) -> dict[str, Json]:
        """A deal in plain JSON."""

    @abstractmethod
    def read_deal(self, content: object) -> DealT:
        """A deal from plain JSON; `WireError` or `DealError` if it is not one."""

    @abstractmethod
    def seen_deal(self, deal: DealT, state: StateT, seat: int) -> DealT:
        """The deal as far as a seat knows it at a state: what is still hidden is put in a fixed order."""

    def moves_are_open(self, state: StateT) -> bool:
        """Whether everybody knows every move so far; not the case halfway through a simultaneous turn."""
        return True

    @abstractmethod
    def state_json(self, state: StateT) -> dict[str, Json]:
        """A state in plain JSON: under `table` what lies in the open, under `hidden` the rest."""

    @abstractmethod
    def read_state(self, content: object) -> StateT:
        """A state from plain JSON; `WireError` if it is not one."""

    @abstractmethod
    def move_json(self, move: MoveT) -> dict[str, Json]:
        """A move in plain JSON."""

    @abstractmethod
    def read_move(self, content: object) -> MoveT:
        """A move from plain JSON; `WireError` if it is not one."""

    @abstractmethod
    def digest(self, state: StateT) -> str:
        """A fingerprint of what lies in the open; the same in every process and for every engine that agrees."""

    @abstractmethod
    def entries(self, happenings: tuple[HappeningT, ...]) -> dict[str, Json]:
        """The ledger of a step: lists of what was paid and scored, by the name of the unit (such as yen or points)."""

    # -- the same in Python

    def spelled(self) -> tuple[str, str]:
        """How Python makes these rules: what must be imported, and an expression; for tests to paste."""
        kind = type(self)
        if not attrs.has(kind):
            return importing(kind), repr(self)
        given = [f"{part.alias}={getattr(self, part.name)!r}" for part in attrs.fields(kind) if part.init]
        return importing(kind), f"{called(kind)}({', '.join(given)})"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))  # or who prints values prettily would print every figure of an edition

    # -- what must always be true

    def invariants(self) -> tuple[Invariant, ...]:
        """What holds in every state, over every move and over every game, each with its clauses."""
        return ()

    # -- the checked way to move

    def apply(self, state: StateT, move: MoveT) -> StateT:
        """The next state; if the rules forbid the move, an `IllegalMove` is raised and nothing has changed."""
        self._check(state, move)
        return self.follow(state, move)

    def explain(self, state: StateT, move: MoveT) -> Step[StateT, HappeningT]:
        """The next state and what happened; raises `IllegalMove` as `apply` does."""
        self._check(state, move)
        return self.narrate(state, move)

    def nearest(self, state: StateT, move: MoveT) -> MoveT | None:
        """The legal move most like another: of the same kind if there is one, with as few different parts as possible.

        `None` when the game is over. It is separate from `why_not`, which is called far more often than advice is read.
        """
        wanted = self.move_json(move)

        def unlike(legal: MoveT) -> tuple[bool, int]:
            parts = self.move_json(legal)
            other = sum(parts.get(name) != value for name, value in wanted.items())
            return parts.get("move") != wanted.get("move"), other + abs(len(parts) - len(wanted))

        return min(self.legal_moves(state), key=unlike, default=None)

    def _check(self, state: StateT, move: MoveT) -> None:
        refusal = self.why_not(state, move)
        if refusal is not None:
            raise IllegalMove(refusal, self._advice(state, move))

    def _advice(self, state: StateT, move: MoveT) -> str:
        try:
            nearest = self.nearest(state, move)
        except WireError:
            return ""  # what was given is not a move at all, so nothing is near it
        return "" if nearest is None else self.say(nearest, state)


def called(kind: type[Any]) -> str:
    """What a class is called where it has been imported."""
    return kind.__qualname__.rpartition("<locals>.")[2]


def importing(kind: type[Any]) -> str:
    """The line that imports a class; one that nobody can import from outside is named in a comment."""
    if "<locals>" in kind.__qualname__:
        return f"# {called(kind)} is local to a function of {kind.__module__}: bring it here."
    return "" if kind.__module__ == "__main__" else f"from {kind.__module__} import {kind.__qualname__.split('.')[0]}"
