"""Stations: the symbol of each, and all that is marked at it.

| what | how it is drawn |
|---|---|
| a departure | an edge in the colour of its line, and the line's short name |
| a tourist site | a sun behind it |
| on the line of this round | filled with its colour |
| what the card shows | filled with yellow, unless it is on the line already |
| the line may go on from here | a ring |
| lines that meet here | their number |
| counts two for a line | a ring in the line's colour, around the symbol |
"""

from __future__ import annotations

from typing import Final

from shinkansen.core.prose import count, listed
from shinkansen.nextstation.names import station_name
from shinkansen.nextstation.picture.geometry import Plan
from shinkansen.nextstation.picture.look import Sheet
from shinkansen.nextstation.picture.symbols import SUN, letter, symbol
from shinkansen.nextstation.sheet import ANY, JOKER, Station
from shinkansen.paper.markup import number
from shinkansen.paper.shapes import ROUND, shape
from shinkansen.paper.svg import Box, Paper

_SYMBOL: Final = 0.5
"""How large a symbol is, in cells."""
_DEPARTURE: Final = 0.57
_EDGE: Final = 0.16
"""How large that of a departure is, and how much larger with its edge."""
_RING: Final = 0.84
_SUN: Final = 0.86


def draw(paper: Paper, sheet: Sheet, plan: Plan, station: Station) -> None:
    """A station and what is marked at it."""
    cell = plan.place(station.x, station.y).inset(0.4)
    name, many = f"station:{sheet.name}:{station.id}", _lines(sheet, station)
    with paper.together(), paper.piece(name, cell, told(sheet, station), count=many):
        _station(paper, sheet, plan.cell, cell, station)


def _lines(sheet: Sheet, station: Station) -> int:
    return sheet.count(sheet.kit.station_bits[station.id])


def told(sheet: Sheet, station: Station) -> str:
    """A station for who points at it."""
    names, bit = sheet.kit.sheet.colours, sheet.kit.station_bits[station.id]
    lines = [names[colour] for colour in sheet.on(bit)]
    if sheet.kit.loop_stations & bit:
        lines.insert(0, "printed")
    parts = [
        station_name(station),
        *([f"where the {station.departure} line starts"] if station.departure else []),
        *(["a tourist site"] if station.tourist else []),
        *([f"on the {listed(lines)} line{'s' * (len(lines) > 1)}"] if lines else []),
        *([f"an interchange of {count(len(lines), 'line')}"] if len(lines) > 1 else []),
        *(f"counts two for the {names[colour]} line" for colour, mask in enumerate(sheet.board.marks) if mask & bit),
    ]
    return ", ".join(parts)


def _station(paper: Paper, sheet: Sheet, cell: float, box: Box, station: Station) -> None:
    bit = sheet.kit.station_bits[station.id]
    if station.tourist:
        shape(paper, _middle(box, cell * _SUN), SUN, "site")
    if sheet.starts & bit:
        _ring(paper, box, cell * _RING, "ring", max(1.6, cell * 0.07))
    for colour, mask in enumerate(sheet.board.marks):
        if mask & bit:
            pencil = sheet.look.pencils[colour]
            _ring(paper, box, cell * (_SYMBOL + 0.22), f"none s-{pencil}", max(1.6, cell * 0.07))
    edge = max(1.1, cell * 0.04)
    style, ink = _filled(sheet, station, bit)
    if station.departure is not None:
        pencil = sheet.look.pencils[sheet.kit.colour_index[station.departure]]
        symbol(paper, _middle(box, cell * (_DEPARTURE + _EDGE)), station.symbol, f"f-{pencil} s-{pencil}", edge)
    symbol(paper, _middle(box, cell * _size(station)), station.symbol, style, edge)
    _words(paper, sheet, cell, box, station, ink)


def _filled(sheet: Sheet, station: Station, bit: int) -> tuple[str, str]:
    """How a symbol is filled, and in which ink a letter in it is written."""
    if not sheet.look.over and sheet.board.closed & bit:
        return f"stop f-{sheet.look.pencils[sheet.colour]}", "pale"
    if station.symbol == sheet.symbol or (sheet.symbol and (sheet.symbol == JOKER or station.symbol == ANY)):
        return "asked", "on-asked"
    return "stop", "ink"


def _words(paper: Paper, sheet: Sheet, cell: float, box: Box, station: Station, ink: str) -> None:
    """The short name of a departure, `?`, and the number of lines that meet: inside if there is nothing else."""
    many, inside = _lines(sheet, station), ""
    if station.departure is not None:
        inside = sheet.look.codes[sheet.kit.colour_index[station.departure]]
    elif station.symbol == ANY:
        inside = "?"
    middle = _middle(box, cell * _size(station))
    size = max(6.2, cell * (0.28 if station.symbol == "triangle" else 0.31))
    if many > 1 and not inside:
        letter(paper, middle, station.symbol, str(many), size * 1.05, ink)
        return
    if inside:
        letter(paper, middle, station.symbol, inside, size * (0.84 if len(inside) > 1 else 1), ink)
    if many > 1:
        disc = max(9.4, cell * 0.34)
        place = Box(box.right - disc, box.y, disc, disc)
        paper.raw('<g stroke-width="0.8">')
        shape(paper, place, ROUND, "count")
        paper.raw("</g>")
        paper.letter(place, str(many), disc * 0.72, "on-count")


def _size(station: Station) -> float:
    return _SYMBOL if station.departure is None else _DEPARTURE


def _ring(paper: Paper, box: Box, wide: float, style: str, stroke: float) -> None:
    x, y = map(number, box.middle)
    paper.raw(
        f'<g stroke-width="{number(stroke)}"><circle class="{style}" cx="{x}" cy="{y}" r="{number(wide / 2)}"/></g>'
    )


def _middle(box: Box, size: float) -> Box:
    x, y = box.middle
    return Box(x - size / 2, y - size / 2, size, size)
