"""Small worlds: sheets of Next Station so small that every game on them can be played to its end.

A sheet has four lines and a game four rounds, so a world has few stations, a deck of one to four cards, and lines that
have nowhere to go. Each is made to show some rules, and covers the deals that it names
(`shinkansen.testing.small_worlds`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations, permutations, product
from typing import Any, Final

import attrs
from attrs import frozen

from shinkansen.core.plain_json import Json
from shinkansen.nextstation.deal import Deal
from shinkansen.nextstation.module_cards import EFFECTS, POWERS
from shinkansen.nextstation.moves import PASS, Draw, Move
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.sheet import Sheet
from shinkansen.nextstation.sheet_check import from_json
from shinkansen.nextstation.table import State, Table
from shinkansen.nextstation.testing.sheets import loop, tiny, tiny_json
from shinkansen.nextstation.witnesses import editions, in_sight
from shinkansen.testing import small_worlds


@frozen
class World(small_worlds.World[NextStation, Deal, State, Move]):
    """A world of Next Station."""

    def every_move(self) -> tuple[Move, ...]:
        return every_move(self.rules)

    def raw_ids(self) -> frozenset[str]:
        return raw_ids(self.rules)

    def in_sight(self, state: State) -> Table:
        return in_sight(state.table)

    def read(self, **letters: str) -> NextStation:
        return attrs.evolve(self.rules, rulings={**self.rules.letters, **letters})


# -- Everything in a world ------------------------------------------------------------------------------------------


def every_move(rules: NextStation) -> tuple[Move, ...]:
    """All moves that can be written: sections between any two places, among them one where there is no station.

    What modules can add comes with each of them, and an extension to any place.
    """
    sheet = rules.edition
    places = [*(station.id for station in sheet.stations), f"{sheet.width},{sheet.height}"]
    printed = (section.id for section in sheet.tracks)
    sections = dict.fromkeys((*printed, *combinations(places, 2)))
    extensions = (None, *places) if rules.special_stations else (None,)
    marks, powers = (_NO_OR_YES if used else (False,) for used in (rules.special_stations, rules.pencil_powers))
    return (PASS, *(Draw(*parts) for parts in product(sections, extensions, marks, powers)))


_NO_OR_YES: Final = (False, True)


def raw_ids(rules: NextStation) -> frozenset[str]:
    """Ids that are not words of the game."""
    districts = [district.id for district in rules.edition.districts if "-" in district.id]
    return frozenset([*rules.edition.cards, *districts])


# -- Making worlds --------------------------------------------------------------------------------------------------

Orders = Sequence[tuple[str, ...]]
"""The orders of the deck that a round is played with."""


def world(name: str, shows: str, sheet: Sheet, *rounds: Orders, seats: int = 1, **more: Any) -> World:
    """A world in which the pencils are in the order of the sheet, unless `more` says otherwise.

    For each round the orders of the deck are given; the last ones hold for the rounds that follow. `more` has the ways
    in which other parts of the deal can be dealt; with a part of a module, the module is used.
    """
    modules: dict[str, Any] = {module: part in more for module, part in _PARTS.items()}
    rules = NextStation(seats=seats, edition=sheet, **modules)
    decks = {f"cards_{number}": rounds[min(number, len(rounds)) - 1] for number in range(1, rules.kit.rounds + 1)}
    ways: dict[str, Sequence[tuple[Any, ...]]] = {"pencils": (sheet.colours,), **decks, **more}
    chosen = (dict(zip(ways, way, strict=True)) for way in product(*ways.values()))
    return World(name, shows, rules, tuple(deal for fixed in chosen for deal in rules.every_deal(**fixed)))


def sheet_with(
    about: Mapping[str, Mapping[str, Json]], symbols: Sequence[str], *districts: Sequence[str], **tables: Any
) -> Sheet:
    """A small sheet; `about` says by their letters what some districts are."""
    content: Any = tiny_json(symbols, *districts, **tables)
    for district in content["districts"]:
        district |= about.get(district["letter"], {})
    return from_json(content)


def stamp(points: int) -> dict[str, Json]:
    """A district on the edge of Tokyo."""
    return {"peripheral": True, "stamp": points}


_CENTRE: Final[dict[str, Json]] = {"central": True}
_POINTS: Final[dict[str, Json]] = {
    "interchanges": [[3, 5], [4, 15], [5, 30]],
    "river_section": 0,
    "tourist_track": [0],
    "loop_station_missed": 3,
}
"""What is scored in Tokyo."""


_PARTS: Final = {"objectives": "objectives", "special_stations": "effects", "pencil_powers": "powers"}
"""A part of the deal that each module has."""


def cards(*words: str) -> tuple[str, ...]:
    """A deck: capitals for underground cards, such as `circle JOKER`."""
    return tuple(
        f"underground-{word.lower()}" if word.isupper() else f"street-{word}" for line in words for word in line.split()
    )


# -- The worlds -----------------------------------------------------------------------------------------------------


def _crossing() -> World:
    deck = cards("circle JOKER")
    sheet = tiny(("cs", "sc"), cards=deck)
    return world("crossing", "Two diagonals that cross, and sections that are there already.", sheet, [deck])


def _switch() -> World:
    deck = cards("joker circle square JOKER switch")
    *others, switch = deck
    wherever = [(*others[:place], switch, *others[place:]) for place in range(len(deck))]
    sheet = tiny(("csc", "-c-"), departures=("1,1", "0,0", "1,0", "2,0"), cards=deck)
    over = cards("JOKER joker circle square switch")
    shows = "A switch in every turn: too early, a branch from the middle of the line, and as the last card of a round."
    return world("switch", shows, sheet, wherever, [over])


def _ring() -> World:
    deck = cards("circle square triangle CIRCLE")
    sheet = tiny(("??", "??"), cards=deck)
    shows = "Stations that every card reaches, and a line that must not close a ring."
    return world("ring", shows, sheet, [deck], [(deck[-1], *deck[:-1])])


def _points() -> World:
    sheet = editions()["small"]
    shows = "What is scored alone in London: the river, tourist sites, interchanges, bands and the gap before one."
    return world("points", shows, sheet, [sheet.cards, sheet.cards[::-1]])


_LOOP_MAP: Final = ("c-ts", "-c--", "s---"), ("AABC", "AABC", "DDDC")
_LOOP: Final[dict[str, Any]] = {
    "book": "tokyo",
    "points": _POINTS,
    "departures": ("1,1", "3,0", "2,0", "0,2"),
    "loop": loop(((0, 0), (4, 0)), ((4, 0), (4, 4), (0, 4)), ((0, 4), (0, 0))),
}
"""A loop of three stations with a bend from 2,0 to 0,2; one station is inside, and one outside."""


_ON_LOOP: Final[dict[str, Any]] = {**_LOOP, "departures": ("2,0", "3,0", "1,1", "0,2")}
"""The first line begins on the loop."""


def _loop() -> World:
    deck = cards("joker CIRCLE")
    sheet = sheet_with({"C": stamp(5)}, *_LOOP_MAP, **_LOOP, cards=deck)
    shows = "A loop with a bend: double track beside it and beside lines, and stations that are missed."
    return world("loop", shows, sheet, [deck])


def _stamps() -> World:
    deck = cards("JOKER")
    sheet = sheet_with(
        {"A": stamp(10), "B": stamp(5)}, ("ctp", "sct"), ("ABC", "ABC"), book="tokyo", points=_POINTS, cards=deck
    )
    shows = "Stamps of two districts, each once, and interchanges of two, three and four lines."
    return world("stamps", shows, sheet, [deck])


def _two() -> World:
    deck = cards("CIRCLE")
    sheet = tiny(("cc", "ss"), cards=deck)
    return world("two", "Two seats that choose at the same time, and pencils that go round.", sheet, [deck], seats=2)


def _three() -> World:
    deck = cards("CIRCLE")
    sheet = tiny(("cs-", "t--", "-p-"), cards=deck)
    shows = "Three seats, and a spare pencil between any two of them."
    return world("three", shows, sheet, [deck], seats=3, gap=((0,), (1,), (2,)))


def _orders() -> World:
    sheet = tiny(("cs", "ts"), cards=cards("joker CIRCLE"))
    shows = "The pencils in any order, and a round that ends before all cards have come."
    pencils = [*permutations(sheet.colours)]
    return world("orders", shows, sheet, [*permutations(sheet.cards)], [sheet.cards[::-1]], pencils=pencils)


def _sights() -> World:
    deck = cards("circle CIRCLE")
    sheet = sheet_with(
        {"C": _CENTRE},
        ("sct", "-c-", "t-s"),
        ("ABB", "ACC", "AAC"),
        departures=("0,0", "2,0", "0,2", "2,2"),
        cards=deck,
        map={"tourist_sites": ["1,0", "1,1"]},
    )
    drawn = (("districts", "sites"), ("centre", "river"), ("interchanges", "centre"))
    shows = "Common objectives of London: three that can be fulfilled here, and two that cannot."
    return world("sights", shows, sheet, [deck], [deck[::-1]], objectives=drawn)


def _aims() -> World:
    deck = cards("JOKER")
    symbols, _ = _LOOP_MAP
    about = {"A": stamp(10), "B": stamp(10), "C": stamp(5), "D": stamp(5), "E": _CENTRE}
    sheet = sheet_with(about, symbols, ("AABC", "AEBC", "DDDC"), **_LOOP, cards=deck)
    drawn = (("large-interchange", "loop"), ("districts", "centre"), ("stamps", "loop"))
    shows = "Common objectives of Tokyo, each of them fulfilled and missed."
    return world("aims", shows, sheet, [deck], objectives=drawn)


def _effects() -> World:
    deck = cards("circle CIRCLE")
    sheet = tiny(("c-c", "cs-", "c-t"), departures=("1,1", "0,0", "2,2", "0,1"), cards=deck)
    shows = "Each of the four effects in the second round: double track in London, extensions, double stations."
    symbols = ("square", "circle", "triangle", "pentagon")
    effects = [tuple(EFFECTS)[at:] + tuple(EFFECTS)[:at] for at in range(len(EFFECTS))]
    return world("effects", shows, sheet, [deck[::-1]], [deck], [deck[::-1]], symbols=[symbols], effects=effects)


def _powers() -> World:
    deck = cards("circle joker CIRCLE")
    sheet = tiny(("cs-", "?--", "-t-"), departures=("1,0", "1,2", "0,0", "0,1"), cards=deck)
    shows = "Each of the four pencil powers in the first round, on a joker too, and with it a second section."
    return world("powers", shows, sheet, [deck], [(deck[-1], *deck[:-1])], powers=_first(POWERS))


def _seconds() -> World:
    deck = cards("CIRCLE")
    sheet = tiny(("cc--", "s---", "---t"), departures=("0,0", "3,2", "1,0", "0,1"), cards=deck)
    shows = "Two seats, one of which may choose a second section after both have chosen."
    powers = [("double", "joker", "switch", "second")]
    return world("seconds", shows, sheet, [deck], seats=2, powers=powers)


def _branches() -> World:
    first, second, switch, last = deck = cards("circle joker switch CIRCLE")
    sheet = tiny(("csc", "-c-"), departures=("1,1", "0,0", "1,0", "2,0"), cards=deck)
    shows = "A second section on the turn of a switch, and a branch by the power of the switch."
    orders = [deck, (switch, first, second, last)]
    powers = _first(POWERS)
    return world("branches", shows, sheet, orders, [(last, first, second, switch)], powers=[powers[0], powers[2]])


def _borrowed() -> World:
    deck = cards("circle JOKER")
    sheet = sheet_with({"C": stamp(5)}, *_LOOP_MAP, **_ON_LOOP, cards=deck)
    shows = "London's powers on a sheet of Tokyo: second sections beside a loop, and a joker without double track."
    return world("borrowed", shows, sheet, [deck], [deck[::-1]], powers=_first(POWERS))


def _first(names: Iterable[str]) -> list[tuple[str, ...]]:
    """For each of some cards an order in which it comes first."""
    every = tuple(names)
    return [(name, *(other for other in every if other != name)) for name in every]


@cache
def worlds() -> dict[str, World]:
    """All worlds, by name."""
    makers = (
        *(_crossing, _switch, _ring, _points, _loop, _stamps, _two, _three, _orders, _sights, _aims),
        *(_effects, _powers, _seconds, _branches, _borrowed),
    )
    return {world.name: world for world in (make() for make in makers)}
