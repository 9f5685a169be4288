"""How far a game has come, in numbers and words; and what rules say about themselves."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinkansen.core.play import at_random, play_out, plies
from shinkansen.core.ruleset import EditionId, Stage
from shinkansen.testing import finished
from shinkansen.zerokei.cards import LAY
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import TAIL, Again, Moving, Phase, SecondHalf, State
from shinkansen.zerokei.testing.strategies import ZEROKEI, rules_for
from shinkansen.zerokei.testing.tables import ENGINES, after_engines, arrange, turn
from tests.fake_game import HAND, Deal, HigherCard

RULES = rules_for(3)


def laid(**changes: Any) -> State:
    return arrange(RULES, after_engines(RULES, ENGINES[:3]), **changes)


POSITIONS: dict[str, tuple[State, Stage]] = {
    "setup": (
        RULES.start(RULES.deal(Random(1))),
        Stage(0, 5, "engine", "before the first round: yellow chooses an engine"),
    ),
    "buying": (laid(seat=1), Stage(1, 5, "buy", "1959-60, round 1 of 5: red buys a carriage of the row")),
    "placing": (
        laid(phase=Phase.PLACE, seat=2, round=1),
        Stage(2, 5, "place", "1960-61, round 2 of 5: green places the turn order token"),
    ),
    "acting": (
        turn(RULES, "participate", seat=1, actions=1),
        Stage(1, 5, "act", "1959-60, round 1 of 5: red acts, 1 of 3 actions left"),
    ),
    "the second half of an event": (
        turn(RULES, "participate", seat=1, pending=(SecondHalf(LAY),)),
        Stage(1, 5, "act", "1959-60, round 1 of 5: red owes the second half of the event, Lay Track"),
    ),
    "a card again": (
        turn(RULES, "participate", seat=0, pending=(Again(TAIL),)),
        Stage(1, 5, "act", "1959-60, round 1 of 5: yellow uses the tail-carriage again"),
    ),
    "moving carriages": (
        turn(RULES, "participate", seat=0, pending=(Again(TAIL), Moving(2))),
        Stage(1, 5, "act", "1959-60, round 1 of 5: yellow may move 2 carriages of the train"),
    ),
    "the end of a round": (
        laid(phase=Phase.END, seat=0, round=3),
        Stage(4, 5, "end", "1962-63, round 4 of 5: yellow decides at the end of the round"),
    ),
    "the end": (laid(phase=Phase.OVER, seat=-1, round=4), Stage(5, 5, "over", "the game is over")),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_the_stage_of_a_position(name: str) -> None:
    state, stage = POSITIONS[name]
    assert RULES.stage(state) == stage


@given(finished(ZEROKEI))
def test_every_round_is_told_from_setup_to_the_end(found: Any) -> None:
    rules, state = found.rules, found.rules.start(found.deal)
    told = [rules.stage(state)]
    for move in found.moves:
        state = rules.follow(state, move)
        told.append(rules.stage(state))
    years = rules.edition.board.years
    assert [*dict.fromkeys(stage.round for stage in told)] == [*range(len(years) + 1)]
    assert {stage.rounds for stage in told} == {len(years)}
    assert told[0].phase == "engine"
    assert [stage.phase for stage in told].count("over") == 1
    assert told[-1].phase == "over"
    for stage in told[:-1]:
        assert (str(years[stage.round - 1]) in stage.words) == (stage.round > 0)


# -- games that say less


class Reticent(HigherCard):
    """A game that leaves its stages to the contract."""

    def stage(self, state: Any) -> Stage:
        return super(HigherCard, self).stage(state)


def test_a_game_that_says_nothing_has_names_and_stages_all_the_same() -> None:
    rules = Reticent(seats=2)
    state = rules.start(Deal((0, 1, 2, 3, 4, 5)))
    told = [rules.stage(ply.state) for ply in plies(rules, state, at_random(Random(1)))]
    assert rules.seat_names == ("seat 0", "seat 1")
    words = ["seat 0 and seat 1 are to choose", "seat 1 is to move"]
    assert told == [Stage(0, None, "play", said) for said in words * HAND]
    assert rules.stage(play_out(rules, state, at_random(Random(1)))) == Stage(0, None, "over", "the game is over")
    assert (rules.version, rules.edition_id, rules.letters, rules.variants) == (1, None, {}, {})


def test_settings_are_written_as_ever() -> None:
    assert HigherCard(seats=3).settings() == {"game": "higher-card", "version": 1, "edition": None, "seats": 3}
    rules = ZeroKei(seats=2)
    edition = {"id": rules.edition.id, "digest": rules.edition.digest()}
    letters = rules.rulings.letters()
    usual = {"game": "zerokei", "version": 2, "edition": edition, "rulings": letters, "seats": 2}
    assert rules.settings() == usual
    assert [*rules.settings()] == [*usual]
    for hard in (False, True):
        assert ZeroKei(seats=1, hard=hard).settings() == {**usual, "seats": 1, "hard": hard}


@given(st.sampled_from([1, 2, 3, 4]), st.booleans())
def test_rules_say_what_they_are(seats: int, wish: bool) -> None:
    rules = ZeroKei(seats, hard=wish and seats == 1, rulings={"track_needs_ground": "b" if wish else "a"})
    assert rules.seat_names == (("yellow", "Hideo") if seats == 1 else ("yellow", "red", "green", "blue")[:seats])
    assert rules.edition_id == EditionId(rules.edition.id, rules.edition.name, rules.edition.digest())
    assert rules.letters["track_needs_ground"] == ("b" if wish else "a")
    assert rules.variants == ({"hard": wish} if seats == 1 else {})
    assert (rules.game, rules.version) == ("zerokei", 2)
