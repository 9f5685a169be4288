"""The border: states that come from outside, and why a call with one went wrong."""

from __future__ import annotations

from shinkansen.core.errors import ArgumentError, ShinkansenError
from shinkansen.core.plain_json import shown
from shinkansen.nextstation.kit import Kit
from shinkansen.nextstation.table import State, Table
from shinkansen.nextstation.wire import read_state, state_json


def fitting(kit: Kit, state: object) -> Table:
    """The table of a state, if it is one for as many seats."""
    if not isinstance(state, State):
        raise ArgumentError(f"found {shown(state)}, expected a state")
    table = state.table
    fits = isinstance(table, Table)  # pyright: ignore[reportUnnecessaryIsInstance]
    if not fits or len(table.boards) != kit.seats:
        raise kit.another_game()
    return table


def diagnosed(problem: Exception, kit: Kit, state: State) -> Exception:
    """Why a call went wrong: because the state does not belong to these rules, or otherwise the problem itself."""
    if isinstance(problem, ShinkansenError):
        return problem
    try:
        fitting(kit, state)
        again = read_state(kit, state_json(kit, state))
    except ShinkansenError as found:
        return ArgumentError(f"the state does not belong to these rules: {found}")
    except Exception:
        return ArgumentError("the state does not belong to these rules: its parts have the wrong types")
    return problem if again == state else ArgumentError("the state does not belong to these rules")
