"""What `verify` says about mistakes planted in the JavaScript engine, in numbers: `python -m tests.build.diagnosis`.

For every mistake of `tests/verify/planted` the engine is patched in a temporary folder and checked as by the command
line. The table says which clause was named first, among how many findings, with how many moves, and the CPU seconds of
both sides. `--only new,legal,apply,scores` hides everything else that the engine offers.
"""

from __future__ import annotations

import argparse
import json
import resource
import tempfile
from collections.abc import Iterator, Sequence
from functools import partial
from multiprocessing import Pool
from pathlib import Path
from statistics import median

from attrs import asdict, frozen

from shinkansen.core.plain_json import Json
from shinkansen.verify.conversation.talk import Answer, Engine, Limits, Reply
from shinkansen.verify.judging.runner import Plan, check
from shinkansen.verify.judging.script import setting_of
from shinkansen.verify.judging.start import Command
from shinkansen.verify.judging.vectors import shipped
from shinkansen.verify.judging.verdict import Report
from shinkansen.zerokei.game import GAME
from tests.build.planted_check import LISTS, NODE, Planted, planted

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


def tell(mistake: Planted, only: frozenset[str] = frozenset(), seconds: float = SECONDS) -> Told:
    """Check an engine with one mistake."""
    with tempfile.TemporaryDirectory() as folder:
        way = Command((NODE, str(mistake.plant(Path(folder)) / "adapter.mjs")))
        plan = Plan(tuple(setting_of(GAME, table) for table in GAME.tables), shipped(GAME), seconds)
        before = _used()
        report: Report = check(Hiding(way, only) if only else way, plan)  # type: ignore[arg-type]
        used = _used() - before
    found = [finding for finding in report.findings if finding.wrong] or [*report.findings]
    moves = [len(finding.difference.script.moves) for finding in found]
    sentences = [finding.difference.sentence for finding in found]
    return Told(
        mistake.id, mistake.clauses, [finding.clauses for finding in found], sentences, moves, used, report.seconds
    )


def _used() -> float:
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in both)


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
    parser.add_argument("sets", nargs="+", help="names of files in tests/verify/planted, without the ending")
    parser.add_argument("--only", default="", help="the capabilities that are not hidden; `items` for items of scores")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="more on a busy machine")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--ids", default="", help="only these mistakes")
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    only = frozenset(arguments.only.split(",")) - {""}
    ids = {*arguments.ids.split(",")} - {""}
    chosen = [
        each for path in LISTS if path.stem in arguments.sets for each in planted(path) if not ids or each.id in ids
    ]
    told = list[Told]()
    with Pool(arguments.jobs, maxtasksperchild=1) as pool:
        for one in pool.imap_unordered(partial(tell, only=only, seconds=arguments.seconds), chosen):
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
