"""Chapters 6 to 9: double track, the switch, interchanges, stamps and the end of the game, one clause at a time.

`edo` has bends and thirteen districts; the smaller sheets here are made for one clause each.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise

import pytest

from shinkansen.core.errors import EditionError
from shinkansen.nextstation.sheet import Sheet
from tests.nextstation.second_eyes.board import Board, Boards, deck
from tests.nextstation.second_eyes.found import FOUND, replay, replay_steps
from tests.nextstation.second_eyes.sheets import TOKYO_COLOURS, edo, london, tokyo

NO_DOUBLE_LOOP = ("6.2", "6.3", "5.8", "5.7")
NO_DOUBLE = ("6.2", "6.3", "5.7")
AGAIN = ("5.10", "6.4")


@cache
def star() -> Sheet:
    """All departures are neighbours of "2,2", a circle on a loop of three stations."""
    return tokyo(
        ("s-p-c", "-----", "t-c-s", "-----", "s---t"),
        ("AABCC", "AABCC", "AABCC", "AADDD", "AADDD"),
        (((4, 4), (8, 4)), ((8, 4), (8, 8)), ((8, 8), (4, 4))),
        departures=("0,0", "2,0", "0,2", "0,4"),
        stamps={"D": 10, "A": 5},
    )


@cache
def plain_star() -> Sheet:
    """The same without a loop."""
    return tokyo(
        ("s-p-c", "-----", "t-c-s", "-----", "s---t"),
        ("AABCC", "AABCC", "AABCC", "AADDD", "AADDD"),
        departures=("0,0", "2,0", "0,2", "0,4"),
        stamps={"D": 10, "A": 5},
    )


@cache
def ladder() -> Sheet:
    """Two rows of five stations: purple runs along the first, blue zigzags between them; a district for each column."""
    return tokyo(
        ("stctp", "pscpt"),
        ("ABCDE", "ABCDE"),
        departures=("0,0", "0,1", "4,1", "4,0"),
        stamps={"A": 5, "B": 10, "C": 5, "D": 10},
        central="E",
    )


PURPLE_ALONG = deck("triangle", "circle", "triangle")
BLUE_ZIGZAG = deck("square", "underground-square", "triangle", "circle", "circle", "pentagon", "underground-triangle")
ZIGZAG = ("0,1", "0,0", "1,1", "1,0", "2,1", "2,0", "3,1", "3,0")


def to_the_star(boards: Boards, sheet: Sheet, lines: int) -> Board:
    """So many lines come to the station in the middle, one in each round."""
    board = boards(sheet, *[deck("circle")] * 4)
    for departure in ("0,0", "2,0", "0,2", "0,4")[:lines]:
        board.draw(departure, "2,2").skip_round()
    return board


# -- 3.2 to 3.4: what is on a sheet


def test_3_4_the_loop_is_there_from_the_beginning_and_is_no_line_of_anybody(boards: Boards) -> None:
    board = boards(edo())
    assert board.lines() == {}
    assert len(board.city.loop_stations) == 8


# -- 5.8: the loop


def test_5_8_no_section_crosses_the_loop(boards: Boards) -> None:
    board = boards(edo(), deck("triangle", "circle", "joker")).path("3,0", "2,1", "3,2")
    # From inside: "3,2" lies below the loop's upper side, "3,0" above it.
    assert board.city.track("3,0", "3,2") is None
    board.refuses("3,0", "3,2", "5.8")


def test_5_8_a_line_gets_inside_through_a_station_of_the_loop(boards: Boards) -> None:
    board = boards(edo(), deck("triangle", "circle"))
    board.path("3,0", "2,1", "3,2")
    assert board.lines()["purple"] == {("2,1", "3,0"), ("2,1", "3,2")}


def test_5_8_the_loop_is_not_drawn_along_without_double_track(boards: Boards) -> None:
    board = boards(edo(), deck("triangle", "pentagon")).path("3,0", "2,1")
    assert board.city.symbol["4,1"] == "pentagon"
    board.refuses("2,1", "4,1", *NO_DOUBLE_LOOP)
    assert board.may("3,0", "4,1")


# -- 5.10


def test_5_10_a_line_does_not_come_back_to_its_own_stations_not_even_along_the_loop(boards: Boards) -> None:
    board = boards(edo(), deck("triangle", "joker", "joker")).path("3,0", "2,1", "4,1")
    board.refuses("3,0", "4,1", *AGAIN)
    board.refuses("3,0", "2,1", *AGAIN)


# -- 6.1 to 6.5: jokers and double track


@pytest.mark.parametrize("kind", ["street", "underground"])
def test_6_1_a_joker_is_any_symbol(boards: Boards, kind: str) -> None:
    board = boards(edo(), deck(f"{kind}-joker"))
    assert board.targets("3,0") == {"0,0", "5,0", "2,1", "4,1"}
    assert board.may_pass()


def test_6_2_double_track_is_only_one_of_the_things_that_a_joker_allows(boards: Boards) -> None:
    board = boards(edo(), deck("triangle", "joker")).path("3,0", "2,1")
    assert board.targets("2,1") == {"4,1", "1,3", "3,2", "2,3"}  # twice along the loop, twice not
    assert board.targets("3,0") == {"0,0", "5,0", "4,1"}


@pytest.mark.parametrize("joker", [True, False])
def test_6_3_a_line_beside_another_needs_a_joker(boards: Boards, joker: bool) -> None:
    first = deck("square", "pentagon", "pentagon")
    second = deck("joker" if joker else "pentagon")
    board = boards(edo(), first, second, pencils=("pink", "blue")).path("5,7", "3,7", "1,7", "0,6").skip_round()
    assert board.may("0,6", "1,7") == joker
    if not joker:
        board.refuses("0,6", "1,7", *NO_DOUBLE)


def test_6_3_double_track_along_a_straight_part_and_a_bend_of_the_loop(boards: Boards) -> None:
    board = boards(edo(), deck("triangle", "joker", "joker")).path("3,0", "2,1")
    assert len(board.city.loop["2,1", "4,1"]) == 2
    assert len(board.city.loop["1,3", "2,1"]) > 2
    board.path("2,1", "1,3")
    assert board.targets("1,3") == {"0,2", "2,3", "1,4", "3,5"}


def test_6_3_a_joker_does_not_allow_crossing(boards: Boards) -> None:
    board = boards(edo(), deck("pentagon", "square", "triangle", "square"), deck("triangle", "joker"))
    board.path("3,0", "4,1", "4,3", "3,4", "1,4").skip_round()
    board.path("0,6", "2,6")
    board.refuses("2,3", "2,6", "5.7")  # purple's last section lies across, at 2,4


def test_6_4_double_track_never_has_one_colour(boards: Boards) -> None:
    board = boards(edo(), deck("triangle", "joker"))
    board.draw("2,1", "3,0")
    board.refuses("2,1", "3,0", *AGAIN)


def test_6_5_a_section_of_the_loop_takes_one_line_in_a_game(boards: Boards) -> None:
    board = boards(star(), deck("circle", "joker"), deck("circle", "joker"))
    board.path("0,0", "2,2", "4,2").skip_round().draw("2,0", "2,2")
    board.refuses("2,2", "4,2", "6.5")
    assert board.may("2,2", "4,4")


def test_6_5_two_tracks_without_the_loop_are_enough_too(boards: Boards) -> None:
    board = boards(plain_star(), *[deck("circle", "joker")] * 3)
    board.path("0,0", "2,2", "4,2").skip_round()
    board.path("2,0", "2,2", "4,2").skip_round()
    board.draw("0,2", "2,2")
    board.refuses("2,2", "4,2", "6.5")
    assert board.may("2,2", "4,4")


def test_6_5_one_line_leaves_room_for_one_more(boards: Boards) -> None:
    board = boards(plain_star(), *[deck("circle", "joker")] * 2)
    board.path("0,0", "2,2", "4,2").skip_round().draw("2,0", "2,2")
    assert board.may("2,2", "4,2")


def test_l_8_4_london_s_jokers_have_no_double_track(boards: Boards) -> None:
    board = boards(london(), deck("pentagon"), deck("joker", "joker"), pencils=("purple", "blue"))
    board.draw("2,5", "3,6").skip_round().draw("5,7", "4,6")
    board.draw("4,6", "3,6")
    assert board.lines()["blue"] == {("4,6", "5,7"), ("3,6", "4,6")}
    board = boards(london(), deck("triangle"), deck("triangle", "joker"), pencils=("purple", "green"))
    board.draw("2,5", "4,3").skip_round().draw("3,2", "4,3")
    board.refuses("2,5", "4,3", "L.8.4")


# -- 6.6 to 6.9: the switch


def forked(boards: Boards, *first: str) -> Board:
    """Blue with two sections, and then these cards."""
    return boards(edo(), deck("triangle", "pentagon", *first), pencils=("blue",)).path("0,6", "2,6", "2,3")


def test_6_6_the_switch_and_the_card_after_it_are_one_turn(boards: Boards) -> None:
    board = forked(boards, "switch", "circle", "square")
    assert board.cards[2:] == ["street-switch", "street-circle"]
    board.draw("2,3", "3,2")
    assert board.cards[4:] == ["street-square"]


def test_6_7_with_the_switch_any_station_of_the_line_is_a_start(boards: Boards) -> None:
    board = forked(boards, "switch", "joker")
    assert {"2,6"} <= {name for pair in board.draws() for name in pair}
    assert board.targets("2,6") == {"1,4", "4,6", "3,5", "1,7", "3,7"}  # a joker, so also along the loop


def test_6_8_the_branch_stays_open(boards: Boards) -> None:
    board = forked(boards, "switch", "circle", "pentagon", "square").draw("2,6", "3,5")
    assert board.targets("3,5") == {"4,5", "4,6"}
    board.skip()
    assert board.targets("0,6") == {"0,7"}
    board.refuses("2,6", "3,7", "5.5")


@pytest.mark.parametrize("turn", [1, 2])
def test_6_9_an_early_switch_changes_nothing(boards: Boards, turn: int) -> None:
    before = ("triangle",) * (turn - 1)
    plain, switched = (boards(edo(), deck(*before, *more, "pentagon"), pencils=("blue",)) for more in ((), ("switch",)))
    for board in (plain, switched):
        if turn == 2:
            board.path("0,6", "2,6")
    assert switched.draws() == plain.draws()


def test_6_9_an_early_switch_counts_for_nothing_after_an_extension(boards: Boards) -> None:
    # The first turn may bring two sections; then there is a station that is no end, and the switch does not open it.
    cards = deck("square", "switch", "pentagon")
    board = boards(edo(), cards, pencils=("pink",), specials=[("square", "extension")])
    board.draw("5,7", "3,7", extension="1,7")
    assert board.cards[1:] == ["street-switch", "street-pentagon"]
    assert board.targets("1,7") == {"0,6"}
    assert board.targets("5,7") == {"4,6"}
    board.refuses("3,7", "4,6", "5.5", "6.9")
    later = boards(
        edo(), deck("square", "circle", "switch", "pentagon"), pencils=("pink",), specials=[("square", "extension")]
    )
    later.draw("5,7", "3,7", extension="1,7").skip()
    assert later.may("3,7", "4,6")  # on turn three it does


# -- chapter 7: interchanges and stamps


def test_7_1_one_line_makes_no_interchange(boards: Boards) -> None:
    board = boards(ladder(), PURPLE_ALONG).path("0,0", "1,0", "2,0", "3,0")
    assert board.points()["stamps"] == 0
    assert board.points()["exchange"] == 0


def test_7_2_to_7_4_each_interchange_in_an_outer_district_brings_its_stamp_at_once(boards: Boards) -> None:
    board = boards(ladder(), PURPLE_ALONG, BLUE_ZIGZAG).path("0,0", "1,0", "2,0", "3,0").skip_round()
    found = [board.points()["stamps"]]
    for one, other in pairwise(ZIGZAG):
        found.append(board.draw(one, other).points()["stamps"])
    # The stamps of A, B, C and D are worth 5, 10, 5 and 10.
    assert found == [0, 5, 5, 15, 15, 20, 20, 30]


def test_7_5_an_interchange_in_an_inner_district_brings_no_stamp(boards: Boards) -> None:
    board = to_the_star(boards, plain_star(), 2)
    assert board.city.district["2,2"] not in board.city.stamp
    assert board.points()["stamps"] == 0


def test_7_6_each_stamp_is_collected_only_once(boards: Boards) -> None:
    # Pink and blue meet at two stations of the west, "0,6" and "0,5".
    board = boards(
        edo(),
        deck("square", "pentagon", "pentagon", "triangle"),
        deck("joker", "square"),
        pencils=("pink", "blue"),
    )
    board.path("5,7", "3,7", "1,7", "0,6", "0,5").skip_round()
    board.draw("0,5", "0,6")
    west = [name for name in ("0,5", "0,6") if board.city.district[name] == "district-w"]
    assert len(west) == 2
    assert board.points()["stamps"] == 5


def test_7_7_a_line_and_the_loop_are_an_interchange_of_two(boards: Boards) -> None:
    board = boards(edo(), deck("triangle")).draw("3,0", "2,1")
    assert board.points()["exchange"] == 0
    assert board.points()["stamps"] == 0
    # If the loop came through an outer district, that interchange would bring its stamp: here "4,4" is in D.
    board = boards(star(), deck("circle", "joker")).path("0,0", "2,2", "4,4")
    assert board.city.district["4,4"] in board.city.stamp
    assert board.points()["stamps"] == 10


@pytest.mark.parametrize(("lines", "worth"), [(1, 0), (2, 5), (3, 15), (4, 30)])
def test_7_8_and_9_6_the_loop_counts_as_one_of_the_lines(boards: Boards, lines: int, worth: int) -> None:
    assert to_the_star(boards, star(), lines).points()["exchange"] == worth


@pytest.mark.parametrize(("lines", "worth"), [(1, 0), (2, 0), (3, 5), (4, 15)])
def test_9_5_interchanges_without_the_loop(boards: Boards, lines: int, worth: int) -> None:
    assert to_the_star(boards, plain_star(), lines).points()["exchange"] == worth


def test_7_8_lines_are_counted_and_not_tracks(boards: Boards) -> None:
    board = boards(star(), deck("circle", "joker")).path("0,0", "2,2", "4,2")
    assert board.points()["exchange"] == 0  # purple and green, on both sides of "2,2" twice
    assert board.points()["missed"] == -3


# -- chapter 8: the points of a line


@pytest.mark.parametrize(("letter", "districts"), [("a", 2), ("b", 3)])
def test_8_1_a_district_between_two_stations_counts_by_the_second_answer_only(
    boards: Boards, letter: str, districts: int
) -> None:
    areas = tokyo(("c-s", "-t-", "p-t"), ("ABC", "ABC", "ABC"), departures=("0,0", "2,0", "0,2", "2,2"))
    board = boards(areas, deck("square"), letters={"R9": letter}).draw("0,0", "2,0")
    assert board.points()["purple"] == districts * 1


@pytest.mark.parametrize("letter", ["a", "b"])
def test_8_1_touching_the_corner_of_a_cell_is_not_passing_through(boards: Boards, letter: str) -> None:
    areas = tokyo(("c-s", "-t-", "p-t"), ("ABB", "CCB", "CCB"), departures=("0,0", "2,0", "0,2", "2,2"))
    board = boards(areas, deck("triangle"), letters={"R9": letter}).draw("0,0", "1,1")
    assert board.points()["purple"] == 2  # A and C; the corner of a cell of B only touches


@pytest.mark.parametrize(("letter", "districts"), [("a", 2), ("b", 3)])
def test_8_1_a_bend_passes_through_a_cell_whose_corner_it_cuts(boards: Boards, letter: str, districts: int) -> None:
    board = boards(edo(cutting=True), deck("triangle", "joker"), letters={"R9": letter}).path("3,0", "2,1")
    before = board.points()["purple"]
    board.draw("2,1", "1,3")
    # N and E; with the second answer also C, through whose cell "2,2" the bend passes between two of E.
    assert (before, board.points()["purple"]) == (2, districts * 2)


def test_8_2_most_stations_in_one_district(boards: Boards) -> None:
    board = boards(edo(), deck("triangle", "circle", "square")).path("3,0", "2,1", "3,2")
    assert board.points()["purple"] == 3 * 1
    board.draw("3,2", "4,3")
    assert board.points()["purple"] == 3 * 2


@pytest.mark.parametrize(("letter", "worth"), [("a", 0), ("b", 1)])
def test_8_3_a_line_without_sections(boards: Boards, letter: str, worth: int) -> None:
    board = boards(edo(), letters={"R10": letter}).to_the_end()
    assert [board.points()[colour] for colour in board.city.colours] == [worth] * 4


def test_8_3_a_bare_departure_counts_from_its_round_on_and_for_interchanges(boards: Boards) -> None:
    for letter, stamps in (("a", 0), ("b", 5)):
        first = deck("square", "pentagon", "pentagon")
        board = boards(edo(), first, pencils=("pink", "blue"), letters={"R10": letter})
        board.path("5,7", "3,7", "1,7", "0,6")
        assert board.points()["stamps"] == 0  # blue's round has not begun
        assert board.skip_round().points()["stamps"] == stamps


# -- chapter 9: the end of the game


def test_9_1_after_four_rounds_the_game_is_over(boards: Boards) -> None:
    board = boards(edo(), seats=2)
    for number in range(1, 5):
        assert board.round == number
        board.skip_round()
    assert board.choosing == []
    assert board.winners() == (0, 1)


def test_9_2_and_9_3_lines_and_stamps_are_added_up(boards: Boards) -> None:
    board = boards(ladder(), PURPLE_ALONG, BLUE_ZIGZAG).path("0,0", "1,0", "2,0", "3,0").skip_round().path(*ZIGZAG)
    points = board.points()
    assert (points["purple"], points["blue"]) == (4 * 1, 4 * 2)
    assert board.totals() == (4 + 8 + 30,)


@pytest.mark.parametrize(("stations", "missed"), [((), 24), (("2,1",), 21), (("2,1", "3,2", "4,1"), 18)])
def test_9_4_each_station_of_the_loop_not_reached_costs_3(
    boards: Boards, stations: tuple[str, ...], missed: int
) -> None:
    board = boards(edo(), deck("triangle", "circle", "pentagon")).path("3,0", *stations)
    assert board.points()["missed"] == -missed
    assert board.to_the_end().points()["missed"] == -missed


def test_9_4_a_station_of_the_loop_counts_once_however_many_lines_reach_it(boards: Boards) -> None:
    assert to_the_star(boards, star(), 1).points()["missed"] == -6
    assert to_the_star(boards, star(), 4).points()["missed"] == -6


@pytest.mark.parametrize("name", sorted(name for name in FOUND if FOUND[name].get("sheet") == "edo"))
def test_9_7_games_found_by_search_agree_item_by_item_at_every_turn(boards: Boards, name: str) -> None:
    for board in replay_steps(boards, name):
        assert tuple(sum(board.points(seat).values()) for seat in range(board.seats)) == board.totals()


def test_9_8_the_highest_score_wins(boards: Boards) -> None:
    board = boards(edo(), deck("joker"), seats=2).draw("3,0", "4,1", 0).skip().to_the_end()
    assert board.totals() == (2 - 21, -24)
    assert board.winners() == (0,)


def test_9_9_a_tie_goes_to_the_best_single_line(boards: Boards) -> None:
    board = replay(boards, "edo tie")
    best = [max(board.points(seat)[colour] for colour in board.city.colours) for seat in (0, 1)]
    assert board.totals()[0] == board.totals()[1]
    assert best[0] < best[1]
    assert board.winners() == (1,)


def test_9_10_still_level_they_share(boards: Boards) -> None:
    assert boards(edo(), seats=4).to_the_end().winners() == (0, 1, 2, 3)
    board = replay(boards, "edo share")
    best = [max(board.points(seat)[colour] for colour in board.city.colours) for seat in range(3)]
    assert len(set(board.totals())) == 1
    assert best[0] == best[2] > best[1]
    assert board.winners() == (0, 2)


# -- what a sheet must not have


def test_6_3_no_two_ways_between_the_same_stations() -> None:
    """A straight section between two neighbours of the loop beside their bend would have the same name."""
    with pytest.raises(EditionError):
        tokyo(
            ("c--s", "--t-", "-p--", "s--t"),
            ("AAAA",) * 4,
            (((0, 0), (6, 0)), ((6, 0), (6, 6)), ((6, 6), (6, 4), (4, 4)), ((4, 4), (0, 4), (0, 0))),
            departures=("0,0", "3,0", "2,1", "1,2"),
            colours=TOKYO_COLOURS,
        )
