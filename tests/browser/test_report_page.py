"""The page of a report in a real browser: it fits, can be read, is worked by keys, prints whole and fetches nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

import pytest
from attrs import field, frozen

from shinkansen.verify.judging.verdict import Report
from shinkansen.verify.reports.page import page
from tests.reports import careless, conforming, hostile

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

WIDE, NARROW = 1280, 390
MADE = {"careless": careless, "hostile": hostile, "conforming": conforming}
every_page = pytest.mark.parametrize("name", MADE)
every_width = pytest.mark.parametrize("width", [WIDE, NARROW])


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The files of the pages, by name."""
    folder = tmp_path_factory.mktemp("reports")
    made = {name: folder / f"{name}.html" for name in MADE}
    for name, path in made.items():
        report: Report = MADE[name]()
        artefacts = [folder / f"difference-{number}.json" for number in range(len(report.findings))]
        again = [f"shinkansen verify --rerun {artefact} -- COMMAND" for artefact in artefacts]
        path.write_text(page(report, again), encoding="utf-8", newline="\n")
    return made


@frozen
class Visit:
    """A page that is open, and what it complained about and asked for."""

    page: Page
    complaints: list[str] = field(factory=list[str])
    requests: list[str] = field(factory=list[str])

    def ask(self, script: str) -> Any:
        return self.page.evaluate(script)


class Opener(Protocol):
    """Opens a page on a screen of some width and scheme."""

    def __call__(self, name: str, width: int = WIDE, scheme: Literal["light", "dark"] = "light") -> Visit: ...


@pytest.fixture
def opened(browser: Browser, pages: dict[str, Path]) -> Iterator[Opener]:
    """Opens pages of `pages`. They must not complain, nor ask for anything but themselves."""
    visits: list[tuple[Visit, str]] = []

    def open_(name: str, width: int = WIDE, scheme: Literal["light", "dark"] = "light") -> Visit:
        tab = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme).new_page()
        tab.set_default_timeout(30_000)
        visit = Visit(tab)
        tab.on("console", lambda message: visit.complaints.append(message.text))
        tab.on("pageerror", lambda problem: visit.complaints.append(str(problem)))
        tab.on("dialog", lambda dialog: visit.complaints.append(dialog.message))
        tab.on("request", lambda request: visit.requests.append(request.url))
        tab.goto(pages[name].as_uri())
        visits.append((visit, pages[name].as_uri()))
        return visit

    yield open_
    for visit, address in visits:
        visit.page.context.close()
        assert visit.complaints == []
        assert {url.partition("#")[0] for url in visit.requests} == {address}


def unfold(it: Visit) -> None:
    it.ask("document.querySelectorAll('details').forEach((one) => { one.open = true; })")


STICKING_OUT = """
[...document.querySelectorAll('body *')].filter((one) => {
  if (one.closest('.picture') || one.tagName === 'INPUT') return false;
  const box = one.getBoundingClientRect();
  return box.width && (box.left < -1 || box.right > innerWidth + 1);
}).map((one) => one.outerHTML.slice(0, 90))
"""

CUT_OFF = """
[...document.querySelectorAll('h1, h2, h3, h4, p, li, dt, dd, th, td, summary, label, figcaption, pre, caption')]
  .filter((one) => one.clientWidth && one.scrollWidth > one.clientWidth + 1).map((one) => one.outerHTML.slice(0, 90))
"""

OVERLAPPING = """
[...document.querySelectorAll('body, main, header, article, section, details, dl, ol, ul, tbody, .sides')]
  .flatMap((one) => {
    const boxes = [...one.children].map((child) => [child, child.getBoundingClientRect()])
      .filter(([child, box]) => box.width && box.height && child.tagName !== 'INPUT');
    const shared = (x, y, from, to) => Math.min(x[to], y[to]) - Math.max(x[from], y[from]);
    return boxes.flatMap(([a, x], place) => boxes.slice(place + 1)
      .filter(([b, y]) => shared(x, y, 'left', 'right') > 1 && shared(x, y, 'top', 'bottom') > 1)
      .map(([b]) => a.outerHTML.slice(0, 60) + ' / ' + b.outerHTML.slice(0, 60)));
  })
"""


@every_page
@every_width
def test_everything_fits_and_nothing_overlaps(opened: Opener, name: str, width: int) -> None:
    it = opened(name, width)
    for _ in range(2):
        assert it.ask("document.documentElement.scrollWidth") <= width
        for wrong in (STICKING_OUT, CUT_OFF, OVERLAPPING):
            assert it.ask(wrong) == []
        unfold(it)


@every_page
@every_width
def test_every_difference_is_there_with_one_picture_in_sight(opened: Opener, name: str, width: int) -> None:
    it, report = opened(name, width), MADE[name]()
    assert it.page.locator("article").count() == it.page.locator(".index a").count() == len(report.findings)
    for number in range(1, len(report.findings) + 1):
        article = it.page.locator(f"#d{number}")
        assert article.locator("h3").is_visible()
        assert article.locator("figure:visible").count() == 1
        for drawn in article.locator("figure:visible svg").all():
            box = drawn.bounding_box()
            assert box is not None
            scale = box["width"] / float(drawn.evaluate("(svg) => svg.viewBox.baseVal.width"))
            assert scale > 0.75  # large enough to be read; a phone moves whole tables sideways
            if article.locator("figure:visible .pair").count():
                assert box["x"] >= 0
                assert box["x"] + box["width"] <= width


def test_names_that_try_to_break_out_stay_words(opened: Opener) -> None:
    it = opened("hostile")
    assert it.ask("[document.images.length, document.scripts.length]") == [0, 0]
    assert "<img src=x onerror=alert(1)>" in it.page.locator("h1").inner_text()
    assert "</script></pre><img" in it.page.title()


CONTRASTS = """
(() => {
  const paper = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
  const pixel = () => [...paper.getImageData(0, 0, 1, 1).data].slice(0, 3);
  const paint = (colour) => { paper.fillStyle = colour; paper.fillRect(0, 0, 1, 1); return pixel(); };
  const light = (rgb) => rgb.map((c) => c / 255).map((c) => c <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4)
    .reduce((sum, c, place) => sum + c * [.2126, .7152, .0722][place], 0);
  const found = [];
  for (const one of document.querySelectorAll('body *:not(svg):not(svg *):not(style)')) {
    const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || !one.getBoundingClientRect().width || one.closest('svg')) continue;
    const under = [];
    for (let up = one; up; up = up.parentElement) under.unshift(getComputedStyle(up).backgroundColor);
    let ground;
    for (const colour of under) ground = paint(colour);
    const ink = paint(getComputedStyle(one).color);
    const [a, b] = [light(ground), light(ink)].sort((x, y) => y - x);
    found.push([(a + .05) / (b + .05), one.outerHTML.slice(0, 90)]);
  }
  return found;
})()
"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_words_can_be_read_in_both_schemes(opened: Opener, scheme: Literal["light", "dark"]) -> None:
    it = opened("careless", scheme=scheme)
    unfold(it)
    found = it.ask(CONTRASTS)
    assert len(found) > 500
    assert [row for row in found if row[0] < 4.5] == []
    dark = it.ask("getComputedStyle(document.documentElement).backgroundColor")
    assert (dark == "rgb(18, 22, 27)") == (scheme == "dark")


def test_pictures_are_chosen_by_click_and_by_key(opened: Opener) -> None:
    it = opened("careless")
    number = 1 + next(n for n, one in enumerate(careless().findings) if one.difference.kind == "effect")
    article = it.page.locator(f"#d{number}")
    shown = article.locator("figure:visible figcaption b")
    assert shown.inner_text() == "Beside each other."
    assert article.locator("figure:visible svg").count() == 2
    article.locator("label", has_text="Before the move").click()
    assert shown.inner_text() == "Before the move."
    it.page.keyboard.press("ArrowRight")
    assert shown.inner_text() == "After it, by the rules."
    outline = f"getComputedStyle(document.querySelector('#d{number} input:checked + label')).outlineStyle"
    assert it.ask(outline) == "solid"


def test_keys_reach_every_part(opened: Opener) -> None:
    it = opened("careless")
    reached = set[str]()
    for _ in range(200):
        it.page.keyboard.press("Tab")
        what = it.ask("document.activeElement.tagName + '.' + document.activeElement.className")
        if what == "BODY." and len(reached) > 4:
            break
        reached.add(what)
    assert reached >= {"A.", "INPUT.", "DIV.picture", "SUMMARY."}
    it.page.locator(".chapter summary").nth(6).focus()
    it.page.keyboard.press("Enter")
    assert it.page.locator(".chapter").nth(6).locator("li").first.is_visible()
    it.page.locator(".index a").nth(2).focus()
    it.page.keyboard.press("Enter")
    it.page.wait_for_url("**#d3")


@every_page
def test_paper_gets_all_of_it(opened: Opener, name: str) -> None:
    it = opened(name)
    it.page.emulate_media(media="print")
    figures = it.page.locator("figure")
    assert figures.count() == it.page.locator("figure:visible").count()
    assert it.page.locator(".chapter li:visible").count() == it.page.locator(".chapter li").count() > 200
    assert it.page.locator("label:visible").count() == 0
    assert len(it.page.pdf(format="A4")) > 10_000
