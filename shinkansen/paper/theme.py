"""Theme: the colours of pictures and pages, light and dark, and the style sheets made of them.

A picture carries its style sheet inside. Rules are bound to the picture's own class, so that pictures of different
themes and games can stand on one page. What a colour says, a letter or a shape should say too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from attrs import field, frozen

from shinkansen.core.errors import ArgumentError, ShinkansenError
from shinkansen.core.frozen import freeze_table
from shinkansen.core.plain_json import shown

THEMES: Final = ("auto", "light", "dark")
"""`auto` follows what the reader's system prefers."""

FONTS: Final = 'system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Noto Sans","DejaVu Sans",sans-serif'
"""Fonts that readers have; nothing is fetched."""

RULES: Final = {
    "paper": "fill:{paper}",
    "panel": "fill:{panel};stroke:{line}",
    "card": "fill:{card};stroke:{line}",
    "now": "fill:{tint};stroke:{accent};stroke-width:2",
    "ink": "fill:{ink}",
    "mute": "fill:{mute}",
    "mark": "fill:none;stroke:{mark};stroke-width:2",
    "seat0": "fill:{yellow};stroke:{edge}",
    "seat1": "fill:{red};stroke:{edge}",
    "seat2": "fill:{green};stroke:{edge}",
    "seat3": "fill:{blue};stroke:{edge}",
    "seat4": "fill:{grey};stroke:{edge}",
    "dark": "fill:{dark}",
    "pale": "fill:{pale}",
    "b": "font-weight:700",
}
"""What each class looks like that is drawn in this room; names in braces are colours."""


def _table(given: Mapping[str, str]) -> Mapping[str, str]:
    return freeze_table(given)


@frozen
class Palette:
    """The colours of a game by their names, light and dark, and how its pictures use them."""

    name: str
    """A short word: its pictures are of the class `NAME-THEME`."""
    light: Mapping[str, str] = field(converter=_table, hash=False, repr=False)
    dark: Mapping[str, str] = field(converter=_table, hash=False, repr=False)
    rules: Mapping[str, str] = field(converter=_table, hash=False, repr=False, default=RULES)
    """What each class of the pictures looks like; names in braces are colours."""

    def __attrs_post_init__(self) -> None:
        if problem := next(_problems(self), None):
            raise ArgumentError(f"the palette {shown(self.name)} {problem}")

    def extended(
        self,
        name: str,
        light: Mapping[str, str] = freeze_table({}),
        dark: Mapping[str, str] = freeze_table({}),
        rules: Mapping[str, str] = freeze_table({}),
    ) -> Palette:
        """The same under another name, with more or other colours and classes."""
        return Palette(name, {**self.light, **light}, {**self.dark, **dark}, {**self.rules, **rules})

    def style_sheet(self, theme: str) -> str:
        """The style sheet of the pictures in a theme, for pictures of the class `NAME-THEME`."""
        check_theme(theme)
        scope = f".{self.name}-{theme}"
        base = f"{scope} text{{font-family:{FONTS};font-variant-numeric:tabular-nums}}"
        if theme != "auto":
            return base + self._rules(scope, self.dark if theme == "dark" else self.light)
        at_night = f"@media (prefers-color-scheme:dark){{{self._rules(scope, self.dark)}}}"
        return f"{base}{self._rules(scope, self.light)}{at_night}"

    def variables(self, theme: str) -> str:
        """The colours as variables of a page (`var(--ink)`), for what stands around the pictures."""
        check_theme(theme)
        if theme != "auto":
            return _variables(self.dark if theme == "dark" else self.light, theme)
        at_night = f"@media (prefers-color-scheme:dark){{{_variables(self.dark, 'dark')}}}"
        return f"{_variables(self.light, 'light')}{at_night}"

    def _rules(self, scope: str, colours: Mapping[str, str]) -> str:
        return "".join([f"{scope} .{name}{{{rule.format_map(colours)}}}" for name, rule in self.rules.items()])


def _problems(palette: Palette) -> Iterator[str]:
    """What is wrong with a palette, as the end of a sentence."""
    if not re.fullmatch("[a-z][a-z0-9]*", str(palette.name)):
        yield "has a name that cannot stand in a style sheet, expected small letters such as 'zk'"
    for scheme, colours in (("light", palette.light), ("dark", palette.dark)):
        missing = [name for name in PLAIN_LIGHT if name not in colours]
        yield from (f"has no {scheme} colour {name!r}, and pages need it" for name in missing)
        for name, colour in colours.items():
            if not re.fullmatch("#[0-9a-f]{6}", str(colour)):
                yield f"has {shown(colour)} as its {scheme} colour {shown(name)}, expected one such as #1b222a"
        for name, rule in palette.rules.items():
            try:
                rule.format_map(colours)
            except (LookupError, ValueError):
                yield f"has the rule {shown(rule)} for the class {shown(name)}, with a colour that is not {scheme}"
    yield from (f"has no rule for the class {name!r}" for name in RULES if name not in palette.rules)


def check_theme(theme: str) -> None:
    """Raise an error if there is no such theme."""
    if theme not in THEMES:
        raise ShinkansenError(f"there is no theme {shown(theme)}, expected one of {', '.join(THEMES)}")


def _variables(colours: Mapping[str, str], scheme: str) -> str:
    listed = "".join(f"--{name}:{colour};" for name, colour in colours.items())
    return f":root{{color-scheme:{scheme};{listed}}}"


PLAIN_LIGHT: Final = {
    "paper": "#f4f6f8", "panel": "#ffffff", "card": "#ffffff", "ink": "#1b222a", "mute": "#55606c", "line": "#cfd6de",
    "faint": "#e4e9ee", "accent": "#0b57a4", "tint": "#e1ecf8", "star": "#f0e6f6", "plum": "#6c3a8c",
    "mark": "#b3300c", "rust": "#86490a", "leaf": "#38682c", "yellow": "#eebc1c", "red": "#bf2e2b",
    "green": "#2a864a", "blue": "#2b5dbb", "grey": "#646f7b", "edge": "#646d76", "dark": "#1b222a", "pale": "#ffffff",
}  # fmt: skip
"""The colours of paper in the light."""
PLAIN_DARK: Final = {
    "paper": "#11151a", "panel": "#1a2028", "card": "#222a34", "ink": "#e9ecf0", "mute": "#a4afbb", "line": "#3a4552",
    "faint": "#29323c", "accent": "#82b8f0", "tint": "#1e3349", "star": "#332841", "plum": "#d0ace7",
    "mark": "#ff955a", "rust": "#f0be7a", "leaf": "#a6d098", "yellow": "#eebc1c", "red": "#d2504b",
    "green": "#369759", "blue": "#4a7edd", "grey": "#7b8693", "edge": "#aab3bd", "dark": "#13171c", "pale": "#ffffff",
}  # fmt: skip
"""`paper` lies under `panel` and `card`; on them stand `ink` and `mute`, between them `line` and `faint`. `accent` and
`tint` are for what is active, `mark` for what changed or is wrong, `leaf` for what is right, `rust` for what is in
doubt, `plum` and `star` for what is special; the five colours of seats have an `edge`, and letters on them are `dark`
or `pale`."""

PLAIN: Final = Palette("plain", PLAIN_LIGHT, PLAIN_DARK)
"""The colours of a game that has none of its own, and those to begin with (`extended`)."""
