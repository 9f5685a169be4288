"""Knowing the reading: games that tell apart the answers to rulings that are still open, and what is known of each in
the end, with a hint where nothing told.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from shinkansen.verify.judging.asking import put
from shinkansen.verify.judging.course import Course
from shinkansen.verify.judging.fingerprint import Fingerprint, Teller, fingerprint, separating, still_open, tellers
from shinkansen.verify.judging.readings import Reading, tells
from shinkansen.verify.judging.script import SHIPPED, Setting

PATIENCE: Final = 3
"""After this many useless games, in which a mistake got in the way, the search ends."""


def put_tellers(course: Course) -> None:
    """Ask the games that are known to tell readings apart."""
    for teller in tellers(course.tables, course.plan.search):
        put(course, teller.script, teller.slug)


def separate(course: Course) -> None:
    """Find and play games that tell apart the answers still open, if the plan is to search for them."""
    course.tell("games that tell readings apart")
    masked = len(course.masked)
    for other in _open(course) if course.plan.search else ():
        course.tell()
        for slug in other.slugs - course.masked:
            put(course, separating(course.tables, other), slug)
        if len(course.masked) >= masked + PATIENCE:
            break


def known(course: Course) -> Fingerprint:
    """What is known of the reading that the engine follows."""
    everywhere = _Everywhere(course)
    hints = {other: _hint(course, other, everywhere) for other in _open(course)}
    return fingerprint(course.plan.game.register, course.asked, course.reading, hints)


def _open(course: Course) -> tuple[Reading, ...]:
    return still_open(course.plan.game.register, course.agreed, course.reading)


def _hint(course: Course, other: Reading, everywhere: Callable[[], tuple[Teller, ...]]) -> str:
    """Why it is not known whether the engine follows an answer, or what would tell."""
    if other.slugs & course.masked:
        return "a mistake gets in the way in the game that would tell"
    telling = [teller.script for teller in everywhere() if teller.slug in other.slugs and tells(teller.script, other)]
    search = course.plan.search
    if not telling:
        searched = "" if search else " (`shinkansen fingerprint` searches further)"
        return f"no game is known that would tell under this reading{searched}"
    asked = {table.seats for table in course.tables}
    if all(script.setting.seats not in asked for script in telling):
        seats = min(script.setting.seats for script in telling)
        return f"{'a solo game' if seats == 1 else f'a game for {seats}'} would tell, but none was asked"
    chosen = {each for table in course.tables for each in table.variants}
    if not search and all(not {*script.setting.variants} <= chosen for script in telling):
        return f"a game for {telling[0].setting.table_words} would tell, but none was asked"
    if not search and all(script.setting.edition != SHIPPED for script in telling):
        return "only a game with other cards would tell (`shinkansen fingerprint` plays some)"
    return "it does not answer in the game that would tell"


class _Everywhere:
    """Every game that tells readings apart, also those for other numbers of players; made when it is first needed."""

    def __init__(self, course: Course) -> None:
        self._course = course
        self._made: tuple[Teller, ...] | None = None

    def __call__(self) -> tuple[Teller, ...]:
        if self._made is None:
            game, reading = self._course.plan.game, self._course.reading
            settings = [Setting(game, seats, rulings=reading) for seats in game.seats]
            self._made = tuple(tellers(settings, varied=True))
        return self._made
