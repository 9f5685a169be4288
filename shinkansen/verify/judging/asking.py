"""Asking: scripts are put to the engine, and what it says in them is kept: differences, and games in which it agreed.

The vectors are asked by every route that the engine offers, so that each of its capabilities is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs

from shinkansen.core.clauses import section
from shinkansen.verify.judging.course import Course
from shinkansen.verify.judging.difference import Difference
from shinkansen.verify.judging.judge import Judge
from shinkansen.verify.judging.plan import Plan
from shinkansen.verify.judging.readings import Heard, read_as
from shinkansen.verify.judging.script import SHIPPED, Script, Setting, What

KEPT: Final = 300
"""How many games in which the engine agreed are kept, to try explanations on them."""


def put(course: Course, script: Script | None, slug: str = "") -> bool:
    """Ask a script, perhaps one about a ruling; returns whether any part of it was answered."""
    judge = course.judge
    if script is None or not judge.can(script):
        return False
    before, compared = (judge.skipped.total(), judge.errored.total()), judge.compared.total()
    differences = [*judge.differences(script)]
    course.found.note(differences)
    if not differences:
        keep(course, script)
    if slug and differences:
        course.masked.add(slug)
    if slug and before == (judge.skipped.total(), judge.errored.total()):
        agreed = (Heard(rest, judge.heard, judge.capabilities) for rest in _agreed(script, differences))
        course.agreed.setdefault(slug, []).extend(agreed)
    return judge.compared.total() > compared


def keep(course: Course, script: Script) -> None:
    """Keep a script in which the engine has just agreed."""
    judge = course.judge
    if len(course.heard) < KEPT:
        sections = frozenset(map(section, judge.rested))
        course.heard.append(Heard(script, judge.heard, judge.capabilities, sections))


def _agreed(script: Script, differences: list[Difference]) -> Iterator[Script]:
    """What is left of a script without the questions that were answered differently; nothing if the tables diverged."""
    asked = [difference.script.asks for difference in differences]
    if all(asked):
        wrong = {ask.what for asks in asked for ask in asks}
        yield attrs.evolve(script, asks=tuple(ask for ask in script.asks if ask.what not in wrong))


# -- vectors


def put_vectors(course: Course) -> None:
    """Ask all vectors that can be asked at the tables to be checked."""
    course.tell("vectors")
    course.progress.vectors = course.unasked = 0
    for vector, setting in vectors_asked(course):
        script = read_as(vector, setting)
        asked = [put(course, one) for one in (_by_every_route(course.judge, script) if script is not None else ())]
        course.progress.vectors += any(asked)
        course.unasked += not any(asked)
        course.tell()


def _by_every_route(judge: Judge, script: Script) -> Iterator[Script]:
    """The script by every route; an illegal move that it is asked about is also tried, to see it refused."""
    yield from judge.every_route(script)
    tries = tuple(attrs.evolve(ask, what=What.TRY) for ask in script.asks if ask.what is What.CHECK and ask.by is None)
    if tries:
        yield from judge.every_route(attrs.evolve(script, asks=tries))


def edition_of_vectors(plan: Plan) -> str:
    """The edition whose vectors are asked: the one to be checked, or the shipped one if none is about that."""
    own = plan.tables[0].edition
    return own if any(each.script.setting.edition == own for each in plan.vectors) else SHIPPED


def vectors_asked(course: Course) -> Iterator[tuple[Script, Setting]]:
    """The vectors that are about these tables, each with the one at which it is asked."""
    edition, tables = edition_of_vectors(course.plan), course.tables
    for vector in course.plan.vectors:
        setting = _table_of(vector.script.setting, edition, tables)
        if setting is not None:
            yield vector.script, setting


def _table_of(here: Setting, edition: str, tables: tuple[Setting, ...]) -> Setting | None:
    """The table at which a vector can be asked: its number of seats and its variants are among those to be checked,
    though perhaps not at one table; and it is about the edition, or the shipped one if none is about that."""
    if here.seats not in {table.seats for table in tables} or here.edition != edition:
        return None
    alike = [table for table in tables if table.variants == here.variants]
    exact = [table for table in alike if table.seats == here.seats]
    return next((attrs.evolve(table, seats=here.seats) for table in (*exact, *alike)), None)
