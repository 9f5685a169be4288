"""The laws of the contract, and the first invariants, over games found by Hypothesis."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinkansen.core.errors import IllegalMove
from shinkansen.testing.strategies import Position, arbitrary_moves, near_misses, positions, rules_for
from shinkansen.zerokei import happenings as h
from shinkansen.zerokei.moves import move_from_json, move_json
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import NOBODY, Phase, State


@given(positions(), st.data())
def test_why_not_is_none_exactly_for_legal_moves(position: Position, data: st.DataObject) -> None:
    rules, state = position.rules, position.state
    legal = rules.legal_moves(state)
    for move in data.draw(st.lists(st.one_of(near_misses(rules, state), arbitrary_moves(rules)), min_size=1)):
        refusal = rules.why_not(state, move)
        assert (refusal is None) == (move in legal), (move, refusal)


@given(positions())
def test_every_listed_move_is_allowed_and_listed_once(position: Position) -> None:
    legal = position.rules.legal_moves(position.state)
    assert len(set(legal)) == len(legal)
    for move in legal:
        assert position.rules.why_not(position.state, move) is None


@given(positions(), st.data())
def test_apply_is_explain_without_the_words(position: Position, data: st.DataObject) -> None:
    rules, state = position.rules, position.state
    move = data.draw(st.sampled_from(rules.legal_moves(state)))
    assert rules.apply(state, move) == rules.explain(state, move).state


@given(positions(), st.data())
def test_an_illegal_move_changes_nothing_and_says_why(position: Position, data: st.DataObject) -> None:
    rules, state = position.rules, position.state
    move = data.draw(arbitrary_moves(rules))
    if rules.why_not(state, move) is not None:
        before = rules.digest(state)
        with pytest.raises(IllegalMove) as caught:
            rules.apply(state, move)
        assert caught.value.refusal == rules.why_not(state, move)
        assert rules.digest(state) == before


@given(positions(over=True))
def test_play_is_pure(position: Position) -> None:
    rules = position.rules
    state = rules.start(position.deal)
    for move in position.moves:
        state = rules.apply(state, move)
    assert state == position.state
    assert rules.digest(state) == rules.digest(position.state)


@given(positions(), st.data())
def test_moves_survive_json(position: Position, data: st.DataObject) -> None:
    move = data.draw(st.sampled_from(position.rules.legal_moves(position.state)))
    assert move_from_json(move_json(move)) == move


@given(positions(), st.data())
def test_yen_and_victory_points_are_accounted_for(position: Position, data: st.DataObject) -> None:
    """Every transfer is positive and payable when made, and a seat changes by just its transfers."""
    rules, state = position.rules, position.state
    move = data.draw(st.sampled_from(rules.legal_moves(state)))
    step = rules.explain(state, move)
    yen = [seat.yen for seat in state.table.seats]
    vp = [seat.vp for seat in state.table.seats]
    for happening in step.happenings:
        match happening:
            case h.Paid(payer, payee, amount, _):
                assert amount > 0
                assert payer != payee
                if payer != NOBODY:
                    assert yen[payer] >= amount
                    yen[payer] -= amount
                if payee != NOBODY:
                    yen[payee] += amount
            case h.Scored(seat, amount, _):
                assert amount != 0
                vp[seat] += amount
            case _:
                pass
    assert yen == [seat.yen for seat in step.state.table.seats]
    assert vp == [seat.vp for seat in step.state.table.seats]
    assert min(yen) >= 0


@given(positions(over=True))
def test_every_piece_is_in_one_place(position: Position) -> None:
    rules, table = position.rules, position.state.table
    kit = rules.kit
    cards = [*position.state.deck, *table.row, *table.discard, *(c for seat in table.seats for c in seat.train)]
    assert sorted(cards) == sorted(kit.carriages)
    tokens = [*table.tokens, *table.venues, *(city for seat in table.seats for _, city in seat.tokens)]
    assert sorted(tokens) == sorted(kit.city_ids)
    for seat, content in enumerate(table.seats):
        assert content.cauldrons + sum(counts[seat] for counts in table.cauldrons) == kit.figures.cauldrons
        assert content.cauldrons >= 0
        assert content.spent <= set(content.train)
        assert {card for card, _ in content.tokens} <= set(content.train)
        if table.phase not in (Phase.ENGINE, Phase.OVER):
            on_tile = table.tile.count(seat)
            assert on_tile + table.claims.count(seat) + (table.phase is Phase.PLACE and table.seat == seat) == 1


@given(positions(over=True))
def test_stations_are_unique_and_stand_on_prepared_ground(position: Position) -> None:
    rules, table = position.rules, position.state.table
    for city, colour in enumerate(table.stations):
        assert (colour >= 0) == bool(table.built >> city & 1)
        if colour >= 0:
            assert table.prepared >> city & 1
    rows = len(rules.edition.board.station_rows)
    assert all(table.stations.count(colour) <= rows for colour in range(3))
    # Each prepared city gave one track, which is on an engine or on the line.
    assert sum(seat.tracks for seat in table.seats) + table.tracked.bit_count() == table.prepared.bit_count()


@given(positions(over=True))
def test_counters_have_one_order(position: Position) -> None:
    counters = position.state.table.counters
    assert sorted(counters.order) == [0, 1, 2]
    along = [counters.spaces[colour] for colour in counters.order]
    assert along == sorted(along)
    assert 0 <= along[0] <= along[-1] < position.rules.edition.board.value_spaces


def play_out(rules: ZeroKei, seed: int) -> tuple[State, int]:
    rng = Random(seed)
    state = rules.start(rules.deal(rng))
    plies = 0
    while legal := rules.legal_moves(state):
        state = rules.follow(state, rng.choice(legal))
        plies += 1
    return state, plies


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_game_ends_after_five_rounds_within_a_bound(seats: int) -> None:
    rules = rules_for(seats)
    actions = max(event.actions for event in rules.edition.events)
    # A seat's round: claim, place, then each action is at most a repetition (1), a first half (1), two relocations
    # (2) and a second half (1); finish; and one end-of-round decision.
    bound = seats + len(rules.edition.board.years) * seats * (2 + 5 * actions + 1 + 1)
    for seed in range(60):
        state, plies = play_out(rules, seed)
        assert state.table.round == 4
        assert rules.to_move(state) is None
        assert plies <= bound
        result = rules.outcome(state)
        assert result is not None
        assert result.totals == tuple(score.total for score in rules.scores(state))
        assert result.winners


@given(positions())
def test_a_view_hides_the_deck_and_a_redeal_keeps_the_view(position: Position) -> None:
    rules, state = position.rules, position.state
    seat = rules.to_move(state)
    assert seat is not None
    view = rules.view(state, seat)
    again = rules.redeal(view, Random(7))
    assert rules.view(again, seat) == view
    assert rules.legal_moves(again) == rules.legal_moves(state)


@given(positions(), st.data())
def test_everything_can_be_said_without_raw_ids(position: Position, data: st.DataObject) -> None:
    rules, state = position.rules, position.state
    move = data.draw(st.sampled_from(rules.legal_moves(state)))
    step = rules.explain(state, move)
    refused = rules.why_not(state, data.draw(arbitrary_moves(rules)))
    said = [rules.say(move), rules.say(move, state), *(rules.say(x, state) for x in step.happenings)]
    said += [rules.say(score) for score in rules.scores(step.state)]
    said += [rules.say(item) for score in rules.scores(step.state) for item in score.items]
    if refused is not None:
        said.append(rules.say(refused))
    ids = [*rules.kit.carriages, *(engine.id for engine in rules.edition.engines)]
    for sentence in said:
        assert not sentence[0].islower()
        assert sentence.endswith((".", ")"))
        assert not any(f" {id} " in f" {sentence[:-1]} " for id in ids), sentence
