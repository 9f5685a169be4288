"""Good inputs, from real data: games played at random, shipped vectors, records, editions, witnesses, the reference.

Everything here is the same in every run. Games are short where the whole would only be slow: what is damaged in the
last ply of a long game is damaged as well in the last of a short one.
"""

from __future__ import annotations

import json
import tomllib
from functools import cache
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

from shinkansen.core import record as records
from shinkansen.core.play import at_random, plies
from shinkansen.core.position import packed
from shinkansen.nextstation import log_library
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.sheet_check import shipped as printed
from shinkansen.verify.conversation import schemas
from shinkansen.verify.conversation.serving import Server
from shinkansen.verify.conversation.talk import Limits
from shinkansen.verify.judging.findings import Found
from shinkansen.verify.judging.judge import Judge
from shinkansen.verify.judging.random_games import Share, play_games
from shinkansen.verify.judging.script import Setting
from shinkansen.verify.judging.start import Named, greet
from shinkansen.verify.judging.stored import difference_json
from shinkansen.verify.judging.vectors import shipped as vectors
from shinkansen.zerokei import logs
from shinkansen.zerokei.deal import Deal
from shinkansen.zerokei.edition_check import shipped, shipped_text
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.notation import notation
from shinkansen.zerokei.opening import open_rules
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.rulings import Rulings, register
from shinkansen.zerokei.table import State
from shinkansen.zerokei.testing.small_worlds import worlds
from tests.fuzz import mutators

TABLES = {"1": (1, False), "1-hard": (1, True), "2": (2, False), "3": (3, False), "4": (4, False)}
"""The games by a short name: seats, and hard or not."""

EDITION = "@shipped"
"""Stands for the shipped edition inside a request: in full it would be nearly all of it."""


@cache
def rules(table: str) -> ZeroKei:
    seats, hard = TABLES[table]
    return ZeroKei(seats=seats, hard=hard)


@cache
def game(table: str, seed: int = 1) -> tuple[Deal, tuple[tuple[State, Move], ...]]:
    """A game of random moves: the deal, and each state with the move made there."""
    rng = Random(seed)
    deal = rules(table).deal(rng)
    return deal, tuple((ply.state, ply.move) for ply in plies(rules(table), rules(table).start(deal), at_random(rng)))


def last(table: str, seed: int = 1) -> State:
    """The final state of that game."""
    state, move = game(table, seed)[1][-1]
    return rules(table).follow(state, move)


@cache
def states(table: str) -> tuple[State, ...]:
    """Every fourth state of three games, and the ends."""
    found = [state for seed in (1, 2, 3) for state, _ in game(table, seed)[1][seed::4]]
    return (*found, last(table, 1), last(table, 2))


@cache
def state_values(table: str) -> list[Any]:
    return [plain(rules(table).state_json(state)) for state in states(table)]


@cache
def positions() -> list[str]:
    """Positions in one line, with what is hidden and without, and some under other readings."""
    found = [
        rules(table).position(state, hidden)
        for table in TABLES
        for number, state in enumerate(states(table)[::3])
        for hidden in ([False], [True], [False, True])[number % 3]
    ]
    kept = [json.loads(line)["text"] for line in POSITIONS.read_text(encoding="ascii").splitlines()]
    owing, bought = (text for text in kept if "." in text.split("/")[4]), (text for text in kept if ".O" in text)
    return [next(owing), next(bought), *found, *kept[::9]]


@cache
def packed_positions() -> list[str]:
    """Positions as a game has them that has no form of its own."""
    return [packed(rules("2"), state, hidden) for state in states("2")[::5] for hidden in (False, True)]


@cache
def deal_values(table: str) -> list[Any]:
    return [plain(rules(table).deal_json(game(table, seed)[0])) for seed in range(1, 5)]


@cache
def moves(table: str) -> tuple[Move, ...]:
    """One of each form, and some more."""
    found = dict.fromkeys(move for seed in (1, 2, 3) for _, move in game(table, seed)[1])
    return tuple(found)[:80]


@cache
def move_values(table: str) -> list[Any]:
    return [plain(rules(table).move_json(move)) for move in moves(table)]


def plain(value: Any) -> Any:
    """A value as it comes out of a JSON reader."""
    return json.loads(json.dumps(value))


@cache
def lines_of_notation() -> list[str]:
    found = [notation(move) for table in TABLES for move in moves(table)[:40]]
    return list(dict.fromkeys(found))


# -- records and logs

RECORDS = Path(__file__).parent.parent / "frozen" / "record-1"
POSITIONS = Path(__file__).parent.parent / "frozen" / "position-1" / "zerokei.jsonl"


@cache
def recorded() -> list[tuple[ZeroKei, records.Record]]:
    """Games left after a few plies, and two whole ones."""
    found: list[tuple[ZeroKei, records.Record]] = []
    for number, table in enumerate(TABLES):
        deal, played = game(table)
        for length in (0, 3 + number, 12):
            made = [move for _, move in played[:length]]
            found.append((rules(table), records.record(rules(table), deal, made)))
    deal, played = game("2")
    found.append((rules("2"), records.record(rules("2"), deal, [move for _, move in played])))
    seen = records.seen_by(*found[7], seat=0)
    return [*found, (rules("2"), seen)]


@cache
def record_values() -> list[Any]:
    return [plain(records.to_json(told)) for _, told in recorded()]


@cache
def record_texts() -> list[str]:
    kept = [path.read_text(encoding="ascii") for path in sorted(RECORDS.glob("*.json"))]
    return [*(records.text(told) for _, told in recorded()), kept[0], kept[-1]]


@cache
def log_texts() -> list[str]:
    return [logs.of_record(by, told) for by, told in recorded() if told.plies and told.seen_by is None]


@cache
def sheet_texts() -> list[str]:
    """Scored sheets of Next Station: an example by hand, and those of games with modules."""
    example = Path(__file__).parents[2] / "examples" / "scored_sheet.txt"
    texts = [example.read_text(encoding="utf-8")]
    for number, (special, power) in enumerate(((False, False), (True, False), (False, True))):
        rng, by = (
            Random(number),
            NextStation(1 + number % 2, printed(("tokyo", "london")[number % 2]), None, power, special, power),
        )
        deal = by.deal(rng)
        moves = [ply.move for ply in plies(by, by.start(deal), at_random(rng))]
        texts.append(log_library.sheet_of(by, records.record(by, deal, moves), 0))
    return texts


@cache
def log_values() -> list[Any]:
    """The same logs as JSON."""
    found: list[Any] = []
    for by, told in recorded():
        if told.plies and told.seen_by is None:
            log = logs.from_text(logs.of_record(by, told))
            value: dict[str, Any] = {
                **({"solo": True, "hard": log.hard} if log.seats == 1 else {"seats": log.seats, "order": log.order}),
                "counters": log.counters, "venues": log.venues, "events": log.events,
                **({"board": log.board} if log.board else {}),
                "rulings": {"track_needs_ground": "a"},
                "rows": [row.carriages for row in log.rows],
                "moves": [{**by.move_json(made.move), "seat": made.seat} for made in log.moves],
            }  # fmt: skip
            if log.totals is not None:
                value |= {"totals": log.totals, "winners": log.winners}
            found.append(plain(value))
    return found


# -- editions, rulings, rulebook


@cache
def edition_values() -> list[Any]:
    """Small ones, which are quicker to read than the one that is shipped."""
    small = [
        world.rules.edition.to_json() for name, world in worlds().items() if name in ("works", "three", "solo", "line")
    ]
    return [plain(value) for value in small]


@cache
def shipped_value() -> Any:
    return plain(shipped().to_json())


@cache
def edition_texts() -> list[str]:
    return [mutators.toml(value) for value in edition_values()] + [shipped_text()]


@cache
def letters() -> list[dict[str, str]]:
    usual = Rulings().letters()
    others = [{ruling.slug: ruling.letters[-1]} for ruling in register().switchable[:8]]
    return [{}, usual, *others, {key: value for other in others for key, value in other.items()}]


@cache
def rulings_texts() -> list[str]:
    found = [",".join(f"{slug}={letter}" for slug, letter in each.items()) for each in letters()]
    return [*found, "R29=b", "r29 = b , R13=b", "track_needs_ground=b,"]


def _shipped_toml(name: str) -> tuple[str, Any]:
    source = files("shinkansen.zerokei").joinpath(name).read_text(encoding="utf-8")
    return source, plain(tomllib.loads(source))


@cache
def rulebook_value() -> Any:
    """The shipped rulebook cut short: the texts, two chapters' clauses."""
    raw = _shipped_toml("rulebook.toml")[1]
    kept = [row for row in raw["clauses"] if row["id"].startswith(("1.", "10."))]
    known = {row["id"] for row in kept}
    kept = [row for row in kept if set(row.get("follows", ())) <= known]
    return {**raw, "clauses": kept, "apparatus": raw["apparatus"][:4]}


@cache
def register_value() -> Any:
    raw = _shipped_toml("rulings.toml")[1]
    return {**raw, "rulings": raw["rulings"][:6]}


@cache
def held_value() -> Any:
    raw = json.loads(files("shinkansen.zerokei").joinpath("tests_by_clause.json").read_text(encoding="utf-8"))
    return {"citable": raw["citable"][:10], "tests": dict(list(raw["tests"].items())[:6])}


# -- the wire


def setting(table: str) -> dict[str, Any]:
    seats, hard = TABLES[table]
    return {"game": "zerokei", "seats": seats, "hard": hard, "rulings": {"track_needs_ground": "a"}, "edition": EDITION}


@cache
def requests(cmd: str) -> list[Any]:
    """Good requests of a command."""
    found: list[Any] = []
    for number, table in enumerate(TABLES, start=1):
        made = [plain(rules(table).move_json(move)) for _, move in game(table)[1][:5]]
        given: dict[str, dict[str, Any]] = {
            "start": {"wire": 1},
            "new": {**setting(table), "deal": deal_values(table)[0]},
            "load": {**setting(table), "state": state_values(table)[number]},
            "check": {"move": made[0], "by": 0},
            "apply": {"move": made[0]},
            "play": {**setting(table), "deal": deal_values(table)[0], "moves": made},
            "perft": {"depth": number % 3, "divide": number > 2},
        }
        found.append({"seq": number, "cmd": cmd, **given.get(cmd, {})})
    return found


@cache
def requests_with_edition() -> list[Any]:
    """Requests for a new game with a small edition in full."""
    found: list[Any] = []
    for name in ("works", "three", "solo"):
        world = worlds()[name]
        made = {"seats": world.rules.seats, "hard": False, "rulings": {}, "edition": world.rules.edition.to_json()}
        deal = world.rules.deal_json(world.deals[0])
        found.append(plain({"seq": 1, "cmd": "new", "game": "zerokei", **made, "deal": deal}))
    return found


def filled(value: Any) -> Any:
    """A request with the shipped edition where it is only named."""
    if mutators.is_table(value) and value.get("edition") == EDITION:
        return {**value, "edition": shipped_value()}
    return value


def asked(table: str = "2", moves: int = 1) -> Server:
    """The reference with a game going on."""
    # Known by its name, so that nothing has to be read for it.
    server = Server({"zerokei": open_rules, "this": lambda _: rules(table)}, positions=100)
    deal, played = game(table)
    made = [rules(table).move_json(move) for _, move in played[:moves]]
    server.answer({"seq": 1, "cmd": "play", "game": "this", "deal": rules(table).deal_json(deal), "moves": made})
    return server


@cache
def replies(cmd: str) -> list[Any]:
    """What the reference answers, at several tables; a skip and an error."""
    found: list[Any] = [
        {"seq": 1, "skipped": "not offered"},
        {"seq": 1, "errored": "out of memory", "context": {"state": [1, {"deep": [None]}]}},
    ]
    for table in TABLES:
        for length in (0, 3, 14):
            server = asked(table, length)
            for request in requests(cmd):
                if not ("seats" in request and (request["seats"], request["hard"]) != TABLES[table]):
                    reply = {**server.answer(filled(request)), "seq": 1}
                    if reply not in found and "errored" not in reply:
                        found.append(plain(reply))
                    break
    return found


# -- verification


@cache
def vector_values() -> list[Any]:
    return [plain(vector.json()) for vector in vectors(GAME) if not vector.whole][:60]


@cache
def script_values() -> list[Any]:
    return [plain(vector.script.json()) for vector in vectors(GAME) if not vector.whole][:60]


@cache
def artefact_values() -> list[Any]:
    """Vectors as artefacts."""
    return [
        {"format": 1, "edition": shipped().digest(), "sentence": "It differs.", **script}
        for script in script_values()[:30]
    ]


@cache
def stored_differences() -> list[Any]:
    """Some differences of the bundled engine, with what it answered."""
    with Named("tests.verify.long_engines:Careless").open(Limits()) as engine:
        judge, found = Judge(engine, greet(engine, GAME).capabilities), Found()
        for _ in play_games(judge, Share((Setting(GAME, 2),), 2, 1), found):
            pass
    return [difference_json(difference) for difference, _ in found][:3]


@cache
def checks_at_length() -> list[Any]:
    """Settings of checks at length."""
    who = {"name": "mine", "version": "1", "language": "C", "capabilities": ["play"]}
    table = Setting(GAME, 2).named()
    return [
        {"engine": way, "who": who, "tables": [table], "games": 100, "seed": 1}
        for way in ({"command": ["a", "b"]}, {"tcp": ["localhost", 80]}, {"python": "a:b", "in_process": True})
    ]


@cache
def report_values() -> list[Any]:
    """The report of the catalogue, with one difference."""
    folder = Path(__file__).parent.parent.parent / "docs" / "catalogue" / "zerokei"
    found = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))]
    return [{**report, "differences": report["differences"][:1]} for report in found]


def commands() -> tuple[str, ...]:
    """Every command of the wire."""
    return schemas.commands()
