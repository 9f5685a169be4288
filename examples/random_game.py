"""Play a game of random moves and print how it ended.

    python examples/random_game.py              # three players, seed 1964
    python examples/random_game.py 4 7          # four players, seed 7

It shows the main loop of a program that plays: deal, start, list the legal moves, apply one, read the scores.
"""

from __future__ import annotations

import sys
from random import Random

from shinkansen import ZeroKei


def main(seats: int, seed: int) -> None:
    """Play one game, printing its years and its end."""
    rules = ZeroKei(seats=seats)
    rng = Random(seed)
    state = rules.start(rules.deal(rng))
    moves, round = 0, 0
    while legal := rules.legal_moves(state):
        if rules.stage(state).round > round:
            round = rules.stage(state).round
            seats_now = zip(rules.seat_names, state.table.seats, strict=False)
            marks = ", ".join(f"{name} {seat.vp} VP and {seat.yen} yen" for name, seat in seats_now)
            print(f"{rules.edition.board.years[round - 1]} begins after {moves} moves: {marks}.")
        state = rules.apply(state, rng.choice(legal))
        moves += 1

    outcome = rules.outcome(state)
    assert outcome is not None  # nobody has a legal move, so the game is over
    print(f"The game is over after {moves} moves. {rules.say(outcome)}")
    for score in rules.scores(state):
        print()
        print(f"{rules.seat_names[score.seat].capitalize()}: {score.total} victory points")
        for item in score.items:
            print(f"  {rules.say(item)}")


if __name__ == "__main__":
    main(
        seats=int(sys.argv[1]) if len(sys.argv) > 1 else 3,
        seed=int(sys.argv[2]) if len(sys.argv) > 2 else 1964,
    )
