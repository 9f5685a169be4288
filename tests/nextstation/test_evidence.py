"""The players of `tests.build.evidence` are what they claim to be, and the page shows what was stored.

What a move is worth is worked out here by the naive scorer of `second_eyes`, not by the engine's.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import date
from functools import cache
from math import isclose, sqrt
from random import Random
from statistics import fmean
from typing import Any, cast

import pytest

from shinkansen.core.play import at_random, plies
from shinkansen.nextstation.moves import PASS, Move
from shinkansen.nextstation.table import State
from tests.build import evidence
from tests.build.evidence import PLAYERS, READINGS, Row, rules_for
from tests.nextstation.second_eyes import naive

GAMES = 8


@cache
def stored() -> dict[str, Any]:
    return cast("dict[str, Any]", json.loads(evidence.FILE.read_text(encoding="utf-8")))


def rows() -> list[Row]:
    return [Row(**each) for each in stored()["rows"]]


def played(player: str, reading: str) -> Iterator[tuple[State, Move]]:
    """The positions of some games in which there is a choice, each with the player's."""
    rules = rules_for(reading)
    for number in range(GAMES):
        start = rules.start(rules.deal(Random(number)))
        for ply in plies(rules, start, PLAYERS[player].made(Random(number))):
            if ply.choices > 1:
                yield ply.state, ply.move


def worth(reading: str, state: State, departures_count: bool) -> dict[Move, int]:
    """By legal move, the total of the sheet after it."""
    rules = rules_for(reading)
    found: dict[Move, int] = {}
    for move in rules.legal_moves(state):
        after: Any = rules.state_json(rules.follow(state, move))
        lines = {
            colour: [(one, two) for one, two in pairs] for colour, pairs in after["table"]["seats"][0]["lines"].items()
        }
        found[move] = naive.score(lines, departures_count=departures_count)["total"]
    return found


def best(worths: dict[Move, int]) -> set[Move]:
    return {move for move, each in worths.items() if each == max(worths.values())}


def picks(player: str, state: State) -> set[Move]:
    """What a player takes in a position, with many seeds."""
    rules = rules_for("preferred")
    legal = rules.legal_moves(state)
    return {PLAYERS[player].made(Random(seed))(rules, state, legal) for seed in range(40 * len(legal))}


def a_choice() -> State:
    """A position with passing and several sections."""
    rules = rules_for("preferred")
    games = (plies(rules, rules.start(rules.deal(Random(seed))), at_random(Random(seed))) for seed in range(GAMES))
    return next(ply.state for game in games for ply in game if ply.choices > 3)


# -- the players


def test_the_random_player_takes_every_legal_move() -> None:
    state = a_choice()
    assert picks("random", state) == {*rules_for("preferred").legal_moves(state)}


def test_the_other_random_player_takes_every_section_and_passes_only_when_it_must() -> None:
    state = a_choice()
    assert picks("random-unless-forced", state) == {*rules_for("preferred").legal_moves(state)} - {PASS}
    assert PASS not in [move for _, move in played("random-unless-forced", "preferred")]
    forced = PLAYERS["random-unless-forced"].made(Random(1))
    assert forced(rules_for("preferred"), state, (PASS,)) == PASS


def test_the_greedy_player_takes_a_best_move_and_any_of_them() -> None:
    several: list[tuple[State, set[Move]]] = []
    for state, move in played("greedy", "preferred"):
        likely = best(worth("preferred", state, False))
        assert move in likely
        if PASS in likely and len(likely) > 1:
            several.append((state, likely))
    state, likely = several[0]
    assert picks("greedy", state) == likely


def test_in_a_tie_with_a_pass_the_second_greedy_player_draws() -> None:
    """And so it always draws when it can: a section never costs points."""
    ties = 0
    for state, move in played("greedy-draws", "preferred"):
        likely = best(worth("preferred", state, False))
        assert move in likely - {PASS}
        ties += PASS in likely
    assert ties


def test_the_third_greedy_player_counts_all_departures_from_the_beginning() -> None:
    differs = 0
    for state, move in played("greedy-departures", "theirs"):
        likely = best(worth("theirs", state, True))
        assert move in likely - {PASS}
        differs += move not in best(worth("theirs", state, False))
    assert differs


# -- what was stored


def test_every_player_was_measured_under_every_reading() -> None:
    assert [(each.player, each.reading) for each in rows()] == [(one, by) for one in PLAYERS for by in READINGS]
    assert stored()["readings"] == READINGS
    assert stored()["seed"] == evidence.SEED
    assert stored()["how"] == evidence.HOW
    assert {each.games for each in rows()} == {10_000}


def test_the_intervals_follow_from_the_other_figures() -> None:
    for each in rows():
        margin = 1.96 * each.deviation / sqrt(each.games)
        assert isclose(each.mean - each.low, margin, abs_tol=0.011)
        assert isclose(each.high - each.mean, margin, abs_tol=0.011)
        assert each.least < each.low
        assert each.high < each.most


def test_the_figures_of_a_row_are_right() -> None:
    found = evidence.row("greedy", "theirs", [100, 110, 120, 130])
    assert found == Row("greedy", "theirs", 4, 115.0, 102.35, 127.65, 12.91, 100, 130)


@pytest.mark.parametrize("player", ["random", "random-unless-forced", "greedy"])
def test_the_engine_still_scores_so(player: str) -> None:
    """The first games again: their mean is as near the stored one as so few games allow (four standard errors)."""
    kept = next(each for each in rows() if each.player == player and each.reading == "preferred")
    totals = [evidence.final_total(player, "preferred", number) for number in range(100)]
    assert abs(fmean(totals) - kept.mean) < 4 * kept.deviation / sqrt(len(totals))


def test_the_page_shows_the_stored_figures() -> None:
    page = evidence.FILE.with_suffix(".md").read_text(encoding="utf-8")
    assert "\n".join(evidence.table(rows())) in page
    assert "10,000 games" in page
    day = date.fromisoformat(stored()["date"])
    assert f"{day.day} {day:%B %Y}" in page
