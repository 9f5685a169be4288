"""Goofspiel obeys the laws of the contract, and each clause does what it says."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from goofspiel import GAME
from goofspiel.rules import SUIT, Bid, Deal, Goofspiel, State
from hypothesis import given, settings
from hypothesis import strategies as st

from shinkansen.core.errors import ArgumentError, RulingError, WireError
from shinkansen.testing import Position, Subject, check_game, finished, machine, positions
from shinkansen.testing.json_damage import damaged

Game = Position[Goofspiel, Deal, State, Bid]
LETTERS = st.sampled_from("ab")
SUBJECT: Subject[Goofspiel, Deal, State, Bid] = Subject(
    "Goofspiel",
    st.builds(Goofspiel, st.sampled_from(GAME.seats), LETTERS, LETTERS),
    lambda rules, state: st.builds(Bid, st.integers(-1, 15)) | st.none(),
)

TestMachine = machine(SUBJECT).TestCase
TestMachine.settings = settings(deadline=None, max_examples=10, stateful_step_count=30)


@settings(deadline=None, max_examples=10)
@given(finished(SUBJECT))
def test_all_laws_hold_along_a_game(game: Game) -> None:
    check_game(game.rules, game.deal, game.moves)


@given(finished(SUBJECT))
def test_3_and_4_prizes_go_to_the_highest_bids(game: Game) -> None:
    """Clauses 3.1, 3.2, 3.3, 4.1 and 4.2, by a second scorer that shares no code with the first."""
    rules, points, stake = game.rules, [0] * game.rules.seats, 0
    for number, prize in enumerate(game.deal.prizes):
        bids = [move.card for move in game.moves[number * rules.seats :][: rules.seats]]
        ranked = sorted(bids, reverse=True)
        if rules.equal_bids == "b":
            ranked = [bid for bid in ranked if ranked.count(bid) == 1]
        stake += prize
        if ranked and ranked.count(ranked[0]) == 1:
            points[bids.index(ranked[0])] += stake
            stake = 0
        elif rules.unwon_prize == "b":
            stake = 0
    outcome = rules.outcome(game.state)
    assert outcome is not None
    assert outcome.totals == tuple(points)
    assert {*outcome.winners} == {seat for seat, each in enumerate(points) if each == max(points)}


@given(positions(SUBJECT))
def test_2_3_a_card_can_be_bid_once(game: Game) -> None:
    rules, seat = game.rules, game.rules.to_move(game.state)
    assert seat is not None
    spent = game.state.table.seats[seat].bids
    for card in SUIT:
        refusal = rules.why_not(game.state, Bid(card))
        assert (refusal.clause if refusal else "") == ("2.3" if card in spent else "")


@given(st.data(), positions(SUBJECT, over=True))
def test_a_damaged_state_is_refused_or_can_be_played_on(data: st.DataObject, game: Game) -> None:
    content = data.draw(damaged(game.rules.state_json(game.state)))
    try:
        state = game.rules.read_state(content)
    except WireError:
        return
    assert game.rules.legal_moves(state) or game.rules.outcome(state)


@given(finished(SUBJECT))
def test_a_table_on_which_somebody_has_taken_a_prize_is_refused(game: Game) -> None:
    table = game.state.table
    thieves = (evolve(table.seats[0], won=(*table.seats[0].won, 7)), *table.seats[1:])
    content = game.rules.state_json(evolve(game.state, table=evolve(table, seats=thieves)))
    with pytest.raises(WireError, match="it does not follow from the bids"):
        game.rules.read_state(content)


@pytest.mark.parametrize(
    ("setting", "error"),
    [({"seats": 4}, ArgumentError), ({}, ArgumentError), ({"seats": 2, "rulings": {"R1": "c"}}, RulingError)],
    ids=str,
)
def test_a_wrong_setting_is_refused(setting: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        GAME.open(setting)
