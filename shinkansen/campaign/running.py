"""Runs a campaign: hands out what is missing, keeps what comes back, folds it in order, and begins the next epoch."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from pathlib import Path
from typing import Final, Protocol, TypeAlias

from attrs import field, frozen

from shinkansen.campaign.campaigns import (
    Campaign,
    CampaignError,
    Epoch,
    Failed,
    Kind,
    Outcome,
    Task,
    epoch_of,
    kind_named,
    task_of,
)
from shinkansen.campaign.progress_file import Failure, Progress, progress_of
from shinkansen.campaign.work import worked_out
from shinkansen.core.errors import ShinkansenError
from shinkansen.core.game import reason_of
from shinkansen.core.plain_json import Json


class Workers(Protocol):
    """Where shards are worked out."""

    def outcomes(self, task: Task, shards: Iterator[int]) -> Generator[Outcome, None, None]:
        """The result of each shard, in any order. Shards are taken as they are needed: there may be millions. All work
        ends when it is closed."""
        ...


class Here:
    """This process, a shard at a time."""

    def outcomes(self, task: Task, shards: Iterator[int]) -> Generator[Outcome, None, None]:
        """The result of each shard, in order."""
        return (worked_out(task, shard) for shard in shards)


HERE: Final = Here()


@frozen
class Advance:
    """How far a campaign is, whenever a shard is done."""

    epoch: int
    shards: int
    """Of the epoch."""
    done: int
    """Of these, in this and all earlier sessions."""
    failed: int
    so_far: Json = field(default=None, eq=False, repr=False)
    """The result of everything folded until now."""


Watch: TypeAlias = Callable[[Advance], object]


@frozen
class Result:
    """The result of a campaign."""

    so_far: Json
    epochs: int
    shards: int
    failures: tuple[Failure, ...]
    """The shards that are left out; these may differ from one run to the next."""


def run(
    campaign: Campaign, workers: Workers = HERE, file: Path | None = None, watch: Watch = lambda advance: None
) -> Result:
    """Run a campaign, or go on with the one in the file."""
    kind = kind_named(campaign.kind)
    with progress_of(campaign, file) as progress:
        progress.session()
        so_far, number, shards = kind.beginning(campaign.settings), 0, 0
        while (epoch := epoch_of(kind, campaign.settings, number, so_far)) is not None:
            so_far = _Epoch(campaign, kind, progress, number, epoch, file is None).run(workers, so_far, watch)
            number, shards = number + 1, shards + epoch.shards
        return Result(so_far, number, shards, tuple(progress.failures()))


class _Epoch:
    """An epoch on its way."""

    def __init__(
        self, campaign: Campaign, kind: Kind, progress: Progress, number: int, epoch: Epoch, forgetful: bool
    ) -> None:
        self._task = task_of(campaign, epoch)
        self._kind = kind
        self._progress = progress
        self._number = number
        self._epoch = epoch
        self._forgetful = forgetful
        self._next = 0
        """The first shard that has not been folded yet."""
        self._left_out: set[int] = set()

    def run(self, workers: Workers, so_far: Json, watch: Watch) -> Json:
        progress, number = self._progress, self._number
        progress.begin(number, self._epoch)
        if progress.is_settled(number):  # what came after depends on the results of this one
            self._left_out |= {failure.shard for failure in progress.failures() if failure.epoch == number}
        again, so_far = list[int](), self._folded(so_far)
        done = progress.done(number) + len(self._left_out)
        self._watched(watch, done, so_far)
        missing = progress.missing(number, self._epoch.shards)
        wanted = (each for each in missing if each not in self._left_out)
        with closing(workers.outcomes(self._task, wanted)) as outcomes:
            for outcome in outcomes:
                if isinstance(outcome, Failed) and outcome.passing:
                    again.append(outcome.shard)
                    continue
                so_far, done = self._kept(outcome, so_far), done + 1
                self._watched(watch, done, so_far)
        for shard in again:  # alone: nothing else of ours keeps the machine busy
            with closing(workers.outcomes(self._task, iter((shard,)))) as outcomes:
                for outcome in outcomes:
                    so_far, done = self._kept(outcome, so_far), done + 1
                    self._watched(watch, done, so_far)
        return so_far

    def _watched(self, watch: Watch, done: int, so_far: Json) -> None:
        watch(Advance(self._number, self._epoch.shards, done, len(self._left_out), so_far))

    def _kept(self, outcome: Outcome, so_far: Json) -> Json:
        self._progress.keep(self._number, outcome)
        if isinstance(outcome, Failed):
            self._left_out.add(outcome.shard)
        return self._folded(so_far) if outcome.shard == self._next else so_far

    def _folded(self, so_far: Json) -> Json:
        """Everything that follows the last folded shard without a gap."""
        self._skip()
        for shard, result in self._progress.results(self._number, self._next):
            if shard != self._next:
                break
            so_far = _fold_one(self._kind, so_far, result, self._number, shard)
            self._next += 1
            self._skip()
        if self._forgetful:
            self._progress.forget(self._number, self._next)
        return so_far

    def _skip(self) -> None:
        while self._next in self._left_out:
            self._next += 1


def fold(campaign: Campaign, progress: Progress) -> Json:
    """The results in a file folded so far, with gaps where shards are still missing."""
    kind = kind_named(campaign.kind)
    so_far = kind.beginning(campaign.settings)
    for number, _ in enumerate(progress.epochs()):
        for shard, result in progress.results(number):
            so_far = _fold_one(kind, so_far, result, number, shard)
    return so_far


def _fold_one(kind: Kind, so_far: Json, result: Json, epoch: int, shard: int) -> Json:
    try:
        return kind.folded(so_far, result)
    except ShinkansenError:
        raise
    except Exception as problem:  # somebody else's kind may do anything, and so may somebody else's file
        raise CampaignError(f"shard {shard} of epoch {epoch} cannot be folded: {reason_of(problem)}") from None
