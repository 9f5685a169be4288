"""`shinkansen check FILE`: whether a game can have gone as somebody wrote it down, or drew it on a sheet.

The exit code is 0 if so, 1 if not, 2 if it cannot be read, for instance because of a word that is not in the edition,
and 3 if the search for an answer was given up.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping

from shinkansen.commands import Words
from shinkansen.commands.arguments import add_edition, add_game, add_rulings, chosen_game, edition, letters
from shinkansen.commands.prose import fitted, wrapped
from shinkansen.core import registry
from shinkansen.core.errors import GameError
from shinkansen.core.game import Game
from shinkansen.core.log_text import LogError, LogText, read_log
from shinkansen.core.log_verdict import Impossible, LogVerdict
from shinkansen.core.parts import LOGS
from shinkansen.core.plain_json import nearest_names
from shinkansen.core.rulings import Ruling
from shinkansen.core.text import printable
from shinkansen.progress import counted


def add(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add `check`."""
    parser.add_argument(
        "file", metavar="FILE", help="lines of text, - for standard input; see `shinkansen record show --log`"
    )
    add_game(parser, unless="the one that a line such as `game nextstation` in the file names")
    add_edition(parser)
    add_rulings(parser, "those in the file, or the preferred ones")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Check what people wrote and print how far it is possible."""
    written = read_log(arguments.file)
    try:
        game = _game_of(written, arguments)
        logs, own = game.part(LOGS), edition(arguments, game)
        asked: Mapping[str, str] = (
            game.register.reading(letters(game, arguments.rulings)) if arguments.rulings is not None else {}
        )
        verdict = logs.check(written.text, own, asked, lambda readings: counted(readings, "reading"))
    except LogError as problem:
        untold = "" if written.game or arguments.game is not None else _which_game()
        raise LogError(f"{written.name}: {problem}{untold}") from None
    print(f"{written.name}: {verdict.summary}")
    for wrong in filter(None, (verdict.problem, *verdict.further)):
        print("\n".join(_told(wrong)))
    for line in verdict.details:
        print(fitted(printable(line)))
    if verdict.undecided:
        return 3
    if verdict.problem is None:
        return 0
    print("\n".join(_readings(game, verdict)))
    return 1


def _game_of(written: LogText, arguments: argparse.Namespace) -> Game:
    """The game that the file names, or else the one that was chosen."""
    if not written.game:
        return chosen_game(arguments)
    name = next((each for each in registry.names() if written.is_of(each)), written.game)
    if arguments.game not in (None, name):
        raise LogError(
            f"found the game {printable(written.game)}, but --game {printable(arguments.game)}", written.line
        )
    try:
        return registry.game(name)
    except GameError as problem:
        near = nearest_names(written.game.casefold(), registry.names(), 1)
        meant = f"; did you mean {near[0]}?" if near else ""
        raise LogError(f"{problem}{meant}", written.line) from None


def _which_game() -> str:
    """What to do if it was another game."""
    others = [game.name for game in registry.games() if game.has(LOGS) and game.name != registry.DEFAULT]
    if not others:
        return ""
    lines = " or ".join(f"`game {name}`" for name in others)
    return f"\nIt was read as a log of {registry.DEFAULT}; for another game write a line {lines}, or say --game"


def _readings(game: Game, verdict: LogVerdict) -> Iterator[str]:
    """Under which other readings everything is possible."""
    if not verdict.readings:
        yield "No other reading that was tried, alone or together with one more, makes all of it possible."
    for reading in verdict.readings:
        answers = " and ".join(_answer(game.register[slug], reading[slug]) for slug in reading)
        yield wrapped(f"All of it is possible under {answers}", 0, 4)


def _told(problem: Impossible) -> list[str]:
    where = f"line {problem.line}: " if problem.line is not None else "at the end: "
    near = [wrapped(printable(f"The nearest legal move: {problem.nearest}"), 4)] if problem.nearest else []
    clauses = [clause for clause in (problem.clause, problem.also) if clause]
    clause = f" (clause{'s' * (len(clauses) > 1)} {' and '.join(clauses)})" if clauses else ""
    what, why = wrapped(printable(f"{where}{problem.what}"), 0), wrapped(printable(f"{problem.why}{clause}"), 4)
    return [what, why, *near]


def _answer(ruling: Ruling, letter: str) -> str:
    return f"{ruling.id}={letter} ({ruling.slug}): {ruling.says(letter)}"
