"""Symbols: the shapes of stations and cards. Each is drawn in the middle of a box, all about equally large."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from shinkansen.nextstation.picture.theme import PATTERNS
from shinkansen.nextstation.sheet import ANY, JOKER, SWITCH
from shinkansen.paper.markup import number
from shinkansen.paper.shapes import PENTAGON, ROUND, SQUARE, TRIANGLE, Points, shape
from shinkansen.paper.svg import Box, Paper


def star(points: int, inner: float) -> Points:
    """A star with so many points, and how deep it is between them."""
    return tuple(
        (0.5 + 0.5 * far * sin(pi * step / points), 0.5 - 0.5 * far * cos(pi * step / points))
        for step in range(2 * points)
        for far in (1 if step % 2 == 0 else inner,)
    )


STAR: Final = star(5, 0.5)
SUN: Final = star(12, 0.82)
_SHAPES: Final[dict[str, tuple[Points, float, float]]] = {
    "circle": (ROUND, 0.96, 0),
    "square": (SQUARE, 0.98, 0),
    "triangle": (TRIANGLE, 1.08, -0.07),
    "pentagon": (PENTAGON, 1.06, -0.02),
    ANY: (star(8, 0.8), 1.14, 0),
    JOKER: (STAR, 1.2, 0),
}
"""For each symbol its shape, how large it is drawn, and how much lower than the middle."""
_LOWER: Final = {"triangle": 0.13, "pentagon": 0.03}
"""How much lower than the middle of a symbol a letter in it sits."""


def symbol(paper: Paper, box: Box, name: str, style: str, width: float) -> None:
    """A symbol, with an edge so wide."""
    if name == SWITCH:
        _switch(paper, box, width)
        return
    points, large, lower = _SHAPES.get(name, _SHAPES[ANY])
    size = box.w * large
    x, y = box.middle
    paper.raw(f'<g stroke-width="{number(width)}">')
    shape(paper, Box(x - size / 2, y - size / 2 + lower * box.h, size, size), points, style)
    paper.raw("</g>")


def letter(paper: Paper, box: Box, name: str, words: str, size: float, style: str) -> None:
    """A letter or a number in a symbol."""
    paper.letter(box.part(0, _LOWER.get(name, 0) * box.h, h=box.h), words, size, style)


def pattern(paper: Paper, colour: int, wide: float, drawn: str) -> None:
    """The pattern of a line that is so wide, along a path."""
    dashes, share, style = PATTERNS[colour % len(PATTERNS)]
    if dashes:
        stroke = f'class="{style}" stroke-width="{number(wide * share)}" stroke-dasharray="{dashes}"'
        paper.raw(f'<path {stroke} d="{drawn}"/>')


def _switch(paper: Paper, box: Box, width: float) -> None:
    """A line that forks."""
    x, y, w, h = box
    paper.raw(f'<g stroke-width="{number(width * 1.8)}">')
    paper.path("sign", "M", x + w / 2, y + h, "V", y + h * 0.55, "L", x + w * 0.12, y + h * 0.1,
               "M", x + w / 2, y + h * 0.55, "L", x + w * 0.88, y + h * 0.1)  # fmt: skip
    paper.raw("</g>")


def lightning(paper: Paper, box: Box, style: str) -> None:
    """The power of a pencil."""
    with paper.icon(box):
        bolt(paper, box, style)


def struck(paper: Paper, box: Box) -> None:
    """The mark of what is refused: a cross in a disc, so that it can be seen on any line."""
    (x, y), half = box.middle, box.w * 0.21
    shape(paper, box, ROUND, "struck")
    paper.raw(f'<g stroke-width="{number(box.w * 0.14)}">')
    paper.path(
        "cross", "M", x - half, y - half, "L", x + half, y + half, "M", x + half, y - half, "L", x - half, y + half
    )
    paper.raw("</g>")


def bolt(paper: Paper, box: Box, style: str) -> None:
    """Its shape alone, as part of another icon."""
    shape(paper, box, ((0.62, 0), (0.12, 0.58), (0.46, 0.58), (0.38, 1), (0.88, 0.42), (0.54, 0.42)), style)
