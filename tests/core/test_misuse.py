"""Checkers that are given the wrong thing: one sentence says what was found and what was expected."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from shinkansen.core import invariants
from shinkansen.core.coverage import recorded
from shinkansen.core.errors import IllegalMove, Refusal, ShinkansenError
from shinkansen.core.record import record
from shinkansen.core.ruleset import Step
from shinkansen.readings.impact import measure
from shinkansen.testing import check_game, check_position
from shinkansen.testing.laws import check_laws
from shinkansen.testing.situation import Situation
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.testing.small_worlds import worlds
from shinkansen.zerokei.testing.strategies import rules_for
from tests.fake_game import Deal, HigherCard

RULES, CARDS = rules_for(2), HigherCard(seats=2)
DEAL, CARD_DEAL = RULES.deal(Random(1)), Deal((0, 1, 2, 3, 4, 5))
STATE, CARD_STATE = RULES.start(DEAL), CARDS.start(CARD_DEAL)
MOVE = RULES.legal_moves(STATE)[0]
STEP = RULES.narrate(STATE, MOVE)
WRONG: Any = "nonsense"
A_MOVE: Any = MOVE
A_CARD: Any = 3
A_STATE: Any = STATE
A_CARD_STATE: Any = CARD_STATE

GIVEN: dict[str, tuple[Callable[[], object], str]] = {
    "rules of a position": (lambda: check_position(WRONG, STATE), "expected the rules of a game"),
    "rules of a game": (lambda: check_game(WRONG, DEAL, []), "expected the rules of a game"),
    "rules of a state": (lambda: invariants.check_state(WRONG, STATE), "expected the rules of a game"),
    "rules of a situation": (lambda: check_laws(Situation(WRONG, STATE)), "expected the rules of a game"),
    "a position": (lambda: check_position(RULES, WRONG), "found 'nonsense', expected a state"),
    "a position of cards": (lambda: check_position(CARDS, WRONG), "found 'nonsense', expected a state"),
    "a move as a position": (lambda: check_position(CARDS, A_CARD), "found 3, expected a state of these rules"),
    "another game's": (lambda: check_position(CARDS, A_STATE), "expected a state of these rules"),
    "the other way round": (lambda: check_position(RULES, A_CARD_STATE), "expected a state"),
    "a state": (lambda: invariants.check_state(CARDS, WRONG), "found 'nonsense', expected a state of these rules"),
    "plausible": (lambda: invariants.implausible(CARDS, WRONG), "found 'nonsense', expected a state of these rules"),
    "a situation": (lambda: check_laws(Situation(CARDS, WRONG)), "found 'nonsense', expected a state of these rules"),
    "swapped": (lambda: invariants.check_step(RULES, A_MOVE, A_STATE, STEP), "expected a state"),
    "a move of a step": (lambda: invariants.check_step(RULES, STATE, WRONG, STEP), "expected a move of these rules"),
    "a step": (lambda: invariants.check_step(RULES, STATE, MOVE, WRONG), "expected a step, as `explain` gives it"),
    "the state of a step": (lambda: invariants.check_step(CARDS, CARD_STATE, 0, Step(WRONG, ())), "expected a state"),
    "a move of a game": (lambda: invariants.check_game(RULES, DEAL, [WRONG]), "expected a move of these rules"),
    "a card": (lambda: invariants.check_game(CARDS, CARD_DEAL, [WRONG]), "expected a move of these rules"),
    "a move to check": (lambda: check_game(RULES, DEAL, [WRONG]), "This is not a move"),
    "a deal": (lambda: check_game(RULES, WRONG, []), "found 'nonsense', expected a deal"),
    "a deal of cards": (lambda: check_game(CARDS, WRONG, []), "cards: found null, expected a tuple of pieces"),
    "a record": (lambda: recorded(RULES, WRONG), "found 'nonsense', expected a record"),
    "rules of a record": (lambda: record(WRONG, DEAL, []), "expected the rules of a game"),
    "a ruling": (lambda: ZeroKei(2, rulings={"nonsense": "b"}), "there is no ruling 'nonsense'"),
    "rulings": (lambda: ZeroKei(2, rulings=WRONG), "there is no ruling 'nonsense'"),
    "a letter": (lambda: ZeroKei(2, rulings={"track_needs_ground": "z"}), "z"),
    "a ruling of a world": (lambda: worlds()["events"].read(nonsense="b"), "there is no ruling 'nonsense'"),
    "a ruling to measure": (lambda: measure(GAME, "nonsense", "b", 1), "there is no ruling 'nonsense'"),
    "a letter to measure": (lambda: measure(GAME, "track_needs_ground", "z", 1), "z"),
}


@pytest.mark.parametrize(("ask", "told"), GIVEN.values(), ids=GIVEN)
def test_a_wrong_position_move_or_ruling_is_one_sentence(ask: Callable[[], object], told: str) -> None:
    with pytest.raises(ShinkansenError) as caught:
        ask()
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_engine_that_crashes_on_its_own_state_is_not_excused() -> None:
    class Crashes(HigherCard):
        def legal_moves(self, state: Any) -> tuple[int, ...]:
            raise ZeroDivisionError("in the engine")

    with pytest.raises(ZeroDivisionError, match="in the engine"):
        check_position(Crashes(seats=2), CARD_STATE)


def test_what_is_no_move_needs_no_advice_from_the_engine() -> None:
    class Natural(HigherCard):
        """Says nothing sensible about what is not a move."""

        def why_not(self, state: Any, move: object, by: int | None = None) -> Any:
            return super().why_not(state, move, by) if type(move) is int else Refusal("form", "", "This is no card.")

        def move_json(self, move: int) -> dict[str, Any]:
            return {"card": move + 0}

    with pytest.raises(IllegalMove, match=r"^This is no card\.$"):
        Natural(seats=2).apply(CARD_STATE, WRONG)


def test_an_illegal_move_is_told_with_its_clause() -> None:
    with pytest.raises(IllegalMove):
        check_game(CARDS, CARD_DEAL, [9])
