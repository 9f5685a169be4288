"""What can be cited of Zero-Kei: its clauses and rulings, under the version of the rules that the engine plays by."""

from __future__ import annotations

from functools import cache

from shinkansen.core.citations import Work
from shinkansen.zerokei.rulebook import rulebook
from shinkansen.zerokei.ruleset import VERSION
from shinkansen.zerokei.rulings import register


@cache
def work() -> Work:
    """The clauses and rulings of Zero-Kei."""
    return Work(VERSION, rulebook(), register())
