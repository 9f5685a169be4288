"""Sheets for the second eyes: a small Tokyo with a loop and bends, variations of it drawn at random, and London.

`edo` is ours: thirty-one stations in thirteen districts, laid out so that most examples of the rulebook can be played
on it. Its loop has three bends.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any, Final

from shinkansen.core.errors import EditionError
from shinkansen.nextstation.sheet import CARDS, Sheet
from shinkansen.nextstation.sheet_check import from_json, shipped
from shinkansen.nextstation.testing.sheets import loop, river, tiny_json
from tests.nextstation.second_eyes.model import City, Json, lies_on, strokes

TOKYO_COLOURS: Final = ("purple", "blue", "pink", "brown")

EDO_SYMBOLS: Final = ("c--s-t-p", "--t-p--p", "s--c--s-", "-cp-st-c", "-s-t--c-", "t--cp--t", "p-t-p-s-", "sp-s-c-t")
EDO_DISTRICTS: Final = ("1NNNNNN2", "WEEEFFFO", "WECCCCFO", "WECCCCFO", "WHCCCCGO", "WHCCCCGO", "WHHHGGGO", "3SSSSSS4")
EDO_LOOP: Final = (
    ((4, 2), (8, 2)),
    ((8, 2), (10, 2), (12, 4)),
    ((12, 4), (12, 8)),
    ((12, 8), (8, 12)),
    ((8, 12), (4, 12)),
    ((4, 12), (2, 10), (2, 8)),
    ((2, 8), (2, 6)),
    ((2, 6), (2, 4), (4, 2)),
)
CUTTING: Final = (*EDO_LOOP[:-1], ((2, 6), (2, 5), (4, 3), (4, 2)))
"""The same loop with another bend: it cuts the corners of two cells without passing their middle."""
EDO_DEPARTURES: Final = ("3,0", "0,6", "5,7", "7,5")
CORNERS, OUTER = "1234", "NOSW"
TOKYO_POINTS: Final[Json] = {
    "interchanges": [[3, 5], [4, 15], [5, 30]],
    "river_section": 0,
    "tourist_track": [0],
    "loop_station_missed": 3,
}


def tokyo_json(
    symbols: Sequence[str],
    districts: Sequence[str],
    paths: Sequence[Sequence[tuple[int, int]]] = (),
    *,
    departures: Sequence[str],
    colours: Sequence[str] = TOKYO_COLOURS,
    stamps: dict[str, int] | None = None,
    central: str = "",
    cards: Sequence[str] = CARDS,
) -> dict[str, Any]:
    """A sheet by Tokyo's book, as plain values: the stamps and the central district by their letters."""
    worth = stamps or {}
    rows = [
        {
            "id": f"district-{letter.lower()}",
            "name": f"district {letter}",
            "letter": letter,
            "central": letter in central,
            "peripheral": letter in worth,
            "stamp": worth.get(letter, 0),
        }
        for letter in dict.fromkeys("".join(districts))
    ]
    lines = [{"colour": colour, "departure": at} for colour, at in zip(colours, departures, strict=True)]
    tables: dict[str, Any] = {"book": "tokyo", "lines": lines, "points": TOKYO_POINTS}
    return {**tiny_json(symbols, districts, cards=cards, loop=loop(*paths), **tables), "districts": rows}


def tokyo(
    symbols: Sequence[str],
    districts: Sequence[str],
    paths: Sequence[Sequence[tuple[int, int]]] = (),
    *,
    departures: Sequence[str],
    colours: Sequence[str] = TOKYO_COLOURS,
    stamps: dict[str, int] | None = None,
    central: str = "",
) -> Sheet:
    """The same as a sheet."""
    return from_json(
        tokyo_json(symbols, districts, paths, departures=departures, colours=colours, stamps=stamps, central=central)
    )


@cache
def edo(*, cutting: bool = False) -> Sheet:
    """The small Tokyo."""
    stamps = {**dict.fromkeys(CORNERS, 10), **dict.fromkeys(OUTER, 5)}
    paths = CUTTING if cutting else EDO_LOOP
    return tokyo(EDO_SYMBOLS, EDO_DISTRICTS, paths, departures=EDO_DEPARTURES, stamps=stamps, central="C")


@cache
def london() -> Sheet:
    """The London sheet."""
    return shipped()


@cache
def city_of(sheet: Sheet) -> City:
    """A sheet as the second eyes see it."""
    return City(sheet.to_json())


# -- sheets drawn at random


def _turned(x: int, y: int, most: int, turn: int) -> tuple[int, int]:
    """A point of a square after one of its eight turns and reflections."""
    if turn & 4:
        x, y = y, x
    return (most - x if turn & 1 else x), (most - y if turn & 2 else y)


def random_tokyo(rng: Random, *, cutting: bool = False) -> Sheet:
    """A sheet with Edo's loop, turned or reflected, and everything else drawn at random."""
    while True:
        turn = rng.randrange(8)
        paths = [[_turned(x, y, 14, turn) for x, y in path] for path in (CUTTING if cutting else EDO_LOOP)]
        on_loop = [(path[0][0] // 2, path[0][1] // 2) for path in paths]
        free = [
            (x, y)
            for x in range(8)
            for y in range(8)
            if not any(lies_on((Fraction(2 * x), Fraction(2 * y)), *part) for path in paths for part in strokes(path))
        ]
        places = on_loop + rng.sample(free, rng.randint(14, 24))
        rows = [["-"] * 8 for _ in range(8)]
        for x, y in places:
            rows[y][x] = rng.choice("cstp" * 4 + "?")
        # Districts in squares of two by two cells, some of them joined, and never one without a station.
        names = [[rng.choice("ABCDEFG") for _ in range(4)] for _ in range(4)]
        areas = ["".join(names[y // 2][x // 2] for x in range(8)) for y in range(8)]
        letters = sorted({areas[y][x] for x, y in places})
        areas = ["".join(cell if cell in letters else letters[0] for cell in row) for row in areas]
        central = rng.choice(letters)
        stamps = {letter: rng.choice((5, 10)) for letter in letters if letter != central and rng.random() < 0.6}
        departures = [f"{x},{y}" for x, y in rng.sample(places, 4)]
        try:
            return tokyo(
                ["".join(row) for row in rows], areas, paths, departures=departures, stamps=stamps, central=central
            )
        except EditionError:
            continue  # such as a station that no section reaches


def random_london(rng: Random) -> Sheet:
    """A small sheet by London's book with a river."""
    while True:
        rows = ["".join(rng.choice("cstp-" * 3 + "--?") for _ in range(6)) for _ in range(6)]
        places = [f"{x},{y}" for y, row in enumerate(rows) for x, char in enumerate(row) if char != "-"]
        areas = ["AAABBB"] * 2 + ["CCCCDD"] * 2 + ["EEFFFF"] * 2
        course = [
            (-100, rng.randrange(-50, 550, 7)),
            (230, rng.randrange(-50, 550, 7)),
            (600, rng.randrange(0, 500, 7)),
        ]
        letters = sorted({areas[int(name[2])][int(name[0])] for name in places})
        if len(places) < 16 or letters != list("ABCDEF"):
            continue
        districts = [
            {"id": f"district-{name.lower()}", "name": f"district {name}", "letter": name, "central": name == "C"}
            for name in letters
        ]
        content = tiny_json(
            rows,
            areas,
            departures=rng.sample(places, 4),
            cards=CARDS,
            map={"tourist_sites": [*rng.sample(places, 4)]},
            river=river(*course),
            points={"tourist_track": [0, 1, 2, 4, 6, 8]},
        )
        try:
            return from_json({**content, "districts": districts})
        except EditionError:
            continue
