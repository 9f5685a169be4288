"""Games of random moves with what happened in them, and the numbers of players to try."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from shinkansen.core.play import at_random, plies
from shinkansen.zerokei import moves as m
from shinkansen.zerokei.happenings import Happening
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import State
from shinkansen.zerokei.testing.strategies import rules_for

SEATS = pytest.mark.parametrize("rules", [*map(rules_for, (2, 3, 4))], ids=lambda rules: f"{rules.seats} seats")
"""For tests about two, three and four players."""


def narrated(rules: ZeroKei, seed: int) -> Iterator[tuple[State, m.Move, tuple[Happening, ...]]]:
    """A game of random moves: each state, the move made in it and what happened."""
    rng = Random(seed)
    for ply in plies(rules, rules.start(rules.deal(rng)), at_random(rng)):
        yield ply.state, ply.move, rules.narrate(ply.state, ply.move).happenings
