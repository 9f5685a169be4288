"""Explaining what was found within the time there is: causes are worked out by `diagnosis`, differences shortened.

Wrong rules are tried only as long as there is time to shorten what was found and to ask it again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

import attrs

from shinkansen.core.errors import ShinkansenError
from shinkansen.core.game import Game
from shinkansen.core.opaque import AnyRules
from shinkansen.verify.judging.clock import EXPLAINING, Clock
from shinkansen.verify.judging.course import Course
from shinkansen.verify.judging.diagnosis import diagnose
from shinkansen.verify.judging.difference import Difference
from shinkansen.verify.judging.findings import UNEXPLAINED, Finding
from shinkansen.verify.judging.script import Script, Setting
from shinkansen.verify.judging.suspects import Evidence
from shinkansen.verify.judging.trials import Answered, Trials, answered
from shinkansen.verify.judging.wrong_rules import WrongRule, WrongRules


def explain(course: Course) -> list[Difference]:
    """Work out the causes of what was found; returns the differences that no wrong rule explains."""
    course.tell("looking for causes")
    judge, found = course.judge, course.found.without_consequences()
    left = [*found]
    evidence = Evidence(judge.agreed, judge.parted, course.heard)

    def shorten(difference: Difference, anywhere: bool) -> Difference | None:
        course.tell()
        short = course.shortened(difference, len(left), anywhere)
        again = () if short is not difference else judge.differences(difference.script)
        return short if short is not difference or any(one.cause == short.cause for one in again) else None

    def put(script: Script, rules: AnyRules) -> Answered:
        course.tell()
        return answered(judge, script, rules)

    trials = Trials(evidence, put, judge.capabilities)
    try:
        with _InTime(course.plan.game, course.clock) as wrong_rules:
            for finding in diagnose(found, left, evidence, wrong_rules, shorten, trials):
                course.mistakes.append(finding)
    except _NoTimeToExplainError:
        for finding in diagnose(found, left, evidence, _Nothing(course.plan.game), shorten, trials):
            course.mistakes.append(attrs.evolve(finding, cut_short=(UNEXPLAINED,)))
    finally:
        # If this is cut short, the rest is reported as it was found.
        course.mistakes += [Finding(difference, times) for difference, times in left]
    return [finding.difference for finding in course.mistakes if not finding.says]


class _NoTimeToExplainError(ShinkansenError):
    """Trying wrong rules has taken so long that what was found could not be asked again."""


class _Nothing(WrongRules):
    """No wrong rule: clauses can still be ranked when there is no time to try any."""

    def near(self, setting: Setting, clauses: Collection[str], words: Collection[str]) -> Iterator[list[WrongRule]]:
        yield from ()


class _InTime(WrongRules):
    """Wrong rules that can be tried until some moment. A long game can be judged by hundreds of them, and each takes as
    long as to play it."""

    def __init__(self, game: Game, clock: Clock) -> None:
        super().__init__(game)
        self._clock = clock
        self._known: dict[WrongRule, WrongRule] = {}

    def near(self, setting: Setting, clauses: Collection[str], words: Collection[str]) -> Iterator[list[WrongRule]]:
        for some in super().near(setting, clauses, words):
            yield [self._known.setdefault(each, attrs.evolve(each, rules=self._limited(each))) for each in some]

    def _limited(self, wrong: WrongRule) -> Callable[[Setting], AnyRules | None]:
        def rules(setting: Setting) -> AnyRules | None:
            if self._clock.over(EXPLAINING):
                raise _NoTimeToExplainError("there is no time to try more")
            return wrong.rules(setting)

        return rules
