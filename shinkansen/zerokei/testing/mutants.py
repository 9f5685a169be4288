"""Zero-Kei's mutants: deliberately wrong engines (`mutants.toml`), and the tables at which they are judged.

    with mutant("surcharge-once").load() as engine:
        wrong = engine.rules(seats=2)

`kills.json` says which check kills each; `python -m tests.build.mutants` in a clone runs them all.
"""

from __future__ import annotations

from enum import StrEnum
from importlib.resources import files
from typing import Final

from shinkansen.core.game import Plain
from shinkansen.testing.differences import SideBySide
from shinkansen.testing.mutant_opening import Opening
from shinkansen.testing.mutants import Corners, Mutant, Mutants, Sitting
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.testing.corners import corner


class Group(StrEnum):
    """What a mutant gets wrong."""

    PRICES = "prices"
    DISCOUNTS = "discounts"
    PAYEE = "payee"
    LEGALITY = "legality"
    TIMING = "timing"
    ORDER_OF_PLAY = "order-of-play"
    STACKING = "stacking"
    TIES = "ties"
    SCORING = "scoring"
    ROUNDS = "rounds"
    SETUP = "setup"
    REFUSALS = "refusals"
    SOLO = "solo"
    SECRETS = "secrets"
    ABILITIES = "abilities"
    EVENTS = "events"


def _tables(*settings: Plain) -> tuple[Sitting, ...]:
    return tuple(map(Sitting, settings))


_ALONE: Final = Sitting({"seats": 1}, SideBySide(plies=3, asks=4, tries=4, neighbours=1, count_every=3, peek_every=3))


def _together(seats: int) -> Sitting:
    # Views are expensive, and most of what can go wrong with them shows in the solo game.
    return Sitting({"seats": seats}, SideBySide(plies=3, asks=4, tries=4, neighbours=1, count_every=3, peek_every=50))


MUTANTS: Final = Mutants(
    package="shinkansen",
    opened=Opening(GAME),
    reference=GAME.open,
    file=files("shinkansen.zerokei.testing").joinpath("mutants.toml"),
    kills=files("shinkansen.zerokei.testing").joinpath("kills.json"),
    groups=tuple(Group),
    tables=_tables(
        {"seats": 3}, {"seats": 1}, {"seats": 2}, {"seats": 4},
        {"seats": 3}, {"seats": 1, "hard": True}, {"seats": 2}, {"seats": 4},
    ),
    corners=Corners(corner, (_together(3), _ALONE, _ALONE, _ALONE, _together(2), _ALONE, _together(4), _ALONE)),
)  # fmt: skip
"""Half of the corners and more are those of the solo game: Hideo's are the rarest."""


def mutants() -> tuple[Mutant, ...]:
    """All of them, in the order of the file."""
    return MUTANTS.all


def mutant(id: str) -> Mutant:
    """The mutant of that name."""
    return MUTANTS.mutant(id)
