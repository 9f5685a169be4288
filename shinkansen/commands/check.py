"""`shinkansen check LOG`: whether a game can have gone as somebody wrote it down.

The exit code is 0 if so, 1 if not, 2 if it cannot be read, for instance because of a word that is not in the edition.
"""

from __future__ import annotations

import argparse

from attrs import evolve

from shinkansen.commands import Groups
from shinkansen.commands.arguments import add_edition, add_rulings, letters
from shinkansen.commands.prose import wrapped
from shinkansen.core.text import printable
from shinkansen.progress import counted
from shinkansen.zerokei import logs
from shinkansen.zerokei.edition_check import load
from shinkansen.zerokei.log_check import Impossible, check
from shinkansen.zerokei.rulings import register, rulings


def add(groups: Groups) -> None:
    """Add `check`."""
    checking = groups.add_parser("check", help="whether a written-down game is possible, and under which reading")
    checking.add_argument(
        "file", metavar="LOG", help="lines of text or JSON, - for standard input; see `shinkansen record show --log`"
    )
    add_edition(checking)
    add_rulings(checking, "those in the log, or the preferred ones")
    checking.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Check a log and print how far it is possible."""
    edition = load(arguments.edition) if arguments.edition is not None else None
    asked = rulings(letters(arguments.rulings)).letters() if arguments.rulings is not None else {}
    log, name = logs.read(arguments.file), logs.name_of(arguments.file)
    try:
        log = evolve(log, rulings={**log.rulings, **asked})
        verdict = check(log, edition, lambda readings: counted(readings, "reading"))
    except logs.LogError as problem:
        raise logs.LogError(f"{name}: {problem}") from None
    if verdict.problem is None:
        state = "to the end" if verdict.over else "and the game goes on"
        print(f"{name}: all {verdict.moves} moves follow the rules, {state}.")
        return 0
    print(f"{name}: {verdict.made} of {verdict.moves} moves follow the rules.")
    print("\n".join(_told(verdict.problem)))
    if not verdict.readings:
        print("No other reading that was tried, alone or together with one more, makes the whole log possible.")
    for reading in verdict.readings:
        answers = " and ".join(_answer(slug, reading[slug]) for slug in reading)
        print(wrapped(f"The whole log is possible under {answers}", 0, 4))
    return 1


def _told(problem: Impossible) -> list[str]:
    where = f"line {problem.line}: " if problem.line is not None else "at the end: "
    near = [wrapped(printable(f"The nearest legal move: {problem.nearest}"), 4)] if problem.nearest else []
    clause = f" (clause {problem.clause})" if problem.clause else ""
    what, why = wrapped(printable(f"{where}{problem.what}"), 0), wrapped(printable(f"{problem.why}{clause}"), 4)
    return [what, why, *near]


def _answer(slug: str, letter: str) -> str:
    ruling = register()[slug]
    return f"{ruling.id}={letter} ({slug}): {ruling.says(letter)}"
