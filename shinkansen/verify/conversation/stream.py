"""Asking over a stream of bytes: one line out, one line in, with limits on time and size.

`Conversation` knows how to ask and how to wait; its subclasses say what the stream is (the pipes of a process, a
connection). All waiting happens in one place, `_wait`, which never blocks longer than it was told to and never keeps
more than one line.
"""

from __future__ import annotations

import json
import selectors
import time
from abc import abstractmethod
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from shinkansen.core.errors import ShinkansenError
from shinkansen.core.plain_json import Json, shown
from shinkansen.verify.conversation.replies import Question, bad_goodbye, read_line
from shinkansen.verify.conversation.talk import Answer, Engine, Fault, Limits, Reply, TimeIsOver, Trouble

CHUNK: Final = 64 * 2**10
"""How much is read at once."""

Handler: TypeAlias = Callable[[], None]


class Conversation(Engine):
    """An engine at the other end of a stream."""

    def __init__(self, limits: Limits) -> None:
        self.limits: Final = limits
        self.trouble: Trouble | None = None
        self._asked = Question(0, "")
        self._heard = bytearray()
        """Bytes received that are not a complete line yet, or were not asked for."""
        self._silent = False
        """Nothing more will come."""
        self._selector = selectors.DefaultSelector()
        self._reader: Any = None
        self._closed = False
        self._judged = False
        """Whether it matters how it ends: it has been asked something, and was in no trouble when told to stop."""
        self._done_listening = False
        """After `stop`, when nothing more is expected."""
        self._more = bytearray()
        """The start of what came all the same."""
        self._gave_up: TimeIsOver | None = None
        """We stopped waiting for an answer (the time was up, or we were interrupted); it may still come."""
        self._hurried = False
        """The time for the whole check ends before the limit for this answer."""
        self._half_sent = False
        """Only part of a question has been sent, so nothing more can be sent."""

    def _listen(self, reader: Any) -> None:
        """Set where answers come from; subclasses call it once, when there is a stream."""
        self._reader = reader
        self._selector.register(reader, selectors.EVENT_READ, self._hear)

    # -- what subclasses provide

    @abstractmethod
    def _read(self) -> bytes:
        """What has arrived, at most a chunk; empty at the end of the stream; `BlockingIOError` if nothing has."""

    @abstractmethod
    def _write(self, data: memoryview) -> int:
        """Send what can be sent without waiting; `BlockingIOError` if that is nothing, `OSError` if nobody listens."""

    @abstractmethod
    def _await_room(self, on: bool) -> None:
        """Make waiting also end when more can be sent, or no longer."""

    @abstractmethod
    def _deaf(self) -> Trouble:
        """The trouble to report if nobody listens."""

    @abstractmethod
    def _mute(self) -> Trouble:
        """The trouble to report if nothing more will come."""

    def _ended(self) -> bool:
        """Whether the engine is known to have ended, even if the stream has not."""
        return False

    def _check_fit(self) -> None:
        """Check what the stream does not show; `Trouble` if something is wrong."""

    @abstractmethod
    def _end(self, deadline: float) -> None:
        """Wait for the engine to end by itself, then end it. If it is not in `trouble` yet, check whether it is now."""

    # -- asking

    def ask(self, cmd: str, **given: Json) -> Reply:
        if self.trouble is not None:
            raise self.trouble
        if self._closed:
            raise ShinkansenError(f"`{cmd}` was asked of an engine that has been closed")
        if self._gave_up is not None:
            raise self._gave_up
        self._check_time(cmd)
        self._asked = Question(self._asked.seq + 1, cmd, self.game)
        deadline = time.monotonic() + (self.limits.start if cmd == "start" else self.limits.answer)
        self._hurried = self.until is not None and self.until < deadline
        if self.until is not None:
            deadline = min(deadline, self.until)
        try:
            self._check_fit()
            self._check_nothing_came()
            self._send({"seq": self._asked.seq, "cmd": cmd, **given}, deadline)
            return read_line(self._asked, self._receive(deadline))
        except Trouble as trouble:
            self.trouble = trouble
            raise
        except TimeIsOver as over:
            self._gave_up = over
            raise
        except BaseException:
            self._gave_up = TimeIsOver(f"{self._asked}: waiting for the answer was interrupted")
            raise

    def close(self) -> None:
        """Say `stop`, wait, and end it. Anything wrong with how it ends is in `trouble`; nothing is raised."""
        if self._closed:
            return
        self._closed = True
        self._hurried = False
        # An engine that could not be heard out cannot be expected to stop either.
        deadline = time.monotonic() + (self.limits.stop if self._gave_up is None else 0)
        self._judged = self.trouble is None and self._gave_up is None and bool(self._asked.cmd)
        try:
            if self._judged:
                self._say_goodbye(deadline)
            elif not self._half_sent and not self._ended():
                self._tell_to_stop(deadline)
        except Trouble as trouble:
            self.trouble = self.trouble or trouble
        finally:
            self._done_listening = True
            self._heard.clear()
            try:
                self._end(deadline)
            finally:
                self._selector.close()

    def _say_goodbye(self, deadline: float) -> None:
        """`stop` is a question like any other, except that an engine may simply end without answering it."""
        if self._asked.cmd == "stop":  # it has been asked already
            return
        self._check_fit()
        self._check_nothing_came()
        if self._silent or self._ended():
            raise self._mute()
        self._tell_to_stop(deadline)
        line = self._last_line(deadline)
        if line is not None:
            reply = read_line(self._asked, line)
            if not isinstance(reply, Answer):
                raise bad_goodbye(self._asked, reply)
            self._more += self._heard
        elif self._heard:
            raise self._mute()

    def _last_line(self, deadline: float) -> bytes | None:
        """The next line, if one comes before the engine ends."""
        while (line := self._line()) is None:
            if self._silent or self._ended() or not self._wait(deadline):
                self._hear()
                return self._line()
        return line

    def _tell_to_stop(self, deadline: float) -> None:
        if self._asked.cmd != "stop":
            self._asked = Question(self._asked.seq + 1, "stop", self.game)
            self._send({"seq": self._asked.seq, "cmd": "stop"}, deadline)

    def _more_said(self) -> Trouble | None:
        """The trouble to report if anything came after the answer to `stop`."""
        line, end, _ = bytes(self._more).partition(b"\n")
        if not (line or end):
            return None
        after = Question(self._asked.seq + 1, "after stop", self.game)
        try:
            read_line(after, line)
        except Trouble as trouble:
            return trouble
        return Trouble(Fault.OUT_OF_ORDER, f"{after}: it says more, expected nothing after the answer to `stop`")

    # -- sending and receiving

    def _check_nothing_came(self) -> None:
        """An answer that comes before its question does not count, even if it has the right number."""
        self._hear()
        if b"\n" in self._heard:
            asked = Question(self._asked.seq, f"before {self._asked.cmd}", self.game)
            line = self._line()
            assert line is not None
            read_line(asked, line)
            raise Trouble(Fault.OUT_OF_ORDER, f"{asked}: the answer came before the question, expected it after")

    def _send(self, request: dict[str, Json], deadline: float) -> None:
        left = memoryview(json.dumps(request, separators=(",", ":")).encode("ascii") + b"\n")
        awaiting = False
        self._half_sent = True
        try:
            while left:
                try:
                    left = left[self._write(left) :]
                except BlockingIOError:
                    if self._silent:  # an answer can no longer come
                        raise self._mute() from None
                    if not awaiting:
                        self._await_room(True)
                        awaiting = True
                    # It may be waiting for us to read before it reads, so we do both at once.
                    if not self._wait(deadline):
                        raise self._late(f"it has not read the question ({len(left)} bytes are left)") from None
                    self._check_flood()
                except OSError:
                    raise self._deaf() from None
            self._half_sent = False
        finally:
            if awaiting:
                self._await_room(False)

    def _receive(self, deadline: float) -> bytes:
        while True:
            line = self._line()
            if line is not None:
                return line
            if self._silent or self._ended():
                self._hear()
                line = self._line()
                if line is not None:
                    return line
                raise self._mute()
            if not self._wait(deadline):
                half = f", only the start of a line: {shown(self._heard[:60].decode('utf-8', 'replace'))}"
                raise self._late(f"there is no answer{half if self._heard else ''}")

    def _late(self, what: str) -> Trouble | TimeIsOver:
        if self._hurried:
            return TimeIsOver(f"{self._asked}: {what}, and the time for the whole check is up")
        if self._closed:
            return Trouble(Fault.WILL_NOT_STOP, f"{self._asked}: {what}, expected it to within {self.limits.stop:g} s")
        if self._asked.cmd == "start":
            return Trouble(Fault.SLOW_START, f"{self._asked}: {what}, expected one within {self.limits.start:g} s")
        return Trouble(Fault.HUNG, f"{self._asked}: {what}, expected one within {self.limits.answer:g} s")

    def _line(self) -> bytes | None:
        """The next whole line, without its end."""
        end = self._heard.find(b"\n")
        if end < 0 or end > self.limits.line:
            self._check_flood()
            return None
        line = bytes(self._heard[:end])
        del self._heard[: end + 1]
        return line

    def _check_flood(self) -> None:
        if len(self._heard) > self.limits.line:
            raise Trouble(
                Fault.FLOOD,
                f"{self._asked}: {len(self._heard)} bytes have come, expected one line of at most {self.limits.line}",
            )

    def _hear(self) -> None:
        """Take in what has arrived, as far as there is room for it: a line, and a chunk beyond."""
        while not self._silent and len(self._heard) <= self.limits.line:
            try:
                data = self._read()
            except BlockingIOError:
                return
            except OSError:
                data = b""
            if not data:
                self._silent = True
                self._selector.unregister(self._reader)  # otherwise waiting would always end at once
            if not self._done_listening:
                self._heard += data
            else:
                self._more += data[: CHUNK - len(self._more)]
            if self._done_listening or len(data) < CHUNK:
                return

    def _wait(self, deadline: float) -> bool:
        """Wait for something to happen, and take it in; false when the time is up."""
        patience = deadline - time.monotonic()
        if patience <= 0:
            return False
        for key, _ in self._selector.select(patience):
            handler: Handler = key.data
            handler()
        return True
