"""The London sheet, and what follows from a map: sections, clashes, river, loop."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinkansen.core.errors import EditionError
from shinkansen.nextstation.sheet import CARDS, Section, Sheet
from shinkansen.nextstation.sheet_check import from_json, shipped
from shinkansen.nextstation.testing.sheets import loop, river, tiny, tiny_json

LONDON = shipped()
LISTED = " ".join(json.loads(Path(__file__).with_name("london_sections.json").read_text())["sections"]).split()


def steps(section: Section) -> tuple[int, int]:
    (x, y), (to_x, to_y) = section.path[0], section.path[-1]
    return abs(to_x - x) // 2, abs(to_y - y) // 2


def neighbours(sheet: Sheet, name: str) -> list[str]:
    return [b if a == name else a for a, b in sheet.index if name in (a, b)]


# -- London


def test_london_has_53_stations_13_of_each_symbol_and_one_that_shows_any() -> None:
    symbols = Counter(station.symbol for station in LONDON.stations)
    assert symbols == {"circle": 13, "square": 13, "triangle": 13, "pentagon": 13, "any": 1}
    assert LONDON.by_id["5,3"].symbol == "any"


def test_londons_sections_and_those_under_the_thames_are_the_listed_ones() -> None:
    ours = [f"{a}-{b}".replace(",", "") + "*" * section.river for section in LONDON.sections for a, b in [section.id]]
    assert ours == LISTED
    assert sum(section.river for section in LONDON.sections) == 24


def test_londons_sections_by_length_and_direction() -> None:
    assert Counter(max(steps(section)) for section in LONDON.sections) == {1: 78, 2: 51, 3: 23, 4: 2, 5: 1}
    ways = Counter("H" if not down else "V" if not across else "D" for across, down in map(steps, LONDON.sections))
    assert ways == {"H": 43, "V": 43, "D": 69}


def test_london_has_116_pairs_of_sections_that_cross() -> None:
    assert sum(map(len, LONDON.clashes)) == 2 * 116
    assert crossings(LONDON) == crossings_by_algebra(LONDON)


def test_london_is_as_it_was_written_down() -> None:
    """The shipped file against the data, which names the corner districts a little differently."""
    data = json.loads((Path(__file__).parent / "second_eyes" / "london.json").read_text(encoding="utf-8"))
    symbols = {"central": "any"}
    assert [
        (each["x"], each["y"], symbols.get(each["symbol"], each["symbol"]), each["district"].replace("_", "-"))
        for each in sorted(data["stations"], key=lambda each: (each["x"], each["y"]))
    ] == [(each.x, each.y, each.symbol, each.district) for each in LONDON.stations]
    told = {f"{each['x']},{each['y']}": (each["departure"], each["tourist"]) for each in data["stations"]}
    assert told == {each.id: (each.departure, each.tourist) for each in LONDON.stations}
    assert [LONDON.width, LONDON.height] == data["grid"]
    assert sorted(LONDON.cards) == sorted(f"{card['kind']}-{card['symbol']}" for card in data["deck"])
    points = LONDON.points
    assert [*points.tourist_track] == data["tourist_track"]
    assert {str(lines): each for lines, each in points.interchanges} == data["interchange"]
    assert points.river_section == data["thames_points"]
    printed = [band.words.replace("under ", "<").replace("over ", ">").replace(" to ", "-") for band in LONDON.bands]
    assert printed == data["solo_bands_as_printed"]


def test_every_london_station_has_three_to_eight_sections() -> None:
    degrees = {len(neighbours(LONDON, station.id)) for station in LONDON.stations}
    assert (min(degrees), max(degrees)) == (3, 8)


def test_3_2_londons_districts() -> None:
    counts = Counter(station.district for station in LONDON.stations)
    assert counts == {
        **dict.fromkeys(("northwest", "northeast", "southwest", "southeast"), 4),
        **dict.fromkeys(("north", "east", "south", "west"), 6),
        **dict.fromkeys(("corner-nw", "corner-ne", "corner-sw", "corner-se"), 1),
        "central": 9,
    }
    assert {district.id for district in LONDON.districts if not district.main} == {
        name for name in counts if name.startswith("corner")
    }
    assert [district.id for district in LONDON.districts if district.central] == ["central"]


def test_each_london_departure_has_two_neighbours_of_each_symbol() -> None:
    assert LONDON.departures == {"purple": "2,5", "blue": "5,7", "pink": "7,3", "green": "3,2"}
    for name in LONDON.departures.values():
        assert Counter(LONDON.by_id[other].symbol for other in neighbours(LONDON, name)) == {
            "circle": 2,
            "square": 2,
            "triangle": 2,
            "pentagon": 2,
        }
    departures = [LONDON.by_id[name] for name in LONDON.departures.values()]
    assert len({station.symbol for station in departures}) == 4
    assert {station.district for station in departures} == {"north", "east", "south", "west"}


def test_no_london_section_passes_through_a_third_district() -> None:
    for section, crossed in zip(LONDON.sections, LONDON.crossed, strict=True):
        assert {*crossed} == {LONDON.by_id[section.a].district, LONDON.by_id[section.b].district}


def test_1_2_the_deck_and_the_card_that_ends_a_round() -> None:
    assert LONDON.cards == CARDS
    assert len(CARDS) == 11
    assert LONDON.last_underground == 5


@pytest.mark.parametrize(("lines", "points"), [(1, 0), (2, 2), (3, 5), (4, 9)])
def test_l_5_2_points_of_an_interchange(lines: int, points: int) -> None:
    assert LONDON.points.interchange(lines) == points


# -- the geometry of small sheets


def test_a_section_ends_at_the_first_station_in_its_direction() -> None:
    sheet = tiny(["c-ccc"])
    assert [section.id for section in sheet.sections] == [("0,0", "2,0"), ("2,0", "3,0"), ("3,0", "4,0")]
    assert sheet.sections[0].path == ((0, 0), (1, 0), (2, 0), (3, 0), (4, 0))


def test_diagonals_that_cross_between_four_stations_clash() -> None:
    sheet = tiny(["cs", "tp"])
    clashing = {sheet.sections[place].id for place, others in enumerate(sheet.clashes) if others}
    assert clashing == {("0,0", "1,1"), ("0,1", "1,0")}


def test_sections_that_meet_at_a_station_do_not_clash() -> None:
    sheet = tiny(["cst", "s--", "p--"])
    assert not sheet.clashes[sheet.index["0,0", "1,0"]]


def test_a_section_may_cross_a_district_in_which_it_has_no_station() -> None:
    sheet = tiny(["c-c", "csp"], ["ABC", "ABC"])
    assert sheet.crossed[sheet.index["0,0", "2,0"]] == ("district-a", "district-b", "district-c")


def test_a_river_is_crossed_by_the_sections_that_meet_it() -> None:
    sheet = tiny(["cs", "tp"], river=river((-100, 50), (200, 50)))
    assert {section.id for section in sheet.sections if section.river} == {
        ("0,0", "0,1"),
        ("1,0", "1,1"),
        ("0,0", "1,1"),
        ("0,1", "1,0"),
    }


# Four stations around the one in the middle, joined by a bend each; the corners of the map lie outside.
RING = (
    ((6, 2), (8, 2), (10, 4), (10, 6)),
    ((10, 6), (10, 8), (8, 10), (6, 10)),
    ((6, 10), (4, 10), (2, 8), (2, 6)),
    ((2, 6), (2, 4), (4, 2), (6, 2)),
)
ROWS = ("c--s--t", "---p---", "-------", "-s-c-t-", "-------", "---s---", "t-----p")


def test_5_8_no_section_crosses_the_curve_of_a_printed_loop() -> None:
    plain, ringed = tiny(ROWS), tiny(ROWS, loop=loop(*RING))
    assert ringed.loop_stations == ("3,1", "5,3", "3,5", "1,3")
    gone = {*plain.index} - {*ringed.index}
    assert gone == {("0,0", "3,3"), ("0,6", "3,3"), ("3,3", "6,0"), ("3,3", "6,6")}
    assert {*ringed.index} < {*plain.index}
    # From outside and from inside there is a way to the stations of the loop, and across the ground inside it.
    assert {("3,0", "3,1"), ("3,1", "3,3"), ("1,3", "3,1")} <= {*ringed.index}


def test_5_8_a_bend_that_cuts_a_corner_between_two_grid_points_is_crossed_all_the_same() -> None:
    bend = ((0, 0), (1, 0), (2, 1), (2, 2))  # its slanted step meets the diagonal at (1.5, 0.5) only
    paths = (bend, ((2, 2), (0, 2)), ((0, 2), (0, 0)))
    ids = [section.id for section in tiny(["csc", "tpc", "cc-"], loop=loop(*paths)).sections]
    assert ("0,1", "1,0") not in ids
    assert ("0,0", "1,1") not in ids  # the bend joins these two already


def test_a_straight_section_of_the_loop_is_no_section_to_draw() -> None:
    paths = (((0, 0), (2, 0)), ((2, 0), (2, 2)), ((2, 2), (0, 0)))
    sheet = tiny(["csc", "tpc", "cc-"], loop=loop(*paths))
    assert [section.id for section in sheet.loop_sections] == [("0,0", "1,0"), ("1,0", "1,1"), ("0,0", "1,1")]
    assert {section.id for section in sheet.loop_sections}.isdisjoint(section.id for section in sheet.sections)


# -- any map


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    width, height = draw(st.integers(2, 6)), draw(st.integers(2, 6))
    rows = [draw(st.text("cstp---", min_size=width, max_size=width)) for _ in range(height)]
    try:
        return tiny(rows)
    except EditionError:  # a station by itself, or fewer than four
        return tiny(["cstp", "-c-s", "t--p"])


def cross_by_algebra(one: Section, other: Section) -> bool:
    """Whether two sections meet away from their ends, by solving for the point instead of looking at grid points."""
    (ax, ay), (bx, by) = one.path[0], one.path[-1]
    (cx, cy), (dx, dy) = other.path[0], other.path[-1]
    bottom = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx)
    if bottom == 0:
        return False  # parallel: two different sections on one line have at most a station in common
    along_one = Fraction((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx), bottom)
    along_other = Fraction((cx - ax) * (by - ay) - (cy - ay) * (bx - ax), bottom)
    return 0 < along_one < 1 and 0 < along_other < 1


def crossings(sheet: Sheet) -> set[tuple[int, int]]:
    return {(one, other) for one, others in enumerate(sheet.clashes) for other in others if one < other}


def crossings_by_algebra(sheet: Sheet) -> set[tuple[int, int]]:
    return {
        (one, other)
        for one, other in combinations(range(len(sheet.sections)), 2)
        if cross_by_algebra(sheet.sections[one], sheet.sections[other])
    }


@given(sheets())
def test_clashes_are_the_crossings_that_algebra_finds(sheet: Sheet) -> None:
    assert crossings(sheet) == crossings_by_algebra(sheet)
    assert all(one in sheet.clashes[other] for one, others in enumerate(sheet.clashes) for other in others)


@given(sheets())
def test_sections_are_exactly_the_pairs_in_line_with_no_station_between(sheet: Sheet) -> None:
    cells = sorted((station.x, station.y) for station in sheet.stations)
    expected: list[tuple[str, str]] = []
    for (x, y), (to_x, to_y) in combinations(cells, 2):
        dx, dy = to_x - x, to_y - y
        if not (dx == 0 or dy == 0 or abs(dx) == abs(dy)):
            continue
        far = max(abs(dx), abs(dy))
        if not any((x + dx * step // far, y + dy * step // far) in cells for step in range(1, far)):
            expected.append((f"{x},{y}", f"{to_x},{to_y}"))
    assert [section.id for section in sheet.sections] == expected


@given(sheets())
def test_a_sheet_survives_its_json(sheet: Sheet) -> None:
    again = from_json(json.loads(json.dumps(sheet.to_json())))
    assert again == sheet
    assert hash(again) == hash(sheet)
    assert again.digest() == sheet.digest()


def test_london_survives_its_json() -> None:
    assert from_json(json.loads(json.dumps(LONDON.to_json()))) == LONDON


# -- the digest


def test_the_digest_leaves_out_what_is_said_about_a_sheet() -> None:
    plain = tiny()
    assert plain.digest() == tiny(id="other", name="Other", note="A note.").digest()
    letters = tiny_json(districts=["ZZZ"] * 3)
    letters["districts"] = [{"id": "district-a", "name": "district A", "letter": "Z"}]
    assert plain.digest() == from_json(letters).digest()


@pytest.mark.parametrize(
    "other",
    [
        tiny(["cst", "p-c", "tss"]),
        tiny(departures=["0,0", "1,0", "2,0", "2,2"]),
        tiny(cards=["street-square", "underground-square"]),
        tiny(points={"river_section": 3}),
        tiny(map={"tourist_sites": ["0,0"]}),
        tiny(river=river((-100, 50), (200, 50))),
        tiny(bands=[{"lowest": 0, "words": "some"}]),
    ],
)
def test_the_digest_tells_sheets_apart(other: Sheet) -> None:
    assert other.digest() != tiny().digest()
