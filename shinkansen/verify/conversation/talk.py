"""What is said over the wire: a question, and an answer, a skip or an error; and the engine, of whatever kind.

An engine is asked one question at a time. It answers, skips, or reports an error of its own: three different things,
none of which is an exception. When it cannot be asked at all (it hangs, dies, prints garbage ...), that is `Trouble`.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from enum import StrEnum
from types import TracebackType
from typing import TypeAlias

from attrs import field, frozen

from shinkansen.core.errors import ShinkansenError
from shinkansen.core.game import Game
from shinkansen.core.plain_json import Json
from shinkansen.core.text import indented, reason

WIRE = 1
"""The version of the wire that we speak."""


@frozen
class Answer:
    """What an engine answered, without the `seq`."""

    content: dict[str, Json] = field(hash=False)


@frozen
class Skipped:
    """The engine does not support this, and says why."""

    reason: str = field(converter=reason)


@frozen
class Errored:
    """Something went wrong inside the engine, and it says what."""

    message: str = field(converter=reason)
    context: Json = field(default=None, hash=False)


Reply: TypeAlias = Answer | Skipped | Errored


class Fault(StrEnum):
    """What can be wrong with an engine that cannot be asked any more."""

    CANNOT_START = "cannot-start"
    SLOW_START = "slow-start"
    HUNG = "hung"
    DIED = "died"
    GARBAGE = "garbage"
    FLOOD = "flood"
    OUT_OF_ORDER = "out-of-order"
    TWICE = "twice"
    DEAF = "deaf"
    """It closed its standard input."""
    WRONG_FORM = "wrong-form"
    """An answer that is JSON but does not have the form that the wire asks for."""
    WILL_NOT_STOP = "will-not-stop"
    BAD_END = "bad-end"
    """It ended when it was told to, but with an exit code other than 0, or with an error."""
    UNWATCHED = "unwatched"
    """The process that watches over it was stopped or killed, so nobody knows what it did after that."""


class Trouble(ShinkansenError):  # noqa: N818 - reads as it is said
    """An engine cannot be asked any more: the kind of fault, and a sentence about it."""

    def __init__(self, fault: Fault, sentence: str) -> None:
        self.fault = fault
        super().__init__(indented(sentence))

    def __reduce__(self) -> tuple[type[Trouble], tuple[Fault, str]]:
        return Trouble, (self.fault, str(self))  # without this it could not be sent from another process


class TimeIsOver(ShinkansenError):  # noqa: N818 - reads as it is said
    """The time for the whole check is up. Nothing is wrong with the engine: we just cannot wait for its answer."""


@frozen
class Limits:
    """How long we wait and how much we read, in seconds and bytes."""

    start: float = 10.0
    """For the answer to `start`."""
    answer: float = 10.0
    """For any other answer."""
    stop: float = 5.0
    """From `stop` to the end of the process and all its children, before they are killed."""
    line: int = 2**20
    """For one line of an answer. The longest list of moves that our vectors ask for, 469 moves, takes 34 kB."""
    stderr: int = 64 * 2**10
    """How much of the end of standard error is kept."""


class Engine(ABC):
    """An engine that can be asked. Use it as a context manager: on leaving, it is stopped and nothing of it is left."""

    trouble: Trouble | None = None
    """What is wrong with it, if anything; every further question raises it again. After `close`, which never raises, it
    also covers how the engine stopped."""

    game: Game | None = None
    """The game it is asked about: what it answers must have the form of that game's moves and tables."""

    until: float | None = None
    """When all asking ends, by the clock of `time.monotonic`, whatever the limit of a single answer: then `ask` raises
    `TimeIsOver`. Closing comes after that and may still take up to `Limits.stop`, since how an engine ends counts
    too."""

    @abstractmethod
    def ask(self, cmd: str, **given: Json) -> Reply:
        """Ask one question; `Trouble` if there is no answer of the right form, `TimeIsOver` if we cannot wait."""

    @abstractmethod
    def close(self) -> None:
        """Stop it, whatever state it is in."""

    def _check_time(self, cmd: str) -> None:
        if self.until is not None and time.monotonic() >= self.until:
            raise TimeIsOver(f"the time was up before `{cmd}` could be asked")

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
