"""Shards worked out on a Dask cluster: it spreads them over machines, and gives those of a lost worker to another.

A worker needs the same version of shinkansen, and of whatever else the campaign names; this is checked where a shard
arrives. A shard that ends worker after worker is left out, once it has done so alone.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from concurrent.futures import CancelledError
from importlib import import_module
from math import inf
from time import monotonic
from typing import Any, Final

from attrs import frozen

from shinkansen.campaign.campaigns import CampaignError, Failed, Outcome, Task
from shinkansen.campaign.work import worked_out

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
        _library()

    def outcomes(self, task: Task, shards: Iterator[int]) -> Generator[Outcome, None, None]:
        """What each shard comes to, as soon as it is known."""
        distributed = _library()
        try:
            client: Any = distributed.Client(self.address, timeout=PATIENCE, set_as_default=False)
        except (OSError, ValueError) as problem:
            raise CampaignError(f"--dask: no scheduler answers at {self.address} ({problem})") from None
        with client:
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
    """Dask, which is no part of the core install."""
    try:
        return import_module("distributed")
    except ModuleNotFoundError:
        raise CampaignError("a Dask cluster needs distributed: pip install 'shinkansen[cluster]'") from None
