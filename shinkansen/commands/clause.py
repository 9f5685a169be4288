"""`shinkansen clause list|show|search`: the rulebook's clauses on the terminal."""

from __future__ import annotations

import argparse
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from shinkansen.commands import Words
from shinkansen.commands.arguments import add_game, chosen_game
from shinkansen.commands.citing import also, citation, clause_citation, clauses_cited, clauses_elsewhere
from shinkansen.commands.prose import cited, preferred, wrapped
from shinkansen.commands.search import add_question, answer
from shinkansen.core.clauses import Clause, ClauseKind, Rulebook
from shinkansen.core.entries import CLAUSE
from shinkansen.core.errors import RulebookError
from shinkansen.core.files import read_text
from shinkansen.core.game import Game
from shinkansen.core.rulings import Ruling
from shinkansen.core.text import printable


def add(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add `clause` and what it can do."""
    parts = parser.add_subparsers(title="what to do", metavar="ACTION", required=True)

    every = parts.add_parser("list", help="every clause, one on each line")
    every.add_argument("--kind", choices=[kind.value for kind in ClauseKind], help="only clauses of this kind")
    add_game(every)
    every.set_defaults(run=run_list)

    show = parts.add_parser("show", help="clauses in full: wording, lines, rulings, exceptions, other languages")
    show.add_argument(
        "id",
        nargs="+",
        metavar="ID",
        help="a clause (7.9.2), a group (7.9), a chapter (7) or a citation (zerokei:7.9.2@1)",
    )
    show.add_argument("--text", type=Path, metavar="FILE", help="your copy of a text, to print the cited lines")
    add_game(show, "the one a citation names")
    show.set_defaults(run=run_show)

    search = parts.add_parser("search", help="clauses that answer a question (`shinkansen search` looks further)")
    add_question(search)
    add_game(search)
    search.set_defaults(run=run_search)


def run_list(arguments: argparse.Namespace) -> int:
    """Print a line for each clause, under chapter headings."""
    book = chosen_game(arguments).rulebook
    chosen = [c for c in book if arguments.kind in (None, c.kind.value)]
    for chapter in book.chapters:
        clauses = [c for c in chosen if c.chapter == chapter.id]
        if clauses:
            print(f"{chapter.id} {chapter.title}")
            print("\n".join(map(_row, clauses)))
    print(f"{len(chosen)} clauses")
    return 0


def run_search(arguments: argparse.Namespace) -> int:
    """Print the clauses that fit best, with everything that touches them; exit code 1 if there are none."""
    game = chosen_game(arguments)
    return answer(game, arguments, [CLAUSE], lambda id: _touching(game, id))


def run_show(arguments: argparse.Namespace) -> int:
    """Print clauses in full."""
    named = [clauses_cited(id, chosen_game(arguments)) for id in arguments.id]
    sources = {game: _source(game.rulebook, arguments.text) for game, *_ in named} if arguments.text else {}
    clauses = [(game, clause) for game, found, _ in named for clause in found]
    for sentence in (sentence for *_, then in named for sentence in then):
        print(wrapped(sentence, 0, 2))
    print("\n\n".join("\n".join(_in_full(*clause, sources.get(clause[0]), clauses)) for clause in clauses))
    return 0


def _row(clause: Clause) -> str:
    mark = "" if clause.program else "  (not for a program)"
    return f"  {clause.id:<8} {clause.kind:<12} {clause.title}{mark}"


def _source(book: Rulebook, path: Path) -> tuple[str, list[str]]:
    """Which of the texts this file is, and its lines."""
    content = read_text(path, RulebookError)
    for key, text in book.texts.items():
        if text.matches(content):
            return key, content.split("\n")
    known = ", ".join(text.name for text in book.texts.values())
    raise RulebookError(
        f"{printable(path)}: is not one of the texts that the clauses cite ({known}); its digest differs"
    )


# -- a clause and what touches it


def _in_full(
    game: Game, clause: Clause, source: tuple[str, list[str]] | None, shown: Collection[tuple[Game, Clause]]
) -> Iterator[str]:
    book = game.rulebook
    yield f"{clause.id}  {clause.title}  [{clause.kind}]"
    yield wrapped(clause.says)
    for key, lines in clause.lines.items():
        yield f"  {cited(book.texts[key], lines)}"
        if source and source[0] == key:
            yield from (f"    {line:>4} | {source[1][line - 1]}" for line in lines)
    if clause.source:
        yield wrapped(f"read in {clause.source}")
    if clause.missed:
        yield "  easily missed"
    if not clause.program:
        yield wrapped(f"no program can exercise it: {clause.because}")
    yield from _under("implied by:", _named(book, clause.follows))
    yield from _under("but other texts differ:", _differences(book, clause))
    for ruling in game.register.about(clause.id):
        yield wrapped(f"ruling {ruling.id}: {ruling.question}", further=2)
        yield from (wrapped(f"{_label(ruling, each.letter)}: {each.says}", 4, 2) for each in ruling.offered)
    yield from _under("it is an exception to, or changes:", _named(book, clause.changes))
    yield from _under("exceptions and changes to it:", _named(book, (each.id for each in book.changing(clause))))
    yield from _under("it implies:", _named(book, (each.id for each in book.implied_by(clause))))
    beside = [each for each in book.beside(clause) if (game, each) not in shown]
    if beside:
        yield f"  read it with the rest of {clause.id.rpartition('.')[0]}:"
        yield from (wrapped(f"{each.id} {each.title}{_changed(book, each)}", 4, 2) for each in beside)
    if len(shown) == 1:
        yield from map(wrapped, also(clauses_elsewhere(clause.id, game)))
    yield wrapped(f"cite: {citation(clause_citation(game, clause))}", further=2)


def _touching(game: Game, id: str) -> Iterator[str]:
    """What touches a clause, in brief."""
    book = game.rulebook
    clause = book[id]
    yield from (f"{ruling.id}: {ruling.question} {preferred(ruling)}" for ruling in game.register.about(id))
    yield from (f"{book.texts[other.text].name} text: {other.reads}" for other in clause.differs)
    for words, others in (("changed by", book.changing(clause)), ("see also", book.implied_by(clause))):
        if others:
            yield f"{words} {', '.join(f'{each.id} {each.title}' for each in others)}"


def _label(ruling: Ruling, letter: str) -> str:
    return "settled" if not ruling.switchable else f"{letter}, preferred" if letter == ruling.preferred else letter


def _changed(book: Rulebook, clause: Clause) -> str:
    others = [each.id for each in book.changing(clause)]
    return f" (changed by {', '.join(others)})" if others else ""


def _named(book: Rulebook, ids: Iterable[str]) -> Iterator[str]:
    return (f"{id} {book[id].title}: {book[id].says}" for id in ids)


def _differences(book: Rulebook, clause: Clause) -> Iterator[str]:
    return (f"{cited(book.texts[other.text], other.lines)}: {other.reads}" for other in clause.differs)


def _under(heading: str, sentences: Iterable[str]) -> Iterator[str]:
    """Sentences under a heading, if there are any."""
    lines = [wrapped(sentence, 4, 2) for sentence in sentences]
    if lines:
        yield f"  {heading}"
        yield from lines
