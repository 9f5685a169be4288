"""The plainest kind of campaign: one epoch, and the results in a list, in the order of the shards."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import cast

from shinkansen.campaign.campaigns import Epoch, Work
from shinkansen.core.near_misses import Part
from shinkansen.core.plain_json import Json
from shinkansen.core.prose import count


class Listed(ABC):
    """A kind of campaign of which only the shards and their work are to be said."""

    @abstractmethod
    def checked(self, settings: Part) -> Part:
        """The settings in full, with everything that decides the result."""

    @abstractmethod
    def shards(self, settings: Part) -> int:
        """How many shards there are."""

    @abstractmethod
    def shard(self, settings: Part) -> Work:
        """The work of a shard, by its number; made once in each worker."""

    def epoch(self, settings: Part, number: int, so_far: Json) -> Epoch | None:
        """A single one."""
        return Epoch(self.shards(settings)) if number == 0 else None

    def work(self, settings: Part, epoch: Part) -> Work:
        """The same in every epoch."""
        return self.shard(settings)

    def beginning(self, settings: Part) -> Json:
        """An empty list."""
        return []

    def folded(self, so_far: Json, result: Json) -> Json:
        """The list grows, in place: a copy for each of many shards would take too long."""
        found = cast("list[Json]", so_far)
        found.append(result)
        return found

    def told(self, settings: Part, so_far: Json) -> Iterable[str]:
        """How many results there are."""
        yield f"{count(len(cast('list[Json]', so_far)), 'result')}"
