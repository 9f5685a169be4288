"""A table that works out a missing value when it is asked for it, and keeps it.

For hot code: looking up a key that is there costs no Python call, unlike a cached function.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Memo(dict[K, V]):
    """`memo[key]` is `work_out(key)`, which must be a pure function. A memo that grows too large is emptied."""

    def __init__(self, work_out: Callable[[K], V], limit: int = 20_000) -> None:
        super().__init__()
        self._work_out = work_out
        self._limit = limit

    def __missing__(self, key: K) -> V:
        if len(self) >= self._limit:
            self.clear()
        value = self[key] = self._work_out(key)
        return value
