"""The contract itself, on a game that is nothing like Zero-Kei; and who may import whom."""

from __future__ import annotations

import ast
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinkansen.core.errors import DealError, IllegalMove
from shinkansen.core.play import at_random, play_out, plies
from tests.fake_game import HAND, HigherCard, State

PACKAGE = Path(__file__).parent.parent / "shinkansen"


@st.composite
def games(draw: st.DrawFn) -> tuple[HigherCard, State]:
    rules = HigherCard(seats=draw(st.integers(2, 4)))
    state = rules.start(tuple(draw(st.permutations(range(HAND * rules.seats)))))
    for choice in draw(st.lists(st.integers(0, 10), max_size=HAND * rules.seats - 1)):
        legal = rules.legal_moves(state)
        state = rules.apply(state, legal[choice % len(legal)])
    return rules, state


@given(games(), st.integers(-2, 15))
def test_why_not_is_none_exactly_for_legal_moves(game: tuple[HigherCard, State], card: int) -> None:
    rules, state = game
    assert (rules.why_not(state, card) is None) == (card in rules.legal_moves(state))
    if card not in rules.legal_moves(state):
        with pytest.raises(IllegalMove):
            rules.apply(state, card)
        with pytest.raises(IllegalMove):
            rules.explain(state, card)


@given(games(), st.integers(0, 10))
def test_apply_is_explain_without_the_words(game: tuple[HigherCard, State], choice: int) -> None:
    rules, state = game
    legal = rules.legal_moves(state)
    move = legal[choice % len(legal)]
    assert rules.apply(state, move) == rules.explain(state, move).state


@given(games(), st.integers(0, 3), st.randoms(use_true_random=False))
def test_a_redeal_looks_the_same_to_the_seat(game: tuple[HigherCard, State], seat: int, rng: Random) -> None:
    rules, state = game
    view = rules.view(state, seat % rules.seats)
    assert rules.view(rules.redeal(view, rng), seat % rules.seats) == view


@given(games(), st.randoms(use_true_random=False))
def test_what_a_seat_may_do_does_not_depend_on_secret_choices(game: tuple[HigherCard, State], rng: Random) -> None:
    rules, state = game
    seat = rules.to_move(state)
    assert seat is not None
    other = rules.redeal(rules.view(state, seat), rng)
    assert rules.legal_moves(other) == rules.legal_moves(state)


def test_games_are_played_to_the_end() -> None:
    rules = HigherCard(seats=3)
    start = rules.start(rules.deal(Random(4)))
    game = list(plies(rules, start, at_random(Random(5))))
    assert len(game) == 3 * HAND
    assert rules.follow(game[-1].state, game[-1].move) == play_out(rules, start, at_random(Random(5)))
    assert rules.outcome(start) is None
    final = rules.outcome(play_out(rules, start, at_random(Random(5))))
    assert final is not None
    assert sum(final.totals) <= HAND


def test_a_wrong_deal_is_refused() -> None:
    with pytest.raises(DealError):
        HigherCard(seats=2).start((0, 1, 2, 3, 4, 4))


def imports(path: Path) -> set[str]:
    """The modules of ours that a module imports."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return {name for name in found if name.startswith("shinkansen")}


ALLOWED = {
    "core": ("core",),
    "zerokei": ("core", "zerokei"),
}


@pytest.mark.parametrize("room", ALLOWED)
def test_rooms_import_only_what_they_may(room: str) -> None:
    """`core` knows no game; a game knows `core` and nothing of what is built on games."""
    allowed = tuple(f"shinkansen.{name}" for name in ALLOWED[room])
    for path in (PACKAGE / room).rglob("*.py"):
        strangers = {name for name in imports(path) if name != "shinkansen" and not name.startswith(allowed)}
        assert not strangers, path
