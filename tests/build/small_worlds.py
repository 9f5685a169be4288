"""Explores and checks small worlds in full, printing a line for each and what they come to.

python -m tests.build.small_worlds [--game NAME] [--only WORLD ...]
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Collection, Iterator, Sequence

from shinkansen.core import registry
from shinkansen.core.errors import GameError, ShinkansenError
from shinkansen.core.game import Game
from shinkansen.core.plain_json import shown
from shinkansen.testing.small_worlds import SMALL_WORLDS


def main(arguments: Sequence[str] | None = None) -> int:
    """Run it; returns 0 if every law holds everywhere, 1 if one is broken, 2 if it could not be run."""
    given = _parser().parse_args(arguments)
    try:
        games = [game for game in registry.games() if game.has(SMALL_WORLDS)]
        for game in games if given.game is None else [registry.game(given.game)]:
            for line in told(game, given.only):
                print(line, flush=True)
    except GameError as problem:
        print(f"small_worlds: {problem}", file=sys.stderr)
        return 2
    except ShinkansenError as problem:
        print(f"small_worlds: {problem}", file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.build.small_worlds",
        description="Check every law on every state of small worlds. The run fails where one is broken.",
        allow_abbrev=False,
    )
    parser.add_argument("--game", metavar="NAME", help="the game (default: every game that has small worlds)")
    parser.add_argument("--only", nargs="+", metavar="WORLD", default=(), help="only these worlds")
    return parser


def told(game: Game, only: Collection[str] = ()) -> Iterator[str]:
    """A line for each world of a game once it has been checked, and at the end how many clauses were put to work."""
    worlds = game.part(SMALL_WORLDS)()
    for name in only:
        if name not in worlds:
            raise GameError(f"{game.title} has no small world {shown(name)}, expected one of {', '.join(worlds)}")
    cited: set[str] = set()
    columns = f"{'deals':>6}{'states':>8}{'moves':>8}{'ends':>7}{'depth':>7}{'clauses':>9}{'seconds':>9}"
    yield f"{game.name:<14}{columns}"
    for name in only or worlds:
        began = time.process_time()
        found = worlds[name].explore()
        here = worlds[name].check(found)
        cited |= here
        counted = f"{len(found.deals):>6}{len(found.states):>8}{found.moves:>8}{found.over:>7}{found.depth:>7}"
        yield f"{name:<14}{counted}{len(here):>9}{time.process_time() - began:>9.1f}"
    mechanisable = [clause.id for clause in game.rulebook if clause.program]
    yield f"{len(cited.intersection(mechanisable))} of {len(mechanisable)} clauses that a program can exercise"


if __name__ == "__main__":
    sys.exit(main())
