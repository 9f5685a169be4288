"""`shinkansen edition show|check|init`: the figures of an edition, the mistakes in a file, a template to fill in."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Final

from shinkansen.commands import Words
from shinkansen.commands.arguments import add_game, chosen_game
from shinkansen.core.errors import EditionError
from shinkansen.core.parts import EDITION_FILES
from shinkansen.core.text import printable
from shinkansen.core.writing import write_new

_MEANT: Final = "an edition file, or the name of an edition that comes with the game"


def add(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add `edition` and what it can do."""
    parts = parser.add_subparsers(title="what to do", metavar="ACTION", required=True)

    showing = parts.add_parser("show", help="all figures in tables; the reconstructed ones are marked")
    showing.add_argument("file", nargs="?", metavar="EDITION", help=f"{_MEANT} (default: the shipped one)")
    form = showing.add_mutually_exclusive_group()
    form.add_argument("--sources", action="store_true", help="each figure on a line of its own, with its source")
    form.add_argument("--json", action="store_true", help="as canonical JSON, on one line")
    add_game(showing)
    showing.set_defaults(run=run_show)

    checking = parts.add_parser("check", help="list everything that is wrong with an edition file")
    checking.add_argument("file", metavar="EDITION", help=_MEANT)
    add_game(checking)
    checking.set_defaults(run=run_check)

    starting = parts.add_parser("init", help="write a commented edition file to fill in")
    starting.add_argument("file", metavar="FILE", help="a file that does not exist yet")
    starting.add_argument(
        "--edition", metavar="NAME", default="", help="the edition that it begins as (default: the shipped one)"
    )
    add_game(starting)
    starting.set_defaults(run=run_init)


def run_show(arguments: argparse.Namespace) -> int:
    """Print an edition."""
    form = "json" if arguments.json else "sources" if arguments.sources else ""
    print(chosen_game(arguments).part(EDITION_FILES).show(arguments.file, form))
    return 0


def run_check(arguments: argparse.Namespace) -> int:
    """Print all findings, or the digest and what is still reconstructed; exit code 1 if there are findings."""
    valid, lines = chosen_game(arguments).part(EDITION_FILES).check(arguments.file)
    for line in lines:
        print(line)
    return 0 if valid else 1


def run_init(arguments: argparse.Namespace) -> int:
    """Write the template."""
    name, files = printable(arguments.file), chosen_game(arguments).part(EDITION_FILES)
    text = files.template(arguments.edition) if arguments.edition else files.template()
    write_new(Path(arguments.file), text, EditionError)
    game = "" if arguments.game is None else f" --game {printable(arguments.game)}"
    print(f"{name}: written. Fill it in, then run: shinkansen edition check {name}{game}")
    return 0
