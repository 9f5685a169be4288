"""A game told in sentences, line by line: how it starts, each move with what it did, and how the scores add up.

Numbers in brackets are clauses of the rulebook.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from shinkansen.core.prose import opening
from shinkansen.core.ruleset import Step
from shinkansen.core.text import name
from shinkansen.zerokei import happenings as h
from shinkansen.zerokei.happenings import Happening
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.rulings import register
from shinkansen.zerokei.table import State

QUIET = (h.CardUsed, h.Claimed, h.Placed, h.EngineChosen)
"""Happenings that only repeat what the move already says."""


def tell(
    rules: ZeroKei, state: State, turns: Iterable[tuple[Move, Step[State, Happening]]], source: str
) -> Iterator[str]:
    """A game from its first state; `source` is a sentence about where the moves come from."""
    kit = rules.kit
    names = ", ".join(kit.seat_names[: kit.seats])
    yield f"A game of Shinkansen: Zero-Kei for {rules.seats}: {names}. {source}"
    yield f"Edition {name(rules.edition.name)!r}: figures that the rulebook does not give are invented."
    for slug, letter in rules.rulings.unusual().items():
        ruling = register()[slug]
        yield f"Ruling {ruling.id}={letter}: {ruling.question} {ruling.says(letter)}"
    yen = state.table.seats[0].yen
    if kit.solo:
        yield f"You start with {yen} yen, Hideo with {state.table.seats[kit.hideo].vp} victory points (12.1.7, 12.10)."
    else:
        yield f"Everybody starts with {yen} yen (2.J.1)."
    for move, step in turns:
        yield from tell_turn(rules, state, move, step)
        state = step.state
    yield ""
    yield from tell_end(rules, state)


def tell_turn(rules: ZeroKei, state: State, move: Move, step: Step[State, Happening]) -> Iterator[str]:
    """A move, and what it did."""
    mover = state.table.seat
    yield f"{opening(rules.kit.seat_names[mover])}: {rules.say(move, state)}"
    for happening in step.happenings:
        if isinstance(happening, h.RoundBegan):
            yield ""
        if not isinstance(happening, QUIET) or happening.seat != mover:
            yield f"    {rules.say(happening, state)}"


def tell_end(rules: ZeroKei, state: State) -> Iterator[str]:
    """The final scores and who won; or that the game goes on."""
    outcome = rules.outcome(state)
    if outcome is None:
        yield f"The game stops here; {rules.kit.seat_names[state.table.seat]} is to move."
        return
    for score in rules.scores(state):
        yield f"{opening(rules.kit.seat_names[score.seat])}: {score.total} victory points"
        yield from (f"    {item.points:>4}  {item.title} ({item.clause})" for item in score.items)
    yield rules.say(outcome)
