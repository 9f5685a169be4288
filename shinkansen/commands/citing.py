"""How clauses and rulings are cited: by their numbers, with the versions that make a number mean one thing for good."""

from __future__ import annotations

from shinkansen import __version__
from shinkansen.zerokei.rulebook import rulebook
from shinkansen.zerokei.ruleset import VERSION


def citation(what: str) -> str:
    """A citation of something in the rulebook or the register, such as `clause 7.11.1` or `ruling R29`."""
    return f"{rulebook().game}, {what} (shinkansen {__version__}, rules version {VERSION})"
