"""Invariants: what must always be true of a game, as named objects that can be cited, checked and broken.

A game lists its invariants; anybody can check them. Each looks at a state, a step or a whole game, and *complains*:
it yields a sentence for everything that is wrong, and nothing if all is well. So for a mutant, a foreign engine or a
table that somebody sent, we can say which invariant it breaks, how, and which clauses are behind it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from typing import TYPE_CHECKING

from attrs import frozen

from shinkansen.core.errors import ArgumentError, ShinkansenError
from shinkansen.core.plain_json import shown
from shinkansen.core.typevars import DealT, HappeningT, MoveT, StateT

if TYPE_CHECKING:
    from shinkansen.core.ruleset import Ruleset, Step


class Scope(StrEnum):
    """What an invariant looks at; its function is given just that, after the rules."""

    STATE = "state"
    """A state."""
    STEP = "step"
    """The state before, the move, and the step it made."""
    GAME = "game"
    """The deal, and all steps of a game that is over, as tuples of the state before, the move and the step."""


@frozen
class Invariant:
    """Something that is always true."""

    id: str
    says: str
    """One sentence."""
    clauses: tuple[str, ...]
    scope: Scope
    complaints: Callable[..., Iterable[str]]
    """Given the rules and what the scope says: a sentence for everything that is wrong."""


@frozen
class Broken:
    """An invariant that does not hold, and how."""

    invariant: Invariant
    how: str

    def __str__(self) -> str:
        clauses = ", ".join(self.invariant.clauses)
        return f"{self.invariant.id} ({clauses}): {self.how} {self.invariant.says}"


class InvariantBroken(ShinkansenError):  # noqa: N818 - says what happened
    """Something that must always be true is not."""

    def __init__(self, broken: Iterable[Broken]) -> None:
        self.broken = tuple(broken)
        super().__init__("\n".join(map(str, self.broken)))


def broken(
    invariants: Iterable[Invariant], scope: Scope, rules: Ruleset[DealT, StateT, MoveT, HappeningT], *given: object
) -> Iterator[Broken]:
    """All complaints of the invariants of a scope."""
    for invariant in invariants:
        if invariant.scope is scope:
            for how in invariant.complaints(rules, *given):
                yield Broken(invariant, how)


def implausible(rules: Ruleset[DealT, StateT, MoveT, HappeningT], state: StateT) -> tuple[Broken, ...]:
    """The evidence that a state cannot have come from play: each invariant of states that does not hold.

    A state that `read_state` accepts may well be implausible: one can play on from it and ask about it, but no game
    reaches it. The converse is not certain: a state for which all invariants hold may still be out of reach of play.
    """
    expect_state(rules, state)
    return tuple(broken(rules.invariants(), Scope.STATE, rules, state))


def check_state(rules: Ruleset[DealT, StateT, MoveT, HappeningT], state: StateT) -> None:
    """Raise `InvariantBroken` unless every invariant of states holds."""
    _raise(iter(implausible(rules, state)))


def check_step(
    rules: Ruleset[DealT, StateT, MoveT, HappeningT], before: StateT, move: MoveT, step: Step[StateT, HappeningT]
) -> None:
    """Raise `InvariantBroken` unless every invariant of steps holds, and those of states hold afterwards."""
    expect_state(rules, before)
    expect_move(rules, move)
    if not hasattr(step, "happenings"):
        raise ArgumentError(f"found {shown(step)}, expected a step, as `explain` gives it")
    _raise(broken(rules.invariants(), Scope.STEP, rules, before, move, step))
    check_state(rules, step.state)


def check_game(rules: Ruleset[DealT, StateT, MoveT, HappeningT], deal: DealT, moves: Iterable[MoveT]) -> None:
    """Play a game's moves, checking every invariant on the way, and those of games if it is over at the end."""
    expect_rules(rules)
    state = rules.start(deal)
    check_state(rules, state)
    steps: list[tuple[StateT, MoveT, Step[StateT, HappeningT]]] = []
    for move in moves:
        expect_move(rules, move)
        step = rules.narrate(state, move)
        check_step(rules, state, move, step)
        steps.append((state, move, step))
        state = step.state
    if rules.to_move(state) is None:
        _raise(broken(rules.invariants(), Scope.GAME, rules, deal, tuple(steps)))


def _raise(found: Iterator[Broken]) -> None:
    everything = tuple(found)
    if everything:
        raise InvariantBroken(everything)


# -- what is given to a checker


def expect_rules(rules: object) -> None:
    """Raise `ArgumentError` unless these are the rules of a game."""
    if not (hasattr(rules, "invariants") and hasattr(rules, "legal_moves")):
        raise ArgumentError(f"found {shown(rules)}, expected the rules of a game")


def expect_state(rules: Ruleset[DealT, StateT, MoveT, HappeningT], state: StateT) -> None:
    """Raise `ArgumentError` unless this is a state of these rules, by whether they can write it as JSON."""
    expect_rules(rules)
    try:
        rules.state_json(state)
    except ShinkansenError:
        raise
    except Exception as problem:
        raise ArgumentError(f"found {shown(state)}, expected a state of these rules") from problem


def expect_move(rules: Ruleset[DealT, StateT, MoveT, HappeningT], move: MoveT) -> None:
    """Raise `ArgumentError` unless this is a move of these rules, by whether they can read it from its JSON."""
    try:
        rules.read_move(rules.move_json(move))
    except Exception as problem:
        raise ArgumentError(f"found {shown(move)}, expected a move of these rules") from problem
