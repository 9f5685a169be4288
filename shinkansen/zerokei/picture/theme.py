"""Theme: every colour of a picture, light and dark, and the style sheet made of them.

A picture carries its style sheet inside. Rules are bound to the picture's own class, so that pictures of different
themes can stand on one page. The colours are those of the first trains, ivory and blue; what a colour says, a letter or
a shape says too.
"""

from __future__ import annotations

from typing import Final

from shinkansen.core.errors import ShinkansenError
from shinkansen.core.plain_json import shown

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

RULES: Final = {
    "paper": "fill:{paper}",
    "panel": "fill:{panel};stroke:{line}",
    "card": "fill:{card};stroke:{line}",
    "now": "fill:{tint};stroke:{accent};stroke-width:2",
    "turn": "fill:{accent}",
    "act": "fill:{tint}",
    "gift": "fill:{star}",
    "empty": "fill:none;stroke:{line};stroke-dasharray:3 2.5",
    "hatch": "stroke:{mute};fill:none;stroke-width:1",
    "ink": "fill:{ink}",
    "mute": "fill:{mute}",
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
    "mark": "fill:none;stroke:{mark};stroke-width:2",
    "badge": "fill:{accent}",
    "on": "fill:{card}",
    "faded": "opacity:.6",
    "seat0": "fill:{yellow};stroke:{edge}",
    "seat1": "fill:{red};stroke:{edge}",
    "seat2": "fill:{green};stroke:{edge}",
    "seat3": "fill:{blue};stroke:{edge}",
    "seat4": "fill:{grey};stroke:{edge}",
    "gold": "fill:{gold};stroke:{edge}",
    "white": "fill:{white};stroke:{edge}",
    "black": "fill:{black};stroke:{edge}",
    "greyevent": "fill:{grey}",
    "blueevent": "fill:{blue}",
    "greenevent": "fill:{green}",
    "dark": "fill:{dark}",
    "pale": "fill:{pale}",
    "b": "font-weight:700",
}
"""What each class looks like; names in braces are colours."""

FONTS: Final = 'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans","DejaVu Sans",sans-serif'
"""Fonts that readers have; nothing is fetched."""

THEMES: Final = ("auto", "light", "dark")
"""`auto` follows what the reader's system prefers."""


def style_sheet(theme: str) -> str:
    """The style sheet of a theme, for a picture of the class `zk-THEME`."""
    if theme not in THEMES:
        raise ShinkansenError(f"there is no theme {shown(theme)}, expected one of {', '.join(THEMES)}")
    scope = f".zk-{theme}"
    base = f"{scope} text{{font-family:{FONTS};font-variant-numeric:tabular-nums}}"
    if theme != "auto":
        return base + _rules(scope, DARK if theme == "dark" else LIGHT)
    return f"{base}{_rules(scope, LIGHT)}@media (prefers-color-scheme:dark){{{_rules(scope, DARK)}}}"


def variables(theme: str) -> str:
    """The colours as variables of a page (`var(--ink)`), for what stands around the pictures."""

    def named(colours: dict[str, str], scheme: str) -> str:
        listed = "".join(f"--{name}:{colour};" for name, colour in colours.items())
        return f":root{{color-scheme:{scheme};{listed}}}"

    if theme != "auto":
        return named(DARK if theme == "dark" else LIGHT, theme)
    return f"{named(LIGHT, 'light')}@media (prefers-color-scheme:dark){{{named(DARK, 'dark')}}}"


def _rules(scope: str, colours: dict[str, str]) -> str:
    return "".join([f"{scope} .{name}{{{rule.format_map(colours)}}}" for name, rule in RULES.items()])
