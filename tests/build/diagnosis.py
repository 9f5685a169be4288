"""What `verify` says about engines with one mistake each, in numbers: `python -m tests.build.diagnosis SET ...`.

A set is a list of mistakes that are planted in the game's JavaScript engine (`zerokei/held_out` is
`tests/verify/planted/zerokei/held_out.toml`), or `programs`: forty of Next Station's mutants (`programs/tuning` and
`programs/held_out` are their halves). Every mistake becomes a program in a temporary folder, and that is checked as by
the command line. The table says which clause was named first, among how many findings, with how many moves, and the CPU
seconds of both sides. `--only new,legal,apply,scores` hides everything else that the engine offers. `--unexplained`
takes all forty from those by which a check explains what it sees: otherwise it knows them.
"""

from __future__ import annotations

import argparse
import json
import resource
import tempfile
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from statistics import median
from unittest import mock

from attrs import asdict, frozen

from shinkansen.core import registry
from shinkansen.core.game import Game
from shinkansen.core.plain_json import Json
from shinkansen.verify.conversation.talk import Answer, Engine, Limits, Reply
from shinkansen.verify.judging import wrong_rules
from shinkansen.verify.judging.plan import Plan
from shinkansen.verify.judging.runner import check
from shinkansen.verify.judging.script import setting_of
from shinkansen.verify.judging.start import Command
from shinkansen.verify.judging.vectors import shipped
from shinkansen.verify.judging.verdict import Report
from tests.build.planted_check import LISTS, Planted, planted
from tests.build.programs import Program, halves, programs

SECONDS = 30.0
"""As by the command line."""


@frozen
class Hiding:
    """A way to an engine that offers only some of what it can do."""

    way: Command
    only: frozenset[str]

    def open(self, limits: Limits) -> Engine:
        return _Hidden(self.way.open(limits), self.only)


class _Hidden(Engine):
    def __init__(self, engine: Engine, only: frozenset[str]) -> None:
        self._engine, self._only = engine, only

    def ask(self, cmd: str, **given: Json) -> Reply:
        self._engine.game, self._engine.until = self.game, self.until
        reply = self._engine.ask(cmd, **given)
        if cmd == "start" and isinstance(reply, Answer):
            offered = reply.content["capabilities"]
            kept: list[Json] = [name for name in offered if name in self._only] if isinstance(offered, list) else []
            return Answer({**reply.content, "capabilities": kept})
        if cmd == "scores" and "items" not in self._only and isinstance(reply, Answer):
            return Answer({key: value for key, value in reply.content.items() if key != "scores"})
        return reply

    def close(self) -> None:
        self._engine.close()
        self.trouble = self._engine.trouble


@frozen
class Told:
    """What was said about one mistake."""

    id: str
    broken: tuple[str, ...]
    clauses: list[tuple[str, ...]]
    """The clauses of each finding."""
    sentences: list[str]
    moves: list[int]
    seconds: float
    """CPU seconds, of `verify` and of the engine."""
    wall: float
    plays: list[str]
    """The wrong rules that it is said to play by."""

    @property
    def findings(self) -> int:
        return len(self.clauses)

    @property
    def place(self) -> int | None:
        """The place of the broken clause among the clauses of the first finding, from 1; none if it is not there."""
        first = self.clauses[0] if self.clauses else ()
        return next((place for place, clause in enumerate(first, start=1) if clause in self.broken), None)

    @property
    def anywhere(self) -> bool:
        """Whether any finding names it at all."""
        return any(clause in self.broken for clauses in self.clauses for clause in clauses)

    @property
    def same_chapter(self) -> bool:
        first = self.clauses[0][:1] if self.clauses else ()
        return any(clause.split(".")[0] == broken.split(".")[0] for clause in first for broken in self.broken)


def tell(
    mistake: Planted | Program,
    only: frozenset[str] = frozenset(),
    seconds: float = SECONDS,
    unexplained: Iterable[str] = (),
) -> Told:
    """Check an engine with one mistake; some mutants may be kept from explaining it."""
    game = registry.game(mistake.game)
    with tempfile.TemporaryDirectory() as folder, _without_mutants(game, frozenset(unexplained)):
        way = Command(mistake.command(Path(folder)))
        tables = tuple(setting_of(game, table, edition=mistake.edition) for table in game.tables)
        plan = Plan(tables, shipped(game), seconds)
        before = _used()
        report: Report = check(Hiding(way, only) if only else way, plan)  # type: ignore[arg-type]
        used = _used() - before
    found = [finding for finding in report.findings if finding.wrong] or [*report.findings]
    moves = [len(finding.difference.script.moves) for finding in found]
    sentences = [finding.difference.sentence for finding in found]
    return Told(
        mistake.id,
        mistake.broken,
        [finding.clauses for finding in found],
        sentences,
        moves,
        used,
        report.seconds,
        [finding.says for finding in found if finding.says],
    )


@contextmanager
def _without_mutants(game: Game, ids: frozenset[str]) -> Generator[None]:
    """A check that does not know some mutants of a game."""
    known = wrong_rules.mutants_known(game)
    with mock.patch.object(wrong_rules, "mutants_known", return_value=tuple(one for one in known if one.id not in ids)):
        yield


def _used() -> float:
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in both)


SETS = (*(f"{path.parent.name}/{path.stem}" for path in LISTS), "programs", *(f"programs/{half}" for half in halves()))


def mistakes(name: str) -> Sequence[Planted | Program]:
    """The mistakes of a set."""
    if name == "programs":
        return programs()
    if name.startswith("programs/"):
        return halves()[name.removeprefix("programs/")]
    return next(planted(path) for path in LISTS if f"{path.parent.name}/{path.stem}" == name)


def line(one: Told) -> str:
    """The figures of one mistake."""
    place = one.place or ("later" if one.anywhere else "never")
    first = ", ".join(one.clauses[0]) if one.clauses else "not caught"
    return (
        f"{one.id:42} {','.join(one.broken):14} {place!s:6} {one.findings:2} findings {one.moves[:1]!s:6} moves "
        f"{one.seconds:5.1f} s  {first}"
    )


def summary(told: Sequence[Told]) -> Iterator[str]:
    """The figures of all mistakes together."""
    caught = [one for one in told if one.clauses]
    if not caught:
        return
    share = {
        "caught": len(caught),
        "broken clause first": sum(one.place == 1 for one in told),
        "among the first three": sum(one.place is not None and one.place <= 3 for one in told),
        "named anywhere": sum(one.anywhere for one in told),
        "same chapter": sum(one.same_chapter for one in told),
        "at most two findings": sum(one.findings <= 2 for one in caught),
        "said to play by a wrong rule": sum(bool(one.plays) for one in caught),
    }
    yield ""
    for name, number in share.items():
        yield f"{name}: {number} of {len(told)} ({100 * number / len(told):.0f} %)"
    yield f"findings: median {median(one.findings for one in caught)}, most {max(one.findings for one in caught)}"
    moves = [one.moves[0] for one in caught]
    yield f"moves of the first finding: median {median(moves)}, most {max(moves)}"
    yield f"CPU seconds: median {median(one.seconds for one in told):.1f}, most {max(one.seconds for one in told):.1f}"


def main() -> None:
    """Measure, print the table, and keep the figures if asked to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sets", nargs="+", choices=SETS, metavar="SET", help=f"of {', '.join(SETS)}")
    parser.add_argument("--only", default="", help="the capabilities that are not hidden; `items` for items of scores")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="more on a busy machine")
    parser.add_argument("--unexplained", action="store_true", help="explain nothing by any of the forty programs")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--ids", default="", help="only these mistakes")
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    only = frozenset(arguments.only.split(",")) - {""}
    ids = {*arguments.ids.split(",")} - {""}
    all_ = [each for name in dict.fromkeys(arguments.sets) for each in mistakes(name)]
    unexplained = [each.id for each in programs()] if arguments.unexplained else []
    asking = partial(tell, only=only, seconds=arguments.seconds, unexplained=unexplained)
    told = list[Told]()
    with Pool(arguments.jobs, maxtasksperchild=1) as pool:
        for one in pool.imap_unordered(asking, [each for each in all_ if not ids or each.id in ids]):
            told.append(one)
            print(line(one), flush=True)
    print("\n".join(summary(told)))
    if ids:
        for one in told:
            print("", one.id, *map(str, zip(one.clauses, one.moves, one.sentences, strict=True)), sep="\n  ")
    if arguments.json is not None:
        arguments.json.write_text(json.dumps([asdict(one) for one in told], indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
