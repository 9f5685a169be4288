"""The wire: what the reference answers, and the schemas of every message. What its page says: `test_wire_page`."""

from __future__ import annotations

import copy
import io
import json
import re
import subprocess
import sys
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from shinkansen.core import perft, registry
from shinkansen.core.errors import ShinkansenError
from shinkansen.core.plain_json import Converter, Json, structure
from shinkansen.core.provenance import SourceKind
from shinkansen.nextstation import sheet_check
from shinkansen.nextstation.game import GAME as NEXTSTATION
from shinkansen.nextstation.moves import move_from_json
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.sheet import CONVERTER as SHEETS
from shinkansen.nextstation.sheet import Scope
from shinkansen.nextstation.sheet_file import SheetFile
from shinkansen.testing.json_damage import damaged, places
from shinkansen.verify.conversation import schemas
from shinkansen.verify.conversation.schemas import Where
from shinkansen.verify.conversation.serving import OFFERED, Server, reference, serve
from shinkansen.verify.conversation.talk import Fault, Limits
from shinkansen.zerokei import edition, moves, table_shapes, table_wire
from shinkansen.zerokei.deal import Deal
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.opening import open_rules
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.rulings import rulings
from shinkansen.zerokei.testing.strategies import rules_for
from tests.fake_game import HigherCard

PAGE = (Path(__file__).parents[2] / "docs" / "wire.md").read_text(encoding="utf-8")


def setting(rules: ZeroKei) -> dict[str, Json]:
    given: dict[str, Json] = {"game": "zerokei", "seats": rules.seats, "edition": rules.edition.to_json()}
    return {**given, "rulings": {**rules.rulings.letters()}, **({"hard": rules.hard} if rules.seats == 1 else {})}


class Talk:
    """Questions to the reference; every message, both ways, must fit its schema, by both judges."""

    def __init__(self, server: Server | None = None) -> None:
        self.server = server or reference()
        self.thorough = False
        self.messages: list[tuple[Where, dict[str, Json]]] = []

    def ask(self, cmd: str, **given: Json) -> dict[str, Any]:
        request: dict[str, Json] = {"seq": len(self.messages) // 2 + 1, "cmd": cmd, **given}
        reply = self.server.answer(request)
        assert reply["seq"] == request["seq"]
        for where, message in ((schemas.request(cmd, GAME), request), (schemas.reply(cmd, GAME), reply)):
            plain = json.loads(json.dumps(message))
            assert plain == message, "a message is plain JSON"
            assert schemas.fits(where, plain), schemas.misfit(where, plain)
            if self.thorough:
                assert schemas.misfit(where, plain) is None
            self.messages.append((where, plain))
        return reply


def played(rules: ZeroKei, seed: int, thorough: bool = False) -> Talk:
    """A whole game over the wire, every kind of question asked on the way."""
    talk, rng = Talk(), Random(seed)
    deal = rules.deal(Random(seed))
    talk.ask("start", wire=1)
    begin = {**setting(rules), "deal": rules.deal_json(deal)}
    state = rules.start(deal)
    talk.thorough = thorough
    assert talk.ask("new", **begin)["to_move"] == rules.to_move(state)
    made: list[Json] = []
    digests: list[str] = []
    while True:
        legal = [rules.move_json(move) for move in rules.legal_moves(state)]
        talk.thorough = thorough and len(legal) < 4  # the thorough judge takes its time
        assert talk.ask("legal")["moves"] == legal
        talk.thorough = False
        assert talk.ask("table")["table"] == rules.state_json(state)["table"]
        scores = talk.ask("scores")
        assert scores["totals"] == [score.total for score in rules.scores(state)]
        assert [sum(item["vp"] for item in items) for items in scores["scores"]] == scores["totals"]
        if not legal:
            break
        move = rng.choice(legal)
        assert talk.ask("check", move=move)["legal"] is True
        state = rules.apply(state, rules.read_move(move))
        assert talk.ask("apply", move=move)["to_move"] == rules.to_move(state)
        made.append(move)
        digests.append(talk.ask("digest")["digest"])
        assert digests[-1] == rules.digest(state)
        if len(made) % 8 == 0:
            assert talk.ask("load", **begin, state=rules.state_json(state))["to_move"] == rules.to_move(state)
    outcome = rules.outcome(state)
    assert outcome is not None
    assert scores["winners"] == [*outcome.winners]
    assert talk.ask("play", **begin, moves=made) == {
        "seq": len(talk.messages) // 2,
        "to_move": None,
        "digests": digests,
    }
    talk.ask("new", **begin)
    assert talk.ask("perft", depth=2, divide=True)["count"] == perft.perft(rules, rules.start(deal), 2)
    talk.ask("stop")
    return talk


@pytest.mark.parametrize(("seats", "hard"), [(1, False), (1, True), (2, False), (3, False), (4, False)])
def test_every_message_of_a_game_fits_its_schema(seats: int, hard: bool) -> None:
    played(rules_for(seats, hard=hard), seed=seats, thorough=True)


@cache
def one_of_each() -> dict[Where, dict[str, Json]]:
    """A message for each schema of a message, from a solo game: the one that says most, but no whole list of moves."""
    talk = played(rules_for(1), seed=3)
    found: dict[Where, dict[str, Json]] = {}
    for where, message in talk.messages:
        if "moves" in message:
            message = {**message, "moves": message["moves"][:3]}  # type: ignore[index]
        if len(json.dumps(message)) >= len(json.dumps(found.get(where))):
            found[where] = message
    return found


# -- the schemas reject what is damaged


@cache
def good() -> dict[str, tuple[list[Any], Any]]:
    """By schema, good values, and our strict reader of the same form: an independent judge."""
    rules = rules_for(1)
    deal = rules.deal(Random(1))
    state = rules.start(deal)
    rng = Random(2)
    kinds: dict[str, Any] = {}
    states: list[Any] = []
    for seats in (2, 3, 1, 4):
        rules = rules_for(seats)
        state = rules.start(rules.deal(Random(seats)))
        while legal := rules.legal_moves(state):
            kinds |= {moves.NAME_OF[type(move)]: rules.move_json(move) for move in legal}
            state = rules.follow(state, rng.choice(legal))
            if state.table.pending or len(states) < seats:
                states.append(rules.state_json(state))
    return {
        "move.json": ([*kinds.values()], moves.move_from_json),
        "deal.json": ([rules_for(1).deal_json(deal)], reader(moves.CONVERTER, Deal)),
        "state.json": (states, reader(table_shapes.CONVERTER, table_shapes.StateShape)),
        "edition.json": ([rules_for(2).edition.to_json()], reader(edition.CONVERTER, edition.Edition)),
    }


@cache
def good_of_nextstation() -> dict[str, tuple[list[Any], Any]]:
    """The same for the game whose seats choose at the same time. Its deals and states are read with
    all that play can lead to in mind, which no form can say."""
    kinds: dict[str, Any] = {}
    states: list[Any] = []
    deals: list[Any] = []
    settings_: tuple[dict[str, Any], ...] = (
        {"special_stations": True},
        {"pencil_powers": True, "objectives": True},
        {},
    )
    for seats, modules in zip((1, 3, 2), settings_, strict=True):
        rules, rng = NextStation(seats, **modules), Random(seats)
        deal = rules.deal(rng)
        deals.append(rules.deal_json(deal))
        state = rules.start(deal)
        while legal := rules.legal_moves(state):
            kinds |= {" ".join(found): found for move in legal if (found := rules.move_json(move))}
            if rng.random() < 0.05 or state.table.seconds:
                states.append(rules.state_json(state))
            state = rules.follow(state, rng.choice(legal))
    sheets = [sheet_check.shipped(name).to_json() for name in sheet_check.SHIPPED]
    return {
        "move.json": ([*kinds.values()], move_from_json),
        "deal.json": (deals, None),
        "state.json": (states[:6], None),
        "edition.json": (sheets, reader(SHEETS, SheetFile)),
    }


GOOD: dict[str, Callable[[], dict[str, tuple[list[Any], Any]]]] = {
    "zerokei": good,
    "nextstation": good_of_nextstation,
}


def reader(converter: Converter, cls: type[object]) -> Callable[[object], object]:
    return lambda value: structure(converter, value, cls, "value")


def is_read(read: Callable[[object], object], value: object) -> bool:
    try:
        read(value)
    except ShinkansenError:
        return False
    return True


def has_half_characters(value: object) -> bool:
    try:
        json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return True
    return False


@pytest.mark.parametrize("game", GOOD)
@pytest.mark.parametrize("name", ["move.json", "deal.json", "state.json", "edition.json"])
def test_parts_that_are_damaged_are_rejected(name: str, game: str) -> None:
    """What a schema lets through, our strict reader reads; what that reads and writes again unchanged, fits."""
    values, read = GOOD[game]()[name]
    where = Where(name, registry.game(game))
    for value in values:
        assert schemas.fits(where, value)
        assert schemas.misfit(where, value) is None
        changed = copy.deepcopy(value)
        for holder, key in list(places(changed)):
            kept, holder[key] = holder[key], 1.5  # which fits nowhere
            assert not schemas.fits(where, changed), key
            holder[key] = kept
    rejected: list[bool] = []

    @given(st.sampled_from(values).flatmap(damaged))
    @settings(max_examples=15 if name == "edition.json" else 60)
    def damage(value: Any) -> None:
        fits = schemas.fits(where, value)
        assert fits == (schemas.misfit(where, value) is None) == schemas.validator(where).is_valid(value)
        if read is None:
            pass
        elif fits:
            assert is_read(read, value) or has_half_characters(value)
        elif value not in values and is_read(read, value):
            # The reader fills in what is missing; the wire wants it said.
            assert name in ("move.json", "state.json")
        rejected.append(not fits)

    damage()
    assert sum(rejected) > len(rejected) / 3


@pytest.mark.parametrize(
    "where",
    [way(cmd, GAME) for cmd in schemas.commands() for way in (schemas.request, schemas.reply)],
    ids=lambda where: where.place,
)
def test_messages_that_are_damaged_are_rejected(where: Where) -> None:
    message = one_of_each()[where]
    assert schemas.misfit(where, message) is None
    seen: set[bool] = set()

    @given(damaged(message))
    @settings(max_examples=10)
    def damage(value: Any) -> None:
        fits = schemas.fits(where, value)
        seen.add(fits)
        assert fits == (schemas.misfit(where, value) is None) == schemas.validator(where).is_valid(value)

    damage()
    assert False in seen
    for key in schemas.schema(where.file, GAME)["$defs"][where.place.rpartition("/")[2]].get("required", []):
        assert not schemas.fits(where, {name: value for name, value in message.items() if name != key})


def test_a_misfit_is_told_in_a_few_words() -> None:
    reply, move = partial(schemas.reply, game=GAME), Where("move.json", GAME)
    told: dict[str, tuple[Where, object]] = {
        'move: found \'dance\', expected "choose-engine" or "claim"': (move, {"move": "dance"}),
        "city: found nothing, expected this key": (move, {"move": "prepare", "card": "tail"}),
        "to: found '1', expected an integer": (move, {"move": "relocate", "carriage": "x", "to": "1"}),
        "why: found an unknown key, expected only move": (move, {"move": "finish", "why": 1}),
        "to_move: found 'red', expected an integer or null": (reply("new"), {"seq": 1, "to_move": "red"}),
        "moves.2: found 3, expected an object": (
            reply("legal"),
            {"seq": 1, "to_move": 0, "moves": [{"move": "skip"}, 3]},
        ),
        "digest: found 'ab', expected 64 hexadecimal digits": (reply("digest"), {"seq": 1, "digest": "ab"}),
        "totals.1: found a huge number, expected at most": (reply("scores"), {"seq": 1, "totals": [10**50]}),
    }
    for words, (where, value) in told.items():
        assert (schemas.misfit(where, value) or "").startswith(words), schemas.misfit(where, value)


# -- the schemas cannot drift


def fields(cls: type[attrs.AttrsInstance]) -> set[str]:
    return {field.name for field in attrs.fields(cls)}


def test_every_kind_of_move_has_its_place() -> None:
    schema = schemas.schema("move", GAME)
    assert [*schema["$defs"]] == [*moves.KINDS]
    assert [each["$ref"] for each in schema["anyOf"]] == [f"#/$defs/{kind}" for kind in moves.KINDS]
    for name, kind in moves.KINDS.items():
        assert schema["$defs"][name]["properties"].keys() == {"move", *moves.FIELDS[kind]}
        assert schema["$defs"][name]["required"] == ["move", *moves.FIELDS[kind]]
        assert f"| `{name}` |" in PAGE


def test_every_key_of_tables_deals_and_editions_has_its_place() -> None:
    table, page_keys = schemas.schema("table", GAME), set(re.findall(r"`(\w+)`", PAGE))
    pairs: list[tuple[dict[str, Any], type[Any]]] = [
        (table, table_shapes.TableShape),
        (table["$defs"]["seat"], table_shapes.SeatShape),
        (table["$defs"]["slot"], table_shapes.SlotShape),
        (table["$defs"]["counter"], table_shapes.CounterShape),
        (table["$defs"]["venue"], table_shapes.VenueShape),
        (table["$defs"]["hideo"], table_shapes.HideoShape),
        (schemas.schema("state", GAME), table_shapes.StateShape),
        (schemas.schema("state", GAME)["properties"]["hidden"], table_shapes.HiddenShape),
        (schemas.schema("deal", GAME), Deal),
    ]
    for schema, shape in pairs:
        assert schema["properties"].keys() == fields(shape)
        assert schema["properties"].keys() <= page_keys | {"table", "hidden"}, "every key is explained on the page"
        assert schema["additionalProperties"] is False
    owed = {option for pending in table["$defs"]["pending"]["anyOf"] for option in pending["properties"]}
    assert owed == fields(table_shapes.PendingShape)
    assert table["properties"]["phase"]["enum"] == [*table_wire.PHASES]
    assert schemas.schema("edition", GAME)["properties"].keys() == fields(edition.Edition)
    sheets = schemas.schema("edition", NEXTSTATION)
    assert sheets["properties"].keys() == fields(SheetFile)
    assert sheets["properties"]["scope"]["enum"] == [*map(str, (Scope.BOX, Scope.MINIATURE))]
    assert {*sheets["$defs"]["source"]["properties"]["kind"]["enum"]} == {*map(str, SourceKind)}


def test_every_command_is_on_the_page_and_answered() -> None:
    on_page = re.findall(r"^\| `(\w+)` \|", PAGE.partition("## Requests")[2].partition("\n## ")[0], re.MULTILINE)
    assert [*schemas.commands()] == on_page[1:] == ["start", *OFFERED, "stop"]
    assert set(schemas.commands()) <= schemas.schema("replies", GAME)["$defs"].keys()
    assert {f"`{key}`" for key in schemas.reply_keys()} <= set(re.findall(r"`\w+`", PAGE))
    assert {f"`{key}`" for key in schemas.reply_keys("perft")} <= set(re.findall(r"`\w+`", PAGE))


def test_schemas_are_schemas_of_this_version() -> None:
    draft: Any = import_module("jsonschema").Draft202012Validator
    for name in schemas.NAMES:
        draft.check_schema(schemas.schema(name, GAME))
        assert schemas.schema(name, GAME)["$id"] == f"{schemas.BASE}{name}.json"
    assert schemas.BASE.endswith("/wire/1/")


# -- the server


def errored(server: Server, request: object) -> str:
    reply = server.answer(request)
    assert "errored" in reply, reply
    return str(reply["errored"])


def test_bad_requests_are_errors_and_change_nothing() -> None:
    rules = rules_for(2)
    server = reference()
    begin: dict[str, Any] = {**setting(rules), "deal": rules.deal_json(rules.deal(Random(1)))}
    assert "no current game" in errored(server, {"seq": 1, "cmd": "legal"})
    server.answer({"seq": 1, "cmd": "new", **begin})
    before = server.answer({"seq": 2, "cmd": "digest"})
    wrong: dict[str, object] = {
        "expected a JSON object": 3,
        "seq: found null": {"cmd": "legal"},
        "cmd: found nothing": {"seq": 2},
        "wire: found 2, expected 1": {"seq": 2, "cmd": "start", "wire": 2},
        "wire: found true": {"seq": 2, "cmd": "start", "wire": True},
        "game: found 'chess', expected nextstation or zerokei": {"seq": 2, "cmd": "new", **begin, "game": "chess"},
        "expected 1 or 2 or 3 or 4": {"seq": 2, "cmd": "new", **begin, "seats": 5},
        "seats: found '2'": {"seq": 2, "cmd": "new", **begin, "seats": "2"},
        "hard: found 1": {"seq": 2, "cmd": "new", **begin, "hard": 1},
        "the hard game is for one player": {"seq": 2, "cmd": "new", **begin, "hard": True},
        "rulings: found null": {"seq": 2, "cmd": "new", **begin, "rulings": None},
        "there is no ruling": {"seq": 2, "cmd": "new", **begin, "rulings": {"gravity": "a"}},
        "not a valid edition": {"seq": 2, "cmd": "new", **begin, "edition": {}},
        "deal: found nothing": {"seq": 2, "cmd": "new", **setting(rules)},
        "deal.deck": {"seq": 2, "cmd": "play", **begin, "deal": {}, "moves": []},
        "moves: found null": {"seq": 2, "cmd": "play", **begin, "moves": None},
        "there is no move 'dance'": {"seq": 2, "cmd": "apply", "move": {"move": "dance"}},
        "move: found nothing": {"seq": 2, "cmd": "check"},
        "expected a seat from 0 to 1": {"seq": 2, "cmd": "check", "move": {"move": "finish"}, "by": 2},
        "state": {"seq": 2, "cmd": "load", **setting(rules), "state": {}},
    }
    for words, request in wrong.items():
        assert words in errored(server, request)
        assert server.answer({"seq": 2, "cmd": "digest"}) == before


@given(st.deferred(lambda: st.sampled_from([*one_of_each().values()]).flatmap(damaged)))
@example({"seq": 2**53, "cmd": "start", "wire": 1})
@settings(max_examples=40)
def test_the_server_answers_whatever_it_is_sent(request_: Any) -> None:
    server = reference()
    server.answer(one_of_each()[schemas.request("new", GAME)])
    reply = server.answer(request_)
    json.dumps(reply)
    kind = next((kind for kind in ("errored", "skipped") if kind in reply), "known")
    assert schemas.fits(schemas.reply(kind, GAME), reply)


def test_a_move_that_is_not_legal_is_refused_with_its_clause() -> None:
    rules, talk = rules_for(2), Talk()
    deal = rules.deal(Random(1))
    state = rules.start(deal)
    begin = {**setting(rules), "deal": rules.deal_json(deal)}
    talk.ask("new", **begin)
    seat = talk.ask("legal")["to_move"]
    finish: dict[str, Json] = {"move": "finish"}
    refusal = rules.why_not(state, rules.read_move(finish))
    assert refusal is not None
    for cmd in ("check", "apply"):
        reply = talk.ask(cmd, move=finish)
        assert (reply["legal"], reply["clause"]) == (False, refusal.clause)
    first = rules.move_json(rules.legal_moves(state)[0])
    assert talk.ask("check", move=first, by=seat)["legal"] is True
    assert talk.ask("check", move=first, by=1 - seat)["legal"] is False
    reply = talk.ask("play", **begin, moves=[first, finish, first])
    after = rules.apply(state, rules.read_move(first))
    assert (reply["refused"], reply["digests"], reply["to_move"]) == (1, [rules.digest(after)], rules.to_move(after))


def test_rulings_and_editions_are_those_of_the_setting() -> None:
    given = setting(ZeroKei(seats=2, rulings=rulings({"second_icon": "b"})))
    assert open_rules(given).rulings.second_icon == "b"
    assert open_rules(given) is open_rules(json.loads(json.dumps(given))), "read once"
    raw: Any = json.loads(json.dumps(given))
    raw["edition"]["figures"]["engine_fee"] += 1
    assert open_rules(raw).edition.figures.engine_fee == open_rules(given).edition.figures.engine_fee + 1


def test_an_engine_that_only_scores_skips_the_rest() -> None:
    rules = rules_for(3)
    server = Server({"zerokei": open_rules}, name="scorer", capabilities=("load", "scores"))
    talk = Talk(server)
    assert talk.ask("start", wire=1)["capabilities"] == ["load", "scores"]
    talk.ask("load", **setting(rules), state=rules.state_json(rules.start(rules.deal(Random(1)))))
    assert len(talk.ask("scores")["totals"]) == 3
    assert "skipped" in server.answer({"seq": 9, "cmd": "legal"})
    assert "skipped" in server.answer({"seq": 9, "cmd": "dance"})


def test_the_server_knows_no_game() -> None:
    """A game that is nothing like Zero-Kei is served just so."""
    rules = HigherCard(seats=2)
    server = Server({"higher": lambda _: rules})
    deal = rules.deal(Random(1))
    state = rules.start(deal)
    server.answer({"seq": 1, "cmd": "new", "game": "higher", "deal": rules.deal_json(deal)})
    while legal := server.answer({"seq": 2, "cmd": "legal"})["moves"]:
        assert isinstance(legal, list)
        assert legal == [rules.move_json(move) for move in rules.legal_moves(state)]
        state = rules.apply(state, rules.read_move(legal[0]))
        assert server.answer({"seq": 3, "cmd": "apply", "move": legal[0]})["to_move"] == rules.to_move(state)
        assert server.answer({"seq": 4, "cmd": "digest"})["digest"] == rules.digest(state)


def test_a_defect_of_a_game_is_told_not_raised() -> None:
    def broken(_: object) -> Any:
        raise ZeroDivisionError("by zero")

    server = Server({"broken": broken})
    assert errored(server, {"seq": 1, "cmd": "new", "game": "broken"}) == "ZeroDivisionError: by zero"


def test_lines_that_are_no_requests_are_answered_too() -> None:
    replies = io.BytesIO()
    deep = b"[" * 100_000
    serve(
        reference().answer,
        io.BytesIO(b'\n{"seq":\n\xff\n' + deep + b'\n{"seq": 5, "cmd": "stop"}\nnever read\n'),
        replies,
    )
    told = [json.loads(line) for line in replies.getvalue().splitlines()]
    assert [reply["seq"] for reply in told] == [0, 0, 0, 0, 5]
    assert all("errored" in reply for reply in told[:-1])


# -- the page, and the extra


def test_every_verdict_is_on_the_page() -> None:
    on_page = re.findall(
        r"^\| `([\w-]+)` \|", PAGE.partition("## What goes wrong")[2].partition("\n## ")[0], re.MULTILINE
    )
    assert set(on_page) == set(Fault)
    limits = Limits()
    assert (limits.start, limits.answer, limits.stop, limits.line) == (10, 10, 5, 2**20), "as the page says"


@pytest.mark.slow
def test_without_jsonschema_one_clear_error_names_the_extra() -> None:
    program = "import sys; sys.modules['jsonschema'] = None\nimport importlib.util as u\n"
    program += "find = u.find_spec; u.find_spec = lambda name, *a: None if name == 'jsonschema' else find(name, *a)\n"
    program += "import shinkansen.verify"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "shinkansen.verify needs jsonschema: pip install 'shinkansen[verify]'" in done.stderr
