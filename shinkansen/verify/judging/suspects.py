"""Suspects: the clauses that may be broken where a difference shows, and how likely each is, by all the answers.

A clause that only ever occurs in wrong answers is the likeliest to be broken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from attrs import frozen

from shinkansen.core.clauses import ClauseKind, section
from shinkansen.verify.judging.difference import Difference, DifferenceKind, all_clauses, at_work
from shinkansen.verify.judging.readings import Heard
from shinkansen.verify.judging.script import Line

ELSEWHERE: Final = 0.25
"""The weight of a clause that is at work, but not on the part that differs."""
LONG_AGO: Final = 0.05
"""The weight of a clause that was at work at any time before, where tables are not seen."""
PERMISSION: Final = 0.6
"""The likelihood of the first permission about a move that an engine refuses."""
CHANCE: Final = 0.1
"""The least likely chance that is still taken for one."""
SECTION: Final = "scores."
"""How the place of a score begins in which one section differs; without its name it is the sum of all."""
SHOWING: Final = frozenset({"table", "digest", "play"})
"""The commands by which the table is seen after every move."""


@frozen
class Evidence:
    """What is known about each clause from all answers."""

    agreed: Counter[str]
    """How many right answers rest on it."""
    parted: Counter[str]
    """How many wrong ones do."""
    heard: Sequence[Heard] = ()
    """Games in which the engine agreed."""

    def knows(self, clause: str) -> bool:
        """Whether any answer rests on a clause."""
        return clause in self.agreed or clause in self.parted

    def right(self, clause: str) -> float:
        """The share of right answers among those that rest on a clause."""
        return self.agreed[clause] / (self.agreed[clause] + self.parted[clause] + 0.5)


def suspects(found: Difference, evidence: Evidence) -> dict[str, float]:
    """The clauses that may be broken if a difference shows, and how much each has to do with it."""
    book = found.script.setting.game.rulebook
    if found.kind is DifferenceKind.PERMISSIVE:  # whatever refuses a move is not enforced
        return {clause: 1.0 for clause in found.clauses if clause in book}
    weights = dict.fromkeys(found.clauses, ELSEWHERE if found.kind is DifferenceKind.RESTRICTIVE else 1.0)
    if not (found.clauses and _is_section(found)):  # whatever else was scored does not count there
        weights = {**dict.fromkeys(sorted(at_work(found.script.played(), found)), ELSEWHERE), **weights}
    if not SHOWING & found.offered:
        weights = {**dict.fromkeys(sorted(clauses_of_moves(found.script.played())), LONG_AGO), **weights}
    for clause in [*weights]:
        # What is wrong about a rule is also wrong about its exceptions and about what follows from it.
        for base in (*book[clause].changes, *book[clause].follows) if clause in book else ():
            if is_setup(found) or evidence.knows(base):
                weights[base] = max(weights.get(base, 0), weights[clause])
    applies, rules = found.script.setting.places.applies, found.script.setting.rules
    return {clause: weight for clause, weight in weights.items() if clause in book and applies(rules, clause)}


def likelihood(found: Difference, evidence: Evidence) -> dict[str, float]:
    """How likely each clause is to be broken, as far as one difference tells: the less, the more answers that rest on
    it were right."""
    likely = {clause: weight * (1 - evidence.right(clause)) for clause, weight in suspects(found, evidence).items()}
    if found.kind is DifferenceKind.RESTRICTIVE:
        # An engine that is too strict breaks a permission about the moves it refuses, however well it refuses others.
        book, sections = found.script.setting.game.rulebook, {section(clause) for clause in found.clauses[:1]}
        permissions = (clause.id for clause in book if clause.kind is ClauseKind.PERMISSION)
        telling = (clause for clause in permissions if section(clause) in sections)
        likely |= {clause: PERMISSION / place for place, clause in enumerate(telling, start=1)}
    return likely


def separating(clauses: Iterable[str], examples: Iterable[Difference], games: int, evidence: Evidence) -> list[str]:
    """Of some clauses those that are about every table at which a mistake was seen in so many games, but only about
    some of those at which the engine agreed, so that it can hardly be chance. The most particular comes first."""
    seen = {each.script.setting for each in examples}
    tables = Counter([*(heard.script.setting for heard in evidence.heard), *seen])
    chances: dict[str, float] = {}
    for clause in clauses:
        about = {setting for setting in tables if setting.places.applies(setting.rules, clause)}
        if seen <= about:
            share = sum(tables[setting] for setting in about) / tables.total()
            chances[clause] = share**games
    return sorted((clause for clause, chance in chances.items() if chance < CHANCE), key=lambda clause: chances[clause])


def in_force(found: Difference) -> tuple[str, ...]:
    """The clauses of what happened by itself since everybody last moved: it may change what is allowed now."""
    line, automatic = found.script.played(), found.script.setting.places.automatic
    last = len(found.script.moves) - (0 if found.script.asks else 1)
    plies = range(max(1, last - found.script.setting.seats + 1), last + 1)
    happened = [thing for ply in plies for thing in line.step(ply).happenings if type(thing).__name__ in automatic]
    return tuple(dict.fromkeys(clause for thing in happened if (clause := getattr(thing, "clause", ""))))


def _is_section(found: Difference) -> bool:
    """Whether it is the sum of one section of a score that differs, not that of all."""
    return found.kind is DifferenceKind.SCORE and len(found.where) > len(SECTION) and found.where.startswith(SECTION)


def is_setup(found: Difference) -> bool:
    """Whether it shows before the first move."""
    return found.script.dealt and not found.script.moves


def clauses_of_moves(line: Line) -> set[str]:
    """The clauses of everything that happened."""
    return {clause for ply in range(1, len(line.states)) for clause in all_clauses(line, ply)}
