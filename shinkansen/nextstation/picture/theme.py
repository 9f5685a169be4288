"""Theme: the colours of Next Station's pictures, light and dark, and what each class in them looks like.

A line has the colour of its pencil and a pattern along it (`PATTERNS`), so that nobody needs to tell colours apart.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from shinkansen.nextstation.sheet import Sheet
from shinkansen.paper.theme import PLAIN, Palette

PENCILS: Final = {
    "purple": ("#7c3fa3", "#a873d6"),
    "blue": ("#1f63c4", "#4f8ff0"),
    "pink": ("#d0407f", "#ea5f9e"),
    "green": ("#23824a", "#37a064"),
    "brown": ("#80502c", "#b07d4f"),
    "red": ("#bf2e2b", "#dd5a54"),
    "orange": ("#c2600e", "#d97a24"),
    "teal": ("#0d7c86", "#2a9aa4"),
    "grey": ("#646f7b", "#8591a0"),
}
"""The colours of pencils, light and dark: dark enough for pale letters, and light enough to be seen on dark paper."""


class Pattern(NamedTuple):
    """Pale dashes along the middle of a line."""

    dashes: str
    wide: float
    """Of the line's own width."""
    style: str = "inlay"


PATTERNS: Final = (Pattern("", 0), Pattern("1.3 5.2", 0.6, "ties"), Pattern("6 5", 0.3), Pattern("0.01 5.5", 0.3))
"""For each line of a sheet: none, short ones across it, long ones, dots. One that does not end would make two tracks of
one."""

_LIGHT: Final = {
    **{f"p-{name}": light for name, (light, _) in PENCILS.items()},
    "land": "#fdfcf8", "centre": "#f6eed9", "border": "#d9b64b", "river": "#b9dcef", "rail": "#a9b1ba",
    "asked": "#ffd95e",
    "sun": "#e7d3f3", "loop": "#5ea675", "bed": "#d9efdf", "dirt": "#f3e3c4", "yellow": "#d9a514", "red": "#a3462f",
    "green": "#0d7c86", "blue": "#4a5a70", "sheet": "#ffffff",
}  # fmt: skip
_DARK: Final = {
    **{f"p-{name}": dark for name, (_, dark) in PENCILS.items()},
    "land": "#1c222a", "centre": "#2c2a22", "border": "#8f7526", "river": "#1f4a61", "rail": "#5b6672",
    "asked": "#e3b534",
    "sun": "#57406a", "loop": "#4f9a6b", "bed": "#213a2b", "dirt": "#4a3a1c", "yellow": "#dcae2c", "red": "#c05f45",
    "green": "#1c8b95", "blue": "#6d7f98", "sheet": "#12161b",
}  # fmt: skip

_ROUND: Final = "fill:none;stroke-linecap:round;stroke-linejoin:round"
_RULES: Final = {
    "tag": "fill:{dirt};stroke:{rust}",
    "rust": "fill:{rust}",
    "was": "fill:{mark}",
    "trace": f"{_ROUND};stroke:{{mark}}",
    "land": "fill:{land}",
    "centre": "fill:{centre}",
    "frame": "fill:{panel}",
    "border": "fill:none;stroke:{border};stroke-width:1.3;stroke-linejoin:round",
    "river": "fill:none;stroke:{river};stroke-linejoin:round",
    "rail": "fill:none;stroke:{rail};stroke-width:1.1;stroke-dasharray:3 2.6",
    "loop": f"{_ROUND};stroke:{{loop}}",
    "bed": f"{_ROUND};stroke:{{bed}}",
    "inlay": f"{_ROUND};stroke:{{sheet}}",
    "ties": "fill:none;stroke:{sheet}",
    "may": f"{_ROUND};stroke-dasharray:.01 5.2",
    "spend": "fill:none;stroke:{plum};stroke-dasharray:4 3",
    "stop": "fill:{sheet};stroke:{ink}",
    "asked": "fill:{asked};stroke:{ink}",
    "on-asked": "fill:{dark}",
    "ring": "fill:none;stroke:{accent};stroke-width:2.4",
    "site": "fill:{sun};stroke:{plum};stroke-width:.7",
    "count": "fill:{ink};stroke:{sheet}",
    "on-count": "fill:{sheet}",
    "stamp": "fill:{sheet};stroke:{mute};stroke-dasharray:2 1.6",
    "stamped": "fill:{red};stroke:{red}",
    "street": "fill:{card};stroke:{line}",
    "under": "fill:{tint};stroke:{line}",
    "faded": "opacity:.45",
    "sign": "fill:none;stroke:{ink};stroke-linecap:round;stroke-linejoin:round",
    "leaf": "fill:{leaf}",
    "plum": "fill:{plum}",
    "none": "fill:none;stroke:{line}",
    "spent": "fill:none;stroke:{mute};stroke-width:1.2",
    **{f"l-{name}": f"{_ROUND};stroke:{{p-{name}}}" for name in PENCILS},
    **{f"f-{name}": f"fill:{{p-{name}}}" for name in PENCILS},
    **{f"s-{name}": f"stroke:{{p-{name}}}" for name in PENCILS},
    "refused": f"{_ROUND};stroke:{{mark}}",
    "outlined": "fill:none;stroke:{mark};stroke-width:2",
    "struck": "fill:{mark};stroke:{sheet}",
    "cross": f"{_ROUND};stroke:{{sheet}}",
    "plan": "stroke-dasharray:6 5;stroke-linecap:butt",
}

PALETTE: Final[Palette] = PLAIN.extended("ns", _LIGHT, _DARK, _RULES)


def pencils(sheet: Sheet) -> tuple[str, ...]:
    """For each line of a sheet the colour in which it is drawn: that of its name, or one that no other has."""
    free = iter([name for name in PENCILS if name not in sheet.colours])
    return tuple([name if name in PENCILS else next(free) for name in sheet.colours])


def codes(sheet: Sheet) -> tuple[str, ...]:
    """For each line of a sheet one or two characters that no other line has: `Pu` and `Pi`, but `G`."""
    found: list[str] = []
    for colour in sheet.colours:
        others = [other for other in sheet.colours if other != colour]
        fits = (colour[:size] for size in (1, 2) if not any(other.startswith(colour[:size]) for other in others))
        found.append(next(fits, f"{colour[0]}{len(found) + 1}").capitalize())
    return tuple(found)
