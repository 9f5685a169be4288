"""`shinkansen games`: the games that are installed, what each has, and what is wrong with those that do not work."""

from __future__ import annotations

import argparse

from shinkansen.commands import Words
from shinkansen.commands.prose import wrapped
from shinkansen.core import registry
from shinkansen.core.game import REQUIRED, Game
from shinkansen.core.plain_json import shown


def add(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add nothing: it is about all games."""
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print a few lines for each game; exit code 1 if one does not work."""
    for game in registry.games():
        print(f"{game.name}  {game.title}, version {game.version} of the rules")
        print("\n".join(map(wrapped, _about(game))))
    problems = registry.problems()
    for problem in problems:
        print(wrapped(problem, 0, 2))
    return 1 if problems else 0


def _about(game: Game) -> list[str]:
    seats = " or ".join(map(str, game.seats))
    variants = (f"{each.name}: {each.says} ({' or '.join(map(shown, each.values))})" for each in game.variants)
    parts = ", ".join(sorted(name for name in game.parts if name not in REQUIRED))
    return [f"for {seats}", *variants, f"parts: {parts}" if parts else "no parts besides its rules"]
