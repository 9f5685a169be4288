"""The conformance vectors of each game: the reference passes them, mutants fail them, and the files are right."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import attrs
import pytest

from shinkansen.cli import main
from shinkansen.core import registry
from shinkansen.core.game import Game
from shinkansen.core.parts import VECTORS
from shinkansen.core.plain_json import canonical
from shinkansen.testing.mutants import MUTANTS
from shinkansen.verify.conversation.serving import CAPABILITIES
from shinkansen.verify.conversation.transports import in_process
from shinkansen.verify.judging.plan import Plan
from shinkansen.verify.judging.runner import check_engine
from shinkansen.verify.judging.script import SHIPPED, edition_json, setting_of
from shinkansen.verify.judging.vectors import Class, Vector, VectorError, expected, kills, shipped, unseen
from shinkansen.zerokei import data
from shinkansen.zerokei.game import GAME as ZEROKEI
from tests.build.vectors import choosing, cover
from tests.deep import DEEP
from tests.wrong_engines import judge_of_mutant, reference, served

OURS = ("nextstation", "zerokei")
GAMES = tuple(map(registry.game, OURS))
HIDDEN = {
    "zerokei": {"secrets", "refusals", "setup"},
    "nextstation": {
        "crossing", "lines", "modules", "pencil-powers", "refusals", "secrets", "simultaneity", "solo",
        "special-stations", "stamps", "tourist-sites", "winning", "double-track",
    },
}  # fmt: skip
"""For each game the groups of the mutants that the wire does not show."""


def name(thing: object) -> str:
    return thing.name if isinstance(thing, Game) else str(thing)


each_game = pytest.mark.parametrize("game", GAMES, ids=name)


def by_id(game: Game) -> dict[str, Vector]:
    return {vector.id: vector for vector in shipped(game)}


# -- the set


def test_every_game_of_ours_has_vectors() -> None:
    assert [game.name for game in registry.games() if game.has(VECTORS) and game.name in OURS] == [*OURS]


@each_game
@pytest.mark.parametrize("offered", [CAPABILITIES, [name for name in CAPABILITIES if name != "play"]], ids=len)
def test_the_reference_passes_every_vector(game: Game, offered: list[str]) -> None:
    judge = reference(offered, game)
    for vector in shipped(game):
        assert [*judge.differences(vector.script)] == [], vector.id
    assert not judge.errored


@each_game
def test_every_vector_says_what_it_holds(game: Game) -> None:
    assert len(by_id(game)) == len(shipped(game))
    for vector in shipped(game):
        assert vector.cites, vector.id
        for clause in vector.cites:
            game.rulebook[clause]
        assert vector.sort.value == vector.id.partition("-")[0]


@each_game
def test_there_are_vectors_of_every_class_and_whole_games_for_every_number_of_seats(game: Game) -> None:
    sorts = {vector.sort for vector in shipped(game)}
    assert sorts >= {Class.LEGAL, Class.REFUSAL, Class.EFFECT, Class.SCORE, Class.GAME}
    whole = [vector for vector in shipped(game) if vector.sort is Class.GAME]
    assert {vector.script.setting for vector in whole} == {*choosing(game).tables}
    assert {vector.script.setting.seats for vector in whole} == {*game.seats}
    for vector in whole:
        assert vector.script.played().to_move(len(vector.script.moves)) is None


@each_game
def test_each_can_be_asked_at_tables_of_the_game_by_the_preferred_readings(game: Game) -> None:
    """A check asks it where seats and variants are among those to be checked, by one reading and one edition."""
    variants = {setting_of(game, table).variants for table in game.tables}
    for vector in shipped(game):
        setting = vector.script.setting
        assert (setting.variants in variants, setting.rulings) == (True, game.register.reading()), vector.id


@each_game
def test_the_files_hold_the_answers_of_the_reference(game: Game) -> None:
    """Nothing in the files is left over from rules that have changed since: if this fails, build them again."""
    known = by_id(game)
    for sort in Class:
        file = game.part(VECTORS).joinpath(f"{sort}.json")
        rows: list[Any] = json.loads(file.read_text(encoding="utf-8"))["vectors"] if file.is_file() else []
        for row in rows:
            vector = known[row["id"]]
            assert canonical(row) == canonical(vector.json()), row["id"]
            assert row["expected"] == expected(vector.script, vector.whole)


@each_game
def test_the_set_is_small(game: Game) -> None:
    assert sum(len(file.read_bytes()) for file in game.part(VECTORS).iterdir()) < 1_500_000


# -- mutants


@each_game
def test_every_mutant_is_killed_or_it_is_said_why_not(game: Game) -> None:
    among = game.part(MUTANTS)
    assert {*kills(game), *unseen(game)} == {one.id for one in among.all}
    assert unseen(game) == choosing(game).unseen
    assert {among.mutant(id).group for id in unseen(game)} <= HIDDEN[game.name]
    assert all(why.endswith(".") for why in unseen(game).values())
    assert {vector for fatal in kills(game).values() for vector in fatal} <= {*by_id(game)}


# To import a mutant takes longer than to kill it; `test_mutants` does so for each already.
SOME = [(game, one.id) for game in GAMES for one in (game.part(MUTANTS).all[:: 1 if DEEP else 7])]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "id"), SOME, ids=name)
def test_every_mutant_fails_the_vectors_that_kill_it(game: Game, id: str) -> None:
    """The shortest of them is enough; one that cannot be shown over the wire passes."""
    with judge_of_mutant(game.part(MUTANTS).mutant(id), game=game) as judge:
        if id in unseen(game):
            some = [vector for vector in shipped(game) if vector.sort is Class.REFUSAL][:5]
            assert all(judge.first(vector.script) is None for vector in some)
            return
        own = by_id(game)
        fatal = min((own[name] for name in kills(game)[id]), key=lambda vector: len(canonical(vector.script.json())))
        assert judge.first(fatal.script) is not None or judge.errored


def test_a_game_whose_folder_of_vectors_is_missing_is_told_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(data, "VECTORS", tmp_path / "nowhere")
    moved = attrs.evolve(ZEROKEI, title="A game without its folder")  # loaded parts are kept by game
    with pytest.raises(VectorError, match=r"the vectors of A game without its folder should be in .*nowhere"):
        shipped(moved)


def test_a_cover_takes_what_kills_most_and_leaves_nobody() -> None:
    table = {"m1": ["a", "b"], "m2": ["b"], "m3": ["c", "d"], "m4": []}
    assert cover(table, {"a": 1, "b": 5, "c": 9, "d": 2}) == ["b", "d"]


# -- in a check


@pytest.mark.slow
@each_game
def test_a_check_asks_the_vectors_of_its_edition_and_its_tables(game: Game) -> None:
    """Those of another edition or other tables are no part of it; those of its own are all asked."""
    for edition in {SHIPPED: None, **dict.fromkeys(vector.script.setting.edition for vector in shipped(game))}:
        for tables in (game.tables, game.tables[:1]):
            settings = tuple(setting_of(game, table, edition=edition) for table in tables)
            report = check_engine(in_process(served(game)), Plan(settings, shipped(game), games=0))
            seats, variants = {one.seats for one in settings}, {one.variants for one in settings}
            asked = [
                vector
                for vector in shipped(game)
                if vector.script.setting.edition == edition
                and vector.script.setting.seats in seats
                and vector.script.setting.variants in variants
            ]
            assert (report.code, report.unasked, report.progress.vectors) == (0, 0, len(asked))
            assert asked


# -- the command


@each_game
def test_the_vectors_are_written(game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    there = tmp_path / "some" / "where"
    assert main(["vectors", str(there), "--game", game.name]) == 0
    told = capsys.readouterr().out
    assert f"{len(shipped(game))} vectors" in told
    assert f"{len(kills(game))} known wrong engines fail at least one of them" in told
    names = {file.name for file in there.iterdir()}
    assert {"README.md", "edition.json", "kills.json", "effect.json", "game.json"} <= names
    assert json.loads((there / "edition.json").read_text()) == edition_json(game)
    for edition in {vector.script.setting.edition for vector in shipped(game)} - {SHIPPED}:
        assert json.loads((there / f"edition-{edition}.json").read_text()) == edition_json(game, edition)
    head = json.loads((there / "effect.json").read_text())
    assert (head["format"], head["game"], head["class"]) == (1, game.name, "effect")
    assert main(["vectors", str(there), "--game", game.name]) == 2
    assert "not empty" in capsys.readouterr().err
