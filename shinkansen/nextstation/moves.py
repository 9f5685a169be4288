"""Moves: what a player decides in a turn, as frozen values with a canonical JSON form.

A move contains only what changes the sheet: a section or nothing; and with it, where a module has one, an extension, a
mark or a power. Whether it uses a joker or a switch follows from the cards, and from which end it is drawn follows from
the line: one of its stations is on the line, the other is not. The second section of a power is a move of its own.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias, cast

from attrs import field, frozen

from shinkansen.core.errors import WireError
from shinkansen.core.plain_json import Json, shown, strict_converter, structure

SectionId: TypeAlias = tuple[str, str]
"""A section by its two stations, each by its place `x,y`; the one further left, or else further up, comes first."""


def _place(station: str) -> tuple[int, ...]:
    return tuple(int(part) for part in station.split(","))


def _in_order(section: Any) -> Any:
    """The stations in their order; what is no section at all is left as it is, for `why_not` to refuse."""
    try:
        one, two = section
        return (one, two) if _place(one) <= _place(two) else (two, one)
    except (AttributeError, TypeError, ValueError):
        return section


@frozen
class Pass:
    """Draw nothing this turn."""


@frozen
class Draw:
    """Draw a section between two stations."""

    section: SectionId = field(converter=_in_order)
    extension: str | None = None
    """The station to which a second section goes straight on (11.9)."""
    mark: bool = False
    """Whether the station just reached is circled: the double station of an effect card (11.13)."""
    power: bool = False
    """Whether the power of the pencil is used for this section (L.14.3)."""


Move: TypeAlias = Pass | Draw
"""Any move."""
PASS: Final = Pass()
"""The one that is always legal."""

_KINDS: Final[dict[str, type[Any]]] = {"pass": Pass, "draw": Draw}
"""Every kind of move by its name on the wire."""

_CONVERTER: Final = strict_converter()


def move_json(move: Move) -> dict[str, Json]:
    """A move as plain JSON; `WireError` if it is not a move."""
    match move:
        case Pass():
            return {"move": "pass"}
        case Draw((str(one), str(two)), str() | None, bool(), bool()):
            return {"move": "draw", "section": [one, two], **_besides(move)}
        case _:
            raise WireError(f"found {shown(move)}, expected a move")


def _besides(move: Draw) -> dict[str, Json]:
    """What comes with a section; what does not is left out."""
    besides: dict[str, Json] = {"extension": move.extension, "mark": move.mark, "power": move.power}
    return {key: value for key, value in besides.items() if value}


def move_from_json(content: object) -> Move:
    """A move from plain JSON, or a `WireError` that says what is wrong with it."""
    if not isinstance(content, dict):
        raise WireError(f"found {shown(content)}, expected a move such as {{'move': 'pass'}}")
    given = cast("dict[str, Any]", content)
    name: object = given.get("move")
    kind = _KINDS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise WireError(f"there is no move {shown(name)}; expected one of {', '.join(_KINDS)}")
    parts = {key: value for key, value in given.items() if key != "move"}
    if kind is not Draw:
        return structure(_CONVERTER, parts, Pass, "the move pass")
    read = structure(_CONVERTER, parts, _Drawn, "the move draw")
    if len(read.section) != 2:
        raise WireError(f"the move draw: section: found {len(read.section)} stations, expected two")
    one, two = read.section
    return Draw((one, two), read.extension, read.mark, read.power)


@frozen
class _Drawn:
    section: tuple[str, ...]
    extension: str | None = None
    mark: bool = False
    power: bool = False
