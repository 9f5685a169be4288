"""Bounded work, counted and not timed: calls of functions, and bytes of memory, in the size of the input.

Calls of built-in functions that go through a whole value (`list.count`, `str.find` ...) count as many times as there
are items in it, a few at a time: else what is quadratic inside one of them would look linear.
"""

from __future__ import annotations

import json
import sys
import tracemalloc
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from attrs import frozen

SCANS = frozenset(
    {"count", "index", "remove", "insert", "sort", "copy", "find", "rfind", "replace", "split", "splitlines", "strip",
     "encode", "decode", "join", "update", "extend", "lower", "casefold", "translate", "lstrip"}
)  # fmt: skip
ITEMS_A_CALL = 64
"""How many items gone through inside a built-in function count as one call."""


class TooMuchError(BaseException):
    """More work than the bound allows. Not an `Exception`, so that nobody who catches everything hides it."""


@frozen
class Bound:
    """What one input may take: so much in any case, and so much for each byte of it.

    Measured were at most 170,000 calls and 2 MB for a good input of any decoder, and for large ones 15 calls and 250
    bytes for each byte.
    """

    calls: int = 400_000
    calls_per_byte: int = 40
    memory: int = 8 * 2**20
    memory_per_byte: int = 500


MANY_READINGS = Bound(calls=4_000_000, calls_per_byte=1_500)
"""For logs: a wrong one is played by every other reading, and by pairs of them."""
A_SEARCH = Bound(calls=40_000_000, calls_per_byte=1_500)
"""For scored sheets: the search for an order has an effort of its own, which does not depend on the size."""


def size_of(value: Any) -> int:
    """The size of an input in bytes, about."""
    if isinstance(value, bytes | str):
        return len(value)
    try:
        return len(json.dumps(value, default=repr))
    except (ValueError, RecursionError):
        return len(repr(value))


@contextmanager
def counted(bound: Bound, size: int) -> Generator[None, None, None]:
    """`TooMuchError` as soon as more functions are called than the bound allows."""
    most = bound.calls + bound.calls_per_byte * size
    calls = 0

    def watch(frame: FrameType, event: str, function: Any) -> None:
        nonlocal calls
        if event == "call":
            calls += 1
        elif event == "c_call":
            calls += 1
            if function.__name__ in SCANS:
                # Of a module's function `__self__` is the module, which has no length.
                calls += len(function.__self__) // ITEMS_A_CALL if hasattr(function.__self__, "__len__") else 0
        if calls > most:
            sys.setprofile(None)
            raise TooMuchError(f"more than {most:,} calls for {size:,} bytes")

    sys.setprofile(watch)
    try:
        yield
    finally:
        sys.setprofile(None)


@contextmanager
def weighed(bound: Bound, size: int) -> Generator[None, None, None]:
    """`TooMuchError` at the end if at some time more memory was taken than the bound allows."""
    most = bound.memory + bound.memory_per_byte * size
    tracemalloc.start()
    try:
        yield
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    if peak > most:
        raise TooMuchError(f"{peak:,} bytes of memory for {size:,} bytes, expected at most {most:,}")
