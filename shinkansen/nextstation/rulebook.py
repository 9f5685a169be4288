"""The rulebook of Next Station, read once from `rulebook.toml`."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from shinkansen.core.clauses import Rulebook, load_rulebook

if TYPE_CHECKING:
    from shinkansen.core.coverage import ClauseTests


@cache
def rulebook() -> Rulebook:
    """All clauses of Next Station: those of the Tokyo text, and London's own."""
    return load_rulebook(files("shinkansen.nextstation") / "rulebook.toml")


@cache
def clause_tests() -> ClauseTests:
    """The tests of each clause, and which clauses can be cited at all, as shipped."""
    from shinkansen.core.coverage import read_clause_tests  # here, because playing needs none of it

    name = "tests_by_clause.json"
    return read_clause_tests(files("shinkansen.nextstation").joinpath(name).read_text(encoding="utf-8"), name)
