"""What Zero-Kei knows about the hunt for its witnesses: when each ruling can matter first, and how to get there.

Its floors are arguments about the order of play; tests hold random games to them.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final, cast

import attrs
from attrs import frozen

from shinkansen.core import opaque
from shinkansen.core.game import Game
from shinkansen.core.opaque import AnyRules
from shinkansen.readings.witnesses import edition_for, rules_for
from shinkansen.zerokei import evaluation, scoring, table
from shinkansen.zerokei import moves as m
from shinkansen.zerokei.deal import Deal, slots
from shinkansen.zerokei.edition import CellKind, Effect
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import Phase, State
from shinkansen.zerokei.witnesses import in_sight
from tests.build.hunt import Guide, Hints, Slot, Table

# -- How short a game can be ----------------------------------------------------------------------------------------


@frozen
class Earliest:
    """When a ruling can first matter: in which phase, in a year with which event, and after one with which event."""

    phase: Phase
    event: Effect | None = None
    after: Effect | None = None
    closed: bool = False
    """In a year in which Hideo reaches a closed venue."""
    more: int = 0
    """How many moves later."""
    tracks: int = 0
    """After how many moves that give players tracks; in the solo game Hideo has some without a move."""
    steps: bool = False
    """After a counter has reached the last space, which no move of a player advances twice; alone, Hideo helps."""


EARLIEST: Final = {
    "stuck_counter": Earliest(Phase.BUY, steps=True),
    "nothing_affordable": Earliest(Phase.BUY),
    "second_icon": Earliest(Phase.BUY),
    "twice_on_space_one": Earliest(Phase.PLACE),
    "cheap_engine_repeated": Earliest(Phase.ACT, more=1),  # an engine has been used
    "track_needs_ground": Earliest(Phase.ACT, tracks=1),  # somebody has prepared ground
    "own_track_first": Earliest(Phase.ACT, tracks=4),  # another player has in an earlier turn, and so has this one
    "borrowed_track_price": Earliest(Phase.ACT, tracks=3),  # another player has in an earlier turn
    "bought_card": Earliest(Phase.ACT, more=1),  # a carriage has been bought
    "repeat_action": Earliest(Phase.ACT, more=1),  # a card has been used
    "event_repeat_action": Earliest(Phase.ACT, Effect.REPEAT_TRAIN_CARD, more=1),
    "end_purchase": Earliest(Phase.END, Effect.BUY_AT_END),
    "event_repeat": Earliest(Phase.ACT, Effect.REPEAT_TRAIN_CARD),
    "round5_effect": Earliest(Phase.OVER),
    "reward_again": Earliest(Phase.END, Effect.REWARD_AGAIN),
    "reward_again_counter": Earliest(Phase.END, Effect.REWARD_AGAIN),
    "selling_vp": Earliest(Phase.END, Effect.LOSE_VP_FOR_YEN),
    "yen_by_rank": Earliest(Phase.END, Effect.YEN_BY_RANK),
    "end_order": Earliest(Phase.END),
    "score_below_zero": Earliest(Phase.END, Effect.SCORE_A_CITY, more=1),  # a city has been scored
    "token_place": Earliest(Phase.ACT, Effect.OLYMPIC_TOKEN),
    # A token has been bought, and a city scored.
    "token_same_city": Earliest(Phase.END, Effect.SCORE_A_CITY, after=Effect.OLYMPIC_TOKEN, more=2),
    "empty_venue": Earliest(Phase.OVER),
    "connection_gap": Earliest(Phase.OVER),
    "connection_card": Earliest(Phase.OVER),
    "connection_return": Earliest(Phase.OVER),
    "hideo_space_one": Earliest(Phase.PLACE),
    "hideo_icon": Earliest(Phase.PLACE),
    "hideo_closed_third": Earliest(Phase.PLACE, closed=True),
    "hideo_cauldrons": Earliest(Phase.PLACE),
    "hideo_rank": Earliest(Phase.END, Effect.YEN_BY_RANK),
    "hideo_connection": Earliest(Phase.OVER),
    "hideo_tie": Earliest(Phase.OVER),
}
"""By slug; every other ruling is about actions that can be the first in a game."""
ACTIONS: Final = Earliest(Phase.ACT)


def floor(slug: str, table: Table) -> int:
    """The fewest moves after which a ruling can matter, whatever is dealt.

    Every seat chooses an engine; in each round it claims or skips, places its token and then makes at least one move,
    and at least two with an action among them, because every event gives two actions or more.
    """
    seats = table.seats
    rules = cast("ZeroKei", rules_for(GAME, seats, slug, "a", edition_for(GAME, slug), table.variants))
    it = EARLIEST.get(slug, ACTIONS)
    moves = {Phase.BUY: 0, Phase.PLACE: seats, Phase.ACT: seats + 1, Phase.END: 3 * seats, Phase.OVER: 3 * seats}
    year = rules.kit.rounds - 1 if it.phase is Phase.OVER else min(_years(rules, it), default=rules.kit.rounds)
    steps = rules.edition.board.value_spaces - 1 if it.steps else 0
    return seats + year * 3 * seats + moves[it.phase] + it.more + (it.tracks + steps if seats > 1 else 0)


def _years(rules: ZeroKei, it: Earliest) -> Iterator[int]:
    def can(year: int, effect: Effect | None) -> bool:
        return effect is None or rules.kit.events[effect.value].colour == slots(rules.kit)[year]

    hideo = rules.edition.hideo
    shut = {cell.id for cell in hideo.cells if cell.kind is CellKind.CLOSED}
    for year in range(rules.kit.rounds):
        later = it.after is None or any(can(before, it.after) for before in range(year))
        if can(year, it.event) and later and (not it.closed or shut.intersection(hideo.columns[year])):
            yield year


def tables(game: Game, slug: str) -> tuple[Table, ...]:
    """Alone for Hideo's rulings, with several players for the others."""
    return (Table(1),) if slug.startswith("hideo") else (Table(2), Table(3), Table(4))


# -- What leads there -----------------------------------------------------------------------------------------------


def _table(state: opaque.State) -> table.Table:
    return cast("State", state).table


def slot(rules: AnyRules, state: opaque.State) -> Slot:
    """The round, the phase and the seat."""
    now = _table(state)
    return now.round, now.phase, now.seat


def same(one: opaque.State, other: opaque.State) -> bool:
    """Whether people would see the same."""
    return _table(one) == _table(other) or in_sight(_table(one)) == in_sight(_table(other))


def plainest(rules: AnyRules, legal: tuple[opaque.Move, ...]) -> opaque.Move:
    """A move without parts, such as finish; otherwise the one with the shortest text."""

    def parts(move: opaque.Move) -> tuple[int, int]:
        return len(attrs.fields(type(cast("Move", move)))), len(getattr(move, "advance", ()))

    return min(legal, key=parts)


def _poor(rules: AnyRules, state: opaque.State, seat: int) -> float:
    content = _table(state).seats[seat]
    return -content.yen - max(0, content.vp)


def _connected(rules: AnyRules, state: opaque.State, seat: int) -> float:
    """Track, and a connection as the reading counts it."""
    table, kit = _table(state), cast("ZeroKei", rules).kit
    content = table.seats[seat]
    claimed = tuple(card for card, claim in zip(table.row, table.claims, strict=True) if claim == seat)
    content = attrs.evolve(content, train=(*content.train, *claimed))
    cities = sum(len(kit.carriages[card].cities) for card in content.train)
    return (
        len(table.cities_with_track())
        + cities
        + 4 * len(content.tokens)
        + 3 * len(scoring.longest_connection(kit, table, content))
    )


def _clever(rules: AnyRules, state: opaque.State, seat: int) -> float:
    """A good player's valuation: random players never come close to Hideo."""
    return evaluation.value(cast("ZeroKei", rules), _table(state), seat)


GUIDES: Final[dict[str, Guide]] = {
    "hideo_tie": _clever,
    "nothing_affordable": _poor,
    "connection_gap": _connected,
    "connection_card": _connected,
    "connection_return": _connected,
}
"""Guides for rulings that random moves would hardly ever reach."""

NEEDED: Final = (m.ChooseEngine, m.Claim, m.Place)
"""Moves that must be made; if the wish is not legal, a similar move is made instead."""


def alike(wish: opaque.Move, legal: tuple[opaque.Move, ...]) -> opaque.Move | None:
    """A move of the same kind, as similar as possible, where one must be made."""
    wanted = cast("Move", wish)
    similar = [move for move in legal if type(move) is type(wish)]
    if not similar or not isinstance(wanted, NEEDED):
        return None
    parts = attrs.asdict(wanted, recurse=False)
    return max(similar, key=lambda move: sum(getattr(move, name) == value for name, value in parts.items()))


EVENTS: Final = {
    "nothing_affordable": ("get-yen", "yen-by-rank", "buy-at-end", "prepare", "score-a-city"),
    "connection_card": ("olympic-token",),
    "connection_return": ("prepare-and-lay", "lay", "prepare-lay-or-build"),
    "token_same_city": ("olympic-token", "score-a-city"),
    "token_place": ("olympic-token",),
}
"""Events to start with where random ones would hardly ever lead there: little money, or tokens to buy."""


def deal(rules: AnyRules, slug: str, rng: Random) -> opaque.Deal:
    """A fair deal, with the events that the ruling needs."""
    fair = cast("Deal", rules.deal(rng))
    known = cast("ZeroKei", rules).kit.events
    events = [*fair.events]
    wanted = [*EVENTS.get(slug, ())]
    for year in rng.sample(range(len(events)), len(events)):
        fitting = [each for each in wanted if known[each].colour == known[events[year]].colour]
        if fitting and fitting[0] not in events:
            events[year] = fitting[0]
            wanted.remove(fitting[0])
    return cast("opaque.Deal", attrs.evolve(fair, events=tuple(events)))


HINTS: Final = Hints(tables, floor, slot, same, plainest, alike, deal, GUIDES, long=20)
"""Where several players need long, a solo game against Hideo is kept as well."""
