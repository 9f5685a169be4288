"""What can be wrong with a sheet whose tables can be read: each check is a function that yields its findings.

A check takes whatever tables it needs. Where one of them could not be read, which has been reported already, the check
ends there and the others go on.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any, TypeVar, cast

import attrs

from shinkansen.core.errors import Finding
from shinkansen.core.plain_json import join, key_findings, shown
from shinkansen.core.provenance import SourceKind
from shinkansen.core.text import is_printable
from shinkansen.nextstation.sheet import (
    CARDS,
    EMPTY,
    HANDLES,
    SYMBOLS,
    TABLES,
    Band,
    District,
    Points,
    Scope,
    Source,
    between,
    crosses,
    straight_paths,
    walked,
)
from shinkansen.nextstation.sheet_file import Deck, Line, Loop, Map, River, SheetFile, points_of

WIDEST = 20
"""How many columns and rows a map may have."""
LONGEST_TEXT = 200
"""How many characters a name or a reason may have."""
_LONGEST_NOTE = 2000
"""How many characters the note about a sheet may have; it may go over several lines."""
MOST_POINTS = 1000
"""The most points that any one thing may be worth."""
_MOST_SHOWN = 12
"""So many numbers of a list that is wrong are repeated."""
LINES = 4
"""A game has four rounds, with a line of another colour in each (3.1)."""
SECONDARY = 4
"""The secondary districts of a published sheet (3.2)."""
MAIN = 9
"""Its main districts (3.2)."""
_ID = re.compile("[a-z][a-z0-9-]{0,39}")
_ID_EXPECTED = "small letters, digits and hyphens, at most 40, a letter first"

K = TypeVar("K")


class _UnreadError(Exception):
    """A table that a check needs could not be read."""


class _Readable:
    """The tables that could be read, as attributes."""

    def __init__(self, tables: dict[str, Any]) -> None:
        self._tables = tables

    def __getattr__(self, name: str) -> Any:
        try:
            return self._tables[name]
        except KeyError:
            raise _UnreadError(name) from None


def inconsistencies(tables: dict[str, Any]) -> Iterator[Finding]:
    """Everything that is wrong with the tables that could be read."""
    file = cast("SheetFile", _Readable(tables))
    for check in _CHECKS:
        try:
            yield from check(file)
        except _UnreadError:
            continue


# -- names


def _names_are_plain(file: SheetFile) -> Iterator[Finding]:
    yield from _id_findings("id", file.id)
    yield from _text_findings("name", file.name)


def _note_can_be_printed(file: SheetFile) -> Iterator[Finding]:
    if len(file.note) > _LONGEST_NOTE or not all(map(is_printable, file.note.split("\n"))):
        yield Finding("note", shown(file.note), f"printable text, at most {_LONGEST_NOTE} characters")


def _rows_have_names(file: SheetFile) -> Iterator[Finding]:
    for place, district in enumerate(file.districts, start=1):
        path = join("districts", district.id or str(place))
        yield from _id_findings(f"{path}.id", district.id)
        yield from _text_findings(f"{path}.name", district.name)
        if not (len(district.letter) == 1 and is_printable(district.letter)) or district.letter.isspace():
            yield Finding(f"{path}.letter", shown(district.letter), "one character")
    yield from _repeated("districts", "id", (district.id for district in file.districts))
    yield from _repeated("districts", "letter", (district.letter for district in file.districts))


# -- the map


def _map_is_a_rectangle(file: SheetFile) -> Iterator[Finding]:
    rows = file.map.symbols
    width = _width(file.map)
    if not 1 <= len(rows) <= WIDEST:
        yield Finding("map.symbols", f"{len(rows)} rows", f"1 to {WIDEST}")
    if rows and not 1 <= width <= WIDEST:
        yield Finding("map.symbols", f"rows of {width} characters", f"1 to {WIDEST}")
    if len(file.map.districts) != len(rows):
        yield Finding("map.districts", f"{len(file.map.districts)} rows", f"{len(rows)}, as many as symbols has")
    for key, picture in (("symbols", rows), ("districts", file.map.districts)):
        for place, row in enumerate(picture, start=1):
            if rows and len(row) != width:
                yield Finding(f"map.{key}.{place}", f"{len(row)} characters", f"{width}, as most rows of symbols have")


def _cells_are_known(file: SheetFile) -> Iterator[Finding]:
    symbols = (*SYMBOLS, EMPTY)
    yield from _strangers("map.symbols", file.map.symbols, symbols, f"one of {' '.join(symbols)}")
    letters = [district.letter for district in file.districts]
    yield from _strangers("map.districts", file.map.districts, letters, "the letter of a district")


def _districts_have_stations(file: SheetFile) -> Iterator[Finding]:
    picture = _sound_map(file)
    counts = Counter(picture.districts[y][x] for x, y in picture.stations.values())
    for district in file.districts:
        count, path = counts[district.letter], join("districts", district.id)
        if not count:
            yield Finding(path, "no station", "at least one")
        elif not district.main and count > 1:
            yield Finding(path, f"{count} stations", "one, as in every district that is not a main one (3.2)")
        elif district.main and count == 1 and _is_published(file):
            yield Finding(path, "one station", "several, as in every main district (3.2)")


def _districts_are_told_apart(file: SheetFile) -> Iterator[Finding]:
    central = [district for district in file.districts if district.central]
    if len(central) > 1:
        yield Finding("districts", f"{len(central)} central ones", "at most one")
    for district in file.districts:
        path = join("districts", district.id)
        if district.central and not district.main:
            yield Finding(f"{path}.main", "false", "true for the central district")
        if not 0 <= district.stamp <= MOST_POINTS:
            yield Finding(f"{path}.stamp", shown(district.stamp), f"0 to {MOST_POINTS}")
        elif bool(district.stamp) != district.peripheral:
            yield Finding(f"{path}.stamp", shown(district.stamp), "points where peripheral = true, and only there")


def _published_counts(file: SheetFile) -> Iterator[Finding]:
    if not _is_published(file):
        return
    main = sum(district.main for district in file.districts)
    if (main, len(file.districts) - main) != (MAIN, SECONDARY):
        found = f"{main} main and {len(file.districts) - main} others"
        yield Finding("districts", found, f"{MAIN} main and {SECONDARY} others, as in every box (3.2)")
    if missing := [card for card in CARDS if card not in file.deck.cards]:
        yield Finding("deck.cards", f"no {', no '.join(missing)}", "all eleven cards, as in every box (1.2)")


def _stations_are_connected(file: SheetFile) -> Iterator[Finding]:
    picture, loop = _sound_map(file), _sound_loop(file)
    stations = picture.stations
    paths = straight_paths(stations.values(), len(picture.symbols[0]), len(picture.symbols), loop)
    reached = {point for path in paths for point in (path[0], path[-1])}
    for name, (x, y) in stations.items():
        if (2 * x, 2 * y) not in reached:
            yield Finding("map.symbols", f"the isolated station {name}", "a section from every station")


def _tourist_sites_are_stations(file: SheetFile) -> Iterator[Finding]:
    for place, site in enumerate(file.map.tourist_sites, start=1):
        if not _may_be_a_station(file, site):
            yield Finding(f"map.tourist_sites.{place}", shown(site), 'a station, such as "3,2"')
    yield from _repeated("map", "tourist_sites", file.map.tourist_sites)


# -- lines, river, loop


def _four_lines(file: SheetFile) -> Iterator[Finding]:
    if len(file.lines) != LINES:
        yield Finding("lines", f"{len(file.lines)} lines", f"{LINES}, one for each round (3.1)")
    for place, line in enumerate(file.lines, start=1):
        yield from _id_findings(f"{join('lines', line.colour or str(place))}.colour", line.colour)
    yield from _repeated("lines", "colour", (line.colour for line in file.lines))
    yield from _repeated("lines", "departure", (line.departure for line in file.lines))
    for line in file.lines:
        if not _may_be_a_station(file, line.departure):
            yield Finding(f"{join('lines', line.colour)}.departure", shown(line.departure), 'a station, such as "3,2"')


def _river_is_on_the_map(file: SheetFile) -> Iterator[Finding]:
    river = file.river
    if bool(river.course) != bool(river.name):
        yield Finding("river", "a name without a course or a course without a name", "both or neither")
    if river.name:
        yield from _text_findings("river.name", river.name)
    if len(river.course) == 1:
        yield Finding("river.course", "a single point", "at least two, or none")
    if bad := [*_not_pairs("river.course", river.course)]:
        yield from bad
        return
    width, height = _size(file)
    course, inside = points_of(river.course), True
    for place, (x, y) in enumerate(course, start=1):
        if not (-100 <= x <= 100 * width and -100 <= y <= 100 * height):
            inside = False
            expected = f"-100 to {100 * width} across and -100 to {100 * height} down"
            yield Finding(f"river.course.{place}", f"the point {x}, {y} outside the map", expected)
    for name, (x, y) in _sound_map(file).stations.items() if inside else ():
        if crosses(((2 * x, 2 * y), (2 * x, 2 * y)), course):
            yield Finding("river.course", f"the station {name} in the river", "a course between the stations")


def _loop_is_closed(file: SheetFile) -> Iterator[Finding]:
    bad = [
        *(
            finding
            for place, path in enumerate(file.loop.paths, 1)
            for finding in _not_pairs(f"loop.paths.{place}", path)
        ),
        *(
            Finding(f"loop.paths.{at}", "a single place", "a way")
            for at, path in enumerate(file.loop.paths, 1)
            if len(path) < 2
        ),
    ]
    if bad or not file.loop.paths:
        yield from bad
        return
    paths = [points_of(path) for path in file.loop.paths]
    width, height = (2 * cells - 1 for cells in _size(file))
    stations = {(2 * x, 2 * y) for x, y in file.map.stations.values()}
    is_sound = not any(_map_is_a_rectangle(file))
    if len(paths) < 3:
        yield Finding("loop.paths", f"{len(paths)} of them", "at least three, or none")
    seen: set[tuple[int, int]] = set()
    for place, path in enumerate(paths, start=1):
        where = f"loop.paths.{place}"
        if any(not (0 <= x < width and 0 <= y < height) for x, y in path):
            yield Finding(where, "a corner outside the map", f"0 to {width - 1} across and 0 to {height - 1} down")
            continue
        if not all(_is_straight(start, end) for start, end in pairwise(path)):
            yield Finding(where, "two corners that are not in line", "each straight or diagonal to the one before")
            continue
        way = [*walked(path)]
        if is_sound and (not {path[0], path[-1]} <= stations or not stations.isdisjoint(way[1:-1])):
            found = f"a way from {path[0]} to {path[-1]}"
            yield Finding(where, found, "one from a station to the next, with none between")
        if path[-1] != paths[place % len(paths)][0]:
            yield Finding(where, f"an end at {path[-1]}", "one where the next path begins")
        points = [*between(way)]
        if len({*points}) < len(points) or not seen.isdisjoint(points):
            yield Finding(where, "a way that meets the loop itself", "a loop that never crosses itself")
        seen.update(points)
    if len({path[0] for path in paths}) < len(paths):
        yield Finding("loop.paths", "a station that the loop passes twice", "each station once")


def _is_straight(start: tuple[int, int], end: tuple[int, int]) -> bool:
    across, down = abs(end[0] - start[0]), abs(end[1] - start[1])
    return start != end and (not across or not down or across == down)


# -- the deck and the figures


def _deck_is_known(file: SheetFile) -> Iterator[Finding]:
    for place, card in enumerate(file.deck.cards, start=1):
        if card not in CARDS:
            yield Finding(f"deck.cards.{place}", shown(card), f"one of {', '.join(CARDS)}")
    yield from _repeated("deck", "cards", file.deck.cards)
    if not any(card.startswith("underground-") for card in file.deck.cards):
        yield Finding("deck.cards", "no underground card", "at least one, so that a round ends (4.6)")


def _points_are_in_order(file: SheetFile) -> Iterator[Finding]:
    points = file.points
    for key in ("river_section", "loop_station_missed"):
        if not 0 <= getattr(points, key) <= MOST_POINTS:
            yield Finding(f"points.{key}", shown(getattr(points, key)), f"0 to {MOST_POINTS}")
    track = points.tourist_track
    if track[:1] != (0,) or not _ascends(track) or track[-1] > MOST_POINTS:
        yield Finding(
            "points.tourist_track", _numbers(track), f"0 first, then more for each mark, at most {MOST_POINTS}"
        )
    if bad := [*_not_pairs("points.interchanges", points.interchanges)]:
        yield from bad
        return
    lines, worth = zip(*points.interchanges, strict=True) if points.interchanges else ((), ())
    # One more than the four lines, because a printed loop counts as a line.
    if not _ascends(lines) or not all(2 <= count <= LINES + 1 for count in lines):
        yield Finding("points.interchanges", f"lines {_numbers(lines)}", f"2 to {LINES + 1}, in ascending order")
    if not _ascends(worth) or not all(0 <= each <= MOST_POINTS for each in worth):
        yield Finding("points.interchanges", f"points {_numbers(worth)}", f"more for more lines, 0 to {MOST_POINTS}")


def _bands_are_in_order(file: SheetFile) -> Iterator[Finding]:
    lows = [band.lowest for band in file.bands]
    if not _ascends(lows) or not all(abs(low) <= MOST_POINTS for low in lows):
        yield Finding("bands", f"lowest scores {_numbers(lows)}", f"ascending ones, at most {MOST_POINTS}")
    for place, band in enumerate(file.bands, start=1):
        yield from _text_findings(f"bands.{place}.words", band.words)
        # The band before has at least its lowest score; nothing is below the first.
        most = max(band.lowest - lows[place - 2] - 1, 0) if place > 1 else 0
        if _ascends(lows) and not 0 <= band.gap <= most:
            yield Finding(f"bands.{place}.gap", shown(band.gap), f"0 to {most}")


# -- provenance

_ROWS: dict[str, type[attrs.AttrsInstance]] = {"districts": District, "lines": Line, "bands": Band}
"""The tables with rows, and what a row of them is."""
_PLAIN: dict[str, type[attrs.AttrsInstance]] = {
    "map": Map,
    "river": River,
    "loop": Loop,
    "deck": Deck,
    "points": Points,
}
"""The tables without."""


def _every_table_has_a_source(file: SheetFile) -> Iterator[Finding]:
    unknown = [table for table in file.provenance if table not in TABLES]
    missing = [table for table in TABLES if table not in file.provenance and _has_figures(file, table)]
    yield from key_findings(unknown, missing, TABLES, "provenance")


def _has_figures(file: SheetFile, table: str) -> bool:
    try:
        return getattr(file, table) not in (River(), Loop(), ())
    except _UnreadError:
        return True


def _sources_say_enough(file: SheetFile) -> Iterator[Finding]:
    for table, entry in file.provenance.items():
        path = join("provenance", table)
        yield from _source_findings(f"{path}.default", entry.default)
        for key, source in entry.exceptions.items():
            yield from _source_findings(join(f"{path}.exceptions", key), source)


def _exceptions_name_figures(file: SheetFile) -> Iterator[Finding]:
    for table, entry in file.provenance.items():
        kind = (_ROWS | _PLAIN).get(table)
        if kind is None:  # an unknown table, which has been reported
            continue
        keys = [field.name for field in attrs.fields(kind) if field.name not in HANDLES]
        names = set(keys)
        if table in _ROWS and entry.exceptions:
            rows = cast("tuple[Any, ...]", getattr(file, table))
            known = [getattr(row, "id", getattr(row, "colour", str(place))) for place, row in enumerate(rows, start=1)]
            names |= {f"{row}.{key}" for row in known for key in keys}
        for name in entry.exceptions:
            if name not in names:
                expected = f"{'a row and ' if table in _ROWS else ''}one of {', '.join(keys)}"
                yield Finding(
                    join(f"provenance.{table}.exceptions", name), "a name that belongs to no figure", expected
                )


def _source_findings(path: str, source: Source) -> Iterator[Finding]:
    if source.kind is SourceKind.RULEBOOK and not source.where.strip():
        yield Finding(f"{path}.where", shown(source.where), "the page or lines of a rulebook, such as 'London p. 5'")
    if source.kind in (SourceKind.DEDUCED, SourceKind.REPORTED) and not source.why.strip():
        yield Finding(f"{path}.why", shown(source.why), f"a reason for this {source.kind} figure")
    for key, text in (("where", source.where), ("why", source.why)):
        if text:
            yield from _text_findings(f"{path}.{key}", text)


# -- helpers


def _is_published(file: SheetFile) -> bool:
    """Whether the sheet must have the counts of the rulebook."""
    return file.scope is Scope.BOX


def _width(picture: Map) -> int:
    """The width of a map: what most of its rows have, so that a single wrong row does not make all others wrong."""
    return Counter(map(len, picture.symbols)).most_common(1)[0][0] if picture.symbols else 0


def _size(file: SheetFile) -> tuple[int, int]:
    """The width and height of the map, if they are possible; some of its rows may have another length."""
    width, height = _width(file.map), len(file.map.symbols)
    if not (1 <= width <= WIDEST and 1 <= height <= WIDEST):
        raise _UnreadError("map")
    return width, height


def _may_be_a_station(file: SheetFile, name: str) -> bool:
    """Whether there is a station of this name; in a row of the wrong length nobody can tell."""
    width, _ = _size(file)
    unclear = {str(y) for y, row in enumerate(file.map.symbols) if len(row) != width}
    return name in file.map.stations or name.partition(",")[2] in unclear


def _sound_map(file: SheetFile) -> Map:
    """The map, if its pictures are fit to be measured and compared."""
    if any(_map_is_a_rectangle(file)):
        raise _UnreadError("map")
    return file.map


def _sound_loop(file: SheetFile) -> list[tuple[tuple[int, int], ...]]:
    if any(_loop_is_closed(file)):
        raise _UnreadError("loop")
    return [points_of(path) for path in file.loop.paths]


def _strangers(path: str, picture: tuple[str, ...], known: Iterable[str], expected: str) -> Iterator[Finding]:
    """What characters of a picture mean nothing: each once, where it first stands."""
    first: dict[str, str] = {}
    for y, row in enumerate(picture[:WIDEST]):
        for x, char in enumerate(row[:WIDEST]):
            first.setdefault(char, f"{shown(char)} in column {x + 1} of row {y + 1}")
    yield from (Finding(path, found, expected) for char, found in first.items() if char not in {*known})


def _not_pairs(path: str, pairs: Iterable[tuple[int, ...]]) -> Iterator[Finding]:
    for place, pair in enumerate(pairs, start=1):
        if len(pair) != 2:
            yield Finding(f"{path}.{place}", f"{len(pair)} numbers", "two")


def _numbers(numbers: Sequence[int]) -> str:
    """Numbers for a person, not too many of them."""
    more = ", ..." if len(numbers) > _MOST_SHOWN else ""
    return ", ".join(map(shown, numbers[:_MOST_SHOWN])) + more or "none"


def _ascends(numbers: Iterable[int]) -> bool:
    return all(first < second for first, second in pairwise(numbers))


def _repeated(table: str, key: str, names: Iterable[K]) -> Iterator[Finding]:
    for name, count in Counter(names).items():
        if count > 1:
            yield Finding(table, f"{key} {shown(name)} {count} times", "each only once")


def _id_findings(path: str, name: str) -> Iterator[Finding]:
    if not _ID.fullmatch(name):
        yield Finding(path, shown(name), _ID_EXPECTED)


def _text_findings(path: str, text: str) -> Iterator[Finding]:
    if not text.strip() or len(text) > LONGEST_TEXT or not is_printable(text):
        yield Finding(path, shown(text), f"printable text on one line, at most {LONGEST_TEXT} characters")


_CHECKS: tuple[Callable[[SheetFile], Iterator[Finding]], ...] = (
    _names_are_plain,
    _note_can_be_printed,
    _rows_have_names,
    _map_is_a_rectangle,
    _cells_are_known,
    _districts_have_stations,
    _districts_are_told_apart,
    _published_counts,
    _stations_are_connected,
    _tourist_sites_are_stations,
    _four_lines,
    _river_is_on_the_map,
    _loop_is_closed,
    _deck_is_known,
    _points_are_in_order,
    _bands_are_in_order,
    _every_table_has_a_source,
    _sources_say_enough,
    _exceptions_name_figures,
)
