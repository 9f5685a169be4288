"""Turns and rounds: what can be chosen, what choices do, how a turn, a round and the game end.

These functions run at every move of every game, so they make their values by `fast_attrs`. There is one path: `perform`
does a move, and tells what happens to whoever asks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from shinkansen.nextstation import networks, powers
from shinkansen.nextstation.cards import NO_TURN, turn_of
from shinkansen.nextstation.drawing import at_departure, drawable, with_mark, with_power_used, with_section
from shinkansen.nextstation.happenings import (
    CardsTurnedUp,
    Chose,
    Drawn,
    EffectApplies,
    Happening,
    LineFinished,
    Passed,
    PowerUsed,
    RoundBegan,
    SitesVisited,
    SpecialTurnedUp,
    StampCollected,
    StationMarked,
)
from shinkansen.nextstation.kit import Kit
from shinkansen.nextstation.module_cards import (
    DOUBLE,
    DOUBLE_STATION,
    EFFECTS,
    EXTENSION,
    POWERS,
    SECOND,
    SWITCH_EFFECT,
    SWITCH_POWER,
)
from shinkansen.nextstation.moves import PASS, Draw, Move, SectionId
from shinkansen.nextstation.pencils import colours_in
from shinkansen.nextstation.sheet import JOKER, SWITCH
from shinkansen.nextstation.special_stations import with_effect
from shinkansen.nextstation.table import (
    Board,
    Hidden,
    State,
    Table,
    Turn,
    new_hidden,
    new_state,
    new_table,
    new_turn,
)

Note: TypeAlias = Callable[[Happening], object]
"""Somebody who wants to know what happens."""


# -- what can be chosen


def legal_moves(kit: Kit, table: Table) -> tuple[Move, ...]:
    """Passing (5.1), then the sections by the place of the station they start from, and those that use a power."""
    if len(table.boards) != kit.seats:
        raise kit.another_game()
    if not table.choosing:
        return ()
    seat, turn = table.choosing[0], table.turn
    board = table.boards[seat]
    if table.seconds:
        found = drawable(kit, turn_of_second(table, seat), board)
        return (PASS, *found) if kit.may_waste else tuple(found)
    found = [PASS, *drawable(kit, turn, board)]
    if turn.effect in (EXTENSION, DOUBLE_STATION):
        found = with_effect(kit, turn.effect, board, found)
    if table.setup.powers and powers.is_left(table, seat):
        found += powers.with_power(kit, table, seat, found)
    return tuple(found)


def turn_of_second(table: Table, seat: int) -> Turn:
    """What the turn allows the second section of a seat (L.15.1)."""
    turn = table.turn
    return new_turn(table.seconds[seat], turn.anywhere, turn.double, turn.effect)


# -- what a choice does


def perform(kit: Kit, state: State, move: Move, note: Note | None = None) -> State:
    """The state after a legal move. The choice lies face down until the last seat has chosen (4.5)."""
    table, hidden = state.table, state.hidden
    choosing = table.choosing
    seat, rest = choosing[0], choosing[1:]
    changed = [*hidden.choices]
    changed[seat] = move
    choices = tuple(changed)
    if rest:
        if note is not None:
            note(Chose(seat))
        return new_state(chosen(table, rest), new_hidden(hidden.decks, choices, hidden.symbols, hidden.effects))
    boards = drawn(kit, table, choices, note)
    if kit.has_powers and not table.seconds:
        seconds = powers.seconds(kit, table, choices)
        if any(seconds):
            return second_sections(kit, table, hidden, boards, seconds)
    if not kit.is_last_turn(table.cards[-1]):
        return _turn_up(kit, table, boards, hidden, note)
    if note is not None:
        _tell_lines(kit, table, boards, note)
    after = _choosing(table, boards, ())
    if table.round + 1 == kit.rounds:
        return new_state(after, new_hidden(hidden.decks, kit.nobody_chose, hidden.symbols, hidden.effects))
    return begin_round(kit, after, hidden, note)


def _choosing(table: Table, boards: tuple[Board, ...], choosing: tuple[int, ...]) -> Table:
    """The same table with other sheets and other seats to choose."""
    return new_table(
        table.setup,
        table.round,
        table.specials,
        table.cards,
        boards,
        choosing,
        table.colours,
        table.turn,
        table.seconds if choosing else (),
    )


def chosen(table: Table, choosing: tuple[int, ...]) -> Table:
    """The same table with other seats to choose."""
    return _choosing(table, table.boards, choosing)


def drawn(kit: Kit, table: Table, choices: tuple[Move | None, ...], note: Note | None = None) -> tuple[Board, ...]:
    """Everybody's sheet after the choices of a turn; who is not to choose in it keeps theirs."""
    boards = [
        with_choice(kit, table, seat, choice) if isinstance(choice, Draw) else table.boards[seat]
        for seat, choice in enumerate(choices)
    ]
    if note is not None:
        after = _choosing(table, tuple(boards), ())
        for seat, choice in enumerate(choices):
            if choice is not None:
                _tell_choice(kit, table, seat, choice, note)
                _tell_stamps(kit, table, after, seat, note)
    return tuple(boards)


def with_choice(kit: Kit, table: Table, seat: int, move: Draw) -> Board:
    """A seat's sheet after its choice."""
    board, colour = table.boards[seat], table.colours[seat]
    after = with_section(kit, board, colour, move.section)
    if not kit.has_additions:
        return after
    if move.extension is not None:
        after = with_section(kit, after, colour, extension_of(kit, board, move))
    if move.power:
        after = with_power_used(after, colour)
    if move.mark or (move.power and powers.power_of(table, seat) == DOUBLE):
        after = with_mark(after, colour, kit.reached(board, move))
    return after


def extension_of(kit: Kit, board: Board, move: Draw) -> SectionId:
    """The second section of a move with an extension."""
    return Draw((kit.station_at[kit.reached(board, move)].id, move.extension or "")).section


def second_sections(
    kit: Kit, table: Table, hidden: Hidden, boards: tuple[Board, ...], seconds: tuple[str, ...]
) -> State:
    """The same turn goes on: who used this power chooses a second section (L.15.1)."""
    after = new_table(
        table.setup,
        table.round,
        table.specials,
        table.cards,
        boards,
        tuple([seat for seat, symbol in enumerate(seconds) if symbol]),
        table.colours,
        powers.second_turn(kit, table.turn),
        seconds,
    )
    return new_state(after, new_hidden(hidden.decks, kit.nobody_chose, hidden.symbols, hidden.effects))


# -- what is told


def _tell_choice(kit: Kit, table: Table, seat: int, move: Move, note: Note) -> None:
    if not isinstance(move, Draw):
        note(Passed(seat))
        return
    board, colour = table.boards[seat], kit.sheet.colours[table.colours[seat]]
    power = powers.power_of(table, seat) if move.power else ""
    if power:
        note(PowerUsed(seat, colour, power, _power_clause(table, power)))
    bit, _, a, _ = kit.drawn[move.section]
    start, end = move.section if board.closed & a else move.section[::-1]
    note(Drawn(seat, colour, start, end, _clause(kit, table, seat, bit, start, power)))
    if move.extension is not None:
        note(Drawn(seat, colour, end, move.extension, "11.9"))
    if move.mark or power == DOUBLE:
        note(StationMarked(seat, colour, end, "11.13" if move.mark else "L.15.5"))


def _power_clause(table: Table, power: str) -> str:
    """The clause of a power; on a joker that of a second section says where it leads."""
    return "L.15.2" if power == SECOND and table.turn.symbol == JOKER else POWERS[power][1]


def _clause(kit: Kit, table: Table, seat: int, bit: int, start: str, power: str) -> str:
    """The clause that lets a section be drawn where it is."""
    board, first = table.boards[seat], not table.boards[seat].lines[table.colours[seat]]
    if board.single & bit:
        return "6.3"
    if table.seconds:
        return "L.15.1"
    if board.ends & kit.station_bits[start]:
        return "5.3" if first else "5.5"
    if power == SWITCH_POWER:
        return "L.15.4"
    return "11.6" if table.turn.effect == SWITCH_EFFECT else "6.7"


def _tell_stamps(kit: Kit, before: Table, after: Table, seat: int, note: Note) -> None:
    """The stamps that new interchanges have brought (7.4); each comes only once (7.6)."""
    old, new = (
        networks.stamps(kit, networks.lines(kit, table.setup, table.boards[seat], networks.begun(kit, table, seat)))
        for table in (before, after)
    )
    for district in new:
        if district not in old:
            note(StampCollected(seat, district.name, district.stamp))


def _tell_lines(kit: Kit, table: Table, boards: tuple[Board, ...], note: Note) -> None:
    """The finished lines with their points (4.7), and the tourist circles crossed off for them (L.11.4)."""
    for seat, board in enumerate(boards):
        colour, name = table.colours[seat], kit.sheet.colours[table.colours[seat]]
        line = networks.line(kit, table.setup, board, colour)
        if line.stations and networks.has_double_power(kit, table.setup, colour):
            note(PowerUsed(seat, name, DOUBLE, POWERS[DOUBLE][1]))
        note(LineFinished(seat, name, line.districts, line.most, line.river, line.points))
        if sites := (line.stations & kit.sites).bit_count():
            begun = networks.begun(kit, table, seat)
            note(SitesVisited(seat, sites, networks.marks(kit, networks.lines(kit, table.setup, board, begun))))


# -- cards and rounds


def begin_round(kit: Kit, table: Table, hidden: Hidden, note: Note | None = None) -> State:
    """The next round: everybody has another pencil (4.8), starts at its departure (4.1), and a card is turned up."""
    number = table.round + 1
    colours = colours_in(kit, table.setup.pencils, table.setup.gap, number)
    if note is not None:
        names = tuple(kit.sheet.colours[colour] for colour in colours)
        note(RoundBegan(number + 1, names, "13.2" if kit.solo else "4.8" if number else "4.1"))
    boards = tuple(
        [at_departure(kit, board, colour) for board, colour in zip(table.boards, colours, strict=True)],
    )
    specials, symbols, effects = table.specials, hidden.symbols, hidden.effects
    if symbols:
        specials = specials + ((symbols[0], effects[0]),)
        symbols, effects = symbols[1:], effects[1:]
        if note is not None:
            note(SpecialTurnedUp(*specials[-1]))
    begun = new_table(table.setup, number, specials, (*table.cards, ()), boards, (), colours, NO_TURN, ())
    if note is not None:
        for seat in kit.everybody:  # a departure may count before anything is drawn (R10)
            _tell_stamps(kit, table, begun, seat, note)
    return _turn_up(kit, begun, boards, new_hidden(hidden.decks, hidden.choices, symbols, effects), note)


def _turn_up(kit: Kit, table: Table, boards: tuple[Board, ...], hidden: Hidden, note: Note | None) -> State:
    """The next turn: a card is turned up (4.5), and after a switch the next one too (6.6)."""
    number, decks = table.round, hidden.decks
    deck, turned = decks[number], table.cards[number]
    count = 2 if kit.symbol_of[deck[0]] == SWITCH else 1
    cards = turned + deck[:count]
    turn = turn_of(kit, cards, table.specials[-1] if table.specials else None)
    after = new_table(
        table.setup,
        number,
        table.specials,
        table.cards[:number] + (cards,),
        boards,
        kit.everybody,
        table.colours,
        turn,
        (),
    )
    if note is not None:
        last = kit.is_last_turn(cards)
        note(CardsTurnedUp(deck[:count], kit.turn(cards), last, "4.6" if last else "6.6" if count > 1 else "4.5"))
        if turn.effect:
            note(EffectApplies(turn.effect, EFFECTS[turn.effect][1]))
    rest = decks[:number] + (deck[count:],) + decks[number + 1 :]
    return new_state(after, new_hidden(rest, kit.nobody_chose, hidden.symbols, hidden.effects))


# -- what can be foreseen


def foresee(kit: Kit, state: State, seat: int, move: Move, note: Note) -> tuple[State, bool]:
    """The state after a seat's own choice, as far as that seat can know it, and whether anything is left open.

    Before the others' choices are revealed or a card is turned up, only its own sheet has changed. In a solo game, a
    second section and the end of the last round can be foreseen in full.
    """
    table = state.table
    choices = kit.nobody_chose[:seat] + (move,) + kit.nobody_chose[seat + 1 :]
    turn_is_over = not any(powers.seconds(kit, table, choices)) if kit.has_powers and not table.seconds else True
    last = kit.is_last_turn(table.cards[-1])
    alone = kit.solo or bool(table.seconds)  # only one pencil brings a second section
    if alone and (not turn_is_over or (table.round + 1 == kit.rounds and last)):
        return perform(kit, state, move, note), False
    boards = drawn(kit, table, choices, note)
    if last and alone:
        _tell_lines(kit, table, boards, note)
    return new_state(_choosing(table, boards, table.choosing), state.hidden), True
