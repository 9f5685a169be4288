"""The rulebook of Zero-Kei, read once from `rulebook.toml`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from shinkansen.core.clauses import Rulebook, read_rulebook
from shinkansen.core.errors import RulebookError
from shinkansen.core.files import parse_toml


@cache
def rulebook() -> Rulebook:
    """All clauses of Shinkansen: Zero-Kei."""
    text = files("shinkansen.zerokei").joinpath("rulebook.toml").read_text(encoding="utf-8")
    return read_rulebook(parse_toml(text, "rulebook.toml", RulebookError))
