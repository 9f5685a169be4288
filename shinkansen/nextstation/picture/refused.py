"""A refused section: what of it can be drawn, where the reason lies, and what on the table stands in its way."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from shinkansen.nextstation.kit import Kit
from shinkansen.nextstation.moves import Draw, Move, SectionId
from shinkansen.nextstation.refusals import why_not
from shinkansen.nextstation.sheet import Point, Section, station_id, walked
from shinkansen.nextstation.table import Table

_TRACKS: Final = frozenset({"crossing", "drawn-already", "two-tracks", "extension-beside"})
"""Refusals because of lines that are there: these are pointed out."""
_ENDS: Final = frozenset({"on-the-line", "not-from-the-line", "not-straight", "not-a-section"})
"""Refusals because of both stations."""
_CARDS: Final = frozenset({"wrong-symbol", "no-effect", "no-effect-on-joker", "switch-too-early"})
"""Refusals because of the cards of this turn."""


def sections(kit: Kit, table: Table, move: Draw) -> list[SectionId]:
    """The sections of a move, as pairs of stations that are on the sheet; also those that no line can have."""
    first = move.section
    if not all(station in kit.sheet.by_id for station in first):
        return []
    if move.extension is None or move.extension not in kit.sheet.by_id or first not in kit.drawn:
        return [first]
    reached = kit.station_at[kit.reached(table.boards[table.choosing[0]], move)].id
    return [first, Draw((reached, move.extension)).section]


def in_the_way(kit: Kit, table: Table, move: Move) -> frozenset[str]:
    """The pieces that make a move illegal, by their names; none if it is legal, or if nothing on the table does."""
    refusal = why_not(kit, table, move)
    if refusal is None or not isinstance(move, Draw) or not table.choosing:
        return frozenset()
    move = _refused_part(kit, table, move)
    seat, code = table.choosing[0], refusal.reason
    name, found = kit.seat_names[seat], list[str]()
    drawn = sections(kit, table, move)
    if code in _TRACKS:
        tracks = _tracks(kit, table, [section for section in drawn if section in kit.drawn])
        found += [f"track:{name}:{colour}:{each.a}-{each.b}" for colour, each in tracks]
    found += [f"printed:{name}:{each.a}-{each.b}" for each in _printed(kit, code, drawn)]
    found += [f"station:{name}:{station}" for station in _stations(kit, table, code, drawn)]
    if code in _CARDS:
        found += [f"card:{card}" for card in kit.of_this_turn(table.cards[-1])]
    if code in ("no-effect", "another-effect"):
        found.append(f"special:{table.round + 1}")
    if code == "power-used":
        found.append(f"used:{name}:{kit.sheet.colours[table.colours[seat]]}")
    return frozenset(found)


def struck(kit: Kit, table: Table, move: Draw) -> tuple[SectionId, tuple[Point, ...]] | None:
    """Which section of a refused move is struck out, and at which points of the doubled grid: where it would cross
    something, or half a cell from a station that stands in its way; at none if the reason does not lie at one place."""
    refusal, drawn = why_not(kit, table, move), sections(kit, table, _refused_part(kit, table, move))
    if refusal is None or not drawn:
        return None
    section, code = drawn[-1], refusal.reason
    way = _way(kit, section)
    if code in ("crossing", "across-the-loop"):
        tracks = [each for _, each in _tracks(kit, table, [section])] if section in kit.drawn else []
        meets = {point for other in (*tracks, *_printed(kit, code, [section])) for point in other.path[1:-1]}
        return section, tuple(point for point in way[1:-1] if point in meets)
    if code in _ENDS:  # both stations, so neither more than the other
        return section, ()
    blamed = {kit.sheet.by_id[station].point for station in _stations(kit, table, code, [section])}
    return section, tuple(way[place - 1 if place else 1] for place, point in enumerate(way) if point in blamed)


def _refused_part(kit: Kit, table: Table, move: Draw) -> Draw:
    """The move, or its first section alone if that is refused already."""
    alone = Draw(move.section, power=move.power)
    return alone if move.extension is not None and why_not(kit, table, alone) is not None else move


def _way(kit: Kit, section: SectionId) -> list[Point]:
    """Every point of the doubled grid from station to station; only the two where no straight way leads."""
    path = as_section(kit, section).path
    straight = 0 in (dx := path[-1][0] - path[0][0], dy := path[-1][1] - path[0][1]) or abs(dx) == abs(dy)
    return [*walked(path)] if len(path) == 2 and straight else [*path]


def _tracks(kit: Kit, table: Table, drawn: Iterable[SectionId]) -> Iterator[tuple[str, Section]]:
    """The sections that are there, or that one of these would cross, each with the colour of its line."""
    closes = 0
    for section in drawn:
        closes |= kit.drawn[section][1] & ~kit.stations
    for colour, mask in zip(kit.sheet.colours, table.boards[table.choosing[0]].lines, strict=True):
        for other in kit.sections_in(mask & closes):
            yield colour, other


def _printed(kit: Kit, code: str, drawn: Iterable[SectionId]) -> Iterator[Section]:
    """The sections of the printed loop that are there, or that one of these would cross."""
    for printed in kit.sheet.loop_sections:
        for section in drawn:
            if code == "across-the-loop":
                way = [*walked(kit.sheet.by_id[station].point for station in section)]
                meets = not {*way[1:-1]}.isdisjoint(printed.path[1:-1])
            else:
                meets = code in _TRACKS and section == printed.id
            if meets:
                yield printed


def _stations(kit: Kit, table: Table, code: str, drawn: list[SectionId]) -> Iterator[str]:
    """The stations that make a section illegal."""
    board, colour = table.boards[table.choosing[0]], table.colours[table.choosing[0]]
    if code == "not-from-departure":
        yield kit.sheet.departures[kit.sheet.colours[colour]]
    for section in drawn[-1:]:
        on = [bool(board.closed & kit.station_bits[station]) for station in section]
        if code in _ENDS:
            yield from section
        elif code == "through-a-station":
            yield from _between(kit, section)
        elif code in ("not-an-end", "switch-too-early"):
            yield from (station for station, there in zip(section, on, strict=True) if there)
        elif code == "wrong-symbol":
            yield from (station for station, there in zip(section, on, strict=True) if not there)


def _between(kit: Kit, section: SectionId) -> Iterator[str]:
    """The stations on the straight way between two."""
    start, end = (kit.sheet.by_id[station] for station in section)
    steps = max(abs(end.x - start.x), abs(end.y - start.y))
    for step in range(1, steps):
        at = station_id(start.x + (end.x - start.x) * step // steps, start.y + (end.y - start.y) * step // steps)
        if at in kit.sheet.by_id:
            yield at


def as_section(kit: Kit, stations: SectionId) -> Section:
    """A section as it would be drawn: straight from station to station, if the sheet has none."""
    place = kit.sheet.index.get(stations)
    if place is not None:
        return kit.sheet.tracks[place]
    one, two = (kit.sheet.by_id[station] for station in stations)
    return Section(one.id, two.id, (one.point, two.point))
