"""Special stations: what comes with a section on a turn to which an effect card applies (chapter 11).

The switch and the joker effect change what a turn allows (`cards`). The other two add something to a section that is
drawn: an extension goes straight on to the next station, and a double station is a mark on the station just reached.
"""

from __future__ import annotations

from shinkansen.nextstation.kit import Kit
from shinkansen.nextstation.module_cards import DOUBLE_STATION, EXTENSION
from shinkansen.nextstation.moves import Draw, Move
from shinkansen.nextstation.table import Board


def with_effect(kit: Kit, effect: str, board: Board, found: list[Move]) -> list[Move]:
    """The same moves, each followed by what the effect lets one add to it."""
    moves: list[Move] = []
    for move in found:
        moves.append(move)
        if not isinstance(move, Draw):
            continue
        if effect == DOUBLE_STATION:
            moves.append(kit.marked[move.section])
        elif effect == EXTENSION and (longer := extended(kit, board, move)) is not None:
            moves.append(longer)
    return moves


def extended(kit: Kit, board: Board, move: Draw) -> Draw | None:
    """The move with its extension, or nothing if no station can be reached straight on (11.9, 11.11).

    The first section is in the way of the second like any other, and there is no double track (11.12).
    """
    closes, target = kit.drawn[move.section][1], kit.reached(board, move)
    if (found := kit.extensions.get((move.section, target))) is None:
        return None
    needs, longer = found
    return None if needs & (board.closed | closes | target) else longer
