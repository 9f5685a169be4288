"""A report as plain JSON, for programs. Its form is `schemas/report.json`; `shinkansen verify --schema` prints it."""

from __future__ import annotations

import json

from shinkansen import __version__
from shinkansen.core.game import Game
from shinkansen.core.near_misses import Part
from shinkansen.core.plain_json import Json
from shinkansen.verify.conversation import schemas
from shinkansen.verify.conversation.talk import WIRE
from shinkansen.verify.judging.artefact import artefact_json
from shinkansen.verify.judging.findings import Finding
from shinkansen.verify.judging.fingerprint import Fingerprint
from shinkansen.verify.judging.readings import Reading
from shinkansen.verify.judging.scope import power
from shinkansen.verify.judging.start import Who
from shinkansen.verify.judging.verdict import Inconsistent, Report, strength, verdict

FORMAT = 2
"""It goes up when a change would break programs that read reports."""


def report_json(report: Report) -> Part:
    """Everything."""
    who, done = report.who, report.progress
    found: list[Json] = [_difference(finding, str(who)) for finding in report.findings]
    return {
        "format": FORMAT,
        "shinkansen": __version__,
        "wire": WIRE,
        "verdict": verdict(report),
        "code": report.code,
        "engine": engine_json(who),
        "capabilities": [*sorted(who.capabilities)],
        "smoke": {"passed": report.smoke.passed, "steps": [[*step] for step in report.smoke.steps]},
        "vectors": done.vectors,
        "unasked": report.unasked,
        "games": done.games,
        "questions": done.questions,
        "milliseconds": round(1000 * report.seconds),
        "clauses": [*sorted(done.clauses)],
        "skipped": {**report.skipped},
        "errored": {**report.errored},
        "trouble": None if report.trouble is None else {"ill": report.trouble.fault.value, "says": str(report.trouble)},
        "fingerprint": None if report.fingerprint is None else _fingerprint(report.fingerprint),
        "scope": _scope(report),
        "inconsistent": [_inconsistent(one) for one in report.inconsistent],
        "missing": [*report.missing],
        "unfinished": report.unfinished,
        "interrupted": report.interrupted,
        "seed": report.seed,
        "mistakes": len(report.mistakes),
        "other_readings": len(report.other_readings),
        "differences": found,
    }


def engine_json(who: Who) -> Part:
    """Who an engine says it is, with the readings it declares, if it does."""
    declared: Part | None = {**who.rulings} if who.rulings is not None else None
    return {"name": who.name, "version": who.version, "language": who.language, "rulings": declared}


def _difference(finding: Finding, engine: str) -> Part:
    explained: list[Json] = [_choices(reading) for reading in finding.readings]
    return {
        **artefact_json(finding, engine),
        "count": finding.count,
        "asked_again": finding.asked_again,
        "wrong": finding.wrong,
        "explained_by": explained,
        "plays": finding.says,
        "follows": [other.sentence for other in finding.follows],
        "cut_short": [*finding.cut_short],
        **({"whole": finding.whole.script.json()} if finding.whole is not None else {}),
    }


def _scope(report: Report) -> Part:
    scope = report.scope
    return {
        "says": str(scope),
        "offered": [*scope.offered],
        "answered": {**scope.answered},
        "compared": {topic.value: times for topic, times in scope.compared.items()},
        "unanswered": [*scope.unanswered],
        "untouched": [topic.value for topic in scope.untouched],
        "idle": [*scope.idle],
        "elsewhere": {**scope.elsewhere},
        "clauses": [*sorted(scope.seen)],
        "unseen": [*sorted(scope.citable - scope.clauses)],
        "games": report.clean,
        "one_in": power(report.clean) if strength(report) else 0,
        "power": strength(report),
    }


def _inconsistent(one: Inconsistent) -> Part:
    first, again = one.first, one.again
    return {
        "says": str(one),
        **first.script.json(),
        "first": first.actual,
        "again": again.actual if again is not None else first.expected,
    }


def _choices(reading: Reading) -> list[Json]:
    return [
        {
            "ruling": choice.ruling,
            "slug": choice.slug,
            "letter": choice.letter,
            "question": choice.question,
            "says": choice.says,
            "clauses": [*choice.clauses],
        }
        for choice in reading.choices
    ]


def _fingerprint(found: Fingerprint) -> Part:
    return {
        "says": str(found),
        "asked": {**found.asked},
        "letters": {**found.letters},
        "known": [*sorted(found.known)],
        "other": {**found.other},
        "undetermined": {slug: [*found.possible.get(slug, ())] for slug in found.undetermined},
        "hints": {**found.hints},
    }


def schema_text(game: Game, of: str = "report") -> str:
    """The schema of a report about a game, or of something else, in one piece, with everything it refers to."""
    main = schemas.schema(of, game)
    others = {name: schemas.schema(name, game) for name in _needed(of, game)}
    whole = {**main, "$defs": {**main["$defs"], **others}}
    return json.dumps(whole, indent=2)


def _needed(name: str, game: Game) -> list[str]:
    """The other schemas that a schema refers to, directly or indirectly."""
    needed: dict[str, None] = {}
    todo = [name]
    while todo:
        text = json.dumps(schemas.schema(todo.pop(), game))
        for other in schemas.NAMES:
            if f'"{other}.json' in text and other != name and other not in needed:
                needed[other] = None
                todo.append(other)
    return [*needed]
