"""What it costs to begin: a process that imports something, opens a ruleset, and ends.

The CPU time is that of the whole process, from its start to its end, as the system has it.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

from attrs import frozen

from shinkansen.progress import counted
from tests.benchmarks.rounds import BenchmarkError

PLAIN: Final = "python"
"""The start that does nothing."""
_GAME: Final = """
from random import Random
from time import process_time as now
def opened():
    rules = {name}(seats=3)
    rules.legal_moves(rules.start(rules.deal(Random(1))))
times = [now()]
from {module} import {name}
times.append(now())
opened()
times.append(now())
opened()
times.append(now())
print(*[(after - before) * 1000 for before, after in zip(times, times[1:])])
"""


_COMMAND: Final = "from shinkansen.cli import main; sys.exit(main() in (0, 1, 3) and 0)"
"""Whatever a command found, it has done its work."""


@frozen
class Start:
    """A program, and what it does in words."""

    words: str
    program: str
    module: str = ""
    """The module that must be importable, if it is not ours."""
    steps: tuple[str, ...] = ()
    """What the milliseconds are of that it prints."""
    ours: bool = False
    once: bool = False
    """Whether it is long, and measured in the first round alone."""


_STEPS: Final = ("the import", "a first ruleset with its first moves", "a second one")
STARTS: Final = {
    PLAIN: Start("plain Python", "pass"),
    "shinkansen": Start("`import shinkansen`", "import shinkansen", ours=True),
    "zerokei": Start(
        "Zero-Kei: import, and open two rulesets",
        _GAME.format(module="shinkansen.zerokei.ruleset", name="ZeroKei"),
        steps=_STEPS,
        ours=True,
    ),
    "nextstation": Start(
        "Next Station: import, and open two rulesets",
        _GAME.format(module="shinkansen.nextstation.ruleset", name="NextStation"),
        steps=_STEPS,
        ours=True,
    ),
    "version": Start(
        "`shinkansen --version`",
        f"import sys; sys.argv[1:] = ['--version']\n{_COMMAND}",
        ours=True,
    ),
    **{
        f"demo-{game}": Start(
            f"`shinkansen verify --demo --game {game}`, with the engines that it starts",
            f"import sys; sys.argv[1:] = ['verify', '--demo', '--game', {game!r}]\n{_COMMAND}",
            "jsonschema",
            once=True,
        )
        for game in ("zerokei", "nextstation")
    },
    "attrs": Start("`import attrs`, on which we depend", "import attrs", "attr"),
    "chess": Start("`import chess`", "import chess", "chess"),
    "catanatron": Start("`import catanatron`", "import catanatron", "catanatron"),
    "open_spiel": Start("`import pyspiel`", "import pyspiel", "pyspiel"),
}


@frozen
class Begun:
    """What one process took."""

    cpu: float
    """Milliseconds."""
    steps: tuple[float, ...]
    """Milliseconds of what the program measured itself."""


Who = tuple[str, str]
"""A start and a build."""


def measured(pythons: Mapping[str, str], chosen: Sequence[str], rounds: int, seed: int) -> dict[Who, list[Begun]]:
    """Every start in every round, in random order, after one that does not count; ours with each build's Python."""
    first = next(iter(pythons))
    who = [(id, build) for id in chosen for build in pythons if build == first or STARTS[id].ours]
    found: dict[Who, list[Begun]] = {each: [] for each in who}
    for id, build in who:
        if not STARTS[id].once:
            begun(pythons[build], STARTS[id])
    for number in counted(range(rounds), "round of starts"):
        for id, build in Random(f"{seed} {number}").sample(who, len(who)):
            if not number or not STARTS[id].once:
                found[id, build].append(begun(pythons[build], STARTS[id]))
    return found


def begun(python: str, start: Start) -> Begun:
    """Run it once. `-P` keeps the folder that we are in from being taken for what is installed."""
    if sys.platform == "win32":
        raise BenchmarkError("Windows does not tell what a single process took: leave out `starts`")
    command = [python, "-P", "-c", start.program]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        told = process.stdout.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise BenchmarkError(f"{start.words} ended with code {process.returncode}; its own words are above")
    steps = tuple(map(float, told.split())) if start.steps else ()
    return Begun((used.ru_utime + used.ru_stime) * 1000, steps)
