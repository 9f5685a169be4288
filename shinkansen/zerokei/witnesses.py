"""Zero-Kei's witnesses: short games in which two answers to a ruling differ, and the editions that some of them need.

`witnesses.json` keeps a short game for every answer that we do not prefer, and for every pair of such answers to one
ruling, as a deal and moves in notation, with what is known about how short it can be (`readings.witnesses`).
`python -m tests.build.find_witnesses` searches for them again.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final, cast

import attrs

from shinkansen.readings.parts import Witnesses
from shinkansen.readings.witnesses import Witness
from shinkansen.zerokei.edition import Colour, Edition
from shinkansen.zerokei.edition_check import shipped
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import Table

FILE: Final = Path(__file__).parent / "witnesses.json"


@cache
def _editions() -> dict[str, Edition]:
    plain = shipped()
    twice = tuple(
        attrs.evolve(carriage, counters=(carriage.counters[0], (*carriage.counters[0], carriage.counters[1][0])))
        if len(carriage.counters) > 1
        else carriage
        for carriage in plain.carriages
    )
    two_coloured = tuple(
        attrs.evolve(carriage, counters=((Colour.GOLD, Colour.WHITE),)) if len(carriage.cities) == 1 else carriage
        for carriage in plain.carriages
    )
    every = tuple(cell.id for cell in plain.hideo.cells)
    busy = attrs.evolve(plain.hideo, columns=tuple(every for _ in plain.hideo.columns))
    return {
        "shipped": plain,
        "busy Hideo": attrs.evolve(plain, hideo=busy),
        "same colour twice": attrs.evolve(plain, carriages=twice),
        "two-coloured icons": attrs.evolve(plain, carriages=two_coloured),
    }


def editions() -> dict[str, Edition]:
    """The default edition; one whose two-city carriages may advance the first icon's colour twice (R13); one whose
    one-city carriages have two-coloured icons (R69); and one with an action board that gives Hideo much to do (R76)."""
    return dict(_editions())


EDITIONS: Final = {
    "second_icon": "same colour twice",
    "hideo_icon": "two-coloured icons",
    "hideo_cauldrons": "busy Hideo",
}
"""Where the default edition has no card, or too small a board, to show the difference."""
VARIED: Final = {
    "shipped": "the edition shipped",
    "same colour twice": "the edition shipped, but the second icon of a carriage may also show the colour of the first",
    "two-coloured icons": "the edition shipped, but the carriages with one city have a gold and white icon",
    "busy Hideo": "the edition shipped, but each column of Hideo's board activates all of its cells",
}
"""What each edition is, in words."""
WITNESSES: Final = Witnesses(FILE, EDITIONS, VARIED)
"""Zero-Kei's witnesses, for `readings.witnesses`."""


def in_sight(table: Table) -> Table:
    """A table without what a reading remembers."""
    return attrs.evolve(table, memory=frozenset())


def rules_of(witness: Witness, letter: str) -> ZeroKei:
    """The rules that a witness is played under, with an answer to its ruling."""
    return cast("ZeroKei", witness.rules(GAME, letter))
