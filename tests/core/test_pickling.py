"""A ruleset is pickled and copied as the value it is, without what it has worked out and kept: to send it is cheap."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import cached_property
from multiprocessing import get_context
from random import Random
from typing import Any

import pytest
from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

from shinkansen.core.play import at_random, plies
from shinkansen.testing import Subject, positions
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.testing.strategies import READINGS, SOLO, VARIED
from tests.fake_game import HIGHER_CARD, HigherCard

TABLES: dict[str, dict[str, Any]] = {
    "two seats": {"seats": 2},
    "three seats, another reading": {"seats": 3, "rulings": {"track_needs_ground": "b"}},
    "four seats": {"seats": 4},
    "solo": {"seats": 1},
    "solo, hard": {"seats": 1, "hard": True},
}
SUBJECTS = {"readings": READINGS, "solo": SOLO, "varied": VARIED, "fake": HIGHER_CARD}


pytestmark = pytest.mark.slow


def fresh_and_used(table: str) -> tuple[ZeroKei, ZeroKei]:
    """The same rules twice; by one of them 40 games have been played."""
    fresh, used = ZeroKei(**TABLES[table]), ZeroKei(**TABLES[table])
    for seed in range(40):
        story(used, seed)
    return fresh, used


def story(rules: Any, seed: int) -> list[str]:
    """A random game as the digests of its positions."""
    start = rules.start(rules.deal(Random(seed)))
    return [rules.digest(ply.state) for ply in plies(rules, start, at_random(Random(seed)))]


def pickled(rules: Any) -> Any:
    return pickle.loads(pickle.dumps(rules))


WAYS: dict[str, Callable[[Any], Any]] = {"pickled": pickled, "copied": copy.copy, "copied deeply": copy.deepcopy}


@pytest.mark.parametrize("table", TABLES)
def test_used_rules_weigh_what_fresh_ones_do(table: str) -> None:
    fresh, used = fresh_and_used(table)
    assert len(pickle.dumps(used)) == len(pickle.dumps(fresh)) < 20_000


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("table", TABLES)
def test_a_copy_of_used_rules_is_equal_and_plays_the_same_game(table: str, way: str) -> None:
    _, used = fresh_and_used(table)
    again = WAYS[way](used)
    assert not {"kit", "law"} & {*vars(again)}
    assert again == used
    assert hash(again) == hash(used)
    assert again.settings() == used.settings()
    assert again.spelled() == used.spelled()
    assert story(again, 41) == story(used, 41)


@pytest.mark.parametrize("subject", SUBJECTS.values(), ids=SUBJECTS)
@given(data=st.data())
def test_rules_and_states_travel_together(subject: Subject[Any, Any, Any, Any], data: st.DataObject) -> None:
    found = data.draw(positions(subject, over=True))
    rules, state = pickled((found.rules, found.state))
    assert (rules, state) == (found.rules, found.state)
    assert rules.legal_moves(state) == found.rules.legal_moves(found.state)
    assert rules.digest(state) == found.rules.digest(found.state)


def play_there(rules: ZeroKei, seed: int) -> tuple[ZeroKei, list[str]]:
    """What another process is asked for: a game, and the rules back."""
    return rules, story(rules, seed)


def test_used_rules_go_to_another_process_and_come_back() -> None:
    _, used = fresh_and_used("three seats, another reading")
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as elsewhere:
        again, told = elsewhere.submit(play_there, used, 7).result()
    assert again == used
    assert told == story(used, 7)
    assert "kit" not in vars(again)


# -- the same for any game


def large(self: object) -> list[int]:
    return [*range(10_000)]


class Open(ZeroKei):
    """An ordinary class, in which something is kept."""

    large = cached_property(large)


class OpenAndSlotted(HigherCard):
    """The same on top of a class with slots."""

    large = cached_property(large)


@frozen
class Slotted(HigherCard):
    """The same with slots alone."""

    @cached_property
    def large(self) -> list[int]:
        return large(self)


@pytest.mark.parametrize("kind", [Open, OpenAndSlotted, Slotted])
@pytest.mark.parametrize("way", WAYS)
def test_what_any_game_has_kept_is_left_behind(kind: type[Any], way: str) -> None:
    rules = kind(seats=3)
    fresh = pickle.dumps(rules)
    assert len(rules.large) == 10_000
    assert pickle.dumps(rules) == fresh
    again = WAYS[way](rules)
    assert again == rules
    assert again.seats == 3
    assert len(pickle.dumps(again)) <= len(fresh)
    assert len(again.large) == 10_000


def test_what_is_no_cache_is_kept() -> None:
    rules = Open(seats=3)
    vars(rules)["note"] = "mine"
    assert rules.large
    again = pickled(rules)
    assert vars(again) == {**vars(ZeroKei(seats=3)), "note": "mine"}
