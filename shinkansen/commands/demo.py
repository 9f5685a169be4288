"""`shinkansen demo`: a whole game told in sentences, with how the final scores add up."""

from __future__ import annotations

import argparse
from random import Random

from shinkansen.commands import Groups
from shinkansen.commands.arguments import add_rulings, letters
from shinkansen.commands.prose import fitted
from shinkansen.core.play import at_random, plies
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.telling import tell


def add(groups: Groups) -> None:
    """Add `demo`."""
    demo = groups.add_parser("demo", help="a whole game of random moves, told in sentences")
    add_game(demo)
    demo.set_defaults(run=run)


def add_game(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose a game of random moves."""
    seats = parser.add_mutually_exclusive_group()
    seats.add_argument("--seats", type=int, choices=(1, 2, 3, 4), default=3, help="players (default 3)")
    seats.add_argument("--solo", action="store_const", const=1, dest="seats", help="one player against Hideo")
    parser.add_argument("--hard", action="store_true", help="the harder solo game")
    add_rulings(parser)
    parser.add_argument("--seed", type=int, default=1964, help="which game to play (default 1964)")


def run(arguments: argparse.Namespace) -> int:
    """Tell the game."""
    rules = ZeroKei(seats=arguments.seats, rulings=letters(arguments.rulings), hard=arguments.hard)
    rng = Random(arguments.seed)
    start = rules.start(rules.deal(rng))
    turns = ((ply.move, rules.narrate(ply.state, ply.move)) for ply in plies(rules, start, at_random(rng)))
    for line in tell(rules, start, turns, f"Every move is chosen at random (seed {arguments.seed})."):
        print(fitted(line))
    return 0
