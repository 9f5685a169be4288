"""Pictures of Zero-Kei tables, as SVG.

    picture(rules, state)                     the table
    picture(rules, after, before=before)      the table, with what changed pointed out
    picture(rules, after, before, move=move)  and the cards that the move used
    picture(rules, state, layout="wide")      so that all of it fits on a screen; or "narrow", for a phone
    show(rules, move, state)                  what a move does in a state; also for steps and states

A state does not know the names of its edition, nor a move the state it is made in, so neither can draw itself: a
`Picture` is what the rules make of them, and what a notebook shows (`_repr_svg_`). Only what lies on the table is
drawn. A picture needs no fonts or files from elsewhere, and every piece in it carries its name in `data-piece`; see
`inventory` for the names.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, TypeAlias, cast

from shinkansen.core.errors import ArgumentError
from shinkansen.core.knowledge import View
from shinkansen.core.plain_json import shown
from shinkansen.paper.changes import Changes
from shinkansen.paper.parts import picture_of
from shinkansen.paper.picture import Picture, check_caption, check_layout, check_parts, finished
from shinkansen.paper.shapes import Badge
from shinkansen.paper.svg import Box, Paper, Placed
from shinkansen.paper.theme import THEMES, check_theme
from shinkansen.zerokei import border
from shinkansen.zerokei.kit import Kit
from shinkansen.zerokei.moves import NAME_OF, Move
from shinkansen.zerokei.picture import board, icons, inventory
from shinkansen.zerokei.picture.board import LAYOUTS, Layout
from shinkansen.zerokei.picture.look import Look
from shinkansen.zerokei.picture.theme import PALETTE
from shinkansen.zerokei.table import State, Table
from shinkansen.zerokei.table_wire import read_form, table_digest

if TYPE_CHECKING:
    from shinkansen.zerokei.ruleset import ZeroKei

__all__ = [
    "LAYOUTS", "PALETTE", "THEMES", "Box", "Changes", "Picture", "Placed", "badge", "changes", "picture", "show",
    "to_look_at",
]  # fmt: skip

Seen: TypeAlias = State | View[State] | Table
"""What can be drawn: a state, what a seat sees of it, or the bare table."""


def picture(
    rules: ZeroKei,
    state: Seen,
    before: Seen | None = None,
    theme: str = "auto",
    caption: str = "",
    move: Move | None = None,
    layout: str = "tall",
    only: Collection[str] | None = None,
) -> Picture:
    """A table as a picture; with `before`, what has changed since is outlined, and amounts show what they were.

    With the `move` that led from there to here its cards are outlined too, also where its use of them ended the turn;
    without `before`, the cards and the city of a move that is refused here.
    `only` names the panels and players to draw, as `Picture.parts` does; all if there are none.
    """
    after = _table(rules, state)
    check_caption(caption)
    check_theme(theme)
    check_layout(layout)
    if only is not None:
        check_parts(only, board.parts(rules.kit, LAYOUTS[layout]))
    refused = None
    changed = Changes() if before is None else changes(rules, before, state, move)
    if before is None and (refused := _refused(rules, state, move)) is not None:
        changed = refused
    try:
        look = Look(rules.kit, after, changed, caption, LAYOUTS[layout].stacked, refused is not None)
        return _drawn(look, theme, LAYOUTS[layout], only)
    except Exception as problem:
        raise _undrawn(problem, rules, state) from None


def show(
    rules: ZeroKei, thing: object, state: State | None = None, theme: str = "auto", layout: str = "tall"
) -> Picture:
    """A state; a move in a state; or a step from a state. With `state`, what has changed since then is outlined."""
    kinds: dict[str, tuple[type, ...]] = {"moves": tuple(NAME_OF), "seen": (State, View, Table)}
    return picture_of(picture, rules, thing, state, theme, layout, **kinds)


def changes(rules: ZeroKei, before: Seen, after: Seen, move: Move | None = None) -> Changes:
    """What is new or different, by the names of pieces; with the `move` made in between, also the cards it uses."""
    tables = _table(rules, before), _table(rules, after)
    if move is not None and type(move) not in NAME_OF:
        raise ArgumentError(f"move: found {shown(move)}, expected a move")
    try:
        return inventory.changes(rules.kit, *tables, move)
    except Exception as problem:
        found = _undrawn(problem, rules, before)
        raise (_undrawn(problem, rules, after) if found is problem else found) from None


def _refused(rules: ZeroKei, state: Seen, move: Move | None) -> Changes | None:
    """What a move names that is refused here; `None` if there is none, or it cannot be told."""
    if move is None or not isinstance(state, State):
        return None
    if type(move) not in NAME_OF:
        raise ArgumentError(f"move: found {shown(move)}, expected a move")
    legal = rules.why_not(state, move) is None
    return None if legal else Changes(inventory.named(rules.kit, state.table, move))


def badge(rules: ZeroKei, seat: int) -> Badge:
    """The badge of a seat, as it is drawn next to its name."""
    return icons.seat_badge(rules.kit, seat)


def to_look_at(rules: ZeroKei, content: object) -> State:
    """A state that has the right form and uses only names of this game, but may make no sense: for pictures."""
    return read_form(rules.kit, content)


def _table(rules: ZeroKei, seen: object) -> Table:
    """The table to draw, if it belongs to these rules."""
    kit = getattr(rules, "kit", None)
    if not isinstance(kit, Kit):
        raise ArgumentError(f"found {shown(rules)}, expected the rules of a game")
    seen = cast("View[object]", seen).state if isinstance(seen, View) else seen
    return border.fitting(kit, seen.table if isinstance(seen, State) else seen)


def _undrawn(problem: Exception, rules: ZeroKei, seen: Seen) -> Exception:
    """Why something could not be drawn: it may not belong to these rules."""
    if isinstance(seen, State):
        return border.diagnosed(problem, rules.kit, seen)
    try:
        table_digest(_table(rules, seen), rules.kit.city_ids)
    except Exception:
        return ArgumentError("the table is none of these rules: its parts are not of the right kinds")
    return problem


def _drawn(look: Look, theme: str, layout: Layout, only: Collection[str] | None) -> Picture:
    paper = Paper(look.changes.pieces)
    height = board.draw(paper, look, layout, only or None)
    title, description = board.title(look), board.description(look)
    return finished(paper, PALETTE, theme, layout.width, height, title, description, board.deciding(look))
