"""Playing games with any ruleset: a way of choosing moves, and games played to the end by it."""

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
"""A player: given the rules, the state and the legal moves (never none), one of them."""


@frozen
class Ply:
    """One move of a game: the state it was made in, and what it was."""

    state: Any
    move: Any
    choices: int


def at_random(rng: Random) -> Callable[[Any, Any, tuple[MoveT, ...]], MoveT]:
    """A player who takes any legal move, all equally likely."""
    return lambda rules, state, legal: rng.choice(legal)


def greedy(
    value: Callable[[Any, StateT, int], float],
    rng: Random,
    unfinished: Callable[[StateT], bool] = lambda state: False,
) -> Chooser[StateT, MoveT]:
    """A player who looks one move ahead and takes what is worth most to the seat that moves; ties by lot.

    `value` is given the rules, a state and the seat. Where a move is only the first part of something, `unfinished`
    says so of the state after it, and the value is that after the best way to go on. Nothing keeps `value` from
    reading what is hidden; it had better not.
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
    """The moves of a game from a state to its end; the last ply's move leads to the final state."""
    while legal := rules.legal_moves(state):
        move = choose(rules, state, legal)
        yield Ply(state, move, len(legal))
        state = rules.follow(state, move)


def play_out(rules: Ruleset[Any, StateT, MoveT, Any, Any], state: StateT, choose: Chooser[StateT, MoveT]) -> StateT:
    """The final state of a game."""
    while legal := rules.legal_moves(state):
        state = rules.follow(state, choose(rules, state, legal))
    return state
