"""The parts of the benchmark that are measured by workers: what each of them can be asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from attrs import frozen

from tests.benchmarks import calls, growth, kept, peers, questions, verifying
from tests.benchmarks.contenders import CONTENDERS, Contender, slices
from tests.benchmarks.tables import CLOSER, TABLES, Measure, Table


@frozen
class Subject:
    """Something that can be measured: how it is opened, in a process of its own, for a quick run or a whole one."""

    part: str
    id: str
    words: str
    opened: Callable[[bool], Measure]
    module: str = ""
    """The module that must be importable, if it is not ours."""

    @property
    def name(self) -> str:
        """The part and the id, which together no other subject has."""
        return f"{self.part}:{self.id}"


def _played(one: Contender) -> Subject:
    return Subject("playouts", one.id, one.plays, lambda quick: slices(one.opened()), one.module)


def _closer(table: Table) -> tuple[Subject, ...]:
    def called(quick: bool) -> Measure:
        return calls.opened(table.rules(), 2 if quick else 12)

    def asked(quick: bool) -> Measure:
        return questions.opened(table, 1 if quick else 3)

    def grown(quick: bool) -> Measure:
        return growth.opened(table.rules(), table.game, 1 if quick else 60)

    def kept_(quick: bool) -> Measure:
        return kept.opened(kept.of_rules(table.rules()), 1 if quick else 4)

    made = {"calls": called, "questions": asked, "growth": grown, "kept": kept_}
    return tuple(Subject(part, table.id, table.words, opened) for part, opened in made.items())


def _verifying(table: Table, way: str) -> Subject:
    words = f"{table.words}: {verifying.WORDS[way]}"

    def opened(quick: bool) -> Measure:
        return verifying.opened(table, way, 1 if quick else verifying.ENOUGH)

    return Subject("verifying", f"{table.id}-{way}", words, opened)


def _kept(id: str, words: str, states: kept.States, module: str) -> Subject:
    return Subject("kept", id, words, lambda quick: kept.opened(states, 1 if quick else 4), module)


SUBJECTS: Final = {
    subject.name: subject
    for subject in (
        *map(_played, CONTENDERS.values()),
        *(subject for table in CLOSER for subject in _closer(table)),
        *(_verifying(TABLES[id], way) for id in ("zerokei-3", "london-3") for way in verifying.WAYS),
        _kept("chess", "python-chess, `copy(stack=False)`", peers.chess_states, "chess"),
        _kept("catanatron-3", "catanatron, 3 players, `copy()`", peers.catanatron_states, "catanatron"),
    )
}
PARTS: Final = tuple(dict.fromkeys(subject.part for subject in SUBJECTS.values()))
SECONDS: Final = {"playouts": 0.1, "calls": 0.005, "questions": 0.005, "growth": 0.005, "verifying": 0.0, "kept": 0.0}
"""By part, the CPU seconds of a slice of games, of one kind of call or question, of one step."""
