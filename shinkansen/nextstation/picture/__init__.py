"""Pictures of Next Station's tables, as SVG: everybody's sheet with its lines and its score, and the cards.

    picture(rules, state)                     the table
    picture(rules, after, before=before)      the table, with what changed pointed out
    picture(rules, state, layout="wide")      so that all of it fits on a screen; or "narrow", for a phone
    show(rules, move, state)                  what a move does in a state; also for steps and states

What may be drawn now shows on the map itself: the stations that the card leads to, the stations from which the line may
go on, and every section that is legal. So it can be seen why a section is refused. Only what lies on the table is
drawn: a choice that lies face down is not. Every piece carries its name in `data-piece`; see `inventory` for the names.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, TypeAlias, cast

from shinkansen.core.errors import ArgumentError
from shinkansen.core.knowledge import View
from shinkansen.core.plain_json import shown
from shinkansen.nextstation import border, refusals
from shinkansen.nextstation.kit import Kit
from shinkansen.nextstation.moves import Draw, Move, Pass
from shinkansen.nextstation.picture import board, inventory, refused
from shinkansen.nextstation.picture.board import LAYOUTS
from shinkansen.nextstation.picture.look import Look, seat_badge
from shinkansen.nextstation.picture.theme import PALETTE
from shinkansen.nextstation.table import State, Table
from shinkansen.nextstation.wire import read_form
from shinkansen.paper.changes import Changes
from shinkansen.paper.parts import picture_of
from shinkansen.paper.picture import Picture, check_caption, check_layout, check_parts, finished
from shinkansen.paper.shapes import Badge
from shinkansen.paper.svg import Paper
from shinkansen.paper.theme import check_theme

if TYPE_CHECKING:
    from shinkansen.nextstation.ruleset import NextStation

__all__ = ["LAYOUTS", "PALETTE", "Changes", "Picture", "badge", "changes", "picture", "show", "to_look_at"]

Seen: TypeAlias = State | View[State]
"""What can be drawn: a state, or what a seat sees of it."""


def picture(
    rules: NextStation,
    state: Seen,
    before: Seen | None = None,
    theme: str = "auto",
    caption: str = "",
    move: Move | None = None,
    layout: str = "tall",
    only: Collection[str] | None = None,
) -> Picture:
    """A table as a picture; with `before`, what has changed since is outlined, and amounts show what they were.

    With the `move` that led from there to here its section is drawn also where it lies face down; without `before`, a
    move that is refused here is struck out, and what stands in its way is outlined. `only` names the panels and players
    to draw, as `Picture.beside` does; all if there are none.
    """
    here = _state(rules, state)
    check_caption(caption)
    check_theme(theme)
    check_layout(layout)
    if only is not None:
        check_parts(only, board.parts(rules.kit))
    if move is not None and not isinstance(move, Pass | Draw):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ArgumentError(f"move: found {shown(move)}, expected a move")
    changed = changes(rules, before, here, move) if before is not None else Changes()
    try:
        if before is None:
            look = _with_refused(rules.kit, here.table, caption, move)
        else:
            choice = inventory.choice(_state(rules, before).table, here.table, move)
            look = Look(rules.kit, here.table, changed, caption, choice)
        return _drawn(look, theme, layout, only or None)
    except Exception as problem:
        raise border.diagnosed(problem, rules.kit, here) from None


def show(
    rules: NextStation, thing: object, state: State | None = None, theme: str = "auto", layout: str = "tall"
) -> Picture:
    """A state; a move in a state; or a step from a state. With `state`, what has changed since then is outlined."""
    return picture_of(picture, rules, thing, state, theme, layout, moves=(Pass, Draw), seen=(State, View))


def changes(rules: NextStation, before: Seen, after: Seen, move: Move | None = None) -> Changes:
    """What is new or different, by the names of pieces; with the `move` made in between, also what it will draw."""
    old, new = _state(rules, before), _state(rules, after)
    try:
        return inventory.changes(rules.kit, old.table, new.table, move)
    except Exception as problem:
        found = border.diagnosed(problem, rules.kit, old)
        raise (border.diagnosed(problem, rules.kit, new) if found is problem else found) from None


def badge(rules: NextStation, seat: int) -> Badge:
    """The badge of a seat, as it is drawn next to its name."""
    return seat_badge(rules.kit, seat)


def to_look_at(rules: NextStation, content: object) -> State:
    """A state that has the right form and uses only names of this game, but may make no sense: for pictures."""
    return read_form(rules.kit, content)


def _state(rules: NextStation, seen: object) -> State:
    """The state to draw, if it belongs to these rules."""
    if not isinstance(getattr(rules, "kit", None), Kit):
        raise ArgumentError(f"found {shown(rules)}, expected the rules of a game")
    state = cast("View[object]", seen).state if isinstance(seen, View) else seen
    border.fitting(rules.kit, state)
    return cast("State", state)


def _with_refused(kit: Kit, table: Table, caption: str, move: Move | None) -> Look:
    """A table, and what is wrong with a move if it is refused there."""
    if move is None or refusals.why_not(kit, table, move) is None:
        return Look(kit, table, caption=caption)
    drawn = move if isinstance(move, Draw) and table.choosing else None
    found = Changes(refused.in_the_way(kit, table, move))
    return Look(kit, table, found, caption, refused=drawn, is_refused=True)


def _drawn(look: Look, theme: str, layout: str, only: Collection[str] | None) -> Picture:
    paper = Paper(look.changes.pieces)
    height = board.draw(paper, look, LAYOUTS[layout], only)
    width, title, description = LAYOUTS[layout].width, board.title(look), board.description(look)
    return finished(paper, PALETTE, theme, width, height, title, description, board.deciding(look))
