"""The runner: smoke test, vectors, then walks within a budget; every difference found is minimised and told once.

Walks can be shared among several processes, each with an engine of its own. What an engine skips, and what errors it
reports, is counted and kept apart from wrong answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import count, cycle
from multiprocessing import get_context
from random import Random
from time import monotonic
from typing import Final, TypeAlias

import attrs
from attrs import field, frozen

from shinkansen.verify.difference import Cause, Difference
from shinkansen.verify.judge import Judge
from shinkansen.verify.minimise import Budget, minimise, size
from shinkansen.verify.readings import Reading, readings
from shinkansen.verify.script import Setting
from shinkansen.verify.start import Smoke, Way, Who, greet, smoke
from shinkansen.verify.talk import Engine, Ill, Limits, Trouble
from shinkansen.verify.vectors import Vector
from shinkansen.verify.walk import Guide

ENOUGH: Final = 12
"""After so many causes an engine has been told enough."""
DETOURS: Final = 6
"""How often a game goes on another way from where the tables parted."""


@frozen
class Plan:
    """What is to be done."""

    tables: tuple[Setting, ...]
    vectors: tuple[Vector, ...] = ()
    seconds: float = 20.0
    games: int | None = None
    """How many games at most."""
    seed: int = 1964
    jobs: int = 1
    limits: Limits = field(factory=Limits)
    budget: Budget = field(factory=Budget)
    """For minimising each difference."""
    declared: bool = True
    """Whether the engine is checked by the rulings that it declares, if it does."""


@attrs.define
class Progress:
    """How far it is; told now and then."""

    vectors: int = 0
    """Asked."""
    games: int = 0
    questions: int = 0
    clauses: set[str] = field(factory=set[str])
    """That acted or refused."""
    causes: int = 0
    doing: str = ""


Watch: TypeAlias = Callable[[Progress], None]


@frozen
class Finding:
    """A difference with how often it was seen, and the readings that would explain it."""

    difference: Difference
    count: int
    readings: tuple[Reading, ...] = ()

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses it is about: if a reading explains it, those that are read so."""
        read = tuple(dict.fromkeys(clause for reading in self.readings for clause in reading.clauses))
        return read or self.difference.clauses


@frozen
class Report:
    """What came of it."""

    who: Who
    smoke: Smoke
    findings: tuple[Finding, ...]
    progress: Progress
    unasked: int
    """Vectors that need what the engine does not offer."""
    skipped: Counter[str]
    errored: Counter[str]
    trouble: Trouble | None
    """What kept us from asking on."""
    seconds: float

    @property
    def code(self) -> int:
        """0 conforms, 1 differs, 2 could not be checked: trouble, errors of its own, or everything was skipped."""
        if self.findings:
            return 1 if self.trouble is None else 2
        if self.trouble is not None:
            return 2
        nothing = bool(self.skipped) and not self.progress.vectors and not self.progress.games
        return 2 if self.errored or nothing else 0


def check(way: Way, plan: Plan, watch: Watch = lambda progress: None) -> Report:
    """Check the engine at the end of a way; `Trouble` if it cannot be asked."""
    with way.open(plan.limits) as engine:
        return _Check(way, engine, plan, watch).run()


def check_engine(engine: Engine, plan: Plan, watch: Watch = lambda progress: None) -> Report:
    """Check an engine that is there already, in this process."""
    return _Check(None, engine, attrs.evolve(plan, jobs=1), watch).run()


class _Check:
    def __init__(self, way: Way | None, engine: Engine, plan: Plan, watch: Watch) -> None:
        self._way = way
        self._engine = engine
        self._plan = plan
        self._watch = watch
        self._progress = Progress()
        self._found = Found()
        self._unasked = 0

    def run(self) -> Report:
        began = monotonic()
        who = greet(self._engine)
        if self._plan.declared and who.rulings is not None:
            tables = tuple(attrs.evolve(table, rulings=who.rulings) for table in self._plan.tables)
            self._plan = attrs.evolve(self._plan, tables=tables)
        first = smoke(self._engine, who, self._plan.tables[0])
        judge = Judge(self._engine, who.capabilities)
        trouble: Trouble | None = None
        try:
            self._vectors(judge)
            self._walks(judge)
            self._minimise(judge)
        except Trouble as problem:
            trouble = problem  # what was found until then is worth telling
        return Report(
            who,
            first,
            told_once(Finding(difference, times, readings(difference)) for difference, times in self._found),
            self._progress,
            self._unasked,
            judge.skipped,
            judge.errored,
            trouble,
            monotonic() - began,
        )

    def _vectors(self, judge: Judge) -> None:
        tables = {(table.seats, table.hard) for table in self._plan.tables}
        self._progress.doing = "vectors"
        for vector in self._plan.vectors:
            setting = vector.script.setting
            if (setting.seats, setting.hard) not in tables:
                continue
            if not judge.can(vector.script) or setting not in self._plan.tables:
                self._unasked += 1
                continue
            self._found.note(judge.differences(vector.script))
            self._progress.vectors += 1
            self._progress.clauses.update(vector.cites)
            self._tell(judge)

    def _walks(self, judge: Judge) -> None:
        plan, progress = self._plan, self._progress
        progress.doing = "games"
        if plan.seconds <= 0 or plan.games == 0:
            return
        if plan.jobs > 1 and self._way is not None:
            games = [None if plan.games is None else plan.games // plan.jobs + 1] * plan.jobs
            shares = [attrs.evolve(plan, seed=plan.seed + job, games=share) for job, share in enumerate(games)]
            with ProcessPoolExecutor(plan.jobs, get_context("spawn")) as workers:
                for walked in workers.map(walk_apart, [self._way] * plan.jobs, shares):
                    self._add(judge, walked)
            return
        for clauses in walks(judge, plan, self._found):
            progress.games, progress.clauses = progress.games + 1, progress.clauses | clauses
            self._tell(judge)

    def _add(self, judge: Judge, walked: Walked) -> None:
        self._found.add(walked.found)
        self._progress.games += walked.games
        self._progress.clauses |= walked.clauses
        judge.questions += walked.questions
        judge.skipped += walked.skipped
        judge.errored += walked.errored
        if walked.ill is not None:
            raise Trouble(walked.ill, walked.sentence)
        self._tell(judge)

    def _minimise(self, judge: Judge) -> None:
        self._progress.doing = "minimising"
        least = Found()
        for difference, times in self._found:
            self._tell(judge)
            least.add_one(minimise(judge, difference, self._plan.budget), times)
        self._found = least

    def _tell(self, judge: Judge) -> None:
        self._progress.questions = judge.questions
        self._progress.causes = len(self._found)
        self._watch(self._progress)


# -- what was found


class Found:
    """Differences by cause: the shortest of each, and how often it was seen."""

    def __init__(self) -> None:
        self._best: dict[Cause, Difference] = {}
        self._times: Counter[Cause] = Counter()

    def __len__(self) -> int:
        return len(self._best)

    def __iter__(self) -> Iterator[tuple[Difference, int]]:
        return ((difference, self._times[cause]) for cause, difference in self._best.items())

    def note(self, differences: Iterable[Difference]) -> Difference | None:
        """Keep them; the one by which the tables part, if there is one."""
        parted = None
        for difference in differences:
            self.add_one(difference, 1)
            parted = difference if not difference.script.asks else parted
        return parted

    def add_one(self, difference: Difference, times: int) -> None:
        cause = difference.cause
        self._times[cause] += times
        if cause not in self._best or size(difference.script) < size(self._best[cause].script):
            self._best[cause] = difference

    def add(self, other: Found) -> None:
        for difference, times in other:
            self.add_one(difference, times)


def told_once(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Whatever the same reading explains is one finding, shown by the shortest game."""
    told: dict[object, Finding] = {}
    for number, finding in enumerate(findings):
        key = finding.readings or number
        before = told.get(key, finding)
        shorter = min(before, finding, key=lambda one: size(one.difference.script))
        count = finding.count if before is finding else before.count + finding.count
        told[key] = attrs.evolve(shorter, count=count)
    return tuple(told.values())


# -- walks


def walks(judge: Judge, plan: Plan, found: Found) -> Iterator[set[str]]:
    """Play games within the plan; after each, the clauses seen so far."""
    deadline = monotonic() + plan.seconds
    guide = Guide(Random(plan.seed))
    tables = cycle(plan.tables)
    for number in count():
        if monotonic() >= deadline or number == plan.games or len(found) >= ENOUGH:
            return
        table = next(tables)
        looks = _looks(judge, number)
        script = guide.game(table, looks) if _plays(judge) else guide.position(table)
        for _ in range(DETOURS):
            parted = found.note(judge.differences(script))
            if parted is None or not parted.script.moves or not parted.script.dealt or monotonic() >= deadline:
                break
            script = guide.game(table, looks, parted.script)
        if "load" in judge.capabilities and _plays(judge):
            found.note(judge.differences(guide.position(table)))
        yield {*guide.happened, *guide.refused} - {""}


def _plays(judge: Judge) -> bool:
    return bool({"play", "new"} & judge.capabilities)


def _looks(judge: Judge, number: int) -> float:
    """At which share of the tables questions are asked: in most games only what moves do is compared, if it can be."""
    shows = bool({"play", "digest", "table"} & judge.capabilities)
    return 0.3 if number % 3 == 0 or not shows else 0.03


@frozen
class Walked:
    """What a process of its own has seen."""

    found: Found
    games: int
    clauses: set[str]
    questions: int
    skipped: Counter[str]
    errored: Counter[str]
    ill: Ill | None = None
    sentence: str = ""
    """The trouble it was in; such an error does not travel between processes by itself."""


def walk_apart(way: Way, plan: Plan) -> Walked:
    """Walk with an engine of one's own."""
    found, games, clauses = Found(), 0, set[str]()
    with way.open(plan.limits) as engine:
        judge = Judge(engine, greet(engine).capabilities)

        def walked(trouble: Trouble | None = None) -> Walked:
            ill, sentence = (trouble.ill, str(trouble)) if trouble is not None else (None, "")
            return Walked(found, games, clauses, judge.questions, judge.skipped, judge.errored, ill, sentence)

        try:
            for seen in walks(judge, plan, found):
                games, clauses = games + 1, seen
        except Trouble as trouble:
            return walked(trouble)
        return walked()
