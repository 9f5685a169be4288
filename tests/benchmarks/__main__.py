"""The command: measure, print two tables, write JSON if asked. Exit code 1 only if something breaks."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from shinkansen.core.errors import ShinkansenError
from shinkansen.core.writing import write_new
from shinkansen.zerokei.ruleset import ZeroKei
from tests.benchmarks import calls, report
from tests.benchmarks.contenders import CHESS, CONTENDERS
from tests.benchmarks.rounds import BenchmarkError, measured

ROUNDS: Final = 11
SLICE: Final = 0.12
CALLS: Final = 0.02
"""How many rounds; CPU seconds of a slice of games, and of one kind of call."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and report."""
    given = _parser().parse_args(arguments)
    rounds, part = (1, 0.0) if given.quick else (given.rounds, 1.0)
    chosen = [CONTENDERS[id] for id in dict.fromkeys((CHESS.id, *(given.only or CONTENDERS)))]
    here = [one for one in chosen if not one.module or find_spec(one.module) is not None]
    absent = sorted({one.module for one in chosen if one not in here})
    try:
        slices = measured(here, rounds, SLICE * part, given.seed)
        costs = calls.costs(ZeroKei(seats=3), rounds, CALLS * part, given.seed, games=1 if given.quick else 12)
        found = {**report.about(here, slices, costs), "absent": absent}
        print(*report.tables(found), sep="\n")
        if absent:
            print(f"\nNot installed, so not measured: {', '.join(absent)}; `pip install .[peers]`.")
        if given.json is not None:
            write_new(given.json, json.dumps(found, indent=1) + "\n", BenchmarkError)
    except ShinkansenError as problem:
        print(f"bench: {problem}", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description="Speed by CPU time, beside peers.")
    parser.add_argument("--quick", action="store_true", help="a game of each contender, to see that all work")
    parser.add_argument("--rounds", type=_count, default=ROUNDS, metavar="N", help=f"rounds (default: {ROUNDS})")
    parser.add_argument("--only", nargs="+", choices=[*CONTENDERS], metavar="ID", help=f"of {', '.join(CONTENDERS)}")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="another seed, other games (default: 1)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything to a new file")
    return parser


def _count(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or not 0 < int(text) <= 1000:
        raise argparse.ArgumentTypeError(f"found {text!r}, expected a number from 1 to 1000")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
