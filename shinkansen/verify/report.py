"""A report in words, for a person at a terminal. For programs and for a browser see `report_json`, `junit`, `page`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from shinkansen.verify.artefact import told
from shinkansen.verify.findings import Finding
from shinkansen.verify.fingerprint import Fingerprint
from shinkansen.verify.runner import Report
from shinkansen.zerokei.rulebook import rulebook

FEW: Final = 6
"""So many undetermined rulings are told on the terminal; more would hide the differences."""


def introduction(report: Report) -> Iterator[str]:
    """Who it is, and whether it can be asked."""
    yield f"{report.who}"
    yield f"smoke test: {'passed' if report.smoke.passed else 'not passed'}: {report.smoke}"


def body(report: Report, again: Sequence[str]) -> Iterator[str]:
    """What was asked, every difference with the command line that asks it again (if there is one), and the verdict."""
    done = report.progress
    unasked = f" ({report.unasked} could not be asked)" if report.unasked else ""
    yield (
        f"asked: {_count(done.vectors, 'vector')}{unasked}, {_count(done.games, 'game')}, "
        f"{_count(done.questions, 'question')}, {_count(len(done.clauses), 'clause')}, {report.seconds:.0f} s"
    )
    yield from _apart("skipped", report.skipped)
    yield from _apart("errors of its own", report.errored)
    if report.fingerprint is not None:
        yield f"reading: {report.fingerprint}"
        if 0 < len(report.fingerprint.hints) <= FEW:
            yield from undetermined(report.fingerprint)
        elif report.fingerprint.hints:
            yield "  what is undetermined, and why: --html, --json or `shinkansen fingerprint`"
    for number, (finding, command) in enumerate(zip(report.findings, again, strict=True), start=1):
        yield ""
        yield from _told(number, finding)
        if command:
            yield f"   ask it again: {command}"
    yield ""
    if report.trouble is not None:
        yield f"It could not be asked on ({report.trouble.ill}): {report.trouble}"
    yield verdict(report)


def undetermined(found: Fingerprint) -> Iterator[str]:
    """What is not known, and why."""
    for hint in dict.fromkeys(found.hints.values()):
        slugs = [f"{slug} ({' or '.join(found.possible[slug])})" for slug, why in found.hints.items() if why == hint]
        yield f"  undetermined, {hint}: {', '.join(slugs)}"


def verdict(report: Report) -> str:
    """One sentence."""
    otherwise = f"reads {_count(len(report.other_readings), 'ruling')} otherwise than it was asked to"
    if report.mistakes:
        ways = f"It differs from the rules in {_count(len(report.mistakes), 'way')}"
        return f"{ways}, and {otherwise}." if report.other_readings else f"{ways}."
    if report.trouble is not None:
        return "No difference was found before that."
    if report.errored or report.smoke.errors:
        return "No wrong answers, but errors of its own: it could not be checked completely."
    if report.other_readings:
        return f"It conforms, as far as it was asked, but {otherwise}."
    if report.code:
        return "Everything was skipped: nothing could be checked."
    return "It conforms, as far as it was asked."


def _told(number: int, finding: Finding) -> Iterator[str]:
    found, script = finding.difference, finding.difference.script
    what = f"{found.kind}" if finding.wrong else "another reading"
    yield f"{number}. {what}, {_clauses(finding.clauses)} (seen {_times(finding.count)})"
    yield f"   {found.sentence}"
    for number, reading in enumerate(finding.readings):
        yield f"   {'Or it' if number else 'It'} reads {reading}"
    seats = "The solo game" if script.setting.seats == 1 else f"A game for {script.setting.seats}"
    start = seats if script.dealt else f"{seats}, from a position"
    moves = told(script)
    if script.setting.adopted:
        told_, here = script.setting.told or script.setting.rulings, script.setting.rulings.letters()
        read = [f"{slug}={letter}" for slug, letter in here.items() if told_.letters()[slug] != letter]
        start = f"{start}, by {', '.join(read)}"
    yield f"   {start}, {_count(len(moves), 'move')}:" if moves else f"   {start}, before the first move."
    yield from (f"   {place:>4}. {move}" for place, move in enumerate(moves, start=1))


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
