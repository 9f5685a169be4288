"""Scoring: the points of lines, tourist sites, stamps, interchanges and the loop, each with its clause, and who won.

In the middle of a round the score is what it would be if the game ended here: the line of the round counts as it
stands, with its tourist sites and interchanges, and a station of the loop that has yet to be reached costs its points.
Lines whose round has not begun count nothing.
"""

from __future__ import annotations

from typing import Final

from shinkansen.core.prose import count
from shinkansen.core.ruleset import Outcome, Score, ScoreItem
from shinkansen.nextstation.kit import Kit
from shinkansen.nextstation.pencils import colours_in
from shinkansen.nextstation.sheet import District
from shinkansen.nextstation.table import Board, Table


class Line:
    """What a line comes to."""

    __slots__ = ("districts", "most", "points", "river", "stations")

    def __init__(self, stations: int, districts: int, most: int, river: int, points: int) -> None:
        self.stations: Final = stations
        self.districts: Final = districts
        self.most: Final = most
        self.river: Final = river
        self.points: Final = points


NO_LINE: Final = Line(0, 0, 0, 0, 0)


def line(kit: Kit, sections: int, colour: int) -> Line:
    """A line that was begun: districts times the most stations in one of them (8.3), and river sections (L.11.3)."""
    stations = passed = 0
    left = sections
    while left:
        bit = left & -left
        left ^= bit
        stations |= kit.ends_of[bit.bit_length() - 1]
    if not sections and kit.law.bare_departure_counts:
        stations = kit.departure_bits[colour]
    districts = most = 0
    for number, mask in enumerate(kit.district_masks):
        if here := (stations & mask).bit_count():
            districts += 1
            passed |= 1 << number
            if here > most:
                most = here
    if kit.law.passing_counts:
        districts = _passed(kit, sections, passed)
    river = (sections & kit.river).bit_count()
    return Line(stations, districts, most, river, districts * most + river * kit.river_points)


def _passed(kit: Kit, sections: int, served: int) -> int:
    """How many districts a line has a station in or passes through."""
    for at, mask in enumerate(kit.passed_districts):
        if sections >> at & 1:
            served |= mask
    return served.bit_count()


def begun(kit: Kit, table: Table, seat: int) -> tuple[bool, ...]:
    """For each colour, whether a seat has begun its line: its round has come."""
    so_far = {colours_in(kit, table.pencils, table.gap, number)[seat] for number in range(table.round + 1)}
    return tuple(colour in so_far for colour in range(len(kit.sheet.colours)))


def lines(kit: Kit, board: Board, begun: tuple[bool, ...]) -> list[Line]:
    """All lines of a sheet, by colour."""
    return [line(kit, mask, colour) if begun[colour] else NO_LINE for colour, mask in enumerate(board.lines)]


def marks(kit: Kit, lines: list[Line]) -> int:
    """The tourist circles crossed off: one for each line and site (L.11.4), as many as there are (L.12.1)."""
    return min(sum((each.stations & kit.sites).bit_count() for each in lines), len(kit.tourist_track) - 1)


def _with_at_least(kit: Kit, lines: list[Line]) -> list[int]:
    """For each number the stations that so many lines or more have; the loop counts as a line (9.6)."""
    at_least = [0, kit.loop_stations, *(0 for _ in lines)]
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


def score(kit: Kit, table: Table, seat: int) -> Score:
    """A seat's score, item by item."""
    drawn = lines(kit, table.boards[seat], begun(kit, table, seat))
    items: list[ScoreItem] = []
    for colour, each in zip(kit.sheet.colours, drawn, strict=True):
        if each is NO_LINE:
            continue
        what = f"{count(each.districts, 'district')} times {count(each.most, 'station')}"
        items.append(ScoreItem(f"the {colour} line, {what}", each.districts * each.most, "8.3"))
        if each.river:
            under = f"{count(each.river, 'section')} of the {colour} line under {kit.sheet.river_name}"
            items.append(ScoreItem(under, each.river * kit.river_points, "L.11.3"))
    if crossed_off := marks(kit, drawn):
        items.append(ScoreItem(count(crossed_off, "tourist circle"), kit.tourist_track[crossed_off], "L.5.1"))
    items.extend(ScoreItem(f"the stamp of {each.name}", each.stamp, "9.3") for each in stamps(kit, drawn))
    if missed := loop_missed(kit, drawn):
        lost = missed * kit.sheet.points.loop_station_missed
        items.append(ScoreItem(f"{count(missed, 'station')} of the loop not reached", -lost, "9.4"))
    for number, found in interchanges(kit, drawn).items():
        if found and number in kit.interchanges:
            what = f"{count(found, 'interchange')} of {count(number, 'line')}"
            items.append(ScoreItem(what, found * kit.interchanges[number], kit.clauses["interchanges"]))
    return Score(seat, tuple(items))


def totals(kit: Kit, table: Table) -> tuple[int, ...]:
    """Each seat's points, without titles."""
    return tuple(total(kit, lines(kit, table.boards[seat], begun(kit, table, seat))) for seat in range(kit.seats))


def total(kit: Kit, drawn: list[Line]) -> int:
    """What the lines of a sheet come to in all."""
    points = sum(each.points for each in drawn) + kit.tourist_track[marks(kit, drawn)]
    for number, found in interchanges(kit, drawn).items():
        points += found * kit.interchanges.get(number, 0)
    points += sum(district.stamp for district in stamps(kit, drawn))
    return points - loop_missed(kit, drawn) * kit.sheet.points.loop_station_missed


def outcome(kit: Kit, table: Table) -> Outcome:
    """Who won: the highest score (9.8), then the best single line (9.9), then all of those (9.10); alone, the band."""
    points = totals(kit, table)
    if kit.solo:
        if not kit.sheet.bands:
            return Outcome((0,), points, f"{points[0]} points", "13.7")
        return Outcome((0,), points, f"{points[0]} points: {band(kit, points[0])}", kit.clauses["band"])
    first = [seat for seat, each in enumerate(points) if each == max(points)]
    if len(first) == 1:
        return Outcome((first[0],), points, f"most points, {max(points)}", "9.8")
    best = {seat: max(each.points for each in lines(kit, table.boards[seat], (True,) * kit.rounds)) for seat in first}
    winners = tuple(seat for seat in first if best[seat] == max(best.values()))
    if len(winners) == 1:
        return Outcome(
            winners, points, f"the best single line, {max(best.values())}, after a tie at {max(points)}", "9.9"
        )
    return Outcome(winners, points, f"a shared victory with {max(points)} points and equal best lines", "9.10")


def band(kit: Kit, points: int) -> str:
    """What the sheet calls a solo score (13.5, L.18.1).

    London prints "under 90" and then "91 to 105", so 90 is in neither; a ruling says to which such a score belongs.
    """
    words = ""
    for number, each in enumerate(kit.sheet.bands):
        if number == 0 or points >= each.lowest - (0 if kit.law.gap_is_lower else each.gap):
            words = each.words
    return words
