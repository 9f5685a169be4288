"""The table: everything that lies in the open, as one frozen value, and beside it the little that is hidden.

Legality, prices, refusals and scores take a `Table` and never a `State`, so the hidden deck cannot leak into them.
Totals live here and entries (who paid whom) live in steps and records, or equal tables would not be equal.

A table is read by names: cities and cards by their ids, venues by their numbers on the board (from 1), colours as
`Colour`. Ask `table.has_track("osaka")`, `table.station("osaka")`, `table.owner("engine-1")`; a name that the game does
not have is an `ArgumentError`. What the engine keeps by position, for speed, is for the engine alone and may change
with any release: the fields whose names end in `_bits` (bit 0 is the first city, venue, colour or ability),
`station_colours`, `counters`, `cauldrons` and `pieces`.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final, TypeAlias

from attrs import field, frozen

from shinkansen.core.errors import ArgumentError
from shinkansen.core.plain_json import shown
from shinkansen.zerokei.edition import Colour

NOBODY: Final = -1
"""In place of a seat where there is none."""

FACE_DOWN: Final = "?"
EMPTY: Final = ""
"""What lies on a cell of Hideo's board when it is no token one can see."""

NO_CARRIAGE: Final = ""
"""In place of a carriage in the row, under the token of who took none."""

SEAT_NAMES: Final = ("yellow", "red", "green", "blue")
"""The rulebook's examples name the first three; the fourth is our name for the colour it leaves out."""
SOLO_NAMES: Final = ("yellow", "Hideo")

EVENT: Final = "event"
TAIL: Final = "tail"
"""The two cards that every player has without their having ids: the current event and one's own tail-carriage."""


class Phase(IntEnum):
    """Which decision is open."""

    ENGINE = 0
    BUY = 1
    PLACE = 2
    ACT = 3
    END = 4
    OVER = 5


COLOURS: Final = tuple(Colour)
COLOUR_INDEX: Final[dict[str, int]] = {colour: index for index, colour in enumerate(COLOURS)}


@frozen(weakref_slot=False)
class Pieces:
    """The names of what a game is played with; all tables of the game share one."""

    cities: tuple[str, ...]
    """In the order of the line."""
    cards: tuple[str, ...]
    """Engines, carriages, and the two cards without ids."""


@frozen(weakref_slot=False)
class Counters:
    """The station value counters: the space of each colour, and their order from least to most advanced.

    The order tells the piles apart: of two counters on one space the later one lies higher.
    """

    spaces: tuple[int, ...]
    order: tuple[int, ...]


@frozen
class SecondHalf:
    """The rest of a combined event is owed: which kind of work, with the event again."""

    work: str


@frozen
class Again:
    """A card is being repeated: its action is owed."""

    card: str


@frozen
class Moving:
    """Carriages may be moved, so many more."""

    left: int


Pending: TypeAlias = SecondHalf | Again | Moving
"""A decision that follows from a move before the turn goes on; the last of the table's `pending` is due first."""


@frozen(weakref_slot=False)
class Seat:
    """What lies in front of one player."""

    engine: str
    """Empty until chosen."""
    train: tuple[str, ...]
    """The carriages from the engine to the tail."""
    yen: int
    vp: int
    tracks: int
    cauldrons: int
    spent: frozenset[str]
    """Carriages under a used card token."""
    tokens: tuple[tuple[str, str], ...]
    """Bought Olympic tokens as (card, city), sorted."""
    ability_bits: int
    """The abilities of the train: what `train` says, for speed."""

    def has(self, card: str) -> bool:
        """Whether an engine or a carriage is part of the train."""
        return card != "" and (card == self.engine or card in self.train)


@frozen(weakref_slot=False)
class Table:
    """Everything in the open."""

    round: int
    """From 0."""
    phase: Phase
    seat: int
    """Whose decision it is."""
    actions: int
    """Actions left in the turn."""
    used: frozenset[str]
    """Cards used this turn."""
    pending: tuple[Pending, ...]
    tile: tuple[int, ...]
    """The seat on each space of the turn order tile."""
    row: tuple[str, ...]
    """The carriages beside the tile, nearest first."""
    claims: tuple[int, ...]
    """The seat whose token lies on each of them."""
    discard: tuple[str, ...]
    """The discard pile, sorted: any of its cards can be bought."""
    prepared_bits: int
    """Cities without construction token; see `ground_prepared`."""
    track_bits: int
    """Cities with laid track; see `has_track`."""
    station_colours: tuple[int, ...]
    """The colour of each city's station, or -1; see `station`."""
    station_bits: int
    """Cities with a station: what `station_colours` says, for speed."""
    colour_bits: int
    """Colours with a station left: what `station_colours` says, for speed."""
    counters: Counters
    """See `counter` and `counters_in_order`."""
    cauldrons: tuple[tuple[int, ...], ...]
    """For each venue, the cauldrons of each seat; see `cauldrons_at`."""
    tokens: tuple[str, ...]
    """Olympic tokens that nobody has used, by city id."""
    seats: tuple[Seat, ...]
    venues: tuple[str, ...]
    """The city of each venue."""
    events: tuple[str, ...]
    """The event of each year, by its effect."""
    engines: tuple[str, ...]
    """Engines not yet chosen; those left over are out of the game."""
    pieces: Pieces = field(hash=False, repr=False)
    board: tuple[str, ...] = ()
    """Solo: what lies on each cell of Hideo's board: a token's id, face down or nothing."""
    closed_bits: int = 0
    """Solo: the venues closed to you; see `venue_closed`."""
    memory: frozenset[str] = frozenset()
    """What a reading of the rules needs remembered beyond what lies on the table; empty under the preferred rulings."""

    # -- the line: cities by id, in the order of the line

    def ground_prepared(self, city: str) -> bool:
        """Whether the construction token of a city is gone."""
        return bool(self.prepared_bits >> self._place(city) & 1)

    def has_track(self, city: str) -> bool:
        """Whether track is laid at a city."""
        return bool(self.track_bits >> self._place(city) & 1)

    def station(self, city: str) -> Colour | None:
        """The colour of a city's station, or `None` while it has none."""
        colour = self.station_colours[self._place(city)]
        return COLOURS[colour] if colour >= 0 else None

    def prepared_cities(self) -> tuple[str, ...]:
        """The cities whose ground is prepared."""
        return self._cities(self.prepared_bits)

    def cities_with_track(self) -> tuple[str, ...]:
        """The cities where track is laid."""
        return self._cities(self.track_bits)

    def stations(self) -> dict[str, Colour]:
        """The cities with a station, and its colour."""
        found = zip(self.pieces.cities, self.station_colours, strict=True)
        return {city: COLOURS[colour] for city, colour in found if colour >= 0}

    def counter(self, colour: Colour) -> int:
        """The space of a station value counter, from 0."""
        if colour not in COLOURS:
            raise ArgumentError(f"there is no counter {shown(colour)}, expected one of {', '.join(COLOURS)}")
        return self.counters.spaces[COLOURS.index(colour)]

    def counters_in_order(self) -> tuple[Colour, ...]:
        """The station value counters from the least to the most advanced; of two on one space the higher is later."""
        return tuple(COLOURS[colour] for colour in self.counters.order)

    # -- venues, by their numbers on the board

    def cauldrons_at(self, venue: int, seat: int) -> int:
        """How many cauldrons of a seat burn at a venue."""
        counts = self.cauldrons[self._venue(venue)]
        if type(seat) is not int or not 0 <= seat < len(counts):
            raise ArgumentError(f"there is no seat {shown(seat)}, expected 0 to {len(counts) - 1}")
        return counts[seat]

    def venue_closed(self, venue: int) -> bool:
        """Solo: whether a venue is closed to you."""
        return bool(self.closed_bits >> self._venue(venue) & 1)

    def closed_venues(self) -> tuple[int, ...]:
        """Solo: the venues closed to you."""
        return tuple(place + 1 for place in range(len(self.venues)) if self.closed_bits >> place & 1)

    # -- cards, by id

    @property
    def event(self) -> str:
        """The event of this round."""
        return self.events[self.round]

    def owner(self, card: str) -> int | None:
        """The seat whose train an engine or a carriage is part of; `None` if it is in no train."""
        self._card(card)
        return next((seat for seat, content in enumerate(self.seats) if content.has(card)), None)

    def card_used(self, card: str) -> bool:
        """Whether a card was used in the turn that is being taken."""
        return self._card(card) in self.used

    def claimed_by(self, carriage: str) -> int | None:
        """The seat whose token lies on a carriage of the row; `None` if none does or it is not in the row."""
        self._card(carriage)
        claim = self.claims[self.row.index(carriage)] if carriage in self.row else NOBODY
        return claim if claim != NOBODY else None

    # -- from names to places and back

    def _cities(self, bits: int) -> tuple[str, ...]:
        return tuple(city for place, city in enumerate(self.pieces.cities) if bits >> place & 1)

    def _place(self, city: str) -> int:
        if city not in self.pieces.cities:
            raise ArgumentError(f"there is no city {shown(city)}, expected one of {', '.join(self.pieces.cities)}")
        return self.pieces.cities.index(city)

    def _venue(self, venue: int) -> int:
        if type(venue) is not int or not 1 <= venue <= len(self.venues):
            raise ArgumentError(f"there is no venue {shown(venue)}, expected 1 to {len(self.venues)}")
        return venue - 1

    def _card(self, card: str) -> str:
        if card not in self.pieces.cards:
            raise ArgumentError(f"there is no card {shown(card)}, expected one of {', '.join(self.pieces.cards)}")
        return card


@frozen(weakref_slot=False)
class State:
    """The table and what is hidden: the order of the deck and, in solo, the tokens of Hideo's board."""

    table: Table
    deck: tuple[str, ...] = field(repr=False)
    board: tuple[str, ...] = field(default=(), repr=False)
    """Solo: the token dealt to each cell of Hideo's board, seen or not."""
