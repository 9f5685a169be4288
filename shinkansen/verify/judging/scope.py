"""The scope of a verdict: what an engine was asked and answered, and what it was not.

"Conforms" means nothing without it. Only answers that were compared with those of the reference count: not the smoke
test, not what was skipped, and a clause only if an answer rests on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum

from attrs import field, frozen


class Topic(StrEnum):
    """The aspects in which an answer can be compared."""

    TURNS = "whose turn it is"
    LEGAL = "legal moves"
    CHECKS = "single moves"
    REASONS = "clauses of refusals"
    TRIES = "illegal moves tried"
    EFFECTS = "effects"
    SCORES = "scores"
    ITEMS = "items of scores"
    WINNERS = "winners"
    SECRETS = "independence from hidden cards"


@frozen
class Requirements:
    """What a check must have covered; with less, there is no verdict."""

    clauses: int = 0
    """At least this many clauses."""
    capabilities: tuple[str, ...] = ()
    """All of these."""


@frozen
class Scope:
    """What was asked and answered."""

    offered: tuple[str, ...] = ()
    """What the engine offers, in the order of the wire."""
    answered: Counter[str] = field(factory=Counter[str], hash=False)
    """How often it answered, by command."""
    compared: Counter[Topic] = field(factory=Counter[Topic], hash=False)
    """How often an answer was compared, by topic."""
    clauses: frozenset[str] = frozenset()
    """The clauses that its answers rest on."""
    citable: frozenset[str] = frozenset()
    """The clauses that answers can rest on at all."""
    idle: tuple[str, ...] = ()
    """The tables that were to be checked and at which no answer was compared, in words."""
    elsewhere: Counter[str] = field(factory=Counter[str], hash=False)
    """How many vectors are about an edition that was not to be checked, by its name."""

    @property
    def nothing(self) -> bool:
        """Whether no answer was compared at all."""
        return not self.compared.total()

    @property
    def seen(self) -> frozenset[str]:
        """The citable clauses that its answers rest on."""
        return self.clauses & self.citable

    @property
    def unanswered(self) -> tuple[str, ...]:
        """What it offers but was never seen to do."""
        return tuple(name for name in self.offered if not self.answered[name])

    @property
    def untouched(self) -> tuple[Topic, ...]:
        """The topics in which nothing was compared."""
        return tuple(topic for topic in Topic if not self.compared[topic])

    def __str__(self) -> str:
        topics = [topic for topic in Topic if self.compared[topic]]
        return f"{listed(topics)}; {len(self.seen)} of {len(self.citable)} clauses"

    def missing(self, wanted: Requirements) -> tuple[str, ...]:
        """What was required but not reached, a sentence each."""
        short = len(self.seen) < wanted.clauses
        few = [f"{wanted.clauses} clauses were required, but its answers rest on {len(self.seen)}."] if short else []
        names = [
            f"`{name}` was required, but it {'never answered that' if name in self.offered else 'does not offer that'}."
            for name in wanted.capabilities
            if not self.answered[name]
        ]
        return (*few, *names)


def listed(words: Iterable[str]) -> str:
    """Words as a list in a sentence: commas, and "and" before the last."""
    *most, last = [*words] or ["nothing"]
    return f"{', '.join(most)} and {last}" if most else last


def power(games: int, confidence: float = 0.95) -> int:
    """The rarest mistake that agreement in this many games excludes: one that shows in 1 game out of the result."""
    if games < 1:
        return 0
    # A mistake that shows in a share p of all games stays unseen in all of them with probability (1 - p) ** games.
    return int(1 / (1 - (1 - confidence) ** (1 / games)))
