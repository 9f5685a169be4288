"""Secrets: nothing hidden shows before it is turned up, and a redeal is fair."""

from __future__ import annotations

from itertools import permutations
from math import factorial
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.testing import strategies as nextstation
from shinkansen.nextstation.testing.sheets import tiny
from shinkansen.testing import Position, Subject, positions
from shinkansen.testing.secrets import chi_square, leaks
from shinkansen.zerokei.table import State
from shinkansen.zerokei.testing.strategies import READINGS, SOLO, ZEROKEI, rules_for
from tests.fake_game import HIGHER_CARD, HigherCard

CHOICES = st.lists(st.integers(0, 2**16), max_size=25)


SUBJECTS: dict[str, Subject[Any, Any, Any, Any]] = {
    "zerokei": ZEROKEI,
    "solo": SOLO,
    "readings": READINGS,
    "fake": HIGHER_CARD,
    "nextstation": nextstation.VARIED,
}


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
@given(data=st.data())
def test_nothing_hidden_shows_before_it_is_turned_up(subject: Subject[Any, Any, Any, Any], data: st.DataObject) -> None:
    """4.D.2, 12.6.4, 12.6.5: two states that look alike to a seat offer, refuse, say and do the same."""
    position: Position[Any, Any, Any, Any] = data.draw(positions(subject))
    rules, state = position.rules, position.state
    seat = data.draw(st.integers(0, rules.seats - 1))
    other = rules.redeal(rules.view(state, seat), data.draw(st.randoms(use_true_random=False)))
    tried = data.draw(st.lists(subject.wrong_moves(rules, state), max_size=4))
    assert not list(leaks(rules, state, other, seat, data.draw(CHOICES), tried))


def hidden(state: State) -> tuple[int, tuple[str, ...]]:
    """What is turned up grows only when this changes."""
    return len(state.deck), state.table.board


@given(positions(READINGS), st.data())
def test_views_part_only_where_something_is_turned_up(
    position: Position[Any, Any, State, Any], data: st.DataObject
) -> None:
    """4.D.2, 12.6.4: while no card is drawn and no token turned, alike states stay alike."""
    rules, state = position.rules, position.state
    other = rules.redeal(rules.view(state, 0), data.draw(st.randoms(use_true_random=False)))
    move = data.draw(st.sampled_from(rules.legal_moves(state)))
    one, two = rules.follow(state, move), rules.follow(other, move)
    if hidden(one) == hidden(state):
        assert rules.view(one, 0) == rules.view(two, 0)


class Leaky(HigherCard):
    """Leaves a choice only if the next seat does not hold the 1, which nobody can know."""

    def legal_moves(self, state: Any) -> tuple[int, ...]:
        legal = super().legal_moves(state)
        return legal[:1] if self.to_move(state) == 0 and 1 in state.hands[1] else legal


def test_a_leak_is_found() -> None:
    rules = Leaky(seats=3)
    rng = Random(0)
    found: list[str] = []
    for _ in range(50):
        state = rules.start(rules.deal(rng))
        other = rules.redeal(rules.view(state, 0), rng)
        found += leaks(rules, state, other, 0, (), ())
    assert "Different moves are offered." in found


# -- a redeal is fair

SAMPLES = 200
"""For each possible outcome."""


def limit(possible: int) -> float:
    """Above this, a fair redeal would come once in ten million samples (Wilson and Hilferty's approximation)."""
    freedom = possible - 1
    return float(freedom * (1 - 2 / (9 * freedom) + 5.2 * (2 / (9 * freedom)) ** 0.5) ** 3)


def test_a_redeal_of_the_deck_is_uniform() -> None:
    """The unseen carriages lie in any order, all equally likely."""
    rules = rules_for(3)
    state = rules.start(rules.deal(Random(1)))
    few = attrs.evolve(state, deck=state.deck[:4])
    view = rules.view(few, 0)
    rng = Random(20261116)
    dealt = [rules.redeal(view, rng).deck for _ in range(SAMPLES * factorial(4))]
    assert set(dealt) == set(permutations(few.deck))
    assert chi_square(dealt, factorial(4)) < limit(factorial(4))


def test_a_redeal_of_hideos_tokens_is_uniform() -> None:
    """12.1: four cities face down, and two of the three closed venue tokens; the deck is not looked at."""
    rules = rules_for(1)
    state = rules.start(rules.deal(Random(1)))
    view = rules.view(attrs.evolve(state, deck=()), 0)
    rng = Random(20261116)
    possible = factorial(4) * factorial(3)
    boards = [rules.redeal(view, rng).board for _ in range(SAMPLES * possible)]
    assert len(set(boards)) == possible
    assert chi_square(boards, possible) < limit(possible)


def test_a_redeal_of_a_round_is_uniform() -> None:
    """What is left of a deck lies in any order, and whoever has chosen has made any of their choices."""
    rules = NextStation(seats=2, edition=tiny(cards=("street-square", "street-joker", "underground-circle")))
    state = rules.start(rules.deal(Random(2)))
    assert rules.chosen(state) == ()
    offered = len(rules.legal_moves(state))
    view = rules.view(rules.follow(state, rules.legal_moves(state)[-1]), 1)
    rng = Random(20261118)
    possible = offered * factorial(2)
    assert offered > 2
    found = [rules.redeal(view, rng).hidden for _ in range(SAMPLES * possible)]
    seen = [(each.decks[0], each.choices) for each in found]
    assert len(set(seen)) == possible
    assert chi_square(seen, possible) < limit(possible)


def test_a_redeal_of_hands_is_uniform() -> None:
    rules = HigherCard(seats=3)
    view = rules.view(rules.start(rules.deal(Random(3))), 0)
    rng = Random(20261116)
    possible = 20  # three of six cards for one of the two others
    hands = [tuple(map(frozenset, rules.redeal(view, rng).hands)) for _ in range(SAMPLES * possible)]
    assert chi_square(hands, possible) < limit(possible)


def test_an_unfair_redeal_is_found() -> None:
    rng = Random(5)
    sloppy = [min(rng.randrange(24), rng.randrange(48)) for _ in range(SAMPLES * 24)]
    assert chi_square(sloppy, 24) > limit(24)
