"""The contract itself, on a game that is nothing like Zero-Kei; and who may import whom."""

from __future__ import annotations

import ast
from pathlib import Path
from random import Random

import pytest

import shinkansen
from shinkansen.core.errors import DealError
from shinkansen.core.play import at_random, play_out, plies
from tests.fake_game import HAND, Deal, HigherCard

PACKAGE = Path(__file__).parents[2] / "shinkansen"


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


def test_the_few_names_are_there_and_no_others() -> None:
    assert all(getattr(shinkansen, name).__name__ for name in shinkansen.__all__)
    assert {*shinkansen.__all__} <= {*dir(shinkansen)}
    with pytest.raises(AttributeError, match="no attribute 'Chess'"):
        shinkansen.Chess  # noqa: B018  # pyright: ignore


def test_a_wrong_deal_is_refused() -> None:
    with pytest.raises(DealError):
        HigherCard(seats=2).start(Deal((0, 1, 2, 3, 4, 4)))


REACHING = {
    f"shinkansen/testing/{name}.py"
    for name in ("corners", "find_witnesses", "small_worlds", "state_damage", "strategies", "tables")
}
"""Modules outside the game that may use its kit: they are about Zero-Kei alone."""


def test_nobody_outside_the_game_reaches_around_the_contract_for_its_kit() -> None:
    root = PACKAGE.parent
    outside = (path for place in ("shinkansen", "docs", "examples") for path in (root / place).rglob("*.py"))
    found = {
        path.relative_to(root).as_posix()
        for path in outside
        if PACKAGE / "zerokei" not in path.parents and "_build" not in path.parts
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if (isinstance(node, ast.Attribute) and node.attr == "kit")
        or (isinstance(node, ast.ImportFrom) and node.module == "shinkansen.zerokei.kit")
    }
    assert found == REACHING


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
    "paper": ("core", "paper"),
    "zerokei": ("core", "paper", "zerokei"),
    "testing": ("core", "zerokei", "testing"),
    "verify": ("core", "paper", "zerokei", "verify"),
}
FREE = {"shinkansen", "shinkansen.__version__"}
BUILDERS = {"build_vectors"}
"""Modules that make what we ship and are not needed to use it; they may import anything."""
KNOW_NO_GAME = ("games", "laws", "stateful", "telling", "secrets", "json_damage", "exploration", "differences")
"""Modules of `testing` that speak the contract only."""


@pytest.mark.parametrize("room", ALLOWED)
def test_rooms_import_only_what_they_may(room: str) -> None:
    """`core` knows no game; a game knows `core` and nothing of what is built on games."""
    allowed = tuple(f"shinkansen.{name}" for name in ALLOWED[room])
    for path in (path for path in (PACKAGE / room).rglob("*.py") if path.stem not in BUILDERS):
        strangers = {name for name in imports(path) if name not in FREE and not name.startswith(allowed)}
        assert not strangers, path


@pytest.mark.parametrize("name", KNOW_NO_GAME)
def test_checks_of_the_contract_know_no_game(name: str) -> None:
    assert not {module for module in imports(PACKAGE / "testing" / f"{name}.py") if "zerokei" in module}
