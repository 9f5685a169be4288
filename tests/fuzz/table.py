"""The table of decoders: everything in the package that turns what others wrote into values.

A test holds that nothing is missing: it looks for functions that read, and asks whether the inputs of this table come
by each of them.
"""

from __future__ import annotations

import atexit
import io
import os
import re
import shutil
import struct
import tempfile
from collections.abc import Callable, Mapping
from contextlib import redirect_stderr, redirect_stdout
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any, cast
from unittest.mock import patch

import attrs
import pytest

from shinkansen import cli, pytest_plugin, terminal
from shinkansen.commands import verify as verify_command
from shinkansen.commands.arguments import letters
from shinkansen.core import citations, clauses, coverage, files, record, rulings
from shinkansen.core.entries import index_of
from shinkansen.core.errors import ArgumentError, EditionError, RecordError, RulebookError, RulingError, ShinkansenError
from shinkansen.core.log_text import LogError
from shinkansen.core.near_misses import Part
from shinkansen.core.opaque import AnyRules, State
from shinkansen.core.position import unpacked
from shinkansen.core.states import sent
from shinkansen.nextstation import log_library as scored_sheets
from shinkansen.nextstation import picture as next_station_picture
from shinkansen.nextstation import settings as next_station_settings
from shinkansen.nextstation import sheet_check, sheet_library
from shinkansen.nextstation.game import GAME as NEXT_STATION
from shinkansen.nextstation.notation import parse as parse_section
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.paper import fonts
from shinkansen.verify.conversation import replies, schemas
from shinkansen.verify.conversation.schemas import Where
from shinkansen.verify.conversation.serving import CAPABILITIES, reference, serve
from shinkansen.verify.conversation.transports import in_process
from shinkansen.verify.judging import artefact, at_length, script, vectors
from shinkansen.verify.judging.findings import Finding
from shinkansen.verify.judging.judge import Judge
from shinkansen.verify.judging.start import greet
from shinkansen.verify.judging.stored import read_difference
from shinkansen.zerokei import edition_check, logs, notation, states
from shinkansen.zerokei import rulings as zerokei_rulings
from shinkansen.zerokei.citations import work
from shinkansen.zerokei.edition_text import template
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.rulebook import rulebook
from tests.fuzz import api, mutators, seeds, uses
from tests.fuzz.budget import A_SEARCH, MANY_READINGS
from tests.fuzz.decoder import (
    BytesDecoder,
    Decoder,
    DefectError,
    JsonDecoder,
    LineDecoder,
    PositionDecoder,
    TextDecoder,
    WrittenDecoder,
)


@cache
def table() -> dict[str, Decoder]:
    """All decoders by name."""
    found = [
        *_rules(),
        *_records(),
        *_logs(),
        *_editions(),
        *_nextstation(),
        *_pictures(),
        *_books(),
        *_wire(),
        *_verification(),
        *_commands(),
        *_api(),
    ]
    assert len({one.name for one in found}) == len(found)
    return {one.name: one for one in found}


def _texts(values: list[Any]) -> list[str]:
    return [mutators.written(Random(0), value) for value in values]


def _bytes(texts: list[str]) -> list[bytes]:
    return [text.encode() for text in texts]


def _lines(values: Callable[[], list[Any]]) -> list[bytes]:
    return _bytes(_texts(values()))


def in_file(read: Callable[[Path], Any], name: str) -> Callable[[bytes], Any]:
    """Bytes as a file that is read."""

    def feed(content: bytes) -> Any:
        path = room() / name
        path.write_bytes(content)
        return read(path)

    return feed


def room() -> Path:
    """A folder for this process; made by a worker, it is in that of its parent, and goes with it."""
    path = _rooms() / str(os.getpid())
    path.mkdir(exist_ok=True)
    return path


@cache
def _rooms() -> Path:
    """A folder that is there until the process ends which asked first; in memory where there is such a place."""
    memory = Path("/dev/shm")
    path = Path(tempfile.mkdtemp(prefix="shinkansen-fuzz-", dir=memory if memory.is_dir() else None))
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return path


# -- states, deals, moves


def _rules() -> list[Decoder]:
    found: list[Decoder] = []
    for name in seeds.TABLES:
        rules = seeds.rules(name)
        found += [
            JsonDecoder(
                f"state {name}",
                "state",
                partial(seeds.state_values, name),
                rules.read_state,
                uses.state(rules),
            ),
            JsonDecoder(f"deal {name}", "input", partial(seeds.deal_values, name), rules.read_deal, uses.deal(rules)),
            JsonDecoder(
                f"move {name}",
                "input",
                partial(seeds.move_values, name),
                rules.read_move,
                uses.move(rules, name),
            ),
        ]
    found.append(
        LineDecoder(
            "state file", "state", lambda: _bytes(_texts(_state_files())), in_file(_state, "state.json"),
            lambda found, rng: uses.state(found[0])(found[1], rng), values=_state_files,
        )
    )  # fmt: skip
    found += [
        PositionDecoder("position", "state", seeds.positions, _positioned, uses.position),
        PositionDecoder(
            "position packed",
            "state",
            seeds.packed_positions,
            partial(unpacked, seeds.rules("2")),
            uses.state(seeds.rules("2")),
        ),
    ]
    found.append(TextDecoder("notation", "input", seeds.lines_of_notation, notation.parse, uses.notated))
    return found


def _positioned(text: str) -> Any:
    """The rules and the state, and the text they came from."""
    return *states.from_position(text), text


def _state_files() -> list[Any]:
    """States as they are, and in what may hold one."""
    alone = [value for name in seeds.TABLES for value in seeds.state_values(name)[2:8:3]]
    within = [value for value in seeds.vector_values() if "state" in value["start"]][:4]
    return [*alone, *within, *({**request, "edition": "shipped"} for request in seeds.requests("load"))]


# -- records and logs


def _records() -> list[Decoder]:
    return [
        JsonDecoder("record value", "input", seeds.record_values, record.from_json, uses.record, (RecordError,)),
        WrittenDecoder(
            "record text", "input", seeds.record_texts, record.from_text, uses.record, (RecordError,),
            values=seeds.record_values,
        ),
        LineDecoder(
            "record file", "input", lambda: _bytes(seeds.record_texts()),
            in_file(record.read, "record.json"), uses.record,
            (RecordError,), values=seeds.record_values,
        ),
    ]  # fmt: skip


def _logs() -> list[Decoder]:
    return [
        TextDecoder("log text", "input", seeds.log_texts, logs.from_text, uses.log, (LogError,), bound=MANY_READINGS),
        WrittenDecoder(
            "log JSON", "input", lambda: _texts(seeds.log_values()), logs.from_text, uses.log, (LogError,),
            values=seeds.log_values, bound=MANY_READINGS),
        LineDecoder(
            "log file", "input", lambda: _bytes([*seeds.log_texts(), *_texts(seeds.log_values())]),
            in_file(logs.read, "log"), uses.log, (LogError,), values=seeds.log_values, bound=MANY_READINGS),
        TextDecoder(
            "scored sheet", "input", seeds.sheet_texts, scored_sheets.read, uses.scored_sheet, (LogError,),
            bound=A_SEARCH),
    ]  # fmt: skip


# -- editions


def _toml(text: str) -> Any:
    return edition_check.check(files.parse_toml(text, "the text", EditionError)).accepted("the text")


def _write_toml(_: Random, value: Any) -> str:
    return mutators.toml(value)


def _font(families: int = 1) -> bytes:
    """As much of a font as its name needs."""
    name = "DejaVu Sans".encode("utf-16-be")
    rows = b"".join(struct.pack(">6H", 3, 1, 0x409, 1, len(name), 0) for _ in range(families))
    head = struct.pack(">4sHHHH", b"\0\1\0\0", 1, 16, 0, 0) + struct.pack(">4sLLL", b"name", 0, 28, 99)
    return head + struct.pack(">HHH", 0, families, 6 + 12 * families) + rows + name


def _pictures() -> list[Decoder]:
    return [BytesDecoder("font", "output", lambda: [_font(), _font(3)], in_file(fonts.family_of, "font.ttf"))]


_TABLES: Mapping[str, dict[str, Any]] = {
    "1": {"seats": 1},
    "3": {"seats": 3},
    "2 stations": {"seats": 2, "objectives": True, "special_stations": True},
    "2 powers": {"seats": 2, "pencil_powers": True},
}
"""The tables of Next Station whose games are damaged, by name."""


def _nextstation() -> list[Decoder]:
    """Next Station: its states, deals, moves, positions, notation and sheets."""
    found: list[Decoder] = []
    for name, setting in _TABLES.items():
        rules = NextStation(**setting)
        use = uses.contract(rules)
        look, drawn = partial(next_station_picture.to_look_at, rules), partial(_drawn, rules)
        found += [
            JsonDecoder(
                f"nextstation table {name}", "output", partial(_part_of, name, 0), look, drawn, (ArgumentError,)
            ),
            JsonDecoder(f"nextstation state {name}", "state", partial(_part_of, name, 0), rules.read_state, use),
            JsonDecoder(f"nextstation deal {name}", "input", partial(_part_of, name, 1), rules.read_deal),
            JsonDecoder(f"nextstation move {name}", "input", partial(_part_of, name, 2), rules.read_move),
            PositionDecoder(
                f"nextstation position {name}", "state", partial(_part_of, name, 3), rules.read_position, use
            ),
        ]
    sheet = sheet_library.known()["london"]
    return [
        *found,
        TextDecoder(
            "nextstation notation", "input",
            lambda: ["pass", "3,2-4,3", "0,0-10,10", "6,3-7,3>5,3", "6,3-7,3 double", "7,3-9,1 power"], parse_section,
        ),
        TextDecoder(
            "nextstation setting of a position", "input", lambda: _played("2 powers")[3],
            partial(next_station_settings.of_position, edition=None),
        ),
        JsonDecoder("nextstation sheet", "input", lambda: [sheet], sheet_check.from_json),
        JsonDecoder(
            "nextstation setting", "input",
            lambda: [
                {"seats": 2, "rulings": {"bare_departure": "b"}, "edition": sheet},
                {"seats": 1, "edition": "tokyo", "objectives": True, "pencil_powers": True},
            ],
            NEXT_STATION.open,
        ),
        LineDecoder(
            "nextstation sheet file", "input", lambda: _bytes([sheet_library.template()]),
            in_file(sheet_library.load, "sheet.toml"), write=_write_toml, values=lambda: [sheet],
        ),
    ]  # fmt: skip


def _drawn(rules: NextStation, state: Any, _: Random) -> None:
    next_station_picture.picture(rules, state)


def _part_of(table: str, part: int) -> list[Any]:
    return _played(table)[part]


@cache
def _played(table: str) -> tuple[list[Any], list[Any], list[Any], list[Any]]:
    """The states, the deal, the moves and the positions of a game of Next Station."""
    rng, rules = Random(table), NextStation(**_TABLES[table])
    deal = rules.deal(rng)
    state = rules.start(deal)
    states, moves = [state], list[Any]()
    while rules.to_move(state) is not None:
        move = rng.choice(rules.legal_moves(state))
        state = rules.follow(state, move)
        moves.append(rules.move_json(move))
        states.append(state)
    kept = states[::5]
    positions = [rules.position(each, hidden=at % 2 == 0) for at, each in enumerate(kept)]
    return [*map(rules.state_json, kept)], [rules.deal_json(deal)], moves[::3], positions


def _editions() -> list[Decoder]:
    return [
        JsonDecoder("edition value", "input", seeds.edition_values, edition_check.from_json, uses.edition),
        WrittenDecoder(
            "edition TOML", "input", seeds.edition_texts, _toml, uses.edition, write=_write_toml,
            values=seeds.edition_values,
        ),
        LineDecoder(
            "edition TOML file", "input", lambda: _bytes([*seeds.edition_texts(), template()]),
            in_file(edition_check.load, "edition.toml"), uses.edition, write=_write_toml, values=seeds.edition_values,
        ),
        LineDecoder(
            "edition JSON file", "input", lambda: _bytes(_texts(seeds.edition_values())),
            in_file(edition_check.load, "edition.json"), uses.edition, values=seeds.edition_values,
        ),
    ]  # fmt: skip


# -- rulings, rulebook, what tests hold


def _rulebook(text: str) -> Any:
    return clauses.read_rulebook(files.parse_toml(text, "the text", RulebookError))


def _register(text: str) -> Any:
    return rulings.read_register(files.parse_toml(text, "the text", RulingError), rulebook())


def _use_book(found: Any, rng: Random) -> None:
    found.account()
    for clause in found:
        found.under(clause.chapter)


def _use_register(found: Any, rng: Random) -> None:
    for ruling in found:
        found[ruling.slug]
        found[ruling.id]
        for answer in ruling.answers:
            [reader.numbers() for reader in answer.readers if reader.lines]


def _use_citation(found: Any, rng: Random) -> None:
    assert citations.read(str(found), work()) == found
    work().then(found)
    work().now(found)


def _books() -> list[Decoder]:
    return [
        TextDecoder(
            "citation", "input", lambda: ["zerokei:6.C.3", "zerokei:R29-b@1", "R23-b@1", "track_needs_ground=b", "5.1"],
            lambda text: citations.read(text, work()), _use_citation,
        ),
        JsonDecoder("rulings", "input", seeds.letters, zerokei_rulings.rulings, uses.rulings),
        JsonDecoder("rulebook value", "input", lambda: [seeds.rulebook_value()], clauses.read_rulebook, _use_book),
        WrittenDecoder(
            "rulebook TOML", "input", lambda: [mutators.toml(seeds.rulebook_value())], _rulebook, _use_book,
            write=_write_toml, values=lambda: [seeds.rulebook_value()],
        ),
        JsonDecoder(
            "register value", "input", lambda: [seeds.register_value()],
            lambda raw: rulings.read_register(raw, rulebook()), _use_register, (RulebookError,),
        ),
        WrittenDecoder(
            "register TOML", "input", lambda: [mutators.toml(seeds.register_value())], _register, _use_register,
            (RulebookError,), write=_write_toml, values=lambda: [seeds.register_value()],
        ),
        WrittenDecoder(
            "held.json", "input", lambda: _texts([seeds.held_value()]),
            lambda text: coverage.read_clause_tests(text, "the text"),
            lambda found, _: (found.untested(rulebook()), found.text()), values=lambda: [seeds.held_value()],
        ),
        TextDecoder(
            "question", "input", lambda: ["deck runs out", "can I buy this?", "r29-b", "couldron 7.11"],
            lambda text: index_of(GAME).search(text),
            lambda found, _: uses.law(len({hit.entry.id for hit in found.hits}) == len(found.hits), "found twice"),
        ),
        TextDecoder(
            "line numbers", "input", lambda: ["3-5, 8", "1", "1-2,3,5-9", "9999"], clauses.parse_lines,
            lambda found, _: uses.law(clauses.parse_lines(clauses.write_lines(found)) == found, "read back as others"),
        ),
    ]  # fmt: skip


# -- the wire


def _wire() -> list[Decoder]:
    found: list[Decoder] = []
    for cmd in seeds.commands():
        asked = replies.Question(1, cmd)
        found += [
            LineDecoder(
                f"reply {cmd}", "input", partial(_lines, partial(seeds.replies, cmd)),
                partial(replies.read_line, asked), values=partial(seeds.replies, cmd),
            ),
            JsonDecoder(f"request {cmd}", "input", partial(seeds.requests, cmd), _answered),
        ]  # fmt: skip
    found += [
        JsonDecoder(
            "reply of an object", "input", lambda: seeds.replies("legal"),
            lambda reply: in_process(lambda _: reply).ask("legal"),
        ),
        JsonDecoder(
            "greeting", "verify", lambda: seeds.replies("start")[2:],
            lambda reply: greet(in_process(lambda _: reply), GAME),
        ),
        JsonDecoder("request with an edition", "input", seeds.requests_with_edition, _answered),
        LineDecoder("requests served", "input", lambda: [_session()], _served, values=lambda: seeds.requests("play")),
    ]  # fmt: skip
    return found


def _answered(request: Any) -> Any:
    """The answer of the reference, which must be one itself."""
    reply = uses.reply_of(seeds.asked("2", 4).answer(seeds.filled(request)))
    if "errored" in reply:
        raise ShinkansenError(str(reply["errored"]))
    return reply


def _session() -> bytes:
    made = [{**seeds.requests(cmd)[2], "seq": number} for number, cmd in enumerate(("start", "legal", "check", "stop"))]
    return "\n".join(_texts(made)).encode() + b"\n"


def _served(content: bytes) -> Any:
    """Every reply of a session, each on a line of the wire."""
    said = io.BytesIO()
    serve(reference().answer, io.BytesIO(content), said)
    found: list[Any] = [replies.parse_line(replies.Question(1, "stop"), line) for line in said.getvalue().splitlines()]
    for reply in found:
        uses.reply_of(reply)
    return found


# -- verification


def _checked_at_length(value: Any) -> object:
    """The settings of a check at length; what is no object is refused before."""
    if not isinstance(value, dict):
        raise ShinkansenError("expected an object")
    asked = at_length.GAMES.checked(cast("Part", value))
    return at_length.GAMES.epoch(asked, 0, at_length.GAMES.beginning(asked))


def _verification() -> list[Decoder]:
    found: list[Decoder] = [
        JsonDecoder("script", "input", seeds.script_values, script.read_script, uses.script),
        JsonDecoder("vector", "input", seeds.vector_values, vectors.read_vector, uses.vector, (ShinkansenError,)),
        LineDecoder(
            "artefact", "input", lambda: _bytes(_texts(seeds.artefact_values())),
            in_file(artefact.read, "artefact.json"),
            uses.artefact, values=seeds.artefact_values,
        ),
        JsonDecoder("stored difference", "verify", seeds.stored_differences, read_difference),
        JsonDecoder("check at length", "verify", seeds.checks_at_length, lambda value: _checked_at_length(value)),
        JsonDecoder(
            "report against its schema", "verify", seeds.report_values,
            lambda value: _fitting(Where("report.json", GAME), value),
        ),
    ]  # fmt: skip
    for cmd in ("new", "load", "legal", "check", "apply", "play", "table", "digest", "scores"):
        found.append(
            JsonDecoder(
                f"judged {cmd}", "verify", partial(_right, cmd),
                partial(_judged, cmd), lambda found, _: _told(found),
            )
        )  # fmt: skip
    return found


def _fitting(where: Where, value: Any) -> Any:
    fits, misfit = schemas.fits(where, value), schemas.misfit(where, value)
    uses.law(fits == (misfit is None), "the two judges of a schema disagree")
    if misfit is not None:
        raise ShinkansenError(misfit)
    return value


@cache
def _question(dealt: bool = True) -> Any:
    """A game of four moves with every kind of question at the end; or the same from a state."""
    whole = next(vector.script for vector in vectors.shipped(GAME) if vector.whole and vector.script.setting.seats == 2)
    asks = [
        script.Ask(4, script.What.TABLE),
        script.Ask(4, script.What.LEGAL),
        script.Ask(4, script.What.SCORES),
        script.Ask(4, script.What.CHECK, {"move": "finish"}),
    ]
    played = attrs.evolve(whole, moves=whole.moves[:4], asks=tuple(asks))
    if dealt:
        return played
    at_once = tuple(attrs.evolve(ask, ply=0) for ask in asks)
    return attrs.evolve(played, start={"state": played.played().state(4)}, moves=(), asks=at_once)


def _judged(cmd: str, reply: Any) -> Any:
    """What is seen of an engine that answers as the reference does, but for one command."""
    server = reference()

    def answer(request: dict[str, Any]) -> Any:
        right = server.answer(request)
        if request["cmd"] != cmd or not mutators.is_table(reply):
            return right
        return {**reply, "seq": request["seq"]}

    return _seen(cmd, answer)


def _seen(cmd: str, answer: Callable[[dict[str, Any]], Any]) -> Any:
    """The first difference of an engine from whom this command is asked."""
    without = {"table": {"play", "digest"}, "play": set[str]()}.get(cmd, {"play"})
    return Judge(in_process(answer), frozenset(CAPABILITIES) - without).first(_question(cmd != "load"))


def _right(cmd: str) -> list[Any]:
    """What the reference answers to a command when it is judged; a skip and an error."""
    server = reference()
    found: list[Any] = seeds.replies(cmd)[:2]

    def answer(request: dict[str, Any]) -> Any:
        reply = server.answer(request)
        if request["cmd"] == cmd:
            found.append(seeds.plain(reply))
        return reply

    uses.law(_seen(cmd, answer) is None, "the reference differs from itself")
    return found


def _told(found: Any) -> None:
    if found is not None:
        content = artefact.artefact_json(Finding(found, 1), "an engine")
        files.parse_json(mutators.written(Random(0), content), "the artefact", ShinkansenError)


# -- the command line, the plugin

ARGUMENTS = [
    ["clause", "list", "--kind", "cost"], ["clause", "show", "7.9", "10.3"], ["clause", "search", "venue"],
    ["search", "deck", "runs", "out"], ["search", "r29-b", "--why"], ["search", "7.11", "--kind", "clause"],
    ["ruling", "list", "--switchable"], ["ruling", "show", "R29", "track_needs_ground"], ["ruling", "witness", "R29=b"],
    ["ruling", "impact", "R29=b"], ["ruling", "witness", "R13"],
]  # fmt: skip
FILES = {
    "edition check": (["edition", "check"], "edition.toml"),
    "edition show": (["edition", "show", "--sources"], "edition.toml"),
    "record verify": (["record", "verify"], "record.json"),
    "record show": (["record", "show"], "record.json"),
    "picture": (["picture"], "record.json"),
    "check": (["check"], "log"),
    "state check": (["state", "check"], "state.json"),
}


def _arguments() -> list[list[str]]:
    index_of(GAME)  # made once for all searches; the work of making it is not that of an input
    one, two = seeds.positions()[:2]
    shown = [["state", "show", "--hidden", one], ["state", "show", "--json", two], ["state", "check", one]]
    return [*ARGUMENTS, *shown, ["picture", "--layout", "wide", two]]


def _state(path: Path) -> tuple[AnyRules, State]:
    return sent(str(path)).read()


def _commands() -> list[Decoder]:
    found: list[Decoder] = [
        JsonDecoder("arguments", "output", _arguments, _main),
        TextDecoder(
            "--rulings", "output", seeds.rulings_texts, partial(letters, GAME), uses.rulings, (ShinkansenError,)
        ),
        TextDecoder("--tcp", "output", lambda: ["localhost:9000", "127.0.0.1:1", "[::1]:65535"], _tcp),
        TextDecoder("ini", "verify", lambda: ["4", "0", "12"], _walks, raises=(pytest.UsageError,)),
        LineDecoder(
            "command edition check", "output", lambda: _bytes(seeds.edition_texts()[:2]),
            _command("edition check"), write=_write_toml, values=lambda: seeds.edition_values()[:2],
        ),
        LineDecoder(
            "command edition show", "output", lambda: _bytes(seeds.edition_texts()[:2]),
            _command("edition show"), write=_write_toml, values=lambda: seeds.edition_values()[:2],
        ),
        LineDecoder(
            "command record verify", "output", lambda: _bytes(seeds.record_texts()[:8]), _command("record verify"),
            values=lambda: seeds.record_values()[:8],
        ),
        LineDecoder(
            "command record show", "output", lambda: _bytes(seeds.record_texts()[:8]), _command("record show"),
            values=lambda: seeds.record_values()[:8],
        ),
        LineDecoder(
            "command picture", "output", lambda: _bytes(seeds.record_texts()[:8]), _command("picture"),
            values=lambda: seeds.record_values()[:8],
        ),
        LineDecoder(
            "command check", "output", lambda: _bytes([*seeds.log_texts()[:6], *_texts(seeds.log_values()[:6])]),
            _command("check"), values=lambda: seeds.log_values()[:6], bound=MANY_READINGS),
        LineDecoder(
            "command state check", "state", lambda: _bytes(_texts(_state_files())), _command("state check"),
            values=_state_files,
        ),
    ]  # fmt: skip
    return found


def _command(name: str) -> Callable[[bytes], Any]:
    words, file = FILES[name]
    return in_file(lambda path: _main([*words, str(path)]), file)


OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")
"""Characters that move the cursor, change colours or turn the direction of writing."""


_parser = cache(cli.parser)
"""The whole parser takes longer to make than most commands take to run."""


def _main(words: Any) -> Any:
    """The command line with these words, with outputs that refuse half characters as a terminal would."""
    if not mutators.is_row(words) or not all(type(word) is str for word in words):
        raise ShinkansenError("not asked: no list of words")
    given = words
    if not given or given[0] not in ("clause", "ruling", "search", "edition", "record", "check", "state", "picture"):
        raise ShinkansenError("not asked: a command that starts something")
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    old = Path.cwd()
    os.chdir(room())
    try:
        with redirect_stdout(out), redirect_stderr(err), patch.dict(os.environ, {terminal.TRACEBACK: "1"}):
            code = cli.main(given)
    except SystemExit as left:  # argparse has told what is wrong
        code = int(left.code or 0)
    finally:
        os.chdir(old)
    told = out.buffer.getvalue() + err.buffer.getvalue()
    uses.law(not OBEYED.search(told.decode()), "what a terminal obeys was printed")
    if b"a bug in shinkansen" in told:
        raise DefectError(told.decode()[-300:])
    if code not in (0, 1, 2):
        raise DefectError(f"exit code {code}")
    if code == 2:
        raise ShinkansenError("exit code 2")
    return code


def _tcp(text: str) -> Any:
    words = ["verify", f"--tcp={text}"]
    try:
        with redirect_stderr(io.StringIO()):
            arguments = _parser().parse_args(words)
    except SystemExit:  # argparse has told what is wrong
        raise ShinkansenError("refused by argparse") from None
    return verify_command._way(arguments)  # pyright: ignore[reportPrivateUsage]


class _Metafunc:
    """As much of pytest as the plugin asks of it when tests are collected."""

    fixturenames = ("shinkansen_random_game",)

    def __init__(self, walks: str) -> None:
        self.config, self._walks, self.tests = self, walks, 0

    def getini(self, _: str) -> str:
        return self._walks

    def parametrize(self, _: str, values: Any, **__: Any) -> None:
        self.tests = len(values)


def _walks(text: str) -> Any:
    asked: Any = _Metafunc(text)
    pytest_plugin.pytest_generate_tests(asked)
    return asked.tests


# -- the Python interface


def _api() -> list[Decoder]:
    return [api.ApiDecoder(f"api: {group}", "input", partial(api.good, group), api.call) for group in api.GROUPS]
