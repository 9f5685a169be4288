"""Next Station's mutants: deliberately wrong engines (`mutants.toml`), and the tables at which they are judged.

    with mutant("comes-back").load() as engine:
        wrong = engine.rules(seats=2)

`kills.json` says which check kills each; `python -m tests.build.mutants --game nextstation` in a clone runs them all.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from importlib.resources import files
from typing import Any, Final

from shinkansen.core.plain_json import Json
from shinkansen.nextstation.game import GAME
from shinkansen.nextstation.rulings import Rulings
from shinkansen.nextstation.sheet import CARDS
from shinkansen.nextstation.testing.corners import corner
from shinkansen.nextstation.testing.sheets import loop, river, tiny_json
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
    LOOP = "loop"
    DOUBLE_TRACK = "double-track"
    STAMPS = "stamps"
    OBJECTIVES = "objectives"
    SPECIAL_STATIONS = "special-stations"
    PENCIL_POWERS = "pencil-powers"
    MODULES = "modules"
    REFUSALS = "refusals"


def _small(
    tokyo: bool, rows: Sequence[str], districts: Sequence[str], departures: Sequence[str], **tables: Json
) -> dict[str, Json]:
    """A sheet with all cards, on which the district C is central and those with a number for a letter are corners."""
    content: Any = tiny_json(rows, districts, departures=departures, cards=CARDS, **tables)
    for district in content["districts"]:
        letter = district["letter"]
        district |= {"main": not letter.isdigit(), "central": letter == "C"}
        if tokyo and letter != "C":
            district |= {"peripheral": True, "stamp": 7 if letter.isdigit() else 4}
    return {**content, "book": "tokyo" if tokyo else "london"}


_SMALL: Final = _small(
    False,
    ("c--s--t", "---p---", "s-----c", "-s-?-t-", "p-----s", "---s---", "t-----p"),
    ("AAABBBB", "AAABBBB", "AAACBBB", "DCCCCCB", "DDDCEEE", "DDDDEEE", "DDDDEEE"),
    ("3,0", "0,2", "6,4", "3,5"),
    map={"tourist_sites": ["1,3", "3,3", "5,3", "6,0"]},
    river=river((-50, 150), (250, 150), (380, 450), (650, 450)),
    bands=[{"lowest": low, "gap": gap, "words": f"from {low}"} for low, gap in ((0, 0), (56, 12), (62, 0), (68, 0))],
)
"""A sheet on which happens often what is rare in London: ties, full tourist tracks, districts only passed through, and
the edges of bands."""

_SMALL_OPEN: Final = _small(
    False,
    ("c--?--t", "---p---", "?-----c", "-s-?-t-", "p-----?", "---s---", "t--?--p"),
    ("AAAAAAA", "AAAAAAA", "AAACAAA", "DCCCCCD", "DDDCDDD", "DDDDDDD", "DDDDDDD"),
    ("3,1", "1,3", "5,3", "3,5"),
    bands=[{"lowest": low, "gap": 9 if low else 0, "words": f"from {low}"} for low in range(0, 120, 20)],
)
"""A sheet with many stations for all symbols, after which a second section may lead anywhere, or nowhere; and with
large districts, in which several stations of a line are circled. Half of all scores are between two bands."""

_LOOP: Final = (
    ((2, 2), (6, 2)),
    ((6, 2), (10, 2)),
    ((10, 2), (12, 4), (10, 6)),
    ((10, 6), (10, 10)),
    ((10, 10), (6, 10)),
    ((6, 10), (2, 10)),
    ((2, 10), (2, 6)),
    ((2, 6), (2, 2)),
)

_SMALL_TOKYO: Final = _small(
    True,
    ("c--s--t", "-t-p-s-", "-----p-", "sp-t-cp", "-------", "-c-s-p-", "t--c--s"),
    ("1AAAAA2", "EAACBBB", "EECCCBB", "EECCCCB", "EECCCBB", "EDDCDDB", "3DDDDD4"),
    ("3,0", "6,3", "3,6", "0,3"),
    loop=loop(*_LOOP),
    points={
        "interchanges": [[3, 5], [4, 15], [5, 30]],
        "river_section": 0,
        "tourist_track": [0],
        "loop_station_missed": 3,
    },
    bands=[{"lowest": 0, "words": "from 0"}, {"lowest": 60, "words": "from 60"}],
)
"""A sheet with a loop of eight stations and a bend, of which three are in the centre and five bring stamps."""

_OTHERWISE: Final[dict[str, Json]] = {"districts_counted": "b", "bare_departure": "b", "score_of_ninety": "b"}
_ALL_OTHERWISE: Final[dict[str, Json]] = dict.fromkeys(Rulings().letters(), "b")
_WASTEFUL: Final[dict[str, Json]] = {**_ALL_OTHERWISE, "joker_power_in_tokyo": "a"}
"""The power of the joker may be used on a joker, and brings no double track of its own."""
_SPECIALS: Final[dict[str, Json]] = {"special_stations": True}
_POWERS: Final[dict[str, Json]] = {"pencil_powers": True}
_OBJECTIVES: Final[dict[str, Json]] = {"objectives": True}


def _at(seats: int, edition: Json = None, *more: dict[str, Json], rulings: Json = None) -> dict[str, Json]:
    """A setting."""
    setting: dict[str, Json] = {"seats": seats}
    if edition is not None:
        setting["edition"] = edition
    if rulings is not None:
        setting["rulings"] = rulings
    for each in more:
        setting |= each
    return setting


def _asked(setting: dict[str, Json]) -> Sitting:
    """A table at which every near miss of a move is asked about."""
    return Sitting(setting, SideBySide(neighbours=1))


def _late(setting: dict[str, Json]) -> Sitting:
    return Sitting(setting, SideBySide(plies=4, asks=4, tries=4, neighbours=3, count_every=1, peek_every=4))


MUTANTS: Final = Mutants(
    package="shinkansen",
    opened=Opening(GAME),
    reference=GAME.open,
    file=files("shinkansen.nextstation.testing").joinpath("mutants.toml"),
    kills=files("shinkansen.nextstation.testing").joinpath("kills.json"),
    groups=tuple(Group),
    # A game takes long on the London sheet, so most are played on small ones; the laws look at the first four.
    tables=(
        _asked(_at(2, _SMALL)),
        _asked(_at(1, _SMALL_TOKYO, _SPECIALS, _OBJECTIVES)),
        _asked(_at(2, _SMALL_TOKYO, _POWERS)),
        _asked(_at(1, _SMALL, _POWERS, _OBJECTIVES)),
        _asked(_at(3, _SMALL, _SPECIALS, _OBJECTIVES)),
        _asked(_at(1, _SMALL, rulings=_OTHERWISE)),
        _asked(_at(2, _SMALL_TOKYO, _SPECIALS)),
        _asked(_at(1, _SMALL_TOKYO, _POWERS, rulings=_ALL_OTHERWISE)),
        _asked(_at(2)),
        _asked(_at(1, _SMALL_OPEN, _POWERS, rulings=_ALL_OTHERWISE)),
        _asked(_at(2, _SMALL, _SPECIALS, rulings=_ALL_OTHERWISE)),
        _asked(_at(1)),
        _asked(_at(4, _SMALL_TOKYO, _OBJECTIVES)),
        _asked(_at(3, None, rulings=_OTHERWISE)),
        _asked(_at(1, _SMALL, _SPECIALS, _OBJECTIVES)),
        _asked(_at(2, _SMALL_TOKYO, _POWERS, _OBJECTIVES, rulings=_ALL_OTHERWISE)),
    ),
    corners=Corners(
        corner,
        (
            _late(_at(2, _SMALL)),
            _late(_at(1, _SMALL_TOKYO, _SPECIALS, _OBJECTIVES)),
            _late(_at(1, _SMALL_OPEN, _POWERS, _OBJECTIVES)),
            _late(_at(1, _SMALL, rulings=_OTHERWISE)),
            _late(_at(2, _SMALL_TOKYO, _POWERS, _OBJECTIVES)),
            _late(_at(1, _SMALL_OPEN, _SPECIALS, _OBJECTIVES)),
            _late(_at(3, _SMALL)),
            _late(_at(1, _SMALL_TOKYO, _POWERS, rulings=_WASTEFUL)),
            _late(_at(1, _SMALL_TOKYO, _SPECIALS, rulings=_ALL_OTHERWISE)),
            _late(_at(2, _SMALL, _OBJECTIVES)),
            _late(_at(1, _SMALL_OPEN, _POWERS, rulings=_ALL_OTHERWISE)),
            _late(_at(3, _SMALL_TOKYO, _OBJECTIVES)),
        ),
    ),
    refused=(_at(2, None, _SPECIALS, _POWERS),),
)
"""The mutants of Next Station, and the tables at which they are judged."""


def mutants() -> tuple[Mutant, ...]:
    """All of them, in the order of the file."""
    return MUTANTS.all


def mutant(id: str) -> Mutant:
    """The mutant of that name."""
    return MUTANTS.mutant(id)
