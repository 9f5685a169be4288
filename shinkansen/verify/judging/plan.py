"""The plan of a check: what is to be done, at which tables, within which limits, and what a verdict requires."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

from attrs import field, frozen

from shinkansen.campaign.running import HERE, Workers
from shinkansen.core.errors import ShinkansenError
from shinkansen.core.game import Game
from shinkansen.verify.conversation.talk import Limits
from shinkansen.verify.judging.minimise import Budget
from shinkansen.verify.judging.scope import Requirements
from shinkansen.verify.judging.script import Setting
from shinkansen.verify.judging.vectors import Vector
from shinkansen.verify.judging.verdict import Progress


@frozen
class AtLength:
    """Games played as a campaign: in shards, each with an engine of its own."""

    workers: Workers = HERE
    file: Path | None = None
    """What keeps the progress."""


@frozen
class Plan:
    """What to do in a check."""

    tables: tuple[Setting, ...]
    vectors: tuple[Vector, ...] = ()
    seconds: float | None = None
    """The time for the whole check, from starting the engine to its end; no limit if it is none."""
    games: int | None = None
    """How many games at most; required if there is no time limit."""
    seed: int = 1964
    at_length: AtLength | None = None
    """Whether the games are a campaign, and where it runs."""
    limits: Limits = field(factory=Limits)
    budget: Budget = field(factory=Budget)
    """The limits for minimising each difference."""
    declared: bool = True
    """Whether the engine is checked by the rulings it declares, if it declares any."""
    search: bool = False
    """Whether to search for games that tell apart the answers that are still open, also with other cards: there an
    engine with built-in figures, which does not take them from the wire, would seem wrong."""
    required: Requirements = field(factory=Requirements)
    """What must have been asked and answered for a verdict."""

    @property
    def game(self) -> Game:
        """The game that is checked."""
        return self.tables[0].game

    def __attrs_post_init__(self) -> None:
        if self.seconds is None and self.games is None:
            raise ShinkansenError("the check would never end: expected a limit on seconds or games")


Watch: TypeAlias = Callable[[Progress], None]
"""A function that is told how far a check has come."""
