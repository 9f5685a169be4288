"""How often each answer of Zero-Kei changes a game: `python -m tests.build.impact GAMES [SLUG ...]` measures it again.

It plays on two cores and writes `shinkansen/zerokei/impact.json`; for some rulings only, the others stay as they are.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Iterator, Mapping
from datetime import UTC, datetime
from multiprocessing import Pool
from typing import Final, TypeAlias

from shinkansen.readings.impact import base_game, code_of, editions_to_measure, seats_for, stored
from shinkansen.readings.witnesses import others
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.impact import FILE

SEED: Final = 1964
HOW: Final = (
    "Pairs of games with the same deal under the preferred answer and the other one; in both, each seat makes the "
    "legal move with the smallest keyed BLAKE2b hash of the occasion and the move; alone against Hideo, the move that "
    "the sense of the preferred reading values most, ties by lot. A digit for each game: the sum of 1 legality, "
    "2 effect, 4 scores, 8 winner, in hexadecimal."
)

Wanted: TypeAlias = tuple[str, str, str]
"""An answer and an edition."""
Outcomes: TypeAlias = Mapping[Wanted, Mapping[int, str]]
"""By number of seats, a digit for each game."""


def wanted() -> Iterator[Wanted]:
    """Every answer with its edition, and also with the shipped one if that is different."""
    for slug, letter in others(GAME.register):
        for edition in editions_to_measure(GAME, slug):
            yield slug, letter, edition


def _codes(task: tuple[tuple[Wanted, ...], int, int]) -> dict[Wanted, str]:
    """The codes of some answers in the games with one deal; the game under the preferred answers is played once."""
    several, seats, number = task
    bases = {edition: base_game(GAME, edition, seats, SEED, number) for edition in {edition for *_, edition in several}}
    return {
        (slug, letter, edition): code_of(GAME, bases[edition], edition, seats, SEED, number, slug, letter)
        for slug, letter, edition in several
    }


def measured(games: int, slugs: Collection[str] = ()) -> dict[Wanted, dict[int, str]]:
    """What every answer, or those to some rulings, changed in this many games."""
    asked = [each for each in wanted() if not slugs or each[0] in slugs]
    outcomes = {each: dict.fromkeys(seats_for(GAME, each[0]), "") for each in asked}
    tasks = [
        (several, seats, number)
        for turns in dict.fromkeys(seats_for(GAME, slug) for slug, *_ in asked)
        if (several := tuple(each for each in asked if seats_for(GAME, each[0]) == turns))
        for number in range(games // len(turns))
        for seats in turns
    ]
    with Pool(2) as pool:
        for (_, seats, _), codes in zip(tasks, pool.imap(_codes, tasks, chunksize=8), strict=True):
            for each, code in codes.items():
                outcomes[each][seats] += code
    return outcomes


def kept() -> dict[Wanted, dict[int, str]]:
    """What is stored."""
    rows = [row for slug, letter in others(GAME.register) for row in stored(GAME).of(slug, letter)]
    return {(row.slug, row.letter, row.edition): row.outcomes for row in rows}


def text(outcomes: Outcomes, date: str) -> str:
    """The file: an answer and an edition on a line."""
    rows = [
        json.dumps({"slug": slug, "letter": letter, "edition": edition, "outcomes": outcomes[slug, letter, edition]})
        for slug, letter, edition in wanted()
    ]
    opening = json.dumps({"date": date, "seed": SEED, "how": HOW})[:-1]
    return opening + ', "rows": [\n' + ",\n".join(rows) + "\n]}\n"


def main(games: int, slugs: Collection[str] = ()) -> None:
    """Measure, and store the result."""
    outcomes = {**(kept() if slugs else {}), **measured(games, slugs)}
    FILE.write_text(text(outcomes, datetime.now(UTC).date().isoformat()), encoding="utf-8")


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
