"""Every error this library raises on purpose.

They have one base class, so a caller can catch them all, and there is one class for each kind of thing that can be
wrong. Each says what was wrong, where, and what was expected instead.
"""

from __future__ import annotations

from collections.abc import Iterable

import attrs


class ShinkansenError(Exception):
    """The base class of all errors of this library."""


class RulebookError(ShinkansenError):
    """The clauses of a rulebook cannot be read, or a clause that was asked for does not exist."""


@attrs.frozen
class Finding:
    """One thing that is wrong in a file: where (a key path), what was found and what was expected."""

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
    """The clause; empty where the rulebook has nothing to say (when what was given is not even a move)."""
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
    """A ruling cannot be read, or a ruling or answer that was asked for does not exist."""


class CitationError(ShinkansenError):
    """A citation cannot be read, or what it cites does not exist in that game or in that version of its rules."""


class SearchError(ShinkansenError):
    """Nothing was asked, or more than a question can be."""


class RecordError(ShinkansenError):
    """A record cannot be read, or is not of a game under these rules; `ply` is the first wrong one, counted from 1."""

    def __init__(self, message: str, ply: int | None = None) -> None:
        self.ply = ply
        super().__init__(f"ply {ply}: {message}" if ply is not None else message)


class GameError(ShinkansenError):
    """A game does not exist, its description is wrong, or it lacks a part that was asked for."""


class DealError(ShinkansenError):
    """A deal does not consist of exactly the pieces that setup uses."""


class WireError(ShinkansenError):
    """A JSON value does not have the form of the thing it stands for."""


class ArgumentError(ShinkansenError):
    """A function was given an argument it does not take: a value of another type, or one that is of other rules."""


class IllegalMove(ShinkansenError):  # noqa: N818 - reads as a referee would say it
    """A move that the rules forbid: `refusal` says why, with the clause; `nearest` is the legal move most like it."""

    def __init__(self, refusal: Refusal, nearest: str = "") -> None:
        self.refusal = refusal
        self.nearest = nearest
        super().__init__(f"{refusal} The nearest legal move: {nearest}" if nearest else str(refusal))
