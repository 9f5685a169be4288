"""`shinkansen replay RECORD -o game.html`: a recorded game as one page to step through, offline.

If the record is wrong, the exit code is 1 and nothing is written.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from shinkansen.commands import Words
from shinkansen.commands.arguments import add_record, opened, wrong
from shinkansen.core.errors import RecordError, ShinkansenError
from shinkansen.core.text import printable
from shinkansen.core.writing import write_new
from shinkansen.paper.replay import page_of
from shinkansen.paper.replay.scenes import Scene
from shinkansen.paper.theme import THEMES
from shinkansen.progress import counted


def add(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add `replay`."""
    add_record(parser)
    parser.add_argument("-o", "--output", metavar="FILE.html", required=True, help="a file that does not exist yet")
    parser.add_argument("--theme", choices=THEMES, default="auto", help="auto follows the reader's system (default)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Make the page and write it."""
    game, told, rules = opened(arguments)

    def watch(scenes: Iterator[Scene]) -> Iterator[Scene]:
        return counted(scenes, "picture", len(told.plies) + 1)

    try:
        made = page_of(game, rules, told, arguments.theme, watch)
    except RecordError as problem:
        return wrong(arguments, problem)
    write_new(Path(arguments.output), made, ShinkansenError)
    print(f"{printable(arguments.output)}: written, {len(told.plies)} plies, {len(made.encode()):,} bytes")
    return 0
