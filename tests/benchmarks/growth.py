"""How the cost of a decision grows: with what there is to choose from, and with what lies in front of who decides.

Positions of random games are sorted into steps; in each step, listing the legal moves and making one is measured.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from random import Random
from typing import Any, Final, TypeAlias

from attrs import frozen

from shinkansen.core.play import at_random, plies
from tests.benchmarks.clock import microseconds
from tests.benchmarks.tables import Measure, Rules

Step: TypeAlias = list[tuple[Any, Any]]
"""Some states, each with a move that is legal there."""
Found: TypeAlias = dict[str, dict[str, dict[str, float]]]
"""By axis and step, how many positions there are and what each call costs."""
MANY: Final = 120
"""So many positions of a step are used."""
FEW: Final = 8
"""A step with fewer is left out: its mean would be that of a few odd positions."""


@frozen
class Axis:
    """Something that a decision may depend on."""

    words: str
    of: Callable[[Rules, Any], int | None]
    """Its amount in a state; `None` where the state does not count."""
    steps: tuple[int, ...]
    """Where each step begins."""


def _choices(rules: Rules, state: Any) -> int:
    return len(rules.legal_moves(state))


def _carriages(rules: Rules, state: Any) -> int | None:
    if rules.stage(state).phase != "act" or state.table.pending:
        return None
    return len(state.table.seats[state.table.seat].train)


def _sections(rules: Rules, state: Any) -> int:
    board = state.table.boards[rules.to_move(state)]
    return sum(line.bit_count() for line in board.lines)


AXES: Final = {
    "zerokei": (
        Axis("legal moves", _choices, (1, 2, 5, 10, 20, 40, 80)),
        Axis("carriages of the train, in an action", _carriages, (0, 1, 2, 3, 4, 5, 6)),
    ),
    "nextstation": (
        Axis("legal moves", _choices, (1, 2, 5, 10, 20, 40)),
        Axis("sections on the sheet", _sections, (0, 4, 8, 12, 16, 20, 24, 28)),
    ),
}


def sorted_into_steps(rules: Rules, axis: Axis, games: int, few: int = FEW) -> dict[int, Step]:
    """The positions of each step, by where it begins."""
    rng, found = Random(2), {least: Step() for least in axis.steps}
    for _ in range(games):
        for ply in plies(rules, rules.start(rules.deal(rng)), at_random(rng)):
            amount = axis.of(rules, ply.state)
            if amount is not None and amount >= axis.steps[0]:
                found[axis.steps[bisect_right(axis.steps, amount) - 1]].append((ply.state, ply.move))
    return {least: rng.sample(step, min(MANY, len(step))) for least, step in found.items() if len(step) >= few}


def opened(rules: Rules, game: str, games: int = 60) -> Measure:
    """A measurement along all axes of a game; it gives, by axis and step, the microseconds of both calls."""
    few = FEW if games > 1 else 1
    sorted_ = {axis.words: sorted_into_steps(rules, axis, games, few) for axis in AXES[game]}
    asked = [(words, least, step) for words, steps in sorted_.items() for least, step in steps.items()]

    def measure(seed: str, seconds: float) -> Found:
        found: Found = {words: {} for words in sorted_}
        for words, least, step in Random(seed).sample(asked, len(asked)):
            found[words][str(least)] = {
                "positions": len(step),
                "legal_moves": microseconds(lambda at: rules.legal_moves(at[0]), step, seconds),
                "follow": microseconds(lambda at: rules.follow(*at), step, seconds),
            }
        return {words: {str(least): found[words][str(least)] for least in steps} for words, steps in sorted_.items()}

    return measure
