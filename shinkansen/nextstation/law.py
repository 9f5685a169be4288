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
    powers_may_be_wasted: bool = False
    """A power may be used where it changes nothing (L.14.3)."""
    second_from_any: bool = True
    """On a joker a second section may follow a first one to the central station, to any symbol (L.15.2)."""
    marks_what_is_reached: bool = False
    """The power of the double station marks the station just reached, not the best one at the end (L.15.5)."""
    joker_power_doubles_in_tokyo: bool = False
    """The power of the joker brings double track with it where a joker card does (L.15.3, 12.1)."""
    borrowed_modules_cost: bool = True
    """A solo player also pays for a module of the other city's game (13.4, L.17.2)."""
    second_anywhere: bool = True
    """With a switch the second section of a power may start anywhere too (L.15.1)."""
    joker_effect_doubles_in_london: bool = True
    """The joker effect brings double track with it in London as well (12.2)."""
    second_doubles: bool = True
    """On a joker with double track the second section of a power may be double track too (L.15.1)."""
    gap_is_lower: bool = False
    """A solo score between two printed bands belongs to the lower one (L.18.1)."""


def law_of(rulings: Rulings) -> Law:
    """What a set of rulings means."""
    return Law(
        bare_departure_counts=rulings.bare_departure == "b",
        passing_counts=rulings.districts_counted == "b",
        powers_may_be_wasted=rulings.power_on_nothing == "b",
        second_from_any=rulings.second_on_central == "a",
        marks_what_is_reached=rulings.double_power_station == "b",
        joker_power_doubles_in_tokyo=rulings.joker_power_in_tokyo == "b",
        borrowed_modules_cost=rulings.solo_power_cost == "a",
        second_anywhere=rulings.second_with_switch == "a",
        joker_effect_doubles_in_london=rulings.joker_effect_in_london == "a",
        second_doubles=rulings.second_double_track == "a",
        gap_is_lower=rulings.score_of_ninety == "b",
    )
