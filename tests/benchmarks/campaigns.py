"""What a campaign costs besides its work, and how much faster several workers are.

    python -m tests.benchmarks.campaigns [--shards N] [--rounds N] [--only costs|speedup] [--json FILE]

- *costs*: CPU seconds of the process that hands out, for a shard whose work is nothing: here, with a file, with
  processes, with a Dask cluster (whose scheduler is in the same process, so it is counted too); and the sizes of what
  is handed out and comes back.
- *speedup*: wall time of shards of about a second of pure Python, in this process, in two processes and on a cluster of
  two workers, in turn, round by round. Only this part depends on how busy the machine is; so the load is kept with it,
  and also the CPU time of all processes together: what is more of it than in this process is the price of having
  several.

`docs/campaign_costs.json` is the run that was published; the page `docs/campaign-costs.md` is written from it by hand.
"""

from __future__ import annotations

import argparse
import json
import os
import pickle
import resource
import sys
import tempfile
from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import Any, Final, cast

from distributed import LocalCluster

from shinkansen.campaign.campaigns import Campaign, Epoch, Work, campaign, task_of
from shinkansen.campaign.cluster import Cluster
from shinkansen.campaign.listed import Listed
from shinkansen.campaign.perft import NAME as PERFT
from shinkansen.campaign.processes import Processes
from shinkansen.campaign.rules import about
from shinkansen.campaign.running import HERE, Workers, run
from shinkansen.campaign.work import worked_out
from shinkansen.core.near_misses import Part
from shinkansen.core.plain_json import Json, canonical
from shinkansen.verify.conversation.talk import Limits
from shinkansen.verify.judging import at_length
from shinkansen.verify.judging.minimise import Budget
from shinkansen.verify.judging.script import Setting
from shinkansen.verify.judging.start import Named, greet
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.ruleset import ZeroKei

CALIBRATED: Final = 200_000
WORKERS: Final = 2


class Turning(Listed):
    """Shards that hash so many times, which is pure work."""

    def checked(self, settings: Part) -> Part:
        """With nothing to fill in."""
        return settings

    def shards(self, settings: Part) -> int:
        """As many as asked for."""
        return cast("int", settings["shards"])

    def shard(self, settings: Part) -> Work:
        """Hash."""
        return lambda shard: turned(cast("int", settings["turns"]), shard)


TURNING: Final = Turning()


def turned(turns: int, shard: int) -> Json:
    """Hash so many times."""
    digest = str(shard).encode()
    for _ in range(turns):
        digest = sha256(digest).digest()
    return digest.hex()


def of_turns(shards: int, turns: int) -> Campaign:
    """A campaign of such shards."""
    return campaign("tests.benchmarks.campaigns:TURNING", {"shards": shards, "turns": turns})


def a_second() -> int:
    """How many turns take about a second here."""
    began = process_time()
    turned(CALIBRATED, 0)
    return round(CALIBRATED / (process_time() - began))


def costs(shards: int, address: str) -> dict[str, Json]:
    """CPU microseconds a shard in this process, by where it runs; and bytes."""

    def each(workers: Workers, file: Path | None = None) -> int:
        run(of_turns(10, 0), workers)  # whatever is imported at first
        began = process_time()
        run(of_turns(shards, 0), workers, file)
        return round(1e6 * (process_time() - began) / shards)

    with tempfile.TemporaryDirectory() as folder:
        found: dict[str, Json] = {
            "shards": shards,
            "here": each(HERE),
            "here_with_a_file": each(HERE, Path(folder) / "progress"),
            "processes": each(Processes(WORKERS)),
            "dask_with_its_scheduler": each(Cluster(address)),
        }
    return found


def sizes() -> dict[str, Json]:
    """Bytes handed out and come back for a shard."""
    with Named("tests.verify.long_engines:Right").open(Limits()) as engine:
        who = greet(engine, GAME)
    tables = [Setting(GAME, seats) for seats in GAME.seats]
    way = Named("tests.verify.long_engines:Right")
    settings = at_length.settings_of(way, who, tables, 10**6, 1964, Budget(), Limits(), None)
    rules = ZeroKei(seats=2)
    state = rules.state_json(rules.start(rules.deal(Random(1))))
    asked = {
        "verify": campaign(at_length.NAME, settings),
        "perft": campaign(PERFT, {"rules": about(cast("Any", rules)), "state": state, "depth": 8}),
    }
    epochs = {"verify": Epoch(1024, {"games": 7, "first": 1016, "reading": None}), "perft": Epoch(3832)}
    found: dict[str, Json] = {}
    for name, one in asked.items():
        task = task_of(one, epochs[name])
        handed = len(pickle.dumps((worked_out, task, 1000)))
        came = len(pickle.dumps(worked_out(task, 0)))
        found[name] = {"handed_out": handed, "came_back": came}
    return found


def speedup(shards: int, rounds: int, address: str, others: Sequence[int]) -> dict[str, Json]:
    """Wall and CPU milliseconds of the same shards, in turn; and how much faster than one core, by the medians."""
    asked = of_turns(shards, a_second())
    places: dict[str, Workers] = {"here": HERE, "processes": Processes(WORKERS), "dask": Cluster(address)}
    walls: dict[str, list[int]] = {name: [] for name in places}
    spent: dict[str, list[int]] = {name: [] for name in places}
    results, loads = set[str](), list[Json]()
    for _ in range(rounds):
        loads.append(round(100 * os.getloadavg()[0]))
        for name, workers in places.items():
            began, before = perf_counter(), cpu(others)
            results.add(canonical(run(asked, workers).so_far))
            walls[name].append(round(1000 * (perf_counter() - began)))
            spent[name].append(round(1000 * (cpu(others) - before)))
    assert len(results) == 1, "it comes to the same everywhere"
    wall = {name: median(times) for name, times in walls.items()}
    busy = {name: median(times) for name, times in spent.items()}
    return {
        "shards": shards,
        "workers": WORKERS,
        "wall_milliseconds": {name: [*times] for name, times in walls.items()},
        "cpu_milliseconds": {name: [*times] for name, times in spent.items()},
        "percent_of_the_speed_of_one_core": {name: round(100 * wall["here"] / time) for name, time in wall.items()},
        "percent_of_its_cpu": {name: round(100 * time / busy["here"]) for name, time in busy.items()},
        "load_times_100": loads,
    }


def cpu(others: Sequence[int]) -> float:
    """The CPU seconds of this process, of its children that have ended, and of some other processes."""
    mine = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    ticks = 0
    for process in others:
        # The name of the program, in parentheses, may contain spaces.
        words = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        ticks += int(words[11]) + int(words[12])
    return sum(each.ru_utime + each.ru_stime for each in mine) + ticks / os.sysconf("SC_CLK_TCK")


def main() -> None:
    """Measure, print, and keep it if asked to."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.campaigns")
    parser.add_argument("--shards", type=int, default=12, help="shards of a second (default %(default)s)")
    parser.add_argument("--empty", type=int, default=3000, help="shards of nothing (default %(default)s)")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", choices=("costs", "speedup"))
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    made: Any = LocalCluster
    found: dict[str, Json] = {
        "date": datetime.now(UTC).isoformat(timespec="minutes"),
        "python": sys.version.split()[0],
        "cores": os.cpu_count(),
    }
    options = {"n_workers": WORKERS, "threads_per_worker": 1, "dashboard_address": None, "host": "127.0.0.1"}
    with made(processes=True, **options) as cluster:
        address: str = cluster.scheduler_address
        workers: list[int] = [each.process.process.pid for each in cluster.workers.values()]
        if given.only != "speedup":
            found["microseconds_of_cpu_a_shard"] = costs(given.empty, address)
            found["bytes_a_shard"] = sizes()
        if given.only != "costs":
            found["speedup"] = speedup(given.shards, given.rounds, address, workers)
    found["peak_megabytes"] = round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
    text = json.dumps(found, indent=1) + "\n"
    print(text, end="")
    if given.json is not None:
        given.json.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
