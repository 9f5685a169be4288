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

from attrs import field, frozen

from shinkansen.core.errors import ArgumentError, ShinkansenError
from shinkansen.core.knowledge import View
from shinkansen.core.plain_json import shown
from shinkansen.core.ruleset import Step
from shinkansen.zerokei import border
from shinkansen.zerokei.kit import Kit
from shinkansen.zerokei.moves import NAME_OF, Move
from shinkansen.zerokei.picture import board, inventory
from shinkansen.zerokei.picture.board import LAYOUTS, Layout
from shinkansen.zerokei.picture.inventory import Changes
from shinkansen.zerokei.picture.look import Look
from shinkansen.zerokei.picture.paper import Box, Paper, Placed, escape, number
from shinkansen.zerokei.picture.raster import png
from shinkansen.zerokei.picture.theme import THEMES, style_sheet
from shinkansen.zerokei.table import State, Table
from shinkansen.zerokei.table_wire import table_digest

if TYPE_CHECKING:
    from shinkansen.zerokei.ruleset import ZeroKei

__all__ = ["LAYOUTS", "THEMES", "Box", "Changes", "Picture", "Placed", "changes", "picture", "show"]

Seen: TypeAlias = State | View[State] | Table
"""What can be drawn: a state, what a seat sees of it, or the bare table."""


@frozen
class Picture:
    """A drawing: its SVG, its size, and where everything in it lies."""

    svg: str = field(repr=False)
    width: float
    height: float
    placed: tuple[Placed, ...] = field(repr=False)
    outlined: frozenset[str] = field(default=frozenset(), repr=False)
    """The pieces that are outlined."""
    deciding: str = field(default="", repr=False)
    """The player whose decision it is (`seat:NAME`), if the game is not over."""

    @property
    def parts(self) -> frozenset[str]:
        """The panels (`panel:NAME`) and players (`seat:NAME`) in which something is pointed out."""
        found = set[str]()
        for thing in self.placed:
            if thing.kind == "piece" and thing.name in self.outlined:
                around = thing
                while around.inside >= 0:
                    around = self.placed[around.inside]
                found.add(around.name)
        return frozenset(found)

    def beside(self, other: Picture) -> frozenset[str]:
        """What to draw `only` of two tables shown side by side: where they differ, or what only one of them has."""
        tops = [
            {thing.name for thing in drawn.placed if thing.inside < 0 and thing.name.startswith(("panel:", "seat:"))}
            for drawn in (self, other)
        ]
        turns = {self.deciding, other.deciding} - {""} if self.deciding != other.deciding else set[str]()
        return self.parts | other.parts | (tops[0] ^ tops[1]) | turns

    def _repr_svg_(self) -> str:
        return self.svg

    def png(self, zoom: float = 2) -> bytes:
        """As PNG, enlarged by a factor; needs the extra `picture`."""
        return png(self.svg, zoom)


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

    With the `move` that led from there to here its cards are outlined too, also where its use of them ended the turn.
    `only` names the panels and players to draw, as `Picture.parts` does; all if there are none.
    """
    after = _table(rules, state)
    if not isinstance(caption, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ArgumentError(f"caption: found {shown(caption)}, expected a string")
    style_sheet(theme)  # raises an error for a wrong theme before anything is drawn
    if layout not in [*LAYOUTS]:
        raise ArgumentError(f"there is no layout {shown(layout)}, expected one of {', '.join(LAYOUTS)}")
    if only is not None:
        _check_parts(only, board.parts(rules.kit, LAYOUTS[layout]))
    changed = changes(rules, before, state, move) if before is not None else Changes()
    try:
        return _drawn(Look(rules.kit, after, changed, caption, LAYOUTS[layout].stacked), theme, LAYOUTS[layout], only)
    except Exception as problem:
        raise _undrawn(problem, rules, state) from None


def show(
    rules: ZeroKei, thing: object, state: State | None = None, theme: str = "auto", layout: str = "tall"
) -> Picture:
    """A state; a move in a state; or a step from a state. With `state`, what has changed since then is outlined."""
    if type(thing) in NAME_OF:
        if state is None:
            raise ShinkansenError("to show a move, expected the state that it is made in")
        move = cast("Move", thing)
        _table(rules, state)
        after = rules.apply(state, move)
        who = rules.kit.seat_names[state.table.seat].capitalize()
        return picture(rules, after, state, theme, f"{who}: {rules.say(move, state)}", move, layout)
    seen: object = cast("Step[object, object]", thing).state if isinstance(thing, Step) else thing
    if not isinstance(seen, State | View | Table):
        raise ArgumentError(f"found {shown(seen)}, expected a state, a step or a move to show")
    return picture(rules, cast("Seen", seen), state, theme, layout=layout)


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


def _table(rules: ZeroKei, seen: object) -> Table:
    """The table to draw, if it belongs to these rules."""
    kit = getattr(rules, "kit", None)
    if not isinstance(kit, Kit):
        raise ArgumentError(f"found {shown(rules)}, expected the rules of a game")
    seen = cast("View[object]", seen).state if isinstance(seen, View) else seen
    return border.fitting(kit, seen.table if isinstance(seen, State) else seen)


def _check_parts(only: object, known: list[str]) -> None:
    if not isinstance(only, Collection) or isinstance(only, str):
        raise ArgumentError(f"only: found {shown(only)}, expected names such as {known[0]}")
    for name in cast("Collection[object]", only):
        if name not in known:
            raise ArgumentError(f"only: there is no part {shown(name)}, expected some of {', '.join(known)}")


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
    style = style_sheet(theme)
    paper = Paper(look.changes.pieces)
    height = board.draw(paper, look, layout, only or None)
    w, h, drawn = number(layout.width), number(height), "\n".join(paper.out)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="zk-{theme}" role="img" width="{w}" height="{h}" '
        f'viewBox="0 0 {w} {h}"><title>{escape(board.title(look))}</title>'
        f"<desc>{escape(board.description(look))}</desc><style>{style}</style>"
        f'<rect class="paper" width="{w}" height="{h}"/>\n{drawn}\n</svg>\n'
    )
    return Picture(svg, layout.width, height, tuple(paper.placed), look.changes.pieces, board.deciding(look))
