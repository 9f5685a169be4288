"""A check knows no game: Higher Card, with simultaneous choices and secret hands, goes through all of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

import attrs
import pytest

from shinkansen.core.game import Game
from shinkansen.core.plain_json import Json, canonical
from shinkansen.core.ruleset import Score, ScoreItem, Step
from shinkansen.verify.conversation import schemas
from shinkansen.verify.conversation.schemas import Where
from shinkansen.verify.conversation.serving import CAPABILITIES, Server, reference
from shinkansen.verify.conversation.transports import in_process
from shinkansen.verify.judging import artefact
from shinkansen.verify.judging.judge import Judge
from shinkansen.verify.judging.plan import Plan
from shinkansen.verify.judging.runner import check_engine
from shinkansen.verify.judging.script import setting_of
from shinkansen.verify.judging.verdict import Report
from shinkansen.verify.reports import junit, page, written_tests
from shinkansen.verify.reports.report_json import report_json
from tests.fake_game import HAND, Happening, HigherCard, State, replaced


class TiesToTheLast(HigherCard):
    """Of two equal cards the later seat takes the trick."""

    def narrate(self, state: State, move: int) -> Step[State, Happening]:
        step = super().narrate(state, move)
        trick = replaced(state.chosen, state.turn, move)
        if None in trick or step.state.tricks != state.tricks:
            return step
        hands = tuple((*hand[1:], hand[0]) for hand in step.state.hands)
        return attrs.evolve(step, state=attrs.evolve(step.state, hands=hands, turn=self.seats - 1))


class MayPlayTwice(HigherCard):
    """A card stays in the hand after it was played."""

    def legal_moves(self, state: State) -> tuple[int, ...]:
        seat = self.to_move(state)
        return () if seat is None else tuple(sorted(state.hands[seat]))


class PaysForCards(HigherCard):
    """A trick is worth its cards."""

    def scores(self, state: State) -> tuple[Score, ...]:
        return tuple(Score(s, (ScoreItem("tricks", 2 * count, "3"),)) for s, count in enumerate(state.tricks))


class Peeks(HigherCard):
    """It allows only cards that are higher than the first card of the next seat."""

    def legal_moves(self, state: State) -> tuple[int, ...]:
        seat = self.to_move(state)
        right = super().legal_moves(state)
        beyond = () if seat is None else state.hands[(seat + 1) % self.seats]
        return tuple(card for card in right if card > min(beyond)) or right


WRONG: Final[dict[str, tuple[type[HigherCard], str]]] = {
    "a played card may be played again": (MayPlayTwice, "2"),
    "a trick counts twice": (PaysForCards, "3"),
    "whose turn it is after a tie": (TiesToTheLast, "2"),
    "it peeks at what others hold": (Peeks, ""),
}
"""The wrong engines, each with the clause that is cited; a choice that lies face down makes nothing happen to cite."""


def opener(kind: type[HigherCard]) -> Callable[[Mapping[str, Json]], HigherCard]:
    return lambda setting: kind(seats=int(str(setting["seats"])))


def checked(game: Game, server: Server, games: int = 30) -> Report:
    tables = tuple(setting_of(game, table) for table in game.tables)
    return check_engine(in_process(server), Plan(tables, games=games))


def test_the_reference_conforms(second_game: Game) -> None:
    report = checked(second_game, reference(games=[second_game.name]))
    assert report.code == 0, report.findings
    assert report.scope.seen >= {"2", "3"}
    assert not report.scope.unanswered


@pytest.mark.parametrize("name", WRONG)
def test_a_planted_mistake_is_found_and_cited(name: str, second_game: Game, tmp_path: Path) -> None:
    kind, clause = WRONG[name]
    report = checked(second_game, Server({second_game.name: opener(kind)}))
    assert report.code == 1
    first = report.mistakes[0]
    assert clause in first.clauses or not clause
    assert len(first.difference.script.moves) <= 2 * HAND, "shortened"
    content = json.loads(canonical(report_json(report)))
    assert schemas.misfit(Where("report.json", second_game), content) is None
    assert "Higher Card" in page.page(report)
    assert f'name="{second_game.name}.engine"' in junit.junit(report)
    path = artefact.write(tmp_path, artefact.artefact_json(first, "mine"))
    assert artefact.game_of(path) == second_game
    judge = Judge(in_process(Server({second_game.name: opener(kind)})), frozenset(CAPABILITIES))
    assert judge.first(artefact.read(path).script) == first.difference
    assert {file.name.endswith(".py") for file in written_tests.files(first)} == {True, False}


def test_an_engine_of_another_game_only_is_in_trouble(second_game: Game) -> None:
    report = checked(second_game, reference(games=["zerokei"]))
    assert report.code == 2
    assert "'higher-card' among its games" in str(report.trouble)
