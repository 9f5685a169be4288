"""Moves on one line: `pass`, or a section by the places of its two stations, such as `7,3-4,6`.

What comes with a section follows it: `>1,9` where an extension leads to, `double` for a mark on the station reached,
`power` if the power of the pencil is used. Every move has one notation, in which the stations of the section are in the
order of their places.
"""

from __future__ import annotations

import re
from typing import Final

from shinkansen.core.errors import WireError
from shinkansen.core.plain_json import shown
from shinkansen.nextstation.moves import PASS, Draw, Move, move_json

_PLACE: Final = r"(\d{1,3},\d{1,3})"
_DRAW: Final = re.compile(rf"{_PLACE}-{_PLACE}(?:>{_PLACE})?( double)?( power)?", re.ASCII)


def notation(move: Move) -> str:
    """A move as text."""
    move_json(move)  # refuses what is not a move
    if not isinstance(move, Draw):
        return "pass"
    extension = f">{move.extension}" if move.extension is not None else ""
    return "-".join(move.section) + extension + " double" * move.mark + " power" * move.power


def parse(text: str) -> Move:
    """The move that a text stands for; `WireError` if it is not one."""
    if text == "pass":
        return PASS
    fits = isinstance(text, str)  # pyright: ignore[reportUnnecessaryIsInstance]
    found = _DRAW.fullmatch(text) if fits else None
    if found is None:
        raise WireError(f"found {shown(text)}, expected `pass` or a section such as 7,3-4,6")
    move = Draw((found[1], found[2]), found[3], bool(found[4]), bool(found[5]))
    if notation(move) != text:
        raise WireError(f"found {shown(text)}, expected the stations in their order: {notation(move)}")
    return move
