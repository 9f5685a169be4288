"""The kit: a sheet and a reading of the rules prepared for play, as bits and ready-made moves.

Everything that legality asks is looked up here: for each card and each station, the sections that lead from there to a
station the card shows, each as a mask and a move. A section can be drawn if its mask has nothing in common with
`Board.closed`; so one test decides about crossing, repeating and coming back to the line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from shinkansen.core.errors import ArgumentError
from shinkansen.core.memo import Memo
from shinkansen.core.ruleset import ScoreItem
from shinkansen.nextstation.law import Law
from shinkansen.nextstation.module_cards import SYMBOL_CARDS
from shinkansen.nextstation.moves import Draw, Move, SectionId
from shinkansen.nextstation.objectives import OBJECTIVES
from shinkansen.nextstation.pencils import colours_in
from shinkansen.nextstation.sheet import ANY, JOKER, SWITCH, Book, Point, Section, Sheet, Station
from shinkansen.nextstation.table import Board

_OWN_MODULES: Final = {
    Book.LONDON: ("objectives", "pencil_powers"),
    Book.TOKYO: ("objectives", "special_stations"),
}
"""The modules that each rulebook has itself; it lets one borrow the other's (12.1, 12.2)."""

CLAUSES: Final = {
    Book.LONDON: {
        "again": "L.8.3",
        "second track": "L.8.4",
        "interchanges": "L.5.2",
        "objectives": "L.13.1",
        "module": "L.17.2",
        "band": "L.18.1",
    },
    Book.TOKYO: {
        "again": "5.10",
        "second track": "6.3",
        "interchanges": "9.5",
        "objectives": "10.2",
        "module": "13.4",
        "band": "13.5",
    },
}
"""The clauses of what each rulebook says in a place of its own."""

MODULES: Final = {
    "objectives": "the common objectives",
    "special_stations": "the special stations",
    "pencil_powers": "the pencil powers",
}
"""What can be added to the game, by its name in a setting, and what it is called."""

Drawn = tuple[int, int, int, int]
"""A section as bits: its own, what is closed once it is drawn, and its two stations."""
Row = tuple[tuple[int, Move], ...]
"""The sections that lead away from a station: for each the mask of what it needs, and the move."""


class Kit:
    """A sheet prepared for some seats, a reading and the modules that are used."""

    def __init__(self, sheet: Sheet, law: Law, seats: int, modules: tuple[str, ...] = ()) -> None:
        self.sheet: Final = sheet
        self.law: Final = law
        self.seats: Final = seats
        self.solo: Final = seats == 1
        self.modules: Final = modules
        """The modules that are used, in the order of `MODULES`."""
        self.objective_cards: Final = (
            {each.id: each for each in OBJECTIVES[sheet.book]} if "objectives" in modules else {}
        )
        """The objectives that can be drawn, by id; none if the game is played without them."""
        paid = modules if law.borrowed_modules_cost else [each for each in modules if each in _OWN_MODULES[sheet.book]]
        self.paid_modules: Final = tuple(MODULES[each] for each in paid) if self.solo else ()
        """The modules that cost a solo player points."""
        self.has_specials: Final = "special_stations" in modules
        self.has_powers: Final = "pencil_powers" in modules
        self.has_additions: Final = self.has_specials or self.has_powers
        """Whether a section may come with anything else."""
        self.may_waste: Final = law.powers_may_be_wasted
        """Whether a power may be used where it changes nothing (R28)."""
        self.second_from_any: Final = law.second_from_any
        self.second_doubles: Final = law.second_doubles
        self.marks_at_once: Final = law.marks_what_is_reached
        """Whether the power of the double station marks the station just reached (R30)."""
        self.rounds: Final = len(sheet.colours)
        self.everybody: Final = tuple(range(seats))
        self.no_marks: Final = (0,) * self.rounds
        self.nobody_chose: Final[tuple[Move | None, ...]] = (None,) * seats
        self.seat_names: Final = ("you",) if self.solo else tuple(f"player {seat + 1}" for seat in range(seats))

        self.clauses: Final = CLAUSES[sheet.book]
        self.joker_doubles: Final = sheet.book is Book.TOKYO
        """Whether a joker lets one draw a second track beside a section (6.2)."""
        self.joker_effect_doubles: Final = self.joker_doubles or law.joker_effect_doubles_in_london
        self.joker_power_doubles: Final = self.joker_doubles and law.joker_power_doubles_in_tokyo

        self.station_bits: Final = {station.id: 1 << at for at, station in enumerate(sheet.stations)}
        self.stations: Final = sum(self.station_bits.values())
        """All stations."""
        self.station_at: Final = dict(zip(self.station_bits.values(), sheet.stations, strict=True))
        bits = tuple(1 << len(sheet.stations) + at for at in range(len(sheet.tracks)))
        self.section_bits: Final = bits
        """By their places in the sheet's list of tracks."""
        self.section_at: Final = dict(zip(bits, sheet.tracks, strict=True))
        self.drawn: Final[dict[SectionId, Drawn]] = {
            section.id: (
                bits[at],
                bits[at] | sum(bits[other] for other in sheet.clashes[at]),
                self.station_bits[section.a],
                self.station_bits[section.b],
            )
            for at, section in enumerate(sheet.tracks)
        }
        self.loop: Final = sum(self.drawn[section.id][0] for section in sheet.loop_sections)
        """The sections of the loop: each has its first track from the beginning."""
        self.colour_index: Final = {colour: at for at, colour in enumerate(sheet.colours)}
        self.departure_bits: Final = tuple(self.station_bits[sheet.departures[colour]] for colour in sheet.colours)

        self.moves: Final = {section: Draw(section) for section in self.drawn}
        """The move that draws each section; made once, so that equal moves are the same object."""
        self.marked: Final = Memo(_marked)
        """The same moves with a mark on the station reached (11.13)."""
        self.powered: Final = Memo(_powered)
        """The same moves with the power of the pencil (L.14.3)."""
        self._extensions: dict[tuple[SectionId, int], tuple[int, Draw]] | None = None

        self.symbol_of: Final = {card: card.partition("-")[2] for card in sheet.cards}
        self.underground: Final = frozenset(card for card in sheet.cards if card.startswith("underground-"))
        # Also the symbols of cards that this deck lacks: modules can let one reach them.
        shown = {*self.symbol_of.values(), *SYMBOL_CARDS, JOKER}
        self.rows: Final = {symbol: self._rows(symbol) for symbol in shown}

        # -- scoring
        self.ends_of: Final = {bit: a | b for bit, _, a, b in self.drawn.values()}
        """The two stations of each section."""
        self.passed_districts: Final = Memo(self._passed_districts)
        """The districts that each section passes through, as bits."""
        self.district_masks: Final = tuple(
            sum(self.station_bits[station.id] for station in sheet.stations if station.district == district.id)
            for district in sheet.districts
        )
        self.stamps: Final = tuple(
            (district, mask)
            for district, mask in zip(sheet.districts, self.district_masks, strict=True)
            if district.peripheral
        )
        """The districts that have a stamp, with their stations."""
        self.centre: Final = sum(
            mask for district, mask in zip(sheet.districts, self.district_masks, strict=True) if district.central
        )
        """The stations of the central district."""
        self.loop_stations: Final = sum(self.station_bits[station] for station in sheet.loop_stations)
        self.river: Final = sum(bit for bit, section in self.section_at.items() if section.river)
        self.sites: Final = sum(self.station_bits[station.id] for station in sheet.stations if station.tourist)
        self.river_points: Final = sheet.points.river_section
        self.tourist_track: Final = sheet.points.tourist_track
        self.begun: Final = Memo(self._begun)
        """By the pencils, the gap between seats and how many rounds have begun: for each seat and colour, whether its
        line has. All games together ask for a few hundred."""
        self.score_items: Final[Memo[tuple[Any, ...], ScoreItem]] = Memo(self._score_item)
        """By what words an item of a score, and its arguments."""
        self.interchanges: Final = {pair[0]: pair[1] for pair in sheet.points.interchanges}

    def _rows(self, symbol: str) -> dict[int, Row]:
        """By station, the sections that lead from it to a station that a card shows."""
        rows: dict[int, list[tuple[int, Move]]] = {bit: [] for bit in self.station_bits.values()}
        for section, (bit, _, a, b) in self.drawn.items():
            move = self.moves[section]
            for start, target in ((a, b), (b, a)):
                if symbol in (JOKER, self.station_at[target].symbol) or self.station_at[target].symbol == ANY:
                    rows[start].append((bit | target, move))
        return {start: tuple(row) for start, row in rows.items()}

    @property
    def extensions(self) -> dict[tuple[SectionId, int], tuple[int, Draw]]:
        """For a section and the station it leads to, the section straight on from there (11.9): the mask of what it
        needs, and the move that draws both; made when first needed. A section of the loop that bends has no straight
        continuation."""
        if self._extensions is None:
            self._extensions = self._straight_on()
        return self._extensions

    def _straight_on(self) -> dict[tuple[SectionId, int], tuple[int, Draw]]:
        leads: dict[tuple[str, Point], Section] = {}
        for section in self.sheet.sections:
            leads[section.a, _heading(section.path[0], section.path[1])] = section
            leads[section.b, _heading(section.path[-1], section.path[-2])] = section
        found: dict[tuple[SectionId, int], tuple[int, Draw]] = {}
        for section in self.sheet.sections:
            for path, target in ((section.path, section.b), (section.path[::-1], section.a)):
                on = leads.get((target, _heading(path[-2], path[-1])))
                if on is not None:
                    end = on.b if on.a == target else on.a
                    needs = self.drawn[on.id][0] | self.station_bits[end]
                    found[section.id, self.station_bits[target]] = needs, Draw(section.id, extension=end)
        return found

    def _begun(self, asked: tuple[tuple[str, ...], tuple[int, ...], int]) -> tuple[tuple[bool, ...], ...]:
        pencils, gap, rounds = asked
        so_far = [colours_in(self, pencils, gap, number) for number in range(rounds)]
        drawn = [{colours[seat] for colours in so_far} for seat in self.everybody]
        return tuple([tuple([colour in mine for colour in range(len(self.sheet.colours))]) for mine in drawn])

    def _score_item(self, key: tuple[Any, ...]) -> ScoreItem:
        item: Callable[..., ScoreItem] = key[0]
        return item(self, *key[1:])

    def _passed_districts(self, bit: int) -> int:
        crossed = self.sheet.crossed[self.sheet.index[self.section_at[bit].id]]
        return sum(1 << number for number, district in enumerate(self.sheet.districts) if district.id in crossed)

    def another_game(self) -> ArgumentError:
        """What is wrong with a table for another number of seats."""
        return ArgumentError(f"found a table of another game, expected one for {self.seats}")

    def reached(self, board: Board, move: Draw) -> int:
        """The station to which a section leads from the line of this round."""
        _, _, a, b = self.drawn[move.section]
        return b if board.closed & a else a

    def sections_of(self, board: Board, move: Draw) -> list[int]:
        """The places of the sections that a move draws, in the sheet's list: one, or with an extension two."""
        first = self.sheet.index[move.section]
        if move.extension is None:
            return [first]
        reached = self.station_at[self.reached(board, move)].id
        return [first, self.sheet.index[Draw((reached, move.extension)).section]]

    def sections_in(self, mask: int) -> list[Section]:
        """The sections of a line or of everything drawn."""
        return [self.section_at[bit] for bit in bits_in(mask)]

    def stations_in(self, mask: int) -> list[Station]:
        """The stations of a mask."""
        return [station for bit, station in self.station_at.items() if mask & bit] if mask else []

    def turn(self, cards: tuple[str, ...]) -> int:
        """Which turn of its round the last of these cards belongs to: a switch and its partner are one turn (6.6)."""
        return len(cards) - sum(self.symbol_of[card] == SWITCH for card in cards[:-1])

    def of_this_turn(self, cards: tuple[str, ...]) -> tuple[str, ...]:
        """The cards of the last turn."""
        with_switch = len(cards) > 1 and self.symbol_of[cards[-2]] == SWITCH
        return cards[-2:] if with_switch else cards[-1:]

    def is_last_turn(self, cards: tuple[str, ...]) -> bool:
        """Whether the last underground card has come, so that the round ends with this turn (4.6)."""
        for card in self.underground:  # noqa: SIM110 - a comprehension is a call
            if card not in cards:
                return False
        return True


def bits_in(mask: int) -> Iterator[int]:
    """The bits of a mask, from the lowest: a line has ten sections, the sheet has many more."""
    while mask:
        bit = mask & -mask
        mask ^= bit
        yield bit


def _marked(section: SectionId) -> Draw:
    return Draw(section, mark=True)


def _powered(section: SectionId) -> Draw:
    return Draw(section, power=True)


def _heading(start: Point, end: Point) -> Point:
    """The direction from a point to the next one of a path."""
    return end[0] - start[0], end[1] - start[1]
