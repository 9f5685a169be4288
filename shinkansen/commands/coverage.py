"""`shinkansen coverage`: how often each clause was at work in some games, and how many tests cover it.

A clause fires when something that happens cites it, scores when a line of a score does, and refuses when an illegal
move is turned down because of it. Exit code 1 means that some clause a program can exercise has no test. Of a game that
does not say which tests it has, the clauses are counted all the same.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping

from shinkansen.commands import Words
from shinkansen.commands.arguments import (
    add_edition,
    add_game,
    add_table,
    chosen_game,
    edition,
    game_for,
    opened_table,
    tables,
)
from shinkansen.core.clauses import Clause, Rulebook
from shinkansen.core.coverage import ClauseTests, Tally, played, recorded
from shinkansen.core.errors import RecordError, ShinkansenError
from shinkansen.core.game import Game
from shinkansen.core.parts import CLAUSE_TESTS
from shinkansen.core.plain_json import Json
from shinkansen.core.record import compare_settings, read
from shinkansen.core.record_rules import game_of_record, rules_of
from shinkansen.core.text import printable
from shinkansen.progress import counted

GAMES = 40


def add(parser: argparse.ArgumentParser, words: Words) -> None:
    """Add `coverage`."""
    parser.add_argument("record", nargs="*", metavar="RECORD", help="count over these recorded games")
    parser.add_argument("--games", type=int, help=f"games of random moves (default {GAMES}; with records, none)")
    add_game(parser, "the one the records name")
    add_table(parser, game_for(words))
    parser.add_argument("--seed", type=int, default=1964, help="the seed of the first game (default 1964)")
    add_edition(parser, "the edition to play with")
    parser.add_argument("--json", action="store_true", help="everything as JSON, with the names of the tests")
    parser.add_argument("--untested", action="store_true", help="only clauses that should have a test but have none")
    parser.add_argument("--silent", action="store_true", help="only clauses that could have been at work but were not")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Count and print; exit 1 if a clause lacks a test."""
    game, own, tally = _recorded(arguments)
    book, with_tests = game.rulebook, game.has(CLAUSE_TESTS) or arguments.untested
    known = game.part(CLAUSE_TESTS)() if with_tests else _without_tests(book)
    tally += _played(game, arguments, own)
    untested, silent = known.untested(book) if with_tests else (), known.silent(tally)
    chosen = [
        clause
        for clause in book
        if (not arguments.untested or clause in untested) and (not arguments.silent or clause.id in silent)
    ]
    totals = _totals(book, known, tally)
    if arguments.json:
        rows: list[Json] = [_row_json(clause, known, tally) for clause in chosen]
        print(json.dumps({"clauses": rows, "totals": totals}, indent=1))
    else:
        for line in _table(chosen, known, tally, with_tests):
            print(line)
        tested = f"{totals['tested']} with a test, " if with_tests else ""
        print(
            f"{totals['clauses']} clauses: {totals['mechanisable']} mechanisable, {tested}{totals['seen']} of "
            f"{totals['citable']} citable seen in {tally.games} {'game' if tally.games == 1 else 'games'}"
        )
    return 1 if untested else 0


def _without_tests(book: Rulebook) -> ClauseTests:
    """Nothing is known about its tests, and any clause that a program can exercise may be cited."""
    return ClauseTests(tuple(clause.id for clause in book if clause.program), {})


def _recorded(arguments: argparse.Namespace) -> tuple[Game, Json, Tally]:
    """The game, which the first record names unless it was chosen; the edition; and what the records have."""
    told_by_file = arguments.game is None and arguments.record
    game = None if told_by_file else chosen_game(arguments)
    own = edition(arguments, game) if game is not None else None
    total = Tally()
    for path in counted(arguments.record, "record"):
        told = read(path)
        try:
            if game is None:
                game = game_of_record(told)
                own = edition(arguments, game)
            compare_settings({"game": told.settings.get("game")}, {"game": game.name})
            total += recorded(rules_of(told, own), told)
        except RecordError as problem:
            raise RecordError(f"{printable(path)}: {problem}") from None
    return game or chosen_game(arguments), own, total


def _played(game: Game, arguments: argparse.Namespace, edition: Json) -> Tally:
    games: int = arguments.games if arguments.games is not None else 0 if arguments.record else GAMES
    if games < 0:
        raise ShinkansenError(f"--games: found {games}, expected 0 or more")
    total, chosen = Tally(), tables(arguments, game)
    for place, table in enumerate(chosen):
        rules = opened_table(game, table, edition)
        seeds = range(arguments.seed + place, arguments.seed + games, len(chosen))
        total += played(rules, counted(seeds, f"{_who(table)}: game"))
    return total


def _who(table: Mapping[str, Json]) -> str:
    """A table in a few words: `hard solo`, `3 seats`."""
    seats = "solo" if table["seats"] == 1 else f"{table['seats']} seats"
    names = [name if value is True else f"{name} {value}" for name, value in table.items() if name != "seats" and value]
    return " ".join([*names, seats])


def _totals(book: Rulebook, known: ClauseTests, tally: Tally) -> dict[str, Json]:
    mechanisable = sum(clause.program for clause in book)
    return {
        "clauses": len(book),
        "mechanisable": mechanisable,
        "tested": mechanisable - len(known.untested(book)),
        "citable": len(known.citable),
        "seen": len(known.citable) - len(known.silent(tally)),
        "games": tally.games,
    }


def _row_json(clause: Clause, known: ClauseTests, tally: Tally) -> dict[str, Json]:
    fired, scored, refused = tally.counts(clause.id)
    return {
        "id": clause.id,
        "title": clause.title,
        "kind": clause.kind.value,
        "mechanisable": clause.program,
        "because": clause.because,
        "citable": clause.id in known.citable,
        "fired": fired,
        "scored": scored,
        "refused": refused,
        "tests": [*known.tests.get(clause.id, ())],
    }


def _table(clauses: list[Clause], known: ClauseTests, tally: Tally, with_tests: bool) -> Iterator[str]:
    """A line for each clause, with dashes instead of counts if the engine never cites it."""
    width = max((len(clause.title) for clause in clauses), default=0)
    if clauses:
        last = f" {'tests':>5}" if with_tests else ""
        yield f"{'clause':<8} {'title':<{width}} {'kind':<12} {'fired':>7} {'scored':>7} {'refused':>7}{last}"
    for clause in clauses:
        counts = tally.counts(clause.id) if clause.id in known.citable else ("-",) * 3
        numbers = " ".join(f"{number:>7}" for number in counts)
        tests = len(known.tests.get(clause.id, ())) or ("none" if clause.program else "-")
        last = f" {tests:>5}" if with_tests else ""
        yield f"{clause.id:<8} {clause.title:<{width}} {clause.kind:<12} {numbers}{last}"
        if not clause.program:
            yield f"{'':<8} no program can exercise it: {clause.because}"
