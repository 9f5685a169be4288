"""Plain values: what a Python engine returns must be plain JSON, or it is refused.

A reply that is an object in this process can do things that a line of text cannot: it can be a subclass of `dict` that
answers differently each time, it can contain itself, it can be changed later. So it is copied at once, type by type,
and nobody looks at anything but the copy. The work is bounded by the size of the JSON text, even for a value that is
small in memory only because its parts are shared.
"""

from __future__ import annotations

from typing import Any, Final, cast

from shinkansen.core.plain_json import LARGEST, Json, join, shown

DEEPEST: Final = 100
"""How deeply a value may be nested; nothing on the wire comes close to it."""


class NotPlainError(Exception):
    """A value is not plain JSON: where, what was found, what was expected."""

    def __init__(self, found: str, expected: str) -> None:
        self.found, self.expected = found, expected
        self.path: list[str] = []
        """From the innermost key to the outermost."""

    def __str__(self) -> str:
        path = ""
        for step in reversed(self.path[-8:]):
            path = join(path, step)
        return f"{path + ': ' if path else ''}found {self.found}, expected {self.expected}"


class TooLargeError(Exception):
    """A value whose JSON text would be longer than allowed."""


def plain(value: object, largest: int) -> Json:
    """A copy of a plain value whose JSON takes at most about `largest` characters."""
    return _Copy(largest).of(value, DEEPEST)


class _Copy:
    def __init__(self, largest: int) -> None:
        self._left = largest

    def of(self, value: object, deepest: int) -> Json:
        kind = type(value)  # not `isinstance`: a subclass may do anything
        if kind is str:
            return self._text(cast("str", value))
        self._take(2)
        if kind is dict or kind is list:
            if not deepest:
                raise NotPlainError(f"something nested more than {DEEPEST} levels deep", "less")
            return self._keyed(value, deepest - 1) if kind is dict else self._listed(value, deepest - 1)
        if kind is int:
            if not -LARGEST <= cast("int", value) <= LARGEST:
                raise NotPlainError("a huge number", f"none larger than {LARGEST}")
            return cast("int", value)
        if kind is bool or value is None:
            return cast("bool | None", value)
        raise NotPlainError(
            f"the decimal {value}" if kind is float else f"a value of type {kind.__name__[:60]}",
            "plain JSON: dict, list, str, int, bool or None",
        )

    def _take(self, characters: int) -> None:
        self._left -= characters
        if self._left < 0:
            raise TooLargeError

    def _text(self, text: str) -> str:
        self._take(len(text) + 3)
        try:
            text.encode()
        except UnicodeEncodeError:
            raise NotPlainError("half of a surrogate pair", "whole characters") from None
        return text

    def _listed(self, value: Any, deepest: int) -> Json:
        copy: list[Json] = []
        try:
            for item in value:
                copy.append(self.of(item, deepest))  # noqa: PERF401 - where it went wrong is counted by what is there
        except NotPlainError as problem:
            problem.path.append(str(len(copy) + 1))
            raise
        return copy

    def _keyed(self, value: Any, deepest: int) -> Json:
        copy: dict[str, Json] = {}
        for key, item in value.items():
            if type(key) is not str:
                raise NotPlainError(f"the key {shown(key)}", "strings as keys")
            try:
                copy[self._text(key)] = self.of(item, deepest)
            except NotPlainError as problem:
                problem.path.append(key)
                raise
        return copy
