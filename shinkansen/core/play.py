"""Playing games with any ruleset: ways to choose moves, and games played to the end with them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, TypeAlias, TypeVar

from attrs import frozen

from shinkansen.core.ruleset import Ruleset

DealT = TypeVar("DealT")
StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")

Chooser: TypeAlias = Callable[[Ruleset[Any, StateT, MoveT, Any, Any], StateT, tuple[MoveT, ...]], MoveT]
"""A player: a function that is given the rules, the state and the legal moves (at least one), and picks one of them."""


@frozen
class Ply:
    """One move of a game: the state it was made in, the move, and how many there were to choose from."""

    state: Any
    move: Any
    choices: int


def at_random(rng: Random) -> Callable[[Any, Any, tuple[MoveT, ...]], MoveT]:
    """A player who takes a legal move at random, all equally likely."""
    return lambda rules, state, legal: rng.choice(legal)


def greedy(
    value: Callable[[Any, StateT, int], float],
    rng: Random,
    unfinished: Callable[[StateT], bool] = lambda state: False,
) -> Chooser[StateT, MoveT]:
    """A player who looks one move ahead and takes the move worth most to the seat to move; ties are broken at random.

    `value` is given the rules, a state and the seat. Where a move is only the first part of something, `unfinished` is
    true of the state after it, and the move is worth what its best continuation is worth. Nothing stops `value` from
    looking at hidden information, but it should not.
    """

    def worth(rules: Ruleset[Any, StateT, MoveT, Any, Any], state: StateT, seat: int) -> float:
        if not unfinished(state):
            return value(rules, state, seat)
        return max([worth(rules, rules.follow(state, move), seat) for move in rules.legal_moves(state)])

    def choose(rules: Ruleset[Any, StateT, MoveT, Any, Any], state: StateT, legal: tuple[MoveT, ...]) -> MoveT:
        seat = rules.to_move(state)
        if len(legal) == 1 or seat is None:
            return legal[0]
        worths = [worth(rules, rules.follow(state, move), seat) for move in legal]
        most = max(worths)
        return rng.choice([move for move, each in zip(legal, worths, strict=True) if each == most])

    return choose


def plies(rules: Ruleset[Any, StateT, MoveT, Any, Any], state: StateT, choose: Chooser[StateT, MoveT]) -> Iterator[Ply]:
    """The moves of a game from a state to the end; the move of the last ply leads to the final state."""
    while legal := rules.legal_moves(state):
        move = choose(rules, state, legal)
        yield Ply(state, move, len(legal))
        state = rules.follow(state, move)


def play_out(rules: Ruleset[Any, StateT, MoveT, Any, Any], state: StateT, choose: Chooser[StateT, MoveT]) -> StateT:
    """The final state of a game."""
    while legal := rules.legal_moves(state):
        state = rules.follow(state, choose(rules, state, legal))
    return state
