"""`shinkansen demo`: a whole game told in sentences, with the final derivation."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random

from shinkansen.commands import Groups
from shinkansen.zerokei import happenings as h
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import SEAT_NAMES

QUIET = (h.CardUsed, h.Claimed, h.Placed, h.EngineChosen)
"""Happenings that only repeat what the move has said."""


def add(groups: Groups) -> None:
    """Add `demo`."""
    demo = groups.add_parser("demo", help="a whole game of random moves, told in sentences")
    demo.add_argument("--seats", type=int, choices=(2, 3, 4), default=3, help="players (default 3)")
    demo.add_argument("--seed", type=int, default=1964, help="which game (default 1964)")
    demo.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Tell the game."""
    for line in tell(ZeroKei(seats=arguments.seats), arguments.seed):
        print(line)
    return 0


def tell(rules: ZeroKei, seed: int) -> Iterator[str]:
    """A game of random moves, line by line. Numbers in brackets are clauses of the rulebook."""
    rng = Random(seed)
    state = rules.start(rules.deal(rng))
    names = ", ".join(SEAT_NAMES[: rules.seats])
    yield f"A game of Shinkansen: Zero-Kei for {rules.seats}: {names}. Every move is chosen at random (seed {seed})."
    yield f"Edition {rules.edition.name!r}: figures that the rulebook does not give are invented."
    yield f"Everybody starts with {state.table.seats[0].yen} yen (2.J.1)."
    while rules.to_move(state) is not None:
        move = rng.choice(rules.legal_moves(state))
        step = rules.explain(state, move)
        yield f"{SEAT_NAMES[state.table.seat].capitalize()}: {rules.say(move, state)}"
        for happening in step.happenings:
            if isinstance(happening, h.RoundBegan):
                yield ""
            if not isinstance(happening, QUIET):
                yield f"    {rules.say(happening, state)}"
        state = step.state
    yield ""
    for score in rules.scores(state):
        yield f"{SEAT_NAMES[score.seat].capitalize()}: {score.total} victory points"
        yield from (f"    {item.vp:>4}  {item.title} ({item.clause})" for item in score.items)
    outcome = rules.outcome(state)
    if outcome is not None:
        yield rules.say(outcome)
