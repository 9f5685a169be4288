"""The page of a report for any game: pictures come from the game, and without them it is a page in words."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import attrs
import pytest

from shinkansen.core.game import Game
from shinkansen.core.parts import CLAUSE_TESTS
from shinkansen.paper.parts import PICTURES
from shinkansen.verify.judging.findings import Finding
from shinkansen.verify.judging.start import Smoke, Who
from shinkansen.verify.judging.verdict import Progress, Report
from shinkansen.verify.reports.page import page
from shinkansen.zerokei.game import GAME
from tests.paper.reading import Elements, loads
from tests.reports import EVIL, differences

BARE = Game(
    GAME.name,
    "A <Small> Game",
    GAME.seats,
    {name: where for name, where in GAME.parts.items() if name in ("rules", "rulebook", "register")},
    GAME.version,
    GAME.variants,
)
"""The same game under another title, with nothing that it need not have."""
TINY = attrs.evolve(BARE, parts={**BARE.parts, PICTURES.name: "tests.paper.tiny_pictures"})
"""With pictures that are drawn from the JSON of any game."""


def report() -> Report:
    """Of an engine that makes every kind of mistake, some of them with names that try to break out."""
    findings = tuple(Finding(found, number) for number, found in enumerate(differences().values(), start=1))
    return Report(
        GAME,
        Who("An engine", "1", "", frozenset({"new", "legal"})),
        Smoke(()),
        findings,
        Progress(vectors=3, games=2, questions=9, clauses={"5.A.3", "6.1"}),
        unasked=0,
        skipped=Counter({EVIL: 3}),
        errored=Counter(),
        trouble=None,
        seconds=1.5,
    )


@cache
def made(game: Game) -> str:
    """The page of the report, as if this game had been checked."""
    return page(attrs.evolve(report(), game=game))


def elements(text: str) -> Elements:
    return Elements(text.replace("<br>", ""))


@pytest.mark.parametrize("game", [BARE, TINY], ids=["without pictures", "with pictures"])
def test_the_page_is_well_formed_and_fetches_nothing(game: Game) -> None:
    text = made(game)
    assert elements(text).wrong == []
    assert loads(text) == []
    assert "A <Small> Game · checked by the rulebook that runs" in elements(text).text
    assert "Edition:" not in text  # nobody said which


def test_the_pictures_are_those_of_the_game() -> None:
    """For each difference as many as Zero-Kei's own pictures give, in the style of the game."""
    text, own = made(TINY), made(GAME)
    assert {*re.findall(r"tiny-[a-z]+", text)} == {"tiny-auto"}
    assert "zk-" not in text
    name = r'<div class="picture[^>]* aria-label="([^"]*)"'
    # It reads states as strictly as the rules do, so an engine's table that is wrong from the start is not drawn.
    assert {*re.findall(name, text)} == {*re.findall(name, own)} - {"By the engine"}
    assert text.count("<figure>") > len(differences())
    assert 'data-piece="line:' in text
    figures = re.findall(r"<figure>.*?</figure>", text, re.DOTALL)
    assert figures
    assert all("<style>" not in figure for figure in figures)


def test_beside_each_other_only_what_differs_is_drawn() -> None:
    text = made(TINY)
    pairs = re.findall(r'<div class="picture pair".*?</figure>', text, re.DOTALL)
    assert pairs
    for pair in pairs:
        one, other = (re.findall(r'data-piece="((?:panel|seat):[^"]*)"', drawn) for drawn in pair.split("</svg>")[:2])
        assert one == other != []


def test_a_game_without_pictures_has_a_page_in_words() -> None:
    """Everything but the pictures is there: moves with badges, clauses, what differs, how to ask again."""
    text, own = made(BARE), made(GAME)
    assert "<figure>" not in text
    assert "radiogroup" not in text
    assert "plain-auto badge" in text
    in_words = re.sub(r'<div class="views".*?\n</div>\n(?=<section class="again">)', "", own, flags=re.DOTALL)
    headings = re.findall(r"<h[1-4][^>]*>.*?</h[1-4]>", in_words)
    assert len(headings) > 3 * len(differences())
    assert re.findall(r"<h[1-4][^>]*>.*?</h[1-4]>", text) == headings
    said = [re.findall(r"<article.*?</article>", each, re.DOTALL) for each in (text, in_words)]
    without_badges = [[re.sub(r"<svg.*?</svg>", "", one) for one in each] for each in said]
    assert without_badges[0] == without_badges[1]


def test_a_game_that_does_not_say_what_can_be_cited_has_a_map_of_all_clauses() -> None:
    assert not BARE.has(CLAUSE_TESTS)
    text = elements(made(BARE)).text
    assert f"of the {len(GAME.rulebook)} clauses" in text
    assert "never cited by an effect" not in text
