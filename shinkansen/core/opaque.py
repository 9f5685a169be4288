"""Types for code that plays any game: a deal, a state, a move and a happening of which nothing is known.

They are different types, so a type checker finds arguments that were swapped (`rules.follow(move, state)`) even where
no game is named, which it would not with `Any`. Wherever rules come in, `opaque` forgets which game they are of.
"""

from __future__ import annotations

from typing import NewType, TypeAlias, cast

from shinkansen.core.ruleset import DealT, HappeningT, MoveT, Ruleset, StateT

Deal = NewType("Deal", object)
State = NewType("State", object)
Move = NewType("Move", object)
Happening = NewType("Happening", object)

AnyRules: TypeAlias = Ruleset[Deal, State, Move, Happening]
"""The rules of any game."""


def opaque(rules: Ruleset[DealT, StateT, MoveT, HappeningT]) -> AnyRules:
    """The same rules, for code that knows no game."""
    return cast("AnyRules", rules)
