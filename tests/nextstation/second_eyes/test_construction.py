"""Next Station: London, construction, one clause at a time: hand-made deals against what the texts say.

Most tests draw the purple line, which departs from "2,5", a square with two neighbours of each symbol.
"""

from __future__ import annotations

import itertools

import pytest

from shinkansen.nextstation.moves import Draw, Pass
from tests.nextstation.second_eyes import naive
from tests.nextstation.second_eyes.naive import section
from tests.nextstation.second_eyes.playing import PENCILS, Table, deck

SYMBOLS = ("circle", "square", "triangle", "pentagon", "joker")
ALL_ROUND = {section("2,5", name) for name in ("0,5", "0,7", "1,4", "2,4", "2,7", "3,6", "4,3", "4,5")}
# Both texts forbid these two things; which of the two clauses is cited is the engine's choice.
THROUGH, ACROSS = ("5.6", "L.8.1"), ("5.7", "L.8.2")
FIVE_UNDERGROUND = tuple(f"underground-{symbol}" for symbol in SYMBOLS)


# -- the second eyes themselves


def test_the_naive_geometry_finds_the_sections_and_crossings_of_the_sheet_as_it_is_known() -> None:
    found = {
        section(one, other) for one, other in itertools.combinations(naive.STATIONS, 2) if naive.is_section(one, other)
    }
    known = {section(naive.name_of(tuple(it["a"])), naive.name_of(tuple(it["b"]))) for it in naive.LONDON["edges"]}
    assert found == known
    assert len(found) == 155
    assert sum(naive.clash(one, other) for one, other in itertools.combinations(found, 2)) == 116


# -- 5.1


def test_5_1_drawing_is_optional() -> None:
    table = Table(deck("circle", "circle"))
    assert table.may_pass
    assert table.legal
    table.skip()
    assert table.lines() == {}
    assert table.seen["cards"][0] == ["street-circle", "underground-circle"]
    table.draw("2,5", "4,5")
    assert table.lines() == {"purple": [("2,5", "4,5")]}


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_5_1_passing_is_legal_whatever_the_card(symbol: str) -> None:
    assert Table(deck(symbol)).may_pass


# -- 5.2, 5.6, L.8.1: what a section is


def test_5_2_a_section_is_straight_along_the_grid() -> None:
    table = Table(deck("joker"))
    assert table.clause_against("2,5", "4,4") == "5.2"  # two across, one down
    assert table.clause_against("2,5", "5,7") == "5.2"


def test_l_8_1_a_section_does_not_pass_through_a_station() -> None:
    table = Table(deck("joker"))
    assert table.clause_against("2,5", "2,3") in THROUGH  # "2,4" lies between
    assert table.clause_against("2,5", "7,5") in THROUGH  # "4,5" lies between


def test_4_3_a_section_joins_two_stations() -> None:
    assert Table(deck("joker")).clause_against("2,5", "2,6") == "4.3"  # nothing lies at 2,6


# -- 5.3, 5.4, 5.5: where a section starts and leads


def test_5_3_the_first_section_starts_at_the_departure() -> None:
    table = Table(deck("joker"))
    assert table.legal == ALL_ROUND
    assert table.clause_against("4,3", "4,4") == "5.3"


def test_5_3_another_colour_s_departure_is_none() -> None:
    assert Table(deck("joker")).clause_against("5,7", "6,6") == "5.3"


@pytest.mark.parametrize(
    ("symbol", "targets"),
    [
        ("circle", ("0,7", "4,5")),
        ("square", ("2,4", "2,7")),
        ("triangle", ("1,4", "4,3")),
        ("pentagon", ("0,5", "3,6")),
    ],
)
def test_5_4_a_section_leads_to_a_station_with_the_symbol_shown(symbol: str, targets: tuple[str, str]) -> None:
    table = Table(deck(symbol))
    assert table.legal == {section("2,5", target) for target in targets}
    other = "3,6" if symbol != "pentagon" else "4,5"
    assert table.clause_against("2,5", other) == "5.4"


def test_5_4_it_is_the_far_end_that_must_have_the_symbol() -> None:
    # The departure is a square; that does not help a section to a circle.
    assert Table(deck("square")).clause_against("2,5", "4,5") == "5.4"


def test_5_5_both_ends_of_the_line_are_open() -> None:
    table = Table(deck("circle", "pentagon")).draw("2,5", "4,5")
    # From the departure the two pentagons as before, from the other end one of them and two more.
    assert table.legal == {("0,5", "2,5"), ("2,5", "3,6"), ("3,6", "4,5"), ("4,4", "4,5"), ("2,3", "4,5")}


def test_5_5_a_station_inside_the_line_is_no_end() -> None:
    table = Table(deck("circle", "pentagon", "joker")).draw("2,5", "4,5").draw("2,5", "3,6")
    assert table.clause_against("2,5", "2,7") == "5.5"
    assert not any("2,5" in pair for pair in table.legal)
    assert any("4,5" in pair for pair in table.legal)
    assert any("3,6" in pair for pair in table.legal)


def test_5_5_a_station_away_from_the_line_is_no_end() -> None:
    assert Table(deck("circle", "joker")).draw("2,5", "4,5").clause_against("8,1", "9,0") == "5.5"


def test_5_5_the_lines_of_other_rounds_have_no_ends_any_more() -> None:
    table = Table(deck("circle"), deck("circle", "joker")).draw("2,5", "4,5").skip_round()
    table.draw("3,2", "5,0")
    assert table.clause_against("4,5", "4,4") == "5.5"  # an end of the purple line; this is the green one


# -- 5.7, L.8.2: crossings


def test_l_8_2_no_crossing_of_one_s_own_line_at_a_point_of_the_grid() -> None:
    table = Table(deck("pentagon", "triangle", "joker")).draw("2,5", "0,5").draw("0,5", "1,4")
    assert table.clause_against("1,4", "1,8") in ACROSS  # at 1,5


def test_l_8_2_no_crossing_of_one_s_own_line_in_the_middle_of_a_cell() -> None:
    table = Table(deck("square", "triangle", "joker")).draw("2,5", "2,4").draw("2,5", "4,3")
    assert table.clause_against("2,4", "4,6") in ACROSS  # at 2.5,4.5


def test_l_8_2_no_crossing_of_another_colour_at_a_point_of_the_grid() -> None:
    table = Table(deck("triangle"), deck("joker")).draw("2,5", "4,3").skip_round()
    assert table.clause_against("3,2", "3,6") in ACROSS  # at 3,4
    assert ("3,2", "4,3") in table.legal  # a station of the other line may be reached


def test_l_8_2_no_crossing_of_another_colour_in_the_middle_of_a_cell() -> None:
    table = Table(deck("triangle"), deck("pentagon", "square", "joker")).draw("2,5", "4,3").skip_round()
    table.draw("3,2", "2,3").draw("2,3", "2,4")
    assert table.clause_against("2,4", "4,6") in ACROSS
    assert ("2,4", "4,4") not in table.legal  # along row 4, at 3,4
    assert ("2,4", "2,5") in table.legal


def test_l_8_2_without_the_other_line_those_sections_are_legal() -> None:
    table = Table(deck("circle"), deck("pentagon", "square", "joker")).skip_round()
    assert ("3,2", "2,3") not in table.legal
    assert ("2,3", "3,2") in table.legal
    table.draw("3,2", "2,3").draw("2,3", "2,4")
    assert {("2,4", "4,6"), ("2,4", "4,4"), ("2,4", "2,5")} <= table.legal


def test_l_8_2_the_other_seat_s_lines_are_on_another_sheet() -> None:
    # Purple is seat 0's in round 1, and green is seat 1's in round 1: both sheets stay their own.
    table = Table(deck("triangle", "pentagon", "joker"), seats=2, pencils=("purple", "blue", "green", "pink"))
    table.draw("2,5", "4,3").draw("3,2", "4,3")
    assert table.lines(0) == {"purple": [("2,5", "4,3")]}
    assert table.lines(1) == {"green": [("3,2", "4,3")]}
    table.skip().draw("3,2", "3,6")
    assert table.lines(1) == {"green": [("3,2", "3,6"), ("3,2", "4,3")]}


# -- 5.10, L.8.3, L.8.4


def test_l_8_3_no_station_of_the_same_line_again() -> None:
    table = Table(deck("pentagon", "circle", "square", "joker")).draw("2,5", "3,6").draw("3,6", "4,5")
    assert table.clause_against("2,5", "4,5") == "L.8.3"  # it would close a triangle


def test_l_8_4_not_more_than_one_section_between_two_stations_of_any_colour() -> None:
    table = Table(
        deck("pentagon", "triangle", "pentagon"), deck("joker", "joker"), pencils=("purple", "blue", "pink", "green")
    )
    table.draw("2,5", "3,6").draw("3,6", "4,6").draw("4,6", "5,7").skip_round()
    assert table.seen["round"] == 2
    assert table.clause_against("4,6", "5,7") == "L.8.4"
    assert len(table.legal) == 7  # the others of the eight neighbours


def test_l_8_4_the_section_just_drawn_is_not_drawn_again() -> None:
    table = Table(deck("pentagon", "joker")).draw("2,5", "3,6")
    assert table.clause_against("2,5", "3,6") in ("L.8.3", "L.8.4")  # both forbid it


# -- 5.9


def test_5_9_departures_are_normal_stations_for_other_lines() -> None:
    table = Table(deck("pentagon", "triangle", "pentagon", "circle")).draw("2,5", "3,6").draw("3,6", "4,6")
    assert ("4,6", "5,7") in table.legal  # where blue departs, a pentagon
    table.draw("4,6", "5,7")
    assert ("3,7", "5,7") in table.legal  # and the line goes on from there


def test_5_9_a_departure_needs_its_own_symbol() -> None:
    table = Table(deck("pentagon", "triangle", "circle")).draw("2,5", "3,6").draw("3,6", "4,6")
    assert table.clause_against("4,6", "5,7") == "5.4"
    assert ("4,6", "7,3") in table.legal  # where pink departs, a circle


# -- cards: L.9.1 to L.9.6


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_l_9_1_the_central_station_can_be_reached_with_every_card(symbol: str) -> None:
    table = Table(deck("underground-triangle", symbol)).draw("2,5", "4,3")
    assert ("4,3", "5,3") in table.legal


def test_l_9_1_the_central_station_can_be_reached_with_the_switch_s_partner() -> None:
    table = Table(deck("triangle", "square", "switch", "circle")).draw("2,5", "4,3").draw("4,3", "5,4")
    assert ("4,3", "5,3") in table.legal
    assert ("5,3", "5,4") in table.legal


@pytest.mark.parametrize("kind", ["street", "underground"])
def test_l_9_2_a_joker_is_any_symbol(kind: str) -> None:
    assert Table(deck(f"{kind}-joker")).legal == ALL_ROUND


def test_l_9_3_the_switch_s_partner_is_turned_up_at_once_and_belongs_to_the_same_turn() -> None:
    table = Table(deck("circle", "pentagon", "switch", "square", "triangle")).skip(2)
    assert table.seen["cards"][0][-2:] == ["street-switch", "street-square"]
    table.draw("2,5", "2,7")
    assert table.seen["cards"][0][-1] == "street-triangle"  # one section only for the two cards
    assert len(table.seen["cards"][0]) == 5


def test_l_9_4_with_the_switch_a_section_may_start_at_any_station_of_the_line() -> None:
    cards = ("circle", "pentagon", "switch", "square")
    table = Table(deck(*cards)).draw("2,5", "4,5").draw("2,5", "3,6")
    # From the departure, which is inside the line now, the two squares; from the ends theirs.
    assert {("2,4", "2,5"), ("2,5", "2,7")} <= table.legal
    assert {("2,7", "3,6"), ("4,5", "5,4")} <= table.legal
    assert table.clause_against("2,5", "0,7") == "5.4"  # the partner's symbol still counts
    assert table.refusal("9,0", "9,1") is not None  # and a station of the line is needed


def test_l_9_4_without_the_switch_the_same_card_needs_an_end() -> None:
    table = Table(deck("circle", "pentagon", "square")).draw("2,5", "4,5").draw("2,5", "3,6")
    assert not {("2,4", "2,5"), ("2,5", "2,7")} & table.legal


def test_l_9_4_the_switch_with_a_joker_combines_both() -> None:
    table = Table(deck("circle", "pentagon", "switch", "joker")).draw("2,5", "4,5").draw("2,5", "3,6")
    assert ALL_ROUND - {("2,5", "4,5"), ("2,5", "3,6")} <= table.legal


def test_l_9_5_the_branch_stays_open_and_the_switch_is_over() -> None:
    table = Table(deck("circle", "pentagon", "switch", "square", "joker", "joker", "triangle"))
    table.draw("2,5", "4,5").draw("2,5", "3,6").draw("2,5", "2,7")
    assert ("2,7", "4,9") in table.legal  # the new end
    assert ("4,4", "4,5") in table.legal  # and the two old ones
    assert ("3,6", "3,7") in table.legal
    assert table.clause_against("2,4", "2,5") == "5.5"  # the fork itself is closed again
    table.draw("4,4", "4,5")
    assert ("2,7", "4,9") in table.legal  # still open a turn later


@pytest.mark.parametrize("turn", [1, 2])
def test_l_9_6_on_turn_one_or_two_the_switch_changes_nothing(turn: int) -> None:
    # With one section at most, every station of the line is an end, so the sections are those of the partner alone.
    before = ("circle",) * (turn - 1)
    plain, switched = Table(deck(*before, "pentagon")), Table(deck(*before, "switch", "pentagon"))
    for table in (plain, switched):
        if turn == 2:
            table.draw("2,5", "4,5")
    assert switched.seen["cards"][0][-2:] == ["street-switch", "street-pentagon"]
    assert switched.legal == plain.legal
    switched.skip()
    assert len(switched.seen["cards"][0]) == turn + 2  # it was one turn, and the next card lies there


def test_l_9_6_a_switch_on_turn_two_is_not_made_up_for_later() -> None:
    table = Table(deck("circle", "switch", "pentagon", "square")).draw("2,5", "4,5").draw("2,5", "3,6")
    assert table.clause_against("2,5", "2,7") == "5.5"


# -- 4.2, 4.6: how long a round is


def turns_of_round_one(*first: str) -> int:
    table = Table(deck(*first))
    turns = 0
    while table.seen["round"] == 1:
        table.skip()
        turns += 1
    return turns


def test_4_2_a_round_of_five_underground_cards_has_five_turns() -> None:
    assert turns_of_round_one(*FIVE_UNDERGROUND) == 5


def test_4_2_a_round_of_all_cards_has_ten_turns() -> None:
    street = [f"street-{symbol}" for symbol in (*SYMBOLS, "switch")]
    assert turns_of_round_one(*street, *FIVE_UNDERGROUND) == 10


def test_4_6_the_turn_of_the_fifth_underground_card_is_still_played() -> None:
    table = Table(deck(*FIVE_UNDERGROUND)).skip(4)
    assert table.seen["round"] == 1
    assert table.seen["cards"][0] == list(FIVE_UNDERGROUND)
    table.draw("2,5", "3,6")  # the fifth is the joker
    assert table.lines() == {"purple": [("2,5", "3,6")]}
    assert table.seen["round"] == 2
    assert len(table.seen["cards"][0]) == 5
    assert len(table.seen["cards"][1]) == 1


def test_4_6_the_fifth_underground_card_as_the_switch_s_partner_is_played_too() -> None:
    first = FIVE_UNDERGROUND[:4]
    table = Table(deck(*first, "switch", "underground-joker")).draw("2,5", "4,5").skip(3)
    assert table.seen["cards"][0] == [*first, "street-switch", "underground-joker"]
    table.draw("2,5", "3,6")
    assert table.seen["round"] == 2
    assert table.lines() == {"purple": [("2,5", "3,6"), ("2,5", "4,5")]}


def test_9_1_after_four_rounds_the_game_is_over() -> None:
    table = Table(*[deck(*FIVE_UNDERGROUND)] * 4).skip(20)
    assert table.seen["choosing"] == []
    assert table.rules.legal_moves(table.state) == ()
    assert table.rules.outcome(table.state) is not None
    assert table.rules.why_not(table.state, Pass()) is not None


# -- 2.2, 2.3, 4.8, 13.2: pencils

EVERY_TABLE = [(1, ()), (2, ()), (3, (0,)), (3, (1,)), (3, (2,)), (4, ())]


def colours_drawn(table: Table, seats: int) -> list[list[str]]:
    """By seat, the colour it draws with in each round: told by the departure from which it may draw."""
    departs = {name: colour for colour, name in naive.DEPARTURE.items()}
    colours: list[list[str]] = [[] for _ in range(seats)]
    for number in range(1, 5):
        assert table.seen["round"] == number
        for seat in range(seats):
            state = table.rules.turn_to(table.state, seat)
            draws = [move.section for move in table.rules.legal_moves(state) if isinstance(move, Draw)]
            (start,) = [name for name in departs if all(name in pair for pair in draws)]
            colours[seat].append(departs[start])
        table.skip_round()
    return colours


@pytest.mark.parametrize(("seats", "gap"), EVERY_TABLE)
def test_4_8_everybody_takes_the_pencil_on_their_right(seats: int, gap: tuple[int, ...]) -> None:
    table = Table(*[deck("joker")] * 4, seats=seats, gap=gap)
    expected = [[naive.pencil_of(seat, seats, number, PENCILS, gap) for number in range(1, 5)] for seat in range(seats)]
    assert colours_drawn(table, seats) == expected
    assert all(sorted(colours) == sorted(PENCILS) for colours in expected)


def test_4_8_four_seats_hand_on_their_pencils_to_the_left() -> None:
    colours = colours_drawn(Table(*[deck("joker")] * 4, seats=4), 4)
    assert colours[0] == ["purple", "pink", "blue", "green"]
    assert colours[1] == ["green", "purple", "pink", "blue"]


def test_2_3_two_seats_use_the_spare_pencil_to_their_right_next() -> None:
    # Round the table: seat 0 purple, spare green, seat 1 blue, spare pink.
    colours = colours_drawn(Table(*[deck("joker")] * 4, seats=2), 2)
    assert colours == [["purple", "pink", "blue", "green"], ["blue", "green", "purple", "pink"]]


def test_2_2_three_seats_have_the_spare_pencil_between_two_of_them() -> None:
    # Round the table: seat 0 purple, seat 1 green, spare blue, seat 2 pink.
    colours = colours_drawn(Table(*[deck("joker")] * 4, seats=3, gap=(1,)), 3)
    assert [own[1] for own in colours] == ["pink", "purple", "blue"]


# -- 4.5: all draw at the same time


def test_4_5_choices_do_not_show_before_all_have_chosen() -> None:
    drawn, passed = (Table(deck("joker", "joker"), seats=3, gap=(0,)) for _ in range(2))
    drawn.draw("2,5", "3,6")
    passed.skip()
    assert drawn.seen == passed.seen
    assert all(drawn.lines(seat) == {} for seat in range(3))
    for seat in (1, 2):
        assert drawn.rules.view(drawn.state, seat) == passed.rules.view(passed.state, seat)
    assert drawn.rules.view(drawn.state, 0) != passed.rules.view(passed.state, 0)
    assert drawn.seen["choosing"] == [1, 2]
    assert drawn.rules.chosen(drawn.state) == (0,)
    assert len(drawn.seen["cards"][0]) == 1
    drawn.skip(2)
    assert drawn.lines(0) == {"purple": [("2,5", "3,6")]}
    assert len(drawn.seen["cards"][0]) == 2


def test_4_5_the_order_in_which_seats_choose_does_not_matter() -> None:
    one, other = (Table(deck("joker"), seats=2) for _ in range(2))
    one.draw("2,5", "3,6").draw("5,7", "6,6")
    other.state = other.rules.turn_to(other.state, 1)
    other.draw("5,7", "6,6").draw("2,5", "3,6")
    assert one.state == other.state


def test_4_5_a_choice_can_be_taken_back_before_all_have_chosen() -> None:
    table = Table(deck("joker"), seats=2).draw("2,5", "3,6")
    table.state = table.rules.taken_back(table.state, 0)
    assert set(table.seen["choosing"]) == {0, 1}
    table.state = table.rules.turn_to(table.state, 0)
    table.skip().skip()
    assert table.lines(0) == {}
