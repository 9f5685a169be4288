"""On a Dask cluster a campaign comes to the same, also when workers are lost on the way."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from math import inf
from pathlib import Path
from typing import Any

import pytest

from shinkansen.campaign.campaigns import CampaignError, campaign
from shinkansen.campaign.cluster import Cluster
from shinkansen.campaign.progress_file import progress_in
from shinkansen.campaign.running import HERE, Advance, run
from tests.campaign.local_cluster import local_cluster
from tests.campaign.test_running import CHAIN, TROUBLE
from tests.hostile.watching import wait_for

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def local() -> Iterator[Any]:
    with local_cluster() as cluster:
        yield cluster


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """We wait for a scheduler for as long as a busy machine may need."""
    monkeypatch.setattr("shinkansen.campaign.cluster.PATIENCE", "300s")


def workers_of(local: Any) -> list[int]:
    """The processes of the workers."""
    return [worker.process.process.pid for worker in local.workers.values()]


def test_a_cluster_comes_to_the_same_when_a_worker_is_killed_in_the_middle(local: Any, tmp_path: Path) -> None:
    asked = campaign(TROUBLE, {"shards": 60, "slow": 20, "busy": [9], "once": str(tmp_path)})
    killed: list[int] = []

    def watch(at: Advance) -> None:
        if at.done == 20:
            killed.append(workers_of(local)[0])
            os.kill(killed[0], signal.SIGKILL)

    found = run(asked, Cluster(local.scheduler_address), tmp_path / "progress", watch)
    assert killed
    assert found.failures == ()
    assert found.so_far == run(campaign(CHAIN, {"shards": 60})).so_far


def test_a_shard_that_ends_every_worker_is_left_out(local: Any, tmp_path: Path) -> None:
    asked = campaign(TROUBLE, {"shards": 12, "dies": [4], "once": str(tmp_path)})
    found = run(asked, Cluster(local.scheduler_address))
    assert [(each.shard, each.why) for each in found.failures] == [(4, "it ended every worker that worked on it")]
    assert isinstance(found.so_far, list)
    assert found.so_far[0] == 11


def test_a_scheduler_that_does_not_answer_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shinkansen.campaign.cluster.PATIENCE", "1s")
    with pytest.raises(CampaignError, match=r"no scheduler answers at tcp://127\.0\.0\.1:9 "):
        run(campaign(CHAIN, {}), Cluster("tcp://127.0.0.1:9"))


@pytest.mark.parametrize("address", ["nonsense", "tcp://host:port", "http://host:80", "", "tcp://"])
def test_what_is_no_address_is_told(address: str) -> None:
    with pytest.raises(CampaignError, match=r"^--dask: found '.*', expected the address of a scheduler, such as "):
        Cluster(address)


def address_in(file: Path) -> str | None:
    """The address of a scheduler, once it has written it out in full."""
    try:
        found: str = json.loads(file.read_text())["address"]
    except (FileNotFoundError, ValueError):
        return None
    return found


def test_a_scheduler_that_is_lost_is_told_and_the_file_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shinkansen.campaign.cluster.BEAT", inf)  # a question to a lost scheduler waits for it for long
    asked, file = campaign(TROUBLE, {"shards": 60, "slow": 20, "once": str(tmp_path)}), tmp_path / "progress"
    noted = tmp_path / "scheduler.json"
    options = ["--scheduler-file", str(noted), "--no-dashboard"]
    quiet: dict[str, Any] = {"stderr": subprocess.DEVNULL, "stdout": subprocess.DEVNULL}
    dask = [sys.executable, "-m", "dask"]
    scheduler = subprocess.Popen([*dask, "scheduler", *options, "--host", "127.0.0.1", "--port", "0"], **quiet)
    wait_for(lambda: address_in(noted))
    worker = subprocess.Popen([*dask, "worker", *options, "--nthreads", "1", "--no-nanny"], **quiet)
    try:
        address = address_in(noted)
        assert address is not None

        def watch(at: Advance) -> None:
            if at.done == 5:
                scheduler.kill()

        with pytest.raises(CampaignError, match=r"the scheduler at tcp://.* was lost"):
            run(asked, Cluster(address), file, watch)
    finally:
        for process in (worker, scheduler):
            process.kill()
            process.wait()
    with progress_in(file) as progress:
        assert progress.done(0) >= 5
    assert run(asked, HERE, file).so_far == run(campaign(CHAIN, {"shards": 60})).so_far
