"""`shinkansen replay RECORD -o game.html`: a recorded game as one page to step through, offline.

If the record is wrong, the exit code is 1 and nothing is written.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from shinkansen.commands import Groups
from shinkansen.commands.arguments import add_record, opened, wrong
from shinkansen.core.errors import RecordError, ShinkansenError
from shinkansen.core.text import printable
from shinkansen.core.writing import write_new
from shinkansen.progress import counted
from shinkansen.zerokei.picture import THEMES
from shinkansen.zerokei.replay import page


def add(groups: Groups) -> None:
    """Add `replay`."""
    replaying = groups.add_parser("replay", help="make a page to step through a recorded game")
    add_record(replaying)
    replaying.add_argument("-o", "--output", metavar="FILE.html", required=True, help="a file that does not exist yet")
    replaying.add_argument("--theme", choices=THEMES, default="auto", help="auto follows the reader's system (default)")
    replaying.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Make the page and write it."""
    told, rules = opened(arguments)
    try:
        made = page(rules, told, arguments.theme, lambda scenes: counted(scenes, "picture", len(told.plies) + 1))
    except RecordError as problem:
        return wrong(arguments, problem)
    write_new(Path(arguments.output), made, ShinkansenError)
    print(f"{printable(arguments.output)}: written, {len(told.plies)} plies, {len(made.encode()):,} bytes")
    return 0
