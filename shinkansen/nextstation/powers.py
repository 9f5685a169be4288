"""Pencil powers: which moves use one, and what they do (L.14.2 to L.15.5).

A power belongs to a pencil, so each seat can use it in the round in which it has that pencil, once. The joker and the
switch allow sections that the cards do not; the second section is a move of its own after all have chosen; and
the double station needs no move, because marking at the end of the round, where the line has most stations, is never
worse than marking earlier (R30).
"""

from __future__ import annotations

from shinkansen.nextstation.drawing import can_draw, drawable, with_section
from shinkansen.nextstation.kit import Kit
from shinkansen.nextstation.module_cards import DOUBLE, JOKER_POWER, SECOND, SWITCH_POWER
from shinkansen.nextstation.moves import Draw, Move
from shinkansen.nextstation.sheet import ANY, JOKER
from shinkansen.nextstation.table import Board, Table, Turn, new_turn


def power_of(table: Table, seat: int) -> str:
    """The power of the pencil that a seat has now; empty without powers."""
    return table.setup.powers[table.colours[seat]] if table.setup.powers else ""


def is_left(table: Table, seat: int) -> bool:
    """Whether a seat has not used the power of its pencil yet (L.14.3)."""
    return not table.boards[seat].used >> table.colours[seat] & 1


def turn_with(kit: Kit, turn: Turn, power: str) -> Turn:
    """What a turn allows somebody who uses a power with the section."""
    if power == JOKER_POWER:
        return new_turn(JOKER, turn.anywhere, turn.double or kit.joker_power_doubles, turn.effect)
    if power == SWITCH_POWER:
        return new_turn(turn.symbol, True, turn.double, turn.effect)
    return turn


def with_power(kit: Kit, table: Table, seat: int, found: list[Move]) -> list[Move]:
    """The moves that use the power of a seat's pencil; `found` are its moves without.

    A power is not spent on nothing: the joker and the switch not on what could be drawn without them, and the second
    section not where none can follow. By the other reading of R28 it may be.
    """
    board, power = table.boards[seat], power_of(table, seat)
    wasted = kit.may_waste
    if power == DOUBLE:
        chosen = found if kit.marks_at_once else []
    elif power == SECOND:
        chosen = [
            move
            for move in found
            if isinstance(move, Draw) and (wasted or leaves_second(kit, table, seat, board, move))
        ]
    else:
        chosen = drawable(kit, turn_with(kit, table.turn, power), board)
        if not wasted:
            without = {*found}
            chosen = [move for move in chosen if move not in without]
    return [kit.powered[move.section] for move in chosen if isinstance(move, Draw)]


# -- the second section


def second_symbol(kit: Kit, turn: Turn, move: Draw, board: Board) -> str:
    """What the station of the second section must show: what the card shows, on a joker what the first one reached
    (L.15.2); empty if there can be none. `board` is the sheet before the first section."""
    if turn.symbol != JOKER:
        return turn.symbol
    reached = kit.station_at[kit.reached(board, move)].symbol
    if reached != ANY:
        return reached
    return JOKER if kit.second_from_any else ""


def second_turn(kit: Kit, turn: Turn) -> Turn:
    """What the cards allow second sections (R35, R41)."""
    anywhere = turn.anywhere and kit.law.second_anywhere
    return new_turn(turn.symbol, anywhere, turn.double and kit.second_doubles, "")


def leaves_second(kit: Kit, table: Table, seat: int, board: Board, move: Draw) -> bool:
    """Whether a second section could follow a first one."""
    symbol = second_symbol(kit, table.turn, move, board)
    after = with_section(kit, board, table.colours[seat], move.section)
    turn = second_turn(kit, table.turn)
    return symbol != "" and can_draw(kit, new_turn(symbol, turn.anywhere, turn.double, ""), after)


def seconds(kit: Kit, table: Table, choices: tuple[Move | None, ...]) -> tuple[str, ...]:
    """For each seat what its second section must show, if these choices bring any."""
    found = tuple(
        [
            second_symbol(kit, table.turn, move, board) if isinstance(move, Draw) and move.power else ""
            for move, board in zip(choices, table.boards, strict=True)
        ]
    )
    # Only the pencils with this power bring a second section.
    return tuple([symbol if power_of(table, seat) == SECOND else "" for seat, symbol in enumerate(found)])
