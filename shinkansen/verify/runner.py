"""The runner: smoke test, games that tell readings apart, vectors, then walks within a budget.

What another reading of a doubtful rule explains is no mistake. The reading is adopted and everything is asked anew, so
that differences which it had hidden appear; the engine is still told what it was told before. What no reading explains
is minimised and told once. What an engine skips, and what errors it reports, is counted and kept apart from wrong
answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cached_property
from multiprocessing import get_context
from time import monotonic
from typing import Final, TypeAlias

import attrs
from attrs import field, frozen

from shinkansen.verify.difference import Difference
from shinkansen.verify.findings import Finding, Found
from shinkansen.verify.fingerprint import Fingerprint, Teller, fingerprint, separating, still_open, tellers
from shinkansen.verify.judge import Judge
from shinkansen.verify.minimise import Budget, minimise, size
from shinkansen.verify.readings import Reading, read_as, readings, tells
from shinkansen.verify.script import SHIPPED, Script, Setting
from shinkansen.verify.serving import CAPABILITIES
from shinkansen.verify.start import Smoke, Way, Who, greet, smoke
from shinkansen.verify.talk import Engine, Limits, Trouble
from shinkansen.verify.vectors import Vector
from shinkansen.verify.walks import Walk, Walked, walk_apart, walks
from shinkansen.zerokei.rulings import Rulings, rulings

RESTARTS: Final = 10
"""How often a reading is adopted; nobody reads more rules otherwise and still plays this game."""

PATIENCE: Final = 3
"""After so many games of no use, in which a mistake got in the way, no more are searched."""


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
    search: bool = False
    """Whether games are searched that would tell answers apart which are still open, also with other cards: an engine
    that has its figures built in, and not from the wire, would seem wrong there."""


@attrs.define
class Progress:
    """How far it is; told now and then."""

    vectors: int = 0
    """Asked."""
    games: int = 0
    questions: int = 0
    clauses: set[str] = field(factory=set[str])
    """That acted or refused in what it answered."""
    causes: int = 0
    doing: str = ""


Watch: TypeAlias = Callable[[Progress], None]


@frozen
class Report:
    """What came of it."""

    who: Who
    smoke: Smoke
    findings: tuple[Finding, ...]
    """The readings it follows first, then its mistakes."""
    progress: Progress
    unasked: int
    """Vectors that could not be asked: they need what the engine does not offer, or go by another reading."""
    skipped: Counter[str]
    errored: Counter[str]
    trouble: Trouble | None
    """What kept us from asking on."""
    seconds: float
    fingerprint: Fingerprint | None = None
    """The reading it follows, if it could be asked for it."""
    edition: str = ""
    """The name of the edition played with."""

    @property
    def mistakes(self) -> tuple[Finding, ...]:
        """What no reading explains."""
        return tuple(finding for finding in self.findings if finding.wrong)

    @property
    def other_readings(self) -> tuple[Finding, ...]:
        """What some reading explains."""
        return tuple(finding for finding in self.findings if not finding.wrong)

    @property
    def code(self) -> int:
        """0 conforms; 1 differs; 2 could not be checked: trouble, errors of its own, or everything was skipped;
        3 conforms, but by another reading than it was asked for."""
        if self.trouble is not None:
            return 2
        if self.mistakes:
            return 1
        nothing = self.progress.questions <= self.skipped.total() + self.errored.total() and bool(self.skipped)
        if self.errored or self.smoke.errors or nothing:
            return 2
        return 3 if self.other_readings else 0


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
        self._plan = plan
        self._watch = watch
        self._progress = Progress()
        self._who = greet(engine)
        if plan.declared and self._who.rulings is not None:
            tables = tuple(attrs.evolve(table, rulings=self._who.rulings) for table in plan.tables)
            self._plan = attrs.evolve(plan, tables=tables)
        self._engine = engine
        self._judge = Judge(engine, self._who.capabilities)
        self._left = self._plan.seconds
        """For games."""
        self._asked = self._reading = self._plan.tables[0].rulings
        self._tried = {self._reading}
        """Every reading under which everything was asked."""
        self._banned: set[tuple[str, str]] = set()
        """Answers that it follows at some tables and not at others: no reading, but mistakes."""
        self._read: list[Finding] = []
        """What the adopted readings explain."""
        self._found = Found()
        self._agreed: dict[str, list[Script]] = {}
        """By ruling, the games about it in which it agreed with the reference, under the present reading."""
        self._masked: set[str] = set()
        """The rulings with a game about them in which it does not agree."""
        self._looked: dict[Difference, int] = {}
        """For what readings of a difference have been looked: 0 single answers, 1 pairs."""
        self._unasked = 0

    def run(self) -> Report:
        began = monotonic()
        first = smoke(self._engine, self._who, self._plan.tables[0])
        trouble: Trouble | None = None
        known: Fingerprint | None = None
        try:
            while self._pass():
                pass
            known = self._fingerprint()
        except Trouble as problem:
            trouble = problem  # what was found until then is worth telling
            self._tell()
        mistakes = [Finding(difference, times) for difference, times in self._found]
        held = [attrs.evolve(finding, readings=_held(finding, self._reading)) for finding in self._read]
        asked = self._asked.letters()
        read = [
            finding
            for finding in held
            if any(asked[choice.slug] != choice.letter for one in finding.readings for choice in one.choices)
        ]
        return Report(
            self._who,
            first,
            (*read, *mistakes),
            self._progress,
            self._unasked,
            self._judge.skipped,
            self._judge.errored,
            trouble,
            monotonic() - began,
            known,
            self._plan.tables[0].rules.edition.name,
        )

    def _pass(self) -> bool:
        """Ask everything under the present reading; whether another was adopted, so that it is to be done again."""
        self._tell("games that tell readings apart")
        self._agreed, self._masked = {}, set()
        for finding in self._read:
            script = finding.difference.script
            for slug in sorted({slug for one in finding.readings for slug in one.slugs}):
                self._put(read_as(script, self._setting(script.setting)), slug)
        for teller in tellers(self._tables, self._plan.search):
            self._put(teller.script, teller.slug)
        self._vectors()
        return self._adopts() or self._walks() or self._separates() or self._minimises()

    # -- the reading

    @property
    def _tables(self) -> tuple[Setting, ...]:
        return tuple(map(self._setting, self._plan.tables))

    def _setting(self, setting: Setting) -> Setting:
        return setting if setting.rulings == self._reading else setting.read_so(self._reading)

    def _adopts(self, pairs: bool = False) -> bool:
        """Whether another reading explains something that was found; then it is the present one."""
        explained: dict[Rulings, list[Difference]] = {}
        by: dict[Rulings, Reading] = {}
        contradicted: set[str] = set()
        for difference, _ in self._found:
            if self._looked.get(difference, -1) >= pairs:
                continue
            self._tell()
            self._looked[difference] = pairs
            explaining = readings(difference, pairs)
            instead = [(one, reading) for one in explaining for reading in self._instead(one)]
            for one, reading in instead:
                explained.setdefault(reading, []).append(difference)
                by.setdefault(reading, one)
            if not instead:
                contradicted |= {slug for one in explaining for slug in one.slugs}
        if self._gives_up(contradicted):
            return True
        if not explained or len(self._tried) > RESTARTS:
            return False
        # Several may explain the same; the one that explains most is the likeliest, and if it is not the one, a
        # difference will show that.
        reading = max(explained, key=lambda one: len(explained[one]))
        if by[reading].over(self._reading) == reading:
            self._keep(by[reading], explained[reading])
        self._follow(reading, explained[reading])
        return True

    def _gives_up(self, slugs: set[str]) -> bool:
        """Whether an adopted answer is contradicted by tables at which the engine does as it was asked to; then it is
        no reading, and what it seemed to explain is a mistake."""
        letters, asked = self._reading.letters(), self._asked.letters()
        wrong = {(slug, letters[slug]) for slug in slugs if letters[slug] != asked[slug]}
        self._banned |= wrong
        if wrong:
            self._follow(rulings({**letters, **{slug: asked[slug] for slug, _ in wrong}}), [])
        return bool(wrong)

    def _follow(self, reading: Rulings, explained: list[Difference]) -> None:
        """From now on by another reading; what it does not explain may still be seen."""
        self._read = [finding for finding in self._read if _held(finding, reading)]
        self._reading = reading
        self._tried.add(reading)
        mistakes, self._found, self._looked = self._found, Found(), {}
        for difference, times in mistakes:
            again = read_as(difference.script, self._setting(difference.script.setting))
            if again is not None and difference not in explained:
                for still in self._judge.differences(again):
                    self._found.add_one(still, times)

    def _instead(self, one: Reading) -> Iterator[Rulings]:
        """What to follow if this explains a difference: it; or, if that has been tried, what was adopted wrongly is
        given up for something else that explained the same."""
        if any((choice.slug, choice.letter) in self._banned for choice in one.choices):
            return
        reading = one.over(self._reading)
        if reading not in self._tried:
            yield reading
            return
        for finding in self._read:
            if any(one.slugs & each.slugs for each in finding.readings):
                yield from (other for each in finding.readings if (other := each.over(reading)) not in self._tried)

    def _keep(self, reading: Reading, differences: list[Difference]) -> None:
        """A reading is told by the shortest game that shows it."""
        times = dict(self._found)
        shortest = min(differences, key=lambda difference: size(difference.script))
        least = minimise(self._judge, shortest, self._plan.budget)
        for difference in (least, shortest):
            explaining = readings(difference, pairs=len(reading.choices) > 1)
            if reading in explaining:
                count = sum(times[each] for each in differences)
                self._read.append(Finding(difference, count, explaining))
                return

    # -- asking

    def _put(self, script: Script | None, slug: str = "") -> bool:
        """Ask a script, maybe one about a ruling; whether anything of it was answered."""
        if script is None or not self._judge.can(script):
            return False
        before, answered = (self._judge.skipped.total(), self._judge.errored.total()), self._judge.answered
        differences = [*self._judge.differences(script)]
        self._found.note(differences)
        if slug and differences:
            self._masked.add(slug)
        if slug and before == (self._judge.skipped.total(), self._judge.errored.total()):
            self._agreed.setdefault(slug, []).extend(_agreed(script, differences))
        return self._judge.answered > answered

    def _vectors(self) -> None:
        self._tell("vectors")
        self._progress.vectors = self._unasked = 0
        tables = {(table.seats, table.hard): table for table in self._tables}
        for vector in self._plan.vectors:
            here = vector.script.setting
            setting = tables.get((here.seats, here.hard))
            if setting is None:
                continue
            if not self._put(read_as(vector.script, setting)):
                self._unasked += 1
                continue
            self._progress.vectors += 1
            self._tell()

    def _walks(self) -> bool:
        """Play games until the time is over; whether a reading was adopted on the way."""
        self._tell("games")
        plan, games = self._plan, self._plan.games
        left = None if games is None else games - self._progress.games
        if self._left <= 0 or left == 0:
            return False
        walk = Walk(self._tables, self._left, left, plan.seed, plan.limits, plan.tables[0].rules.edition)
        began, causes = monotonic(), len(self._found)
        if plan.jobs > 1 and self._way is not None:
            shares = [
                attrs.evolve(walk, seed=plan.seed + job, games=share)
                for job in range(plan.jobs)
                if (share := None if left is None else left // plan.jobs + (job < left % plan.jobs)) != 0
            ]
            with ProcessPoolExecutor(plan.jobs, get_context("spawn")) as workers:
                for walked in workers.map(walk_apart, [self._way] * len(shares), shares):
                    self._add(walked)
            self._left -= monotonic() - began
            return self._adopts()
        for _ in walks(self._judge, walk, self._found):
            self._progress.games += 1
            self._tell()
            if len(self._found) > causes:
                causes = len(self._found)
                if self._adopts():
                    self._left -= monotonic() - began
                    return True
        self._left = 0
        return False

    def _add(self, walked: Walked) -> None:
        self._found.add(walked.found)
        self._progress.games += walked.games
        self._judge.clauses |= walked.clauses
        self._judge.questions += walked.questions
        self._judge.skipped += walked.skipped
        self._judge.errored += walked.errored
        if walked.ill is not None:
            raise Trouble(walked.ill, walked.sentence)
        self._tell()

    def _separates(self) -> bool:
        """Search and play games that tell answers apart which are still open; whether a reading was adopted."""
        self._tell("games that tell readings apart")
        masked = len(self._masked)
        for other in self._open() if self._plan.search else ():
            self._tell()
            for slug in other.slugs - self._masked:
                self._put(separating(self._tables, other), slug)
            if len(self._masked) >= masked + PATIENCE:
                break
        return self._adopts()

    def _minimises(self) -> bool:
        """Make what was found short, and look once more for what would explain it: now also for pairs of answers."""
        self._tell("minimising")
        least = Found()
        for difference, times in self._found:
            self._tell()
            least.add_one(minimise(self._judge, difference, self._plan.budget), times)
        self._found = least
        return self._adopts(pairs=True)

    # -- what is known

    def _open(self) -> tuple[Reading, ...]:
        return still_open(self._agreed, self._reading, self._who.capabilities)

    def _fingerprint(self) -> Fingerprint:
        self._tell("the reading")
        return fingerprint(self._asked, self._reading, {other: self._hint(other) for other in self._open()})

    def _hint(self, other: Reading) -> str:
        """Why it is not known whether an answer is meant, or what would tell."""
        if other.slugs & self._masked:
            return "a mistake gets in the way in the game that would tell"
        telling = [
            teller.script
            for teller in self._everywhere
            if teller.slug in other.slugs and tells([teller.script], other, frozenset(CAPABILITIES))
        ]
        if not telling:
            searched = "" if self._plan.search else " (`shinkansen fingerprint` searches further)"
            return f"no game is known that would tell under this reading{searched}"
        asked = {table.seats for table in self._tables}
        if all(script.setting.seats not in asked for script in telling):
            seats = min(script.setting.seats for script in telling)
            return f"{'a solo game' if seats == 1 else f'a game for {seats}'} would tell, and none was asked"
        if not self._plan.search and all(script.setting.edition != SHIPPED for script in telling):
            return "only other cards would tell (`shinkansen fingerprint` plays with some)"
        return "it does not answer in the game that would tell"

    @cached_property
    def _everywhere(self) -> tuple[Teller, ...]:
        """Every game that tells readings apart, also those for other numbers of players."""
        return tuple(tellers([Setting(seats, False, self._reading) for seats in (1, 2, 3, 4)], varied=True))

    def _tell(self, doing: str = "") -> None:
        self._progress.doing = doing or self._progress.doing
        self._progress.questions = self._judge.questions
        self._progress.clauses = self._judge.clauses
        self._progress.causes = len(self._found)
        self._watch(self._progress)


def _agreed(script: Script, differences: list[Difference]) -> Iterator[Script]:
    """What is left of a script without the questions that were answered differently; nothing if the tables parted."""
    asked = [difference.script.asks for difference in differences]
    if all(asked):
        wrong = {ask.what for asks in asked for ask in asks}
        yield attrs.evolve(script, asks=tuple(ask for ask in script.asks if ask.what not in wrong))


def _held(finding: Finding, reading: Rulings) -> tuple[Reading, ...]:
    """Of the readings that explain a finding, those that belong to this one."""
    return tuple(one for one in finding.readings if one.over(reading) == reading)
