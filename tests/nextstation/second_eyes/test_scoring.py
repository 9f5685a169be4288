"""Next Station: London, scoring: the figures of its rulebook as sheets that can really be drawn, ties and solo bands.

The games are in games.json; a search with the naive model found them, the engine plays them here from the deal on. The
rulebook's 6 x 4 + 2 = 26 needs a pencil power (*double*), which the base game does not have: it is left out.
"""

from __future__ import annotations

from collections import Counter

import pytest

from tests.nextstation.second_eyes import naive
from tests.nextstation.second_eyes.naive import DISTRICT, SITES, UNDER_THE_THAMES
from tests.nextstation.second_eyes.playing import GAMES, Table, deck, expected_points, points_of, replayed

WORKED = "worked example"


# -- the rulebook's figures


def test_l_12_2_six_districts_times_three_stations_and_one_section_under_the_thames_is_20() -> None:
    table = replayed(WORKED)
    line = table.lines()["blue"]
    stops = {name for pair in line for name in pair}
    counts = Counter(DISTRICT[name] for name in stops)
    assert (len(counts), max(counts.values())) == (6, 3)
    assert sum(pair in UNDER_THE_THAMES for pair in line) == 1
    assert points_of(table.rules.scores(table.state)[0])["blue"] == 6 * 3 + 2 == 20


def test_l_5_1_seven_tourist_marks_are_14() -> None:
    table = replayed(WORKED)
    marks = [name for line in table.lines().values() for name in {end for pair in line for end in pair} & SITES]
    assert len(marks) == 7
    assert points_of(table.rules.scores(table.state)[0])["tourist"] == 14


def test_l_5_2_nine_interchanges_of_two_lines_are_18() -> None:
    table = replayed(WORKED)
    meetings = Counter(name for line in table.lines().values() for name in {end for pair in line for end in pair})
    assert Counter(meetings.values())[2] == 9
    assert max(meetings.values()) == 2
    assert points_of(table.rules.scores(table.state)[0])["exchange"] == 18


def test_l_5_2_the_whole_sheet_of_the_example_is_119() -> None:
    table = replayed(WORKED)
    points = points_of(table.rules.scores(table.state)[0])
    assert sorted(points[colour] for colour in naive.COLOURS) == [16, 20, 22, 29]
    assert sum(points[colour] for colour in naive.COLOURS) == 87
    assert table.rules.totals(table.state) == (87 + 14 + 18,) == (119,)


# -- single clauses


def after(*first: str, rulings: dict[str, str] | None = None) -> Table:
    return Table(deck(*first), pencils=("pink", "blue", "green", "purple"), rulings=rulings)


def test_8_3_a_line_of_one_section_within_a_district() -> None:
    table = after("square").draw("7,3", "9,3").to_the_end()
    assert table.rules.totals(table.state) == (2,)  # one district, two stations


def test_8_3_a_line_of_one_section_between_two_districts() -> None:
    table = after("circle").draw("6,3", "7,3").to_the_end()
    assert table.rules.totals(table.state) == (2,)  # two districts, one station in each


def test_l_11_3_a_section_under_the_thames_is_worth_two_and_is_not_multiplied() -> None:
    table = after("triangle", "circle").draw("7,3", "4,6").to_the_end()
    assert table.rules.totals(table.state) == (2 + 2,)


def test_l_11_4_a_tourist_site_on_one_line_is_a_mark() -> None:
    table = after("circle", "square").draw("7,3", "6,3").draw("6,3", "5,3").to_the_end()
    assert points_of(table.rules.scores(table.state)[0]) == {
        **dict.fromkeys(naive.COLOURS, 0),
        "pink": 4,  # east 1, centre 2
        "tourist": 1,
        "exchange": 0,
    }


@pytest.mark.parametrize("name", ["twelve sites", "three and four lines"])
def test_l_12_1_and_l_5_2_ten_circles_at_most_and_interchanges_of_three_and_four_lines(name: str) -> None:
    table = replayed(name)
    sheet = table.lines()
    assert points_of(table.rules.scores(table.state)[0]) == expected_points(sheet)
    stops = [{end for pair in line for end in pair} for line in sheet.values()]
    if name == "twelve sites":
        assert sum(len(names & SITES) for names in stops) == 12
        assert points_of(table.rules.scores(table.state)[0])["tourist"] == 25
    else:
        meetings = Counter(Counter(name for names in stops for name in names).values())
        assert (meetings[2], meetings[3], meetings[4]) == (4, 2, 1)
        assert points_of(table.rules.scores(table.state)[0])["exchange"] == 4 * 2 + 2 * 5 + 9 == 27


def test_a_bare_departure_counts_nothing_by_the_first_answer_and_as_a_station_by_the_second() -> None:
    totals: dict[str, tuple[int, ...]] = {}
    for letter in "ab":
        table = after("triangle", "pentagon", rulings={"bare_departure": letter}).draw("7,3", "4,6").draw("4,6", "5,7")
        totals[letter] = table.to_the_end().rules.totals(table.state)
    # 3 x 1 + 2; then each of the other three departures is a line of 1, and blue's an interchange with pink.
    assert totals == {"a": (5,), "b": (5 + 3 + 2,)}


def test_a_game_without_a_section_is_worth_nothing_or_four_departures() -> None:
    for letter, total in (("a", 0), ("b", 4)):
        table = Table(rulings={"bare_departure": letter}).to_the_end()
        assert table.rules.totals(table.state) == (total,)


@pytest.mark.parametrize("name", sorted(GAMES))
def test_districts_counted_makes_no_difference_on_the_london_sheet(name: str) -> None:
    # No section of this sheet passes through a third district.
    one, other = replayed(name, {"districts_counted": "a"}), replayed(name, {"districts_counted": "b"})
    assert one.rules.totals(one.state) == other.rules.totals(other.state)


# -- 9.8 to 9.10: who wins


def test_9_8_the_highest_score_wins() -> None:
    table = Table(deck("joker"), seats=2).draw("2,5", "3,6").skip().to_the_end()
    assert table.rules.outcome(table.state).winners == (0,)


def test_9_9_a_tie_goes_to_the_best_single_line() -> None:
    table = replayed("tie")
    outcome = table.rules.outcome(table.state)
    assert outcome.totals == (70, 70)
    assert outcome.winners == (1,) == naive.winners([table.lines(0), table.lines(1)])
    assert outcome.clause == "9.9"


def test_9_10_level_on_both_counts_they_share_and_a_third_with_the_same_total_does_not() -> None:
    table = replayed("share")
    outcome = table.rules.outcome(table.state)
    assert outcome.totals == (85, 85, 85)  # best lines 24, 21, 24
    assert outcome.winners == (0, 2) == naive.winners([table.lines(seat) for seat in range(3)])
    assert outcome.clause == "9.10"


def test_9_10_nobody_drew_and_all_share() -> None:
    table = Table(seats=4).to_the_end()
    assert table.rules.outcome(table.state).winners == (0, 1, 2, 3)


# -- L.18.1: solo bands

BANDS = {
    89: "under 90",
    91: "91 to 105",
    105: "91 to 105",
    106: "106 to 120",
    120: "106 to 120",
    121: "121 to 135",
    135: "121 to 135",
    136: "136 to 150",
    150: "136 to 150",
    151: "over 150",
}


def band(total: int, letter: str) -> str:
    """The band that the engine names for a solo game with this total."""
    table = replayed(f"solo {total}", {"score_of_ninety": letter})
    outcome = table.rules.outcome(table.state)
    assert outcome.totals == (total,)
    assert outcome.clause == "L.18.1"
    return str(outcome.decided_by).split(" in the band ")[1]


@pytest.mark.parametrize("letter", ["a", "b"])
@pytest.mark.parametrize("total", BANDS)
def test_l_18_1_the_bands_change_where_they_are_printed(total: int, letter: str) -> None:
    assert band(total, letter) == BANDS[total]


def test_score_of_ninety_is_in_the_second_band_by_the_first_answer_and_in_the_lowest_by_the_second() -> None:
    assert (band(90, "a"), band(90, "b")) == ("91 to 105", "under 90")
