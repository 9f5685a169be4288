"""Diagnosis: from the differences that were seen to their causes, each told once, with the clause it breaks first.

A wrong rule (`wrong_rules`) that makes the engine's own answers right explains a difference if the engine also follows
it where it is asked further (`trials`); every other difference that it explains follows from the same mistake. Where
there is none, the clauses at work are ranked by how often answers that rest on them were right elsewhere: a clause that
only ever occurs in wrong answers is the likeliest to be broken. Before them come clauses that further questions speak
for: of wrong rules that are nearly followed, of the tables at which alone it shows (`suspects`), and of choosing at the
same time (`face_down`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import log10
from typing import Final, TypeAlias

import attrs

from shinkansen.core.clauses import ClauseKind
from shinkansen.verify.judging.difference import TABLES, Difference, DifferenceKind, applying
from shinkansen.verify.judging.explanations import End, Explained, contradicted, explanations
from shinkansen.verify.judging.face_down import told_by_choices
from shinkansen.verify.judging.findings import Finding, Found
from shinkansen.verify.judging.minimise import size
from shinkansen.verify.judging.readings import LEGALITY
from shinkansen.verify.judging.suspects import SHOWING, Evidence, in_force, is_setup, likelihood, separating, suspects
from shinkansen.verify.judging.trials import Trials
from shinkansen.verify.judging.wrong_rules import WrongRules

MOST: Final = 3
"""How many clauses are named at most."""
LIKELY: Final = 0.2
"""The likelihood, compared with the likeliest clause's, from which on others are named beside it."""
MOSTLY: Final = 0.5
"""The share of right answers from which on a clause about points is itself taken for right."""
EXAMPLES: Final = 3
"""On how many examples of a difference wrong rules are tried."""
SHORT: Final = 8
"""A whole game of so many moves is told rather than a position."""
SEEDS: Final = 2
"""Near how many differences of each kind wrong rules are looked for."""


Shorten: TypeAlias = Callable[[Difference, bool], Difference | None]
"""A function that makes the game of a difference shorter, if it comes back; if true, it may start from a position."""
Seen: TypeAlias = tuple[Difference, int]
"""A difference, and how often it was seen."""


def diagnose(
    found: Found,
    left: list[Seen],
    evidence: Evidence,
    wrong_rules: WrongRules,
    shorten: Shorten,
    trials: Trials,
) -> Iterator[Finding]:
    """The mistakes behind some of the differences that were found; what has been told is taken off the list."""
    left.sort(key=lambda each: _order(each[0]))
    causes = {difference.cause for difference, _ in left}
    while left:
        all_ = [difference for difference, _ in left]
        seeds = _seeds(all_)
        if not all_[0].offered & SHOWING:  # what led to it can be anything in the game, so that must become short
            seeds = [shorten(all_[0], False) or all_[0]]
        ends = {each: [End(one) for one in found.examples(each.cause)[:EXAMPLES]] for each in all_}
        explained = [
            attrs.evolve(one, times=sum(count for each, count in left if each in one.differences))
            for one in explanations(seeds, ends, wrong_rules, evidence, trials, causes)
        ]
        told = [one for one in explained if one.tells]
        most = max((one.weight for one in told), default=0.0)
        likely, group = _localised(left, evidence)
        says = ""
        if most and 2 * most >= len(group):
            best = [one for one in told if one.weight == most]
            if len(best) > 1:
                best = [one for one in best if not contradicted(one.by, evidence, len(evidence.heard))] or best
            group, says = [*best[0].differences], best[0].by.says
            named = (clause for each in group for clause in each.clauses[:1])
            likely = tuple(dict.fromkeys((*_first_ones(best), *named)))
        cause = min((each for each in group if each in all_), key=_order, default=all_[0])
        likely = applying(likely, cause.script.setting)
        if not says:
            granted = tuple(_taken_for_granted(likely, cause))
            near = _near(explained, cause)
            group = [*dict.fromkeys((*group, *(each for one in near for each in one.differences)))]
            hinted = [applying(one.by.clauses, cause.script.setting)[0] for one in near]
            seen = [each for each in left if each[0] in group]
            particular = _particular((*hinted, *likely, *granted), cause, seen, found, evidence)
            chosen = told_by_choices(cause, trials.put)
            own = () if _rests_on_something_wrong(likely, cause, evidence) else likely[:1]
            likely = tuple(dict.fromkeys((*chosen, *particular, *hinted, *own, *granted, *likely)))
        follows = [
            each
            for each in left
            if each[0] != cause and (each[0] in group or _follows(each[0], cause, likely, evidence))
        ]
        times = sum(count for each, count in left if each == cause) + sum(count for _, count in follows)
        examples = [one for each in (cause, *group) for one in found.examples(each.cause)] or [cause]
        least, whole = _shortest(examples, shorten)
        # Only now: if there is no time to shorten it, it must not be lost.
        left[:] = [each for each in left if each[0] != cause and each not in follows]
        others = tuple(other for other, _ in follows)
        yield Finding(least, times, cited=likely[:MOST], says=says, follows=others, whole=whole)


def _taken_for_granted(likely: Sequence[str], cause: Difference) -> Iterator[str]:
    """What the likeliest clause rests on, as far as it is about games of this setting."""
    setting = cause.script.setting
    behind = setting.places.rests_on.get(likely[0], ()) if likely else ()
    return (clause for clause in behind if setting.places.applies(setting.rules, clause))


def _rests_on_something_wrong(likely: Sequence[str], cause: Difference, evidence: Evidence) -> bool:
    """Whether points are given rightly so often that what is counted for them is likelier to be wrong."""
    return bool(likely) and cause.kind is DifferenceKind.SCORE and evidence.right(likely[0]) >= MOSTLY


def _near(explained: Sequence[Explained], cause: Difference) -> list[Explained]:
    """The wrong rules that come near to what the engine does, and explain most."""
    hints = [one for one in explained if one.hints and cause in one.differences]
    most = max((one.weight for one in hints), default=0.0)
    return [one for one in hints if one.weight == most]


def _particular(
    likely: Sequence[str], cause: Difference, group: Sequence[Seen], found: Found, evidence: Evidence
) -> Sequence[str]:
    """Of the clauses that are likely or in force those that are only about the tables at which it was seen."""
    if cause.kind is DifferenceKind.PERMISSIVE:  # the clause that is not enforced is known
        return ()
    examples = [one for each, _ in group for one in found.examples(each.cause)]
    games = found.games(each.cause for each, _ in group)
    return separating(dict.fromkeys((*likely, *in_force(cause))), examples, games, evidence)


def _first_ones(best: Sequence[Explained]) -> Iterator[str]:
    """The clauses of wrong rules that explain the same: of each the first, then the others."""
    for place in range(max(len(one.by.clauses) for one in best)):
        yield from (one.by.clauses[place] for one in best if place < len(one.by.clauses))


def _shortest(examples: Sequence[Difference], shorten: Shorten) -> tuple[Difference, Difference | None]:
    """The shortest game of some examples; and if that starts from a position, the shortest that starts from a deal."""
    setups = [each for each in examples if is_setup(each)]
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
    return not is_setup(found), found.kind not in TABLES, size(found.script)


def _localised(all_: Sequence[Seen], evidence: Evidence) -> tuple[tuple[str, ...], list[Difference]]:
    """The likeliest clauses, as far as all differences together tell; and the differences that the first of them has
    to do with."""
    first = all_[0][0]
    if first.kind is DifferenceKind.LEAK:
        return first.clauses, [first]
    if is_setup(first):
        all_ = [each for each in all_ if is_setup(each[0])]
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
    if is_setup(cause):
        # Where tables are seen, the game would not have gone on after a wrong setup.
        return found.script.dealt and (not found.offered & SHOWING or len(found.script.moves) <= 1)
    if not cited:
        return False
    if found.where == cause.where and found.script.setting.places.along_with.get(found.where):
        return True
    book = found.script.setting.game.rulebook
    costs = cited[0] in book and book[cited[0]].kind is ClauseKind.COST
    if costs and cause.kind in TABLES and found.kind in LEGALITY:
        return True
    return cited[0] in (suspects(found, evidence) if found.kind in TABLES else found.clauses[:MOST])
