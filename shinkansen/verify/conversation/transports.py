"""Ways to reach an engine: an object in this process, a process of its own (the usual way), a TCP connection.

Either way it is an `Engine`: it answers, skips or reports an error, or is in `Trouble`. After trouble it is not asked
again; every further question raises the same trouble.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from shinkansen.core.errors import ShinkansenError
from shinkansen.core.plain_json import Json
from shinkansen.verify.conversation.hosting import Answering, said
from shinkansen.verify.conversation.plain_values import NotPlainError, TooLargeError, plain
from shinkansen.verify.conversation.processes import ProcessEngine
from shinkansen.verify.conversation.replies import Question, bad_goodbye, read_message
from shinkansen.verify.conversation.talk import Answer, Engine, Errored, Fault, Limits, Reply, Trouble
from shinkansen.verify.conversation.tcp import TcpEngine

_PATIENT = Limits()


class Answers(Protocol):
    """An object that answers."""

    def answer(self, request: dict[str, Json], /) -> object:
        """The reply to a request, as the wire has both."""
        ...


def in_process(answering: Answering | Answers) -> Engine:
    """An engine in this process: a function from request to reply, or an object with such a method `answer`.

    Its replies are checked like those of any engine, but nothing can be done if it hangs or meddles with this process.
    An exception it raises becomes `Errored`; if it tries to end the program, that is `Trouble`.
    """
    return ObjectEngine(answering if callable(answering) else answering.answer)


def subprocess(
    command: Sequence[str],
    limits: Limits = _PATIENT,
    cwd: str | Path | None = None,
    env: Mapping[str, str] | None = None,
) -> Engine:
    """An engine that is a program, asked over its standard input and output; `Trouble` if it cannot be started."""
    return ProcessEngine(command, limits, cwd, env)


def tcp(host: str, port: int, limits: Limits = _PATIENT, anywhere: bool = False) -> Engine:
    """An engine that listens on a port of this machine or, with `anywhere`, of another one."""
    return TcpEngine(host, port, limits, anywhere)


class ObjectEngine(Engine):
    """An engine that is called directly. It is given copies, and we only look at a copy of what it returns."""

    def __init__(self, answering: Answering) -> None:
        self._answering = answering
        self._asked = Question(0, "")
        self._closed = False

    def ask(self, cmd: str, **given: Json) -> Reply:
        """Call it with a request, and check its reply."""
        if self.trouble is not None:
            raise self.trouble
        if self._closed:
            raise ShinkansenError(f"`{cmd}` was asked of an engine that has been closed")
        self._check_time(cmd)
        self._asked = Question(self._asked.seq + 1, cmd, self.game)
        request: dict[str, Json] = json.loads(json.dumps({"seq": self._asked.seq, "cmd": cmd, **given}))
        try:
            reply = self._answering(request)
        except KeyboardInterrupt:
            raise
        except SystemExit as end:
            self.trouble = Trouble(Fault.DIED, f"{self._asked}: it ended the program ({said(end)}), expected an answer")
            raise self.trouble from None
        except BaseException as problem:  # anything a foreign engine raises is its error, not ours
            return Errored(said(problem))
        try:
            return read_message(self._asked, self._plain(reply))
        except Trouble as trouble:
            self.trouble = trouble
            raise

    def _plain(self, reply: object) -> Json:
        try:
            return plain(reply, _PATIENT.line)
        except NotPlainError as problem:
            raise Trouble(Fault.WRONG_FORM, f"{self._asked}: the reply is not plain JSON: {problem}") from None
        except TooLargeError:
            raise Trouble(
                Fault.FLOOD,
                f"{self._asked}: the reply takes more than {_PATIENT.line} characters, expected a shorter one",
            ) from None
        except RuntimeError as problem:  # one of its threads changed the reply while it was being copied
            raise Trouble(Fault.WRONG_FORM, f"{self._asked}: the reply cannot be read ({said(problem)})") from None

    def close(self) -> None:
        """It is asked nothing more."""
        if not self._closed and self.trouble is None and self._asked.cmd not in ("", "stop"):
            self.until = None  # closing has its own time
            with suppress(Trouble):
                reply = self.ask("stop")
                if not isinstance(reply, Answer):
                    self.trouble = bad_goodbye(self._asked, reply)
        self._closed = True
