"""Engines that know only a part (one sheet, some tables, only scoring) are checked for just that, and it is said."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from shinkansen.core import registry
from shinkansen.core.game import Game
from shinkansen.core.plain_json import Json
from shinkansen.verify.conversation.transports import in_process
from shinkansen.verify.judging.plan import Plan
from shinkansen.verify.judging.runner import check, check_engine
from shinkansen.verify.judging.scope import Topic
from shinkansen.verify.judging.script import SHIPPED, setting_of
from shinkansen.verify.judging.start import Command
from shinkansen.verify.judging.vectors import shipped
from shinkansen.verify.judging.verdict import Report, not_asked, verdict
from shinkansen.verify.reports.report_json import report_json
from tests.verify.test_foreign_js import EXAMPLES, NODE
from tests.wrong_engines import served

SCORER = EXAMPLES / "score_london.py"
GAMES = tuple(map(registry.game, ("nextstation", "zerokei")))
NEXTSTATION = registry.game("nextstation")


pytestmark = pytest.mark.slow


def plan(game: Game, edition: str = SHIPPED, games: int = 14) -> Plan:
    tables = tuple(setting_of(game, table, edition=edition) for table in game.tables)
    return Plan(tables, shipped(game), games=games)


def program(path: Path) -> Command:
    return Command((sys.executable, str(path)))


def said(report: Report) -> str:
    return "\n".join((*not_asked(report), verdict(report)))


MODULES = {
    "2 players (the game with two common objectives, the game with special stations)",
    "3 players (the game with two common objectives, the game with pencil powers)",
    "1 player (the game with two common objectives, the game with special stations)",
}


# -- only scoring, only London


def test_who_only_scores_london_is_checked_for_just_that() -> None:
    report = check(program(SCORER), plan(NEXTSTATION))
    assert report.code == 0, said(report)
    assert {topic for topic, times in report.scope.compared.items() if times} == {
        Topic.TURNS,
        Topic.SCORES,
        Topic.WINNERS,
    }
    assert {*report.scope.idle} == MODULES
    assert report.progress.vectors > 0
    for rest in ("legal moves, single moves", "games for 2 players (the game with two", "(--edition tokyo)"):
        assert f"{rest}" in said(report)
    assert "It conforms in what it offers: whose turn it is, scores and winners; " in verdict(report)
    assert {*report.skipped} >= {"no objectives and no special_stations", "no objectives and no pencil_powers"}
    scope = report_json(report)["scope"]
    assert isinstance(scope, Mapping)
    assert (scope["idle"], scope["elsewhere"]) == ([*report.scope.idle], {**report.scope.elsewhere})


def test_of_another_sheet_nothing_could_be_checked() -> None:
    report = check(program(SCORER), plan(NEXTSTATION, "tokyo", games=4))
    assert report.code == 2
    assert "Everything was skipped: nothing could be checked." in said(report)
    assert {*report.skipped} == {"London only"}


MISTAKES = {
    "the river is forgotten": ("+ river * worth", "", "L.11.3"),
    "corners are no districts": (
        "return len(set(districts)) * most",
        "return len(set(districts) - set('1234')) * most",
        "8.3",
    ),
    "an interchange counts for each line": ("value * meeting.count(number)", "number * meeting.count(number)", "L.5.2"),
    "a circle too few": ("min(circles,", "min(max(0, circles - 1),", "L.5.1"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_in_what_it_offers_is_found(name: str, tmp_path: Path) -> None:
    right, wrong, clause = MISTAKES[name]
    text = SCORER.read_text(encoding="utf-8")
    assert text.count(right) == 1
    (tmp_path / "scorer.py").write_text(text.replace(right, wrong), encoding="utf-8")
    report = check(program(tmp_path / "scorer.py"), plan(NEXTSTATION, games=20))
    assert report.code == 1
    assert any(clause in finding.clauses or not finding.clauses for finding in report.mistakes), name


# -- only the base game


def test_who_plays_only_the_base_game_is_checked_in_both_cities() -> None:
    way = Command((NODE, str(EXAMPLES / "foreign_js_nextstation" / "adapter.mjs")))
    for edition, other in ((SHIPPED, "tokyo"), ("tokyo", "london")):
        report = check(way, plan(NEXTSTATION, edition, games=7))
        assert report.code == 0, said(report)
        assert {*report.scope.idle} == MODULES
        assert {*report.scope.elsewhere} == {other}
        assert f"of another edition (--edition {other})" in said(report)
        assert report.unasked == sum(
            setting.edition == edition and not setting.usual
            for setting in (vector.script.setting for vector in shipped(NEXTSTATION))
        )


# -- for every game


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_who_knows_one_table_is_checked_at_that(game: Game) -> None:
    known = setting_of(game, game.tables[0])

    everything = served(game)

    def answer(request: dict[str, Json]) -> dict[str, Json]:
        given = {key: request[key] for key in ("seats", *(each.name for each in game.variants)) if key in request}
        if given and given != {"seats": known.seats, **dict(known.variants)}:
            return {"seq": request["seq"], "skipped": "another table"}
        return everything.answer(request)

    report = check_engine(in_process(answer), plan(game, games=5))
    assert report.code == 0, said(report)
    others = dict.fromkeys(setting_of(game, table).table_words for table in game.tables[1:])
    assert report.scope.idle == (*others,)
    assert f"games for {next(iter(others))}" in said(report)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_who_knows_all_has_no_table_left(game: Game) -> None:
    report = check_engine(in_process(served(game)), plan(game, games=len(game.tables)))
    assert (report.code, report.scope.idle) == (0, ())
    assert "games for" not in said(report)
