"""The games of the pinned corpus that belong to this version of the rules; `tests.build.make_frozen` writes them.

Games of random moves: for each number of seats one with the preferred rulings and one in which every switchable ruling
is read the last way; the harder solo game; games that were left, and the same as one seat saw them. What an older
version wrote is never written anew: `record-1/*.json` and `record-1/version-1`, where rulings were drawn at random, are
as version 1 left them, and must verify for good.

Each file is the record's own text, canonical JSON on one line, and not something nicer to look at: so it also pins the
text, byte by byte, and another implementation can compare files. To see what changed in a game, compare the output of
`shinkansen record show --notation` before and after.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

from shinkansen.core.play import at_random, plies
from shinkansen.core.record import Record, record, seen_by
from shinkansen.core.ruleset import Ruleset
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.rulings import register

FOLDER = Path(__file__).parents[1] / "frozen" / "record-1"
NUMBERS = {2: "two", 3: "three", 4: "four"}
LEFT_AFTER = 40


def game(rules: Ruleset[Any, Any, Any, Any], seed: int, most: int | None = None) -> Record:
    """A game of random moves, left after so many plies."""
    rng = Random(seed)
    deal = rules.deal(rng)
    moves = [ply.move for ply in plies(rules, rules.start(deal), at_random(rng))]
    return record(rules, deal, moves[:most])


def corpus() -> dict[str, Record]:
    """Every record of the corpus by the name of its file."""
    last_letters = {ruling.slug: ruling.others[-1] for ruling in register().switchable}
    records: dict[str, Record] = {}
    for seats, name in NUMBERS.items():
        records[f"{name}-seats-1"] = game(ZeroKei(seats=seats), seed=1)
        records[f"{name}-seats-2"] = game(ZeroKei(seats=seats, rulings=last_letters), seed=2)
    rules = ZeroKei(seats=3)
    left = game(rules, seed=3, most=LEFT_AFTER)
    records["three-seats-left"] = left
    records["three-seats-left-seen-by-red"] = seen_by(rules, left, 1)
    records["solo-1"] = game(ZeroKei(seats=1), seed=1)
    records["solo-2"] = game(ZeroKei(seats=1, rulings=last_letters), seed=2)
    hard = ZeroKei(seats=1, hard=True)
    records["solo-hard-1"] = game(hard, seed=1)
    records["solo-hard-left"] = game(hard, seed=3, most=LEFT_AFTER // 4)
    records["solo-hard-left-seen-by-you"] = seen_by(hard, records["solo-hard-left"], 0)
    return records
