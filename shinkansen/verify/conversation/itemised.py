"""Itemised scores on the wire, and the one place that knows what a score item's parts are called there.

What any game calls points has the key `vp` on wire 1, and so in vectors, artefacts and reports, which repeat answers of
the wire: when it was made there was one game, and its points are victory points.
"""

from __future__ import annotations

from collections.abc import Callable
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


def points_by_section(items: Json, section: Callable[[str], str | None]) -> dict[str, int] | None:
    """The points that a seat scores by each section, in an answer; none if some item cannot be assigned to one."""
    sums: dict[str, int] = {}
    for item in cast("list[dict[str, Json]]", items):
        name = section(str(item["clause"]))
        if name is None:
            return None
        sums[name] = sums.get(name, 0) + cast("int", item[POINTS])
    return sums


def total_of_items(items: Json) -> int:
    """The points of all items of a seat together."""
    return sum(cast("int", item[POINTS]) for item in cast("list[dict[str, Json]]", items))


def clauses_by_section(items: Json, section: Callable[[str], str | None]) -> dict[str, list[str]]:
    """The clauses that a seat's items name, by section."""
    names: dict[str, list[str]] = {}
    for item in cast("list[dict[str, Json]]", items):
        clause = str(item["clause"])
        if clause not in names.setdefault(section(clause) or "", []):
            names[section(clause) or ""].append(clause)
    return names
