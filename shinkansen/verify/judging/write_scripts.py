"""Walks: scripts of random games that go where little has been seen, written by the reference alone.

A walk prefers moves whose clauses have seldom been at work so far, and asks about moves that are refused by clauses
that have seldom refused any. The same seed gives the same scripts, provided it is given the same detours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from operator import itemgetter
from random import Random
from typing import Final, TypeAlias, cast

import attrs
from attrs import field

from shinkansen.core.errors import WireError
from shinkansen.core.near_misses import Part, kind_of, near_miss, words_in
from shinkansen.core.plain_json import Json
from shinkansen.verify.judging.script import Ask, Script, Setting, What, as_json, read_move
from shinkansen.zerokei.moves import NAME_OF, Finish, Move
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import State

WEIGHED: Final = 5
"""How many moves of a table are weighed against each other."""
MISSES: Final = 10
ASKED: Final = 3
"""How many near misses are made, and how many of them are asked (the most wanted ones)."""
MET: Final = 40
"""How many moves of a kind are remembered."""
LONGEST: Final = 100
"""The most moves after which a position is taken."""


@attrs.define
class Guide:
    """Writes scripts, and remembers which clauses they have shown."""

    rng: Random
    happened: Counter[str] = field(factory=Counter[str])
    """How often each clause has acted."""
    refused: Counter[str] = field(factory=Counter[str])
    """How often each clause has refused what was asked."""
    _values: dict[str, list[Json]] = field(factory=dict[str, list[Json]])
    """The values that parts of moves were seen to have."""
    _met: dict[str, list[Part]] = field(factory=lambda: {"finish": [as_json(Finish())]})
    """Some moves of every kind."""

    @property
    def covered(self) -> int:
        """How many clauses have acted or refused."""
        return len({*self.happened, *self.refused})

    def game(self, setting: Setting, looks: float, detour: Script | None = None) -> Script:
        """A whole game, with questions at some of its tables; a detour continues from before its last move."""
        rules = setting.rules
        if detour is None:
            deal = rules.deal(self.rng)
            script = Script(setting, {"deal": rules.deal_json(deal)})
            return self._walk(rules, script, rules.start(deal), looks, 1000, "")
        before = detour.until(len(detour.moves) - 1)
        return self._walk(rules, before, before.played().states[-1], looks, 1000, kind_of(detour.moves[-1]))

    def opening(self, setting: Setting) -> Script:
        """The table after setup with every question, for engines that cannot be taken any further."""
        rules = setting.rules
        deal = rules.deal(self.rng)
        script = self.along(Script(setting, {"deal": rules.deal_json(deal)}), state := rules.start(deal), 0, 0)
        looks = self._look(rules, state, _by_kind(rules.legal_moves(state)), 0)
        return attrs.evolve(script, asks=(*script.asks, *looks))

    def position(self, setting: Setting) -> Script:
        """A table in the middle of a game, with questions, and a few moves from there."""
        rules = setting.rules
        state = rules.start(rules.deal(self.rng))
        for _ in range(self.rng.randrange(LONGEST)):
            kinds = _by_kind(rules.legal_moves(state))
            if not kinds:
                break
            state = rules.follow(state, self._any(kinds))
        return self.along(Script(setting, {"state": rules.state_json(state)}), state, 1, 2)

    def along(self, script: Script, state: State, looks: float, most: int) -> Script:
        """A script with some more moves and questions, from the state it has reached."""
        return self._walk(script.setting.rules, script, state, looks, most, "")

    def _walk(self, rules: ZeroKei, script: Script, state: State, looks: float, most: int, avoid: str) -> Script:
        moves, asks = [*script.moves], list[Ask]()
        if not moves:
            asks.append(Ask(0, What.TABLE))
        for _ in range(most):
            kinds = _by_kind(rules.legal_moves(state))
            if not kinds:
                break
            if self.rng.random() < looks:
                asks += self._look(rules, state, kinds, len(moves))
            if avoid in kinds and len(kinds) > 1:
                del kinds[avoid]
            avoid = ""
            move = self._choose(rules, state, kinds)
            moves.append(as_json(move))
            state = rules.follow(state, move)
        asks += [Ask(len(moves), What.LEGAL), Ask(len(moves), What.SCORES), Ask(len(moves), What.CHECK, self._stray())]
        return attrs.evolve(script, moves=tuple(moves), asks=tuple(asks))

    def _choose(self, rules: ZeroKei, state: State, kinds: Kinds) -> Move:
        weighed: list[tuple[int, int, Move, frozenset[str]]] = []
        for number in range(WEIGHED):
            move = self._any(kinds)
            self._learn(as_json(move))
            happened = rules.narrate(state, move).happenings
            clauses = frozenset(clause for thing in happened if (clause := getattr(thing, "clause", "")))
            weighed.append((min((self.happened[clause] for clause in clauses), default=0), number, move, clauses))
        # Not always the rarest: some things only happen when the same is done again.
        _, _, move, clauses = min(weighed, key=itemgetter(0, 1)) if self.rng.random() < 0.7 else weighed[0]
        self.happened.update(clauses)
        return move

    def _any(self, kinds: Kinds) -> Move:
        """A random move; every kind is equally likely, however many moves of it there are."""
        return self.rng.choice(kinds[self.rng.choice([*kinds])])

    def _stray(self) -> Part:
        """A move that was legal elsewhere."""
        return self.rng.choice(self._met[self.rng.choice([*self._met])])

    def _learn(self, move: Part) -> None:
        met = self._met.setdefault(kind_of(move), [])
        if len(met) < MET:
            met.append(move)
        for part, value in move.items():
            known = self._values.setdefault(part, [])
            if value not in known:
                known.append(value)

    def _look(self, rules: ZeroKei, state: State, kinds: Kinds, ply: int) -> Iterator[Ask]:
        yield Ask(ply, What.LEGAL)
        sight = words_in(rules.state_json(state)["table"])
        wanted: list[tuple[int, int, Part, int | None, str]] = []
        for number in range(MISSES):
            move = (
                self._stray()
                if number % 4 == 0
                else near_miss(as_json(self._any(kinds)), self._values, self.rng, sight)
            )
            by = self.rng.randrange(rules.seats) if self.rng.random() < 0.1 else None
            try:
                refusal = rules.why_not(state, read_move(move), by)
            except WireError:
                continue  # the wire has no such moves
            clause = refusal.clause if refusal is not None else ""
            wanted.append((self.refused[clause], number, move, by, clause))
        wanted.sort(key=itemgetter(0, 1))
        for _, _, move, by, clause in wanted[:ASKED]:
            self.refused[clause] += 1
            yield Ask(ply, What.CHECK, move, by)
        if self.rng.random() < 0.5:
            # An engine may say that a move is illegal and still let it be made.
            tried = next((move for _, _, move, by, clause in wanted if clause and by is None), None)
            yield from (Ask(ply, What.TRY, move) for move in (tried,) if move is not None)
        if self.rng.random() < 0.4:
            yield Ask(ply, What.SCORES)
        if self.rng.random() < 0.2:
            twin = rules.redeal(rules.view(state, self.rng.randrange(rules.seats)), self.rng)
            yield Ask(ply, What.TWIN, hidden=cast("Part", rules.state_json(twin)["hidden"]))


Kinds: TypeAlias = dict[str, list[Move]]
"""Legal moves by the name of their kind."""


def _by_kind(moves: Iterable[Move]) -> Kinds:
    kinds: Kinds = {}
    for move in moves:
        kinds.setdefault(NAME_OF[type(move)], []).append(move)
    return kinds
