"""Random games with the engine of this process until the time is up; fewer once something was found, since that must
be explained and shortened.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from shinkansen.verify.judging.asking import keep
from shinkansen.verify.judging.clock import GAMES, GAMES_OF_THE_WRONG
from shinkansen.verify.judging.course import Course
from shinkansen.verify.judging.random_games import Share, play_games

NOTHING_NEW: Final = 25
"""Once something was found, games end after this many in which nothing else was."""


def play(course: Course, adopts: Callable[[], bool]) -> bool:
    """Play games; whether a reading was adopted on the way, which is tried whenever something new was found."""
    plan, clock, games = course.plan, course.clock, course.plan.games
    left = None if games is None else games - course.progress.games
    whole = Share(course.tables, left, plan.seed, clock.left(GAMES))
    causes, before, new = len(course.found), course.progress.games, 0
    for played in play_games(course.judge, whole, course.found, partial(keep, course)):
        course.clean += before + played - course.progress.games
        course.progress.games = before + played
        course.tell()
        if len(course.found) > causes:
            causes = len(course.found)
            if adopts():
                return True
            new = played
        # What was found must be shortened, and that takes time too.
        if course.found and (clock.over(GAMES_OF_THE_WRONG) or played - new >= NOTHING_NEW):
            break
    return False
