"""Asking again: a difference is told only if it comes back when the same is asked from a fresh start.

What does not come back is no mistake about a rule: the engine answers the same question in two ways.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager

import attrs
from attrs import frozen

from shinkansen.verify.difference import Difference
from shinkansen.verify.findings import Finding
from shinkansen.verify.judge import Judge
from shinkansen.verify.verdict import Inconsistent

TIMES = 3
"""How often it must come back: what an engine gets wrong half of the time would pass a single repetition too often."""
INSTEAD = 2
"""How many other forms are tried that were seen instead."""


@frozen
class Again:
    """What asking again came to."""

    finding: Finding | None
    """What is to be told: as it was found, or in another form that does come back."""
    inconsistent: Inconsistent | None = None


def ask_again(fresh: Callable[[], AbstractContextManager[Judge]], finding: Finding, longer: Difference | None) -> Again:
    """Ask about a finding again with a fresh engine.

    If it does not come back, the longer game that it was made from is tried, since a short one may show what only the
    games before it brought about; both also with the moves that came after it, which an engine may look at in a whole
    game; and so is what was seen instead.
    """
    forms = [
        *_forms(finding.difference),
        *(_forms(longer) if longer is not None and longer != finding.difference else ()),
    ]
    most = len(forms) + INSTEAD
    seen: Difference | None = None
    for form in forms:  # which grows
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
    """A difference as it is told; one that a move makes also in the whole game, in which it is asked nothing else, or
    one that is wrong every second time would be caught each time."""
    whole = difference.seen_in
    if whole is None or difference.script.asks or whole.moves == difference.script.moves:
        return [difference]
    return [difference, attrs.evolve(difference, script=attrs.evolve(whole, asks=()))]
