"""How the impact of Zero-Kei's rulings is measured: who plays, on which occasions they choose, and where it is kept.

With several players everybody moves at random. Such players never beat Hideo, so a solo player makes the move that
`evaluation` values most under the preferred reading, and only ties are broken at random. `impact.json` keeps a
measurement; `python -m tests.build.impact --game zerokei` repeats it.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Final, cast

from shinkansen.core import opaque
from shinkansen.core.opaque import AnyRules
from shinkansen.readings.impact import alike
from shinkansen.readings.parts import Choose, Measuring, Players
from shinkansen.zerokei.evaluation import sensible
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import State

FILE: Final = Path(__file__).parent / "impact.json"


def seats_for(slug: str) -> tuple[int, ...]:
    """The numbers of players to play with in turn: just one for Hideo's rulings."""
    return (1,) if slug.startswith("hideo") else (2, 3, 4)


def chooser(rules: AnyRules, key: str) -> Choose:
    """How everybody plays."""
    return alike(GAME, rules, key, occasion) if rules.seats > 1 else _sensible_alike(cast("ZeroKei", rules), key)


def _sensible_alike(rules: ZeroKei, key: str) -> Choose:
    """A way to choose that also depends on what the moves are worth under some rules, whichever are played."""

    def choose(state: opaque.State, legal: tuple[opaque.Move, ...]) -> opaque.Move:
        rng = Random(f"{key} {occasion(state)}")
        return cast("opaque.Move", sensible(rng)(rules, cast("State", state), cast("tuple[Move, ...]", legal)))

    return choose


def occasion(state: opaque.State) -> str:
    """What a choice depends on: the round, the phase, the seat, and how many actions are left and owed."""
    table = cast("State", state).table
    return f"{table.round} {table.phase.value} {table.seat} {table.actions} {len(table.pending)} "


ALONE: Final = Players(
    "Alone against Hideo",
    "against Hideo, by the move that looks best",
    "random players never beat Hideo, so in both the move that looks best is made, with ties broken alike",
)
IMPACT: Final = Measuring(
    FILE,
    seats_for,
    chooser,
    {(1,): "of a sensible player against Hideo"},
    {(1,): ALONE},
    "alone against Hideo, the move that the sense of the preferred reading values most, ties by lot",
)
"""How it is measured, for `readings.impact`."""
