"""The worked examples of the French rulebook, with its own symbols and numbers, on our small sheet `edo`.

The sheet is not the publisher's; it is laid out so that each picture that an example describes is somewhere on it. The
names are those of the people in the examples.
"""

from __future__ import annotations

from tests.nextstation.second_eyes.board import Board, Boards, deck
from tests.nextstation.second_eyes.found import replay
from tests.nextstation.second_eyes.sheets import edo, london


def test_5_3_and_5_4_bunta_draws_brown_from_its_triangle_to_the_circle_above(boards: Boards) -> None:
    board = boards(edo(), deck("circle"), pencils=("brown",))
    assert board.city.symbol["7,5"] == "triangle"
    assert board.targets("7,5") == {"7,3", "6,4"}  # so he has a choice
    assert len(board.draws()) == 2
    board.draw("7,3", "7,5")
    assert board.lines() == {"brown": {("7,3", "7,5")}}


def hitomi(boards: Boards) -> Board:
    """Round one: purple comes to the square of the loop from its right; round two: blue, with a joker to come."""
    board = boards(
        edo(),
        deck("pentagon", "square", "triangle", "square"),
        deck("triangle", "square", "joker"),
        deck("pentagon", "pentagon", "square", "circle", "joker", "square", "joker"),
    )
    board.path("3,0", "4,1", "4,3", "3,4", "1,4").skip_round()
    return board.path("0,6", "0,5", "1,4")


def test_6_3_hitomi_runs_along_a_bend_of_the_loop_to_the_triangle_at_its_bottom_left(boards: Boards) -> None:
    board = hitomi(boards)
    assert (board.city.symbol["1,4"], board.city.symbol["2,6"]) == ("square", "triangle")
    assert len(board.city.loop["1,4", "2,6"]) > 2  # it is a bend
    board.draw("1,4", "2,6")
    assert ("1,4", "2,6") in board.lines()["blue"]


def test_6_5_hitomi_cannot_draw_pink_there_as_a_third_track(boards: Boards) -> None:
    board = hitomi(boards).draw("1,4", "2,6").skip_round()
    board.path("5,7", "4,6", "4,5", "4,3", "3,2", "2,3", "1,4")
    board.refuses("1,4", "2,6", "6.5")
    # But upwards to the circle, where she follows the loop, and to the triangle on the right, where purple is.
    assert (board.city.symbol["1,3"], board.city.symbol["3,4"]) == ("circle", "triangle")
    assert board.may("1,3", "1,4")
    assert board.may("1,4", "3,4")
    assert board.targets("1,4") == {"1,3", "3,4", "0,5"}


def test_6_7_yasuhide_branches_off_at_the_triangle_with_a_switch(boards: Boards) -> None:
    board = boards(edo(), deck("triangle", "pentagon", "switch", "circle", "circle"), pencils=("blue",))
    board.path("0,6", "2,6", "2,3")
    assert board.cards[2:] == ["street-switch", "street-circle"]
    assert board.targets("2,3") == {"3,2", "1,3"}  # the two circles that he could reach from the end
    assert board.targets("2,6") == {"3,5"}  # the circle up and to the right of the triangle
    board.draw("2,6", "3,5")
    assert board.lines() == {"blue": {("0,6", "2,6"), ("2,3", "2,6"), ("2,6", "3,5")}}
    assert board.cards[-1] == "underground-circle"
    assert board.targets("2,6") == set()  # the switch is over


def bunta(boards: Boards) -> Board:
    """Pink comes by the pentagon where blue departs in the round after."""
    board = boards(edo(), deck("square", "pentagon", "pentagon"), deck("triangle"), pencils=("pink", "blue"))
    return board.path("5,7", "3,7", "1,7", "0,6").skip_round()


def test_7_4_bunta_s_blue_line_makes_an_interchange_at_its_departure_and_collects_a_stamp(boards: Boards) -> None:
    board = bunta(boards)
    assert board.points()["stamps"] == 0  # pink alone is no interchange, and blue is not there yet
    board.draw("0,6", "2,6")
    assert board.points()["stamps"] == 5
    assert board.points()["exchange"] == 0


def test_7_5_the_triangle_on_the_loop_brings_bunta_no_stamp(boards: Boards) -> None:
    board = boards(edo(), deck("triangle"), pencils=("blue",)).draw("0,6", "2,6")
    assert "2,6" in board.city.loop_stations  # an interchange of blue and green, in the middle of the city
    assert board.points()["stamps"] == 0
    assert board.points()["missed"] == -3 * 7


def test_9_5_and_9_6_hitomi_s_interchange_of_pink_brown_and_the_loop_brings_5_points(boards: Boards) -> None:
    board = boards(
        edo(),
        deck("square", "circle", "joker", "pentagon", "pentagon", "triangle", "square"),
        deck("pentagon", "pentagon", "square", "joker", "square"),
        pencils=("brown", "pink"),
    )
    board.path("7,5", "6,6", "5,7", "3,7", "1,7", "0,6", "0,5", "1,4").skip_round()
    board.path("5,7", "4,6", "4,5", "4,3", "2,3")
    assert board.points()["exchange"] == 0
    assert (board.city.symbol["2,3"], board.city.symbol["1,4"]) == ("pentagon", "square")
    board.draw("1,4", "2,3")
    assert board.points()["exchange"] == 5


def test_8_3_katsuko_s_purple_line_has_5_districts_and_4_stations_in_one_and_scores_20(boards: Boards) -> None:
    board = boards(edo(), deck("triangle", "circle", "pentagon", "square", "triangle", "square", "circle"))
    board.path("3,0", "2,1", "3,2", "2,3", "4,3", "5,3", "6,2", "7,3")
    stations = {name for pair in board.lines()["purple"] for name in pair}
    districts = [board.city.district[name] for name in stations]
    assert len(set(districts)) == 5
    assert max(map(districts.count, districts)) == 4
    assert board.points()["purple"] == 5 * 4 == 20


def test_9_7_katsuko_s_network_is_worth_101(boards: Boards) -> None:
    board = replay(boards, "katsuko")
    points = board.points()
    assert sum(points[colour] for colour in board.city.colours) == 75
    assert points["stamps"] == 20
    assert points["missed"] == -9
    assert points["exchange"] == 15
    assert board.totals() == (75 + 20 - 9 + 15,) == (101,)


# -- special stations


def test_11_2_and_11_6_the_circle_can_have_the_effect_of_the_switch(boards: Boards) -> None:
    board = boards(
        edo(),
        deck("triangle", "pentagon", "circle", "circle"),
        pencils=("blue",),
        specials=[("circle", "switch")],
    )
    board.path("0,6", "2,6", "2,3")
    assert board.table["specials"] == [["circle", "switch"]]
    assert board.targets("2,6") == {"3,5"}  # as Yasuhide did with the card
    board.draw("2,6", "3,5")
    assert ("2,6", "3,5") in board.lines()["blue"]


def test_11_9_yasuhide_extends_his_section_past_the_square_to_the_pentagon(boards: Boards) -> None:
    board = boards(edo(), deck("square", "circle"), pencils=("pink",), specials=[("square", "extension")])
    assert [board.city.symbol[name] for name in ("1,7", "3,7", "5,7")] == ["pentagon", "square", "circle"]
    assert board.draws(extension="1,7") == {("3,7", "5,7")}
    board.draw("3,7", "5,7", extension="1,7")
    assert board.lines() == {"pink": {("3,7", "5,7"), ("1,7", "3,7")}}
    assert board.cards == ["street-square", "street-circle"]  # and the turn is over


def test_11_12_an_extension_along_the_loop_would_be_double_track(boards: Boards) -> None:
    board = boards(edo(), deck("triangle"), pencils=("blue",), specials=[("triangle", "extension")])
    assert ("2,6", "4,6") in board.city.loop
    assert board.may("0,6", "2,6")  # the first section is possible
    board.refuses("0,6", "2,6", "11.12", "11.11", extension="4,6")
    assert board.draws(extension="4,6") == set()


def test_11_12_an_extension_along_another_line_would_be_double_track(boards: Boards) -> None:
    board = boards(
        edo(),
        deck("pentagon", "square"),
        deck("square"),
        pencils=("blue", "pink"),
        specials=[("circle", "switch"), ("square", "extension")],
    )
    board.path("0,6", "1,7", "3,7").skip_round()
    assert board.may("3,7", "5,7")
    board.refuses("3,7", "5,7", "11.12", "11.11", extension="1,7")


def test_11_13_a_double_station_makes_5_stations_6_and_the_purple_line_30(boards: Boards) -> None:
    cards = deck("joker", "circle", "pentagon", "triangle", "square", "triangle", "square", "circle")
    board = boards(edo(), cards, specials=[("triangle", "double-station")])
    board.path("3,0", "2,1", "3,2", "2,3")
    assert (board.city.symbol["2,3"], board.city.symbol["3,4"]) == ("pentagon", "triangle")
    board.draw("2,3", "3,4", mark=True)
    board.path("3,4", "4,3", "5,3", "6,2", "7,3")
    stations = {name for pair in board.lines()["purple"] for name in pair}
    districts = [board.city.district[name] for name in stations]
    assert len(set(districts)) == max(map(districts.count, districts)) == 5
    assert board.marks() == [["purple", "3,4"]]
    assert board.points()["purple"] == 5 * 6 == 30


# -- London's example of a double station: 6 districts, 3 stations, one of them circled, one section under the Thames


def test_l_15_5_six_districts_times_four_and_one_section_under_the_thames_is_26(boards: Boards) -> None:
    board = replay(boards, "worked example", powers={"blue": "double"})
    assert board.points()["blue"] == 6 * 4 + 2 == 26
    without = replay(boards, "worked example", powers={"purple": "double"})
    assert without.points()["blue"] == 6 * 3 + 2 == 20


def test_12_2_the_same_line_with_a_double_station_of_tokyo_is_26_too(boards: Boards) -> None:
    plain = replay(boards, "worked example")
    stations = {name for pair in plain.lines()["blue"] for name in pair}
    districts = [plain.city.district[name] for name in stations]
    fullest = {name for name in stations if districts.count(plain.city.district[name]) == 3}
    # Blue is the second line; any of its stations may be circled if the card that led to it shows the symbol.
    worth = dict[str, int]()
    for symbol in ("circle", "square", "triangle", "pentagon"):
        first = "circle" if symbol != "circle" else "square"
        specials = [(first, "switch"), (symbol, "double-station")]
        board = replay(boards, "worked example", specials=specials, mark=fullest)
        worth[symbol] = board.points()["blue"]
        circled = {name for _, name in board.marks()}
        districts_circled = [board.city.district[name] for name in circled]
        most = max((districts_circled.count(name) for name in districts_circled), default=0)
        assert worth[symbol] == 6 * (3 + most) + 2
    assert 26 in worth.values()


def test_8_3_london_s_six_districts_times_three_and_two_is_20_and_its_sheet_119(boards: Boards) -> None:
    board = replay(boards, "worked example")
    assert board.sheet is london()
    points = board.points()
    assert points["blue"] == 6 * 3 + 2 == 20
    lines = sum(points[colour] for colour in board.city.colours)
    assert (lines, points["tourist"], points["exchange"]) == (87, 14, 18)
    assert board.totals() == (87 + 14 + 18,) == (119,)
