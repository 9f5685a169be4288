"""`shinkansen coverage`: how often each clause was at work in some games, and how many tests cover it.

A clause fires when something that happens cites it, scores when a line of a score does, and refuses when an illegal
move is turned down because of it. Exit code 1 means that some clause a program can exercise has no test.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator

from shinkansen.commands import Groups
from shinkansen.core.clauses import Clause, Rulebook
from shinkansen.core.coverage import ClauseTests, Tally, played, recorded
from shinkansen.core.errors import RecordError, ShinkansenError
from shinkansen.core.plain_json import Json
from shinkansen.core.record import read
from shinkansen.core.text import printable
from shinkansen.progress import counted
from shinkansen.zerokei.edition import Edition
from shinkansen.zerokei.edition_check import load
from shinkansen.zerokei.records import rules_of
from shinkansen.zerokei.rulebook import clause_tests as clause_tests
from shinkansen.zerokei.rulebook import rulebook
from shinkansen.zerokei.ruleset import ZeroKei

GAMES = 40
TABLES = ((1, False), (1, True), (2, False), (3, False), (4, False))
"""The kinds of games played in turn: the number of seats, and whether it is the hard game."""


def add(groups: Groups) -> None:
    """Add `coverage`."""
    parser = groups.add_parser("coverage", help="how often each clause was at work in games, and how many tests it has")
    parser.add_argument("record", nargs="*", metavar="RECORD", help="count over these recorded games")
    parser.add_argument("--games", type=int, help=f"games of random moves (default {GAMES}; with records, none)")
    seats = parser.add_mutually_exclusive_group()
    seats.add_argument("--seats", type=int, choices=(1, 2, 3, 4), help="players (default: each number in turn)")
    seats.add_argument("--solo", action="store_const", const=1, dest="seats", help="one player against Hideo")
    parser.add_argument("--hard", action="store_true", help="the harder solo game")
    parser.add_argument("--seed", type=int, default=1964, help="the seed of the first game (default 1964)")
    parser.add_argument("--edition", metavar="FILE", help="the edition to play with (default: the shipped one)")
    parser.add_argument("--json", action="store_true", help="everything as JSON, with the names of the tests")
    parser.add_argument("--untested", action="store_true", help="only clauses that should have a test but have none")
    parser.add_argument("--silent", action="store_true", help="only clauses that could have been at work but were not")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Count and print; exit 1 if a clause lacks a test."""
    book, known = rulebook(), clause_tests()
    edition = load(arguments.edition) if arguments.edition is not None else None
    tally = _recorded(arguments.record, edition) + _played(arguments, edition)
    untested, silent = known.untested(book), known.silent(tally)
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
        for line in _table(chosen, known, tally):
            print(line)
        print(
            "{clauses} clauses: {mechanisable} mechanisable, {tested} with a test, "
            "{seen} of {citable} citable seen in {games} {word}".format(
                **totals, word="game" if tally.games == 1 else "games"
            )
        )
    return 1 if untested else 0


def _recorded(paths: list[str], edition: Edition | None) -> Tally:
    total = Tally()
    for path in counted(paths, "record"):
        told = read(path)
        try:
            total += recorded(rules_of(told, edition), told)
        except RecordError as problem:
            raise RecordError(f"{printable(path)}: {problem}") from None
    return total


def _played(arguments: argparse.Namespace, edition: Edition | None) -> Tally:
    games: int = arguments.games if arguments.games is not None else 0 if arguments.record else GAMES
    if games < 0:
        raise ShinkansenError(f"--games: found {games}, expected 0 or more")
    total, tables = Tally(), _tables(arguments.seats, arguments.hard)
    for place, (seats, hard) in enumerate(tables):
        rules = ZeroKei(seats=seats, edition=edition or load(None), hard=hard)
        seeds = range(arguments.seed + place, arguments.seed + games, len(tables))
        who = "hard solo" if hard else "solo" if seats == 1 else f"{seats} seats"
        total += played(rules, counted(seeds, f"{who}: game"))
    return total


def _tables(seats: int | None, hard: bool) -> tuple[tuple[int, bool], ...]:
    if seats is None:
        return tuple(table for table in TABLES if table[1] or not hard)
    return ((seats, hard),)


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


def _table(clauses: list[Clause], known: ClauseTests, tally: Tally) -> Iterator[str]:
    """A line for each clause, with dashes instead of counts if the engine never cites it."""
    width = max((len(clause.title) for clause in clauses), default=0)
    if clauses:
        yield f"{'clause':<8} {'title':<{width}} {'kind':<12} {'fired':>7} {'scored':>7} {'refused':>7} {'tests':>5}"
    for clause in clauses:
        counts = tally.counts(clause.id) if clause.id in known.citable else ("-",) * 3
        numbers = " ".join(f"{number:>7}" for number in counts)
        tests = len(known.tests.get(clause.id, ())) or ("none" if clause.program else "-")
        yield f"{clause.id:<8} {clause.title:<{width}} {clause.kind:<12} {numbers} {tests:>5}"
        if not clause.program:
            yield f"{'':<8} no program can exercise it: {clause.because}"
