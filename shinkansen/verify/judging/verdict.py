"""The verdict: the result of a check as one value, with its exit code and its sentence.

It is decided by what was asked and answered. A verdict always names its scope, and a clean one also its power; what was
not asked is listed with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import attrs
from attrs import field, frozen

from shinkansen.core.game import Game
from shinkansen.verify.conversation.talk import Trouble
from shinkansen.verify.judging.difference import Difference
from shinkansen.verify.judging.findings import Finding
from shinkansen.verify.judging.fingerprint import Fingerprint
from shinkansen.verify.judging.scope import Scope, listed, power
from shinkansen.verify.judging.start import Smoke, Who

INTERRUPTED = 130
"""The exit code of a program that was interrupted from the keyboard, by the convention of shells."""


@attrs.define
class Progress:
    """How far a check has come; reported now and then."""

    vectors: int = 0
    """Asked."""
    games: int = 0
    """Games in which something was asked and answered; tables, if the engine cannot be taken through a game."""
    questions: int = 0
    clauses: set[str] = field(factory=set[str])
    """The clauses that acted or refused in what it answered."""
    causes: int = 0
    doing: str = ""
    first: str = ""
    """The first difference that was seen, before its cause is known."""
    wanted: int = 0
    """How many games are to be played, if that is known."""
    before: int = 0
    """How many of the games were played in earlier sessions."""
    failed: int = 0
    """Shards of games at length that could not be worked out."""


@frozen
class Inconsistent:
    """A difference that did not come back when asked again from a fresh start: not a mistake about a rule."""

    first: Difference
    """What it answered at first."""
    again: Difference | None = None
    """What it answered then, if that was wrong too."""

    def __str__(self) -> str:
        then = self.again.sentence if self.again is not None else "it answered correctly."
        return f"{self.first.sentence} Asked again from a fresh start: {then}"


@frozen
class Report:
    """The result of a check."""

    game: Game
    who: Who
    smoke: Smoke
    findings: tuple[Finding, ...]
    """The readings it follows first, then its mistakes."""
    progress: Progress
    unasked: int
    """Vectors that could not be asked: they need something that the engine does not offer, or another reading."""
    skipped: Counter[str]
    errored: Counter[str]
    trouble: Trouble | None
    """What stopped us from asking on, or what was wrong with how it ended."""
    seconds: float
    fingerprint: Fingerprint | None = None
    """The reading it follows, if that could be asked."""
    edition: str = ""
    """The name of the edition that was used."""
    scope: Scope = field(factory=Scope)
    inconsistent: tuple[Inconsistent, ...] = ()
    missing: tuple[str, ...] = ()
    """What was required but not reached."""
    unfinished: str = ""
    """If not even all prepared questions were asked: why not."""
    interrupted: bool = False
    seed: int | None = None
    """The seed of the games that were played."""
    clean: int = 0
    """How many of the games were played under the reading it follows, so that agreement in them counts."""
    left_out: tuple[str, ...] = ()
    """The shards of games at length that could not be worked out, a sentence each: these may differ from one run to the
    next."""

    @property
    def mistakes(self) -> tuple[Finding, ...]:
        """What no reading explains."""
        return tuple(finding for finding in self.findings if finding.wrong)

    @property
    def other_readings(self) -> tuple[Finding, ...]:
        """What some reading explains."""
        return tuple(finding for finding in self.findings if not finding.wrong)

    @property
    def unit(self) -> str:
        """What is counted: games, or tables if it cannot play games."""
        offered = {*self.scope.offered}
        return "game" if {"play", "apply"} & offered else "table"

    @property
    def code(self) -> int:
        """0 conforms; 1 differs; 2 could not be checked; 3 conforms, but to another reading than the one asked for;
        130 interrupted."""
        if self.interrupted:
            return INTERRUPTED
        if self.trouble is not None or self.inconsistent:
            return 2
        if any(finding.asked_again for finding in self.mistakes):
            return 1
        if self.mistakes or self.errored or self.smoke.errors or self.scope.nothing or self.unfinished or self.missing:
            return 2
        return 3 if self.other_readings else 0


def verdict(report: Report) -> str:
    """The verdict in a sentence or two."""
    otherwise = f"reads {counted(len(report.other_readings), 'ruling')} differently than asked"
    told: list[str] = []
    if report.interrupted:
        told.append("The check was interrupted.")
    if report.mistakes:
        ways = f"It differs from the rules in {counted(len(report.mistakes), 'way')}"
        told.append(f"{ways}, and {otherwise}." if report.other_readings else f"{ways}.")
    if report.inconsistent:
        told.append(
            "It is inconsistent: it gives different answers to the same question, so nothing it says is certain."
        )
    if report.mistakes and not any(finding.asked_again for finding in report.mistakes):
        told.append("What was found could not be asked again, so it is not certain.")
    told += [*_doubts(report)]
    if not told and report.other_readings:
        told.append(f"It conforms in what it offers ({report.scope}), but {otherwise}.")
    elif not told:
        told.append(f"It conforms in what it offers: {report.scope}.")
    return " ".join(told)


def _doubts(report: Report) -> Iterator[str]:
    """Why agreement, if there was any, is not enough for a verdict."""
    if report.mistakes:
        return
    if report.scope.nothing:
        skipped = "Everything was skipped" if report.skipped else "Nothing was asked and answered"
        yield f"{skipped}: nothing could be checked."
    elif report.trouble is not None or report.interrupted:
        yield f"Until then no difference was found, in {report.scope}."
    elif report.errored or report.smoke.errors:
        yield "It gave no wrong answers but reported errors, so it could not be checked completely."
    if report.unfinished:
        yield report.unfinished
    yield from report.missing


def strength(report: Report) -> str:
    """What agreement rules out; empty if there is nothing to claim."""
    if report.code not in (0, 3):
        return ""
    if not report.clean:
        return "no random games were played, so nothing can be said about rare mistakes"
    share = power(report.clean)
    games = counted(report.clean, report.unit)
    if share < 2:
        return f"no difference in {games}: too few to rule out rare mistakes"
    return (
        f"no difference in {games}: a mistake that shows in more than 1 {report.unit} in {share:,} is ruled out at 95 %"
    )


def not_asked(report: Report) -> Iterator[str]:
    """What the verdict says nothing about."""
    scope = report.scope
    if scope.unanswered:
        yield f"what it offers but was not seen to do: {listed(scope.unanswered)}"
    if scope.untouched and not scope.nothing:
        yield listed(scope.untouched)
    if scope.idle and not scope.nothing:
        yield f"games for {listed(scope.idle)}"
    unseen = len(scope.citable - scope.clauses)
    if unseen and not scope.nothing:
        yield f"{counted(unseen, 'clause')} of {len(scope.citable)}"
    if report.unasked:
        yield counted(report.unasked, "vector")
    for name, number in scope.elsewhere.items():
        yield f"{counted(number, 'vector')} of another edition (--edition {name})"
    if report.skipped:
        yield f"{counted(report.skipped.total(), 'question')} that it skipped"


def counted(number: int, word: str) -> str:
    """A number of things."""
    return f"{number:,} {word}{'s' * (number != 1)}"
