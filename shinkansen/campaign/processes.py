"""Shards worked out by processes of this machine.

If a process dies, its whole pool is broken, and nobody knows which shard it was: so what was in flight is worked out
again one by one, and a shard that ends a process of its own is left out. A process that was stopped counts as dead.
None of them outlives us, however we end.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context, parent_process, resource_tracker
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Final

from attrs import frozen

from shinkansen.campaign.campaigns import Failed, Outcome, Task
from shinkansen.campaign.work import worked_out

AHEAD: Final = 3
"""How many shards for each process are handed out at most, so that none has to wait for us."""

BEAT: Final = 1.0
"""If nothing came back for so many seconds, we look whether somebody has stopped a process."""

_QUIET: Final = "ignore:resource_tracker"

TRIES: Final = 2
"""How often a shard is tried alone: its process may also have been ended by somebody else."""


@frozen
class Processes:
    """So many processes of this machine."""

    jobs: int

    def outcomes(self, task: Task, shards: Iterator[int]) -> Generator[Outcome, None, None]:
        """The result of each shard, as soon as it is known."""
        broken = True
        while broken:
            in_flight = set[int]()
            broken = yield from _pooled(self.jobs, task, shards, in_flight)
            for shard in sorted(in_flight):
                for _ in range(TRIES):
                    if not (yield from _pooled(1, task, iter((shard,)), set())):
                        break
                else:
                    yield Failed(shard, f"{TRIES} processes ended while they worked on nothing else")


def _pooled(jobs: int, task: Task, shards: Iterator[int], in_flight: set[int]) -> Generator[Outcome, None, bool]:
    """Use one pool for as long as it lasts; returns whether it broke. What was not done is left in flight."""
    others = {*active_children()}
    _quiet_tracker()
    # Fresh processes: a fork would inherit whatever threads and modules the caller has.
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), initializer=_end_with_us)
    futures: dict[Future[Outcome], int] = {}
    through = False
    try:
        while True:
            while len(futures) < AHEAD * jobs and (shard := next(shards, None)) is not None:
                in_flight.add(shard)
                with _interrupts_wait():
                    futures[pool.submit(worked_out, task, shard)] = shard
            through = not futures
            if through:
                return False
            done = wait(futures, BEAT, return_when=FIRST_COMPLETED).done
            if not done:
                _kill(child for child in {*active_children()} - others if _is_stopped(child))
            for future in done:
                outcome = future.result()
                in_flight.remove(futures.pop(future))
                yield outcome
    except BrokenProcessPool:
        return True
    finally:
        if not through:  # broken, interrupted or not wanted any more: nobody waits for the rest
            _kill({*active_children()} - others)
        pool.shutdown(wait=True, cancel_futures=True)


def _quiet_tracker() -> None:
    """Have Python keep track of what its processes share without printing anything: if we are killed, it frees that,
    and there is nothing for a user to know or do. It prints through warnings, whose options it inherits from us."""
    sys.warnoptions.append(_QUIET)
    try:
        resource_tracker.ensure_running()
    finally:
        sys.warnoptions.remove(_QUIET)


def _kill(children: Iterable[BaseProcess]) -> None:
    for child in children:
        child.kill()


def _is_stopped(child: BaseProcess) -> bool:
    """Whether a child of ours was stopped, so that it would never answer."""
    try:
        found = os.waitid(os.P_PID, child.pid or 0, os.WSTOPPED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return found is not None


@contextmanager
def _interrupts_wait() -> Generator[None, None, None]:
    """Keep Ctrl-C waiting while a process may be started. The new one inherits this, so that it is not interrupted
    with a traceback before it has come to `_end_with_us`."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_us() -> None:
    """A terminal tells all processes about Ctrl-C; ours end without a word, and only the first one says something. If
    that one is killed, the others would wait for work without end."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    Thread(target=_await_the_end, daemon=True).start()


def _await_the_end() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
