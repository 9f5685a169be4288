"""Pictures of Next Station: every section, symbol and point is where it belongs, and what is legal can be seen.

What holds for the pictures of any game is in `tests/paper/test_pictures.py`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from itertools import combinations, pairwise
from math import hypot
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shinkansen.core.errors import ShinkansenError
from shinkansen.core.play import at_random, play_out
from shinkansen.core.prose import opening
from shinkansen.core.states import sent
from shinkansen.nextstation import networks
from shinkansen.nextstation.moves import Draw
from shinkansen.nextstation.picture import picture, show, to_look_at
from shinkansen.nextstation.picture.geometry import Spot, beside, corners, plan_for
from shinkansen.nextstation.picture.look import Look
from shinkansen.nextstation.picture.network import lanes
from shinkansen.nextstation.picture.refused import struck
from shinkansen.nextstation.picture.theme import PALETTE, PATTERNS, PENCILS, codes, pencils
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.sheet import ANY, JOKER, Sheet
from shinkansen.nextstation.sheet_check import check
from shinkansen.nextstation.sheet_text import show as show_sheet
from shinkansen.nextstation.table import State
from shinkansen.nextstation.testing.sheets import tiny_json
from shinkansen.nextstation.testing.strategies import MODULES, VARIED, Position, positions, sections_at_hand
from shinkansen.nextstation.witnesses import editions
from shinkansen.paper.picture import LAYOUTS, Picture
from shinkansen.testing.json_damage import damaged
from tests.paper.drawn_games import NEXTSTATION, Found
from tests.paper.reading import SVG, contrast, marked, misplaced, pieces, tree, words

some = settings(max_examples=25)
tables = NEXTSTATION.tables


def piece(drawn: Picture, name: str) -> ElementTree.Element:
    return next(g for g in tree(drawn).iter(f"{SVG}g") if g.attrib.get("data-piece") == name)


def classes(element: ElementTree.Element) -> set[str]:
    return {name for each in element.iter() for name in each.attrib.get("class", "").split()}


# -- Every piece where it belongs


@some
@given(tables)
def test_every_section_of_every_line_is_drawn_in_its_colour(found: Found) -> None:
    """4.1: a line has the colour of its pencil."""
    rules, state = found
    drawn, kit = picture(rules, state), rules.kit
    expected = {
        f"track:{kit.seat_names[seat]}:{colour}:{a}-{b}": pencil
        for seat, each in enumerate(rules.state_json(state)["table"]["seats"])
        for pencil, (colour, line) in zip(pencils(rules.edition), each["lines"].items(), strict=True)
        for a, b in line
    }
    tracks = {name: piece(drawn, name) for name, _ in pieces(drawn) if name.startswith("track:")}
    assert {name: element.findall(f"{SVG}path")[-1].attrib["class"] for name, element in tracks.items()} == {
        name: f"l-{pencil}" for name, pencil in expected.items()
    }


@some
@given(tables)
def test_stations_tell_how_many_lines_meet_and_stamps_whether_they_are_coloured(found: Found) -> None:
    """7.1, 7.4, 9.6."""
    rules, state = found
    kit, table = rules.kit, state.table
    drawn = dict(pieces(picture(rules, state)))
    for seat, name in enumerate(kit.seat_names):
        board = table.boards[seat]
        lines = networks.lines(kit, table.setup, board, networks.begun(kit, table, seat))
        met = [drawn[f"station:{name}:{station.id}"] for station in rules.edition.stations]
        assert {number: met.count(number) for number in range(2, len(lines) + 2)} == {
            **dict.fromkeys(range(2, len(lines) + 2), 0),
            **networks.interchanges(kit, lines),
        }
        full = {district.id for district in networks.stamps(kit, lines)}
        stamps = {district.id for district in rules.edition.districts if district.peripheral}
        assert {id for id in stamps if drawn[f"stamp:{name}:{id}"]} == full


@some
@given(tables)
def test_the_score_block_adds_up(found: Found) -> None:
    """9.1 to 9.7: its points are those of the score, item by item and together."""
    rules, state = found
    drawn = dict(pieces(picture(rules, state)))
    for name, score in zip(rules.kit.seat_names, rules.scores(state), strict=True):
        kinds = ("line", "interchanges", "stamps", "loop", "objective", "modules")
        block = {key: points for key, points in drawn.items() if key.startswith(tuple(f"{k}:{name}" for k in kinds))}
        circles = rules.kit.tourist_track[drawn.get(f"sites:{name}", 0)]
        assert sum(block.values()) + circles == score.total == drawn[f"total:{name}"]


# -- What may be drawn can be seen


@some
@given(positions(of=VARIED) | positions(of=MODULES))
def test_whether_a_section_may_be_drawn_can_be_seen(position: Position) -> None:
    """5.3 to 5.5, 6.7, L.14.3: a dotted line for every legal section, from a ring to a symbol that the card shows."""
    rules, state = position.rules, position.state
    kit, table = rules.kit, state.table
    drawn = picture(rules, state)
    for seat, name in enumerate(kit.seat_names):
        own = piece(drawn, f"map:{name}")
        moves = rules.legal_moves(rules.turn_to(state, seat)) if seat in table.choosing else ()
        sections = {move.section: move.power for move in sorted(moves, key=_power) if isinstance(move, Draw)}
        plain = {move.section for move in moves if isinstance(move, Draw) and not move.power}
        dotted = {style: _ways(own, style) for style in ("may", "spend")}
        assert dotted == {"may": len(plain), "spend": len({*sections} - plain)}
        if not moves:
            assert "ring" not in classes(own)
            continue
        asked = table.seconds[seat] if table.seconds else table.turn.symbol
        for section in plain:
            ends = [kit.sheet.by_id[end] for end in section]
            rings = ["ring" in classes(piece(drawn, f"station:{name}:{end.id}")) for end in ends]
            leads = [asked in (JOKER, end.symbol) or end.symbol == ANY for end in ends]
            assert (rings[0] and leads[1]) or (rings[1] and leads[0])


def _power(move: Any) -> bool:
    return isinstance(move, Draw) and move.power


def _ways(element: ElementTree.Element, style: str) -> int:
    """How many lines of a style there are."""
    paths = [path for path in element.iter(f"{SVG}path") if style in path.attrib["class"].split()]
    return sum(path.attrib["d"].count("M") for path in paths)


@some
@given(positions(of=VARIED))
def test_a_choice_that_lies_face_down_shows_only_to_who_knows_it(position: Position) -> None:
    """4.5."""
    rules, state = position.rules, position.state
    move = rules.legal_moves(state)[-1]
    after = rules.follow(state, move)
    known, unknown = picture(rules, after, state, move=move), picture(rules, after, state)
    chosen = {name for name in marked(known) if name.startswith("choice:")}
    waits = isinstance(move, Draw) and len(state.table.choosing) > 1
    assert bool(chosen) == waits
    assert not [name for name, _ in pieces(unknown) if name.startswith("choice:")]
    if isinstance(move, Draw) and waits:
        assert len(chosen) == 1 + (move.extension is not None)


CAUSES = {
    "crossing": "track",
    "drawn-already": "track",
    "two-tracks": "track",
    "on-the-line": "station",
    "not-an-end": "station",
    "through-a-station": "station",
    "not-from-departure": "station",
    "wrong-symbol": "station",
    "across-the-loop": "printed",
}
"""What stands in the way, by the reason of a refusal."""


@settings(max_examples=60)
@given(positions(of=VARIED) | positions(of=MODULES), st.data())
def test_what_stands_in_the_way_of_a_section_is_outlined(position: Position, data: st.DataObject) -> None:
    """5.2 to 5.10: of the lines only those that it would meet, of the stations those that the refusal names."""
    rules, state = position.rules, position.state
    move = data.draw(sections_at_hand(rules, state))
    refusal = rules.why_not(state, move)
    if refusal is None or not isinstance(move, Draw):
        return
    drawn = picture(rules, state, move=move)
    found = marked(drawn)
    kinds = {name.partition(":")[0] for name in found}
    expected = CAUSES.get(refusal.reason)
    if expected == "track" and refusal.reason == "drawn-already" and "The loop" in refusal.sentence:
        expected = "printed"
    assert expected is None or expected in kinds
    if refusal.reason == "crossing" and move.extension is None:
        place = rules.edition.index[move.section]
        crossed = {rules.edition.tracks[other].id for other in rules.edition.clashes[place]}
        outlined = {tuple(name.rpartition(":")[2].split("-")) for name in found if name.startswith("track:")}
        assert outlined <= crossed
    if move.extension is None and all(station in rules.edition.by_id for station in move.section):
        name = rules.kit.seat_names[state.table.choosing[0]]
        assert [key for key, _ in pieces(drawn) if key.startswith("refused:")] == [
            f"refused:{name}:{'-'.join(move.section)}"
        ]


def meet(one: tuple[Spot, Spot], other: Sequence[Spot]) -> bool:
    """Whether a straight way crosses another one, or goes through one of its corners."""

    def side(a: Spot, b: Spot, c: Spot) -> float:
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    def apart(a: Spot, b: Spot, ends: tuple[Spot, Spot]) -> bool:
        return side(a, b, ends[0]) * side(a, b, ends[1]) < 0

    crossed = any(apart(*one, step) and apart(*step, one) for step in pairwise(other))
    (x, y), (to_x, to_y) = one
    through = any(
        not side(*one, c) and (x - c[0]) * (to_x - c[0]) + (y - c[1]) * (to_y - c[1]) < 0 for c in other[1:-1]
    )
    return crossed or through


@pytest.mark.parametrize("power", [False, True])
def test_the_part_of_the_loop_that_a_section_would_cross_is_outlined(power: bool) -> None:
    """5.8: just that part, and no station: none is to blame."""
    rules = NextStation(1, shipped("tokyo"), pencil_powers=power)
    state = rules.start(rules.deal(Random(1)))
    crossing = 0
    for one, two in combinations(rules.edition.stations, 2):
        move = Draw((one.id, two.id))
        refusal = rules.why_not(state, move)
        if refusal is None or refusal.reason != "across-the-loop":
            continue
        crossing += 1
        met = {
            f"printed:you:{section.a}-{section.b}"
            for section in rules.edition.loop_sections
            if meet((one.point, two.point), corners(section.path))
        }
        outlined = marked(picture(rules, state, move=move))
        assert outlined == met != set()
    assert crossing > 5


# -- Words


def cut(drawn: Picture, *kinds: str) -> list[str]:
    """The words in pieces of these kinds that are cut for want of room."""
    return [
        thing.name
        for thing in drawn.placed
        if thing.kind == "text" and thing.name.endswith("…") and thing.inside >= 0
        if drawn.placed[thing.inside].name.partition(":")[0] in kinds
    ]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", ["london", "tokyo"])
def test_nothing_of_the_score_block_is_cut(name: str, layout: str) -> None:
    """With every number of seats and with all modules, at the end, when the most is written in it."""
    for seats in range(1, 5):
        for powers in (False, True):
            rules = NextStation(seats, shipped(name), None, True, not powers, powers)
            end = play_out(rules, rules.start(rules.deal(Random(seats))), at_random(Random(seats)))
            drawn = picture(rules, end, layout=layout)
            assert cut(drawn, "line", "interchanges", "stamps", "loop", "modules", "sites", "objective", "total") == []


def test_the_scores_of_one_player_are_words_on_one_line_each() -> None:
    rules = NextStation(1)
    state = play_out(rules, rules.start(rules.deal(Random(1))), at_random(Random(1)))
    told = words(picture(rules, state))
    (score,) = rules.scores(state)
    assert all(opening(item.title) in told for item in score.items)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_how_a_line_counts_is_said_and_that_a_sheet_is_reconstructed_is_said_once(layout: str) -> None:
    rules = NextStation(2, shipped("tokyo"), pencil_powers=True)
    state = rules.start(rules.deal(Random(1)))
    texts = [thing.name for thing in picture(rules, state, layout=layout).placed if thing.kind == "text"]
    assert "points of a line: districts × most stations in one" in texts
    assert "a power that is left" in texts
    assert [text for text in texts if "reconstructed" in text] == ["reconstructed edition"]
    london = NextStation(1)
    start = london.start(london.deal(Random(1)))
    assert "the Thames: 2 points for each section under it" in words(picture(london, start, layout=layout))


# -- Lines


def shipped(name: str) -> Sheet:
    return editions()[name]


@pytest.mark.parametrize("width", [260, 360, 900])
def test_two_tracks_lie_side_by_side(width: float) -> None:
    """6.3: as far apart as they are wide, all along, also beside the bends of the loop."""
    sheet = shipped("tokyo")
    rules, plan = NextStation(2, sheet), plan_for(sheet, width)
    state = rules.start(rules.deal(Random(1)))
    seat = Look(rules.kit, state.table).seats[0]
    for place, section in enumerate(sheet.tracks):
        way = [plan.spot(point) for point in corners(section.path)]
        for colours in ([0], [0, 1], [0, 1, 2]):
            seat.tracks[place] = colours
            found = lanes(seat, plan, place)
            assert len(found) == len(colours) + 1
            sides = found[: len(colours)] + [0.0] * bool(rules.kit.loop & rules.kit.section_bits[place])
            for one, other in combinations([beside(way, aside) for aside in sides], 2):
                assert min(hypot(a[0] - b[0], a[1] - b[1]) for a, b in zip(one, other, strict=True)) >= plan.track


@pytest.mark.parametrize("name", ["london", "tokyo", "small"])
def test_lines_can_be_told_apart_without_their_colours(name: str) -> None:
    sheet = shipped(name)
    assert len({*codes(sheet)}) == len({*pencils(sheet)}) == len({*PATTERNS}) == len(sheet.colours) == 4
    assert not any(pattern.dashes and " " not in pattern.dashes for pattern in PATTERNS), (
        "it would look like two tracks"
    )
    assert all(colour.startswith(code.lower()) for colour, code in zip(sheet.colours, codes(sheet), strict=True))


def test_colours_that_nobody_knows_get_one_of_ours() -> None:
    other = _sheet(["cs", "tp"], colours=("blau", "blaugrau", "pink", "b"))
    assert len({*pencils(other)}) == len({*codes(other)}) == 4
    assert pencils(other)[2] == "pink"


WRITTEN = [
    *((ink, ground) for ink in ("ink", "mute") for ground in ("paper", "panel", "card", "tint")),
    *(("ink", "sheet"), ("mute", "sheet"), ("dark", "asked"), ("rust", "dirt"), ("mark", "panel"), ("sheet", "ink")),
    *(("pale", f"p-{name}") for name in PENCILS),
    *(("dark", "yellow"), ("pale", "red"), ("pale", "green"), ("pale", "blue")),
]
"""What is written on what."""
DRAWN = [*((f"p-{name}", "land") for name in PENCILS), ("accent", "land"), ("loop", "land"), ("mark", "land")]
"""What is drawn on what."""


@pytest.mark.parametrize("colours", [PALETTE.light, PALETTE.dark], ids=["light", "dark"])
def test_words_and_lines_stand_out(colours: dict[str, str]) -> None:
    """The contrast that the web's guidelines ask for: 4.5 for words, 3 for lines and for large or repeated letters."""
    for ink, ground in WRITTEN:
        assert contrast(colours[ink], colours[ground]) >= (3 if ink in ("pale", "dark") else 4.5), (ink, ground)
    for line, ground in DRAWN:
        assert contrast(colours[line], colours[ground]) >= (3 if line != "loop" else 2.5), (line, ground)


# -- Sheets of any size


def _sheet(rows: list[str], colours: tuple[str, ...] = (), **tables: Any) -> Sheet:
    """A sheet of one district, with these lines."""
    plain = tiny_json(rows, ["A" * len(rows[0])] * len(rows), **tables)
    for line, colour in zip(plain["lines"], colours, strict=False):  # type: ignore[arg-type]
        line["colour"] = colour  # type: ignore[index, call-overload]
    return check(plain).accepted("a sheet of a test")


@pytest.mark.parametrize(("width", "height"), [(20, 20), (20, 1), (1, 20), (2, 2)])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_sheet_of_any_size_is_drawn_without_overlap(width: int, height: int, layout: str) -> None:
    rng = Random(1)
    rows = ["".join(rng.choice("cstp?") for _ in range(width)) for _ in range(height)]
    for seats in (1, 4):
        rules = NextStation(seats, _sheet(rows), objectives=True, special_stations=True)
        state = rules.start(rules.deal(rng))
        for _ in range(3 * seats):
            state = rules.follow(state, rules.legal_moves(state)[-1])
        drawn = picture(rules, state, layout=layout)
        assert misplaced(drawn) == []
        assert drawn.width == {"tall": 900, "wide": 1104, "narrow": 390}[layout]


# -- What an engine shows


@some
@given(positions(of=VARIED))
def test_a_state_that_makes_sense_is_looked_at_as_it_is(position: Position) -> None:
    rules, state = position.rules, position.state
    looked = to_look_at(rules, rules.state_json(state))
    assert dict(pieces(picture(rules, looked))) == dict(pieces(picture(rules, state)))


@cache
def _content() -> tuple[NextStation, State, dict[str, Any]]:
    rules = NextStation(3, shipped("tokyo"), None, True, False, True)
    rng = Random(5)
    state = rules.start(rules.deal(rng))
    for _ in range(50):
        state = rules.follow(state, rng.choice(rules.legal_moves(state)))
    return rules, state, rules.state_json(state)


def test_lines_that_cannot_be_are_drawn_all_the_same() -> None:
    """5.7: two sections cross, one hangs in the air."""
    rules, state, plain = _content()
    seats = [dict(seat) for seat in plain["table"]["seats"]]
    tracks = rules.edition.tracks
    crossing = next((tracks[one], tracks[min(others)]) for one, others in enumerate(rules.edition.clashes) if others)
    seats[1]["lines"] = {**seats[1]["lines"], "pink": [[*section.id] for section in crossing]}
    wrong = {**plain, "table": {**plain["table"], "seats": seats}}
    with pytest.raises(ShinkansenError):
        rules.read_state(wrong)
    drawn = picture(rules, to_look_at(rules, wrong), state)
    names = {f"track:player 2:pink:{section.a}-{section.b}" for section in crossing}
    assert names <= {name for name, _ in pieces(drawn)}
    assert misplaced(drawn) == []
    assert names <= marked(drawn)


@settings(max_examples=60)
@given(st.data())
def test_nonsense_is_told_or_drawn(data: st.DataObject) -> None:
    """Whatever stands in some places of a table: an error of ours, or a picture."""
    rules, _, plain = _content()
    try:
        drawn = picture(rules, to_look_at(rules, data.draw(damaged(plain))))
    except ShinkansenError:
        return
    assert misplaced(drawn) == []


# -- What it says


def test_a_section_is_told_with_its_stations_and_what_it_changes() -> None:
    rules = NextStation(1)
    state = rules.start(rules.deal(Random(3)))
    move = next(move for move in rules.legal_moves(state) if isinstance(move, Draw))
    drawn = show(rules, move, state)
    told = words(drawn)
    assert f"You: {rules.say(move, state)}" in told
    colour = rules.edition.colours[state.table.colours[0]]
    assert any(re.fullmatch(f"the {colour} line from the .* to the .*", word) for word in told)
    a, b = move.section
    assert {f"track:you:{colour}:{a}-{b}", "total:you", f"line:you:{colour}"} <= marked(drawn)


# -- A refused move

REFUSING = "nextstation/1/1/1.0/4132/wCpj/320211/HJPTsSct_cSJpwsjPCtT_SpjJwstPcCT_JsTwcPSjpCt.x/3e863e"
"""Green runs from 1,1 by 0,2 to 3,2, and the card is a joker."""


def sent_here() -> tuple[NextStation, State]:
    rules = NextStation(1)
    return rules, sent(REFUSING).read()[1]  # type: ignore[return-value]


def crosses(drawn: Picture) -> list[Spot]:
    """Where crosses lie on the map of the only player, in columns and rows."""
    own = piece(drawn, "map:you")

    def middle(inside: ElementTree.Element, style: str) -> list[Spot]:
        found = [each for each in inside.iter(f"{SVG}circle") if style in each.attrib["class"].split()]
        return [(float(each.attrib["cx"]), float(each.attrib["cy"])) for each in found]

    # Two circles show where column 0 and row 0 are, and how wide a cell is.
    ((left, low),) = middle(piece(drawn, "station:you:0,2"), "stop")
    ((right, high),) = middle(piece(drawn, "station:you:5,0"), "asked")
    cell = (right - left) / 5
    assert abs(cell - (low - high) / 2) < 0.1
    return [(round((x - left) / cell, 1), round((y - high) / cell, 1)) for x, y in middle(own, "struck")]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize(
    ("section", "places"),
    [
        (("1,1", "4,4"), [(2, 2)]),  # 5.7: it would cross the section from 0,2 to 3,2 there
        (("0,0", "2,0"), [(0.5, 0)]),  # 5.6: beside the station between
        (("4,3", "4,4"), [(4, 3.5)]),  # 5.5: neither station is on the line, so in the middle
        (("0,2", "0,3"), [(0, 2.5)]),  # 5.5: beside the station that is no end of the line
        (("1,1", "7,5"), [(4, 3)]),  # 5.2: not straight, so in the middle
    ],
)
def test_a_cross_lies_where_the_reason_is(section: tuple[str, str], places: list[Spot], layout: str) -> None:
    """And not on some section that is legal."""
    rules, state = sent_here()
    move = Draw(section)
    assert rules.why_not(state, move) is not None
    assert crosses(picture(rules, state, move=move, layout=layout)) == places


def test_a_cross_on_the_printed_line_lies_where_they_meet() -> None:
    """5.8."""
    rules = NextStation(1, shipped("tokyo"))
    state = rules.start(rules.deal(Random(1)))
    found = struck(rules.kit, state.table, Draw(("0,2", "3,5")))
    assert found == (("0,2", "3,5"), ((4, 8),))  # on the doubled grid


def test_where_an_extension_is_refused_the_cross_lies_on_it_and_not_on_the_first_section() -> None:
    """11.9 to 11.12."""
    seen = 0
    for seed in range(6):
        rules = NextStation(2, special_stations=True)
        state = rules.start(rules.deal(Random(seed)))
        while state.table.choosing:
            for move in rules.legal_moves(state):
                if isinstance(move, Draw) and move.extension is not None:
                    for station in rules.edition.by_id:
                        wrong = Draw(move.section, station, move.mark, move.power)
                        if rules.why_not(state, wrong) is not None and station not in move.section:
                            found = struck(rules.kit, state.table, wrong)
                            assert found is not None
                            assert station in found[0]
                            seen += 1
            state = rules.apply(state, rules.legal_moves(state)[-1])
    assert seen


def legend(drawn: Picture) -> list[str]:
    own = piece(drawn, "panel:legend")
    return ["".join(each.itertext()) for each in own.iter(f"{SVG}text")]


def test_the_legend_explains_a_power_only_where_it_is_on_the_table() -> None:
    """L.14.3: also the pale sign of one that is used."""
    rules = NextStation(1, pencil_powers=True)
    for seed in range(4):
        state = rules.start(rules.deal(Random(seed)))
        while state.table.choosing:
            drawn = picture(rules, state)
            signs = legend(drawn)
            assert ("may be drawn with the pencil's power" in signs) == bool(_ways(piece(drawn, "map:you"), "spend"))
            used = [count for name, count in pieces(drawn) if name.startswith("used:")]
            assert ("a power that is used" in signs, "a power that is left" in signs) == (1 in used, 0 in used)
            state = rules.apply(state, max(rules.legal_moves(state), key=_power))


def test_the_legend_explains_what_is_pointed_out() -> None:
    rules, state = sent_here()
    refused, legal = Draw(("1,1", "4,4")), Draw(("3,2", "5,0"))
    assert "refused: where the reason lies" in legend(picture(rules, state, move=refused))
    assert "what stands in the way" in legend(picture(rules, state, move=refused))
    after = rules.apply(state, legal)
    told = legend(picture(rules, after, state, move=legal))
    assert "new or different" in told
    assert "what stands in the way" not in told
    assert not {"new or different", "refused: where the reason lies"} & {*legend(picture(rules, state))}


def test_a_sheet_of_which_only_names_are_ours_has_no_badge() -> None:
    london, tokyo = (NextStation(1, shipped(name)) for name in ("london", "tokyo"))
    badges = [
        "reconstructed edition" in words(picture(each, each.start(each.deal(Random(1))))) for each in (london, tokyo)
    ]
    assert badges == [False, True]
    assert show_sheet(shipped("london")).endswith("are reconstructed, all of them names, which no rule looks at.")
    assert show_sheet(shipped("tokyo")).endswith("figures are reconstructed.")
