"""Checks anybody can run, on our engine or on theirs.

These need nothing but the package:

- `laws`, `secret_laws`: what the contract promises for every game; `check_position`, `check_game`. `telling`: a failure
  as a test.
- `tables`: tables laid out by hand. `corners`: tables that play seldom reaches.
- `secrets`: nothing may give away what a seat cannot see.
- `small_worlds`, `exploration`: miniature editions whose whole game tree is checked.
- `mutants`, `differences`: deliberately wrong engines, and what tells two engines apart.

These draw, and need Hypothesis (`pip install shinkansen[testing]`):

- `games`, `stateful`: a game under test (`Subject`), positions reached by play, a stateful machine.
- `strategies`: Hypothesis strategies for Zero-Kei. `json_damage`: good JSON with something wrong in it.
  `state_damage`: states made of the game's names that may make no sense.

What must always be true of Zero-Kei itself is in `zerokei.invariants`.
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
    from shinkansen.testing.games import Subject, finished, positions
    from shinkansen.testing.stateful import machine

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
    "finished",
    "machine",
    "position_after",
    "positions",
]

_DRAWING = {"Subject": "games", "finished": "games", "positions": "games", "machine": "stateful"}
"""What needs Hypothesis, and where it lives: imported when it is first asked for."""


def __getattr__(name: str) -> Any:
    if name not in _DRAWING:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_DRAWING[name]}"), name)
