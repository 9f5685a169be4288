"""The narrator of a recorded game: everything on its page that is the game's own. What it does not say differently is
told as for any game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any, Generic, TypeAlias, TypeVar

from attrs import frozen

from shinkansen.core.clauses import Rulebook
from shinkansen.core.prose import count, listed, opening
from shinkansen.core.record import Replayed
from shinkansen.core.ruleset import Ruleset
from shinkansen.core.text import name
from shinkansen.core.typevars import HappeningT, MoveT, StateT
from shinkansen.paper.markup import minus
from shinkansen.paper.picture import Picture
from shinkansen.paper.shapes import Badge
from shinkansen.paper.theme import Palette

RulesT = TypeVar("RulesT", bound=Ruleset[Any, Any, Any, Any])

Entry: TypeAlias = tuple[str, str, str]
"""A line of the ledger: who, how much, and the clause."""


@frozen
class Narrator(ABC, Generic[RulesT, StateT, MoveT, HappeningT]):
    """How a game is told on the page of a record."""

    rules: RulesT
    title: str
    """What people call the game."""
    book: Rulebook
    palette: Palette
    theme: str

    @abstractmethod
    def draw(self, state: StateT, before: StateT | None, move: MoveT | None, layout: str) -> Picture:
        """A table, with what the move changed pointed out; the layout is `wide` or `narrow`."""

    def badge(self, seat: int) -> Badge:
        """The badge of a seat."""
        return Badge(seat, opening(self.rules.seat_names[seat])[:1])

    @property
    def short_title(self) -> str:
        """What the game is called in the title of a window."""
        return self.title

    @property
    def players(self) -> str:
        """Who plays, in a word or two."""
        return count(self.rules.seats, "seat")

    def chapter(self, state: StateT) -> str:
        """The heading in the list of moves for those made in such states; the same for many of them."""
        stage = self.rules.stage(state)
        whole = "" if stage.rounds is None else f" of {stage.rounds}"
        return f"Round {stage.round}{whole}" if stage.round else ""

    def beginning(self, state: StateT, plies: int) -> Iterable[str]:
        """How the game starts, in sentences."""
        yield f"A game of {self.title} for {self.rules.seats}: {listed(self.rules.seat_names)}."
        yield f"From a record of {count(plies, 'move')}."
        if self.rules.edition_id is not None:
            yield f"Edition {name(self.rules.edition_id.name)!r}."

    def unfinished(self, state: StateT) -> Iterable[str]:
        """That a game stops before it is over, in sentences."""
        yield f"The game stops here: {self.rules.stage(state).words}."

    def is_told(self, happening: HappeningT) -> bool:
        """Whether a happening is told in words; the others are in the ledger."""
        return True

    def ledger(self, turn: Replayed[StateT, MoveT, HappeningT]) -> Iterable[Entry]:
        """What a move paid and scored."""
        return ()

    @property
    def columns(self) -> tuple[str, ...]:
        """What the table of scores tells of a seat before its score."""
        return ()

    def holdings(self, state: StateT, seat: int) -> tuple[str, ...]:
        """What a seat has, in these columns."""
        return ()

    def points(self, total: int) -> str:
        """An amount of points."""
        return f"{minus(total)} point{'s' * (total != 1)}"
