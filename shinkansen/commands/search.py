"""`shinkansen search`: the entry of the rulebook, the rulings, the worked examples or the glossary that answers."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Iterator, Sequence
from typing import Final

from shinkansen.commands import Groups
from shinkansen.core.search import Found, Hit, Index
from shinkansen.core.text import name
from shinkansen.zerokei.search import KINDS, index

WIDTH: Final = 100
MOST: Final = 8
"""How many entries are shown without being asked for more."""


def add(groups: Groups) -> None:
    """Add `search`."""
    search = groups.add_parser("search", help="the rule that answers a question, in your own words or by its number")
    search.description = (
        "Looks through clauses, rulings, worked examples and the glossary. Ask as you would ask at the table"
        " (`deck runs out`, `can I buy a card I cannot afford`), or give a number or name in any spelling (`6.c.3`,"
        " `29`, `r29-b`, `track_needs_ground`)."
    )
    add_question(search)
    search.add_argument("--kind", choices=KINDS, action="append", help="only entries of this kind; can be repeated")
    search.set_defaults(run=run_search)


def add_question(to: argparse.ArgumentParser) -> None:
    """Add what every search takes."""
    to.add_argument("words", nargs="+", metavar="WORD", help="what you want to know")
    to.add_argument("--most", type=int, default=MOST, metavar="N", help=f"show at most N entries (default {MOST})")
    to.add_argument("--why", action="store_true", help="say which words each entry was found by, and their points")


def run_search(arguments: argparse.Namespace) -> int:
    """Print what was found, best first; exit code 1 if nothing was."""
    return answer(arguments, arguments.kind or ())


def answer(arguments: argparse.Namespace, kinds: Sequence[str]) -> int:
    """Ask the index and print what it found."""
    question = " ".join(arguments.words)
    found = index().search(question, kinds)
    print("\n".join(told(index(), question, found, max(arguments.most, 1), arguments.why)))
    return 0 if found.hits else 1


def told(index: Index, question: str, found: Found, most: int, why: bool = False) -> Iterator[str]:
    """An answer in lines."""
    for typed, read in found.read_as:
        yield f"Nothing here says {name(typed)!r}; read as {read!r}."
    shown = found.hits[:most]
    if not shown:
        yield f"Nothing was found for {name(question)!r}; try other words, or `shinkansen clause list`."
    elif found.unknown:
        yield f"Nothing here says {', '.join(repr(name(word)) for word in found.unknown)}."
    width = max((len(hit.entry.id) for hit in shown), default=0) + 2
    for hit in shown:
        yield from _hit(index, hit, width, why)
    if len(found.hits) > most:
        yield f"{len(found.hits) - most} more entries have some of these words; --most {len(found.hits)} shows all."


def _hit(index: Index, hit: Hit, width: int, why: bool) -> Iterator[str]:
    entry = hit.entry
    yield textwrap.fill(
        f"{entry.id:<{width}}{entry.title}", WIDTH, subsequent_indent=" " * width, break_on_hyphens=False
    )
    answers = [sentence for sentence in entry.says if sentence.label]
    # The preferred answer comes first; whoever finds another one sees both.
    for sentence in dict.fromkeys([*answers[:1], hit.said]):
        yield _below(f"{sentence.label}: {sentence.text}" if sentence.label else sentence.text, width)
    if len(answers) > 1:
        others = ", ".join(sentence.label for sentence in answers[1:])
        yield _below(f"We prefer {answers[0].label}; it can also be read as {others}.", width)
    for kind, ids in index.related(entry).items():
        yield _below(f"{kind if len(ids) == 1 else kind + 's'} {', '.join(ids)}", width)
    if why:
        points = "; ".join(f"{said}: {points}" for said, _, points in hit.why) or "by its name"
        yield _below(f"[{hit.points} points: {points}]" if hit.why else f"[{points}]", width)


def _below(text: str, width: int) -> str:
    indent = " " * width
    return textwrap.fill(text, WIDTH, initial_indent=indent, subsequent_indent=indent)
