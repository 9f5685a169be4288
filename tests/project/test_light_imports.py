"""What it costs to import the package, to ask for its version and to look up a game: no rulebook, register or engine.

How long it takes depends on the machine; what is imported and which files are read does not, so that is what is held.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Final

import pytest
from attrs import frozen

HEAVY: Final = ("attr", "cattrs", "hypothesis", "importlib.metadata", "jsonschema", "pytest", "rich", "tomllib")
"""Modules of others that take long to import, or that only some of us need."""
WATCHED: Final = """
import json, sys
before, read = {{*sys.modules}}, []
def hear(event, arguments):
    if event == "open" and isinstance(arguments[0], str):
        read.append(arguments[0])
sys.addaudithook(hear)
try:
    {statement}
except SystemExit as end:
    assert not end.code, end.code
finally:
    ours = sorted(name for name in sys.modules if name.partition(".")[0] == "shinkansen")
    data = sorted({{path for path in read if "shinkansen" in path and path.endswith((".toml", ".json", ".svg"))}})
    heavy = [name for name in {heavy} if name in sys.modules and name not in before]
    print(json.dumps([ours, heavy, data]))
"""


pytestmark = pytest.mark.slow


@frozen
class Cost:
    """What a statement brings into a fresh process."""

    ours: set[str]
    """Our modules."""
    heavy: set[str]
    """Those of `HEAVY`, as far as Python has not imported them already when it starts (an environment may do that)."""
    data: list[str]
    """Files of data that were read: rulebooks, registers, schemas."""


def cost(statement: str) -> Cost:
    program = WATCHED.format(statement=statement, heavy=HEAVY)
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, encoding="utf-8")
    assert ended.returncode == 0, ended.stderr
    ours, heavy, data = json.loads(ended.stdout.splitlines()[-1])
    return Cost({*ours}, {*heavy}, data)


def below(*names: str) -> set[str]:
    """The full names of our modules, the packages they are in included."""
    parts = [["shinkansen", *name.split(".")] for name in names]
    return {"shinkansen"} | {".".join(each[:length]) for each in parts for length in range(1, len(each) + 1)}


def test_the_package_alone_imports_nothing_else() -> None:
    assert cost("import shinkansen") == Cost({"shinkansen"}, set(), [])


def test_the_cost_of_an_engine_would_be_seen() -> None:
    """The opposite of what the other tests hold: the rulebook of a game is read when it is asked for."""
    told = cost("from shinkansen.core import registry; registry.game().rulebook")
    assert "shinkansen.core.clauses" in told.ours
    assert any(path.endswith("rulebook.toml") for path in told.data)


DESCRIBING: Final = ("core.errors", "core.frozen", "core.game", "core.plain_json", "core.registry", "core.text")


@pytest.mark.parametrize(
    ("statement", "ours", "heavy"),
    [
        ("from shinkansen.core.game import Game", DESCRIBING[:4] + DESCRIBING[5:], {"attr"}),
        ("from shinkansen.core import registry", DESCRIBING, {"attr"}),
        (
            "from shinkansen.core import registry; registry.game()",
            (*DESCRIBING, "zerokei.game"),
            {"attr", "importlib.metadata"},
        ),
    ],
)
def test_a_game_is_found_without_its_rulebook_register_and_engine(
    statement: str, ours: tuple[str, ...], heavy: set[str]
) -> None:
    told = cost(statement)
    assert (told.ours, told.data) == (below(*ours), [])
    assert told.heavy <= heavy


@pytest.mark.parametrize(("module", "ruleset"), [("zerokei", "ZeroKei"), ("nextstation", "NextStation")])
def test_a_ruleset_is_opened_without_the_register_clauses_positions_and_invariants(module: str, ruleset: str) -> None:
    told = cost(f"from shinkansen.{module}.ruleset import {ruleset}; {ruleset}(seats=3).kit")
    assert not told.ours & {f"shinkansen.core.{name}" for name in ("rulings", "clauses", "position", "invariants")}
    assert len(told.data) == 1  # the figures
    assert told.heavy <= {"attr", "tomllib"}


def test_the_version_is_told_without_any_command_or_game() -> None:
    told = cost("from shinkansen.cli import main; main(['--version'])")
    assert (told.ours, told.data) == (below("cli", "terminal", "core.compiled", "core.errors", "core.text"), [])
    assert told.heavy <= {"attr"}
