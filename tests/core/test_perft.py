"""Perft: the laws of counting, and the published counts."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinkansen.core import perft, registry
from shinkansen.core.errors import ArgumentError
from shinkansen.core.play import at_random, plies
from shinkansen.core.states import of_position
from tests.build import perft as published
from tests.deep import DEEP
from tests.fake_game import HigherCard

ROWS = json.loads(published.FILE.read_text(encoding="utf-8"))
SMALL = 60_000 if not DEEP else 10**9
"""Counts up to this are made again in every run."""
COUNTED_ELSEWHERE = (2, 2, 8, 24, 120, 3_832, 56_508, 1_012_324, 16_241_908)
"""What was counted for two seats of Zero-Kei and the deal of `Random(1)` before there was any of this, compiled too."""


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row['game']}-{row['what'].replace(' ', '-')}")
def test_the_published_counts(row: dict[str, Any]) -> None:
    game = registry.game(str(row["game"]))
    rules, state = of_position(game, str(row["position"])).read()
    counts: list[int] = row["counts"]
    for depth, found in enumerate(counts, start=1):
        if found <= SMALL:
            assert perft.perft(rules, state, depth) == found


def test_two_seats_are_counted_as_they_were_before() -> None:
    rules = registry.game("zerokei").open({"seats": 2})
    state = rules.start(rules.deal(Random(1)))
    assert perft.perft(rules, state, 8) == COUNTED_ELSEWHERE[7]
    [row] = [row for row in ROWS if (row["game"], row["what"]) == ("zerokei", "2 seats, setup")]
    assert tuple(row["counts"]) == COUNTED_ELSEWHERE


def test_the_page_has_these_counts() -> None:
    text = published.PAGE.read_text(encoding="utf-8")
    assert published.page(text, ROWS) == text


@given(
    st.sampled_from([("zerokei", 2), ("zerokei", 1), ("nextstation", 1), ("nextstation", 2)]),
    st.integers(0, 2**16),
    st.integers(0, 40),
    st.integers(1, 3),
)
def test_parts_add_up(table: tuple[str, int], seed: int, ply: int, depth: int) -> None:
    """A count is the sum over its first moves, over its kinds, and over the subtrees at any depth; and the number of
    sequences that somebody finds by making them."""
    rules = registry.game(table[0]).open({"seats": table[1]})
    state = rules.start(rules.deal(Random(seed)))
    for each in plies(rules, state, at_random(Random(seed))):
        state = each.state
        if ply == 0 or len(rules.legal_moves(state)) > 12:
            break
        ply -= 1
    if len(rules.legal_moves(state)) > 12:
        depth = min(depth, 2)
    whole = perft.perft(rules, state, depth)
    assert [*perft.divide(rules, state, depth)] == [*rules.legal_moves(state)]
    assert sum(perft.divide(rules, state, depth).values()) == whole
    assert perft.by_kind(rules, state, depth).total() == whole
    for cut in range(depth + 1):
        assert sum(perft.perft(rules, each, depth - cut) for each in perft.frontier(rules, state, cut)) == whole
    assert len(perft.frontier(rules, state, depth)) == whole


def test_games_that_end_sooner_add_nothing() -> None:
    rules = HigherCard(seats=2)
    state = rules.start(rules.deal(Random(1)))
    depths = [perft.perft(rules, state, depth) for depth in range(8)]
    assert depths[0] == 1
    assert depths[1] == len(rules.legal_moves(state))
    last = max(depth for depth, count in enumerate(depths) if count)
    assert all(depths[: last + 1])
    assert not any(depths[last + 1 :])


@pytest.mark.parametrize("depth", [-1, True, 1.5, "2"])
def test_a_depth_is_a_number(depth: int) -> None:
    rules = HigherCard(seats=2)
    with pytest.raises(ArgumentError, match="depth: found"):
        perft.perft(rules, rules.start(rules.deal(Random(1))), depth)


@given(st.integers(0, 2**16), st.integers(1, 4), st.integers(0, 200))
def test_a_count_visits_no_more_positions_than_it_may(seed: int, depth: int, most: int) -> None:
    """It comes to the same where that is enough, and is given up where it is not; a depth without end is no trouble."""
    rules = registry.game("zerokei").open({"seats": 2})
    state = rules.start(rules.deal(Random(seed)))
    visited = sum(perft.perft(rules, state, each) for each in range(depth))
    if visited <= most:
        assert perft.perft(rules, state, depth, perft.Allowance(most)) == perft.perft(rules, state, depth)
        return
    with pytest.raises(perft.TooManyError):
        perft.perft(rules, state, depth, perft.Allowance(most))
    with pytest.raises(perft.TooManyError):
        perft.perft(rules, state, 10**9, perft.Allowance(most))
