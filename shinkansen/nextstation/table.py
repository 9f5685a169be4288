"""What lies on the table and what is hidden, as frozen values made of integers and tuples.

Stations and sections are bits: a station is bit `i` of the sheet's list, a section is bit `stations + i`. Stations come
first because they are asked about more, and small numbers are faster. So one mask, `Board.closed`, says everything that
a new section must avoid: it may be neither drawn nor crossed (its own bit), and the station it leads to may not be on
the line yet (that station's bit). `kit` has the tables for both.

Of a board only `lines`, `marks` and `used` are information; `ends`, `closed` and `single` follow from the rest, and so
do `Table.colours` and `Table.turn`. They are kept because they are asked for at every move.
"""

from __future__ import annotations

from typing import Final

from attrs import frozen

from shinkansen.core.fast_attrs import fast_constructor
from shinkansen.nextstation.moves import Move


@frozen(weakref_slot=False)
class Setup:
    """What was settled before the first round and stays as it is."""

    pencils: tuple[str, ...]
    """As in the deal: where each pencil lay in the first round."""
    gap: tuple[int, ...]
    objectives: tuple[str, ...]
    """The common objectives of the game, if it has any."""
    powers: tuple[str, ...]
    """The power of each pencil, in the order of the sheet's colours; none if they are not used."""


@frozen(weakref_slot=False)
class Board:
    """One player's sheet."""

    lines: tuple[int, ...]
    """For each colour of the sheet, the sections of its line."""
    ends: int
    """The stations at which the line of this round may be continued (5.5)."""
    closed: int
    """The sections that can no longer be drawn as a first track, and the stations of the line of this round."""
    single: int
    """The sections with just one track, which may be the loop's: there is room for another beside it (6.3, 6.5)."""
    marks: tuple[int, ...]
    """For each colour, the stations that were circled for its line and count two (11.13)."""
    used: int
    """The colours whose pencil's power has been used (L.14.3), as bits."""


@frozen(weakref_slot=False)
class Turn:
    """What the cards of a turn allow."""

    symbol: str
    """What a station must show to be reached; a joker is any symbol."""
    anywhere: bool
    """Whether a section may start at any station of the line (6.7)."""
    double: bool
    """Whether a section may be a second track (6.2)."""
    effect: str
    """The effect of the round's special station, if this turn's card has its symbol (11.3)."""


@frozen(weakref_slot=False)
class Table:
    """What everybody sees."""

    setup: Setup
    round: int
    """From 0."""
    specials: tuple[tuple[str, str], ...]
    """For each round so far the symbol and the effect of its special stations (11.2); none if they are not used."""
    cards: tuple[tuple[str, ...], ...]
    """The cards turned up in each round so far."""
    boards: tuple[Board, ...]
    choosing: tuple[int, ...]
    """The seats that have yet to choose, beginning with the one to move; nobody when the game is over."""
    colours: tuple[int, ...]
    """For each seat, the colour of its line in this round, as its place in the sheet's list."""
    turn: Turn
    seconds: tuple[str, ...]
    """While second sections are chosen (L.15.1), for each seat what the station of its own must show; empty text for
    a seat that has none to draw. Otherwise nothing."""


@frozen(weakref_slot=False)
class Hidden:
    """What nobody sees, or only those who chose it."""

    decks: tuple[tuple[str, ...], ...]
    """What is left of the deck of each round; what a round leaves over is never turned up."""
    choices: tuple[Move | None, ...]
    """The choice of each seat, until all who choose now have chosen."""
    symbols: tuple[str, ...]
    """The symbol cards of the rounds to come, from the top down."""
    effects: tuple[str, ...]
    """The effect cards of the rounds to come, from the top down."""


@frozen(weakref_slot=False)
class State:
    """A table, and what is hidden."""

    table: Table
    hidden: Hidden


new_board: Final = fast_constructor(Board)
new_turn: Final = fast_constructor(Turn)
new_table: Final = fast_constructor(Table)
new_hidden: Final = fast_constructor(Hidden)
new_state: Final = fast_constructor(State)
