"""The strategies themselves, for any game and Zero-Kei's: what they draw is valid, varied, and shrinks to what a person
would write down."""

from __future__ import annotations

import json
from contextlib import suppress
from functools import cache
from typing import Any

import attrs
import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test

from shinkansen.core.errors import DealError, RecordError, WireError
from shinkansen.core.provenance import SourceKind
from shinkansen.core.record import Record, from_json, to_json, verify
from shinkansen.testing import LawBroken, Subject, machine
from shinkansen.testing import strategies as any_game
from shinkansen.zerokei.deal import Deal
from shinkansen.zerokei.edition import Edition, Source, TableSource
from shinkansen.zerokei.edition_check import check, shipped
from shinkansen.zerokei.records import rules_of
from shinkansen.zerokei.rulings import Rulings, register
from shinkansen.zerokei.testing.strategies import (
    READINGS,
    SOLO,
    ZEROKEI,
    Position,
    damaged,
    deals,
    editions,
    finished,
    near_misses,
    positions,
    records,
    rules_for,
    ruling_vectors,
)
from tests.fake_game import HIGHER_CARD, HigherCard


@cache
def coarse() -> Edition:
    """Our edition, its figures listed as coarsely as those of a drawn one."""
    invented = {table: TableSource(Source(SourceKind.RECONSTRUCTED)) for table in shipped().provenance}
    return attrs.evolve(shipped(), provenance=invented)


@given(editions())
@settings(max_examples=30)
def test_drawn_editions_are_valid_and_say_that_they_are_invented(edition: Edition) -> None:
    assert not check(edition.to_json()).findings
    assert all(source.default.invented for source in edition.provenance.values())


def test_the_simplest_of_everything_is_ours() -> None:
    """Hypothesis tries the simplest first, and shrinks towards it."""
    simplest = settings(database=None, max_examples=1, phases=[Phase.generate])
    assert find(editions(), lambda it: True, settings=simplest).digest() == shipped().digest()
    assert find(ruling_vectors(), lambda it: True, settings=simplest) == Rulings()
    assert find(deals(rules_for(3)), lambda it: True, settings=simplest).deck == rules_for(3).kit.deck
    assert find(positions(), lambda it: True, settings=simplest).moves == ()


def test_editions_and_rulings_vary() -> None:
    """Nearly every figure is another one in some drawn edition, and every letter is drawn."""
    seen: set[tuple[str, str]] = set()
    letters: set[tuple[str, str]] = set()

    @settings(database=None, derandomize=True, max_examples=150, phases=[Phase.generate])
    @given(editions(), ruling_vectors())
    def look(edition: Edition, reading: Rulings) -> None:
        pairs = zip(edition.tables(), coarse().tables(), strict=False)
        seen.update((table, key) for (table, _, key, value), (*_, ours) in pairs if value != ours)
        letters.update(reading.letters().items())

    look()
    assert {("cities", "ground_cost"), ("board", "value_spaces"), ("carriages", "gives"), ("events", "actions")} <= seen
    assert {("carriages", "counters"), ("venues", "pay"), ("turn_order", "spaces"), ("figures", "engine_fee")} <= seen
    offered = {(ruling.slug, answer.letter) for ruling in register().switchable for answer in ruling.offered}
    assert letters == offered


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@given(data=st.data())
def test_deals_are_accepted(seats: int, data: st.DataObject) -> None:
    rules = rules_for(seats)
    deal: Deal = data.draw(deals(rules))
    assert rules.read_deal(json.loads(json.dumps(rules.deal_json(deal)))) == deal
    rules.start(deal)


@given(finished(of=READINGS))
@settings(max_examples=20)
def test_finished_games_are_over(position: Position) -> None:
    assert position.rules.outcome(position.state) is not None


def test_near_misses_are_near_and_mostly_miss() -> None:
    drawn: list[bool] = []

    @settings(database=None, derandomize=True)
    @given(positions(of=ZEROKEI), st.data())
    def ask(position: Position, data: st.DataObject) -> None:
        move = data.draw(near_misses(position.rules, position.state))
        drawn.append(position.rules.why_not(position.state, move) is None)

    ask()
    assert 0.02 < sum(drawn) / len(drawn) < 0.7, sum(drawn) / len(drawn)


@given(st.sampled_from([ZEROKEI, SOLO]).flatmap(lambda subject: records(of=subject)))
@settings(max_examples=25)
def test_drawn_records_verify(told: Record) -> None:
    verify(rules_of(told), told)


@given(st.data())
def test_damaged_json_never_gets_more_than_one_of_our_errors(data: st.DataObject) -> None:
    """States, moves, deals and records: refused politely, or read as what they are."""
    position: Position = data.draw(positions(of=data.draw(st.sampled_from([ZEROKEI, SOLO])), most=20))
    rules = position.rules
    told = rules.state_json(position.state)
    content = data.draw(damaged(json.loads(json.dumps(told))))
    with suppress(WireError):
        state = rules.read_state(content)
        assert rules.read_state(rules.state_json(state)) == state
    deal = data.draw(deals(rules))
    with suppress(WireError, DealError):
        rules.read_deal(data.draw(damaged(json.loads(json.dumps(rules.deal_json(deal))))))
    move = data.draw(st.sampled_from(rules.legal_moves(rules.start(deal))))
    with suppress(WireError):
        rules.read_move(data.draw(damaged(dict(rules.move_json(move)))))


@given(records(), st.data())
@settings(max_examples=30)
def test_damaged_records_are_refused_as_records(told: Record, data: st.DataObject) -> None:
    content = data.draw(damaged(json.loads(json.dumps(to_json(told)))))
    with suppress(RecordError):
        verify(rules_of(from_json(content)), from_json(content))


# -- of any game


ANY_GAME: list[Subject[Any, Any, Any, Any]] = [HIGHER_CARD, ZEROKEI, SOLO]
BARE: list[Subject[Any, Any, Any, Any]] = [Subject(subject.name, subject.rules) for subject in ANY_GAME]
"""The same games without a word about wrong moves."""


@pytest.mark.parametrize("subject", BARE, ids=lambda subject: subject.name)
@given(data=st.data())
@settings(max_examples=30)
def test_a_near_miss_of_any_game_is_a_legal_move_with_one_part_changed(
    subject: Subject[Any, Any, Any, Any], data: st.DataObject
) -> None:
    position = data.draw(any_game.positions(subject, most=20))
    rules, state = position.rules, position.state
    move = data.draw(subject.wrong_moves(rules, state))
    if move is None:
        assert not any(len(rules.move_json(legal)) > 1 for legal in rules.legal_moves(state))
        return
    content = rules.move_json(move)
    alike = [
        legal
        for legal in map(rules.move_json, rules.legal_moves(state))
        if {*legal} == {*content} and sum(legal[part] != content[part] for part in legal) == 1
    ]
    assert alike


def test_near_misses_of_any_game_are_often_illegal() -> None:
    refused: list[bool] = []

    @settings(database=None, derandomize=True)
    @given(any_game.positions(HIGHER_CARD), st.data())
    def ask(position: Any, data: st.DataObject) -> None:
        move = data.draw(any_game.near_misses(position.rules, position.state))
        refused.append(position.rules.why_not(position.state, move) is not None)

    ask()
    assert sum(refused) > len(refused) / 4


@pytest.mark.parametrize("subject", [BARE[0]], ids=lambda subject: subject.name)
def test_a_game_that_says_nothing_about_wrong_moves_is_still_held_to_every_law(
    subject: Subject[Any, Any, Any, Any],
) -> None:
    class Careless(HigherCard):
        def why_not(self, state: Any, move: object, by: int | None = None) -> None:
            return None

    few = settings(max_examples=20, database=None, derandomize=True, deadline=None)
    run_state_machine_as_test(machine(subject), settings=few)
    careless: Subject[Any, Any, Any, Any] = Subject("Careless", st.just(Careless(seats=2)))
    with pytest.raises(LawBroken):
        run_state_machine_as_test(machine(careless), settings=settings(few, phases=[Phase.generate]))


@given(any_game.records(HIGHER_CARD))
@settings(max_examples=25)
def test_records_of_any_game_verify(told: Record) -> None:
    verify(HigherCard(seats=int(str(told.settings["seats"]))), told)
