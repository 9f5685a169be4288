"""Small sheets for tests and small worlds, drawn as pictures of characters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from shinkansen.core.plain_json import Json
from shinkansen.nextstation.sheet import EMPTY, TABLES, Sheet
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


def _district(letter: str) -> Json:
    return {"id": f"district-{letter.lower()}", "name": f"district {letter}", "letter": letter}
