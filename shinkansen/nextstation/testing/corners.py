"""Corners of Next Station: tables late in games in which everybody draws whenever they can.

Players who pass as often as they draw seldom fill the tourist track, cross lines of earlier rounds or tie.
"""

from __future__ import annotations

from random import Random

from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.table import State


def corner(rules: NextStation, rng: Random) -> State:
    """The end of such a game, or any table of its last two rounds."""
    state = rules.start(rules.deal(rng))
    late: list[State] = []
    while rules.to_move(state) is not None:
        _, *sections = legal = rules.legal_moves(state)
        state = rules.follow(state, rng.choice(sections or legal))
        if state.table.round >= 2:
            late.append(state)
    return state if rng.random() < 0.5 else rng.choice(late)
