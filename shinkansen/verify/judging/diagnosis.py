"""Diagnosis: from the differences that were seen to their causes, each told once, with the clause it breaks first.

A wrong rule (`wrong_rules`) that makes the engine's own answers right explains a difference, and every other difference
that it explains follows from the same mistake. Where none does, the clauses at work are ranked by how often answers
that rest on them were right elsewhere: a clause that only ever occurs in wrong answers is the likeliest to be broken.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from math import log10
from typing import Final, TypeAlias

import attrs
from attrs import frozen

from shinkansen.core.clauses import ClauseKind, section
from shinkansen.core.near_misses import words_in
from shinkansen.verify.judging.difference import TABLES, Difference, DifferenceKind, all_clauses, at_work
from shinkansen.verify.judging.findings import Finding, Found
from shinkansen.verify.judging.minimise import size
from shinkansen.verify.judging.readings import LEGALITY, Heard, agrees, answers
from shinkansen.verify.judging.script import Line
from shinkansen.verify.judging.wrong_rules import WrongRule, WrongRules

MOST: Final = 3
"""How many clauses are named at most."""
LIKELY: Final = 0.2
"""The likelihood, compared with the likeliest clause's, from which on others are named beside it."""
ELSEWHERE: Final = 0.25
"""The weight of a clause that is at work, but not on the part that differs."""
PERMISSION: Final = 0.6
"""The likelihood of the first permission about a move that an engine refuses."""
EXAMPLES: Final = 3
"""On how many examples of a difference wrong rules are tried."""
SHORT: Final = 8
"""A whole game of so many moves is told rather than a position."""
LONG_AGO: Final = 0.05
"""The weight of a clause that was at work at any time before, where tables are not seen."""
SEEDS: Final = 2
"""Near how many differences of each kind wrong rules are looked for."""
SHOWING: Final = frozenset({"table", "digest", "play"})
"""The commands by which the table is seen after every move."""
SAMPLE: Final = 20
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
    weights = {**dict.fromkeys(sorted(at_work(found.script.played(), found)), ELSEWHERE), **weights}
    if not SHOWING & found.offered:
        weights = {**dict.fromkeys(sorted(_clauses_of_moves(found.script.played())), LONG_AGO), **weights}
    for clause in [*weights]:
        # What is wrong about a rule is also wrong about its exceptions and about what follows from it.
        for base in (*book[clause].changes, *book[clause].follows) if clause in book else ():
            if _setup(found) or evidence.knows(base):
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


# -- explanations


@frozen
class Explained:
    """A wrong rule, and the differences it explains."""

    by: WrongRule
    differences: tuple[Difference, ...]
    times: int = 1
    """How often they were seen together."""
    contradicted: bool = False
    """Whether it would have shown in some game in which the engine agreed."""

    @property
    def weight(self) -> float:
        """How much it explains; it counts a little more if it breaks a clause by which something should be refused, or
        if what it explains was seen more often."""
        refusing = {each.clauses[0] for each in self.differences if each.kind in LEGALITY and each.clauses}
        return len(self.differences) + (0.5 if refusing & {*self.by.clauses} else 0) + 0.1 * log10(max(self.times, 1))

    @property
    def tells(self) -> bool:
        """Whether it is worth telling: that one move is allowed, by a clause that it does not break, may be chance."""
        chance = self.weight < 1.5 and self.differences[0].kind is DifferenceKind.PERMISSIVE
        return not self.contradicted and not (chance and self.differences[0].clauses)


def explanations(
    seeds: Iterable[Difference], ends: Mapping[Difference, Sequence[_End]], wrong_rules: WrongRules, evidence: Evidence
) -> list[Explained]:
    """The wrong rules that explain differences, those first that contradict nothing; `seeds` are the differences near
    whose clauses they are looked for, and `ends` those of the examples of every difference."""
    told: dict[WrongRule, Explained] = {}
    for seed in seeds:
        own = ends.get(seed) or (_End(seed),)
        for some in wrong_rules.near(_clauses_on_the_way(seed), _words(seed)):
            explaining = [each for each in some if each in told or any(end.explained_by(each) for end in own)]
            for each in explaining:
                if each not in told:
                    all_ = (one for one in ends if one == seed or any(end.explained_by(each) for end in ends[one]))
                    told[each] = Explained(each, tuple(all_) or (seed,))
            if explaining:
                break
    checked = [attrs.evolve(one, contradicted=_contradicted(one.by, evidence, SAMPLE)) for one in told.values()]
    return sorted(checked, key=lambda one: (one.contradicted, one.by.figure))


class _End:
    """The end of the script of a difference, where wrong rules are tried first; most of them change nothing there."""

    def __init__(self, found: Difference) -> None:
        self._found = found
        self._end = found
        if found.offered & SHOWING and found.script.moves:
            line = found.script.played()
            last = len(found.script.moves) - (0 if found.script.asks else 1)
            asks = tuple(attrs.evolve(ask, ply=ask.ply - last) for ask in found.script.asks)
            start = attrs.evolve(
                found.script, start={"state": line.state(last)}, moves=found.script.moves[last:], asks=asks
            )
            self._end = attrs.evolve(found, script=start)
        self._right = answers(self._end)

    def explained_by(self, wrong: WrongRule) -> bool:
        """Whether a wrong rule changes the answer at the end, and everything that the engine said is right by it."""
        rules = wrong.rules(self._found.script.setting)
        return rules is not None and answers(self._end, rules=rules) != self._right and agrees(self._found, rules=rules)


def _contradicted(wrong: WrongRule, evidence: Evidence, most: int) -> bool:
    """Whether the engine would have been seen to follow it in one of some games that involve its sections; where tables
    are not seen, which those are is not known, and every game may tell."""
    sections = {section(clause) for clause in wrong.clauses}
    involved = (each for each in evidence.heard if sections & each.sections or not SHOWING & each.offered)
    return not all(each.fits(wrong.rules(each.script.setting)) for each in islice(involved, most))


def _clauses_on_the_way(found: Difference) -> set[str]:
    """The clauses that may have led to a difference: where tables are seen, those of the last move; else of all moves,
    and of setup."""
    line = found.script.played()
    clauses = {*found.clauses, *at_work(line, found)}
    if not SHOWING & found.offered:
        clauses |= _clauses_of_moves(line)
        clauses |= {clause.id for clause in found.script.setting.game.rulebook if clause.kind is ClauseKind.SETUP}
    return clauses


def _clauses_of_moves(line: Line) -> set[str]:
    return {clause for ply in range(1, len(line.states)) for clause in all_clauses(line, ply)}


def _words(found: Difference) -> set[str]:
    """The names that occur in the last move and in the question."""
    script = found.script
    parts = [*script.moves[-1:], *(ask.move for ask in script.asks if ask.move is not None)]
    return {word for part in parts for word in words_in(part)}


# -- findings


Shorten: TypeAlias = Callable[[Difference, bool], Difference | None]
"""A function that makes the game of a difference shorter, if it comes back; if true, it may start from a position."""
Seen: TypeAlias = tuple[Difference, int]
"""A difference, and how often it was seen."""


def diagnose(
    found: Found, left: list[Seen], evidence: Evidence, wrong_rules: WrongRules, shorten: Shorten
) -> Iterator[Finding]:
    """The mistakes behind some of the differences that were found; what has been told is taken off the list."""
    left.sort(key=lambda each: _order(each[0]))
    while left:
        all_ = [difference for difference, _ in left]
        seeds = _seeds(all_)
        if not all_[0].offered & SHOWING:  # what led to it can be anything in the game, so that must become short
            seeds = [shorten(all_[0], False) or all_[0]]
        ends = {each: [_End(one) for one in found.examples(each.cause)[:EXAMPLES]] for each in all_}
        told = [one for one in explanations(seeds, ends, wrong_rules, evidence) if one.tells]
        told = [attrs.evolve(one, times=sum(count for each, count in left if each in one.differences)) for one in told]
        most = max((one.weight for one in told), default=0.0)
        likely, group = _localised(left, evidence)
        says = ""
        if most and 2 * most >= len(group):
            best = [one for one in told if one.weight == most]
            if len(best) > 1:
                best = [one for one in best if not _contradicted(one.by, evidence, len(evidence.heard))] or best
            group, says = [*best[0].differences], best[0].by.says
            named = (clause for each in group for clause in each.clauses[:1])
            likely = tuple(dict.fromkeys((*_first_ones(best), *named)))
        cause = min((each for each in group if each in all_), key=_order, default=all_[0])
        follows = [
            each
            for each in left
            if each[0] != cause and (each[0] in group or _follows(each[0], cause, likely, evidence))
        ]
        times = sum(count for each, count in left if each == cause) + sum(count for _, count in follows)
        examples = [one for each in (cause, *group) for one in found.examples(each.cause)] or [cause]
        left[:] = [each for each in left if each[0] != cause and each not in follows]
        least, whole = _shortest(examples, shorten)
        others = tuple(other for other, _ in follows)
        yield Finding(least, times, cited=likely[:MOST], says=says, follows=others, whole=whole)


def _first_ones(best: Sequence[Explained]) -> Iterator[str]:
    """The clauses of wrong rules that explain the same: of each the first, then the others."""
    for place in range(max(len(one.by.clauses) for one in best)):
        yield from (one.by.clauses[place] for one in best if place < len(one.by.clauses))


def _shortest(examples: Sequence[Difference], shorten: Shorten) -> tuple[Difference, Difference | None]:
    """The shortest game of some examples; and if that starts from a position, the shortest that starts from a deal."""
    setups = [each for each in examples if _setup(each)]
    dealt = [each for each in examples if each.script.dealt]
    arranged = [each for each in examples if not each.script.dealt]
    whole = _first_back(setups or dealt, shorten, False)
    if whole is not None and (setups or len(whole.script.moves) <= SHORT):
        return whole, None
    anywhere = [*arranged, *([whole] if whole is not None and "load" in whole.offered else [])]
    least = _first_back(anywhere, shorten, True) or whole or examples[0]
    return least, whole if not least.script.dealt else None


def _first_back(examples: Sequence[Difference], shorten: Shorten, anywhere: bool) -> Difference | None:
    """The shortest of some examples, made shorter; of those that do not come back, none."""
    shortest_first = sorted(examples, key=lambda each: size(each.script))
    return next(filter(None, (shorten(each, anywhere) for each in shortest_first[:EXAMPLES])), None)


def _seeds(all_: Sequence[Difference]) -> list[Difference]:
    """Of each kind the first few."""
    kinds: dict[DifferenceKind, list[Difference]] = {}
    for each in all_:
        kinds.setdefault(each.kind, []).append(each)
    return [each for some in kinds.values() for each in some[:SEEDS]]


def _order(found: Difference) -> tuple[bool, bool, object]:
    """Setup first; then what moves do, because whether they can be paid for follows from that; then the shortest."""
    return not _setup(found), found.kind not in TABLES, size(found.script)


def _setup(found: Difference) -> bool:
    """Whether it shows before the first move."""
    return found.script.dealt and not found.script.moves


def _localised(all_: Sequence[Seen], evidence: Evidence) -> tuple[tuple[str, ...], list[Difference]]:
    """The likeliest clauses, as far as all differences together tell; and the differences that the first of them has
    to do with."""
    first = all_[0][0]
    if first.kind is DifferenceKind.LEAK:
        return first.clauses, [first]
    if _setup(first):
        all_ = [each for each in all_ if _setup(each[0])]
    elif first.kind in TABLES:  # what is legal may follow from what moves do, but not the other way round
        all_ = [each for each in all_ if each[0].kind in TABLES]
    own = _own_clauses([difference for difference, _ in all_])
    if own:
        return own, [each for each, _ in all_ if own[0] in each.clauses]
    likely = {each: likelihood(each, evidence) for each, _ in all_}
    total: dict[str, float] = {}
    for each, times in all_:
        for clause, share in likely[each].items():
            total[clause] = total.get(clause, 0) + share * (1 + log10(times))
    if not total:
        return (), [first]
    ranked = sorted(total, key=lambda clause: -total[clause])
    ranked = [clause for clause in ranked if total[clause] >= LIKELY * total[ranked[0]]]
    group = [each for each in likely if ranked[0] in likely[each]]
    return tuple(clause for clause in ranked if any(clause in likely[each] for each in group)), group


def _own_clauses(all_: Sequence[Difference]) -> tuple[str, ...]:
    """The clauses about the place itself in which the first difference shows, if moves of other clauses show it there
    too: then it is not about any of the moves."""
    first, *others = all_
    own = first.script.setting.places.along_with.get(first.where, ())
    return own if any(each.where == first.where and each.clauses[:1] != first.clauses[:1] for each in others) else ()


def _follows(found: Difference, cause: Difference, cited: Sequence[str], evidence: Evidence) -> bool:
    """Whether a difference is likely to follow from a mistake: the game began with a wrong setup, the same clause is
    likely, or a move costs something else and so can or cannot be paid for."""
    if _setup(cause):
        # Where tables are seen, the game would not have gone on after a wrong setup.
        return found.script.dealt and (not found.offered & SHOWING or len(found.script.moves) <= 1)
    if not cited:
        return False
    if found.where == cause.where and found.script.setting.places.along_with.get(found.where):
        return True
    book = found.script.setting.game.rulebook
    if cause.kind in TABLES and found.kind in LEGALITY and book[cited[0]].kind is ClauseKind.COST:
        return True
    return cited[0] in (suspects(found, evidence) if found.kind in TABLES else found.clauses[:MOST])
