"""A function of a module as a campaign: what it gives for each number, in a list.

For loops that would otherwise need a pool of processes of their own. What such a function needs to know besides the
number must be in the settings; if its own code changes, so do its results, and only you can notice that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Final, cast

from shinkansen.campaign.campaigns import Campaign, CampaignError, Work, campaign
from shinkansen.campaign.listed import Listed
from shinkansen.core.near_misses import Part
from shinkansen.core.plain_json import Json, shown


class _Numbered(Listed):
    """{"function": "module:name", "given": {...}, "shards": 100}"""

    def checked(self, settings: Part) -> Part:
        """With a function that is there."""
        shards = settings.get("shards")
        if {*settings} != {"function", "given", "shards"} or type(shards) is not int or shards < 0:
            raise CampaignError(f"found {shown(settings)}, expected function, given and a number of shards")
        _function(settings)
        return settings

    def shards(self, settings: Part) -> int:
        """The numbers from 0."""
        return cast("int", settings["shards"])

    def shard(self, settings: Part) -> Work:
        """Call the function."""
        function, given = _function(settings), cast("Part", settings["given"])
        return lambda shard: function(given, shard)


NUMBERED: Final = _Numbered()


def numbered(function: str, shards: int, given: Mapping[str, Json] | None = None) -> Campaign:
    """What `module:name` gives for each number below `shards`: it is called with what is given and the number."""
    return campaign(f"{__name__}:NUMBERED", {"function": function, "given": {**(given or {})}, "shards": shards})


def _function(settings: Part) -> Callable[[Part, int], Json]:
    name = settings["function"]
    module, _, attribute = name.partition(":") if isinstance(name, str) else ("", "", "")
    try:
        found: object = getattr(import_module(module), attribute)
    except Exception:  # somebody else's module may do anything while it is imported
        found = None
    if not callable(found):
        raise CampaignError(f"function: found {shown(name)}, expected module:name of a function")
    return cast("Callable[[Part, int], Json]", found)
