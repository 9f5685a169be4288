"""What a simple player scores on the reconstructed Tokyo sheet, with each module and for each number of players.

    python -m tests.build.calibration --games 300 --jobs 2

It writes `docs/nextstation/calibration.json` and prints the table for `tokyo.md` beside it. Nobody has published such
figures for the real sheet; what there is to compare with is on that page. Every row has deals of its own, drawn from a
fixed seed, and the player is the greedy one of `evidence` that draws rather than passes.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Final, cast

from attrs import asdict

from shinkansen.campaign.numbered import numbered
from shinkansen.commands.workers import add_workers, carried_out
from shinkansen.core.near_misses import Part
from shinkansen.core.plain_json import Json
from shinkansen.core.play import play_out
from shinkansen.nextstation import sheet_check
from shinkansen.nextstation.ruleset import NextStation
from tests.build.evidence import SEED, Row, listed, rather_a_section, row

FILE: Final = Path(__file__).parents[2] / "docs" / "nextstation" / "calibration.json"
CHUNK: Final = 25
"""So many games make one task of a process."""
SEATS: Final = (1, 2, 3, 4)
MODULES: Final[Mapping[str, tuple[bool, bool, bool]]] = {
    "base game": (False, False, False),
    "common objectives": (True, False, False),
    "special stations": (False, True, False),
    "objectives and special stations": (True, True, False),
    "pencil powers of London": (False, False, True),
    "objectives and pencil powers": (True, False, True),
}
"""What is used: objectives, special stations, pencil powers."""
HOW: Final = (
    "Every player is greedy: it takes the move after which its total is highest as far as it can know, a section "
    "rather than a pass in a tie, otherwise at random. A game counts with the mean of its players, because "
    "players of the same game are no independent samples. Alone, ten points are off for each module. The interval "
    "is the mean plus and minus 1.96 standard errors."
)

_PLAYER: Final = "greedy-draws"


@cache
def rules_for(seats: int, modules: str) -> NextStation:
    """The rules of a row; made once in each process."""
    return NextStation(seats, sheet_check.shipped("tokyo"), None, *MODULES[modules])


def totals(seats: int, modules: str, number: int) -> tuple[int, ...]:
    """The final scores of one game."""
    rules = rules_for(seats, modules)
    start = rules.start(rules.deal(Random(f"{SEED} {seats} {modules} deal {number}")))
    choose = rather_a_section(Random(f"{SEED} {seats} {modules} {number}"))
    return tuple(rules.totals(play_out(rules, start, choose)))


def mean_total(seats: int, modules: str, number: int) -> float:
    """The mean of the final scores of one game."""
    return fmean(totals(seats, modules, number))


WANTED: Final = tuple((seats, modules) for modules in MODULES for seats in SEATS)


def shard(given: Part, number: int) -> Json:
    """The final scores of some games of a row."""
    games = cast("int", given["games"])
    place, chunk = divmod(number, -(-games // CHUNK))
    return [[*totals(*WANTED[place], each)] for each in range(chunk * CHUNK, min((chunk + 1) * CHUNK, games))]


def measured(games: int, arguments: argparse.Namespace) -> Iterator[tuple[int, Row]]:
    """A row for each number of seats with each module."""
    chunks = -(-games // CHUNK)
    found = listed(
        carried_out(numbered("tests.build.calibration:shard", len(WANTED) * chunks, {"games": games}), arguments)
    )
    for place, (seats, modules) in enumerate(WANTED):
        played = [
            each for some in found[place * chunks : (place + 1) * chunks] for each in cast("list[list[int]]", some)
        ]
        yield seats, row(_PLAYER, modules, [fmean(each) for each in played])


def table(rows: Sequence[tuple[int, Row]]) -> list[str]:
    """The rows in Markdown, a combination of modules on a line."""
    shown = {(seats, each.reading): f"{each.mean:.1f} ({each.low:.1f}-{each.high:.1f})" for seats, each in rows}
    lines = ["| modules | alone | 2 players | 3 players | 4 players |", "|---|--:|--:|--:|--:|"]
    lines += [f"| {modules} | {' | '.join(shown[seats, modules] for seats in SEATS)} |" for modules in MODULES]
    return lines


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, store the result, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.build.calibration")
    parser.add_argument("--games", type=int, default=300, help="games of each row (default: 300)")
    add_workers(parser)
    given = parser.parse_args(arguments)
    rows = [*measured(given.games, given)]
    content = {
        "date": datetime.now(UTC).date().isoformat(),
        "seed": SEED,
        "how": HOW,
        "sheet": sheet_check.shipped("tokyo").digest(),
        "rows": [{"seats": seats, **asdict(each)} for seats, each in rows],
    }
    FILE.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8", newline="\n")
    print(*table(rows), sep="\n")


if __name__ == "__main__":
    main()
