"""London's pencil powers: pages 14 to 16, and what the rulings answer where they meet jokers, the switch and Tokyo.

Purple departs from "2,5" in London, a square with two neighbours of each symbol.
"""

from __future__ import annotations

import pytest

from tests.nextstation.second_eyes.board import Board, Boards, deck
from tests.nextstation.second_eyes.model import PASS, POWERS
from tests.nextstation.second_eyes.naive import section
from tests.nextstation.second_eyes.sheets import edo, london, tokyo
from tests.nextstation.second_eyes.test_construction import ALL_ROUND

NO_POWER = ("L.14.2", "L.14.3", "L.15.1", "L.15.2", "L.15.3", "L.15.4", "L.15.5")


def purple_with(power: str, boards: Boards, *cards: str, letters: dict[str, str] | None = None) -> Board:
    """London, purple first, with this power."""
    return boards(london(), deck(*cards), powers={"purple": power}, letters=letters)


def two_sections(power: str, boards: Boards, *cards: str, letters: dict[str, str] | None = None) -> Board:
    """The same after "2,5"-"4,5" and "2,5"-"3,6", so that "2,5" is no end any more."""
    board = purple_with(power, boards, "circle", "pentagon", *cards, letters=letters)
    return board.draw("2,5", "4,5").draw("2,5", "3,6")


# -- L.14.1 to L.14.4


def test_l_14_1_powers_and_objectives_can_be_used_together(boards: Boards) -> None:
    board = boards(london(), objectives=["river", "sites"], powers={"purple": "joker"})
    assert board.table["objectives"] == ["river", "sites"]
    assert board.table["powers"][0] == "joker"


def test_l_14_2_every_pencil_has_a_power_all_game_also_a_spare_one(boards: Boards) -> None:
    board = boards(london(), seats=2, powers={"purple": "switch", "pink": "double"})
    powers = board.table["powers"]
    assert sorted(powers) == sorted(POWERS)
    for _ in range(4):
        assert board.table["powers"] == powers
        board.skip_round()
    assert board.table["powers"] == powers


def test_l_14_2_without_the_module_there_are_no_powers(boards: Boards) -> None:
    board = boards(london(), deck("circle"))
    assert board.table["powers"] == []
    assert all("power" not in move for move in board.legal_moves(0))


@pytest.mark.parametrize("power", ["second", "joker", "switch"])
def test_l_14_3_a_power_is_optional(boards: Boards, power: str) -> None:
    board = purple_with(power, boards, "circle")
    assert board.may_pass()
    assert board.draws() == {("0,7", "2,5"), ("2,5", "4,5")}
    assert board.used() == []


def test_l_14_3_a_power_can_be_used_once_a_round(boards: Boards) -> None:
    board = purple_with("joker", boards, "circle", "circle")
    board.draw("2,5", "3,6", power=True)
    assert board.used() == ["purple"]
    assert board.draws(power=True) == set()
    board.refuses("2,4", "2,5", *NO_POWER, power=True)


def test_l_14_3_a_power_that_was_not_used_is_there_in_the_next_turn(boards: Boards) -> None:
    board = purple_with("joker", boards, "circle", "circle").skip()
    assert board.draws(power=True) == ALL_ROUND - {("0,7", "2,5"), ("2,5", "4,5")}


def test_l_14_3_another_round_brings_another_pencil_with_a_power_of_its_own(boards: Boards) -> None:
    board = boards(
        london(),
        deck("circle"),
        deck("triangle"),
        pencils=("purple", "blue"),
        powers={"purple": "joker", "blue": "second"},
    )
    board.draw("2,5", "3,6", power=True).skip_round()
    assert board.draws(power=True)
    assert board.used() == ["purple"]


def test_l_14_4_a_power_moves_on_with_its_pencil(boards: Boards) -> None:
    # Four seats: purple goes from seat 0 to seat 1; each of them may use its power once.
    cards = [deck("circle")] * 4
    board = boards(london(), *cards, seats=4, pencils=("purple", "blue", "pink", "green"), powers={"purple": "joker"})
    assert board.draws(0, power=True) == ALL_ROUND - {("0,7", "2,5"), ("2,5", "4,5")}
    board.draw("2,5", "3,6", 0, power=True).skip(3).skip_round()
    assert board.round == 2
    assert board.draws(1, power=True) == ALL_ROUND - {("0,7", "2,5"), ("2,5", "4,5")}
    assert (board.used(0), board.used(1)) == (["purple"], [])


# -- L.15.1, L.15.2: the second section


def test_l_15_1_a_second_section_to_the_symbol_shown(boards: Boards) -> None:
    board = purple_with("second", boards, "circle", "pentagon")
    assert board.draws(power=True) == {("0,7", "2,5"), ("2,5", "4,5")}
    board.draw("2,5", "4,5", power=True)
    assert board.choosing == [0]
    assert board.second() == "circle"
    assert board.cards == ["street-circle"]  # still the same turn
    assert board.lines() == {"purple": {("2,5", "4,5")}}
    assert board.draws() == {("0,7", "2,5"), section("4,5", "7,5")}  # from both ends
    assert all(len(move) == 2 for move in board.legal_moves(0))
    board.draw("0,7", "2,5")
    assert board.lines() == {"purple": {("2,5", "4,5"), ("0,7", "2,5")}}
    assert board.second() is None
    assert board.cards == ["street-circle", "street-pentagon"]
    assert board.used() == ["purple"]


def test_l_15_1_without_the_power_the_turn_is_over_after_one_section(boards: Boards) -> None:
    board = purple_with("second", boards, "circle", "pentagon").draw("2,5", "4,5")
    assert board.second() is None
    assert board.cards == ["street-circle", "street-pentagon"]
    assert board.used() == []


@pytest.mark.parametrize(("letter", "passes"), [("a", False), ("b", True)])
def test_l_14_3_whether_the_second_section_may_be_left_out_is_a_matter_of_the_ruling(
    boards: Boards, letter: str, passes: bool
) -> None:
    board = purple_with("second", boards, "circle", letters={"R28": letter}).draw("2,5", "4,5", power=True)
    assert board.may_pass() == passes
    if passes:
        board.skip()
        assert board.lines() == {"purple": {("2,5", "4,5")}}
        assert board.used() == ["purple"]


@pytest.mark.parametrize("letter", ["a", "b"])
def test_l_14_3_where_no_second_section_can_follow_the_power_can_only_be_wasted(boards: Boards, letter: str) -> None:
    # There is one triangle on this sheet.
    sheet = tokyo(
        ("s---t", "-----", "--c--", "-----", "p---s"), ("AAAAA",) * 5, departures=("0,0", "4,0", "0,4", "4,4")
    )
    board = boards(sheet, deck("triangle", "circle"), powers={"purple": "second"}, letters={"R28": letter})
    assert board.may("0,0", "4,0")
    assert board.may("0,0", "4,0", power=True) == (letter == "b")
    if letter == "b":
        board.draw("0,0", "4,0", power=True)
        assert board.legal_moves(0) == [PASS]
        assert board.skip().cards == ["street-triangle", "street-circle"]


def test_l_15_1_the_last_turn_of_a_round_has_a_second_section_too(boards: Boards) -> None:
    cards = deck(*[f"underground-{symbol}" for symbol in ("square", "triangle", "pentagon", "joker", "circle")])
    board = boards(london(), cards, powers={"purple": "second"}).skip(4)
    board.draw("2,5", "4,5", power=True)
    assert board.round == 1
    board.draw("0,7", "2,5")
    assert board.round == 2
    assert len(board.lines()["purple"]) == 2


def test_l_15_1_the_others_wait_and_see_the_first_section(boards: Boards) -> None:
    board = boards(
        london(), deck("circle", "circle"), seats=2, pencils=("purple", "blue", "green"), powers={"purple": "second"}
    )
    board.draw("2,5", "4,5", 0, power=True)
    assert (board.lines(0), board.used(0)) == ({}, [])  # nobody sees it before all have chosen
    board.skip()
    assert board.choosing == [0]
    assert (board.second(0), board.second(1)) == ("circle", None)
    assert board.lines(0) == {"purple": {("2,5", "4,5")}}
    board.draw("0,7", "2,5", 0)
    assert board.choosing == [0, 1]


def test_l_15_2_on_a_joker_the_second_section_has_the_symbol_of_the_first(boards: Boards) -> None:
    board = purple_with("second", boards, "joker").draw("2,5", "3,6", power=True)
    assert board.second() == "pentagon"
    assert {board.city.symbol[name] for pair in board.draws() for name in pair} <= {"square", "pentagon"}
    assert ("0,5", "2,5") in board.draws()
    board.refuses("2,4", "2,5", "L.15.2", "5.4")


@pytest.mark.parametrize("letter", ["a", "b"])
def test_l_15_2_a_first_section_to_the_central_station_is_a_matter_of_the_ruling(boards: Boards, letter: str) -> None:
    board = purple_with("second", boards, "triangle", "joker", letters={"R29": letter}).draw("2,5", "4,3")
    assert board.may("4,3", "5,3")
    assert board.may("4,3", "5,3", power=True) == (letter == "a")
    if letter == "a":
        board.draw("4,3", "5,3", power=True)
        assert board.second() == "joker"
        assert {board.city.symbol[name] for name in board.targets("5,3")} > {"circle", "square"}


def test_l_14_3_where_powers_may_be_wasted_that_section_may_waste_one_and_no_second_follows(boards: Boards) -> None:
    letters = {"R28": "b", "R29": "b"}
    board = purple_with("second", boards, "triangle", "joker", "square", letters=letters).draw("2,5", "4,3")
    board.draw("4,3", "5,3", power=True)
    assert board.used() == ["purple"]
    assert board.second() is None
    assert board.cards[-1] == "street-square"


def test_l_15_2_on_another_card_the_central_station_asks_for_the_symbol_shown(boards: Boards) -> None:
    board = purple_with("second", boards, "triangle", "square").draw("2,5", "4,3").draw("4,3", "5,3", power=True)
    assert board.second() == "square"


def test_l_9_1_the_second_section_can_lead_to_the_central_station(boards: Boards) -> None:
    board = purple_with("second", boards, "triangle").draw("2,5", "4,3", power=True)
    assert board.may("4,3", "5,3")


@pytest.mark.parametrize("letter", ["a", "b"])
def test_l_15_1_with_the_switch_the_second_section_is_a_matter_of_the_ruling(boards: Boards, letter: str) -> None:
    board = two_sections("second", boards, "switch", "square", letters={"R35": letter})
    board.draw("2,5", "2,7", power=True)  # the first may start anywhere by both
    assert board.second() == "square"
    assert board.may("2,4", "2,5") == (letter == "a")


def test_l_9_6_a_switch_on_turn_two_opens_nothing_for_a_line_of_three_stations(boards: Boards) -> None:
    # With this power a line can have three stations by then, so only here London's ban can be seen.
    board = purple_with("second", boards, "circle", "switch", "square")
    board.draw("2,5", "4,5", power=True).draw("0,7", "2,5")
    assert board.cards[1:] == ["street-switch", "street-square"]
    board.refuses("2,4", "2,5", "5.5", "L.7.4", "L.9.6", "6.9")
    later = purple_with("second", boards, "circle", "pentagon", "switch", "square")
    later.draw("2,5", "4,5", power=True).draw("0,7", "2,5").skip()
    assert later.may("2,4", "2,5")


def test_l_9_6_nor_for_the_second_section_of_turn_two(boards: Boards) -> None:
    board = purple_with("second", boards, "circle", "switch", "square").draw("2,5", "4,5")
    board.draw("2,5", "2,7", power=True)
    board.refuses("2,4", "2,5", "5.5", "L.7.4", "L.9.6", "6.9")


def test_l_14_3_no_power_where_no_second_section_can_follow(boards: Boards) -> None:
    board = boards(london(), deck("triangle"), pencils=("purple",), powers={"purple": "second"})
    plain, powered = board.draws(), board.draws(power=True)
    for pair in plain:
        ahead = boards(london(), deck("triangle"), pencils=("purple",), powers={"purple": "joker"})
        ahead.draw(*pair)
        follow = boards(london(), deck("triangle", "triangle"), pencils=("purple",)).draw(*pair).draws()
        assert (pair in powered) == bool(follow)


# -- L.15.3: joker


@pytest.mark.parametrize("letter", ["a", "b"])
def test_l_15_3_the_joker_power_reaches_any_symbol(boards: Boards, letter: str) -> None:
    board = purple_with("joker", boards, "circle", letters={"R28": letter})
    plain = {("0,7", "2,5"), ("2,5", "4,5")}
    assert board.draws() == plain
    assert board.draws(power=True) == (ALL_ROUND - plain if letter == "a" else ALL_ROUND)


@pytest.mark.parametrize("letter", ["a", "b"])
def test_l_14_3_on_a_joker_card_the_joker_power_changes_nothing(boards: Boards, letter: str) -> None:
    board = purple_with("joker", boards, "joker", letters={"R28": letter})
    assert board.draws() == ALL_ROUND
    assert board.draws(power=True) == (set() if letter == "a" else ALL_ROUND)


def test_l_15_3_the_joker_power_goes_together_with_a_switch_card(boards: Boards) -> None:
    board = two_sections("joker", boards, "switch", "square")
    assert {("2,4", "2,5"), ("2,5", "2,7")} <= board.draws()
    assert {("1,4", "2,5"), ("2,5", "4,3"), ("0,7", "2,5"), ("0,5", "2,5")} <= board.draws(power=True)


def test_l_15_3_the_power_does_not_move_the_start(boards: Boards) -> None:
    board = two_sections("joker", boards, "square")
    assert not any("2,5" in pair for pair in board.draws(power=True))


# -- L.15.4: switch


@pytest.mark.parametrize("letter", ["a", "b"])
def test_l_15_4_the_switch_power_starts_anywhere(boards: Boards, letter: str) -> None:
    board = two_sections("switch", boards, "square", letters={"R28": letter})
    inside = {("2,4", "2,5"), ("2,5", "2,7")}
    assert not inside & board.draws()
    assert board.draws(power=True) == (inside if letter == "a" else inside | board.draws())


def test_l_15_4_the_branch_stays_open(boards: Boards) -> None:
    board = two_sections("switch", boards, "square", "joker").draw("2,5", "2,7", power=True)
    assert "2,7" in {name for pair in board.draws() for name in pair}
    assert not any("2,5" in pair for pair in board.draws())


@pytest.mark.parametrize("turn", [1, 2])
def test_l_15_4_on_turn_one_or_two_every_station_is_an_end_anyway(boards: Boards, turn: int) -> None:
    board = purple_with("switch", boards, "circle", "square")
    if turn == 2:
        board.draw("2,5", "4,5")
    assert board.draws(power=True) == set()


def test_l_15_4_on_a_switch_card_the_switch_power_changes_nothing(boards: Boards) -> None:
    board = two_sections("switch", boards, "switch", "square")
    assert ("2,4", "2,5") in board.draws()
    assert board.draws(power=True) == set()


def test_l_15_4_the_switch_power_goes_together_with_a_joker_card(boards: Boards) -> None:
    board = two_sections("switch", boards, "joker")
    drawn = {("2,5", "4,5"), ("2,5", "3,6")}
    assert board.draws(power=True) == {pair for pair in ALL_ROUND - drawn if pair not in board.draws()}
    assert ("2,4", "2,5") in board.draws(power=True)


# -- L.15.5: double station


def test_l_15_5_the_line_scores_one_station_more_where_it_has_most(boards: Boards) -> None:
    board = purple_with("double", boards, "circle", "pentagon", "triangle")
    assert board.points()["purple"] == 0  # no station, nothing to circle
    board.draw("2,5", "4,5")
    assert board.points()["purple"] == 2 * (1 + 1) + 2  # it passes under the Thames
    board.draw("2,5", "0,5")
    assert board.points()["purple"] == 2 * (2 + 1) + 2
    assert all("power" not in move for move in board.legal_moves(0))
    assert board.marks() == []


@pytest.mark.parametrize(("letter", "worth"), [("a", 0), ("b", 1 * (1 + 1))])
def test_l_15_5_a_departure_alone_can_be_circled_where_it_counts_as_a_station(
    boards: Boards, letter: str, worth: int
) -> None:
    board = purple_with("double", boards, "circle", letters={"R10": letter}).skip_round()
    assert board.points()["purple"] == worth


def test_l_15_5_it_counts_for_every_seat_in_the_round_of_that_pencil_and_for_that_line_only(boards: Boards) -> None:
    board = boards(
        london(),
        *[deck("circle")] * 4,
        seats=4,
        pencils=("purple", "blue", "pink", "green"),
        powers={"purple": "double"},
    )
    for _ in range(4):
        for seat in range(4):
            board.play(seat, next(move for move in board.legal_moves(seat) if move["move"] == "draw"))
        board.skip_round()
    for seat in range(4):
        for colour, line in board.lines(seat).items():
            districts = [board.city.district[name] for pair in line for name in pair]
            river = 2 * sum(board.city.under_the_river(pair) for pair in line)
            most = max(map(districts.count, districts)) + (colour == "purple")
            assert board.points(seat)[colour] == len(set(districts)) * most + river


def test_l_15_5_by_the_other_ruling_the_station_just_reached_is_marked_with_the_power(boards: Boards) -> None:
    board = purple_with("double", boards, "circle", "pentagon", "triangle", letters={"R30": "b"})
    assert board.draws() == board.draws(power=True) == {("0,7", "2,5"), ("2,5", "4,5")}
    board.draw("2,5", "4,5")
    assert board.points()["purple"] == 2 * 1 + 2
    board.draw("2,5", "0,5", power=True)
    assert board.marks() == [["purple", "0,5"]]
    assert board.used() == ["purple"]
    assert board.points()["purple"] == 2 * 3 + 2
    assert board.draws(power=True) == set()  # once a round


# -- 12.1: powers on the Tokyo sheet


@pytest.mark.parametrize("letter", ["a", "b"])
def test_12_1_the_joker_power_and_double_track_in_tokyo(boards: Boards, letter: str) -> None:
    cards = deck("triangle", "circle")
    board = boards(edo(), cards, powers={"purple": "joker"}, letters={"R31": letter}).path("3,0", "2,1")
    assert board.targets("2,1") == {"3,2"}
    along = {"4,1", "1,3"} if letter == "b" else set[str]()
    assert board.targets("2,1", power=True) == {"2,3"} | along


def test_12_1_the_second_section_in_tokyo(boards: Boards) -> None:
    board = boards(edo(), deck("square"), pencils=("pink",), powers={"pink": "second"})
    board.draw("5,7", "3,7", power=True)
    assert board.second() == "square"
    assert board.draws() == {("5,7", "6,6")}


@pytest.mark.parametrize("letter", ["a", "b"])
def test_12_1_second_sections_as_double_track_on_a_joker_of_tokyo(boards: Boards, letter: str) -> None:
    # Pink lies between "6,6" and "7,5"; brown goes to "6,4" and from there along the loop to the square "6,2". The only
    # other square that it can reach is "6,6", beside pink.
    board = boards(
        edo(),
        deck("square", "triangle"),
        deck("circle", "joker"),
        pencils=("pink", "brown"),
        powers={"brown": "second"},
        letters={"R41": letter},
    )
    board.path("5,7", "6,6", "7,5").skip_round().draw("7,5", "6,4")
    assert board.may("6,2", "6,4")
    assert board.may("6,2", "6,4", power=True) == (letter == "a")
    if letter == "a":
        board.draw("6,2", "6,4", power=True)
        assert board.draws() == {("6,6", "7,5")}


def test_12_1_the_double_station_in_tokyo(boards: Boards) -> None:
    board = boards(edo(), deck("square"), pencils=("pink",), powers={"pink": "double"}).draw("5,7", "3,7")
    assert board.points()["pink"] == 1 * (2 + 1)


def test_12_1_the_switch_power_in_tokyo(boards: Boards) -> None:
    board = boards(edo(), deck("triangle", "pentagon", "circle"), pencils=("blue",), powers={"blue": "switch"})
    board.path("0,6", "2,6", "2,3")
    assert board.targets("2,6") == set()
    assert board.targets("2,6", power=True) == {"3,5"}
