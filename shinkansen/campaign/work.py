"""The work of a shard, in whatever process it is done: the rules are opened once, and a result is plain JSON."""

from __future__ import annotations

import json
from threading import Lock
from typing import cast

from shinkansen import __version__
from shinkansen.campaign.campaigns import CampaignError, Done, Failed, Outcome, Task, UnsteadyError, Work, kind_named
from shinkansen.core.game import reason_of
from shinkansen.core.near_misses import Part
from shinkansen.core.plain_json import canonical

_one_at_a_time = Lock()
"""Workers with several threads work on one shard at a time: what a ruleset remembers is shared."""
_prepared: list[tuple[Task, Work]] = []
"""The work of the last task; another takes its place."""


def worked_out(task: Task, shard: int) -> Outcome:
    """The result of a shard. `CampaignError` if this process would get another result than the others."""
    with _one_at_a_time:
        work = _work(task)
        try:
            return Done(shard, canonical(work(shard)))
        except UnsteadyError as problem:
            return Failed(shard, str(problem), passing=True)
        except Exception as problem:
            return Failed(shard, reason_of(problem))


def _work(task: Task) -> Work:
    if not _prepared or _prepared[0][0] != task:
        _prepared[:] = [(task, _prepare(task))]
    return _prepared[0][1]


def _prepare(task: Task) -> Work:
    if task.version != __version__:
        raise CampaignError(f"a worker has shinkansen {__version__}, expected {task.version}")
    kind, settings = kind_named(task.kind), _part(task.settings)
    here = canonical(kind.checked(settings))
    if here != task.settings:
        raise CampaignError(f"a worker reads the settings as {here}, expected {task.settings}")
    return kind.work(settings, _part(task.epoch))


def _part(text: str) -> Part:
    return cast("Part", json.loads(text))
