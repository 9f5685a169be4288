"""`shinkansen record play|show|verify`: write a game to a file, read it as sentences or notation, check every ply.

The exit code of `verify` is 1 if the record is wrong, and 2 if it cannot be checked: because it is not a record, or was
made with rules or an edition that we do not have.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from random import Random

from shinkansen.commands import Words
from shinkansen.commands.arguments import add_record, opened, wrong
from shinkansen.commands.demo import add_random_game, chosen_rules
from shinkansen.commands.prose import fitted
from shinkansen.core.errors import ArgumentError, RecordError
from shinkansen.core.opaque import AnyRules
from shinkansen.core.parts import LOGS, NOTATION
from shinkansen.core.play import at_random, plies
from shinkansen.core.record import Record, record, replay, start, verify, write
from shinkansen.core.telling import tell
from shinkansen.core.text import printable


def add(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add `record` and what it can do."""
    parts = parser.add_subparsers(title="what to do", metavar="ACTION", required=True)

    playing = parts.add_parser("play", help="play a game of random moves and write its record")
    add_random_game(playing, words)
    playing.add_argument("-o", "--output", metavar="FILE", required=True, help="a file that does not exist yet")
    playing.set_defaults(run=run_play)

    showing = parts.add_parser("show", help="tell the game in sentences, checking it on the way")
    add_record(showing)
    form = showing.add_mutually_exclusive_group()
    form.add_argument("--notation", action="store_true", help="one line of notation for each ply instead of sentences")
    form.add_argument("--log", action="store_true", help="as people at the table could have written it down")
    showing.add_argument("--seat", metavar="N", type=int, help="with --log, in games with a sheet each: whose, from 1")
    showing.set_defaults(run=run_show)

    checking = parts.add_parser("verify", help="play the game again and compare everything")
    add_record(checking)
    checking.set_defaults(run=run_verify)


def run_play(arguments: argparse.Namespace) -> int:
    """Play and write."""
    _, rules = chosen_rules(arguments)
    rng = Random(arguments.seed)
    deal = rules.deal(rng)
    game = record(rules, deal, (ply.move for ply in plies(rules, rules.start(deal), at_random(rng))))
    write(Path(arguments.output), game)
    print(f"{printable(arguments.output)}: written, {_summary(rules, game)}")
    return 0


def run_show(arguments: argparse.Namespace) -> int:
    """Tell a record as far as it is right; exit code 1 if it goes wrong."""
    game, told, rules = opened(arguments)
    try:
        if arguments.log:
            print(game.part(LOGS).of_record(rules, told, _seat(arguments, rules)), end="")
        elif arguments.notation:
            notation = game.part(NOTATION).notation
            for turn in replay(rules, told):
                print(f"{turn.number:>3}  {rules.seat_names[turn.seat]:<6}  {notation(turn.move)}")
        else:
            turns = ((turn.move, turn.step) for turn in replay(rules, told))
            for line in tell(game, rules, start(rules, told), turns, f"From a record of {len(told.plies)} plies."):
                print(fitted(line))
    except RecordError as problem:
        return wrong(arguments, problem)
    return 0


def _seat(arguments: argparse.Namespace, rules: AnyRules) -> int | None:
    """The seat that was chosen, from 0."""
    if arguments.seat is not None and arguments.seat not in range(1, rules.seats + 1):
        raise ArgumentError(f"--seat: found {arguments.seat}, expected 1 to {rules.seats}")
    return arguments.seat - 1 if arguments.seat is not None else None


def run_verify(arguments: argparse.Namespace) -> int:
    """Check a record; exit code 1 with the first thing that is wrong."""
    _, told, rules = opened(arguments)
    try:
        verify(rules, told)
    except RecordError as problem:
        return wrong(arguments, problem)
    print(f"{printable(arguments.file)}: verified: {_summary(rules, told)}")
    return 0


def _summary(rules: AnyRules, told: Record) -> str:
    length = f"{len(told.plies)} {'ply' if len(told.plies) == 1 else 'plies'}"
    seen = f", as seen by {rules.seat_names[told.seen_by]}" if told.seen_by is not None else ""
    if told.scores is None:
        return f"{length}, the game goes on{seen}"
    totals = ", ".join(f"{rules.seat_names[score.seat]} {score.total}" for score in told.scores)
    return f"{length}, final scores {totals}{seen}"
