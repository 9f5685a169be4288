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
from importlib.util import find_spec
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


@contextmanager
def advancing(what: str) -> Generator[Callable[[int, int], None], None, None]:
    """A function that shows how many of how many are done: with rich as a bar, otherwise in words. What was done before
    the first time counts for no rate."""
    with _bar(what) if _drawn() else _words(what) as advance:
        yield advance


def _drawn() -> bool:
    terminal = sys.__stderr__
    return terminal is not None and _is_terminal(terminal) and find_spec("rich") is not None


@contextmanager
def _bar(what: str) -> Generator[Callable[[int, int], None], None, None]:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[rate]}"))
    console = Console(file=sys.__stderr__)
    with Progress(*columns, TimeRemainingColumn(), console=console, transient=True) as progress:
        # The time that is left follows the last minutes, since shards may take longer as they go on.
        task, rate = progress.add_task(what, total=None, rate=""), _Rate()

        def advance(done: int, every: int) -> None:
            progress.update(task, completed=done, total=every, rate=rate.of(done))

        yield advance


@contextmanager
def _words(what: str) -> Generator[Callable[[int, int], None], None, None]:
    rate = _Rate()
    with telling() as tell:

        def advance(done: int, every: int) -> None:
            told = rate.of(done)
            left = f", {spoken((every - done) / rate.now)} left" if told and done < every else ""
            tell(f"{what} {done} of {every}{f', {told}' if told else ''}{left}")

        yield advance


class _Rate:
    """How many are done in a second, from the first time it was asked."""

    def __init__(self) -> None:
        self._first: tuple[int, float] | None = None
        self.now = 0.0

    def of(self, done: int) -> str:
        """In words; nothing while it cannot be told."""
        now = monotonic()
        if self._first is None or done < self._first[0]:  # the next epoch counts anew
            self._first = done, now
        here, passed = done - self._first[0], now - self._first[1]
        self.now = here / passed if passed >= 1 else 0.0
        return f"{self.now:.1f} a second" if self.now else ""


def _how_far(what: str, done: int, every: int | None, passed: float) -> str:
    if every is None:
        return f"{what} {done}"
    left = f", {spoken(passed / done * (every - done))} left" if 0 < done < every and passed >= 1 else ""
    return f"{what} {done} of {every}{left}"


def spoken(seconds: float) -> str:
    """A time in words: 5 min."""
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
