"""Shapes, and the badges of seats: a colour, a shape and a letter each, so that nobody needs to tell colours apart."""

from __future__ import annotations

from typing import Final, TypeAlias

from attrs import frozen

from shinkansen.paper.markup import number
from shinkansen.paper.svg import Box, Paper

Points: TypeAlias = tuple[tuple[float, float], ...]
"""Corners in a square of side 1; none for a circle."""

HEXAGON: Final[Points] = ((0.27, 0), (0.73, 0), (1, 0.5), (0.73, 1), (0.27, 1), (0, 0.5))
SQUARE: Final[Points] = ((0.06, 0.06), (0.94, 0.06), (0.94, 0.94), (0.06, 0.94))
TRIANGLE: Final[Points] = ((0.5, 0), (1, 0.96), (0, 0.96))
PENTAGON: Final[Points] = ((0.5, 0), (1, 0.38), (0.81, 0.98), (0.19, 0.98), (0, 0.38))
DIAMOND: Final[Points] = ((0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5))
"""A square on its point; like all shapes here, in a box of one by one."""
ROUND: Final[Points] = ()


def shape(paper: Paper, box: Box, points: Points, style: str) -> None:
    """A polygon, or a circle."""
    if not points:
        x, y = map(number, box.middle)
        paper.raw(f'<circle class="{style}" cx="{x}" cy="{y}" r="{number(min(box.w, box.h) / 2)}"/>')
        return
    corners = " ".join([f"{number(box.x + x * box.w)},{number(box.y + y * box.h)}" for x, y in points])
    paper.raw(f'<polygon class="{style}" points="{corners}"/>')


LOOKS: Final[tuple[tuple[Points, str, float], ...]] = (
    (ROUND, "dark", 0),
    (SQUARE, "pale", 0),
    (TRIANGLE, "pale", 0.12),
    (DIAMOND, "pale", 0),
    (HEXAGON, "pale", 0),
)
"""For each look its shape, the ink of its letter, and how much lower than the middle the letter sits."""


@frozen
class Badge:
    """The badge of a seat: its look, by number, and a letter. Lines of a chart have looks of the same numbers."""

    look: int
    letter: str

    def draw(self, paper: Paper, box: Box) -> None:
        """Draw it; its box must be free."""
        points, ink, lower = LOOKS[self.look % len(LOOKS)]
        with paper.icon(box):
            shape(paper, box, points, f"seat{self.look % len(LOOKS)}")
            paper.letter(box.part(0, lower * box.h, h=box.h), self.letter, box.h * 0.55, ink)
