"""A browser for the tests, and pages in it that are watched: what they complain about and what they ask for."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NoReturn, Protocol

import pytest
from attrs import field, frozen

from shinkansen.core.record import Record, read
from shinkansen.nextstation import replay as ns_replay
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.witnesses import editions
from shinkansen.zerokei import replay as zk_replay
from shinkansen.zerokei.picture import LAYOUTS
from shinkansen.zerokei.records import rules_of
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.testing.strategies import rules_for
from tests.browser.chromium import FLAGS, NoChromium, find_or_install
from tests.build.make_corpus import FOLDER, game
from tests.paper.drawn_games import NEXTSTATION, ZEROKEI, Drawn
from tests.zerokei.test_replay import hostile

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def _without(why: str) -> NoReturn:
    """Skip, but not in CI: there a test that does not run proves nothing."""
    if os.environ.get("CI"):
        pytest.fail(why)
    pytest.skip(why)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _without("the extra `browser` is not installed: pip install -e '.[browser]'")
    try:
        path = find_or_install()
    except NoChromium as problem:
        _without(str(problem))
    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=path, args=[*FLAGS])
        yield chromium
        chromium.close()


@frozen
class Game:
    """A record, and the file of its page."""

    drawn: Drawn
    rules: Any
    told: Record
    path: Path


@pytest.fixture(scope="session")
def games(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Game]:
    """Games whose pages are looked at, by name."""
    folder = tmp_path_factory.mktemp("pages")

    def corpus(name: str) -> tuple[ZeroKei, Record]:
        told = read(FOLDER / f"{name}.json")
        return rules_of(told), told

    known: dict[str, tuple[Any, Record]] = {
        "four": corpus("four-seats-1"),
        "three": corpus("three-seats-1"),
        "two": corpus("two-seats-2"),
        "left": corpus("three-seats-left-seen-by-red"),
        "solo": (rules_for(1), game(rules_for(1), 4)),
        "hostile": hostile(),
    }
    maps = NextStation(4, editions()["tokyo"], None, True, False, True), NextStation(1)
    others: dict[str, tuple[Any, Record]] = {
        "four maps": (maps[0], game(maps[0], 3, most=40)),
        "solo map": (maps[1], game(maps[1], 4)),
    }
    made: dict[str, Game] = {}
    pages: tuple[Any, Any] = zk_replay.page, ns_replay.page
    for drawn, page, found in zip((ZEROKEI, NEXTSTATION), pages, (known, others), strict=True):
        for name, (rules, told) in found.items():
            path = folder / f"{name}.html"
            path.write_text(page(rules, told), encoding="utf-8", newline="\n")
            made[name] = Game(drawn, rules, told, path)
    return made


@frozen
class Visit:
    """A page that is open, and the game on it."""

    page: Page
    game: Game
    complaints: list[str] = field(factory=list[str])
    requests: list[str] = field(factory=list[str])

    @property
    def last(self) -> int:
        return len(self.game.told.plies)

    def ply(self) -> int:
        """The ply that the page shows, which everything on it agrees about."""
        look = (
            "[document.getElementById('slider').value, document.getElementById('where').textContent.split(' ')[0],"
            " document.querySelector('.moves a[aria-current]').dataset.ply]"
        )
        told = {int(said) for said in self.page.evaluate(look)}
        assert len(told) == 1, told
        return told.pop()

    def wait_for_address(self, ply: int) -> None:
        self.page.wait_for_url(re.compile(rf"#ply={ply}$"))

    def wait_for_table(self, layout: str) -> None:
        """Until the table is drawn in this layout.

        Not with `wait_for_function`: what is not true at once would be evaluated by the page, whose policy forbids it.
        """
        self.page.wait_for_selector(f'.table > svg[viewBox^="0 0 {LAYOUTS[layout].width} "]')

    def text(self, selector: str) -> str:
        return self.page.locator(selector).inner_text()


class Visitor(Protocol):
    """Opens a page on a screen of some size and scheme."""

    def __call__(
        self,
        name: str,
        address: str = "",
        width: int = 1280,
        height: int = 800,
        scheme: Literal["light", "dark"] = "light",
    ) -> Visit: ...


@pytest.fixture
def visit(browser: Browser, games: dict[str, Game]) -> Iterator[Visitor]:
    """Opens pages of `games`. They must not complain, nor ask for anything but themselves."""
    visits: list[Visit] = []

    def opened(
        name: str,
        address: str = "",
        width: int = 1280,
        height: int = 800,
        scheme: Literal["light", "dark"] = "light",
    ) -> Visit:
        page = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme).new_page()
        page.set_default_timeout(30_000)
        visit = Visit(page, games[name])
        page.on("console", lambda message: visit.complaints.append(message.text))
        page.on("pageerror", lambda problem: visit.complaints.append(str(problem)))
        page.on("request", lambda request: visit.requests.append(request.url))
        page.goto(visit.game.path.as_uri() + address)
        visits.append(visit)
        return visit

    yield opened
    for visit in visits:
        visit.page.context.close()
        assert visit.complaints == []
        assert {url.partition("#")[0] for url in visit.requests} == {visit.game.path.as_uri()}
