"""Engines behind the wire for tests: the reference, or a mutant, in this process or in one of its own."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from shinkansen.core.plain_json import Json
from shinkansen.testing.mutants import Loaded, Mutant
from shinkansen.verify.conversation.serving import CAPABILITIES, Server
from shinkansen.verify.conversation.transports import in_process
from shinkansen.verify.judging.judge import Judge
from shinkansen.verify.judging.start import Command
from shinkansen.zerokei.opening import open_rules
from shinkansen.zerokei.ruleset import NAME, ZeroKei

REFERENCE = Command((sys.executable, "-m", "shinkansen.verify.conversation.serving"))


def judge_of(opening: Callable[[Mapping[str, Json]], Any], offered: Iterable[str] = CAPABILITIES) -> Judge:
    """A judge of an engine in this process."""
    capabilities = tuple(offered)
    return Judge(in_process(Server({NAME: opening}, capabilities=capabilities)), frozenset(capabilities))


def reference(offered: Iterable[str] = CAPABILITIES) -> Judge:
    return judge_of(open_rules, offered)


@contextmanager
def judge_of_mutant(one: Mutant, offered: Iterable[str] = CAPABILITIES) -> Generator[Judge, None, None]:
    """A judge of a mutant in this process."""
    with one.load() as engine:
        yield judge_of(_opening(engine), offered)


def _opening(engine: Loaded) -> Callable[[Mapping[str, Json]], Any]:
    made: dict[tuple[Any, Any], Any] = {}

    def rules(setting: Mapping[str, Any]) -> Any:
        key = setting["seats"], setting.get("hard", False)
        if key not in made:
            made[key] = engine.rules(key[0], hard=key[1])
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
