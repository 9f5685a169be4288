"""Next Station's witnesses: short games in which two answers to a ruling differ, and the sheets that some need.

`witnesses.json` keeps a short game for every answer that we do not prefer, as a deal and moves in notation, with what
is known about how short it can be (`readings.witnesses`). `python -m tests.build.find_witnesses --game nextstation`
searches for them again.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from attrs import evolve

from shinkansen.nextstation.cards import NO_TURN
from shinkansen.nextstation.sheet import Sheet
from shinkansen.nextstation.sheet_check import LONDON, SHIPPED, load, shipped
from shinkansen.nextstation.table import Table
from shinkansen.readings.parts import Witnesses

FILE: Final = Path(__file__).parent / "witnesses.json"


@cache
def _small() -> Sheet:
    return load(Path(__file__).parent / "editions" / "small.toml")


def editions() -> dict[str, Sheet]:
    """The sheets that come with the game, and a small one on which a section passes through a third district (R9)."""
    return {**{id: shipped(id) for id in SHIPPED}, "small": _small()}


EDITIONS: Final = {
    "districts_counted": "small",
    "joker_power_in_tokyo": "tokyo",
    "second_double_track": "tokyo",
}
"""Where the London sheet cannot show the difference: no section of it passes through a third district, and it is not
played by Tokyo's rules."""
DESCRIBED: Final = {
    LONDON: "the London sheet",
    "tokyo": "the Tokyo sheet, which is reconstructed",
    "small": "a small sheet on which a section passes through a third district, with a deck of two cards",
}
"""What each sheet is, in words."""
WITNESSES: Final = Witnesses(FILE, EDITIONS, DESCRIBED)
"""Next Station's witnesses, for `readings.witnesses`."""


def in_sight(table: Table) -> Table:
    """A table without what a reading only remembers: what a turn allows follows from the cards, and is not written
    down."""
    return evolve(table, turn=NO_TURN)
