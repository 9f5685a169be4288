"""Small sheets for tests and small worlds, drawn as pictures of characters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from shinkansen.core.plain_json import Json
from shinkansen.nextstation.sheet import CARDS, EMPTY, TABLES, Sheet
from shinkansen.nextstation.sheet_check import from_json

COLOURS = ("purple", "blue", "pink", "green")


def tiny(
    symbols: Sequence[str] = ("cst", "p-c", "tsp"),
    districts: Sequence[str] = (),
    *,
    departures: Sequence[str] = (),
    cards: Sequence[str] = ("street-square", "underground-circle"),
    **tables: Json,
) -> Sheet:
    """A small valid sheet, or an `EditionError`: the symbols as in a file, and whatever else is to be different.

    Without `districts` there is a single one. Without `departures` the lines start at the first four stations, row by
    row. Other tables of a file (`river`, `loop`, `points`, `bands` ...) can be given by name, also as a part.
    """
    return from_json(tiny_json(symbols, districts, departures=departures, cards=cards, **tables))


def tiny_json(
    symbols: Sequence[str] = ("cst", "p-c", "tsp"),
    districts: Sequence[str] = (),
    *,
    departures: Sequence[str] = (),
    cards: Sequence[str] = ("street-square", "underground-circle"),
    **tables: Json,
) -> dict[str, Json]:
    """The same as plain values that nobody has checked."""
    rows = [*districts] or ["A" * len(row) for row in symbols]
    stations = [f"{x},{y}" for y, row in enumerate(symbols) for x, char in enumerate(row) if char != EMPTY]
    starts = [*departures] or stations[: len(COLOURS)]
    content: dict[str, Json] = {
        "id": "tiny",
        "name": "A small world",
        "note": "",
        "scope": "miniature",
        "book": "london",
        "map": {"symbols": [*symbols], "districts": [*rows], "tourist_sites": []},
        "districts": [_district(letter) for letter in dict.fromkeys("".join(rows))],
        "lines": [{"colour": colour, "departure": at} for colour, at in zip(COLOURS, starts, strict=False)],
        "river": {"name": "", "course": []},
        "loop": {"paths": []},
        "deck": {"cards": [*cards]},
        "points": {"interchanges": [[2, 2], [3, 5], [4, 9]], "river_section": 2, "tourist_track": [0, 1, 2, 4]},
        "bands": [],
        "provenance": {table: {"default": {"kind": "reconstructed"}} for table in TABLES},
    }
    for table, change in tables.items():
        before = content[table]
        content[table] = {**before, **change} if isinstance(before, dict) and isinstance(change, dict) else change
    return content


def river(*course: tuple[int, int], name: str = "the river") -> dict[str, Json]:
    """A river for `tiny`, corner by corner, in hundredths of a cell."""
    return {"name": name, "course": [[*point] for point in course]}


def loop(*paths: Iterable[tuple[int, int]]) -> dict[str, Json]:
    """A printed loop for `tiny`: for each section its corners on the doubled grid."""
    return {"paths": [[[*point] for point in path] for path in paths]}


_BEND = ((6, 2), (8, 4), (6, 6))
_LOOP = (((2, 2), (6, 2)), _BEND, ((6, 6), (2, 6)), ((2, 6), (2, 2)))


def small_tokyo(book: str = "tokyo", **points: Json) -> Sheet:
    """A small sheet with stamps, and a loop of four stations that bends from 3,1 to 3,3; with other points, if given.

    c---p
    -s-t-
    ---c-
    -t-s-
    sp--c
    """
    scored: Any = {"interchanges": [[3, 5], [4, 15], [5, 30]], "river_section": 0, "tourist_track": [0]} | points
    content: Any = tiny_json(
        ("c---p", "-s-t-", "---c-", "-t-s-", "sp--c"),
        ("1AAA2", "ABBBA", "ABBBA", "ABBBA", "3AAA4"),
        departures=("0,0", "4,0", "0,4", "4,4"),
        cards=CARDS,
        loop=loop(*_LOOP),
        points=scored,
    )
    for district in content["districts"]:
        letter = district["letter"]
        district |= {"peripheral": letter != "B", "stamp": {"A": 5, "B": 0}.get(letter, 10)}
    return from_json(content | {"book": book})


def _district(letter: str) -> Json:
    return {"id": f"district-{letter.lower()}", "name": f"district {letter}", "letter": letter}
