"""Messages of the wire to show: what our own engine is asked and answers in a conversation, and a move of each kind."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache, partial
from random import Random
from typing import Any, Final, TypeAlias

from shinkansen.core.game import Game
from shinkansen.core.opaque import AnyRules, Move, State
from shinkansen.core.parts import EDITIONS, MOVE_KINDS
from shinkansen.core.plain_json import Json
from shinkansen.verify.conversation.schemas import Where, fits, schema
from shinkansen.verify.conversation.serving import Server, reference
from shinkansen.verify.conversation.talk import WIRE
from shinkansen.verify.conversation.transports import in_process
from shinkansen.verify.judging.plan import Plan
from shinkansen.verify.judging.runner import check_engine
from shinkansen.verify.judging.script import Setting
from shinkansen.verify.reports.fingerprint_json import fingerprint_json
from shinkansen.verify.reports.report_json import report_json

Message: TypeAlias = Mapping[str, Json]

SEEDS: Final = range(8)


@cache
def table_of(game: Game) -> AnyRules:
    """The table at which the examples are played: for two, or as few as can play."""
    return game.open({"seats": _seats(game)})


def _seats(game: Game) -> int:
    return 2 if 2 in game.seats else min(game.seats)


@cache
def conversation(game: Game) -> tuple[dict[str, Message], dict[str, Message]]:
    """Requests by `cmd`, and the replies to them; also one that is skipped and one that went wrong."""
    rules = table_of(game)
    deal = rules.deal(Random(7))
    state = rules.start(deal)
    moves = [rules.move_json(move) for move in _two_moves(rules, state)]
    setting: dict[str, Json] = {"game": game.name, "seats": rules.seats}
    if game.has(EDITIONS):
        setting["edition"] = _thawed(next(iter(game.part(EDITIONS).known().values())))
    if rules.letters:
        setting["rulings"] = dict(rules.letters)
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
        {"cmd": "perft", "depth": 2},
        {"cmd": "load", **setting, "state": rules.state_json(state)},
        {"cmd": "play", **setting, "deal": dealt, "moves": [*moves]},
        {"cmd": "stop"},
    ]
    server = Server({game.name: partial(_open, game)}, name="my engine", version="0.3")
    requests, replies = dict[str, Message](), dict[str, Message]()
    for seq, question in enumerate(asked, start=1):
        cmd = str(question["cmd"])
        requests[cmd] = {"seq": seq, **question}
        replies[cmd] = server.answer(requests[cmd])
    replies["skipped"] = Server({}, capabilities=()).answer({"seq": 13, "cmd": "scores"})
    replies["errored"] = Server({}).answer({"seq": 14, "cmd": "legal"})
    return requests, replies


def _thawed(value: Any) -> Any:
    """JSON that a game keeps as a constant, as it comes over the wire."""
    return json.loads(json.dumps(value))


def _open(game: Game, request: Message) -> AnyRules:
    return game.open(game.setting_in(request))


def _two_moves(rules: AnyRules, state: State) -> tuple[Move, ...]:
    """What is legal first, and then the next of these moves if it is legal still, or else another one."""
    first, *others = rules.legal_moves(state)
    then = rules.legal_moves(rules.follow(state, first))
    return first, *[move for move in (*others[:1], *then) if move in then][:1]


def kinds(game: Game) -> tuple[str, ...]:
    """The kinds of moves that a game has schemas for."""
    return tuple(schema("move", game).get("$defs", ()))


@cache
def moves(game: Game) -> dict[str, Message]:
    """A move of each kind, as games of random moves first offer it; the kinds in the order in which the game has them.

    `ValueError` for a kind that no game offers: the game should name one (`MoveKinds.seldom`).
    """
    told = game.part(MOVE_KINDS) if game.has(MOVE_KINDS) else None
    found: dict[str, Message] = {}
    missing = {kind: Where(f"move.json#/$defs/{kind}", game) for kind in kinds(game)}
    if told is not None:
        found |= {kind: _thawed(move) for kind, move in told.seldom.items()}
        missing = {kind: where for kind, where in missing.items() if kind not in found}
    for rules, rng in ((game.open({"seats": seats}), Random(seed)) for seed in SEEDS for seats in _sizes(game)):
        state = rules.start(rules.deal(rng))
        while missing and (legal := rules.legal_moves(state)):
            for move in map(rules.move_json, legal):
                for kind in [kind for kind, where in missing.items() if fits(where, move)]:
                    found[kind] = move
                    del missing[kind]
            state = rules.follow(state, rng.choice(legal))
    if missing:
        raise ValueError(f"no game of {game.title} offers a move of the kind {next(iter(missing))}")
    return {kind: found[kind] for kind in (told.clauses if told is not None else found)}


def _sizes(game: Game) -> tuple[int, ...]:
    """The largest table, and the smallest."""
    return tuple(dict.fromkeys((max(game.seats), min(game.seats))))


@cache
def values(game: Game) -> dict[str, Json]:
    """An example of each schema that is a value of its own."""
    requests, replies = conversation(game)
    return {
        "deal": requests["new"]["deal"],
        "move": requests["apply"]["move"],
        "state": requests["load"]["state"],
        "table": replies["table"]["table"],
        **({"edition": requests["new"]["edition"]} if game.has(EDITIONS) else {}),
        **reports(game),
    }


@cache
def reports(game: Game) -> dict[str, Json]:
    """The report and the fingerprint of a check of our own engine: one short game, no vectors."""
    plan = Plan((Setting(game, _seats(game)),), games=1)
    told = check_engine(in_process(reference(games=[game.name])), plan)
    found = told.fingerprint
    assert found is not None, "the reference has a reading"
    return {"report": report_json(told), "fingerprint": fingerprint_json(told, found)}
