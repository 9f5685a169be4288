"""Chooses a game's conformance vectors: as few small scripts as possible, such that every mutant fails at least one.

    python -m tests.build.vectors [--game NAME] [--jobs N] [--work DIR] [--only ID ... | --extend]

1. Every mutant is asked what was found for those before it. One that answers all of that right is walked along a pool
   of games and corners until it differs; the difference is minimised. The results are kept in the work directory, so a
   run can continue where the last one stopped.
2. Every candidate is asked of every mutant, which gives the kill table.
3. Candidates are chosen greedily: each time the one that kills the most remaining mutants by a clause they break; among
   equals, the shorter one.

With `--extend` the shipped vectors stay as they are: steps 1 to 3 are done only for mutants that are not in the kill
table yet, and only where no shipped vector kills them.

What is particular to a game is in `vectors_<game>`. It needs `shinkansen[testing]`. Everything random has a fixed seed.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from importlib import import_module
from itertools import chain, islice
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, Final, cast

import attrs
from attrs import frozen

from shinkansen.core import registry
from shinkansen.core.game import Game
from shinkansen.core.near_misses import Part
from shinkansen.core.opaque import State
from shinkansen.core.parts import VECTORS
from shinkansen.core.plain_json import canonical, digest
from shinkansen.testing.mutants import MUTANTS, Mutant
from shinkansen.verify.judging.difference import Difference, all_clauses
from shinkansen.verify.judging.judge import Judge
from shinkansen.verify.judging.minimise import Budget, minimise
from shinkansen.verify.judging.script import Ask, Script, Setting, What, read_script, setting_of
from shinkansen.verify.judging.vectors import Vector, shipped, texts
from shinkansen.verify.judging.vectors import kills as known_kills
from shinkansen.verify.judging.write_scripts import Guide
from tests.wrong_engines import judge_of_mutant

ROUND: Final = 8
"""So many mutants at a time are asked what was found for those before them, however many processes there are."""


@frozen
class Choosing:
    """What a game knows about the choice of its vectors."""

    tables: tuple[Setting, ...]
    """Where the games of the pool are played, in turn."""
    names: tuple[str, ...]
    """For each table, what the vector with a whole game is called."""
    late: tuple[Setting, ...]
    """Where the corners of the pool are, in turn."""
    unseen: Mapping[str, str]
    """The mutants that cannot be detected over the wire, and why not."""
    games: int = 24
    corners: int = 900
    aimed: Callable[[Any, Random], Any] | None = None
    """A function that makes the end of a game in which everybody aims at something that seldom happens by itself."""
    aims: int = 0
    """How many of those are in the pool."""
    questions: int = 1200
    """How many questions it may take to minimise a difference."""
    own_corners: bool = False
    """Whether the tables at whose corners mutants are killed are ones at which vectors can be asked."""


@cache
def choosing(game: Game) -> Choosing:
    """What a game knows about the choice of its vectors."""
    return cast("Choosing", import_module(f"{__package__}.vectors_{game.name}").CHOOSING)


def room(game: Game) -> Path:
    """The folder of its vectors."""
    return Path(str(game.part(VECTORS)))


def mutants(game: Game) -> tuple[Mutant, ...]:
    """All mutants of a game."""
    return game.part(MUTANTS).all


# -- 1. candidates


def pool(game: Game) -> Iterator[Script]:
    """What every mutant is walked along: games, then corners. They are made when first needed, and kept."""
    made, rest = _begun(game)
    place = 0
    while True:
        if place == len(made):
            made.extend(islice(rest, 1))
        if place == len(made):
            return
        yield made[place]
        place += 1


@cache
def _begun(game: Game) -> tuple[list[Script], Iterator[Script]]:
    return [], _made(game)


def _made(game: Game) -> Iterator[Script]:
    own = choosing(game)
    guide = Guide(Random("vectors"))
    tables = [own.tables[number % len(own.tables)] for number in range(own.games)]
    games = [guide.game(table, 0.35) for table in tables]
    yield from [_start(table, guide.rng) for table in tables]
    yield from games
    for number in range(own.aims):
        assert own.aimed is not None
        setting = own.late[number % len(own.late)]
        state = State(own.aimed(setting.rules, guide.rng))
        yield guide.along(Script(setting, {"state": setting.rules.state_json(state)}), state, 1, 0)
    for number in range(own.corners):
        yield from _corner(game, guide, number)


def _start(setting: Setting, rng: Random) -> Script:
    """The table after setup."""
    deal: Part = {"deal": setting.rules.deal_json(setting.rules.deal(rng))}
    return Script(setting, deal, (), (Ask(0, What.TABLE), Ask(0, What.LEGAL)))


def _corner(game: Game, guide: Guide, number: int) -> Iterator[Script]:
    """A table that play seldom reaches."""
    late = choosing(game).late
    setting = late[number % len(late)]
    yield from _around(guide, setting, _corner_of(setting, guide.rng))


def _corner_of(setting: Setting, rng: Random) -> State:
    corners = setting.game.part(MUTANTS).corners
    assert corners is not None
    return State(corners.corner(setting.rules, rng))


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


def _own(game: Game, id: str) -> Iterator[Script]:
    """What only this mutant is walked along: the corner at which it is killed when compared with the reference
    directly, if it is killed at one, else corners of its own."""
    among = game.part(MUTANTS)
    check, number = among.known_kills.get(id, ("", 0))
    if check == "corners" and among.corners is not None and choosing(game).own_corners:
        rng = Random(f"corners {id} {number - 1}")
        tables = among.corners.tables
        setting = setting_of(game, tables[(number - 1) % len(tables)].setting)
        state, guide = _corner_of(setting, rng), Guide(rng)
        for _ in range(40):
            yield from _around(guide, setting, state)
    else:
        guide = Guide(Random(f"vectors {id}"))
        for number in range(2 * choosing(game).corners):
            yield from _corner(game, guide, number)


def candidate(task: tuple[str, str, tuple[Part, ...]]) -> Part:
    """What a mutant is killed by: nothing of its own, if something that was found before kills it; else its own first
    difference, minimised; if there is none, the first script on which it crashes."""
    name, id, before = task
    game = registry.game(name)
    one = game.part(MUTANTS).mutant(id)
    with judge_of_mutant(one, game=game) as judge:
        for row in sorted(before, key=lambda row: not {*one.clauses}.intersection(cast("list[str]", row["cites"]))):
            if fails(judge, _read(canonical(row["script"]))):
                return {"pool": 0, "script": None, "how": "differs as another did"}
        for number, script in enumerate(chain(pool(game), _own(game, id))):
            if judge.errored and number >= 2 * choosing(game).games:
                break  # it can crash, and in whole games it does nothing else wrong
            found = judge.first(script)
            if found is not None:
                least = minimise(judge, found, Budget(questions=choosing(game).questions, seconds=20))
                return {"pool": number, "script": least.script.json(), "cites": _cites(one, least), "how": str(least)}
        for message, script in judge.broken.items():
            beginning = script.until(0, Ask(0, What.TABLE))
            judge.errored.clear()
            least_script = beginning if judge.first(beginning) is None and judge.errored else script
            return {"pool": -1, "script": least_script.json(), "cites": [*one.clauses], "how": f"errored: {message}"}
    return {"pool": -1, "script": None, "how": "no difference"}


def _cites(one: Mutant, found: Difference) -> list[Any]:
    """The clauses that both the difference and the mutant name, or else those of the difference, or of the mutant."""
    both = [clause for clause in found.clauses if clause in one.clauses]
    return both or [*found.clauses[:3]] or [*one.clauses]


def fails(judge: Judge, script: Script) -> bool:
    """Whether an engine differs or crashes on a script."""
    broken = judge.errored.total()
    return judge.first(script) is not None or judge.errored.total() > broken


# -- 2. the kill table


def killed_by(given: tuple[str, str, tuple[tuple[str, Part], ...]]) -> tuple[str, list[str]]:
    """The names of the scripts on which a mutant differs or crashes."""
    name, id, scripts = given
    if not scripts:
        return id, []
    game = registry.game(name)
    with judge_of_mutant(game.part(MUTANTS).mutant(id), game=game) as judge:
        return id, [name for name, content in scripts if fails(judge, _read(canonical(content)))]


@cache
def _read(script: str) -> Script:
    """A script that is asked of many mutants."""
    return read_script(json.loads(script))


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


def _telling(one: Mutant, fatal: list[str], scripts: Mapping[str, Any]) -> list[str]:
    """Of the scripts that kill a mutant, those that cite a clause it breaks, so that the right clause is reported."""
    return [name for name in fatal if {*one.clauses}.intersection(scripts[name]["cites"])] or fatal


# -- all of it


def main(arguments: Sequence[str] | None = None) -> int:
    """Build the vectors and write them into the package."""
    parser = argparse.ArgumentParser(description="Rebuild the conformance vectors of a game.")
    parser.add_argument("--game", default=registry.DEFAULT, help="which game (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--work", type=Path, default=Path(".vectors"), help="where progress is kept")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--only", nargs="*", metavar="ID", help="only look for candidates for these mutants, then stop")
    which.add_argument("--extend", action="store_true", help="keep the shipped vectors, and add what new mutants need")
    given = parser.parse_args(arguments)
    game, work = registry.game(given.game), given.work / given.game
    work.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor(given.jobs, get_context("spawn")) as workers:
        if given.extend:
            return _extend(game, workers, work)
        found = _candidates(game, workers, work, given.only)
        if given.only:
            return 0
        scripts = {name: row for row in found.values() if (name := _name(row))}
        scripts.update(_games(game))
        kills = _kill_table(game, workers, work, scripts)
    if not _all_killed(game, kills):
        return 1
    small = {name: len(canonical(row["script"])) for name, row in scripts.items() if not row.get("whole")}
    telling = {
        one.id: _telling(one, [name for name in kills[one.id] if name in small], scripts) for one in mutants(game)
    }
    chosen = cover(telling, small)
    _write(game, {name: row for name, row in scripts.items() if name in chosen or row.get("whole")}, kills)
    return 0


def _extend(game: Game, workers: ProcessPoolExecutor, work: Path) -> int:
    """Add vectors for the mutants that are not in the kill table yet and that no shipped vector kills."""
    kept: dict[str, Any] = {
        vector.id: {"script": vector.script.json(), "cites": [*vector.cites], "whole": vector.whole}
        for vector in shipped(game)
    }
    table = {id: [*fatal] for id, fatal in known_kills(game).items()}
    fresh = [one.id for one in mutants(game) if one.id not in table and one.id not in choosing(game).unseen]
    table.update(workers.map(killed_by, [(game.name, id, _asked(kept)) for id in fresh]))
    lonely = [id for id in fresh if not table[id]]
    found = _candidates(game, workers, work, lonely) if lonely else {}
    scripts = {name: found[id] for id in lonely if (name := _name(found[id]))}
    asked = [(game.name, one.id, _asked(scripts)) for one in mutants(game)]
    more = dict(workers.map(killed_by, asked)) if scripts else {}
    kills = {one.id: [*table.get(one.id, []), *more.get(one.id, [])] for one in mutants(game)}
    if not _all_killed(game, kills):
        return 1
    small = {name: len(canonical(row["script"])) for name, row in scripts.items()}
    among = game.part(MUTANTS)
    chosen = cover({id: _telling(among.mutant(id), more[id], scripts) for id in lonely}, small)
    _write(game, {**kept, **{name: scripts[name] for name in chosen}}, kills)
    return 0


def _asked(scripts: Mapping[str, Any]) -> tuple[tuple[str, Part], ...]:
    return tuple((name, row["script"]) for name, row in scripts.items())


def _all_killed(game: Game, kills: Mapping[str, Sequence[str]]) -> bool:
    unknown = [id for id, fatal in kills.items() if not fatal and id not in choosing(game).unseen]
    if unknown:
        print(f"these mutants are not killed: {', '.join(unknown)}", file=sys.stderr)
    return not unknown


def _candidates(game: Game, workers: ProcessPoolExecutor, work: Path, only: Sequence[str] | None) -> dict[str, Any]:
    found: dict[str, Any] = {}
    missing: list[str] = []
    for one in mutants(game):
        file = work / f"{one.id}.json"
        if file.exists():
            found[one.id] = json.loads(file.read_text(encoding="utf-8"))
        elif (not only or one.id in only) and one.id not in choosing(game).unseen:
            missing.append(one.id)
    for several in (missing[first : first + ROUND] for first in range(0, len(missing), ROUND)):
        before = tuple(row for row in found.values() if row["script"] is not None)
        tasks = [(game.name, id, before) for id in several]
        for id, row in zip(several, workers.map(candidate, tasks), strict=True):
            (work / f"{id}.json").write_text(json.dumps(row), encoding="utf-8")
            found[id] = row
            print(f"{id:34} {row['pool']:4} {row['how']}", flush=True)
    return found


def _kill_table(
    game: Game, workers: ProcessPoolExecutor, work: Path, scripts: Mapping[str, Any]
) -> dict[str, list[str]]:
    """Which scripts kill each mutant. What was asked is kept for each mutant, since this takes minutes."""
    kept = work / "kills"
    kept.mkdir(exist_ok=True)
    asked: dict[str, dict[str, bool]] = {}
    for one in mutants(game):
        file = kept / f"{one.id}.json"
        asked[one.id] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    tasks = [
        (game.name, one.id, tuple(each for each in _asked(scripts) if each[0] not in asked[one.id]))
        for one in mutants(game)
        if one.id not in choosing(game).unseen
    ]
    for (_, _, missing), (id, fatal) in zip(tasks, workers.map(killed_by, tasks), strict=True):
        asked[id] |= {name: name in fatal for name, _ in missing}
        (kept / f"{id}.json").write_text(json.dumps(asked[id]), encoding="utf-8")
    return {id: [name for name in scripts if found.get(name)] for id, found in asked.items()}


def _name(row: Any) -> str:
    """A permanent name: what it is about, and a few letters of its digest."""
    if row["script"] is None:
        return ""
    vector = Vector("", tuple(row["cites"]), read_script(row["script"]))
    return f"{vector.sort}-{row['cites'][0]}-{digest(row['script'])[:6]}"


def _games(game: Game) -> dict[str, Any]:
    """A whole game for every table."""
    games: dict[str, Any] = {}
    own = choosing(game)
    for setting, name in zip(own.tables, own.names, strict=True):
        script = Guide(Random(f"game {name}")).game(setting, 0)
        last = len(script.moves)
        line = script.played()
        cites = dict.fromkeys(clause for ply in range(1, last + 1) for clause in all_clauses(line, ply))
        whole = attrs.evolve(script, asks=(Ask(last, What.SCORES),))
        games[f"game-{name}"] = {"script": whole.json(), "cites": sorted(cites), "whole": True}
    return games


def _write(game: Game, chosen: Mapping[str, Any], kills: Mapping[str, Sequence[str]]) -> None:
    vectors = tuple(
        Vector(name, tuple(row["cites"]), read_script(row["script"]), row.get("whole", False))
        for name, row in sorted(chosen.items())
    )
    folder, unseen = room(game), choosing(game).unseen
    folder.mkdir(exist_ok=True)
    for old in folder.glob("*.json"):
        old.unlink()
    for name, text in texts(game, vectors).items():
        (folder / name).write_text(text, encoding="utf-8")
    table = {id: [name for name in fatal if name in chosen] for id, fatal in kills.items()}
    rows = ",\n".join(f"{json.dumps(id)}: {json.dumps(sorted(fatal))}" for id, fatal in table.items() if fatal)
    why = ",\n".join(f"{json.dumps(id)}: {json.dumps(unseen[id])}" for id, fatal in table.items() if not fatal)
    (folder / "kills.json").write_text(f'{{"kills": {{\n{rows}\n}}, "unseen": {{\n{why}\n}}}}\n', encoding="utf-8")
    size = sum(file.stat().st_size for file in folder.glob("*.json"))
    print(f"{len(vectors)} vectors, {size:,} bytes; {sum(map(bool, table.values()))} of {len(table)} mutants killed.")


if __name__ == "__main__":
    sys.exit(main())
