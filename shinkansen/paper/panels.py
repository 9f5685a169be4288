"""Panels: parts of a table with a title, side by side in rows; and the caption above them.

What a panel draws from is for the game to say: a value with the state and all that the drawing functions need.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Generic, TypeVar

from attrs import frozen

from shinkansen.paper.layout import BODY, SMALL
from shinkansen.paper.svg import Box, Paper, wrap

LookT = TypeVar("LookT")

PAD: Final = 8.0
_HEAD: Final = 15.0
"""Around what a panel holds, and above it for its title."""
BETWEEN: Final = 8.0
_CAPTION: Final = 18.0


@frozen
class Panel(Generic[LookT]):
    """A part of the table with a title."""

    name: str
    title: Callable[[LookT], str]
    height: Callable[[LookT, float], float]
    """How high its content is in a given width."""
    draw: Callable[[Paper, LookT, Box], None]
    at_the_end: bool = False
    """Whether it is there only when the game is over."""

    @property
    def part(self) -> str:
        """Its name in pictures."""
        return f"panel:{self.name}"


def draw_row(
    paper: Paper, look: LookT, row: Sequence[tuple[Panel[LookT], float]], x: float, y: float, width: float
) -> float:
    """Panels side by side with their widths, 0 being what the others leave; returns where the next row begins."""
    if not row:
        return y
    given = width - BETWEEN * (len(row) - 1) - sum(wide for _, wide in row)
    widths = [wide or given for _, wide in row]
    inner = [panel.height(look, wide - 2 * PAD) for (panel, _), wide in zip(row, widths, strict=True)]
    high = max(inner) + _HEAD + 2 * PAD
    for (panel, _), wide in zip(row, widths, strict=True):
        box = Box(0, 0, wide, high)
        with paper.at(x, y), paper.piece(panel.part, box):
            paper.rect(box.inset(0.5), "panel", 6)
            paper.text(PAD, PAD + 7, panel.title(look), SMALL, "mute", wide - 2 * PAD, bold=True)
            panel.draw(paper, look, Box(PAD, PAD + _HEAD, wide - 2 * PAD, high - _HEAD - 2 * PAD))
        x += wide + BETWEEN
    return y + high + BETWEEN


def draw_caption(paper: Paper, words: str, x: float, y: float, width: float, refused: bool = False) -> float:
    """A sentence in a frame, red if it is a refusal; returns where the next thing begins."""
    lines = wrap(words, BODY + 1, width - 24, 2 if width > 600 else 5)
    caption = Box(x, y, width, _CAPTION * len(lines) + 8)
    with paper.piece("caption", caption):
        paper.rect(caption.inset(1), "mark" if refused else "now", 6)
        for place, line in enumerate(lines):
            paper.text(caption.x + 12, y + 17 + _CAPTION * place, line, BODY + 1, "ink", width - 24)
    return caption.bottom + BETWEEN
