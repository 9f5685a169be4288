"""Common objectives: what each asks of a sheet. There are five for either city, and two are drawn for a game.

They are judged by the finished lines, like everything that is scored (`scoring`); the numbers are those of the cards.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from attrs import frozen

from shinkansen.nextstation import networks
from shinkansen.nextstation.sheet import Book

if TYPE_CHECKING:
    from shinkansen.nextstation.kit import Kit
    from shinkansen.nextstation.networks import Line

DRAWN: Final = 2
"""How many are drawn (10.2, L.13.1)."""
POINTS: Final = 10
"""What each brings (10.4, L.13.2)."""


@frozen
class Objective:
    """A card: what it asks for, its clause, and whether a sheet with these lines has it."""

    id: str
    title: str
    clause: str
    fulfilled: Callable[[Kit, list[Line]], bool]


def _reached(lines: list[Line]) -> int:
    reached = 0
    for line in lines:
        reached |= line.stations
    return reached


def _stamps(kit: Kit, lines: list[Line]) -> bool:
    return len(networks.stamps(kit, lines)) >= 4


def _large_interchange(kit: Kit, lines: list[Line]) -> bool:
    return any(found for number, found in networks.interchanges(kit, lines).items() if number >= 4)


def _loop(kit: Kit, lines: list[Line]) -> bool:
    return not networks.loop_missed(kit, lines)


def _districts(kit: Kit, lines: list[Line]) -> bool:
    reached = _reached(lines)
    return all(reached & mask for mask in kit.district_masks)


def _centre(kit: Kit, lines: list[Line]) -> bool:
    return not kit.centre & ~_reached(lines)


def _interchanges(kit: Kit, lines: list[Line]) -> bool:
    return sum(networks.interchanges(kit, lines).values()) >= 8


def _sites(kit: Kit, lines: list[Line]) -> bool:
    return not kit.sites & ~_reached(lines)


def _river(kit: Kit, lines: list[Line]) -> bool:
    return sum(line.river for line in lines) >= 6


OBJECTIVES: Final = {
    Book.TOKYO: (
        Objective("stamps", "four stamps", "10.5", _stamps),
        Objective("large-interchange", "an interchange of four lines", "10.6", _large_interchange),
        Objective("loop", "all stations of the loop", "10.7", _loop),
        Objective("districts", "a station in every district", "10.8", _districts),
        Objective("centre", "all stations of the central district", "10.9", _centre),
    ),
    Book.LONDON: (
        Objective("interchanges", "eight interchanges", "L.13.3", _interchanges),
        Objective("districts", "a station in every district", "L.13.4", _districts),
        Objective("sites", "all tourist sites", "L.13.5", _sites),
        Objective("centre", "all stations of the central district", "L.13.6", _centre),
        Objective("river", "six sections under the river", "L.13.7", _river),
    ),
}
"""The cards of either city; they are not exchanged (12.4)."""
