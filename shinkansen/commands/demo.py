"""`shinkansen demo`: a whole game told in sentences, with how the final scores add up."""

from __future__ import annotations

import argparse
from random import Random

from shinkansen.commands import Words
from shinkansen.commands.arguments import (
    add_edition,
    add_game,
    add_rulings,
    add_table,
    chosen_game,
    edition,
    game_for,
    letters,
    opened_table,
    usual_seats,
    variants,
)
from shinkansen.commands.prose import fitted
from shinkansen.core.game import Game
from shinkansen.core.opaque import AnyRules
from shinkansen.core.play import at_random, plies
from shinkansen.core.telling import tell


def add(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add `demo`."""
    add_random_game(parser, words)
    parser.set_defaults(run=run)


def add_random_game(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add the options that choose a game of random moves."""
    game = game_for(words)
    add_game(parser)
    add_table(parser, game, usual_seats(game))
    add_rulings(parser)
    add_edition(parser, "the edition to play with")
    parser.add_argument("--seed", type=int, default=1964, help="which game to play (default 1964)")


def chosen_rules(arguments: argparse.Namespace) -> tuple[Game, AnyRules]:
    """The game and the rules that these options choose."""
    game = chosen_game(arguments)
    table = {"seats": arguments.seats, **variants(arguments, game)}
    return game, opened_table(game, table, edition(arguments, game), letters(game, arguments.rulings))


def run(arguments: argparse.Namespace) -> int:
    """Tell the game."""
    game, rules = chosen_rules(arguments)
    rng = Random(arguments.seed)
    start = rules.start(rules.deal(rng))
    turns = ((ply.move, rules.narrate(ply.state, ply.move)) for ply in plies(rules, start, at_random(rng)))
    for line in tell(game, rules, start, turns, f"Every move is chosen at random (seed {arguments.seed})."):
        print(fitted(line))
    return 0
