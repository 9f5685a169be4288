"""`shinkansen campaign run KIND --settings FILE`: a campaign of any kind. `shinkansen campaign status FILE`: how far
one is, also while it runs.

The exit code is 1 if a shard could not be worked out.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import cast

from shinkansen.campaign.campaigns import Campaign, CampaignError, campaign, kind_named
from shinkansen.campaign.progress_file import Progress, is_running, progress_in
from shinkansen.campaign.running import fold
from shinkansen.commands import Words
from shinkansen.commands.prose import fitted
from shinkansen.commands.workers import add_workers, carried_out
from shinkansen.core.files import parse_json, read_text
from shinkansen.core.plain_json import Json, canonical, shown
from shinkansen.core.prose import count
from shinkansen.core.text import printable
from shinkansen.progress import spoken

MOST_TOLD = 100
"""How many characters of the settings of an epoch are shown."""


def add(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add `campaign` and what it can do."""
    parts = parser.add_subparsers(title="what to do", metavar="ACTION", required=True)

    running = parts.add_parser("run", help="run a campaign, or go on with one")
    running.add_argument("kind", metavar="KIND", help="the kind of campaign, as module:object")
    running.add_argument("--settings", metavar="FILE", help="its settings, as JSON (default: none)")
    add_workers(running)
    running.set_defaults(run=run_campaign)

    showing = parts.add_parser("status", help="how far a campaign is, how fast, and its result so far")
    showing.add_argument("file", type=Path, metavar="FILE", help="what was given as --progress")
    showing.set_defaults(run=run_status)


def run_campaign(arguments: argparse.Namespace) -> int:
    """Run it, and print its result."""
    settings: Json = {}
    if arguments.settings is not None:
        path = Path(arguments.settings)
        settings = cast("Json", parse_json(read_text(path, CampaignError), path, CampaignError))
    if not isinstance(settings, dict):
        raise CampaignError(f"{printable(arguments.settings)}: found {shown(settings)}, expected an object")
    asked = campaign(arguments.kind, settings)
    result = carried_out(asked, arguments)
    for line in kind_named(asked.kind).told(asked.settings, result.so_far):
        print(fitted(printable(line)))
    return 1 if result.failures else 0


def run_status(arguments: argparse.Namespace) -> int:
    """Print how far it is."""
    with progress_in(arguments.file) as progress:
        for line in _status(arguments.file, progress):
            print(fitted(printable(line)))
        return 1 if progress.failures() else 0


def _status(file: Path, progress: Progress) -> Iterator[str]:
    asked = progress.campaign()
    yield f"{asked['kind']}, shinkansen {asked['version']}"
    epochs, sessions = progress.epochs(), progress.sessions()
    left = 0
    for number, epoch in enumerate(epochs):
        done = progress.done(number)
        left = epoch.shards - done
        about = f" with {printable(canonical(epoch.settings), MOST_TOLD)}" if epoch.settings else ""
        yield f"epoch {number}{about}: {done:,} of {epoch.shards:,} shards done"
    for failure in progress.failures():
        yield f"left out: shard {failure.shard} of epoch {failure.epoch}: {failure.why}"
    if sessions:
        last = sessions[-1]
        did = f"the last one did {last.shards:,} shards, {last.rate:.1f} a second"
        yield f"{count(len(sessions), 'session')}; {did}"
        if is_running(file):
            yield "it is running" + (f", about {spoken(left / last.rate)} left for this epoch" if last.rate else "")
        elif left:
            yield "it is not running: start the same command again to go on"
    found = Campaign(str(asked["kind"]), asked["settings"], str(asked["version"]))  # type: ignore[arg-type]
    yield from (f"so far: {line}" for line in kind_named(found.kind).told(found.settings, fold(found, progress)))
