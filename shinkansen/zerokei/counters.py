"""Station value counters: which of them may be chosen where a player has a choice (5.C.6).

A *way* is the counters that advance, in order. By one reading a player may choose a counter that cannot move any
further; by the other, a way is *in vain* if at one of its steps the counter could not move though another could.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

from shinkansen.zerokei import moves as m
from shinkansen.zerokei.edition import Colour
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.table import COLOUR_INDEX, COLOURS, Table

if TYPE_CHECKING:
    from shinkansen.zerokei.kit import Kit

Way: TypeAlias = tuple[Colour, ...]

EACH_COUNTER: tuple[Way, ...] = tuple((colour,) for colour in COLOURS)
"""The ways to advance one counter, freely chosen."""


def open_moves(kit: Kit, table: Table, moves: Sequence[Move]) -> Sequence[Move]:
    """Of moves that differ only in the counters they advance, those that do not choose one in vain."""
    if not kit.counters_must_move:
        return moves
    ways = [_way(move) for move in moves]
    return [move for move, way in zip(moves, ways, strict=True) if in_vain(kit, table, way, ways) is None]


def in_vain(kit: Kit, table: Table, way: Way, ways: Sequence[Way]) -> Colour | None:
    """The first counter that one of several ways chooses in vain, if such a choice is forbidden."""
    if not kit.counters_must_move:
        return None
    last = kit.value_spaces - 1
    spaces = list(table.counters.spaces)
    for step, colour in enumerate(way):
        alternatives = [other[step] for other in ways if other[:step] == way[:step] and len(other) > step]
        if spaces[COLOUR_INDEX[colour]] >= last and any(spaces[COLOUR_INDEX[other]] < last for other in alternatives):
            return colour
        spaces[COLOUR_INDEX[colour]] += 1
    return None


def _way(move: Move) -> Way:
    match move:
        case m.Income(_, colour) | m.Advance(_, colour):
            return (colour,)
        case m.Claim() | m.Place() | m.Buy() | m.AdvanceAgain() | m.BuyAtEnd():
            return move.advance
        case _:
            return ()
