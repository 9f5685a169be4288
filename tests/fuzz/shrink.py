"""Making a finding small: parts are taken away, or put back as in a good input, while the flaw stays the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tests.fuzz.mutators import Path, at, is_row, is_table, put

PATIENCE = 600
"""How many inputs are tried at most."""
LONG = 300
"""An input with more characters is told by its differences from a good one."""
FEW = 4
"""Differences that are few."""


def shrunk(value: Any, good: tuple[Any, ...], same: Callable[[Any], bool]) -> Any:
    """A smaller input for which `same` still holds."""
    left = PATIENCE

    def try_it(other: Any) -> bool:
        nonlocal left
        left -= 1
        return left > 0 and same(other)

    if isinstance(value, str | bytes):
        return _shorter(value, try_it)
    near = _restored(value, good, try_it)
    # A few changes to a good input say more than a small input that is like none.
    if len(repr(near)) > LONG and any(sum(1 for _ in apart(one, near)) <= FEW for one in good):
        return near
    return _plainer(near, try_it)


def _shorter(text: Any, same: Callable[[Any], bool]) -> Any:
    """A text or bytes without pieces, large ones first."""
    piece = max(1, len(text) // 2)
    while piece:
        start = 0
        while start < len(text):
            without = text[:start] + text[start + piece :]
            if same(without):
                text = without
            else:
                start += piece
        piece //= 2
    return text


def _restored(value: Any, good: tuple[Any, ...], same: Callable[[Any], bool]) -> Any:
    """As much as can be put back as it is in the good input that it is most like."""
    if not good:
        return value
    base = min(good, key=lambda one: sum(1 for _ in apart(one, value)))
    for path in list(apart(base, value)):
        try:
            before = at(base, path)
        except (LookupError, TypeError):
            continue
        other = put(value, path, _always(before))
        if other is not value and same(other):
            value = other
    return value


def _always(value: Any) -> Callable[[Any], Any]:
    return lambda _: value


def _plainer(value: Any, same: Callable[[Any], bool]) -> Any:
    """Without items and keys that do not matter."""
    for path in sorted(_containers(value), key=len):
        try:
            part = at(value, path)
        except (LookupError, TypeError):
            continue
        for other in _without(part):
            smaller = put(value, path, _always(other))
            if same(smaller):
                value = smaller
                break
    return value


def _containers(value: Any, path: Path = ()) -> Iterator[Path]:
    if is_table(value) or is_row(value):
        yield path
        items = value.items() if is_table(value) else enumerate(value)
        for key, inner in items:
            yield from _containers(inner, (*path, key))


def _without(part: Any) -> Iterator[Any]:
    if is_row(part):
        row = part
        yield []
        yield row[: len(row) // 2]
        yield from (row[:place] + row[place + 1 :] for place in range(min(len(row), 20)))
    elif is_table(part):
        table = part
        yield {}
        yield from ({key: value for key, value in table.items() if key != gone} for gone in list(table)[:20])


def apart(one: Any, other: Any, path: Path = ()) -> Iterator[Path]:
    """The places where two values differ, as far in as they are of the same form."""
    if is_table(one) and is_table(other) and one.keys() == other.keys():
        for key in one:
            yield from apart(one[key], other[key], (*path, key))
    elif is_row(one) and is_row(other) and len(one) == len(other):
        for place, (left, right) in enumerate(zip(one, other, strict=True)):
            yield from apart(left, right, (*path, place))
    elif type(one) is not type(other) or one != other:
        yield path


def explained(value: Any, good: tuple[Any, ...]) -> str:
    """An input as Python source: if it is a good one with a few changes, as that."""
    written = ascii(value)
    if isinstance(value, str | bytes) or len(written) <= LONG or not good:
        return written if len(written) < 6000 else f"{written[:3000]} ... {written[-1000:]}"
    number, base = min(enumerate(good), key=lambda each: sum(1 for _ in apart(each[1], value)))
    lines = [f"good seed {number} with"]
    for path in list(apart(base, value))[:12]:
        try:
            new = ascii(at(value, path))
        except (LookupError, TypeError):
            new = "?"
        lines.append(f"  {'.'.join(map(str, path)) or 'all of it'} = {new[:1500]}")
    return "\n".join(lines)
