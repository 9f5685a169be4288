"""Checks anybody can run, on our engine or on theirs (`pip install shinkansen[testing]`).

- `laws`: what the contract promises, whatever the game; `check_position`, `check_game`.
- `games`, `machine`: a game under test (`Subject`), positions reached by play, a stateful machine.
- `strategies`: Hypothesis strategies for Zero-Kei. `tables`: tables laid out by hand.
  `corners`: tables that play seldom reaches. `json_damage`: good JSON with something wrong in it.
  `state_damage`: states made of the game's names that may make no sense.
- `secrets`: what a seat cannot see must not show.
- `small_worlds`, `exploration`: miniature editions whose whole game tree is checked.
- `mutants`, `differences`: wrong engines on purpose, and what tells two engines apart.

What must always be true of Zero-Kei itself is in `zerokei.invariants`.
"""

from importlib.util import find_spec

if find_spec("hypothesis") is None:
    raise ModuleNotFoundError(
        "shinkansen.testing needs Hypothesis: pip install 'shinkansen[testing]'", name="hypothesis"
    )

from shinkansen.testing.games import Position, Subject, finished, positions
from shinkansen.testing.laws import LAWS, ContractLaw, LawBroken, check_game, check_position
from shinkansen.testing.machine import machine

__all__ = [
    "LAWS",
    "ContractLaw",
    "LawBroken",
    "Position",
    "Subject",
    "check_game",
    "check_position",
    "finished",
    "machine",
    "positions",
]
