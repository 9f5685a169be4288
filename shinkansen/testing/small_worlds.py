"""Small worlds: games so small that every state of them can be looked at.

A world is a ruleset with the deals it covers. What holds in it is proved for it: every law on every state, every rule
on every move, and a shortest game in which two readings differ. A game that has worlds of its own offers them as its
part `SMALL_WORLDS`; how they are walked and checked (`exploration`) knows no game. `python -m tests.build.small_worlds`
in a clone explores and checks them all and prints the results.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping
from typing import Any, Final, Generic, TypeAlias, TypeVar

from attrs import frozen

from shinkansen.core.game import CALLABLE, Kind
from shinkansen.core.ruleset import Ruleset
from shinkansen.core.typevars import DealT, MoveT, StateT
from shinkansen.testing.exploration import (
    DistinguishingGame,
    Exploration,
    check,
    differs_by,
    explore,
    shortest_difference,
)

RulesT = TypeVar("RulesT", bound=Ruleset[Any, Any, Any, Any])


@frozen
class World(ABC, Generic[RulesT, DealT, StateT, MoveT]):
    """A game so small that it can be explored completely; a game has a subclass that says what its moves are."""

    name: str
    shows: str
    """What it is for, in one sentence."""
    rules: RulesT
    deals: tuple[DealT, ...]

    @abstractmethod
    def every_move(self) -> Collection[MoveT]:
        """All moves that can be written in this world, each once: those that can be legal, and many that cannot."""

    @abstractmethod
    def raw_ids(self) -> Collection[str]:
        """Ids that no sentence may show."""

    @abstractmethod
    def in_sight(self, state: StateT) -> object:
        """The part of a state by which two readings are compared: what people would see."""

    @abstractmethod
    def read(self, **letters: str) -> RulesT:
        """The rules of this world under other rulings."""

    def explore(self) -> Exploration[DealT, StateT, MoveT]:
        """Every state there is."""
        return explore(self.rules, self.deals)

    def check(self, found: Exploration[DealT, StateT, MoveT], stride: int = 1, one_in: int = 1) -> frozenset[str]:
        """Check every law and invariant on every state, or with a share of the illegal moves (`stride`), or on one
        state in so many; returns the clauses cited on the way."""
        return check(self.rules, found, self.every_move(), self.raw_ids(), stride, one_in)

    def difference(
        self, slug: str, letter: str, against: str, looked: Callable[[], object] = lambda: None
    ) -> DistinguishingGame[DealT, MoveT] | None:
        """A shortest game in which two answers to a ruling differ; `None` proves that there is none.

        `looked` is called for each pair of states that is compared.
        """
        apart = differs_by(self.in_sight)

        def watched(here: Any, one: StateT, there: Any, other: StateT) -> str:
            looked()
            return apart(here, one, there, other)

        return shortest_difference(self.read(**{slug: against}), self.read(**{slug: letter}), self.deals, watched)


AnyWorld: TypeAlias = World[Any, Any, Any, Any]
"""A world of any game."""

SMALL_WORLDS: Final = Kind[Callable[[], Mapping[str, AnyWorld]]]("small_worlds", "has no small worlds", CALLABLE)
"""Its small worlds, by name."""
