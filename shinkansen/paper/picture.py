"""A finished picture: its SVG, and where everything in it lies.

Around what lies on a table a picture may have *parts*: panels (`panel:NAME`) and players (`seat:NAME`), pieces that lie
in no other piece. Where two tables are shown side by side, only the parts are drawn in which they differ.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, cast

from attrs import field, frozen

from shinkansen.core.errors import ArgumentError
from shinkansen.core.plain_json import shown
from shinkansen.paper.markup import escape, number
from shinkansen.paper.raster import png
from shinkansen.paper.svg import Paper, Placed
from shinkansen.paper.theme import Palette

LAYOUTS: Final = ("tall", "wide", "narrow")
"""What every game can draw for: a page of text, a screen on which all of it fits, a phone."""
_PARTS: Final = ("panel:", "seat:")


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
    title: str = ""
    """What it shows, in a sentence."""

    @property
    def parts(self) -> frozenset[str]:
        """The panels (`panel:NAME`) and players (`seat:NAME`) in which something is pointed out."""
        found = set[str]()
        for thing in self.placed:
            if thing.kind in ("piece", "route") and thing.name in self.outlined:
                around = thing
                while around.inside >= 0:
                    around = self.placed[around.inside]
                found.add(around.name)
        return frozenset(found)

    def beside(self, other: Picture) -> frozenset[str]:
        """What to draw `only` of two tables shown side by side: where they differ, or what only one of them has."""
        tops = [
            {thing.name for thing in drawn.placed if thing.inside < 0 and thing.name.startswith(_PARTS)}
            for drawn in (self, other)
        ]
        turns = {self.deciding, other.deciding} - {""} if self.deciding != other.deciding else set[str]()
        return self.parts | other.parts | (tops[0] ^ tops[1]) | turns

    def _repr_svg_(self) -> str:
        return self.svg

    def png(self, zoom: float = 2) -> bytes:
        """As PNG, enlarged by a factor; needs the extra `picture`."""
        return png(self.svg, zoom)


def finished(
    paper: Paper,
    palette: Palette,
    theme: str,
    width: float,
    height: float,
    title: str,
    description: str,
    deciding: str = "",
) -> Picture:
    """What was drawn, as a picture; title and description tell it to who cannot see it."""
    w, h, drawn = number(width), number(height), "\n".join(paper.out)
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{palette.name}-{theme}" role="img" width="{w}" height="{h}" '
        f'viewBox="0 0 {w} {h}"><title>{escape(title)}</title>'
        f"<desc>{escape(description)}</desc><style>{palette.style_sheet(theme)}</style>"
        f'<rect class="paper" width="{w}" height="{h}"/>\n{drawn}\n</svg>\n'
    )
    return Picture(svg, width, height, tuple(paper.placed), paper.marked, deciding, title)


def check_caption(caption: object) -> None:
    """Raise an error if a caption is no text."""
    if not isinstance(caption, str):
        raise ArgumentError(f"caption: found {shown(caption)}, expected a string")


def check_layout(layout: object) -> None:
    """Raise an error if there is no such layout."""
    if layout not in LAYOUTS:
        raise ArgumentError(f"there is no layout {shown(layout)}, expected one of {', '.join(LAYOUTS)}")


def check_parts(only: object, known: Sequence[str]) -> None:
    """Raise an error if these are not names of the parts that a picture has."""
    if not isinstance(only, Collection) or isinstance(only, str):
        raise ArgumentError(f"only: found {shown(only)}, expected names such as {known[0]}")
    for name in cast("Collection[object]", only):
        if name not in known:
            raise ArgumentError(f"only: there is no part {shown(name)}, expected some of {', '.join(known)}")
