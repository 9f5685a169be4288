"""The process of one contender: it answers each line, a seed and seconds, with the slice it has played.

python -m tests.benchmarks.worker ID
"""

from __future__ import annotations

import json
import sys
from random import Random
from time import process_time

from tests.benchmarks.contenders import CONTENDERS, Game


def main(id: str) -> None:
    """Play slices until nobody asks for more."""
    game = CONTENDERS[id].opened()
    print("ready", flush=True)
    for line in sys.stdin:
        seed, seconds = json.loads(line)
        print(json.dumps(played(game, Random(seed), seconds)), flush=True)


def played(game: Game, rng: Random, wanted: float) -> tuple[int, int, float]:
    """Whole games until the CPU time is used up: their number, their moves, and the seconds."""
    games = moves = 0
    began, passed = process_time(), 0.0
    while not games or passed < wanted or not passed:  # a coarse clock may not have moved
        moves += game(rng)
        games += 1
        passed = process_time() - began
    return games, moves, passed


if __name__ == "__main__":
    main(sys.argv[1])
