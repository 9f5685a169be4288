"""The page of a report for any game: pictures come from the game, and without them it is a page in words."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from random import Random
from typing import cast

import attrs
import pytest

from shinkansen.core.game import Game
from shinkansen.core.near_misses import Part
from shinkansen.core.parts import CLAUSE_TESTS
from shinkansen.core.plain_json import Json
from shinkansen.nextstation.game import GAME as NEXTSTATION
from shinkansen.nextstation.moves import Draw
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.paper.parts import PICTURES
from shinkansen.verify.judging.difference import Difference
from shinkansen.verify.judging.findings import Finding
from shinkansen.verify.judging.script import Ask, Script, Setting, What
from shinkansen.verify.judging.start import Smoke, Who
from shinkansen.verify.judging.verdict import Progress, Report
from shinkansen.verify.reports.page import page
from shinkansen.zerokei.game import GAME
from tests.paper.reading import Elements, loads
from tests.reports import EVIL, Change, differences, tampered

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


# -- Next Station


@cache
def sections() -> dict[str, Difference]:
    """What engines of Next Station might get wrong about a section."""
    setting = Setting(NEXTSTATION, 2)
    rng, rules = Random(4), NextStation(2)
    deal = rules.deal(rng)
    state, moves, refused = rules.start(deal), list[Json](), list[Json]()
    while len(moves) < 30 or not refused:
        if len(moves) >= 30:  # a section that would cross another
            sections = (Draw(section.id) for section in rules.edition.sections)
            wrong = ((move, rules.why_not(state, move)) for move in sections)
            refused += [rules.move_json(move) for move, why in wrong if why is not None and why.clause == "5.7"]
        if not refused:
            legal = rules.legal_moves(state)
            moves.append(rules.move_json(legal[-1]))
            state = rules.follow(state, legal[-1])
    script = Script(setting, {"deal": rules.deal_json(deal)}, tuple(cast("list[Part]", moves)))
    here = len(moves)

    def listed(more: list[Json], first: int) -> dict[str, Change]:
        return {"legal": lambda reply: {**reply, "moves": [*cast("list[Json]", reply["moves"])[first:], *more]}}

    def unmarked(reply: Part) -> Part:
        """The first line of the second seat is not there."""
        table = cast("Part", reply["table"])
        seats = cast("list[Part]", table["seats"])
        lines: Part = {colour: [] for colour in cast("Part", seats[1]["lines"])}
        return {**reply, "table": {**table, "seats": [seats[0], {**seats[1], "lines": lines}]}}

    return {
        "permissive": tampered(listed(refused[:1], 0), script.until(here, Ask(here, What.LEGAL))),
        "restrictive": tampered(listed([], 1), script.until(here, Ask(here, What.LEGAL))),
        "effect": tampered({"table": unmarked}, script.until(8, Ask(8, What.TABLE)), ("play", "digest")),
    }


def test_what_engines_of_next_station_get_wrong_is_drawn() -> None:
    """The section that is allowed and the line that it would cross; a section that is refused; a line that is lost."""
    found = sections()
    findings = tuple(Finding(difference, number) for number, difference in enumerate(found.values(), start=1))
    text = page(attrs.evolve(report(), game=NEXTSTATION, findings=findings))
    assert elements(text).wrong == []
    assert loads(text) == []
    permissive, restrictive, effect = re.findall(r'<div class="views".*?</article>', text, re.DOTALL)
    assert "Refused: Draw the " in permissive
    assert "(clause 5.7)" in permissive
    assert re.search(r'data-piece="refused:player [12]:', permissive)
    assert re.search(r'data-piece="track:[^"]*"><title>[^<]*</title><path class="trace"', permissive)
    assert "With the move" in restrictive
    names = re.findall(r'<div class="picture[^>]* aria-label="([^"]*)"', effect)
    assert names == ["Before the move", "After it, by the rules", "After it, by the engine", "Beside each other"]
    assert 'data-piece="seat:player 1"' not in effect.rpartition('aria-label="Beside each other"')[2]
