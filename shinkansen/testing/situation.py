"""What a law of the contract looks at, and what such a law is.

A situation asks the rules once for what several laws need, and keeps the answers. A law that compares two answers asks
again itself.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable
from functools import cached_property
from typing import Generic, TypeAlias, TypeVar, cast

from attrs import frozen

from shinkansen.core.errors import Refusal
from shinkansen.core.opaque import Deal, Happening, Move, State
from shinkansen.core.plain_json import canonical
from shinkansen.core.ruleset import Ruleset, Step
from shinkansen.core.typevars import DealT, HappeningT, MoveT, StateT

ItemT = TypeVar("ItemT")


@frozen(slots=False, eq=False)
class Situation(Generic[DealT, StateT, MoveT, HappeningT]):
    """What a law looks at, and the rules' first answers about it."""

    rules: Ruleset[DealT, StateT, MoveT, HappeningT]
    state: StateT
    tried: tuple[object, ...] = ()
    """Moves to try besides the legal ones."""
    raw_ids: Collection[str] = ()
    """Ids that no sentence may show."""
    history: tuple[DealT, tuple[MoveT, ...]] | None = None
    """The deal and the moves that led here, where known."""

    @cached_property
    def legal(self) -> tuple[MoveT, ...]:
        """The legal moves."""
        return self.rules.legal_moves(self.state)

    @cached_property
    def refusals(self) -> tuple[Refusal | None, ...]:
        """For each move tried, why it is not legal."""
        return tuple(self.rules.why_not(self.state, move) for move in self.tried)

    @cached_property
    def followed(self) -> tuple[StateT, ...]:
        """For each legal move, the next state."""
        return tuple(self.rules.follow(self.state, move) for move in self.legal)

    @cached_property
    def steps(self) -> tuple[Step[StateT, HappeningT], ...]:
        """For each legal move, the step it makes."""
        return tuple(self.rules.narrate(self.state, move) for move in self.legal)

    @cached_property
    def sent(self) -> str:
        """The state as JSON text."""
        return canonical(self.rules.state_json(self.state))

    @cached_property
    def received(self) -> StateT:
        """The state after being written as JSON and read back."""
        return self.rules.read_state(json.loads(self.sent))


AnySituation: TypeAlias = Situation[Deal, State, Move, Happening]
"""A situation of any game."""


@frozen
class ContractLaw:
    """Something every game promises."""

    id: str
    says: str
    _look: Callable[[AnySituation], Iterable[str]]

    def complaints(self, it: Situation[DealT, StateT, MoveT, HappeningT]) -> Iterable[str]:
        """A sentence for everything in a situation that breaks the law."""
        return self._look(cast("AnySituation", it))


_MANY = 8
"""How many of many things a law looks at where each takes long."""


def spread(items: tuple[ItemT, ...]) -> tuple[ItemT, ...]:
    """Some of many items, the first and the last among them."""
    if len(items) <= _MANY:
        return items
    return tuple(items[place * (len(items) - 1) // (_MANY - 1)] for place in range(_MANY))
