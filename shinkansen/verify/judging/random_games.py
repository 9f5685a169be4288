"""Random games played with an engine within a budget, in this process or shared among several."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count, cycle
from random import Random
from time import monotonic
from typing import Final

from attrs import evolve, field, frozen

from shinkansen.core.plain_json import Json
from shinkansen.verify.conversation.talk import Fault, Limits, TimeIsOver, Trouble
from shinkansen.verify.judging.findings import Found
from shinkansen.verify.judging.judge import Judge
from shinkansen.verify.judging.scope import Topic
from shinkansen.verify.judging.script import Route, Script, Setting, name_of_edition
from shinkansen.verify.judging.start import Way, greet
from shinkansen.verify.judging.write_scripts import Guide

ENOUGH: Final = 12
"""After this many different causes enough has been found."""
DETOURS: Final = 3
"""How often a game continues in another way from where the tables diverged."""


@frozen
class Share:
    """The games that one process plays with an engine of its own."""

    tables: tuple[Setting, ...]
    seconds: float
    games: int | None
    """How many games at most."""
    seed: int
    limits: Limits = field(factory=Limits)
    edition: Json = None
    """A user's own edition, which another process does not know by its name."""
    until: float | None = None
    """When an engine in another process is no longer asked anything; like `Engine.until`."""


def play_games(
    judge: Judge, share: Share, found: Found, agrees: Callable[[Script], None] = lambda script: None
) -> Iterator[int]:
    """Play games; after each, yields in how many of them something was asked and answered. Those in which the engine
    agrees are handed on."""
    deadline = monotonic() + share.seconds
    guide = Guide(Random(share.seed))
    tables = cycle(share.tables)
    played = 0
    for number in count():
        if monotonic() >= deadline or number == share.games or len(found) >= ENOUGH or not _begins(judge):
            return
        table, before = next(tables), judge.compared.total()
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


# -- in a process of its own


@frozen
class ShareResult:
    """What a separate process has seen."""

    found: Found
    games: int
    clauses: set[str]
    questions: int
    answered: Counter[str]
    compared: Counter[Topic]
    skipped: Counter[str]
    errored: Counter[str]
    fault: Fault | None = None
    sentence: str = ""
    """The trouble it ran into, which as an exception could not be sent between processes."""


def play_share(way: Way, share: Share) -> ShareResult:
    """Play a share with an engine of our own, in a separate process."""
    game = share.tables[0].game
    if share.edition is not None:
        name_of_edition(game, share.edition)
    found, games = Found(), 0
    with way.open(share.limits) as engine:
        engine.until = share.until
        judge = Judge(engine, greet(engine, game).capabilities)

        def result(trouble: Trouble | None = None) -> ShareResult:
            fault, sentence = (trouble.fault, str(trouble)) if trouble is not None else (None, "")
            counts = judge.clauses, judge.questions, judge.answered, judge.compared, judge.skipped, judge.errored
            return ShareResult(found, games, *counts, fault, sentence)

        trouble: Trouble | None = None
        try:
            for number in play_games(judge, share, found):
                games = number
        except Trouble as problem:
            trouble = problem
        except (KeyboardInterrupt, TimeIsOver):
            pass  # what was seen until then is still reported
    return result(trouble or engine.trouble)
