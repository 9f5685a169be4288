"""The README is true: every snippet and every command in it runs, and the first line works from a clean copy."""

from __future__ import annotations

import doctest
import importlib
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from shinkansen.cli import main

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
TEXT = README.read_text(encoding="utf-8")
COMMANDS = re.findall(r"^\$ shinkansen (.*)$", TEXT, re.MULTILINE)
LINES = re.findall(r"^python3 -m venv .*$", TEXT, re.MULTILINE)


def test_the_snippets_give_what_they_show() -> None:
    failures, tests = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert tests
    assert not failures


@pytest.mark.parametrize("name", ["shinkansen.zerokei.ruleset"])
def test_the_examples_in_docstrings_give_what_they_show(name: str) -> None:
    failures, tests = doctest.testmod(importlib.import_module(name))
    assert tests
    assert not failures


def test_the_commands_run_in_the_order_given(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert COMMANDS
    for command in COMMANDS:
        assert main(shlex.split(command)) == 0, command
        assert capsys.readouterr().out


def test_there_are_two_lines_and_ci_runs_the_second() -> None:
    first, second = LINES
    assert first.endswith(".venv/bin/shinkansen verify --demo")
    assert second.endswith(".venv/bin/nox")
    assert "README.md" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_the_first_line_works_from_a_clean_copy(tmp_path: Path) -> None:
    """Builds the package and installs it into an empty environment: what is not packaged is missed here."""
    copy = tmp_path / "copy"
    copy.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    shutil.copytree(ROOT / "shinkansen", copy / "shinkansen", ignore=shutil.ignore_patterns("__pycache__"))
    environment = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
    # The Python that runs the tests, in case there are several; what must work is the rest of the line.
    line = LINES[0].replace("python3", shlex.quote(sys.executable), 1)
    done = subprocess.run(["bash", "-c", line], cwd=copy, env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip().endswith("It differs from the rules in 4 ways.")


def test_the_version_and_help_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    for option, expected in (("--version", "shinkansen 0."), ("--help", "commands")):
        with pytest.raises(SystemExit) as stopped:
            main([option])
        assert stopped.value.code == 0
        assert expected in capsys.readouterr().out
