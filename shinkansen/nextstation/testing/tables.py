"""Games laid out by hand: the cards that come, and the moves that are made one after the other.

Everybody draws on a sheet of their own, so a solo game shows all that a rule does to a sheet. Nothing here says what
the rules are: every move is made by the engine, which refuses what is not legal.
"""

from __future__ import annotations

from collections.abc import Sequence

from shinkansen.core.draws import Piece
from shinkansen.core.errors import ArgumentError
from shinkansen.core.plain_json import shown
from shinkansen.nextstation.deal import Deal
from shinkansen.nextstation.moves import PASS, Move
from shinkansen.nextstation.notation import parse
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.table import State


def plain_deal(rules: NextStation, *rounds: Sequence[str], **first: Sequence[Piece]) -> Deal:
    """A deal of which some things are chosen; everything else follows in the order of the edition.

    Chosen are the cards with which each round begins, and by name with what any other part of the deal begins, such as
    `pencils`. A card may be called by what it shows: `circle` is the first card left with a circle.
    """
    begins = {**first, **{f"cards_{number}": cards for number, cards in enumerate(rounds, 1)}}
    known = {draw.name for draw in rules.chance.draws}
    if strangers := begins.keys() - known:
        raise ArgumentError(f"found {shown(min(strangers))}, expected parts of a deal: {', '.join(sorted(known))}")
    piles = {pile.name: pile.pieces for pile in rules.chance.piles}
    return rules.dealt(
        {
            draw.name: _beginning(begins.get(draw.name, ()), piles[draw.piles[0]])[: len(draw.piles)]
            for draw in rules.chance.draws
        }
    )


def _beginning(first: Sequence[Piece], pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    """These pieces, then the others."""
    left, chosen = [*pieces], list[Piece]()
    for name in first:
        piece = next((piece for piece in left if name in (piece, str(piece).partition("-")[2])), None)
        if piece is None:
            raise ArgumentError(f"found {shown(name)}, expected one of those left: {', '.join(map(str, left))}")
        left.remove(piece)
        chosen.append(piece)
    return (*chosen, *left)


def played(rules: NextStation, state: State, *moves: str | Move) -> State:
    """The state after these moves, as values or in the notation, such as `4,6-7,3` or `pass`."""
    for move in moves:
        state = rules.apply(state, parse(move) if isinstance(move, str) else move)
    return state


def next_round(rules: NextStation, state: State) -> State:
    """The beginning of the next round, or the end of the game, if nothing more is drawn in this one."""
    before = state.table.round
    while rules.to_move(state) is not None and state.table.round == before:
        state = rules.apply(state, PASS)
    return state
