"""The minimiser: makes the game that shows a difference shorter and simpler, asking the engine each time.

It drops stretches of moves, starts later (where the engine accepts states), asks the same question earlier, removes
seats and puts the pieces of the deal in order. After each change the moves are made legal again (`translate`). A change
is kept if the engine still differs for the same cause.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import accumulate
from time import monotonic
from typing import Final, TypeAlias, cast

import attrs
from attrs import frozen

from shinkansen.core.near_misses import Part
from shinkansen.core.opaque import AnyRules
from shinkansen.core.parts import SHRINKING
from shinkansen.core.plain_json import Json, canonical
from shinkansen.verify.judging.difference import Difference, DifferenceKind, all_clauses
from shinkansen.verify.judging.judge import Judge
from shinkansen.verify.judging.script import Script, What
from shinkansen.verify.judging.translate import with_moves


@frozen
class Budget:
    """How much may be asked for one difference."""

    questions: int = 1500
    seconds: float = 60.0
    """Only a safeguard: the number of questions is the real limit, so that a slow machine finds the same result."""


Size: TypeAlias = tuple[int, int, bool, int, str]


def size(script: Script) -> Size:
    """What should become smaller: the parts of all moves, the seats, whether it needs a certain route, disorder."""
    disorder, text = 0, canonical(script.start)
    if script.dealt:
        plain = _plain_deal(script.setting.rules)
        disorder = sum(plain[name] != piece for name, piece in cast("Part", script.start["deal"]).items())
    return sum(map(len, script.moves)), script.setting.seats, script.route is not None, disorder, text


@frozen
class Shortened:
    """The result of making a difference shorter."""

    difference: Difference
    out_of_time: bool
    """Whether the time was up while there was still something to try."""


def minimise(judge: Judge, found: Difference, budget: Budget | None = None, anywhere: bool = False) -> Difference:
    """The shortest difference with the same cause that was found within the budget; `anywhere` if a whole game may be
    replaced by the position at its end."""
    return shortened(judge, found, budget or Budget(), anywhere).difference


def shortened(judge: Judge, found: Difference, budget: Budget, anywhere: bool) -> Shortened:
    """The same, and whether only the time ended it."""
    minimiser = _Minimiser(judge, found, budget)
    if anywhere:
        minimiser.arrange()
    return Shortened(minimiser.run(), minimiser.out_of_time)


class _Minimiser:
    def __init__(self, judge: Judge, found: Difference, budget: Budget) -> None:
        self._judge = judge
        self._best: Difference = found
        self._size = size(found.script)
        self._last_question = judge.questions + budget.questions
        self._deadline = monotonic() + budget.seconds
        self.out_of_time = False
        """Whether the time was up while there was still something to try."""
        self._tried = {canonical(found.script.json())}
        self._scoring = (
            clauses_in(cast("Part", found.expected)["scores"]) if found.kind is DifferenceKind.SCORE else set[str]()
        )

    def arrange(self) -> None:
        """Start from the position in which the difference shows."""
        script = self._best.script
        if script.dealt and script.moves:
            self._better(_from(script, len(script.moves) - (0 if script.asks else 1)))

    def run(self) -> Difference:
        progress = True
        while progress:
            before = self._size
            for way in WAYS:
                self._follow(way)
            progress = self._size < before and not self._spent
        return self._best

    @property
    def _spent(self) -> bool:
        if self._judge.questions >= self._last_question:
            return True
        self.out_of_time = self.out_of_time or monotonic() >= self._deadline
        return self.out_of_time

    def _follow(self, way: Way) -> None:
        """Try all candidates of one way; the way sees every improvement at once."""
        for candidate in way(lambda: self._best.script):
            if self._spent:
                return
            self._better(candidate)

    def _better(self, candidate: Script) -> None:
        name = canonical(candidate.json())
        if name in self._tried or not self._judge.can(candidate):
            return
        self._tried.add(name)
        if not self._plausible(candidate):
            return
        for difference in self._judge.differences(candidate):
            if difference.cause == self._best.cause and size(difference.script) < self._size:
                self._best, self._size = difference, size(difference.script)
                return

    def _plausible(self, candidate: Script) -> bool:
        """Whether the clause is at work at all; the reference can tell that without asking the engine."""
        kind, clause, _ = self._best.cause
        line = candidate.played()
        ask = candidate.asks[0] if candidate.asks else None
        if ask is None:
            return not clause or any(clause in all_clauses(line, ply) for ply in range(1, len(line.states)))
        if ask.what in (What.CHECK, What.TRY):
            refusal = line.why_not(ask)
            return kind is DifferenceKind.RESTRICTIVE if refusal is None else refusal.clause == clause
        if ask.what is What.SCORES and clause in self._scoring:
            return clause in clauses_in(line.answer(ask)["scores"])
        return True


def clauses_in(scores: Json) -> set[str]:
    """The clauses of the items of scores."""
    return {str(item["clause"]) for items in cast("list[list[Part]]", scores) for item in items}


# -- ways to make a script smaller


def _later(best: Best) -> Iterator[Script]:
    """From a later state."""
    script = best()
    if script.dealt or not script.moves:
        return
    last = len(script.moves) - (0 if script.asks else 1)
    for ply in dict.fromkeys((last, last // 2)):
        if ply:
            yield _from(script, ply)


def _from(script: Script, ply: int) -> Script:
    """A script from the position after some moves on."""
    asks = tuple(attrs.evolve(ask, ply=ask.ply - ply) for ask in script.asks)
    start: Part = {"state": script.played().state(ply)}
    return attrs.evolve(script, start=start, moves=script.moves[ply:], asks=asks, route=None)


def _by_any_route(best: Best) -> Iterator[Script]:
    """By the quickest route, if it also shows by another route than the one it was seen by."""
    if best().route is not None:
        yield attrs.evolve(best(), route=None)


def _earlier(best: Best) -> Iterator[Script]:
    """The same question after fewer moves."""
    script = best()
    if script.asks:
        for ply in range(len(script.moves)):
            if len(best().moves) <= ply:
                return
            yield script.until(ply, *(attrs.evolve(ask, ply=ply) for ask in script.asks))


def _shorter(best: Best) -> Iterator[Script]:
    """Without some turns: long stretches first, then shorter ones."""
    length = len(_turns(best())) // 2
    while length:
        first = 0
        while first < len(_turns(best())):
            script = best()
            turns = _turns(script)[first : first + length]
            yield from _without(script, range(turns[0].start, turns[-1].stop))
            if best() is script:
                first += length
        length //= 2


def _fewer_rounds(best: Best) -> Iterator[Script]:
    """Without all moves of a round, or of all rounds up to one."""
    script = best()
    if script.dealt and script.moves:
        line = script.played()
        plies: dict[int, list[int]] = {}
        for ply, state in enumerate(line.states[:-1]):
            plies.setdefault(line.rules.stage(state).round, []).append(ply)
        ends = [played[-1] + 1 for played in plies.values()]
        for gone in (*(range(played[0], played[-1] + 1) for played in plies.values()), *map(range, ends[1:])):
            yield from _without(script, gone)


def _without(script: Script, gone: range) -> Iterator[Script]:
    """Without some moves, and with the deal that the game then needs."""
    game = script.setting.game
    start: Part = script.start
    if script.dealt and game.has(SHRINKING):
        line = script.played()
        deal = game.part(SHRINKING).without(line.rules, cast("Part", start["deal"]), line.states, gone)
        start = {"deal": deal}
    yield from with_moves(script, script.setting, start, (*script.moves[: gone.start], *script.moves[gone.stop :]))


def _turns(script: Script) -> list[range]:
    """The moves that are left out together or not at all."""
    game, line = script.setting.game, script.played()
    one_by_one = [1] * len(script.moves)
    lengths = game.part(SHRINKING).turns(line.rules, line.states) if game.has(SHRINKING) else one_by_one
    ends = [*accumulate(lengths)]
    return [*map(range, (0, *ends), ends)]


def _fewer_seats(best: Best) -> Iterator[Script]:
    """With fewer players; the one who moves last stays, or else another, whom the difference may be about."""
    script = best()
    game = script.setting.game
    if not script.dealt or not game.has(SHRINKING):
        return
    shrinking, line = game.part(SHRINKING), script.played()
    movers = [line.to_move(ply) for ply in range(len(script.moves) + 1)]
    last = next((seat for seat in reversed(movers[: len(script.moves)]) if seat is not None), 0)
    if script.asks and movers[-1] is not None:
        last = movers[-1]
    unusual = {each.name for each in game.variants if (each.name, each.usual) not in script.setting.variants}
    for seats in shrinking.fewer(script.setting.seats):
        if seats not in game.seats or not unusual <= {each.name for each in game.variants_for(seats)}:
            continue
        setting = attrs.evolve(script.setting, seats=seats)
        deal = cast("Part", script.start["deal"])
        everybody = [last, *(seat for seat in range(script.setting.seats) if seat != last)]
        for first in everybody:
            staying = sorted([first, *(seat for seat in everybody if seat != first)][:seats])
            places = {seat: place for place, seat in enumerate(staying)}
            start: Part = {"deal": shrinking.deal_for(script.setting.rules, setting.rules, deal, places)}
            kept = [
                shrinking.reseated(move, places)
                for move, seat in zip(script.moves, movers, strict=False)
                if seat in places
            ]
            yield from with_moves(script, setting, start, kept)
            if best() is not script:
                return


def _plainer_moves(best: Best) -> Iterator[Script]:
    """With moves that say nothing, such as a pass, in place of some: long stretches first, then shorter ones."""
    length = len(best().moves)
    while length:
        for first in range(0, len(best().moves), length):
            script = best()
            line, moves = script.played(), [*script.moves]
            for ply in range(first, min(first + length, len(moves))):
                legal = cast("list[Part]", line.legal(ply))
                moves[ply] = next((move for move in legal if len(move) == 1), moves[ply])
            if tuple(moves) != script.moves:
                yield from with_moves(script, script.setting, script.start, moves)
        length //= 2


def _plainer_deal(best: Best) -> Iterator[Script]:
    """With the pieces of the deal in order: all of them, those of one kind, those that are never drawn."""
    script = best()
    if not script.dealt:
        return
    plain = _plain_deal(script.setting.rules)
    yield from with_moves(script, script.setting, {"deal": plain}, script.moves)
    for name, piece in plain.items():
        script = best()
        deal: Part = {**cast("Part", script.start["deal"]), name: piece}
        yield from with_moves(script, script.setting, {"deal": deal}, script.moves)
    script, rules = best(), script.setting.rules
    drawn = rules.seen_deal(rules.read_deal(script.start["deal"]), script.played().states[-1], 0)
    yield attrs.evolve(script, start={"deal": rules.deal_json(drawn)})


Best: TypeAlias = Callable[[], Script]
"""The smallest script so far."""
Way: TypeAlias = Callable[[Best], Iterator[Script]]
WAYS: Final[tuple[Way, ...]] = (
    _by_any_route,
    _later,
    _earlier,
    _fewer_seats,
    _fewer_rounds,
    _shorter,
    _plainer_moves,
    _plainer_deal,
)


# -- deals


def _plain_deal(rules: AnyRules) -> Part:
    """A deal in order, as far as the rules allow."""
    return rules.deal_json(rules.dealt(rules.chance.in_order()))
