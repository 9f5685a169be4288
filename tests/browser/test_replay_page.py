"""The page of a recorded game in a real browser: it steps, jumps, links, plays, prints and fetches nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal
from xml.etree import ElementTree

import pytest

from shinkansen.core.record import replay
from shinkansen.zerokei.picture.theme import DARK, LIGHT
from tests.zerokei.test_picture import used_by

if TYPE_CHECKING:
    from tests.browser.conftest import Visit, Visitor

WIDE, HIGH = 360, 640
"""A small phone."""
SCREENS = [(1280, 800), (1440, 900)]
PHONES = [(360, 640), (390, 844)]
BETWEEN = [(820, 1180), (844, 390), (1179, 800)]
"""Tablets, and a phone held sideways."""
GAMES = ["four", "three", "two", "solo", "left"]
MAPS = ["four maps", "solo map"]
"""Games of Zero-Kei, and of Next Station."""
every_game = pytest.mark.parametrize("name", GAMES)


def rgb(colour: str) -> str:
    return f"rgb({int(colour[1:3], 16)}, {int(colour[3:5], 16)}, {int(colour[5:7], 16)})"


# -- What it shows --------------------------------------------------------------------------------------------------


def test_it_opens_at_the_start(visit: Visitor) -> None:
    it = visit("four")
    assert it.ply() == 0
    assert it.page.title() == "Zero-Kei, 4 seats, 108 plies"
    assert "The game begins." in it.text(".sentence")
    assert it.page.locator(".table > svg").count() == 1
    assert it.page.get_attribute(".sentence", "aria-live") == "polite"


@pytest.mark.parametrize("name", ["four", "solo", "left", "four maps", "solo map"])
def test_it_shows_what_python_draws(visit: Visitor, name: str) -> None:
    it = visit(name)
    for turn in replay(it.game.rules, it.game.told):
        if turn.number % 9 and turn.number != it.last:
            continue
        drawn = it.game.drawn.picture(it.game.rules, turn.step.state, turn.state, move=turn.move, layout="wide").svg
        assert it.page.evaluate(f"slotText({turn.number}, 'table')") == drawn
        it.page.evaluate(f"jump({turn.number})")
        pieces = "[...document.querySelectorAll('.table [data-piece]')].map((piece) => piece.dataset.piece)"
        expected = [e.attrib["data-piece"] for e in ElementTree.fromstring(drawn).iter() if "data-piece" in e.attrib]
        assert it.page.evaluate(pieces) == expected
        assert it.game.rules.say(turn.move, turn.state) in it.text(".sentence")


def test_a_game_that_was_left_ends_with_who_is_to_move(visit: Visitor) -> None:
    it = visit("left", "#ply=40")
    assert it.ply() == it.last == 40
    assert "The game stops here; yellow is to move." in it.text(".details")


def test_names_that_try_to_break_out_stay_words(visit: Visitor) -> None:
    it = visit("hostile")
    for ply in range(0, it.last + 1, 3):
        assert it.page.evaluate(f"(jump({ply}), document.images.length)") == 0
    assert "<img src=x onerror=alert(1)>" in (it.page.locator(".table > svg").text_content() or "")


# -- Going about ----------------------------------------------------------------------------------------------------


def test_keys_step(visit: Visitor) -> None:
    it = visit("four")
    for key, expected in [
        ("ArrowLeft", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", it.last),
        ("ArrowRight", it.last), ("ArrowLeft", it.last - 1), ("Home", 0),
    ]:  # fmt: skip
        it.page.keyboard.press(key)
        assert it.ply() == expected
    it.page.keyboard.press("ArrowRight")
    it.wait_for_address(1)


def test_keys_step_wherever_the_focus_is_and_with_others_do_nothing(visit: Visitor) -> None:
    it = visit("four", "#ply=5")
    for focus in ("#slider", "#next", ".moves a >> nth=9", ".table"):
        it.page.locator(focus).focus()
        it.page.keyboard.press("ArrowRight")
    assert it.ply() == 9
    it.page.keyboard.press("Shift+ArrowRight")
    it.page.locator("#speed").focus()
    it.page.keyboard.press("Home")
    assert it.ply() == 9


def test_buttons_step(visit: Visitor) -> None:
    it = visit("four")
    expected = {"next": 1, "last": it.last, "back": it.last - 1, "first": 0}
    for button, ply in expected.items():
        it.page.click(f"#{button}")
        assert it.ply() == ply
    assert it.page.get_attribute("#first", "aria-disabled") == "true"
    assert it.page.get_attribute("#next", "aria-disabled") == "false"


def test_the_slider_jumps(visit: Visitor) -> None:
    it = visit("four")
    it.page.locator("#slider").fill("37")
    assert it.ply() == 37
    it.wait_for_address(37)
    box = it.page.locator("#slider").bounding_box()
    assert box is not None
    it.page.mouse.click(box["x"] + box["width"] - 4, box["y"] + box["height"] / 2)
    assert it.ply() == it.last


def test_the_chart_jumps(visit: Visitor) -> None:
    it = visit("four")
    box = it.page.locator("#chart").bounding_box()
    assert box is not None
    it.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    assert abs(it.ply() - it.last / 2) <= 1
    now = it.page.locator("#now").bounding_box()
    assert now is not None
    assert abs(now["x"] - box["x"] - box["width"] / 2) < 6


def test_a_click_on_a_move_jumps_and_the_list_follows(visit: Visitor) -> None:
    it = visit("four")
    it.page.click('.moves a[data-ply="12"]')
    assert it.ply() == 12
    it.page.keyboard.press("End")
    seen = "(() => { const [a, b] = ['.moves', '.moves a[aria-current]'].map((s) => document.querySelector(s)"
    seen += ".getBoundingClientRect()); return b.top >= a.top && b.bottom <= a.bottom + 1; })()"
    assert it.page.evaluate(seen)
    assert it.page.evaluate("scrollY") == 0


# -- Links ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "ply"), [("#ply=37", 37), ("#ply=0", 0), ("#ply=999", 108), ("#ply=x", 0), ("#ply=-3", 0), ("#else", 0)]
)
def test_a_link_leads_to_its_ply(visit: Visitor, address: str, ply: int) -> None:
    assert visit("four", address).ply() == ply


def test_back_and_forward_undo_jumps_and_not_steps(visit: Visitor) -> None:
    it = visit("four")
    it.page.keyboard.press("ArrowRight")
    it.page.click('.moves a[data-ply="3"]')
    it.page.locator("#slider").fill("20")
    for _ in range(3):
        it.page.keyboard.press("ArrowRight")
    it.page.keyboard.press("End")
    places = [it.ply()]
    for _ in range(3):
        it.page.go_back()
        places.append(it.ply())
    it.page.go_forward()
    places.append(it.ply())
    assert places[:3] == [it.last, 23, 3]
    assert places[3] in (0, 1)  # the step just before the click may not have been written yet
    assert places[4] == 3
    it.page.reload()
    assert it.ply() == 3


# -- By itself ------------------------------------------------------------------------------------------------------


def test_it_plays_until_told_to_stop_or_the_end(visit: Visitor) -> None:
    it = visit("four")
    it.page.clock.install(time=0)
    it.page.reload()
    it.page.clock.pause_at(3_600_000)
    it.page.keyboard.press("Space")
    assert it.page.get_attribute("#play", "aria-label") == "Pause"
    it.page.clock.run_for(1600)
    assert it.ply() == 1
    it.page.select_option("#speed", "fast")
    it.page.clock.run_for(3000)
    assert it.ply() == 5  # a slow one that had begun, and then three fast ones
    it.page.click("#play")
    it.page.clock.run_for(5000)
    assert it.ply() == 5
    it.page.click("#play")
    it.page.click("#next")
    it.page.clock.run_for(5000)
    assert it.ply() == 6
    it.page.locator("#slider").fill(str(it.last - 1))
    it.page.click("#play")
    it.page.clock.run_for(5000)
    assert it.ply() == it.last
    assert it.page.get_attribute("#play", "aria-pressed") == "false"
    it.page.click("#play")
    assert it.ply() == 0


# -- Fold-outs ------------------------------------------------------------------------------------------------------


def test_a_clause_unfolds_to_what_it_says(visit: Visitor) -> None:
    it = visit("four", "#ply=45")
    clause = it.page.locator(".clause").first
    assert not clause.locator("span").is_visible()
    clause.locator("summary").click()
    assert clause.locator("span").inner_text() == clause.locator("summary").get_attribute("title")


def test_the_legal_moves_stay_unfolded_from_ply_to_ply(visit: Visitor) -> None:
    it = visit("four", "#ply=44")
    assert not it.page.locator(".choices .made").is_visible()
    it.page.click(".choices summary")
    it.page.keyboard.press("ArrowRight")
    assert it.ply() == 45
    assert it.page.locator(".choices .made").is_visible()
    assert it.text(".choices .made") == it.text(".said")
    it.page.keyboard.press("Space")
    assert not it.page.locator(".choices .made").is_visible()


# -- Where it is shown ----------------------------------------------------------------------------------------------


PANES = ("table", "details", "moves")

STICKING_OUT = """
[...document.querySelectorAll('body *')].filter((one) => {
  const box = one.getBoundingClientRect();
  return box.width && (box.left < -1 || box.right > innerWidth + 1);
}).map((one) => one.outerHTML.slice(0, 90))
"""
"""Whatever is drawn beyond the width of the screen, pictures included."""

CUT_OFF = """
[...document.querySelectorAll('.table, .details, .moves, .sentence, h1, h2, h3, h4, .events li, p, td, summary')]
  .filter((one) => one.clientWidth && one.scrollWidth > one.clientWidth + 1).map((one) => one.outerHTML.slice(0, 90))
"""
"""Whatever is wider than its place."""


def assert_controls_in_sight(it: Visit, width: int, height: int) -> None:
    for control in ("#first", "#back", "#play", "#next", "#last", "#slider", "#where", "#speed"):
        box = it.page.locator(control).bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height


@pytest.mark.parametrize(("width", "height"), [*PHONES, *BETWEEN, *SCREENS])
@pytest.mark.parametrize("name", ["four", "left", "solo", "hostile", "four maps"])
def test_nothing_is_wider_than_the_screen_and_the_controls_stay(
    visit: Visitor, name: str, width: int, height: int
) -> None:
    it = visit(name, f"#ply={10**5}", width=width, height=height)
    for ply in (it.last, it.last * 2 // 3, it.last // 3, 0):
        it.page.evaluate(f"jump({ply})")
        for pane in PANES if width < 700 else PANES[:1]:
            it.page.evaluate(f"showPane('{pane}')")
            for wrong in (STICKING_OUT, CUT_OFF):
                assert it.page.evaluate(wrong) == []
            assert it.page.evaluate(
                "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
            ) == [
                width,
                height,
            ]
            assert_controls_in_sight(it, width, height)


@pytest.mark.parametrize(("width", "height"), SCREENS)
@pytest.mark.parametrize("name", [*GAMES, *MAPS])
def test_a_screen_shows_the_table_and_all_players_without_scrolling(
    visit: Visitor, name: str, width: int, height: int
) -> None:
    """At every tenth ply and at the end, when trains are longest. Final scores and a legend may lie below."""
    it = visit(name, width=width, height=height)
    bar = it.page.locator(".bar").bounding_box()
    assert bar is not None
    for ply in (*range(0, it.last, 10), it.last - 1, it.last):
        it.page.evaluate(f"jump({ply})")
        boxes = it.page.evaluate(
            "[...document.querySelectorAll('.table [data-piece]')].filter((one) => /^(panel:(?!scores|legend)|seat:)/"
            ".test(one.dataset.piece)).map((one) => [one.dataset.piece, ...['left', 'top', 'right', 'bottom']"
            ".map((side) => one.getBoundingClientRect()[side])])"
        )
        assert len(boxes) >= (12 if name in GAMES else 2)
        for piece, left, top, right, bottom in boxes:
            assert left >= 0, piece
            assert top >= 0, piece
            assert right <= width, piece
            assert bottom <= bar["y"], piece
        assert it.page.evaluate("document.querySelector('.table').scrollTop") == 0
        scale = "(({width}, svg) => width / svg.viewBox.baseVal.width)"
        scale += (
            "(document.querySelector('.table > svg').getBoundingClientRect(), document.querySelector('.table > svg'))"
        )
        assert it.page.evaluate(scale) > 0.75  # or nobody could read it


@pytest.mark.parametrize(("width", "height"), [*PHONES, *BETWEEN])
def test_on_smaller_screens_every_train_can_be_reached_and_the_controls_stay(
    visit: Visitor, width: int, height: int
) -> None:
    it = visit("four", "#ply=100", width=width, height=height)
    for seat in ("yellow", "red", "green", "blue"):
        train = it.page.locator(f'[data-piece="seat:{seat}"]')
        train.scroll_into_view_if_needed()
        box, frame = train.bounding_box(), it.page.locator(".table").bounding_box()
        assert box is not None
        assert frame is not None
        assert box["y"] < frame["y"] + frame["height"]
        assert box["y"] + box["height"] > frame["y"]
        assert_controls_in_sight(it, width, height)
        assert it.page.evaluate("scrollY") == 0


def test_a_phone_shows_one_thing_at_a_time(visit: Visitor) -> None:
    it = visit("four", "#ply=45", width=WIDE, height=HIGH)
    parts = {"table": ".table", "details": ".details", "moves": ".moves"}
    for pane in PANES:
        it.page.click(f'button[data-pane="{pane}"]')
        assert [name for name, part in parts.items() if it.page.locator(part).is_visible()] == [pane]
        assert it.page.get_attribute(f'button[data-pane="{pane}"]', "aria-pressed") == "true"
        assert it.page.locator(".said").is_visible()
    for ply in (0, it.last):
        it.page.evaluate(f"jump({ply})")
        assert it.page.evaluate("document.querySelector('.bar').offsetHeight") < 110  # two lines of controls
        assert it.page.evaluate("document.querySelector('.panes').offsetHeight") < 45
    it.page.set_viewport_size({"width": 1280, "height": 800})
    assert all(it.page.locator(part).is_visible() for part in parts.values())
    assert not it.page.locator(".panes").is_visible()


def test_the_table_is_drawn_anew_when_the_screen_turns(visit: Visitor) -> None:
    it = visit("four", "#ply=45", width=1280, height=800)
    it.wait_for_table("wide")
    it.page.set_viewport_size({"width": 390, "height": 844})
    it.wait_for_table("narrow")
    it.page.set_viewport_size({"width": 1180, "height": 800})
    it.wait_for_table("wide")
    assert it.ply() == 45


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 480)])
@every_game
def test_the_card_that_is_used_is_outlined(visit: Visitor, name: str, width: int, height: int) -> None:
    """At every ply, also when the use ends the turn; and something that is outlined is in sight."""
    it = visit(name, width=width, height=height)
    look = "[...document.querySelectorAll('.table [data-piece]')].filter((one) => one.querySelector(':scope > .mark'))"
    for turn in replay(it.game.rules, it.game.told):
        it.page.evaluate(f"show({turn.number})")
        outlined = set(it.page.evaluate(f"{look}.map((one) => one.dataset.piece)"))
        assert used_by(it.game.rules, turn.state, turn.move) <= outlined
        if outlined and turn.number % 5 == 0:
            frame = it.page.locator(".table").bounding_box()
            assert frame is not None
            spots = it.page.evaluate(
                f"{look}.map((one) => [one.getBoundingClientRect().top, one.getBoundingClientRect().bottom])"
            )
            assert any(top >= frame["y"] - 1 and bottom <= frame["y"] + frame["height"] + 1 for top, bottom in spots)


@pytest.mark.parametrize(("scheme", "colours"), [("light", LIGHT), ("dark", DARK)])
def test_it_follows_the_scheme_of_the_system(
    visit: Visitor, scheme: Literal["light", "dark"], colours: dict[str, str]
) -> None:
    it = visit("four", scheme=scheme)
    looks = "[getComputedStyle(document.documentElement).backgroundColor,"
    looks += " getComputedStyle(document.querySelector('.table .paper')).fill]"
    assert it.page.evaluate(looks) == [rgb(colours["paper"])] * 2


def test_paper_gets_the_position_and_all_moves_but_no_controls(visit: Visitor) -> None:
    it = visit("four", "#ply=45")
    assert it.page.locator(".bar").is_visible()
    it.page.emulate_media(media="print")
    assert not it.page.locator(".bar").is_visible()
    assert it.page.locator(".table > svg").is_visible()
    assert "ply 45 of 108" in it.text(".sentence")
    clipped = "(() => { const list = document.querySelector('.moves');"
    clipped += " return getComputedStyle(list).overflowY !== 'visible' || list.scrollHeight > list.clientHeight; })()"
    assert not it.page.evaluate(clipped)
    assert len(it.page.pdf(format="A4")) > 10_000


def test_paper_from_a_phone_gets_the_whole_table_too(visit: Visitor) -> None:
    it = visit("four", "#ply=45", width=WIDE, height=HIGH)
    it.page.click('button[data-pane="moves"]')
    it.page.emulate_media(media="print")
    it.wait_for_table("wide")
    assert all(it.page.locator(part).is_visible() for part in (".table", ".details", ".moves"))


def test_focus_can_be_seen(visit: Visitor) -> None:
    it = visit("four")
    it.page.locator("#slider").focus()
    it.page.keyboard.press("Tab")
    look = "(() => { const s = getComputedStyle(document.activeElement);"
    look += " return [document.activeElement.id, s.outlineStyle, s.outlineWidth]; })()"
    assert it.page.evaluate(look) == ["first", "solid", "3px"]
