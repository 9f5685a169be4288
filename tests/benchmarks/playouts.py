"""Random playouts of Zero-Kei against python-chess, in one run.

A playout lists the legal moves, chooses one uniformly, makes it and tests for the end, until the end. Both games do the
same four things per move, each in its library's plain idiom. Rounds are interleaved, so that a busy machine slows both,
and the medians are compared. Prints one JSON object; exit 1 if Zero-Kei is not at least twice as fast.
"""

from __future__ import annotations

import json
import platform
import statistics
import sys
import time
from random import Random

import chess

from shinkansen.zerokei.ruleset import ZeroKei

ROUNDS = 9
MOVES = 6_000
WANTED = 2.0


def zerokei_speed(rules: ZeroKei, seed: int) -> float:
    """Moves per second of whole random games."""
    rng = Random(seed)
    moves = 0
    begin = time.perf_counter()
    while moves < MOVES:
        state = rules.start(rules.deal(rng))
        while rules.to_move(state) is not None:
            state = rules.follow(state, rng.choice(rules.legal_moves(state)))
            moves += 1
    return moves / (time.perf_counter() - begin)


def chess_speed(seed: int) -> float:
    """The same for chess."""
    rng = Random(seed)
    moves = 0
    begin = time.perf_counter()
    while moves < MOVES:
        board = chess.Board()
        while not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            moves += 1
    return moves / (time.perf_counter() - begin)


def shape(rules: ZeroKei, games: int = 200) -> dict[str, float]:
    """How large games are: decisions a game, moves a decision, and the slowest lists of moves."""
    rng = Random(0)
    widths: list[int] = []
    times: list[float] = []
    for _ in range(games):
        state = rules.start(rules.deal(rng))
        while rules.to_move(state) is not None:
            begin = time.perf_counter()
            legal = rules.legal_moves(state)
            times.append(time.perf_counter() - begin)
            widths.append(len(legal))
            state = rules.follow(state, rng.choice(legal))
    return {
        "plies_per_game": round(len(widths) / games, 1),
        "branching_mean": round(statistics.mean(widths), 1),
        "branching_max": max(widths),
        "legal_moves_p50_us": round(statistics.median(times) * 1e6, 1),
        "legal_moves_p99_us": round(statistics.quantiles(times, n=100)[98] * 1e6, 1),
    }


def main() -> int:
    """Measure and print."""
    rules = ZeroKei(seats=3)
    zerokei_speed(rules, 0)
    ours: list[float] = []
    theirs: list[float] = []
    for seed in range(ROUNDS):
        ours.append(zerokei_speed(rules, seed))
        theirs.append(chess_speed(seed))
    ratio = statistics.median(a / b for a, b in zip(ours, theirs, strict=True))
    report = {
        "python": platform.python_version(),
        "chess": chess.__version__,
        "rounds": ROUNDS,
        "zerokei_moves_per_second": round(statistics.median(ours)),
        "chess_moves_per_second": round(statistics.median(theirs)),
        "ratio": round(ratio, 2),
        "wanted": WANTED,
        **{f"seats_{seats}": shape(ZeroKei(seats=seats)) for seats in (2, 3, 4)},
    }
    print(json.dumps(report, indent=2))
    return 0 if ratio >= WANTED else 1


if __name__ == "__main__":
    sys.exit(main())
