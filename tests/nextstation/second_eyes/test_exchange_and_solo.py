"""Chapters 12 and 13, and London's pages 17 and 18: which modules go together, and what they cost a solo player."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any, Final

import pytest

from shinkansen.core.errors import ShinkansenError
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.sheet import Sheet
from shinkansen.nextstation.sheet_check import from_json
from tests.nextstation.second_eyes.board import (
    MODULES_EXIST,
    Boards,
    EngineBoard,
    deck,
    engine_rules,
)
from tests.nextstation.second_eyes.found import replay
from tests.nextstation.second_eyes.model import EFFECTS, POWERS, SYMBOLS
from tests.nextstation.second_eyes.sheets import (
    EDO_DEPARTURES,
    EDO_DISTRICTS,
    EDO_LOOP,
    EDO_SYMBOLS,
    edo,
    london,
    tokyo_json,
)

BOTH: Final = [pytest.param(edo(), id="edo"), pytest.param(london(), id="london")]
ALLOWED: Final = [modules for modules in product((False, True), repeat=3) if not (modules[1] and modules[2])]
OBJECTIVES: Final = {"edo": ["loop", "centre"], "london": ["sites", "centre"]}


# -- 10.1, 12.1 to 12.3, L.14.1: which modules go together


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize(("objectives", "special_stations", "pencil_powers"), ALLOWED)
@pytest.mark.parametrize("sheet", BOTH)
def test_10_1_and_12_1_and_12_2_every_combination_but_one_can_be_played(
    sheet: Sheet, objectives: bool, special_stations: bool, pencil_powers: bool, seats: int
) -> None:
    rules = engine_rules(
        sheet, seats, objectives=objectives, special_stations=special_stations, pencil_powers=pencil_powers
    )
    rng = Random(seats)
    deal = rules.deal(rng)
    plain = rules.deal_json(deal)
    assert ("objectives" in plain) == objectives
    assert ("symbols" in plain) == ("effects" in plain) == special_stations
    assert ("powers" in plain) == pencil_powers
    if special_stations:
        assert (sorted(plain["symbols"]), sorted(plain["effects"])) == (sorted(SYMBOLS), sorted(EFFECTS))
    if pencil_powers:
        assert sorted(plain["powers"]) == sorted(POWERS)
    state = rules.start(rules.read_deal(plain))
    while rules.choosing(state):
        state = rules.apply(state, rng.choice(rules.legal_moves(state)))
    assert rules.state_json(state)["table"]["round"] == 4
    settings = rules.settings()
    found = (settings["objectives"], settings["special_stations"], settings["pencil_powers"]) if MODULES_EXIST else ()
    assert found in ((objectives, special_stations, pencil_powers), ())


@pytest.mark.parametrize("objectives", [True, False])
@pytest.mark.parametrize("sheet", BOTH)
def test_12_3_special_stations_and_pencil_powers_never_go_together(sheet: Sheet, objectives: bool) -> None:
    if not MODULES_EXIST:
        pytest.skip("the engine has no such module yet")
    settings: dict[str, Any] = {"special_stations": True, "pencil_powers": True, "objectives": objectives}
    with pytest.raises(ShinkansenError, match=r"12\.3") as caught:
        NextStation(seats=2, edition=sheet, **settings)
    assert "\n" not in str(caught.value)


# -- 13.1 to 13.3, 13.6, L.17.1: a game alone


@pytest.mark.parametrize("sheet", BOTH)
def test_13_2_and_l_17_1_lines_are_built_in_the_order_of_the_pencils(boards: Boards, sheet: Sheet) -> None:
    colours = list(reversed(boards(sheet).city.colours))
    board = boards(sheet, *[deck("joker")] * 4, pencils=colours)
    for colour in colours:
        departure = board.city.departure[colour]
        assert all(departure in pair for pair in board.draws())
        board.draw(*sorted(board.draws())[0]).skip_round()
    assert set(board.lines()) == set(colours)


def test_13_1_every_order_of_the_pencils_is_dealt() -> None:
    rules = engine_rules(edo(), 1)
    orders = {tuple(rules.deal_json(rules.deal(Random(seed)))["pencils"]) for seed in range(400)}
    assert len(orders) == 24


@pytest.mark.parametrize("sheet", BOTH)
def test_13_3_and_13_6_alone_the_modules_are_set_up_as_usual(boards: Boards, sheet: Sheet) -> None:
    two = OBJECTIVES["edo" if sheet is edo() else "london"]
    board = boards(sheet, deck("circle"), objectives=two, specials=[("circle", "extension")])
    assert board.table["objectives"] == two
    assert board.table["specials"] == [["circle", "extension"]]


# -- 13.4, L.17.2: ten points off for each module


@pytest.mark.parametrize("letter", ["a", "b"])
@pytest.mark.parametrize("module", ["none", "special stations", "pencil powers"])
@pytest.mark.parametrize("objectives", [True, False])
@pytest.mark.parametrize("name", ["edo", "london"])
def test_13_4_and_l_17_2_each_module_used_costs_ten_points(
    boards: Boards, name: str, objectives: bool, module: str, letter: str
) -> None:
    board = boards(
        edo() if name == "edo" else london(),
        objectives=OBJECTIVES[name] if objectives else (),
        specials=[("circle", "switch")] if module == "special stations" else (),
        powers={} if module == "pencil powers" else None,
        letters={"R34": letter},
    )
    own = module == ("special stations" if name == "edo" else "pencil powers")
    exchanged = module != "none" and not own
    cost = 10 * (objectives + own + (exchanged and letter == "a"))
    loop = -24 if name == "edo" else 0
    assert board.points()["modules"] == -cost
    assert board.to_the_end().totals() == (loop - cost,)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_13_4_nothing_is_taken_off_where_several_play(boards: Boards, seats: int) -> None:
    board = boards(london(), seats=seats, objectives=OBJECTIVES["london"], specials=[("circle", "switch")])
    assert board.to_the_end().totals() == (0,) * seats


@pytest.mark.parametrize("boards", [EngineBoard], indirect=True, ids=["engine"])
def test_l_17_2_and_l_18_1_the_points_are_taken_off_before_the_table_is_looked_up(boards: Boards) -> None:
    plain = replay(boards, "solo 106")
    costly = replay(boards, "solo 106", powers={}, letters={"R30": "b"})
    assert isinstance(plain, EngineBoard)
    assert isinstance(costly, EngineBoard)
    assert (plain.totals(), costly.totals()) == ((106,), (96,))
    assert str(plain.rules.outcome(plain.state).decided_by).endswith("106 to 120")
    assert str(costly.rules.outcome(costly.state).decided_by).endswith("91 to 105")


@pytest.mark.parametrize(("above", "remark"), [(0, "a triumph"), (1, "a failure")])
def test_13_5_the_score_earns_a_remark(above: int, remark: str) -> None:
    """The bands of Tokyo are not known, so these are ours; the second begins at the score or just above it."""
    score = -24 - 10
    content = tokyo_json(EDO_SYMBOLS, EDO_DISTRICTS, EDO_LOOP, departures=EDO_DEPARTURES, central="C")
    bands = [{"lowest": -99, "words": "a failure"}, {"lowest": score + above, "words": "a triumph"}]
    sheet = from_json({**content, "bands": bands})
    board = Boards(EngineBoard)(sheet, objectives=["centre", "districts"])
    board.to_the_end()
    assert isinstance(board, EngineBoard)
    assert board.totals() == (score,)
    assert remark in board.rules.outcome(board.state).decided_by


def test_13_7_alone_there_is_nobody_to_lose_to(boards: Boards) -> None:
    board = boards(edo(), deck("joker")).draw("3,0", "4,1").to_the_end()
    assert board.totals() == (2 - 21,)
    if isinstance(board, EngineBoard):
        assert board.rules.outcome(board.state).totals == (2 - 21,)
