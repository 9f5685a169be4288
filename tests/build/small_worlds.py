"""Explores and checks small worlds in full, printing a line for each and what they come to.

python -m tests.build.small_worlds [--game NAME] [--only WORLD ...]
    [--jobs N | --dask ADDRESS] [--progress FILE]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final, cast

from shinkansen.campaign.campaigns import Work, campaign
from shinkansen.campaign.listed import Listed
from shinkansen.commands.workers import add_workers, carried_out
from shinkansen.core import registry
from shinkansen.core.errors import GameError, ShinkansenError
from shinkansen.core.game import Game
from shinkansen.core.near_misses import Part
from shinkansen.core.plain_json import Json, digest, shown
from shinkansen.testing.small_worlds import SMALL_WORLDS


def main(arguments: Sequence[str] | None = None) -> int:
    """Run it; returns 0 if every law holds everywhere, 1 if one is broken, 2 if it could not be run."""
    given = _parser().parse_args(arguments)
    try:
        games = [game for game in registry.games() if game.has(SMALL_WORLDS)]
        for game in games if given.game is None else [registry.game(given.game)]:
            for line in told(game, given.only, given):
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
    add_workers(parser)
    return parser


class Exploring(Listed):
    """The kind of campaign: a world is a shard; it comes to its size and the clauses that were put to work in it."""

    def checked(self, settings: Part) -> Part:
        """With everything that decides what a world is: its rules and its deals."""
        game = registry.game(cast("str", settings["game"]))
        worlds, names = game.part(SMALL_WORLDS)(), cast("list[str]", settings["worlds"])
        about: list[Json] = [[worlds[name].rules.settings(), len(worlds[name].deals)] for name in names]
        return {"game": game.name, "worlds": settings["worlds"], "rules": digest(about)}

    def shards(self, settings: Part) -> int:
        """The worlds."""
        return len(cast("list[str]", settings["worlds"]))

    def shard(self, settings: Part) -> Work:
        """Explore and check one."""
        worlds = registry.game(cast("str", settings["game"])).part(SMALL_WORLDS)()
        names = cast("list[str]", settings["worlds"])

        def explored(shard: int) -> Json:
            world = worlds[names[shard]]
            found = world.explore()
            clauses = sorted(world.check(found))
            return [len(found.deals), len(found.states), found.moves, found.over, found.depth, [*clauses]]

        return explored


EXPLORING: Final = Exploring()


def told(game: Game, only: Collection[str], arguments: argparse.Namespace) -> Iterator[str]:
    """A line for each world of a game, and at the end how many clauses were put to work."""
    worlds = game.part(SMALL_WORLDS)()
    for name in only:
        if name not in worlds:
            raise GameError(f"{game.title} has no small world {shown(name)}, expected one of {', '.join(worlds)}")
    names = [*(only or worlds)]
    asked = campaign("tests.build.small_worlds:EXPLORING", {"game": game.name, "worlds": [*names]})
    result = carried_out(asked, arguments)
    if result.failures:
        raise ShinkansenError(f"{names[result.failures[0].shard]}: {result.failures[0].why}")
    cited: set[str] = set()
    yield f"{game.name:<14}{'deals':>6}{'states':>8}{'moves':>8}{'ends':>7}{'depth':>7}{'clauses':>9}"
    for name, row in zip(names, cast("list[list[Any]]", result.so_far), strict=True):
        deals, states, moves, over, depth, here = row
        cited |= {*here}
        yield f"{name:<14}{deals:>6}{states:>8}{moves:>8}{over:>7}{depth:>7}{len(here):>9}"
    mechanisable = [clause.id for clause in game.rulebook if clause.program]
    yield f"{len(cited.intersection(mechanisable))} of {len(mechanisable)} clauses that a program can exercise"


if __name__ == "__main__":
    sys.exit(main())
