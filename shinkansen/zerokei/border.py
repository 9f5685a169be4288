"""The border of the Python interface: one sentence for an argument that is not what it should be.

Moves are made a million times, so checking what is right must cost next to nothing. Only one thing is checked
beforehand, because otherwise there would be a wrong answer instead of an error: whether a state has the seats and the
board of these rules. Everything else is checked only after something has gone wrong: then `diagnosed` says which of the
arguments does not belong to these rules; if they all do, the error is ours and is raised as it is.
"""

from __future__ import annotations

from typing import cast

from shinkansen.core.errors import ArgumentError, EditionError, ShinkansenError
from shinkansen.core.plain_json import shown
from shinkansen.zerokei.edition import Edition
from shinkansen.zerokei.edition_check import from_json
from shinkansen.zerokei.kit import Kit
from shinkansen.zerokei.moves import NAME_OF
from shinkansen.zerokei.table import State, Table
from shinkansen.zerokei.table_wire import read_state, state_json


def table_of(kit: Kit, state: object) -> Table:
    """The table of a state of these rules."""
    if not isinstance(state, State):
        raise ArgumentError(f"found {shown(state)}, expected a state")
    return fitting(kit, state.table)


def fitting(kit: Kit, table: object) -> Table:
    """A table with the seats and the board of these rules."""
    if not isinstance(table, Table):
        raise ArgumentError(f"found {shown(table)}, expected a table")
    try:
        seats, cells = len(table.seats), len(table.board)
    except TypeError:
        raise ArgumentError("found a table whose seats and board are not tuples, expected one of these rules") from None
    if (seats, cells) != (kit.seats, kit.cells):
        raise ArgumentError(f"found a table of {_game(seats, cells)}, expected one of {_game(kit.seats, kit.cells)}")
    return table


def _game(seats: int, cells: int) -> str:
    return f"a game for {seats}" if not cells else f"a solo game with {cells} cells on Hideo's board"


def diagnosed(problem: Exception, kit: Kit, state: object, move: object = None) -> Exception:
    """Why a call went wrong: because of an argument, or otherwise the problem itself."""
    if isinstance(problem, ShinkansenError):
        return problem
    try:
        table_of(kit, state)
        _check_whole(kit, cast("State", state))
        if move is not None and type(move) not in NAME_OF:
            raise ArgumentError(f"found {shown(move)}, expected a move")
    except ShinkansenError as found:
        return found
    return problem


def _check_whole(kit: Kit, state: State) -> None:
    """Check that a state has a JSON form from which it can be read back."""
    try:
        content = state_json(state, kit.city_ids)
    except Exception:
        raise ArgumentError("the state does not belong to these rules: its parts have the wrong types") from None
    try:
        again = read_state(kit, content)
    except ShinkansenError as problem:
        raise ArgumentError(f"the state does not belong to these rules: {problem}") from None
    except Exception:
        return  # a bug of ours, as the problem to be explained may be too
    if again != state:
        raise ArgumentError("the state does not belong to these rules: it changes when it is read back from its JSON")


def no_edition(problem: Exception, edition: Edition) -> Exception:
    """Why an edition could not be used: one that was put together by hand may be invalid."""
    try:
        from_json(edition.to_json())
    except ShinkansenError as found:
        return found
    except Exception:
        return EditionError("the edition is not valid: its parts have the wrong types")
    return problem
