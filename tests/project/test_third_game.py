"""A stranger's game, installed beside ours as its own distribution, gets everything that a game of ours gets.

`examples/third_game` is built and installed without a network into a folder of its own, and then used as its author
would use it: by commands, in processes of their own.
"""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

import shinkansen

ROOT = Path(__file__).parents[2]
PROJECT = ROOT / "examples" / "third_game"
PACKAGE = PROJECT / "goofspiel"
GUIDE = ROOT / "docs" / "guides" / "write-your-own-rulebook.md"
SOURCE = [PROJECT / "pyproject.toml", *(file for file in sorted(PACKAGE.iterdir()) if file.is_file())]
"""Everything that its author wrote, except for the tests."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder into which the package is installed."""
    folder = tmp_path_factory.mktemp("third") / "site"
    options = ["--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"]
    done = subprocess.run(
        [sys.executable, "-m", "pip", "install", *options, "--target", str(folder), str(PROJECT)],
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    return folder


class Shell:
    """Runs commands where the package is installed."""

    def __init__(self, site: Path, folder: Path) -> None:
        self.folder = folder
        paths = [str(site), str(Path(shinkansen.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
        self.env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths)), "COLUMNS": "100"}

    def python(self, *arguments: str, code: int = 0) -> str:
        command = [sys.executable, *arguments]
        done = subprocess.run(command, cwd=self.folder, env=self.env, capture_output=True, text=True, timeout=300)
        assert done.returncode == code, f"{arguments}: {done.returncode}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def run(self, *arguments: str, code: int = 0) -> str:
        return self.python("-m", "shinkansen", *arguments, code=code)

    def verify(self, *arguments: str, code: int, options: tuple[str, ...] = ("--games", "4")) -> str:
        return self.run("verify", "--game", "goofspiel", *options, "--", sys.executable, *arguments, code=code)

    def engine(self, name: str, old: str = "", new: str = "") -> str:
        """The independent engine, perhaps with something else in place of a line."""
        source = (PROJECT / "my_engine.py").read_text(encoding="utf-8")
        assert old in source
        (self.folder / name).write_text(source.replace(old, new) if old else source, encoding="utf-8")
        return name


@pytest.fixture
def shell(site: Path, tmp_path: Path) -> Shell:
    return Shell(site, tmp_path)


# -- the package


def test_it_is_small() -> None:
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in SOURCE) < 400


def imported(file: Path) -> set[tuple[str, str]]:
    """What a module imports of ours: modules and names in them."""
    tree = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    nodes = [node for node in tree if isinstance(node, ast.ImportFrom) and str(node.module).startswith("shinkansen")]
    return {(str(node.module), alias.name) for node in nodes for alias in node.names}


def test_it_uses_only_what_is_public_and_knows_no_other_game() -> None:
    listed: dict[str, list[str]] = json.loads((ROOT / "tests" / "public_surface.json").read_text(encoding="utf-8"))
    used = {each for file in PROJECT.rglob("*.py") for each in imported(file)}
    assert used
    assert not {(module, name) for module, name in used if name not in listed.get(module, ())}
    assert not {module for module, _ in used if module.startswith("shinkansen.zerokei")}
    assert not any("import shinkansen" in file.read_text(encoding="utf-8") for file in PROJECT.rglob("*.py"))


@pytest.mark.slow
def test_its_own_tests_pass_where_it_is_installed(shell: Shell) -> None:
    """The laws, the stateful machine, its clauses, damaged states."""
    out = shell.python("-m", "pytest", "-q", "-p", "no:cacheprovider", str(PROJECT / "tests"))
    assert re.search(r"^[1-9]\d* passed", out, re.MULTILINE)


# -- the command line


@pytest.mark.slow
def test_it_is_listed_beside_ours(shell: Shell) -> None:
    out = shell.run("games")
    assert re.search(r"^goofspiel +Goofspiel", out, re.MULTILINE)
    assert re.search(r"^zerokei ", out, re.MULTILINE)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("demo --game goofspiel", r"Seat 0 has bid the \w+\."),
        ("clause list --game goofspiel", r"11 clauses"),
        ("clause show goofspiel:3.2", r"ruling R2: If two of three players tie"),
        ("ruling show goofspiel:R1-b", r"They are out of the game\."),
        ("ruling list --game goofspiel", r"What becomes of prizes that nobody wins\?"),
        ("search --game goofspiel tie for the highest bid", r"^3\.2 +A tie for the highest bid"),
        ("coverage --game goofspiel --games 4", r"^11 clauses: 11 mechanisable, 9 of 11 citable seen in 4 games"),
    ],
)
def test_commands_know_it(shell: Shell, command: str, told: str) -> None:
    assert re.search(told, shell.run(*command.split()), re.MULTILINE)


POSITION = """
from random import Random
from goofspiel.rules import Goofspiel

rules = Goofspiel(3, equal_bids="b")
print(rules.position(rules.start(rules.deal(Random(3)))))
"""


@pytest.mark.slow
def test_records_and_positions_say_which_game_they_are_of(shell: Shell) -> None:
    shell.run("record", "play", "--game", "goofspiel", "--seats", "3", "--rulings", "R2=b", "-o", "game.json")
    assert "verified: 39 plies" in shell.run("record", "verify", "game.json")
    assert "Ruling R2=b: If two of three players tie" in shell.run("record", "show", "game.json")
    position = shell.python("-c", POSITION).strip()
    assert position.startswith("goofspiel/1/3.")
    assert "seat 0 is to move" in shell.run("state", "check", position)


@pytest.mark.slow
def test_what_it_does_not_have_is_said_in_a_sentence(shell: Shell) -> None:
    shell.run("record", "play", "--game", "goofspiel", "-o", "game.json")
    command = [sys.executable, "-m", "shinkansen", "picture", "game.json", "--ply", "2"]
    done = subprocess.run(command, cwd=shell.folder, env=shell.env, capture_output=True, text=True)
    assert (done.returncode, done.stderr.strip()) == (2, "shinkansen: Goofspiel has no pictures.")


# -- verification


@pytest.mark.slow
def test_its_reference_conforms_to_itself(shell: Shell) -> None:
    out = shell.verify("-m", "shinkansen.verify.conversation.serving", "goofspiel", code=0)
    assert "reading: 2 as preferred, 0 undetermined" in out
    assert "It conforms in what it offers" in out


@pytest.mark.slow
def test_an_engine_that_never_heard_of_us_conforms(shell: Shell) -> None:
    assert "It conforms in what it offers" in shell.verify(shell.engine("engine.py"), code=0)


ACE_HIGH = "best = max(self.sealed)", "best = 1 if 1 in self.sealed else max(self.sealed)"


@pytest.mark.slow
def test_a_mistake_is_found_cited_and_shown_by_a_short_game_in_all_reports(shell: Shell) -> None:
    """Its ace is high."""
    reports = ("--html", "report.html", "--json", "report.json", "--junit", "report.xml", "--write-tests", "written")
    options = ("--seats", "2", "--games", "4", *reports)
    out = shell.verify(shell.engine("ace_high.py", *ACE_HIGH), code=1, options=options)
    assert "effect, clause 3.1 (The highest bid takes what is at stake)" in out
    (difference,) = json.loads((shell.folder / "report.json").read_text(encoding="utf-8"))["differences"]
    assert difference["clauses"] == ["3.1"]
    page = (shell.folder / "report.html").read_text(encoding="utf-8")
    assert "The highest bid takes what is at stake" in page
    junit = ET.parse(shell.folder / "report.xml").getroot()
    assert any("3.1" in str(case.get("name")) for case in junit.iter("testcase") if case.find("failure") is not None)
    # Two bids are enough to show it, and the tests that were written fail in the same way.
    (file,) = (shell.folder / "written").glob("*.json")
    (vector,) = json.loads(file.read_text(encoding="utf-8"))["vectors"]
    assert (len(vector["moves"]), vector["game"], vector["cites"]) == (2, "goofspiel", ["3.1"])


@pytest.mark.slow
def test_a_difference_can_be_asked_again(shell: Shell) -> None:
    options = ("--seats", "2", "--games", "4")
    shell.verify(shell.engine("ace_high.py", *ACE_HIGH), code=1, options=options)
    (artefact,) = (shell.folder / "shinkansen-differences").glob("effect-3.1-*.json")
    again = ("verify", "--rerun", str(artefact), "--", sys.executable)
    assert "3.1" in shell.run(*again, "ace_high.py", code=1)
    shell.run(*again, shell.engine("right.py"), code=0)


@pytest.mark.slow
def test_another_reading_is_told_as_a_reading(shell: Shell) -> None:
    """It discards prizes that nobody wins."""
    other = shell.engine("discarding.py", "            self.stake = []\n", "        self.stake = []\n")
    out = shell.verify(other, code=3)
    assert "reading: unwon_prize: b, 1 as preferred, 0 undetermined" in out
    assert "It follows ruling R1 b (unwon_prize=b)" in out
    found = json.loads(shell.run("fingerprint", "--game", "goofspiel", "--json", "--", sys.executable, other, code=3))
    rows = [(row["ruling"], row["letter"], row["known"], row["possible"], row["asked"]) for row in found["rulings"]]
    assert rows == [("R1", "b", True, ["b"], "a"), ("R2", "a", True, ["a"], "a")]
    assert (found["game"], found["edition"], found["mistakes"], found["code"]) == ("goofspiel", "", 0, 3)


# -- conformance vectors


@pytest.mark.slow
def test_its_vectors_are_those_that_are_chosen_today(shell: Shell) -> None:
    shell.python("-m", "shinkansen.verify.judging.choose_vectors", "goofspiel", "chosen")
    assert {file.name: file.read_text(encoding="utf-8") for file in (shell.folder / "chosen").iterdir()} == {
        file.name: file.read_text(encoding="utf-8") for file in (PACKAGE / "vectors").iterdir()
    }


@pytest.mark.slow
def test_its_vectors_are_written_by_the_command(shell: Shell) -> None:
    assert "22 vectors" in shell.run("vectors", "--game", "goofspiel", "written")
    guide = (shell.folder / "written" / "README.md").read_text(encoding="utf-8")
    assert "Goofspiel" in guide
    assert "kills.json" not in guide


@pytest.mark.slow
def test_its_vectors_alone_find_the_mistake(shell: Shell) -> None:
    out = shell.verify(shell.engine("ace_high.py", *ACE_HIGH), code=1, options=("--vectors-only",))
    assert "clause 3.1" in out


# -- the guide


def test_the_guide_writes_the_files_of_the_example() -> None:
    """What the page writes, cell by cell, is what the example has, line by line."""
    written: dict[str, list[str]] = {}
    cells = re.compile(r"^```\{code-cell\} ipython3\n(.*?)^```$", re.DOTALL | re.MULTILINE)
    for cell in cells.findall(GUIDE.read_text(encoding="utf-8")):
        if match := re.match(r"%%writefile (-a )?(\S+)\n", cell):
            added, name = match.groups()
            written[name] = [*(written[name] if added else []), *lines(cell[match.end() :])]
    del written["tests/test_laws.py"]  # shorter than the tests of the example
    assert {*written} == {*(file.relative_to(PROJECT).as_posix() for file in SOURCE), "my_engine.py"}
    for name, content in written.items():
        assert content == lines((PROJECT / name).read_text(encoding="utf-8")), name


def lines(text: str) -> list[str]:
    """The lines that are not empty: at the end of a cell there are none."""
    return [line for line in text.splitlines() if line.strip()]
