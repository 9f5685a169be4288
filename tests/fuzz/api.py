"""The Python interface with values of the wrong kind: an input is a recipe, a call and the names of its arguments.

As plain names a recipe can be kept, shrunk and pasted. What is not asked: `follow` and `narrate`, which are documented
to check nothing, and objects that lie about themselves (a hostile `__eq__` or `__repr__` can do anything in a process).
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable
from decimal import Decimal
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from attrs import frozen

from shinkansen.core import record as records
from shinkansen.core.errors import ShinkansenError
from shinkansen.core.invariants import implausible
from shinkansen.zerokei import edition_check, log_check, logs, states
from shinkansen.zerokei.edition import Colour
from shinkansen.zerokei.notation import notation, parse
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.rulings import Rulings, rulings
from tests.fuzz import seeds
from tests.fuzz.decoder import Decoder

ODD: dict[str, Any] = {
    "None": None, "True": True, "False": False, "0": 0, "1": 1, "2": 2, "3": 3, "-1": -1, "99": 99, "2**64": 2**64,
    "1.0": 1.0, "2.0": 2.0, "nan": math.nan, "Decimal(2)": Decimal(2), "2j": 2j, "'2'": "2", "''": "", "'x'": "x",
    "'x.toml'": "x.toml", "'a half'": "\ud800", "b'2'": b"2", "()": (), "[]": [], "{}": {}, "set()": set[int](),
    "[None]": [None], "(0, 1)": (0, 1), "{'a': 1}": {"a": 1}, "{1: 2}": {1: 2}, "range(3)": range(3),
    "object()": object(), "int": int, "len": len, "Path": Path("x.toml"), "Colour": Colour.GOLD, "...": ...,
    "Exception()": Exception("x"),
    "Random": Random(1), "bytearray": bytearray(b"x"), "frozenset": frozenset({"a"}), "slice": slice(1), "zip": zip,
}  # fmt: skip
"""Values that hardly ever belong where they are put, by their names."""


@cache
def known() -> dict[str, list[str]]:
    """The names of good values of each kind."""
    kinds: dict[str, list[str]] = {}
    for name in things():
        kinds.setdefault(name.partition(" ")[0], []).append(name)
    return kinds


@cache
def things() -> dict[str, Any]:
    """Good values by name: a kind, and which one of it."""
    found: dict[str, Any] = {"random 1": Random(1), "seat 0": 0, "seat 1": 1, "by None": None, "by 0": 0}
    found |= {
        "hard False": False,
        "hard True": True,
        "count 1": 1,
        "count 2": 2,
        "count 3": 3,
        "count 4": 4,
        "letters {}": {},
    }
    found |= {
        "letters b": {"track_needs_ground": "b"},
        "letters Rulings": Rulings(),
        "letters None": None,
        "path None": None,
    }
    found |= {"edition shipped": edition_check.shipped(), "line finish": "finish", "line place": "place 1 gold"}
    found |= {"edition-json 1": seeds.edition_values()[0], "record-json 1": seeds.record_values()[1]}
    found |= {"log-text 1": seeds.log_texts()[0], "record-text 1": seeds.record_texts()[1]}
    for table in seeds.TABLES:
        rules, (deal, played) = seeds.rules(table), seeds.game(table)
        state, move = played[7]
        found |= {f"rules {table}": rules, f"deal {table}": deal, f"state {table}": state, f"move {table}": move}
        found |= {
            f"state {table} over": seeds.last(table),
            f"view {table}": rules.view(state, rules.to_move(state) or 0),
        }
        step = rules.narrate(state, move)
        found |= {f"happenings {table}": step.happenings, f"step {table}": step}
        found |= {f"score {table}": rules.scores(state)[0], f"outcome {table}": rules.outcome(seeds.last(table))}
        found |= {f"moves {table}": [move for _, move in played[:4]]}
        found |= {f"refusal {table}": rules.why_not(state, played[0][1])}
        found |= {f"state-json {table}": rules.state_json(state), f"deal-json {table}": rules.deal_json(deal)}
        found |= {f"move-json {table}": rules.move_json(move), f"position {table}": rules.position(state)}
        found |= {f"settings {table}": json.loads(seeds.record_texts()[-1])["settings"]}
        found |= {f"record {table}": next(told for by, told in seeds.recorded() if by == rules and told.plies)}
    for number, text in enumerate(seeds.log_texts()[:4]):
        found |= {f"log {number}": logs.from_text(text)}
    return found


@frozen
class Call:
    """A function and the kinds of its arguments."""

    do: Callable[..., Any]
    kinds: tuple[str, ...]


def _of(name: str) -> Callable[..., Any]:
    """A method of the rules, which are the first argument."""

    def do(rules: Any, *given: Any) -> Any:
        if not isinstance(rules, ZeroKei):
            raise ShinkansenError("not asked: a method of something else")
        return getattr(rules, name)(*given)

    return do


CALLS: dict[str, Call] = {
    "ZeroKei": Call(ZeroKei, ("count", "edition", "letters", "hard")),
    "deal": Call(_of("deal"), ("rules", "random")),
    "start": Call(_of("start"), ("rules", "deal")),
    "to_move": Call(_of("to_move"), ("rules", "state")),
    "stage": Call(_of("stage"), ("rules", "state")),
    "legal_moves": Call(_of("legal_moves"), ("rules", "state")),
    "why_not": Call(_of("why_not"), ("rules", "state", "move", "by")),
    "apply": Call(_of("apply"), ("rules", "state", "move")),
    "explain": Call(_of("explain"), ("rules", "state", "move")),
    "nearest": Call(_of("nearest"), ("rules", "state", "move")),
    "scores": Call(_of("scores"), ("rules", "state")),
    "totals": Call(_of("totals"), ("rules", "state")),
    "outcome": Call(_of("outcome"), ("rules", "state")),
    "view": Call(_of("view"), ("rules", "state", "seat")),
    "redeal": Call(_of("redeal"), ("rules", "view", "random")),
    "preview": Call(_of("preview"), ("rules", "view", "move")),
    "digest": Call(_of("digest"), ("rules", "state")),
    "entries": Call(_of("entries"), ("rules", "happenings")),
    "implausible": Call(implausible, ("rules", "state")),
    "say a move": Call(_of("say"), ("rules", "move", "state")),
    "say a score": Call(_of("say"), ("rules", "score", "state")),
    "say a refusal": Call(_of("say"), ("rules", "refusal", "state")),
    "say an outcome": Call(_of("say"), ("rules", "outcome", "state")),
    "show a state": Call(_of("show"), ("rules", "state", "by")),
    "show a move": Call(_of("show"), ("rules", "move", "state")),
    "deal_json": Call(_of("deal_json"), ("rules", "deal")),
    "read_deal": Call(_of("read_deal"), ("rules", "deal-json")),
    "seen_deal": Call(_of("seen_deal"), ("rules", "deal", "state", "seat")),
    "state_json": Call(_of("state_json"), ("rules", "state")),
    "read_state": Call(_of("read_state"), ("rules", "state-json")),
    "position": Call(_of("position"), ("rules", "state", "hard")),
    "read_position": Call(_of("read_position"), ("rules", "position")),
    "from_position": Call(states.from_position, ("position", "path", "letters")),
    "move_json": Call(_of("move_json"), ("rules", "move")),
    "read_move": Call(_of("read_move"), ("rules", "move-json")),
    "restored": Call(_of("restored"), ("rules", "settings")),
    "record": Call(records.record, ("rules", "deal", "moves")),
    "seen_by": Call(records.seen_by, ("rules", "record", "seat")),
    "verify": Call(records.verify, ("rules", "record")),
    "replay": Call(lambda *given: list(records.replay(*given)), ("rules", "record")),
    "text": Call(records.text, ("record",)),
    "from_text": Call(records.from_text, ("record-text",)),
    "from_json": Call(records.from_json, ("record-json",)),
    "of_record": Call(logs.of_record, ("rules", "record")),
    "read a log": Call(logs.from_text, ("log-text",)),
    "check a log": Call(log_check.check, ("log", "edition")),
    "notation": Call(notation, ("move",)),
    "parse": Call(parse, ("line",)),
    "rulings": Call(rulings, ("letters",)),
    "edition": Call(edition_check.from_json, ("edition-json",)),
    "load": Call(edition_check.load, ("path",)),
}

GROUPS: dict[str, tuple[str, ...]] = {
    "making rules": ("ZeroKei", "rulings", "edition", "load", "deal", "start"),
    "playing": (
        "to_move",
        "stage",
        "legal_moves",
        "why_not",
        "apply",
        "explain",
        "nearest",
        "scores",
        "totals",
        "outcome",
        "implausible",
    ),
    "looking": (
        "view",
        "redeal",
        "preview",
        "digest",
        "entries",
        "say a move",
        "say a score",
        "say a refusal",
        "say an outcome",
    ),
    "showing": ("show a state", "show a move"),
    "as JSON": ("deal_json", "read_deal", "seen_deal", "state_json", "read_state", "move_json", "read_move"),
    "records": ("restored", "record", "seen_by", "verify", "replay", "text", "from_text", "from_json", "of_record"),
    "texts": ("read a log", "check a log", "notation", "parse", "position", "read_position", "from_position"),
}
"""Each group is a decoder."""


class ApiDecoder(Decoder):
    """Calls with good and odd arguments."""

    def damage(self, rng: Random) -> Any:
        name = rng.choice(GROUPS[self.name.partition(": ")[2]])
        return [name, *(_argument(kind, rng) for kind in CALLS[name].kinds)]

    def swell(self, rng: Random, size: int) -> Any:
        return self.damage(rng)


def _argument(kind: str, rng: Random) -> str:
    chance = rng.random()
    if chance < 0.55:
        return rng.choice(known()[kind])
    return rng.choice(list(ODD)) if chance < 0.85 else rng.choice(list(things()))


def good(group: str) -> list[Any]:
    """Calls as they should be; the arguments of one game."""
    found: list[Any] = []
    for name in GROUPS[group]:
        kinds = CALLS[name].kinds
        found.append([name, *(next((n for n in known()[k] if n.endswith(" 2")), known()[k][0]) for k in kinds)])
    return found


def call(recipe: Any) -> Any:
    """Make the call that a recipe says."""
    name, *given = recipe
    values = (ODD[each] if each in ODD else things()[each] for each in given)
    # A generator of random numbers remembers; each call gets a new one.
    return CALLS[name].do(*(Random(1) if isinstance(value, Random) else value for value in values))
