"""Itemised scores on the wire, and the one place that knows what a score item's parts are called there.

What any game calls points has the key `vp` on wire 1, and so in vectors, artefacts and reports, which repeat answers of
the wire: when it was made there was one game, and its points are victory points.
"""

from __future__ import annotations

from typing import Final, cast

from shinkansen.core.plain_json import Json
from shinkansen.core.ruleset import Score

POINTS: Final = "vp"
"""The key of a score item's points, on wire 1 and for good."""


def items_json(scores: tuple[Score, ...]) -> list[Json]:
    """By seat, a list of items."""
    return [
        [{"title": item.title, POINTS: item.points, "clause": item.clause} for item in score.items] for score in scores
    ]


def untitled_json(scores: tuple[Score, ...]) -> list[Json]:
    """The same without titles, which are our words: no engine is compared with them."""
    return [[{POINTS: item.points, "clause": item.clause} for item in score.items] for score in scores]


def points_by_clause(scores: Json) -> list[dict[str, int]]:
    """The points that each seat scores by each clause, in an answer."""
    by_seat: list[dict[str, int]] = []
    for items in cast("list[list[dict[str, Json]]]", scores):
        sums: dict[str, int] = {}
        for item in items:
            clause = str(item["clause"])
            sums[clause] = sums.get(clause, 0) + cast("int", item[POINTS])
        by_seat.append(sums)
    return by_seat


def points_of_section(sums: dict[str, int], clause: str) -> int:
    """The points scored by the section that a clause belongs to: 11.3 for 11.3.2."""
    section = clause.split(".")[:2]
    return sum(points for other, points in sums.items() if other.split(".")[:2] == section)
