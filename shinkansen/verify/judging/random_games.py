"""Random games played with one engine within a budget."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from math import inf
from random import Random
from time import monotonic
from typing import Final

from attrs import evolve, frozen

from shinkansen.verify.judging.findings import Found
from shinkansen.verify.judging.judge import Judge
from shinkansen.verify.judging.script import Route, Script, Setting
from shinkansen.verify.judging.write_scripts import Guide

ENOUGH: Final = 12
"""After this many different causes enough has been found."""
DETOURS: Final = 3
"""How often a game continues in another way from where the tables diverged."""


@frozen
class Share:
    """The games to play with one engine."""

    tables: tuple[Setting, ...]
    games: int | None
    """How many games at most."""
    seed: int | str
    seconds: float = inf
    first: int = 0
    """The number of the first game: it decides at which table a game is played and how it is asked about."""


def play_games(
    judge: Judge, share: Share, found: Found, agrees: Callable[[Script], None] = lambda script: None
) -> Iterator[int]:
    """Play games; after each, yields in how many of them something was asked and answered. Those in which the engine
    agrees are handed on."""
    deadline = monotonic() + share.seconds
    guide = Guide(Random(share.seed))
    played = 0
    for number in count(share.first):
        over = monotonic() >= deadline or number - share.first == share.games
        if over or len(found) >= ENOUGH or not _begins(judge):
            return
        table, before = share.tables[number % len(share.tables)], judge.compared.total()
        for script in scripts(judge, guide, table, number):
            differences = [*judge.differences(script)]
            if not differences:
                agrees(script)
            parted = found.note(differences)
            for _ in range(DETOURS):
                if parted is None or not parted.script.moves or not parted.script.dealt or monotonic() >= deadline:
                    break
                parted = found.note(judge.differences(guide.game(table, _looks(judge, number), parted.script)))
        # A game in which nothing could be asked, or everything was skipped, says nothing.
        played += judge.compared.total() > before
        yield played


def scripts(judge: Judge, guide: Guide, table: Setting, number: int) -> Iterator[Script]:
    """What is asked with a setting, as far as the engine can be taken: through a game or only to its start, and to a
    position in the middle of another."""
    offered = judge.capabilities
    if "play" in offered or ("apply" in offered and _begins(judge)):
        yield _routed(judge, guide.game(table, _looks(judge, number)), number)
    elif "new" in offered:
        yield guide.opening(table)
    if "load" in offered:
        yield _routed(judge, guide.position(table), number)


def _begins(judge: Judge) -> bool:
    return bool({"play", "new", "load"} & judge.capabilities)


def _routed(judge: Judge, script: Script, number: int) -> Script:
    """Each route that the engine offers in turn; games with many questions are led, which costs it least."""
    routes = judge.routes(script)
    if not routes:
        return script
    route = Route.LEAD if script.dealt and number % 3 == 0 and Route.LEAD in routes else routes[0]
    if not script.dealt:
        route = routes[number % len(routes)]
    return evolve(script, route=None if route is routes[0] else route)


def _looks(judge: Judge, number: int) -> float:
    """The share of tables at which questions are asked: in most games only the effects of moves are compared, if
    possible."""
    shows = bool({"play", "digest", "table"} & judge.capabilities)
    return 0.3 if number % 3 == 0 or not shows else 0.03
