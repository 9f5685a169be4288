"""The law: how the doubtful rules are read, as plain values that the engine obeys.

This module is the only one that reads rulings, each in one place; and each field of the law is read in one function of
the engine. The defaults are the readings we prefer.
"""

from __future__ import annotations

from attrs import frozen

from shinkansen.nextstation.rulings import Rulings


@frozen
class Law:
    """One reading of the rulebook."""

    bare_departure_counts: bool = False
    """A line that was begun but has no section has its departure as its only station (8.1, 5.3)."""
    passing_counts: bool = False
    """A line also counts the districts that its sections only pass through (8.1)."""
    gap_is_lower: bool = False
    """A solo score between two printed bands belongs to the lower one (L.18.1)."""


def law_of(rulings: Rulings) -> Law:
    """What a set of rulings means."""
    return Law(
        bare_departure_counts=rulings.bare_departure == "b",
        passing_counts=rulings.districts_counted == "b",
        gap_is_lower=rulings.score_of_ninety == "b",
    )
