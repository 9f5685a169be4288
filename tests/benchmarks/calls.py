"""What single calls of the contract cost, in the positions of random games of any ruleset.

All are asked of the same positions again and again, so what an engine keeps between calls, it has.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from random import Random
from time import process_time
from typing import Any, Final, TypeAlias

from attrs import frozen

from shinkansen.core.plain_json import Json
from shinkansen.core.play import at_random, plies
from shinkansen.core.ruleset import Ruleset
from shinkansen.progress import counted

Rules: TypeAlias = Ruleset[Any, Any, Any, Any]


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


Call: TypeAlias = Callable[[Rules, Position, Random], object]

BASE: Final = "follow"
"""The call that the others are compared with."""
DURING: Final[dict[str, Call]] = {
    "legal_moves": lambda rules, at, _: rules.legal_moves(at.state),
    "follow": lambda rules, at, _: rules.follow(at.state, at.move),
    "narrate": lambda rules, at, _: rules.narrate(at.state, at.move),
    "apply": lambda rules, at, _: rules.apply(at.state, at.move),
    "explain": lambda rules, at, _: rules.explain(at.state, at.move),
    "why_not, legal": lambda rules, at, _: rules.why_not(at.state, at.move),
    "why_not, illegal": lambda rules, at, _: rules.why_not(at.state, at.wrong),
    "digest": lambda rules, at, _: rules.digest(at.state),
    "hash": lambda rules, at, _: hash(at.state),
    "state_json": lambda rules, at, _: rules.state_json(at.state),
    "read_state": lambda rules, at, _: rules.read_state(at.content),
    "stage": lambda rules, at, _: rules.stage(at.state),
    "view": lambda rules, at, _: rules.view(at.state, 0),
    "redeal": lambda rules, at, rng: rules.redeal(at.view, rng),
    "preview": lambda rules, at, _: rules.preview(at.view, at.move),
    "position": lambda rules, at, _: rules.position(at.state),
    "pickle a state": lambda rules, at, _: pickle.dumps(at.state),
    "unpickle a state": lambda rules, at, _: pickle.loads(at.pickled),
    "pickle used rules": lambda rules, at, _: pickle.dumps(rules),
}
"""Calls in the middle of a game."""
AT_THE_END: Final[dict[str, Call]] = {
    "scores": lambda rules, at, _: rules.scores(at.state),
    "totals": lambda rules, at, _: rules.totals(at.state),
    "outcome": lambda rules, at, _: rules.outcome(at.state),
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


def costs(rules: Rules, rounds: int, seconds: float, seed: int, games: int = 12) -> dict[str, list[float]]:
    """By call, what it costs on average in each round, in microseconds of CPU time."""
    middle, ends = positions(rules, games, seed)
    asked = [*((name, call, middle) for name, call in DURING.items()), *((n, c, ends) for n, c in AT_THE_END.items())]
    found: dict[str, list[float]] = {name: [] for name, _, _ in asked}
    for number in counted(range(rounds), "round of calls"):
        Random(f"{seed} {number}").shuffle(asked)
        for name, call, at in asked:
            found[name].append(_cost(rules, call, at, seconds))
    return {name: found[name] for name in (*DURING, *AT_THE_END)}


def _cost(rules: Rules, call: Call, at: Sequence[Position], wanted: float) -> float:
    rng, times = Random(0), 0
    began, passed = process_time(), 0.0
    while not times or passed < wanted or not passed:
        for position in at:  # reading the clock takes longer than some calls
            call(rules, position, rng)
        times += len(at)
        passed = process_time() - began
    return passed / times * 1e6
