"""`shinkansen fingerprint -- COMMAND`: find out from its play which reading of the doubtful rules an engine follows."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final, cast

from shinkansen.commands import Words, need_verify
from shinkansen.commands.arguments import add_edition, add_game, chosen_game
from shinkansen.commands.prose import fitted
from shinkansen.commands.verify import at_length_of, budget_of, edition_name, watching, within_limits
from shinkansen.commands.workers import add_workers
from shinkansen.core.errors import ShinkansenError
from shinkansen.core.prose import count

if TYPE_CHECKING:
    from shinkansen.verify.judging.fingerprint import Fingerprint
    from shinkansen.verify.judging.verdict import Report


SECONDS: Final = 60.0


def add(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add `fingerprint`."""
    parser.add_argument("command", nargs="*", metavar="COMMAND", help="after --, the engine with its arguments")
    add_game(parser)
    add_edition(parser, "the edition to play with")
    parser.add_argument(
        "--seconds", type=float, help=f"time limit for the whole check (default {SECONDS}; none if played at length)"
    )
    parser.add_argument("--games", type=int, default=30, help="at most this many random games (default 30)")
    add_workers(parser, "play the games at length, with so many engines at the same time")
    parser.add_argument("--seed", type=int, default=1964, help="which games to play (default 1964)")
    parser.add_argument("--json", action="store_true", help="print everything as JSON, for programs")
    parser.add_argument("--schema", action="store_true", help="print the JSON Schema of what --json prints, and exit")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Play with it and print what was seen; the exit codes are those of `verify`."""
    need_verify()
    from shinkansen.verify.judging.plan import Plan
    from shinkansen.verify.judging.runner import check
    from shinkansen.verify.judging.script import Setting
    from shinkansen.verify.judging.start import Command
    from shinkansen.verify.judging.vectors import shipped
    from shinkansen.verify.judging.verdict import verdict
    from shinkansen.verify.reports.fingerprint_json import fingerprint_json
    from shinkansen.verify.reports.report_json import schema_text

    game = chosen_game(arguments)
    if arguments.schema:
        print(schema_text(game, "fingerprint"))
        return 0
    if not arguments.command:
        raise ShinkansenError("which engine? expected -- COMMAND")
    within_limits(arguments)
    edition = edition_name(game, arguments.edition)
    counts = dict.fromkeys(cast("int", table["seats"]) for table in game.tables)
    tables = tuple(Setting(game, seats, edition=edition) for seats in counts)
    at_length = at_length_of(arguments)
    usual = SECONDS if at_length is None else None
    plan = Plan(
        tables,
        shipped(game),
        arguments.seconds if arguments.seconds is not None else usual,
        arguments.games,
        arguments.seed,
        at_length,
        budget=budget_of(at_length),
        declared=False,
        search=True,
    )
    with watching() as watch:
        report = check(Command(tuple(arguments.command)), plan, watch)
    if report.trouble is not None:
        raise report.trouble
    found = report.fingerprint
    if found is None:
        raise ShinkansenError(report.unfinished or verdict(report))
    if arguments.json:
        print(json.dumps(fingerprint_json(report, found), indent=1))
    else:
        for line in _told(report, found):
            print(line)
    return report.code


def _told(report: Report, found: Fingerprint) -> Iterator[str]:
    """The fingerprint in words."""
    from shinkansen.verify.reports.text import undetermined

    yield f"{report.who}: {found}"
    for slug, letter in found.other.items():
        ruling = report.game.register[slug]
        yield fitted(f"  {ruling.id}={letter} ({slug}): {ruling.question} {ruling.says(letter)}")
    yield from map(fitted, undetermined(found))
    if report.mistakes:
        fits = "fits" if len(report.mistakes) == 1 else "fit"
        yield f"  {count(len(report.mistakes), 'difference')} {fits} no reading: `shinkansen verify` shows them"
