"""The rulebook that runs: an executable reference for the board games Shinkansen: Zero-Kei and Next Station.

These are the few names that most people need; moves are in `zerokei.moves` and `nextstation.moves`. They are imported
on first use, because our pytest plugin is loaded by test suites that may never need them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from shinkansen.core.compiled import compiled
    from shinkansen.core.errors import DealError, EditionError, IllegalMove, Refusal, ShinkansenError
    from shinkansen.nextstation.ruleset import NextStation
    from shinkansen.zerokei.edition_check import load as load_edition
    from shinkansen.zerokei.ruleset import ZeroKei
    from shinkansen.zerokei.rulings import Rulings

__version__ = "0.1.0.dev0"

__all__ = [
    "DealError",
    "EditionError",
    "IllegalMove",
    "NextStation",
    "Refusal",
    "Rulings",
    "ShinkansenError",
    "ZeroKei",
    "compiled",
    "load_edition",
]

_ROOMS = {
    "NextStation": "nextstation.ruleset",
    "Rulings": "zerokei.rulings",
    "ZeroKei": "zerokei.ruleset",
    "compiled": "core.compiled",
    "load_edition": "zerokei.edition_check",
}
"""Where each name lives; all other names are errors."""


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'shinkansen' has no attribute {name!r}")
    room = import_module(f"{__name__}.{_ROOMS.get(name, 'core.errors')}")
    found: object = getattr(room, name.removesuffix("_edition"))
    return found


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
