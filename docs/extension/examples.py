"""Messages of the wire to show: what our own engine is asked and answers in a conversation, and a move of each kind."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Final, TypeAlias

from shinkansen.core.plain_json import Json
from shinkansen.verify.conversation.serving import CAPABILITIES, Server, reference
from shinkansen.verify.conversation.talk import WIRE
from shinkansen.verify.conversation.transports import in_process
from shinkansen.verify.judging.runner import Plan, check_engine
from shinkansen.verify.judging.script import Setting
from shinkansen.verify.reports.report_json import report_json
from shinkansen.zerokei import moves as m
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.opening import open_rules
from shinkansen.zerokei.ruleset import NAME, ZeroKei

Message: TypeAlias = Mapping[str, Json]

SEEDS: Final = range(8)
SELDOM: Final = (m.Skip(), m.Idle("engine-1"))
"""Moves that games of random moves hardly ever offer."""


@cache
def conversation() -> tuple[dict[str, Message], dict[str, Message]]:
    """Requests by `cmd`, and the replies to them; also one that is skipped and one that went wrong."""
    rules = ZeroKei(seats=2)
    deal = rules.deal(Random(7))
    state = rules.start(deal)
    moves = [rules.move_json(move) for move in rules.legal_moves(state)]
    settings = rules.settings()
    setting: dict[str, Json] = {
        "game": NAME,
        "seats": 2,
        "edition": rules.edition.to_json(),
        "rulings": settings["rulings"],
    }
    dealt = rules.deal_json(deal)
    asked: list[dict[str, Json]] = [
        {"cmd": "start", "wire": WIRE},
        {"cmd": "new", **setting, "deal": dealt},
        {"cmd": "legal"},
        {"cmd": "check", "move": moves[0], "by": 0},
        {"cmd": "apply", "move": moves[0]},
        {"cmd": "table"},
        {"cmd": "digest"},
        {"cmd": "scores"},
        {"cmd": "load", **setting, "state": rules.state_json(state)},
        {"cmd": "play", **setting, "deal": dealt, "moves": [moves[0], moves[1]]},
        {"cmd": "stop"},
    ]
    server = Server({NAME: open_rules}, name="my engine", version="0.3", capabilities=CAPABILITIES)
    requests, replies = dict[str, Message](), dict[str, Message]()
    for seq, question in enumerate(asked, start=1):
        cmd = str(question["cmd"])
        requests[cmd] = {"seq": seq, **question}
        replies[cmd] = server.answer(requests[cmd])
    replies["skipped"] = Server({}, capabilities=()).answer({"seq": 12, "cmd": "scores"})
    replies["errored"] = Server({}).answer({"seq": 13, "cmd": "legal"})
    return requests, replies


@cache
def moves() -> dict[str, Message]:
    """A move of each kind, as games of random moves first offer it."""
    found: dict[str, Message] = {}
    for seed in SEEDS:
        for seats in (4, 1):
            rules, rng = ZeroKei(seats=seats), Random(seed)
            state = rules.start(rules.deal(rng))
            while legal := rules.legal_moves(state):
                for move in legal:
                    found.setdefault(m.NAME_OF[type(move)], rules.move_json(move))
                state = rules.follow(state, rng.choice(legal))
    return found | {m.NAME_OF[type(move)]: m.move_json(move) for move in SELDOM}


@cache
def values() -> dict[str, Json]:
    """An example of each schema that is a value of its own."""
    requests, replies = conversation()
    return {
        "deal": requests["new"]["deal"],
        "state": requests["load"]["state"],
        "table": replies["table"]["table"],
        "edition": requests["new"]["edition"],
        "report": report(),
    }


@cache
def report() -> dict[str, Json]:
    """Of a check of our own engine: one short game, no vectors."""
    plan = Plan((Setting(GAME, 2),), games=1)
    return report_json(check_engine(in_process(reference()), plan))
