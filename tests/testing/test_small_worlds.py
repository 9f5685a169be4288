"""Small worlds: their sizes pinned, every law on every state of them, and shortest differences between readings.

All of it takes minutes. The suite walks every world, but checks only a share: of Zero-Kei's the smaller worlds, with a
share of the moves that are not legal, of Next Station's some states of each world. With the environment variable
`SHINKANSEN_DEEP` set, every world is checked in full.
"""

from __future__ import annotations

from functools import cache
from itertools import count
from math import perm
from random import Random
from typing import Any

import attrs
import pytest

from shinkansen.core import registry
from shinkansen.core.errors import Refusal
from shinkansen.testing.exploration import BrokenAfter, Exploration, PlayedGame, check, differs_by, explore
from shinkansen.testing.small_worlds import SMALL_WORLDS, AnyWorld
from shinkansen.zerokei.deal import Deal
from shinkansen.zerokei.moves import Buy, Claim, Finish, Move
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import Phase, State
from shinkansen.zerokei.testing.small_worlds import World, worlds
from tests.deep import DEEP
from tests.fake_game import HAND, HigherCard

SIZES = {
    ("zerokei", "events"): (2708, 3904, 1448, 10),
    ("zerokei", "endings"): (1758, 2760, 704, 10),
    ("zerokei", "every-deal"): (1712, 3616, 416, 8),
    ("zerokei", "purses"): (1041, 2044, 288, 14),
    ("zerokei", "works"): (2547, 3813, 1823, 11),
    ("zerokei", "abilities"): (2127, 2240, 1688, 8),
    ("zerokei", "repeating"): (1803, 3505, 784, 12),
    ("zerokei", "market"): (2733, 4768, 1320, 12),
    ("zerokei", "line"): (3199, 4190, 2134, 9),
    ("zerokei", "three"): (1438, 2217, 696, 12),
    ("zerokei", "solo"): (1174, 2328, 548, 7),
    ("zerokei", "hard"): (1174, 2328, 548, 7),
    ("nextstation", "crossing"): (1214, 1370, 524, 8),
    ("nextstation", "switch"): (1902, 2025, 985, 7),
    ("nextstation", "ring"): (569, 620, 313, 7),
    ("nextstation", "points"): (986, 1102, 284, 8),
    ("nextstation", "loop"): (1493, 1573, 758, 8),
    ("nextstation", "stamps"): (449, 448, 333, 4),
    ("nextstation", "two"): (1095, 1094, 576, 8),
    ("nextstation", "three"): (714, 711, 192, 12),
    ("nextstation", "orders"): (1948, 1918, 756, 5),
    ("nextstation", "sights"): (408, 414, 216, 5),
    ("nextstation", "aims"): (615, 612, 456, 4),
    ("nextstation", "effects"): (2169, 2280, 1290, 5),
    ("nextstation", "powers"): (1135, 1207, 439, 7),
    ("nextstation", "seconds"): (1511, 1686, 784, 10),
    ("nextstation", "branches"): (1363, 1414, 604, 7),
    ("nextstation", "borrowed"): (2151, 2155, 1558, 6),
}
"""States, moves, ends and depth of each world. They change only when the rules or a world do: `python -m
tests.build.small_worlds` prints them anew, and who pins them anew should be able to say why they changed."""
GAMES = [*dict.fromkeys(game for game, _ in SIZES)]

STRIDE = 1 if DEEP else 16
ONE_IN = {"zerokei": 1, "nextstation": 1 if DEEP else 16}
"""The law of secrets takes long where nearly everything is hidden: of Next Station only some states are looked at."""
LATER = () if DEEP else ("events", "works", "abilities", "repeating", "market", "line", "hard")
"""The large worlds of Zero-Kei, and one that is nearly as another."""
COMPLETE = (("zerokei", "every-deal"),)
"""The world that is small enough to be checked in full at any time."""

EVERY = pytest.mark.parametrize(("game", "name"), SIZES)

pytestmark = pytest.mark.slow


def world(game: str, name: str) -> AnyWorld:
    return registry.game(game).part(SMALL_WORLDS)()[name]


@cache
def everything(game: str, name: str) -> Exploration[Any, Any, Any]:
    return world(game, name).explore()


def test_every_world_of_every_game_is_pinned() -> None:
    games = [game for game in registry.games() if game.has(SMALL_WORLDS) and game.name in GAMES]
    assert {(game.name, name) for game in games for name in game.part(SMALL_WORLDS)()} == {*SIZES}


@EVERY
def test_a_world_has_just_the_states_it_had(game: str, name: str) -> None:
    found = everything(game, name)
    assert (len(found.states), found.moves, found.over, found.depth) == SIZES[game, name]


@EVERY
def test_every_law_holds_on_every_state(game: str, name: str) -> None:
    if game == "zerokei" and name in LATER:
        pytest.skip("To check every state of this world takes long; set SHINKANSEN_DEEP to do it.")
    stride = 1 if (game, name) in COMPLETE else STRIDE
    world(game, name).check(everything(game, name), stride, ONE_IN[game])


@EVERY
def test_a_world_is_a_miniature_that_says_what_it_is_for(game: str, name: str) -> None:
    it = world(game, name)
    assert it.name == name
    assert it.rules.edition.scope.value == "miniature"
    assert it.shows.endswith(".")
    assert it.deals
    assert len(set(it.deals)) == len(it.deals)
    pool = it.every_move()
    assert len(set(pool)) == len(pool)


def test_all_deals_of_a_small_edition() -> None:
    """Two turn orders, six piles of counters, two events, two decks."""
    rules = worlds()["every-deal"].rules
    assert len(set(rules.every_deal())) == 2 * 6 * 2 * 2
    assert len(set(rules.every_deal(turn_order=(1, 0)))) == 6 * 2 * 2


FIRED = {"zerokei": 106, "nextstation": 45}


@pytest.mark.parametrize("game", GAMES)
def test_the_worlds_put_most_clauses_to_work(game: str) -> None:
    """The clauses that happenings, scores and outcomes cite in all worlds together; refusals come on top."""
    fired: set[str] = set()
    for name in (name for of, name in SIZES if of == game):
        rules = world(game, name).rules
        for state in everything(game, name).states:
            for move in rules.legal_moves(state):
                fired.update(happening.clause for happening in rules.narrate(state, move).happenings)
            if (outcome := rules.outcome(state)) is not None:
                fired.add(outcome.clause)
                fired.update(item.clause for score in rules.scores(state) for item in score.items)
    assert fired <= {clause.id for clause in registry.game(game).rulebook if clause.program}
    assert len(fired) == FIRED[game]


# -- The walk -------------------------------------------------------------------------------------------------------


def test_the_shortest_game_to_a_state_leads_there() -> None:
    world, found = worlds()["market"], everything("zerokei", "market")
    for place in range(0, len(found.states), 50):
        game = found.game_to(place)
        state = world.rules.start(game.deal)
        for move in game.moves:
            state = world.rules.apply(state, move)
        assert state == found.states[place]
        assert len(game.moves) == found.depths[place]


def test_one_can_ask_for_the_shortest_game_to_something() -> None:
    def longest(state: State) -> int:
        return max(len(seat.train) for seat in state.table.seats)

    found = everything("zerokei", "market")
    game = found.first(lambda state: longest(state) == 2)
    assert game is not None
    assert isinstance(game.moves[-1], Buy)
    shorter = [state for state, depth in zip(found.states, found.depths, strict=True) if depth < len(game.moves)]
    assert max(map(longest, shorter)) == 1
    assert found.first(lambda state: longest(state) > 2) is None


# -- Broken rules are caught ----------------------------------------------------------------------------------------


class Generous(ZeroKei):
    """`explain` pays a yen too many for unused actions."""

    def narrate(self, state: State, move: Move) -> Any:
        step = super().narrate(state, move)
        if not isinstance(move, Finish):
            return step
        first, *others = step.state.table.seats
        table = attrs.evolve(step.state.table, seats=(attrs.evolve(first, yen=first.yen + 1), *others))
        return attrs.evolve(step, state=attrs.evolve(step.state, table=table))


class Forgetful(ZeroKei):
    """Moves that buy for the second time in a game are listed and refused."""

    def why_not(self, state: State, move: object, by: int | None = None) -> Refusal | None:
        if isinstance(move, Claim) and state.table.round and state.table.phase is Phase.BUY:
            return Refusal("forgotten", "5.A.1", "I forgot.")
        return super().why_not(state, move, by)


class Speechless(ZeroKei):
    """Cannot say what it is to finish."""

    def say(self, thing: object, state: State | None = None) -> str:
        if isinstance(thing, Finish):
            raise KeyError("finish")
        return super().say(thing, state)


@pytest.mark.parametrize(
    ("broken", "depth", "said"),
    [(Generous, 5, "one-path"), (Forgetful, 8, "legality"), (Speechless, 5, "KeyError")],
)
def test_a_broken_ruleset_is_caught_after_a_shortest_game(broken: type[ZeroKei], depth: int, said: str) -> None:
    world = worlds()["purses"]
    rules = broken(seats=2, edition=world.rules.edition)
    spoilt = attrs.evolve(world, rules=rules)
    with pytest.raises(BrokenAfter) as caught:
        spoilt.check(spoilt.explore())
    assert said in str(caught.value)
    assert len(caught.value.game.moves) == depth


class Lenient(ZeroKei):
    """Allows one move at any time."""

    def why_not(self, state: State, move: object, by: int | None = None) -> Refusal | None:
        return None if move == Buy("event", "osaka-1", ()) else super().why_not(state, move, by)


def test_moves_that_take_turns_all_come_to_be_tried() -> None:
    world = worlds()["purses"]
    spoilt = attrs.evolve(world, rules=Lenient(seats=2, edition=world.rules.edition))
    found = spoilt.explore()
    after = {len(_caught(spoilt, found, stride).moves) for stride in (1, 16)}
    assert min(after) == 0
    assert max(after) > 0


def _caught(world: World, found: Exploration[Deal, State, Move], stride: int) -> PlayedGame[Deal, Move]:
    with pytest.raises(BrokenAfter, match="not listed but allowed") as caught:
        world.check(found, stride)
    return caught.value.game


# -- Readings -------------------------------------------------------------------------------------------------------

SHORTEST = [
    ("zerokei", "second_icon", "b", "purses", "legality", 2),
    ("zerokei", "nothing_affordable", "c", "works", "legality", 3),
    ("zerokei", "twice_on_space_one", "b", "endings", "legality", 4),
    ("zerokei", "selling_vp", "b", "endings", "legality", 8),
    ("nextstation", "districts_counted", "b", "points", "score", 4),
    ("nextstation", "bare_departure", "b", "orders", "score", 4),
    ("nextstation", "score_of_ninety", "b", "points", "outcome", 4),
    ("zerokei", "hideo_icon", "b", "solo", "effect", 2),
    ("zerokei", "borrowed_track_price", "b", "works", "effect", 9),
    ("zerokei", "stuck_counter", "b", "solo", "legality", 2),
    ("zerokei", "end_order", "b", "endings", "effect", 8),
    ("nextstation", "bare_departure", "b", "two", "score", 8),
    ("nextstation", "power_on_nothing", "b", "powers", "legality", 0),
    ("nextstation", "second_on_central", "b", "powers", "legality", 1),
    ("nextstation", "double_power_station", "b", "seconds", "legality", 0),
    ("nextstation", "joker_power_in_tokyo", "b", "borrowed", "legality", 0),
    ("nextstation", "solo_power_cost", "b", "borrowed", "score", 5),
    ("nextstation", "second_with_switch", "b", "branches", "legality", 3),
    ("nextstation", "joker_effect_in_london", "b", "effects", "legality", 1),
    ("nextstation", "second_double_track", "b", "borrowed", "legality", 1),
]
BY_FORCE = SHORTEST[:7]
"""Those of which the games are few enough to look at one by one."""


@pytest.mark.parametrize(("game", "slug", "letter", "name", "kind", "length"), SHORTEST)
def test_a_shortest_difference_between_readings(
    game: str, slug: str, letter: str, name: str, kind: str, length: int
) -> None:
    found = world(game, name).difference(slug, letter, "a")
    assert found is not None
    assert (found.kind, len(found.game.moves)) == (kind, length)


@pytest.mark.parametrize(("game", "slug", "letter", "name", "kind", "length"), BY_FORCE)
def test_no_shorter_game_differs(game: str, slug: str, letter: str, name: str, kind: str, length: int) -> None:
    """By brute force: every game with fewer moves, none left out because another led to the same state."""
    it = world(game, name)
    here, there = it.read(**{slug: "a"}), it.read(**{slug: letter})
    differs = differs_by(it.in_sight)
    pairs = [(here.start(deal), there.start(deal)) for deal in it.deals]
    for _ in range(length):
        assert not any(differs(here, one, there, other) for one, other in pairs)
        pairs = [
            (here.follow(one, move), there.follow(other, move))
            for one, other in pairs
            for move in here.legal_moves(one)
        ]
    assert any(differs(here, one, there, other) == kind for one, other in pairs)


@pytest.mark.parametrize(
    ("game", "slug", "name"),
    [
        ("zerokei", "token_place", "three"),
        ("zerokei", "venue_twice", "three"),
        ("zerokei", "round5_effect", "three"),
        ("nextstation", "districts_counted", "crossing"),
        ("nextstation", "score_of_ninety", "ring"),
        ("nextstation", "second_double_track", "powers"),
        ("nextstation", "joker_effect_in_london", "loop"),
    ],
)
def test_no_game_differs_where_a_ruling_cannot_matter(game: str, slug: str, name: str) -> None:
    """Without tokens, without venues to use and without effects at the end of the last round; on a sheet with a single
    district, without bands, without double track, and without special stations."""
    assert world(game, name).difference(slug, "b", "a") is None


# -- Any game -------------------------------------------------------------------------------------------------------


def test_a_game_of_another_kind_can_be_walked_and_checked() -> None:
    """Simultaneous turns and hidden cards: between tricks, each seat has played some of its cards in some order."""
    rules = HigherCard(2)
    deal = rules.deal(Random(1))
    found = explore(rules, [deal])
    orders = [perm(HAND, played) ** 2 for played in range(HAND + 1)]
    assert found.depth == 2 * HAND
    assert len({state.played for state in found.states if not rules.chosen(state)}) == sum(orders)
    assert check(rules, found, range(-1, len(deal.cards) + 1)) == {"2", "3"}


class Muddled(HigherCard):
    """Never writes the same ledger twice."""

    def entries(self, happenings: Any) -> dict[str, Any]:
        return {"tricks": next(NUMBERS)}


NUMBERS = count(1)


def test_the_record_of_a_shortest_game_to_each_end_is_checked() -> None:
    rules = Muddled(2)
    deal = rules.deal(Random(1))
    with pytest.raises(BrokenAfter, match="records: The record does not verify") as caught:
        check(rules, explore(rules, [deal]), range(-1, len(deal.cards) + 1))
    assert len(caught.value.game.moves) == 2 * HAND
