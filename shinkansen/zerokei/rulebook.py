"""The rulebook of Zero-Kei, read once from `rulebook.toml`; and which tests hold its clauses."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from shinkansen.core.clauses import Rulebook, read_rulebook
from shinkansen.core.errors import RulebookError
from shinkansen.core.files import parse_toml

if TYPE_CHECKING:
    from shinkansen.core.coverage import ClauseTests


@cache
def rulebook() -> Rulebook:
    """All clauses of Shinkansen: Zero-Kei."""
    text = files("shinkansen.zerokei").joinpath("rulebook.toml").read_text(encoding="utf-8")
    return read_rulebook(parse_toml(text, "rulebook.toml", RulebookError))


@cache
def clause_tests() -> ClauseTests:
    """The tests of each clause, and which clauses can be cited at all, as shipped."""
    from shinkansen.core.coverage import read_clause_tests  # here, because playing needs none of it

    name = "tests_by_clause.json"
    return read_clause_tests(files("shinkansen.zerokei").joinpath(name).read_text(encoding="utf-8"), name)
