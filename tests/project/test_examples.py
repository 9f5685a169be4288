"""The example scripts, the notebook and the pages of worked examples run, and none of them can be forgotten.

Cells are executed one after another in one namespace, without Jupyter: what IPython adds is not used in them. That they
also run in a kernel is seen whenever the site is built.
"""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

from shinkansen.core import registry
from shinkansen.core.clauses import ApparatusKind, Lines, Rulebook, parse_lines
from shinkansen.core.errors import ShinkansenError
from shinkansen.core.invariants import InvariantBroken
from shinkansen.core.parts import EXAMPLES as WORKED
from shinkansen.core.ruleset import Ruleset
from shinkansen.zerokei.picture import Picture
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import EMPTY, FACE_DOWN, Phase, State
from shinkansen.zerokei.testing.tables import GREEN, HIDEO, RED, WHITE, YELLOW, YOU, hideos_board, lay_out, plain_deal

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
NOTEBOOK = EXAMPLES / "notebook.ipynb"
WIDEST = 88
"""So many characters of code fit beside each other on a page of the site."""


pytestmark = pytest.mark.slow


# -- scripts


@attrs.frozen
class Run:
    """How a script is called, how it ends, and what it prints, in this order."""

    arguments: tuple[str, ...]
    prints: tuple[str, ...]
    code: int = 0
    hears: str = ""
    """What it is told on its standard input."""


RUNS = {
    "best_reply": Run((), (r"Red has \d+ legal moves; 4 were tried\.", r"Best: Buy the", r"VP less \(noise")),
    "calibrate": Run(("--games", "2", "--seats", "2", "--processes", "1", "--out", "measured.json"), (r"2 seats",)),
    "first_player": Run((), (r"first player: \d+ of 200 games won",)),
    "house_rule": Run(("2",), ("The usual rules: ", r"prepared ground \(a ruling\): [+-]", r"\(a figure\): [+-]")),
    "random_game": Run(("2", "7"), ("1963-64 begins", r"The game is over after \d+ moves\. .*11\.7", r"Yellow: -?\d")),
    "read_record": Run((), ("2 seats, 54 moves", "1959-60 ends", "1963-64 ends with move 54", r"Yellow: 11")),
    "score_london": Run(
        (), ('"the London scorer"', '"seq": 2'), hears='{"seq": 1, "cmd": "start"}\n{"seq": 2, "cmd": "stop"}\n'
    ),
    "solo": Run(("--games", "2", "--processes", "1", "-o", "measured.json"), ("normal {", "hard {")),
    "verify_engine": Run((), (r"effect \(clause 7\.6\.2\)", r"   1\. "), code=1),
}


@pytest.mark.parametrize("script", sorted(EXAMPLES.glob("*.py")), ids=lambda path: path.stem)
def test_a_script_runs_and_prints_what_it_promises(script: Path, tmp_path: Path) -> None:
    run = RUNS.get(script.stem)
    assert run is not None, f"say in RUNS how {script.name} is called"
    done = _run(script, run.arguments, tmp_path, run.hears)
    assert (done.returncode, done.stderr) == (run.code, "")
    assert re.search(".*".join(run.prints), done.stdout, re.DOTALL), done.stdout


def test_a_record_from_a_file_is_read_and_a_wrong_one_refused(tmp_path: Path) -> None:
    records = ROOT / "tests" / "frozen" / "record-1"
    good = _run(EXAMPLES / "read_record.py", (str(records / "four-seats-1.json"),), tmp_path)
    assert "1963-64 ends" in good.stdout
    wrong = tmp_path / "wrong.json"
    wrong.write_text((records / "four-seats-1.json").read_text("utf-8").replace('"seat":', '"sit":', 1), "utf-8")
    refused = _run(EXAMPLES / "read_record.py", (str(wrong),), tmp_path)
    assert refused.returncode == 1
    assert "sit" in refused.stderr
    assert "Traceback" not in refused.stderr


def _run(script: Path, arguments: tuple[str, ...], where: Path, hears: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(script), *arguments]
    return subprocess.run(command, cwd=where, capture_output=True, text=True, timeout=120, check=False, input=hears)


def test_the_readme_has_a_line_for_each_example() -> None:
    table = re.findall(r"^\| \[(.+?)\]\((.+?)\) \| .+ \|$", (EXAMPLES / "README.md").read_text("utf-8"), re.MULTILINE)
    folders = EXAMPLES / "foreign_js", EXAMPLES / "foreign_js_nextstation", EXAMPLES / "third_game"
    there = {path.name for kind in ("*.py", "*.ipynb", "*.txt") for path in EXAMPLES.glob(kind)} | {
        path.name for path in folders
    }
    assert {name for name, _ in table} == there
    assert all((EXAMPLES / target).exists() for _, target in table)


# -- cells, of the notebook and of pages


def _executed(cells: list[str], name: str) -> tuple[dict[str, Any], list[object]]:
    """What the names mean after the last cell, and what the cells show."""
    namespace: dict[str, Any] = {}
    shown: list[object] = []
    for cell in cells:
        body = ast.parse(cell).body
        last = body.pop() if isinstance(body[-1], ast.Expr) else None
        exec(compile(ast.Module(body, []), name, "exec"), namespace)
        if isinstance(last, ast.Expr):
            shown.append(eval(compile(ast.Expression(last.value), name, "eval"), namespace))
    return namespace, shown


def test_the_notebook_runs_and_is_kept_without_outputs(capsys: pytest.CaptureFixture[str]) -> None:
    cells = [cell for cell in json.loads(NOTEBOOK.read_text("utf-8"))["cells"] if cell["cell_type"] == "code"]
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in cells)
    _, shown = _executed(["".join(cell["source"]) for cell in cells], NOTEBOOK.name)
    assert [type(thing) for thing in shown if thing is not None] == [Picture] * 3
    assert capsys.readouterr().out.rstrip().endswith("(clause 7.11.1)")


# -- pages of worked examples


@attrs.frozen
class Page:
    """A worked example, as its page says."""

    game: str
    path: Path
    text: str
    title: str
    where: str
    """In which rulebook, and on which lines or pages."""
    clauses: tuple[str, ...]
    cells: list[str]

    @property
    def rulebook(self) -> Rulebook:
        return registry.game(self.game).rulebook

    @property
    def lines(self) -> Lines:
        """The lines of the text that the rulebook is made from; none if the example is in another one."""
        found = re.search(r"lines? (.+)$", self.where)
        return parse_lines(found[1].replace(" and ", ", ")) if found is not None else Lines(())

    @property
    def links(self) -> str:
        return ", ".join(
            f"[{clause}](#{self.game}-clause-{clause.lower().replace('.', '-')})" for clause in self.clauses
        )


HEAD = re.compile(
    r"^# (?P<title>.+)\n\nHere you can see (?:.+\n)+\n"
    r"\*\w+ rulebook(?: of (?P<city>\w+))?, (?P<where>(?:lines?|pages?) [\d, and-]+)\. "
    r"Clauses? (?P<clauses>[^*]+)\.\*$",
    re.MULTILINE,
)
CELL = re.compile(r"^```\{code-cell\} ipython3\n(?:---\n.*?^---\n)?(.*?)^```$", re.MULTILINE | re.DOTALL)
GAMES = tuple(game.name for game in registry.games() if game.has(WORKED))


def _index(game: str) -> Path:
    return ROOT / "docs" / game / "examples" / "index.md"


def _pages(game: str) -> Iterator[Page]:
    for path in sorted(_index(game).parent.glob("*.md")):
        if path == _index(game):
            continue
        text = path.read_text("utf-8")
        head = HEAD.search(text)
        assert head is not None, f"{path.name} does not begin with what one can see, and then its lines and clauses"
        clauses = tuple(re.findall(r"\[(.+?)\]", head["clauses"]))
        where = ", ".join(filter(None, (head["city"], head["where"])))
        yield Page(game, path, text, head["title"], where, clauses, CELL.findall(text))


PAGES = tuple(page for game in GAMES for page in _pages(game))
each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: f"{page.game}-{page.path.stem}")


@pytest.mark.parametrize("game", GAMES)
def test_every_worked_example_of_the_rulebook_has_a_page(game: str) -> None:
    """Each line of the text that is marked as an example is told by one page."""
    examples = [part for part in registry.game(game).rulebook.apparatus if part.kind is ApparatusKind.EXAMPLE]
    told = {
        line: [page.path.name for page in PAGES if page.game == game and line in page.lines]
        for part in examples
        for line in part.lines
    }
    assert len(told) > 30
    assert {line: pages for line, pages in told.items() if len(pages) != 1} == {}


@pytest.mark.parametrize("game", GAMES)
def test_the_index_lists_every_page_as_it_is(game: str) -> None:
    text, pages = _index(game).read_text("utf-8"), [page for page in PAGES if page.game == game]
    for page in pages:
        assert f"| [{page.title}]({page.path.name}) | {page.links} | {re.sub('^lines? ', '', page.where)} |\n" in text
    listed = text.rpartition(":hidden:\n\n")[2].split("\n```")[0].split()
    assert sorted(listed) == sorted(page.path.stem for page in pages)


@each_page
def test_a_page_runs_and_asserts_what_it_tells(page: Page, capsys: pytest.CaptureFixture[str]) -> None:
    namespace, shown = _executed(page.cells, page.path.name)
    assert any(isinstance(each, Picture) for each in shown)
    assert any(isinstance(node, ast.Assert) for cell in page.cells for node in ast.walk(ast.parse(cell)))
    assert isinstance(namespace["rules"], Ruleset)
    assert namespace["rules"].game == page.game
    printed = capsys.readouterr().out
    assert re.search(r"reconstructed|rulebook", printed + page.text.partition(".*\n")[2])

    # The clauses at its head are clauses, are linked, and are spoken of below.
    assert page.links == re.sub(r"\s+", " ", page.text.partition(". Clause")[2].partition(".*")[0]).lstrip("s ")
    below = page.text.partition(".*\n")[2] + printed
    assert [clause for clause in page.clauses if clause not in page.rulebook or not _cited(clause, below)] == []


def _cited(clause: str, text: str) -> bool:
    return re.search(rf"(?<![\d.]){re.escape(clause)}(?![.\w]*\w)", text) is not None


@each_page
def test_the_code_of_a_page_is_not_too_wide_to_be_seen(page: Page) -> None:
    assert [line for cell in page.cells for line in cell.splitlines() if len(line) > WIDEST] == []


# -- the builder that the pages use


THREE, SOLO = ZeroKei(seats=3), ZeroKei(seats=1)


def _purchase(**changes: Any) -> State:
    row = ("osaka-2", "kyoto-2", "toyohashi-1", "hashima-1", "tokyo-1")
    trains = {YELLOW: ("osaka-1",), RED: ("atami-1",), GREEN: ("nagoya-2",)}
    settings: dict[str, Any] = {
        "year": "1960-61",
        "event": "buy-at-end",
        "row": row,
        "seats": {seat: {"train": train} for seat, train in trains.items()},
    }
    return lay_out(THREE, Phase.BUY, YELLOW, **{**settings, **changes})


def test_a_table_laid_out_has_all_its_pieces() -> None:
    state = _purchase(cauldrons={"osaka": {RED: 2}, "kyoto": {RED: 1, GREEN: 1}})
    assert state.table.round == 1
    assert state.table.events[1] == "buy-at-end"
    assert len(state.deck) == 30 - 2 * 5
    assert len(state.deck) + len(state.table.row) + len(state.table.discard) + 3 == 30
    assert [seat.cauldrons for seat in state.table.seats] == [7, 4, 6]
    assert state.table.cauldrons == ((0, 2, 0), (0, 1, 1), (0, 0, 0))


@pytest.mark.parametrize(
    ("changes", "error", "complaint"),
    [
        ({"stations": {"toyohashi": WHITE}}, InvariantBroken, "tracks"),
        ({"row": ("osaka-2", "kyoto-2")}, InvariantBroken, "Carriages of the row"),
        ({"year": "1964"}, ShinkansenError, "there is no year '1964', expected one of 1959-60"),
        ({"cauldrons": {"tokyo": {RED: 1}}}, ShinkansenError, "there is no venue of 'tokyo', expected one of osaka"),
        ({"event": "build"}, ShinkansenError, "expected one of the blue events"),
    ],
)
def test_a_table_that_no_game_has_is_refused(changes: dict[str, Any], error: type[Exception], complaint: str) -> None:
    with pytest.raises(error, match=complaint):
        _purchase(**changes)


def test_a_plain_solo_deal_is_a_deal() -> None:
    board = hideos_board(SOLO, ("osaka", "kyoto", "maibara"), a1="tokyo", c3="closed-1")
    assert SOLO.start(plain_deal(SOLO, board=board)).board == board
    assert SOLO.to_move(SOLO.start(plain_deal(SOLO))) == YOU


def test_hideo_has_revealed_what_the_years_before_made_active() -> None:
    trains = {YOU: {"train": ("osaka-1", "kyoto-1", "tokyo-1")}, HIDEO: {"train": ("osaka-2", "kyoto-2", "tokyo-2")}}
    state = lay_out(
        SOLO, Phase.ACT, YOU, year="1961-62", event="buy-at-end", board={"c3": "closed-2"}, seats=trains
    )  # fmt: skip
    cells = [cell.id for cell in SOLO.edition.hideo.cells]
    active = {cell for column in SOLO.edition.hideo.columns[:2] for cell in column}
    for cell, sight in zip(cells, state.table.board, strict=True):
        face_up = cell in active or cell.startswith("a")
        assert (sight == FACE_DOWN) is not face_up
        assert (sight == EMPTY) is (cell == "c3")
    assert state.table.closed_venues() == (2,)
