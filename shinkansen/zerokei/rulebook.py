"""The rulebook of Zero-Kei, read once from `rulebook.toml`; and which tests hold its clauses."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from shinkansen.core.clauses import Rulebook, read_rulebook
from shinkansen.core.coverage import Held, read_held
from shinkansen.core.errors import RulebookError
from shinkansen.core.files import parse_toml


@cache
def rulebook() -> Rulebook:
    """All clauses of Shinkansen: Zero-Kei."""
    text = files("shinkansen.zerokei").joinpath("rulebook.toml").read_text(encoding="utf-8")
    return read_rulebook(parse_toml(text, "rulebook.toml", RulebookError))


@cache
def held() -> Held:
    """The tests of each clause, and which clauses can be cited at all, as shipped."""
    # Not through the package where it lies: that one needs what only tests need.
    return read_held(files("shinkansen").joinpath("testing", "held.json").read_text(encoding="utf-8"), "held.json")
