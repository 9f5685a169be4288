"""A report in words for a person, and as plain JSON for programs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from shinkansen.core.nearby import Part
from shinkansen.core.wire import Json
from shinkansen.verify.artefact import artefact_json, told
from shinkansen.verify.runner import Finding, Report
from shinkansen.zerokei.rulebook import rulebook


def introduction(report: Report) -> Iterator[str]:
    """Who it is, and whether it can be asked."""
    yield f"{report.who}"
    yield f"smoke test: {'passed' if report.smoke.passed else 'not passed'}: {report.smoke}"


def body(report: Report, paths: Sequence[Path]) -> Iterator[str]:
    """What was asked, every difference, and the verdict."""
    done = report.progress
    unasked = f" ({report.unasked} need what it does not offer)" if report.unasked else ""
    yield (
        f"asked: {_count(done.vectors, 'vector')}{unasked}, {_count(done.games, 'game')}, "
        f"{_count(done.questions, 'question')}, {_count(len(done.clauses), 'clause')}, {report.seconds:.0f} s"
    )
    yield from _apart("skipped", report.skipped)
    yield from _apart("errors of its own", report.errored)
    for number, (finding, path) in enumerate(zip(report.findings, paths, strict=True), start=1):
        yield ""
        yield from _told(number, finding, path)
    yield ""
    if report.trouble is not None:
        yield f"It could not be asked on ({report.trouble.ill}): {report.trouble}"
    yield verdict(report)


def verdict(report: Report) -> str:
    """One sentence."""
    if report.findings:
        return f"It differs from the rules in {_count(len(report.findings), 'way')}."
    if report.trouble is not None:
        return "No difference was found before that."
    if report.errored:
        return "No wrong answers, but errors of its own: it could not be checked completely."
    if report.code:
        return "Everything was skipped: nothing could be checked."
    return "It conforms, as far as it was asked."


def _told(number: int, finding: Finding, path: Path) -> Iterator[str]:
    found, script = finding.difference, finding.difference.script
    yield f"{number}. {found.kind}, {_clauses(finding.clauses)} (seen {_times(finding.count)})"
    yield f"   {found.sentence}"
    for reading in finding.readings:
        yield f"   It may be a reading: {reading}"
    seats = "The solo game" if script.setting.seats == 1 else f"A game for {script.setting.seats}"
    start = seats if script.dealt else f"{seats}, from a position"
    moves = told(script)
    yield f"   {start}, {_count(len(moves), 'move')}:"
    yield from (f"   {place:>4}. {move}" for place, move in enumerate(moves, start=1))
    yield f"   ask it again: shinkansen verify --rerun {path} -- COMMAND"


def _clauses(clauses: Sequence[str]) -> str:
    if not clauses:
        return "no clause"
    titles = [f"{clause} ({rulebook()[clause].title})" for clause in clauses]
    return f"clause{'s' * (len(titles) > 1)} {', '.join(titles)}"


def _apart(what: str, counts: Counter[str]) -> Iterator[str]:
    for reason, times in counts.most_common(5):
        yield f"{what}: {reason} ({_times(times)})"
    if len(counts) > 5:
        yield f"{what}: and {len(counts) - 5} other reasons"


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}{'s' * (number != 1)}"


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


def report_json(report: Report) -> Part:
    """Everything, for programs."""
    who, done = report.who, report.progress
    findings: list[Json] = [{**artefact_json(finding, str(who)), "count": finding.count} for finding in report.findings]
    return {
        "engine": {"name": who.name, "version": who.version, "language": who.language},
        "capabilities": [*sorted(who.capabilities)],
        "smoke": {"passed": report.smoke.passed, "steps": [[*step] for step in report.smoke.steps]},
        "vectors": done.vectors,
        "unasked": report.unasked,
        "games": done.games,
        "questions": done.questions,
        "clauses": [*sorted(done.clauses)],
        "milliseconds": round(1000 * report.seconds),
        "skipped": {**report.skipped},
        "errored": {**report.errored},
        "trouble": None if report.trouble is None else {"ill": report.trouble.ill.value, "says": str(report.trouble)},
        "differences": findings,
        "code": report.code,
    }
