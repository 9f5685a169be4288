"""The form of a sheet in a file: pictures made of characters, and tables. The field names are the keys of the file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

import attrs
from attrs import frozen

from shinkansen.nextstation.sheet import (
    EMPTY,
    SYMBOLS,
    Band,
    Book,
    District,
    Point,
    Points,
    Scope,
    Sheet,
    Station,
    TableSource,
    station_id,
)


@frozen
class Map:
    """The pictures of the map."""

    symbols: tuple[str, ...]
    districts: tuple[str, ...]
    tourist_sites: tuple[str, ...] = ()

    @property
    def stations(self) -> dict[str, Point]:
        """The cells with stations, by the ids of the stations."""
        rows = enumerate(self.symbols)
        return {station_id(x, y): (x, y) for y, row in rows for x, char in enumerate(row) if char != EMPTY}


@frozen
class Line:
    """A line: its colour and the id of its departure station."""

    colour: str
    departure: str


@frozen
class River:
    """The river, if there is one."""

    name: str = ""
    course: tuple[tuple[int, ...], ...] = ()


@frozen
class Loop:
    """The printed loop, if there is one."""

    paths: tuple[tuple[tuple[int, ...], ...], ...] = ()


@frozen
class Deck:
    """The cards."""

    cards: tuple[str, ...]


@frozen
class SheetFile:
    """Everything in a file."""

    id: str
    name: str
    scope: Scope
    book: Book
    map: Map
    districts: tuple[District, ...]
    lines: tuple[Line, ...]
    deck: Deck
    points: Points
    provenance: dict[str, TableSource] = attrs.field(hash=False)
    note: str = ""
    river: River = River()
    loop: Loop = Loop()
    bands: tuple[Band, ...] = ()

    def sheet(self) -> Sheet:
        """The sheet it describes; the file must be free of mistakes."""
        ids = {district.letter: district.id for district in self.districts}
        cells = tuple(tuple(ids[letter] for letter in row) for row in self.map.districts)
        departures = {line.departure: line.colour for line in self.lines}
        stations = tuple(
            Station(
                x=x,
                y=y,
                symbol=SYMBOLS[self.map.symbols[y][x]],
                district=cells[y][x],
                departure=departures.get(name),
                tourist=name in self.map.tourist_sites,
            )
            for name, (x, y) in sorted(self.map.stations.items(), key=lambda item: item[1])
        )
        return Sheet(
            id=self.id,
            name=self.name,
            note=self.note,
            scope=self.scope,
            book=self.book,
            width=len(cells[0]),
            height=len(cells),
            colours=tuple(line.colour for line in self.lines),
            districts=self.districts,
            cells=cells,
            stations=stations,
            cards=self.deck.cards,
            points=self.points,
            bands=self.bands,
            river=points_of(self.river.course),
            river_name=self.river.name,
            loop=tuple(map(points_of, self.loop.paths)),
            provenance=self.provenance,
        )


def points_of(pairs: tuple[tuple[int, ...], ...]) -> tuple[Point, ...]:
    """Pairs of numbers as points."""
    return tuple((x, y) for x, y in pairs)


def row_name(row: object, place: int) -> str:
    """The name of a row in key paths: its id or colour, or else its place, counted from 1. It accepts anything."""
    table = cast("Mapping[object, object]", row if isinstance(row, Mapping) else {})
    names = (table.get(key) for key in ("id", "colour"))
    return next((name for name in names if isinstance(name, str) and name), str(place))
