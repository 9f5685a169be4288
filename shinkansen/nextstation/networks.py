"""What the lines of a sheet achieve: their districts and stations, interchanges, stamps, tourist circles, the loop.

`scoring` turns it into points, and `objectives` asks about it. A line counts only once its round has come.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from shinkansen.nextstation.module_cards import DOUBLE
from shinkansen.nextstation.sheet import District
from shinkansen.nextstation.table import Board, Setup, Table

if TYPE_CHECKING:
    from shinkansen.nextstation.kit import Kit  # the kit knows the objectives, which ask about networks


class Line:
    """What a line achieves."""

    __slots__ = ("districts", "most", "points", "river", "stations")

    def __init__(self, stations: int, districts: int, most: int, river: int, points: int) -> None:
        self.stations: Final = stations
        self.districts: Final = districts
        self.most: Final = most
        self.river: Final = river
        self.points: Final = points


NO_LINE: Final = Line(0, 0, 0, 0, 0)


def line(kit: Kit, setup: Setup, board: Board, colour: int) -> Line:
    """A line that was begun: districts times the most stations in one of them (8.3), and river sections (L.11.3).

    A station that was circled for the line counts two (11.13); the power of the double station adds one where there
    are most (L.15.5).
    """
    stations = passed = 0
    left = sections = board.lines[colour]
    marks = board.marks[colour]
    while left:
        bit = left & -left
        left ^= bit
        stations |= kit.ends_of[bit]
    if not sections and kit.law.bare_departure_counts:
        stations = kit.departure_bits[colour]
    districts = most = 0
    for number, mask in enumerate(kit.district_masks):
        if on := stations & mask:
            here = on.bit_count()
            districts += 1
            passed |= 1 << number
            if marks:
                here += (marks & mask).bit_count()
            if here > most:
                most = here
    if stations and has_double_power(kit, setup, colour):
        most += 1
    if kit.law.passing_counts:
        districts = _passed(kit, sections, passed)
    river = (sections & kit.river).bit_count()
    return Line(stations, districts, most, river, districts * most + river * kit.river_points)


def has_double_power(kit: Kit, setup: Setup, colour: int) -> bool:
    """Whether a pencil has the power of the double station, which waits for the end of the round (R30)."""
    return bool(setup.powers) and setup.powers[colour] == DOUBLE and not kit.marks_at_once


def _passed(kit: Kit, sections: int, served: int) -> int:
    """How many districts a line has a station in or passes through."""
    while sections:
        bit = sections & -sections
        sections ^= bit
        served |= kit.passed_districts[bit]
    return served.bit_count()


def begun(kit: Kit, table: Table, seat: int) -> tuple[bool, ...]:
    """For each colour, whether a seat has begun its line: its round has come."""
    return kit.begun[table.setup.pencils, table.setup.gap, table.round + 1][seat]


def lines(kit: Kit, setup: Setup, board: Board, begun: tuple[bool, ...]) -> list[Line]:
    """All lines of a sheet, by colour."""
    return [line(kit, setup, board, colour) if begun[colour] else NO_LINE for colour in range(len(begun))]


def marks(kit: Kit, lines: list[Line]) -> int:
    """The tourist circles crossed off: one for each line and site (L.11.4), as many as there are (L.12.1)."""
    return min(sum((each.stations & kit.sites).bit_count() for each in lines), len(kit.tourist_track) - 1)


def _with_at_least(kit: Kit, lines: list[Line]) -> list[int]:
    """For each number the stations that so many lines or more have; the loop counts as a line (9.6)."""
    at_least = [0, kit.loop_stations] + [0] * len(lines)
    for each in lines:
        for number in range(len(lines) + 1, 1, -1):
            at_least[number] |= at_least[number - 1] & each.stations
        at_least[1] |= each.stations
    return at_least


def interchanges(kit: Kit, lines: list[Line]) -> dict[int, int]:
    """How many stations there are with two lines, with three and so on (7.1)."""
    counts = [mask.bit_count() for mask in (*_with_at_least(kit, lines), 0)]
    return {number: counts[number] - counts[number + 1] for number in range(2, len(counts) - 1)}


def stamps(kit: Kit, lines: list[Line]) -> list[District]:
    """The districts on the edge of the city that have an interchange (7.4), each once however many it has (7.6)."""
    linked = _with_at_least(kit, lines)[2]
    return [district for district, mask in kit.stamps if linked & mask]


def loop_missed(kit: Kit, lines: list[Line]) -> int:
    """How many stations of the loop no line has reached (9.4)."""
    reached = 0
    for each in lines:
        reached |= each.stations
    return (kit.loop_stations & ~reached).bit_count()
