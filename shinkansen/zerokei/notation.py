"""A move on one line that people can read, write and compare: `prepare engine-1 hamamatsu`, `place 1 gold+white`.

The first word is the move's name on the wire, the others are its parts in the order of its class. Every well-formed
move has exactly one notation and every notation belongs to exactly one move: other ways of writing it (a plain word in
quotes, a second space) are refused, and the error shows how we write it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, cast

import attrs
from attrs import frozen

from shinkansen.core.errors import WireError
from shinkansen.core.plain_json import Json, nearest_names, shown
from shinkansen.zerokei.edition import Colour
from shinkansen.zerokei.moves import KINDS, NAME_OF, Move, move_from_json, move_json
from shinkansen.zerokei.table import SEAT_NAMES, SOLO_NAMES

_BARE = re.compile(r"[A-Za-z0-9_.-]+", re.ASCII)
"""A string that needs no quotes: every id of an edition, and the letters of the track cost marker."""
_WORD = re.compile(r'"(?:[^"\\]|\\.)*+"?|[^ "]+', re.DOTALL)
"""A quotation that is never closed goes to the end of the line, so that no part of it is looked at twice."""
_NUMBER = re.compile(r"-?[0-9]{1,17}", re.ASCII)


@frozen
class _Part:
    """How a part of a move is written as a word and read back; `read` gives JSON, or none if the word is not one.

    Whether the value is valid (a colour, a number not too large) is checked once, when the move is made from its JSON.
    """

    expected: str
    write: Callable[[Any], str]
    read: Callable[[str], Json]


def _write_text(value: str) -> str:
    return value if _BARE.fullmatch(value) else json.dumps(value)


def _read_text(word: str) -> Json:
    if not word.startswith('"'):
        return word
    try:
        return cast("str", json.loads(word))
    except ValueError:
        return None


def _number(prefix: str, expected: str) -> _Part:
    def read(word: str) -> Json:
        digits = word.removeprefix(prefix)
        return int(digits) if word.startswith(prefix) and _NUMBER.fullmatch(digits) else None

    return _Part(expected, lambda value: f"{prefix}{value}", read)


_OTHER_SEAT = _number("seat-", "a seat such as yellow")


def _write_seat(value: int) -> str:
    return SEAT_NAMES[value] if value in range(len(SEAT_NAMES)) else _OTHER_SEAT.write(value)


def _read_seat(word: str) -> Json:
    return _SEATS[word] if word in _SEATS else _OTHER_SEAT.read(word)


_SEATS = {name.casefold(): seat for names in (SEAT_NAMES, SOLO_NAMES) for seat, name in enumerate(names)}


_TEXT = _Part("a word", _write_text, _read_text)
_BY_TYPE: dict[object, _Part] = {
    str: _TEXT,
    int: _number("", "a number"),
    Colour: _Part("a colour", lambda colour: colour.value, lambda word: word),
    tuple[Colour, ...]: _Part("colours such as gold+white, or nothing", "+".join, lambda word: [*word.split("+")]),
}
_BY_NAME: dict[str, _Part] = {
    "venue": _number("venue-", "a venue such as venue-1"),
    "times": _number("x", "a number of times such as x1"),
    "track_of": _Part(_OTHER_SEAT.expected, _write_seat, _read_seat),
}
"""Parts whose bare number would say too little."""


def _parts_of(kind: type[Any]) -> dict[str, _Part]:
    fields = attrs.fields(attrs.resolve_types(kind))
    return {field.name: _BY_NAME.get(field.name) or _BY_TYPE[field.type] for field in fields}


_PARTS: dict[str, dict[str, _Part]] = {name: _parts_of(kind) for name, kind in KINDS.items()}
_OPTIONAL = _BY_TYPE[tuple[Colour, ...]]
"""If there are no counters, nothing is written; such a part is always the last of its move."""


def notation(move: Move) -> str:
    """A move as one line of ASCII; `WireError` if its parts are not what its class declares."""
    name = NAME_OF.get(type(move))
    if name is None:
        raise WireError(f"found {shown(move)}, expected a move")
    move_from_json(move_json(move))  # raises an error: a part of the wrong type must not be written as if it were right
    words = [part.write(getattr(move, field)) for field, part in _PARTS[name].items()]
    return " ".join([name, *filter(None, words)])


def parse(line: str) -> Move:
    """The move that a line stands for, or a `WireError` with what was expected."""
    if not isinstance(line, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise WireError(f"found {shown(line)}, expected a line such as finish")
    move = read(_WORD.findall(line))
    if notation(move) != line:
        raise WireError(f"found {shown(line)}, expected it written as {notation(move)}")
    return move


def read(words: Sequence[str]) -> Move:
    """The move that some words say, however they are written: `Choose engine`, `VENUE-1`; or a `WireError`."""
    name, given = _name(words)
    parts = _PARTS[name]
    given = numbered(given, len(parts))
    if len(given) == len(parts) - 1 and parts and [*parts.values()][-1] is _OPTIONAL:
        given.append("")
    if len(given) != len(parts):
        raise WireError(f"found {len(given)} words after {name}, expected {usage(name)}")
    content: dict[str, Json] = {"move": name}
    for (field, part), word in zip(parts.items(), given, strict=True):
        value = part.read(word if part is _TEXT else word.casefold().replace("_", "-")) if word else []
        if value is None:
            raise WireError(f"{field} of {name}: found {shown(word)}, expected {part.expected}")
        content[field] = value
    return move_from_json(content)


def numbered(words: Sequence[str], most: int = 0) -> list[str]:
    """Words of which a number may be written apart: `osaka 1` is osaka-1. They are joined until there are so few."""
    together: list[str] = []
    extra = len(words) - most
    for word in words:
        if extra > 0 and together and word.isdecimal() and not together[-1][-1:].isdecimal():
            together[-1] += f"-{word}"
            extra -= 1
        else:
            together.append(word)
    return together


def _name(words: Sequence[str]) -> tuple[str, list[str]]:
    """The kind of a move, and the words after it. Names of several words may be written apart."""
    for length in (3, 2, 1):
        name = "-".join(words[:length]).casefold().replace("_", "-")
        if name in _PARTS:
            return name, [*words[length:]]
    first = words[0] if words else ""
    near = nearest_names(first.casefold(), _PARTS, 3)
    hint = f"did you mean {' or '.join(near)}?" if near else f"expected one of {', '.join(_PARTS)}"
    raise WireError(f"there is no move {shown(first)}; {hint}")


def usage(name: str) -> str:
    """How a kind of move is written, with its parts in capitals: `prepare CARD CITY`, `place SPACE [ADVANCE]`."""
    words = [f"[{field.upper()}]" if part is _OPTIONAL else field.upper() for field, part in _PARTS[name].items()]
    return " ".join([name, *words])
