"""What is said over the wire: a question, and an answer, a skip or an error; and an engine, whoever it is.

An engine is asked one question at a time. It answers, skips, or reports an error of its own: three different things,
none of which is an exception. What keeps it from being asked at all (it hangs, dies, prints garbage ...) is `Trouble`.
"""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from enum import StrEnum
from types import TracebackType
from typing import TypeAlias

from attrs import field, frozen

from shinkansen.core.errors import ShinkansenError
from shinkansen.core.text import indented, reason
from shinkansen.core.wire import Json

WIRE = 1
"""The version of the wire that we speak."""


@frozen
class Answer:
    """What an engine answered, `seq` taken off."""

    content: dict[str, Json] = field(hash=False)


@frozen
class Skipped:
    """The engine does not do this, and says why."""

    reason: str = field(converter=reason)


@frozen
class Errored:
    """Something went wrong inside the engine, and it says what."""

    message: str = field(converter=reason)
    context: Json = field(default=None, hash=False)


Reply: TypeAlias = Answer | Skipped | Errored


class Ill(StrEnum):
    """What can be the matter with an engine that cannot be asked."""

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
    """An answer that is JSON but not what the wire has."""
    WILL_NOT_STOP = "will-not-stop"
    BAD_END = "bad-end"
    """It ended when it was told to, but not with code 0, or not without an error."""
    UNWATCHED = "unwatched"
    """The process that watches over it was stopped or killed, so nobody knows what it did then."""


class Trouble(ShinkansenError):  # noqa: N818 - reads as it is said
    """An engine cannot be asked any more: one kind of ill, and a sentence about it."""

    def __init__(self, ill: Ill, sentence: str) -> None:
        self.ill = ill
        super().__init__(indented(sentence))

    def __reduce__(self) -> tuple[type[Trouble], tuple[Ill, str]]:
        return Trouble, (self.ill, str(self))  # or it could not come back from another process


class TimeIsOver(ShinkansenError):  # noqa: N818 - reads as it is said
    """The time for the whole check is over. Nothing is wrong with the engine: we cannot wait for its answer."""


@frozen
class Limits:
    """How patient we are, in seconds and bytes."""

    start: float = 10.0
    """For the answer to `start`."""
    answer: float = 10.0
    """For any other answer."""
    stop: float = 5.0
    """From `stop` to the end of the process and all its children, before they are killed."""
    line: int = 2**20
    """For one line of an answer. The longest list of moves that our vectors ask for, 469 moves, takes 34 kB."""
    stderr: int = 64 * 2**10
    """Of standard error, the end is kept."""


class Engine(ABC):
    """Somebody who can be asked. Use it as a context manager: on leaving, it is stopped, and nothing of it is left."""

    trouble: Trouble | None = None
    """What is the matter with it, if anything is; every further question is refused with it. How it stopped is known
    after `close`, which never raises."""

    until: float | None = None
    """When all asking ends, by the clock of `time.monotonic`, whatever the limit of a single answer: then `ask` raises
    `TimeIsOver`. Closing comes after it and still takes up to `Limits.stop`, since how an engine ends counts, too."""

    @abstractmethod
    def ask(self, cmd: str, **given: Json) -> Reply:
        """Ask one question; `Trouble` if there is no answer of the right form, `TimeIsOver` if we cannot wait."""

    @abstractmethod
    def close(self) -> None:
        """Stop it, whatever state it is in."""

    def _check_time(self, cmd: str) -> None:
        if self.until is not None and time.monotonic() >= self.until:
            raise TimeIsOver(f"the time was over before `{cmd}` could be asked")

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
