"""The engine of the demonstration: the reference with three mistakes and one different reading.

    python -m shinkansen.verify.judging.demo_engine

It pays 2 yen for an unused action (7.2 says 1), lets the tail-carriage be used for every action of a turn (6.C.3),
takes no points off for cities without track (11.3.3), and reads the rules as saying that track needs prepared ground
(ruling `track_needs_ground`, answer b).
"""

from __future__ import annotations

import sys
from collections.abc import Mapping

import attrs

from shinkansen.core.errors import Refusal
from shinkansen.core.plain_json import Json
from shinkansen.core.ruleset import Score
from shinkansen.verify.conversation.serving import CAPABILITIES, Server, open_zerokei, serve
from shinkansen.zerokei.moves import Finish, Move
from shinkansen.zerokei.ruleset import GAME, ZeroKei
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


def _open(setting: Mapping[str, Json]) -> ZeroKei:
    rules = open_zerokei(setting)
    letters = {**rules.letters, "track_needs_ground": "b"}
    return Careless(rules.seats, rules.edition, letters, rules.hard)


def engine() -> Server:
    """It does not accept positions, so every difference is shown as a game."""
    offered = [name for name in CAPABILITIES if name != "load"]
    return Server({GAME: _open}, name="the careless engine", capabilities=offered)


if __name__ == "__main__":
    serve(engine().answer, sys.stdin.buffer, sys.stdout.buffer)
