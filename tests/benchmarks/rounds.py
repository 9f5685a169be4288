"""Rounds: all subjects, each in a process of its own, asked for one slice of work each, in random order."""

from __future__ import annotations

import json
import statistics
import subprocess
from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

from attrs import frozen

from shinkansen.core.errors import ShinkansenError
from shinkansen.progress import counted
from tests.benchmarks.parts import Subject

PURE: Final = "pure"
COMPILED: Final = "compiled"


class BenchmarkError(ShinkansenError):
    """Something that was to be measured broke down."""


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


Who: TypeAlias = tuple[Subject, str]
"""A subject, and the build of our package that it runs on."""
Answers: TypeAlias = "dict[Who, list[Any]]"
"""What each has measured in each round."""


def measured(
    who: Sequence[Who], pythons: Mapping[str, str], rounds: int, seconds: Mapping[str, float], seed: int, quick: bool
) -> Answers:
    """The answers of all rounds. Before the first, all work longer unmeasured: an engine may keep what it works out.

    `pythons` are by build, `seconds` by part.
    """
    found: Answers = {each: [] for each in who}
    with ExitStack() as running:
        workers = [(each, running.enter_context(_started(each, pythons, quick))) for each in who]
        for (subject, build), worker in counted(workers, "subject warmed up"):
            _check(subject, build, pythons[build], _answer(subject, worker))
            _asked(subject, worker, f"{seed}", WARM * seconds[subject.part])
        for number in counted(range(rounds), "round"):
            for each, worker in Random(f"{seed} {number}").sample(workers, len(workers)):
                found[each].append(_asked(each[0], worker, f"{seed} {number}", seconds[each[0].part]))
    return found


WARM: Final = 6
"""How many slices are taken before the first that counts."""
ROOT: Final = Path(__file__).parents[2]
BOOT: Final = """
import sys
import shinkansen
sys.path.insert(0, {root!r})
from tests.benchmarks.worker import main
main({name!r}, quick={quick!r})
"""
"""The package first, while only what is installed can be found (`-P`); then these files, which are not installed."""
Worker: TypeAlias = "subprocess.Popen[str]"


@contextmanager
def _started(who: Who, pythons: Mapping[str, str], quick: bool) -> Generator[Worker, None, None]:
    subject, build = who
    program = BOOT.format(root=str(ROOT), name=subject.name, quick=quick)
    command = [pythons[build], "-P", "-c", program]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as worker:
        try:
            yield worker
        finally:
            worker.kill()


def _check(subject: Subject, build: str, python: str, about: Any) -> None:
    if about["compiled"] is not (build == COMPILED):
        runs = COMPILED if about["compiled"] else PURE
        raise BenchmarkError(f"{subject.name}: the package of {python} is {runs}, expected the {build} one")


def _asked(subject: Subject, worker: Worker, seed: str, seconds: float) -> Any:
    assert worker.stdin is not None
    try:
        print(json.dumps([seed, seconds]), file=worker.stdin, flush=True)
    except OSError:
        raise BenchmarkError(f"{subject.name} has ended by itself") from None
    return _answer(subject, worker)


def _answer(subject: Subject, worker: Worker) -> Any:
    assert worker.stdout is not None
    line = worker.stdout.readline()
    if not line:
        raise BenchmarkError(f"{subject.name} has ended without an answer; its own words are above")
    return json.loads(line)
