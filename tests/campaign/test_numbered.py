"""A function of a module as a campaign."""

from __future__ import annotations

import pytest

from shinkansen.campaign.campaigns import CampaignError, campaign
from shinkansen.campaign.numbered import NUMBERED, numbered
from shinkansen.campaign.running import run
from shinkansen.core.near_misses import Part
from shinkansen.core.plain_json import Json


def doubled(given: Part, number: int) -> Json:
    """A function for these tests."""
    return [number, number * 2, given.get("more")]


def test_a_function_is_called_with_each_number_and_what_is_given() -> None:
    found = run(numbered(f"{__name__}:doubled", 3, {"more": "x"}))
    assert found.so_far == [[0, 0, "x"], [1, 2, "x"], [2, 4, "x"]]
    assert [*NUMBERED.told({}, found.so_far)] == ["3 results"]


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"function": "nothing", "given": {}, "shards": 1},
        {"function": "tests.campaign.test_numbered:nothing", "given": {}, "shards": 1},
        {"function": "tests.campaign.test_numbered:__name__", "given": {}, "shards": 1},
        {"function": "tests.campaign.test_numbered:doubled", "given": {}, "shards": -1},
        {"function": 7, "given": {}, "shards": 1},
        {"function": "tests.campaign.test_numbered:doubled", "given": {}, "shards": 1, "more": 1},
    ],
)
def test_what_is_no_function_is_refused(settings: Part) -> None:
    with pytest.raises(CampaignError, match=r"found .*, expected"):
        campaign("shinkansen.campaign.numbered:NUMBERED", settings)
