"""`shinkansen fingerprint`: what it prints as JSON, its schema, and its exit codes."""

from __future__ import annotations

import copy
import json
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shinkansen.cli import main
from shinkansen.core.game import Game
from shinkansen.core.rulings import Letters
from shinkansen.testing.json_damage import damaged
from shinkansen.verify.conversation import schemas
from shinkansen.verify.judging.fingerprint import Fingerprint
from shinkansen.verify.judging.start import Who
from shinkansen.verify.judging.verdict import Report
from shinkansen.verify.reports.fingerprint_json import fingerprint_json
from shinkansen.zerokei.rulings import register
from tests.reports import careless
from tests.settings import schema_of
from tests.wrong_engines import REFERENCE

CARELESS = ["--", sys.executable, "-m", "shinkansen.verify.conversation.demo_engine"]
SERVING = ["--", *REFERENCE.words]
QUICK = ["--games", "0", "--seconds", "600"]
Printed = pytest.CaptureFixture[str]

pytestmark = pytest.mark.slow


# -- the value

WORDS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=20)


@st.composite
def fingerprints(draw: st.DrawFn) -> Fingerprint:
    """Any: each ruling asked and followed by any letter, known or not, with any letters left open."""
    asked, letters, known = dict[str, str](), dict[str, str](), set[str]()
    possible, hints = dict[str, tuple[str, ...]](), dict[str, str]()
    for ruling in register().switchable:
        letter = st.sampled_from(ruling.letters)
        asked[ruling.slug], letters[ruling.slug] = draw(letter), draw(letter)
        left = {letters[ruling.slug], *draw(st.lists(letter, max_size=2))}
        if len(left) == 1:
            known.add(ruling.slug)
        else:
            possible[ruling.slug] = tuple(sorted(left))
            hints[ruling.slug] = draw(WORDS)
    return Fingerprint(Letters(asked), Letters(letters), frozenset(known), possible, hints, draw(st.booleans()))


def plain(report: Report, found: Fingerprint) -> Any:
    return json.loads(json.dumps(fingerprint_json(report, found)))


@settings(max_examples=30)
@given(fingerprints())
def test_nothing_of_a_fingerprint_is_lost_in_its_json(found: Fingerprint) -> None:
    content = plain(careless(), found)
    assert schemas.fits(schema_of("fingerprint"), content), schemas.misfit(schema_of("fingerprint"), content)
    rows = {row["slug"]: row for row in content["rulings"]}
    unknown = [slug for slug, row in rows.items() if not row["known"]]
    again = Fingerprint(
        Letters({slug: row["asked"] for slug, row in rows.items()}),
        Letters({slug: row["letter"] for slug, row in rows.items()}),
        frozenset(rows) - {*unknown},
        {slug: tuple(rows[slug]["possible"]) for slug in unknown},
        {slug: rows[slug]["hint"] for slug in unknown},
        found.preferred,
    )
    assert again == found
    assert content["says"] == str(found)
    for slug, row in rows.items():
        ruling = register()[slug]
        assert (row["ruling"], row["question"], row["preferred"]) == (ruling.id, ruling.question, ruling.preferred)
        assert row["says"] == ruling.says(row["letter"])
        assert row["letter"] in row["possible"]
        assert row["known"] == (len(row["possible"]) == 1) == (row["hint"] == "")


def test_the_engine_is_named_with_the_letters_it_declares() -> None:
    declared = register().reading({"track_needs_ground": "b"})
    report = attrs.evolve(careless(), who=Who("mine", "3", "Zig", frozenset({"new"}), declared))
    assert report.fingerprint is not None
    assert plain(report, report.fingerprint)["engine"] == {
        "name": "mine", "version": "3", "language": "Zig", "rulings": {**declared},
    }  # fmt: skip


# -- its schema


@cache
def example() -> Any:
    found = careless().fingerprint
    assert found is not None
    content = plain(careless(), found)
    content["rulings"] = content["rulings"][:2]  # the rest has the same form
    return content


@settings(max_examples=60)
@given(st.deferred(lambda: damaged(example())))
def test_the_judges_of_a_schema_agree_about_a_damaged_fingerprint(value: Any) -> None:
    where = schema_of("fingerprint")
    fits = schemas.fits(where, value)
    assert fits == (schemas.misfit(where, value) is None) == schemas.validator(where).is_valid(value)


def test_the_schema_refuses_a_missing_a_strange_and_a_wrong_key() -> None:
    tried = 0
    for path in ((), ("engine",), ("rulings", 0)):
        here = _at(example(), path)
        for key in here:
            for value in ([], [0.5]):
                changed = copy.deepcopy(example())
                _at(changed, path).pop(key)
                if value:
                    _at(changed, path)[key] = value[0]
                assert not schemas.fits(schema_of("fingerprint"), changed), (path, key, value)
                tried += 1
        more = copy.deepcopy(example())
        _at(more, path)["more"] = 1
        assert not schemas.fits(schema_of("fingerprint"), more), path
    assert tried == 2 * (10 + 4 + 10)


def _at(content: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        content = content[step]
    return content


# -- the command


def told(capsys: Printed, *words: str, code: int) -> str:
    assert main(["fingerprint", *words]) == code
    out, err = capsys.readouterr()
    assert err == ""
    return out


def test_the_json_of_the_command_says_what_its_words_say_and_ends_alike(capsys: Printed) -> None:
    """The bundled wrong engine: one other reading, and mistakes."""
    words = told(capsys, *QUICK, *CARELESS, code=1)
    content = json.loads(told(capsys, *QUICK, "--json", *CARELESS, code=1))
    assert words.startswith(f"{content['engine']['name']} {content['engine']['version']} ")
    assert words.split("\n")[0].endswith(f": {content['says']}")
    assert f"{content['mistakes']} difference" in words
    [other] = [row for row in content["rulings"] if row["known"] and row["letter"] != row["asked"]]
    assert (other["ruling"], other["slug"], other["letter"]) == ("R29", "track_needs_ground", "b")
    assert [row["slug"] for row in content["rulings"]] == [ruling.slug for ruling in register().switchable]
    open_ = [row for row in content["rulings"] if not row["known"]]
    assert all(f"{row['slug']} ({' or '.join(row['possible'])})" in " ".join(words.split()) for row in open_)
    assert (content["game"], content["code"], content["seed"]) == ("zerokei", 1, 1964)


def test_games_at_length_come_to_the_same_wherever_they_are_played(capsys: Printed, tmp_path: Path) -> None:
    """Also where another reading is adopted on the way, and when all of it is in the file already."""
    asked = ("--game", "nextstation", "--games", "26", "--json")
    engine = ("--", sys.executable, "-m", "shinkansen.verify.conversation.demo_engine", "--game", "nextstation")
    kept = ("--progress", str(tmp_path / "progress"))
    here, there, again = (
        json.loads(told(capsys, *asked, *where, *engine, code=1))
        for where in (("--jobs", "1"), ("--jobs", "2", *kept), ("--jobs", "1", *kept))
    )
    assert here == there == again
    assert here["says"].startswith("bare_departure: b, ")


def test_the_printed_schema_alone_judges_what_is_printed(capsys: Printed) -> None:
    schema = json.loads(told(capsys, "--schema", code=0))
    validator: Any = import_module("jsonschema").Draft202012Validator
    validator.check_schema(schema)
    assert not [*validator(schema).iter_errors(example())]
    assert [*validator(schema).iter_errors({**example(), "format": 2})]


def test_any_game_has_one(second_game: Game, capsys: Printed) -> None:
    """Higher Card has nothing to switch."""
    content = json.loads(told(capsys, "--game", "higher-card", *QUICK, "--games", "2", "--json", *SERVING, code=0))
    assert schemas.misfit(schemas.Where("fingerprint.json", second_game), content) is None
    assert (content["game"], content["edition"], content["rulings"], content["code"]) == ("higher-card", "", [], 0)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ((), "which engine? expected -- COMMAND"),
        (("--games", "-1", "--", "true"), "--games: found -1, expected 0 to 1,000,000,000"),
        (("--seconds", "nan", "--", "true"), "--seconds: found nan, expected 1 to 10,000,000"),
        (("--", "/no/such/program"), "/no/such/program"),
        (("--", sys.executable, "-c", "print('hello')"), "hello"),
    ],
    ids=["none", "games", "seconds", "missing", "garbage"],
)
def test_an_engine_that_cannot_be_asked_has_no_json(words: tuple[str, ...], why: str, capsys: Printed) -> None:
    assert main(["fingerprint", "--json", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert why in err
    assert err.startswith("shinkansen: ")
