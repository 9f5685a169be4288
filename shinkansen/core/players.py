"""Players: a view in, a move out.

A player is told the rules, what its seat may know, a seed and a budget, and answers with a legal move. It remembers
nothing, and everything random in it comes from the seed: the same question gets the same answer. The budget counts
simulations, not seconds, so that games can be repeated on another machine; a player that needs none ignores it.
`seated` puts players at a table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from attrs import frozen

from shinkansen.core.errors import ArgumentError, IllegalMove
from shinkansen.core.knowledge import View
from shinkansen.core.plain_json import shown
from shinkansen.core.play import Chooser, Value, greedy, never
from shinkansen.core.ruleset import Ruleset
from shinkansen.core.typevars import MoveT, StateT

SeenT = TypeVar("SeenT")
ChoiceT = TypeVar("ChoiceT")


class Player(Protocol[SeenT, ChoiceT]):
    """Somebody who plays for a seat. Both keywords are always given."""

    def __call__(
        self, rules: Ruleset[Any, SeenT, ChoiceT, Any], view: View[SeenT], *, seed: int, budget: int
    ) -> ChoiceT:
        """A legal move for the seat of the view, which is to move."""
        ...


@frozen
class RandomPlayer:
    """Takes any legal move, all equally likely."""

    def __call__(self, rules: Ruleset[Any, StateT, MoveT, Any], view: View[StateT], *, seed: int, budget: int) -> MoveT:
        return Random(seed).choice(rules.legal_moves(view.state))


@frozen
class GreedyPlayer(Generic[SeenT]):
    """Looks one move ahead, as far as its seat can foresee, and takes the move worth most; see `core.play.greedy`."""

    value: Value[SeenT]
    unfinished: Callable[[SeenT], bool] = never

    def __call__(self, rules: Ruleset[Any, SeenT, MoveT, Any], view: View[SeenT], *, seed: int, budget: int) -> MoveT:
        choose: Chooser[SeenT, MoveT] = greedy(self.value, Random(seed), self.unfinished)
        return choose(rules, view.state, rules.legal_moves(view.state))


def seated(players: Sequence[Player[StateT, MoveT]], seed: int, budget: int = 0) -> Chooser[StateT, MoveT]:
    """Players at a table, by seat: each is asked with its own view, and with a seed of its own for each position.

    A move that is not legal is an `IllegalMove` with the refusal of the rules.
    """

    def choose(rules: Ruleset[Any, StateT, MoveT, Any], state: StateT, legal: tuple[MoveT, ...]) -> MoveT:
        if len(players) != rules.seats:
            raise ArgumentError(f"found {len(players)} players, expected {rules.seats}, one for each seat")
        seat = rules.to_move(state)
        if seat is None:
            raise ArgumentError("the game is over, expected a state in which somebody is to move")
        # From what lies in the open, so that not even the seed depends on anything hidden.
        occasion = f"{seed} {seat} {rules.digest(state)}".encode()
        own = int.from_bytes(sha256(occasion).digest()[:8], "big")
        move = players[seat](rules, rules.view(state, seat), seed=own, budget=budget)
        if move not in legal:
            refusal = rules.why_not(state, move, seat)
            if refusal is None:
                raise ArgumentError(f"the player of seat {seat} answered {shown(move)}, expected a legal move")
            raise IllegalMove(refusal)
        return move

    return choose
