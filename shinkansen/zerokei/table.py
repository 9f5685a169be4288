"""The table: everything that lies in the open, as one frozen value, and beside it the little that is hidden.

Legality, prices, refusals and scores take a `Table` and never a `State`, so the hidden deck cannot leak into them.
Cities are sets of bits (bit 0 is the first city of the edition), cards are their ids; totals live here and entries (who
paid whom) live in steps and records, or equal tables would not be equal.
"""

from __future__ import annotations

from enum import IntEnum
from typing import Final, TypeAlias

from attrs import field, frozen

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
    prepared: int
    """Cities without construction token, as bits."""
    tracked: int
    """Cities with laid track, as bits."""
    stations: tuple[int, ...]
    """The colour of each city's station, or -1."""
    built: int
    """Cities with a station, as bits: what `stations` says, for speed."""
    counters: Counters
    cauldrons: tuple[tuple[int, ...], ...]
    """For each venue, the cauldrons of each seat."""
    tokens: tuple[str, ...]
    """Olympic tokens that nobody has used, by city id."""
    seats: tuple[Seat, ...]
    venues: tuple[str, ...]
    """The city of each venue."""
    events: tuple[str, ...]
    """The event of each year, by its effect."""
    engines: tuple[str, ...]
    """Engines not yet chosen; those left over are out of the game."""
    board: tuple[str, ...] = ()
    """Solo: what lies on each cell of Hideo's board: a token's id, face down or nothing."""
    closed: int = 0
    """Solo: the venues closed to you, as bits."""
    memory: frozenset[str] = frozenset()
    """What a reading of the rules needs remembered beyond what lies on the table; empty under the preferred rulings."""


@frozen(weakref_slot=False)
class State:
    """The table and what is hidden: the order of the deck and, in solo, the tokens of Hideo's board."""

    table: Table
    deck: tuple[str, ...] = field(repr=False)
    board: tuple[str, ...] = field(default=(), repr=False)
    """Solo: the token dealt to each cell of Hideo's board, seen or not."""


@frozen
class View:
    """What a seat may know: the table, and which carriages are in the deck but not in which order."""

    seat: int
    table: Table
    unseen: tuple[str, ...]
    """Sorted, so that it says nothing about the order."""
    face_down: tuple[str, ...] = ()
    """Solo: the venue tokens that lie face down, sorted."""
    closed_tokens: tuple[str, ...] = ()
    """Solo: the closed venue tokens not seen yet, sorted; one of them is not on the board."""


COLOURS: Final = tuple(Colour)
COLOUR_INDEX: Final[dict[str, int]] = {colour: index for index, colour in enumerate(COLOURS)}
