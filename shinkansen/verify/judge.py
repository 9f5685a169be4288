"""The judge: plays a script with an engine, as far as its capabilities go, and tells every difference.

An engine that offers `play` gets a game in one message and is taken to each question by another; one that offers `new`
(or `load`) and `apply` is led move by move; one that only offers `load` is put at each table. Where the tables part,
the rest of the script means nothing, and the judge stops. What the answers should be is in `compare`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import cast

import attrs
from attrs import field

from shinkansen.core.nearby import Part
from shinkansen.core.wire import Json, canonical, digest
from shinkansen.verify.compare import compare, effect_difference, listed, refused_difference, turn_difference
from shinkansen.verify.difference import Difference, all_clauses, clauses_asked
from shinkansen.verify.script import Ask, Line, Script, What
from shinkansen.verify.talk import Answer, Engine, Errored, Ill, Skipped, Trouble


class _NoAnswerError(Exception):
    """The engine skipped a question or had an error: what depends on it cannot be asked."""


@attrs.define
class Judge:
    """Asks one engine."""

    engine: Engine
    capabilities: frozenset[str]
    questions: int = 0
    answered: int = 0
    skipped: Counter[str] = field(factory=Counter[str])
    """By reason."""
    errored: Counter[str] = field(factory=Counter[str])
    """By what it said."""
    clauses: set[str] = field(factory=set[str])
    """That acted or refused in what it answered."""
    broken: dict[str, Script] = field(factory=dict[str, Script])
    """A script for each error."""
    _current: Script | None = None

    # -- scripts

    def can(self, script: Script) -> bool:
        """Whether anything of a script can be asked."""
        if self._batched(script) or self._led(script):
            return True
        return "load" in self.capabilities and bool(script.asks)

    def differences(self, script: Script) -> Iterator[Difference]:
        """Everything in which the engine differs, to where the tables part."""
        self._current = script
        try:
            if self._batched(script):
                yield from self._in_one(script, script.played())
            elif self._led(script):
                yield from self._step_by_step(script, script.played())
            elif "load" in self.capabilities:
                yield from self._at_each_table(script, script.played())
        except _NoAnswerError:
            return

    def first(self, script: Script) -> Difference | None:
        """The first difference in a script."""
        return next(self.differences(script), None)

    def _batched(self, script: Script) -> bool:
        return script.dealt and "play" in self.capabilities

    def _led(self, script: Script) -> bool:
        start = "new" if script.dealt else "load"
        return start in self.capabilities and ("apply" in self.capabilities or not script.moves)

    def _in_one(self, script: Script, line: Line) -> Iterator[Difference]:
        last = len(script.moves)
        parted = self._play(line, last)
        limit = last if parted is None else parted.made
        self._saw(line, range(1, min(limit + 1, last) + 1))
        asks = [ask for ask in script.asks if ask.ply <= limit]
        if parted is None:
            for ask in _twins_last(ask for ask in asks if ask.ply == last):
                yield from self._put(line, ask)
            asks = [ask for ask in asks if ask.ply < last]
        if asks and {"new", "apply"} <= self.capabilities:
            # Cheaper than to play from the beginning to each table.
            led = attrs.evolve(script.until(max(ask.ply for ask in asks)), asks=tuple(asks))
            yield from self._step_by_step(led, line, closely=False)
        else:
            for ask in asks:
                if self._play(line, ask.ply) is None:
                    yield from self._put(line, ask)
        if parted is not None:
            yield parted.told(self, line)

    def _step_by_step(self, script: Script, line: Line, closely: bool = True) -> Iterator[Difference]:
        given: Part = {"deal": script.start["deal"]} if script.dealt else {"state": script.start["state"]}
        turn = self._ask("new" if script.dealt else "load", **script.setting.wire(), **given)
        yield from self._turn(line, 0, turn)
        for ply in range(len(script.moves) + 1):
            if ply:
                parted = self._apply(line, ply, closely)
                if closely:
                    self._saw(line, (ply,))
                if parted is not None:
                    yield parted.told(self, line)
                    return
            for ask in _twins_last(ask for ask in script.asks if ask.ply == ply):
                yield from self._put(line, ask)
                if ask.what is What.TWIN:  # the engine is at another table now
                    yield from self._at_each_table(script, line, ply)
                    return

    def _at_each_table(self, script: Script, line: Line, after: int = -1) -> Iterator[Difference]:
        if "load" not in self.capabilities:
            return
        for ask in script.asks:
            if ask.ply > after:
                given = {"state": line.state(ask.ply)}
                turn = self._ask("load", **script.setting.wire(), **cast("Part", given))
                yield from self._turn(line, ask.ply, turn)
                yield from self._put(line, ask)

    # -- moving

    def _play(self, line: Line, ply: int) -> _Parted | None:
        script = line.script
        moves: list[Json] = [*script.moves[:ply]]
        reply = self._ask("play", **script.setting.wire(), deal=script.start["deal"], moves=moves)
        digests = reply.get("digests")
        if isinstance(digests, list):
            for made, found in enumerate(digests[:ply]):
                if not line.has_digest(made + 1, found):
                    return _Parted(made, found=found)
        refused = reply.get("refused")
        if isinstance(refused, int) and refused < ply:
            return _Parted(refused, refused=True)
        if isinstance(digests, list) and len(digests) < ply:
            raise Trouble(Ill.WRONG_FORM, f"play answered {len(digests)} digests for {ply} moves and refused none.")
        if "to_move" in reply and reply["to_move"] != line.to_move(ply) and ply:
            return _Parted(ply - 1, turn=reply)
        return None

    def _apply(self, line: Line, ply: int, closely: bool) -> _Parted | None:
        reply = self._ask("apply", move=line.script.moves[ply - 1])
        if reply.get("legal") is False:
            return _Parted(ply - 1, refused=True)
        if "to_move" in reply and reply["to_move"] != line.to_move(ply):
            return _Parted(ply - 1, turn=reply)
        found = self._digest(reply) if closely else None
        if found is not None and not line.has_digest(ply, found):
            return _Parted(ply - 1, found=found)
        return None

    def _digest(self, reply: Part) -> str | None:
        # The digest first: tables are only needed where something is wrong.
        source = next((name for name in ("digest", "table") if name in self.capabilities), None)
        if "digest" not in reply and source is not None:
            reply = self._ask(source)
        if "digest" in reply:
            return str(reply["digest"])
        return digest(reply["table"]) if "table" in reply else None

    def table(self, line: Line, ply: int) -> Json:
        """The engine's table after a move, if it shows tables."""
        if "table" not in self.capabilities:
            return None
        script = line.script
        if self._batched(script):
            self._ask("play", **script.setting.wire(), deal=script.start["deal"], moves=[*script.moves[:ply]])
        return self._ask("table").get("table")

    def _turn(self, line: Line, ply: int, reply: Part) -> Iterator[Difference]:
        expected = line.to_move(ply)
        if "to_move" in reply and reply["to_move"] != expected:
            yield turn_difference(line, ply, reply["to_move"])

    def _saw(self, line: Line, plies: Iterable[int]) -> None:
        for ply in plies:
            self.clauses.update(all_clauses(line, ply))

    # -- questions

    def _put(self, line: Line, ask: Ask) -> Iterator[Difference]:
        expected = line.answer(ask)
        found = self._answer(line, ask)
        if found is not None:
            self.clauses |= clauses_asked(line, ask)
            yield from compare(line, ask, expected, found)

    def _answer(self, line: Line, ask: Ask) -> Part | None:
        """What it says, or none if it does not offer to."""
        offered = self.capabilities
        match ask.what:
            case What.TABLE:
                return (
                    self._ask("table") if "table" in offered else self._ask("digest") if "digest" in offered else None
                )
            case What.LEGAL:
                return self._ask("legal") if "legal" in offered else None
            case What.SCORES:
                return self._ask("scores") if "scores" in offered else None
            case What.CHECK:
                return self._check(ask)
            case What.TWIN:
                return self._twin(line, ask)

    def _check(self, ask: Ask) -> Part | None:
        if "check" in self.capabilities:
            by: Part = {"by": ask.by} if ask.by is not None else {}
            return self._ask("check", move=ask.move, **by)
        if "legal" in self.capabilities and ask.by is None:
            return {"legal": canonical(ask.move) in map(canonical, listed(self._ask("legal"), "moves"))}
        return None

    def _twin(self, line: Line, ask: Ask) -> Part | None:
        if not {"load", "legal"} <= self.capabilities:
            return None
        wire = line.script.setting.wire()
        both: list[Part] = []
        for hidden in (line.state(ask.ply)["hidden"], cast("Json", ask.hidden)):
            state: Part = {"table": line.table(ask.ply), "hidden": hidden}
            self._ask("load", **wire, state=state)
            both.append(self._ask("legal"))
        return {"one": both[0], "other": both[1]}

    def _ask(self, cmd: str, **given: Json) -> Part:
        self.questions += 1
        reply = self.engine.ask(cmd, **given)
        match reply:
            case Answer(content):
                self.answered += 1
                return content
            case Skipped(reason):
                self.skipped[reason] += 1
            case Errored(message):
                self.errored[message] += 1
                if self._current is not None:
                    self.broken.setdefault(message, self._current)
        raise _NoAnswerError


def _twins_last(asks: Iterable[Ask]) -> list[Ask]:
    """A question about twins takes the engine to another table, so it comes last."""
    return sorted(asks, key=lambda ask: ask.what is What.TWIN)


@attrs.frozen
class _Parted:
    """Where the tables part: after so many moves that were made alike, by the next."""

    made: int
    refused: bool = False
    turn: Part | None = None
    found: Json = None

    def told(self, judge: Judge, line: Line) -> Difference:
        ply = self.made + 1
        if self.refused:
            return refused_difference(line, ply)
        if self.turn is not None:
            return turn_difference(line, ply, self.turn.get("to_move"))
        try:
            table = judge.table(line, ply)
        except _NoAnswerError:
            table = None
        return effect_difference(line, ply, table, self.found)
