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
