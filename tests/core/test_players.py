"""Players: a view in, a legal move out, and nothing else decides."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinkansen.core.errors import ArgumentError, IllegalMove
from shinkansen.core.knowledge import View
from shinkansen.core.play import play_out, plies
from shinkansen.core.players import GreedyPlayer, Player, RandomPlayer, seated
from shinkansen.core.ruleset import Ruleset
from shinkansen.testing import Subject, positions
from shinkansen.zerokei.evaluation import value
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import State
from shinkansen.zerokei.testing.strategies import READINGS, SOLO, rules_for
from tests.fake_game import HIGHER_CARD, HigherCard


def points(rules: Ruleset[Any, Any, Any, Any], state: Any, seat: int) -> float:
    return rules.scores(state)[seat].total


PLAYERS: dict[str, Player[Any, Any]] = {"random": RandomPlayer(), "greedy": GreedyPlayer(points)}


@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
@pytest.mark.parametrize("subject", [READINGS, SOLO, HIGHER_CARD], ids=["readings", "solo", "fake"])
@given(data=st.data())
def test_a_move_is_legal_and_depends_on_view_seed_and_budget_only(
    player: Player[Any, Any], subject: Subject[Any, Any, Any, Any], data: st.DataObject
) -> None:
    position = data.draw(positions(subject))
    rules, state, seed = position.rules, position.state, data.draw(st.integers(0, 2**64))
    seat = rules.to_move(state)
    view = rules.view(state, seat)
    move = player(rules, view, seed=seed, budget=0)
    assert move in rules.legal_moves(state)
    other = rules.redeal(view, data.draw(st.randoms(use_true_random=False)))
    assert player(rules, rules.view(other, seat), seed=seed, budget=0) == move


def test_the_random_player_takes_every_legal_move_about_as_often() -> None:
    rules = HigherCard(seats=2)
    view = rules.view(rules.start(rules.deal(Random(1))), 0)
    taken = Counter(RandomPlayer()(rules, view, seed=seed, budget=0) for seed in range(3000))
    assert set(taken) == set(rules.legal_moves(view.state))
    assert min(taken.values()) > 850


def sense(rules: ZeroKei, state: State, seat: int) -> float:
    return value(rules, state.table, seat)


def test_the_greedy_player_beats_the_random_one() -> None:
    """In at least nine of ten games for two; each sits at each place equally often."""
    rules, games = rules_for(2), 30
    bot: Player[State, Move] = GreedyPlayer(sense, unfinished=lambda state: bool(state.table.pending))
    won = 0
    for number in range(games):
        table = [bot, RandomPlayer()] if number % 2 == 0 else [RandomPlayer(), bot]
        outcome = rules.outcome(play_out(rules, rules.start(rules.deal(Random(number))), seated(table, number)))
        assert outcome is not None
        won += outcome.winners == (number % 2,)
    assert won >= 0.9 * games


def test_a_game_can_be_repeated_from_its_seed_and_no_other() -> None:
    rules = rules_for(3)
    start = rules.start(rules.deal(Random(2)))

    def moves(seed: int) -> list[Move]:
        players: list[Player[State, Move]] = [RandomPlayer()] * 3
        return [ply.move for ply in plies(rules, start, seated(players, seed))]

    assert moves(1) == moves(1) != moves(2)


@attrs.frozen
class Stubborn:
    """Always answers the same."""

    move: Any

    def __call__(self, rules: Any, view: View[Any], *, seed: int, budget: int) -> Any:
        return self.move


def test_a_player_who_breaks_the_rules_is_told_so() -> None:
    rules = HigherCard(seats=2)
    state = rules.start(rules.deal(Random(1)))
    with pytest.raises(IllegalMove, match="Seat 0 does not hold 99"):
        play_out(rules, state, seated([Stubborn(99), RandomPlayer()], 1))
    with pytest.raises(ArgumentError, match="found 1 players, expected 2, one for each seat"):
        play_out(rules, state, seated([RandomPlayer()], 1))
    final = play_out(rules, state, seated([RandomPlayer(), RandomPlayer()], 1))
    with pytest.raises(ArgumentError, match="the game is over"):
        seated([RandomPlayer(), RandomPlayer()], 1)(rules, final, ())


def test_players_are_told_their_budget_and_a_seed_of_their_own() -> None:
    rules = HigherCard(seats=2)
    told: list[tuple[int, int]] = []

    def nosy(rules: Any, view: View[Any], *, seed: int, budget: int) -> Any:
        told.append((seed, budget))
        return rules.legal_moves(view.state)[0]

    play_out(rules, rules.start(rules.deal(Random(1))), seated([nosy, nosy], 7, budget=12))
    assert {budget for _, budget in told} == {12}
    assert len({seed for seed, _ in told}) == len(told) == 6
