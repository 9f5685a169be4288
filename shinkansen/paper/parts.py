"""What a game may provide to be drawn: for each kind of part a small protocol, as in `core.parts`.

A game that has pictures has them in reports and on replay pages too; a game without them has reports in words.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, Final, Protocol, runtime_checkable

from shinkansen.core.game import Kind
from shinkansen.core.opaque import AnyRules, Move, State
from shinkansen.core.prose import opening
from shinkansen.core.record import Record
from shinkansen.paper.picture import Picture
from shinkansen.paper.shapes import Badge
from shinkansen.paper.theme import Palette


@runtime_checkable
class Pictures(Protocol):
    """The pictures of a game."""

    @property
    def PALETTE(self) -> Palette:  # noqa: N802 - a constant of a module
        """The colours of its pictures, and of the pages around them."""
        ...

    def picture(
        self,
        rules: AnyRules,
        state: State,
        before: State | None = None,
        theme: str = "auto",
        caption: str = "",
        move: Move | None = None,
        layout: str = "tall",
        only: Collection[str] | None = None,
    ) -> Picture:
        """A state; with `before`, what has changed since is outlined, and with `move` also what the move used.

        `caption` is a sentence above it, `layout` one of `paper.picture.LAYOUTS`; `only` names the parts to draw, as
        `Picture.beside` does (all if there are none).
        """
        ...

    def badge(self, rules: AnyRules, seat: int) -> Badge:
        """The badge of a seat, as it is drawn next to its name."""
        ...

    def to_look_at(self, rules: AnyRules, content: object) -> State:
        """A state from plain JSON that has the right form but may make no sense, such as that of a wrong engine."""
        ...


PICTURES: Final = Kind[Pictures]("pictures", "has no pictures", Pictures)


@runtime_checkable
class ReplayPages(Protocol):
    """The pages of a game's records."""

    def page(
        self,
        rules: AnyRules,
        told: Record,
        theme: str = "auto",
        watch: Callable[[Iterator[Any]], Iterable[Any]] = iter,
    ) -> str:
        """A record as a page; `RecordError` if it is wrong. Its scenes are taken through `watch`, one for the start and
        one for each ply."""
        ...


REPLAY: Final = Kind[ReplayPages]("replay", "has no replay page", ReplayPages)


def picture_of_move(
    pictures: Pictures, rules: AnyRules, move: Move, state: State, theme: str = "auto", layout: str = "tall"
) -> Picture:
    """What a move does in a state, with the move as its caption; `IllegalMove` if it is not legal."""
    after = rules.apply(state, move)
    seat = rules.to_move(state)
    who = f"{opening(rules.seat_names[seat])}: " if seat is not None else ""
    return pictures.picture(rules, after, state, theme, f"{who}{rules.say(move, state)}", move, layout)
