"""Small worlds: their sizes pinned, every law on every state of them, and shortest differences between readings.

All of it takes minutes. The suite walks every world, but checks only the smaller ones, and those with a share of the
moves that are not legal; with the environment variable `SHINKANSEN_DEEP` set, every world is checked in full.
"""

from __future__ import annotations

from functools import cache
from itertools import count
from math import perm
from random import Random
from typing import Any

import attrs
import pytest

from shinkansen.core.errors import Refusal
from shinkansen.testing.exploration import (
    BrokenAfter,
    DistinguishingGame,
    Exploration,
    PlayedGame,
    check,
    differs_by,
    explore,
    shortest_difference,
)
from shinkansen.zerokei.deal import Deal
from shinkansen.zerokei.edition import Scope
from shinkansen.zerokei.moves import Buy, Claim, Finish, Move
from shinkansen.zerokei.rulebook import rulebook
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import Phase, State
from shinkansen.zerokei.testing.small_worlds import World, every_move, in_sight, worlds
from tests.deep import DEEP
from tests.fake_game import HAND, HigherCard

SIZES = {
    "events": (2708, 3904, 1448, 10),
    "endings": (1758, 2760, 704, 10),
    "every-deal": (1712, 3616, 416, 8),
    "purses": (1041, 2044, 288, 14),
    "works": (2547, 3813, 1823, 11),
    "abilities": (2127, 2240, 1688, 8),
    "repeating": (1803, 3505, 784, 12),
    "market": (2733, 4768, 1320, 12),
    "line": (3199, 4190, 2134, 9),
    "three": (1438, 2217, 696, 12),
    "solo": (1174, 2328, 548, 7),
    "hard": (1174, 2328, 548, 7),
}
"""States, moves, ends and depth of each world. They change only when the rules or a world do: `python -m
tests.build.small_worlds` prints them anew, and who pins them anew should be able to say why they changed."""


STRIDE = 1 if DEEP else 16
LATER = () if DEEP else ("events", "works", "abilities", "repeating", "market", "line", "hard")
"""The large worlds, and one that is nearly as another."""
COMPLETE = "every-deal"
"""The world that is small enough to be checked in full at any time."""


pytestmark = pytest.mark.slow


@cache
def everything(name: str) -> Exploration[Deal, State, Move]:
    return worlds()[name].explore()


def test_every_world_is_pinned() -> None:
    assert list(SIZES) == list(worlds())


@pytest.mark.parametrize("name", SIZES)
def test_a_world_has_just_the_states_it_had(name: str) -> None:
    found = everything(name)
    assert (len(found.states), found.moves, found.over, found.depth) == SIZES[name]


@pytest.mark.parametrize("name", SIZES)
def test_every_law_holds_on_every_state(name: str) -> None:
    if name in LATER:
        pytest.skip("To check every state of this world takes long; set SHINKANSEN_DEEP to do it.")
    worlds()[name].check(everything(name), 1 if name == COMPLETE else STRIDE)


@pytest.mark.parametrize("name", SIZES)
def test_a_world_is_a_miniature_that_says_what_it_is_for(name: str) -> None:
    world = worlds()[name]
    assert world.rules.edition.scope is Scope.MINIATURE
    assert world.shows.endswith(".")
    assert world.deals
    assert len(set(world.deals)) == len(world.deals)
    pool = every_move(world.rules)
    assert len(set(pool)) == len(pool)


def test_all_deals_of_a_small_edition() -> None:
    """Two turn orders, six piles of counters, two events, two decks."""
    rules = worlds()["every-deal"].rules
    assert len(set(rules.every_deal())) == 2 * 6 * 2 * 2
    assert len(set(rules.every_deal(turn_order=(1, 0)))) == 6 * 2 * 2


def test_the_worlds_put_most_clauses_to_work() -> None:
    """The clauses that happenings, scores and outcomes cite in all worlds together; refusals come on top."""
    fired: set[str] = set()
    for name, world in worlds().items():
        rules = world.rules
        for state in everything(name).states:
            for move in rules.legal_moves(state):
                fired.update(happening.clause for happening in rules.narrate(state, move).happenings)
            if (outcome := rules.outcome(state)) is not None:
                fired.add(outcome.clause)
                fired.update(item.clause for score in rules.scores(state) for item in score.items)
    mechanisable = {clause.id for clause in rulebook() if clause.program}
    assert fired <= mechanisable
    assert len(fired) == FIRED


FIRED = 106


# -- The walk -------------------------------------------------------------------------------------------------------


def test_the_shortest_game_to_a_state_leads_there() -> None:
    world, found = worlds()["market"], everything("market")
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

    found = everything("market")
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
    ("second_icon", "b", "purses", "legality", 2),
    ("nothing_affordable", "c", "works", "legality", 3),
    ("twice_on_space_one", "b", "endings", "legality", 4),
    ("selling_vp", "b", "endings", "legality", 8),
    ("hideo_icon", "b", "solo", "effect", 2),
    ("borrowed_track_price", "b", "works", "effect", 9),
    ("stuck_counter", "b", "solo", "legality", 2),
    ("end_order", "b", "endings", "effect", 8),
]


def difference(slug: str, letter: str, name: str) -> DistinguishingGame[Deal, Move] | None:
    world = worlds()[name]
    return shortest_difference(world.rules, world.read(**{slug: letter}), world.deals, differs_by(in_sight))


@pytest.mark.parametrize(("slug", "letter", "name", "kind", "length"), SHORTEST)
def test_a_shortest_difference_between_readings(slug: str, letter: str, name: str, kind: str, length: int) -> None:
    found = difference(slug, letter, name)
    assert found is not None
    assert (found.kind, len(found.game.moves)) == (kind, length)


@pytest.mark.parametrize(("slug", "letter", "name", "kind", "length"), SHORTEST[:4])
def test_no_shorter_game_differs(slug: str, letter: str, name: str, kind: str, length: int) -> None:
    """By brute force: every game with fewer moves, none left out because another led to the same state."""
    world = worlds()[name]
    here, there = world.rules, world.read(**{slug: letter})
    differs = differs_by(in_sight)
    pairs = [(here.start(deal), there.start(deal)) for deal in world.deals]
    for _ in range(length):
        assert not any(differs(here, one, there, other) for one, other in pairs)
        pairs = [
            (here.follow(one, move), there.follow(other, move))
            for one, other in pairs
            for move in here.legal_moves(one)
        ]
    assert any(differs(here, one, there, other) for one, other in pairs)


@pytest.mark.parametrize(("slug", "letter"), [("token_place", "b"), ("venue_twice", "b"), ("round5_effect", "b")])
def test_no_game_differs_where_a_ruling_cannot_matter(slug: str, letter: str) -> None:
    """Without tokens, without venues to use and without effects at the end of the last round."""
    assert difference(slug, letter, "three") is None


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
