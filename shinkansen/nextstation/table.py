"""What lies on the table and what is hidden, as frozen values made of integers and tuples.

Sections and stations are bits: a section is bit `i` of the sheet's list, a station is bit `sections + i`. So one mask,
`Board.closed`, says everything that a new section must avoid: it may be neither drawn nor crossed (its own bit), and
the station it leads to may not be on the line yet (that station's bit). `kit` has the tables for both.

Only `lines` is information; `ends`, `closed`, `single`, `colours`, `symbol`, `anywhere` and `double` follow from the
rest and are kept because they are asked for at every move.
"""

from __future__ import annotations

from typing import Final

from attrs import frozen

from shinkansen.core.fast_attrs import fast_constructor
from shinkansen.nextstation.moves import Move


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


@frozen(weakref_slot=False)
class Table:
    """What everybody sees."""

    round: int
    """From 0."""
    pencils: tuple[str, ...]
    """As in the deal: where each pencil lay in the first round."""
    gap: tuple[int, ...]
    objectives: tuple[str, ...]
    """The common objectives of the game, if it has any."""
    cards: tuple[tuple[str, ...], ...]
    """The cards turned up in each round so far."""
    boards: tuple[Board, ...]
    choosing: tuple[int, ...]
    """The seats that have yet to choose in this turn, beginning with the one to move; nobody when the game is over."""
    colours: tuple[int, ...]
    """For each seat, the colour of its line in this round, as its place in the sheet's list."""
    symbol: str
    """What the card of this turn shows."""
    anywhere: bool
    """Whether this turn's section may start at any station of the line (6.7)."""
    double: bool
    """Whether this turn's section may be a second track (6.2)."""


@frozen(weakref_slot=False)
class Hidden:
    """What nobody sees, or only those who chose it."""

    decks: tuple[tuple[str, ...], ...]
    """What is left of the deck of each round; what a round leaves over is never turned up."""
    choices: tuple[Move | None, ...]
    """The choice of each seat in this turn, until all have chosen."""


@frozen(weakref_slot=False)
class State:
    """A table, and what is hidden."""

    table: Table
    hidden: Hidden


new_board: Final = fast_constructor(Board)
new_table: Final = fast_constructor(Table)
new_hidden: Final = fast_constructor(Hidden)
new_state: Final = fast_constructor(State)
