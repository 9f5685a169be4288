"""Runs the mutants of a game through the checks: a line for each, totals, and failure if one survives.

python -m tests.build.mutants [--game NAME] [--only ID ... | --group GROUP] [--json FILE] [--remember]
    [--jobs N | --dask ADDRESS] [--progress FILE]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, cast

from shinkansen.campaign.campaigns import Work, campaign
from shinkansen.campaign.listed import Listed
from shinkansen.commands.workers import add_workers, carried_out
from shinkansen.core import registry
from shinkansen.core.errors import ShinkansenError
from shinkansen.core.near_misses import Part
from shinkansen.core.plain_json import Json, digest
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
        results = _results(given.game, chosen, given)
        for result in results:
            print(_line(result))
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
    add_workers(parser)
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


class Judging(Listed):
    """The kind of campaign: a mutant is a shard, and what it comes to is what killed it."""

    def checked(self, settings: Part) -> Part:
        """With a digest of the sources, so that nobody goes on with the results of another engine."""
        game = cast("str", settings["game"])
        return {"game": game, "ids": settings["ids"], "sources": _sources(registry.game(game).part(MUTANTS))}

    def shards(self, settings: Part) -> int:
        """The mutants."""
        return len(cast("list[str]", settings["ids"]))

    def shard(self, settings: Part) -> Work:
        """Judge one."""
        among, ids = registry.game(cast("str", settings["game"])).part(MUTANTS), cast("list[str]", settings["ids"])

        def judged(shard: int) -> Json:
            death = judge(among.mutant(ids[shard])).death
            return None if death is None else [death.check, death.examples, death.how]

        return judged


JUDGING: Final = Judging()


def _sources(among: Mutants) -> str:
    """A digest of everything that a mutant may be made of."""
    files = sorted({among.folder / one.file for one in among.all})
    return digest([[file.read_text(encoding="utf-8") for file in files], [repr(one) for one in among.all]])


def _results(game: str, chosen: Sequence[Mutant], arguments: argparse.Namespace) -> list[MutantResult]:
    """What killed each, on as many processes as there are cores or wherever else it was asked for."""
    ids: list[Json] = [one.id for one in chosen]
    found = carried_out(campaign("tests.build.mutants:JUDGING", {"game": game, "ids": ids}), arguments)
    if found.failures:
        raise MutantError(f"{chosen[found.failures[0].shard].id}: {found.failures[0].why}")
    deaths = cast("list[list[Any] | None]", found.so_far)
    return [MutantResult(one, Death(*death) if death else None) for one, death in zip(chosen, deaths, strict=True)]


def _line(result: MutantResult) -> str:
    one, death = result.mutant, result.death
    if death is None:
        fate = "SURVIVES"
    else:
        unit = "example" if death.examples == 1 else "examples"
        fate = f"killed by {death.check} after {death.examples} {unit}"
    return f"{one.id:34} {one.group:14} {fate}"


def _report(results: Sequence[MutantResult]) -> None:
    by = Counter(result.death.check for result in results if result.death is not None)
    parts = [f"{by[check]} by {check}" for check in CHECKS]
    print(f"{by.total()} of {len(results)} mutants killed: {', '.join(parts)}.")
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
    }


if __name__ == "__main__":
    sys.exit(main())
