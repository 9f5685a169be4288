"""The buttons that copy citations, in a real browser: by mouse and by keyboard, with and without a clipboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from docs.extension.cite import citing
from shinkansen.commands.citing import citation, clause_citation
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.rulebook import rulebook

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

STATIC = Path(__file__).parents[2] / "docs" / "_static"
HOST = "http://localhost"
PLACE = "zerokei/rulebook/chapter-7.html"
FIRST, SECOND = (clause_citation(GAME, rulebook()[id]) for id in ("7.11.1", "7.11.2"))
WORDS = citation(FIRST)
PAGE = f"""<!doctype html><html lang="en"><title>x</title>
<style>{(STATIC / "site.css").read_text(encoding="utf-8")}</style>
<p>{citing(FIRST, "zerokei/rulebook/chapter-7", "clause-7-11-1")}</p>
<p>{citing(SECOND, "zerokei/rulebook/chapter-7", "clause-7-11-2")}</p>
<script>{(STATIC / "cite.js").read_text(encoding="utf-8")}</script>"""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page of clauses, at an address that others can open."""
    context = browser.new_context(permissions=["clipboard-read", "clipboard-write"])
    made = context.new_page()
    complaints: list[str] = []
    made.on("pageerror", lambda problem: complaints.append(str(problem)))

    def serve(route: Route) -> None:
        route.fulfill(body=PAGE, content_type="text/html; charset=utf-8")

    made.route(f"{HOST}/**", serve)
    made.goto(f"{HOST}/site/{PLACE}#somewhere")
    yield made
    context.close()
    assert complaints == []


def copied(page: Page) -> str:
    return str(page.evaluate("navigator.clipboard.readText()"))


def test_a_click_copies_the_words_and_the_address(page: Page) -> None:
    assert WORDS.startswith("zerokei:7.11.1@")
    page.get_by_role("button", name="copy the citation of clause 7.11.1").click()
    page.get_by_role("status").first.get_by_text("copied").wait_for()
    assert copied(page) == f"{WORDS}, {HOST}/site/{PLACE}#clause-7-11-1"


def test_the_keyboard_does_it_too(page: Page) -> None:
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_role("status").nth(1).get_by_text("copied").wait_for()
    assert copied(page).endswith("#clause-7-11-2")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "copy the citation of clause 7.11.2"
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Space")
    page.get_by_role("status").first.get_by_text("copied").wait_for()
    assert copied(page).endswith("#clause-7-11-1")


def test_where_the_page_is_not_trusted_with_the_clipboard(page: Page) -> None:
    """Then the old way is taken; what it selected is what would be copied."""
    page.evaluate("""() => {
        navigator.clipboard.writeText = () => Promise.reject(new Error("no"));
        document.execCommand = (command) => {
            window.asked = [command, document.activeElement.value];
            return true;
        };
    }""")
    page.get_by_role("button").first.click()
    page.get_by_role("status").first.get_by_text("copied").wait_for()
    assert page.evaluate("window.asked") == ["copy", f"{WORDS}, {HOST}/site/{PLACE}#clause-7-11-1"]
    page.evaluate("document.execCommand = () => false")
    page.get_by_role("button").first.click()
    page.get_by_role("status").first.get_by_text("cannot be copied here").wait_for()
    assert page.locator("textarea").count() == 0


def test_a_plain_file_is_cited_by_its_place_in_the_site(browser: Browser, tmp_path: Path) -> None:
    """Nobody else can open what is on my disk."""
    file = tmp_path / "chapter-7.html"
    file.write_text(PAGE, encoding="utf-8")
    context = browser.new_context()
    try:
        page = context.new_page()
        page.goto(file.as_uri())
        page.evaluate("""() => {
            window.asked = "";
            navigator.clipboard.writeText = (text) => { window.asked = text; return Promise.resolve(); };
        }""")
        page.get_by_role("button").first.click()
        page.get_by_role("status").first.get_by_text("copied").wait_for()
        assert page.evaluate("window.asked") == f"{WORDS}, {PLACE}#clause-7-11-1"
    finally:
        context.close()


def test_without_scripts_there_is_no_button_and_the_words_are_there(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "chapter-7.html"
    file.write_text(PAGE, encoding="utf-8")
    context = browser.new_context(java_script_enabled=False)
    try:
        page = context.new_page()
        page.goto(file.as_uri())
        assert page.locator("button:visible").count() == 0
        assert page.get_by_text(WORDS).is_visible()
    finally:
        context.close()
