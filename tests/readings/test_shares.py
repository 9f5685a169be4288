"""Shares of games, and how sure one can be of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinkansen.readings.impact import EFFECTS, Impact, wilson


@pytest.mark.parametrize(
    ("hits", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (5, 10, 0.2366, 0.7634), (1, 100, 0.0018, 0.0545)],
)
def test_the_interval_of_wilson(hits: int, games: int, low: float, high: float) -> None:
    """Values from the tables of the method; at 0 and at all the closed bound is exact."""
    assert wilson(hits, games) == pytest.approx((low, high), abs=0.0001)


def test_without_games_nothing_is_known() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_shares_are_counted_by_seats() -> None:
    impact = Impact("track_needs_ground", "b", "shipped", {2: "05d", 3: "0f"})
    assert [(impact.share(effect).hits, impact.share(effect).games) for effect in EFFECTS] == [
        (3, 5),
        (1, 5),
        (3, 5),
        (2, 5),
    ]
    assert (impact.share("winner", 3).hits, impact.share("winner", 3).games) == (1, 2)
    assert str(impact.share("winner", 3)) == "50.0 % (9.5 to 90.5 %; 1 of 2)"
    assert impact.first(3).outcomes == {2: "05", 3: "0"}


@given(st.dictionaries(st.integers(1, 6), st.text("0123456789abcdef", max_size=9), max_size=4))
def test_the_shares_of_all_numbers_of_seats_add_up(outcomes: dict[int, str]) -> None:
    impact = Impact("slug", "b", "", outcomes)
    for effect in EFFECTS:
        parts = [impact.share(effect, seats) for seats in outcomes]
        assert impact.share(effect).hits == sum(part.hits for part in parts)
        assert impact.share(effect).games == impact.games == sum(part.games for part in parts)
        low, high = impact.share(effect).interval
        assert 0 <= low <= impact.share(effect).hits / max(1, impact.games) <= high <= 1
