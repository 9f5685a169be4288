"""Ways to an engine: an object in this process, a process of its own (the usual one), a TCP connection.

Whatever the way, an engine is an `Engine`: it answers, skips or reports an error, or is in `Trouble`. After trouble it
is not asked again; every further question meets the same trouble.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol, TypeAlias

from shinkansen.core.errors import ShinkansenError
from shinkansen.core.wire import Json
from shinkansen.verify.processes import ProcessEngine
from shinkansen.verify.replies import Question, read_message
from shinkansen.verify.talk import Engine, Errored, Limits, Reply, Trouble
from shinkansen.verify.tcp import TcpEngine

Answering: TypeAlias = Callable[[dict[str, Json]], object]
"""Given a request, the reply."""

PATIENT = Limits()


class Answers(Protocol):
    """An object that answers."""

    def answer(self, request: dict[str, Json], /) -> object: ...


def in_process(answering: Answering | Answers) -> Engine:
    """An engine in this process: a function from request to reply, or an object with such a method `answer`.

    Its replies are checked as any engine's are, but nothing can be done if it hangs. What it raises is `Errored`.
    """
    return ObjectEngine(answering if callable(answering) else answering.answer)


def subprocess(
    command: Sequence[str],
    limits: Limits = PATIENT,
    cwd: str | Path | None = None,
    env: Mapping[str, str] | None = None,
) -> Engine:
    """An engine that is a program, asked over its standard input and output; `Trouble` if it cannot be started."""
    return ProcessEngine(command, limits, cwd, env)


def tcp(host: str, port: int, limits: Limits = PATIENT, anywhere: bool = False) -> Engine:
    """An engine that listens on a port of this machine, or with `anywhere` of another."""
    return TcpEngine(host, port, limits, anywhere)


class ObjectEngine(Engine):
    """An engine that is called."""

    def __init__(self, answering: Answering) -> None:
        self._answering = answering
        self._asked = Question(0, "")
        self._closed = False

    def ask(self, cmd: str, **given: Json) -> Reply:
        if self.trouble is not None:
            raise self.trouble
        if self._closed:
            raise ShinkansenError(f"`{cmd}` was asked of an engine that has been closed")
        self._check_time(cmd)
        self._asked = Question(self._asked.seq + 1, cmd)
        try:
            reply = self._answering({"seq": self._asked.seq, "cmd": cmd, **given})
        except Exception as problem:  # whatever a foreign engine raises is its error, not ours
            return Errored(f"{type(problem).__name__}: {problem}")
        try:
            return read_message(self._asked, reply)
        except Trouble as trouble:
            self.trouble = trouble
            raise

    def close(self) -> None:
        if not self._closed and self.trouble is None and self._asked.cmd not in ("", "stop"):
            self.until = None  # closing has its own time
            with suppress(Trouble):
                self.ask("stop")
        self._closed = True
