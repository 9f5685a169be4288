"""Perft as a campaign: a shard is the subtree behind one sequence of the first few moves.

{"rules": ..., "state": ..., "depth": 7, "split": 3}
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, cast

from shinkansen.campaign.campaigns import CampaignError, Epoch, Work
from shinkansen.campaign.rules import in_full, opened
from shinkansen.core import perft
from shinkansen.core.near_misses import Part
from shinkansen.core.opaque import AnyRules, State
from shinkansen.core.plain_json import Json, shown

ENOUGH: Final = 500
"""A tree is cut where it has so many subtrees, unless somebody says where to cut it."""
NAME: Final = f"{__name__}:PERFT"


def split_of(rules: AnyRules, state: State, depth: int) -> int:
    """After how many moves to cut a tree: as few as give enough subtrees."""
    states, split = [state], 0
    while split + 1 < depth and 0 < len(states) < ENOUGH:
        states = [after for each in states for after in perft.frontier(rules, each, 1)]
        split += 1
    return split


class _Perft:
    def checked(self, settings: Part) -> Part:
        """The state as its rules write it."""
        unknown = {*settings} - {"rules", "state", "depth", "split"}
        if unknown or not isinstance(settings.get("rules"), dict):
            raise CampaignError(
                f"perft: found {shown(sorted(settings))}, expected rules, state, depth and perhaps split"
            )
        about = in_full(cast("Part", settings["rules"]))
        rules = opened(about)
        state = rules.read_state(settings.get("state"))
        depth = settings.get("depth")
        if type(depth) is not int or depth < 1:
            raise CampaignError(f"depth: found {shown(depth)}, expected a number from 1")
        split = settings.get("split")
        if split is None:
            split = split_of(rules, state, depth)
        if type(split) is not int or not 0 <= split < depth:
            raise CampaignError(f"split: found {shown(split)}, expected 0 to {depth - 1}")
        return {"rules": about, "state": rules.state_json(state), "depth": depth, "split": split}

    def epoch(self, settings: Part, number: int, so_far: Json) -> Epoch | None:
        """A single one."""
        return Epoch(len(_subtrees(settings)[1])) if number == 0 else None

    def work(self, settings: Part, epoch: Part) -> Work:
        """Count a subtree."""
        rules, subtrees = _subtrees(settings)
        deeper = cast("int", settings["depth"]) - cast("int", settings["split"])
        return lambda shard: perft.perft(rules, subtrees[shard], deeper)

    def beginning(self, settings: Part) -> Json:
        """Nothing has been counted."""
        return 0

    def folded(self, so_far: Json, result: Json) -> Json:
        """The sum."""
        return cast("int", so_far) + cast("int", result)

    def told(self, settings: Part, so_far: Json) -> Iterable[str]:
        """The count."""
        yield f"perft {settings['depth']}: {so_far:,}"


def _subtrees(settings: Part) -> tuple[AnyRules, list[State]]:
    rules = opened(cast("Part", settings["rules"]))
    state = rules.read_state(settings["state"])
    return rules, perft.frontier(rules, state, cast("int", settings["split"]))


PERFT: Final = _Perft()
