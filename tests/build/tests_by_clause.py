"""Which tests hold which clause: `python -m tests.build.tests_by_clause` writes the `tests_by_clause.json`
of our games.

A test holds the clauses that its name begins with (`test_5_b_7_...` is 5.B.7, `test_7_2_to_7_4_and_8_1_...` is four)
and those in the list that its docstring begins with ("11.3.1-5, 9.10.1, G-9: ..."): clauses, ranges of clauses and,
beside them, numbers of the list of facts. The list ends with a colon, a semicolon or a full stop. A clause mentioned
in prose does not count, and neither does a group such as 7.9, which says what a test is about and not what it holds.
Beside the tests stand the clauses that the engine can cite, because a literal in its code is one.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from shinkansen.core.clauses import Rulebook
from shinkansen.core.coverage import ClauseTests
from shinkansen.core.parts import ENGINE_SOURCE
from shinkansen.core.registry import DEFAULT, game
from tests.package import PACKAGE

ROOT = Path(__file__).parents[2]
GAMES = ("nextstation", "zerokei")
"""Tests in a folder of that name are about that game alone; all others are about the first one we had."""


def file_of(name: str) -> Path:
    """Where a game has its list."""
    return PACKAGE / name / "tests_by_clause.json"


def engine_of(name: str) -> list[Path]:
    """The modules of a game's engine."""
    aside = game(name).part(ENGINE_SOURCE).aside
    return [path for path in sorted((PACKAGE / name).glob("*.py")) if path.stem not in aside]


FILE = file_of(DEFAULT)
ENGINE = engine_of(DEFAULT)

_ID = r"(?:\d+|[A-Z])(?:\.[A-Z0-9]+)+(?:-\d+)?"
_FACT = r"[A-Z]-\d+"
_ITEM = rf"(?:{_ID}|{_FACT})(?: \({_FACT}(?:, {_FACT})*\))?"
LIST = re.compile(rf"({_ITEM}(?:,\s{_ITEM})*)(?:[:;]|\.\s|\.?$)")


def tests_in(path: Path) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The tests of a file, by their ids."""
    place = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else f"tests/{path.name}"
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield f"{place}::{node.name}", node


def named(name: str, book: Rulebook) -> list[str]:
    """The clauses that a test's name begins with: the longest there is, and so on behind it, also after `and`; `to`
    makes a range.
    """
    words = name.removeprefix("test_").upper().split("_")
    for length in range(len(words), 1, -1):
        if (id := ".".join(words[:length])) in book:
            link, rest = words[length : length + 1], "_".join(words[length + 1 :])
            if link == ["TO"] and (to := named(rest, book)):
                return [*written_out(f"{id}-{to[0].rpartition('.')[2]}"), *to[1:]]
            return [id, *named(rest if link == ["AND"] else "_".join(words[length:]), book)]
    return []


def listed(docstring: str) -> list[str]:
    """The clauses and groups of the list that a docstring begins with, ranges written out."""
    found = LIST.match(docstring)
    items = re.findall(_ID, found[1]) if found else []
    return [id for item in items for id in written_out(item)]


def written_out(item: str) -> list[str]:
    """7.16.2-4 is 7.16.2, 7.16.3 and 7.16.4."""
    first, _, last = item.partition("-")
    if not last:
        return [first]
    stem, _, number = first.rpartition(".")
    return [f"{stem}.{each}" for each in range(int(number), int(last) + 1)]


def unknown(ids: Iterable[str], book: Rulebook) -> list[str]:
    """Those that are neither a clause nor a group of clauses."""
    return [id for id in ids if id not in book and not any(clause.id.startswith(f"{id}.") for clause in book)]


def collect(book: Rulebook, paths: Iterable[Path]) -> dict[str, tuple[str, ...]]:
    """The tests of each clause, in the order of the rulebook; a `ValueError` for a clause that does not exist."""
    holding: dict[str, set[str]] = {}
    for path in paths:
        for test, node in tests_in(path):
            ids = listed(ast.get_docstring(node) or "")
            if strangers := unknown(ids, book):
                raise ValueError(f"{test}: there is no clause {', '.join(strangers)}")
            for id in (*ids, *named(node.name, book)):
                holding.setdefault(id, set()).add(test)
    return {clause.id: tuple(sorted(holding[clause.id])) for clause in book if clause.id in holding}


def citable(book: Rulebook, paths: Iterable[Path]) -> tuple[str, ...]:
    """The clauses that stand as literals in some code, in the order of the rulebook."""
    literals = {value for path in paths for value in _literals(ast.parse(path.read_text(encoding="utf-8")))}
    return tuple(clause.id for clause in book if clause.id in literals)


def _literals(node: ast.AST) -> Iterator[object]:
    """The literals in some code, without those that describe a draw: what is drawn is not cited when it happens."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Draw":
        return
    if isinstance(node, ast.Constant):
        yield node.value
    for child in ast.iter_child_nodes(node):
        yield from _literals(child)


def clause_tests(name: str = DEFAULT) -> ClauseTests:
    """What the tests and the engine of a game say now."""
    book, folder = game(name).rulebook, ROOT / "tests"
    others = {folder / each for each in GAMES if each != name}
    tests = (folder if name == DEFAULT else folder / name).rglob("test_*.py")
    about = sorted(path for path in tests if not others & {*path.parents})
    return ClauseTests(citable(book, engine_of(name)), collect(book, about))


def main() -> None:
    """Write them anew."""
    for name in GAMES:
        file_of(name).write_text(clause_tests(name).text(), encoding="utf-8")


if __name__ == "__main__":
    main()
