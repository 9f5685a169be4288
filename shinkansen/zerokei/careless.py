"""The rules of the demonstration: ours with three mistakes and one different reading.

`python -m shinkansen.verify.conversation.demo_engine` serves them over the wire. They pay 2 yen for an unused action
(7.2 says 1), let the tail-carriage be used for every action of a turn (6.C.3), take no points off for cities without
track (11.3.3), and read the rules as saying that track needs prepared ground (ruling `track_needs_ground`, answer b).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from shinkansen.core.errors import Refusal
from shinkansen.core.parts import Demo
from shinkansen.core.plain_json import Json
from shinkansen.core.ruleset import Score
from shinkansen.zerokei.moves import Finish, Move
from shinkansen.zerokei.opening import open_rules
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import TAIL, State


class Careless(ZeroKei):
    """Zero-Kei as somebody might get it wrong."""

    def follow(self, state: State, move: Move) -> State:
        after = super().follow(state, move)
        if not isinstance(move, Finish):
            return after
        seats = [*after.table.seats]
        who = state.table.seat
        seats[who] = attrs.evolve(seats[who], yen=seats[who].yen + state.table.actions)
        return attrs.evolve(after, table=attrs.evolve(after.table, seats=tuple(seats)))

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        forgotten = super().legal_moves(_tail_forgotten(state))
        again = (move for move in forgotten if getattr(move, "card", None) == TAIL)
        return tuple(dict.fromkeys((*super().legal_moves(state), *again)))

    def why_not(self, state: State, move: object, by: int | None = None) -> Refusal | None:
        tail = getattr(move, "card", None) == TAIL
        return super().why_not(_tail_forgotten(state) if tail else state, move, by)

    def scores(self, state: State) -> tuple[Score, ...]:
        return tuple(
            Score(score.seat, tuple(item for item in score.items if item.clause != "11.3.3"))
            for score in super().scores(state)
        )


def _tail_forgotten(state: State) -> State:
    return attrs.evolve(state, table=attrs.evolve(state.table, used=state.table.used - {TAIL}))


def careless(setting: Mapping[str, Json]) -> ZeroKei:
    """The careless rules of a setting."""
    rules = open_rules(setting)
    letters = {**rules.letters, "track_needs_ground": "b"}
    return Careless(rules.seats, rules.edition, letters, rules.hard)


DEMO: Final = Demo(
    name="the careless engine",
    opener=careless,
    lacks=("load",),  # it does not accept positions, so every difference is shown as a game
    says="A bundled engine with three mistakes and one different reading",
    tables=({"seats": 2}, {"seats": 3}),
    games=6,
)
