"""The rules of the demonstration: ours with three mistakes and one different reading.

`python -m shinkansen.verify.conversation.demo_engine --game nextstation` serves them over the wire. All they know about
the switch is that the next card comes at once (6.7); they cross off a tourist circle only once for each site (L.11.4),
give 3 points for an interchange of two lines (L.5.2 says 2), and read the rules as saying that a bare departure counts
(ruling `bare_departure`, answer b).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import attrs

from shinkansen.core.errors import Refusal
from shinkansen.core.parts import Demo
from shinkansen.core.plain_json import Json
from shinkansen.core.ruleset import Score, ScoreItem
from shinkansen.nextstation.moves import Move
from shinkansen.nextstation.networks import begun, lines
from shinkansen.nextstation.opening import open_rules
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.table import State


class Careless(NextStation):
    """Next Station as somebody might get it wrong."""

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        return super().legal_moves(_without_switch(state))

    def why_not(self, state: State, move: object, by: int | None = None) -> Refusal | None:
        right = super().why_not(state, move, by)
        return right if right is not None else super().why_not(_without_switch(state), move, by)

    def scores(self, state: State) -> tuple[Score, ...]:
        return tuple(Score(score.seat, tuple(self._items(state, score))) for score in super().scores(state))

    def _items(self, state: State, score: Score) -> list[ScoreItem]:
        kit, table = self.kit, state.table
        drawn = lines(kit, table.setup, table.boards[score.seat], begun(kit, table, score.seat))
        reached = 0
        for line in drawn:
            reached |= line.stations & kit.sites
        circles = ScoreItem("tourist circles", kit.tourist_track[reached.bit_count()], "L.5.1")
        others = [item for item in score.items if item.clause != "L.5.1"]
        return [*others, circles] if reached else others

    def totals(self, state: State) -> tuple[int, ...]:
        return tuple(score.total for score in self.scores(state))


def _without_switch(state: State) -> State:
    turn = attrs.evolve(state.table.turn, anywhere=False)
    return attrs.evolve(state, table=attrs.evolve(state.table, turn=turn))


def careless(setting: Mapping[str, Json]) -> NextStation:
    """The careless rules of a setting."""
    rules = open_rules(setting)
    points = rules.edition.points
    dear = tuple((lines, 3 if lines == 2 else worth) for lines, worth in points.interchanges)
    sheet = attrs.evolve(rules.edition, points=attrs.evolve(points, interchanges=dear))
    return Careless(rules.seats, sheet, {**rules.letters, "bare_departure": "b"})


DEMO: Final = Demo(
    name="the careless engine",
    opener=careless,
    lacks=("load",),  # it does not accept positions, so every difference is shown as a game
    says="A bundled engine with three mistakes and one different reading",
    tables=({"seats": 1}, {"seats": 2}),
    games=12,
)
