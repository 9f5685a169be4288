"""How often each answer to a ruling changes a game: plays pairs of games and writes the file in which a game keeps it.

    python -m tests.build.impact [--game NAME] [--games N] [--jobs N | --dask ADDRESS] [SLUG ...]

For some rulings only, what is stored of the others stays as it is.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, TypeAlias

from shinkansen.campaign import impact
from shinkansen.commands.workers import add_workers, carried_out
from shinkansen.core import registry
from shinkansen.core.errors import ShinkansenError
from shinkansen.core.game import Game
from shinkansen.readings.impact import editions_to_measure, seats_for, stored
from shinkansen.readings.parts import IMPACT
from shinkansen.readings.witnesses import others

SEED: Final = 1964
GAMES: Final = 600
"""Pairs of games for each answer."""
HOW: Final = (
    "Pairs of games with the same deal under the preferred answer and the other one; in both, each seat makes the "
    "legal move with the smallest keyed BLAKE2b hash of the occasion and the move{players}. A digit for each game: "
    "the sum of 1 legality, 2 effect, 4 scores, 8 winner, in hexadecimal."
)

Wanted: TypeAlias = tuple[str, str, str]
"""An answer and an edition."""
Outcomes: TypeAlias = Mapping[Wanted, Mapping[int, str]]
"""By number of seats, a digit for each game."""


def wanted(game: Game) -> Iterator[Wanted]:
    """Every answer with each edition in which it is measured."""
    for slug, letter in others(game.register):
        for edition in editions_to_measure(game, slug):
            yield slug, letter, edition


def measured(
    game: Game, games: int, slugs: Collection[str], arguments: argparse.Namespace
) -> dict[Wanted, Mapping[int, str]]:
    """What every answer, or those to some rulings, changed in this many games."""
    asked = [each for each in wanted(game) if not slugs or each[0] in slugs]
    outcomes: dict[Wanted, Mapping[int, str]] = {}
    for turns in dict.fromkeys(seats_for(game, slug) for slug, *_ in asked):
        several = [each for each in asked if seats_for(game, each[0]) == turns]
        measuring = impact.measuring(game, several, games // len(turns) * len(turns), SEED)
        own = argparse.Namespace(**vars(arguments))
        if own.progress is not None:
            own.progress = Path(f"{own.progress}-{'-'.join(map(str, turns))}")
        result = carried_out(measuring, own)
        if result.failures:
            raise ShinkansenError(f"shard {result.failures[0].shard}: {result.failures[0].why}")
        for row in impact.measured(measuring, result.so_far):
            outcomes[row.slug, row.letter, row.edition] = row.outcomes
    return outcomes


def kept(game: Game) -> dict[Wanted, dict[int, str]]:
    """What is stored."""
    rows = [row for slug, letter in others(game.register) for row in stored(game).of(slug, letter)]
    return {(row.slug, row.letter, row.edition): row.outcomes for row in rows}


def text(game: Game, outcomes: Outcomes, date: str) -> str:
    """The file: an answer and an edition on a line."""
    rows = [
        json.dumps({"slug": slug, "letter": letter, "edition": edition, "outcomes": outcomes[slug, letter, edition]})
        for slug, letter, edition in wanted(game)
    ]
    how = game.part(IMPACT).how
    opening = json.dumps({"date": date, "seed": SEED, "how": HOW.format(players=f"; {how}" if how else "")})[:-1]
    return opening + ', "rows": [\n' + ",\n".join(rows) + "\n]}\n"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, and store the result in the package: this is a clone."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.build.impact", description="Measure how often answers matter."
    )
    parser.add_argument("slugs", nargs="*", metavar="SLUG", help="only these rulings (default: all)")
    parser.add_argument("--game", default=registry.DEFAULT, help="which game (default: %(default)s)")
    parser.add_argument("--games", type=int, default=GAMES, help=f"pairs of games for each answer (default: {GAMES})")
    add_workers(parser)
    given = parser.parse_args(arguments)
    try:
        game = registry.game(given.game)
        slugs = [game.register[slug].slug for slug in given.slugs]
        outcomes = {**(kept(game) if slugs else {}), **measured(game, given.games, slugs, given)}
        file = Path(str(game.part(IMPACT).file))
    except ShinkansenError as problem:
        print(f"impact: {problem}", file=sys.stderr)
        return 2
    file.write_text(text(game, outcomes, datetime.now(UTC).date().isoformat()), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
