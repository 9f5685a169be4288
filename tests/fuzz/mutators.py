"""Mutators: a good value in, a damaged one out, each a pure function of a random generator.

JSON is damaged along a path, and only what lies on it is copied. Text and bytes are damaged by pieces. JSON text is
damaged in both ways: as a value that is then written out, and as the text. `swollen` makes a value large, because what
takes too long mostly takes too long with much of the same.
"""

from __future__ import annotations

import datetime
import hashlib
import json
import math
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from random import Random
from typing import Any, TypeAlias, TypeGuard

Path: TypeAlias = tuple[Any, ...]

SCRAPS: tuple[Any, ...] = (
    None, True, False, 0, 1, 2, 3, -1, 5, 12, 13, 99, -(2**31), 2**31, 2**53 - 1, 2**53, 2**64, -(10**30), 10**400,
    0.0, 1.0, -0.0, 2.5, 1e308, math.nan, math.inf, -math.inf, "", " ", "0", "1", "a", "b", "?", "-", "null", "osaka",
    "gold", "seat-40", "seat--1", "\ud800", "\udfff", "\0", "\x1b[2J", "\u202e", "\u00b2", "\u0663", "\uff11", "\u2028",
    "\ufeff", "\u00e9", "\U0001f684", "%s", "{}", "../..", "__class__", "x" * 70, "9" * 5000, [], {}, [[]], [None],
    [0], [""], ["osaka"], [{}], {"": None}, {"move": "finish"}, {"a": {"b": []}}, [[], {}], [1, 1], ["x", "x"],
)  # fmt: skip
"""JSON of no meaning, with what Python's JSON reader lets through: decimals, huge numbers, half characters."""

PIECES: tuple[str, ...] = (
    "", " ", "  ", "\n", "\r", "\t", "\0", "\x0b", "\x1c", "\x85", "\u2028", "\u00a0", "\ufeff", "\x1b[31m", "\u202e",
    "#", "=", "==", ":", ";", ",", ",,", "+", "-", "--", ".", "..", "/", "\\", "\\u", "\\ud800", '"', '""', "'", "'''",
    "[", "]", "[[", "]]", "{", "}", "{}", "[]", "()", "?", "*", "%s", "0", "1", "-1", "00", "1e5", "1.0", "0x1", "1_0",
    "9" * 18, "9" * 400, "NaN", "Infinity", "true", "null", "nan", "inf", "a", "b", "\u00b2", "\u0663", "\uff11",
    "\U0001f684", "e\u0301", "seat-40", "seats 3", "solo", "row", "osaka", "gold", "x" * 70, "1979-05-27",
    "1987-07-05T17:45:00Z",
)  # fmt: skip
"""What is put into texts."""

ROUNDS = (1, 1, 1, 1, 2, 2, 3, 5)
"""How many changes are made to one input."""


# -- JSON


def is_table(value: Any) -> TypeGuard[dict[Any, Any]]:
    """Whether it is a JSON object."""
    return isinstance(value, dict)


def is_row(value: Any) -> TypeGuard[list[Any]]:
    """Whether it is a JSON list."""
    return isinstance(value, list)


class Corpus:
    """Good JSON values, with every place in them, and everything that stands at one."""

    def __init__(self, values: Sequence[Any]) -> None:
        self.values = tuple(values)

    @cached_property
    def paths(self) -> list[list[Path]]:
        return [list(_paths(value)) for value in self.values]

    @cached_property
    def parts(self) -> list[Any]:
        """What stands somewhere, once each, the large ones left out."""
        found: dict[str, Any] = {}
        for value, paths in zip(self.values, self.paths, strict=True):
            for path in paths:
                part = at(value, path)
                found.setdefault(repr(part)[:400], part)
        return list(found.values())

    @cached_property
    def kin(self) -> dict[Path, list[Any]]:
        """What stands at places of the same kind, the items of a list being all of one kind."""
        found: dict[Path, dict[str, Any]] = {}
        for value, paths in zip(self.values, self.paths, strict=True):
            for path in paths:
                part = at(value, path)
                found.setdefault(kind_of(path), {}).setdefault(repr(part), part)
        return {kind: list(parts.values()) for kind, parts in found.items()}

    @cached_property
    def texts(self) -> list[str]:
        return [part for part in self.parts if type(part) is str] or ["x"]

    @cached_property
    def keys(self) -> list[str]:
        return list(
            dict.fromkeys(key for paths in self.paths for path in paths for key in path if type(key) is str)
        ) or ["x"]


def _paths(value: Any, path: Path = ()) -> Any:
    yield path
    if is_table(value):
        for key, inner in value.items():
            yield from _paths(inner, (*path, key))
    elif is_row(value):
        for place, inner in enumerate(value):
            yield from _paths(inner, (*path, place))


def at(value: Any, path: Path) -> Any:
    """What stands at a place; `LookupError` or `TypeError` if there is no such place."""
    for step in path:
        value = value[step]
    return value


def kind_of(path: Path) -> Path:
    """A place without the numbers of items."""
    return tuple("*" if type(step) is int else step for step in path)


def put(value: Any, path: Path, change: Callable[[Any], Any]) -> Any:
    """The value with something else at a place, as it was if there is no such place; nothing is changed in place."""
    if not path:
        return change(value)
    step, rest = path[0], path[1:]
    if is_table(value) and step in value:
        table = value
        return {**table, step: put(table[step], rest, change)}
    if is_row(value) and type(step) is int and step < len(value):
        row = list(value)
        row[step] = put(row[step], rest, change)
        return row
    return value


def json_value(rng: Random, corpus: Corpus) -> Any:
    """A good value, damaged in a few places."""
    return damaged(rng, corpus, rng.randrange(len(corpus.values)))


def damaged(rng: Random, corpus: Corpus, number: int) -> Any:
    """This good value, damaged in a few places."""
    value, paths = corpus.values[number], corpus.paths[number]
    for _ in range(rng.choice(ROUNDS)):
        path = rng.choice(paths)
        # What is good elsewhere is the subtler damage: it has the right form.
        if rng.random() < 0.4:
            other = rng.choice(corpus.kin[kind_of(path)])
            value = put(value, path, partial(_instead, other))
        else:
            value = put(value, path, lambda part: _changed(part, rng, corpus))
    return value


def _instead(other: Any, _: Any) -> Any:
    return other


def _changed(part: Any, rng: Random, corpus: Corpus) -> Any:
    chance = rng.random()
    if chance < 0.15:
        return rng.choice(SCRAPS)
    if chance < 0.3:
        return rng.choice(corpus.parts)
    if chance < 0.31:
        return _nested(part, rng)
    if type(part) is bool or part is None:
        return rng.choice((True, False, None, 0, 1, "true"))
    if type(part) is int:
        if rng.random() < 0.8:
            return rng.choice((part + 1, part - 1, -part, part * 2, part + 10, 0, 1, part + 2**53))
        # as another type; a huge number can be neither
        return rng.choice((float, str))(part) if abs(part) < 2**63 else 0
    if type(part) is str:
        return rng.choice(corpus.texts) if rng.random() < 0.6 else damaged_text(rng, (part,))
    if is_table(part):
        return _changed_table(part, rng, corpus)
    if is_row(part):
        return _changed_row(part, rng, corpus)
    return rng.choice(SCRAPS)


def _nested(part: Any, rng: Random) -> Any:
    for _ in range(rng.choice((1, 2, 13, 40, 200))):
        part = [part] if rng.random() < 0.5 else {"x": part}
    return part


def _changed_table(table: dict[str, Any], rng: Random, corpus: Corpus) -> Any:
    items = list(table.items())
    deed = rng.randrange(6)
    if deed == 0 or not items:
        items.append(
            (
                rng.choice(corpus.keys) if rng.random() < 0.6 else damaged_text(rng, corpus.keys),
                rng.choice(corpus.parts),
            )
        )
    elif deed == 1:
        del items[rng.randrange(len(items))]
    elif deed == 2:
        place = rng.randrange(len(items))
        items[place] = (rng.choice(corpus.keys), items[place][1])
    elif deed == 3:
        one, two = rng.randrange(len(items)), rng.randrange(len(items))
        items[one], items[two] = (items[one][0], items[two][1]), (items[two][0], items[one][1])
    elif deed == 4:
        rng.shuffle(items)
    else:
        return [value for _, value in items]
    return dict(items)


def _changed_row(row: list[Any], rng: Random, corpus: Corpus) -> Any:
    row = list(row)
    deed = rng.randrange(8)
    if deed == 0 or not row:
        row.insert(rng.randint(0, len(row)), rng.choice(corpus.parts) if rng.random() < 0.7 else rng.choice(SCRAPS))
    elif deed == 1:
        del row[rng.randrange(len(row))]
    elif deed == 2:
        row.insert(rng.randint(0, len(row)), rng.choice(row))
    elif deed == 3:
        one, two = rng.randrange(len(row)), rng.randrange(len(row))
        row[one], row[two] = row[two], row[one]
    elif deed == 4:
        row.reverse()
    elif deed == 5:
        row = row * rng.choice((2, 3, 20))
    elif deed == 6:
        row = row[: rng.randint(0, len(row))]
    else:
        return dict(enumerate_texts(row))
    return row


def enumerate_texts(row: list[Any]) -> list[tuple[str, Any]]:
    """The items of a list by their numbers as texts."""
    return [(str(place), item) for place, item in enumerate(row)]


def swollen(rng: Random, value: Any, size: int) -> Any:
    """A JSON value with much of the same somewhere in it, about so many bytes."""
    path = rng.choice([path for path in _paths(value) if path] or [()])
    return put(value, path, lambda part: _much(part, rng, size))


def _much(part: Any, rng: Random, size: int) -> Any:
    one = len(repr(part)) + 2
    times = max(2, size // one)
    if is_row(part) and part:
        return part * times
    if is_table(part) and part:
        table = part
        first = next(iter(table.values()))
        return {**table, **{f"k{number}": first for number in range(size // (len(repr(first)) + 8))}}
    return [part] * times if rng.random() < 0.5 else "x" * size


# -- text and bytes


def text(rng: Random, seeds: Sequence[str]) -> str:
    """A good text, damaged in a few places."""
    return damaged_text(rng, seeds)


def damaged_text(rng: Random, seeds: Sequence[str]) -> str:
    """One of these texts, damaged in a few places: characters, words, lines and ranges."""
    found = rng.choice(seeds)
    for _ in range(rng.choice(ROUNDS)):
        found = rng.choice(_TEXT)(found, rng, seeds)
    return found


def _range(found: Any, rng: Random) -> tuple[int, int]:
    start = rng.randint(0, len(found))
    return start, min(len(found), start + rng.choice((0, 1, 1, 2, 5, 20, 100)))


def _insert(found: str, rng: Random, _: Sequence[str]) -> str:
    start, end = _range(found, rng)
    return found[:start] + rng.choice(PIECES) + found[end if rng.random() < 0.5 else start :]


def _cut(found: str, rng: Random, _: Sequence[str]) -> str:
    start, end = _range(found, rng)
    return found[:start] + found[end:] if rng.random() < 0.8 else found[:start]


def _double(found: str, rng: Random, _: Sequence[str]) -> str:
    start, end = _range(found, rng)
    return found[:end] + found[start:end] * rng.choice((1, 1, 2, 30)) + found[end:]


def _splice(found: str, rng: Random, seeds: Sequence[str]) -> str:
    other = rng.choice(seeds)
    return found[: _range(found, rng)[0]] + other[_range(other, rng)[0] :]


def _words(found: str, rng: Random, _: Sequence[str]) -> str:
    words = found.split(" ")
    one, two = rng.randrange(len(words)), rng.randrange(len(words))
    deed = rng.randrange(4)
    if deed == 0:
        words[one], words[two] = words[two], words[one]
    elif deed == 1:
        words[one] = words[two]
    elif deed == 2:
        words[one] = rng.choice(PIECES)
    else:
        del words[one]
    return " ".join(words)


def _lines(found: str, rng: Random, seeds: Sequence[str]) -> str:
    lines = found.split("\n")
    one, two = rng.randrange(len(lines)), rng.randrange(len(lines))
    deed = rng.randrange(4)
    if deed == 0:
        lines[one], lines[two] = lines[two], lines[one]
    elif deed == 1:
        lines.insert(one, lines[two])
    elif deed == 2:
        lines.insert(one, rng.choice(rng.choice(seeds).split("\n")))
    else:
        del lines[one]
    return "\n".join(lines)


def _case(found: str, rng: Random, _: Sequence[str]) -> str:
    start, end = _range(found, rng)
    return found[:start] + found[start:end].swapcase() + found[end:]


_TEXT: tuple[Callable[[str, Random, Sequence[str]], str], ...] = (
    _insert, _insert, _insert, _cut, _cut, _double, _splice, _words, _words, _lines, _lines, _case
)  # fmt: skip


def checked(found: str) -> str:
    """A position in one line, damaged or not, with the check that is right for it."""
    start = found.rpartition("/")[0]
    return f"{start}/{hashlib.sha256(start.encode('utf-8', 'surrogatepass')).hexdigest()[:6]}"


def damaged_bytes(rng: Random, seeds: Sequence[bytes]) -> bytes:
    """One of these, damaged in a few places: bits, bytes and ranges."""
    found = rng.choice(seeds)
    for _ in range(rng.choice(ROUNDS)):
        start, end = _range(found, rng)
        deed = rng.randrange(6)
        if deed == 0 and found:
            place = min(start, len(found) - 1)
            found = found[:place] + bytes([found[place] ^ 1 << rng.randrange(8)]) + found[place + 1 :]
        elif deed == 1:
            found = found[:start] + bytes(rng.choices(range(256), k=rng.choice((1, 2, 5)))) + found[start:]
        elif deed == 2:
            found = found[:start] + found[end:]
        elif deed == 3:
            found = found[:end] + found[start:end] * rng.choice((1, 2, 30)) + found[end:]
        elif deed == 4:
            found = found[:start] + rng.choice(seeds)[start:]
        else:
            found = found[:start] + rng.choice(PIECES).encode("utf-8", "surrogatepass") + found[start:]
    return found


def written(rng: Random, value: Any) -> str:
    """A JSON value as text, in one of the ways it can be written; now and then with a key twice."""
    spaced = rng.random() < 0.2
    found = json.dumps(value, ensure_ascii=rng.random() < 0.8, separators=None if spaced else (",", ":"))
    if rng.random() < 0.03:
        found = found.replace("{", '{"seq":1,', 1)
    return found


def as_bytes(found: str) -> bytes:
    """A text as bytes, half characters too."""
    return found.encode("utf-8", "surrogatepass")


# -- TOML


def toml(value: Any) -> str:
    """A table as TOML, as far as TOML can say it: what is null is left out."""
    table = value if is_table(value) else {"value": value}
    return "".join(f"{_toml_key(key)} = {_toml_value(inner)}\n" for key, inner in table.items() if inner is not None)


def _toml_key(key: str) -> str:
    return key if key.isascii() and key.replace("_", "").replace("-", "").isalnum() else json.dumps(key)


def _toml_value(value: Any) -> str:
    if is_table(value):
        items = value.items()
        return (
            "{"
            + ", ".join(f"{_toml_key(key)} = {_toml_value(inner)}" for key, inner in items if inner is not None)
            + "}"
        )
    if is_row(value):
        return "[" + ", ".join(_toml_value(inner) for inner in value if inner is not None) + "]"
    if isinstance(value, float) and not math.isfinite(value):
        return "nan" if math.isnan(value) else "inf" if value > 0 else "-inf"
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return json.dumps(value)
