"""Measure Hideo: the sensible bot against him, in the normal and in the hard game.

    python examples/solo.py                # 1,000 games each, the shipped edition

Prints win rates and scores and writes them as dated JSON. The columns of Hideo's board that the rulebook does not give
were adjusted with this script; what it measures is our bot, and it says nothing about the published game.
"""

from __future__ import annotations

import argparse
import json
import math
from datetime import date
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any, cast

from shinkansen import ZeroKei
from shinkansen.campaign.numbered import numbered
from shinkansen.campaign.processes import Processes
from shinkansen.campaign.running import run
from shinkansen.core.plain_json import Json
from shinkansen.core.play import play_out
from shinkansen.progress import advancing
from shinkansen.zerokei.evaluation import sensible

HERE = Path(__file__).parent


CHUNK = 10
"""So many games are a shard."""


def play(hard: bool, seed: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """One game: the totals of you and Hideo, and who won."""
    rules = ZeroKei(seats=1, hard=hard)
    rng = Random(seed)
    outcome = rules.outcome(play_out(rules, rules.start(rules.deal(rng)), sensible(rng)))
    assert outcome is not None
    return outcome.totals, outcome.winners


def some(given: dict[str, Any], shard: int) -> Json:
    """Some games, for a campaign."""
    seeds = range(CHUNK * shard, min(CHUNK * (shard + 1), given["games"]))
    played = (play(given["hard"], seed) for seed in seeds)
    return [[[*totals], [*winners]] for totals, winners in played]


def measure(hard: bool, games: int, processes: int) -> dict[str, Any]:
    """Many games, counted."""
    asked = numbered("solo:some", -(-games // CHUNK), {"hard": hard, "games": games})
    with advancing("shards") as advance:
        found_by_shard = run(asked, Processes(processes), None, lambda at: advance(at.done, at.shards)).so_far
    played = [each for shard in cast("list[Any]", found_by_shard) for each in shard]
    won = fmean(winners == [0] for _, winners in played)
    found: dict[str, Any] = {"won": round(won, 4), "won_95": round(1.96 * math.sqrt(won * (1 - won) / games), 4)}
    found["shared"] = round(fmean(winners == [0, 1] for _, winners in played), 4)
    for name, seat in (("you", 0), ("hideo", 1)):
        totals = [float(total[seat]) for total, _ in played]
        found[name] = {"mean": round(fmean(totals), 2), "sd": round(stdev(totals), 2)}
    return found


def main() -> None:
    """Measure, print and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("-o", "--output", type=Path, help="where to write (default: measurements/DATE-solo.json)")
    arguments = parser.parse_args()
    rules = ZeroKei(seats=1)
    report: dict[str, Any] = {
        "settings": rules.settings(),
        "games": arguments.games,
        "seeds": f"0 to {arguments.games - 1}",
    }
    for name, hard in (("normal", False), ("hard", True)):
        report[name] = measure(hard, arguments.games, arguments.processes)
        print(name, json.dumps(report[name]))
    output = arguments.output or HERE / "measurements" / f"{date.today().isoformat()}-solo.json"
    output.write_text(json.dumps(report, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
