"""Engines as processes: the default transport. A guard (see `guard`) stands in between, so that none can escape."""

from __future__ import annotations

import contextlib
import os
import selectors
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

from shinkansen.core.plain_json import shown
from shinkansen.core.text import printable
from shinkansen.verify.conversation import custody, guard
from shinkansen.verify.conversation.stream import CHUNK, Conversation
from shinkansen.verify.conversation.talk import Fault, Limits, TimeIsOver, Trouble

MARKER = "SHINKANSEN_VERIFY"
"""An environment variable with a different value for each engine: it marks the processes that belong to it."""

LAST_WORDS = 0.5
"""Seconds a process has to end after it has closed a pipe, so that we can report its exit code."""

LAST_LINES = 10
"""How many lines of standard error are shown when it has died, each cut to this width:"""
WIDTH = 200

OUR_PATIENCE = 60.0
"""Seconds for our own work, which is not the engine's: starting the guard, and killing by it."""

BEAT = 0.1
"""Seconds between two checks on the guard."""


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
        """What the guard has sent that is not a complete line yet."""
        self._code: int | None = None
        self._failure: int | None = None
        self._engine: int | None = None
        """Its process id, once it has started."""
        self._alone = self._guard_gone = self._guard_done = False
        self._left = 0
        self._brand = custody.new_brand()
        if os.name != "posix":
            raise self._cannot("processes can only be checked on POSIX systems; use TCP, or --in-process")
        ours, theirs = socket.socketpair()
        try:
            name, _, value = self._marker.partition("=")
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", guard.__file__, str(theirs.fileno()), str(self._brand), *command],
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
        self._guard = ours
        self._watcher = custody.Child(self._process)
        custody.take_in(self._watcher)
        self._in, self._out, self._err = self._streams()
        for stream in (self._in, self._out, self._err):
            os.set_blocking(stream.fileno(), False)
        self._guard.setblocking(False)
        self._listen(self._out)
        self._selector.register(self._err, selectors.EVENT_READ, self._hear_error)
        self._selector.register(self._guard, selectors.EVENT_READ, self._hear_guard)
        self._wait_for_start(command)

    @property
    def output(self) -> int:
        """Where its answers come from, for anyone who wants to know when something arrives."""
        return int(self._out.fileno())

    def _streams(self) -> tuple[Any, Any, Any]:
        return self._process.stdin, self._process.stdout, self._process.stderr

    def _wait_for_start(self, command: Sequence[str]) -> None:
        # Starting the guard is our own work and takes time on a busy machine: the engine's time limit starts after it.
        deadline = time.monotonic() + max(self.limits.start, OUR_PATIENCE)
        try:
            while self._engine is None and self._failure is None and not self._unwatched():
                if not self._pause(deadline):
                    break
        except BaseException:
            self._gave_up = TimeIsOver("starting it was interrupted")
            self.close()
            raise
        if self._engine is not None:
            return
        name = shown(command[0]) if command else "an empty command"
        if self._failure is not None:
            self.trouble = self._cannot(
                f"{name}: {os.strerror(self._failure) if self._failure else 'it is not a command'}"
            )
        else:
            self.trouble = self._cannot(self._unwatched() or f"{name} did not start within {OUR_PATIENCE:g} s")
        self.close()
        raise self.trouble

    def _cannot(self, why: str) -> Trouble:
        return Trouble(Fault.CANNOT_START, f"{shown(self._command)} cannot be started: {why}")

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

    def _hear_guard(self) -> None:
        try:
            data = self._guard.recv(CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._guard_gone = True
            self._selector.unregister(self._guard)
        *lines, self._news = (self._news + data).split(b"\n")
        for line in lines:
            match line.split():
                case [b"started", process]:
                    self._engine = int(process)
                case [b"failed", errno]:
                    self._failure = int(errno)
                case [b"exited", code]:
                    self._code = int(code)
                case [b"alone"]:
                    self._alone = True
                case [b"left", count]:
                    self._left = int(count)
                case [b"done"]:
                    self._guard_done = True
                case _:
                    pass  # it says nothing else

    # -- who watches over it

    def _unwatched(self) -> str:
        """What has happened to the guard, if anything has."""
        self._watcher.look()
        if self._watcher.stopped:
            return "the process that watches over it was stopped"
        if self._watcher.code is None:
            return ""
        for _ in range(2):  # its last words, and the end of the stream, may not have been read yet
            if not self._guard_gone:
                self._hear_guard()
        if self._guard_done:
            return ""
        return f"the process that watches over it {custody.ended_so(self._watcher.code)}"

    def _check_fit(self) -> None:
        if self._unwatched():
            raise self._lost()

    def _lost(self) -> Trouble:
        self._await_guard()
        return Trouble(
            Fault.UNWATCHED, f"{self._asked}: {self._unwatched() or 'the process that watches over it is lost'}"
        )

    def _await_guard(self) -> None:
        """Wait for the guard to end: it has said everything, or its end of the connection is closed."""
        patience = time.monotonic() + OUR_PATIENCE
        while self._watcher.code is None and not self._unwatched() and time.monotonic() < patience:
            time.sleep(0.001)

    def _pause(self, deadline: float) -> bool:
        """Wait for something to happen, checking on the guard now and then; false when the time is up."""
        return self._wait(min(deadline, time.monotonic() + BEAT)) or time.monotonic() < deadline

    # -- how it ends

    def _ended(self) -> bool:
        return self._code is not None or self._guard_gone

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
            Fault.DEAF,
            f"{self._asked}: it has closed its standard input but still runs, expected it to read the question",
        )

    def _mute(self) -> Trouble:
        self._last_words()
        if self._code is None and self._guard_gone:
            return self._lost()
        how = "closed its standard output but still runs" if self._code is None else custody.ended_so(self._code)
        half = f" after {len(self._heard)} bytes of a line" if self._heard else ""
        return Trouble(Fault.DIED, f"{self._asked}: it {how}{half}, expected an answer{self._last_lines()}")

    def _last_lines(self) -> str:
        """The end of standard error, to be appended to a sentence."""
        said = [line.expandtabs().rstrip() for line in self._said.decode("utf-8", "replace").splitlines()]
        lines = [line for line in said if line][-LAST_LINES:]
        if not lines:
            return ""
        return "; its last lines on standard error:" + "".join(f"\n    {printable(line, WIDTH)}" for line in lines)

    def _end(self, deadline: float) -> None:
        in_time = False
        try:
            while not (self._alone or self._guard_gone or self._unwatched()) and self._pause(deadline):
                pass
            in_time = self._ended()
        finally:
            # From here on the guard does the work; if it cannot, we do.
            with contextlib.suppress(OSError):
                self._guard.send(b"!")
            patience = time.monotonic() + OUR_PATIENCE
            try:
                while not (self._guard_done or self._guard_gone or self._unwatched()) and self._pause(patience):
                    pass
                if self._guard_gone:
                    self._await_guard()
                # If it is done, nobody is left who could tamper with it, and it is still there to be checked.
                lost = self._unwatched()
            finally:
                self._watcher.kill()
                if not self._guard_done or self._watcher.stopped:
                    custody.sweep(self._brand, self._marker)
                    if not guard.HAS_PROC and self._engine is not None:
                        guard.kill_group(self._engine)
                custody.let_go(self._watcher)
                self._hear()
                for stream in (self._in, self._out, self._err, self._guard):
                    stream.close()
        if lost and self.trouble is None:
            self.trouble = Trouble(Fault.UNWATCHED, f"{self._asked}: {lost}")
        elif self._judged and self.trouble is None:
            self.trouble = self._more_said() or self._bad_end(in_time)

    def _bad_end(self, in_time: bool) -> Trouble | None:
        """What is wrong with how it ended."""
        if not in_time:
            what = f"it did not end within {self.limits.stop:g} s and was killed"
        elif self._left:
            what = f"it ended, but left processes running ({self._left}), which were killed"
        elif self._code:
            return Trouble(
                Fault.BAD_END, f"{self._asked}: it {custody.ended_so(self._code)}, expected 0{self._last_lines()}"
            )
        else:
            return None
        return Trouble(Fault.WILL_NOT_STOP, f"{self._asked}: {what}")
