"""An edition is meant by its name or by a file, wherever one can be named, and a wrong name is answered with the right
ones."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from attrs import evolve

from shinkansen.core import registry
from shinkansen.core.editions import by_name, named
from shinkansen.core.errors import EditionError, GameError, RecordError
from shinkansen.core.game import Game
from shinkansen.core.parts import EDITIONS
from shinkansen.core.record import record
from shinkansen.core.record_rules import rules_of
from shinkansen.core.states import of_position

KNOWN = {"first": 1, "second one": 2}
NAMES = [(game, name) for game in ("zerokei", "nextstation") for name in registry.game(game).part(EDITIONS).known()]
"""Every edition that comes with a game of ours."""


def read(file: str | Path) -> int:
    return len(str(file))


def test_a_known_name_is_meant_before_a_file_and_a_path_is_always_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "first").touch()
    (tmp_path / "third").touch()
    assert named("first", KNOWN, read) == 1
    assert named("second one", KNOWN, read) == 2
    for file in ("./first", "third", "none.toml", "no/folder", Path("first")):
        assert named(file, KNOWN, read) == len(str(file))


@pytest.mark.parametrize("wrong", ["First", "thrid", "", "\x1b[31m", "a" * 1000])
def test_a_wrong_name_is_one_error_that_lists_the_names(
    wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(EditionError, match="'first' or 'second one'") as problem:
        named(wrong, KNOWN, read)
    assert str(problem.value).isprintable()
    assert len(str(problem.value)) < 300
    with pytest.raises(EditionError, match=r"'first' or 'second one'$"):
        by_name(wrong, KNOWN)


def test_not_more_names_are_listed_than_anybody_reads() -> None:
    with pytest.raises(EditionError, match=r"'11' \.\.\.$"):
        by_name("wrong", {str(number): number for number in range(1000)})


@pytest.mark.parametrize(("game", "name"), NAMES)
def test_a_setting_may_name_an_edition_that_comes_with_the_game(game: str, name: str) -> None:
    of = registry.game(game)
    by_its_name = of.open({**of.tables[0], "edition": name})
    assert by_its_name == of.open({**of.tables[0], "edition": of.part(EDITIONS).known()[name]})


@pytest.mark.parametrize("game", ["zerokei", "nextstation"])
def test_a_setting_with_a_wrong_name_is_told_the_right_ones(game: str) -> None:
    of = registry.game(game)
    with pytest.raises(EditionError) as problem:
        of.open({**of.tables[0], "edition": "nowhere"})
    names = " or ".join(map(repr, of.part(EDITIONS).known()))
    assert str(problem.value) == f"there is no edition 'nowhere'; expected {names}"


def test_a_game_without_editions_knows_none_by_name(second_game: Game) -> None:
    with pytest.raises(GameError, match="has no editions"):
        second_game.open({"seats": 2, "edition": "first"})


@pytest.mark.parametrize(("game", "name"), NAMES)
def test_a_record_and_a_position_find_the_edition_that_they_were_played_with(game: str, name: str) -> None:
    of = registry.game(game)
    rules = of.open({**of.tables[0], "edition": name})
    deal = rules.deal(Random(7))
    start = rules.start(deal)
    assert rules_of(record(rules, deal, [rules.legal_moves(start)[0]])) == rules
    assert of_position(of, rules.position(start, hidden=True)).read() == (rules, start)


@pytest.mark.parametrize("game", ["zerokei", "nextstation"])
def test_a_record_of_an_edition_that_does_not_come_with_the_game_needs_it(game: str) -> None:
    of = registry.game(game)
    rules = of.open(of.tables[0])
    told = record(rules, rules.deal(Random(7)), [])
    strange = evolve(told, settings={**told.settings, "edition": {"id": "mine", "digest": "0" * 64}})
    with pytest.raises(RecordError, match=r"'mine' .*--edition FILE"):
        rules_of(strange)
