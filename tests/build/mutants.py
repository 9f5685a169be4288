"""Runs the mutants of a game through the checks: a line for each, totals, and failure if one survives.

python -m tests.build.mutants [--game NAME] [--only ID ... | --group GROUP] [--jobs N] [--json FILE] [--remember]
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from shinkansen.core import registry
from shinkansen.core.errors import ShinkansenError
from shinkansen.core.plain_json import Json
from shinkansen.core.writing import write_new
from shinkansen.testing.mutant_checks import CHECKS, LIMITS, Death, MutantResult, control, judge
from shinkansen.testing.mutants import MUTANTS, Mutant, MutantError, Mutants


def main(arguments: Sequence[str] | None = None) -> int:
    """Run it; returns 0 if every mutant was killed, 1 if one survived, 2 if it could not be run."""
    given = _parser().parse_args(arguments)
    try:
        among = registry.game(given.game).part(MUTANTS)
        chosen = _chosen(among, given.only, given.group)
        if convicted := control(among):
            raise MutantError(f"the unchanged engine fails too, so mutants prove nothing: {convicted.how}")
        results = [*_told(given.game, chosen, given.jobs)]
        _report(results)
        if given.remember:
            _remember(among, results, whole=not (given.only or given.group))
        if given.json is not None:
            write_new(given.json, json.dumps([*map(_result_json, results)], indent=1) + "\n", MutantError)
    except ShinkansenError as problem:
        print(f"mutants: {problem}", file=sys.stderr)
        return 2
    return int(any(result.death is None for result in results))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.build.mutants",
        description="Run wrong engines through our checks. The run fails if one survives.",
        allow_abbrev=False,
    )
    parser.add_argument("--game", default=registry.DEFAULT, metavar="NAME", help="the game (default: %(default)s)")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--only", nargs="+", metavar="ID", help="only these mutants")
    which.add_argument("--group", help="only the mutants of one group")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (default: all)")
    parser.add_argument("--remember", action="store_true", help="store what killed each, for faster runs (kills.json)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the fate of each to a new file")
    return parser


def _chosen(among: Mutants, only: Sequence[str] | None, group: str | None) -> list[Mutant]:
    if only:
        return [among.mutant(id) for id in only]
    if group is not None and group not in among.groups:
        raise MutantError(f"there is no group {group!r}, expected one of {', '.join(among.groups)}")
    return [each for each in among.all if group is None or each.group == group]


def _remember(among: Mutants, results: Sequence[MutantResult], whole: bool) -> None:
    """Write the table of what killed each mutant, into the package: this is a clone."""
    kills = {one.mutant.id: [one.death.check, one.death.examples] for one in results if one.death is not None}
    known = kills if whole else {**among.known_kills, **kills}
    rows = [f"{json.dumps(id)}: {json.dumps(known[id])}" for id in sorted(known)]
    Path(str(among.kills)).write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")


def _told(game: str, chosen: Sequence[Mutant], jobs: int) -> Iterator[MutantResult]:
    """The results in order, each printed as soon as it is known."""
    judged = _judged([(game, each.id) for each in chosen], jobs)
    for each, (death, seconds) in zip(chosen, judged, strict=True):
        result = MutantResult(each, death, seconds)
        print(_line(result), flush=True)
        yield result


def _judged(names: Sequence[tuple[str, str]], jobs: int) -> Iterator[tuple[Death | None, float]]:
    if jobs <= 1:
        yield from map(judge_by_name, names)
        return
    # Fresh processes: a fork would inherit whatever threads and modules the caller has.
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(judge_by_name, names)


def judge_by_name(name: tuple[str, str]) -> tuple[Death | None, float]:
    """Like `judge`, for other processes: names of a game and a mutant are easier to send than the mutant."""
    game, id = name
    result = judge(registry.game(game).part(MUTANTS).mutant(id))
    return result.death, result.seconds


def _line(result: MutantResult) -> str:
    one, death = result.mutant, result.death
    if death is None:
        fate = "SURVIVES"
    else:
        unit = "example" if death.examples == 1 else "examples"
        fate = f"killed by {death.check} after {death.examples} {unit}"
    return f"{one.id:34} {one.group:14} {fate} ({result.seconds:.1f} s)"


def _report(results: Sequence[MutantResult]) -> None:
    by = Counter(result.death.check for result in results if result.death is not None)
    parts = [f"{by[check]} by {check}" for check in CHECKS]
    seconds = sum(result.seconds for result in results)
    print(f"{by.total()} of {len(results)} mutants killed in {seconds:.0f} s: {', '.join(parts)}.")
    for result in results:
        if result.death is None:
            limits = ", ".join(f"{LIMITS[check]} of {check}" for check in CHECKS)
            print(f"{result.mutant.id} survives {limits}: {result.mutant.says}")


def _result_json(result: MutantResult) -> dict[str, Json]:
    one, death = result.mutant, result.death
    killed: dict[str, Json] | None = None
    if death is not None:
        killed = {"check": death.check, "examples": death.examples, "how": death.how}
    return {
        "id": one.id,
        "group": one.group,
        "clauses": [*one.clauses],
        "killed": killed,
        "milliseconds": round(1000 * result.seconds),
    }


if __name__ == "__main__":
    sys.exit(main())
