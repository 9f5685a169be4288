"""A Dask cluster of two workers on this machine, which is in no hurry: no test may fail because the machine is busy."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any, Final

import dask.config
from distributed import LocalCluster

from shinkansen.campaign.cluster import running_loop

PATIENT: Final = {
    "distributed.comm.timeouts.connect": "90s",  # also how long somebody calls for a worker that has ended
    "distributed.comm.timeouts.tcp": "300s",
    "distributed.scheduler.worker-ttl": None,
}
"""Limits of Dask far beyond what a busy machine needs."""


@contextmanager
def local_cluster() -> Generator[Any, None, None]:
    """Two workers, a process and a thread each; its dashboard takes any free port."""
    made: Any = LocalCluster
    two = {"n_workers": 2, "threads_per_worker": 1, "processes": True, "dashboard_address": "127.0.0.1:0"}
    with dask.config.set(PATIENT), running_loop() as loop, made(**two, host="127.0.0.1", loop=loop) as cluster:
        yield cluster
