"""The README is true: every snippet and every command in it runs, the picture is what the code draws, links lead
somewhere, and the first line works from a clean copy.

`python -m tests.project.test_readme` writes the picture, `docs/_static/readme.svg`, anew: look at it before you
commit it.
"""

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
from random import Random

import pytest

from shinkansen.cli import main, parser
from shinkansen.zerokei.evaluation import sensible
from shinkansen.zerokei.ruleset import ZeroKei

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
TEXT = README.read_text(encoding="utf-8")
FENCED = re.compile(r"^```(?P<kind>[^\n`]*)\n(?P<inside>.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = [(block["kind"], block["inside"]) for block in FENCED.finditer(TEXT)]
PROSE = FENCED.sub("", TEXT)
LINES = [inside.strip() for kind, inside in BLOCKS if kind == ""]
PICTURE = ROOT / "docs" / "_static" / "readme.svg"
LEFT_OUT = "..."
"""A line of a shown output that stands for any number of lines."""


pytestmark = pytest.mark.slow


# -- Blocks


def test_every_block_is_of_a_kind_that_is_checked_here() -> None:
    assert {kind for kind, _ in BLOCKS} == {"", "pycon", "console"}
    assert TEXT.count("```") == 2 * len(BLOCKS)


def test_the_snippets_give_what_they_show() -> None:
    failures, tests = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert tests
    assert not failures


def test_a_snippet_has_only_what_doctest_reads() -> None:
    """A block of another form would be shown and not run."""
    for kind, inside in BLOCKS:
        assert inside.startswith(">>> ") == (kind == "pycon")


@pytest.mark.parametrize("name", ["shinkansen.zerokei.ruleset"])
def test_the_examples_in_docstrings_give_what_they_show(name: str) -> None:
    failures, tests = doctest.testmod(importlib.import_module(name))
    assert tests
    assert not failures


def commands() -> list[tuple[str, list[str]]]:
    """Each command with the output that is shown below it."""
    found: list[tuple[str, list[str]]] = []
    for kind, inside in BLOCKS:
        for line in inside.splitlines() if kind == "console" else ():
            if line.startswith("$ "):
                found.append((line.removeprefix("$ "), []))
            else:
                found[-1][1].append(line)
    return found


def test_the_commands_run_in_the_order_given_and_print_what_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert commands()
    for command, shown in commands():
        program, *arguments = shlex.split(command)
        assert program == "shinkansen"
        assert main(arguments) == 0, command
        printed = capsys.readouterr().out
        assert shown, f"what does {command} print?"
        expected = "".join(r"(?:.*\n)*" if line == LEFT_OUT else re.escape(line) + r"\n" for line in shown)
        assert re.fullmatch(expected, printed), f"{command} prints:\n{printed}"


# -- Prose


@pytest.mark.parametrize("command", re.findall(r"`shinkansen ([^`]+)`", PROSE))
def test_a_command_in_the_prose_can_be_given(command: str) -> None:
    assert parser().parse_args(shlex.split(command)).run


def test_what_is_linked_in_this_repository_exists() -> None:
    links = re.findall(r"\]\(([^)]+)\)|src=\"([^\"]+)\"", PROSE)
    local = [link or source for link, source in links if not (link or source).startswith("https://")]
    assert local
    for link in local:
        assert (ROOT / link).exists(), link


# -- The picture


def drawn() -> str:
    """A table in the middle of a game of our bots, and what a move has changed."""
    rules, bot = ZeroKei(seats=3), sensible(Random(1964))
    state = rules.start(rules.deal(Random(1964)))
    for _ in range(65):
        state = rules.apply(state, bot(rules, state, rules.legal_moves(state)))
    return rules.show(bot(rules, state, rules.legal_moves(state)), state).svg


def test_the_picture_is_what_the_code_draws() -> None:
    assert PICTURE.read_text(encoding="utf-8") == drawn()
    assert f'src="{PICTURE.relative_to(ROOT).as_posix()}"' in PROSE
    assert "green's move" in PROSE
    assert "<desc>Green: " in drawn()


# -- The two lines


def test_there_are_two_lines_and_ci_runs_the_second() -> None:
    first, second = LINES
    assert first == ('python3 -m venv .venv && .venv/bin/pip install ".[verify]" && .venv/bin/shinkansen verify --demo')
    assert second == "python3 -m venv .venv && .venv/bin/pip install nox && .venv/bin/nox"
    assert "README.md" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_the_first_line_works_from_a_clean_copy(tmp_path: Path) -> None:
    """Builds the package and installs it into an empty environment: what is not packaged is missed here."""
    copy = tmp_path / "copy"
    copy.mkdir()
    for name in ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    shutil.copytree(ROOT / "shinkansen", copy / "shinkansen", ignore=shutil.ignore_patterns("__pycache__"))
    environment = {key: value for key, value in os.environ.items() if key not in ("PYTHONPATH", "VIRTUAL_ENV")}
    # The Python that runs the tests, in case there are several; what must work is the rest of the line.
    line = LINES[0].replace("python3", shlex.quote(sys.executable), 1)
    done = subprocess.run(["bash", "-c", line], cwd=copy, env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    last = done.stdout.strip().splitlines()[-1]
    assert last == "It differs from the rules in 3 ways, and reads 1 ruling differently than asked."
    # And what it prints can be pasted, though nothing was put on the path.
    again = re.findall(r"ask it again: (.*)", done.stdout)[0]
    asked = subprocess.run(
        ["bash", "-c", again], cwd=copy, env=environment, capture_output=True, text=True, timeout=600
    )
    assert (asked.returncode, asked.stdout[:15]) == (1, "It still differ"), asked.stderr


def test_the_version_and_help_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    for option, expected in (("--version", "shinkansen 0."), ("--help", "commands")):
        with pytest.raises(SystemExit) as stopped:
            main([option])
        assert stopped.value.code == 0
        assert expected in capsys.readouterr().out


if __name__ == "__main__":
    PICTURE.write_text(drawn(), encoding="utf-8", newline="\n")
