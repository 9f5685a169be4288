"""The verdict: what a check came to as one value, with its exit code and its sentence.

What was asked and answered decides. A verdict always names its scope, a clean one also its power; what was not asked
is told beside it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import attrs
from attrs import field, frozen

from shinkansen.verify.difference import Difference
from shinkansen.verify.findings import Finding
from shinkansen.verify.fingerprint import Fingerprint
from shinkansen.verify.scope import Scope, listed, power
from shinkansen.verify.start import Smoke, Who
from shinkansen.verify.talk import Trouble

INTERRUPTED = 130
"""The exit code of what was ended from the keyboard, as shells have it."""


@attrs.define
class Progress:
    """How far it is; told now and then."""

    vectors: int = 0
    """Asked."""
    games: int = 0
    """Games in which something was asked and answered; tables, if the engine cannot be taken through a game."""
    questions: int = 0
    clauses: set[str] = field(factory=set[str])
    """That acted or refused in what it answered."""
    causes: int = 0
    doing: str = ""


@frozen
class Inconsistent:
    """A difference that did not come back when it was asked again from a fresh start: no mistake about a rule."""

    first: Difference
    """What it answered at first."""
    again: Difference | None = None
    """What it answered then, if that was wrong too."""

    def __str__(self) -> str:
        then = self.again.sentence if self.again is not None else "it answered as the rules have it."
        return f"{self.first.sentence} Asked again from a fresh start: {then}"


@frozen
class Report:
    """What came of it."""

    who: Who
    smoke: Smoke
    findings: tuple[Finding, ...]
    """The readings it follows first, then its mistakes."""
    progress: Progress
    unasked: int
    """Vectors that could not be asked: they need what the engine does not offer, or go by another reading."""
    skipped: Counter[str]
    errored: Counter[str]
    trouble: Trouble | None
    """What kept us from asking on, or how it ended."""
    seconds: float
    fingerprint: Fingerprint | None = None
    """The reading it follows, if it could be asked for it."""
    edition: str = ""
    """The name of the edition played with."""
    scope: Scope = field(factory=Scope)
    inconsistent: tuple[Inconsistent, ...] = ()
    missing: tuple[str, ...] = ()
    """What was required and not reached."""
    unfinished: str = ""
    """Why even the prepared questions were not all asked, if so."""
    interrupted: bool = False
    seed: int | None = None
    """Which games were played."""
    clean: int = 0
    """How many of the games were played by the reading that it follows, so that agreement in them counts."""

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
        """What is played with it."""
        offered = {*self.scope.offered}
        return "game" if {"play", "apply"} & offered else "table"

    @property
    def code(self) -> int:
        """0 conforms; 1 differs; 2 could not be checked; 3 conforms, but by another reading than it was asked for;
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
    """What it comes to, in a sentence or two."""
    otherwise = f"reads {counted(len(report.other_readings), 'ruling')} otherwise than it was asked to"
    told: list[str] = []
    if report.interrupted:
        told.append("The check was interrupted.")
    if report.mistakes:
        ways = f"It differs from the rules in {counted(len(report.mistakes), 'way')}"
        told.append(f"{ways}, and {otherwise}." if report.other_readings else f"{ways}.")
    if report.inconsistent:
        told.append("It is inconsistent: asked the same again, it gives another answer, so nothing it says is certain.")
    if report.mistakes and not any(finding.asked_again for finding in report.mistakes):
        told.append("What was found could not be asked again, so it is not certain.")
    told += [*_doubts(report)]
    if not told and report.other_readings:
        told.append(f"It conforms in what it offers ({report.scope}), but {otherwise}.")
    elif not told:
        told.append(f"It conforms in what it offers: {report.scope}.")
    return " ".join(told)


def _doubts(report: Report) -> Iterator[str]:
    """Why agreement, if it agreed, is not enough for a verdict."""
    if report.mistakes:
        return
    if report.scope.nothing:
        skipped = "Everything was skipped" if report.skipped else "Nothing was asked and answered"
        yield f"{skipped}: nothing could be checked."
    elif report.trouble is not None or report.interrupted:
        yield f"No difference was found before that, in {report.scope}."
    elif report.errored or report.smoke.errors:
        yield "No wrong answers, but errors of its own: it could not be checked completely."
    if report.unfinished:
        yield report.unfinished
    yield from report.missing


def strength(report: Report) -> str:
    """What agreement excludes; empty if there is nothing to claim."""
    if report.code not in (0, 3):
        return ""
    if not report.clean:
        return "no random games were played, so nothing can be said about rare mistakes"
    share = power(report.clean)
    games = counted(report.clean, report.unit)
    if share < 2:
        return f"no difference in {games}: too few to exclude rare mistakes"
    return (
        f"no difference in {games}: a mistake that shows in more than 1 {report.unit} in {share:,} is excluded at 95 %"
    )


def not_asked(report: Report) -> Iterator[str]:
    """What the verdict says nothing about."""
    scope = report.scope
    if scope.unanswered:
        yield f"what it offers and was not seen to do: {listed(scope.unanswered)}"
    if scope.untouched and not scope.nothing:
        yield listed(scope.untouched)
    unseen = len(scope.citable - scope.clauses)
    if unseen and not scope.nothing:
        yield f"{counted(unseen, 'clause')} of {len(scope.citable)}"
    if report.unasked:
        yield counted(report.unasked, "vector")
    if report.skipped:
        yield f"{counted(report.skipped.total(), 'question')} that it skipped"


def counted(number: int, word: str) -> str:
    """A number of things."""
    return f"{number:,} {word}{'s' * (number != 1)}"
