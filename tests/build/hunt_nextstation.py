"""What Next Station knows about the hunt for its witnesses: how long a game is at least, and how to reach a score."""

from __future__ import annotations

from random import Random
from typing import Any, Final, cast

import attrs

from shinkansen.core import opaque
from shinkansen.core.game import Game
from shinkansen.core.opaque import AnyRules
from shinkansen.nextstation.deal import Deal
from shinkansen.nextstation.game import GAME
from shinkansen.nextstation.impact import ALONE, modules
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.table import State
from shinkansen.nextstation.table import Table as Sheets
from shinkansen.nextstation.witnesses import in_sight
from shinkansen.readings.witnesses import edition_for, rules_for
from tests.build.hunt import Guide, Hints, Slot, Table

AT_THE_END: Final = ("districts_counted", "bare_departure", *ALONE)
"""Rulings that only decide what is scored: the lines on the sheets are the same whatever they say."""
MOVES_BEFORE: Final = {
    "second_on_central": 1,  # no departure of London lies beside its central station
    "joker_power_in_tokyo": 1,  # no departure of Tokyo is on its loop
    "second_double_track": 1,  # from each departure another second section is possible too
    "second_with_switch": 2,  # before the third turn the switch has no effect
}
"""How many moves each seat makes before some other rulings can matter; tests look at every first turn."""


def tables(game: Game, slug: str) -> tuple[Table, ...]:
    """Any number of seats, with the modules that the ruling is about."""
    seats = (1,) if slug in ALONE else game.seats
    return tuple(Table(number, modules(slug)) for number in seats)


def floor(slug: str, table: Table) -> int:
    """The fewest moves after which a ruling can matter.

    A round ends when all its underground cards have come. In a turn one card comes or, with the switch, which is no
    underground card, two: so it has at least a turn for each underground card, in which every seat moves. What is only
    scored shows after four such rounds; double track in London, beside a line of an earlier round, after one.
    """
    rules = cast("NextStation", rules_for(GAME, table.seats, edition=edition_for(GAME, slug), variants=table.variants))
    rounds = rules.kit.rounds if slug in AT_THE_END else int(slug == "joker_effect_in_london")
    return table.seats * (rounds * len(rules.kit.underground) + MOVES_BEFORE.get(slug, 0))


def _table(state: opaque.State) -> Sheets:
    return cast("State", state).table


def slot(rules: AnyRules, state: opaque.State) -> Slot:
    """The round and the seat: wishes are fulfilled in their order, as the cards allow it."""
    now = _table(state)
    return now.round, "draw", now.choosing[0] if now.choosing else -1


def same(one: opaque.State, other: opaque.State) -> bool:
    """Whether people would see the same."""
    return _table(one) == _table(other) or in_sight(_table(one)) == in_sight(_table(other))


def plainest(rules: AnyRules, legal: tuple[opaque.Move, ...]) -> opaque.Move:
    """To draw nothing."""
    return legal[0]


def _points(rules: AnyRules, state: opaque.State, seat: int) -> float:
    return rules.totals(state)[seat]


GUIDES: Final[dict[str, Guide]] = {"score_of_ninety": _points}
"""Random moves hardly ever come to ninety points in short rounds."""


def _near_ninety(rules: AnyRules, end: opaque.State) -> float:
    return -abs(90 - rules.totals(end)[0])


def deal(rules: AnyRules, slug: str, rng: Random) -> opaque.Deal:
    """Where something shows late, mostly the shortest rounds: all underground cards come first, in any order."""
    if slug not in (*AT_THE_END, "joker_effect_in_london"):
        return rules.deal(rng)
    fair, underground = cast("Deal", rules.deal(rng)), cast("NextStation", rules).kit.underground
    decks: dict[str, Any] = {
        f"cards_{number}": tuple(sorted(deck, key=lambda card: card not in underground))
        for number, deck in enumerate(fair.decks, start=1)
        if rng.random() < 0.75
    }
    return cast("opaque.Deal", attrs.evolve(fair, **decks))


HINTS: Final = Hints(
    tables, floor, slot, same, plainest, deal=deal, guides=GUIDES, near={"score_of_ninety": _near_ninety}
)
