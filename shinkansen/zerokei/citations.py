"""What can be cited of Zero-Kei: its clauses and rulings, under the version of the rules that the engine plays by."""

from __future__ import annotations

from shinkansen.core.citations import Work, work_of
from shinkansen.zerokei.game import GAME


def work() -> Work:
    """The clauses and rulings of Zero-Kei."""
    return work_of(GAME)
