"""How many questions a check asks for each CPU second: of an engine that is called, and of one behind a connection.

The engine is the reference. Behind a connection it is asked whole games at once (`play`), or step by step. It answers
in a thread, so the CPU time is that of both sides.
"""

from __future__ import annotations

import socket
from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from threading import Thread
from time import process_time
from typing import Final

from shinkansen.core import registry
from shinkansen.core.opaque import AnyRules
from shinkansen.verify.conversation.serving import CAPABILITIES, Server, serve
from shinkansen.verify.conversation.talk import Engine
from shinkansen.verify.conversation.transports import in_process, tcp
from shinkansen.verify.judging.plan import Plan
from shinkansen.verify.judging.runner import check_engine
from shinkansen.verify.judging.script import setting_of
from tests.benchmarks.tables import Measure, Table

ENOUGH: Final = 3
"""Games of a check."""
STEPS: Final = tuple(each for each in CAPABILITIES if each not in ("play", "load"))
"""What an engine offers that can only be led through a game step by step."""
WAYS: Final = {"called": CAPABILITIES, "by-games": CAPABILITIES, "by-steps": STEPS}
"""How an engine is asked, and what it offers."""
WORDS: Final = {
    "called": "called in the same process",
    "by-games": "over a connection, whole games at once",
    "by-steps": "over a connection, step by step",
}
"""The same in words."""


def _server(table: Table, capabilities: tuple[str, ...]) -> Server:
    game = registry.game(table.game)

    def opened(request: object) -> AnyRules:
        assert isinstance(request, dict)
        return game.open(game.setting_in(request))  # pyright: ignore[reportUnknownArgumentType]

    return Server({game.name: opened}, capabilities=capabilities)


@contextmanager
def _called(server: Server) -> Generator[Engine, None, None]:
    with in_process(server) as engine:
        yield engine


@contextmanager
def _connected(server: Server) -> Generator[Engine, None, None]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = Thread(target=_answer, args=(listening, server), daemon=True)
        thread.start()
        with tcp(*listening.getsockname()) as engine:
            yield engine
        thread.join(10)


def _answer(listening: socket.socket, server: Server) -> None:
    connection, _ = listening.accept()
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    with connection, connection.makefile("rb") as requests, connection.makefile("wb") as replies:
        serve(server.answer, requests, replies)


def opened(table: Table, way: str, games: int = ENOUGH) -> Measure:
    """A measurement of checks; it gives the questions, and the CPU seconds that they took both sides."""
    setting = setting_of(registry.game(table.game), table.setting)
    to: Callable[[Server], AbstractContextManager[Engine]] = _called if way == "called" else _connected
    server = partial(_server, table, WAYS[way])

    def measure(seed: str, seconds: float) -> tuple[int, float]:
        plan = Plan((setting,), games=games, seed=sum(seed.encode()))
        with to(server()) as engine:
            began = process_time()
            report = check_engine(engine, plan)
            passed = process_time() - began
        if report.findings or report.trouble is not None:
            raise AssertionError(f"the reference was found to be wrong: {report.findings} {report.trouble}")
        return report.progress.questions, passed

    return measure
