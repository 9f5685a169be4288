"""Next Station's witnesses: short games in which two answers to a ruling differ, and the sheets that some need.

`witnesses.json` keeps a short game for every answer that we do not prefer, as a deal and moves in notation, with what
is known about how short it can be (`readings.witnesses`). `python -m tests.build.find_witnesses --game nextstation`
searches for them again.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from shinkansen.nextstation.sheet import Sheet
from shinkansen.nextstation.sheet_check import load, shipped
from shinkansen.readings.parts import Witnesses

FILE: Final = Path(__file__).parent / "witnesses.json"


@cache
def _small() -> Sheet:
    return load(Path(__file__).parent / "editions" / "small.toml")


def editions() -> dict[str, Sheet]:
    """The London sheet, and a small one on which a section passes through a third district (R9)."""
    return {sheet.id: sheet for sheet in (shipped(), _small())}


EDITIONS: Final = {"districts_counted": "small"}
"""Where the London sheet has no section that could show the difference."""
DESCRIBED: Final = {
    shipped().id: "the London sheet",
    "small": "a small sheet on which a section passes through a third district, with a deck of two cards",
}
"""What each sheet is, in words."""
WITNESSES: Final = Witnesses(FILE, EDITIONS, DESCRIBED)
"""Next Station's witnesses, for `readings.witnesses`."""
