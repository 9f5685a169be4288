"""Read the record of a game, walk through it, and print the end of each round and how the scores add up.

    shinkansen record play --seats 3 --seed 7 -o game.json
    python examples/read_record.py game.json    # without a file, it plays a game first

It shows that a record is checked by playing it again: `replay` yields each ply with the state before it and what it
did, and stops with a `RecordError` at the first that does not follow the rules.
"""

from __future__ import annotations

import sys
from random import Random

from shinkansen import ShinkansenError, ZeroKei
from shinkansen.core.play import at_random, plies
from shinkansen.core.record import Record, read, record, replay
from shinkansen.zerokei.happenings import GameEnded, RoundBegan
from shinkansen.zerokei.records import rules_of


def some_game() -> Record:
    """A game of random moves."""
    rules, rng = ZeroKei(seats=2), Random(7)
    deal = rules.deal(rng)
    return record(rules, deal, [ply.move for ply in plies(rules, rules.start(deal), at_random(rng))])


def main(told: Record) -> None:
    """Walk through a record."""
    rules = rules_of(told)
    names = [name.capitalize() for name in rules.seat_names]
    print(f"{rules.seats} seats, {len(told.plies)} moves, edition {rules.edition_id.name!r}.")
    for turn in replay(rules, told):
        ends = [happening for happening in turn.step.happenings if isinstance(happening, RoundBegan | GameEnded)]
        round = rules.stage(turn.state).round
        if ends and round:  # choosing engines does not end a round
            year = rules.edition.board.years[round - 1]
            seats = zip(names, turn.step.state.table.seats, strict=False)
            marks = ", ".join(f"{name} {seat.vp} VP, {len(seat.train)} carriages" for name, seat in seats)
            print(f"{year} ends with move {turn.number}: {marks}.")
    for score in told.scores or ():
        print(f"\n{names[score.seat]}: {score.total}")
        for item in score.items:
            print(f"  {item.points:+4}  {item.title} ({item.clause})")


if __name__ == "__main__":
    try:
        main(read(sys.argv[1]) if len(sys.argv) > 1 else some_game())
    except ShinkansenError as problem:
        sys.exit(f"{problem}")
