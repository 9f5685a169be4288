"""Walks: games played with an engine within a budget, in this process or shared among several."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import count, cycle
from random import Random
from time import monotonic
from typing import Final

from attrs import field, frozen

from shinkansen.verify.findings import Found
from shinkansen.verify.judge import Judge
from shinkansen.verify.script import Setting, name_of_edition
from shinkansen.verify.start import Way, greet
from shinkansen.verify.talk import Ill, Limits, Trouble
from shinkansen.verify.walk import Guide
from shinkansen.zerokei.edition import Edition

ENOUGH: Final = 12
"""After so many causes an engine has been told enough."""
DETOURS: Final = 6
"""How often a game goes on another way from where the tables parted."""


@frozen
class Walk:
    """What is to be walked."""

    tables: tuple[Setting, ...]
    seconds: float
    games: int | None
    """How many games at most."""
    seed: int
    limits: Limits = field(factory=Limits)
    edition: Edition | None = None
    """Somebody's own, which another process does not know by its name."""


def walks(judge: Judge, walk: Walk, found: Found) -> Iterator[int]:
    """Play games; after each, how many there were."""
    deadline = monotonic() + walk.seconds
    guide = Guide(Random(walk.seed))
    tables = cycle(walk.tables)
    for number in count():
        if monotonic() >= deadline or number == walk.games or len(found) >= ENOUGH:
            return
        table = next(tables)
        looks = _looks(judge, number)
        script = guide.game(table, looks) if _plays(judge) else guide.position(table)
        for _ in range(DETOURS):
            parted = found.note(judge.differences(script))
            if parted is None or not parted.script.moves or not parted.script.dealt or monotonic() >= deadline:
                break
            script = guide.game(table, looks, parted.script)
        if "load" in judge.capabilities and _plays(judge):
            found.note(judge.differences(guide.position(table)))
        yield number + 1


def _plays(judge: Judge) -> bool:
    return bool({"play", "new"} & judge.capabilities)


def _looks(judge: Judge, number: int) -> float:
    """At which share of the tables questions are asked: in most games only what moves do is compared, if it can be."""
    shows = bool({"play", "digest", "table"} & judge.capabilities)
    return 0.3 if number % 3 == 0 or not shows else 0.03


# -- in a process of its own


@frozen
class Walked:
    """What a process of its own has seen."""

    found: Found
    games: int
    clauses: set[str]
    questions: int
    skipped: Counter[str]
    errored: Counter[str]
    ill: Ill | None = None
    sentence: str = ""
    """The trouble it was in; such an error does not travel between processes by itself."""


def walk_apart(way: Way, walk: Walk) -> Walked:
    """Walk with an engine of one's own."""
    if walk.edition is not None:
        name_of_edition(walk.edition)
    found, games = Found(), 0
    with way.open(walk.limits) as engine:
        judge = Judge(engine, greet(engine).capabilities)

        def walked(trouble: Trouble | None = None) -> Walked:
            ill, sentence = (trouble.ill, str(trouble)) if trouble is not None else (None, "")
            return Walked(found, games, judge.clauses, judge.questions, judge.skipped, judge.errored, ill, sentence)

        try:
            for number in walks(judge, walk, found):
                games = number
        except Trouble as trouble:
            return walked(trouble)
        return walked()
