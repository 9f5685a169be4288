"""Shards worked out on a Dask cluster: it spreads them over machines, and gives those of a lost worker to another.

A worker needs the same version of shinkansen, and of whatever else the campaign names; this is checked where a shard
arrives. A shard that ends worker after worker is left out, once it has done so alone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Generator, Iterator
from concurrent.futures import CancelledError, Future
from contextlib import contextmanager
from importlib import import_module
from math import inf
from threading import Thread
from time import monotonic
from typing import Any, Final

from attrs import frozen

from shinkansen.campaign.campaigns import CampaignError, Failed, Outcome, Task
from shinkansen.campaign.work import worked_out
from shinkansen.core.plain_json import shown

AHEAD: Final = 3
"""How many shards for each thread of the cluster are handed out at most."""
BEAT: Final = 1.0
"""Every so many seconds we ask how many threads there are."""
PATIENCE: Final = "30s"
"""How long to wait for the scheduler, and for a first worker."""


@frozen
class Cluster:
    """A Dask cluster that is already there, by the address of its scheduler."""

    address: str

    def __attrs_post_init__(self) -> None:
        comm: Any = _library().comm
        try:
            comm.get_address_host_port(comm.normalize_address(self.address))
        except ValueError:
            expected = "the address of a scheduler, such as tcp://host:8786"
            raise CampaignError(f"--dask: found {shown(self.address)}, expected {expected}") from None

    def outcomes(self, task: Task, shards: Iterator[int]) -> Generator[Outcome, None, None]:
        """The result of each shard, as soon as it is known."""
        with running_loop() as loop, self._client(loop) as client:
            try:
                client.wait_for_workers(1, timeout=PATIENCE)
            except TimeoutError:
                raise CampaignError(f"--dask: the scheduler at {self.address} has no workers") from None
            suspects = list[int]()
            yield from _spread(client, task, shards, suspects)
            for shard in suspects:  # those who only shared a worker with the culprit are done now
                guilty = list[int]()
                yield from _spread(client, task, iter((shard,)), guilty)
                if guilty:
                    yield Failed(shard, "it ended every worker that worked on it")

    def _client(self, loop: Any) -> Any:
        try:
            return _library().Client(self.address, timeout=PATIENCE, set_as_default=False, loop=loop)
        except OSError as problem:
            raise CampaignError(f"--dask: no scheduler answers at {self.address} ({problem})") from None


@contextmanager
def running_loop() -> Generator[Any, None, None]:
    """An event loop in a thread of its own; Dask gives its own ten seconds to start, which a busy machine can miss."""
    current = import_module("tornado.ioloop").IOLoop.current
    started = Future[tuple[Any, asyncio.Event]]()

    async def stay() -> None:
        end = asyncio.Event()
        started.set_result((current(), end))
        await end.wait()

    thread = Thread(target=lambda: asyncio.run(stay()), name="campaign", daemon=True)
    thread.start()
    loop, end = started.result()
    try:
        yield loop
    finally:
        loop.add_callback(end.set)
        thread.join()


def _spread(client: Any, task: Task, shards: Iterator[int], suspects: list[int]) -> Generator[Outcome, None, None]:
    """Hand out shards as they are needed; those whose workers ended are left to be suspected."""
    distributed = _library()
    in_flight: dict[Any, int] = {}
    finished: Any = distributed.as_completed(loop=client.loop)

    asked_last, threads = -inf, 1

    def hand_out() -> None:
        nonlocal asked_last, threads
        if monotonic() - asked_last >= BEAT:  # asking takes longer than handing out
            threads, asked_last = max(1, sum(client.nthreads().values())), monotonic()
        while len(in_flight) < AHEAD * threads:
            shard = next(shards, None)
            if shard is None:
                return
            # A function is taken for pure unless one says otherwise, and would not be called again.
            future: Any = client.submit(worked_out, task, shard, pure=False)
            in_flight[future] = shard
            finished.add(future)

    try:
        hand_out()
        while in_flight:
            future = next(finished)
            shard = in_flight.pop(future)
            try:
                outcome: Outcome = future.result()
            except distributed.KilledWorker:
                suspects.append(shard)
            else:
                yield outcome
            finally:
                future.release()
            hand_out()
    except (CancelledError, OSError) as problem:  # the work of a shard raises nothing: it is the line to the scheduler
        lost = f"--dask: the scheduler at {client.scheduler.address} was lost ({type(problem).__name__})"
        in_flight.clear()
        raise CampaignError(f"{lost}; with --progress, the same command goes on once there is one again") from None
    finally:
        if in_flight:
            client.cancel([*in_flight])


def _library() -> Any:
    """Dask, which is not part of the core install."""
    try:
        return import_module("distributed")
    except ModuleNotFoundError:
        raise CampaignError("a Dask cluster needs distributed: pip install 'shinkansen[cluster]'") from None
