"""Chooses the conformance vectors: as few small scripts as possible, such that every mutant fails at least one.

    python -m tests.build.vectors [--jobs N] [--work DIR] [--only ID ... | --extend]

1. Every mutant is walked along the same pool of games and corners until it differs; the difference is minimised. The
   results are kept in the work directory, so a run can continue where the last one stopped.
2. Every candidate is asked of every mutant, which gives the kill table.
3. Candidates are chosen greedily: each time the one that kills the most remaining mutants by a clause they break; among
   equals, the shorter one.

With `--extend` the shipped vectors stay as they are: steps 1 to 3 are done only for mutants that are not in the kill
table yet, and only where no shipped vector kills them.

It needs `shinkansen[testing]`. Everything random has a fixed seed.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, Final, cast

import attrs

from shinkansen.core.near_misses import Part
from shinkansen.core.opaque import State
from shinkansen.core.plain_json import Json, canonical, digest
from shinkansen.testing.mutants import Loaded, Mutant
from shinkansen.verify.conversation.serving import CAPABILITIES, Server
from shinkansen.verify.conversation.transports import in_process
from shinkansen.verify.judging.difference import Difference, all_clauses
from shinkansen.verify.judging.judge import Judge
from shinkansen.verify.judging.minimise import Budget, minimise
from shinkansen.verify.judging.script import Ask, Script, Setting, What, read_script, setting_of
from shinkansen.verify.judging.vectors import Vector, shipped, texts
from shinkansen.verify.judging.vectors import kills as known_kills
from shinkansen.verify.judging.write_scripts import Guide
from shinkansen.zerokei.data import VECTORS
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.testing.corners import corner
from shinkansen.zerokei.testing.mutants import MUTANTS, mutant, mutants

ROOM: Final = Path(str(VECTORS))
GAMES: Final = 24
CORNERS: Final = 900
TABLES: Final = tuple(
    setting_of(GAME, table)
    for table in ({"seats": 2}, {"seats": 3}, {"seats": 1}, {"seats": 4}, {"seats": 1, "hard": True})
)

WORDS: Final = "It refuses by the right clause; only the sentence is wrong, and sentences do not travel over the wire."
DEALS: Final = "It accepts an invalid deal; only valid deals travel over the wire."
VIEWS: Final = "Views, redeals, previews and records as a seat sees them do not travel over the wire."
UNSEEN: Final[Mapping[str, str]] = {
    "a-carriage-twice-in-the-deck": DEALS,
    "a-city-with-two-venues": DEALS,
    "shortfall-overstated": WORDS,
    "occupied-space-misnamed": WORDS,
    "claimed-by-the-wrong-seat": WORDS,
    "shortfall-without-points": WORDS,
    "deck-order-in-view": VIEWS,
    "board-order-in-view": VIEWS,
    "closed-tokens-in-view": VIEWS,
    "record-tells-the-deck": VIEWS,
    "record-tells-the-board": VIEWS,
    "redeal-mixes-tokens": VIEWS,
    "preview-shows-the-row": VIEWS,
    "preview-shows-the-tokens": VIEWS,
}
"""The mutants that cannot be detected over the wire, and why not."""


def judge_of(engine: Loaded) -> Judge:
    """A judge that asks a mutant, in this process."""
    made: dict[tuple[Json, Json], Any] = {}

    def rules(setting: Mapping[str, Json]) -> Any:
        key = setting["seats"], setting.get("hard", False)
        if key not in made:
            made[key] = engine.rules(key[0], hard=key[1])  # type: ignore[arg-type]
        return made[key]

    return Judge(in_process(Server({GAME.name: rules})), frozenset(CAPABILITIES))


# -- 1. candidates


@cache
def pool() -> tuple[Script, ...]:
    """What every mutant is walked along: games, then corners."""
    guide = Guide(Random("vectors"))
    games = [guide.game(TABLES[number % len(TABLES)], 0.35) for number in range(GAMES)]
    starts = [_start(TABLES[number % len(TABLES)], guide.rng) for number in range(GAMES)]
    return (*starts, *games, *(script for number in range(CORNERS) for script in _corner(guide, number)))


def _start(setting: Setting, rng: Random) -> Script:
    """The table after setup."""
    deal: Part = {"deal": setting.rules.deal_json(setting.rules.deal(rng))}
    return Script(setting, deal, (), (Ask(0, What.TABLE), Ask(0, What.LEGAL)))


def _corner(guide: Guide, number: int) -> Iterator[Script]:
    """A table that play seldom reaches. Half of them are solo: Hideo's corners are the rarest."""
    setting = Setting(GAME, 1 if number % 2 else 2 + number // 2 % 3)
    yield from _around(guide, setting, _corner_of(setting, guide.rng))


def _corner_of(setting: Setting, rng: Random) -> State:
    return State(corner(cast("ZeroKei", setting.rules), rng))


def _around(guide: Guide, setting: Setting, state: State) -> Iterator[Script]:
    """Questions at a table, and what some moves do there."""
    rules, rng = setting.rules, guide.rng
    start: Part = {"state": rules.state_json(state)}
    yield guide.along(Script(setting, start), state, 1, 2)
    legal = setting.moves.legal(state)
    # After a move without parts, such as the end of a turn, much happens automatically.
    plain = [move for move in legal if len(move) == 1]
    for move in (*plain, *rng.sample(legal, min(4, len(legal)))):
        yield Script(setting, start, (move,))


def _own(id: str) -> Iterator[Script]:
    """What only this mutant is walked along: the corner at which it is killed when compared with the reference
    directly, if it is killed at one, else corners of its own."""
    check, number = MUTANTS.known_kills.get(id, ("", 0))
    if check == "corners" and MUTANTS.corners is not None:
        rng = Random(f"corners {id} {number - 1}")
        tables = MUTANTS.corners.tables
        setting = setting_of(GAME, tables[(number - 1) % len(tables)].setting)
        state, guide = _corner_of(setting, rng), Guide(rng)
        for _ in range(40):
            yield from _around(guide, setting, state)
    else:
        guide = Guide(Random(f"vectors {id}"))
        for number in range(2 * CORNERS):
            yield from _corner(guide, number)


def candidate(id: str) -> Part:
    """The first difference of a mutant, minimised; if there is none, the first script on which it crashes."""
    one = mutant(id)
    with one.load() as engine:
        judge = judge_of(engine)
        for number, script in enumerate(chain(pool(), _own(id))):
            found = judge.first(script)
            if found is not None:
                least = minimise(judge, found, Budget(questions=1200, seconds=20))
                cites: list[Json] = [*_cites(one, least)]
                return {"pool": number, "script": least.script.json(), "cites": cites, "how": str(least)}
        for message, script in judge.broken.items():
            beginning = script.until(0, Ask(0, What.TABLE))
            judge.errored.clear()
            least_script = beginning if judge.first(beginning) is None and judge.errored else script
            return {"pool": -1, "script": least_script.json(), "cites": [*one.clauses], "how": f"errored: {message}"}
    return {"pool": len(pool()), "script": None, "how": "no difference"}


def _cites(one: Mutant, found: Difference) -> tuple[str, ...]:
    """The clauses that both the difference and the mutant name, or else those of the difference, or of the mutant."""
    both = tuple(clause for clause in found.clauses if clause in one.clauses)
    return both or found.clauses[:3] or one.clauses


# -- 2. the kill table


def killed_by(given: tuple[str, tuple[tuple[str, Part], ...]]) -> tuple[str, list[str]]:
    """The names of the scripts on which a mutant differs or crashes."""
    id, scripts = given
    fatal: list[str] = []
    with mutant(id).load() as engine:
        judge = judge_of(engine)
        for name, content in scripts:
            broken = judge.errored.total()
            if judge.first(read_script(content)) is not None or judge.errored.total() > broken:
                fatal.append(name)
    return id, fatal


# -- 3. the cover


def cover(kills: Mapping[str, Sequence[str]], length: Mapping[str, int]) -> list[str]:
    """As few scripts as possible that together kill every mutant that any of them kills, chosen greedily."""
    left = {id for id, fatal in kills.items() if fatal}
    chosen: list[str] = []
    while left:
        best = max(length, key=lambda name: (sum(name in kills[id] for id in left), -length[name], name))
        chosen.append(best)
        left = {id for id in left if best not in kills[id]}
    return chosen


def _telling(id: str, fatal: list[str], scripts: Mapping[str, Any]) -> list[str]:
    """Of the scripts that kill a mutant, those that cite a clause it breaks, so that the right clause is reported."""
    clauses = {*mutant(id).clauses}
    return [name for name in fatal if clauses & {*scripts[name]["cites"]}] or fatal


# -- all of it


def main(arguments: Sequence[str] | None = None) -> int:
    """Build the vectors and write them into the package."""
    parser = argparse.ArgumentParser(description="Rebuild the conformance vectors.")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--work", type=Path, default=Path(".vectors"), help="where progress is kept")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--only", nargs="*", metavar="ID", help="only look for candidates for these mutants, then stop")
    which.add_argument("--extend", action="store_true", help="keep the shipped vectors, and add what new mutants need")
    given = parser.parse_args(arguments)
    given.work.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(given.jobs, get_context("spawn")) as workers:
        if given.extend:
            return _extend(workers, given.work)
        found = _candidates(workers, given.work, given.only)
        if given.only:
            return 0
        scripts = {name: row for row in found.values() if (name := _name(row))}
        scripts.update(_games())
        asked = tuple((name, row["script"]) for name, row in scripts.items())
        kills = _kill_table(workers, given.work, asked)
    if not _all_killed(kills):
        return 1
    small = {name: len(canonical(row["script"])) for name, row in scripts.items() if not row.get("whole")}
    telling = {id: _telling(id, [name for name in fatal if name in small], scripts) for id, fatal in kills.items()}
    chosen = cover(telling, small)
    _write({name: row for name, row in scripts.items() if name in chosen or row.get("whole")}, kills)
    return 0


def _extend(workers: ProcessPoolExecutor, work: Path) -> int:
    """Add vectors for the mutants that are not in the kill table yet and that no shipped vector kills."""
    kept: dict[str, Any] = {
        vector.id: {"script": vector.script.json(), "cites": [*vector.cites], "whole": vector.whole}
        for vector in shipped(GAME)
    }
    table = {id: [*fatal] for id, fatal in known_kills(GAME).items()}
    fresh = [one.id for one in mutants() if one.id not in table and one.id not in UNSEEN]
    asked = tuple((name, row["script"]) for name, row in kept.items())
    table.update(workers.map(killed_by, [(id, asked) for id in fresh]))
    lonely = [id for id in fresh if not table[id]]
    found = _candidates(workers, work, lonely) if lonely else {}
    scripts = {name: found[id] for id in lonely if (name := _name(found[id]))}
    asked = tuple((name, row["script"]) for name, row in scripts.items())
    more = dict(workers.map(killed_by, [(one.id, asked) for one in mutants()])) if asked else {}
    kills = {one.id: [*table.get(one.id, []), *more.get(one.id, [])] for one in mutants()}
    if not _all_killed(kills):
        return 1
    small = {name: len(canonical(row["script"])) for name, row in scripts.items()}
    chosen = cover({id: _telling(id, more[id], scripts) for id in lonely}, small)
    _write({**kept, **{name: scripts[name] for name in chosen}}, kills)
    return 0


def _all_killed(kills: Mapping[str, Sequence[str]]) -> bool:
    unknown = [id for id, fatal in kills.items() if not fatal and id not in UNSEEN]
    if unknown:
        print(f"these mutants are not killed: {', '.join(unknown)}", file=sys.stderr)
    return not unknown


def _candidates(workers: ProcessPoolExecutor, work: Path, only: Sequence[str] | None) -> dict[str, Any]:
    found: dict[str, Any] = {}
    missing: list[str] = []
    for one in mutants():
        file = work / f"{one.id}.json"
        if file.exists():
            found[one.id] = json.loads(file.read_text(encoding="utf-8"))
        elif not only or one.id in only:
            missing.append(one.id)
    for id, row in zip(missing, workers.map(candidate, missing), strict=True):
        (work / f"{id}.json").write_text(json.dumps(row), encoding="utf-8")
        found[id] = row
        print(f"{id:34} {row['pool']:4} {row['how']}", flush=True)
    return found


def _kill_table(workers: ProcessPoolExecutor, work: Path, asked: tuple[tuple[str, Part], ...]) -> dict[str, list[str]]:
    """Which scripts kill each mutant; kept in a file named after what was asked, since this takes minutes."""
    kept = work / f"kills-{digest([name for name, _ in asked])[:12]}"
    kept.mkdir(exist_ok=True)
    missing = [one.id for one in mutants() if not (kept / one.id).exists()]
    for id, fatal in workers.map(killed_by, [(id, asked) for id in missing]):
        (kept / id).write_text("\n".join(fatal), encoding="utf-8")
    return {one.id: (kept / one.id).read_text(encoding="utf-8").split() for one in mutants()}


def _name(row: Any) -> str:
    """A permanent name: what it is about, and a few letters of its digest."""
    if row["script"] is None:
        return ""
    vector = Vector("", tuple(row["cites"]), read_script(row["script"]))
    return f"{vector.sort}-{row['cites'][0]}-{digest(row['script'])[:6]}"


def _games() -> dict[str, Any]:
    """A whole game for every table."""
    games: dict[str, Any] = {}
    for setting in TABLES:
        script = Guide(Random(f"game {setting.seats} {not setting.usual}")).game(setting, 0)
        last = len(script.moves)
        line = script.played()
        cites = dict.fromkeys(clause for ply in range(1, last + 1) for clause in all_clauses(line, ply))
        whole = attrs.evolve(script, asks=(Ask(last, What.SCORES),))
        name = f"game-{'hard' if not setting.usual else 'solo' if setting.seats == 1 else setting.seats}"
        games[name] = {"script": whole.json(), "cites": sorted(cites), "whole": True}
    return games


def _write(chosen: Mapping[str, Any], kills: Mapping[str, Sequence[str]]) -> None:
    vectors = tuple(
        Vector(name, tuple(row["cites"]), read_script(row["script"]), row.get("whole", False))
        for name, row in sorted(chosen.items())
    )
    ROOM.mkdir(exist_ok=True)
    for old in ROOM.glob("*.json"):
        old.unlink()
    for name, text in texts(GAME, vectors).items():
        (ROOM / name).write_text(text, encoding="utf-8")
    table = {id: [name for name in fatal if name in chosen] for id, fatal in kills.items()}
    rows = ",\n".join(f"{json.dumps(id)}: {json.dumps(sorted(fatal))}" for id, fatal in table.items() if fatal)
    why = ",\n".join(f"{json.dumps(id)}: {json.dumps(UNSEEN[id])}" for id, fatal in table.items() if not fatal)
    (ROOM / "kills.json").write_text(f'{{"kills": {{\n{rows}\n}}, "unseen": {{\n{why}\n}}}}\n', encoding="utf-8")
    size = sum(file.stat().st_size for file in ROOM.glob("*.json"))
    print(f"{len(vectors)} vectors, {size:,} bytes; {sum(map(bool, table.values()))} of {len(table)} mutants killed.")


if __name__ == "__main__":
    sys.exit(main())
