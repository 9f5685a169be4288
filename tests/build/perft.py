"""The published perft tables: counts from the setup of every table of every game, and from a position in each phase.

    python -m tests.build.perft [--most N]

It writes `docs/perft.json` and the tables in `docs/perft.md`. A deal is that of `Random(1)`; a position in the middle
is the first of its phase in games of random moves with the seeds 1, 2 ... A position is counted to the depth at which
more than `--most` lines would be made.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

from shinkansen.core import perft, registry
from shinkansen.core.game import Game
from shinkansen.core.opaque import AnyRules, State
from shinkansen.core.plain_json import Json
from shinkansen.core.play import at_random, plies
from shinkansen.core.prose import listed

ROOT: Final = Path(__file__).parents[2]
FILE: Final = ROOT / "docs" / "perft.json"
PAGE: Final = ROOT / "docs" / "perft.md"
PATIENCE: Final = 60
"""In so many games no phase that is new: then there is none."""
GAMES: Final = ("zerokei", "nextstation")

Row: TypeAlias = dict[str, Any]
"""A position and what was counted from it."""


def rows(most: int) -> Iterator[Row]:
    """All of them."""
    for name in GAMES:
        game = registry.game(name)
        for table in game.tables:
            rules = game.open(dict(table))
            state = rules.start(rules.deal(Random(1)))
            yield _row(game, rules, state, f"{_spoken(table)}, setup", most)
        for phase, rules, state in phases(game):
            yield _row(game, rules, state, f"{_spoken({'seats': rules.seats, **rules.variants})}, {phase}", most // 10)


def phases(game: Game) -> Iterator[tuple[str, AnyRules, State]]:
    """A position of each phase, from games at each table in turn."""
    met, idle = set[str](), 0
    for seed in count(1):
        rules = game.open(dict(game.tables[seed % len(game.tables)]))
        start, before = rules.start(rules.deal(Random(seed))), len(met)
        for ply in plies(rules, start, at_random(Random(seed))):
            stage = rules.stage(ply.state)
            if stage.round and stage.phase not in met:
                met.add(stage.phase)
                yield stage.phase, rules, ply.state
        idle = 0 if len(met) > before else idle + 1
        if idle == PATIENCE:
            return


def _spoken(table: Mapping[str, Json]) -> str:
    variants = [name.replace("_", " ") for name, value in table.items() if name != "seats" and value]
    seats = "solo" if table["seats"] == 1 else f"{table['seats']} seats"
    return f"{seats} with {listed(variants)}" if variants else seats


def _row(game: Game, rules: AnyRules, state: State, what: str, most: int) -> Row:
    counts = [1]
    while counts[-1] and (len(counts) < 2 or counts[-1] * counts[-1] // max(1, counts[-2]) <= most):
        counts.append(perft.perft(rules, state, len(counts)))
    position = rules.position(state, hidden=True)
    print(f"{game.name:12} {what:40} {counts[1:]}", flush=True)
    return {"game": game.name, "position": position, "what": what, "counts": counts[1:]}


def tables(all_: Sequence[Row]) -> str:
    """The tables of the page."""
    lines: list[str] = []
    for name in GAMES:
        game = registry.game(name)
        own = [row for row in all_ if row["game"] == name]
        deepest = max(len(_counts(row)) for row in own)
        lines += [f"### {game.title}", "", f"| position | {' | '.join(map(str, range(1, deepest + 1)))} |"]
        lines += [f"|---|{'--:|' * deepest}"]
        for row in own:
            shown = [f"{each:,}" for each in _counts(row)]
            lines.append(f"| {row['what']} | {' | '.join([*shown, *[''] * (deepest - len(shown))])} |")
        lines.append("")
    return "\n".join(lines)


def _counts(row: Row) -> list[int]:
    counts: list[int] = row["counts"]
    return counts


def page(text: str, all_: Sequence[Row]) -> str:
    """The page with these tables."""
    return re.sub(r"(?s)(<!-- tables -->\n).*(<!-- end -->)", lambda found: f"{found[1]}{tables(all_)}{found[2]}", text)


def main(arguments: Sequence[str] | None = None) -> None:
    """Count, and write."""
    parser = argparse.ArgumentParser(prog="python -m tests.build.perft")
    parser.add_argument("--most", type=int, default=20_000_000, help="leaves of a position (default: 20,000,000)")
    given = parser.parse_args(arguments)
    all_ = [*rows(given.most)]
    written = ",\n".join(json.dumps(row) for row in all_)
    FILE.write_text(f"[\n{written}\n]\n", encoding="utf-8", newline="\n")
    PAGE.write_text(page(PAGE.read_text(encoding="utf-8"), all_), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
