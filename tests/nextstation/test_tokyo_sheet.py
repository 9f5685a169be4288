"""The reconstructed Tokyo sheet keeps all that is known of the real one.

Constraints and facts have the numbers of the notes they were collected in: constraints are what a reconstruction must
keep, facts are what the French rulebook (by its lines) or people who have the box tell. Everything is looked up in the
data of the sheet or worked out here; nothing is shared with the search that found the map.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise
from random import Random
from statistics import fmean

import pytest

from shinkansen.core.play import play_out
from shinkansen.core.provenance import SourceKind
from shinkansen.nextstation.moves import Draw
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.scoring import MODULE_COSTS
from shinkansen.nextstation.sheet import CARDS, Book, Point, Scope, Section, station_id
from shinkansen.nextstation.sheet_check import check, from_json, shipped
from shinkansen.nextstation.sheet_text import figures
from tests.build import tokyo_sheet
from tests.build.evidence import most_points

TOKYO = shipped("tokyo")
SEED = 63
"""With this seed the search finds the map."""
SIZE = 10
CORNERS = ("0,0", "9,0", "0,9", "9,9")
LEFT, RIGHT, UP, DOWN, UP_RIGHT = (-1, 0), (1, 0), (0, -1), (0, 1), (1, -1)
CENTRE = next(district.id for district in TOKYO.districts if district.central)
OUTER = {"north", "east", "south", "west"}
INNER = {district.id for district in TOKYO.districts if not district.peripheral} - {CENTRE}
CORNER = {district.id for district in TOKYO.districts if not district.main}
STATIONS = {(station.x, station.y) for station in TOKYO.stations}


def symbol(name: str) -> str:
    return TOKYO.by_id[name].symbol


def where(name: str) -> str:
    return TOKYO.by_id[name].district


@cache
def ways(name: str) -> dict[Point, str]:
    """By direction, the station that a section leads to which can be drawn."""
    found: dict[Point, str] = {}
    for section in TOKYO.sections:
        for here, there, path in ((section.a, section.b, section.path), (section.b, section.a, section.path[::-1])):
            if here == name:
                found[path[1][0] - path[0][0], path[1][1] - path[0][1]] = there
    return found


def tracks(name: str) -> dict[Point, tuple[str, bool]]:
    """The same with the straight sections of the loop, and for each whether it is one of these."""
    found = {to: (there, False) for to, there in ways(name).items()}
    for section in TOKYO.loop_sections:
        if name in section.id and is_straight(section):
            a, b = (section.path[0], section.path[-1])
            here, there = (a, b) if station_id(a[0] // 2, a[1] // 2) == name else (b, a)
            to = (sign(there[0] - here[0]), sign(there[1] - here[1]))
            assert to not in found
            found[to] = (station_id(there[0] // 2, there[1] // 2), True)
    return found


def is_straight(section: Section) -> bool:
    return len({(x - ox, y - oy) for (ox, oy), (x, y) in pairwise(section.path)}) == 1


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def beside(cell: Point) -> Iterator[Point]:
    x, y = cell
    yield from ((x + dx, y + dy) for dx, dy in (LEFT, RIGHT, UP, DOWN) if 0 <= x + dx < SIZE and 0 <= y + dy < SIZE)


def cells_of(district: str) -> set[Point]:
    return {(x, y) for y, row in enumerate(TOKYO.cells) for x, cell in enumerate(row) if cell == district}


# -- the sheet


def test_it_says_that_it_is_reconstructed() -> None:
    assert "reconstructed" in TOKYO.name
    assert "Not the publisher's" in TOKYO.note
    invented = {figure.path for figure in figures(TOKYO) if figure.source.kind is SourceKind.RECONSTRUCTED}
    assert {"map.symbols", "map.districts", "loop.paths", "lines.blue.departure", "bands.1.lowest"} <= invented
    # What somebody tells is not passed off as a rule, nor the other way round.
    kinds = {figure.path: figure.source.kind for figure in figures(TOKYO)}
    assert kinds["points.interchanges"] is kinds["points.loop_station_missed"] is SourceKind.RULEBOOK
    assert kinds["districts.north.stamp"] is SourceKind.REPORTED
    assert not any(kind is SourceKind.BOX for kind in kinds.values())


def test_it_is_a_valid_published_sheet_of_tokyos_rulebook() -> None:
    assert check(TOKYO.to_json()).findings == ()
    assert from_json(TOKYO.to_json()) == TOKYO
    assert (TOKYO.id, TOKYO.scope, TOKYO.book) == ("tokyo", Scope.BOX, Book.TOKYO)
    assert not TOKYO.river


def test_the_search_with_its_seed_finds_the_same_map() -> None:
    found = tokyo_sheet.attempt(SEED)
    assert found is not None
    assert found.symbols == TOKYO.picture()
    assert TOKYO.district_picture() == tokyo_sheet.DISTRICTS
    assert dict(found.departures) == TOKYO.departures
    assert found.loop == TOKYO.loop


# -- the constraints


def test_constraint_1_thirteen_districts_in_rings() -> None:
    assert len(TOKYO.districts) == 13
    assert [len(group) for group in (OUTER, INNER, CORNER)] == [4, 4, 4]
    assert {district.id for district in TOKYO.districts if district.peripheral} == OUTER | CORNER
    around = {TOKYO.cells[y][x] for cell in cells_of(CENTRE) for x, y in beside(cell)} - {CENTRE}
    assert around == INNER
    sides = {"north": (4, 0), "east": (9, 4), "south": (4, 9), "west": (0, 4)}
    assert {TOKYO.cells[y][x] for x, y in sides.values()} == OUTER
    assert all(TOKYO.cells[y][x] == side for side, (x, y) in sides.items())
    assert {where(name) for name in CORNERS} == CORNER


def test_constraint_1_each_district_is_in_one_piece() -> None:
    for district in TOKYO.districts:
        cells = cells_of(district.id)
        first = min(cells)
        reached, todo = {first}, [first]
        while todo:
            new = ({*beside(todo.pop())} & cells) - reached
            reached |= new
            todo += new
        assert reached == cells


def test_constraint_2_fifty_two_stations_as_they_are_counted() -> None:
    counts = Counter(station.district for station in TOKYO.stations)
    assert counts == {CENTRE: 8, **dict.fromkeys(INNER, 4), **dict.fromkeys(OUTER, 6), **dict.fromkeys(CORNER, 1)}
    assert counts.total() == 52


def test_constraint_3_ten_columns_and_rows_with_stations_at_the_corners() -> None:
    assert (TOKYO.width, TOKYO.height) == (SIZE, SIZE)
    assert {*CORNERS} <= {*TOKYO.by_id}


def test_constraint_4_thirteen_of_each_symbol_and_all_four_at_corners_and_departures() -> None:
    four = {"circle", "square", "triangle", "pentagon"}
    assert Counter(station.symbol for station in TOKYO.stations) == dict.fromkeys(four, 13)
    assert {symbol(name) for name in CORNERS} == four
    starts = {colour: symbol(name) for colour, name in TOKYO.departures.items()}
    assert [*starts] == ["purple", "blue", "pink", "brown"]
    assert (starts["brown"], starts["blue"]) == ("triangle", "pentagon")
    assert {starts["pink"], starts["purple"]} == {"square", "circle"}


def test_constraint_5_a_loop_of_eight_stations_two_in_each_inner_district() -> None:
    assert len({*TOKYO.loop_stations}) == len(TOKYO.loop) == 8
    assert Counter(map(where, TOKYO.loop_stations)) == dict.fromkeys(INNER, 2)
    assert {"triangle", "square"} <= {symbol(name) for name in TOKYO.loop_stations}
    # A closed line: each path begins where the one before ends.
    assert all(one[-1] == other[0] for one, other in pairwise([*TOKYO.loop, TOKYO.loop[0]]))
    # It keeps to the inner districts on its way, too.
    through = {TOKYO.cells[y // 2][x // 2] for s in TOKYO.loop_sections for x, y in s.path if not (x % 2 or y % 2)}
    assert through == INNER


def test_constraint_5_some_sections_of_the_loop_have_a_bend_and_none_of_these_a_straight_twin() -> None:
    bent = [section for section in TOKYO.loop_sections if not is_straight(section)]
    assert bent
    assert {section.id for section in bent}.isdisjoint(section.id for section in TOKYO.sections)
    # They are not even in line, so nobody expects one.
    for section in bent:
        (ax, ay), (bx, by) = section.path[0], section.path[-1]
        assert ax != bx
        assert ay != by
        assert abs(ax - bx) != abs(ay - by)


def test_constraint_6_sections_are_the_rays_that_do_not_touch_the_loop() -> None:
    """By algebra on the corners of the loop, not by the points that the package compares."""
    expected: set[tuple[str, str]] = set()
    for a, b in combinations(sorted(STATIONS), 2):
        dx, dy = b[0] - a[0], b[1] - a[1]
        far = max(abs(dx), abs(dy))
        if (dx and dy and abs(dx) != abs(dy)) or any(
            (a[0] + dx // far * step, a[1] + dy // far * step) in STATIONS for step in range(1, far)
        ):
            continue
        if not any(touches(a, b, one, other) for corners in TOKYO.loop for one, other in pairwise(corners)):
            expected.add((station_id(*a), station_id(*b)))
    assert {section.id for section in TOKYO.sections} == expected
    assert len(TOKYO.tracks) == len(expected) + 8


def touches(a: Point, b: Point, one: Point, other: Point) -> bool:
    """Whether a section between two cells meets a stretch of the loop anywhere but at a station at one of its ends."""
    a, b = (2 * a[0], 2 * a[1]), (2 * b[0], 2 * b[1])
    if not meet(a, b, one, other):
        return False
    shared = {a, b} & {one, other}
    if not shared:
        return True
    # They have an end in common: they meet elsewhere only if they lie on each other.
    (end,) = shared if len(shared) == 1 else (a,)
    away, along = (b if end == a else a), (other if end == one else one)
    across = (away[0] - end[0]) * (along[1] - end[1]) - (away[1] - end[1]) * (along[0] - end[0])
    return across == 0 and (away[0] - end[0]) * (along[0] - end[0]) + (away[1] - end[1]) * (along[1] - end[1]) > 0


def meet(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two stretches have a point in common."""

    def side(p: Point, q: Point, r: Point) -> int:
        return sign((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]))

    def within(p: Point, q: Point, r: Point) -> bool:
        return side(p, q, r) == 0 and all(min(p[i], q[i]) <= r[i] <= max(p[i], q[i]) for i in (0, 1))

    if any((within(a, b, c), within(a, b, d), within(c, d, a), within(c, d, b))):
        return True
    return side(a, b, c) != side(a, b, d) and side(c, d, a) != side(c, d, b)


def is_inside(cell: Point) -> bool:
    """Whether a cell is inside the loop: a line from it to the right meets the loop an odd number of times."""
    x, y = 2 * cell[0], 2 * cell[1] + 0.25  # a little lower, where no corner is
    hits = 0
    for corners in TOKYO.loop:
        for (ax, ay), (bx, by) in pairwise(corners):
            if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                hits += 1
    return hits % 2 == 1


def test_constraint_7_only_through_a_station_of_the_loop_does_a_line_get_inside() -> None:
    loop = {*TOKYO.loop_stations}
    inside = {name for name, at in TOKYO.by_id.items() if is_inside((at.x, at.y))} - loop
    assert {name for name in TOKYO.by_id if where(name) == CENTRE} <= inside
    assert not {name for name in inside if where(name) in OUTER | CORNER}
    for section in TOKYO.sections:
        assert loop & {*section.id} or len(inside & {*section.id}) != 1
    # And through each of them it does.
    for name in loop:
        assert inside & {*ways(name).values()}
        assert {*ways(name).values()} - inside - loop


def test_constraint_8_the_departures_of_blue_and_brown() -> None:
    blue, brown = TOKYO.departures["blue"], TOKYO.departures["brown"]
    assert (symbol(blue), where(blue)) == ("pentagon", "west")
    assert symbol(ways(blue)[RIGHT]) == "triangle"
    assert ways(blue)[RIGHT] in TOKYO.loop_stations
    assert symbol(brown) == "triangle"
    assert symbol(ways(brown)[UP]) == "circle"


def test_constraint_9_the_other_places_that_the_examples_show() -> None:
    assert squares_beyond_the_bend()
    assert linked_squares()
    assert rows_of_three()
    assert diagonal_circles()
    assert triangles_below()


def test_constraint_10_one_good_departure_on_each_side() -> None:
    starts = TOKYO.departures.values()
    assert {where(name) for name in starts} == OUTER
    assert all(len(ways(name)) >= 6 for name in starts)
    for name in starts:
        around = Counter(symbol(other) for other in ways(name).values())
        assert len(around) == 4


def test_constraint_11_every_station_can_be_reached_and_few_neighbours_are_alike() -> None:
    assert min(len(ways(name)) for name in TOKYO.by_id) >= 3
    assert all(len(ways(name)) == 3 for name in CORNERS)  # as many as a corner can have
    alike = sum(symbol(section.a) == symbol(section.b) for section in TOKYO.sections)
    assert alike < len(TOKYO.sections) / 10
    reached, todo = {"0,0"}, ["0,0"]
    while todo:
        new = {*ways(todo.pop()).values()} - reached
        reached |= new
        todo += new
    assert reached == {*TOKYO.by_id}


def test_constraint_12_stamps_of_ten_at_the_corners_and_five_at_the_sides() -> None:
    stamps = {district.id: district.stamp for district in TOKYO.districts}
    expected = {**dict.fromkeys(CORNER, 10), **dict.fromkeys(OUTER, 5), **dict.fromkeys({CENTRE, *INNER}, 0)}
    assert stamps == expected


# -- the facts


def test_fact_10_three_stamps_can_be_worth_twenty_points() -> None:
    """Line 136."""
    stamps = [district.stamp for district in TOKYO.districts if district.peripheral]
    assert {tuple(sorted(each)) for each in combinations(stamps, 3) if sum(each) == 20} == {(5, 5, 10)}
    assert sum(stamps) == 60


@pytest.mark.parametrize(("lines", "points"), [(2, 0), (3, 5), (4, 15), (5, 30)])
def test_fact_11_points_of_an_interchange(lines: int, points: int) -> None:
    """Lines 129-131."""
    assert TOKYO.points.interchange(lines) == points


def test_fact_12_each_station_of_the_loop_that_is_missed_costs_three() -> None:
    """Line 122."""
    assert TOKYO.points.loop_station_missed == 3
    assert (TOKYO.points.river_section, TOKYO.points.tourist_track) == (0, (0,))


def test_fact_17_blue_goes_right_from_the_edge_to_a_triangle_of_the_loop() -> None:
    """Lines 268-280: from a pentagon whose district has a stamp to a triangle whose district has none."""
    blue = TOKYO.departures["blue"]
    stamped = {district.id for district in TOKYO.districts if district.peripheral}
    right = ways(blue)[RIGHT]
    assert (symbol(blue), symbol(right)) == ("pentagon", "triangle")
    assert where(blue) in stamped
    assert where(right) not in stamped
    assert right in TOKYO.loop_stations


def test_fact_18_brown_can_choose_the_circle_above_among_others() -> None:
    """Line 153."""
    brown = TOKYO.departures["brown"]
    assert symbol(brown) == "triangle"
    assert symbol(ways(brown)[UP]) == "circle"
    assert sum(symbol(name) == "circle" for name in ways(brown).values()) >= 2


def squares_beyond_the_bend() -> list[str]:
    """Squares from which a bend of the loop leads to a triangle at its bottom left, with the tracks of line 210."""
    bottom_left = max(TOKYO.loop_stations, key=lambda name: TOKYO.by_id[name].y - TOKYO.by_id[name].x)
    assert symbol(bottom_left) == "triangle"
    found: list[str] = []
    for section in TOKYO.loop_sections:
        if bottom_left in section.id and not is_straight(section):
            (square,) = {*section.id} - {bottom_left}
            there = tracks(square)
            if symbol(square) == "square" and {UP, RIGHT} <= {*there}:
                (above, one), (beside, other) = there[UP], there[RIGHT]
                if (symbol(above), symbol(beside)) == ("circle", "triangle") and not (one and other):
                    found.append(square)
    return found


def test_fact_19_a_bend_from_a_square_to_the_triangle_at_the_bottom_left() -> None:
    """Lines 190-194 and 206-210: from that square also up to a circle and right to a triangle."""
    (square,) = squares_beyond_the_bend()
    assert square in TOKYO.loop_stations


def test_fact_20_a_bend_can_be_followed_with_double_track_only() -> None:
    """Line 182."""
    bent = {section.id for section in TOKYO.loop_sections if not is_straight(section)}
    assert bent <= {section.id for section in TOKYO.tracks}
    assert bent.isdisjoint(section.id for section in TOKYO.sections)


def linked_squares() -> list[str]:
    """Squares of the loop to which a section leads from a pentagon."""
    squares = [name for name in TOKYO.loop_stations if symbol(name) == "square"]
    return [name for name in squares if "pentagon" in map(symbol, ways(name).values())]


def rows_of_three() -> list[str]:
    """Squares in a row with a pentagon at their left and a circle at their right."""
    return [
        name
        for name in TOKYO.by_id
        if symbol(name) == "square"
        and {LEFT, RIGHT} <= {*ways(name)}
        and (symbol(ways(name)[LEFT]), symbol(ways(name)[RIGHT])) == ("pentagon", "circle")
    ]


def diagonal_circles() -> list[str]:
    """Triangles with a circle diagonally up and to the right."""
    triangles = [name for name in TOKYO.by_id if symbol(name) == "triangle" and UP_RIGHT in ways(name)]
    return [name for name in triangles if symbol(ways(name)[UP_RIGHT]) == "circle"]


def triangles_below() -> list[str]:
    """Triangles straight below a pentagon of the same district, which has five stations at least."""
    counts = Counter(station.district for station in TOKYO.stations)
    below = [ways(name)[DOWN] for name in TOKYO.by_id if symbol(name) == "pentagon" and DOWN in ways(name)]
    return [
        name
        for name in below
        if symbol(name) == "triangle" and counts[where(name)] >= 5 and where(ways(name)[UP]) == where(name)
    ]


def test_fact_21_a_pentagon_joined_to_a_square_of_the_loop() -> None:
    """Lines 288-290."""
    assert linked_squares()


def test_fact_21_pentagon_square_circle_from_left_to_right() -> None:
    """Lines 441-449."""
    assert rows_of_three()


def test_fact_21_a_triangle_with_a_circle_diagonally_up_right() -> None:
    """Line 230."""
    assert diagonal_circles()


def test_fact_21_a_triangle_below_a_pentagon_in_a_district_of_five() -> None:
    """Lines 489-497."""
    assert triangles_below()


def test_fact_22_purple_can_have_five_districts_and_five_stations_in_one() -> None:
    """Lines 489-499: the one with that triangle, which counts twice there, so that the line brings 30 points."""
    for triangle in triangles_below():
        pentagon = ways(triangle)[UP]
        if line := long_line(TOKYO.departures["purple"], where(triangle), {pentagon, triangle}):
            counts = Counter(map(where, line))
            assert len(counts) == 5
            assert counts[where(triangle)] == 5
            assert len(line) <= 11  # ten turns
            return
    pytest.fail("no line as in the example")


def long_line(start: str, district: str, wanted: set[str]) -> list[str]:
    """A line without forks and crossings from a station, with five districts and five stations in one of them."""
    index, clashes = TOKYO.index, TOKYO.clashes

    def grown(line: list[str], closed: set[int]) -> list[str]:
        counts = Counter(map(where, line))
        if len(counts) == 5 and counts[district] == 5 and wanted <= {*line}:
            return line
        if len(line) > 9 or len(counts) > 5 or counts[district] > 5:
            return []
        for other in ways(line[-1]).values():
            at = index[Draw((line[-1], other)).section]
            if other not in line and at not in closed:
                found = grown([*line, other], closed | clashes[at] | {at})
                if found:
                    return found
        return []

    return grown([start], set())


def test_the_deck_is_that_of_the_rulebook() -> None:
    """Line 14."""
    assert TOKYO.cards == CARDS
    assert TOKYO.last_underground == 5


# -- how it plays


def test_the_bands_have_no_gaps_and_say_their_numbers() -> None:
    """Five remarks survive, lines 567-585; each is for whoever has more than the one before."""
    lows = [band.lowest for band in TOKYO.bands]
    assert lows == [0, 100, 120, 140, 160]
    assert not any(band.gap for band in TOKYO.bands)
    for band, following in pairwise(TOKYO.bands):
        assert str(following.lowest - (band.lowest > 0)) in band.words or str(following.lowest) in band.words
    assert MODULE_COSTS == 10


@pytest.mark.slow
def test_a_simple_player_scores_about_what_the_rulebooks_example_does() -> None:
    """101 in line 136; a greedy player alone, over fixed deals."""
    rules = NextStation(seats=1, edition=TOKYO)
    totals = [
        rules.totals(play_out(rules, rules.start(rules.deal(Random(f"{number} deal"))), most_points(Random(number))))[0]
        for number in range(300)
    ]
    assert 95 <= fmean(totals) <= 105
