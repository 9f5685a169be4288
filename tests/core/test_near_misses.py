"""Near misses: moves that differ from a legal one in one part."""

from __future__ import annotations

from random import Random
from typing import Any

from shinkansen.core.near_misses import near_miss


def test_a_near_miss_changes_one_part() -> None:
    rng = Random(1)
    content: dict[str, Any] = {"move": "claim", "carriage": "osaka-1", "advance": ["gold"]}
    values: dict[str, list[Any]] = {"carriage": ["osaka-1", "kyoto-1"]}
    misses = [near_miss(content, values, rng) for _ in range(200)]
    assert all(sum(miss[key] != content[key] for key in content) <= 1 for miss in misses)
    assert "kyoto-1" in [miss["carriage"] for miss in misses]
    assert [] in [miss["advance"] for miss in misses]
