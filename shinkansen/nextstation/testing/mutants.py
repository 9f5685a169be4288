"""Next Station's mutants: deliberately wrong engines (`mutants.toml`), and the tables at which they are judged.

    with mutant("comes-back").load() as engine:
        wrong = engine.rules(seats=2)

`kills.json` says which check kills each; `python -m tests.build.mutants --game nextstation` in a clone runs them all.
"""

from __future__ import annotations

from enum import StrEnum
from importlib.resources import files
from typing import Final

from shinkansen.core.plain_json import Json
from shinkansen.nextstation.game import GAME
from shinkansen.nextstation.sheet import CARDS
from shinkansen.nextstation.testing.corners import corner
from shinkansen.nextstation.testing.sheets import river, tiny_json
from shinkansen.testing.differences import SideBySide
from shinkansen.testing.mutant_opening import Opening
from shinkansen.testing.mutants import Corners, Mutant, Mutants, Sitting


class Group(StrEnum):
    """What a mutant gets wrong."""

    SETUP = "setup"
    PENCILS = "pencils"
    DEPARTURES = "departures"
    ENDS = "ends"
    LEGALITY = "legality"
    CROSSING = "crossing"
    SWITCH = "switch"
    ROUNDS = "rounds"
    SIMULTANEITY = "simultaneity"
    SECRETS = "secrets"
    LINES = "lines"
    TOURIST_SITES = "tourist-sites"
    INTERCHANGES = "interchanges"
    WINNING = "winning"
    SOLO = "solo"
    REFUSALS = "refusals"


SMALL: Final = tiny_json(
    ("c--s--t", "---p---", "s-----c", "-s-?-t-", "p-----s", "---s---", "t-----p"),
    ("AAABBBB", "AAABBBB", "AAACBBB", "DCCCCCB", "DDDCEEE", "DDDDEEE", "DDDDEEE"),
    departures=("3,0", "0,2", "6,4", "3,5"),
    cards=CARDS,
    map={"tourist_sites": ["1,3", "3,3", "5,3", "6,0"]},
    river=river((-50, 150), (250, 150), (380, 450), (650, 450)),
    bands=[{"lowest": low, "gap": gap, "words": f"from {low}"} for low, gap in ((0, 0), (56, 12), (62, 0), (68, 0))],
)
"""A sheet on which happens often what is rare in London: ties, full tourist tracks, districts only passed through, and
the edges of bands."""

_OTHERWISE: Final[dict[str, Json]] = {"districts_counted": "b", "bare_departure": "b", "score_of_ninety": "b"}


def _asked(setting: dict[str, Json]) -> Sitting:
    """A table at which every near miss of a move is asked about."""
    return Sitting(setting, SideBySide(neighbours=1))


def _late(setting: dict[str, Json]) -> Sitting:
    return Sitting(setting, SideBySide(plies=4, asks=4, tries=4, neighbours=1, count_every=1, peek_every=4))


MUTANTS: Final = Mutants(
    package="shinkansen",
    opened=Opening(GAME),
    reference=GAME.open,
    file=files("shinkansen.nextstation.testing").joinpath("mutants.toml"),
    kills=files("shinkansen.nextstation.testing").joinpath("kills.json"),
    groups=tuple(Group),
    tables=(
        _asked({"seats": 2}),
        _asked({"seats": 1}),
        _asked({"seats": 3}),
        _asked({"seats": 4}),
        _asked({"seats": 2, "edition": SMALL}),
        _asked({"seats": 1, "edition": SMALL}),
        _asked({"seats": 1, "edition": SMALL, "rulings": _OTHERWISE}),
        _asked({"seats": 3, "rulings": _OTHERWISE}),
    ),
    corners=Corners(
        corner,
        (
            _late({"seats": 2, "edition": SMALL}),
            _late({"seats": 1}),
            _late({"seats": 2}),
            _late({"seats": 1, "edition": SMALL}),
            _late({"seats": 3, "edition": SMALL}),
            _late({"seats": 4}),
            _late({"seats": 1, "edition": SMALL, "rulings": _OTHERWISE}),
        ),
    ),
)


def mutants() -> tuple[Mutant, ...]:
    """All of them, in the order of the file."""
    return MUTANTS.all


def mutant(id: str) -> Mutant:
    """The mutant of that name."""
    return MUTANTS.mutant(id)
