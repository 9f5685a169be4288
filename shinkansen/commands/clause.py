"""`shinkansen clause list|show|search`: the rulebook's clauses on the terminal."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterable, Iterator
from pathlib import Path

from shinkansen.commands import Groups
from shinkansen.commands.search import add_question, answer
from shinkansen.core.clauses import Clause, ClauseKind, Lines, Rulebook, Text, write_lines
from shinkansen.core.entries import CLAUSE
from shinkansen.core.errors import RulebookError
from shinkansen.core.files import read_text
from shinkansen.core.text import printable
from shinkansen.zerokei.rulebook import rulebook


def add(groups: Groups) -> None:
    """Add `clause` and what it can do."""
    group = groups.add_parser("clause", help="the rulebook as numbered clauses")
    parts = group.add_subparsers(title="what to do", metavar="ACTION", required=True)

    every = parts.add_parser("list", help="every clause, a line each")
    every.add_argument("--kind", choices=[kind.value for kind in ClauseKind], help="only clauses of this kind")
    every.set_defaults(run=run_list)

    show = parts.add_parser("show", help="clauses in full: wording, lines, other languages")
    show.add_argument("id", nargs="+", metavar="ID", help="a clause (7.9.2), a group (7.9) or a chapter (7)")
    show.add_argument("--text", type=Path, metavar="FILE", help="your copy of a text, to print the cited lines")
    show.set_defaults(run=run_show)

    search = parts.add_parser("search", help="clauses that answer a question (`shinkansen search` looks further)")
    add_question(search)
    search.set_defaults(run=run_search)


def run_list(arguments: argparse.Namespace) -> int:
    """Print a line for each clause, under chapter headings."""
    book = rulebook()
    chosen = [c for c in book if arguments.kind in (None, c.kind.value)]
    for chapter in book.chapters:
        clauses = [c for c in chosen if c.chapter == chapter.id]
        if clauses:
            print(f"{chapter.id} {chapter.title}")
            _print_rows(clauses)
    print(f"{len(chosen)} clauses")
    return 0


def run_search(arguments: argparse.Namespace) -> int:
    """Print the clauses that fit best; exit 1 if there is none."""
    return answer(arguments, [CLAUSE])


def run_show(arguments: argparse.Namespace) -> int:
    """Print clauses in full."""
    book = rulebook()
    source = _source(book, arguments.text) if arguments.text else None
    clauses = [clause for id in arguments.id for clause in book.under(id)]
    print("\n\n".join("\n".join(_in_full(book, clause, source)) for clause in clauses))
    return 0


def _print_rows(clauses: Iterable[Clause]) -> None:
    for clause in clauses:
        mark = "" if clause.program else "  (not for a program)"
        print(f"  {clause.id:<8} {clause.kind:<12} {clause.title}{mark}")


def _source(book: Rulebook, path: Path) -> tuple[str, list[str]]:
    """Which of the texts a file is, and its lines."""
    content = read_text(path, RulebookError)
    for key, text in book.texts.items():
        if text.matches(content):
            return key, content.split("\n")
    known = ", ".join(text.name for text in book.texts.values())
    raise RulebookError(f"{printable(path)}: is none of the texts the clauses cite ({known}); its digest differs")


def _in_full(book: Rulebook, clause: Clause, source: tuple[str, list[str]] | None) -> Iterator[str]:
    yield f"{clause.id}  {clause.title}  [{clause.kind}]"
    yield _indent(clause.says)
    for key, lines in clause.lines.items():
        yield f"  {_cited(book.texts[key], lines)}"
        if source and source[0] == key:
            yield from (f"    {line:>4} | {source[1][line - 1]}" for line in lines)
    if clause.implied:
        yield f"  implied by {', '.join(clause.follows)}"
    for other in clause.differs:
        yield _indent(f"{_cited(book.texts[other.text], other.lines)} ({other.fact}): {other.reads}")
    if clause.missed:
        yield f"  easily missed (F-{clause.missed})"
    if not clause.program:
        yield f"  no program can exercise it: {clause.because}"


def _cited(text: Text, lines: Lines) -> str:
    return f"{text.name} text, {'lines' if len(lines) > 1 else 'line'} {write_lines(lines)}"


def _indent(prose: str) -> str:
    return textwrap.fill(prose, width=100, initial_indent="  ", subsequent_indent="  ")
