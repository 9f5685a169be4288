"""What single calls of the contract cost, in the positions of random games of any ruleset.

All are asked of the same positions again and again, so what an engine keeps between calls, it has.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Final, TypeAlias

from attrs import frozen

from shinkansen.core.plain_json import Json
from shinkansen.core.play import at_random, plies
from tests.benchmarks.clock import microseconds
from tests.benchmarks.tables import Measure, Rules


@frozen
class Position:
    """A state, and what is asked about it. At the end of a game there is no move."""

    state: Any
    move: Any
    wrong: Any
    """A move that is legal elsewhere."""
    view: Any
    """What the seat to move may know."""
    content: Json
    pickled: bytes


Call: TypeAlias = Callable[[Rules, Random, Position], object]

BASE: Final = "follow"
"""The call that the others are compared with."""
DURING: Final[dict[str, Call]] = {
    "legal_moves": lambda rules, _, at: rules.legal_moves(at.state),
    "follow": lambda rules, _, at: rules.follow(at.state, at.move),
    "narrate": lambda rules, _, at: rules.narrate(at.state, at.move),
    "apply": lambda rules, _, at: rules.apply(at.state, at.move),
    "explain": lambda rules, _, at: rules.explain(at.state, at.move),
    "why_not, legal": lambda rules, _, at: rules.why_not(at.state, at.move),
    "why_not, illegal": lambda rules, _, at: rules.why_not(at.state, at.wrong),
    "digest": lambda rules, _, at: rules.digest(at.state),
    "hash": lambda rules, _, at: hash(at.state),
    "state_json": lambda rules, _, at: rules.state_json(at.state),
    "read_state": lambda rules, _, at: rules.read_state(at.content),
    "stage": lambda rules, _, at: rules.stage(at.state),
    "view": lambda rules, _, at: rules.view(at.state, 0),
    "redeal": lambda rules, rng, at: rules.redeal(at.view, rng),
    "preview": lambda rules, _, at: rules.preview(at.view, at.move),
    "position": lambda rules, _, at: rules.position(at.state),
    "pickle a state": lambda rules, _, at: pickle.dumps(at.state),
    "unpickle a state": lambda rules, _, at: pickle.loads(at.pickled),
    "pickle used rules": lambda rules, _, at: pickle.dumps(rules),
}
"""Calls in the middle of a game."""
AT_THE_END: Final[dict[str, Call]] = {
    "scores": lambda rules, _, at: rules.scores(at.state),
    "totals": lambda rules, _, at: rules.totals(at.state),
    "outcome": lambda rules, _, at: rules.outcome(at.state),
}
"""Calls that a playout makes when a game is over."""


def positions(rules: Rules, games: int, seed: int) -> tuple[list[Position], list[Position]]:
    """Positions of random games, some from the middle and all ends."""
    middle, ends, rng = list[tuple[Any, Any]](), list[Any](), Random(seed)
    for _ in range(games):
        start = rules.start(rules.deal(rng))
        game = [*plies(rules, start, at_random(rng))]
        middle += [(ply.state, ply.move) for ply in game[rng.randrange(5) :: 5]]
        ends.append(rules.follow(game[-1].state, game[-1].move))
    elsewhere = [move for _, move in middle]
    return [
        _position(rules, state, move, next(other for other in elsewhere if rules.why_not(state, other) is not None))
        for state, move in middle
    ], [_position(rules, state, None, elsewhere[0]) for state in ends]


def _position(rules: Rules, state: Any, move: Any, wrong: Any) -> Position:
    view = rules.view(state, rules.to_move(state) or 0)
    return Position(state, move, wrong, view, rules.state_json(state), pickle.dumps(state))


def opened(rules: Rules, games: int = 12) -> Measure:
    """A measurement of all calls, in random order; it gives the microseconds of each."""
    middle, ends = positions(rules, games, 1)
    asked = [*((name, call, middle) for name, call in DURING.items()), *((n, c, ends) for n, c in AT_THE_END.items())]

    def measure(seed: str, seconds: float) -> dict[str, float]:
        rng, found = Random(seed), dict[str, float]()
        for name, call, at in rng.sample(asked, len(asked)):
            found[name] = microseconds(partial(call, rules, rng), at, seconds)
        return {name: found[name] for name, _, _ in asked}

    return measure
