"""Corners of Next Station: tables late in games in which everybody plays alike.

Players who pass as often as they draw seldom fill the tourist track, cross lines of earlier rounds or tie. So here all
draw whenever they can; or all draw at most one section of a line, and many have the same points.
"""

from __future__ import annotations

from random import Random

from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.table import State


def corner(rules: NextStation, rng: Random) -> State:
    """The end of such a game, or any table of its last two rounds."""
    state = rules.start(rules.deal(rng))
    longest = rng.choice((1, len(rules.edition.tracks)))
    late: list[State] = []
    while (seat := rules.to_move(state)) is not None:
        nothing, *sections = rules.legal_moves(state)
        board, colour = state.table.boards[seat], state.table.colours[seat]
        on = board.lines[colour].bit_count() < longest
        state = rules.follow(state, rng.choice(sections) if on and sections else nothing)
        if state.table.round >= 2:
            late.append(state)
    return state if rng.random() < 0.5 else rng.choice(late)
