"""Asking again: a difference is reported only if it comes back when the same question is asked from a fresh start.

One that does not come back is not a mistake about a rule: the engine gives two different answers to the same question.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

import attrs
from attrs import frozen

from shinkansen.verify.judging.difference import Difference
from shinkansen.verify.judging.findings import Finding
from shinkansen.verify.judging.judge import Judge
from shinkansen.verify.judging.verdict import Inconsistent

TIMES = 3
"""How often it must come back: a mistake made half of the time would survive a single repetition too often."""
INSTEAD = 2
"""How many of the differences seen instead are tried in its place."""


@frozen
class Again:
    """The result of asking again."""

    finding: Finding | None
    """What to report: the finding as it was, or in another form that does come back."""
    inconsistent: Inconsistent | None = None


def ask_again(fresh: Callable[[], AbstractContextManager[Judge]], finding: Finding, longer: Difference | None) -> Again:
    """Ask about a finding again with a fresh engine.

    If it does not come back, the longer game that it was shortened from is tried too, since the short one may only have
    shown a difference because of the games before it. Both are also tried with the moves that came after the
    difference, which an engine may look at in a whole game. Finally, any difference that was seen instead is tried.
    """
    forms = [
        *_forms(finding.difference),
        *(_forms(longer) if longer is not None and longer != finding.difference else ()),
    ]
    most = len(forms) + INSTEAD
    seen: Difference | None = None
    for form in forms:  # the list grows meanwhile
        with fresh() as judge:
            rounds = [[*judge.differences(form.script)] for _ in range(TIMES)]
        back = [next((one for one in answers if one.cause == form.cause), None) for answers in rounds]
        if all(back):
            return Again(attrs.evolve(finding, difference=form, asked_again=True))
        instead = [answers[0] if answers else None for answers, one in zip(rounds, back, strict=True) if one is None]
        seen = instead[0]
        if seen is not None and len(forms) < most:
            forms += _forms(seen)
    return Again(None, Inconsistent(finding.difference, seen))


def _forms(difference: Difference) -> list[Difference]:
    """A difference as it is reported; if it is about a move, also within the whole game and without other questions:
    otherwise an engine that is wrong every second time would be caught every time."""
    whole = difference.seen_in
    if whole is None or difference.script.asks or whole.moves == difference.script.moves:
        return [difference]
    return [difference, attrs.evolve(difference, script=attrs.evolve(whole, asks=()))]
