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
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.table import State
from shinkansen.nextstation.table import Table as Sheets
from shinkansen.readings.witnesses import edition_for, rules_for
from tests.build.hunt import Guide, Hints, Slot, Table


def tables(game: Game, slug: str) -> tuple[Table, ...]:
    """Only somebody who plays alone is in a band."""
    return (Table(1),) if slug == "score_of_ninety" else tuple(map(Table, game.seats))


def floor(slug: str, table: Table) -> int:
    """The moves of a whole game of the shortest rounds.

    These rulings only decide what is scored, and the lines on the sheets are the same whatever they say, so nothing
    differs before the game is over. A round ends when all its underground cards have come. In a turn one card comes or,
    with the switch, which is no underground card, two: so it has a turn at least for each underground card.
    """
    rules = cast("NextStation", rules_for(GAME, table.seats, edition=edition_for(GAME, slug), variants=table.variants))
    return table.seats * rules.kit.rounds * len(rules.kit.underground)


def _table(state: opaque.State) -> Sheets:
    return cast("State", state).table


def slot(rules: AnyRules, state: opaque.State) -> Slot:
    """The round and the seat: wishes are fulfilled in their order, as the cards allow it."""
    now = _table(state)
    return now.round, "draw", now.choosing[0] if now.choosing else -1


def same(one: opaque.State, other: opaque.State) -> bool:
    """Whether people would see the same."""
    return _table(one) == _table(other)


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
    """Mostly the shortest rounds: all underground cards come first, in any order."""
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
