"""`nox -s quick`: the session is there, and what it runs has something from every room."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import pytest

from tests.conftest import QUICK
from tests.package import PACKAGE

ROOT: Final = Path(__file__).parents[2]
MARK: Final = "pytest.mark.slow"
ELSEWHERE: Final = ("browser", "types")
"""Folders that have sessions of their own."""
ROOMS: Final = sorted({path.parent.name for path in (ROOT / "tests").glob("*/test_*.py")} - {*ELSEWHERE})


def quick_tests(tree: ast.Module) -> Iterator[str]:
    """The tests of a file that are not marked `slow`, alone or with their whole file."""
    if any(isinstance(node, ast.Assign) and ast.unparse(node) == f"pytestmark = {MARK}" for node in tree.body):
        return
    tests = (node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"))
    yield from (node.name for node in tests if MARK not in map(ast.unparse, node.decorator_list))


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_has_quick_tests(room: str) -> None:
    files = (ROOT / "tests" / room).glob("test_*.py")
    assert [name for path in files for name in quick_tests(ast.parse(path.read_text(encoding="utf-8")))]


def test_every_room_of_the_package_has_tests_of_its_own() -> None:
    """So that the rule above speaks about all of them."""
    assert {*ROOMS} >= {path.parent.name for path in (PACKAGE).glob("*/__init__.py")}


def test_the_session_selects_what_is_not_marked_and_keeps_its_environment() -> None:
    (session,) = [
        node
        for node in ast.parse((ROOT / "noxfile.py").read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef) and node.name == "quick"
    ]
    assert [*map(ast.unparse, session.decorator_list)] == ["nox.session(reuse_venv=True)"]
    assert repr(QUICK) in ast.unparse(session)


def test_every_module_that_a_session_runs_is_there() -> None:
    """`python -m` with a module that has gone would only be noticed in a long run."""
    sessions = (ROOT / "noxfile.py").read_text(encoding="utf-8")
    modules = re.findall(r'"python", "-m", "([\w.]+)"', sessions)
    assert "tests.build.small_worlds" in modules
    assert [name for name in modules if find_spec(name) is None] == []


def test_a_mark_is_seen_on_a_file_and_on_a_test() -> None:
    one = f"@{MARK}\ndef test_long(): ...\n\ndef test_short(): ...\n"
    assert [*quick_tests(ast.parse(one))] == ["test_short"]
    assert [*quick_tests(ast.parse(f"pytestmark = {MARK}\n{one}"))] == []
