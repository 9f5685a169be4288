"""What was measured, as tables for a terminal and as JSON with the date, the versions and the machine."""

from __future__ import annotations

import json
import os
import platform
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final, TypeAlias, cast

from compiling.rooms import ROOMS
from tests.benchmarks import calls, questions
from tests.benchmarks.contenders import CHESS, COPIED
from tests.benchmarks.parts import Subject
from tests.benchmarks.rounds import COMPILED, PURE, Answers, spread
from tests.benchmarks.starts import STARTS, Begun

Found: TypeAlias = dict[str, Any]
"""Everything that was measured, as it is written."""
PACKAGES: Final = ("shinkansen", "attrs", "chess", "catanatron", "open_spiel")
PEERS: Final = {"chess": CHESS.id, "catanatron-copy": COPIED}
"""What games are compared with, by the names of the ratios."""


def about(
    rounds: int, answers: Answers, begun: Mapping[tuple[str, str], Sequence[Begun]], absent: Sequence[str]
) -> Found:
    """Everything that was measured, for JSON."""
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "versions": {name: found for name in PACKAGES if (found := _version(name))},
        "machine": _machine(),
        "measured": "CPU time of each process; ratios within a round; medians and quartiles over the rounds",
        "rounds": rounds,
        "compiled_rooms": [*ROOMS],
        "absent": list(absent),
        "playouts": [_playouts(*who, answers) for who in answers if who[0].part == "playouts"],
        "calls": [*_costs("calls", calls.BASE, answers)],
        "questions": [*_costs("questions", questions.BASE, answers)],
        "growth": [*_growth(answers)],
        "verifying": [
            {**_of(*who), "questions_a_second": _rounded([asked / seconds for asked, seconds in answers[who]], 0)}
            for who in answers
            if who[0].part == "verifying"
        ],
        "kept": [
            {**_of(*who), "bytes": _rounded(answers[who], 0)} for who in answers if who[0].part == "kept"
        ],
        "starts": [_start(id, build, runs) for (id, build), runs in begun.items()],
    }  # fmt: skip


def _of(subject: Subject, build: str) -> Found:
    return {"id": subject.id, "build": build, "words": subject.words}


def _playouts(subject: Subject, build: str, answers: Answers) -> Found:
    mine = answers[subject, build]
    games, moves = sum(games for games, _, _ in mine), sum(moves for _, moves, _ in mine)
    speeds = _speeds(mine)
    others = {name: _ran(answers, "playouts", id, PURE) for name, id in PEERS.items()}
    others["pure"] = _ran(answers, "playouts", subject.id, PURE) if build == COMPILED else []
    return {
        **_of(subject, build),
        "games": games,
        "moves_a_game": round(moves / games, 1),
        "moves_a_second": _rounded(speeds, 0),
        "us_a_move": _rounded([1e6 / speed for speed in speeds], 2),
        "ratios": {name: _ratios(speeds, _speeds(theirs)) for name, theirs in others.items() if theirs},
    }


def _ran(answers: Answers, part: str, id: str, build: str) -> list[Any]:
    found = {(subject.part, subject.id, on): each for (subject, on), each in answers.items()}
    return found.get((part, id, build), [])


def _speeds(slices: Sequence[tuple[int, int, float]]) -> list[float]:
    return [moves / seconds for _, moves, seconds in slices]


def _ratios(figures: Sequence[float], others: Sequence[float]) -> dict[str, float]:
    return _rounded([one / other for one, other in zip(figures, others, strict=True)], 3)


def _costs(part: str, base: str, answers: Answers) -> Iterator[Found]:
    for (subject, build), rounds in answers.items():
        if subject.part == part:
            for name in rounds[0]:
                own, bases = [found[name] for found in rounds], [found[base] for found in rounds]
                yield {**_of(subject, build), "call": name, "us": _rounded(own, 2), "times": _ratios(own, bases)}


def _growth(answers: Answers) -> Iterator[Found]:
    for (subject, build), rounds in answers.items():
        if subject.part == "growth":
            for by, steps in rounds[0].items():
                for least, step in steps.items():
                    costs = {
                        name: _rounded([found[by][least][name] for found in rounds], 2)
                        for name in ("legal_moves", "follow")
                    }
                    where = {"by": by, "least": int(least), "positions": step["positions"]}
                    yield {**_of(subject, build), **where, **costs}


def _start(id: str, build: str, runs: Sequence[Begun]) -> Found:
    start = STARTS[id]
    steps = {name: _rounded([run.steps[place] for run in runs], 2) for place, name in enumerate(start.steps)}
    return {
        "id": id,
        "build": build,
        "words": start.words,
        "cpu_ms": _rounded([run.cpu for run in runs], 1),
        "steps_ms": steps,
    }


def _rounded(figures: Sequence[float], digits: int) -> dict[str, float]:
    found = spread(figures)
    parts = (("median", found.median), ("low", found.low), ("high", found.high))
    return {name: round(figure, digits) for name, figure in parts}


def written(found: Found) -> str:
    """As a file: one line for each thing and each row, so that two runs can be compared by eye."""
    lines: list[str] = []
    for key, value in found.items():
        rows = ",\n  ".join([json.dumps(row) for row in _rows(value)])
        lines.append(f" {json.dumps(key)}: " + (f"[\n  {rows}\n ]" if rows else json.dumps(value)))
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _rows(value: object) -> list[object]:
    return cast("list[object]", value) if isinstance(value, list) else []


def tables(found: Found) -> Iterator[str]:
    """The same for a terminal, line by line."""
    if rows := found["playouts"]:
        compared = f"{'x chess (quartiles)':<22} {'x catan. copy':>13}"
        yield f"{'moves/s':>9} {'us/move':>8} {'plies':>6}  {compared}  contender"
    for row in rows:
        chess, copy = (row["ratios"].get(name) for name in PEERS)
        compared = f"{_spelled(chess):<22} {copy['median'] if copy else 0:>13.2f}" if chess else f"{'-':<22} {'-':>13}"
        speed, cost = row["moves_a_second"]["median"], row["us_a_move"]["median"]
        yield f"{speed:>9,.0f} {cost:>8.2f} {row['moves_a_game']:>6.0f}  {compared}  {_named(row)}"
    for part, base in (("calls", calls.BASE), ("questions", questions.BASE)):
        if rows := found[part]:
            yield f"\n{'us':>9} {f'x {base} (quartiles)':<24} {part}"
        for row in rows:
            yield f"{row['us']['median']:>9.2f} {_spelled(row['times']):<24} {row['call']}; {_named(row)}"
    if rows := found["growth"]:
        yield f"\n{'legal_moves':>11} {'follow':>8}  us by"
    for row in rows:
        costs = f"{row['legal_moves']['median']:>11.2f} {row['follow']['median']:>8.2f}"
        yield f"{costs}  {row['by']}: {row['least']} or more; {_named(row)}"
    if rows := found["verifying"]:
        yield f"\n{'questions':>9} that `verify` asks a CPU second, both sides"
    for row in rows:
        yield f"{row['questions_a_second']['median']:>9,.0f} {_named(row)}"
    if rows := found["kept"]:
        yield f"\n{'bytes':>9} for each state that is kept"
    for row in rows:
        yield f"{row['bytes']['median']:>9,.0f} {_named(row)}"
    if rows := found["starts"]:
        yield f"\n{'CPU ms':>9} of a process"
    for row in rows:
        steps = ", ".join(f"{name} {each['median']:.2f}" for name, each in row["steps_ms"].items())
        yield f"{row['cpu_ms']['median']:>9.1f} {_named(row)}{f' ({steps})' if steps else ''}"
    if found["absent"]:
        yield f"\nNot here, so not measured: {', '.join(found['absent'])}."


def _named(row: Found) -> str:
    return f"{row['words']}{', compiled' if row['build'] == COMPILED else ''}"


def _spelled(found: Mapping[str, float]) -> str:
    return f"{found['median']:.2f} ({found['low']:.2f}-{found['high']:.2f})"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _machine() -> Found:
    cpus = Path("/proc/cpuinfo")
    lines = cpus.read_text(encoding="utf-8").splitlines() if cpus.exists() else []
    model = next((line.partition(": ")[2] for line in lines if line.startswith("model name")), platform.processor())
    load = [round(each, 2) for each in os.getloadavg()] if hasattr(os, "getloadavg") else None
    return {"platform": platform.platform(), "processor": model, "cpus": os.cpu_count(), "load": load}
