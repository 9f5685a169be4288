"""Geometry: where the stations of a sheet lie on paper, and how its sections run, several of them side by side."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot
from typing import Final, TypeAlias

from attrs import frozen

from shinkansen.nextstation.sheet import Point, Section, Sheet
from shinkansen.paper.svg import Box

Spot: TypeAlias = tuple[float, float]
Way: TypeAlias = tuple[float | str, ...]
"""A line as letters and coordinates."""

LABELS: Final = 12.0
"""How wide the strips with the numbers of columns and rows are."""
STAMPS: Final = 18.5
"""How wide the strip around a map is in which its stamps lie."""
LARGEST: Final = 46.0
"""No cell is wider."""
_BEND: Final = 0.5
"""How far from a corner a bend begins, in cells."""


@frozen(cache_hash=True)
class Plan:
    """A sheet as it lies on paper, from the corner at 0, 0."""

    sheet: Sheet
    cell: float
    """How wide a cell is."""

    @property
    def strip(self) -> float:
        """How wide the strip for stamps is."""
        return STAMPS if any(district.peripheral for district in self.sheet.districts) else 2.0

    @property
    def land(self) -> Box:
        """The cells."""
        corner = LABELS + self.strip
        return Box(corner, corner, self.sheet.width * self.cell, self.sheet.height * self.cell)

    @property
    def size(self) -> Spot:
        """How wide and high all of it is."""
        return self.land.right + self.strip, self.land.bottom + self.strip

    @property
    def track(self) -> float:
        """How wide a line is."""
        return min(6.5, max(3.4, self.cell * 0.155))

    @property
    def loop(self) -> float:
        """How wide the printed line is."""
        return self.track * 1.3

    def spot(self, point: Point) -> Spot:
        """A point of the doubled grid."""
        return self.land.x + (point[0] + 1) * self.cell / 2, self.land.y + (point[1] + 1) * self.cell / 2

    def place(self, x: int, y: int) -> Box:
        """A cell."""
        return Box(self.land.x + x * self.cell, self.land.y + y * self.cell, self.cell, self.cell)

    def middle(self, section: Section) -> Spot:
        """The place half-way along a section."""
        half = len(section.path) // 2
        (x, y), (a, b) = self.spot(section.path[half]), self.spot(section.path[-1 - half])
        return (x + a) / 2, (y + b) / 2

    def way(self, section: Section, aside: float = 0) -> Way:
        """How a section runs, so far to the right of its middle; its bends are round."""
        return rounded(beside([self.spot(point) for point in corners(section.path)], aside), self.cell * _BEND)


def plan_for(sheet: Sheet, width: float, height: float = 10_000) -> Plan:
    """A sheet as large as it fits."""
    empty = Plan(sheet, 0).size
    across, down = (width - empty[0]) / sheet.width, (height - empty[1]) / sheet.height
    return Plan(sheet, min(LARGEST, across, down))


def corners(path: Sequence[Point]) -> list[Point]:
    """The ends of a path, and where it turns."""
    turns = [
        here
        for before, here, after in zip(path, path[1:], path[2:], strict=False)
        if (here[0] - before[0], here[1] - before[1]) != (after[0] - here[0], after[1] - here[1])
    ]
    return [path[0], *turns, path[-1]]


def beside(way: Sequence[Spot], aside: float) -> list[Spot]:
    """A line that runs so far to the right of another one, corner by corner."""
    if not aside:
        return [*way]
    rights = [_right(*step) for step in pairwise(way)]
    found: list[Spot] = []
    for place, (x, y) in enumerate(way):
        one, two = rights[max(place - 1, 0)], rights[min(place, len(rights) - 1)]
        # Both parts keep their distance where the corner lies on the line between the two directions.
        far = aside / max(0.3, 1 + one[0] * two[0] + one[1] * two[1])
        found.append((x + far * (one[0] + two[0]), y + far * (one[1] + two[1])))
    return found


def _right(start: Spot, end: Spot) -> Spot:
    """One to the right of the way from one place to another."""
    long = hypot(end[0] - start[0], end[1] - start[1])
    return (start[1] - end[1]) / long, (end[0] - start[0]) / long


def rounded(way: Sequence[Spot], bend: float) -> Way:
    """The way from corner to corner, with bends that begin so far from a corner, or half-way to the next one."""
    found: list[float | str] = ["M", *way[0]]
    for before, here, after in zip(way, way[1:], way[2:], strict=False):
        found += ["L", *_towards(here, before, bend), "Q", *here, *_towards(here, after, bend)]
    return (*found, "L", *way[-1])


def _towards(start: Spot, end: Spot, far: float) -> Spot:
    long = hypot(end[0] - start[0], end[1] - start[1])
    part = min(far, long / 2) / long
    return start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part


def clipped(start: Spot, end: Spot, box: Box) -> tuple[Spot, Spot] | None:
    """What of a straight line lies in a box, if anything."""
    first, last = 0.0, 1.0
    step = end[0] - start[0], end[1] - start[1]
    for axis, least, most in ((0, box.x, box.right), (1, box.y, box.bottom)):
        if not step[axis]:
            if not least <= start[axis] <= most:
                return None
            continue
        one, two = sorted(((least - start[axis]) / step[axis], (most - start[axis]) / step[axis]))
        first, last = max(first, one), min(last, two)
    if first >= last:
        return None
    return (
        (start[0] + step[0] * first, start[1] + step[1] * first),
        (start[0] + step[0] * last, start[1] + step[1] * last),
    )
