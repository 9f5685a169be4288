"""Paper by itself, without any game: what is drawn is remembered where it lies, words fit, colours can be read."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinkansen.core.errors import ArgumentError, ShinkansenError
from shinkansen.core.ruleset import Score, ScoreItem
from shinkansen.core.text import is_printable
from shinkansen.paper.changes import Changes, changed
from shinkansen.paper.layout import even, flow
from shinkansen.paper.markup import escape, filled, minus, number, signed
from shinkansen.paper.panels import Panel, draw_caption, draw_row
from shinkansen.paper.picture import Picture, check_caption, check_layout, check_parts, finished
from shinkansen.paper.scores import Scored, columns, draw_scores
from shinkansen.paper.shapes import DIAMOND, Badge, shape
from shinkansen.paper.svg import SLACK, Box, Paper, fit, width_of, wrap
from shinkansen.paper.theme import PLAIN, PLAIN_DARK, PLAIN_LIGHT, THEMES, Palette
from tests.paper.reading import SVG, contrast, marked, misplaced, pieces, tree, undefined, words

# -- A sheet with coloured lines, as another game might draw it --------------------------------------------------------

LINES = PLAIN.extended(
    "lines", {"jade": "#0a7a5a"}, {"jade": "#5ad0a8"}, {"route": "fill:none;stroke:{jade};stroke-width:3"}
)


def sheet(theme: str = "auto", marks: frozenset[str] = frozenset(), caption: str = "", seats: int = 2) -> Picture:
    """Stations joined by a line, a panel of notes, and the players."""
    paper = Paper(marks)
    y = draw_caption(paper, caption, 8, 8, 384) if caption else 8.0
    with paper.piece("panel:map", Box(8, y, 384, 60)) as box:
        paper.rect(box, "panel", 6)
        paper.path("route", "M", 40, y + 30, "H", 340)
        for place in range(4):
            spot = Box(24 + place * 90, y + 20, 20, 20)
            with paper.piece(f"station:{place}", spot, f"Station {place}"), paper.icon(spot):
                shape(paper, spot, DIAMOND, "card")
    notes = Panel[list[str]]("notes", lambda lines: "Notes", lambda lines, width: 14.0 * len(lines), _notes)
    y = draw_row(paper, ["one", "two"], [(notes, 100.0), (notes_like(notes, "more"), 0.0)], 8, y + 68, 384)
    for seat in range(seats):
        with paper.piece(f"seat:{seat}", Box(8, y, 384, 24), count=seat) as box:
            Badge(seat, "ABCDEFG"[seat]).draw(paper, box.part(2, 2, 20, 20))
            paper.text(40, y + 16, f"Seat {seat}", 11, bold=True)
        y += 30
    return finished(paper, LINES, theme, 400, y, "A sheet", "A sheet with a line.", "seat:0")


def _notes(paper: Paper, lines: list[str], box: Box) -> None:
    for place, line in enumerate(lines):
        paper.text(box.x, box.y + 10 + 14 * place, line, 10, width=box.w)


def notes_like(panel: Panel[list[str]], name: str) -> Panel[list[str]]:
    return Panel(name, panel.title, panel.height, panel.draw)


@pytest.mark.parametrize("theme", THEMES)
def test_a_sheet_is_drawn_with_this_room_alone(theme: str) -> None:
    drawn = sheet(
        theme, caption="A long caption that tells what was done and does not fit on a single line of it. " * 2
    )
    assert misplaced(drawn) == []
    assert undefined(drawn) == set()
    assert (drawn.width, tree(drawn).attrib["class"]) == (400, f"lines-{theme}")
    assert [name for name, _ in pieces(drawn)][:2] == ["caption", "panel:map"]
    assert {"A sheet", "A sheet with a line.", "Station 2", "Notes", "one", "Seat 1"} <= {*words(drawn)}
    assert not re.search(r"url\(|href|<script|<image|@import|@font-face", drawn.svg)
    assert ("prefers-color-scheme" in drawn.svg) == (theme == "auto")
    assert drawn.title == "A sheet"
    assert drawn._repr_svg_() == drawn.svg  # pyright: ignore[reportPrivateUsage]


def test_what_is_marked_is_outlined_and_its_parts_are_known() -> None:
    drawn = sheet(marks=frozenset({"station:2", "seat:1"}))
    assert marked(drawn) == drawn.outlined == {"station:2", "seat:1"}
    assert drawn.parts == {"panel:map", "seat:1"}


def test_beside_another_only_what_differs_is_drawn() -> None:
    """What is outlined in either, what only one has, and whose decision it is."""
    one, other = sheet(marks=frozenset({"station:0"})), sheet(seats=3)
    assert one.beside(other) == {"panel:map", "seat:2"}
    assert other.beside(one) == one.beside(other)
    assert one.beside(one) == {"panel:map"}
    turned = Picture(one.svg, one.width, one.height, one.placed, deciding="seat:1")
    assert turned.beside(one) == {"panel:map", "seat:0", "seat:1"}
    over = Picture(one.svg, one.width, one.height, one.placed)
    assert over.beside(turned) == {"seat:1"}


def test_what_reaches_out_or_overlaps_is_found() -> None:
    """The measure by which pictures of games are judged."""
    paper = Paper()
    with paper.piece("a", Box(0, 0, 50, 50)):
        paper.text(10, 20, "far too long for its box", 12)
    with paper.piece("b", Box(40, 40, 50, 50)), paper.at(5, 5):
        paper.text(40, 50, "a", 0.5)
    found = misplaced(finished(paper, PLAIN, "light", 80, 80, "", ""))
    assert [found for found in found if "lies on" in found]
    assert len([found for found in found if "reaches out" in found]) == 2
    assert [found for found in found if "tiny" in found]


# -- Words -------------------------------------------------------------------------------------------------------------

texts = st.text(max_size=60)
sizes = st.floats(8.3, 30)


@given(texts, sizes, st.floats(0, 400), st.booleans())
def test_a_text_that_is_fitted_is_no_wider_than_its_place(text: str, size: float, width: float, bold: bool) -> None:
    shown, smaller = fit(text, size, width, bold)
    assert width_of(shown, smaller, bold) <= width + SLACK
    assert smaller <= size
    assert shown == text or (shown == "" or (shown.endswith("…") and text.startswith(shown[:-1].rstrip())))
    whole, tiny = fit(text, size, width, bold, whole=True)
    if width > 0:
        assert whole == text
        assert width_of(whole, tiny, bold) <= width + SLACK


@given(texts, sizes, st.floats(1, 400), st.integers(1, 5))
def test_wrapped_words_are_the_same_words_on_few_lines(text: str, size: float, width: float, lines: int) -> None:
    made = wrap(text, size, width, lines)
    assert len(made) <= lines
    assert " ".join(made).split() == text.split()
    assert all(width_of(line, size) <= width or " " not in line for line in made[:-1])


@given(st.text())
def test_whatever_is_escaped_is_xml_and_stays_words(text: str) -> None:
    found = ElementTree.fromstring(f'<a title="{escape(text)}">{escape(text)}</a>')
    assert found.attrib.keys() == {"title"}
    assert [*found] == []
    if is_printable(text):
        assert (found.text or "") == text


@given(st.text(), st.dictionaries(st.sampled_from(["a", "b-c"]), st.text(), min_size=2))
def test_a_template_is_filled_once(rest: str, parts: dict[str, str]) -> None:
    calm = rest.replace("{", "(")
    assert filled(f"{{{{a}}}}{calm}{{{{b-c}}}}", parts) == f"{parts['a']}{calm}{parts['b-c']}"


@given(st.integers(-10_000, 10_000))
def test_numbers_have_their_signs(value: int) -> None:
    assert int(minus(value).replace("−", "-")) == int(signed(value).replace("−", "-")) == value
    assert "-" not in minus(value)
    assert signed(value).startswith("+") == (value > 0)


@given(st.floats(-2_000, 2_000))
def test_a_coordinate_is_short_and_near(value: float) -> None:
    assert abs(float(number(value)) - value) <= 0.06
    assert len(number(value)) <= 7


# -- Places ------------------------------------------------------------------------------------------------------------


@given(st.lists(st.floats(1, 100), max_size=12), st.floats(100, 400), st.floats(0, 10))
def test_things_that_flow_lie_in_their_width_and_not_on_each_other(
    widths: list[float], width: float, gap: float
) -> None:
    found = flow(widths, 20, width, gap)
    boxes = found.at(5, 7)
    assert [box.w for box in boxes] == widths
    assert all(box.within(Box(5, 7, width, found.height)) for box in boxes)
    assert not any(a.overlaps(b) for place, a in enumerate(boxes) for b in boxes[:place])


@given(st.integers(1, 12), st.floats(10, 90), st.floats(100, 400), st.floats(0, 10))
def test_equal_things_share_a_width_evenly(many: int, least: float, width: float, gap: float) -> None:
    boxes = even(many, least, 20, width, gap).boxes
    assert len({round(box.w, 6) for box in boxes}) == 1
    assert boxes[0].w >= least - SLACK
    assert max(box.right for box in boxes) <= width + SLACK


# -- Changes -----------------------------------------------------------------------------------------------------------

things = st.dictionaries(st.sampled_from(["yen:a", "yen:b", "card:1", "card:2"]), st.integers(0, 2))


@given(things, things)
def test_what_changed_is_what_is_new_or_different(old: dict[str, int], new: dict[str, int]) -> None:
    found = changed(old, new, ["yen"], also=["caption"])
    assert found.pieces == {name for name in new if old.get(name) != new[name]} | {"caption"}
    assert found.was == {name: old[name] for name in found.pieces if name in old and name.startswith("yen:")}
    assert changed(old, old, ["yen"]) == Changes()


def test_an_amount_tells_what_it_was() -> None:
    found = Changes(frozenset({"yen:a"}), {"yen:a": -8})
    assert (found.amount("yen:a", 5), found.amount("yen:b", -3)) == ("−8→5", "−3")


# -- Colours -----------------------------------------------------------------------------------------------------------

WRITTEN = [
    *((ink, ground) for ink in ("ink", "mute") for ground in ("paper", "panel", "card", "tint", "faint")),
    *(
        ("accent", "tint"),
        ("accent", "card"),
        ("plum", "star"),
        ("mark", "panel"),
        ("rust", "panel"),
        ("leaf", "panel"),
    ),
    *(("dark", "yellow"), ("pale", "red"), ("pale", "green"), ("pale", "blue"), ("pale", "grey")),
]
"""What is written on what."""


@pytest.mark.parametrize("colours", [PLAIN_LIGHT, PLAIN_DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("ink", "ground"), WRITTEN)
def test_words_stand_out(colours: dict[str, str], ink: str, ground: str) -> None:
    """The contrast that the web's guidelines ask for; letters on badges repeat a shape, so 3 is enough there."""
    assert contrast(colours[ink], colours[ground]) >= (3 if ink in ("dark", "pale") else 4.5)


def test_a_game_adds_its_own_colours() -> None:
    assert ".lines-light .route{fill:none;stroke:#0a7a5a;stroke-width:3}" in LINES.style_sheet("light")
    assert "--jade:#5ad0a8;" in LINES.variables("dark")
    assert "--jade" not in PLAIN.variables("auto")
    assert {*LINES.light} - {*PLAIN.light} == {"jade"}


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"name": "a b"}, "the palette 'a b' has a name that cannot stand in a style sheet"),
        ({"name": "p", "light": {"ink": "red;}"}}, "the palette 'p' has 'red;}' as its light colour 'ink', expected"),
        (
            {"name": "p", "rules": {"x": "fill:{none}"}},
            "the palette 'p' has the rule 'fill:{none}' for the class 'x', with a colour",
        ),
        ({"name": "p", "rules": {"x": "fill:{ink"}}, "the palette 'p' has the rule 'fill:{ink' for the class 'x'"),
    ],
)
def test_a_palette_says_what_is_wrong_with_it(change: dict[str, Any], told: str) -> None:
    with pytest.raises(ArgumentError, match=re.escape(told)):
        PLAIN.extended(**change)


def test_a_palette_has_what_pages_need() -> None:
    less = {name: colour for name, colour in PLAIN_DARK.items() if name != "mark"}
    with pytest.raises(ArgumentError, match="the palette 'p' has no dark colour 'mark', and pages need it"):
        Palette("p", PLAIN_LIGHT, less)
    with pytest.raises(ArgumentError, match="the palette 'p' has no rule for the class 'paper'"):
        Palette("p", PLAIN_LIGHT, PLAIN_DARK, {})


def test_wrong_wishes_are_told() -> None:
    with pytest.raises(ShinkansenError, match="there is no theme 'sepia', expected one of auto, light, dark"):
        PLAIN.variables("sepia")
    with pytest.raises(ShinkansenError, match="there is no theme 'sepia'"):
        sheet("sepia")
    with pytest.raises(ArgumentError, match="there is no layout an empty list, expected one of tall, wide, narrow"):
        check_layout([])
    with pytest.raises(ArgumentError, match="caption: found 3, expected a string"):
        check_caption(3)
    with pytest.raises(ArgumentError, match="only: found 'a', expected names such as panel:map"):
        check_parts("a", ["panel:map"])
    with pytest.raises(ArgumentError, match="only: there is no part 'seat:9', expected some of panel:map"):
        check_parts(["seat:9"], ["panel:map"])


def test_every_badge_has_a_colour_a_shape_and_a_letter_of_its_own() -> None:
    drawn = sheet(seats=5)
    badges: list[tuple[object, ...]] = []
    for group in tree(drawn).iter(f"{SVG}g"):
        if group.attrib.get("data-piece", "").startswith("seat:"):
            form = next(child for child in group if child.tag in (f"{SVG}circle", f"{SVG}polygon"))
            letter = next(child for child in group if child.attrib.get("text-anchor") == "middle")
            corners = len(form.attrib.get("points", "").split())
            badges.append((form.attrib["class"], corners, letter.text))
    assert [look for look, _, _ in badges] == [f"seat{seat}" for seat in range(5)]
    assert len({corners for _, corners, _ in badges}) >= 4  # a square and a diamond have as many
    assert [letter for _, _, letter in badges] == [*"ABCDE"]


# -- Scores ------------------------------------------------------------------------------------------------------------

items = st.builds(ScoreItem, st.text("ab cdefg", min_size=1, max_size=60), st.integers(-99, 999), st.just("11.3.3"))
scores = st.lists(st.lists(items, max_size=6), min_size=1, max_size=5).map(
    lambda rows: [Score(seat, tuple(row)) for seat, row in enumerate(rows)]
)


@given(scores, st.floats(200, 1_000))
def test_scores_are_drawn_with_every_item_and_its_clause(found: list[Score], width: float) -> None:
    paper = Paper()
    height = columns(found, width).height
    scored = [Scored(score, f"seat {score.seat}", Badge(score.seat, "S"), score.seat == 0) for score in found]
    draw_scores(paper, scored, Box(0, 0, width, height), "points")
    drawn = finished(paper, PLAIN, "light", width, height, "Scores", "Scores")
    assert misplaced(drawn) == []
    assert pieces(drawn) == [(f"score:seat {score.seat}", score.total) for score in found]
    told = Counter(words(drawn))
    assert told["11.3.3"] == sum(len(score.items) for score in found)
    assert Counter(minus(item.points) for score in found for item in score.items) <= told


def test_where_an_item_of_several_lines_ends_can_be_seen() -> None:
    """The next one is further below it than its own lines are from each other."""
    items = [ScoreItem(title, 1, "1.1") for title in ("one word after the other, on and on and on", "and the next")]
    score, paper = Score(0, tuple(items)), Paper()
    box = Box(0, 0, 190, columns([score, score], 390).height)
    draw_scores(paper, [Scored(score, "you", Badge(0, "Y"))], box, "points")
    lines = [thing.box.y for thing in paper.placed if thing.kind == "text" and " " in thing.name][1:]
    steps = [round(below - above, 2) for above, below in pairwise(lines)]
    assert len(steps) > 1
    assert len({*steps[:-1]}) == 1
    assert steps[-1] > steps[0]
