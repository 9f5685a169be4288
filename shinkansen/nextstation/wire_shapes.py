"""The shapes of states in plain JSON, for the strict converter; what names and numbers mean is read in `wire`.

They stand apart because making these classes takes much longer than defining functions, and nothing here depends on a
rule: whoever loads the engine with a rule changed can share them.
"""

from __future__ import annotations

from typing import Final

from attrs import define

from shinkansen.core.plain_json import Plain, strict_converter


@define(eq=False, repr=False)
class SeatShape:
    lines: dict[str, tuple[tuple[str, ...], ...]]
    marks: tuple[tuple[str, ...], ...]
    used: tuple[str, ...]
    second: str | None


@define(eq=False, repr=False)
class TableShape:
    round: int
    pencils: tuple[str, ...]
    gap: tuple[int, ...]
    objectives: tuple[str, ...]
    powers: tuple[str, ...]
    specials: tuple[tuple[str, ...], ...]
    cards: tuple[tuple[str, ...], ...]
    seats: tuple[SeatShape, ...]
    choosing: tuple[int, ...]


@define(eq=False, repr=False)
class HiddenShape:
    decks: tuple[tuple[str, ...], ...]
    choices: tuple[Plain | None, ...]
    symbols: tuple[str, ...]
    effects: tuple[str, ...]


@define(eq=False, repr=False)
class StateShape:
    table: TableShape
    hidden: HiddenShape


_LONGEST: Final = 1000
"""The most items of any list: no sheet has as many sections as that."""
CONVERTER: Final = strict_converter(_LONGEST, _LONGEST)
