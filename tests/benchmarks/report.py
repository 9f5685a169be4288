"""What was measured, as two tables and as JSON with the date, the versions and the machine."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from tests.benchmarks.calls import BASE
from tests.benchmarks.contenders import CHESS, Contender
from tests.benchmarks.rounds import Slices, Spread, spread

PACKAGES = ("shinkansen", "attrs", "cattrs", "chess", "catanatron", "open_spiel")


def about(contenders: Sequence[Contender], slices: Slices, costs: dict[str, list[float]]) -> dict[str, Any]:
    """Everything that was measured, for JSON."""
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "versions": {name: found for name in PACKAGES if (found := _version(name))},
        "machine": _machine(),
        "measured": "CPU time of each process; ratios within a round; medians and quartiles over the rounds",
        "playouts": [_playouts(one, slices) for one in contenders],
        "calls": [_call(name, costs) for name in costs],
    }


def _playouts(one: Contender, slices: Slices) -> dict[str, Any]:
    mine = slices[one.id]
    moves, games = sum(each.moves for each in mine), sum(each.games for each in mine)
    found: dict[str, Any] = {
        "id": one.id,
        "plays": one.plays,
        "rounds": len(mine),
        "games": games,
        "moves_a_game": round(moves / games, 1),
        "moves_a_second": _rounded(spread([each.speed for each in mine]), 0),
        "us_a_move": _rounded(spread([1e6 / each.speed for each in mine]), 2),
    }
    if CHESS.id in slices:
        ratios = [ours.speed / theirs.speed for ours, theirs in zip(mine, slices[CHESS.id], strict=True)]
        found["ratio_to_chess"] = _rounded(spread(ratios), 3)
    return found


def _call(name: str, costs: dict[str, list[float]]) -> dict[str, Any]:
    times = [own / base for own, base in zip(costs[name], costs[BASE], strict=True)]
    return {"call": name, "us": _rounded(spread(costs[name]), 2), f"times_{BASE}": _rounded(spread(times), 3)}


def _rounded(found: Spread, digits: int) -> dict[str, float]:
    return {
        name: round(figure, digits)
        for name, figure in (("median", found.median), ("low", found.low), ("high", found.high))
    }


def tables(found: dict[str, Any]) -> Iterator[str]:
    """The same for a terminal, line by line."""
    yield f"{'moves/s':>9} {'us/move':>8} {'plies':>6}  {'x chess (quartiles)':<22} contender"
    for row in found["playouts"]:
        ratio = _spelled(row["ratio_to_chess"]) if "ratio_to_chess" in row else "-"
        speed, cost = row["moves_a_second"]["median"], row["us_a_move"]["median"]
        yield f"{speed:>9,.0f} {cost:>8.2f} {row['moves_a_game']:>6.0f}  {ratio:<22} {row['plays']}"
    yield ""
    yield f"{'us':>9} {f'x {BASE} (quartiles)':<24} call"
    for row in found["calls"]:
        yield f"{row['us']['median']:>9.2f} {_spelled(row[f'times_{BASE}']):<24} {row['call']}"


def _spelled(found: dict[str, float]) -> str:
    return f"{found['median']:.2f} ({found['low']:.2f}-{found['high']:.2f})"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _machine() -> dict[str, Any]:
    cpus = Path("/proc/cpuinfo")
    lines = cpus.read_text(encoding="utf-8").splitlines() if cpus.exists() else []
    model = next((line.partition(": ")[2] for line in lines if line.startswith("model name")), platform.processor())
    load = [round(each, 2) for each in os.getloadavg()] if hasattr(os, "getloadavg") else None
    return {"platform": platform.platform(), "processor": model, "cpus": os.cpu_count(), "load": load}
