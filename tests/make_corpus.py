"""Writes the part of the pinned corpus that belongs to this version of the rules: `python -m tests.make_corpus`.

Games of random moves: for each number of seats one with the preferred rulings and one in which every switchable ruling
is read the last way; a game that was left, and the same as one seat saw it. What an older version wrote is never
written anew: `tests/records/*.json` and `tests/records/version-1`, where rulings were drawn at random, are as version 1
left them, and must verify for good.

Each file is the record's own text, canonical JSON on one line, and not something nicer to look at: so it also pins the
text, byte by byte, and another implementation can compare files. To see what changed in a game, compare the output of
`shinkansen record show --notation` before and after.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

from shinkansen.core.play import at_random, plies
from shinkansen.core.record import Record, record, seen_by, text
from shinkansen.zerokei.ruleset import VERSION, ZeroKei
from shinkansen.zerokei.rulings import register

FOLDER = Path(__file__).parent / "records"
OURS = FOLDER / f"version-{VERSION}"
NUMBERS = {2: "two", 3: "three", 4: "four"}
LEFT_AFTER = 40


def game(rules: ZeroKei, seed: int, most: int | None = None) -> Record:
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
    return records


def main() -> None:
    OURS.mkdir(exist_ok=True)
    for old in OURS.glob("*.json"):
        old.unlink()
    for name, told in corpus().items():
        path = OURS / f"{name}.json"
        path.write_text(text(told), encoding="ascii", newline="\n")
        print(f"{path.name}: {len(told.plies)} plies, {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
