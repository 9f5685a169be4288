"""How the impact of Next Station's rulings is measured: with which modules, on which sheets, by which players.

With several players everybody makes the choice after which they have most points. Players who choose at random would
waste their powers, and such games tell little about a ruling on powers. A solo player draws a random section whenever
there is one. That scores about as much as the lowest of the bands in which a solo score is rated, and rulings on solo
games are about these. `impact.json` keeps a measurement; `python -m tests.build.impact --game nextstation` repeats it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final, cast

from shinkansen.core import opaque
from shinkansen.core.opaque import AnyRules
from shinkansen.core.plain_json import Plain
from shinkansen.nextstation import networks
from shinkansen.nextstation.game import GAME
from shinkansen.nextstation.module_cards import SECOND
from shinkansen.nextstation.moves import PASS, Draw, Move
from shinkansen.nextstation.powers import power_of
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.scoring import band, total
from shinkansen.nextstation.sheet_check import LONDON, SHIPPED
from shinkansen.nextstation.table import State
from shinkansen.nextstation.turns import with_choice
from shinkansen.readings.impact import alike
from shinkansen.readings.parts import Choose, Measuring, Players

FILE: Final = Path(__file__).parent / "impact.json"
_POWERS: Final[Plain] = {"pencil_powers": True}
_SPECIALS: Final[Plain] = {"special_stations": True}
_MODULES: Final[Mapping[str, Plain]] = {
    "power_on_nothing": _POWERS,
    "second_on_central": _POWERS,
    "double_power_station": _POWERS,
    "joker_power_in_tokyo": _POWERS,
    "second_with_switch": _POWERS,
    "second_double_track": _POWERS,
    "solo_power_cost": _SPECIALS,
    "joker_effect_in_london": _SPECIALS,
}
ALONE: Final = ("score_of_ninety", "solo_power_cost")
"""Rulings about what only somebody who plays alone has: a band, and modules that cost points."""


def modules(slug: str, edition: str = LONDON) -> Plain:
    """The modules that a ruling is about; solo players pay for one of the other city."""
    return _POWERS if (slug, edition) == ("solo_power_cost", "tokyo") else _MODULES.get(slug, {})


def seats_for(slug: str) -> tuple[int, ...]:
    """The numbers of players to play with in turn."""
    return (1,) if slug in ALONE else (2, 3, 4)


def chooser(rules: AnyRules, key: str) -> Choose:
    """How everybody plays: alone a random section, otherwise the choice that looks best, ties by lot."""
    lot, sections = alike(GAME, rules, key, occasion), cast("NextStation", rules)

    def alone(state: opaque.State, legal: tuple[opaque.Move, ...]) -> opaque.Move:
        return lot(state, tuple(move for move in legal if cast("Move", move) != PASS) or legal)

    def sensible(state: opaque.State, legal: tuple[opaque.Move, ...]) -> opaque.Move:
        worths = [_worth(sections, cast("State", state), cast("Move", move)) for move in legal]
        most = max(worths)
        return lot(state, tuple(move for move, worth in zip(legal, worths, strict=True) if worth == most))

    return alone if rules.seats == 1 else sensible


def _worth(rules: NextStation, state: State, move: Move) -> tuple[int, int, int]:
    """What a choice is worth: the points so far, then each section, one that will follow too, then each power kept."""
    kit, table = rules.kit, state.table
    seat = table.choosing[0]
    board = with_choice(kit, table, seat, move) if isinstance(move, Draw) else table.boards[seat]
    points = total(kit, networks.lines(kit, table.setup, board, networks.begun(kit, table, seat)))
    follows = isinstance(move, Draw) and move.power and power_of(table, seat) == SECOND
    return points, sum(line.bit_count() for line in board.lines) + follows, -board.used.bit_count()


def occasion(state: opaque.State) -> str:
    """What a choice depends on: the round, the cards that have come in it, the seat, and which section it is."""
    table = cast("State", state).table
    return f"{table.round} {len(table.cards[-1])} {table.choosing[0]} {len(table.seconds)} "


def rated(rules: AnyRules, end: opaque.State) -> object:
    """The band of a solo score."""
    return band(cast("NextStation", rules).kit, rules.totals(end)[0])


_PLAYERS: Final = {
    (1,): Players(
        "Alone",
        "alone, by random sections",
        "in both, the same random sections are drawn, and the player passes only if there is none",
    ),
    (2, 3, 4): Players(
        "All games",
        "with several players, by the choice that looks best",
        "in both, everybody makes the choice after which they have most points, with ties broken alike",
    ),
}
IMPACT: Final = Measuring(
    FILE,
    seats_for,
    chooser,
    {
        (1,): "of a solo player who draws a random section whenever there is one",
        (2, 3, 4): "of sensible players, 2, 3 and 4 in turn",
    },
    _PLAYERS,
    "with several players only among those after which it has most points, then most sections, then most powers left; "
    "alone only among those that draw a section, if there are any",
    modules,
    (*SHIPPED,),
    rated,
)
"""How it is measured, for `readings.impact`."""
