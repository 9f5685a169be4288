"""Theme: the colours of Zero-Kei's pictures, light and dark, and what each class in them looks like.

The colours are those of the first trains, ivory and blue; what a colour says, a letter or a shape says too.
"""

from __future__ import annotations

from typing import Final

from shinkansen.paper import theme
from shinkansen.paper.theme import Palette

LIGHT: Final = {
    "paper": "#f7f4ec", "panel": "#fffdf8", "card": "#ffffff", "ink": "#1f2730", "mute": "#565f6a",
    "line": "#d8d2c4", "faint": "#e9e4d8", "accent": "#14508c", "tint": "#e4edf6", "star": "#efe6f5", "plum": "#6a3d8a",
    "mark": "#b8320a", "dirt": "#f3d9b1", "rust": "#8a4b08", "done": "#e7efe2", "leaf": "#3c6b2f", "flame": "#c2410c",
    "yellow": "#f0bf1a", "red": "#c22f2a", "green": "#2c8a4b", "blue": "#2a5fc0", "grey": "#66707c",
    "gold": "#dfa91f", "white": "#ffffff", "black": "#262b31", "edge": "#6d6552", "dark": "#1f2730", "pale": "#ffffff",
}  # fmt: skip
DARK: Final = {
    "paper": "#12161b", "panel": "#1a2027", "card": "#222a33", "ink": "#ece9e1", "mute": "#a3adb8",
    "line": "#38424d", "faint": "#2a323b", "accent": "#7fb6ee", "tint": "#1f3348", "star": "#332840", "plum": "#cfaae6",
    "mark": "#ff9457", "dirt": "#4a3617", "rust": "#f0bd78", "done": "#22301f", "leaf": "#a5cf96", "flame": "#ff8f5a",
    "yellow": "#f0bf1a", "red": "#d4504a", "green": "#37995a", "blue": "#4a7fe0", "grey": "#7d8894",
    "gold": "#dfa91f", "white": "#f5f3ee", "black": "#0b0d10", "edge": "#b9b09a", "dark": "#14181d", "pale": "#ffffff",
}  # fmt: skip


def _shared(*names: str) -> dict[str, str]:
    """Classes that look as everywhere. They are taken one by one, because the order of a style sheet matters: pictures
    are compared to the byte."""
    return {name: theme.RULES[name] for name in names}


RULES: Final = {
    **_shared("paper", "panel", "card", "now"),
    "turn": "fill:{accent}",
    "act": "fill:{tint}",
    "gift": "fill:{star}",
    "empty": "fill:none;stroke:{line};stroke-dasharray:3 2.5",
    "hatch": "stroke:{mute};fill:none;stroke-width:1",
    **_shared("ink", "mute"),
    "blue": "fill:{accent}",
    "plum": "fill:{plum}",
    "rust": "fill:{rust}",
    "leaf": "fill:{leaf}",
    "was": "fill:{mark}",
    "flame": "fill:{flame}",
    "dirt": "fill:{dirt};stroke:{rust}",
    "done": "fill:{done};stroke:{leaf}",
    "work": "fill:none;stroke:{accent};stroke-width:.13;stroke-linecap:round;stroke-linejoin:round",
    "plumwork": "fill:none;stroke:{plum};stroke-width:.11;stroke-linejoin:round",
    "sign": "fill:none;stroke:{ink};stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round",
    "rail": "stroke:{ink};stroke-width:2;fill:none",
    "tie": "stroke:{mute};stroke-width:1.6;fill:none",
    "plan": "stroke:{mute};stroke-width:1.4;stroke-dasharray:2 4;fill:none",
    "disc": "fill:{card};stroke:{ink};stroke-width:1.2",
    "ring": "fill:{card};stroke:{accent};stroke-width:2",
    "back": "fill:{faint};stroke:{mute}",
    "dot": "fill:{accent}",
    **_shared("mark"),
    "badge": "fill:{accent}",
    "on": "fill:{card}",
    "faded": "opacity:.6",
    **_shared("seat0", "seat1", "seat2", "seat3", "seat4"),
    "gold": "fill:{gold};stroke:{edge}",
    "white": "fill:{white};stroke:{edge}",
    "black": "fill:{black};stroke:{edge}",
    "greyevent": "fill:{grey}",
    "blueevent": "fill:{blue}",
    "greenevent": "fill:{green}",
    **_shared("dark", "pale", "b"),
}
"""What each class looks like; names in braces are colours."""

PALETTE: Final = Palette("zk", LIGHT, DARK, RULES)
