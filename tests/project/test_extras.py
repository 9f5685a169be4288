"""Extras: the core install needs only attrs, and says which extra is missing where more is needed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from shinkansen import cli, terminal, testing
from shinkansen.commands import ruling
from shinkansen.zerokei import testing as zerokei_testing

OPTIONAL = ("cattrs", "hypothesis", "jsonschema", "rich", "resvg_py", "playwright", "pytest", "sphinx", "chess")
HIDE = f"import sys; sys.modules.update(dict.fromkeys({OPTIONAL!r})); from shinkansen.cli import main; sys.exit(main())"
"""A module that is None cannot be imported: as if it were not installed."""


pytestmark = pytest.mark.slow


def bare(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", HIDE, *words], capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize(
    "words",
    [
        ("--help",),
        ("verify", "--help"),
        ("clause", "show", "7.2"),
        ("ruling", "witness", "R29"),
        ("ruling", "impact", "R29"),
        ("coverage", "--games", "1"),
        ("demo",),
    ],
    ids=" ".join,
)
def test_the_core_install_does_without_extras(words: tuple[str, ...]) -> None:
    done = bare(*words)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def test_what_we_did_not_foresee_is_no_verdict(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit code 1 would say that something was checked and is wrong."""

    def oops(_: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr(ruling, "run_list", oops)
    assert cli.main(["ruling", "list"]) == 2
    assert "this is a bug in shinkansen, KeyError: 'x'" in capsys.readouterr().err
    monkeypatch.setenv(terminal.TRACEBACK, "1")
    with pytest.raises(KeyError):
        cli.main(["ruling", "list"])


WITHOUT = f"import sys; sys.modules.update(dict.fromkeys({OPTIONAL!r}))\n"
POSITION = """
from shinkansen import ZeroKei
from shinkansen.testing.laws import check_laws
from shinkansen.testing.situation import Situation
from shinkansen.zerokei.testing.tables import YELLOW, turn
state = turn(ZeroKei(seats=2), "build", {YELLOW: {"yen": 4}}, prepared=["osaka"])
check_laws(Situation(ZeroKei(seats=2), state))
print(state.table.prepared_cities())
"""


def python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", WITHOUT + code], capture_output=True, text=True, timeout=120)


def test_positions_are_laid_out_and_checked_without_hypothesis() -> None:
    done = python(POSITION)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "('osaka',)\n"


DRAWING = {
    testing: ("json_damage", "stateful", "strategies"),
    zerokei_testing: ("state_damage", "strategies"),
}


def test_only_what_draws_needs_hypothesis_and_says_so() -> None:
    rooms = {room.__name__: Path(str(room.__file__)).parent for room in DRAWING}
    names = [
        f"{name}.{path.stem}" for name, room in rooms.items() for path in room.glob("*.py") if "__" not in path.stem
    ]
    drawing = [f"{room.__name__}.{name}" for room, some in DRAWING.items() for name in some]
    drawing += ["shinkansen.testing.extra"]
    assert {*drawing} < {*names}
    lines = [
        f"""
try:
    __import__("{name}")
except ModuleNotFoundError as missing:
    print("{name}", missing.name, "pip install 'shinkansen[testing]'" in str(missing))
"""
        for name in sorted(names)
    ]
    done = python("".join(lines))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [f"{name} hypothesis True" for name in sorted(drawing)]
    for name in ("Subject", "positions", "finished", "machine", "records", "near_misses", "deals"):
        told = python(f"from shinkansen.testing import {name}")
        assert "pip install 'shinkansen[testing]'" in told.stderr


@pytest.mark.parametrize("words", [("verify", "--demo"), ("fingerprint", "--", "cat"), ("vectors", "x")], ids=" ".join)
def test_what_needs_an_extra_says_which(words: tuple[str, ...]) -> None:
    done = bare(*words)
    assert done.returncode == 2
    assert "shinkansen[verify]" in done.stderr
    assert "Traceback" not in done.stderr
