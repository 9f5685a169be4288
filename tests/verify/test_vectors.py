"""The conformance vectors: the reference passes them, mutants fail them, and the files are right."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import attrs
import pytest

from shinkansen.cli import main
from shinkansen.core.plain_json import canonical
from shinkansen.verify.conversation.serving import CAPABILITIES
from shinkansen.verify.judging.vectors import Class, VectorError, expected, kills, shipped, unseen
from shinkansen.zerokei import data
from shinkansen.zerokei.data import VECTORS
from shinkansen.zerokei.edition_check import from_json
from shinkansen.zerokei.edition_check import shipped as shipped_edition
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.rulebook import rulebook
from shinkansen.zerokei.testing.mutants import Group, mutant, mutants
from tests.build.vectors import UNSEEN, cover
from tests.deep import DEEP
from tests.wrong_engines import judge_of_mutant, reference

BY_ID = {vector.id: vector for vector in shipped(GAME)}


# -- the set


@pytest.mark.parametrize("offered", [CAPABILITIES, [name for name in CAPABILITIES if name != "play"]], ids=len)
def test_the_reference_passes_every_vector(offered: list[str]) -> None:
    judge = reference(offered)
    for vector in shipped(GAME):
        assert [*judge.differences(vector.script)] == [], vector.id
    assert not judge.errored


def test_every_vector_says_what_it_holds() -> None:
    assert len(BY_ID) == len(shipped(GAME))
    for vector in shipped(GAME):
        assert vector.cites, vector.id
        for clause in vector.cites:
            rulebook()[clause]
        assert vector.sort.value == vector.id.partition("-")[0]


def test_there_are_vectors_of_every_class_and_whole_games_for_every_number_of_seats() -> None:
    sorts = {vector.sort for vector in shipped(GAME)}
    assert sorts >= {Class.LEGAL, Class.REFUSAL, Class.EFFECT, Class.SCORE, Class.GAME}
    games = {vector.script.setting.seats for vector in shipped(GAME) if vector.sort is Class.GAME}
    assert games == {1, 2, 3, 4}
    for vector in shipped(GAME):
        if vector.sort is Class.GAME:
            assert vector.script.played().to_move(len(vector.script.moves)) is None


def test_the_files_hold_the_answers_of_the_reference() -> None:
    """Nothing in the files is left over from rules that have changed since: if this fails, build them again."""
    for sort in Class:
        file = VECTORS.joinpath(f"{sort}.json")
        rows: list[Any] = json.loads(file.read_text(encoding="utf-8"))["vectors"] if file.is_file() else []
        for row in rows:
            vector = BY_ID[row["id"]]
            assert canonical(row) == canonical(vector.json()), row["id"]
            assert row["expected"] == expected(vector.script, vector.whole)


def test_the_set_is_small() -> None:
    assert sum(len(file.read_bytes()) for file in VECTORS.iterdir()) < 1_500_000


# -- mutants


def test_every_mutant_is_killed_or_it_is_said_why_not() -> None:
    assert {*kills(GAME), *unseen(GAME)} == {one.id for one in mutants()}
    assert unseen(GAME) == UNSEEN
    groups = {mutant(id).group for id in unseen(GAME)}
    assert groups <= {Group.SECRETS, Group.REFUSALS, Group.SETUP}
    assert len(unseen(GAME)) <= 14


# To import a mutant takes longer than to kill it; `test_mutants` does so for each already.
SOME = mutants() if DEEP else mutants()[::7]


@pytest.mark.slow
@pytest.mark.parametrize("id", [one.id for one in SOME])
def test_every_mutant_fails_the_vectors_that_kill_it(id: str) -> None:
    """The shortest of them is enough; for one that cannot be shown over the wire, all pass."""
    with judge_of_mutant(mutant(id)) as judge:
        if id in unseen(GAME):
            some = [vector for vector in shipped(GAME) if vector.sort is Class.REFUSAL][:5]
            assert all(judge.first(vector.script) is None for vector in some)
            return
        fatal = min((BY_ID[name] for name in kills(GAME)[id]), key=lambda vector: len(canonical(vector.script.json())))
        assert judge.first(fatal.script) is not None or judge.errored


def test_a_game_whose_folder_of_vectors_is_missing_is_told_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(data, "VECTORS", tmp_path / "nowhere")
    moved = attrs.evolve(GAME, title="A game without its folder")  # loaded parts are kept by game
    with pytest.raises(VectorError, match=r"the vectors of A game without its folder should be in .*nowhere"):
        shipped(moved)


def test_a_cover_takes_what_kills_most_and_leaves_nobody() -> None:
    table = {"m1": ["a", "b"], "m2": ["b"], "m3": ["c", "d"], "m4": []}
    assert cover(table, {"a": 1, "b": 5, "c": 9, "d": 2}) == ["b", "d"]


# -- the command


def test_the_vectors_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = tmp_path / "some" / "where"
    assert main(["vectors", str(there)]) == 0
    assert f"{len(shipped(GAME))} vectors" in capsys.readouterr().out
    names = {file.name for file in there.iterdir()}
    assert {"README.md", "edition.json", "kills.json", "effect.json", "game.json"} <= names
    assert from_json(json.loads((there / "edition.json").read_text())) == shipped_edition()
    head = json.loads((there / "effect.json").read_text())
    assert (head["format"], head["class"]) == (1, "effect")
    assert main(["vectors", str(there)]) == 2
    assert "not empty" in capsys.readouterr().err
