"""Perft: how many lines of play there are from a position, which is the first thing two engines can compare.

Chess programmers count like this to see whether two move generators agree. Chance would make the number mean nothing,
so here the deal is fixed: the cards nobody has seen yet come in the order in which they lie. Then

- the count at depth 0 is 1;
- the count at depth n is the number of sequences of exactly n moves, each legal where it is made. A game that ends
  sooner adds nothing.
- Two moves count as two if the contract lists them as two (`Ruleset.legal_moves` has every legal move once), even if
  both lead to the same table.

If two engines agree on a position but not on a count, `divide` leads to the move behind which they part.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from shinkansen.core.errors import ArgumentError, ShinkansenError
from shinkansen.core.near_misses import kind_of
from shinkansen.core.prose import count
from shinkansen.core.ruleset import Ruleset
from shinkansen.core.typevars import MoveT, StateT


class TooManyError(ShinkansenError):
    """A count was given up, because more positions would have to be visited than are allowed."""


class Allowance:
    """How many positions may be visited in all before a count is given up."""

    def __init__(self, positions: int) -> None:
        self._positions = self._left = positions

    def spend(self) -> None:
        """A position is visited."""
        self._left -= 1
        if self._left < 0:
            raise TooManyError(f"the count would take more than {count(self._positions, 'position')}")


def perft(
    rules: Ruleset[Any, StateT, MoveT, Any], state: StateT, depth: int, allowance: Allowance | None = None
) -> int:
    """How many sequences of exactly so many moves there are from a state; `TooManyError` beyond an allowance."""
    if _checked(depth) == 0:
        return 1
    return _count(rules, state, depth, allowance)


def divide(
    rules: Ruleset[Any, StateT, MoveT, Any], state: StateT, depth: int, allowance: Allowance | None = None
) -> dict[MoveT, int]:
    """The same count for each legal move separately, in the order of the legal moves."""
    if _checked(depth) == 0:
        raise ArgumentError("depth: found 0, expected at least 1, since there is nothing to divide")
    return {move: perft(rules, rules.follow(state, move), depth - 1, allowance) for move in rules.legal_moves(state)}


def by_kind(rules: Ruleset[Any, StateT, MoveT, Any], state: StateT, depth: int) -> Counter[str]:
    """The same count by the kind of the last move."""
    if _checked(depth) == 0:
        return Counter()
    found: Counter[str] = Counter()
    _count_kinds(rules, state, depth, found)
    return found


def frontier(rules: Ruleset[Any, StateT, MoveT, Any], state: StateT, depth: int) -> list[StateT]:
    """The states after each sequence of so many moves, in the order of the legal moves: what they count at a smaller
    depth adds up to the count from here."""
    states = [state]
    for _ in range(_checked(depth)):
        states = [rules.follow(each, move) for each in states for move in rules.legal_moves(each)]
    return states


def _count(rules: Ruleset[Any, StateT, MoveT, Any], state: StateT, depth: int, allowance: Allowance | None) -> int:
    # The last moves are counted and not made: that is most of the work. No recursion: a depth may be any number.
    legal_moves, follow = rules.legal_moves, rules.follow
    found, waiting = 0, [(state, depth)]
    while waiting:
        state, depth = waiting.pop()
        if allowance is not None:
            allowance.spend()
        moves = legal_moves(state)
        if depth == 1:
            found += len(moves)
        else:
            waiting += [(follow(state, move), depth - 1) for move in moves]
    return found


def _count_kinds(rules: Ruleset[Any, StateT, MoveT, Any], state: StateT, depth: int, found: Counter[str]) -> None:
    moves = rules.legal_moves(state)
    if depth == 1:
        found.update(kind_of(rules.move_json(move)) for move in moves)
        return
    for move in moves:
        _count_kinds(rules, rules.follow(state, move), depth - 1, found)


def _checked(depth: int) -> int:
    if type(depth) is not int or depth < 0:
        raise ArgumentError(f"depth: found {depth!r}, expected a whole number from 0")
    return depth
