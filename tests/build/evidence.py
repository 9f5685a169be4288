"""What simple players score alone in London, beside figures from elsewhere.

    python -m tests.build.evidence --games 10000 --jobs 2

It writes `docs/nextstation/evidence.json` and prints the table for `evidence.md` beside it. The figures elsewhere come
from engines that share no code with ours, so a rule that one side gets badly wrong should show as a gap; a mistake in
the map would not, because the map has sources in common. Every player gets the same deals under every reading;
everything random has a fixed seed.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import Any, Final, TypeAlias, cast

from attrs import asdict, frozen

from shinkansen.campaign.numbered import numbered
from shinkansen.campaign.running import Result
from shinkansen.commands.workers import add_workers, carried_out
from shinkansen.core.errors import ShinkansenError
from shinkansen.core.near_misses import Part
from shinkansen.core.plain_json import Json
from shinkansen.core.play import Chooser, at_random, greedy, play_out
from shinkansen.nextstation import networks, scoring
from shinkansen.nextstation.moves import PASS, Move
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.table import State

FILE: Final = Path(__file__).parents[2] / "docs" / "nextstation" / "evidence.json"
SEED: Final = 1964
CHUNK: Final = 250
"""So many games make one task of a process."""
DEVIATIONS: Final = 1.96
"""So many standard errors to either side are a 95 % interval."""

HOW: Final = (
    "One player, base game, London, no deduction. All players get the same deals under both readings, drawn by "
    "NextStation.deal from the seed. The interval is the mean plus and minus 1.96 standard errors."
)

Chooses: TypeAlias = Chooser[State, Move]


# -- who plays


def unless_forced(rng: Random) -> Chooses:
    """Draws a section at random, all equally likely, and passes only if none can be drawn."""

    def choose(rules: Any, state: State, legal: tuple[Move, ...]) -> Move:
        return rng.choice([move for move in legal if move != PASS] or [PASS])

    return choose


def most_points(rng: Random) -> Chooses:
    """Takes the move after which its total is highest, ties at random; after a pass the total is what it was."""
    return greedy(points, rng)


def rather_a_section(rng: Random) -> Chooses:
    """The same, but where passing is as good as a section, it draws."""
    return greedy(points_then_sections, rng)


def departures_too(rng: Random) -> Chooses:
    """The same again, but it sees the departures of all four lines on its sheet from the beginning."""
    return greedy(points_with_departures, rng)


def points(rules: NextStation, state: State, seat: int) -> int:
    """The seat's total if the round ended here; lines whose round has not come count nothing."""
    return rules.totals(state)[seat]


def points_then_sections(rules: NextStation, state: State, seat: int) -> float:
    """The total, and a little more for each section."""
    return points(rules, state, seat) + _sections(state, seat)


def points_with_departures(rules: NextStation, state: State, seat: int) -> float:
    """What the total would be if all lines had begun, and a little more for each section."""
    kit, board = rules.kit, state.table.boards[seat]
    lines = networks.lines(kit, state.table.setup, board, (True,) * kit.rounds)
    return scoring.total(kit, lines) + _sections(state, seat)


def _sections(state: State, seat: int) -> float:
    """How many sections are on a sheet, as less than a point."""
    return sum(line.bit_count() for line in state.table.boards[seat].lines) / 1000


@frozen
class Kind:
    """A kind of player, and what it scores elsewhere."""

    title: str
    made: Callable[[Random], Chooses]
    outside: str = "-"
    """The mean in an engine of somebody else, over thousands of deals."""
    naive: str = "-"
    """The mean in a naive engine of our own, which was written before this one."""


PLAYERS: Final = {
    "random": Kind("any legal move at random, passing among them", at_random, "-", "67.4"),
    "random-unless-forced": Kind(
        "a section at random, a pass only if there is none", unless_forced, "95.0-95.5", "95.4"
    ),
    "greedy": Kind("greedy, ties at random, passing among them", most_points, "125.9-126.1", "126.8"),
    "greedy-draws": Kind("greedy, a section rather than a pass in a tie", rather_a_section),
    "greedy-departures": Kind("the same, counting all departures from the beginning", departures_too),
}
"""The last two were added after the gap of the third had been seen, to find out where it comes from."""
READINGS: Final[Mapping[str, Mapping[str, str]]] = {
    "theirs": {"bare_departure": "b", "districts_counted": "b"},
    "preferred": {},
}
"""The letters of the other engines' readings, and of ours."""


# -- playing


@cache
def rules_for(reading: str) -> NextStation:
    """The solo rules under a reading; made once in each process."""
    return NextStation(seats=1, rulings=READINGS[reading])


def final_total(player: str, reading: str, number: int) -> int:
    """What a player scores in one game."""
    rules = rules_for(reading)
    start = rules.start(rules.deal(Random(f"{SEED} deal {number}")))
    choose = PLAYERS[player].made(Random(f"{SEED} {player} {number}"))
    return rules.totals(play_out(rules, start, choose))[0]


WANTED: Final = tuple((player, reading) for player in PLAYERS for reading in READINGS)


def shard(given: Part, number: int) -> Json:
    """The final scores of some games of a row."""
    games = cast("int", given["games"])
    place, chunk = divmod(number, -(-games // CHUNK))
    return [final_total(*WANTED[place], each) for each in range(chunk * CHUNK, min((chunk + 1) * CHUNK, games))]


# -- what was found


@frozen
class Row:
    """What a player scored under a reading."""

    player: str
    reading: str
    games: int
    mean: float
    low: float
    high: float
    """The ends of the 95 % interval of the mean."""
    deviation: float
    least: float
    most: float


def row(player: str, reading: str, totals: Sequence[float]) -> Row:
    """A player's totals in figures; at least two are needed."""
    mean, deviation = fmean(totals), stdev(totals)
    margin = DEVIATIONS * deviation / sqrt(len(totals))
    return Row(
        player,
        reading,
        games=len(totals),
        mean=round(mean, 2),
        low=round(mean - margin, 2),
        high=round(mean + margin, 2),
        deviation=round(deviation, 2),
        least=min(totals),
        most=max(totals),
    )


def measured(games: int, arguments: argparse.Namespace) -> Iterator[Row]:
    """A row for each player under each reading."""
    chunks = -(-games // CHUNK)
    found = listed(
        carried_out(numbered("tests.build.evidence:shard", len(WANTED) * chunks, {"games": games}), arguments)
    )
    for place, (player, reading) in enumerate(WANTED):
        some = cast("list[list[int]]", found[place * chunks : (place + 1) * chunks])
        yield row(player, reading, [total for totals in some for total in totals])


def listed(result: Result) -> list[Json]:
    """What each number gave; `ShinkansenError` if one of them failed."""
    if result.failures:
        raise ShinkansenError(f"shard {result.failures[0].shard}: {result.failures[0].why}")
    return cast("list[Json]", result.so_far)


def table(rows: Sequence[Row]) -> list[str]:
    """The rows in Markdown, a player on a line."""
    by_place = {(each.player, each.reading): each for each in rows}
    lines = [
        "| player | their reading | our reading | outside engine | our naive engine |",
        "|---|--:|--:|--:|--:|",
    ]
    for player, kind in PLAYERS.items():
        means = [_shown(by_place[player, reading]) for reading in READINGS]
        lines.append(f"| {' | '.join([kind.title, *means, kind.outside, kind.naive])} |")
    return lines


def _shown(found: Row) -> str:
    return f"{found.mean:.2f} ({found.low:.2f}-{found.high:.2f})"


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure, store the result, and print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.build.evidence")
    parser.add_argument("--games", type=int, default=10_000, help="games of each player (default: 10000)")
    add_workers(parser)
    given = parser.parse_args(arguments)
    rows = [*measured(given.games, given)]
    content = {
        "date": datetime.now(UTC).date().isoformat(),
        "seed": SEED,
        "how": HOW,
        "readings": READINGS,
        "rows": [asdict(each) for each in rows],
    }
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8", newline="\n")
    print(*table(rows), sep="\n")


if __name__ == "__main__":
    main()
