"""Moves on one line: `pass`, or a section by the places of its two stations, such as `7,3-4,6`.

Every move has one notation, in which the stations are in the order of their places.
"""

from __future__ import annotations

import re
from typing import Final

from shinkansen.core.errors import WireError
from shinkansen.core.plain_json import shown
from shinkansen.nextstation.moves import PASS, Draw, Move, move_json

_SECTION: Final = re.compile(r"(\d{1,3},\d{1,3})-(\d{1,3},\d{1,3})", re.ASCII)


def notation(move: Move) -> str:
    """A move as text."""
    move_json(move)  # refuses what is not a move
    return "-".join(move.section) if isinstance(move, Draw) else "pass"


def parse(text: str) -> Move:
    """The move that a text stands for; `WireError` if it is none."""
    if text == "pass":
        return PASS
    fits = isinstance(text, str)  # pyright: ignore[reportUnnecessaryIsInstance]
    found = _SECTION.fullmatch(text) if fits else None
    if found is None:
        raise WireError(f"found {shown(text)}, expected `pass` or a section such as 7,3-4,6")
    move = Draw((found[1], found[2]))
    if notation(move) != text:
        raise WireError(f"found {shown(text)}, expected the stations in their order: {notation(move)}")
    return move
