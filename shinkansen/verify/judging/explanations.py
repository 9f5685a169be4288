"""Explanations: wrong rules by which what an engine answered is right.

One that would have shown in a game in which the engine agreed with the reference is contradicted. One that explains
enough is put to the trial (`trials`) before it is told.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import islice
from math import log10
from typing import Final

from attrs import evolve, frozen

from shinkansen.core.clauses import ClauseKind, section
from shinkansen.core.errors import ShinkansenError
from shinkansen.core.near_misses import words_in
from shinkansen.verify.judging.difference import Cause, Difference, DifferenceKind, at_work
from shinkansen.verify.judging.readings import LEGALITY, Heard, agrees, answers
from shinkansen.verify.judging.suspects import SHOWING, Evidence, clauses_of_moves
from shinkansen.verify.judging.trials import Trial, Trials
from shinkansen.verify.judging.wrong_rules import WrongRule, WrongRules

FEW: Final = 2
"""Fewer games than these may be explained by chance, if nothing else tells."""
SAMPLE: Final = 20
"""In how many agreeing games a wrong rule is tried, to see whether it would have shown there."""


@frozen
class Explained:
    """A wrong rule, and the differences it explains."""

    by: WrongRule
    differences: tuple[Difference, ...]
    shares: float
    """The shares of the examples of each that it explains, added up."""
    wholly: bool = True
    """Whether it explains every example of one of them."""
    times: int = 1
    """How often they were seen together."""
    contradicted: bool = False
    """Whether it would have shown in some game in which the engine agreed."""
    games: int = 1
    """In how many games what it explains was seen."""
    trial: Trial | None = None
    """Whether the engine follows it where it was asked further, if that was worth asking."""

    @property
    def weight(self) -> float:
        """How much it explains; it counts a little more if it breaks a clause by which something should be refused, or
        if what it explains was seen more often."""
        refusing = {each.clauses[0] for each in self.differences if each.kind in LEGALITY and each.clauses}
        return self.shares + (0.5 if refusing & {*self.by.clauses} else 0) + 0.1 * log10(max(self.times, 1))

    @property
    def may_tell(self) -> bool:
        """Whether it is worth asking further: that one move is allowed, by no clause that it breaks, may be chance."""
        chance = self.weight < 1.5 and self.differences[0].kind is DifferenceKind.PERMISSIVE
        return not self.contradicted and self.wholly and not (chance and self.differences[0].clauses)

    @property
    def tells(self) -> bool:
        """Whether it may be said that the engine plays by it: it follows it wherever that can be seen; or that can
        hardly be seen anywhere, but it explains more than one game."""
        return self.trial is Trial.FOLLOWED or (self.trial is Trial.UNTRIED and self.games >= FEW)

    @property
    def hints(self) -> bool:
        """Whether what the engine does is at least near to it."""
        return self.trial is Trial.NEAR or (self.trial is Trial.UNTRIED and self.games < FEW)


def explanations(
    seeds: Iterable[Difference],
    ends: Mapping[Difference, Sequence[End]],
    wrong_rules: WrongRules,
    evidence: Evidence,
    trials: Trials,
    causes: Collection[Cause],
) -> list[Explained]:
    """The wrong rules that explain differences, those first that contradict nothing; `seeds` are the differences near
    whose clauses they are looked for, and `ends` those of the examples of every difference. Of the causes of everything
    that was found, also of what has been told, those that a wrong rule does not explain may get in the way of its
    trial."""
    told: dict[WrongRule, Explained] = {}
    for seed in seeds:
        own = ends.get(seed) or (End(seed),)
        for some in wrong_rules.near(seed.script.setting, _clauses_on_the_way(seed), _words(seed)):
            explaining = [each for each in some if each in told or any(end.explained_by(each) for end in own)]
            for each in explaining:
                if each not in told:
                    shares = {one: _share(each, ends[one]) for one in ends}
                    all_ = tuple(one for one in ends if shares[one]) or (seed,)
                    refuted = contradicted(each, evidence, SAMPLE)
                    wholly = _share(each, own) == 1 or 1 in shares.values()
                    explained = [end for one in all_ for end in ends.get(one, own) if end.explained_by(each)]
                    games = len({end.found.script.begins for end in explained})
                    one = Explained(each, all_, sum(shares.values()) or 1.0, wholly, 1, refuted, games)
                    if one.may_tell:
                        others = {*causes}.difference(other.cause for other in all_)
                        one = evolve(one, trial=trials.of(each, [example.script for example in all_], others))
                    told[each] = one
            # One that explains only some of the examples, or contradicts others, may be mere chance: so look further.
            if any(_share(each, own) == 1 and told[each].trial is Trial.FOLLOWED for each in explaining):
                break
    return sorted(told.values(), key=lambda one: (one.contradicted, one.by.figure))


def _share(wrong: WrongRule, ends: Sequence[End]) -> float:
    """The share of the examples of a difference that a wrong rule explains."""
    return sum(end.explained_by(wrong) for end in ends) / len(ends)


class End:
    """The end of the script of a difference, where wrong rules are tried first; most of them change nothing there.

    It begins before the last move of everybody: some of what a move did is not in the state that it led to, but is
    worked out again from that, and a rule that is wrong about it would not show. A short game is tried from its deal
    on, for the same reason.
    """

    def __init__(self, found: Difference) -> None:
        self.found = found
        self._end = found
        shown = len(found.script.moves) - (0 if found.script.asks else 1)
        last = shown - found.script.setting.seats
        if found.offered & SHOWING and last > 0:
            line = found.script.played()
            asks = tuple(evolve(ask, ply=ask.ply - last) for ask in found.script.asks)
            start = evolve(found.script, start={"state": line.state(last)}, moves=found.script.moves[last:], asks=asks)
            self._end = evolve(found, script=start)
        self._right = answers(self._end)
        self._explained: dict[WrongRule, bool] = {}

    def explained_by(self, wrong: WrongRule) -> bool:
        """Whether a wrong rule changes the answer at the end, and everything that the engine said is right by it."""
        if wrong not in self._explained:
            rules = wrong.rules(self.found.script.setting)
            changes = rules is not None and answers(self._end, rules=rules) != self._right
            self._explained[wrong] = changes and agrees(self.found, rules=rules)
        return self._explained[wrong]


def contradicted(wrong: WrongRule, evidence: Evidence, most: int) -> bool:
    """Whether the engine would have been seen to follow it in one of some games that involve its sections; where tables
    are not seen, which those are is not known, and every game may tell."""
    sections = {section(clause) for clause in wrong.clauses}
    involved = (each for each in evidence.heard if sections & each.sections or not SHOWING & each.offered)
    return any(_refutes(each, wrong) for each in islice(involved, most))


def _refutes(heard: Heard, wrong: WrongRule) -> bool:
    """Whether what an engine answered is not right by a wrong rule; a position that cannot come about by it says
    nothing, since the engine need not notice."""
    script, rules = heard.script, wrong.rules(heard.script.setting)
    if rules is not None and not script.dealt:
        try:
            rules.read_state(script.start["state"])
        except ShinkansenError:
            return False
        except Exception:  # by wrong rules anything may fail
            return True
    return not heard.fits(rules)


def _clauses_on_the_way(found: Difference) -> set[str]:
    """The clauses that may have led to a difference: where tables are seen, those of the last move; else of all moves,
    and of setup."""
    line = found.script.played()
    clauses = {*found.clauses, *at_work(line, found)}
    if not SHOWING & found.offered:
        clauses |= clauses_of_moves(line)
        clauses |= {clause.id for clause in found.script.setting.game.rulebook if clause.kind is ClauseKind.SETUP}
    return clauses


def _words(found: Difference) -> set[str]:
    """The names that occur in the last move and in the question."""
    script = found.script
    parts = [*script.moves[-1:], *(ask.move for ask in script.asks if ask.move is not None)]
    return {word for part in parts for word in words_in(part)}
