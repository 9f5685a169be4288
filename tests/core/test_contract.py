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
from tests.package import PACKAGE


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
    assert all(hasattr(shinkansen, name) for name in shinkansen.__all__)
    assert {*shinkansen.__all__} <= {*dir(shinkansen)}
    with pytest.raises(AttributeError, match="no attribute 'Chess'"):
        shinkansen.Chess  # noqa: B018  # pyright: ignore


def test_a_wrong_deal_is_refused() -> None:
    with pytest.raises(DealError):
        HigherCard(seats=2).start(Deal((0, 1, 2, 3, 4, 4)))


def test_nobody_outside_the_game_reaches_around_the_contract_for_its_kit() -> None:
    root = PACKAGE.parent
    outside = (path for place in ("shinkansen", "docs", "examples") for path in (root / place).rglob("*.py"))
    found = {
        path.relative_to(root).as_posix()
        for path in outside
        if not {PACKAGE / game for game in GAMES} & {*path.parents} and "_build" not in path.parts
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if (isinstance(node, ast.Attribute) and node.attr == "kit")
        or (isinstance(node, ast.ImportFrom) and node.module in {f"shinkansen.{game}.kit" for game in GAMES})
    }
    assert not found


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


GAMES = ("nextstation", "zerokei")
"""The rooms of our games: none of them knows another."""

MAY_IMPORT = {
    "core": {"core"},
    "paper": {"core", "paper"},
    "readings": {"core", "readings"},
    "testing": {"core", "testing"},
    **{game: {"core", "paper", "readings", game} for game in GAMES},
    **{f"{game}.testing": {"core", "paper", "readings", game, "testing", f"{game}.testing"} for game in GAMES},
    "verify": {"campaign", "core", "paper", "readings", "testing", "verify"},
    "campaign": {"core", "campaign", "readings"},
    "commands": {"campaign", "core", "paper", "readings", "verify", "commands", "progress", "terminal"},
    "cli": {"core", "commands", "terminal", "cli"},
    "pytest_plugin": {"core", "verify"},
    "progress": {"core"},
    "terminal": {"core"},
    "__main__": {"cli"},
}
"""For each room, the rooms that its modules may import: only a game knows a game."""
FREE = {"shinkansen", "shinkansen.__version__"}


def room_of(module: str) -> str:
    """The room that a module is in, the innermost one."""
    inside = module.removeprefix("shinkansen.")
    rooms = [room for room in MAY_IMPORT if f"{inside}.".startswith(f"{room}.")]
    return max(rooms, key=len, default=inside)


MODULES = {
    path: ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
    for path in sorted(PACKAGE.rglob("*.py"))
}


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_rooms_import_only_what_they_may(room: str) -> None:
    """`core` knows no game; a game knows nothing of what is built on games, except for the checks of its own."""
    for path, module in MODULES.items():
        if room_of(module) == room:
            strangers = {name for name in imports(path) - FREE if room_of(name) not in MAY_IMPORT[room]}
            assert not strangers, module


def test_every_module_has_a_room() -> None:
    """The package itself offers the few names that most people need, and they are of our first game."""
    assert {room_of(module) for module in MODULES.values()} <= {*MAY_IMPORT, "shinkansen"}


def test_what_is_for_any_game_names_none() -> None:
    """Files and commands that say nothing about a game mean the first one: the registry says so, and nobody else."""
    named = {
        module
        for path, module in MODULES.items()
        if room_of(module).partition(".")[0] not in (*GAMES, "shinkansen")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and node.value in GAMES
    }
    assert named == {"shinkansen.core.registry"}
