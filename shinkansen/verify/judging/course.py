"""The course of a check: what its steps share and leave behind for one another, and how far it has come.

Each step is a room of its own: questions are put in `asking`, readings adopted in `adopting`, random games played in
`playing` and `playing_at_length`, causes worked out in `explaining`, and what is known of the reading in `knowing`.
`runner` takes them in order.
"""

from __future__ import annotations

import attrs
from attrs import field

from shinkansen.core.errors import ShinkansenError
from shinkansen.core.plain_json import Json
from shinkansen.core.rulings import Letters
from shinkansen.verify.conversation.talk import Engine, Reply, TimeIsOver, Trouble
from shinkansen.verify.judging.clock import SHORTENING, Clock
from shinkansen.verify.judging.difference import Difference
from shinkansen.verify.judging.findings import Finding, Found
from shinkansen.verify.judging.judge import Judge
from shinkansen.verify.judging.minimise import shortened
from shinkansen.verify.judging.plan import Plan, Watch
from shinkansen.verify.judging.readings import Heard
from shinkansen.verify.judging.script import Setting
from shinkansen.verify.judging.verdict import Progress


class _Absent(Engine):
    """A placeholder until there is an engine to ask."""

    def ask(self, cmd: str, **given: Json) -> Reply:
        raise ShinkansenError(f"`{cmd}` was asked before there was an engine")

    def close(self) -> None:
        pass


def _nobody() -> Judge:
    return Judge(_Absent(), frozenset())


@attrs.define(eq=False)
class Course:
    """What is known so far in one check."""

    plan: Plan
    watch: Watch
    clock: Clock
    asked: Letters
    """The reading that the engine is asked to follow."""
    reading: Letters
    """The reading that it is judged by at present."""
    judge: Judge = field(factory=_nobody)
    progress: Progress = field(factory=Progress)
    found: Found = field(factory=Found)
    """The differences under the present reading."""
    mistakes: list[Finding] = field(factory=list[Finding])
    """The causes of what was found, as far as they have been worked out."""
    longer: dict[Difference, Difference] = field(factory=dict[Difference, Difference])
    """For each shortened difference, the one it was shortened from."""
    cut_short: set[Difference] = field(factory=set[Difference])
    """The shortened differences for which there was not enough time."""
    heard: list[Heard] = field(factory=list[Heard])
    """Some games in which the engine agreed."""
    agreed: dict[str, list[Heard]] = field(factory=dict[str, list[Heard]])
    """By ruling, the games about it in which the engine agreed with the reference, under the present reading."""
    masked: set[str] = field(factory=set[str])
    """The rulings with a game about them in which the engine does not agree."""
    prepared: bool = False
    """Whether all vectors have been asked under the present reading."""
    unasked: int = 0
    """How many of them could not be asked."""
    clean: int = 0
    """How many games were played under the present reading."""
    trouble: Trouble | None = None
    left_out: tuple[str, ...] = ()
    """The shards of games at length that could not be worked out."""

    @property
    def tables(self) -> tuple[Setting, ...]:
        """The tables to be checked, under the present reading."""
        return tuple(map(self.setting, self.plan.tables))

    def setting(self, setting: Setting) -> Setting:
        """A setting under the present reading."""
        return setting if setting.rulings == self.reading else setting.read_so(self.reading)

    def begins_again(self) -> None:
        """Forget what was only known under another reading."""
        self.agreed, self.masked, self.heard, self.mistakes = {}, set(), [], []

    def shortened(self, difference: Difference, shares: int, anywhere: bool = False) -> Difference:
        """The shortest difference with the same cause, if so many are still to be shortened; `anywhere` if it may start
        from a position."""
        usual, time = self.plan.budget, self.clock.left(SHORTENING) / shares
        budget = attrs.evolve(usual, seconds=min(usual.seconds, time))
        short = shortened(self.judge, difference, budget, anywhere)
        self.longer.setdefault(short.difference, difference)
        if short.out_of_time and time < usual.seconds:
            self.cut_short.add(short.difference)
        return short.difference

    def tell(self, doing: str = "") -> None:
        """Report progress; `TimeIsOver` if there is no time left to go on."""
        self.progress.doing = doing or self.progress.doing
        self.count()
        self.watch(self.progress)
        if self.clock.is_up:
            raise TimeIsOver("the time for the whole check is up")

    def count(self) -> None:
        """Bring the progress up to date."""
        self.progress.questions = self.judge.questions
        self.progress.clauses = self.judge.clauses
        self.progress.causes = len(self.found)
        if self.found and not self.progress.first:
            self.progress.first = next(str(difference) for difference, _ in self.found)
