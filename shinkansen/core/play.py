"""Playing games with any ruleset: ways to choose moves, and games played to the end with them.

A *chooser* is given the whole state and is meant for tests, measurements and demonstrations. Whatever plays for a
seat is a *player* (`core.players`), which is given no more than that seat may know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Generic, TypeAlias

from attrs import frozen

from shinkansen.core.knowledge import View
from shinkansen.core.ruleset import Ruleset
from shinkansen.core.typevars import MoveT, StateT

Chooser: TypeAlias = Callable[[Ruleset[Any, StateT, MoveT, Any], StateT, tuple[MoveT, ...]], MoveT]
"""A function that is given the rules, the state and the legal moves (at least one), and picks one of them."""

Value: TypeAlias = Callable[[Any, StateT, int], float]
"""What a state is worth to a seat: a function that is given the rules, the state and the seat."""


@frozen
class Ply(Generic[StateT, MoveT]):
    """One move of a game: the state it was made in, the move, and how many there were to choose from."""

    state: StateT
    move: MoveT
    choices: int


def at_random(rng: Random) -> Callable[[Any, Any, tuple[MoveT, ...]], MoveT]:
    """A chooser that takes a legal move at random, all equally likely."""
    return lambda rules, state, legal: rng.choice(legal)


def never(state: object) -> bool:
    """The usual `unfinished`: every move is complete in itself."""
    return False


def greedy(value: Value[StateT], rng: Random, unfinished: Callable[[StateT], bool] = never) -> Chooser[StateT, MoveT]:
    """A chooser that looks one move ahead and takes the move worth most to the seat to move; ties are broken at random.

    It looks only as far as that seat can: at the preview of each move, which stops where something is turned up. Where
    a move is only the first part of something, `unfinished` is true of the state after it, and the move is worth what
    its best continuation is worth.
    """

    def worth(rules: Ruleset[Any, StateT, MoveT, Any], view: View[StateT], move: MoveT) -> float:
        seen = rules.foreseen(view, move)
        if seen.stops or not unfinished(seen.state):
            return value(rules, seen.state, view.seat)
        following = View(view.seat, seen.state)
        return max([worth(rules, following, second) for second in rules.legal_moves(seen.state)])

    def choose(rules: Ruleset[Any, StateT, MoveT, Any], state: StateT, legal: tuple[MoveT, ...]) -> MoveT:
        seat = rules.to_move(state)
        if len(legal) == 1 or seat is None:
            return legal[0]
        view = rules.view(state, seat)
        worths = [worth(rules, view, move) for move in legal]
        most = max(worths)
        return rng.choice([move for move, each in zip(legal, worths, strict=True) if each == most])

    return choose


def plies(
    rules: Ruleset[Any, StateT, MoveT, Any], state: StateT, choose: Chooser[StateT, MoveT]
) -> Iterator[Ply[StateT, MoveT]]:
    """The moves of a game from a state to the end; the move of the last ply leads to the final state."""
    while legal := rules.legal_moves(state):
        move = choose(rules, state, legal)
        yield Ply(state, move, len(legal))
        state = rules.follow(state, move)


def play_out(rules: Ruleset[Any, StateT, MoveT, Any], state: StateT, choose: Chooser[StateT, MoveT]) -> StateT:
    """The final state of a game."""
    while legal := rules.legal_moves(state):
        state = rules.follow(state, choose(rules, state, legal))
    return state
