"""Our own control over processes, for when a guard (see `guard`) cannot do its work because it was stopped or killed.

For the state of a child process we ask the only one that cannot be deceived about it, the operating system: whether the
child was stopped, even if it was continued later, and how it ended. While engines run, orphans become our children and
not those of the first process of the system, so what a killed guard leaves behind can still be found; its brand
distinguishes it from other children of ours.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time
from random import SystemRandom
from threading import Lock
from typing import Final

from shinkansen.verify.conversation import guard

PATIENCE: Final = 10.0
"""Seconds that killing what is left may take; only something that forks faster than it is killed takes longer."""

UNBRANDED: Final = 2**62


class Child:
    """A child process of ours that nobody else may stop or kill."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self._process = process
        self.stopped = False
        """Whether it was ever stopped."""
        self.code: int | None = None
        """Its exit code; a negative one is the signal that killed it."""

    @property
    def pid(self) -> int:
        return self._process.pid

    def look(self) -> None:
        """Update what is known about it."""
        while self.code is None:
            try:
                process, status = os.waitpid(self.pid, os.WNOHANG | os.WUNTRACED | os.WCONTINUED)
            except ChildProcessError:  # something else in this process waited for it: how it ended is not known
                self._end(0)
                return
            if not process:
                return
            if os.WIFSTOPPED(status) or os.WIFCONTINUED(status):
                self.stopped = True
            else:
                self._end(os.waitstatus_to_exitcode(status))

    def await_end(self, seconds: float) -> None:
        """Wait for its end, but no longer than this."""
        patience = time.monotonic() + seconds
        self.look()
        while self.code is None and time.monotonic() < patience:
            time.sleep(0.001)
            self.look()

    def kill(self) -> None:
        """Kill it if it is still running, and wait for its end."""
        self.look()
        if self.code is None:
            self._process.kill()
            self._end(self._process.wait())

    def _end(self, code: int) -> None:
        self.code = self._process.returncode = code


def ended_so(code: int) -> str:
    """How a process ended, as the rest of a sentence that begins with its name."""
    if code >= 0:
        return f"ended with code {code}"
    try:
        name = signal.Signals(-code).name
    except ValueError:
        name = "unknown"
    return f"was killed by signal {-code} ({name})"


# -- brands


def new_brand() -> int:
    """A number for one engine and everything it starts; lower than our own, since it can only be lowered."""
    most = guard.brand_of(os.getpid()) or UNBRANDED
    return SystemRandom().randrange(most // 2, most)


# -- orphans

_lock = Lock()
_trusted: set[int] = set()
"""Children of ours that are at work, guards above all: the processes below them are theirs to handle."""
_before = False
"""Whether we adopted orphans even before the first engine."""


def take_in(child: Child) -> None:
    """A child begins its work. As long as any is at work, we adopt orphans."""
    global _before
    with _lock:
        if not _trusted:
            _before = guard.adopt_orphans()
        _trusted.add(child.pid)


def let_go(child: Child) -> None:
    """A child has ended."""
    with _lock:
        _trusted.discard(child.pid)
        if not _trusted:
            guard.adopt_orphans(_before)


def sweep(brand: int | None = None, marker: str = "") -> None:
    """Kill what lost guards left behind: branded children of ours that are not at work for us, with everything below
    them, and any process that carries this brand, or this marker in its environment."""
    patience = time.monotonic() + PATIENCE
    while time.monotonic() < patience:
        processes = guard.everything()
        ours, dead = _orphans(processes)
        left = set(ours)
        for process in ours:
            left |= guard.below(process)
        if brand is not None:
            left |= {
                process
                for process, (state, _, _) in processes.items()
                if state != "Z" and (guard.brand_of(process) == brand or (marker and _has(process, marker)))
            }
        if not left and not dead:
            return
        for deed in (signal.SIGSTOP, signal.SIGKILL):
            guard.kill(left, deed)
        for process in ours | dead:
            with contextlib.suppress(ChildProcessError):
                os.waitpid(process, os.WNOHANG)
        time.sleep(0.002)


def _orphans(processes: dict[int, tuple[str, int, int]]) -> tuple[set[int], set[int]]:
    """Branded children of ours that are not at work for us: those still running, and those only to be reaped."""
    me = os.getpid()
    own = guard.brand_of(me) or UNBRANDED
    living: set[int] = set()
    dead: set[int] = set()
    with _lock:
        at_work = set(_trusted)
    for process, (state, parent, _) in processes.items():
        if parent == me and process not in at_work:
            brand = guard.brand_of(process)
            if brand is not None and brand < own:
                (dead if state == "Z" else living).add(process)
    return living, dead


def _has(process: int, marker: str) -> bool:
    try:
        with open(f"/proc/{process}/environ", "rb") as file:
            return marker.encode() in file.read().split(b"\0")
    except OSError:
        return False
