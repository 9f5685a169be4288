"""A campaign as a value: what work there is, the settings that decide its result, and how results are folded.

The work is cut into *shards*, numbered from 0. The result of a shard is a pure function of the settings and its number,
and results are folded in the order of the shards. So the result of a campaign depends on nothing else: not on who
worked out which shard, in which order, how often anything was tried again or how often the whole was stopped.

A campaign may learn on the way. Then it has several *epochs*, and the settings of the next one are a pure function of
the results of all the epochs before it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Final, Protocol, TypeAlias, runtime_checkable

from attrs import field, frozen

from shinkansen import __version__
from shinkansen.core.errors import ShinkansenError
from shinkansen.core.game import reason_of
from shinkansen.core.near_misses import Part
from shinkansen.core.plain_json import Json, canonical, shown

MOST_SHARDS: Final = 10**9
"""How many shards an epoch has at most."""


class CampaignError(ShinkansenError):
    """A campaign cannot be run as it was asked for, or a file is not the progress of this campaign."""


class UnsteadyError(ShinkansenError):
    """A shard could not be worked out for a reason that may pass, such as a machine that was too busy.

    Raised by the work of a shard. The shard is tried again alone; if that fails too, it is left out and told apart,
    since nothing that depends on time can be part of a result.
    """


@frozen
class Epoch:
    """A part of a campaign whose shards do not depend on each other."""

    shards: int
    settings: Part = field(factory=dict[str, Json])
    """What was decided by what came before."""


Work: TypeAlias = Callable[[int], Json]
"""The result of a shard, by its number: a small piece of plain JSON."""


@runtime_checkable
class Kind(Protocol):
    """A kind of campaign."""

    def checked(self, settings: Part) -> Part:
        """The settings in full: usual values filled in, and everything that decides the result, such as the version of
        the rules. `ShinkansenError` if something is wrong with them."""
        ...

    def epoch(self, settings: Part, number: int, so_far: Json) -> Epoch | None:
        """An epoch, by its number from 0 and the results of all before it; none if that was the last."""
        ...

    def work(self, settings: Part, epoch: Part) -> Work:
        """The work of an epoch. Each worker makes it once, so rules can be opened here."""
        ...

    def beginning(self, settings: Part) -> Json:
        """The result before the first shard."""
        ...

    def folded(self, so_far: Json, result: Json) -> Json:
        """The result so far, with that of the next shard added."""
        ...

    def told(self, settings: Part, so_far: Json) -> Iterable[str]:
        """The result in words, line by line."""
        ...


@frozen
class Campaign:
    """What is to be done; two equal campaigns have the same result."""

    kind: str
    """The kind, as `module:object`."""
    settings: Part = field(hash=False)
    """In full."""
    version: str = __version__
    """Of this library."""

    @property
    def text(self) -> str:
        """All of it as canonical JSON."""
        return canonical({"kind": self.kind, "settings": self.settings, "version": self.version})


def campaign(kind: str, settings: Part) -> Campaign:
    """A campaign of a kind that is named as `module:object`."""
    return Campaign(kind, kind_named(kind).checked(settings))


def kind_named(name: str) -> Kind:
    """The kind of campaign that `module:object` names; a module on the path of Python is enough."""
    module, colon, path = name.partition(":")
    if not (module and colon and path):
        raise CampaignError(f"the kind of campaign: found {shown(name)}, expected module:object")
    try:
        found: object = getattr(import_module(module), path)
    except Exception as problem:  # somebody else's module may do anything while it is imported
        raise CampaignError(f"the kind of campaign {shown(name)} cannot be imported: {reason_of(problem)}") from None
    if not isinstance(found, Kind):
        expected = f"what {Kind.__module__}.{Kind.__qualname__} describes"
        raise CampaignError(f"{shown(name)} is not a kind of campaign, expected {expected}")
    return found


def epoch_of(kind: Kind, settings: Part, number: int, so_far: Json) -> Epoch | None:
    """An epoch of a campaign, checked."""
    try:
        found = kind.epoch(settings, number, so_far)
    except ShinkansenError:
        raise
    except Exception as problem:  # somebody else's kind may do anything
        raise CampaignError(f"epoch {number} cannot be worked out: {reason_of(problem)}") from None
    if found is not None and not (type(found.shards) is int and 0 <= found.shards <= MOST_SHARDS):
        raise CampaignError(f"epoch {number}: found {shown(found.shards)} shards, expected 0 to {MOST_SHARDS:,}")
    return found


# -- the work of a shard, wherever it is done


@frozen
class Task:
    """What a worker must know; small, since it travels with every shard."""

    kind: str
    settings: str
    """As canonical JSON."""
    epoch: str
    """The settings of the epoch, as canonical JSON."""
    version: str


@frozen
class Done:
    """The result of a shard."""

    shard: int
    result: str
    """As canonical JSON."""


@frozen
class Failed:
    """A shard that could not be worked out."""

    shard: int
    why: str
    passing: bool = False
    """Whether it may succeed when it is tried again alone."""


Outcome: TypeAlias = Done | Failed


def task_of(campaign: Campaign, epoch: Epoch) -> Task:
    """What workers must know in an epoch."""
    return Task(campaign.kind, canonical(campaign.settings), canonical(epoch.settings), campaign.version)
