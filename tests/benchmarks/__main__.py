"""The command: measure, print tables, write JSON if asked. Exit code 1 only if something breaks."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from shinkansen.core.errors import ShinkansenError
from shinkansen.core.writing import write_new
from tests.benchmarks import report, starts
from tests.benchmarks.contenders import CHESS, CONTENDERS, COPIED
from tests.benchmarks.parts import PARTS, SECONDS, SUBJECTS
from tests.benchmarks.rounds import COMPILED, PURE, BenchmarkError, Who, measured
from tests.benchmarks.starts import STARTS

ROUNDS: Final = 9
ALL_PARTS: Final = (*PARTS, "starts")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and report."""
    given = _parser().parse_args(arguments)
    rounds = 1 if given.quick else given.rounds
    seconds = {part: 0.0 if given.quick else given.slice / SECONDS["playouts"] * each for part, each in SECONDS.items()}
    pythons = {PURE: sys.executable, **({COMPILED: given.compiled} if given.compiled else {})}
    who, begin, absent = _chosen(given.parts, given.only, [*pythons])
    try:
        if given.json is not None and given.json.exists():  # before minutes of measuring, and not after them
            raise BenchmarkError(f"{given.json}: already exists and will not be overwritten")
        answers = measured(who, pythons, rounds, seconds, given.seed, given.quick)
        begun = starts.measured(pythons, begin, rounds, given.seed)
        found = report.about(rounds, answers, begun, absent)
        print(*report.tables(found), sep="\n")
        if given.json is not None:
            write_new(given.json, report.written(found), BenchmarkError)
    except ShinkansenError as problem:
        print(f"bench: {problem}", file=sys.stderr)
        return 1
    return 0


def _chosen(
    parts: Sequence[str], only: Sequence[str] | None, builds: Sequence[str]
) -> tuple[list[Who], list[str], list[str]]:
    """Who is measured on which builds, what is begun, and the names of what is not here."""
    wanted = {CHESS.id, COPIED, starts.PLAIN, *only} if only else None
    subjects = [one for one in SUBJECTS.values() if one.part in parts and (wanted is None or one.id in wanted)]
    begin = [id for id in STARTS if "starts" in parts and (wanted is None or id in wanted)]
    modules = {one.module for one in subjects} | {STARTS[id].module for id in begin}
    away = {module for module in modules if module and find_spec(module) is None}
    who = [(one, build) for one in subjects if one.module not in away for build in _builds(one.module, builds)]
    absent = sorted(away) + ([] if COMPILED in builds else ["the compiled package"])
    return who, [id for id in begin if STARTS[id].module not in away], absent


def _builds(module: str, builds: Sequence[str]) -> Sequence[str]:
    return builds[:1] if module else builds


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description="Speed by CPU time, beside peers.")
    ids = sorted({one.id for one in SUBJECTS.values()} | {*STARTS})
    parser.add_argument("--quick", action="store_true", help="as little as possible of all, to see that it works")
    parser.add_argument("--rounds", type=_count, default=ROUNDS, metavar="N", help=f"rounds (default: {ROUNDS})")
    usual = SECONDS["playouts"]
    parser.add_argument(
        "--slice", type=float, default=usual, metavar="S", help=f"CPU seconds of games (default: {usual})"
    )
    parser.add_argument("--parts", nargs="+", choices=ALL_PARTS, default=ALL_PARTS, help="(default: all)")
    parser.add_argument("--only", nargs="+", choices=ids, metavar="ID", help=f"of {', '.join(CONTENDERS)} ...")
    parser.add_argument("--compiled", metavar="PYTHON", help="the Python of an environment with the compiled package")
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="another seed, other games (default: 1)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write everything to a new file")
    return parser


def _count(text: str) -> int:
    if not text.isascii() or not text.isdecimal() or not 0 < int(text) <= 1000:
        raise argparse.ArgumentTypeError(f"found {text!r}, expected a number from 1 to 1000")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
