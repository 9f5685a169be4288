"""Scripts, vectors and artefacts as somebody else may have changed them: read and true, or refused in one sentence."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shinkansen.core.errors import ShinkansenError
from shinkansen.core.plain_json import canonical
from shinkansen.testing.json_damage import damaged
from shinkansen.verify.judging import artefact
from shinkansen.verify.judging.artefact import ArtefactError, artefact_json
from shinkansen.verify.judging.findings import Finding
from shinkansen.verify.judging.script import Script, What, read_script
from shinkansen.verify.judging.vectors import Class, Vector, expected, read_vector, shipped
from shinkansen.verify.judging.write_scripts import Guide
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.ruleset import VERSION
from shinkansen.zerokei.rulings import register
from tests.reports import differences
from tests.settings import zerokei
from tests.zerokei.test_rulings import letters_of

GUIDE = Guide(Random(2))
VECTORS: list[Vector] = [*{vector.sort: vector for vector in reversed(shipped(GAME))}.values()]
"""One of each class that is shipped."""
SCRIPTS: list[Script] = [
    *(vector.script for vector in VECTORS),
    GUIDE.game(zerokei(1), 0.3),
    GUIDE.game(zerokei(3), 0.5),
    GUIDE.position(zerokei(2)),
]
LEGAL = next(vector for vector in VECTORS if vector.sort is Class.LEGAL)


def plain(content: Any) -> Any:
    return json.loads(canonical(content))


def is_told(problem: ShinkansenError) -> bool:
    return str(problem).isprintable() and len(str(problem)) < 5_000


def used(script: Script) -> None:
    """Everything that is done with a script that was read."""
    line = script.played()
    for ask in script.asks:
        line.answer(ask)
    expected(script)
    assert read_script(plain(script.json())) == script


@settings(max_examples=60)
@given(st.sampled_from(SCRIPTS).flatmap(lambda script: damaged(plain(script.json()))))
def test_a_damaged_script_is_played_or_refused_in_one_sentence(content: Any) -> None:
    told = True
    try:
        used(read_script(content))
    except ShinkansenError as problem:
        told = is_told(problem)
    assert told


@settings(max_examples=60)
@given(st.sampled_from(VECTORS).flatmap(lambda vector: damaged(plain(vector.json()))))
def test_a_damaged_vector_is_true_or_refused_in_one_sentence(content: Any) -> None:
    told = True
    try:
        vector = read_vector(content)
        used(vector.script)
        assert vector.sort.value == content["class"]
        assert "expected" not in content or content["expected"] in (None, expected(vector.script, vector.whole))
    except ShinkansenError as problem:
        told = is_told(problem)
    assert told


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector.sort)
def test_a_vector_is_read_as_it_was_written(vector: Vector) -> None:
    assert read_vector(plain(vector.json())) == vector


def asking(what: What, **changes: Any) -> dict[str, Any]:
    """A script that asks this, with something changed in the question."""
    script = next(script for script in SCRIPTS if any(ask.what is what for ask in script.asks))
    content: dict[str, Any] = plain(script.json())
    asks = [ask for ask in content["asks"] if ask["what"] == what.value][:1]
    content["asks"] = [{key: value for key, value in {**asks[0], **changes}.items() if value is not ...}]
    return content


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (asking(What.CHECK, move=...), "question 1: found no move, expected the move to ask about"),
        (asking(What.CHECK, move={"move": "dance"}), "question 1: there is no move 'dance'"),
        (asking(What.CHECK, by=7), "question 1: by: found 7, expected a seat from 0 to"),
        (asking(What.CHECK, by=-1), "question 1: by: found -1, expected a seat from 0 to"),
        (asking(What.CHECK, by="red"), "by: found 'red', expected a whole number"),
        (asking(What.CHECK, hidden={}), "question 1: found hidden, but check has none"),
        (asking(What.LEGAL, move={"move": "finish"}), "question 1: found move, but legal has none"),
        (asking(What.TWIN, hidden=...), "question 1: found nothing hidden, expected what the twin hides"),
        (asking(What.TWIN, hidden={"deck": ["no-such"]}), "question 1: state"),
        (asking(What.SCORES, ply=10_000), "question 1 is after move 10000"),
        (asking(What.SCORES, ply=float("nan")), "ply: found the decimal nan"),
    ],
)
def test_a_question_that_cannot_be_asked_is_refused(content: Any, complaint: str) -> None:
    with pytest.raises(ShinkansenError) as caught:
        read_script(content)
    assert complaint in str(caught.value)


WRONG_VECTORS: list[tuple[dict[str, Any], str]] = [
    ({"class": "legal" * 2}, "class: found 'legallegal', expected one of legal, refusal"),
    ({"class": ["legal"]}, "class: found a list"),
    ({"class": ...}, "class: found null"),
    ({"class": "score"}, "its class is 'score', expected 'legal'"),
    ({"cites": ["99.9"]}, "it cites '99.9', which is not a clause"),
    ({"cites": "7.2"}, "vector.cites: found '7.2', expected a list"),
    ({"id": 3}, "vector.id: found 3, expected a string"),
    ({"seats": True}, "vector.seats: found true"),
    ({"seats": 9}, "there are 9 seats"),
    ({"rulings": ["a"]}, "vector.rulings: found a list, expected a table"),
    ({"rulings": {"own_track_first": 3}}, "vector.rulings.own_track_first: found 3, expected a string"),
    ({"edition": "x.toml"}, "the edition is 'x.toml', expected one of"),
    ({"expected": {}}, "expected.to_move: found nothing"),
    ({"expected": {"to_move": 1.5}}, "expected: found the decimal 1.5"),
    ({"moves": [None]}, "vector.moves.1: found null"),
    ({"start": {}}, "the start has nothing, expected a deal or a state"),
    ({"asks": [{}]}, "vector.asks.1.ply: found nothing"),
]


@pytest.mark.parametrize(("changes", "complaint"), WRONG_VECTORS)
def test_a_vector_of_the_wrong_kind_is_refused(changes: dict[str, Any], complaint: str) -> None:
    content = {key: value for key, value in {**plain(LEGAL.json()), **changes}.items() if value is not ...}
    with pytest.raises(ShinkansenError) as caught:
        read_vector(content)
    assert complaint in str(caught.value)


def test_what_is_no_vector_or_script_is_refused() -> None:
    for odd in (None, 3, "x", [], [1], {}, {"class": "legal"}, {1: 2}):
        for read in (read_vector, read_script):
            with pytest.raises(ShinkansenError):
                read(odd)


def test_another_answer_than_the_right_one_is_no_vector() -> None:
    content = plain(LEGAL.json())
    content["expected"]["answers"][0]["moves"].pop()
    with pytest.raises(ShinkansenError, match=r"expected\.answers\.1\.moves: found \d+ items, expected \d+"):
        read_vector(content)


# -- artefacts

ARTEFACT: dict[str, Any] = plain(artefact_json(Finding(next(iter(differences().values())), 1), "somebody"))


@settings(max_examples=40)
@given(content=damaged(ARTEFACT))
def test_a_damaged_artefact_is_read_or_refused_in_one_sentence(
    tmp_path_factory: pytest.TempPathFactory, content: Any
) -> None:
    path = tmp_path_factory.mktemp("artefact") / "a.json"
    path.write_text(json.dumps(content))
    said = str(path)
    try:
        used(artefact.read(path).script)
    except ArtefactError as problem:
        said = str(problem)
    assert said.startswith(str(path))
    assert said.isprintable()


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"format": True}, "has format true, expected 1"),
        ({"format": 1.0}, "has format the decimal 1.0, expected 1"),
        ({"format": 10**30}, "has format"),
        ({"edition": 3}, "edition: found 3, expected a string"),
        ({"edition": "0"}, "is for an edition other than"),
        ({"sentence": ["x"]}, "sentence: found a list, expected a string"),
        ({"sentence": "\ud800"}, "whole characters"),
        ({"setting": []}, "setting: found an empty list, expected a table"),
        ({"moves": float("nan")}, "moves: found the decimal nan, expected a list"),
        ({"asks": [], "moves": []}, "contains nothing to ask"),
    ],
)
def test_an_artefact_of_the_wrong_kind_is_refused(tmp_path: Path, changes: dict[str, Any], complaint: str) -> None:
    path = tmp_path / "a.json"
    path.write_text(json.dumps(copy.deepcopy(ARTEFACT) | changes))
    with pytest.raises(ArtefactError) as caught:
        artefact.read(path)
    assert complaint in str(caught.value)
    assert str(caught.value).startswith(str(path))


# -- what was stored before a ruling could be switched


OLD = sorted((Path(__file__).parents[1] / "frozen" / "artefact-1").rglob("*.json"))
"""Artefacts as older versions of the rules wrote them; they are never written anew."""


@pytest.mark.parametrize("path", OLD, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_an_artefact_of_an_older_version_is_read_for_good(path: Path) -> None:
    stored = json.loads(path.read_text(encoding="utf-8"))["setting"]["rulings"]
    reading = artefact.read(path).script.setting.rulings
    assert {slug: letter for slug, letter in reading.items() if slug in stored} == stored
    assert reading == register().restored(stored, int(path.parent.name.removeprefix("version-")))


@given(st.sampled_from([script for script in SCRIPTS if "deal" in script.start]), letters_of(1))
def test_a_script_without_letters_that_came_later_is_the_same_script(script: Script, letters: dict[str, str]) -> None:
    """Artefacts are scripts: what they leave out is what was played when they were written."""
    reading = register().restored(letters, 1)
    whole = attrs.evolve(script, setting=attrs.evolve(script.setting, rulings=reading), moves=(), asks=())
    content = plain(whole.json())
    content["setting"]["rulings"] = letters
    assert read_script(content) == whole


@given(letters_of(VERSION))
def test_a_vector_keeps_the_reading_it_was_made_with(letters: dict[str, str]) -> None:
    """It names few letters, also where one that is not named would follow another."""
    reading = register().restored(letters)
    script = attrs.evolve(LEGAL.script, setting=attrs.evolve(LEGAL.script.setting, rulings=reading), moves=(), asks=())
    content = plain(Vector("some", ("7.2",), script).json())
    assert register().restored(content["rulings"]) == reading
