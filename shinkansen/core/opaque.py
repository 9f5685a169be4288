"""Types for code that plays any game: a deal, a state, a move and a happening of which nothing is known.

They are different types, so a type checker finds arguments that were swapped (`rules.follow(move, state)`) even where
no game is named, which it would not with `Any`. `opaque` turns the rules of a particular game into `AnyRules`.
"""

from __future__ import annotations

from typing import NewType, TypeAlias, cast

from shinkansen.core.ruleset import Ruleset
from shinkansen.core.typevars import DealT, HappeningT, MoveT, StateT

Deal = NewType("Deal", object)
"""A deal of some game."""
State = NewType("State", object)
"""A state of some game."""
Move = NewType("Move", object)
"""A move of some game."""
Happening = NewType("Happening", object)
"""A happening of some game."""

AnyRules: TypeAlias = Ruleset[Deal, State, Move, Happening]
"""The rules of any game."""


def opaque(rules: Ruleset[DealT, StateT, MoveT, HappeningT]) -> AnyRules:
    """The same rules, for code that knows no game."""
    return cast("AnyRules", rules)
