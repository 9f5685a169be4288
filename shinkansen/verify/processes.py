"""Engines as processes: the default transport. A keeper (see there) stands between, so that none of them gets away."""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

from shinkansen.core.wire import shown
from shinkansen.verify import keeper
from shinkansen.verify.conversation import CHUNK, Conversation
from shinkansen.verify.talk import Ill, Limits, Trouble

MARKER = "SHINKANSEN_VERIFY"
"""A variable in the environment of every engine, with a value of its own for each: it names what belongs to it."""

LAST_WORDS = 0.5
"""Seconds that a process has for ending after it has closed a pipe, so that we can tell what it ended with."""


class ProcessEngine(Conversation):
    """An engine that runs as a process, asked over its standard streams."""

    def __init__(
        self, command: Sequence[str], limits: Limits, cwd: str | Path | None, env: Mapping[str, str] | None
    ) -> None:
        super().__init__(limits)
        self._command = " ".join(command)
        self._marker = f"{MARKER}={uuid4().hex}"
        self._said = bytearray()
        """The end of standard error."""
        self._news = b""
        """What the keeper told, as far as it is no whole line yet."""
        self._code: int | None = None
        self._failure: int | None = None
        self._started = self._keeper_gone = False
        self._left = 0
        if os.name != "posix":
            raise self._cannot("processes can be tested on POSIX systems only; use TCP")
        ours, theirs = socket.socketpair()
        try:
            name, _, value = self._marker.partition("=")
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", keeper.__file__, str(theirs.fileno()), *command],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                cwd=cwd,
                env={**(os.environ if env is None else env), name: value},
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        except (OSError, ValueError) as problem:
            ours.close()
            self._selector.close()
            raise self._cannot(str(problem)) from None
        finally:
            theirs.close()
        self._keeper = ours
        self._in, self._out, self._err = self._streams()
        for stream in (self._in, self._out, self._err):
            os.set_blocking(stream.fileno(), False)
        self._keeper.setblocking(False)
        self._listen(self._out)
        self._selector.register(self._err, selectors.EVENT_READ, self._hear_error)
        self._selector.register(self._keeper, selectors.EVENT_READ, self._hear_keeper)
        self._wait_for_start(command)

    def _streams(self) -> tuple[Any, Any, Any]:
        return self._process.stdin, self._process.stdout, self._process.stderr

    def _wait_for_start(self, command: Sequence[str]) -> None:
        deadline = time.monotonic() + self.limits.start
        while not (self._started or self._failure is not None or self._keeper_gone) and self._wait(deadline):
            pass
        if not self._started:
            reason = os.strerror(self._failure) if self._failure else "it is no command"
            self.trouble = self._cannot(f"{shown(command[0]) if command else 'an empty command'}: {reason}")
            self.close()
            raise self.trouble

    def _cannot(self, why: str) -> Trouble:
        return Trouble(Ill.CANNOT_START, f"{shown(self._command)} cannot be started: {why}")

    # -- the streams

    def _read(self) -> bytes:
        return os.read(self._out.fileno(), CHUNK)

    def _write(self, data: memoryview) -> int:
        return os.write(self._in.fileno(), data)

    def _await_room(self, on: bool) -> None:
        if on:
            self._selector.register(self._in, selectors.EVENT_WRITE, lambda: None)
        else:
            self._selector.unregister(self._in)

    def _hear_error(self) -> None:
        with contextlib.suppress(BlockingIOError):
            data = os.read(self._err.fileno(), CHUNK)
            if not data:
                self._selector.unregister(self._err)
            self._said += data
            del self._said[: max(0, len(self._said) - self.limits.stderr)]

    def _hear_keeper(self) -> None:
        try:
            data = self._keeper.recv(CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._keeper_gone = True
            self._selector.unregister(self._keeper)
        *lines, self._news = (self._news + data).split(b"\n")
        for line in lines:
            word, _, number = line.partition(b" ")
            if word == b"started":
                self._started = True
            elif word == b"failed":
                self._failure = int(number)
            elif word == b"exited":
                self._code = int(number)
            elif word == b"left":
                self._left = int(number)

    # -- how it ends

    def _ended(self) -> bool:
        return self._code is not None or self._keeper_gone

    def _last_words(self) -> None:
        deadline = time.monotonic() + LAST_WORDS
        while not self._ended() and self._wait(deadline):
            pass
        with contextlib.suppress(KeyError):
            self._selector.get_key(self._err)
            self._hear_error()

    def _deaf(self) -> Trouble:
        self._last_words()
        if self._ended():
            return self._mute()
        return Trouble(
            Ill.DEAF,
            f"{self._asked}: it has closed its standard input but still runs, expected it to read the question",
        )

    def _mute(self) -> Trouble:
        self._last_words()
        if self._code is None:
            how = "its process was lost" if self._keeper_gone else "it closed its standard output but still runs"
        elif self._code < 0:
            how = f"it was killed by signal {-self._code} ({_signal_name(-self._code)})"
        else:
            how = f"it ended with code {self._code}"
        half = f" after {len(self._heard)} bytes of a line" if self._heard else ""
        lines = self._said.decode("utf-8", "replace").split("\n")
        last = next((line.strip() for line in reversed(lines) if line.strip()), "")
        said = f"; the last it said on standard error: {shown(last)}" if last else ""
        return Trouble(Ill.DIED, f"{self._asked}: {how}{half}, expected an answer{said}")

    def _end(self, deadline: float) -> None:
        was_well = self.trouble is None
        while not self._ended() and self._wait(deadline):
            pass
        in_time = self._ended()
        with contextlib.suppress(OSError):
            self._keeper.shutdown(socket.SHUT_WR)
        # From here on it is the keeper who works; it has its own patience.
        patience = time.monotonic() + keeper.PATIENCE + 1
        while not self._keeper_gone and self._wait(patience):
            pass
        self._process.kill()
        self._process.wait()
        _kill_what_is_left(self._process.pid, self._marker)
        for stream in (self._in, self._out, self._err, self._keeper):
            stream.close()
        if was_well and not in_time and self._gave_up is None:
            self.trouble = Trouble(
                Ill.WILL_NOT_STOP, f"{self._asked}: it did not end within {self.limits.stop:g} s and was killed"
            )
        elif was_well and in_time and self._left:
            self.trouble = Trouble(
                Ill.WILL_NOT_STOP,
                f"{self._asked}: it ended, but left processes running ({self._left}), which were killed",
            )


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return "unknown"


def _kill_what_is_left(session: int, marker: str) -> None:
    """For the case that the keeper itself was killed: what is of its session, or has the engine's marker."""
    for _ in range(100):
        left = {
            process
            for process, (state, _, its_session) in keeper.everything().items()
            if state != "Z" and (its_session == session or _has(process, marker))
        }
        if not left:
            return
        keeper.kill(left)
        time.sleep(0.01)


def _has(process: int, marker: str) -> bool:
    try:
        return marker.encode() in Path(f"/proc/{process}/environ").read_bytes().split(b"\0")
    except OSError:
        return False
