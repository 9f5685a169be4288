"""A report in words, for a person at a terminal. For programs and for a browser see `report_json`, `junit`, `page`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from shinkansen.core.clauses import Rulebook
from shinkansen.core.plain_json import Json, canonical
from shinkansen.verify.conversation.talk import Fault
from shinkansen.verify.judging.artefact import told
from shinkansen.verify.judging.findings import Finding
from shinkansen.verify.judging.fingerprint import Fingerprint
from shinkansen.verify.judging.start import NOBODY
from shinkansen.verify.judging.verdict import Report, counted, not_asked, strength, verdict

LONG: Final = 300
"""How many characters of an answer are shown."""
FEW: Final = 6
"""How many undetermined rulings, and consequences of one mistake, are listed on the terminal; more would hide the
differences."""


def introduction(report: Report) -> Iterator[str]:
    """Who it is, and whether it can be asked."""
    if report.who is not NOBODY:
        yield f"{report.who}"
    if report.smoke.steps:
        yield f"smoke test: {'passed' if report.smoke.passed else 'not passed'}: {report.smoke}"


def body(report: Report, again: Sequence[str]) -> Iterator[str]:
    """What was asked, every difference with the command line that asks it again (if any), and the verdict."""
    if report.progress.questions:
        yield from _asked(report)
    yield from _apart("skipped", report.skipped)
    yield from _apart("errors of its own", report.errored)
    if report.fingerprint is not None:
        yield f"reading: {report.fingerprint}"
        if 0 < len(report.fingerprint.hints) <= FEW:
            yield from undetermined(report.fingerprint)
        elif report.fingerprint.hints:
            yield "  to see what is undetermined, and why: --html, --json or `shinkansen fingerprint`"
    for number, (finding, command) in enumerate(zip(report.findings, again, strict=True), start=1):
        yield ""
        yield from _told(number, finding)
        if command:
            yield f"   ask it again: {command}"
    for one in report.inconsistent:
        yield ""
        yield f"inconsistent: {one}"
        yield f"   at first: {shown_json(one.first.actual)}"
        yield f"   again:    {shown_json(one.again.actual if one.again is not None else one.first.expected)}"
    yield ""
    if report.trouble is not None:
        yield from f"{_failed(report)} ({report.trouble.fault}): {report.trouble}".splitlines()
    for rest in not_asked(report):
        yield f"not asked: {rest}"
    if strength(report):
        yield f"power: {strength(report)}"
    yield verdict(report)


ENDS: Final = frozenset({Fault.WILL_NOT_STOP, Fault.BAD_END})
"""What an engine can do wrong after it has answered everything."""


def _failed(report: Report) -> str:
    if report.trouble is not None and report.trouble.fault in ENDS:
        return "It did not end properly"
    return "It could not be asked any more" if report.progress.questions else "It could not be asked"


def _asked(report: Report) -> Iterator[str]:
    done = report.progress
    unasked = f" ({report.unasked} could not be asked)" if report.unasked else ""
    seed = f" (seed {report.seed})" if report.seed is not None and done.games else ""
    yield (
        f"asked: {counted(done.vectors, 'vector')}{unasked}, {counted(done.games, report.unit)}{seed}, "
        f"{counted(done.questions, 'question')}, {counted(len(report.scope.seen), 'clause')}, {report.seconds:.0f} s"
    )
    yield f"answered: {_answered(report)}"


def _answered(report: Report) -> str:
    counts = [f"{name} {report.scope.answered[name]:,}" for name in report.scope.offered if report.scope.answered[name]]
    return ", ".join(counts) or "nothing"


def shown_json(value: Json) -> str:
    """A JSON value, cut if it is long."""
    text = canonical(value)
    return text if len(text) <= LONG else f"{text[:LONG]}... ({len(text):,} characters)"


def undetermined(found: Fingerprint) -> Iterator[str]:
    """What is not known, and why."""
    for hint in dict.fromkeys(found.hints.values()):
        slugs = [f"{slug} ({' or '.join(found.possible[slug])})" for slug, why in found.hints.items() if why == hint]
        yield f"  undetermined, {hint}: {', '.join(slugs)}"


def _told(number: int, finding: Finding) -> Iterator[str]:
    found, script = finding.difference, finding.difference.script
    what = f"{found.kind}" if finding.wrong else "another reading"
    again = "" if finding.asked_again else ", not asked again"
    clauses = _clauses(script.setting.game.rulebook, finding)
    yield f"{number}. {what}, {clauses} (seen {_times(finding.count)}{again})"
    yield f"   {found.sentence}"
    if finding.says:
        yield f"   It plays by this rule: {finding.says}"
    yield from (f"   {why}" for why in finding.cut_short)
    for number, reading in enumerate(finding.readings):
        yield f"   {'Or it' if number else 'It'} follows {reading}"
    seats = "The solo game" if script.setting.seats == 1 else f"A game for {script.setting.seats}"
    start = seats if script.dealt else f"{seats}, from a position"
    moves = told(script)
    if script.setting.adopted:
        asked, here = script.setting.told or script.setting.rulings, script.setting.rulings
        read = [f"{slug}={letter}" for slug, letter in here.items() if asked[slug] != letter]
        start = f"{start}, by {', '.join(read)}"
    yield f"   {start}, {counted(len(moves), 'move')}:" if moves else f"   {start}, before the first move."
    yield from (f"   {place:>4}. {move}" for place, move in enumerate(moves, start=1))
    if finding.whole is not None:
        yield f"   The shortest whole game found that shows it has {counted(len(finding.whole.script.moves), 'move')}."
    if finding.follows:
        yield "   Probably consequences of this:"
        yield from (f"      {other.sentence}" for other in finding.follows[:FEW])
    if len(finding.follows) > FEW:
        yield f"      and {counted(len(finding.follows) - FEW, 'other difference')}"


def _clauses(book: Rulebook, finding: Finding) -> str:
    """The clauses of a finding: all of a reading; of a mistake the likeliest, and then what else it may be about."""
    titles = [f"{clause} ({book[clause].title})" for clause in finding.clauses]
    if not titles:
        return "no clause"
    if not finding.wrong:
        return f"clause{'s' * (len(titles) > 1)} {', '.join(titles)}"
    first, *rest = titles
    return f"clause {first}" + (f", or else {' or '.join(rest)}" if rest else "")


def _apart(what: str, counts: Counter[str]) -> Iterator[str]:
    for reason, times in counts.most_common(5):
        yield f"{what}: {reason} ({_times(times)})"
    if len(counts) > 5:
        yield f"{what}: and {len(counts) - 5} other reasons"


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"
