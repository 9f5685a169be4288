"""A report as JUnit XML, for continuous integration.

Every clause that was at work is a test case; its class is its chapter. A mistake is a failure of each clause it is
about: which of them the engine gets wrong cannot be told from outside. A mistake without a clause has a case of its
own, and so do the smoke test, what the engine skipped (skipped) and what went wrong inside it (error).

Another reading of a doubtful rule is not a failure: its clauses pass, and what was seen is in `system-out`. If you
insist on the reading that was asked for, check the exit code, which is then 3.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from xml.etree import ElementTree

from attrs import field, frozen

from shinkansen import __version__
from shinkansen.core.text import printable_lines, sentence
from shinkansen.verify.judging.artefact import told
from shinkansen.verify.judging.findings import Finding
from shinkansen.verify.judging.verdict import Report, strength, verdict


@frozen
class Case:
    """A test case: failed, in error or skipped; passed if it is none of these."""

    suite: str
    name: str
    failures: tuple[tuple[str, str], ...] = ()
    """Message and text."""
    error: tuple[str, str] | None = None
    """Type and message."""
    skipped: str | None = None
    out: tuple[str, ...] = field(default=())


def junit(report: Report) -> str:
    """A report as XML."""
    cases = [*_about_engine(report), *_clauses(report), *_unnamed(report)]
    suites = ElementTree.Element("testsuites", _attributes("shinkansen verify", cases, report.seconds))
    for name in dict.fromkeys(case.suite for case in cases):
        mine = [case for case in cases if case.suite == name]
        suite = ElementTree.SubElement(suites, "testsuite", _attributes(name, mine))
        if name == _suite(report):
            _add_properties(suite, report)
        for case in mine:
            _add_case(suite, case)
    ElementTree.indent(suites)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(suites, encoding="unicode")}\n'


def _attributes(name: str, cases: list[Case], seconds: float | None = None) -> dict[str, str]:
    counts = {
        "tests": len(cases),
        "failures": sum(bool(case.failures) for case in cases),
        "errors": sum(case.error is not None for case in cases),
        "skipped": sum(case.skipped is not None for case in cases),
    }
    time = {"time": f"{seconds:.3f}"} if seconds is not None else {}
    return {"name": sentence(name), **{key: str(number) for key, number in counts.items()}, **time}


def _add_properties(suite: ElementTree.Element, report: Report) -> None:
    done, who = report.progress, report.who
    facts = {
        "shinkansen": __version__,
        "engine": who.name,
        "version": who.version,
        "language": who.language,
        "capabilities": " ".join(sorted(who.capabilities)),
        "verdict": verdict(report),
        "code": str(report.code),
        "vectors": str(done.vectors),
        "games": str(done.games),
        "questions": str(done.questions),
        "scope": str(report.scope),
        "power": strength(report),
        "seed": str(report.seed),
        "reading": str(report.fingerprint) if report.fingerprint is not None else "",
    }
    properties = ElementTree.SubElement(suite, "properties")
    for name, value in facts.items():
        ElementTree.SubElement(properties, "property", {"name": name, "value": sentence(value)})


def _add_case(suite: ElementTree.Element, case: Case) -> None:
    element = ElementTree.SubElement(suite, "testcase", {"classname": case.suite, "name": sentence(case.name)})
    if case.failures:
        # A single element: most programs read only the first.
        message, more = case.failures[0][0], len(case.failures) - 1
        failure = ElementTree.SubElement(element, "failure", {"type": "mistake"})
        failure.set("message", sentence(message + (f" (and {more} more)" if more else "")))
        failure.text = printable_lines("\n\n".join(text for _, text in case.failures))
    if case.error is not None:
        kind, message = case.error
        first, *rest = message.split("\n")
        error = ElementTree.SubElement(element, "error", {"type": sentence(kind), "message": sentence(first)})
        error.text = printable_lines(message) if rest else None
    if case.skipped is not None:
        ElementTree.SubElement(element, "skipped", {"message": sentence(case.skipped)})
    if case.out:
        ElementTree.SubElement(element, "system-out").text = printable_lines("\n\n".join(case.out))


# -- cases

MOST = 100
"""How many errors, and how many reasons for skipping, get a case of their own."""


def _suite(report: Report) -> str:
    """The suite about the engine as such."""
    return f"{report.game.name}.engine"


def _about_engine(report: Report) -> Iterator[Case]:
    suite = _suite(report)
    for cmd, why in report.smoke.steps:
        yield Case(suite, f"smoke test: {cmd}", error=("smoke", why) if why else None)
    if report.trouble is not None:
        yield Case(suite, "it answers to the end", error=(report.trouble.fault.value, str(report.trouble)))
    if report.interrupted:
        yield Case(suite, "the check is completed", error=("interrupted", "It was interrupted."))
    if report.scope.nothing:
        yield Case(suite, "it answers something", error=("nothing", verdict(report)))
    if report.unfinished:
        yield Case(suite, "all prepared questions are asked", error=("time", report.unfinished))
    for what in report.missing:
        yield Case(suite, f"it was asked enough: {what}", error=("required", what))
    for number, one in enumerate(report.inconsistent, start=1):
        yield Case(suite, f"it gives the same answer twice ({number})", error=("inconsistent", str(one)))
    for message, times in report.errored.most_common(MOST):
        yield Case(suite, f"it has no error: {message}", error=("engine", f"{message} ({times} times)"))
    for reason, times in report.skipped.most_common(MOST):
        yield Case(suite, f"it answers: {reason}", skipped=f"{reason} ({times} times)")
    for what, counts in (("errors", report.errored), ("reasons for skipping", report.skipped)):
        if len(counts) > MOST:
            yield Case(suite, f"it has few {what}", skipped=f"{len(counts) - MOST:,} other {what} are left out here")
    if report.unasked:
        why = f"{report.unasked} vectors could not be asked"
        yield Case(suite, "it offers what the vectors need", skipped=why)


def _clauses(report: Report) -> Iterator[Case]:
    at_work = report.progress.clauses | {clause for finding in report.findings for clause in finding.clauses}
    for clause in report.game.rulebook:
        if clause.id in at_work:
            wrong = tuple(_failure(finding) for finding in _about(clause.id, report.mistakes))
            read = tuple(_game(finding) for finding in _about(clause.id, report.other_readings))
            yield Case(f"{report.game.name}.chapter{clause.chapter}", f"{clause.id} {clause.title}", wrong, out=read)


def _about(clause: str, findings: Iterable[Finding]) -> list[Finding]:
    """The findings about a clause: a mistake belongs to the likeliest of its clauses."""
    return [finding for finding in findings if clause in (finding.clauses[:1] if finding.wrong else finding.clauses)]


def _unnamed(report: Report) -> Iterator[Case]:
    for finding in report.mistakes:
        if not any(clause in report.game.rulebook for clause in finding.clauses):
            found = finding.difference
            yield Case(f"{report.game.name}.unnamed", f"{found.kind}: {found.where}", (_failure(finding),))


def _failure(finding: Finding) -> tuple[str, str]:
    return str(finding), _game(finding)


def _game(finding: Finding) -> str:
    """A difference with its game, for people to read."""
    found = finding.difference
    moves = [f"{number:4}. {move}" for number, move in enumerate(told(found.script), start=1)]
    plays = [f"It plays by this rule: {finding.says}"] if finding.says else []
    read = [f"It follows {reading}" for reading in finding.readings]
    return "\n".join([str(finding), *read, *plays, *finding.cut_short, *moves])
