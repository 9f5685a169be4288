"""`shinkansen check LOG`: whether a game can have gone as somebody wrote it down.

The exit code is 0 if so, 1 if not, 2 if it cannot be read, for instance because of a word that is not in the edition.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from shinkansen.commands import Words
from shinkansen.commands.arguments import add_edition, add_game, add_rulings, chosen_game, edition, letters
from shinkansen.commands.prose import wrapped
from shinkansen.core.log_verdict import Impossible
from shinkansen.core.parts import LOGS
from shinkansen.core.rulings import Ruling
from shinkansen.core.text import printable
from shinkansen.progress import counted


def add(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add `check`."""
    parser.add_argument(
        "file", metavar="LOG", help="lines of text or JSON, - for standard input; see `shinkansen record show --log`"
    )
    add_game(parser)
    add_edition(parser)
    add_rulings(parser, "those in the log, or the preferred ones")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Check a log and print how far it is possible."""
    game = chosen_game(arguments)
    logs, own, register = game.part(LOGS), edition(arguments, game), game.register
    asked: Mapping[str, str] = (
        register.reading(letters(game, arguments.rulings)) if arguments.rulings is not None else {}
    )
    name, verdict = logs.check(arguments.file, own, asked, lambda readings: counted(readings, "reading"))
    if verdict.problem is None:
        state = "to the end" if verdict.over else "and the game goes on"
        print(f"{name}: all {verdict.moves} moves follow the rules, {state}.")
        return 0
    print(f"{name}: {verdict.made} of {verdict.moves} moves follow the rules.")
    print("\n".join(_told(verdict.problem)))
    if not verdict.readings:
        print("No other reading that was tried, alone or together with one more, makes the whole log possible.")
    for reading in verdict.readings:
        answers = " and ".join(_answer(register[slug], reading[slug]) for slug in reading)
        print(wrapped(f"The whole log is possible under {answers}", 0, 4))
    return 1


def _told(problem: Impossible) -> list[str]:
    where = f"line {problem.line}: " if problem.line is not None else "at the end: "
    near = [wrapped(printable(f"The nearest legal move: {problem.nearest}"), 4)] if problem.nearest else []
    clause = f" (clause {problem.clause})" if problem.clause else ""
    what, why = wrapped(printable(f"{where}{problem.what}"), 0), wrapped(printable(f"{problem.why}{clause}"), 4)
    return [what, why, *near]


def _answer(ruling: Ruling, letter: str) -> str:
    return f"{ruling.id}={letter} ({ruling.slug}): {ruling.says(letter)}"
