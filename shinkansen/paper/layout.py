"""Layout: sizes, and where a number of equal or unequal things lie in a given width."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from shinkansen.paper.svg import Box

TITLE: Final = 17.0
BODY: Final = 10.5
SMALL: Final = 9.5
"""The sizes of text: a heading, what is to be read, what explains it."""
GAP: Final = 6.0
_EMPTY: Final = 18.0
"""How high it is to say that there is nothing."""


@frozen
class Flow:
    """Boxes side by side on lines, from the corner at 0, 0."""

    boxes: tuple[Box, ...]
    height: float

    def at(self, x: float, y: float) -> list[Box]:
        """The boxes, from the corner at this place."""
        return [Box(x + box.x, y + box.y, box.w, box.h) for box in self.boxes]


def flow(widths: Sequence[float], high: float, width: float, gap: float) -> Flow:
    """Things of some widths one after the other; a new line where one is full."""
    boxes: list[Box] = []
    x = y = 0.0
    for w in widths:
        if boxes and x + w > width:
            x, y = 0.0, y + high + gap
        boxes.append(Box(x, y, w, high))
        x += w + gap
    return Flow(tuple(boxes), y + high if boxes else _EMPTY)


def even(count: int, least: float, high: float, width: float, gap: float, most: float = 0) -> Flow:
    """Equal things that share a width evenly, none narrower than `least` (nor wider than `most`), on lines."""
    a_line = max(1, min(count, int((width + gap) // (least + gap))))
    each = (width - gap * (a_line - 1)) / a_line
    return flow([min(each, most) if most else each] * count, high, width + 0.01, gap)
