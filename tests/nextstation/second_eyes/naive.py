"""Next Station: London, base game, read a second time: a slow model, written from the texts and blind to the engine.

Stations are points of a plane, sections are segments between them; whether two of them meet is a matter of cross
products. The whole state of a sheet is the sections drawn in each colour, in the order in which they were drawn.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias, TypedDict

Point: TypeAlias = tuple[int, int]
Section: TypeAlias = tuple[str, str]
Drawn: TypeAlias = Mapping[str, Sequence[Section]]

LONDON: Final[dict[str, Any]] = json.loads((Path(__file__).parent / "london.json").read_text(encoding="utf-8"))


def name_of(point: Point) -> str:
    """A station's name."""
    return f"{point[0]},{point[1]}"


def point_of(name: str) -> Point:
    """Where a station lies."""
    x, y = name.split(",")
    return int(x), int(y)


def section(one: str, other: str) -> Section:
    """The section between two stations, the smaller one first."""
    first, second = sorted((one, other), key=point_of)
    return first, second


STATIONS: Final[dict[str, dict[str, Any]]] = {name_of((it["x"], it["y"])): it for it in LONDON["stations"]}
SYMBOL: Final[dict[str, str]] = {name: it["symbol"] for name, it in STATIONS.items()}
DISTRICT: Final[dict[str, str]] = {name: it["district"] for name, it in STATIONS.items()}
SITES: Final = frozenset(name for name, it in STATIONS.items() if it["tourist"])
DEPARTURE: Final[dict[str, str]] = {it["departure"]: name for name, it in STATIONS.items() if it["departure"]}
COLOURS: Final = tuple(sorted(DEPARTURE))
TRACK: Final[list[int]] = LONDON["tourist_track"]
INTERCHANGE: Final[dict[int, int]] = {int(lines): points for lines, points in LONDON["interchange"].items()}
DECK: Final = tuple(f"{card['kind']}-{card['symbol']}" for card in LONDON["deck"])
UNDER_THE_THAMES: Final = frozenset(
    section(name_of(tuple(it["a"])), name_of(tuple(it["b"]))) for it in LONDON["edges"] if it["thames"]
)


# -- geometry


def _cross(o: Point, a: Point, b: Point) -> int:
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def on_segment(point: Point, a: Point, b: Point) -> bool:
    """Whether a point lies on a segment, its ends included."""
    within = min(a[0], b[0]) <= point[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= point[1] <= max(a[1], b[1])
    return within and _cross(a, b, point) == 0


@cache
def is_section(one: str, other: str) -> bool:
    """Whether a section can run between two stations of an empty sheet: straight along the grid, no station between."""
    if one == other or one not in STATIONS or other not in STATIONS:
        return False
    a, b = point_of(one), point_of(other)
    across, down = abs(a[0] - b[0]), abs(a[1] - b[1])
    straight = across == 0 or down == 0 or across == down
    return straight and not any(on_segment(point_of(name), a, b) for name in STATIONS if name not in (one, other))


@cache
def clash(one: Section, other: Section) -> bool:
    """Whether two sections meet anywhere but in a station that both end at; a section clashes with itself."""
    if one == other:
        return True
    a, b = map(point_of, one)
    c, d = map(point_of, other)
    shared = set(one) & set(other)
    if shared:  # then they could only meet elsewhere by lying on each other
        far, near = (set(one) - shared).pop(), (set(other) - shared).pop()
        return on_segment(point_of(far), c, d) or on_segment(point_of(near), a, b)
    if on_segment(a, c, d) or on_segment(b, c, d) or on_segment(c, a, b) or on_segment(d, a, b):
        return True
    return _cross(a, b, c) * _cross(a, b, d) < 0 and _cross(c, d, a) * _cross(c, d, b) < 0


# -- building


def play_cards(deck: Sequence[str]) -> list[list[str]]:
    """The turns of a round, each with its card, or with the switch and its partner; the fifth underground card ends
    it."""
    turns: list[list[str]] = []
    pile = list(deck)
    underground = 0
    while underground < 5:
        cards = [pile.pop(0)]
        if cards[0].endswith("-switch"):
            cards.append(pile.pop(0))
        underground += sum(card.startswith("underground-") for card in cards)
        turns.append(cards)
    return turns


def stations_of(colour: str, sections: Sequence[Section], *, departures_count: bool = False) -> set[str]:
    """The stations of a line; one without sections has none, unless departures count from the beginning."""
    found = {name for pair in sections for name in pair}
    return found | {DEPARTURE[colour]} if departures_count else found


def ends_of(colour: str, sections: Sequence[Section]) -> set[str]:
    """Where a line may go on: the departure of a line without sections, else each station with one section only."""
    if not sections:
        return {DEPARTURE[colour]}
    times = Counter(name for pair in sections for name in pair)
    return {name for name, number in times.items() if number == 1}


def legal_sections(drawn: Drawn, colour: str, cards_of_this_turn: Sequence[str], turn: int) -> set[Section]:
    """Every section that may be drawn in a turn (from 1 in its round) with its card, or the switch and its partner."""
    line = list(drawn.get(colour, ()))
    on_line = stations_of(colour, line) | {DEPARTURE[colour]}
    symbols = [card.split("-")[1] for card in cards_of_this_turn]
    switched = "switch" in symbols and turn > 2
    (symbol,) = [it for it in symbols if it != "switch"]
    there = [pair for sections in drawn.values() for pair in sections]
    return {
        section(start, target)
        for start in (on_line if switched else ends_of(colour, line))
        for target in STATIONS
        if target not in on_line
        and (symbol == "joker" or SYMBOL[target] in (symbol, "central"))
        and is_section(start, target)
        and not any(clash(section(start, target), old) for old in there)
    }


def pencil_of(seat: int, seats: int, number: int, pencils: Sequence[str], gap: Sequence[int] = ()) -> str:
    """The colour that a seat draws with in a round (from 1), by really handing four pencils round a table."""
    if seats == 1:
        return pencils[number - 1]
    # What lies round the table, clockwise: the seats, and None for a spare pencil.
    around: list[int | None]
    if seats == 2:
        around = [0, None, 1, None]
    else:
        around = list(range(seats))
        if seats == 3:
            around.insert(gap[0] + 1, None)
    lying = list(pencils)
    for _ in range(number - 1):
        # The left is clockwise, so what lies on one's right is at the place before.
        lying = [lying[-1], *lying[:-1]]
    return lying[around.index(seat)]


# -- scoring


class Result(TypedDict):
    """What a sheet is worth, item by item."""

    products: dict[str, int]
    thames: dict[str, int]
    marks: int
    tourist: int
    interchanges: dict[int, int]
    exchange: int
    total: int
    best_line: int


def score(drawn: Drawn, *, departures_count: bool = False) -> Result:
    """The points of a sheet."""
    stops = {
        colour: stations_of(colour, drawn.get(colour, ()), departures_count=departures_count) for colour in COLOURS
    }
    products: dict[str, int] = {}
    for colour, names in stops.items():
        counts = Counter(DISTRICT[name] for name in names)
        products[colour] = len(counts) * max(counts.values(), default=0)
    thames = {colour: 2 * sum(pair in UNDER_THE_THAMES for pair in drawn.get(colour, ())) for colour in COLOURS}
    marks = min(10, sum(len(names & SITES) for names in stops.values()))
    meetings = Counter(name for names in stops.values() for name in names)
    interchanges = {lines: sum(number == lines for number in meetings.values()) for lines in (2, 3, 4)}
    exchange = sum(INTERCHANGE[lines] * number for lines, number in interchanges.items())
    lines = [products[colour] + thames[colour] for colour in COLOURS]
    return {
        "products": products,
        "thames": thames,
        "marks": marks,
        "tourist": TRACK[marks],
        "interchanges": interchanges,
        "exchange": exchange,
        "total": sum(lines) + TRACK[marks] + exchange,
        "best_line": max(lines),
    }


def winners(sheets: Sequence[Drawn]) -> tuple[int, ...]:
    """The seats that win: the highest total, then the best single line, then all who are still level."""
    results = [score(sheet) for sheet in sheets]
    ranks = [(result["total"], result["best_line"]) for result in results]
    return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))
