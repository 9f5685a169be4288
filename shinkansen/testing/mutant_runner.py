"""The command that runs mutants through the checks: a line for each, totals, and failure if one survives.

`python -m shinkansen.testing.mutants` runs it.
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

from shinkansen.core.errors import ShinkansenError
from shinkansen.core.plain_json import Json
from shinkansen.core.writing import write_new
from shinkansen.testing.mutant_checks import CHECKS, KILLS, LIMITS, Verdict, control, judge, known_kills
from shinkansen.testing.mutants import Group, Mutant, MutantError, mutant, mutants


def main(arguments: Sequence[str] | None = None) -> int:
    """Run it; returns 0 if every mutant was killed, 1 if one survived, 2 if it could not be run."""
    given = _parser().parse_args(arguments)
    try:
        chosen = _chosen(given.only, given.group)
        if convicted := control():
            raise MutantError(f"the unchanged engine fails too, so mutants prove nothing: {convicted.how}")
        verdicts = [*_told(chosen, given.jobs)]
        _report(verdicts)
        if given.remember:
            kills = {one.mutant.id: [one.death.check, one.death.examples] for one in verdicts if one.death is not None}
            known = {**known_kills(), **kills} if given.only or given.group else kills
            rows = [f"{json.dumps(id)}: {json.dumps(known[id])}" for id in sorted(known)]
            KILLS.write_text("{\n" + ",\n".join(rows) + "\n}\n", encoding="utf-8")
        if given.json is not None:
            write_new(given.json, json.dumps([*map(_verdict_json, verdicts)], indent=1) + "\n", MutantError)
    except ShinkansenError as problem:
        print(f"mutants: {problem}", file=sys.stderr)
        return 2
    return int(any(verdict.death is None for verdict in verdicts))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m shinkansen.testing.mutants",
        description="Run wrong engines through our checks. The run fails if one survives.",
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--only", nargs="+", metavar="ID", help="only these mutants")
    which.add_argument("--group", choices=[*Group], help="only the mutants of one group")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="processes (default: all)")
    parser.add_argument("--remember", action="store_true", help="store what killed each, for faster runs (kills.json)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the fate of each to a new file")
    return parser


def _chosen(only: Sequence[str] | None, group: str | None) -> list[Mutant]:
    if only:
        return [mutant(id) for id in only]
    return [each for each in mutants() if group is None or each.group == group]


def _told(chosen: Sequence[Mutant], jobs: int) -> Iterator[Verdict]:
    """The verdicts in order, each printed as soon as it is known."""
    for verdict in _judged([each.id for each in chosen], jobs):
        print(_line(verdict), flush=True)
        yield verdict


def _judged(ids: Sequence[str], jobs: int) -> Iterator[Verdict]:
    if jobs <= 1:
        yield from map(judge_by_id, ids)
        return
    # Fresh processes: a fork would inherit whatever threads and modules the caller has.
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield from pool.map(judge_by_id, ids)


def judge_by_id(id: str) -> Verdict:
    """Like `judge`, for other processes: an id is easier to send than a mutant."""
    return judge(mutant(id))


def _line(verdict: Verdict) -> str:
    one, death = verdict.mutant, verdict.death
    if death is None:
        fate = "SURVIVES"
    else:
        unit = "example" if death.examples == 1 else "examples"
        fate = f"killed by {death.check} after {death.examples} {unit}"
    return f"{one.id:34} {one.group:14} {fate} ({verdict.seconds:.1f} s)"


def _report(verdicts: Sequence[Verdict]) -> None:
    by = Counter(verdict.death.check for verdict in verdicts if verdict.death is not None)
    parts = [f"{by[check]} by {check}" for check in CHECKS]
    seconds = sum(verdict.seconds for verdict in verdicts)
    print(f"{by.total()} of {len(verdicts)} mutants killed in {seconds:.0f} s: {', '.join(parts)}.")
    for verdict in verdicts:
        if verdict.death is None:
            limits = ", ".join(f"{LIMITS[check]} of {check}" for check in CHECKS)
            print(f"{verdict.mutant.id} survives {limits}: {verdict.mutant.says}")


def _verdict_json(verdict: Verdict) -> dict[str, Json]:
    one, death = verdict.mutant, verdict.death
    killed: dict[str, Json] | None = None
    if death is not None:
        killed = {"check": death.check, "examples": death.examples, "how": death.how}
    return {
        "id": one.id,
        "group": one.group.value,
        "clauses": [*one.clauses],
        "killed": killed,
        "milliseconds": round(1000 * verdict.seconds),
    }
