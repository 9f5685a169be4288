"""The page of what campaigns cost, from the run that is kept.

    python -m tests.benchmarks.campaigns --json docs/campaign_costs.json
    python -m tests.build.campaign_costs

It writes `docs/campaign-costs.md`. What was measured and what follows by arithmetic are told apart on it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

DOCS: Final = Path(__file__).parents[2] / "docs"
FILE: Final = DOCS / "campaign_costs.json"
PAGE: Final = DOCS / "campaign-costs.md"
BILLION: Final = 10**9
LARGEST: Final = 1000
"""Games in a shard of a check of a billion games (`at_length.each_of`)."""

TEXT: Final = """\
# What campaigns cost

How far does a [campaign](campaigns.md) go, past the machine it was written on? This page has what was measured here,
and what follows from it by arithmetic, which nobody has tried. It is written by `python -m tests.build.campaign_costs`
from `docs/campaign_costs.json`.

## Measured

On {date}, Python {python}, {cores} cores, with `python -m tests.benchmarks.campaigns`. CPU time, except where it says
wall time.

| what a shard costs besides its work | microseconds of CPU |
|---|--:|
| in one process | {here:,} |
| in one process, with a progress file | {here_with_a_file:,} |
| handed to processes | {processes:,} |
| handed to a Dask cluster, its scheduler and our client together | {dask_with_its_scheduler:,} |

| | bytes handed out | bytes that come back |
|---|--:|--:|
| a shard of `verify` | {verify_out:,} | {verify_back:,} |
| a shard of `perft` | {perft_out:,} | {perft_back:,} |

{seconds} shards of about a second in two workers, {rounds}:

| | wall time, compared with one core | CPU of all processes, compared with one process |
|---|--:|--:|
| two processes | {processes_wall} | {processes_cpu} % |
| two workers of a cluster | {dask_wall} | {dask_cpu} % |

The load of the machine while that was measured was {loads}. {busy}

Checks at length against the two engines in JavaScript, with `--jobs 2` and all kinds of tables, prepared questions
included. The engine of Next Station does not play its modules, so many of its games are skipped: they are not counted,
but their time is.

| engine | games asked for | games played | questions | CPU a game, both sides | games a second, by the clock | found |
|---|--:|--:|--:|--:|--:|--:|
{checks}

## By arithmetic

- One scheduler hands out {per_second:,} shards a second. With shards of a second, that feeds {per_second:,} workers; a
  campaign for more needs longer shards.
- A billion games against the engine of Zero-Kei take {days:,} days of one core, or {hours:.1f} hours of a thousand.
  They are {billion_shards:,} shards of {largest:,} games: {longest:.1f} s each, so one scheduler feeds {feeds:,}
  workers; its own work is {scheduler_hours:.1f} hours of CPU.
- Their progress file has {gigabytes:.1f} GB, and each session begins by reading it.
"""

IDLE: Final = "Nothing else was running."
BUSY: Final = (
    "Others were working on it, so the wall times say nothing about two idle cores; the CPU times say what having "
    "several processes costs (starting them is part of it)."
)


def text(found: dict[str, Any]) -> str:
    """The page."""
    costs, sizes, speed, checks = (
        found["microseconds_of_cpu_a_shard"],
        found["bytes_a_shard"],
        found["speedup"],
        found["checks"],
    )
    per_second = round(1e6 / costs["dask_with_its_scheduler"])
    of_zerokei = checks["zerokei"]
    a_game = of_zerokei["cpu_ms"] / of_zerokei["games"] / 1000
    shards = BILLION // LARGEST
    loads = [each / 100 for each in speed["load_times_100"]]
    walls, spent = speed["percent_of_the_speed_of_one_core"], speed["percent_of_its_cpu"]
    return TEXT.format(
        **costs,
        date=found["date"][:10],
        python=found["python"],
        cores=found["cores"],
        verify_out=sizes["verify"]["handed_out"],
        verify_back=sizes["verify"]["came_back"],
        perft_out=sizes["perft"]["handed_out"],
        perft_back=sizes["perft"]["came_back"],
        seconds=speed["shards"],
        rounds=f"{len(loads)} times each" if len(loads) > 1 else "once",
        processes_wall=f"{walls['processes'] / 100:.2f}x",
        processes_cpu=spent["processes"],
        dask_wall=f"{walls['dask'] / 100:.2f}x",
        dask_cpu=spent["dask"],
        loads=" and ".join(f"{each:.1f}" for each in loads),
        busy=BUSY if max(loads) > found["cores"] else IDLE,
        checks="\n".join(_check(name, each) for name, each in checks.items()),
        per_second=per_second,
        days=round(BILLION * a_game / 86400),
        hours=BILLION * a_game / 3600 / 1000,
        billion_shards=shards,
        largest=LARGEST,
        longest=LARGEST * a_game,
        feeds=round(per_second * LARGEST * a_game),
        scheduler_hours=shards / per_second / 3600,
        gigabytes=shards * of_zerokei["bytes"] / 1e9,
    )


def _check(name: str, each: dict[str, Any]) -> str:
    milliseconds = each["cpu_ms"] / each["games"]
    found = each["found"] or "nothing"
    return (
        f"| {name} | {each['asked']:,} | {each['games']:,} | {each['questions']:,} | {milliseconds:.1f} ms "
        f"| {1000 * each['games'] / each['wall_ms']:.0f} | {found} |"
    )


def main() -> None:
    """Write it."""
    PAGE.write_text(text(json.loads(FILE.read_text(encoding="utf-8"))), encoding="utf-8")


if __name__ == "__main__":
    main()
