"""`shinkansen ruling list|show`: what the rulebook leaves open, and how it can be read."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator

from shinkansen.commands import Groups
from shinkansen.core.clauses import Rulebook, write_lines
from shinkansen.core.rulings import Reader, Ruling
from shinkansen.zerokei.rulebook import rulebook
from shinkansen.zerokei.rulings import register


def add(groups: Groups) -> None:
    """Add `ruling` and what it can do."""
    group = groups.add_parser("ruling", help="what the rulebook leaves open, and how we read it")
    parts = group.add_subparsers(title="what to do", metavar="ACTION", required=True)
    every = parts.add_parser("list", help="every ruling, a line each")
    every.add_argument("--switchable", action="store_true", help="only rulings with several answers")
    every.set_defaults(run=run_list)
    show = parts.add_parser("show", help="rulings in full: answers, who reads it so, our preference and why")
    show.add_argument("id", nargs="+", metavar="ID", help="a ruling's id (R29) or slug (track_needs_ground)")
    show.set_defaults(run=run_show)


def run_list(arguments: argparse.Namespace) -> int:
    """Print a line for each ruling."""
    rulings = register().switchable if arguments.switchable else register().rulings
    width = max(len(ruling.slug) for ruling in rulings)
    for ruling in rulings:
        state = "switchable" if ruling.switchable else "settled"
        print(f"{ruling.id:<4} {ruling.slug:<{width}}  {state:<10}  {ruling.preferred}  {ruling.question}")
    print(f"{len(rulings)} rulings, {sum(ruling.switchable for ruling in rulings)} switchable")
    return 0


def run_show(arguments: argparse.Namespace) -> int:
    """Print rulings in full."""
    book = rulebook()
    print("\n\n".join("\n".join(_in_full(book, register()[id])) for id in arguments.id))
    return 0


def _in_full(book: Rulebook, ruling: Ruling) -> Iterator[str]:
    state = "switchable" if ruling.switchable else "settled"
    yield f"{ruling.id}  {ruling.slug}  [{state}]"
    yield _indent(ruling.question)
    for answer in ruling.answers:
        mark = "*" if answer.letter == ruling.preferred and ruling.switchable else " "
        yield _indent(f"{answer.letter}{mark} {answer.says}", 4)
        yield from (f"       read so by {_reader(book, reader)}" for reader in answer.readers)
    yield _indent(f"We prefer {ruling.preferred} ({ruling.basis}, confidence {ruling.confidence}): {ruling.why}")
    yield f"  clauses {', '.join(ruling.clauses)}; facts {', '.join(ruling.facts)}"


def _reader(book: Rulebook, reader: Reader) -> str:
    text = book.texts.get(reader.who)
    if text is None:
        return reader.who
    lines = reader.numbers()
    return f"the {text.name} text, {'lines' if len(lines) > 1 else 'line'} {write_lines(lines)}"


def _indent(prose: str, depth: int = 2) -> str:
    return textwrap.fill(prose, width=100, initial_indent=" " * depth, subsequent_indent=" " * (depth + 3))
