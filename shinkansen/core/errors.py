"""Every error this library raises on purpose.

One root, so that a caller can catch them all; one class per kind of thing that was wrong. Each says what was
wrong, where, and what was expected instead.
"""

from __future__ import annotations

from collections.abc import Iterable

import attrs


class ShinkansenError(Exception):
    """The root of all errors of this library."""


class RulebookError(ShinkansenError):
    """A rulebook's clauses cannot be read, or one was asked for that does not exist."""


@attrs.frozen
class Finding:
    """One thing wrong in a file: where (a key path), what was found and what was expected."""

    path: str
    found: str
    expected: str

    def __str__(self) -> str:
        return f"{self.path}: found {self.found}, expected {self.expected}"


@attrs.frozen
class Refusal:
    """Why a move is not legal: what a referee would say, and the clause that forbids it."""

    reason: str
    """A short stable name of the reason, for programs."""
    clause: str
    """The clause; empty where the rulebook has no say (a move that is not even a move)."""
    sentence: str

    def __str__(self) -> str:
        return f"{self.sentence} (clause {self.clause})" if self.clause else self.sentence


class EditionError(ShinkansenError):
    """An edition cannot be read or is not valid; `findings` lists every problem, not only the first."""

    def __init__(self, message: str, findings: Iterable[Finding] = ()) -> None:
        self.findings = tuple(findings)
        lines = [message, *(f"  {finding}" for finding in self.findings)]
        super().__init__("\n".join(lines))


class RulingError(ShinkansenError):
    """A ruling cannot be read, or one or an answer was asked for that does not exist."""


class RecordError(ShinkansenError):
    """A record cannot be read, or is not one of a game by these rules; `ply` is the first wrong one, counted from 1."""

    def __init__(self, message: str, ply: int | None = None) -> None:
        self.ply = ply
        super().__init__(f"ply {ply}: {message}" if ply is not None else message)


class DealError(ShinkansenError):
    """A deal does not consist of exactly the pieces that setup uses."""


class WireError(ShinkansenError):
    """A JSON value is not what it should stand for."""


class ArgumentError(ShinkansenError):
    """A function was given something else than it takes: a value of another type, or of other rules."""


class IllegalMove(ShinkansenError):  # noqa: N818 - reads as a referee would say it
    """A move that the rules forbid: `refusal` says why, with the clause; `nearest` says a legal move like it."""

    def __init__(self, refusal: Refusal, nearest: str = "") -> None:
        self.refusal = refusal
        self.nearest = nearest
        super().__init__(f"{refusal} The nearest legal move: {nearest}" if nearest else str(refusal))
