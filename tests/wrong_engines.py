"""Engines behind the wire for tests: the reference, or a mutant, in this process or in one of its own."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from shinkansen.core.game import Game, Plain
from shinkansen.core.plain_json import Json, canonical
from shinkansen.testing.mutants import Mutant
from shinkansen.verify.conversation.serving import CAPABILITIES, Server
from shinkansen.verify.conversation.transports import in_process
from shinkansen.verify.judging.judge import Judge
from shinkansen.verify.judging.start import Command
from shinkansen.zerokei.game import GAME as ZEROKEI
from shinkansen.zerokei.opening import open_rules
from shinkansen.zerokei.ruleset import ZeroKei

REFERENCE = Command((sys.executable, "-m", "shinkansen.verify.conversation.serving"))


def judge_of(
    opening: Callable[[Mapping[str, Json]], Any], offered: Iterable[str] = CAPABILITIES, game: Game = ZEROKEI
) -> Judge:
    """A judge of an engine in this process."""
    capabilities = tuple(offered)
    return Judge(in_process(served(game, capabilities, opening)), frozenset(capabilities))


def served(
    game: Game, offered: Iterable[str] = CAPABILITIES, opening: Callable[[Mapping[str, Json]], Any] | None = None
) -> Server:
    """The reference, or an engine that is opened otherwise, with some of the capabilities."""
    return Server({game.name: opening or _opening(game, game.open)}, capabilities=tuple(offered))


def reference(offered: Iterable[str] = CAPABILITIES, game: Game = ZEROKEI) -> Judge:
    capabilities = tuple(offered)
    return Judge(in_process(served(game, capabilities)), frozenset(capabilities))


@contextmanager
def judge_of_mutant(
    one: Mutant, offered: Iterable[str] = CAPABILITIES, game: Game = ZEROKEI
) -> Generator[Judge, None, None]:
    """A judge of a mutant in this process."""
    with one.load() as engine:
        yield judge_of(_opening(game, partial(one.among.opened, engine)), offered, game)


def _opening(game: Game, opened: Callable[[Plain], Any]) -> Callable[[Mapping[str, Json]], Any]:
    """Opens the rules of a request, those of each setting once."""
    made: dict[str, Any] = {}

    def rules(request: Mapping[str, Any]) -> Any:
        setting = game.setting_in(request)
        # An edition that is sent is one that comes with the game, so its name will do: its text is long.
        key = canonical({**setting, "edition": request.get("edition", {}).get("id", "")})
        if key not in made:
            made[key] = opened(setting)
        return made[key]

    return rules


def mutant_process(one: Mutant, directory: Path) -> Command:
    """The command of a mutant as a program of its own."""
    root = one.build(directory).parent
    code = (
        f"import sys; sys.path.insert(0, {str(root)!r})\n"
        "from shinkansen.verify.conversation.serving import reference, serve\n"
        "serve(reference().answer, sys.stdin.buffer, sys.stdout.buffer)"
    )
    return Command((sys.executable, "-c", code))


def reading(setting: Mapping[str, Json], **letters: str) -> ZeroKei:
    """The reference with some letters of its own, whatever it is told."""
    rules = open_rules(setting)
    return ZeroKei(rules.seats, rules.edition, {**rules.rulings.letters(), **letters}, rules.hard)
