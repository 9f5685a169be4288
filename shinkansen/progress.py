"""How far a long command is: one line on a terminal, drawn over itself and wiped away at the end.

It goes to standard error, and only if that is a terminal: pipes, files and logs get nothing. It is drawn at once, so
that whoever waits sees that something happens, and then at most ten times a second.

    for game in counted(range(1000), "game"): ...
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Sized
from contextlib import contextmanager, suppress
from math import inf
from time import monotonic
from typing import Final, TextIO, TypeVar

T = TypeVar("T")

PAUSE: Final = 0.1
"""Seconds between two drawings."""
UNITS: Final = (("s", 1, 90), ("min", 60, 5400), ("h", 3600, inf))
"""Units of time, their seconds, and below how many they are used."""


def counted(items: Iterable[T], what: str, total: int | None = None) -> Iterator[T]:
    """The same items, showing how many of them are done; their number is taken from them unless given."""
    every = total if total is not None else len(items) if isinstance(items, Sized) else None
    began = monotonic()
    with telling() as tell:
        tell(_how_far(what, 0, every, 0.0))
        for number, item in enumerate(items, start=1):
            yield item
            tell(_how_far(what, number, every, monotonic() - began))


def _how_far(what: str, done: int, every: int | None, passed: float) -> str:
    if every is None:
        return f"{what} {done}"
    left = f", {_spoken(passed / done * (every - done))} left" if 0 < done < every and passed >= 1 else ""
    return f"{what} {done} of {every}{left}"


def _spoken(seconds: float) -> str:
    unit, size = next((unit, size) for unit, size, most in UNITS if seconds < most)
    return f"{seconds / size:.0f} {unit}"


@contextmanager
def telling() -> Generator[Callable[[str], None], None, None]:
    """A function that shows a text in place of the previous one; at the end it is erased."""
    # Standard error itself: what a command prints is made printable on its way, and this is drawn.
    terminal = sys.__stderr__
    if terminal is None or not _is_terminal(terminal):
        yield lambda text: None
        return
    line = _Line(terminal)
    try:
        yield line.tell
    finally:
        line.draw("")


def _is_terminal(stream: TextIO) -> bool:
    try:
        return stream.isatty()
    except ValueError:  # it is closed
        return False


class _Line:
    """The last line of a terminal."""

    def __init__(self, terminal: TextIO) -> None:
        self._terminal = terminal
        self._length = 0
        self._again = 0.0

    def tell(self, text: str) -> None:
        """Draw it, unless something was drawn just now."""
        if monotonic() >= self._again:
            self.draw(text)
            self._again = monotonic() + PAUSE

    def draw(self, text: str) -> None:
        """Draw it over what is there; blanks and not a control sequence, which not every terminal knows."""
        fit = text.encode("ascii", "replace").decode()[: self._width()]
        blanks = " " * (self._length - len(fit))
        self._length = len(fit)
        with suppress(OSError, ValueError):
            self._terminal.write(f"\r{fit}{blanks}" if fit else f"\r{blanks}\r")
            self._terminal.flush()

    def _width(self) -> int:
        try:
            columns = os.get_terminal_size(self._terminal.fileno()).columns
        except (OSError, ValueError):
            columns = 0
        return max(1, (columns or 80) - 1)  # in the last column some terminals go to the next line
