"""A second scorer, for checking the first: it counts a table in plain JSON by hand, as somebody with the sheet would.

It shares no code with `scoring` and `kit`: no bits, no masks, no tables made beforehand. It is slow and knows only what
the rulebook and the sheet say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import chain
from typing import Any

from shinkansen.nextstation.sheet import Book, Section, Sheet


def totals(sheet: Sheet, table: Mapping[str, Any], letters: Mapping[str, str]) -> tuple[int, ...]:
    """The points of each seat at a table in JSON."""
    return tuple(total(sheet, table, seat, letters) for seat in range(len(table["seats"])))


def total(sheet: Sheet, table: Mapping[str, Any], seat: int, letters: Mapping[str, str]) -> int:
    """The points of a seat: lines, tourist sites, interchanges, stamps, and what the loop costs."""
    lines: dict[str, list[list[str]]] = table["seats"][seat]["lines"]
    stations = {colour: stations_of(sheet, lines[colour], colour, letters) for colour in begun(table, seat)}
    points = sum(
        line_points(sheet, lines[colour], stations[colour], letters, marked(sheet, table, seat, colour, letters))
        for colour in stations
    )
    sites = {station.id for station in sheet.stations if station.tourist}
    track = sheet.points.tourist_track
    points += track[min(sum(len(on_line & sites) for on_line in stations.values()), len(track) - 1)]
    loop = {station for section in sheet.loop_sections for station in section.id}
    served = Counter(station for on_line in (*stations.values(), loop) for station in on_line)
    points += sum(sheet.points.interchange(count) for count in served.values() if count > 1)
    stamped = linked(sheet, table, seat, letters)
    points += sum(district.stamp for district in sheet.districts if district.id in stamped and district.peripheral)
    reached = {*chain(*stations.values())}
    points -= sheet.points.loop_station_missed * len(loop - reached)
    points -= 10 * len(paid(sheet, table, letters)) * (len(table["seats"]) == 1)
    river = sum([section.a, section.b] in line for line in lines.values() for section in _rivers(sheet))
    have = {
        "stamps": sum(district.peripheral for district in sheet.districts if district.id in stamped) >= 4,
        "large-interchange": max(served.values(), default=0) >= 4,
        "loop": loop <= reached,
        "districts": len({sheet.by_id[station].district for station in reached}) == len(sheet.districts),
        "centre": _central(sheet) <= reached,
        "interchanges": sum(count > 1 for count in served.values()) >= 8,
        "sites": sites <= reached,
        "river": river >= 6,
    }
    return points + 10 * sum(have[objective] for objective in table["objectives"])


def paid(sheet: Sheet, table: Mapping[str, Any], letters: Mapping[str, str]) -> list[str]:
    """The modules in use that a solo player pays for."""
    borrowed = "powers" if sheet.book is Book.TOKYO else "specials"
    used = [module for module in ("objectives", "powers", "specials") if table[module]]
    return [module for module in used if module != borrowed or letters["solo_power_cost"] == "a"]


def marked(
    sheet: Sheet, table: Mapping[str, Any], seat: int, colour: str, letters: Mapping[str, str]
) -> list[str] | None:
    """The stations that count two for a line; nothing for the one that the player may choose at the end."""
    powers = dict(zip(sheet.colours, table["powers"], strict=False))
    if powers.get(colour) == "double" and letters["double_power_station"] == "a":
        return None
    return [station for line, station in table["seats"][seat]["marks"] if line == colour]


def linked(sheet: Sheet, table: Mapping[str, Any], seat: int, letters: Mapping[str, str]) -> set[str]:
    """The districts in which a seat has an interchange."""
    lines: dict[str, list[list[str]]] = table["seats"][seat]["lines"]
    served = Counter(
        station for colour in begun(table, seat) for station in stations_of(sheet, lines[colour], colour, letters)
    )
    served.update({station for section in sheet.loop_sections for station in section.id})
    return {sheet.by_id[station].district for station, number in served.items() if number > 1}


def _rivers(sheet: Sheet) -> list[Section]:
    return [section for section in (*sheet.sections, *sheet.loop_sections) if section.river]


def _central(sheet: Sheet) -> set[str]:
    centre = {district.id for district in sheet.districts if district.central}
    return {station.id for station in sheet.stations if station.district in centre}


def begun(table: Mapping[str, Any], seat: int) -> list[str]:
    """The colours of the rounds so far, each pencil going one place to the left a round."""
    pencils, seats = list[str](table["pencils"]), len(table["seats"])
    if seats == 1:
        return pencils[: table["round"]]
    circle: list[int | None] = []
    for each in range(seats):
        circle.append(each)
        if seats == 2 or (seats == 3 and each == table["gap"][0]):
            circle.append(None)
    found: list[str] = []
    for _ in range(table["round"]):
        found.append(pencils[circle.index(seat)])
        pencils = [pencils[-1], *pencils[:-1]]
    return found


def stations_of(sheet: Sheet, line: list[list[str]], colour: str, letters: Mapping[str, str]) -> set[str]:
    """The stations of a line that was begun."""
    if not line and letters["bare_departure"] == "b":
        return {sheet.departures[colour]}
    return {station for section in line for station in section}


def line_points(
    sheet: Sheet, line: list[list[str]], stations: set[str], letters: Mapping[str, str], twice: list[str] | None
) -> int:
    """Districts times the most stations in one, and the sections under the river.

    `twice` are the stations that count two; without it the player picks the best one for that."""
    where = Counter(sheet.by_id[station].district for station in stations)
    districts = {*where}
    if twice is None:
        twice = [max(stations, key=lambda station: where[sheet.by_id[station].district])] if stations else []
    where += Counter(sheet.by_id[station].district for station in twice)
    rivers = 0
    for section in (*sheet.sections, *sheet.loop_sections):
        if [section.a, section.b] in line:
            rivers += section.river
            if letters["districts_counted"] == "b":
                districts |= {sheet.cells[y // 2][x // 2] for x, y in section.path if not x % 2 and not y % 2}
    return len(districts) * max(where.values(), default=0) + rivers * sheet.points.river_section
