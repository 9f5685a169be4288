"""The bot that looks one move ahead: it plays well enough to measure with, and the same every time."""

from __future__ import annotations

import math
from random import Random

import pytest

from shinkansen.core.play import Chooser, at_random, greedy, play_out, plies
from shinkansen.zerokei import moves as m
from shinkansen.zerokei.evaluation import sensible, value
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import Again, State
from shinkansen.zerokei.testing.tables import BLACK, GOLD, WHITE, YELLOW, counters, turn
from tests.fake_game import HigherCard
from tests.fake_game import State as Trick

TWO = ZeroKei(seats=2)
RULES = ZeroKei(seats=3)


def chosen(state: State, seed: int = 1) -> m.Move:
    return sensible(Random(seed))(RULES, state, RULES.legal_moves(state))


def test_it_beats_random_play() -> None:
    """In at least nine of ten games for two; each bot sits at each place equally often."""
    games = 30
    won = 0
    for number in range(games):
        rng = Random(number)
        bot, other = sensible(rng), at_random(rng)
        state = TWO.start(TWO.deal(rng))
        while legal := TWO.legal_moves(state):
            player = bot if TWO.to_move(state) == number % 2 else other
            state = TWO.follow(state, player(TWO, state, legal))
        outcome = TWO.outcome(state)
        assert outcome is not None
        won += outcome.winners == (number % 2,)
    assert won >= 0.9 * games


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_it_plays_the_same_game_from_the_same_seed(seats: int) -> None:
    rules = ZeroKei(seats=seats)

    def moves(seed: int) -> list[m.Move]:
        rng = Random(seed)
        return [ply.move for ply in plies(rules, rules.start(rules.deal(rng)), sensible(rng))]

    assert moves(7) == moves(7)


def test_the_value_is_finite_everywhere_and_in_the_end_the_score() -> None:
    rng = Random(11)
    for _ in range(5):
        state = RULES.start(RULES.deal(rng))
        for ply in plies(RULES, state, at_random(rng)):
            assert all(math.isfinite(value(RULES, ply.state.table, seat)) for seat in range(3))
            state = RULES.follow(ply.state, ply.move)
        for seat, score in enumerate(RULES.scores(state)):
            yen = [content.yen for content in state.table.seats]
            # What it says of the end is the score, but for thirds of yen and for what the others' yen weigh.
            rivals = 0.25 * (sum(yen) - yen[seat]) / 3
            assert value(RULES, state.table, seat) == pytest.approx(score.total + yen[seat] % 3 / 3 - rivals)


def test_it_does_not_read_what_is_hidden() -> None:
    """Whatever the order of the deck, it chooses the same."""
    rng = Random(3)
    for ply in plies(RULES, RULES.start(RULES.deal(rng)), at_random(rng)):
        other = RULES.redeal(RULES.view(ply.state, YELLOW), rng)
        assert chosen(other) == chosen(ply.state)


def test_at_the_end_it_builds_for_6_rather_than_for_1() -> None:
    """One action and 3 yen left in the last round: the gold stations are all but gone, the white row is full."""
    built = {"kyoto": GOLD, "maibara": GOLD, "nagoya": GOLD}
    state = turn(
        RULES, "build", {YELLOW: {"yen": 3, "train": ("tokyo-1",)}}, actions=1, round=4, stations=built,
        prepared=["atami"], tracked=["tokyo"], counters=counters(gold=1, order=(BLACK, WHITE, GOLD)),
    )  # fmt: skip
    move = chosen(state)
    assert isinstance(move, m.Build)
    assert move.colour in (WHITE, BLACK)


def test_at_the_end_it_lays_track_to_its_own_city() -> None:
    state = turn(
        RULES, "lay", {YELLOW: {"yen": 2, "tracks": 1, "train": ("atami-2",)}}, actions=1, round=4,
        stations={"atami": GOLD},
    )  # fmt: skip
    assert chosen(state) == m.Lay("event", "atami", "B", YELLOW)


def test_without_money_it_takes_its_income() -> None:
    """For the colour of the station it has, which is second by a hair."""
    state = turn(
        RULES, "yen-for-all", {YELLOW: {"yen": 0, "cauldrons": 0, "train": ("atami-2",)}}, actions=2, round=3,
        stations={"atami": WHITE}, tracked=["atami"], counters=counters(gold=1, white=1, order=(BLACK, WHITE, GOLD)),
    )  # fmt: skip
    assert chosen(state) == m.Income("tail", WHITE)


def test_it_finishes_rather_than_gain_nothing() -> None:
    """Its last cauldron would save 3, but bring the majority at a venue without track; the yen of the venue pay for the
    engine. An action not taken is better: a third of a point."""
    state = turn(
        RULES, "yen-for-all", {YELLOW: {"yen": 2, "cauldrons": 1}}, actions=1, round=4,
        used=frozenset({"tail"}), prepared=RULES.kit.city_ids,
    )  # fmt: skip
    assert m.Participate("engine-2", 2, 1) in RULES.legal_moves(state)
    assert chosen(state) == m.Finish()


def test_it_repeats_what_is_best_to_repeat() -> None:
    """A first half is worth what the best second half makes of it: repeating the event's 7 yen beats the rest."""
    state = turn(
        RULES, "get-yen", {YELLOW: {"yen": 1, "cauldrons": 0, "train": ("shizuoka-1",)}}, actions=1, round=1,
        used=frozenset({"tail", "event"}),
    )  # fmt: skip
    move = chosen(state)
    assert move == m.Repeat("shizuoka-1", "event")
    after = RULES.apply(state, move)
    assert after.table.pending == (Again("event"),)
    assert chosen(after) == m.GetYen("event")


def test_greedy_knows_no_game() -> None:
    """With any ruleset: who values a high score plays the game to its end."""
    rules = HigherCard()
    rng = Random(5)

    def tricks(rules: HigherCard, state: Trick, seat: int) -> float:
        return rules.scores(state)[seat].total

    best: Chooser[Trick, int] = greedy(tricks, rng)
    end = play_out(rules, rules.start(rules.deal(rng)), best)
    assert rules.to_move(end) is None
