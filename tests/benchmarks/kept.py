"""How much memory it takes to keep every state of a game, as Python's own account (`tracemalloc`) has it."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable
from random import Random
from typing import Any, TypeAlias

from shinkansen.core.play import at_random, plies
from tests.benchmarks.tables import Measure, Rules

States: TypeAlias = Callable[[Random], list[Any]]
"""Plays a random game and returns all its states."""


def of_rules(rules: Rules) -> States:
    """The states of a game of ours."""
    return lambda rng: [ply.state for ply in plies(rules, rules.start(rules.deal(rng)), at_random(rng))]


def opened(states: States, games: int = 4) -> Measure:
    """A measurement; it gives the bytes that each state adds. How long it takes does not matter."""

    def measure(seed: str, seconds: float) -> float:
        states(Random(seed))  # once before, or what an engine works out once and for all would count too
        tracemalloc.start()
        try:
            before, count, kept = _now(), 0, list[list[Any]]()
            for number in range(games):
                kept.append(states(Random(f"{seed} {number}" if number else seed)))
                count += len(kept[-1])
            return (_now() - before) / count
        finally:
            tracemalloc.stop()

    return measure


def _now() -> int:
    gc.collect()
    return tracemalloc.get_traced_memory()[0]
