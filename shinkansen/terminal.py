"""What surrounds a command: standard output and error, the signals that end it early, and how it ends.

- Everything printed is made safe to show (`core.text`), in the encoding of the stream; characters that it lacks are
  escaped.
- Output that cannot be written does not abort a command halfway: the files that were asked for are still written. If
  the reader goes away (`| head`), the exit code stays as it is; any other failure, such as a full disk, makes it 2.
- Ctrl-C, SIGTERM and SIGHUP raise `KeyboardInterrupt` wherever the command is, and the exit code is 128 plus the number
  of the signal: 130, 143, 129. One line says so.
"""

from __future__ import annotations

import io
import os
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Final, TextIO, cast

from shinkansen.core.errors import ShinkansenError
from shinkansen.core.text import indented, printable_lines

TRACEBACK: Final = "SHINKANSEN_TRACEBACK"
"""If this environment variable is set, an unexpected error shows its traceback."""
SIGNALS: Final = tuple(number for number in signal.Signals if number.name in ("SIGINT", "SIGTERM", "SIGHUP"))


def run(command: Callable[[], int], whole: bool) -> int:
    """Run a command; returns the exit code. With `whole`, the command is all that this process does.

    Our own errors become one message and exit code 2, and so do unexpected ones: 1 means that something was checked and
    found wrong. `SystemExit` is passed on, once we know that the output has been written.
    """
    leaving = False
    with _outlets(whole) as (out, err):
        with _signals(whole) as came:
            try:
                code = _code(command, err)
            except KeyboardInterrupt:
                code = 128 + signal.SIGINT
                came = came or [signal.SIGINT]
            except SystemExit as end:
                leaving, code = True, end.code if isinstance(end.code, int) else 2
        out.flush()
        if out.problem is not None and not isinstance(out.problem, BrokenPipeError):
            why = getattr(out.problem, "strerror", None) or out.problem
            err.say(f"standard output cannot be written ({why})")
            code = 2
        if came:
            err.say("interrupted" if came[0] == signal.SIGINT else f"ended by {came[0].name}")
            code = 128 + came[0]
    if leaving and not came:
        raise SystemExit(code)
    return code


def _code(command: Callable[[], int], err: Outlet) -> int:
    try:
        code = command()
        sys.stdout.flush()
        return code
    except ShinkansenError as problem:
        err.say(str(problem))
    except Exception as defect:
        if TRACEBACK in os.environ:
            raise
        told = f"please report it; {TRACEBACK}=1 in the environment shows where it happened"
        err.say(f"this is a bug in shinkansen, {type(defect).__name__}: {defect}\n{told}")
    return 2


# -- output


class Outlet(io.TextIOBase):
    """A stream to which writing never raises; `problem` keeps why it failed, and from then on nothing is written."""

    def __init__(self, stream: TextIO | None) -> None:
        self.problem: Exception | None = None if stream is not None else OSError(0, "it is closed")
        self._stream = stream

    def writable(self) -> bool:
        return True

    def isatty(self) -> bool:
        try:
            return self._stream is not None and self._stream.isatty()
        except ValueError:  # it is closed
            return False

    def write(self, text: str, /) -> int:
        encoding = getattr(self._stream, "encoding", None) or "utf-8"
        fit = printable_lines(text).encode(encoding, "backslashreplace").decode(encoding)
        self._do(lambda stream: stream.write(fit))
        return len(text)

    def flush(self) -> None:
        self._do(lambda stream: stream.flush())

    def say(self, sentence: str) -> None:
        """Write the one line that says why, or the first of several."""
        self.write(indented(f"shinkansen: {sentence}") + "\n")
        self.flush()

    def _do(self, what: Callable[[TextIO], object]) -> None:
        if self._stream is None or self.problem is not None:
            return
        try:
            what(self._stream)
        except (OSError, ValueError) as problem:
            self.problem = problem
            if any(self._stream is own for own in (sys.__stdout__, sys.__stderr__)):
                # What is still in its buffer is written when Python ends, and must have somewhere to go.
                with suppress(OSError, ValueError):
                    _to_nowhere(self._stream.fileno())


WIDEST: Final = 100
"""The most characters of a line of prose."""
_NARROWEST: Final = 30


def width() -> int:
    """How wide prose may be: what the terminal has room for; as wide as we like it if it goes elsewhere."""
    if not sys.stdout.isatty():
        return WIDEST
    return max(_NARROWEST, min(WIDEST, shutil.get_terminal_size((WIDEST, 24)).columns))


def _to_nowhere(number: int) -> None:
    nowhere = os.open(os.devnull, os.O_RDWR)
    if nowhere != number:
        os.dup2(nowhere, number)
        os.close(nowhere)


@contextmanager
def _outlets(whole: bool) -> Generator[tuple[Outlet, Outlet], None, None]:
    """Replace standard output and error while this lasts."""
    before = sys.stdout, sys.stderr
    out, err = map(Outlet, cast("tuple[TextIO | None, TextIO | None]", before))
    if whole:
        _open_standard()
    sys.stdout, sys.stderr = cast("TextIO", out), cast("TextIO", err)
    try:
        yield out, err
    finally:
        sys.stdout, sys.stderr = before


def _open_standard() -> None:
    """Make sure that none of the three standard streams is closed: the next file opened would be taken for it."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            _to_nowhere(number)


# -- signals


@contextmanager
def _signals(whole: bool) -> Generator[list[signal.Signals], None, None]:
    """While this lasts, signals raise `KeyboardInterrupt`; those that came are in the list."""
    came: list[signal.Signals] = []

    def interrupt(number: int, _: FrameType | None) -> None:
        came.append(signal.Signals(number))
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():  # only the main thread may handle signals
        yield came
        return
    # An ignored signal stays ignored: nohup and the background jobs of scripts rely on it.
    before = {number: old for number in SIGNALS if (old := signal.getsignal(number)) is not signal.SIG_IGN}
    try:
        for number in before:
            signal.signal(number, interrupt)
        yield came
    finally:
        # An interrupt while Python shuts down would only print a traceback.
        for number, old in before.items():
            signal.signal(number, signal.SIG_DFL if whole else old)
