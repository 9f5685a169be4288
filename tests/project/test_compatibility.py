"""What people have stored goes on working, and what we write today an older reader can read: `docs/compatibility.md`.

The frozen files (`tests/frozen`) are as the wire, records, artefacts, vectors and reports were when they were promised.
Each is read by the code as it is. And what the code writes is judged by the forms that were frozen with them.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, cast
from xml.etree import ElementTree

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from docs.extension import moved
from shinkansen.cli import main as shinkansen
from shinkansen.core import citations
from shinkansen.core import record as record_module
from shinkansen.core.errors import RecordError
from shinkansen.core.near_misses import Part
from shinkansen.core.plain_json import Json, canonical, digest
from shinkansen.core.play import at_random, plies
from shinkansen.core.record import from_json, from_text, read, record, seen_by, text, to_json, verify
from shinkansen.verify.conversation import schemas
from shinkansen.verify.conversation.demo_engine import engine as careless
from shinkansen.verify.conversation.itemised import POINTS
from shinkansen.verify.conversation.serving import CAPABILITIES, Server, reference
from shinkansen.verify.conversation.talk import WIRE, Engine, Limits
from shinkansen.verify.conversation.transports import in_process
from shinkansen.verify.judging import artefact, vectors
from shinkansen.verify.judging.difference import DifferenceKind
from shinkansen.verify.judging.findings import Finding
from shinkansen.verify.judging.judge import Judge
from shinkansen.verify.judging.plan import Plan
from shinkansen.verify.judging.runner import check
from shinkansen.verify.judging.start import Command
from shinkansen.verify.reports import fingerprint_json as fingerprint_module
from shinkansen.verify.reports import report_json as report_module
from shinkansen.verify.reports.junit import junit
from shinkansen.verify.reports.report_json import report_json, schema_text
from shinkansen.zerokei import logs, position
from shinkansen.zerokei.citations import work
from shinkansen.zerokei.edition_check import from_json as edition_from_json
from shinkansen.zerokei.edition_check import load, shipped
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.log_check import check as check_log
from shinkansen.zerokei.moves import KINDS
from shinkansen.zerokei.records import rules_of
from shinkansen.zerokei.rulebook import rulebook
from shinkansen.zerokei.ruleset import NAME, VERSION, ZeroKei
from shinkansen.zerokei.rulings import register, restored
from shinkansen.zerokei.states import from_position
from shinkansen.zerokei.testing.strategies import (
    READINGS,
    SOLO,
    Position,
    deals,
    editions,
    positions,
    records,
    rules_for,
)
from tests.build import make_frozen
from tests.fake_game import HigherCard
from tests.frozen_files import content_of, frozen, lines_of, lost, misfit, one
from tests.reports import differences
from tests.settings import schema_of, zerokei
from tests.verify.test_foreign_js import NODE

pytest_plugins = ["pytester"]


pytestmark = pytest.mark.slow


def ids(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


# -- records


RECORDS = frozen("record-1/**/*.json")


@pytest.mark.parametrize("path", RECORDS, ids=ids)
def test_a_record_of_format_1_verifies_ply_by_ply_and_keeps_its_text(path: Path) -> None:
    """If this fails, a game already played goes differently. Then the version of the rules goes up, and what was played
    under the older ones is still played as it was."""
    told = read(path)
    rules = rules_of(told)
    verify(rules, told)
    assert text(told) == path.read_text(encoding="ascii")
    assert misfit("record-1-zerokei", content_of(path)) is None
    if told.seen_by is None:
        now = attrs.evolve(told, settings=rules.restored(told.settings))
        moves = [rules.read_move(played.move) for played in told.plies]
        assert record(rules, rules.read_deal(told.deal), moves) == now


def test_the_frozen_records_are_of_every_kind() -> None:
    """For every version of the rules: all numbers of seats in several readings, games that were left, and as seen."""
    for version in range(1, VERSION + 1):
        found = [told for path in RECORDS if (told := read(path)).settings["version"] == version]
        for seats in (1, 2, 3, 4):
            finished = [told for told in found if told.settings["seats"] == seats and told.scores]
            assert len({canonical(told.settings["rulings"]) for told in finished}) >= 2, (version, seats)
        assert any(told.scores is None and told.seen_by is None for told in found)
        assert any(told.seen_by is not None for told in found)
    hard = [told for path in RECORDS if (told := read(path)).settings.get("hard")]
    assert {(told.scores is None, told.seen_by) for told in hard} == {(False, None), (True, None), (True, 0)}


def test_what_is_recorded_today_is_recorded_as_it_was() -> None:
    """The same deal and moves give the same text, so a record can be compared byte by byte over the years."""
    then = {path.stem: path.read_text("ascii") for path in RECORDS if path.parent.name == f"version-{VERSION}"}
    now = make_frozen.records()
    assert {Path(name).stem: content for name, content in now.items()} == then


@settings(max_examples=40)
@given(records() | records(of=READINGS) | records(of=SOLO), st.integers(0, 3))
def test_any_record_can_be_read_by_a_version_1_reader(told: Any, seat: int) -> None:
    assert misfit("record-1-zerokei", to_json(told)) is None
    rules = rules_of(told)
    assert misfit("record-1-zerokei", to_json(seen_by(rules, told, seat % rules.seats))) is None


@pytest.mark.parametrize("seats", [2, 3])
def test_a_record_of_another_game_has_the_same_form(seats: int) -> None:
    rules = HigherCard(seats)
    deal = rules.deal(Random(1))
    told = record(rules, deal, [ply.move for ply in plies(rules, rules.start(deal), at_random(Random(1)))])
    assert told.scores is not None
    assert misfit("record-1", to_json(told)) is None
    assert from_text(text(told)) == told


def test_points_are_vp_in_a_record_and_nothing_else_is() -> None:
    content = content_of(one("record-1/version-2/two-seats-1.json"))
    told = from_json(content)
    assert told.scores is not None
    items = [item for score in cast("list[Any]", content["scores"]) for item in score["items"]]
    assert [item["vp"] for item in items] == [item.points for score in told.scores for item in score.items]
    renamed = re.sub(r'"vp":(-?\d)', r'"points":\1', text(told))
    with pytest.raises(RecordError, match=r"scores\.1\.items\.1\.points: found an unknown key, expected .*\bvp\b"):
        from_text(renamed)


# -- deals, states, moves, editions


DEALS = lines_of(one("wire-1/deals.jsonl"))
STATES = lines_of(one("wire-1/states.jsonl"))
MOVES = lines_of(one("wire-1/moves.jsonl"))
EDITIONS = [one("wire-1/edition.json"), one("vectors-1/edition.json")]
FILLED_IN = one("edition/reconstructed.toml")


def rules_named(line: Part) -> ZeroKei:
    """The rules that a line was written under."""
    named = cast("dict[str, Any]", line["settings"])
    reading = restored(named["rulings"], named["version"])
    return ZeroKei(named["seats"], rulings=reading.letters(), hard=named.get("hard", False))


@pytest.mark.parametrize("line", DEALS, ids=lambda line: str(DEALS.index(line)))
def test_a_stored_deal_is_dealt(line: Part) -> None:
    rules = rules_named(line)
    deal = rules.read_deal(line["deal"])
    assert rules.to_move(rules.start(deal)) is not None
    assert rules.deal_json(deal) == line["deal"]
    assert misfit("deal", line["deal"]) is None


@pytest.mark.parametrize("line", STATES, ids=lambda line: str(STATES.index(line)))
def test_a_stored_state_is_loaded(line: Part) -> None:
    rules = rules_named(line)
    state = rules.read_state(line["state"])
    assert canonical(rules.state_json(state)) == canonical(line["state"])
    assert misfit("state", line["state"]) is None


@pytest.mark.parametrize("line", MOVES, ids=lambda line: line["move"]["move"])
def test_a_stored_move_does_what_it_did(line: Part) -> None:
    rules = rules_named(line)
    state, move = rules.read_state(line["state"]), rules.read_move(line["move"])
    assert rules.why_not(state, move) is None
    step = rules.explain(state, move)
    assert rules.digest(step.state) == line["digest"]
    assert rules.entries(step.happenings) == line["entries"]
    assert rules.move_json(move) == line["move"]
    assert misfit("move", line["move"]) is None


def test_no_kind_of_move_was_renamed() -> None:
    assert {str(cast("Part", line["move"])["move"]) for line in MOVES} <= {*KINDS}


@pytest.mark.parametrize("path", EDITIONS, ids=ids)
def test_a_stored_edition_is_the_same_edition(path: Path) -> None:
    content = content_of(path)
    edition = edition_from_json(content)
    assert edition.digest() == load(FILLED_IN).digest() == shipped().digest()
    assert canonical(cast("Json", edition.to_json())) == canonical(content)
    assert misfit("edition", content) is None


@settings(max_examples=60)
@given(st.data())
def test_any_deal_state_move_and_edition_can_be_read_by_a_version_1_reader(data: st.DataObject) -> None:
    position: Position = data.draw(positions(over=True, of=data.draw(st.sampled_from([READINGS, SOLO]))))
    rules = position.rules
    deal = data.draw(deals(rules))
    assert misfit("deal", rules.deal_json(deal)) is None
    assert misfit("state", rules.state_json(position.state)) is None
    for move in rules.legal_moves(position.state):
        assert misfit("move", rules.move_json(move)) is None
    assert misfit("edition", cast("Json", data.draw(editions()).to_json())) is None


# -- positions in one line


POSITIONS = lines_of(one("position-1/zerokei.jsonl"))


def test_a_stored_position_is_the_position_it_was() -> None:
    """If this fails, links and tables that people made mean something else. Then the version of the text goes up."""
    assert len(POSITIONS) > 100
    for row in POSITIONS:
        line = str(row["text"])
        rules, state = from_position(line)
        assert digest(rules.state_json(state)) == row["state"]
        assert line in (rules.position(state), rules.position(state, hidden=True))


def test_the_stored_positions_use_every_field() -> None:
    texts = [str(row["text"]).split("/")[2:-1] for row in POSITIONS]
    assert {fields[0].split(".")[0] for fields in texts} == {*"1234"}
    assert any("hard" in fields[0] for fields in texts)
    assert any("R" in fields[0] for fields in texts)
    assert {fields[1][1] for fields in texts} == {*"ebpafo"}
    assert all(any(mark in fields[2] for fields in texts) for mark in (".H", ".A", ".M", "E", "V", "T"))
    assert {letter for fields in texts for letter in fields[7]} == {*"xXpPgwbGWB"}
    everything = "/".join("/".join(fields) for fields in texts)
    assert all(mark in everything for mark in (".S", ".O", "/H", "X", "C"))
    more = [fields[-2] if fields[-1].startswith("H") else fields[-1] for fields in texts]
    assert all(any(mark in field for field in more) for mark in "NWRPTDO")


# -- logs


LOGS = frozen("log/*")


@pytest.mark.parametrize("path", LOGS, ids=ids)
def test_a_stored_log_is_read_and_possible(path: Path) -> None:
    verdict = check_log(logs.read(path))
    assert verdict.problem is None
    assert verdict.made == verdict.moves > 0


def test_a_log_is_written_as_it_was() -> None:
    then = {path.name: path.read_text("utf-8") for path in LOGS}
    assert {Path(name).name: content for name, content in make_frozen.public_logs().items()} == then


# -- the wire


CONVERSATIONS = {name: one(f"wire-1/{name}.jsonl") for name in ("reference", "engine-js")}
OURS_TO_CHANGE = {"start": ("version", "games", "capabilities")}
"""What an answer of ours may say otherwise, by the name of the command: our version, which games there are, and what
else can be asked."""
ENGINE_JS = next(path for path in frozen("wire-1/engine-js/*") if path.name == "adapter.mjs")


def asked_and_answered(name: str) -> Iterator[tuple[Part, Part]]:
    lines = lines_of(CONVERSATIONS[name])
    yield from zip(lines[::2], lines[1::2], strict=True)


def test_an_old_client_gets_every_key_that_it_knew() -> None:
    """Its requests, one after another, as they were sent; the answers may only have gained keys."""
    server = reference()
    asked = 0
    for request, then in asked_and_answered("reference"):
        cmd = str(request["cmd"])
        known = {key: value for key, value in then.items() if key not in OURS_TO_CHANGE.get(cmd, ())}
        now = server.answer(request)
        assert [*lost(known, now)] == [], request["seq"]
        assert misfit(f"replies#/$defs/{cmd}", now) is None, request["seq"]
        if cmd == "start":
            assert {*cast("list[str]", then["capabilities"])} <= {*cast("list[str]", now["capabilities"])}
        asked += 1
    assert asked > 50


def test_an_old_client_uses_every_command() -> None:
    for name in CONVERSATIONS:
        said = {str(request["cmd"]) for request, _ in asked_and_answered(name)}
        assert said == {*CAPABILITIES, "start", "stop"}
    assert "skipped" in [key for _, answer in asked_and_answered("engine-js") for key in answer]


def test_an_old_engine_understands_what_it_is_asked_today() -> None:
    """The requests as this version makes them, to the frozen engine: it answers as it did."""
    spoken = "".join(json.dumps(request) + "\n" for request in make_frozen.requests())
    done = subprocess.run([NODE, ENGINE_JS], input=spoken, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    for request, now, (asked, then) in zip(
        make_frozen.requests(), answers, asked_and_answered("engine-js"), strict=True
    ):
        assert request["cmd"] == asked["cmd"]
        assert misfit(f"requests#/$defs/{request['cmd']}", request) is None
        assert now == then, request["seq"]


def test_the_two_engines_said_the_same() -> None:
    """Neither conversation was frozen with a mistake in it: where both answer, they agree."""
    both = zip(asked_and_answered("reference"), asked_and_answered("engine-js"), strict=True)
    compared = 0
    for (request, ours), (_, theirs) in both:
        if request["cmd"] == "start" or "skipped" in theirs:
            continue
        for key in ("to_move", "legal", "table", "digest", "digests", "totals", "winners", "refused"):
            assert (key in ours) == (key in theirs) or (request["cmd"], key) == ("play", "refused"), request["seq"]
            if key in ours and key in theirs:
                assert ours[key] == theirs[key], (request["seq"], key)
                compared += 1
    assert compared > 60


@given(positions(over=True, of=READINGS))
@settings(max_examples=20)
def test_any_answer_of_ours_can_be_read_by_a_version_1_client(position: Position) -> None:
    rules = position.rules
    server = Server({NAME: lambda _: rules})
    setting: Part = {**zerokei(2).wire(), "seats": rules.seats}
    requests: list[Part] = [
        {"cmd": "load", **setting, "state": rules.state_json(position.state)},
        {"cmd": "legal"}, {"cmd": "table"}, {"cmd": "digest"}, {"cmd": "scores"},
        {"cmd": "check", "move": {"move": "finish"}},
        {"cmd": "apply", "move": {"move": "finish"}},
        {"cmd": "play", **setting, "deal": rules.deal_json(position.deal), "moves": []},
    ]  # fmt: skip
    for number, request in enumerate(requests):
        sent: Part = {"seq": number, **request}
        answer = server.answer(sent)
        assert "errored" not in answer
        assert misfit(f"requests#/$defs/{request['cmd']}", sent) is None
        assert misfit(f"replies#/$defs/{request['cmd']}", answer) is None


def test_points_are_vp_on_wire_1() -> None:
    assert (WIRE, POINTS) == (1, "vp")
    rules = rules_for(2)
    server = Server({NAME: lambda _: rules})
    server.answer({"seq": 1, "cmd": "new", **zerokei(2).wire(), "deal": rules.deal_json(rules.deal(Random(0)))})
    scores = cast("list[list[Part]]", server.answer({"seq": 2, "cmd": "scores"})["scores"])
    for score, items in zip(rules.scores(rules.start(rules.deal(Random(0)))), scores, strict=True):
        assert [(item["vp"], item["clause"]) for item in items] == [(i.points, i.clause) for i in score.items]


SCHEMAS = frozen("wire-1/schemas/*.json")
OURS = ("report", "fingerprint")
"""What we write and others read."""


@pytest.mark.parametrize("path", SCHEMAS, ids=ids)
def test_the_schemas_of_today_ask_of_engines_what_they_asked_then(path: Path) -> None:
    """A reply that was accepted is accepted. A schema may change its words and name new keys; what it asks for may not
    change: nothing more is required, and nothing that was allowed is refused."""

    def asks(schema: Json) -> Json:
        if isinstance(schema, list):
            return [asks(item) for item in schema]
        if not isinstance(schema, dict):
            return schema
        return {key: asks(value) for key, value in schema.items() if key not in ("title", "description", "required")}

    def required(schema: Json, where: str = "") -> Iterator[tuple[str, Json]]:
        parts = enumerate(schema) if isinstance(schema, list) else schema.items() if isinstance(schema, dict) else ()
        for key, value in parts:
            if key == "required":
                yield where, value
            yield from required(value, f"{where}/{key}")

    then, now = content_of(path), cast("Part", json.loads(json.dumps(schemas.schema(path.stem, GAME))))
    if path.stem == "requests":  # more may be asked of those who offer it
        now["anyOf"] = [one for one in cast("list[Json]", now["anyOf"]) if one != {"$ref": "#/$defs/perft"}]
    assert [*lost(asks(then), asks(now))] == []
    if path.stem not in OURS:  # those that we write and others read: there a key more is a promise more
        assert [*lost(dict(required(then)), dict(required(now)))] == []


# -- the engine in JavaScript, as it was


@pytest.fixture(scope="module")
def old_engine() -> Iterator[Engine]:
    with Command((NODE, str(ENGINE_JS))).open(Limits()) as engine:
        engine.ask("start", wire=WIRE)
        yield engine


def test_the_frozen_engine_conforms() -> None:
    """Checked as anybody checks an engine: the vectors of today, then games."""
    plan = Plan((zerokei(2), zerokei(3), zerokei(4)), vectors.shipped(GAME), games=9)
    report = check(Command((NODE, str(ENGINE_JS))), plan)
    assert (report.code, report.findings, report.trouble) == (0, (), None)
    assert report.progress.games >= 9
    assert report.progress.vectors > 50


# -- vectors


VECTORS = [path for path in frozen("vectors-1/*.json") if path.stem not in ("kills", "edition")]
KILLS = one("vectors-1/kills.json")
GUIDE = one("vectors-1/README.md")


@pytest.mark.parametrize("path", VECTORS, ids=ids)
def test_a_stored_vector_still_expects_what_is_right(path: Path) -> None:
    """Reading one plays it and compares what it expects with the reference."""
    content = content_of(path)
    assert misfit("vectors-1", content) is None
    judge = Judge(in_process(reference()), frozenset(CAPABILITIES))
    for row in cast("list[Part]", content["vectors"]):
        vector = vectors.read_vector(row)
        assert judge.first(vector.script) is None, vector.id
    assert not judge.errored


def test_the_frozen_engine_passes_the_frozen_vectors(old_engine: Engine) -> None:
    judge = Judge(old_engine, frozenset(CAPABILITIES))
    for path in VECTORS:
        for row in cast("list[Part]", content_of(path)["vectors"]):
            assert judge.first(vectors.read_vector(row).script) is None, row["id"]
    assert not judge.errored
    assert [*judge.skipped] == ["no solo game"]


def test_a_vector_is_written_in_the_form_it_had() -> None:
    """The shipped files, and what their writer writes today."""
    written = vectors.texts(GAME, vectors.shipped(GAME)[::3])
    assert {path.name for path in VECTORS} == {*written}
    delivered = make_frozen.conformance_vectors()
    for name, content in written.items():
        assert misfit("vectors-1", json.loads(content)) is None, name
        assert misfit("vectors-1", json.loads(delivered[f"vectors-1/{name}"])) is None, name


def test_the_folder_of_vectors_has_what_its_guide_names() -> None:
    names = {str(row["id"]) for path in VECTORS for row in cast("list[Part]", content_of(path)["vectors"])}
    kills = cast("dict[str, dict[str, list[str]]]", content_of(KILLS))
    assert {name for found in kills["kills"].values() for name in found} <= names
    guide = GUIDE.read_text("utf-8")
    assert all(f"`{path.name}`" in guide for path in (*VECTORS, KILLS))
    assert {path.name for path in (*VECTORS, KILLS, GUIDE)} <= {
        Path(name).name for name in make_frozen.conformance_vectors()
    }


# -- artefacts and the tests that `verify --write-tests` writes


ARTEFACTS = frozen("artefact-1/**/*.json")


@pytest.mark.parametrize("path", ARTEFACTS, ids=ids)
def test_a_stored_artefact_is_asked_again(path: Path) -> None:
    """The reference answers it as it expects; an engine that read a rule otherwise is asked by what it was told."""
    stored, content = artefact.read(path), content_of(path)
    assert misfit("artefact-1", content) is None
    assert stored.sentence == content["sentence"]
    setting = attrs.evolve(stored.script.setting, told=None)
    judge = Judge(in_process(reference()), frozenset(CAPABILITIES))
    assert judge.first(attrs.evolve(stored.script, setting=setting)) is None
    assert judge.compared.total()
    assert not judge.errored


def test_an_artefact_of_a_wrong_engine_still_convicts_it() -> None:
    """The careless engine of the demonstration has not become right."""
    stored = {path: artefact.read(path).script for path in ARTEFACTS}
    judge = Judge(in_process(careless()), frozenset(CAPABILITIES) - {"load"})
    convicted = {path.stem.rpartition("-")[0] for path, script in stored.items() if judge.first(script) is not None}
    assert convicted >= {"effect-7.2", "permissive-6.C.3", "restrictive-7.11.1", "score-11.3.3"}
    assert {str(content_of(path)["class"]) for path in ARTEFACTS} == {kind.value for kind in DifferenceKind}


def test_the_command_asks_an_old_artefact_again(capsys: pytest.CaptureFixture[str]) -> None:
    path = next(path for path in ARTEFACTS if path.parent.name == "version-1" and path.stem.startswith("effect"))
    assert shinkansen(["verify", "--rerun", str(path), "--", NODE, str(ENGINE_JS)]) == 0
    assert "no longer differs" in capsys.readouterr().out


def test_an_artefact_of_today_has_the_form_it_had() -> None:
    """One of each class; those of a whole check are in its report."""
    for name, difference in differences().items():
        content = artefact.artefact_json(Finding(difference, 1), "an engine")
        # What an engine says may be no JSON of ours: here half a character is among it.
        assert misfit("artefact-1", json.loads(canonical(content))) is None, name


WRITTEN = frozen("written-tests/*")
SUITE = """
import pytest
from shinkansen.verify.conversation.demo_engine import engine
from shinkansen.verify.conversation.serving import reference

@pytest.fixture
def shinkansen_engine(): return {which}()
"""


@pytest.mark.parametrize(("which", "outcome"), [("reference", "passed"), ("engine", "failed")])
def test_a_test_that_was_written_runs(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch, which: str, outcome: str
) -> None:
    """The right engine passes it, and the careless one, for which it was written, fails."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    pytester.makeconftest(SUITE.format(which=which))
    tests = [path for path in WRITTEN if path.name.endswith(".py.txt")]
    for path in tests:
        (pytester.path / path.name.removesuffix(".txt")).write_bytes(path.read_bytes())
    found = pytester.runpytest_inprocess("-p", "shinkansen.pytest_plugin", "-p", "no:cacheprovider", "-q")
    assert found.parseoutcomes() == {outcome: len(tests)}


@pytest.mark.parametrize("path", [path for path in WRITTEN if path.suffix == ".json"], ids=ids)
def test_a_vector_that_was_written_beside_a_test_is_read(path: Path) -> None:
    content = content_of(path)
    assert misfit("vectors-1", content) is None
    [row] = cast("list[Part]", content["vectors"])
    assert vectors.read_vector(row).id == row["id"]


# -- reports


REPORTS = [path for path in frozen("report-2/*.json") if path.stem != "schema"]
JUNIT = frozen("report-2/*.xml")
"""The same for continuous integration."""
SCHEMA = one("report-2/schema.json")
CODES = {"conforms": 0, "differs": 1, "another-reading": 3, "not-checked": 2, "trouble": 2}


@pytest.mark.parametrize("path", REPORTS, ids=ids)
def test_a_stored_report_is_a_report(path: Path) -> None:
    """By the schema of its time and by the one of today; and its differences are artefacts."""
    content = content_of(path)
    assert content["code"] == CODES[path.stem]
    assert misfit("report", content) is None
    assert schemas.misfit(schema_of("report"), content) is None
    for difference in cast("list[Part]", content["differences"]):
        assert misfit("artefact-1", difference) is None


def test_there_is_a_report_for_every_verdict_in_both_forms() -> None:
    assert [path.stem for path in REPORTS] == [path.stem for path in JUNIT] == sorted(CODES)
    assert {*CODES.values()} == {0, 1, 2, 3}


def test_a_difference_of_a_stored_report_can_be_asked_again(tmp_path: Path) -> None:
    """A report holds its artefacts, for whoever kept only the report."""
    [differs] = [content_of(path) for path in REPORTS if path.stem == "differs"]
    path = tmp_path / "difference.json"
    for difference in cast("list[Part]", differs["differences"]):
        path.write_text(json.dumps(difference), encoding="utf-8")
        assert artefact.read(path).sentence == difference["sentence"]


@pytest.mark.parametrize("name", make_frozen.VERDICTS)
def test_a_report_of_today_can_be_read_by_who_read_the_old_one(name: str) -> None:
    """Format 2 for as long as that is so: every key is there, of the same kind, and every case of JUnit has its name,
    by which continuous integration follows it over time."""
    report = make_frozen.report(name)
    now, then = report_json(report), content_of(one(f"report-2/{name}.json"))
    assert (now["format"], now["code"]) == (2, CODES[name])
    assert misfit("report", now) is None
    for difference in cast("list[Part]", now["differences"]):
        assert misfit("artefact-1", difference) is None
    assert {*then} <= {*now}
    for part in ("engine", "smoke", "scope"):
        assert {*cast("Part", then[part])} <= {*cast("Part", now[part])}
    old, new = one(f"report-2/{name}.xml").read_text("utf-8"), junit(report)
    assert ElementTree.fromstring(old).tag == ElementTree.fromstring(new).tag
    # Which clauses were at work depends on the games; each is a case that there can be.
    clauses = {(f"{NAME}.chapter{clause.chapter}", f"{clause.id} {clause.title}") for clause in GAME.rulebook}
    assert names(old, "testcase") <= names(new, "testcase") | clauses
    assert names(old, "property") <= names(new, "property")


def names(xml: str, tag: str) -> set[tuple[str | None, str | None]]:
    """What the parts of a JUnit file are called."""
    return {(part.get("classname"), part.get("name")) for part in ElementTree.fromstring(xml).iter(tag)}


def test_the_schema_that_was_printed_is_in_that_of_today() -> None:
    """Whoever printed it (`shinkansen verify --schema`) checks reports with nothing else."""
    then, now = json.loads(SCHEMA.read_text("utf-8")), json.loads(schema_text(GAME))
    assert {*then["properties"]} <= {*now["properties"]}
    assert then["$id"] == now["$id"]
    draft: Any = import_module("jsonschema").Draft202012Validator
    for path in REPORTS:
        assert draft(then).is_valid(content_of(path))
        assert draft(now).is_valid(content_of(path))


# -- fingerprints


FINGERPRINTS = frozen("fingerprint-1/*.json")


@pytest.mark.parametrize("path", FINGERPRINTS, ids=ids)
def test_a_stored_fingerprint_is_a_fingerprint_and_one_of_today_has_all_its_keys(path: Path) -> None:
    """By the schema of its time and by the one of today."""
    then = content_of(path)
    assert misfit("fingerprint", then) is None
    assert schemas.misfit(schema_of("fingerprint"), then) is None
    report = make_frozen.report(path.stem)
    assert report.fingerprint is not None
    now = fingerprint_module.fingerprint_json(report, report.fingerprint)
    assert misfit("fingerprint", now) is None
    assert (now["format"], now["code"]) == (then["format"], then["code"]) == (1, CODES[path.stem])
    assert {*then} <= {*now}


# -- what people cite


NUMBERS = frozen("numbers/*.json")


@pytest.mark.parametrize("path", NUMBERS, ids=ids)
def test_a_clause_keeps_its_number(path: Path) -> None:
    assert [id for id in cast("list[str]", content_of(path)["clauses"]) if id not in rulebook()] == []


@pytest.mark.parametrize("path", NUMBERS, ids=ids)
def test_a_ruling_keeps_its_number_its_name_and_its_letters(path: Path) -> None:
    for id, then in cast("dict[str, dict[str, Any]]", content_of(path)["rulings"]).items():
        now = register()[then["slug"]]
        assert now.id == id
        assert [letter for letter in then["letters"] if letter not in now.letters] == []
        if len(then["letters"]) > 1:  # it could be switched: what was stored without it means what it meant
            assert (now.since, now.before) == (then["since"], then["before"])


@pytest.mark.parametrize("path", NUMBERS, ids=ids)
def test_a_citation_of_anything_that_was_ever_numbered_is_read(path: Path) -> None:
    """With and without the name of the game, with and without the version of the rules."""
    then = content_of(path)
    rulings = cast("dict[str, dict[str, list[str]]]", then["rulings"])
    answers = [f"{id}-{letter}" for id, ruling in rulings.items() for letter in ruling["letters"]]
    for what in (*cast("list[str]", then["clauses"]), *rulings, *answers):
        for text_of_it in (what, f"{what}@{then['version']}", f"zerokei:{what}", f"zerokei:{what}@{then['version']}"):
            cited = citations.read(text_of_it, work())
            assert (cited.game, cited.short.partition("@")[0]) == (then["game"], what)


ADDRESSES = frozen("site/*.json")


def test_an_address_of_the_site_leads_to_what_it_led_to() -> None:
    """The page is there, or a small one that leads on to it; and every anchor is on it."""
    now = make_frozen.anchors()
    leads = {**{page: page for page in now}, **moved.old_addresses(now)}
    for path in ADDRESSES:
        for page, known in cast("dict[str, list[str]]", content_of(path)).items():
            assert page in leads, page
            assert {*known} <= {*now[leads[page]]}, page


# -- the page


PAGE = (Path(__file__).parents[2] / "docs" / "compatibility.md").read_text(encoding="utf-8")


def test_the_page_names_tests_that_there_are() -> None:
    named = {*re.findall(r"`(test_\w+)`", PAGE)}
    there = {
        name
        for path in Path(__file__).parents[1].rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert len(named) > 15
    assert named <= there


def test_the_page_has_the_versions_that_are_written() -> None:
    """A version that rises needs a line on the page, its own frozen files, and the old ones beside them."""
    rows = re.findall(r"^\| (.+?) \| (\d+) \|", PAGE, re.MULTILINE)
    assert {name: int(version) for name, version in rows} == {
        "[the wire](wire.md)": WIRE,
        "record": record_module.FORMAT,
        "artefact of `verify`": artefact.FORMAT,
        "conformance vectors": vectors.FORMAT,
        "report of `verify --json`": report_module.FORMAT,
        "fingerprint of `fingerprint --json`": fingerprint_module.FORMAT,
        "[position in one line](position.md)": position.VERSION,
        "rules of Zero-Kei": VERSION,
    }
