"""Checks that any game can use, ours or yours: nothing here knows one.

These need nothing but the package:

- `laws`, `secret_laws`: what the contract promises for every game; `check_position`, `check_game`. `telling`: a failure
  as a test.
- `secrets`: nothing may give away what a seat cannot see.
- `exploration`, `small_worlds`: games so small that their whole tree is checked.
- `differences`: where two engines part ways. `mutants`: deliberately wrong engines, and whether checks notice them.

These draw, and need Hypothesis (`pip install shinkansen[testing]`):

- `strategies`: a game under test (`Subject`), its deals, positions, games, records and near misses.
- `stateful`: a machine that plays it. `json_damage`: good JSON with something wrong in it.

What is for one game only lives with that game, such as `shinkansen.zerokei.testing`.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from shinkansen.testing.laws import (
    LAWS,
    LawBroken,
    check_game,
    check_game_again,
    check_position,
    check_state_again,
)
from shinkansen.testing.situation import ContractLaw
from shinkansen.testing.telling import Position, position_after

if TYPE_CHECKING:
    from shinkansen.testing.stateful import machine
    from shinkansen.testing.strategies import Subject, deals, finished, near_misses, positions, records

__all__ = [
    "LAWS",
    "ContractLaw",
    "LawBroken",
    "Position",
    "Subject",
    "check_game",
    "check_game_again",
    "check_position",
    "check_state_again",
    "deals",
    "finished",
    "machine",
    "near_misses",
    "position_after",
    "positions",
    "records",
]

_DRAWING = {
    **dict.fromkeys(("Subject", "deals", "finished", "near_misses", "positions", "records"), "strategies"),
    "machine": "stateful",
}
"""What needs Hypothesis, and where it lives: imported when it is first asked for."""


def __getattr__(name: str) -> Any:
    if name not in _DRAWING:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_DRAWING[name]}"), name)
