"""The map of a sheet alone, as it is printed, before anybody draws on it."""

from __future__ import annotations

from random import Random
from typing import Final

from attrs import evolve

from shinkansen.nextstation.picture.geometry import plan_for
from shinkansen.nextstation.picture.look import Look
from shinkansen.nextstation.picture.network import network
from shinkansen.nextstation.picture.theme import PALETTE
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.sheet import Sheet
from shinkansen.paper.picture import Picture, finished
from shinkansen.paper.svg import Paper
from shinkansen.paper.theme import check_theme

_WIDTH: Final = 390
"""Of the picture; that of a phone."""
_MARGIN: Final = 6


def sheet_map(edition: Sheet, theme: str = "auto") -> Picture:
    """The stations, districts and sections of a sheet, with its river or loop."""
    check_theme(theme)
    rules = NextStation(seats=1, edition=edition)
    # Nobody is choosing, so nothing is pointed out that a card allows.
    table = evolve(rules.start(rules.deal(Random(0))).table, choosing=())
    (sheet,) = Look(rules.kit, table).seats
    plan = plan_for(edition, _WIDTH - 2 * _MARGIN)
    width, height = plan.size
    paper = Paper()
    with paper.at((_WIDTH - width) / 2, _MARGIN):
        network(paper, sheet, plan)
    told = f"The map of {edition.name}: {len(edition.stations)} stations in {len(edition.districts)} districts."
    return finished(paper, PALETTE, theme, _WIDTH, height + 2 * _MARGIN, edition.name, told)
