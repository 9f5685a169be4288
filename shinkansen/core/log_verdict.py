"""The result of checking a game that people wrote down: how far it is possible, and under which reading."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from attrs import frozen

Watch: TypeAlias = Callable[[Sequence[Any]], Iterable[Any]]
"""What some values are passed through, to show progress."""


@frozen
class Impossible:
    """The first thing in a log that cannot have happened."""

    line: int | None
    """The line; in a log of JSON the number of the row or move; none for the end."""
    what: str
    """What the log says, in words."""
    why: str
    """What a referee would say."""
    clause: str
    nearest: str = ""
    """A legal move like it."""


@frozen
class LogVerdict:
    """The result of checking a log."""

    made: int
    """How many moves follow the rules."""
    moves: int
    problem: Impossible | None
    readings: tuple[dict[str, str], ...] = ()
    """If there is a problem: the other answers, one or two, under which the whole log is possible."""
    over: bool = False
    """Whether the game is over at the end of the log."""
