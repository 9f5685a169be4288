"""Diagnosis: from the differences that were seen to their causes, each told once, with the clause it breaks first.

A wrong rule (`wrong_rules`) that makes the engine's own answers right explains a difference, and every other difference
that it explains follows from the same mistake. Where none does, the clauses at work are ranked by how often answers
that rest on them were right elsewhere: a clause that only ever occurs in wrong answers is the likeliest to be broken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

import attrs
from attrs import frozen

from shinkansen.core.near_misses import words_in
from shinkansen.verify.judging.difference import Difference, DifferenceKind, all_clauses, at_work
from shinkansen.verify.judging.findings import Finding
from shinkansen.verify.judging.minimise import size
from shinkansen.verify.judging.readings import Heard, agrees, answers
from shinkansen.verify.judging.wrong_rules import WrongRule, WrongRules

MOST: Final = 3
"""How many clauses are named at most."""
ELSEWHERE: Final = 0.3
"""What a clause that is at work, but not on the part that differs, must be rarer by to come first."""
SHOWING: Final = frozenset({"table", "digest", "play"})
"""The commands by which the table is seen after every move."""
SAMPLE: Final = 12
"""In how many agreeing games a wrong rule is tried, to see whether it would have shown there."""


@frozen
class Evidence:
    """What is known about each clause from all answers."""

    agreed: Counter[str]
    """How many right answers rest on it."""
    parted: Counter[str]
    """How many wrong ones do."""
    heard: Sequence[Heard] = ()
    """Games in which the engine agreed."""

    def right(self, clause: str) -> float:
        """The share of right answers among those that rest on a clause."""
        return self.agreed[clause] / (self.agreed[clause] + self.parted[clause] + 0.5)


def suspects(found: Difference, evidence: Evidence) -> tuple[str, ...]:
    """The clauses that may be broken, the likeliest first."""
    book = found.script.setting.game.rulebook
    named = [clause for clause in found.clauses if clause in book]
    if found.kind in (DifferenceKind.PERMISSIVE, DifferenceKind.REFUSAL, DifferenceKind.LEAK):
        return tuple(named)
    others = sorted({clause for clause in at_work(found.script.played(), found) if clause in book} - {*named})
    rank = {clause: place for place, clause in enumerate((*named, *others))}

    def likelihood(clause: str) -> tuple[float, int]:
        return evidence.right(clause) + (0 if clause in named else ELSEWHERE), rank[clause]

    return tuple(sorted(rank, key=likelihood))


# -- explanations


@frozen
class Explained:
    """A wrong rule, and the differences it explains."""

    by: WrongRule
    differences: tuple[Difference, ...]
    contradicted: int = 0
    """In how many games in which the engine agreed it would have shown."""


def explanations(
    found: Difference, others: Iterable[Difference], wrong_rules: WrongRules, evidence: Evidence
) -> list[Explained]:
    """The wrong rules that explain a difference, those first that explain most others and contradict nothing."""
    right = answers(found)
    explaining = [
        wrong for wrong in wrong_rules.near(_clauses_on_the_way(found), _words(found)) if _explains(wrong, found, right)
    ]
    rest = [*others]
    told = [Explained(one, (found, *(each for each in rest if _explains(one, each)))) for one in explaining]
    told.sort(key=lambda one: -len(one.differences))
    if len(told) > 1:
        told = [attrs.evolve(one, contradicted=_contradicted(one.by, evidence.heard)) for one in told]
    return sorted(told, key=lambda one: (one.contradicted > 0, -len(one.differences), one.contradicted, one.by.figure))


def _explains(wrong: WrongRule, found: Difference, right: object = None) -> bool:
    rules = wrong.rules(found.script.setting)
    if rules is None:
        return False
    its = answers(found, rules=rules)
    return its is not None and its != (right if right is not None else answers(found)) and agrees(found, rules=rules)


def _contradicted(wrong: WrongRule, heard: Iterable[Heard]) -> int:
    """In how many of some games that involve its clauses the engine would have been seen to follow it."""
    telling = [each for each in heard if {*wrong.clauses} & each.clauses][:SAMPLE]
    return sum(not each.fits(wrong.rules(each.script.setting)) for each in telling)


def _clauses_on_the_way(found: Difference) -> set[str]:
    """The clauses that may have led to a difference: where tables are seen, those of the last move; else of all."""
    line = found.script.played()
    clauses = {*found.clauses, *at_work(line, found)}
    if not SHOWING & found.offered:
        for ply in range(1, len(line.states)):
            clauses |= {*all_clauses(line, ply)}
    return clauses


def _words(found: Difference) -> set[str]:
    """The names that occur in the last move and in the question."""
    script = found.script
    parts = [*script.moves[-1:], *(ask.move for ask in script.asks if ask.move is not None)]
    return {word for part in parts for word in words_in(part)}


# -- findings


Shorten = Callable[[Difference], Difference]
"""A function that makes the game of a difference shorter."""


def diagnose(
    left: list[tuple[Difference, int]], evidence: Evidence, wrong_rules: WrongRules, shorten: Shorten
) -> Iterator[Finding]:
    """The mistakes behind some differences, given with how often each was seen; what has been told is taken off the
    list."""
    left.sort(key=lambda each: _order(each[0]))
    while left:
        difference, times = left[0]
        least = shorten(difference)
        rest = left[1:]
        told = explanations(least, (other for other, _ in rest), wrong_rules, evidence)
        best = told[0] if told and not told[0].contradicted else None
        cited = _cited(least, told, evidence)
        same = {*best.differences} if best is not None else set[Difference]()
        follows = [each for each in rest if each[0] in same or _follows(each[0], least, cited, evidence)]
        left[:] = [each for each in rest if each not in follows]
        yield Finding(
            least,
            times + sum(count for _, count in follows),
            cited=cited[:MOST],
            says=best.by.says if best is not None else "",
            follows=tuple(other for other, _ in follows),
        )


def _order(found: Difference) -> tuple[bool, object]:
    """Setup first, and then the shortest."""
    return not _setup(found), size(found.script)


def _setup(found: Difference) -> bool:
    """Whether it shows before the first move."""
    return found.script.dealt and not found.script.moves


def _cited(found: Difference, told: Sequence[Explained], evidence: Evidence) -> tuple[str, ...]:
    """The clauses to name for a difference: those of the wrong rules that explain it, else the likeliest."""
    best = [one for one in told if not one.contradicted and len(one.differences) == len(told[0].differences)]
    if best:
        clauses = dict.fromkeys(clause for one in best for clause in one.by.clauses)
        return tuple(sorted(clauses, key=evidence.right))
    likely = suspects(found, evidence)
    near = dict.fromkeys(clause for one in told for clause in one.by.clauses)
    return tuple(dict.fromkeys((*(clause for clause in near if clause in likely), *likely)))


def _follows(found: Difference, cause: Difference, cited: Sequence[str], evidence: Evidence) -> bool:
    """Whether a difference is likely to follow from a mistake about the first of these clauses: if that is cited for
    both, or if the game began with a wrong setup."""
    if _setup(cause):
        # Where tables are seen, the game would not have gone on after a wrong setup.
        return found.script.dealt and (not found.offered & SHOWING or len(found.script.moves) <= 1)
    return bool(cited) and cited[0] in suspects(found, evidence)[:MOST]
