"""A check at length: random games as a campaign, each shard a range of games with an engine process of its own.

An epoch has a fixed number of shards, at first few and then more. Between two of them we check whether another
reading explains what was found: if so, it is followed, and the rest is judged again by it from what the engine
answered. Games end early once something is wrong and an epoch has found nothing else. In a last epoch each shard makes
one of the differences shorter, within a number of questions.

What depends on time, such as an engine that hangs, is not a result: the shard is tried again alone, and left out if
that does not help.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any, Final, TypeAlias, cast

import attrs
from attrs import frozen

from shinkansen.campaign.campaigns import CampaignError, Epoch, UnsteadyError, Work
from shinkansen.core import registry
from shinkansen.core.near_misses import Part
from shinkansen.core.plain_json import Json, Plain, canonical, strict_converter, structure
from shinkansen.core.prose import count
from shinkansen.core.rulings import Letters
from shinkansen.verify.conversation.talk import Limits, Trouble
from shinkansen.verify.judging.difference import Cause, Difference
from shinkansen.verify.judging.findings import Found
from shinkansen.verify.judging.judge import Judge
from shinkansen.verify.judging.minimise import Budget, minimise, size
from shinkansen.verify.judging.random_games import ENOUGH, Share, play_games
from shinkansen.verify.judging.readings import Reading, read_as, readings
from shinkansen.verify.judging.script import Setting, name_of_edition, read_setting
from shinkansen.verify.judging.start import Address, Command, Hosted, Named, Way, Who, greet
from shinkansen.verify.judging.stored import difference_json, read_difference

NAME: Final = f"{__name__}:GAMES"
EACH: Final = 25
"""How many games a shard has at least: enough that starting an engine for them costs little."""
LARGEST: Final = 1000
SHARDS: Final = 4000
"""Shards grow once there would be more of them than this, up to so many games: what each costs besides its games, and
what is kept of it, should not grow without bounds."""
WITHOUT_END: Final = 10**9
"""How many games are played if nothing but the time limits them."""
FIRST: Final = 8
MOST: Final = 1024
"""How many shards the first epoch has, and any: each has twice as many as the one before."""
LOST: Final = 3
"""Once more shards than this could not be worked out, no more games begin."""
ADOPTED: Final = 10
"""How many readings are adopted at most."""
EXAMPLES: Final = 3
"""How many of the smallest differences with one cause are kept."""
REASONS: Final = 100
"""How many different reasons of skips and errors are told apart."""
OTHERS: Final = "for other reasons"
COUNTERS: Final = ("answered", "compared", "skipped", "errored", "agreed", "parted", "tables")
"""What a judge counts, by its attributes."""

Found_: TypeAlias = "dict[str, Any]"
"""By cause: how often it was seen, and its smallest differences."""


# -- what decides the result


def way_json(way: Way) -> Part:
    """How an engine is reached, as plain JSON."""
    match way:
        case Command(words):
            return {"command": [*words]}
        case Address(host, port):
            return {"tcp": [host, port]}
        case Named(name):
            return {"python": name, "in_process": True}
        case Hosted(name):
            return {"python": name}


def _read_way(content: Plain) -> Way:
    match {**content}:
        case {"command": [*words], **rest} if words and not rest and all(isinstance(word, str) for word in words):
            return Command(tuple(map(str, words)))
        case {"tcp": [str(host), int(port)], **rest} if not rest:
            return Address(host, port)
        case {"python": str(name), "in_process": True, **rest} if not rest:
            return Named(name)
        case {"python": str(name), **rest} if not rest:
            return Hosted(name)
        case _:
            raise CampaignError("engine: expected a command, a tcp address or a python object")


def who_json(who: Who) -> Part:
    """What an engine says about itself: another engine, or another version of it, is another campaign."""
    return {
        "name": who.name,
        "version": who.version,
        "language": who.language,
        "capabilities": [*sorted(who.capabilities)],
    }


@frozen
class _Asked:
    """The settings."""

    engine: Plain
    who: Plain
    tables: tuple[Plain, ...]
    games: int
    seed: int
    edition: Plain | None = None
    """A user's own."""
    each: int = EACH
    questions: int = Budget().questions
    """How many may be asked to make a difference shorter."""
    start: int = round(1000 * Limits().start)
    answer: int = round(1000 * Limits().answer)
    stop: int = round(1000 * Limits().stop)
    """How long engines are waited for, in milliseconds."""
    rules: Plain | None = None
    """The version of the rules and the digests of the editions; filled in."""

    @property
    def settings(self) -> tuple[Setting, ...]:
        """The tables, with the reading that is followed at first."""
        return tuple(read_setting(table, "tables", f"tables[{number}]") for number, table in enumerate(self.tables))

    @property
    def shards(self) -> int:
        """How many shards of games there are at most."""
        return -(-self.games // self.each)

    @property
    def limits(self) -> Limits:
        """How long engines are waited for."""
        return Limits(start=self.start / 1000, answer=self.answer / 1000, stop=self.stop / 1000)


_CONVERTER = strict_converter()


def each_of(games: int) -> int:
    """How many games a shard has if so many are played in all."""
    return max(EACH, min(LARGEST, games // SHARDS))


def _read(settings: Part) -> _Asked:
    return structure(_CONVERTER, settings, _Asked, "settings")


def settings_of(
    way: Way,
    who: Who,
    tables: Iterable[Setting],
    games: int | None,
    seed: int,
    budget: Budget,
    limits: Limits,
    edition: Json,
) -> Part:
    """The settings of a check at length."""
    own: Part = {"edition": edition} if edition is not None else {}
    every = games if games is not None else WITHOUT_END
    return {
        "engine": way_json(way),
        "who": who_json(who),
        "tables": [table.named() for table in tables],
        "games": every,
        "each": EACH if games is None else each_of(games),
        "seed": seed,
        "questions": budget.questions,
        "start": round(1000 * limits.start),
        "answer": round(1000 * limits.answer),
        "stop": round(1000 * limits.stop),
        **own,
    }


def begins(number: int) -> int:
    """The first shard of an epoch of games."""
    return sum(min(FIRST << epoch, MOST) for epoch in range(number))


class _Games:
    def checked(self, settings: Part) -> Part:
        """With the version of the rules and the digests of the editions."""
        asked = _read(settings)
        _read_way(asked.engine)
        for name, least in (("games", 0), ("each", 1), ("questions", 0)):
            if getattr(asked, name) < least:
                raise CampaignError(f"{name}: found {getattr(asked, name)}, expected at least {least}")
        if not asked.tables:
            raise CampaignError("tables: found none, expected at least one")
        rules = [table.rules for table in _tables(asked)]
        editions = [each.edition_id.digest if each.edition_id is not None else "" for each in rules]
        filled: Part = {"rules": {"version": rules[0].version, "editions": [*editions]}}
        plain = {key: value for key, value in attrs.asdict(asked, recurse=False).items() if value is not None}
        return {**plain, "tables": [*asked.tables], **filled}

    def epoch(self, settings: Part, number: int, so_far: Json) -> Epoch | None:
        """More games, perhaps under another reading; or making shorter what was found; or nothing more."""
        asked, known = _read(settings), _So(so_far)
        first = begins(number)
        if known.epochs < number:
            return None  # differences were made shorter, or no shard could be worked out
        if known.goes_on(number) and first < asked.shards:
            shards = min(begins(number + 1), asked.shards) - first
            reading = known.reading
            explained = known.explained if len(known.adopted) < ADOPTED else {}
            if explained:
                reading = max(explained, key=lambda each: (len(explained[each]), canonical({**each})))
            return Epoch(shards, {"games": number, "first": first, "reading": {**reading} if reading else None})
        causes = [known.smallest(cause) for cause in known.found]
        return Epoch(len(causes), {"shorten": [difference_json(each, False) for each in causes]}) if causes else None

    def work(self, settings: Part, epoch: Part) -> Work:
        """A range of games, or one difference to make shorter."""
        asked = _read(settings)
        return _Shortening(asked, epoch).work if "shorten" in epoch else _Playing(asked, epoch).work

    def beginning(self, settings: Part) -> Json:
        """No game."""
        counts: Part = {name: {} for name in COUNTERS}
        return {
            "epochs": 0, "shards": 0, "new": 0, "games": 0, "clean": 0, "questions": 0, "clauses": [], **counts,
            "reading": None, "found": {}, "adopted": [], "short": {},
        }  # fmt: skip

    def folded(self, so_far: Json, result: Json) -> Json:
        """Counts add up, and of each cause the smallest differences stay; under another reading, all of them anew."""
        known, told = cast("dict[str, Any]", so_far), cast("dict[str, Any]", result)
        if "least" in told:
            known["short"][told["cause"]] = told["least"]
            return known
        if told["reading"] != known["reading"]:
            _reread(known, told["reading"])
        known["epochs"] = told["epoch"] + 1
        for name in ("games", "questions"):
            known[name] += told[name]
        known["clean"] += told["games"]
        known["shards"] += 1
        known["clauses"] = sorted({*known["clauses"], *told["clauses"]})
        for name in COUNTERS:
            _add(known[name], told[name])
        if _merge(known["found"], told["found"]):
            known["new"] = known["epochs"]
        return known

    def told(self, settings: Part, so_far: Json) -> Iterator[str]:
        """What was played, and the differences as they were seen."""
        known = cast("dict[str, Any]", so_far)
        yield f"{count(known['games'], 'game')}, {count(known['questions'], 'question')}"
        for adopted in known["adopted"]:
            yield f"it reads rulings differently than asked: {', '.join(adopted['changes'])}"
        for cause, entry in known["found"].items():
            least = known["short"].get(cause) or entry["examples"][0]["difference"]
            yield f"{entry['times']} times: {least['kind']}: {least['sentence']}"


GAMES: Final = _Games()


def _tables(asked: _Asked, reading: Json = None) -> tuple[Setting, ...]:
    """The tables, under a reading if one was adopted."""
    if asked.edition is not None:
        for game in {str(table["game"]) for table in asked.tables}:
            name_of_edition(registry.game(game), {**asked.edition})
    tables = asked.settings
    if reading is None:
        return tables
    return tuple(_read_so(table, reading) for table in tables)


def _read_so(setting: Setting, reading: Json) -> Setting:
    letters = setting.game.register.restored(cast("Part", reading))
    return setting if setting.rulings == letters else setting.read_so(letters)


# -- the work of a shard


class _Playing:
    def __init__(self, asked: _Asked, epoch: Part) -> None:
        self._asked = asked
        self._way = _read_way(asked.engine)
        self._epoch = epoch
        self._tables = _tables(asked, epoch["reading"])

    def work(self, shard: int) -> Json:
        asked = self._asked
        number = cast("int", self._epoch["first"]) + shard
        first = number * asked.each
        share = Share(self._tables, min(asked.each, asked.games - first), f"{asked.seed} {number}", first=first)
        found, played = Found(), 0
        with _Opened(asked, self._way, self._tables[0]) as judge:
            for games in play_games(judge, share, found):
                played = games
        counts: Part = {name: _few(getattr(judge, name)) for name in COUNTERS}
        return {
            "epoch": self._epoch["games"],
            "reading": self._epoch["reading"],
            "games": played,
            "questions": judge.questions,
            "clauses": [*sorted(judge.clauses)],
            **counts,
            "found": _found_json(found),
        }


class _Shortening:
    def __init__(self, asked: _Asked, epoch: Part) -> None:
        self._asked = asked
        self._way = _read_way(asked.engine)
        self._table = _tables(asked)[0]
        self._causes = cast("list[Json]", epoch["shorten"])

    def work(self, shard: int) -> Json:
        found = read_difference(self._causes[shard])
        with _Opened(self._asked, self._way, self._table) as judge:
            short = minimise(judge, found, Budget(self._asked.questions, float("inf")))
        return {"cause": _key(found.cause), "least": difference_json(short) if short is not found else None}


class _Opened:
    """A judge of an engine of our own; trouble with it is no result."""

    def __init__(self, asked: _Asked, way: Way, table: Setting) -> None:
        self._asked = asked
        self._way = way
        self._game = table.game

    def __enter__(self) -> Judge:
        try:
            self._engine = self._way.open(self._asked.limits)
        except Trouble as trouble:
            raise _unsteady(trouble) from None
        try:
            who = greet(self._engine, self._game)
        except BaseException as problem:
            self._engine.close()
            raise (_unsteady(problem) if isinstance(problem, Trouble) else problem) from None
        if who_json(who) != {**self._asked.who}:
            self._engine.close()
            raise CampaignError(f"another engine answers: {canonical(who_json(who))}")
        return Judge(self._engine, who.capabilities)

    def __exit__(self, kind: object, problem: BaseException | None, trace: object) -> None:
        self._engine.close()
        trouble = problem if isinstance(problem, Trouble) else None
        trouble = trouble or (self._engine.trouble if problem is None else None)
        if trouble is not None:
            raise _unsteady(trouble) from None


def _unsteady(trouble: Trouble) -> UnsteadyError:
    return UnsteadyError(f"{trouble.fault.value}: {trouble}")


# -- what was found, as plain JSON


def _key(cause: Cause) -> str:
    return canonical([*cause])


def _found_json(found: Found) -> Part:
    """Everything that was found, by cause."""
    return {
        _key(cause): {
            "times": times,
            "examples": [
                {"size": [*size(one.script)[:-1]], "difference": difference_json(one)}
                for one in found.examples(cause)[:EXAMPLES]
            ],
        }
        for cause, times in ((least.cause, times) for least, times in found)
    }


def _merge(known: Found_, more: Found_) -> bool:
    """Add what a shard has found; returns whether there was a new cause."""
    new = False
    for cause, entry in more.items():
        if cause not in known:
            if len(known) >= 10 * ENOUGH:
                continue
            known[cause], new = {"times": 0, "examples": []}, True
        mine = known[cause]
        mine["times"] += entry["times"]
        examples: list[Any] = [*mine["examples"], *entry["examples"]]
        examples.sort(key=lambda each: (each["size"], canonical(each["difference"]["script"])))
        mine["examples"] = examples[:EXAMPLES]
    return new


def _few(counter: Counter[str]) -> Part:
    """A counter whose keys an engine may have made up, without those that are rare if there are too many."""
    most = sorted(counter.items(), key=lambda each: (-each[1], each[0]))
    rest = sum(times for _, times in most[REASONS:])
    return {**{str(key): times for key, times in most[:REASONS]}, **({OTHERS: rest} if rest else {})}


def _add(known: dict[str, int], more: dict[str, int]) -> None:
    for key, times in more.items():
        place = key if key in known or len(known) < 5 * REASONS else OTHERS
        known[place] = known.get(place, 0) + times


def _reread(known: dict[str, Any], reading: Json) -> None:
    """Follow another reading: what it explains is kept with it, the rest is judged again from the same answers."""
    so = _So(known)
    before, found = known["found"], Found()
    explained: Found_ = {}
    changes: list[str] = []
    by: dict[Letters, list[tuple[str, Reading]]] = so.explained
    for letters, all_ in by.items():
        if {**letters} == reading:
            explained = {cause: before[cause] for cause, _ in all_}
            changes = sorted({f"{one.slug}={one.letter}" for _, each in all_ for one in each.choices})
    for cause, entry in before.items():
        for place, example in enumerate(entry["examples"] if cause not in explained else ()):
            difference = read_difference(example["difference"])
            again = read_as(difference.script, _read_so(difference.script.setting, reading))
            judge = Judge(difference.heard, difference.offered)
            for still in judge.differences(again) if again is not None else ():
                found.add_one(still, entry["times"] if not place else 0)
    known["adopted"].append({"reading": reading, "changes": changes, "explained": explained})
    known["reading"], known["found"], known["clean"] = reading, _found_json(found), 0
    known["errored"].clear()  # an engine may rightly fail at tables that its own reading can never reach


class _So:
    """What was folded until now."""

    def __init__(self, so_far: Json) -> None:
        known = cast("dict[str, Any]", so_far)
        self.epochs: int = known["epochs"]
        self.found: Found_ = known["found"]
        self.adopted: list[Any] = known["adopted"]
        self._known = known

    def smallest(self, cause: str) -> Difference:
        """The smallest difference with a cause."""
        return read_difference(self.found[cause]["examples"][0]["difference"])

    @property
    def reading(self) -> Letters | None:
        """The reading that was adopted last."""
        adopted = self._known["reading"]
        return Letters(adopted) if adopted is not None else None

    def goes_on(self, number: int) -> bool:
        """Whether more games are worth while before an epoch: not if the engine cannot be asked, nor once something is
        wrong and nothing else was found in the last epoch, or enough."""
        if self._known["shards"] < begins(number) - LOST:
            return False
        told = {cause for all_ in self.explained.values() for cause, _ in all_}
        return {*self.found} <= told or (len(self.found) < ENOUGH and self._known["new"] == self.epochs)

    @cached_property
    def explained(self) -> dict[Letters, list[tuple[str, Reading]]]:
        """The readings that were not tried yet and explain something, each with the causes that it explains."""
        explaining: dict[Letters, list[tuple[str, Reading]]] = {}
        tried = [each["reading"] for each in self.adopted]
        for cause in self.found:
            difference = self.smallest(cause)
            setting = difference.script.setting
            for one in readings(difference):
                reading = one.over(setting.rulings)
                if {**reading} not in tried and reading != (setting.told or setting.rulings):
                    explaining.setdefault(reading, []).append((cause, one))
        return explaining
