"""Next Station read a second time, with the loop, double track and every module, on any sheet: slow and obvious.

Written from the texts and the agreed interface, blind to the engine; of the engine only the plain JSON of a sheet is
read. Everything that a line can run along is a *track*: a chain of straight strokes between points of the doubled grid,
on which the station of cell (x, y) lies at (2x, 2y). Whether two tracks meet is worked out with fractions. Moves,
tables and deals are plain JSON, as agreed.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeAlias

from tests.nextstation.second_eyes.naive import Point, Section, name_of, pencil_of, point_of, section

Json: TypeAlias = dict[str, Any]
Exact: TypeAlias = tuple[Fraction, Fraction]
Track: TypeAlias = tuple[Point, ...]

SYMBOLS: Final = ("circle", "square", "triangle", "pentagon")
EFFECTS: Final = ("switch", "joker", "extension", "double-station")
POWERS: Final = ("second", "joker", "switch", "double")
LONDON_OBJECTIVES: Final = ("interchanges", "districts", "sites", "centre", "river")
TOKYO_OBJECTIVES: Final = ("stamps", "large-interchange", "loop", "districts", "centre")
LETTERS: Final = {"c": "circle", "s": "square", "t": "triangle", "p": "pentagon", "?": "any"}
PASS: Final[Json] = {"move": "pass"}


def written(move: Mapping[str, Any]) -> str:
    """A move as text that is the same for equal moves."""
    return json.dumps(move, sort_keys=True)


# -- geometry


def strokes(track: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """The straight parts of a track."""
    return pairwise(track)


def lies_on(p: Exact, a: Point, b: Point) -> bool:
    """Whether a point lies on the stroke from a to b."""
    aside = (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])
    return aside == 0 and min(a[0], b[0]) <= p[0] <= max(a[0], b[0]) and min(a[1], b[1]) <= p[1] <= max(a[1], b[1])


def common_points(a: Point, b: Point, c: Point, d: Point) -> list[Exact]:
    """The points that two strokes have in common; where they lie on each other, the two ends of that part."""
    across = (b[0] - a[0]) * (d[1] - c[1]) - (b[1] - a[1]) * (d[0] - c[0])
    if across:
        t = Fraction((c[0] - a[0]) * (d[1] - c[1]) - (c[1] - a[1]) * (d[0] - c[0]), across)
        p = (a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1]))
        return [p] if lies_on(p, a, b) and lies_on(p, c, d) else []
    exact = {(Fraction(x), Fraction(y)) for x, y in (a, b, c, d)}
    return [p for p in exact if lies_on(p, a, b) and lies_on(p, c, d)]


def meet_outside(one: Track, other: Track, stations: Collection[Point]) -> bool:
    """Whether two tracks have a point in common that is none of these stations, or a whole stretch."""
    harmless = {(Fraction(x), Fraction(y)) for x, y in stations}
    for a, b in strokes(one):
        for c, d in strokes(other):
            found = common_points(a, b, c, d)
            if len(found) > 1 or any(p not in harmless for p in found):
                return True
    return False


def passes_through_cell(track: Track, x: int, y: int) -> bool:
    """Whether a track has a stretch inside a cell; along its border or through its corner is not inside."""
    for (ax, ay), (bx, by) in strokes(track):
        enter, leave = Fraction(0), Fraction(1)
        for start, step, low in ((ax, bx - ax, 2 * x - 1), (ay, by - ay, 2 * y - 1)):
            if step == 0:
                if not low < start < low + 2:
                    enter, leave = Fraction(1), Fraction(0)
                continue
            one, other = sorted((Fraction(low - start, step), Fraction(low + 2 - start, step)))
            enter, leave = max(enter, one), min(leave, other)
        if enter < leave:
            return True
    return False


# -- a sheet


class City:
    """A sheet, read from its plain JSON."""

    def __init__(self, content: Mapping[str, Any]) -> None:
        rows: list[str] = content["map"]["symbols"]
        areas: list[str] = content["map"]["districts"]
        districts: dict[str, Json] = {item["letter"]: item for item in content["districts"]}
        self.book: str = content["book"]
        self.symbol = {
            name_of((x, y)): LETTERS[char] for y, row in enumerate(rows) for x, char in enumerate(row) if char != "-"
        }
        self.cells: dict[Point, str] = {
            (x, y): districts[letter]["id"] for y, row in enumerate(areas) for x, letter in enumerate(row)
        }
        self.district = {name: self.cells[point_of(name)] for name in self.symbol}
        self.districts: list[str] = [item["id"] for item in content["districts"]]
        self.stamp: dict[str, int] = {
            item["id"]: item.get("stamp", 0) for item in content["districts"] if item.get("peripheral", False)
        }
        self.central = {item["id"] for item in content["districts"] if item.get("central", False)}
        self.colours: list[str] = [item["colour"] for item in content["lines"]]
        self.departure: dict[str, str] = {item["colour"]: item["departure"] for item in content["lines"]}
        self.sites: set[str] = set(content["map"].get("tourist_sites", []))
        self.loop: dict[Section, Track] = {}
        for path in content.get("loop", {}).get("paths", []):
            track = tuple((x, y) for x, y in path)
            first, last = ((x // 2, y // 2) for x, y in (track[0], track[-1]))
            self.loop[section(name_of(first), name_of(last))] = track
        self.loop_stations = {name for pair in self.loop for name in pair}
        course = content.get("river", {}).get("course", [])
        self.river: Track = tuple((x, y) for x, y in course)
        points = content["points"]
        self.interchange: dict[int, int] = dict(points["interchanges"])
        self.river_section: int = points.get("river_section", 0)
        self.track_of_circles: list[int] = points.get("tourist_track", [0])
        self.missed: int = points.get("loop_station_missed", 0)
        self.cards: list[str] = content["deck"]["cards"]
        self._tracks: dict[Section, Track | None] = {}
        self._clash: dict[tuple[Section, Section], bool] = {}
        self._around: dict[str, list[str]] = {}
        self._through: dict[Section, set[str]] = {}
        self._under: dict[Section, bool] = {}

    # -- tracks

    def track(self, one: str, other: str) -> Track | None:
        """What joins two stations directly: a section of the loop, or a straight one that nothing forbids as such."""
        pair = section(one, other)
        if pair not in self._tracks:
            self._tracks[pair] = self.loop[pair] if pair in self.loop else self._straight(*pair)
        return self._tracks[pair]

    def _straight(self, one: str, other: str) -> Track | None:
        """The stroke between two stations: along the grid, with no station between (5.6), not across the loop (5.8)."""
        (ax, ay), (bx, by) = point_of(one), point_of(other)
        if one == other or not (ax == bx or ay == by or abs(ax - bx) == abs(ay - by)):
            return None
        stroke = ((2 * ax, 2 * ay), (2 * bx, 2 * by))
        for name in self.symbol:
            x, y = point_of(name)
            if name not in (one, other) and lies_on((Fraction(2 * x), Fraction(2 * y)), *stroke):
                return None
        for printed in self.loop.values():
            if meet_outside(stroke, printed, {stroke[0], stroke[1]} & {printed[0], printed[-1]}):
                return None
        return stroke

    def around(self, name: str) -> list[str]:
        """The stations that a track joins to this one."""
        if name not in self._around:
            self._around[name] = [other for other in self.symbol if other != name and self.track(name, other)]
        return self._around[name]

    def clash(self, one: Section, other: Section) -> bool:
        """Whether two different sections cannot be on the same sheet: they meet away from a station of both."""
        if (one, other) not in self._clash:
            first, second = self.track(*one), self.track(*other)
            assert first is not None
            assert second is not None
            ends = {first[0], first[-1]} & {second[0], second[-1]}
            self._clash[one, other] = meet_outside(first, second, ends)
        return self._clash[one, other]

    def straight_on(self, start: str, through: str) -> str | None:
        """The next station in the direction from one station to another, if there is one, whatever lies between."""
        (ax, ay), (bx, by) = point_of(start), point_of(through)
        dx, dy = (bx > ax) - (bx < ax), (by > ay) - (by < ay)
        x, y = bx + dx, by + dy
        while (x, y) in self.cells:
            if name_of((x, y)) in self.symbol:
                return name_of((x, y))
            x, y = x + dx, y + dy
        return None

    def passed_through(self, pair: Section) -> set[str]:
        """The districts that a section passes through."""
        if pair not in self._through:
            track = self.track(*pair)
            assert track is not None
            self._through[pair] = {
                district for (x, y), district in self.cells.items() if passes_through_cell(track, x, y)
            }
        return self._through[pair]

    def under_the_river(self, pair: Section) -> bool:
        """Whether a section passes under the river; its course is given in hundredths of a cell."""
        if pair not in self._under:
            track = self.track(*pair)
            assert track is not None
            fine = tuple((50 * x, 50 * y) for x, y in track)
            self._under[pair] = meet_outside(fine, self.river, ())
        return self._under[pair]

    # -- lines

    def ends(self, colour: str, line: Sequence[Section]) -> set[str]:
        """Where a line may go on: stations with one section of it; its departure while it has none."""
        if not line:
            return {self.departure[colour]}
        times = Counter(name for pair in line for name in pair)
        return {name for name, number in times.items() if number == 1}

    def stations(self, colour: str, line: Sequence[Section]) -> set[str]:
        """Every station of a line, its departure too."""
        return {self.departure[colour]} | {name for pair in line for name in pair}

    def drawable(
        self, lines: Mapping[str, Sequence[Section]], colour: str, start: str, target: str, *, double: bool
    ) -> bool:
        """Whether a section can be added to a line by the rules of construction; card and start are not looked at."""
        if self.track(start, target) is None or target in self.stations(colour, lines[colour]):
            return False
        pair = section(start, target)
        drawn = [old for line in lines.values() for old in line]
        tracks_there = drawn.count(pair) + (pair in self.loop)
        if tracks_there > (1 if double else 0):
            return False
        return not any(self.clash(pair, old) for old in drawn if old != pair)


# -- what a turn allows


class Way(NamedTuple):
    """What a card, together with effects and powers, lets one draw."""

    anywhere: bool
    """Start at any station of the line, not only at an end."""
    symbol: str
    """The symbol to reach, or "joker" for any."""
    double: bool
    """Double track."""


@dataclass
class Paper:
    """What a seat has drawn and used."""

    lines: dict[str, list[Section]]
    marks: dict[str, set[str]]
    used: set[str] = field(default_factory=set[str])


def turns_of(deck: Sequence[str]) -> list[list[str]]:
    """The turns of a round, each with its card or the switch and its partner; the last underground card ends it."""
    left, turns = [card for card in deck if card.startswith("underground-")], list[list[str]]()
    pile = list(deck)
    while left:
        cards = [pile.pop(0)]
        if cards[0].endswith("-switch"):
            cards.append(pile.pop(0))
        left = [card for card in left if card not in cards]
        turns.append(cards)
    return turns


class Game:
    """A game in progress: `legal` lists the moves of a seat, `play` takes the moves of all who are choosing."""

    def __init__(
        self,
        city: City,
        deal: Mapping[str, Any],
        *,
        seats: int = 1,
        objectives: bool = False,
        special_stations: bool = False,
        pencil_powers: bool = False,
        letters: Mapping[str, str] | None = None,
    ) -> None:
        assert not (special_stations and pencil_powers)  # 12.3
        self.city, self.deal, self.seats = city, deal, seats
        self.objectives: list[str] = list(deal["objectives"]) if objectives else []
        self.special_stations, self.pencil_powers = special_stations, pencil_powers
        self.modules = (objectives, special_stations, pencil_powers)
        self.letters = dict(letters or {})
        self.round = self.turn = 1
        self.choosing = list(range(seats))
        self.following: dict[int, str] = {}
        self.papers = [
            Paper({colour: [] for colour in city.colours}, {colour: set[str]() for colour in city.colours})
            for _ in range(seats)
        ]

    def letter(self, ruling: str) -> str:
        """How a ruling is answered; the first answer is the one preferred."""
        return self.letters.get(ruling, "a")

    # -- what lies in the open

    @property
    def turns(self) -> list[list[str]]:
        """The turns of this round."""
        return turns_of(self.deal[f"cards_{self.round}"])

    @property
    def cards(self) -> list[str]:
        """The card or cards of this turn."""
        return self.turns[self.turn - 1]

    @property
    def shown(self) -> str:
        """What the card of this turn shows that is no switch."""
        return self.cards[-1].split("-")[1]

    @property
    def switched(self) -> bool:
        """Whether a switch lies in this turn, and counts (6.9)."""
        return len(self.cards) == 2 and self.turn > 2

    @property
    def effect(self) -> str | None:
        """The effect that the card of this turn brings; none on a joker (11.5)."""
        if not self.special_stations or self.shown != self.deal["symbols"][self.round - 1]:
            return None
        return str(self.deal["effects"][self.round - 1])

    def colour(self, seat: int, number: int | None = None) -> str:
        """The pencil of a seat in this round or another."""
        gap = self.deal.get("gap", ())
        return pencil_of(seat, self.seats, self.round if number is None else number, self.deal["pencils"], gap)

    def power(self, seat: int) -> str | None:
        """The power that a seat could use now; each pencil's once (L.14.3)."""
        colour = self.colour(seat)
        if not self.pencil_powers or colour in self.papers[seat].used:
            return None
        power = str(self.deal["powers"][self.city.colours.index(colour)])
        return None if power == "double" and self.letter("R30") == "a" else power

    # -- moves

    def _fits(self, target: str, symbol: str) -> bool:
        return symbol == "joker" or self.city.symbol[target] in (symbol, "any")

    def _sections(self, lines: Mapping[str, Sequence[Section]], colour: str, way: Way) -> dict[Section, str]:
        """Every section that may be drawn, with the station that it leads to."""
        line = lines[colour]
        starts = self.city.stations(colour, line) if way.anywhere else self.city.ends(colour, line)
        return {
            section(start, target): target
            for start in starts
            for target in self.city.around(start)
            if self._fits(target, way.symbol) and self.city.drawable(lines, colour, start, target, double=way.double)
        }

    @property
    def way(self) -> Way:
        """What the cards of this turn let everybody draw."""
        tokyo = self.city.book == "tokyo"
        joker, effect = self.shown == "joker", self.effect
        double = (joker and tokyo) or (effect == "joker" and (tokyo or self.letter("R36") == "a"))
        return Way(self.switched or effect == "switch", "joker" if joker or effect == "joker" else self.shown, double)

    def _with_power(self, power: str) -> Way:
        """What they let a seat draw that uses one of two powers."""
        way = self.way
        if power == "switch":
            return way._replace(anywhere=True)
        double = way.double or (self.city.book == "tokyo" and self.letter("R31") == "b")
        return way._replace(symbol="joker", double=double)

    def second_symbol(self, target: str) -> str | None:
        """The symbol for a second section, after a first one that led to this station; None if there can be none."""
        if self.shown != "joker":
            return self.shown
        if self.city.symbol[target] != "any":
            return self.city.symbol[target]
        return "joker" if self.letter("R29") == "a" else None

    def _seconds(self, lines: Mapping[str, Sequence[Section]], colour: str, symbol: str) -> dict[Section, str]:
        """The second sections that may follow."""
        double = self.shown == "joker" and self.city.book == "tokyo" and self.letter("R41") == "a"
        way = Way(self.switched and self.letter("R35") == "a", symbol, double)
        return self._sections(lines, colour, way)

    def _extension(
        self, lines: Mapping[str, Sequence[Section]], colour: str, first: Section, target: str
    ) -> str | None:
        """The station that an extension of this section leads to, if there can be one."""
        (start,) = set(first) - {target}
        further = self.city.straight_on(start, target)
        after = {**lines, colour: [*lines[colour], first]}
        if further is None or not self.city.drawable(after, colour, target, further, double=False):
            return None
        return further

    def legal(self, seat: int) -> list[Json]:
        """Every move of a seat that is choosing."""
        assert seat in self.choosing
        colour, lines = self.colour(seat), self.papers[seat].lines
        if seat in self.following:
            seconds = self._seconds(lines, colour, self.following[seat])
            draws = [draw(pair) for pair in seconds]
            return [PASS, *draws] if self.letter("R28") == "b" else draws
        return [PASS, *self._first_draws(seat, colour, lines)]

    def _first_draws(self, seat: int, colour: str, lines: Mapping[str, Sequence[Section]]) -> Iterator[Json]:
        wasteful, plain = self.letter("R28") == "b", self._sections(lines, colour, self.way)
        for pair, target in plain.items():
            yield draw(pair)
            if self.effect == "double-station":
                yield draw(pair, mark=True)
            if self.effect == "extension" and (further := self._extension(lines, colour, pair, target)):
                yield draw(pair, extension=further)
        power = self.power(seat)
        if power in ("joker", "switch"):
            for pair in self._sections(lines, colour, self._with_power(power)):
                if wasteful or pair not in plain:
                    yield draw(pair, power=True)
        elif power == "second":
            for pair, target in plain.items():
                symbol = self.second_symbol(target)
                after = {**lines, colour: [*lines[colour], pair]}
                if wasteful or (symbol is not None and self._seconds(after, colour, symbol)):
                    yield draw(pair, power=True)
        elif power == "double":
            for pair in plain:
                yield draw(pair, power=True)

    # -- going on

    def play(self, choices: Mapping[int, Mapping[str, Any]]) -> None:
        """The moves of all who are choosing."""
        assert set(choices) == set(self.choosing)
        for seat, move in choices.items():
            assert written(move) in {written(legal) for legal in self.legal(seat)}, move
        second_block, following = bool(self.following), dict[int, str]()
        for seat, move in choices.items():
            symbol = self._draw(seat, move)
            if symbol is not None:
                following[seat] = symbol
        self.following = {} if second_block else following
        if self.following:
            self.choosing = sorted(following)
            return
        self.choosing = list(range(self.seats))
        self.turn += 1
        if self.turn > len(self.turns):
            if self.round == 4:
                self.turn -= 1
                self.choosing = []
            else:
                self.round, self.turn = self.round + 1, 1

    def _draw(self, seat: int, move: Mapping[str, Any]) -> str | None:
        """Draw what a move says; the symbol for the second section, if one follows."""
        if move["move"] == "pass":
            return None
        colour, paper = self.colour(seat), self.papers[seat]
        one, other = move["section"]
        (target,) = {one, other} - self.city.stations(colour, paper.lines[colour])
        power = self.power(seat)
        paper.lines[colour].append(section(one, other))
        if "extension" in move:
            paper.lines[colour].append(section(target, move["extension"]))
        if move.get("mark", False):
            paper.marks[colour].add(target)
        if not move.get("power", False):
            return None
        paper.used.add(colour)
        if power == "double":
            paper.marks[colour].add(target)
        return self.second_symbol(target) if power == "second" else None

    # -- what everybody sees

    def table(self, choosing: Iterable[int] | None = None) -> Json:
        """The table; while a block is open, with those who have yet to choose."""
        begun = range(1, self.round + 1)
        cards = [[card for turn in turns_of(self.deal[f"cards_{number}"]) for card in turn] for number in begun]
        cards[-1] = [card for turn in self.turns[: self.turn] for card in turn]
        deal = self.deal
        return {
            "round": self.round,
            "pencils": list(deal["pencils"]),
            "gap": list(deal.get("gap", ())),
            "objectives": self.objectives,
            "cards": cards,
            "choosing": list(self.choosing if choosing is None else choosing),
            "specials": (
                [[deal["symbols"][number - 1], deal["effects"][number - 1]] for number in begun]
                if self.special_stations
                else []
            ),
            "powers": list(deal["powers"]) if self.pencil_powers else [],
            "seats": [self._in_front_of(seat) for seat in range(self.seats)],
        }

    def _in_front_of(self, seat: int) -> Json:
        paper = self.papers[seat]
        places = {
            colour: sorted(line, key=lambda pair: (point_of(pair[0]), point_of(pair[1])))
            for colour, line in paper.lines.items()
        }
        return {
            "lines": {colour: [[*pair] for pair in line] for colour, line in places.items()},
            "marks": [
                [colour, name] for colour in self.city.colours for name in sorted(paper.marks[colour], key=point_of)
            ],
            "used": [colour for colour in self.city.colours if colour in paper.used],
            "second": self.following.get(seat),
        }

    def hidden(self, choices: Mapping[int, Mapping[str, Any]] | None = None) -> Json:
        """What nobody sees, or only one: the rest of the decks and piles, and the choices of an open block."""
        shown = self.table()["cards"]
        decks = [list(self.deal[f"cards_{number}"]) for number in range(1, 5)]
        return {
            "decks": [deck[len(shown[n]) if n < len(shown) else 0 :] for n, deck in enumerate(decks)],
            "choices": [(choices or {}).get(seat) for seat in range(self.seats)],
            "symbols": list(self.deal["symbols"][self.round :]) if self.special_stations else [],
            "effects": list(self.deal["effects"][self.round :]) if self.special_stations else [],
        }

    # -- points

    def stops(self, seat: int, colour: str) -> set[str]:
        """The stations of a line that count."""
        line = self.papers[seat].lines[colour]
        begun = {self.colour(seat, number) for number in range(1, self.round + 1)}
        if line or (self.letter("R10") == "b" and colour in begun):
            return self.city.stations(colour, line)
        return set()

    def line_points(self, seat: int, colour: str) -> int:
        """A line: its districts times its most stations in one, and what it gets for the river."""
        city, line, stops = self.city, self.papers[seat].lines[colour], self.stops(seat, colour)
        served = {city.district[name] for name in stops}
        counts = Counter(city.district[name] for name in stops)
        counts.update(city.district[name] for name in self.papers[seat].marks[colour])
        most = max(counts.values(), default=0)
        if self.letter("R9") == "b":
            served = served.union(*(city.passed_through(pair) for pair in line))
        if self.pencil_powers and self.letter("R30") == "a" and stops:
            most += self.deal["powers"][city.colours.index(colour)] == "double"
        return len(served) * most + city.river_section * sum(map(city.under_the_river, line))

    def meetings(self, seat: int) -> Counter[str]:
        """How many lines meet at each station with one at least; the loop is one where it has drawn company."""
        lines = Counter(name for colour in self.city.colours for name in self.stops(seat, colour))
        return Counter({name: number + (name in self.city.loop_stations) for name, number in lines.items()})

    def stamps(self, seat: int) -> set[str]:
        """The districts whose stamp a seat has collected."""
        meetings = self.meetings(seat)
        return {self.city.district[name] for name, lines in meetings.items() if lines >= 2} & set(self.city.stamp)

    def fulfilled(self, seat: int, objective: str) -> bool:
        """Whether a seat has what an objective asks for."""
        city, meetings = self.city, self.meetings(seat)
        lines = self.papers[seat].lines
        tests: dict[str, Callable[[], bool]] = {
            "interchanges": lambda: sum(number >= 2 for number in meetings.values()) >= 8,
            "sites": lambda: city.sites <= set(meetings),
            "river": lambda: sum(city.under_the_river(pair) for line in lines.values() for pair in line) >= 6,
            "stamps": lambda: len(self.stamps(seat)) >= 4,
            "large-interchange": lambda: any(number >= 4 for number in meetings.values()),
            "loop": lambda: city.loop_stations <= set(meetings),
            "districts": lambda: set(city.districts) <= {city.district[name] for name in meetings},
            "centre": lambda: {name for name in city.symbol if city.district[name] in city.central} <= set(meetings),
        }
        return tests[objective]()

    def points(self, seat: int) -> dict[str, int]:
        """Everything that a seat scores, by what it is for."""
        city, meetings = self.city, self.meetings(seat)
        circles = sum(len(self.stops(seat, colour) & city.sites) for colour in city.colours)
        objectives, special_stations, pencil_powers = self.modules
        own = {"london": pencil_powers, "tokyo": special_stations}[city.book]
        costly = objectives + (special_stations or pencil_powers if self.letter("R34") == "a" else own)
        return {
            **{colour: self.line_points(seat, colour) for colour in city.colours},
            "tourist": city.track_of_circles[min(circles, len(city.track_of_circles) - 1)],
            "exchange": sum(city.interchange.get(lines, 0) for lines in meetings.values()),
            "stamps": sum(city.stamp[district] for district in self.stamps(seat)),
            "missed": -city.missed * len(city.loop_stations - set(meetings)),
            "objectives": 10 * sum(self.fulfilled(seat, objective) for objective in self.objectives),
            "modules": -10 * costly if self.seats == 1 else 0,
        }

    def totals(self) -> tuple[int, ...]:
        """What each seat has."""
        return tuple(sum(self.points(seat).values()) for seat in range(self.seats))

    def winners(self) -> tuple[int, ...]:
        """The highest total; of those the best single line; all who are still level."""
        ranks = [
            (total, max(self.line_points(seat, colour) for colour in self.city.colours))
            for seat, total in enumerate(self.totals())
        ]
        return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))


def draw(pair: Section, **extras: Any) -> Json:
    """A move that draws a section."""
    return {"move": "draw", "section": [*pair], **extras}
