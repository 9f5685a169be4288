"""Scripts of random games that go where little has been seen, written by the reference alone.

The guide prefers moves whose clauses have seldom been at work so far, and asks about moves that are refused by clauses
that have seldom refused any. The same seed gives the same scripts, provided it is given the same detours.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from operator import itemgetter
from random import Random
from typing import Final, TypeAlias, cast

import attrs
from attrs import field

from shinkansen.core.errors import WireError
from shinkansen.core.near_misses import Part, kind_of, near_miss, words_in
from shinkansen.core.opaque import Move, State
from shinkansen.core.plain_json import Json
from shinkansen.verify.judging.script import Ask, Script, Setting, What

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
    _met: dict[str, list[Part]] = field(factory=dict[str, list[Part]])
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
            return self._go_on(script, rules.start(deal), looks, 1000, "")
        before = detour.until(len(detour.moves) - 1)
        return self._go_on(before, before.played().states[-1], looks, 1000, kind_of(detour.moves[-1]))

    def opening(self, setting: Setting) -> Script:
        """The table after setup with every question, for engines that cannot be taken any further."""
        rules = setting.rules
        deal = rules.deal(self.rng)
        script = self.along(Script(setting, {"deal": rules.deal_json(deal)}), state := rules.start(deal), 0, 0)
        looks = self._look(setting, state, _by_kind(setting, state), 0)
        return attrs.evolve(script, asks=(*script.asks, *looks))

    def position(self, setting: Setting) -> Script:
        """A table in the middle of a game, with questions, and a few moves from there."""
        rules = setting.rules
        state = rules.start(rules.deal(self.rng))
        for _ in range(self.rng.randrange(LONGEST)):
            kinds = _by_kind(setting, state)
            if not kinds:
                break
            state = rules.follow(state, self._any(kinds))
        return self.along(Script(setting, {"state": rules.state_json(state)}), state, 1, 2)

    def along(self, script: Script, state: State, looks: float, most: int) -> Script:
        """A script with some more moves and questions, from the state it has reached."""
        return self._go_on(script, state, looks, most, "")

    def _go_on(self, script: Script, state: State, looks: float, most: int, avoid: str) -> Script:
        setting, rules = script.setting, script.setting.rules
        moves, asks = [*script.moves], list[Ask]()
        if not moves:
            asks.append(Ask(0, What.TABLE))
        for _ in range(most):
            kinds = _by_kind(setting, state)
            if not kinds:
                break
            if self.rng.random() < looks:
                asks += self._look(setting, state, kinds, len(moves))
            if avoid in kinds and len(kinds) > 1:
                del kinds[avoid]
            avoid = ""
            move = self._choose(setting, state, kinds)
            moves.append(setting.moves.json(move))
            state = rules.follow(state, move)
        asks += [Ask(len(moves), What.LEGAL), Ask(len(moves), What.SCORES)]
        asks += [Ask(len(moves), What.CHECK, stray) for stray in self._stray() if _is_move(setting, stray)]
        return attrs.evolve(script, moves=tuple(moves), asks=tuple(asks))

    def _choose(self, setting: Setting, state: State, kinds: Kinds) -> Move:
        rules = setting.rules
        weighed: list[tuple[int, int, Move, frozenset[str]]] = []
        for number in range(WEIGHED):
            move = self._any(kinds)
            self._learn(setting.moves.json(move))
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

    def _stray(self) -> list[Part]:
        """A move that was legal elsewhere; nothing before the first move of all."""
        return [self.rng.choice(self._met[self.rng.choice([*self._met])])] if self._met else []

    def _learn(self, move: Part) -> None:
        met = self._met.setdefault(kind_of(move), [])
        if len(met) < MET:
            met.append(move)
        for part, value in move.items():
            known = self._values.setdefault(part, [])
            if value not in known:
                known.append(value)

    def _look(self, setting: Setting, state: State, kinds: Kinds, ply: int) -> Iterator[Ask]:
        rules = setting.rules
        yield Ask(ply, What.LEGAL)
        sight = words_in(rules.state_json(state)["table"])
        wanted: list[tuple[int, int, Part, int | None, str]] = []
        for number in range(MISSES):
            strays = self._stray() if number % 4 == 0 else []
            near = (setting.moves.json(self._any(kinds)), self._values, self.rng, sight)
            given = strays[0] if strays else near_miss(*near)
            by = self.rng.randrange(rules.seats) if self.rng.random() < 0.1 else None
            try:
                read = setting.moves.read(given)
                # As the wire writes it: where a move can be read in several forms, only one is asked.
                move, refusal = setting.moves.json(read), rules.why_not(state, read, by)
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
            # What the player to move may do rests on what that player sees, and on nothing else.
            twin = rules.redeal(rules.view(state, rules.to_move(state) or 0), self.rng)
            yield Ask(ply, What.TWIN, hidden=cast("Part", rules.state_json(twin)["hidden"]))


Kinds: TypeAlias = dict[str, list[Move]]
"""Legal moves by the name of their kind."""


def _is_move(setting: Setting, content: Part) -> bool:
    try:
        setting.moves.read(content)
    except WireError:
        return False  # with fewer seats, for example, there may be fewer moves
    return True


def _by_kind(setting: Setting, state: State) -> Kinds:
    kinds: Kinds = {}
    for move in setting.rules.legal_moves(state):
        kinds.setdefault(kind_of(setting.moves.json(move)), []).append(move)
    return kinds
