"""Drawing: which sections the cards let a seat draw, and its sheet afterwards.

These functions run at every move of every game, so they work on bits; `kit` has what the bits mean.
"""

from __future__ import annotations

from shinkansen.nextstation.kit import Kit
from shinkansen.nextstation.moves import Move, SectionId
from shinkansen.nextstation.table import Board, Turn, new_board


def starts(kit: Kit, turn: Turn, board: Board) -> int:
    """The stations from which a section may be drawn: the ends of the line (5.3, 5.5), or with a switch all (6.7)."""
    return board.closed & kit.stations if turn.anywhere else board.ends


def shut(turn: Turn, board: Board) -> int:
    """What this turn's section must avoid; with double track it may lie beside a section that is alone (6.3, 6.5)."""
    return board.closed & ~board.single if turn.double else board.closed


def drawable(kit: Kit, turn: Turn, board: Board) -> list[Move]:
    """The sections that can be drawn, by the place of the station they start from."""
    rows, closed = kit.rows[turn.symbol], shut(turn, board)
    found: list[Move] = []
    left = starts(kit, turn, board)
    while left:
        start = left & -left
        left ^= start
        for needs, move in rows[start]:
            if not needs & closed:
                found.append(move)
    return found


def can_draw(kit: Kit, turn: Turn, board: Board) -> bool:
    """Whether there is any section that can be drawn."""
    return bool(drawable(kit, turn, board))


def with_section(kit: Kit, board: Board, colour: int, section: SectionId) -> Board:
    """A sheet with one more section of a line."""
    bit, closes, a, b = kit.drawn[section]
    start, target = (a, b) if board.closed & a else (b, a)
    lines, ends = [*board.lines], board.ends
    line = lines[colour]
    # The departure stays an end after the first section; any other station that is continued is one no longer.
    ends = (ends & ~start if line else ends) | target
    # A section that had no track has one now, and one that had one has two.
    single = board.single ^ bit
    lines[colour] = line | bit
    return new_board(tuple(lines), ends, board.closed | closes | target, single, board.marks, board.used)


def with_mark(board: Board, colour: int, station: int) -> Board:
    """A sheet on which a station is circled for a line (11.13)."""
    marks = board.marks[:colour] + (board.marks[colour] | station,) + board.marks[colour + 1 :]
    return new_board(board.lines, board.ends, board.closed, board.single, marks, board.used)


def with_power_used(board: Board, colour: int) -> Board:
    """A sheet on which the power of a pencil has been used (L.14.3)."""
    return new_board(board.lines, board.ends, board.closed, board.single, board.marks, board.used | 1 << colour)


def at_departure(kit: Kit, board: Board, colour: int) -> Board:
    """A sheet on which the line of a colour has yet to begin."""
    departure = kit.departure_bits[colour]
    closed = board.closed & ~kit.stations | departure
    return new_board(board.lines, departure, closed, board.single, board.marks, board.used)
