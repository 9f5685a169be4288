"""`shinkansen fingerprint -- COMMAND`: find out from its play which reading of the doubtful rules an engine follows."""

from __future__ import annotations

import argparse
from typing import cast

from shinkansen.commands import Words, need_verify
from shinkansen.commands.arguments import add_edition, add_game, chosen_game
from shinkansen.commands.prose import fitted
from shinkansen.commands.verify import edition_name, watching
from shinkansen.core.errors import ShinkansenError


def add(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add `fingerprint`."""
    parser.add_argument("command", nargs="+", metavar="COMMAND", help="after --, the engine with its arguments")
    add_game(parser)
    add_edition(parser)
    parser.add_argument("--seconds", type=float, default=60.0, help="time limit in all (default 60)")
    parser.add_argument("--games", type=int, default=30, help="at most this many random games (default 30)")
    parser.add_argument("--seed", type=int, default=1964, help="which games (default 1964)")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play with it and print what was seen; the exit codes are those of `verify`."""
    need_verify()
    from shinkansen.verify.judging.runner import Plan, check
    from shinkansen.verify.judging.script import Setting
    from shinkansen.verify.judging.start import Command
    from shinkansen.verify.judging.vectors import shipped
    from shinkansen.verify.judging.verdict import verdict
    from shinkansen.verify.reports.text import undetermined

    game = chosen_game(arguments)
    edition = edition_name(game, arguments.edition)
    counts = dict.fromkeys(cast("int", table["seats"]) for table in game.tables)
    tables = tuple(Setting(game, seats, edition=edition) for seats in counts)
    plan = Plan(
        tables, shipped(game), arguments.seconds, arguments.games, seed=arguments.seed, declared=False, search=True
    )
    with watching() as watch:
        report = check(Command(tuple(arguments.command)), plan, watch)
    if report.trouble is not None:
        raise report.trouble
    found = report.fingerprint
    if found is None:
        raise ShinkansenError(report.unfinished or verdict(report))
    print(f"{report.who}: {found}")
    for slug, letter in found.other.items():
        ruling = game.register[slug]
        print(fitted(f"  {ruling.id}={letter} ({slug}): {ruling.question} {ruling.says(letter)}"))
    for line in undetermined(found):
        print(fitted(line))
    if report.mistakes:
        print(f"  {len(report.mistakes)} differences fit no reading: `shinkansen verify` shows them")
    return report.code
