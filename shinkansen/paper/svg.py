"""Paper as SVG: what everything is drawn on. It writes the drawing down and remembers where each thing lies.

A *piece* is a named group (`data-piece`) with a box of its own; pieces nest. A *route* is a piece that is a line, and
routes may cross. Texts and icons are remembered too, so that a test can see that nothing overlaps and nothing is cut
off. Widths of text are those of the widest font in common use: whatever font a reader has, a text that fits here fits
there.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Final, NamedTuple

from shinkansen.paper.markup import REMEMBERED, escape, number


class Box(NamedTuple):
    """A rectangle: the upper left corner, width and height."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.h

    @property
    def middle(self) -> tuple[float, float]:
        """The point in the middle."""
        return self.x + self.w / 2, self.y + self.h / 2

    def inset(self, by: float) -> Box:
        """The rectangle inside, as far from every edge."""
        return Box(self.x + by, self.y + by, self.w - 2 * by, self.h - 2 * by)

    def part(self, x: float, y: float, w: float | None = None, h: float | None = None) -> Box:
        """A rectangle inside, counted from the corner; what is not said reaches to the far edge."""
        return Box(self.x + x, self.y + y, self.w - x if w is None else w, self.h - y if h is None else h)

    def overlaps(self, other: Box) -> bool:
        """Whether the two have more than an edge in common."""
        return (
            self.x < other.right - SLACK
            and other.x < self.right - SLACK
            and self.y < other.bottom - SLACK
            and other.y < self.bottom - SLACK
        )

    def within(self, other: Box) -> bool:
        """Whether it reaches nowhere out of the other."""
        return (
            self.x >= other.x - SLACK
            and self.y >= other.y - SLACK
            and self.right <= other.right + SLACK
            and self.bottom <= other.bottom + SLACK
        )


SLACK: Final = 0.05
"""Less than this is rounding."""


class Placed(NamedTuple):
    """Something drawn: a piece, route, text or icon; `inside` is the index of the piece it is drawn in, or -1."""

    kind: str
    name: str
    box: Box
    inside: int


# -- Text -----------------------------------------------------------------------------------------------------------

_WIDTHS: Final = {
    0.35: " 'ijl",
    0.4: ",./:;IJ\\|·",
    0.5: "-f!()[]_`rt–",
    0.6: '"*?csz',
    0.7: "Lx$0123456789EFTaekovy¥",
    0.75: "CPSYZbdghnpqu{}",
    0.85: "ABKRVX#+<=>DGHNU^~→×−",
    0.95: "&OQw",
}
_WIDTH: Final = {char: width for width, chars in _WIDTHS.items() for char in chars}
_WIDEST: Final = 1.15
"""For `m`, `W`, `@` and all that was not measured, such as the letters of other scripts."""
_PLAIN: Final = 0.94
"""How much narrower a plain letter is than a bold one."""

_ASCENT: Final = 0.78
_DESCENT: Final = 0.24
_SMALLEST: Final = 8.3
"""Below this size a text is cut rather than made smaller."""


@lru_cache(REMEMBERED)
def width_of(words: str, size: float, bold: bool = False) -> float:
    """How wide a text is at most."""
    return sum([_WIDTH.get(char, _WIDEST) for char in words]) * size * (1 if bold else _PLAIN)


@lru_cache(REMEMBERED)
def fit(words: str, size: float, width: float, bold: bool = False, whole: bool = False) -> tuple[str, float]:
    """The text and the size at which it is not wider than that: smaller, or else cut unless it must stay whole."""
    wide = width_of(words, size, bold)
    if wide <= width:
        return words, size
    smaller = size * width / wide if whole else max(_SMALLEST, size * width / wide)
    if width_of(words, smaller, bold) <= width + SLACK:
        return words, smaller
    while words and width_of(words + "…", smaller, bold) > width:
        words = words[:-1]
    return (words.rstrip() + "…" if words else ""), smaller


def wrap(words: str, size: float, width: float, lines: int, bold: bool = False) -> list[str]:
    """The text on at most so many lines; the last takes what is left, for `fit` to cut."""
    made: list[str] = []
    line = ""
    for word in words.split():
        longer = f"{line} {word}".strip()
        if line and len(made) < lines - 1 and width_of(longer, size, bold) > width:
            made.append(line)
            line = word
        else:
            line = longer
    return [*made, line]


# -- Paper ----------------------------------------------------------------------------------------------------------

_TRACE: Final = 5.0
"""How much wider a line is that points out another one."""
_START: Final[Mapping[str, float]] = {"start": 0, "middle": 0.5, "end": 1}


class Paper:
    """A drawing that is being made."""

    def __init__(self, marked: frozenset[str] = frozenset()) -> None:
        """`marked` are the pieces to outline."""
        self.out: list[str] = []
        self.placed: list[Placed] = []
        self.marked = marked
        self._inside = -1

    def raw(self, svg: str) -> None:
        """Something without a box of its own: a background, a line."""
        self.out.append(svg)

    def rect(self, box: Box, style: str, radius: float = 0) -> None:
        """A rectangle, with rounded corners if there is a radius."""
        rounded = f' rx="{number(radius)}"' if radius else ""
        x, y, w, h = map(number, box)
        self.out.append(f'<rect class="{style}" x="{x}" y="{y}" width="{w}" height="{h}"{rounded}/>')

    def path(self, style: str, *parts: float | str) -> None:
        """A path from letters and coordinates."""
        drawn = " ".join([part if isinstance(part, str) else number(part) for part in parts])
        self.out.append(f'<path class="{style}" d="{drawn}"/>')

    @contextmanager
    def piece(
        self, name: str, box: Box, title: str = "", style: str = "", count: int | None = None
    ) -> Generator[Box, None, None]:
        """Draw a piece: what is drawn meanwhile belongs to it. `title` is what a pointer over it tells."""
        outer, self._inside = self._inside, len(self.placed)
        self.placed.append(Placed("piece", name, box, outer))
        attributes = f' data-piece="{escape(name)}"'
        attributes += f' data-count="{count}"' if count is not None else ""
        attributes += f' class="{style}"' if style else ""
        self.out.append(f"<g{attributes}>" + (f"<title>{escape(title)}</title>" if title else ""))
        yield box
        if name in self.marked:
            self.rect(box.inset(0.75), "mark", 4)
        self.out.append("</g>")
        self._inside = outer

    def route(
        self, name: str, box: Box, style: str, *parts: float | str, width: float, trace: str, title: str = ""
    ) -> None:
        """Draw a piece that is a line, from letters and coordinates; if it is marked, a wider one of the style `trace`
        lies under it. How wide it is belongs to the picture and not to its style."""
        drawn = " ".join([part if isinstance(part, str) else number(part) for part in parts])
        self.placed.append(Placed("route", name, box, self._inside))
        told = f"<title>{escape(title)}</title>" if title else ""
        under = f'<path class="{trace}" stroke-width="{number(width + _TRACE)}" d="{drawn}"/>'
        self.out.append(
            f'<g data-piece="{escape(name)}">{told}{under if name in self.marked else ""}'
            f'<path class="{style}" stroke-width="{number(width)}" d="{drawn}"/></g>'
        )

    @contextmanager
    def together(self) -> Generator[None, None, None]:
        """Draw what changes only as a whole: it is one line of the SVG, and replay pages keep pictures line by line."""
        first = len(self.out)
        yield
        self.out[first:] = ["".join(self.out[first:])]

    @contextmanager
    def at(self, x: float, y: float) -> Generator[None, None, None]:
        """Draw with the corner at this place: what is drawn meanwhile has the same lines wherever it is."""
        first = len(self.placed)
        self.out.append(f'<g transform="translate({number(x)} {number(y)})">')
        yield
        self.out.append("</g>")
        self.placed[first:] = [
            Placed(kind, name, Box(x + box.x, y + box.y, box.w, box.h), inside)
            for kind, name, box, inside in self.placed[first:]
        ]

    @contextmanager
    def icon(self, box: Box) -> Generator[Box, None, None]:
        """Draw something small without a name; its box must be free."""
        self.placed.append(Placed("icon", "", box, self._inside))
        yield box

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        style: str = "ink",
        width: float | None = None,
        anchor: str = "start",
        bold: bool = False,
        whole: bool = False,
    ) -> float:
        """Write words with their baseline at y, no wider than `width`; returns how wide they are at most.

        What is too long is cut, and told in full to who points at it; numbers had better stay `whole`.
        """
        shown, size = fit(words, size, width, bold, whole) if width is not None else (words, size)
        if not shown:
            return 0
        wide = width_of(shown, size, bold)
        left = x - wide * _START[anchor]
        box = Box(left, y - _ASCENT * size, wide, (_ASCENT + _DESCENT) * size)
        self.placed.append(Placed("text", shown, box, self._inside))
        full = f"<title>{escape(words)}</title>" if shown != words else ""
        classes = f"{style} b" if bold else style
        align = f' text-anchor="{anchor}"' if anchor != "start" else ""
        self.out.append(
            f'<text class="{classes}" x="{number(x)}" y="{number(y)}" font-size="{number(size)}"{align}>'
            f"{full}{escape(shown)}</text>"
        )
        return wide

    def letter(self, box: Box, words: str, size: float, style: str) -> None:
        """A letter or number in the middle of an icon, which keeps its box."""
        x, y = box.middle
        shown, size = (words, size) if width_of(words, size, True) <= box.w else (words, size * 0.8)
        self.out.append(
            f'<text class="{style} b" x="{number(x)}" y="{number(y + size * 0.36)}" font-size="{number(size)}"'
            f' text-anchor="middle">{escape(shown)}</text>'
        )
