"""Running hostile programs, and counting what is left of them."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from shinkansen.verify.conversation import guard
from shinkansen.verify.conversation.talk import Engine, Limits
from shinkansen.verify.conversation.transports import subprocess

HOSTILE = Path(__file__).parent / "engine.py"
PATIENT = Limits(start=120, answer=120, stop=120, line=2**20, stderr=2**12)
"""Limits of time that are never reached, however busy the machine is."""


def wait_for(what: Callable[[], object], seconds: float = 120) -> None:
    """Wait until something is the case; the limit is only reached when it never will be."""
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.005)


def leftovers(mark: Path | str) -> list[int]:
    """Processes that carry a mark in their command line or environment, or have written their number into it."""
    found: list[int] = []
    written = Path(mark).read_text().split() if Path(mark).exists() else []
    for process, (state, _, _) in guard.everything().items():
        try:
            told = [Path(f"/proc/{process}/{name}").read_bytes() for name in ("cmdline", "environ")]
        except OSError:
            continue
        if any(str(mark).encode() in each for each in told) or (str(process) in written and state != "Z"):
            found.append(process)
    return found


def zombies() -> list[int]:
    return [
        process for process, (state, parent, _) in guard.everything().items() if state == "Z" and parent == os.getpid()
    ]


def command(name: str, mark: Path | str = "/dev/null") -> list[str]:
    return [sys.executable, "-I", "-S", str(HOSTILE), name, str(mark)]


@contextmanager
def marked() -> Generator[Path]:
    """A mark, of which nothing may be left afterwards, nor any open file or dead child of ours."""
    files, dead = set(os.listdir("/proc/self/fd")), set(zombies())
    with tempfile.TemporaryDirectory() as folder:
        mark = Path(folder) / f"mark-{uuid4().hex}"
        yield mark
        assert leftovers(mark) == []
    assert set(zombies()) <= dead
    assert set(os.listdir("/proc/self/fd")) == files


@contextmanager
def hostile(name: str, limits: Limits = PATIENT) -> Generator[tuple[Engine, Path]]:
    """A hostile program and its mark; afterwards it is closed, and nothing of it may be left."""
    with marked() as mark:
        engine = subprocess(command(name, mark), limits, env={**os.environ, "MARK": str(mark)})
        assert leftovers(mark), "the counting does not see it even while it runs"
        try:
            yield engine, mark
        finally:
            engine.close()
