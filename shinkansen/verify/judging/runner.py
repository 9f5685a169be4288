"""The runner: smoke test, games that tell readings apart, vectors, then random games within a budget.

A difference that another reading of a doubtful rule explains is not a mistake. That reading is adopted and everything
is asked again, so that differences it had hidden appear; the engine is still told the same as before. A difference that
no reading explains is a mistake: its cause is worked out (`diagnosis`), asked again from a fresh start, and reported
once. What an engine skips, and the errors it reports, are counted and kept apart from wrong answers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from math import inf
from pathlib import Path
from time import monotonic
from typing import Any, Final, TypeAlias, cast

import attrs
from attrs import field, frozen

from shinkansen.campaign.campaigns import campaign
from shinkansen.campaign.progress_file import Failure
from shinkansen.campaign.running import HERE, Advance, Workers, run
from shinkansen.core.clauses import section
from shinkansen.core.errors import ShinkansenError
from shinkansen.core.game import Game
from shinkansen.core.opaque import AnyRules
from shinkansen.core.parts import CLAUSE_TESTS
from shinkansen.core.plain_json import Json
from shinkansen.core.rulings import Letters
from shinkansen.readings.witnesses import usual_edition
from shinkansen.verify.conversation import custody
from shinkansen.verify.conversation.serving import CAPABILITIES
from shinkansen.verify.conversation.talk import Engine, Fault, Limits, Reply, TimeIsOver, Trouble
from shinkansen.verify.judging import at_length
from shinkansen.verify.judging.again import ask_again
from shinkansen.verify.judging.diagnosis import diagnose
from shinkansen.verify.judging.difference import Difference
from shinkansen.verify.judging.findings import Finding, Found
from shinkansen.verify.judging.fingerprint import Fingerprint, Teller, fingerprint, separating, still_open, tellers
from shinkansen.verify.judging.judge import Judge
from shinkansen.verify.judging.minimise import Budget, minimise, size
from shinkansen.verify.judging.random_games import Share, play_games
from shinkansen.verify.judging.readings import Heard, Reading, read_as, readings, tells
from shinkansen.verify.judging.scope import Requirements, Scope, Topic
from shinkansen.verify.judging.script import SHIPPED, Script, Setting, What, own_edition
from shinkansen.verify.judging.start import NOBODY, Address, Smoke, Way, Who, greet, smoke
from shinkansen.verify.judging.stored import read_difference
from shinkansen.verify.judging.suspects import Evidence
from shinkansen.verify.judging.vectors import Vector
from shinkansen.verify.judging.verdict import Inconsistent, Progress, Report, counted
from shinkansen.verify.judging.wrong_rules import WrongRule, WrongRules

_RESTARTS: Final = 10
"""How many readings are adopted at most; an engine that reads more rules differently no longer plays this game."""

_GAMES: Final = 0.85
_GAMES_OF_THE_WRONG: Final = 0.5
_EXPLAINING: Final = 0.65
_SHORTENING: Final = 0.8
"""The shares of the time after which no more games begin (earlier, if something was found), after which nothing more is
tried as an explanation, and after which nothing more is shortened; the rest is for asking again."""

_LEAST: Final = 2.0
"""The seconds that an engine always gets to end."""

_PATIENCE: Final = 3
"""After this many useless games, in which a mistake got in the way, the search ends."""

_NOTHING_NEW: Final = 25
"""Once something was found, games end after this many in which nothing else was."""

_KEPT: Final = 300
"""How many games in which the engine agreed are kept, to try explanations on them."""


@frozen
class AtLength:
    """Games played as a campaign: in shards, each with an engine of its own."""

    workers: Workers = HERE
    file: Path | None = None
    """What keeps the progress."""


@frozen
class Plan:
    """What to do in a check."""

    tables: tuple[Setting, ...]
    vectors: tuple[Vector, ...] = ()
    seconds: float | None = None
    """The time for the whole check, from starting the engine to its end; no limit if it is none."""
    games: int | None = None
    """How many games at most; required if there is no time limit."""
    seed: int = 1964
    at_length: AtLength | None = None
    """Whether the games are a campaign, and where it runs."""
    limits: Limits = field(factory=Limits)
    budget: Budget = field(factory=Budget)
    """The limits for minimising each difference."""
    declared: bool = True
    """Whether the engine is checked by the rulings it declares, if it declares any."""
    search: bool = False
    """Whether to search for games that tell apart the answers that are still open, also with other cards: there an
    engine with built-in figures, which does not take them from the wire, would seem wrong."""
    required: Requirements = field(factory=Requirements)
    """What must have been asked and answered for a verdict."""

    @property
    def game(self) -> Game:
        """The game that is checked."""
        return self.tables[0].game

    def __attrs_post_init__(self) -> None:
        if self.seconds is None and self.games is None:
            raise ShinkansenError("the check would never end: expected a limit on seconds or games")


Watch: TypeAlias = Callable[[Progress], None]
"""A function that is told how far a check has come."""


class Clock:
    """The time of a check and its shares: games, then shortening differences, then asking them again, then closing."""

    def __init__(self, plan: Plan) -> None:
        self.began = monotonic()
        # The remainder is for closing; no engine is blamed for needing a moment, however short the check.
        self.closing = (
            plan.limits.stop if plan.seconds is None else min(plan.limits.stop, max(plan.seconds / 2, _LEAST))
        )
        self.end = inf if plan.seconds is None else self.began + max(plan.seconds / 2, plan.seconds - self.closing)
        """When asking ends."""
        self.again = inf if plan.seconds is None else max(self.end, self.began + plan.seconds - _LEAST)
        """When asking again ends: what was found is worth more than the time that closing hardly ever takes."""

    def until(self, share: float) -> float:
        """When a share of the time for asking is over."""
        return self.end if self.end == inf else self.began + share * (self.end - self.began)

    @property
    def passed(self) -> float:
        """How many seconds the check has taken so far."""
        return monotonic() - self.began


def check(way: Way, plan: Plan, watch: Watch = lambda progress: None) -> Report:
    """Check the engine that a way leads to. If something prevents asking it, the report says so."""
    return _Check(way, None, plan, watch).run()


def check_engine(engine: Engine, plan: Plan, watch: Watch = lambda progress: None) -> Report:
    """Check an engine that already exists in this process; it is left open."""
    return _Check(None, engine, attrs.evolve(plan, at_length=None), watch).run()


class _Check:
    def __init__(self, way: Way | None, engine: Engine | None, plan: Plan, watch: Watch) -> None:
        self._way = way
        self._plan = plan
        self._watch = watch
        self._clock = Clock(plan)
        self._until = self._clock.end
        """When what is being done now ends."""
        self._limits = attrs.evolve(plan.limits, stop=self._clock.closing)
        self._progress = Progress()
        self._engine: Engine | None = engine
        self._judge: Judge = Judge(_Absent(), frozenset())
        self._who: Who = NOBODY
        self._smoke = Smoke(())
        self._trouble: Trouble | None = None
        self._interrupted = False
        self._prepared = False
        """Whether all vectors have been asked under the present reading."""
        self._clean = 0
        """How many games were played under it."""
        self._asked = self._reading = plan.tables[0].rulings
        self._tried = {self._reading}
        """Every reading under which everything was asked."""
        self._banned: set[tuple[str, str]] = set()
        """Answers that it follows at some tables but not at others: not a reading, but mistakes."""
        self._read: list[Finding] = []
        """The differences that the adopted readings explain."""
        self._found = Found()
        self._mistakes: list[Finding] = []
        """The causes of what was found, as far as they have been worked out."""
        self._heard: list[Heard] = []
        """Some games in which the engine agreed."""
        self._longer: dict[Difference, Difference] = {}
        """For each shortened difference, the one it was shortened from."""
        self._to_tell: list[Finding] = []
        """Findings that have not been asked again yet."""
        self._told: list[Finding] = []
        """Findings that came back."""
        self._inconsistent: list[Inconsistent] = []
        self._agreed: dict[str, list[Heard]] = {}
        """By ruling, the games about it in which the engine agreed with the reference, under the present reading."""
        self._masked: set[str] = set()
        """The rulings with a game about them in which the engine does not agree."""
        self._looked: dict[Difference, int] = {}
        """The differences for which readings have been looked up: 0 single answers, 1 pairs."""
        self._played: dict[str, Any] | None = None
        """The results of games at length."""
        self._left_out: tuple[str, ...] = ()
        """The shards of these games that could not be worked out."""
        self._unasked = 0
        self._known: Fingerprint | None = None

    def run(self) -> Report:
        try:
            return self._run()
        finally:
            self._close()  # whatever happened

    def _run(self) -> Report:
        self._carefully(self._ask_everything)
        self._to_tell = self._findings()
        self._until = self._clock.again
        # A process is closed first, since two of them at a time may get in each other's way; behind a connection the
        # engine may accept only that one, so there the same one is asked again.
        apart = self._way is not None and not isinstance(self._way, Address)
        if apart:
            self._close()
        self._carefully(self._ask_again)
        self._close()
        self._carefully(self._find_reading)
        scope, edition = self._scope(), self._plan.tables[0].rules.edition_id
        return Report(
            self._plan.game,
            self._who,
            self._smoke,
            (*self._told, *self._to_tell),
            self._progress,
            self._unasked,
            self._judge.skipped,
            self._judge.errored,
            self._trouble,
            self._clock.passed,
            self._known,
            edition.name if edition is not None else "",
            scope,
            tuple(self._inconsistent),
            scope.missing(self._plan.required),
            self._unfinished(),
            self._interrupted,
            self._plan.seed,
            self._clean,
            self._left_out,
        )

    def _carefully(self, deed: Callable[[], None]) -> None:
        """Do something; if it is cut short, what was found until then is still reported."""
        if self._interrupted:
            return
        try:
            deed()
        except Trouble as trouble:
            self._trouble = self._trouble or trouble
        except TimeIsOver:
            pass
        except KeyboardInterrupt:
            self._interrupted = True
        self._count()

    def _ask_everything(self) -> None:
        self._meet()
        while self._pass():
            pass

    def _meet(self) -> None:
        """Start it, ask who it is, and see whether it answers."""
        if self._engine is None:
            assert self._way is not None
            self._engine = self._way.open(self._limits)
        self._limit(self._engine)
        self._who = greet(self._engine, self._plan.game)
        if self._plan.declared and self._who.rulings is not None:
            tables = tuple(attrs.evolve(table, rulings=self._who.rulings) for table in self._plan.tables)
            self._plan = attrs.evolve(self._plan, tables=tables)
            self._asked = self._reading = self._who.rulings
            self._tried = {self._reading}
        self._judge = Judge(self._engine, self._who.capabilities)
        self._smoke = smoke(self._engine, self._who, self._plan.tables[0])

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
        self._trouble = self._trouble or engine.trouble

    def _scope(self) -> Scope:
        offered = tuple(name for name in CAPABILITIES if name in self._who.capabilities)
        judge, game = self._judge, self._plan.game
        idle = (words for table in self._plan.tables if (words := table.table_words) not in judge.tables)
        vectors = [each.script.setting.edition for each in self._plan.vectors]
        others = (name for name in vectors if name != self._edition)
        elsewhere = Counter(usual_edition(game) if name == SHIPPED else name for name in others)
        return Scope(
            offered,
            judge.answered,
            judge.compared,
            frozenset(judge.clauses),
            citable(game),
            tuple(dict.fromkeys(idle)),
            elsewhere,
        )

    def _unfinished(self) -> str:
        if self._prepared or self._trouble is not None or self._interrupted:
            return ""
        all_ = sum(self._table_of(vector) is not None for vector in self._plan.vectors)
        done = f"{self._progress.vectors} of {all_} vectors"
        return f"The time was up before all prepared questions were asked ({done}): it needs more --seconds."

    # -- what to report

    def _findings(self) -> list[Finding]:
        undiagnosed = (Finding(difference, times) for difference, times in self._found.without_consequences())
        mistakes = self._mistakes or [*undiagnosed]
        held_ = [attrs.evolve(finding, readings=_held(finding, self._reading)) for finding in self._read]
        asked = self._asked
        read = [
            finding
            for finding in held_
            if any(asked[choice.slug] != choice.letter for one in finding.readings for choice in one.choices)
        ]
        return [*read, *mistakes]

    def _ask_again(self) -> None:
        """Of the findings to report, keep those that come back; the others are not mistakes about a rule. Those that
        could not be asked again are reported all the same, marked as such."""
        while self._to_tell:
            self._tell("asking again")
            answer = ask_again(self._fresh, self._to_tell[0], self._longer.get(self._to_tell[0].difference))
            self._to_tell.pop(0)
            if answer.finding is not None:
                self._told.append(answer.finding)
            if answer.inconsistent is not None:
                self._inconsistent.append(answer.inconsistent)

    @contextmanager
    def _fresh(self) -> Generator[Judge, None, None]:
        """A judge of an engine that has not been asked anything yet; if there is only one engine, of that one."""
        if self._engine is not None:
            self._limit(self._engine)
            yield Judge(self._engine, self._who.capabilities)
            return
        assert self._way is not None
        # What asking again may take of the time for closing, closing cannot have.
        limits = self._limits if self._until == self._clock.end else attrs.evolve(self._limits, stop=_LEAST)
        with self._way.open(limits) as engine:
            self._limit(engine)
            yield Judge(engine, greet(engine, self._plan.game).capabilities)
        self._trouble = self._trouble or engine.trouble

    def _limit(self, engine: Engine) -> None:
        """Ask an engine nothing after what is being done now ends."""
        engine.until = None if self._until == inf else self._until

    def _pass(self) -> bool:
        """Ask everything under the present reading; returns whether another was adopted, so all must be asked again."""
        self._tell("games that tell readings apart")
        self._agreed, self._masked, self._heard, self._mistakes = {}, set(), [], []
        for finding in self._read:
            script = finding.difference.script
            for slug in sorted({slug for one in finding.readings for slug in one.slugs}):
                self._put(read_as(script, self._setting(script.setting)), slug)
        for teller in tellers(self._tables, self._plan.search):
            self._put(teller.script, teller.slug)
        self._vectors()
        self._prepared = True
        return self._adopts() or self._random_games() or self._separates() or self._diagnoses()

    # -- the reading

    @property
    def _tables(self) -> tuple[Setting, ...]:
        return tuple(map(self._setting, self._plan.tables))

    def _setting(self, setting: Setting) -> Setting:
        return setting if setting.rulings == self._reading else setting.read_so(self._reading)

    def _adopts(self, among: Sequence[Difference] | None = None, pairs: bool = False) -> bool:
        """Whether another reading explains something that was found, or one of some differences; if so, it becomes the
        present one."""
        explained: dict[Letters, list[Difference]] = {}
        by: dict[Letters, Reading] = {}
        contradicted: set[str] = set()
        for difference in among if among is not None else [each for each, _ in self._found]:
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
        if not explained or len(self._tried) > _RESTARTS:
            return False
        # Several may explain the same difference; the one that explains most is the likeliest, and if it is wrong, a
        # difference will show that.
        reading = max(explained, key=lambda one: len(explained[one]))
        if by[reading].over(self._reading) == reading:
            self._keep(by[reading], explained[reading])
        self._follow(reading, explained[reading])
        return True

    def _gives_up(self, slugs: set[str]) -> bool:
        """Whether an adopted answer is contradicted by tables at which the engine does what it was asked to do; then it
        is not a reading, and what it seemed to explain is a mistake."""
        letters, asked = self._reading, self._asked
        wrong = {(slug, letters[slug]) for slug in slugs if letters[slug] != asked[slug]}
        self._banned |= wrong
        if wrong:
            self._follow(letters.but(**{slug: asked[slug] for slug, _ in wrong}), [])
        return bool(wrong)

    def _follow(self, reading: Letters, explained: list[Difference]) -> None:
        """Follow another reading from now on; what it does not explain may still be seen."""
        self._read = [finding for finding in self._read if _held(finding, reading)]
        self._reading = reading
        self._prepared, self._clean = False, 0
        # An engine may rightly fail at tables that its own reading can never reach; real errors inside it will show
        # again, since everything is asked again.
        self._judge.errored.clear()
        self._tried.add(reading)
        mistakes, self._found, self._looked = self._found, Found(), {}
        for difference, times in mistakes:
            again = read_as(difference.script, self._setting(difference.script.setting))
            if again is not None and difference not in explained:
                for still in self._judge.differences(again):
                    self._found.add_one(still, times)

    def _instead(self, one: Reading) -> Iterator[Letters]:
        """What to follow if this explains a difference: just that; or, if that has been tried, give up what was adopted
        wrongly for something else that explained the same."""
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
        """A reading is reported with the shortest game that shows it."""
        times = Counter(dict(self._found))
        shortest = min(differences, key=lambda difference: size(difference.script))
        least = minimise(self._judge, shortest, self._budget(1))
        self._longer[least] = shortest
        for difference in (least, shortest):
            explaining = readings(difference, pairs=len(reading.choices) > 1)
            if reading in explaining:
                count = sum(times[each] for each in differences)
                self._read.append(Finding(difference, count, explaining))
                return

    # -- asking

    def _put(self, script: Script | None, slug: str = "") -> bool:
        """Ask a script, perhaps one about a ruling; returns whether any part of it was answered."""
        if script is None or not self._judge.can(script):
            return False
        before, compared = (self._judge.skipped.total(), self._judge.errored.total()), self._judge.compared.total()
        differences = [*self._judge.differences(script)]
        self._found.note(differences)
        if not differences:
            self._hears(script)
        if slug and differences:
            self._masked.add(slug)
        if slug and before == (self._judge.skipped.total(), self._judge.errored.total()):
            heard, offered = self._judge.heard, self._judge.capabilities
            agreed = (Heard(rest, heard, offered) for rest in _agreed(script, differences))
            self._agreed.setdefault(slug, []).extend(agreed)
        return self._judge.compared.total() > compared

    def _hears(self, script: Script) -> None:
        """Keep a script in which the engine has just agreed."""
        if len(self._heard) < _KEPT:
            sections = frozenset(map(section, self._judge.rested))
            self._heard.append(Heard(script, self._judge.heard, self._judge.capabilities, sections))

    def _vectors(self) -> None:
        """Ask the vectors by every route that the engine offers, so that each of its capabilities is used."""
        self._tell("vectors")
        self._progress.vectors = self._unasked = 0
        for vector in self._plan.vectors:
            setting = self._table_of(vector)
            if setting is None:
                continue
            script = read_as(vector.script, setting)
            asked = [self._put(one) for one in (self._by_every_route(script) if script is not None else ())]
            self._progress.vectors += any(asked)
            self._unasked += not any(asked)
            self._tell()

    def _by_every_route(self, script: Script) -> Iterator[Script]:
        """The script by every route; an illegal move that it is asked about is also tried, to see it refused."""
        yield from self._judge.every_route(script)
        tries = tuple(
            attrs.evolve(ask, what=What.TRY) for ask in script.asks if ask.what is What.CHECK and ask.by is None
        )
        if tries:
            yield from self._judge.every_route(attrs.evolve(script, asks=tries))

    @cached_property
    def _edition(self) -> str:
        """The edition whose vectors are asked: the one to be checked, or the shipped one if none is about that."""
        own = self._plan.tables[0].edition
        return own if any(each.script.setting.edition == own for each in self._plan.vectors) else SHIPPED

    def _table_of(self, vector: Vector) -> Setting | None:
        """The table at which a vector can be asked: its number of seats and its variants are among those to be checked,
        though perhaps not at one table; and it is about the edition, or the shipped one if none is about that."""
        here, tables = vector.script.setting, self._tables
        if here.seats not in {table.seats for table in tables} or here.edition != self._edition:
            return None
        alike = [table for table in tables if table.variants == here.variants]
        exact = [table for table in alike if table.seats == here.seats]
        return next((attrs.evolve(table, seats=here.seats) for table in (*exact, *alike)), None)

    def _random_games(self) -> bool:
        """Play games until the time is up; returns whether a reading was adopted on the way."""
        self._tell("games")
        plan, games = self._plan, self._plan.games
        left = None if games is None else games - self._progress.games
        until = self._clock.until(_GAMES)
        if monotonic() >= until or left == 0:
            return False
        if plan.at_length is not None and self._way is not None:
            return self._games_at_length(self._way, plan.at_length, until)
        whole = Share(self._tables, left, plan.seed, until - monotonic())
        causes, before, new = len(self._found), self._progress.games, 0
        for played in play_games(self._judge, whole, self._found, self._hears):
            self._clean += before + played - self._progress.games
            self._progress.games = before + played
            self._tell()
            if len(self._found) > causes:
                causes = len(self._found)
                if self._adopts():
                    return True
                new = played
            # What was found must be shortened, and that takes time too.
            late = monotonic() >= self._clock.until(_GAMES_OF_THE_WRONG)
            if self._found and (late or played - new >= _NOTHING_NEW):
                break
        return False

    def _games_at_length(self, way: Way, at: AtLength, until: float) -> bool:
        """Play the games as a campaign, once; returns whether a reading was adopted on the way."""
        if self._played is not None:
            return False
        plan, own = self._plan, own_edition(self._plan.tables[0])
        asked = campaign(
            at_length.NAME,
            at_length.settings_of(way, self._who, self._tables, plan.games, plan.seed, plan.budget, plan.limits, own),
        )
        self._played = cast("dict[str, Any]", at_length.GAMES.beginning(asked.settings))

        self._progress.wanted, begun = plan.games or 0, False

        def watch(advance: Advance) -> None:
            nonlocal begun
            self._played = cast("dict[str, Any]", advance.so_far)
            self._progress.games, self._progress.failed = self._played["games"], advance.failed
            self._progress.causes = len(self._played["found"])
            if not begun:  # whatever is there at first, or after a whole epoch that was there
                begun, self._progress.before = advance.done < advance.shards, self._progress.games
            self._tell("games" if self._played["epochs"] == advance.epoch else "making differences shorter")
            if monotonic() >= until:
                raise TimeIsOver("no more games begin")

        failures = list[Failure]()
        try:
            failures += run(asked, at.workers, at.file, watch).failures
        except TimeIsOver:
            pass
        finally:
            custody.sweep()  # whatever the engines of lost workers have left behind
            readings = self._take(self._played)
        self._left_out = tuple(_left_out(failure, plan.seed) for failure in failures)
        if failures:
            self._trouble = self._trouble or _trouble(failures[0], self._left_out)
        return self._adopts() or readings

    def _take(self, played: dict[str, Any]) -> bool:
        """Take over what was seen in the games; returns whether readings were adopted on the way."""
        judge = self._judge
        self._progress.games = played["games"]
        judge.questions += played["questions"]
        judge.clauses |= {*played["clauses"]}
        judge.compared += Counter({Topic(topic): times for topic, times in played["compared"].items()})
        for mine, name in (
            (judge.answered, "answered"),
            (judge.agreed, "agreed"),
            (judge.parted, "parted"),
            (judge.tables, "tables"),
        ):
            mine += Counter(played[name])
        before = self._reading
        for adopted in played["adopted"]:
            self._follow_as_played(adopted)
        judge.skipped += Counter(played["skipped"])
        judge.errored += Counter(played["errored"])
        for cause, entry in played["found"].items():
            least = played["short"].get(cause)
            examples = [*([least] if least is not None else []), *(one["difference"] for one in entry["examples"])]
            for place, one in enumerate(examples):
                self._found.add_one(read_difference(one), entry["times"] if not place else 0)
        self._clean = played["clean"]
        return self._reading != before

    def _follow_as_played(self, adopted: dict[str, Any]) -> None:
        """Adopt a reading that was adopted while games were played."""
        reading = self._plan.game.register.restored(adopted["reading"])
        explained = [read_difference(entry["examples"][0]["difference"]) for entry in adopted["explained"].values()]
        for difference, entry in zip(explained, adopted["explained"].values(), strict=True):
            self._found.add_one(difference, entry["times"])
        by = [one for each in explained for one in readings(each) if one.over(self._reading) == reading]
        if by:
            self._keep(by[0], explained)
        self._follow(reading, explained)

    def _separates(self) -> bool:
        """Find and play games that tell apart the answers still open; returns whether a reading was adopted."""
        self._tell("games that tell readings apart")
        masked = len(self._masked)
        for other in self._open() if self._plan.search else ():
            self._tell()
            for slug in other.slugs - self._masked:
                self._put(separating(self._tables, other), slug)
            if len(self._masked) >= masked + _PATIENCE:
                break
        return self._adopts()

    def _diagnoses(self) -> bool:
        """Work out the causes of what was found, and look once more for readings that explain what is left: now also
        for pairs of answers."""
        self._tell("looking for causes")
        judge, found = self._judge, self._found.without_consequences()
        left = [*found]
        evidence = Evidence(judge.agreed, judge.parted, self._heard)

        def shorten(difference: Difference, anywhere: bool) -> Difference | None:
            self._tell()
            short = minimise(judge, difference, self._budget(len(left) + 1), anywhere)
            self._longer.setdefault(short, difference)
            again = () if short is not difference else judge.differences(difference.script)
            return short if short is not difference or any(one.cause == short.cause for one in again) else None

        try:
            with _InTime(self._plan.game, self._clock.until(_EXPLAINING)) as wrong_rules:
                for finding in diagnose(found, left, evidence, wrong_rules, shorten):
                    self._mistakes.append(finding)
        except _NoTimeToExplainError:
            while left:
                difference, times = left[0]
                self._mistakes.append(Finding(shorten(difference, False) or difference, times))
                left.pop(0)
        finally:
            # If this is cut short, the rest is reported as it was found.
            self._mistakes += [Finding(difference, times) for difference, times in left]
        unexplained = [finding.difference for finding in self._mistakes if not finding.says]
        return self._adopts(unexplained, pairs=True)

    def _budget(self, shares: int) -> Budget:
        """The budget for one of several differences that are still to be shortened."""
        time = max(0.0, self._clock.until(_SHORTENING) - monotonic()) / shares
        return attrs.evolve(self._plan.budget, seconds=min(self._plan.budget.seconds, time))

    # -- what is known

    def _open(self) -> tuple[Reading, ...]:
        return still_open(self._plan.game.register, self._agreed, self._reading)

    def _find_reading(self) -> None:
        if self._prepared and self._trouble is None and self._judge.compared.total():
            self._tell("the reading")
            hints = {other: self._hint(other) for other in self._open()}
            self._known = fingerprint(self._plan.game.register, self._asked, self._reading, hints)

    def _hint(self, other: Reading) -> str:
        """Why it is not known whether the engine follows an answer, or what would tell."""
        if other.slugs & self._masked:
            return "a mistake gets in the way in the game that would tell"
        telling = [
            teller.script for teller in self._everywhere if teller.slug in other.slugs and tells(teller.script, other)
        ]
        if not telling:
            searched = "" if self._plan.search else " (`shinkansen fingerprint` searches further)"
            return f"no game is known that would tell under this reading{searched}"
        asked = {table.seats for table in self._tables}
        if all(script.setting.seats not in asked for script in telling):
            seats = min(script.setting.seats for script in telling)
            return f"{'a solo game' if seats == 1 else f'a game for {seats}'} would tell, but none was asked"
        chosen = {each for table in self._tables for each in table.variants}
        if not self._plan.search and all(not {*script.setting.variants} <= chosen for script in telling):
            return f"a game for {telling[0].setting.table_words} would tell, but none was asked"
        if not self._plan.search and all(script.setting.edition != SHIPPED for script in telling):
            return "only a game with other cards would tell (`shinkansen fingerprint` plays some)"
        return "it does not answer in the game that would tell"

    @cached_property
    def _everywhere(self) -> tuple[Teller, ...]:
        """Every game that tells readings apart, also those for other numbers of players."""
        game = self._plan.game
        return tuple(tellers([Setting(game, seats, rulings=self._reading) for seats in game.seats], varied=True))

    def _tell(self, doing: str = "") -> None:
        """Report progress; `TimeIsOver` if there is no time left to go on."""
        self._progress.doing = doing or self._progress.doing
        self._count()
        self._watch(self._progress)
        if monotonic() >= self._until:
            raise TimeIsOver("the time for the whole check is up")

    def _count(self) -> None:
        self._progress.questions = self._judge.questions
        self._progress.clauses = self._judge.clauses
        self._progress.causes = len(self._found)
        if self._found and not self._progress.first:
            self._progress.first = next(str(difference) for difference, _ in self._found)


class _NoTimeToExplainError(ShinkansenError):
    """Trying wrong rules has taken so long that what was found could not be asked again."""


class _InTime(WrongRules):
    """Wrong rules that can be tried until some moment. A long game can be judged by hundreds of them, and each takes as
    long as to play it."""

    def __init__(self, game: Game, until: float) -> None:
        super().__init__(game)
        self._until = until
        self._known: dict[WrongRule, WrongRule] = {}

    def near(self, setting: Setting, clauses: Collection[str], words: Collection[str]) -> Iterator[list[WrongRule]]:
        for some in super().near(setting, clauses, words):
            yield [self._known.setdefault(each, attrs.evolve(each, rules=self._limited(each))) for each in some]

    def _limited(self, wrong: WrongRule) -> Callable[[Setting], AnyRules | None]:
        def rules(setting: Setting) -> AnyRules | None:
            if monotonic() >= self._until:
                raise _NoTimeToExplainError("there is no time to try more")
            return wrong.rules(setting)

        return rules


class _Absent(Engine):
    """A placeholder until there is an engine to ask."""

    def ask(self, cmd: str, **given: Json) -> Reply:
        raise ShinkansenError(f"`{cmd}` was asked before there was an engine")

    def close(self) -> None:
        pass


def citable(game: Game) -> frozenset[str]:
    """The clauses that answers can rest on: those its engine cites, or all that a program can exercise."""
    if game.has(CLAUSE_TESTS):
        return frozenset(game.part(CLAUSE_TESTS)().citable)
    return frozenset(clause.id for clause in game.rulebook if clause.program)


def _left_out(failure: Failure, seed: int) -> str:
    """A shard that could not be worked out, in a sentence."""
    return f"shard {failure.shard} of epoch {failure.epoch} (seed {seed}): {failure.why}"


def _trouble(failure: Failure, left_out: tuple[str, ...]) -> Trouble:
    """The trouble in the first of the shards that could not be worked out."""
    name = failure.why.partition(":")[0]
    fault = Fault(name) if name in {*Fault} else Fault.UNWATCHED
    first, *others = left_out
    more = f" (and {counted(len(others), 'other shard')})" if others else ""
    return Trouble(fault, f"Left out: {first}{more}")


def _agreed(script: Script, differences: list[Difference]) -> Iterator[Script]:
    """What is left of a script without the questions that were answered differently; nothing if the tables diverged."""
    asked = [difference.script.asks for difference in differences]
    if all(asked):
        wrong = {ask.what for asks in asked for ask in asks}
        yield attrs.evolve(script, asks=tuple(ask for ask in script.asks if ask.what not in wrong))


def _held(finding: Finding, reading: Letters) -> tuple[Reading, ...]:
    """Of the readings that explain a finding, those that are part of this one."""
    return tuple(one for one in finding.readings if one.over(reading) == reading)
