"""The site in a real browser: it complains about nothing, fetches nothing, fits a phone, and its map leads to clauses.

`nox -s docs` names the site it has built in SHINKANSEN_SITE; without that the site is built here, which takes minutes.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

import pytest

from docs.extension import links
from docs.extension.places import clause_anchor
from docs.extension.search import address
from shinkansen.core.search import Entry
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.rulebook import rulebook
from tests.core.test_search import every_question, index

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ROOT = Path(__file__).parent.parent.parent
WIDE, NARROW = 1280, 390
PAGES = (
    "index",
    "tutorial",
    "zerokei/rulebook/index",
    "zerokei/rulebook/chapter-7",
    "zerokei/rulebook/map",
    "zerokei/rulebook/glossary",
    "search",
    "zerokei/rulings/index",
    "zerokei/rulings/R29",
    "zerokei/examples/turn",
    "zerokei/editions",
    "nextstation/tutorial",
    "nextstation/examples/double-track",
    "nextstation/maps",
    "nextstation/rulings/R9",
    "guides/write-an-adapter",
    "catalogue",
    "provenance",
    "wire",
    "reference/commands",
    "reference/messages",
    "reference/values",
    "reference/api/shinkansen.zerokei.ruleset",
    "code/shinkansen/zerokei/actions",
)
"""One of each sort."""

Scheme: TypeAlias = Literal["light", "dark"]
Opener: TypeAlias = "Callable[[str, int, Scheme], Page]"


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if built := os.environ.get("SHINKANSEN_SITE"):
        return (ROOT / built).resolve()
    folder = tmp_path_factory.mktemp("site") / "html"
    subprocess.run([sys.executable, "-m", "sphinx", "-q", "-j", "2", str(ROOT / "docs"), str(folder)], check=True)
    return folder


@pytest.fixture
def opened(browser: Browser, site: Path) -> Iterator[Opener]:
    """Opens pages. They must not complain, nor ask for anything but files of the site."""
    pages: list[Page] = []
    complaints, requests = list[str](), list[str]()

    def opener(name: str, width: int, scheme: Scheme) -> Page:
        address, _, anchor = name.partition("#")
        page = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=scheme).new_page()
        page.set_default_timeout(30_000)
        page.on("console", lambda message: complaints.append(f"{name}: {message.text}"))
        page.on("pageerror", lambda problem: complaints.append(f"{name}: {problem}"))
        page.on("requestfailed", lambda request: complaints.append(f"{name}: {request.url} cannot be had"))
        page.on("request", lambda request: requests.append(request.url))
        page.goto(f"{(site / address).as_uri()}.html{'#' * bool(anchor)}{anchor}")
        pages.append(page)
        return page

    yield opener
    for page in pages:
        page.context.close()
    assert complaints == []
    assert [url for url in requests if not url.startswith((site.as_uri(), "data:"))] == []


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize(("width", "scheme"), [(WIDE, "light"), (NARROW, "dark")])
def test_a_page_fits_the_screen(opened: Opener, name: str, width: int, scheme: Scheme) -> None:
    page = opened(name, width, scheme)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator("h1").first.is_visible()


def test_the_pictures_on_the_first_page_are_there(opened: Opener) -> None:
    """One of each game that we ship."""
    page = opened("index", NARROW, "light")
    pictures = page.locator("article img, article svg").all()
    assert len(pictures) == 2
    for picture in pictures:
        box = picture.bounding_box()
        assert box is not None
        assert 300 < box["width"] <= NARROW
    assert page.evaluate("[...document.images].every((image) => image.complete && image.naturalWidth > 0)")


def test_every_cell_of_the_map_leads_to_its_clause(opened: Opener, site: Path) -> None:
    page = opened("zerokei/rulebook/map", WIDE, "light")
    addresses: list[str] = page.eval_on_selector_all("a.heat", "cells => cells.map((cell) => cell.href)")
    assert addresses == [
        f"{(site / 'zerokei' / 'rulebook' / f'chapter-{clause.chapter}.html').as_uri()}#{clause_anchor(clause.id)}"
        for clause in rulebook()
    ]
    page.locator("a.heat", has_text="7.11.5").click()
    page.wait_for_url("**/zerokei/rulebook/chapter-7.html#clause-7-11-5")
    assert (
        page.locator("section:has(> #clause-7-11-5) > h2, #clause-7-11-5 > h2").first.inner_text().startswith("7.11.5")
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_cells_of_the_map_can_be_read(opened: Opener, scheme: Scheme) -> None:
    """The contrast of each level of the map, as WCAG counts it, is at least that of normal text (4.5)."""
    page = opened("zerokei/rulebook/map", WIDE, scheme)
    colours: list[tuple[str, str]] = page.eval_on_selector_all(
        "a.heat:not(.heat-none)",
        "cells => cells.map((cell) => [getComputedStyle(cell).color, getComputedStyle(cell).backgroundColor])",
    )
    assert len(set(map(tuple, colours))) >= 5
    assert min(_contrast(ink, paper) for ink, paper in colours) >= 4.5


def _contrast(one: str, other: str) -> float:
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(part) / 255 for part in colour.removeprefix("rgb(").removesuffix(")").split(", ")]
    red, green, blue = (part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_button_of_the_theme_beats_the_system(opened: Opener) -> None:
    page = opened("zerokei/rulebook/map", WIDE, "dark")
    before = page.evaluate("getComputedStyle(document.querySelector('a.heat-3')).backgroundColor")
    page.evaluate("document.body.dataset.theme = 'light'")
    assert page.evaluate("getComputedStyle(document.querySelector('a.heat-3')).backgroundColor") != before


# -- Old addresses ----------------------------------------------------------------------------------------------------

OLD: dict[str, list[str]] = json.loads((ROOT / "tests" / "site_addresses.json").read_text(encoding="utf-8"))
"""Every page that the site had before the pages of the game were in a folder, with its permanent anchors; without those
of the source, which are named after modules, and those move. Never changed: addresses that people have stored last.
"""


def test_the_old_addresses_are_those_of_every_clause_and_ruling() -> None:
    anchors = [anchor for each in OLD.values() for anchor in each]
    assert (len(OLD), len(anchors)) == (137, 856)
    assert {f"clause-{id}" for id in ("1-1", "6-c-3", "7-11-5")} <= {*anchors}
    assert {"R29", "R29-b", "r29", "r29-b", "ruling-r29", "word-cauldron", "rulings"} <= {*anchors}


@pytest.mark.parametrize("old", OLD)
def test_an_old_address_leads_to_what_it_led_to(site: Path, old: str) -> None:
    found, page = site / old, links.read(site / old)
    if page.sent_on:
        (to,) = page.sent_on
        found = (site / old).parent / to
        assert f'location.replace("{to}" + location.search + location.hash)' in (site / old).read_text(encoding="utf-8")
        assert found.resolve() == (site / "zerokei" / old).resolve()
    assert {*OLD[old]} <= links.read(found).anchors


MOVED = [
    "rulebook/chapter-7#clause-7-11-5",
    "rulings/R29#R29-b",
    "rulings/R63#r63-b",
    "rulebook/glossary#word-cauldron",
    "examples/turn#the-table",
]


@pytest.mark.parametrize("old", MOVED)
def test_the_browser_goes_from_an_old_address_to_the_same_anchor(opened: Opener, site: Path, old: str) -> None:
    name, _, anchor = old.partition("#")
    page = opened(old, WIDE, "light")
    page.wait_for_url(f"{(site / 'zerokei' / name).as_uri()}.html#{anchor}")
    page.wait_for_function(
        "(id) => { const top = document.getElementById(id)?.getBoundingClientRect().top;"
        " return top >= -1 && top < innerHeight; }",
        arg=anchor,
    )


def test_without_scripts_an_old_address_leads_to_the_page(browser: Browser, site: Path) -> None:
    context = browser.new_context(java_script_enabled=False)
    try:
        page = context.new_page()
        page.goto(f"{(site / 'rulings' / 'R29.html').as_uri()}#R29-b")
        page.wait_for_url(f"{(site / 'zerokei' / 'rulings' / 'R29.html').as_uri()}*")
        assert page.locator("h1").first.inner_text().startswith("R29: ")
    finally:
        context.close()


# -- Searching --------------------------------------------------------------------------------------------------------


def ask(page: Page, question: str) -> None:
    """Type a question into the box that every page has."""
    page.locator(".sidebar-search").fill(question)
    page.locator(".sidebar-search").press("Enter")
    page.wait_for_selector("#rules-results li, #rules-results p")


def test_a_number_typed_into_the_box_leads_to_the_clause_itself(opened: Opener) -> None:
    page = opened("index", WIDE, "light")
    ask(page, "7.11.1")
    assert page.locator("#rules-results li").count() == 1
    page.locator("#rules-results li a").first.click()
    page.wait_for_url("**/zerokei/rulebook/chapter-7.html#clause-7-11-1")
    # It may take the browser a moment to get there.
    page.wait_for_function("document.getElementById('clause-7-11-1').getBoundingClientRect().top < innerHeight / 2")
    assert (
        page.locator("section:has(> #clause-7-11-1) > h2, #clause-7-11-1 > h2").first.inner_text().startswith("7.11.1")
    )


def test_everything_that_can_be_found_has_its_place_on_the_site(site: Path) -> None:
    pages = {
        path: links.read(site / path) for path in {address(GAME, entry).partition("#")[0] for entry in index().entries}
    }
    for entry in index().entries:
        path, _, anchor = address(GAME, entry).partition("#")
        wanted = {anchor} - {""} | {f"{entry.id}-{sentence.label}" for sentence in entry.says if sentence.label}
        assert wanted <= pages[path].anchors, entry.id


@pytest.mark.parametrize("typed", ["r29=b", "zerokei:R29-b@1"])
def test_an_answer_typed_into_the_box_leads_to_the_answer(opened: Opener, typed: str) -> None:
    page = opened("tutorial", WIDE, "light")
    ask(page, typed)
    page.locator("#rules-results li a").first.click()
    page.wait_for_url("**/zerokei/rulings/R29.html#R29-b")
    assert page.locator("[id='R29-b']").count()


def test_every_question_finds_on_the_site_what_the_command_finds(opened: Opener) -> None:
    """The index in the page is asked all of them; what is shown for one of them is what it found."""
    page = opened("search", WIDE, "light")
    questions = every_question(GAME)
    found: list[list[str]] = page.evaluate(
        """(questions) => {
            const raw = JSON.parse(document.getElementById("rules-index").textContent);
            const index = new RulesSearch.Index(raw);
            return questions.map((each) => index.search(each).hits.slice(0, 8).map((hit) => raw.entries[hit.entry].id));
        }""",
        questions,
    )
    assert found == [[hit.entry.id for hit in index().search(question, most=8).hits] for question in questions]
    ask(page, questions[0])
    shown = [text.split()[0] for text in page.locator("#rules-results li > a").all_inner_texts()]
    clauses = [id for id in found[0] if id in rulebook() or id.startswith("R")]
    assert [id for id in shown if id in clauses] == clauses


def test_what_is_found_shows_its_sentence_and_the_rulings_that_touch_it(opened: Opener) -> None:
    page = opened("index", WIDE, "light")
    ask(page, "deck runs out")
    entry = page.locator("#rules-results li", has=page.locator("a", has_text=f"4.D.3 {by_id('4.D.3').title}"))
    assert entry.locator("p").first.inner_text() in [sentence.text for sentence in by_id("4.D.3").says]
    assert entry.locator("a", has_text="R6").get_attribute("href") == "zerokei/rulings/R6.html"
    assert "deck" in " ".join(page.locator("#rules-results mark").all_inner_texts()).lower()


def by_id(id: str) -> Entry:
    return next(entry for entry in index().entries if entry.id == id)


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("dragon", "No rule was found for “dragon”; try other words."),
        ("?!", "There is no word or number in this question"),
        ("a " * 61, "This question is too long"),
        ("<iframe srcdoc=zzqx> dragon", "“<iframe srcdoc=zzqx> dragon”"),
        ("couldron", "“couldron”; read as “cauldron”."),
    ],
)
def test_what_finds_nothing_is_told_in_a_sentence(opened: Opener, question: str, told: str) -> None:
    page = opened("index", WIDE, "light")
    ask(page, question)
    assert told in page.locator("#rules-results").inner_text()
    assert page.locator("#rules-results iframe").count() == 0


@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_what_is_found_fits_the_screen(opened: Opener, site: Path, width: int) -> None:
    page = opened("search", width, "dark")
    page.goto(f"{(site / 'search.html').as_uri()}?q=can+I+buy+a+card+I+cannot+afford")
    page.wait_for_selector("#rules-results li")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    while (more := page.locator("#rules-results button")).count():  # each game that found much has one
        before = page.locator("#rules-results li").count()
        more.first.click()
        assert page.locator("#rules-results li").count() > before
    page.locator(".rules-ask input").fill("R6")
    page.locator(".rules-ask button").click()
    page.wait_for_url(re.compile(r"/search\.html\?q=R6$"))
    assert page.locator("#rules-results li a").first.inner_text().startswith("R6 ")


def test_pages_that_are_no_rules_are_found_too(opened: Opener) -> None:
    page = opened("index", WIDE, "light")
    ask(page, "adapter")
    page.wait_for_selector("#search-results li a")
    assert page.locator("#search-results li a", has_text="adapter").count()


def test_the_words_of_a_question_are_not_marked_on_the_page_it_led_to(opened: Opener, site: Path) -> None:
    """Sphinx marks every word that was asked, "can" and "a" among them, on the next page that is opened."""
    page = opened("search", WIDE, "light")
    page.goto(f"{(site / 'search.html').as_uri()}?q=can+I+buy+a+card")
    page.wait_for_selector("#search-results li a", state="attached")
    page.goto((site / "zerokei" / "rulings" / "index.html").as_uri())
    assert page.locator("h1").inner_text().startswith("Rulings")
    assert page.locator(".highlighted").count() == 0
