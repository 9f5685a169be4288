"""What questions over the wire cost the engine that answers: a line read, answered and written.

The setting is sent as `shinkansen verify` sends it, with the whole edition. Each position has a server of its own, on
which it is the current game.
"""

from __future__ import annotations

import json
from functools import partial
from io import BytesIO
from random import Random
from typing import Any, Final

from shinkansen.core import registry
from shinkansen.core.game import Plain
from shinkansen.core.play import at_random, plies
from shinkansen.verify.conversation.serving import Server, reference, serve
from shinkansen.verify.judging.script import SHIPPED, setting_of
from tests.benchmarks.clock import microseconds
from tests.benchmarks.tables import Measure, Table

Asked = tuple[Server, bytes]
"""A server, and the line that it is asked to answer."""
BASE: Final = "check"
"""The question that the others are compared with: it is asked most."""


def opened(table: Table, games: int = 3) -> Measure:
    """A measurement of all questions, in random order; it gives the microseconds of each."""
    lines = asked(table, games)

    def measure(seed: str, seconds: float) -> dict[str, float]:
        found = dict[str, float]()
        for name in Random(seed).sample([*lines], len(lines)):
            found[name] = microseconds(_answered, lines[name], seconds)
        return {name: found[name] for name in lines}

    return measure


def _answered(each: Asked) -> None:
    server, line = each
    serve(server.answer, BytesIO(line), BytesIO())


def asked(table: Table, games: int) -> dict[str, list[Asked]]:
    """By question, those that are asked in some random games."""
    edition = table.setting.get("edition", SHIPPED)
    game, rules, rng = registry.game(table.game), table.rules(), Random(1)
    setting = setting_of(game, table.setting, edition=str(edition)).wire()
    found: dict[str, list[Asked]] = {}

    def ask(server: Server, cmd: str, **given: Any) -> None:
        found.setdefault(cmd, []).append((server, _line(cmd, given)))

    for _ in range(games):
        deal = rules.deal(rng)
        game_of = [*plies(rules, rules.start(deal), at_random(rng))]
        moves = [rules.move_json(ply.move) for ply in game_of]
        new: dict[str, Any] = {**setting, "deal": rules.deal_json(deal)}
        ask(_server(table), "new", **new)
        ask(_server(table), "play", **new, moves=moves)
        for ply in game_of[rng.randrange(5) :: 5]:
            server = _server(table)
            load = partial(ask, server, "load", **setting, state=rules.state_json(ply.state))
            load()
            _answered(found["load"][-1])
            ask(server, "check", move=rules.move_json(ply.move))
            for cmd in ("legal", "table", "digest", "scores"):
                ask(server, cmd)
    return {cmd: found[cmd] for cmd in (BASE, "legal", "table", "digest", "scores", "new", "load", "play")}


def _server(table: Table) -> Server:
    return reference(games=[table.game])


def _line(cmd: str, given: Plain) -> bytes:
    return json.dumps({"seq": 1, "cmd": cmd, **given}, separators=(",", ":")).encode("ascii") + b"\n"
