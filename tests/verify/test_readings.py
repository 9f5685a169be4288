"""Every switchable ruling read the other way: games still play to the end, and a position shows the difference."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import attrs
import pytest

from shinkansen.core.errors import RulingError
from shinkansen.zerokei import moves as m
from shinkansen.zerokei.edition import Ability, Colour
from shinkansen.zerokei.moves import FIELDS, Move
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.rulings import register, restored, rulings
from shinkansen.zerokei.table import EVENT, NOBODY, TAIL, Phase, State
from shinkansen.zerokei.testing.strategies import rules_for
from shinkansen.zerokei.testing.tables import (
    BLACK,
    BLUE,
    ENGINES,
    GOLD,
    GREEN,
    RED,
    WHITE,
    YELLOW,
    after_engines,
    allowed,
    arrange,
    closed,
    counters,
    gain,
    placing,
    played,
    purses,
    turn,
)
from tests.zerokei import test_solo

SLUGS = [ruling.slug for ruling in register().switchable]
OTHERS = [(ruling.slug, letter) for ruling in register().switchable for letter in ruling.others]
"""Every answer that can be chosen instead of the preferred one."""
REPEAT = "shizuoka-1"


def both(slug: str, seats: int = 3, letter: str = "b") -> tuple[ZeroKei, ZeroKei]:
    """The game as we prefer to read it, and with one ruling read the other way."""
    return rules_for(seats), rules_for(seats, rulings({slug: letter}))


def mine(*train: str, **more: Any) -> dict[int, dict[str, Any]]:
    return {YELLOW: {"train": train, **more}}


# -- games under every reading


def altered(rules: ZeroKei, rng: Random, move: Move) -> Move:
    """A move with one part changed to something else that exists in the game."""
    kit = rules.kit
    cards = [*kit.engines, *kit.carriages, EVENT, TAIL]
    colours = list(Colour)
    pools: dict[str, Sequence[Any]] = {
        "card": cards,
        "again": cards,
        "on": cards,
        "engine": kit.engines,
        "carriage": list(kit.carriages),
        "city": kit.city_ids,
        "colour": colours,
        "track_of": range(rules.seats),
        "venue": (1, 2, 3),
        "times": (0, 1, 2, 3),
        "to": range(7),
    }
    names = FIELDS[type(move)]
    if not names:
        bare: list[Move] = [m.Finish(), m.Decline(), m.LoseVp()]
        return rng.choice(bare)
    name = rng.choice(names)
    value: Any
    if name == "advance":
        several = tuple(rng.choice(colours) for _ in range(rng.randrange(4)))
        value = rng.choice(colours) if isinstance(move, m.Income) else several
    elif name == "space":
        value = rng.choice(kit.letters) if isinstance(move, m.Lay) else rng.randint(1, len(kit.rewards))
    else:
        value = rng.choice(pools[name])
    return attrs.evolve(move, **{name: value})


def play(rules: ZeroKei, seed: int) -> State:
    """A random game; along it a few legal moves and a few altered ones are asked about in both ways."""
    rng = Random(seed)
    state = rules.start(rules.deal(rng))
    while legal := rules.legal_moves(state):
        listed = set(legal)
        assert len(listed) == len(legal)
        some = rng.sample(legal, min(3, len(legal)))
        for move in (*some, *(altered(rules, rng, move) for move in some)):
            refusal = rules.why_not(state, move)
            assert (refusal is None) == (move in listed), (move, refusal)
        state = rules.apply(state, some[0])
    return state


@pytest.mark.slow
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(("slug", "letter"), OTHERS)
def test_games_play_to_the_end(slug: str, letter: str, seats: int) -> None:
    """One ruling read otherwise: five rounds, a winner, and `why_not` agrees with `legal_moves` all the way."""
    rules = rules_for(seats, rulings({slug: letter}))
    for seed in range(8):
        state = play(rules, seed)
        assert (state.table.round, rules.to_move(state)) == (4, None)
        outcome = rules.outcome(state)
        assert outcome is not None
        assert outcome.totals == tuple(score.total for score in rules.scores(state))


@pytest.mark.slow
@pytest.mark.parametrize("first", OTHERS, ids="-".join)
def test_any_two_readings_play_together(first: tuple[str, str]) -> None:
    """A random game under every pair of answers that are not preferred, and one under all of them."""
    for place, second in enumerate(OTHERS):
        if second[0] != first[0] and second > first:  # a pair has no order
            rules = ZeroKei(seats=2 + place % 3, rulings=dict((first, second)))
            assert rules.outcome(play(rules, place)) is not None
    everything = ZeroKei(seats=3, rulings=dict([*OTHERS, first]))
    assert everything.outcome(play(everything, 1)) is not None


def test_every_switchable_ruling_has_a_directed_test() -> None:
    names = [*globals(), *vars(test_solo)]
    tested = {name.removeprefix("test_ruling_").split("__")[0] for name in names if name.startswith("test_ruling_")}
    assert tested == set(SLUGS)


# -- buying carriages


def buying(rules: ZeroKei, row: tuple[str, ...], **purse: int) -> State:
    """Yellow, first of all, is to buy from a row."""
    start = after_engines(rules, ENGINES[: rules.seats])
    return arrange(rules, start, seats={YELLOW: purse}, row=row, claims=(NOBODY,) * len(row))


ROW = ("nagoya-1", "maibara-1", "osaka-1", "toyohashi-2", "osaka-kyoto")
"""For 3, 2, 2, 4 and 4 yen."""


def test_ruling_nothing_affordable() -> None:
    """5.B.7, D-9, G-6: the cheapest, nearest the tile; otherwise any, on the same terms."""
    rules, other = both("nothing_affordable")
    cheapest = m.Claim("maibara-1", (GOLD,))
    assert rules.legal_moves(buying(rules, ROW, yen=1, vp=0)) == (cheapest,)
    free = other.legal_moves(buying(other, ROW, yen=1, vp=0))
    assert {move.carriage for move in free if isinstance(move, m.Claim)} == set(ROW)
    assert m.Claim("osaka-kyoto", (GOLD, WHITE)) in free
    assert m.Claim("osaka-kyoto", (GOLD, BLACK)) in free
    after = rules.apply(buying(rules, ROW, yen=1, vp=0), cheapest).table
    assert (after.seats[YELLOW].yen, after.seats[YELLOW].vp, after.counters.spaces) == (0, 0, (1, 0, 0))
    after = other.apply(buying(other, ROW, yen=1, vp=0), m.Claim("osaka-kyoto", (GOLD, BLACK))).table
    assert (after.seats[YELLOW].yen, after.seats[YELLOW].vp, after.counters.spaces) == (0, 0, (1, 0, 1))


@pytest.mark.parametrize("field", ["nothing_affordable"])
@pytest.mark.parametrize(("yen", "vp", "left"), [(1, 0, (0, 0)), (0, 1, (0, 0)), (0, 0, (0, 0)), (0, -3, (0, -3))])
def test_ruling_nothing_affordable__all_is_paid(field: str, yen: int, vp: int, left: tuple[int, int]) -> None:
    """G-6, G-7: yen first, then victory points down to 0; a negative marker counts as 0."""
    for rules in both(field):
        state = buying(rules, ROW, yen=yen, vp=vp)
        after = rules.apply(state, m.Claim("maibara-1", (GOLD,))).table.seats[YELLOW]
        assert (after.yen, after.vp) == left


def test_ruling_nothing_affordable__only_when_nothing_is() -> None:
    """5.B.5, 5.B.6: with yen and points for one carriage, that one must be taken, under both readings."""
    for rules in both("nothing_affordable"):
        state = buying(rules, ("nagoya-1", "toyohashi-2", "osaka-kyoto", "odawara-1", "kyoto-1"), yen=1, vp=1)
        assert set(rules.legal_moves(state)) == {m.Claim("odawara-1", (WHITE,)), m.Claim("kyoto-1", (BLACK,))}
        after = rules.apply(state, m.Claim("odawara-1", (WHITE,))).table.seats[YELLOW]
        assert (after.yen, after.vp) == (0, 0)


def test_ruling_nothing_affordable__with_the_surcharge() -> None:
    """5.B.2, D-9: the cheapest as prices now are."""
    rules = rules_for(3)
    start = after_engines(rules, ENGINES[:3])
    state = arrange(
        rules, start, seats={YELLOW: {"yen": 0}}, stations={"maibara": GOLD}, row=ROW, claims=(NOBODY,) * len(ROW)
    )
    assert rules.legal_moves(state) == (m.Claim("osaka-1", (WHITE,)),)


def test_ruling_second_icon() -> None:
    """5.C.2, D-11: a carriage whose second icon shows the colour of the first."""
    for letter, expected in (("a", {GOLD, WHITE}), ("b", {WHITE})):
        field_value = letter == "a"
        edition = rules_for(3).edition
        carriages = tuple(
            attrs.evolve(carriage, counters=((GOLD,), (GOLD, WHITE))) if carriage.id == "osaka-1" else carriage
            for carriage in edition.carriages
        )
        rules = ZeroKei(seats=3, edition=attrs.evolve(edition, carriages=carriages), rulings={"second_icon": letter})
        state = buying(rules, ROW, yen=9)
        found = [move for move in rules.legal_moves(state) if isinstance(move, m.Claim) and move.carriage == "osaka-1"]
        assert {move.advance for move in found} == {(GOLD, second) for second in expected}
        assert allowed(rules, state, m.Claim("osaka-1", (GOLD, GOLD))) is field_value
        if field_value:
            assert rules.apply(state, m.Claim("osaka-1", (GOLD, GOLD))).table.counters.spaces == (2, 0, 0)


# -- turn order rewards


def test_ruling_twice_on_space_one() -> None:
    """8.7.1, C-7: two different counters, or only one; yen and points are doubled either way."""
    for rules, pair in zip(both("twice_on_space_one"), (True, False), strict=True):
        state = placing(rules, mine("maibara-2"))
        assert allowed(rules, state, m.Place(1, (GOLD, WHITE))) is pair
        assert allowed(rules, state, m.Place(1, (GOLD,))) is not pair
        assert not allowed(rules, state, m.Place(1, (GOLD, GOLD)))
        assert gain(rules, state, m.Place(2)) == (2, 0)
        assert gain(rules, state, m.Place(3)) == (0, 2)


def test_ruling_twice_on_space_one__at_the_end_of_the_round() -> None:
    """9.4.1, 9.4.2, C-7."""
    for rules, pair in zip(both("twice_on_space_one"), (True, False), strict=True):
        state = closed(rules, "reward-again", mine("maibara-2"))
        assert allowed(rules, state, m.AdvanceAgain((GOLD, WHITE))) is pair
        assert allowed(rules, state, m.AdvanceAgain((GOLD,))) is not pair


# -- prices


@pytest.mark.parametrize(
    ("train", "move", "after", "final"),
    [
        (("hashima-2", "nagoya-2"), m.Prepare("hashima-2", "tokyo"), (0, 4), (-1, 4)),
        (("atami-1", "hamamatsu-2"), m.Build("atami-1", "osaka", GOLD), (-1, 7), (-1, 7)),
        (("hashima-2",), m.Prepare("hashima-2", "tokyo"), (-3, 4), (-3, 4)),
        (("atami-1",), m.Build("atami-1", "osaka", GOLD), (-2, 6), (-2, 6)),
        (("nagoya-1",), m.Lay("nagoya-1", "osaka", "C", YELLOW), (-2, 4), (-2, 4)),
    ],
)
def test_ruling_discount_with_ability(
    train: tuple[str, ...], move: Move, after: tuple[int, int], final: tuple[int, int]
) -> None:
    """7.10, 8.4, D-18: off the ability's price of ground, or not; without an ability the discount always counts, and
    stations have a ruling of their own."""
    rules, other = both("discount_with_ability")
    assert gain(rules, turn(rules, "get-yen", mine(*train, tracks=1), prepared=["osaka"]), move) == after
    assert gain(other, turn(other, "get-yen", mine(*train, tracks=1), prepared=["osaka"]), move) == final


def test_ruling_discount_with_ability__decides_what_can_be_paid() -> None:
    """7.10, 8.4, D-18: nothing, or 1 yen."""
    for rules, free in zip(both("discount_with_ability"), (True, False), strict=True):
        state = turn(rules, "get-yen", mine("hashima-2", "nagoya-2", yen=0))
        assert allowed(rules, state, m.Prepare("hashima-2", "tokyo")) is free


@pytest.mark.parametrize(
    ("event", "card", "letter", "less", "full"),
    [("get-yen", "nagoya-1", "C", 2, 3), ("lay-2", "event", "D", 2, 4), ("get-yen", "kyoto-1", "C", 3, 3)],
)
def test_ruling_borrowed_track_price(event: str, card: str, letter: str, less: int, full: int) -> None:
    """7.11.5, 7.12, 9.11, D-24: the owner gets the discounted cost, or the full one; one's own track is always less."""
    for rules, price in zip(both("borrowed_track_price"), (less, full), strict=True):
        train = () if card == "event" else (card,)
        state = turn(rules, event, {YELLOW: {"train": train, "yen": price}, RED: {"tracks": 1}})
        move = m.Lay(card, "osaka", letter, RED)
        assert gain(rules, state, move)[0] == -price
        assert gain(rules, state, move, seat=RED) == (price, 0)
        poor = turn(rules, event, {YELLOW: {"train": train, "yen": price - 1}, RED: {"tracks": 1}})
        assert not allowed(rules, poor, move)
        state = turn(rules, event, mine(*train, tracks=1))
        assert gain(rules, state, m.Lay(card, "osaka", letter, YELLOW))[0] == -less


# -- actions


def test_ruling_track_needs_ground() -> None:
    """7.11.1, D-22: anywhere, or only where the ground has been prepared."""
    rules, other = both("track_needs_ground")
    for game, everywhere in ((rules, True), (other, False)):
        state = turn(game, "get-yen", mine("kyoto-1", tracks=1), prepared=["osaka"])
        assert allowed(game, state, m.Lay("kyoto-1", "osaka", "C", YELLOW))
        assert allowed(game, state, m.Lay("kyoto-1", "kyoto", "C", YELLOW)) is everywhere


def test_ruling_track_needs_ground__in_prepare_and_lay() -> None:
    """9.9.2, D-22, D-27: the ground just prepared is ground; without any, laying cannot come first."""
    rules, other = both("track_needs_ground")
    for game, everywhere in ((rules, True), (other, False)):
        state = turn(game, "prepare-and-lay", mine(tracks=1))
        assert allowed(game, state, m.Lay("event", "tokyo", "D", YELLOW)) is everywhere
        state = played(game, state, m.Prepare("event", "hamamatsu"))
        assert allowed(game, state, m.Lay("event", "hamamatsu", "D", YELLOW))
        assert allowed(game, state, m.Lay("event", "tokyo", "D", YELLOW)) is everywhere


def test_ruling_own_track_first() -> None:
    """7.11.5, D-23: another's track only without one of one's own, or at will."""
    for game, bound in zip(both("own_track_first"), (True, False), strict=True):
        state = turn(game, "get-yen", {**mine("kyoto-1", tracks=1), RED: {"tracks": 1}})
        assert allowed(game, state, m.Lay("kyoto-1", "osaka", "C", YELLOW))
        assert allowed(game, state, m.Lay("kyoto-1", "osaka", "C", RED)) is not bound
        assert not allowed(game, state, m.Lay("kyoto-1", "osaka", "C", GREEN))  # Green has none.
        state = turn(game, "prepare-and-lay", {RED: {"tracks": 1}})
        state = played(game, state, m.Prepare("event", "osaka"))
        assert allowed(game, state, m.Lay("event", "osaka", "D", RED)) is not bound
        if not bound:
            assert gain(game, state, m.Lay("event", "osaka", "D", RED)) == (-4, 6)
            assert gain(game, state, m.Lay("event", "osaka", "D", RED), seat=RED) == (4, 0)


@pytest.mark.parametrize("venue", [1, 2, 3])
def test_ruling_venue_effect(venue: int) -> None:
    """7.16.2, C-1: may, or must where it can."""
    for game, optional in zip(both("venue_effect"), (True, False), strict=True):
        state = turn(game, "get-yen", mine("hashima-1", "osaka-1"))
        assert allowed(game, state, m.Participate("hashima-1", venue, 0)) is optional
        assert allowed(game, state, m.Participate("hashima-1", venue, 1))


@pytest.mark.parametrize("venue", [1, 2, 3])
def test_ruling_venue_twice(venue: int) -> None:
    """8.3, D-31, G-8: once too, or only not at all and twice."""
    for game, once in zip(both("venue_twice"), (True, False), strict=True):
        state = turn(game, "get-yen", mine("hashima-1", "atami-2"))
        assert allowed(game, state, m.Participate("hashima-1", venue, 0))
        assert allowed(game, state, m.Participate("hashima-1", venue, 1)) is once
        assert allowed(game, state, m.Participate("hashima-1", venue, 2))
        plain = turn(game, "get-yen", mine("hashima-1", "osaka-1"))
        assert allowed(game, plain, m.Participate("hashima-1", venue, 1))
        assert not allowed(game, plain, m.Participate("hashima-1", venue, 2))


def test_ruling_bought_card() -> None:
    """3.6.1, 7.15.3, D-34: a carriage bought in the turn offers its action in it, or not."""
    for game, at_once in zip(both("bought_card"), (True, False), strict=True):
        state = turn(game, "get-yen", mine("kyoto-2"), discard=("osaka-1",))
        state = played(game, state, m.Buy("kyoto-2", "osaka-1", (WHITE,)))
        assert state.table.seats[YELLOW].train == ("kyoto-2", "osaka-1")
        assert allowed(game, state, m.Prepare("osaka-1", "kyoto")) is at_once
        assert game.apply(state, m.Finish()).table.memory == frozenset()


def test_ruling_repeat_action() -> None:
    """7.17.1, C-12, D-39, G-12: a repeated engine or event may do another of its actions, or only the same."""
    for game, free in zip(both("repeat_action"), (True, False), strict=True):
        state = turn(game, "get-yen", mine(REPEAT))
        state = played(game, state, m.Prepare("engine-1", "osaka"), m.Repeat(REPEAT, "engine-1"))
        assert allowed(game, state, m.Prepare("engine-1", "kyoto"))
        assert allowed(game, state, m.Lay("engine-1", "kyoto", "C", YELLOW)) is free
        state = turn(game, "prepare-lay-or-build", mine(REPEAT))
        state = played(game, state, m.Prepare("event", "osaka"), m.Repeat(REPEAT, "event"))
        assert allowed(game, state, m.Prepare("event", "kyoto"))
        assert allowed(game, state, m.Lay("event", "kyoto", "B", YELLOW)) is free
        assert allowed(game, state, m.Build("event", "osaka", GOLD)) is free


def test_ruling_repeat_action__when_the_same_is_impossible() -> None:
    """7.17.1, C-12: red's engine has laid the last track there is; it can still take part, or not be repeated."""
    for game, free in zip(both("repeat_action"), (True, False), strict=True):
        state = turn(game, "get-yen", mine(REPEAT, tracks=1))
        state = played(game, state, m.Lay("engine-2", "osaka", "C", YELLOW))
        assert allowed(game, state, m.Repeat(REPEAT, "engine-2")) is free


def test_ruling_repeat_action__a_combined_event_stays_free_in_its_order() -> None:
    """9.9.3, C-12: the same action again, in either order."""
    for game in both("repeat_action"):
        state = turn(game, "prepare-and-lay", {**mine(REPEAT, tracks=1), RED: {"tracks": 1}})
        made = (m.Prepare("event", "osaka"), m.Lay("event", "osaka", "D", YELLOW), m.Repeat(REPEAT, "event"))
        state = played(game, state, *made)
        assert allowed(game, state, m.Prepare("event", "kyoto"))
        assert allowed(game, state, m.Lay("event", "kyoto", "D", YELLOW))


def test_ruling_token_place() -> None:
    """9.10, C-6: on a carriage, or on any card of the train; never on anything else."""
    for game, carriages in zip(both("token_place"), (True, False), strict=True):
        state = turn(game, "olympic-token", {**mine("osaka-1"), RED: {"train": ("kyoto-1",)}})
        assert allowed(game, state, m.TakeToken("event", "tokyo", "osaka-1"))
        for on in ("engine-1", "tail"):
            assert allowed(game, state, m.TakeToken("event", "tokyo", on)) is not carriages
        for on in ("engine-2", "kyoto-1", "event", "maibara-1"):
            assert not allowed(game, state, m.TakeToken("event", "tokyo", on))
        bare = turn(game, "olympic-token")
        assert allowed(game, bare, m.TakeToken("event", "tokyo", "engine-1")) is not carriages


def test_ruling_event_repeat_action() -> None:
    """9.8, H-2: an engine that the blue event repeats may do another of its actions, or only the same."""
    for game, free in zip(both("event_repeat_action"), (True, False), strict=True):
        state = turn(game, "repeat-train-card", mine())
        state = played(game, state, m.Prepare("engine-1", "osaka"), m.Repeat("event", "engine-1"))
        assert allowed(game, state, m.Prepare("engine-1", "kyoto"))
        assert allowed(game, state, m.Lay("engine-1", "kyoto", letter_of(game, state), YELLOW)) is free


def letter_of(game: ZeroKei, state: State) -> str:
    """Where the track cost counter stands."""
    return game.kit.events[state.table.events[state.table.round]].letter


@pytest.mark.parametrize("letters", ["aa", "ab", "ba", "bb"])
def test_rulings_repeat_action_and_event_repeat_action__each_says_it_of_its_own_card(letters: str) -> None:
    """7.17.1, 9.8: the Repeat carriage and the blue event are read apart, also in one turn, and nothing is remembered
    after it."""
    game = rules_for(3, rulings({"repeat_action": letters[0], "event_repeat_action": letters[1]}))
    used = played(game, turn(game, "repeat-train-card", mine(REPEAT)), m.Prepare("engine-1", "osaka"))
    lay = m.Lay("engine-1", "kyoto", letter_of(game, used), YELLOW)
    for card, letter in zip((REPEAT, "event"), letters, strict=True):
        again = played(game, used, m.Repeat(card, "engine-1"))
        assert allowed(game, again, lay) is (letter == "a")
        done = played(game, again, m.Prepare("engine-1", "kyoto"))
        assert not any(item.startswith("free:") for item in done.table.memory)
        assert game.apply(done, m.Finish()).table.memory == frozenset()


def test_ruling_build_discount() -> None:
    """7.14, 8.1, H-6: stations for 2 yen and 1 less, or just for 2; ground is not touched by it."""
    for game, cost in zip(both("build_discount"), (1, 2), strict=True):
        state = turn(game, "get-yen", mine("atami-1", "hamamatsu-2", "hashima-2", "nagoya-2"), prepared=["osaka"])
        assert gain(game, state, m.Build("atami-1", "osaka", GOLD)) == (-cost, 7)
        assert gain(game, state, m.Prepare("hashima-2", "tokyo")) == (0, 4)


def test_ruling_lay_discount() -> None:
    """7.12, 8.2: the chosen space less 1 yen, or its full cost; without the ability the discount always counts."""
    any_space = next(c.id for c in rules_for(3).edition.carriages if c.gives is Ability.ANY_TRACK_SPACE)
    for game, less in zip(both("lay_discount"), (1, 0), strict=True):
        for space in game.edition.track_spaces:
            state = turn(game, "get-yen", mine("nagoya-1", any_space, tracks=1))
            cost = max(0, space.yen - less)
            assert gain(game, state, m.Lay("nagoya-1", "osaka", space.letter, YELLOW)) == (-cost, space.vp)
        plain = turn(game, "get-yen", mine("nagoya-1", tracks=1))
        assert gain(game, plain, m.Lay("nagoya-1", "osaka", "C", YELLOW))[0] == -2


LAST = 12
"""The last space of the marker."""


def test_ruling_stuck_counter__income() -> None:
    """5.C.6, 7.8, H-4: the gold counter at the end may be chosen in vain, or only while no other can move."""
    for game, free in zip(both("stuck_counter"), (True, False), strict=True):
        state = turn(game, "get-yen", counters=counters(LAST, 3, 4, (WHITE, BLACK, GOLD)))
        assert allowed(game, state, m.Income(TAIL, GOLD)) is free
        assert allowed(game, state, m.Income(TAIL, WHITE))
        stuck = turn(game, "get-yen", counters=counters(LAST, LAST, LAST, (WHITE, BLACK, GOLD)))
        assert gain(game, stuck, m.Income(TAIL, GOLD)) == (5, 0)
    strict = both("stuck_counter")[1]
    state = turn(strict, "get-yen", counters=counters(LAST, 3, 4, (WHITE, BLACK, GOLD)))
    refusal = strict.why_not(state, m.Income(TAIL, GOLD))
    assert refusal is not None
    assert str(refusal) == "The gold counter is on the last space; choose one that can advance. (clause 5.C.6)"


def test_ruling_stuck_counter__rewards() -> None:
    """6.B.3, 8.7.1: on space 1, and both steps of a doubled reward; where only one can move, the second is lost."""
    for game, free in zip(both("stuck_counter"), (True, False), strict=True):
        one = placing(game, mine(), counters=counters(LAST, 3, 4, (WHITE, BLACK, GOLD)))
        assert allowed(game, one, m.Place(1, (GOLD,))) is free
        assert allowed(game, one, m.Place(1, (BLACK,)))
        twice = placing(game, mine("maibara-2"), counters=counters(LAST, 3, 4, (WHITE, BLACK, GOLD)))
        assert allowed(game, twice, m.Place(1, (WHITE, BLACK)))
        assert allowed(game, twice, m.Place(1, (WHITE, GOLD))) is free
        assert allowed(game, twice, m.Place(1, (GOLD, WHITE))) is free
        alone = placing(game, mine("maibara-2"), counters=counters(LAST, LAST, 4, (BLACK, WHITE, GOLD)))
        assert allowed(game, alone, m.Place(1, (BLACK, GOLD)))
        assert allowed(game, alone, m.Place(1, (GOLD, BLACK))) is free


def test_ruling_stuck_counter__second_icon() -> None:
    """5.C.2, 7.15.4, 9.7.1: the first icon is no choice; of the second icon's two colours one that can move."""
    for game, free in zip(both("stuck_counter"), (True, False), strict=True):
        first, second = game.kit.carriages["osaka-kyoto"].counters
        stuck, other = second
        spaces = {colour: LAST if colour in (first[0], stuck) else 2 for colour in (GOLD, WHITE, BLACK)}
        order = sorted(spaces, key=lambda colour: spaces[colour])
        at = counters(spaces[GOLD], spaces[WHITE], spaces[BLACK], tuple(order))
        state = buying(game, ROW, yen=20, vp=0)
        state = arrange(game, state, counters=at)
        assert allowed(game, state, m.Claim("osaka-kyoto", (first[0], other)))
        assert allowed(game, state, m.Claim("osaka-kyoto", (first[0], stuck))) is free


def test_ruling_token_place__it_counts_where_it_lies() -> None:
    """9.10.1, C-6: on the engine it comes first, on the tail last, and its city is scored."""
    game = both("token_place")[1]
    tracked = ["kyoto", "maibara", "hashima", "nagoya"]
    contents = mine("hashima-1", tokens=(("engine-1", "maibara"), ("tail", "nagoya")), yen=0, cauldrons=0)
    state = turn(game, "get-yen", contents, tracked=tracked, stations={"nagoya": BLACK}, counters=counters(0, 0, 1))
    items = game.scores(state)[YELLOW].items
    assert sum(item.points for item in items if item.clause.startswith("11.5")) == 9
    assert sum(item.points for item in items if item.clause.startswith("11.3")) == 6


# -- the end of a round


@pytest.mark.parametrize("round", [3, 4])
def test_ruling_round5_effect(round: int) -> None:
    """10.1, 10.3, D-6: the last round's effect is applied, or the game is over before; earlier rounds are the same."""
    for game, applied in zip(both("round5_effect"), (True, False), strict=True):
        paid = 4 if applied or round < 4 else 0
        assert purses(closed(game, "yen-for-all", round=round)) == [(30 + paid, 0)] * 3
        state = closed(game, "lose-vp-for-yen", {YELLOW: {"vp": 4}}, round=round)
        assert (state.table.phase is Phase.END) is (applied or round < 4)
        assert (game.to_move(state) is None) is (not applied and round == 4)


def test_ruling_reward_again() -> None:
    """9.4, C-2: everybody, or only those with the ability."""
    rules, other = both("reward_again", 4)
    tile = (BLUE, YELLOW, RED, GREEN)
    contents: dict[int, dict[str, Any]] = {RED: {"train": ("maibara-2",)}}
    state = rules.apply(closed(rules, "reward-again", contents, tile=tile), m.AdvanceAgain((GOLD,)))
    assert purses(state) == [(31, 0), (30, 2), (32, 0), (30, 0)]
    state = closed(other, "reward-again", contents, tile=tile)
    assert state.table.phase is not Phase.END
    yellow, red, green, blue = purses(state)
    assert [yellow, green, blue] == [(30, 0)] * 3
    assert red[0] == 30
    assert red[1] in (1, 2)  # Again, and doubled by the ability or not: the text does not say under this reading.
    assert state.table.counters == counters()


def again(game: ZeroKei, *train: str, placed: tuple[Colour, ...]) -> State:
    """Yellow, last of the round, has placed the token on space 1; the reward is due again."""
    events = ("reward-again", "get-yen", "build", "prepare", "lay")
    start = placing(game, mine(*train), tile=(NOBODY, RED, GREEN), row=(), claims=(), events=events)
    return played(game, start, m.Place(1, placed), m.Finish())


def test_ruling_reward_again_counter() -> None:
    """9.4.2, F-7, G-10: the counter of the placement too, or not that one."""
    for game, barred in zip(both("reward_again_counter"), (False, True), strict=True):
        state = again(game, placed=(WHITE,))
        assert state.table.phase is Phase.END
        assert allowed(game, state, m.AdvanceAgain((WHITE,))) is not barred
        assert allowed(game, state, m.AdvanceAgain((GOLD,)))
        assert allowed(game, state, m.AdvanceAgain((BLACK,)))


def test_ruling_reward_again_counter__doubled() -> None:
    """9.4.1, 9.4.2, G-10: after two counters at placement, whatever is legal does not advance one of them again."""
    game = both("reward_again_counter")[1]
    state = again(game, "maibara-2", placed=(WHITE, GOLD))
    for move in game.legal_moves(state):
        assert isinstance(move, m.AdvanceAgain)
        assert not {WHITE, GOLD} & set(move.advance)


def test_ruling_reward_again_counter__forgotten_in_the_next_round() -> None:
    """9.4.2: the bar is about this round's placement."""
    game = both("reward_again_counter")[1]
    state = game.apply(again(game, placed=(WHITE,)), m.AdvanceAgain((GOLD,)))
    assert state.table.round == 1
    assert state.table.memory == frozenset()


def ending(game: ZeroKei, event: str, vp: tuple[int, int, int]) -> State:
    """Green, then red, then yellow had their turns; on the tile the order is yellow, red, green."""
    events = (event, "get-yen", "build", "prepare", "lay")
    contents: dict[int, dict[str, Any]] = {seat: {"vp": points, "yen": 9} for seat, points in enumerate(vp)}
    row = ("maibara-1", "hashima-1", "nagoya-1", "toyohashi-1", "hamamatsu-1")
    start = after_engines(game, ENGINES[: game.seats])
    state = arrange(game, start, contents, row=row, claims=(NOBODY,) * 5, tile=(YELLOW, RED, GREEN), events=events)
    for card in ("nagoya-1", "hashima-1", "maibara-1"):
        claims = [move for move in game.legal_moves(state) if isinstance(move, m.Claim) and move.carriage == card]
        state = played(game, state, claims[0])
    for space in (3, 2, 1):
        places = [move for move in game.legal_moves(state) if isinstance(move, m.Place) and move.space == space]
        state = played(game, state, places[0], m.Finish())
    return state


def test_ruling_yen_by_rank() -> None:
    """9.6.1, H-5: of level scores the first on the tile, or who had the earlier turn."""
    for game, order in zip(both("yen_by_rank"), ((YELLOW, RED, GREEN), (GREEN, RED, YELLOW)), strict=True):
        # Space 3 gives green a victory point on the way, so green has one less before.
        ranked = ending(game, "yen-by-rank", (5, 5, 4)).table
        assert {seat.vp for seat in ranked.seats} == {5}
        plain = ending(game, "yen-for-all", (5, 5, 4)).table
        paid = [new.yen - old.yen for new, old in zip(ranked.seats, plain.seats, strict=True)]
        figures = game.edition.figures
        unused = game.kit.events["yen-by-rank"].actions - game.kit.events["yen-for-all"].actions
        due = [figures.yen_by_rank[order.index(seat)] - figures.yen_for_all + unused for seat in range(3)]
        assert paid == due
        assert ranked.memory == frozenset()


@pytest.mark.parametrize("event", ["lose-vp-for-yen", "buy-at-end", "score-a-city"])
def test_ruling_end_order(event: str) -> None:
    """9.7, 10.1, H-5: players decide in the order of the tile, or of the turns they have just had."""
    for game, order in zip(both("end_order"), ([YELLOW, RED, GREEN], [GREEN, RED, YELLOW]), strict=True):
        state, asked = ending(game, event, (5, 5, 5)), list[int]()
        while state.table.phase is Phase.END:
            asked.append(state.table.seat)
            state = game.apply(state, m.Decline())
        assert asked == order
        assert state.table.memory == frozenset()


@pytest.mark.parametrize("vp", [0, 1])
def test_ruling_selling_vp(vp: int) -> None:
    """9.2, D-43: with fewer than 2 points not at all, or below zero."""
    for game, needed in zip(both("selling_vp"), (True, False), strict=True):
        state = closed(game, "lose-vp-for-yen", {YELLOW: {"vp": vp}})
        assert allowed(game, state, m.LoseVp()) is not needed
        if not needed:
            assert gain(game, state, m.LoseVp()) == (5, -2)


# -- final scoring


def section(game: ZeroKei, state: State, clause: str, seat: int = YELLOW) -> int:
    return sum(item.points for item in game.scores(state)[seat].items if item.clause.startswith(clause))


def test_ruling_empty_venue() -> None:
    """11.4.1, 11.4.3, D-48: nobody, or all, for better or worse; a venue with cauldrons is the same."""
    line: dict[str, Any] = {
        "venues": ("osaka", "kyoto", "tokyo"),
        "tracked": ["osaka", "kyoto"],
        "stations": {"osaka": GOLD, "kyoto": GOLD},
        "counters": counters(3, 2, 1, (BLACK, WHITE, GOLD)),
        "cauldrons": ((0, 0, 0), (0, 1, 0), (0, 0, 0)),
    }
    rules, other = both("empty_venue")
    state = turn(rules, "get-yen", **line)
    assert [section(rules, state, "11.4", seat) for seat in range(3)] == [0, 6, 0]
    assert [section(other, state, "11.4", seat) for seat in range(3)] == [6 - 3, 6 + 6 - 3, 6 - 3]


def test_ruling_connection_gap() -> None:
    """11.5.1, D-49: Osaka, Nagoya, Kyoto; without track Nagoya interrupts by every reading (11.5.2, H-7)."""
    rules, other = both("connection_gap", letter="c")
    line = mine("osaka-1", "nagoya-1", "kyoto-1")
    state = turn(rules, "get-yen", line, tracked=["osaka", "kyoto", "nagoya"])
    assert section(rules, state, "11.5") == 0
    assert section(other, state, "11.5") == 6
    trackless = turn(rules, "get-yen", line, tracked=["osaka", "kyoto"])
    assert section(rules, trackless, "11.5") == section(other, trackless, "11.5") == 0


def test_ruling_connection_gap__what_was_withdrawn_is_played_only_by_stored_games() -> None:
    """11.5.2: b passed over cities without track; nobody can choose it now, and records go on being scored by it."""
    with pytest.raises(
        RulingError, match=r"connection_gap \(R63\): answer b is withdrawn; a city without track interrupts"
    ):
        rulings({"connection_gap": "b"})
    stored = rules_for(3, restored({"connection_gap": "b"}))
    state = turn(stored, "get-yen", mine("osaka-1", "nagoya-1", "kyoto-1"), tracked=["osaka", "kyoto"])
    assert section(stored, state, "11.5") == 6


@pytest.mark.parametrize(
    ("train", "ending", "left_out"),
    [
        (("maibara-hashima", "maibara-1", "nagoya-1"), 6, 9),
        (("maibara-1", "hashima-1", "maibara-2", "hashima-2", "nagoya-1"), 9, 9),
        (("osaka-1", "kyoto-1", "maibara-1", "osaka-2", "hashima-1"), 9, 12),
        (("osaka-1", "kyoto-1", "osaka-2", "maibara-1", "kyoto-2", "hashima-1"), 6, 12),
        (("kyoto-1", "maibara-1", "osaka-1", "hashima-1"), 6, 6),
        (("maibara-1", "maibara-2", "hashima-1"), 6, 6),
    ],
    ids=["3-4, 3, 5", "each again", "1 after 3", "two come back", "1 is no number of 2-3", "at once"],
)
def test_ruling_connection_return(train: tuple[str, ...], ending: int, left_out: int) -> None:
    """11.5.5, H-1: a number that comes back after a higher one ends the sequence, or is left out; one that follows
    itself never does either."""
    for game, points in zip(both("connection_return"), (ending, left_out), strict=True):
        state = turn(game, "get-yen", mine(*train), tracked=["osaka", "kyoto", "maibara", "hashima", "nagoya"])
        assert section(game, state, "11.5") == points


def test_ruling_connection_return__no_track_still_interrupts() -> None:
    """11.5.2: a city without track that comes back breaks the sequence by either reading."""
    for game in both("connection_return"):
        train = mine("kyoto-1", "maibara-1", "osaka-1", "hashima-1")
        state = turn(game, "get-yen", train, tracked=["kyoto", "maibara", "hashima"])
        assert section(game, state, "11.5") == 6


def test_ruling_connection_card() -> None:
    """11.5.1, D-47, G-2: Nagoya (5), Toyohashi (6) with a token of Osaka (1), Hamamatsu (7)."""
    rules, other = both("connection_card")
    contents = mine("nagoya-1", "toyohashi-1", "hamamatsu-1", tokens=(("toyohashi-1", "osaka"),))
    state = turn(rules, "get-yen", contents, tracked=["osaka", "nagoya", "toyohashi", "hamamatsu"])
    assert section(rules, state, "11.5") == 6
    assert section(other, state, "11.5") == 9


# -- rulings of more than two answers, and those found since


def test_ruling_nothing_affordable__take_none() -> None:
    """5.B.7, F-16: no carriage, and the last to act; whoever can pay one must take one."""
    rules = rules_for(3, rulings({"nothing_affordable": "c"}))
    state = buying(rules, ROW, yen=1, vp=0)
    assert rules.legal_moves(state) == (m.Skip(),)
    refusal = rules.why_not(state, m.Claim("maibara-1", (GOLD,)))
    assert refusal is not None
    assert refusal.clause == "5.B.7"
    state = rules.apply(state, m.Skip())
    state = arrange(rules, state, seats={RED: {"yen": 9}, GREEN: {"yen": 9}})
    assert not allowed(rules, state, m.Skip())
    state = played(rules, state, m.Claim("osaka-kyoto", (GOLD, WHITE)), m.Claim("nagoya-1", (BLACK,)))
    order: list[int] = []
    while state.table.phase is not Phase.BUY:
        order.append(state.table.seat)
        state = played(rules, state, rules.legal_moves(state)[0], m.Finish())
    assert order == [GREEN, RED, YELLOW]
    assert state.table.seats[YELLOW].train == ()


def test_ruling_nothing_affordable__nobody_else_may_skip() -> None:
    """5.A.3: a carriage is never declined under the other answers."""
    for letter in "ab":
        rules = rules_for(3, rulings({"nothing_affordable": letter}))
        refusal = rules.why_not(buying(rules, ROW, yen=1, vp=0), m.Skip())
        assert refusal is not None
        assert refusal.clause == "5.A.3"


def test_ruling_engine_without_action() -> None:
    """7.6.3, C-14: pay for red's engine and do nothing, or not."""
    for game, idle in zip(both("engine_without_action"), (False, True), strict=True):
        state = turn(game, "get-yen", mine(yen=2))
        assert allowed(game, state, m.Idle("engine-2")) is idle
        assert not allowed(game, state, m.Idle("tail"))
        if idle:
            assert gain(game, state, m.Idle("engine-2")) == (-2, 0)
            assert gain(game, state, m.Idle("engine-2"), seat=RED) == (2, 0)
            assert not allowed(game, turn(game, "get-yen", mine(yen=1)), m.Idle("engine-2"))


def test_ruling_cheap_engine_repeated() -> None:
    """7.17.3, 8.5, D-15: the second use of an engine for 1 yen, or for the 2 that are written there."""
    for game, fee in zip(both("cheap_engine_repeated"), (1, 2), strict=True):
        state = turn(game, "get-yen", mine(REPEAT, "osaka-2", yen=20))
        again = played(game, state, m.Participate("engine-2", 1, 0), m.Repeat(REPEAT, "engine-2"))
        assert gain(game, again, m.Participate("engine-2", 1, 0)) == (-fee, 0)
        poor = turn(game, "get-yen", mine(REPEAT, "osaka-2", yen=3))
        poor = played(game, poor, m.Participate("engine-2", 1, 0))
        assert allowed(game, poor, m.Repeat(REPEAT, "engine-2")) is (fee == 1)


def test_ruling_event_repeat() -> None:
    """9.8.2, F-6: a card of an earlier turn, or only of this one; always one's own use."""
    for game, ever in zip(both("event_repeat"), (False, True), strict=True):
        memory = frozenset({"ever:0:osaka-1", "ever:1:kyoto-1"}) if ever else frozenset[str]()
        state = turn(game, "repeat-train-card", mine("osaka-1", "kyoto-1"), memory=memory)
        assert allowed(game, state, m.Repeat("event", "osaka-1")) is ever
        assert not allowed(game, state, m.Repeat("event", "kyoto-1"))
        used = played(game, state, m.Prepare("osaka-1", "osaka"))
        assert allowed(game, used, m.Repeat("event", "osaka-1"))
        if ever:
            again = played(game, state, m.Repeat("event", "osaka-1"))
            assert allowed(game, again, m.Prepare("osaka-1", "osaka"))
            after = played(game, again, m.Prepare("osaka-1", "osaka"))
            assert allowed(game, after, m.Prepare("osaka-1", "kyoto"))  # The card itself is not used this turn.


def test_ruling_event_repeat__remembered_over_rounds() -> None:
    """9.8.2: what was used in one round can be repeated in a later one."""
    game = both("event_repeat")[1]
    state = turn(game, "get-yen", mine("osaka-1"), seat=YELLOW)
    state = played(game, state, m.Prepare("osaka-1", "osaka"), m.Finish())
    assert "ever:0:osaka-1" in state.table.memory


def test_ruling_end_purchase() -> None:
    """9.7, D-36: yen only, or the rest in victory points."""
    for game, points in zip(both("end_purchase"), (False, True), strict=True):
        state = closed(game, "buy-at-end", {YELLOW: {"yen": 1, "vp": 5}}, discard=("osaka-1",))
        cost = game.kit.carriages["osaka-1"].cost
        move = m.BuyAtEnd("osaka-1", (WHITE,))
        assert allowed(game, state, move) is points
        if points:
            assert gain(game, state, move) == (-1, 1 - cost)
            poor = closed(game, "buy-at-end", {YELLOW: {"yen": 0, "vp": cost - 1}}, discard=("osaka-1",))
            assert not allowed(game, poor, move)


@pytest.mark.parametrize(("vp", "floored"), [(0, 0), (2, -2), (3, -3), (9, -3), (-1, 0)])
def test_ruling_score_below_zero(vp: int, floored: int) -> None:
    """9.14, G-7: 3 are lost for Osaka without track, or no more than there are."""
    for game, change in zip(both("score_below_zero"), (-3, floored), strict=True):
        state = closed(game, "score-a-city", {YELLOW: {"train": ("osaka-1",), "vp": vp}})
        assert gain(game, state, m.ScoreCity("osaka")) == (0, change)


def test_ruling_token_same_city() -> None:
    """9.10.1, 11.3.5, G-9: Osaka's token on a carriage of Osaka."""
    rules, other = both("token_same_city")
    line: dict[str, Any] = {
        "tracked": ["osaka"],
        "stations": {"osaka": GOLD},
        "counters": counters(1, 0, 0, (WHITE, BLACK, GOLD)),
    }
    state = turn(rules, "get-yen", mine("osaka-1", tokens=(("osaka-1", "osaka"),)), **line)
    assert section(rules, state, "11.3") == 6
    assert section(other, state, "11.3") == 12


def test_ruling_connection_card__in_any_order() -> None:
    """11.5.1, G-2: Kyoto (2), Hamamatsu (7) with a token of Maibara (3), Hashima (4)."""
    contents = mine("kyoto-1", "hamamatsu-1", "hashima-1", tokens=(("hamamatsu-1", "maibara"),))
    tracked = ["kyoto", "maibara", "hashima", "hamamatsu"]
    found = {
        letter: section(game, turn(game, "get-yen", contents, tracked=tracked), "11.5")
        for letter in "abc"
        for game in [rules_for(3, rulings({"connection_card": letter}))]
    }
    # Read 3, 7 the connection is 2-3; with any of them 2-3-4; in the order 7, 3 it is 3-4.
    assert found == {"a": 6, "b": 9, "c": 6}
    contents = mine("toyohashi-1", "hamamatsu-1", "maibara-1", "hashima-1", tokens=(("hamamatsu-1", "kyoto"),))
    tracked = ["kyoto", "maibara", "hashima", "toyohashi", "hamamatsu"]
    found = {
        letter: section(game, turn(game, "get-yen", contents, tracked=tracked), "11.5")
        for letter in "abc"
        for game in [rules_for(3, rulings({"connection_card": letter}))]
    }
    # Rising, 2 then 7: nothing joins 2 to 3. In the order 7, 2 the connection is 2-3-4.
    assert found == {"a": 6, "b": 9, "c": 9}
