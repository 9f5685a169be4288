"""What a game may provide to be drawn: for each kind of part a small protocol, as in `core.parts`.

A game that has pictures has them in reports and on replay pages too; a game without them has reports in words.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Any, Final, Protocol, TypeAlias, cast, runtime_checkable

from shinkansen.core.errors import ArgumentError, ShinkansenError
from shinkansen.core.game import Kind
from shinkansen.core.opaque import AnyRules, Move, State
from shinkansen.core.plain_json import shown
from shinkansen.core.prose import opening
from shinkansen.core.record import Record
from shinkansen.core.ruleset import Step
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
        """A state; with `before`, what has changed since is outlined, and with `move` also what the move used. Without
        `before`, a `move` that is refused in this state is pointed out, and what stands in its way.

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


Draw: TypeAlias = Callable[..., Picture]
"""A game's function `picture`."""


def picture_of_move(
    draw: Draw, rules: AnyRules, move: Move, state: State, theme: str = "auto", layout: str = "tall"
) -> Picture:
    """What a move does in a state, with the move as its caption; `IllegalMove` if it is not legal."""
    after = rules.apply(state, move)
    seat = rules.to_move(state)
    who = f"{opening(rules.seat_names[seat])}: " if seat is not None else ""
    return draw(rules, after, state, theme, f"{who}{rules.say(move, state)}", move, layout)


def verdict_on(rules: AnyRules, move: Move, state: State) -> str:
    """Whether a move is legal in a state, as a sentence: with the refusal if it is not."""
    refusal = rules.why_not(state, move)
    return f"Legal: {rules.say(move, state)}" if refusal is None else f"Refused: {rules.say(move, state)} {refusal}"


def picture_of_answer(
    draw: Draw, rules: AnyRules, move: Move, state: State, theme: str = "auto", layout: str = "tall"
) -> Picture:
    """Whether a move can be made in a state: what it does, or why it is refused; the caption says which."""
    if rules.why_not(state, move) is not None:
        return picture_of_refusal(draw, rules, move, state, theme, layout)
    return draw(rules, rules.apply(state, move), state, theme, verdict_on(rules, move, state), move, layout)


def picture_of_refusal(
    draw: Draw, rules: AnyRules, move: Move, state: State, theme: str = "auto", layout: str = "tall"
) -> Picture:
    """Why a move cannot be made in a state: the move is pointed out with what stands in its way, and the refusal is
    the caption."""
    if rules.why_not(state, move) is None:
        raise ArgumentError("the move is legal here, so there is no refusal to show")
    return draw(rules, state, None, theme, verdict_on(rules, move, state), move, layout)


def picture_of(
    draw: Draw,
    rules: Any,
    thing: object,
    state: object = None,
    theme: str = "auto",
    layout: str = "tall",
    *,
    moves: tuple[type, ...],
    seen: tuple[type, ...],
) -> Picture:
    """A state; a move in a state; or a step from a state. With `state`, what has changed since then is outlined.

    `moves` are the kinds of moves of the game, `seen` those of what else it can draw.
    """
    if type(thing) in moves:
        if state is None:
            raise ShinkansenError("to show a move, expected the state that it is made in")
        return picture_of_move(draw, rules, Move(thing), State(state), theme, layout)
    found: object = cast("Step[object, object]", thing).state if isinstance(thing, Step) else thing
    if not isinstance(found, seen):
        raise ArgumentError(f"found {shown(found)}, expected a state, a step or a move to show")
    return draw(rules, found, state, theme, layout=layout)
