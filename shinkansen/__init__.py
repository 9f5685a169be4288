"""The rulebook that runs: an executable reference of the board game Shinkansen: Zero-Kei.

The few names most people need. Moves are in `shinkansen.zerokei.moves`.
"""

from shinkansen.core.errors import DealError, EditionError, IllegalMove, Refusal, ShinkansenError
from shinkansen.zerokei.edition_check import load as load_edition
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.rulings import Rulings

__version__ = "0.1.0.dev0"

__all__ = [
    "DealError",
    "EditionError",
    "IllegalMove",
    "Refusal",
    "Rulings",
    "ShinkansenError",
    "ZeroKei",
    "load_edition",
]
