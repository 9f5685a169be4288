"""Turns and rounds: what can be drawn, what a choice does, how a turn, a round and the game end.

These functions run at every move of every game, so they work on bits and make their values by `fast_attrs`; `kit` has
what the bits mean. There is one path: `perform` does a move, and tells what happens to whoever asks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from shinkansen.nextstation import networks
from shinkansen.nextstation.happenings import (
    CardsTurnedUp,
    Chose,
    Drawn,
    Happening,
    LineFinished,
    Passed,
    RoundBegan,
    SitesVisited,
    StampCollected,
)
from shinkansen.nextstation.kit import JOKER, SWITCH, Kit
from shinkansen.nextstation.moves import PASS, Draw, Move
from shinkansen.nextstation.pencils import colours_in
from shinkansen.nextstation.table import Board, State, Table, new_board, new_hidden, new_state, new_table

Note: TypeAlias = Callable[[Happening], object]
"""Somebody who wants to know what happens."""

FIRST_TURN_OF_SWITCH: Final = 3
"""Before this turn a switch has no effect (6.9)."""


# -- what can be drawn


def starts(kit: Kit, table: Table, board: Board) -> int:
    """The stations from which a section may be drawn: the ends of the line (5.3, 5.5), or with a switch all (6.7)."""
    return board.closed & kit.stations if table.anywhere else board.ends


def shut(table: Table, board: Board) -> int:
    """What this turn's section must avoid; with double track it may lie beside a section that is alone (6.3, 6.5)."""
    return board.closed & ~board.single if table.double else board.closed


def legal_moves(kit: Kit, table: Table) -> tuple[Move, ...]:
    """Passing (5.1), then the sections by the place of the station they start from."""
    if not table.choosing:
        return ()
    board = table.boards[table.choosing[0]]
    rows, closed = kit.rows[table.symbol], shut(table, board)
    found: list[Move] = [PASS]
    left = closed & kit.stations if table.anywhere else board.ends
    while left:
        start = left & -left
        left ^= start
        for needs, move in rows[start]:
            if not needs & closed:
                found.append(move)
    return tuple(found)


# -- what a choice does


def perform(kit: Kit, state: State, move: Move, note: Note | None = None) -> State:
    """The state after a legal move. The choice lies face down until the last seat has chosen (4.5)."""
    table, hidden = state.table, state.hidden
    choosing = table.choosing
    seat, rest = choosing[0], choosing[1:]
    if rest:
        if note is not None:
            note(Chose(seat))
        choices = hidden.choices[:seat] + (move,) + hidden.choices[seat + 1 :]
        return new_state(chosen(table, rest), new_hidden(hidden.decks, choices))
    boards = drawn(kit, table, hidden.choices[:seat] + (move,) + hidden.choices[seat + 1 :], note)
    cards = table.cards[-1]
    if not kit.is_last_turn(cards):
        return _turn_up(kit, table, boards, hidden.decks, note)
    if note is not None:
        _tell_lines(kit, table, boards, note)
    after = new_table(
        table.round,
        table.pencils,
        table.gap,
        table.objectives,
        table.cards,
        boards,
        (),
        table.colours,
        table.symbol,
        table.anywhere,
        table.double,
    )
    if table.round + 1 == kit.rounds:
        return new_state(after, new_hidden(hidden.decks, kit.nobody_chose))
    return begin_round(kit, after, hidden.decks, note)


def chosen(table: Table, choosing: tuple[int, ...]) -> Table:
    """The same table with other seats to choose."""
    return new_table(
        table.round,
        table.pencils,
        table.gap,
        table.objectives,
        table.cards,
        table.boards,
        choosing,
        table.colours,
        table.symbol,
        table.anywhere,
        table.double,
    )


def drawn(kit: Kit, table: Table, choices: tuple[Move | None, ...], note: Note | None = None) -> tuple[Board, ...]:
    """Everybody's sheet after the choices of a turn; who is not to choose in it keeps theirs."""
    boards = [
        with_section(kit, board, colour, choice) if isinstance(choice, Draw) else board
        for board, colour, choice in zip(table.boards, table.colours, choices, strict=True)
    ]
    if note is not None:
        for seat, choice in enumerate(choices):
            if choice is not None:
                note(_told(kit, table, seat, choice))
                _tell_stamps(kit, table, seat, boards[seat], note)
    return tuple(boards)


def with_section(kit: Kit, board: Board, colour: int, move: Draw) -> Board:
    """A sheet with one more section of a line."""
    bit, closes, a, b = kit.drawn[move.section]
    start, target = (a, b) if board.closed & a else (b, a)
    lines, ends = board.lines, board.ends
    line = lines[colour]
    # The departure stays an end after the first section; any other station that is continued is one no longer.
    ends = (ends & ~start if line else ends) | target
    # A section that had no track has one now, and one that had one has two.
    single = board.single ^ bit
    return new_board(lines[:colour] + (line | bit,) + lines[colour + 1 :], ends, board.closed | closes | target, single)


def _told(kit: Kit, table: Table, seat: int, move: Move) -> Happening:
    if not isinstance(move, Draw):
        return Passed(seat)
    board = table.boards[seat]
    _, _, a, _ = kit.drawn[move.section]
    start, end = move.section if board.closed & a else move.section[::-1]
    first = not board.lines[table.colours[seat]]
    branch = not board.ends & kit.station_bits[start]
    beside = board.single & kit.drawn[move.section][0]
    clause = "6.3" if beside else "6.7" if branch else "5.3" if first else "5.5"
    return Drawn(seat, kit.sheet.colours[table.colours[seat]], start, end, clause)


def _tell_stamps(kit: Kit, table: Table, seat: int, after: Board, note: Note) -> None:
    """The stamps that new interchanges have brought (7.4); each comes only once (7.6)."""
    begun = networks.begun(kit, table, seat)
    old = networks.stamps(kit, networks.lines(kit, table.boards[seat], begun))
    for district in networks.stamps(kit, networks.lines(kit, after, begun)):
        if district not in old:
            note(StampCollected(seat, district.name, district.stamp))


def _tell_lines(kit: Kit, table: Table, boards: tuple[Board, ...], note: Note) -> None:
    """The finished lines with their points (4.7), and the tourist circles crossed off for them (L.11.4)."""
    for seat, board in enumerate(boards):
        colour = table.colours[seat]
        line = networks.line(kit, board.lines[colour], colour)
        note(LineFinished(seat, kit.sheet.colours[colour], line.districts, line.most, line.river, line.points))
        if sites := (line.stations & kit.sites).bit_count():
            begun = networks.begun(kit, table, seat)
            note(SitesVisited(seat, sites, networks.marks(kit, networks.lines(kit, board, begun))))


# -- cards and rounds


def begin_round(kit: Kit, table: Table, decks: tuple[tuple[str, ...], ...], note: Note | None = None) -> State:
    """The next round: everybody has another pencil (4.8), starts at its departure (4.1), and a card is turned up."""
    number = table.round + 1
    colours = colours_in(kit, table.pencils, table.gap, number)
    if note is not None:
        names = tuple(kit.sheet.colours[colour] for colour in colours)
        note(RoundBegan(number + 1, names, "13.2" if kit.solo else "4.8" if number else "4.1"))
    boards = tuple(
        [at_departure(kit, board, colour) for board, colour in zip(table.boards, colours, strict=True)],
    )
    begun = new_table(
        number,
        table.pencils,
        table.gap,
        table.objectives,
        (*table.cards, ()),
        boards,
        (),
        colours,
        "",
        False,
        False,
    )
    return _turn_up(kit, begun, boards, decks, note)


def at_departure(kit: Kit, board: Board, colour: int) -> Board:
    """A sheet on which the line of a colour has yet to begin."""
    departure = kit.departure_bits[colour]
    return new_board(board.lines, departure, board.closed & ~kit.stations | departure, board.single)


def _turn_up(
    kit: Kit, table: Table, boards: tuple[Board, ...], decks: tuple[tuple[str, ...], ...], note: Note | None
) -> State:
    """The next turn: a card is turned up (4.5), and after a switch the next one too (6.6)."""
    number = table.round
    deck, turned = decks[number], table.cards[number]
    count = 2 if kit.symbol_of[deck[0]] == SWITCH else 1
    cards = turned + deck[:count]
    after = new_table(
        number,
        table.pencils,
        table.gap,
        table.objectives,
        table.cards[:number] + (cards,),
        boards,
        kit.everybody,
        table.colours,
        kit.symbol_of[cards[-1]],
        switch_applies(kit, cards),
        double_track_applies(kit, cards),
    )
    if note is not None:
        last = kit.is_last_turn(cards)
        note(CardsTurnedUp(deck[:count], kit.turn(cards), last, "4.6" if last else "6.6" if count > 1 else "4.5"))
    rest = decks[:number] + (deck[count:],) + decks[number + 1 :]
    return new_state(after, new_hidden(rest, kit.nobody_chose))


def switch_applies(kit: Kit, cards: tuple[str, ...]) -> bool:
    """Whether a switch belongs to the last turn of these cards and has its effect (6.7, 6.9)."""
    if len(cards) < 2 or kit.symbol_of[cards[-2]] != SWITCH:
        return False
    return kit.turn(cards) >= FIRST_TURN_OF_SWITCH


def double_track_applies(kit: Kit, cards: tuple[str, ...]) -> bool:
    """Whether the card of the last turn of these is a joker that shows double track (6.2)."""
    return kit.joker_doubles and kit.symbol_of[cards[-1]] == JOKER


# -- what can be foreseen


def foresee(kit: Kit, state: State, seat: int, move: Move, note: Note) -> tuple[State, bool]:
    """The state after one's own choice, as far as one can know it, and whether anything is left open.

    Before the others' choices are revealed or a card is turned up, only one's own sheet has changed. Alone, the end of
    the last round can be foreseen whole.
    """
    table = state.table
    if kit.solo and table.round + 1 == kit.rounds and kit.is_last_turn(table.cards[-1]):
        return perform(kit, state, move, note), False
    choices = kit.nobody_chose[:seat] + (move,) + kit.nobody_chose[seat + 1 :]
    boards = drawn(kit, table, choices, note)
    if kit.is_last_turn(table.cards[-1]) and kit.solo:
        _tell_lines(kit, table, boards, note)
    after = new_table(
        table.round,
        table.pencils,
        table.gap,
        table.objectives,
        table.cards,
        boards,
        table.choosing,
        table.colours,
        table.symbol,
        table.anywhere,
        table.double,
    )
    return new_state(after, state.hidden), True
