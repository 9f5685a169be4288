"""Where two JSON values differ: the first place, every place, or everything that has to be mended, as findings.

Unlike Python, we distinguish true from 1, and a text from a member of an enum that equals it. A place is told by its
path, such as `.seats.0.yen`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, Final, NamedTuple

from shinkansen.core.errors import Finding
from shinkansen.core.plain_json import Json, join, key_findings, shown
from shinkansen.core.text import printable


class JsonDifference(NamedTuple):
    """A place in which two JSON values differ; what is not there at all is `None`."""

    path: str
    expected: Json
    found: Json


_ABSENT: Final = object()
"""A part that only the other value has."""


def first_apart(expected: Json, found: Json) -> JsonDifference:
    """The first place in which two values differ; with an empty path if they do not."""
    return next(all_apart(expected, found), JsonDifference("", expected, found))


def all_apart(expected: Json, found: Json, whole_lists: bool = False) -> Iterator[JsonDifference]:
    """Every place in which two values differ, in the order of the expected one. Lists of different lengths differ where
    the shorter one ends; as `whole_lists`, they count as one place."""
    return _apart(expected, found, "", whole_lists)


def findings(expected: Json, found: Json, path: str) -> Iterator[Finding]:
    """What is wrong with a value. The keys of a table and the length of a list come before what is inside."""
    parts = _side_by_side(expected, found)
    if parts is None:
        if not _same(expected, found):
            yield Finding(path, shown(found), shown(expected))
        return
    if isinstance(expected, dict):
        unknown = [key for key, one, _ in parts if one is _ABSENT]
        missing = [key for key, _, two in parts if two is _ABSENT]
        yield from key_findings(unknown, missing, expected, path)
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) != len(found):
        yield Finding(path, f"{len(found)} items", f"{len(expected)}")
    for name, one, two in parts:
        if one is not _ABSENT and two is not _ABSENT:
            # People count from 1.
            yield from findings(one, two, join(path, name if isinstance(expected, dict) else str(int(name) + 1)))


def quoted(value: Json) -> str:
    """A JSON value as text, cut short."""
    text = "nothing" if value is None else json.dumps(value, ensure_ascii=False)
    return printable(text if len(text) <= 200 else f"{text[:197]}...")


def _apart(expected: Any, found: Any, path: str, whole_lists: bool) -> Iterator[JsonDifference]:
    parts = _side_by_side(expected, found)
    if parts is None or (whole_lists and _both(list, expected, found) and len(expected) != len(found)):
        if not _same(expected, found):
            yield JsonDifference(path, *(None if value is _ABSENT else value for value in (expected, found)))
        return
    for name, one, two in parts:
        yield from _apart(one, two, f"{path}.{name}", whole_lists)


def _side_by_side(expected: Any, found: Any) -> list[tuple[str, Any, Any]] | None:
    """The parts of two tables or of two lists, by name, in the order of the expected one; `None` for anything else."""
    if _both(dict, expected, found):
        names = dict.fromkeys((*expected, *found))
        return [(name, expected.get(name, _ABSENT), found.get(name, _ABSENT)) for name in names]
    if _both(list, expected, found):
        pairs = zip_longest(expected, found, fillvalue=_ABSENT)
        return [(str(place), *pair) for place, pair in enumerate(pairs)]
    return None


def _both(kind: type, expected: object, found: object) -> bool:
    return isinstance(expected, kind) and isinstance(found, kind)


def _same(expected: object, found: object) -> bool:
    return type(expected) is type(found) and expected == found
