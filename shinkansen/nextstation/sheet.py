"""A sheet of Next Station: the map, the lines, the deck and the figures of one edition, each with its provenance.

Only values live here, and what follows from a map alone: its sections, and which of them clash. How a file becomes a
sheet, and everything that can be wrong with one, is in `sheet_check`; how it is shown to a person is in `sheet_text`.

Two grids are used. A station stands on a cell, column x and row y, both counted from 0 at the top left. Paths are lists
of points of the *doubled* grid, on which the station of cell (x, y) is (2x, 2y): so the place where two diagonals cross
in the middle between four stations is a point as well.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import TypeAlias, cast

import attrs
from attrs import frozen

from shinkansen.core.frozen import freeze_table
from shinkansen.core.plain_json import Json, digest, strict_converter
from shinkansen.core.provenance import SourceKind

Point: TypeAlias = tuple[int, int]
"""A place of a grid: its column and row, from 0."""

EMPTY = "-"
"""A cell without a station, in a picture of a map."""

SYMBOLS: Mapping[str, str] = freeze_table({"c": "circle", "s": "square", "t": "triangle", "p": "pentagon", "?": "any"})
"""The symbols of stations, by their character in a picture of a map; "any" can be reached with every card."""

_LETTERS: Mapping[str, str] = freeze_table({symbol: char for char, symbol in SYMBOLS.items()})
"""The other way round."""

ANY = "any"
"""The symbol of a station that every card reaches (L.9.1)."""
JOKER = "joker"
SWITCH = "switch"

_SHOWN = ("circle", "square", "triangle", "pentagon", JOKER)
"""What a card of either kind may show."""

CARDS = (*(f"street-{what}" for what in _SHOWN), f"street-{SWITCH}", *(f"underground-{what}" for what in _SHOWN))
"""The eleven cards of the box (1.2)."""

_LONGEST = 400
"""How many items a list of a sheet may have: the largest map has that many cells."""

CONVERTER = strict_converter(_LONGEST, _LONGEST)
"""Reads and writes the values of this module."""

_RAYS: tuple[Point, ...] = ((1, -1), (1, 0), (1, 1), (0, 1))
"""Half of the eight directions: from the other end, each section is seen in one of these."""


# -- provenance


@frozen
class Source:
    """The provenance of a figure."""

    kind: SourceKind
    where: str = ""
    why: str = ""

    @property
    def invented(self) -> bool:
        """Whether it was invented by us."""
        return self.kind is SourceKind.RECONSTRUCTED


def _frozen_sources(exceptions: dict[str, Source]) -> dict[str, Source]:
    return freeze_table(exceptions)  # everybody shares the shipped sheet


@frozen
class TableSource:
    """The provenance of a table: a default, and exceptions for the keys that have another source.

    In a table with rows, an exception for `key` holds for every row, and one for `row.key` wins over it.
    """

    default: Source
    exceptions: dict[str, Source] = attrs.field(factory=dict[str, Source], hash=False, converter=_frozen_sources)

    def of(self, row: str, key: str) -> Source:
        """The source of a figure; `row` is empty in a table without rows."""
        return self.exceptions.get(f"{row}.{key}", self.exceptions.get(key, self.default))


# -- what is on a sheet


@frozen
class Station:
    """A station: its cell, its symbol, and what is special about it."""

    x: int
    y: int
    symbol: str
    """One of `SYMBOLS`."""
    district: str
    departure: str | None = None
    """The colour of the line that starts here."""
    tourist: bool = False

    @property
    def id(self) -> str:
        """Its name in moves and tables."""
        return station_id(self.x, self.y)

    @property
    def point(self) -> Point:
        """Its place on the doubled grid."""
        return 2 * self.x, 2 * self.y


@frozen
class District:
    """A district, and its letter in a picture of the map."""

    id: str
    name: str
    letter: str
    main: bool = True
    """Whether it is a main one; the others, at the corners, have one station (3.2)."""
    central: bool = False
    """Whether it is the one in the middle."""
    peripheral: bool = False
    """Whether it has a stamp (7.2)."""
    stamp: int = 0
    """The points of its stamp."""


@frozen
class Section:
    """Two stations that a straight section can join, or a section of the loop, and the way between them."""

    a: str
    b: str
    """The ids of its stations, in the order of (x, y)."""
    path: tuple[Point, ...]
    """Every point of the doubled grid from one station to the other, both included."""
    river: bool = False
    """Whether it passes under the river."""

    @property
    def id(self) -> tuple[str, str]:
        """Its name in moves and tables."""
        return self.a, self.b


@frozen
class Points:
    """What is scored besides the districts and stations of a line."""

    interchanges: tuple[tuple[int, ...], ...]
    """Pairs: a number of lines at a station, and the points of such an interchange."""
    river_section: int = 0
    """For each section under the river."""
    tourist_track: tuple[int, ...] = (0,)
    """The points for 0, 1, 2 ... marks; the last one is also the most that can be crossed off."""
    loop_station_missed: int = 0
    """What is lost for each station of the loop that no line has reached."""

    def interchange(self, lines: int) -> int:
        """The points of a station with this many lines."""
        return next((points for count, points in self.interchanges if count == lines), 0)


@frozen
class Band:
    """A solo band; it reaches up to the next one, and the lowest has everything below the second."""

    lowest: int
    """The lowest score that is printed for it."""
    words: str
    gap: int = 0
    """So many scores below it are in no band, because the one before is printed as ending sooner (L.18.1)."""


class Scope(StrEnum):
    """What a sheet is meant to be."""

    BOX = "box"
    """A published one, with the deck and the districts that the rulebook counts."""
    MINIATURE = "miniature"
    """A small world with the same rules, for tests and exhaustive study: it has its own counts."""


class Book(StrEnum):
    """The rulebook that a sheet is played by, where the two differ."""

    LONDON = "london"
    """A river, tourist sites, and one section between two stations."""
    TOKYO = "tokyo"
    """A loop that counts as a line, stamps, and double track with a joker."""


def _frozen_tables(provenance: dict[str, TableSource]) -> dict[str, TableSource]:
    return freeze_table(provenance)


@frozen(slots=False, cache_hash=True)
class Sheet:
    """One edition of the game: its map and all its figures."""

    id: str
    name: str
    note: str
    scope: Scope
    book: Book
    width: int
    height: int
    colours: tuple[str, ...]
    """The four lines."""
    districts: tuple[District, ...]
    cells: tuple[tuple[str, ...], ...]
    """The district id of every cell, row by row."""
    stations: tuple[Station, ...]
    """In the order of (x, y)."""
    cards: tuple[str, ...]
    """The deck, some or all of `CARDS`."""
    points: Points
    bands: tuple[Band, ...] = ()
    """For solo games, the lowest band first."""
    river: tuple[Point, ...] = ()
    """Where it flows, corner by corner, in hundredths of a cell: the station of cell (x, y) is at (100x, 100y)."""
    river_name: str = ""
    loop: tuple[tuple[Point, ...], ...] = ()
    """The sections that are printed as one closed line, each as its corners on the doubled grid, from a station to the
    next; the last one ends where the first begins."""
    provenance: dict[str, TableSource] = attrs.field(
        factory=dict[str, TableSource], hash=False, converter=_frozen_tables
    )

    # -- looking things up

    @cached_property
    def by_id(self) -> Mapping[str, Station]:
        """Its stations by id."""
        return {station.id: station for station in self.stations}

    @cached_property
    def departures(self) -> Mapping[str, str]:
        """The id of each colour's departure station."""
        found = {station.departure: station.id for station in self.stations}
        return {colour: found[colour] for colour in self.colours}

    @cached_property
    def last_underground(self) -> int:
        """How many underground cards end a round: all there are (4.6)."""
        return sum(card.startswith("underground-") for card in self.cards)

    # -- what follows from the map

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """Every straight section that could be drawn on an empty sheet, in the order of (x, y) of its ends.

        A section goes from a station to the first one in a straight or diagonal direction; whatever would cross the
        printed loop, or lie on it, is none. Where the loop joins two stations by a bend there is no straight section
        between them as well: two tracks there would be double track (6.3).
        """
        places = tuple([(station.x, station.y) for station in self.stations])
        joined = {section.id for section in self.loop_sections}
        every = _straight_sections(places, self.width, self.height, self.loop, self.river)
        return tuple(section for section in every if section.id not in joined)

    @cached_property
    def tracks(self) -> tuple[Section, ...]:
        """Everything that a line can run along: the straight sections, then those of the loop."""
        return self.sections + self.loop_sections

    @cached_property
    def index(self) -> Mapping[tuple[str, str], int]:
        """The place of each section in `tracks`, by its id."""
        return {section.id: place for place, section in enumerate(self.tracks)}

    @cached_property
    def clashes(self) -> tuple[frozenset[int], ...]:
        """For each of the `tracks` those that it cannot be on the same sheet with, because they meet away from a
        station; those of the loop clash with nothing, because what would meet them is no section."""
        through: defaultdict[Point, set[int]] = defaultdict(set)
        for place, section in enumerate(self.tracks):
            for point in section.path[1:-1]:  # no station lies between the ends
                through[point].add(place)
        return tuple(
            frozenset[int]().union(*(through[point] for point in section.path[1:-1])) - {place}
            for place, section in enumerate(self.tracks)
        )

    @cached_property
    def crossed(self) -> tuple[tuple[str, ...], ...]:
        """For each of the `tracks` the districts of the cells that it passes through, once each, its two included."""
        return tuple(
            tuple(dict.fromkeys(self.cells[y][x] for x, y in cells_passed(section.path))) for section in self.tracks
        )

    @cached_property
    def loop_sections(self) -> tuple[Section, ...]:
        """The printed sections of the loop, bends and all, in the order in which they are given."""
        paths = [tuple(walked(corners)) for corners in self.loop]
        return tuple(Section(*ends(path), path, crosses(path, self.river)) for path in paths)

    @cached_property
    def loop_stations(self) -> tuple[str, ...]:
        """The ids of the loop's stations, in the order in which they are given."""
        return tuple(station_id(corners[0][0] // 2, corners[0][1] // 2) for corners in self.loop)

    # -- as plain values

    def picture(self) -> tuple[str, ...]:
        """Its symbols as rows of characters."""
        symbols = {(station.x, station.y): _LETTERS[station.symbol] for station in self.stations}
        return tuple("".join(symbols.get((x, y), EMPTY) for x in range(self.width)) for y in range(self.height))

    def district_picture(self) -> tuple[str, ...]:
        """Its districts as rows of letters."""
        letters = {district.id: district.letter for district in self.districts}
        return tuple("".join(letters[cell] for cell in row) for row in self.cells)

    def to_json(self) -> dict[str, Json]:
        """The sheet as plain JSON values, in the form of a file."""
        plain = {
            "id": self.id,
            "name": self.name,
            "note": self.note,
            "scope": self.scope.value,
            "book": self.book.value,
            "map": {
                "symbols": [*self.picture()],
                "districts": [*self.district_picture()],
                "tourist_sites": [station.id for station in self.stations if station.tourist],
            },
            "districts": CONVERTER.unstructure(self.districts),
            "lines": [{"colour": colour, "departure": self.departures[colour]} for colour in self.colours],
            "river": {"name": self.river_name, "course": _lists(self.river)},
            "loop": {"paths": [_lists(corners) for corners in self.loop]},
            "deck": {"cards": [*self.cards]},
            "points": CONVERTER.unstructure(self.points),
            "bands": CONVERTER.unstructure(self.bands),
            "provenance": CONVERTER.unstructure(dict(self.provenance)),
        }
        return cast("dict[str, Json]", plain)

    def digest(self) -> str:
        """A fingerprint of what is printed; its name, what is said about it and the letters of our pictures do not
        count."""
        plain = self.to_json()
        printed = {table: plain[table] for table in TABLES}
        printed["map"] = {**cast("dict[str, Json]", plain["map"]), "districts": [[*row] for row in self.cells]}
        rows = cast("list[dict[str, Json]]", plain["districts"])
        printed["districts"] = [{key: value for key, value in row.items() if key != "letter"} for row in rows]
        return digest({"scope": self.scope.value, "book": self.book.value, **printed})


TABLES = ("map", "districts", "lines", "river", "loop", "deck", "points", "bands")
"""The tables of a file that hold figures: each has an entry in the provenance."""

HANDLES = ("id", "letter")
"""Keys of rows that are no figures: what they hold is printed nowhere but in our files."""


# -- geometry


def station_id(x: int, y: int) -> str:
    """The name of the station of a cell."""
    return f"{x},{y}"


def straight_paths(
    places: Collection[Point], width: int, height: int, loop: Iterable[tuple[Point, ...]] = ()
) -> list[tuple[Point, ...]]:
    """The path of every section between stations on these cells that the loop leaves, in the order of their ends."""
    stations, found = frozenset(places), list[tuple[Point, ...]]()
    taken = {point for corners in loop for point in between(walked(corners))}
    for start in stations:
        for dx, dy in _RAYS:
            x, y = start[0] + dx, start[1] + dy
            while (x, y) not in stations and 0 <= x < width and 0 <= y < height:
                x, y = x + dx, y + dy
            if (x, y) in stations:
                path = tuple(walked(((2 * start[0], 2 * start[1]), (2 * x, 2 * y))))
                if taken.isdisjoint(between(path)):
                    found.append(path)
    return sorted(found, key=lambda path: (path[0], path[-1]))


@lru_cache(maxsize=16)
def _straight_sections(
    places: tuple[Point, ...], width: int, height: int, loop: tuple[tuple[Point, ...], ...], river: tuple[Point, ...]
) -> tuple[Section, ...]:
    """The sections of these paths; kept, because sheets that differ in other figures have the same map."""
    paths = straight_paths(places, width, height, loop)
    return tuple(Section(*ends(path), path, crosses(path, river)) for path in paths)


def walked(corners: Iterable[Point]) -> Iterator[Point]:
    """Every point of the doubled grid on the way along these corners, each of them straight or diagonal to the next."""
    last: Point | None = None
    for (x, y), (to_x, to_y) in pairwise(corners):
        dx, dy = (to_x > x) - (to_x < x), (to_y > y) - (to_y < y)
        yield from ((x + dx * step, y + dy * step) for step in range(max(abs(to_x - x), abs(to_y - y))))
        last = (to_x, to_y)
    if last is not None:
        yield last


def between(path: Iterable[Point]) -> Iterator[Point]:
    """The inner points of a path on a grid twice as fine as the doubled one.

    A bend may cut a corner with a diagonal step whose middle is the only place where another diagonal crosses it.
    """
    for place, ((x, y), (to_x, to_y)) in enumerate(pairwise(path)):
        if place:
            yield 2 * x, 2 * y
        yield x + to_x, y + to_y


def cells_passed(path: Iterable[Point]) -> Iterator[Point]:
    """The cells that a path on the doubled grid passes through; not those that it only touches, along a side or at a
    corner. Each step of a path lies in one cell, or on the border between two."""
    for (x, y), (to_x, to_y) in pairwise(path):
        # Twice the middle of the step; the middle of cell (i, j) is at (4i, 4j), and the cell reaches 2 to each side.
        across, down = x + to_x + 2, y + to_y + 2
        if across % 4 and down % 4:
            yield across // 4, down // 4


def ends(path: tuple[Point, ...]) -> tuple[str, str]:
    """The ids of the stations at the ends of a path, in the order of (x, y)."""
    first, last = sorted((path[0], path[-1]))
    return station_id(first[0] // 2, first[1] // 2), station_id(last[0] // 2, last[1] // 2)


def crosses(path: tuple[Point, ...], river: tuple[Point, ...]) -> bool:
    """Whether a path meets the river."""
    steps = [*pairwise((50 * x, 50 * y) for x, y in path)]  # in hundredths of a cell
    return any(_meet(*step, *reach) for reach in pairwise(river) for step in steps)


def _meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the segments a-b and c-d have a point in common."""
    sides = _side(a, b, c), _side(a, b, d), _side(c, d, a), _side(c, d, b)
    if not any(sides):  # all on one line
        return all(max(min(a[i], b[i]), min(c[i], d[i])) <= min(max(a[i], b[i]), max(c[i], d[i])) for i in (0, 1))
    return sides[0] * sides[1] <= 0 and sides[2] * sides[3] <= 0


def _side(a: Point, b: Point, c: Point) -> int:
    """On which side of the line a-b the point c lies: -1, 0 (on it) or 1."""
    turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
    return (turn > 0) - (turn < 0)


def _lists(points: Iterable[Point]) -> list[list[int]]:
    return [[*point] for point in points]
