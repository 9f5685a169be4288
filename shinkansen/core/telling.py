"""A game told in sentences, line by line: how it starts, each move with what it did, and how the scores add up.

Numbers in brackets are clauses of the rulebook. A game may add to this (`parts.TELLING`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from shinkansen.core.game import Game
from shinkansen.core.opaque import AnyRules, Happening, Move, State
from shinkansen.core.parts import TELLING, Telling
from shinkansen.core.prose import opening, to_move
from shinkansen.core.ruleset import Step

Turn: TypeAlias = tuple[Move, Step[State, Happening]]
"""A move, and what it did."""


def tell(game: Game, rules: AnyRules, state: State, turns: Iterable[Turn], source: str) -> Iterator[str]:
    """A game from its first state; `source` is a sentence about where the moves come from."""
    own = _own(game)
    yield f"A game of {game.title} for {rules.seats}: {', '.join(rules.seat_names)}. {source}"
    yield from own.rules(rules)
    for ruling in game.register.switchable:
        letter = rules.letters.get(ruling.slug, ruling.preferred)
        if letter != ruling.preferred:
            yield f"Ruling {ruling.id}={letter}: {ruling.question} {ruling.says(letter)}"
    yield from own.start(rules, state)
    for move, step in turns:
        yield from _turn(own, rules, state, move, step)
        state = step.state
    yield ""
    yield from tell_end(game, rules, state)


def _turn(own: Telling, rules: AnyRules, state: State, move: Move, step: Step[State, Happening]) -> Iterator[str]:
    mover = rules.to_move(state)
    name = "" if mover is None else f"{opening(rules.seat_names[mover])}: "
    yield f"{name}{rules.say(move, state)}"
    for happening in step.happenings:
        if isinstance(happening, own.begins):
            yield ""
        if not isinstance(happening, own.quiet) or getattr(happening, "seat", mover) != mover:
            yield f"    {rules.say(happening, state)}"


def tell_end(game: Game, rules: AnyRules, state: State) -> Iterator[str]:
    """The final scores and who won; or that the game goes on."""
    outcome, seat = rules.outcome(state), rules.to_move(state)
    if outcome is None:
        whose = "" if seat is None else f"; {to_move(rules.seat_names[seat])}"
        yield f"The game stops here{whose}."
        return
    for score in rules.scores(state):
        yield f"{opening(rules.seat_names[score.seat])}: {score.total} {_own(game).points}"
        yield from (f"    {item.points:>4}  {item.title} ({item.clause})" for item in score.items)
    yield rules.say(outcome)


def _own(game: Game) -> Telling:
    return game.part(TELLING) if game.has(TELLING) else Telling()
