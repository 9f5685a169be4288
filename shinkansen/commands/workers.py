"""What commands share that run a campaign: where it runs, the file that keeps its progress, and what is shown."""

from __future__ import annotations

import argparse
import logging
import os
import sys
from pathlib import Path

from shinkansen.campaign.campaigns import Campaign, CampaignError
from shinkansen.campaign.cluster import Cluster
from shinkansen.campaign.processes import Processes
from shinkansen.campaign.running import HERE, Result, Workers, run
from shinkansen.core.text import printable
from shinkansen.progress import advancing

MOST_JOBS = 1_000


def add_workers(parser: argparse.ArgumentParser, jobs: str = "processes (default: as many as there are cores)") -> None:
    """Add where a campaign runs and the file that keeps its progress."""
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--jobs", type=int, metavar="N", help=jobs)
    where.add_argument("--dask", metavar="ADDRESS", help="the scheduler of a Dask cluster, such as tcp://host:8786")
    parser.add_argument(
        "--progress", type=Path, metavar="FILE", help="keep the progress there; the same command continues where it was"
    )


def asks_for_workers(arguments: argparse.Namespace) -> bool:
    """Whether anything was said about where it runs or about a file."""
    return any(each is not None for each in (arguments.jobs, arguments.dask, arguments.progress))


def workers(arguments: argparse.Namespace) -> Workers:
    """Where the campaign runs."""
    if arguments.dask is not None:
        # It tells tracebacks of its own of whatever we say in a sentence.
        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        return Cluster(arguments.dask)
    jobs = arguments.jobs if arguments.jobs is not None else os.cpu_count() or 1
    if not 1 <= jobs <= MOST_JOBS:
        raise CampaignError(f"--jobs: found {jobs}, expected 1 to {MOST_JOBS:,}")
    return HERE if jobs == 1 else Processes(jobs)


def carried_out(campaign: Campaign, arguments: argparse.Namespace) -> Result:
    """Run the campaign where it was asked for, showing how far it is; failures are told."""
    try:
        with advancing("shards") as advance:
            result = run(campaign, workers(arguments), arguments.progress, lambda at: advance(at.done, at.shards))
    except KeyboardInterrupt:
        print(goes_on(arguments) or "Nothing is kept: with --progress FILE it could go on.", file=sys.stderr)
        raise
    for failure in result.failures:
        print(f"left out: shard {failure.shard} of epoch {failure.epoch}: {printable(failure.why)}")
    return result


def goes_on(arguments: argparse.Namespace) -> str:
    """How to go on with what was interrupted, in a sentence; empty if nothing is kept."""
    if arguments.progress is None:
        return ""
    return f"What was done is kept in {printable(arguments.progress)}: start the same command again to go on."
