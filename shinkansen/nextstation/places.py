"""Which clauses stand behind each part of the table, so that a difference there can be cited."""

from __future__ import annotations

from typing import Final, cast

from shinkansen.core.opaque import AnyRules
from shinkansen.core.parts import Places
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.sheet import Book

_TOKYO: Final = ("3.4", "5.8", "5.10", "6.2", "6.3", "6.4", "6.5", "9.3", "9.4", "9.5", "9.6")
"""Clauses of the first chapters that need a loop, stamps or double track, or for which London has its own."""


def _secrets(rules: AnyRules) -> tuple[str, ...]:
    return ("4.4", "4.5", *(("11.1",) if cast("NextStation", rules).special_stations else ()))


def _applies(rules: AnyRules, clause: str) -> bool:
    """Whether a clause is about this city, these modules and this number of players."""
    own, chapter = cast("NextStation", rules), clause.partition(".")[0]
    in_tokyo = own.edition.book is Book.TOKYO
    if clause.startswith(("L.14", "L.15")):
        return own.pencil_powers
    if clause.startswith("L.13"):
        return own.objectives and not in_tokyo
    if clause.startswith(("L.17", "L.18")):
        return own.seats == 1 and not in_tokyo
    needs = {"10": own.objectives, "11": own.special_stations, "13": own.seats == 1, "L": not in_tokyo}
    return needs.get(chapter, True) and (in_tokyo or not (chapter in ("7", "10") or clause in _TOKYO))


PLACES: Final = Places(
    changed_by={
        "lines": ("Drawn",),
        "marks": ("StationMarked",),
        "used": ("PowerUsed",),
        "second": ("PowerUsed", "Drawn"),
        "cards": ("CardsTurnedUp",),
        "specials": ("SpecialTurnedUp",),
        "round": ("RoundBegan",),
        "choosing": ("CardsTurnedUp", "PowerUsed", "LineFinished"),
    },
    set_up_by={
        "to_move": ("4.5",),
        "pencils": ("2.1", "13.1"),
        "gap": ("2.2",),
        "objectives": ("10.2", "L.13.1"),
        "powers": ("L.14.2",),
        "specials": ("11.2",),
        "cards": ("4.5",),
        "lines": ("4.1",),
        "marks": ("11.13",),
        "used": ("L.14.3",),
        "second": ("L.15.1",),
        "round": ("3.1",),
        "choosing": ("4.5",),
    },
    applies=_applies,
    turns={"draw": "4.5", "second": "L.15.1", "over": "9.1"},
    automatic=frozenset(
        ("LineFinished", "SitesVisited", "RoundBegan", "SpecialTurnedUp", "CardsTurnedUp", "EffectApplies")
    ),
    common={"Passed": 1, "Drawn": 2},
    secrets=_secrets,
    ended=lambda table: not table.get("choosing"),
    figures={
        "map.symbols": ("3.3",),
        "map.districts": ("3.2",),
        "map.tourist_sites": ("L.11.4",),
        "districts.stamp": ("7.3",),
        "districts.peripheral": ("7.4", "7.5"),
        "lines.departure": ("4.1",),
        "loop.paths": ("3.4",),
        "deck.cards": ("1.2",),
        "points.interchanges": ("9.5", "L.5.2"),
        "points.river_section": ("L.11.3",),
        "points.tourist_track": ("L.5.1", "L.12.1"),
        "points.loop_station_missed": ("9.4",),
    },
)
