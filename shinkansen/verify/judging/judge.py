"""The judge: plays a script with an engine, as far as its capabilities go, and reports every difference.

There are three routes to a table, and an engine is asked by each that it offers: `play` sends a whole game in one
message; `new` (or `load`) and `apply` lead it move by move; `load` alone puts it at each table. Once the tables
diverge, the rest of the script means nothing, and the judge stops. What the answers should be is in `compare`; what
counts as asked is in `scope`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Iterator
from math import inf
from typing import cast

import attrs
from attrs import field

from shinkansen.core.near_misses import Part
from shinkansen.core.opaque import AnyRules
from shinkansen.core.plain_json import Json, canonical, digest
from shinkansen.verify.conversation.recorded import Recorded
from shinkansen.verify.conversation.talk import Answer, Engine, Errored, Fault, Skipped, Trouble
from shinkansen.verify.judging.compare import (
    changed_difference,
    compare_checks,
    compare_said,
    compare_twins,
    effect_difference,
    listed,
    refused_difference,
    turn_difference,
)
from shinkansen.verify.judging.difference import (
    TABLES,
    Difference,
    DifferenceKind,
    all_clauses,
    at_work,
    clauses_asked,
    turn_clause,
)
from shinkansen.verify.judging.scope import Topic
from shinkansen.verify.judging.script import Ask, Line, Route, Script, What

QUESTIONS: dict[What, tuple[str, ...]] = {
    What.TABLE: ("table", "digest"),
    What.LEGAL: ("legal",),
    What.SCORES: ("scores",),
}
"""The commands that ask about the current table without changing it; every one that is offered is used."""


class _NoAnswerError(Exception):
    """The engine skipped a question or had an error; nothing that depends on the answer can be asked."""


class _SkippedError(_NoAnswerError):
    """It skipped the question."""


@attrs.define
class Judge:
    """Asks one engine."""

    engine: Engine
    capabilities: frozenset[str]
    questions: int = 0
    answered: Counter[str] = field(factory=Counter[str])
    """How many questions were answered, by command."""
    compared: Counter[Topic] = field(factory=Counter[Topic])
    """How many answers were compared, by topic."""
    tables: Counter[str] = field(factory=Counter[str])
    """In how many scripts answers were compared, by table in words."""
    skipped: Counter[str] = field(factory=Counter[str])
    """How many questions were skipped, by reason."""
    errored: Counter[str] = field(factory=Counter[str])
    """How many errors it reported, by message."""
    clauses: set[str] = field(factory=set[str])
    """The clauses that acted or refused in what it answered."""
    agreed: Counter[str] = field(factory=Counter[str])
    parted: Counter[str] = field(factory=Counter[str])
    """How many answers that rest on each clause were right, and how many were not."""
    broken: dict[str, Script] = field(factory=dict[str, Script])
    """A script that leads to each error."""
    rested: set[str] = field(factory=set[str])
    """The clauses that its answers in the last script rest on."""
    _current: Script | None = None
    _heard: Recorded = field(factory=Recorded)
    """What it answered in the current script."""

    # -- scripts

    def routes(self, script: Script) -> tuple[Route, ...]:
        """The routes by which at least part of a script can be asked, the quickest first."""
        open_ = {
            Route.PLAY: script.dealt and "play" in self.capabilities,
            Route.LEAD: self._opening(script) is not None,
            Route.LOAD: bool(script.asks) and "load" in self.capabilities,
        }
        return tuple(route for route in Route if open_[route])

    def can(self, script: Script) -> bool:
        """Whether any part of a script can be asked, by its route if it names one."""
        routes = self.routes(script)
        return bool(routes) if script.route is None else script.route in routes

    def every_route(self, script: Script) -> Iterator[Script]:
        """The script once for each route to it; leading it from a state through no moves is the same as loading it."""
        still = not script.dealt and not script.moves
        for number, route in enumerate(self.routes(script)[: 1 if still else None]):
            yield attrs.evolve(script, route=route if number else None)

    def differences(self, script: Script, rules: AnyRules | None = None) -> Iterator[Difference]:
        """Every way in which the engine differs, up to where the tables diverge; from other rules, if any are given,
        than those of the script's setting."""
        if not self.can(script):
            return
        self._current, self._heard, self.rested = script, Recorded(), set()
        before = self.compared.total()
        ways = {Route.PLAY: self._by_play, Route.LEAD: self._by_lead, Route.LOAD: self._by_load}
        try:
            line = script.played(rules)
            limit = inf
            for found in ways[script.route or self.routes(script)[0]](line):
                if len(found.script.moves) > limit:
                    continue  # the table was wrong before, and this only follows from it
                if found.kind in TABLES:
                    limit = len(found.script.moves)
                self.parted.update({*found.clauses, *at_work(line, found)})
                yield attrs.evolve(found, seen_in=script, heard=self._heard, offered=self.capabilities)
        except _NoAnswerError:
            return
        finally:
            if self.compared.total() > before:
                self.tables[script.setting.table_words] += 1

    def first(self, script: Script, rules: AnyRules | None = None) -> Difference | None:
        """The first difference in a script, from the rules of its setting or from others."""
        return next(self.differences(script, rules), None)

    @property
    def heard(self) -> Recorded:
        """What the engine answered in the last script."""
        return self._heard

    def _opening(self, script: Script) -> str | None:
        """The command that begins a game that is led move by move."""
        offered, leads = self.capabilities, "apply" in self.capabilities
        if script.dealt and "new" in offered:
            return "new"
        if script.dealt and leads and "play" in offered:
            return "play"
        return "load" if "load" in offered and (leads or not (script.dealt or script.moves)) else None

    def _offers(self, ask: Ask) -> bool:
        offered = self.capabilities
        match ask.what:
            case What.CHECK:
                return "check" in offered or ("legal" in offered and ask.by is None)
            case What.TRY:
                return bool({"apply", "play"} & offered)
            case What.TWIN:
                return {"load", "legal"} <= offered
            case _:
                return bool({*QUESTIONS[ask.what]} & offered)

    # -- routes

    def _by_play(self, line: Line) -> Iterator[Difference]:
        last = len(line.script.moves)
        parted = yield from self._play(line, last)
        limit = last if parted is None else parted.made
        self._saw(line, range(1, limit + 1))
        here = last if parted is None else -1
        # The engine is already at the last table, so that comes first.
        for ply in sorted(
            {ask.ply for ask in line.script.asks if ask.ply <= limit}, key=lambda ply: (ply != here, ply)
        ):
            for ask in _at(line, ply):
                if not self._offers(ask):
                    continue
                if ask.what is What.TRY:
                    yield from self._play_on(line, ask)
                    here = -1
                    continue
                again = (yield from self._play(line, ply)) if here != ply else None
                here = ply if ask.what is not What.TWIN else -1
                if again is not None:
                    yield self._told(line, again)
                    return
                yield from self._put(line, ask)
        if parted is not None:
            yield self._told(line, parted)

    def _by_lead(self, line: Line) -> Iterator[Difference]:
        opening = cast("str", self._opening(line.script))
        start: Part = {"state": line.state(0)} if opening == "load" else {"deal": line.script.start["deal"]}
        moves: Part = {"moves": []} if opening == "play" else {}
        yield from self._says(line, 0, self._ask(opening, **line.script.setting.wire(), **start, **moves))
        for ply in range((len(line.script.moves) if "apply" in self.capabilities else 0) + 1):
            if ply:
                parted = yield from self._apply(line, ply)
                if parted is not None:
                    yield self._told(line, parted)
                    return
            for ask in _at(line, ply):
                here = self._heard.at
                stays = yield from self._put(line, ask)
                if not stays and "load" not in self.capabilities:
                    return
                if not stays:
                    yield from self._load(line, ply, ask)
                    self._heard.back(here)

    def _by_load(self, line: Line) -> Iterator[Difference]:
        for ply in dict.fromkeys(ask.ply for ask in line.script.asks):
            asks = [ask for ask in _at(line, ply) if ask.what is not What.TRY]
            for number, ask in enumerate(asks):
                if not number:
                    yield from self._load(line, ply, ask)
                yield from self._put(line, ask)

    # -- moving

    def _load(self, line: Line, ply: int, ask: Ask | None = None) -> Iterator[Difference]:
        reply = self._ask("load", **line.script.setting.wire(), state=line.state(ply))
        yield from self._says(line, ply, reply, ask)

    def _play(self, line: Line, ply: int) -> Generator[Difference, None, _Parted | None]:
        """Take it to a table in one message; returns where the tables diverge on the way, if they do."""
        reply = self._whole(line, [*line.script.moves[:ply]])
        for made, found in enumerate(cast("list[Json]", reply["digests"])):
            self.compared[Topic.EFFECTS] += 1
            if not line.has_digest(made + 1, found):
                return _Parted(made, found=found)
        if "refused" in reply:
            return _Parted(cast("int", reply["refused"]), refused=True)
        if "to_move" in reply:  # the recording of a longer game does not say whose turn it was on the way
            self._turns(line, ply)
            if reply["to_move"] != line.to_move(ply):
                return _Parted(ply - 1, turn=reply)
        yield from self._says(line, ply, _beside(reply))
        return None

    def _play_on(self, line: Line, ask: Ask) -> Iterator[Difference]:
        """Try a move that is not legal as the last of a whole game."""
        if line.why_not(ask) is None:
            return
        reply = self._whole(line, [*line.script.moves[: ask.ply], ask.move])
        refused = reply.get("refused", ask.ply + 1)
        if refused == ask.ply or refused == ask.ply + 1:  # else it refuses an earlier move, which `play` itself shows
            yield from self._tried(line, ask, {**reply, "legal": refused != ask.ply})
        if refused == ask.ply:
            yield from self._says(line, ask.ply, reply, ask)

    def _whole(self, line: Line, moves: list[Json]) -> Part:
        """Ask `play`; an answer whose numbers contradict each other has the wrong form."""
        reply = self._ask("play", **line.script.setting.wire(), deal=line.script.start["deal"], moves=moves)
        digests, refused = len(listed(reply, "digests")), reply.get("refused", len(moves))
        if digests != refused or ("refused" in reply and digests not in range(len(moves))):
            told = f", and that it refuses move {refused}" if "refused" in reply else " and refuses none"
            raise Trouble(Fault.WRONG_FORM, f"`play` answers {digests} digests for {len(moves)} moves{told}.")
        return reply

    def _apply(self, line: Line, ply: int) -> Generator[Difference, None, _Parted | None]:
        """Make a move; returns where the tables diverge, if they do."""
        reply = self._ask("apply", move=line.script.moves[ply - 1])
        if reply.get("legal") is False:
            return _Parted(ply - 1, refused=True)
        self._turns(line, ply)
        if "to_move" in reply and reply["to_move"] != line.to_move(ply):
            return _Parted(ply - 1, turn=reply)
        found = self._digest(reply)
        if found is not None:
            self.compared[Topic.EFFECTS] += 1
            if not line.has_digest(ply, found):
                return _Parted(ply - 1, found=found)
            self._saw(line, (ply,))
        yield from self._says(line, ply, _beside(reply))
        return None

    def _digest(self, reply: Part) -> str | None:
        """The fingerprint of the current table, from this reply or another."""
        # The digest first: tables are only needed where something is wrong.
        for source in ("digest", "table"):
            if source in self.capabilities and not {"digest", "table"} & reply.keys():
                try:
                    reply = self._ask(source)
                except _SkippedError:
                    continue
        if "digest" in reply:
            return str(reply["digest"])
        return digest(reply["table"]) if "table" in reply else None

    def _told(self, line: Line, parted: _Parted) -> Difference:
        ply = parted.made + 1
        setup = self._setup(line) if ply == 1 else None
        if setup is not None:
            return setup
        if parted.refused:
            return refused_difference(line, ply)
        if parted.turn is not None:
            return turn_difference(line, ply, parted.turn.get("to_move"))
        try:
            table = self._table(line, ply)
        except _NoAnswerError:
            table = None
        return effect_difference(line, ply, table, parted.found)

    def _setup(self, line: Line) -> Difference | None:
        """What is different before the first move: whatever the first move shows may only follow from that."""
        if not line.script.dealt or Ask(0, What.TABLE) in line.script.asks:
            return None  # if it was asked, it has been told
        opening: Part = {**line.script.setting.wire(), "deal": line.script.start["deal"]}
        try:
            if "new" in self.capabilities:
                self._ask("new", **opening)
            else:
                self._ask("play", **opening, moves=[])
            return next(self._put_all(line, Ask(0, What.TABLE)), None)
        except _NoAnswerError:
            return None

    def _put_all(self, line: Line, ask: Ask) -> Iterator[Difference]:
        for cmd in QUESTIONS[ask.what]:
            if cmd in self.capabilities:
                yield from self._says(line, ask.ply, self._ask(cmd), ask)

    def _table(self, line: Line, ply: int) -> Json:
        """The engine's table after a move, if it shows tables."""
        if "table" not in self.capabilities:
            return None
        if (line.script.route or self.routes(line.script)[0]) is Route.PLAY:
            self._whole(line, [*line.script.moves[:ply]])
        return self._ask("table").get("table")

    def _turns(self, line: Line, ply: int) -> None:
        self.compared[Topic.TURNS] += 1
        self.clauses.update(turn_clause(line, ply))

    def _saw(self, line: Line, plies: Iterable[int]) -> None:
        for ply in plies:
            clauses = all_clauses(line, ply)
            self._agrees(clauses)

    def _agrees(self, clauses: Iterable[str]) -> None:
        """Count a right answer for the clauses that it rests on."""
        self.clauses.update(clauses)
        self.rested.update(clauses)
        self.agreed.update(clauses)

    # -- questions

    def _put(self, line: Line, ask: Ask) -> Generator[Difference, None, bool]:
        """Ask a question; returns whether the engine is still at its table afterwards."""
        if not self._offers(ask):
            return True
        try:
            match ask.what:
                case What.CHECK:
                    found = self._check(ask)
                    self._checked(line, ask, found, Topic.CHECKS)
                    yield from compare_checks(line, ask, found)
                    yield from self._says(line, ask.ply, found, ask)
                case What.TRY:
                    return (yield from self._try(line, ask))
                case What.TWIN:
                    one, other = self._twins(line, ask)
                    self.compared[Topic.SECRETS] += 1
                    yield from compare_twins(line, ask, one, other)
                    return False
                case _:
                    yield from self._put_all(line, ask)
        except _SkippedError:
            return ask.what is not What.TWIN  # nothing else depends on it
        return True

    def _says(self, line: Line, ply: int, reply: Part, ask: Ask | None = None) -> Iterator[Difference]:
        """Compare everything a reply says about the table after a move, whatever was asked."""
        if "to_move" in reply:
            self._turns(line, ply)
        if {"table", "digest"} & reply.keys():
            self.compared[Topic.EFFECTS] += 1
        if "moves" in reply:
            self.compared[Topic.LEGAL] += 1
        if "totals" in reply:
            self.compared[Topic.SCORES] += 1
            self.compared[Topic.ITEMS] += "scores" in reply
            self.compared[Topic.WINNERS] += line.to_move(ply) is None
            self.clauses |= clauses_asked(line, Ask(ply, What.SCORES))
        differences = [*compare_said(line, ply, reply, ask)]
        if "totals" in reply and not any(found.kind is DifferenceKind.SCORE for found in differences):
            self._agrees(clauses_asked(line, Ask(ply, What.SCORES)))
        yield from differences

    def _check(self, ask: Ask) -> Part:
        if "check" in self.capabilities:
            by: Part = {"by": ask.by} if ask.by is not None else {}
            return self._ask("check", move=ask.move, **by)
        return {"legal": canonical(ask.move) in map(canonical, listed(self._ask("legal"), "moves"))}

    def _checked(self, line: Line, ask: Ask, found: Part, topic: Topic) -> None:
        self.compared[topic] += 1
        self.compared[Topic.REASONS] += found.get("legal") is False and "clause" in found
        clauses = clauses_asked(line, ask)
        self.clauses |= clauses
        if found.get("legal") is False:
            self._agrees(clauses)

    def _try(self, line: Line, ask: Ask) -> Generator[Difference, None, bool]:
        """Try an illegal move; if it is refused, nothing may have changed."""
        if "apply" not in self.capabilities or line.why_not(ask) is None:
            return True
        reply = self._ask("apply", move=ask.move)
        refused = reply.get("legal") is False
        yield from self._tried(line, ask, {**reply, "legal": not refused})
        if refused:
            yield from self._says(line, ask.ply, reply, ask)
        found = self._digest({}) if refused else None
        if found is not None and not line.has_digest(ask.ply, found):
            yield changed_difference(line, ask, found)
            return False
        return refused

    def _tried(self, line: Line, ask: Ask, found: Part) -> Iterator[Difference]:
        self._checked(line, ask, found, Topic.TRIES)
        yield from compare_checks(line, ask, {key: found[key] for key in ("legal", "clause") if key in found})

    def _twins(self, line: Line, ask: Ask) -> tuple[Part, Part]:
        wire = line.script.setting.wire()
        both: list[Part] = []
        for hidden in (line.state(ask.ply)["hidden"], cast("Json", ask.hidden)):
            state: Part = {"table": line.table(ask.ply), "hidden": hidden}
            self._ask("load", **wire, state=state)
            both.append(self._ask("legal"))
        return both[0], both[1]

    def _ask(self, cmd: str, **given: Json) -> Part:
        self.questions += 1
        reply = self.engine.ask(cmd, **given)
        self._heard.note(cmd, given, reply)
        match reply:
            case Answer(content):
                self.answered[cmd] += 1
                return content
            case Skipped(reason):
                self.skipped[reason] += 1
                raise _SkippedError
            case Errored(message):
                self.errored[message] += 1
                if self._current is not None:
                    self.broken.setdefault(message, self._current)
                raise _NoAnswerError


def _beside(reply: Part) -> Part:
    """What a reply to a move says besides whose turn it is."""
    return {key: value for key, value in reply.items() if key != "to_move"}


def _at(line: Line, ply: int) -> list[Ask]:
    """The questions at a table; those that may take the engine to another table come last."""
    order = {What.TRY: 1, What.TWIN: 2}
    return sorted((ask for ask in line.script.asks if ask.ply == ply), key=lambda ask: order.get(ask.what, 0))


@attrs.frozen
class _Parted:
    """Where the tables diverge: at the move after those that both made alike."""

    made: int
    refused: bool = False
    turn: Part | None = None
    found: Json = None
