"""Rounds: all contenders, each in a process of its own, asked for one slice each in random order."""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
from collections.abc import Generator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

from attrs import frozen

from shinkansen.core.errors import ShinkansenError
from shinkansen.progress import counted
from tests.benchmarks.contenders import Contender


class BenchmarkError(ShinkansenError):
    """A contender broke down."""


@frozen
class Slice:
    """What a contender did when asked once."""

    games: int
    moves: int
    seconds: float
    """CPU time."""

    @property
    def speed(self) -> float:
        """Moves a second."""
        return self.moves / self.seconds


@frozen
class Spread:
    """The median and the quartiles of some figures."""

    median: float
    low: float
    high: float


def spread(figures: Sequence[float]) -> Spread:
    """The median and quartiles; those of a single figure are the figure."""
    low, median, high = statistics.quantiles(figures, method="inclusive") if len(figures) > 1 else [*figures] * 3
    return Spread(median, low, high)


Slices: TypeAlias = dict[str, list[Slice]]
"""By contender, the slice of each round."""


def measured(contenders: Sequence[Contender], rounds: int, seconds: float, seed: int) -> Slices:
    """The slices of all rounds. Before the first, all play longer unmeasured: an engine may keep what it works out."""
    found: Slices = {one.id: [] for one in contenders}
    with ExitStack() as running:
        workers = [(one, running.enter_context(_started(one))) for one in contenders]
        for one, worker in counted(workers, "contender warmed up"):
            _slice(one, worker, f"{seed}", WARM * seconds)
        for number in counted(range(rounds), "round"):
            Random(f"{seed} {number}").shuffle(workers)
            for one, worker in workers:
                found[one.id].append(_slice(one, worker, f"{seed} {number}", seconds))
    return found


WARM: Final = 8
"""How many slices are played before the first that counts."""
ROOT: Final = Path(__file__).parents[2]
Worker: TypeAlias = "subprocess.Popen[str]"


@contextmanager
def _started(one: Contender) -> Generator[Worker, None, None]:
    command = [sys.executable, "-m", "tests.benchmarks.worker", one.id]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as worker:
        try:
            _answer(one, worker)
            yield worker
        finally:
            worker.kill()


def _slice(one: Contender, worker: Worker, seed: str, seconds: float) -> Slice:
    assert worker.stdin is not None
    try:
        print(json.dumps([seed, seconds]), file=worker.stdin, flush=True)
    except OSError:
        raise BenchmarkError(f"{one.id} has ended by itself") from None
    return Slice(*json.loads(_answer(one, worker)))


def _answer(one: Contender, worker: Worker) -> str:
    assert worker.stdout is not None
    line = worker.stdout.readline()
    if not line:
        raise BenchmarkError(f"{one.id} has ended without an answer; its own words are above")
    return line
