"""How a game is made smaller: a player leaves, a turn goes, a round goes, and what is left is still the same game."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate, pairwise
from random import Random
from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from shinkansen.nextstation.game import GAME
from shinkansen.nextstation.moves import PASS
from shinkansen.nextstation.shrinking import deal_for, turns, without
from shinkansen.nextstation.table import State


def never(state: State) -> bool:
    return False


def rules_of(**setting: Any) -> Any:
    return GAME.open({"edition": "london", **setting})


def played(
    rules: Any, seed: int, ends: Callable[[State], bool] = never, passes: Callable[[State], bool] = never
) -> tuple[list[Any], list[Any]]:
    """A game of random moves: its states and its moves."""
    rng = Random(seed)
    states, moves = [rules.start(rules.deal(rng))], list[Any]()
    while rules.to_move(states[-1]) is not None and not ends(states[-1]):
        legal = rules.legal_moves(states[-1])
        moves.append(PASS if passes(states[-1]) else rng.choice(legal))
        states.append(rules.apply(states[-1], moves[-1]))
    return states, moves


SETTINGS = st.sampled_from(
    [
        {"seats": 2},
        {"seats": 3, "pencil_powers": True},
        {"seats": 4},
        {"seats": 2, "special_stations": True, "edition": "tokyo"},
    ]
)
SEEDS = st.integers(0, 2**32)


@given(SETTINGS, SEEDS, st.data())
def test_whoever_stays_alone_draws_the_same_lines(setting: dict[str, Any], seed: int, data: st.DataObject) -> None:
    rules = rules_of(**setting)
    states, moves = played(rules, seed)
    seat = data.draw(st.integers(0, rules.seats - 1), "who stays")
    alone, deal = rules_of(**{**setting, "seats": 1}), rules.deal_json(rules.deal(Random(seed)))
    state = alone.start(alone.read_deal(deal_for(rules, alone, deal, {seat: 0})))
    for before, move in zip(states, moves, strict=False):
        if rules.to_move(before) == seat:
            state = alone.apply(state, move)
    assert state.table.boards[0].lines == states[-1].table.boards[seat].lines
    assert alone.to_move(state) is None


@given(SETTINGS, SEEDS)
def test_turns_are_everybodys_choices(setting: dict[str, Any], seed: int) -> None:
    rules = rules_of(**setting)
    states, moves = played(rules, seed)
    lengths = [*turns(rules, states)]
    assert sum(lengths) == len(moves)
    for first, end in pairwise([0, *accumulate(lengths)]):
        movers = [rules.to_move(state) for state in states[first:end]]
        assert movers[: rules.seats] == [*range(rules.seats)]
        assert len({state.table.cards for state in states[first:end]}) == 1
        assert states[end].table.cards != states[first].table.cards or rules.to_move(states[end]) is None


@given(SETTINGS, SEEDS, st.integers(0, 3), st.integers(1, 10), st.data())
def test_a_turn_goes_with_its_cards(
    setting: dict[str, Any], seed: int, round: int, turn: int, data: st.DataObject
) -> None:
    """In the round that is being played the others find the same cards, so all that was done in them is still legal."""
    rules = rules_of(**setting)

    def in_turn(state: State) -> bool:
        return state.table.round == round and rules.kit.turn(state.table.cards[-1]) == turn

    last = turn + data.draw(st.integers(0, 9), "turns after it")
    states, moves = played(
        rules,
        seed,
        lambda state: (state.table.round, rules.kit.turn(state.table.cards[-1])) > (round, last),
        in_turn,
    )
    plies = [ply for ply, state in enumerate(states[:-1]) if in_turn(state)]
    assume(plies)
    gone = range(plies[0], plies[-1] + 1)
    deal = rules.deal_json(rules.deal(Random(seed)))
    state = rules.start(rules.read_deal(without(rules, deal, states, gone)))
    for ply, move in enumerate(moves):
        if ply not in gone:
            shown = (each.table.cards[-1] for each in (state, states[ply]))
            assert len({*map(rules.kit.of_this_turn, shown)}) == 1
            state = rules.apply(state, move)


@given(SETTINGS, SEEDS)
def test_the_first_round_goes_with_its_pencils_and_cards(setting: dict[str, Any], seed: int) -> None:
    """The game begins with what was the second round, and every later choice is still legal if nothing was drawn in
    the first."""
    rules = rules_of(**setting)
    states, moves = played(rules, seed, passes=lambda state: state.table.round == 0)
    first = next(ply for ply, state in enumerate(states) if state.table.round == 1)
    deal = rules.deal_json(rules.deal(Random(seed)))
    state = rules.start(rules.read_deal(without(rules, deal, states, range(first))))
    for before, move in zip(states[first:], moves[first:], strict=False):
        assert state.table.colours == before.table.colours
        assert (state.table.turn, state.table.cards[-1]) == (before.table.turn, before.table.cards[-1])
        assert state.table.specials == before.table.specials[1:]
        state = rules.apply(state, move)
