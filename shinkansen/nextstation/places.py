"""Which clauses stand behind each part of the table, so that a difference there can be cited."""

from __future__ import annotations

from typing import Final, cast

from shinkansen.core.opaque import AnyRules
from shinkansen.core.parts import Places
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.sheet import Book

_TOKYO: Final = ("3.4", "5.8", "5.10", "6.2", "6.3", "6.4", "6.5", "9.3", "9.4", "9.5", "9.6")
"""Clauses of the first chapters that need a loop, stamps or double track, or for which London has its own."""
_BY_SEATS: Final = {"2.2": 3, "L.2.2": 3, "2.3": 2, "L.2.3": 2}
"""Clauses about the spare pencils, by the number of players who have them."""
_END_OF_ROUND: Final = ("4.6", "L.4.5")
"""A round that goes on too long, or not long enough, has other cards."""
_LONDON_DRAWING: Final = tuple(f"L.{chapter}." for chapter in (2, 3, 4, 7, 8, 9, 14, 15, 17))
_LONDON_COUNTING: Final = tuple(f"L.{chapter}." for chapter in (3, 5, 6, 9, 10, 11, 12, 13, 15, 17))


def _secrets(rules: AnyRules) -> tuple[str, ...]:
    return ("4.4", "4.5", *(("11.1",) if cast("NextStation", rules).special_stations else ()))


def _applies(rules: AnyRules, clause: str) -> bool:
    """Whether a clause is about this city, these modules and this number of players."""
    own, chapter = cast("NextStation", rules), clause.partition(".")[0]
    in_tokyo = own.edition.book is Book.TOKYO
    if clause in _BY_SEATS:
        return own.seats == _BY_SEATS[clause]
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
    along_with={"round": _END_OF_ROUND, "cards": _END_OF_ROUND},
    automatic=frozenset(
        ("LineFinished", "SitesVisited", "RoundBegan", "SpecialTurnedUp", "CardsTurnedUp", "EffectApplies")
    ),
    common={"Passed": 1, "Drawn": 2},
    secrets=_secrets,
    ended=lambda table: not table.get("choosing"),
    rests_on={
        "5.3": ("13.2", "4.8", "2.2", "2.3", "4.1"),
        "5.4": ("11.3", "6.1", "L.9.1"),
        "5.5": ("5.2", "6.7", "5.4"),
        "6.1": ("6.2", "L.9.1"),
        "6.7": ("6.9", "6.8"),
        "8.3": ("8.2", "8.1"),
        "9.3": ("7.6", "7.4", "7.7"),
        "9.5": ("9.6", "7.8"),
        "L.5.1": ("L.11.4", "L.12.1"),
        "L.5.2": ("7.1", "L.10.1"),
    },
    families=(
        # what may be drawn, and in which colour
        ("2.", "3.", "4.", "5.", "6.", "11.", "12.", "13.1.", "13.2.", *_LONDON_DRAWING),
        # what counts
        ("3.", "7.", "8.", "9.", "10.", "11.13.", "11.14.", "13.4.", *_LONDON_COUNTING),
    ),
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
