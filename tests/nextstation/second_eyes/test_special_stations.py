"""Special stations: chapter 11, on our small Tokyo and, by the exchange of modules, on the London sheet.

Purple departs from "3,0" in Edo and from "2,5" in London, blue from "0,6", pink from "5,7".
"""

from __future__ import annotations

import pytest

from tests.nextstation.second_eyes.board import Board, Boards, deck
from tests.nextstation.second_eyes.model import EFFECTS, SYMBOLS
from tests.nextstation.second_eyes.sheets import edo, london, tokyo

# Which clause is cited is the engine's choice among those that forbid it.
NO_EFFECT = ("11.3", "11.5", "11.8", "11.13", "11.2", "11.9")
NO_EXTENSION = ("11.9", "11.11", "11.12")
PINK = ("pink",)


# -- 11.1, 11.2, 11.15: cards

ORDER = [("square", "extension"), ("circle", "switch"), ("pentagon", "double-station"), ("triangle", "joker")]


def test_11_2_and_11_15_one_pair_is_turned_up_in_each_round_and_none_comes_again(boards: Boards) -> None:
    board = boards(edo(), specials=ORDER)
    pairs = [[symbol, effect] for symbol, effect in ORDER]
    for number in range(1, 5):
        assert board.table["specials"] == pairs[:number]
        board.skip_round()
    assert board.table["specials"] == pairs
    assert sorted(symbol for symbol, _ in board.table["specials"]) == sorted(SYMBOLS)
    assert sorted(effect for _, effect in board.table["specials"]) == sorted(EFFECTS)


def test_11_2_the_pair_of_an_earlier_round_is_over(boards: Boards) -> None:
    cards = deck("square", "circle", "triangle", "pentagon")
    board = boards(edo(), deck(), cards, pencils=("purple", "pink"), specials=ORDER).skip_round()
    assert board.round == 2
    assert board.may("3,7", "5,7")
    board.refuses("3,7", "5,7", *NO_EFFECT, extension="1,7")  # extension belonged to round one


def test_11_1_without_the_module_there_are_no_pairs(boards: Boards) -> None:
    board = boards(edo(), deck("square"), pencils=PINK)
    assert board.table["specials"] == []
    assert board.may("3,7", "5,7")


# -- 11.3 to 11.5: when an effect applies


@pytest.mark.parametrize("shown", ["circle", "triangle", "pentagon"])
def test_11_3_another_symbol_brings_no_effect(boards: Boards, shown: str) -> None:
    extension = boards(edo(), deck(shown), pencils=PINK, specials=[("square", "extension")])
    double = boards(edo(), deck(shown), pencils=PINK, specials=[("square", "double-station")])
    for board in (extension, double):
        assert all(len(move) <= 2 for move in board.legal_moves(0))
    joker = boards(edo(), deck(shown), pencils=PINK, specials=[("square", "joker")])
    assert joker.draws() == extension.draws() == double.draws()


def test_11_3_the_symbol_counts_beside_a_switch_card_too(boards: Boards) -> None:
    cards = deck("square", "circle", "switch", "pentagon")
    board = boards(edo(), cards, pencils=PINK, specials=[("pentagon", "double-station")])
    board.path("5,7", "3,7").skip()
    assert board.cards[2:] == ["street-switch", "street-pentagon"]
    assert board.may("3,7", "4,6")
    assert board.may("3,7", "4,6", mark=True)


@pytest.mark.parametrize("effect", EFFECTS)
def test_11_4_an_effect_is_optional(boards: Boards, effect: str) -> None:
    with_it = boards(edo(), deck("square"), pencils=PINK, specials=[("square", effect)])
    without = boards(edo(), deck("square"), pencils=PINK)
    assert with_it.may_pass()
    assert without.draws() <= with_it.draws()


@pytest.mark.parametrize("effect", EFFECTS)
@pytest.mark.parametrize("symbol", SYMBOLS)
def test_11_5_no_effect_on_a_joker(boards: Boards, symbol: str, effect: str) -> None:
    cards = deck("square", "joker", "switch", "underground-joker")
    board = boards(edo(), cards, pencils=PINK, specials=[(symbol, effect)])
    plain = boards(edo(), cards, pencils=PINK)
    for either in (board, plain):
        either.draw("5,7", "3,7")
    assert board.draws() == plain.draws()
    assert all(len(move) <= 2 for move in board.legal_moves(0))
    board.skip()
    assert all(len(move) <= 2 for move in board.legal_moves(0))


# -- 11.6: switch


def straight(boards: Boards, *cards: str, effect: str = "switch", symbol: str = "pentagon") -> Board:
    """Pink with two sections, "5,7" to "3,7" to "2,6"; then these cards."""
    board = boards(edo(), deck("square", "triangle", *cards), pencils=PINK, specials=[(symbol, effect)])
    return board.path("5,7", "3,7", "2,6")


def test_11_6_the_switch_effect_lets_a_section_start_anywhere(boards: Boards) -> None:
    board = straight(boards, "pentagon", "pentagon")
    assert board.cards == ["street-square", "street-triangle", "street-pentagon"]  # no further card is turned up
    assert board.targets("3,7") == {"1,7", "4,6"}
    assert board.targets("5,7") == {"4,6"}
    assert board.targets("2,6") == {"0,6", "1,7", "2,3"}


def test_11_6_the_branch_stays_open_afterwards(boards: Boards) -> None:
    board = straight(boards, "pentagon", "square").draw("3,7", "1,7")
    assert board.targets("1,7") == {"0,7"}
    board.refuses("3,7", "4,6", "5.4", "5.5")


def test_11_6_it_comes_with_each_card_of_the_symbol(boards: Boards) -> None:
    board = straight(boards, "pentagon", "pentagon").draw("3,7", "1,7")
    assert board.targets("3,7") == {"4,6"}  # the other pentagon card


def test_11_6_a_card_with_another_symbol_needs_an_end(boards: Boards) -> None:
    board = straight(boards, "pentagon", symbol="circle")
    assert board.targets("3,7") == set()


def test_11_6_with_a_switch_card_and_the_switch_effect_there_is_one_section(boards: Boards) -> None:
    board = straight(boards, "switch", "pentagon", "circle")
    before = board.cards
    board.draw("3,7", "1,7")
    assert board.cards == [*before, "street-circle"]


# -- 11.7: joker and double track


def test_11_7_the_joker_effect_is_any_symbol(boards: Boards) -> None:
    board = boards(edo(), deck("triangle"), specials=[("triangle", "joker")])
    assert board.targets("3,0") == {"0,0", "5,0", "2,1", "4,1"}


def test_11_7_the_joker_effect_has_double_track(boards: Boards) -> None:
    board = boards(edo(), deck("triangle", "triangle"), specials=[("triangle", "joker")]).path("3,0", "2,1")
    assert board.targets("2,1") == {"4,1", "1,3", "3,2", "2,3"}
    board.draw("2,1", "1,3")
    assert ("1,3", "2,1") in board.lines()["purple"]


@pytest.mark.parametrize("letter", ["a", "b"])
def test_11_7_on_the_london_sheet_double_track_is_a_matter_of_the_ruling(boards: Boards, letter: str) -> None:
    board = boards(
        london(),
        deck("triangle"),
        deck("triangle", "circle"),
        pencils=("purple", "green"),
        specials=[("square", "switch"), ("circle", "joker")],
        letters={"R36": letter},
    )
    board.draw("2,5", "4,3").skip_round().draw("3,2", "4,3")
    assert board.may("4,3", "4,4")  # any symbol by both
    assert board.may("2,5", "4,3") == (letter == "a")


def test_11_7_a_london_joker_card_has_no_double_track_even_then(boards: Boards) -> None:
    board = boards(
        london(),
        deck("triangle"),
        deck("triangle", "joker"),
        pencils=("purple", "green"),
        specials=[("square", "switch"), ("circle", "joker")],
    )
    board.draw("2,5", "4,3").skip_round().draw("3,2", "4,3")
    board.refuses("2,5", "4,3", "L.8.4")


# -- 11.8 to 11.12: extension


def test_11_8_the_first_section_is_a_normal_one_and_the_second_may_be_left_out(boards: Boards) -> None:
    board = boards(edo(), deck("square", "circle"), pencils=PINK, specials=[("square", "extension")])
    assert board.draws() == {("3,7", "5,7"), ("5,7", "6,6")}
    board.draw("3,7", "5,7")
    assert board.lines() == {"pink": {("3,7", "5,7")}}


def test_11_8_the_line_goes_on_from_the_far_end_of_the_extension(boards: Boards) -> None:
    board = boards(edo(), deck("square", "square"), pencils=PINK, specials=[("square", "extension")])
    board.draw("3,7", "5,7", extension="1,7")
    assert board.targets("1,7") == {"0,7"}
    assert board.targets("5,7") == {"6,6"}
    assert board.targets("3,7") == set()


def test_11_9_the_symbol_of_the_second_station_does_not_matter(boards: Boards) -> None:
    # From the triangle "5,0": the pentagon "4,1" on the loop, then through it to the circle "3,2".
    board = boards(edo(), deck("triangle", "pentagon"), specials=[("pentagon", "extension")]).draw("3,0", "5,0")
    assert board.draws(extension="3,2") == {("4,1", "5,0")}
    board.draw("4,1", "5,0", extension="3,2")
    assert board.lines() == {"purple": {("3,0", "5,0"), ("4,1", "5,0"), ("3,2", "4,1")}}


def test_11_9_it_goes_straight_on_and_nowhere_else(boards: Boards) -> None:
    board = boards(edo(), deck("square"), pencils=PINK, specials=[("square", "extension")])
    for elsewhere in ("4,6", "2,6", "5,7", "3,7", "0,7", "9,9"):
        board.refuses("3,7", "5,7", *NO_EXTENSION, "4.3", "5.10", "5.6", "5.2", extension=elsewhere)


def test_11_9_it_goes_to_the_next_station_and_not_past_it(boards: Boards) -> None:
    # From "5,7" to "3,7" to "1,7", a pentagon; the corner "0,7" lies behind it.
    board = boards(edo(), deck("square"), pencils=PINK, specials=[("square", "extension")])
    assert board.draws(extension="0,7") == set()


def test_11_9_it_does_not_come_back_to_its_own_line(boards: Boards) -> None:
    sheet = tokyo(
        ("s---t", "-----", "s----", "-----", "c---p"), ("AAAAA",) * 5, departures=("0,0", "4,0", "4,4", "0,4")
    )
    board = boards(sheet, deck("triangle", "pentagon", "circle", "square"), specials=[("square", "extension")])
    board.path("0,0", "4,0", "4,4", "0,4")
    # From either end to the square between them; straight on lies the other end.
    assert board.may("0,2", "0,4")
    board.refuses("0,2", "0,4", "5.10", *NO_EXTENSION, extension="0,0")
    board.refuses("0,0", "0,2", "5.10", *NO_EXTENSION, extension="0,4")


def _then(symbol: str) -> list[tuple[str, str]]:
    return [("circle" if symbol != "circle" else "square", "switch"), (symbol, "extension")]


def _extended(board: Board) -> list[dict[str, str]]:
    return [move for move in board.legal_moves(0) if "extension" in move]


def crossing(boards: Boards, *, crossed: bool) -> Board:
    """Blue may cross the way of purple's extension in the round before; purple then draws to "2,2"."""
    sheet = tokyo(
        ("s---t", "-----", "--c--", "-----", "p---s"),
        ("AAAAA",) * 5,
        departures=("0,0", "4,0", "0,4", "4,4"),
    )
    first = deck("square", "circle")
    board = boards(sheet, first, deck("circle"), pencils=("blue", "purple"), specials=_then("circle"))
    if crossed:
        board.draw("4,0", "4,4").draw("2,2", "4,4")
    return board.skip_round()


def test_11_9_and_11_12_a_section_that_lies_on_the_way_stops_it(boards: Boards) -> None:
    assert crossing(boards, crossed=False).may("0,0", "2,2", extension="4,4")
    board = crossing(boards, crossed=True)
    assert board.may("0,0", "2,2")
    board.refuses("0,0", "2,2", "11.12", "11.11", extension="4,4")


@pytest.mark.parametrize("crossed", [True, False])
def test_11_9_no_extension_across_another_section(boards: Boards, crossed: bool) -> None:
    # Purple goes from "0,1" down the diagonal to "1,2" and on to "3,4"; blue's row 3 lies across that at "2,3".
    sheet = tokyo(
        ("c---s", "t----", "-p---", "c---t", "---s-"),
        ("AAAAA",) * 5,
        departures=("0,1", "0,3", "4,0", "0,0"),
    )
    board = boards(
        sheet,
        deck("triangle"),
        deck("pentagon"),
        pencils=("blue", "purple"),
        specials=[("circle", "switch"), ("pentagon", "extension")],
    )
    if crossed:
        board.draw("0,3", "4,3")
    board.skip_round()
    assert board.may("0,1", "1,2")
    assert board.may("0,1", "1,2", extension="3,4") != crossed
    if crossed:
        board.refuses("0,1", "1,2", "5.7", *NO_EXTENSION, extension="3,4")


def test_11_9_no_extension_across_the_loop(boards: Boards) -> None:
    # Inside the loop from "4,3" to "5,3", a triangle; the next station in this direction, "7,3", lies outside.
    cards = deck("pentagon", "square", "triangle")
    board = boards(edo(), cards, specials=[("triangle", "extension")]).path("3,0", "4,1", "4,3")
    assert board.city.straight_on("4,3", "5,3") == "7,3"
    assert board.may("4,3", "5,3")
    board.refuses("4,3", "5,3", "5.8", *NO_EXTENSION, extension="7,3")


def test_11_10_no_extension_without_a_section(boards: Boards) -> None:
    board = boards(edo(), deck("square", "square"), pencils=PINK, specials=[("square", "extension")])
    board.draw("5,7", "3,7").skip()
    # The second square was passed; nothing of the first section can be extended any more.
    assert board.lines() == {"pink": {("3,7", "5,7")}}
    assert not any("extension" in move for move in board.legal_moves(0))


def test_11_11_no_extension_where_nothing_lies_ahead(boards: Boards) -> None:
    board = boards(edo(), deck("square"), pencils=PINK, specials=[("square", "extension")])
    assert board.city.straight_on("5,7", "6,6") == "7,5"
    assert board.may("5,7", "6,6", extension="7,5")
    board = boards(edo(), deck("circle"), specials=[("circle", "extension")])  # purple, to the corner
    assert board.city.straight_on("3,0", "0,0") is None
    assert board.may("0,0", "3,0")
    assert _extended(board) == []


@pytest.mark.parametrize("drawn", [True, False])
def test_11_12_the_extension_is_never_double_track_on_the_london_sheet_either(boards: Boards, drawn: bool) -> None:
    # Green comes down to "2,3" and "2,4"; purple's extension of "2,5"-"2,4" would run along that.
    board = boards(
        london(), deck("pentagon", "square"), deck("square"), pencils=("green", "purple"), specials=_then("square")
    )
    if drawn:
        board.path("3,2", "2,3", "2,4")
    board.skip_round()
    assert board.may("2,4", "2,5")
    assert board.may("2,4", "2,5", extension="2,3") != drawn
    if drawn:
        board.refuses("2,4", "2,5", "L.8.4", *NO_EXTENSION, extension="2,3")


# -- 11.13, 11.14: double station


def test_11_13_the_station_just_reached_is_circled_and_counts_two(boards: Boards) -> None:
    board = boards(edo(), deck("square"), pencils=PINK, specials=[("square", "double-station")])
    assert board.draws() == board.draws(mark=True) == {("3,7", "5,7"), ("5,7", "6,6")}
    board.draw("3,7", "5,7", mark=True)
    assert board.marks() == [["pink", "3,7"]]
    assert board.points()["pink"] == 1 * 3  # two stations of one district, one of them twice


def test_11_13_a_mark_counts_only_where_it_is(boards: Boards) -> None:
    board = boards(edo(), deck("square", "pentagon", "joker"), pencils=PINK, specials=[("pentagon", "double-station")])
    board.draw("5,7", "3,7").draw("3,7", "4,6", mark=True)
    assert board.points()["pink"] == 2 * 2  # S has two, G one that counts two
    board.draw("4,6", "2,6")
    assert board.points()["pink"] == 3 * 2


def test_11_13_both_cards_of_the_symbol_can_be_used(boards: Boards) -> None:
    board = boards(edo(), deck("square", "square"), pencils=PINK, specials=[("square", "double-station")])
    board.draw("5,7", "3,7", mark=True).draw("5,7", "6,6", mark=True)
    assert board.marks() == [["pink", "3,7"], ["pink", "6,6"]]
    assert board.points()["pink"] == 2 * 3  # S: "5,7" and "3,7" twice; G: "6,6" twice


def test_11_13_only_the_station_just_reached_can_be_circled(boards: Boards) -> None:
    board = boards(edo(), deck("square", "square"), pencils=PINK, specials=[("square", "double-station")])
    board.draw("5,7", "3,7")
    assert board.marks() == []
    board.skip()
    assert all("mark" not in move for move in board.legal_moves(0))


def test_11_14_a_circle_is_worth_nothing_to_lines_of_later_rounds(boards: Boards) -> None:
    board = boards(
        edo(),
        deck("pentagon"),
        deck("square", "pentagon", "pentagon"),
        pencils=("blue", "pink"),
        specials=[("pentagon", "double-station")],
    )
    board.draw("0,6", "1,7", mark=True)
    assert board.points()["blue"] == 2 * 2
    board.skip_round().path("5,7", "3,7", "1,7")
    assert board.points()["pink"] == 1 * 3
    assert board.marks() == [["blue", "1,7"]]
    assert board.points()["blue"] == 2 * 2


def test_11_14_a_circle_makes_no_interchange(boards: Boards) -> None:
    board = boards(edo(), deck("pentagon"), specials=[("pentagon", "double-station")]).draw("3,0", "4,1", mark=True)
    assert board.points()["exchange"] == 0
    assert board.points()["stamps"] == 0


# -- 12.2: on the London sheet


@pytest.mark.parametrize("effect", EFFECTS)
def test_12_2_every_effect_works_on_the_london_sheet(boards: Boards, effect: str) -> None:
    plain = boards(london(), deck("circle", "pentagon", "square"))
    board = boards(london(), deck("circle", "pentagon", "square"), specials=[("square", effect)])
    for either in (plain, board):
        either.draw("2,5", "4,5").draw("2,5", "3,6")
    extra = [move for move in board.legal_moves(0) if move not in plain.legal_moves(0)]
    assert extra
    if effect == "switch":
        assert {("2,4", "2,5"), ("2,5", "2,7")} == board.draws() - plain.draws()
    if effect == "double-station":
        assert board.draws(mark=True) == plain.draws()


def test_12_2_the_central_station_can_be_circled_and_reached_by_extension(boards: Boards) -> None:
    board = boards(london(), deck("triangle", "square"), specials=[("square", "double-station")]).draw("2,5", "4,3")
    assert board.may("4,3", "5,3", mark=True)
    board = boards(london(), deck("circle"), pencils=PINK, specials=[("circle", "extension")])
    assert board.city.symbol["5,3"] == "any"
    assert board.may("6,3", "7,3", extension="5,3")
