"""Differences as plain JSON, with what the engine answered, so that others can judge the same answers again.

A worker sends them back, and a progress file keeps them. What an engine answered elsewhere in the same game is left
out.
"""

from __future__ import annotations

from typing import Any, cast

import attrs

from shinkansen.core.game import reason_of
from shinkansen.core.near_misses import Part
from shinkansen.core.plain_json import Json
from shinkansen.verify.conversation.recorded import Recorded
from shinkansen.verify.judging.difference import Difference, DifferenceKind
from shinkansen.verify.judging.judge import Judge
from shinkansen.verify.judging.script import Script, ScriptError, read_script


def difference_json(found: Difference, answers: bool = True) -> Part:
    """A difference, with the answers that show it unless they are not needed."""
    whole = found.seen_in
    seen_in: Part = {}
    if answers and whole is not None and whole.moves != found.script.moves and whole.start == found.script.start:
        seen_in = {"seen_in": attrs.evolve(whole, asks=()).json()}
    heard: Part = {"heard": _needed(found).json()} if answers else {}
    return {
        "kind": found.kind.value,
        "script": found.script.json(),
        "clauses": [*found.clauses],
        "where": found.where,
        "sentence": found.sentence,
        "expected": found.expected,
        "actual": found.actual,
        "offered": [*sorted(found.offered)],
        **heard,
        **seen_in,
    }


def _needed(found: Difference) -> Recorded:
    """Of what the engine answered only what shows the difference."""
    judge = Judge(found.heard, found.offered)
    again = [*judge.differences(found.script)]
    return judge.heard if any(one.cause == found.cause for one in again) else found.heard


def read_difference(content: Json) -> Difference:
    """What was written by `difference_json`; a `ScriptError` if it was not."""
    try:
        return _read(cast("dict[str, Any]", content))
    except (KeyError, TypeError, ValueError, AttributeError) as problem:
        raise ScriptError(f"a stored difference is damaged: {reason_of(problem)}") from None


def _read(known: dict[str, Any]) -> Difference:
    whole: Script | None = read_script(known["seen_in"]) if "seen_in" in known else None
    return Difference(
        DifferenceKind(known["kind"]),
        read_script(known["script"]),
        tuple(map(str, known["clauses"])),
        known["where"],
        known["sentence"],
        known["expected"],
        known["actual"],
        whole,
        Recorded.read(known["heard"]) if "heard" in known else Recorded(),
        frozenset(map(str, known["offered"])),
    )
