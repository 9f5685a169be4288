"""The runner takes the steps of a check in order: smoke test, games that tell readings apart, vectors, random games,
causes, asking again; and reports what was found, however it ends.

A difference that another reading of a doubtful rule explains is not a mistake (`adopting`). A difference that no
reading explains is a mistake: its cause is worked out (`explaining`), asked again from a fresh start, and reported
once. What an engine skips, and the errors it reports, are counted and kept apart from wrong answers. What the steps
share is in `course`, their time in `clock`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager
from math import inf

import attrs

from shinkansen.core.game import Game
from shinkansen.core.parts import CLAUSE_TESTS
from shinkansen.readings.witnesses import usual_edition
from shinkansen.verify.conversation.serving import CAPABILITIES
from shinkansen.verify.conversation.talk import Engine, TimeIsOver, Trouble
from shinkansen.verify.judging.adopting import Adopting
from shinkansen.verify.judging.again import ask_again
from shinkansen.verify.judging.asking import edition_of_vectors, put, put_vectors, vectors_asked
from shinkansen.verify.judging.clock import GAMES, LEAST, Clock
from shinkansen.verify.judging.course import Course
from shinkansen.verify.judging.explaining import explain
from shinkansen.verify.judging.findings import UNEXPLAINED, UNSHORTENED, Finding
from shinkansen.verify.judging.fingerprint import Fingerprint
from shinkansen.verify.judging.judge import Judge
from shinkansen.verify.judging.knowing import known, put_tellers, separate
from shinkansen.verify.judging.plan import Plan, Watch
from shinkansen.verify.judging.playing import play
from shinkansen.verify.judging.playing_at_length import play_at_length
from shinkansen.verify.judging.readings import read_as
from shinkansen.verify.judging.scope import Scope
from shinkansen.verify.judging.script import SHIPPED
from shinkansen.verify.judging.start import NOBODY, Address, Smoke, Way, Who, greet, smoke
from shinkansen.verify.judging.verdict import Inconsistent, Report


def check(way: Way, plan: Plan, watch: Watch = lambda progress: None) -> Report:
    """Check the engine that a way leads to. If something prevents asking it, the report says so."""
    return _Check(way, None, plan, watch).run()


def check_engine(engine: Engine, plan: Plan, watch: Watch = lambda progress: None) -> Report:
    """Check an engine that already exists in this process; it is left open."""
    return _Check(None, engine, attrs.evolve(plan, at_length=None), watch).run()


class _Check:
    def __init__(self, way: Way | None, engine: Engine | None, plan: Plan, watch: Watch) -> None:
        self._way = way
        self._engine: Engine | None = engine
        self._clock = Clock(plan)
        self._limits = attrs.evolve(plan.limits, stop=self._clock.closing)
        rulings = plan.tables[0].rulings
        self._course = Course(plan, watch, self._clock, rulings, rulings)
        self._adopting = Adopting(self._course)
        self._who: Who = NOBODY
        self._smoke = Smoke(())
        self._interrupted = False
        self._late = False
        """Whether something was cut short by the time."""
        self._played = False
        """Whether games at length were played."""
        self._to_tell: list[Finding] = []
        """Findings that have not been asked again yet."""
        self._told: list[Finding] = []
        """Findings that came back."""
        self._inconsistent: list[Inconsistent] = []
        self._known: Fingerprint | None = None

    def run(self) -> Report:
        try:
            return self._run()
        finally:
            self._close()  # whatever happened

    def _run(self) -> Report:
        self._carefully(self._ask_everything)
        self._to_tell = self._findings()
        self._clock.asks_again()
        # A process is closed first, since two of them at a time may get in each other's way; behind a connection the
        # engine may accept only that one, so there the same one is asked again.
        apart = self._way is not None and not isinstance(self._way, Address)
        if apart:
            self._close()
        self._carefully(self._ask_again)
        self._close()
        self._carefully(self._find_reading)
        return self._report()

    def _carefully(self, deed: Callable[[], None]) -> None:
        """Do something; if it is cut short, what was found until then is still reported."""
        if self._interrupted:
            return
        course = self._course
        try:
            deed()
        except Trouble as trouble:
            course.trouble = course.trouble or trouble
        except TimeIsOver:
            self._late = True
        except KeyboardInterrupt:
            self._interrupted = True
        course.count()

    # -- starting and closing it

    def _meet(self) -> None:
        """Start it, ask who it is, and see whether it answers."""
        course = self._course
        if self._engine is None:
            assert self._way is not None
            self._engine = self._way.open(self._limits)
        self._limit(self._engine)
        self._who = greet(self._engine, course.plan.game)
        declared = self._who.rulings
        if course.plan.declared and declared is not None:
            tables = tuple(attrs.evolve(table, rulings=declared) for table in course.plan.tables)
            course.plan = attrs.evolve(course.plan, tables=tables)
            course.asked = course.reading = declared
            self._adopting = Adopting(course)
        course.judge = Judge(self._engine, self._who.capabilities)
        self._smoke = smoke(self._engine, self._who, course.plan.tables[0])

    def _close(self) -> None:
        """End it and see how it ends: that counts as much as its answers."""
        if self._way is None or self._engine is None:
            return
        engine, self._engine = self._engine, None
        try:
            engine.close()
        except KeyboardInterrupt:
            self._interrupted = True
            engine.close()
        self._course.trouble = self._course.trouble or engine.trouble

    def _limit(self, engine: Engine) -> None:
        """Ask an engine nothing after what is being done now ends."""
        engine.until = None if self._clock.until == inf else self._clock.until

    @contextmanager
    def _fresh(self) -> Generator[Judge, None, None]:
        """A judge of an engine that has not been asked anything yet; if there is only one engine, of that one."""
        if self._engine is not None:
            self._limit(self._engine)
            yield Judge(self._engine, self._who.capabilities)
            return
        assert self._way is not None
        # What asking again may take of the time for closing, closing cannot have.
        limits = self._limits if self._clock.until == self._clock.end else attrs.evolve(self._limits, stop=LEAST)
        with self._way.open(limits) as engine:
            self._limit(engine)
            yield Judge(engine, greet(engine, self._course.plan.game).capabilities)
        self._course.trouble = self._course.trouble or engine.trouble

    # -- the steps

    def _ask_everything(self) -> None:
        self._meet()
        while self._pass():
            pass

    def _pass(self) -> bool:
        """Ask everything under the present reading; returns whether another was adopted, so all must be asked again."""
        course, adopting = self._course, self._adopting
        course.tell("games that tell readings apart")
        course.begins_again()
        for finding in adopting.read:
            script = finding.difference.script
            for slug in sorted({slug for one in finding.readings for slug in one.slugs}):
                put(course, read_as(script, course.setting(script.setting)), slug)
        put_tellers(course)
        put_vectors(course)
        course.prepared = True
        return adopting.adopts() or self._games() or self._separates() or self._explains()

    def _games(self) -> bool:
        """Play random games, here or at length; returns whether a reading was adopted on the way."""
        course = self._course
        plan = course.plan
        course.tell("games")
        if self._clock.over(GAMES) or plan.games == course.progress.games:
            return False
        if plan.at_length is None or self._way is None:
            return play(course, self._adopting.adopts)
        if self._played:
            return False
        self._played = True
        return play_at_length(course, self._adopting, self._way, self._who, plan.at_length)

    def _separates(self) -> bool:
        separate(self._course)
        return self._adopting.adopts()

    def _explains(self) -> bool:
        """Work out causes, and look once more for readings that explain what is left: now also for pairs of answers."""
        return self._adopting.adopts(explain(self._course), pairs=True)

    def _ask_again(self) -> None:
        """Of the findings to report, keep those that come back; the others are not mistakes about a rule. Those that
        could not be asked again are reported all the same, marked as such."""
        longer = self._course.longer
        while self._to_tell:
            self._course.tell("asking again")
            answer = ask_again(self._fresh, self._to_tell[0], longer.get(self._to_tell[0].difference))
            self._to_tell.pop(0)
            if answer.finding is not None:
                self._told.append(answer.finding)
            if answer.inconsistent is not None:
                self._inconsistent.append(answer.inconsistent)

    def _find_reading(self) -> None:
        course = self._course
        if course.prepared and course.trouble is None and course.judge.compared.total():
            course.tell("the reading")
            self._known = known(course)

    # -- what to report

    def _report(self) -> Report:
        course, judge, scope = self._course, self._course.judge, self._scope()
        edition = course.plan.tables[0].rules.edition_id
        return Report(
            course.plan.game,
            self._who,
            self._smoke,
            (*self._told, *self._to_tell),
            course.progress,
            course.unasked,
            judge.skipped,
            judge.errored,
            course.trouble,
            self._clock.passed,
            self._known,
            edition.name if edition is not None else "",
            scope,
            tuple(self._inconsistent),
            scope.missing(course.plan.required),
            self._unfinished(),
            self._interrupted,
            course.plan.seed,
            course.clean,
            course.left_out,
        )

    def _findings(self) -> list[Finding]:
        course = self._course
        undiagnosed = (Finding(difference, times) for difference, times in course.found.without_consequences())
        return [*map(self._marked, self._adopting.told), *map(self._marked, course.mistakes or undiagnosed)]

    def _marked(self, finding: Finding) -> Finding:
        """With what there was no time for."""
        course, difference = self._course, finding.difference
        unexplained = self._late and finding.wrong and not finding.says
        unshortened = difference in course.cut_short or (unexplained and difference not in course.longer)
        said = [*finding.cut_short, *[UNEXPLAINED] * unexplained, *[UNSHORTENED] * unshortened]
        return attrs.evolve(finding, cut_short=tuple(dict.fromkeys(said)))

    def _scope(self) -> Scope:
        offered = tuple(name for name in CAPABILITIES if name in self._who.capabilities)
        judge, plan = self._course.judge, self._course.plan
        idle = (words for table in plan.tables if (words := table.table_words) not in judge.tables)
        vectors, asked = [each.script.setting.edition for each in plan.vectors], edition_of_vectors(plan)
        elsewhere = Counter(usual_edition(plan.game) if name == SHIPPED else name for name in vectors if name != asked)
        return Scope(
            offered,
            judge.answered,
            judge.compared,
            frozenset(judge.clauses),
            citable(plan.game),
            tuple(dict.fromkeys(idle)),
            elsewhere,
        )

    def _unfinished(self) -> str:
        course = self._course
        if course.prepared or course.trouble is not None or self._interrupted:
            return ""
        all_ = len([*vectors_asked(course)])
        done = f"{course.progress.vectors} of {all_} vectors"
        return f"The time was up before all prepared questions were asked ({done}): it needs more --seconds."


def citable(game: Game) -> frozenset[str]:
    """The clauses that answers can rest on: those its engine cites, or all that a program can exercise."""
    if game.has(CLAUSE_TESTS):
        return frozenset(game.part(CLAUSE_TESTS)().citable)
    return frozenset(clause.id for clause in game.rulebook if clause.program)
