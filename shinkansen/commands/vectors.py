"""`shinkansen vectors DIR`: write the conformance vectors, as plain JSON for engines in any language."""

from __future__ import annotations

import argparse
from pathlib import Path

from shinkansen.commands import Words
from shinkansen.commands.arguments import add_game, chosen_game
from shinkansen.core.errors import ShinkansenError
from shinkansen.core.text import printable


def add(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add `vectors`."""
    parser.add_argument("directory", type=Path, metavar="DIR", help="a directory that is new or empty")
    add_game(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Write the vectors."""
    try:
        from shinkansen.verify.judging.vectors import kills, shipped, write
    except ModuleNotFoundError as missing:
        raise ShinkansenError(str(missing)) from None
    game = chosen_game(arguments)
    files = write(game, arguments.directory)
    size = sum(file.stat().st_size for file in files)
    print(f"{printable(arguments.directory)}: {len(shipped(game))} vectors in {len(files)} files, {size:,} bytes.")
    if kills(game):
        print(f"{len(kills(game))} known wrong engines fail at least one of them (kills.json).")
    return 0
