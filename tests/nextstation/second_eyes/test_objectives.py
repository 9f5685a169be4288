"""Common objectives of both cities: chapter 10 and pages 13 and 14 of London.

Each objective has a game, found by search, in which it is fulfilled at some turn. What it asks for is counted here once
more, from the lines on the table alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Final

import pytest

from shinkansen.core.errors import ShinkansenError
from shinkansen.nextstation.sheet import Sheet
from tests.nextstation.second_eyes.board import Board, Boards, deck, engine_rules
from tests.nextstation.second_eyes.found import replay, replay_steps
from tests.nextstation.second_eyes.model import LONDON_OBJECTIVES, TOKYO_OBJECTIVES, Json
from tests.nextstation.second_eyes.naive import SITES, UNDER_THE_THAMES
from tests.nextstation.second_eyes.sheets import edo, london, tokyo
from tests.nextstation.second_eyes.test_tokyo_clauses import BLUE_ZIGZAG, PURPLE_ALONG, ZIGZAG, ladder

OF: Final = {"london": LONDON_OBJECTIVES, "edo": TOKYO_OBJECTIVES}
EVERY: Final = [(city, objective) for city, objectives in OF.items() for objective in objectives]


def lines_at(board: Board) -> Counter[str]:
    """How many lines, the loop among them, come to each station that has one of the coloured lines."""
    stations = [name for line in board.lines().values() for name in {end for pair in line for end in pair}]
    return Counter({name: number + (name in board.city.loop_stations) for name, number in Counter(stations).items()})


def districts(board: Board) -> set[str]:
    return {board.city.district[name] for name in lines_at(board)}


def stamped(board: Board) -> set[str]:
    outer = {"N", "O", "S", "W", "1", "2", "3", "4"}
    places = {f"district-{letter.lower()}" for letter in outer}
    return {board.city.district[name] for name, lines in lines_at(board).items() if lines > 1} & places


def in_centre(board: Board, district: str) -> int:
    return sum(board.city.district[name] == district for name in lines_at(board))


COUNTS: Final[dict[tuple[str, str], tuple[Callable[[Board], int], int]]] = {
    ("london", "interchanges"): (lambda board: sum(lines > 1 for lines in lines_at(board).values()), 8),
    ("london", "districts"): (lambda board: len(districts(board)), 13),
    ("london", "sites"): (lambda board: len(SITES & set(lines_at(board))), 5),
    ("london", "centre"): (lambda board: in_centre(board, "central"), 9),
    ("london", "river"): (
        lambda board: sum(pair in UNDER_THE_THAMES for line in board.lines().values() for pair in line),
        6,
    ),
    ("edo", "stamps"): (lambda board: len(stamped(board)), 4),
    ("edo", "large-interchange"): (lambda board: max(lines_at(board).values(), default=0), 4),
    ("edo", "loop"): (lambda board: len(board.city.loop_stations & set(lines_at(board))), 8),
    ("edo", "districts"): (lambda board: len(districts(board)), 13),
    ("edo", "centre"): (lambda board: in_centre(board, "district-c"), 7),
}
"""What each objective counts, and how many are asked for; the central district of `edo` has seven stations."""


def another(city: str, objective: str) -> str:
    """An objective to lie beside it."""
    return next(name for name in OF[city] if name != objective)


@pytest.mark.parametrize(("city", "objective"), EVERY)
def test_10_4_to_10_9_and_l_13_2_to_l_13_7_ten_points_as_soon_as_there_are_enough(
    boards: Boards, city: str, objective: str
) -> None:
    count, enough = COUNTS[city, objective]
    beside = another(city, objective)
    other_count, other_enough = COUNTS[city, beside]
    seen = set[int]()
    for board in replay_steps(boards, f"{city} {objective}", objectives=[objective, beside]):
        fulfilled = int(count(board) >= enough)
        seen.add(fulfilled)
        assert board.points()["objectives"] == 10 * (fulfilled + (other_count(board) >= other_enough))
    assert seen == {0, 1}


@pytest.mark.parametrize(("city", "objective"), EVERY)
def test_10_3_the_two_objectives_do_not_depend_on_each_other(boards: Boards, city: str, objective: str) -> None:
    beside = another(city, objective)
    either, turned = (
        replay(boards, f"{city} {objective}", objectives=pair) for pair in ([objective, beside], [beside, objective])
    )
    assert either.points()["objectives"] == turned.points()["objectives"] >= 10
    assert either.totals() == turned.totals()


def test_10_2_and_l_13_1_both_objectives_lie_open_all_game(boards: Boards) -> None:
    for sheet, two in ((edo(), ["loop", "stamps"]), (london(), ["river", "sites"])):
        board = boards(sheet, objectives=two, seats=2)
        for _ in range(4):
            assert board.table["objectives"] == two
            board.skip_round()
        assert board.table["objectives"] == two


def test_10_2_without_the_module_there_are_none_and_nothing_is_scored(boards: Boards) -> None:
    board = replay(boards, "edo stamps")
    assert board.table["objectives"] == []
    assert board.points()["objectives"] == 0


def test_10_4_each_player_scores_objectives_for_themselves(boards: Boards) -> None:
    # The pencils go round so that seat 0 draws purple first and then blue, and gets four stamps; seat 1 passes.
    pencils = ("purple", "pink", "brown", "blue")
    board = boards(
        ladder(), PURPLE_ALONG, BLUE_ZIGZAG, seats=2, pencils=pencils, objectives=["stamps", "large-interchange"]
    )
    for path in (("0,0", "1,0", "2,0", "3,0"), ZIGZAG):
        for one, other in pairwise(path):
            board.draw(one, other, 0).skip()
        board.skip_round()
    assert (board.points(0)["objectives"], board.points(1)["objectives"]) == (10, 0)


def test_10_5_four_stamps_and_not_three(boards: Boards) -> None:
    board = boards(ladder(), PURPLE_ALONG, BLUE_ZIGZAG, objectives=["stamps", "large-interchange"])
    board.path("0,0", "1,0", "2,0", "3,0").skip_round()
    found = [board.draw(one, other).points()["objectives"] for one, other in pairwise(ZIGZAG)]
    assert found == [0, 0, 0, 0, 0, 0, 10]


@pytest.mark.parametrize("letter", ["a", "b"])
def test_10_8_a_district_needs_a_station_also_where_passing_through_counts_for_a_line(
    boards: Boards, letter: str
) -> None:
    areas = tokyo(("c-s", "-t-", "p-t"), ("ABC", "ABC", "ABC"), departures=("0,0", "2,0", "0,2", "2,2"))
    board = boards(areas, deck("square", "triangle"), objectives=["districts", "stamps"], letters={"R9": letter})
    assert board.draw("0,0", "2,0").points()["objectives"] == 0
    assert board.draw("0,0", "1,1").points()["objectives"] == 10


@pytest.mark.parametrize("sheet", [edo(), london()], ids=["edo", "london"])
def test_10_2_two_different_objectives_of_the_city_are_drawn(sheet: Sheet) -> None:
    rules = engine_rules(sheet, 2, objectives=True)
    of = TOKYO_OBJECTIVES if sheet.book == "tokyo" else LONDON_OBJECTIVES
    drawn = [rules.deal_json(rules.deal(Random(seed)))["objectives"] for seed in range(200)]
    assert all(len(set(two)) == 2 for two in drawn)
    assert {name for two in drawn for name in two} == set(of)


@pytest.mark.parametrize(("sheet", "foreign"), [(edo(), "river"), (london(), "loop")], ids=["edo", "london"])
def test_12_4_an_objective_of_the_other_city_is_refused(sheet: Sheet, foreign: str) -> None:
    rules = engine_rules(sheet, 1, objectives=True)
    deal: Json = rules.deal_json(rules.deal(Random(1)))
    with pytest.raises(ShinkansenError, match=foreign):
        rules.start(rules.read_deal({**deal, "objectives": [foreign, "centre"]}))
