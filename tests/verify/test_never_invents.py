"""The reference, read otherwise and saying less, is never told a mistake, and every letter called known is right.

An engine may follow any reading, offer any part of the wire, and give its scores as finely as it likes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from random import Random
from typing import Final, cast

import pytest
from attrs import frozen

from shinkansen.core.near_misses import Part
from shinkansen.core.plain_json import Json
from shinkansen.verify.conversation.itemised import POINTS
from shinkansen.verify.conversation.serving import CAPABILITIES, Server
from shinkansen.verify.conversation.talk import Engine
from shinkansen.verify.conversation.transports import in_process
from shinkansen.verify.judging.plan import Plan
from shinkansen.verify.judging.runner import check_engine
from shinkansen.verify.judging.script import setting_of
from shinkansen.verify.judging.vectors import shipped
from shinkansen.verify.judging.verdict import Report
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.opening import open_rules
from shinkansen.zerokei.ruleset import NAME, ZeroKei
from shinkansen.zerokei.rulings import register, rulings
from tests.deep import DEEP

pytestmark = pytest.mark.slow

KEPT: Final = (67,)
"""Those that were once told a mistake: in 67 the turn after a move differs, and so nothing else was asked there."""
VECTORS: Final = (*range(500),) if DEEP else (*range(30), *KEPT)
GAMES: Final = 24 if DEEP else 4


class Scores(StrEnum):
    """How finely an engine gives its scores."""

    ITEMS = "every item with its clause"
    SECTIONS = "one item for each section"
    PAGE = "every item, Hideo's under the sections that the wire page names"
    TOTALS = "totals only"


@frozen
class Guise:
    """How the reference appears: what it reads otherwise, what it offers, and how it scores."""

    letters: tuple[tuple[str, str], ...]
    offered: tuple[str, ...]
    scores: Scores


def guise(number: int) -> Guise:
    """One to four letters, any commands with which something can be asked, any coarseness."""
    rng = Random(f"guise {number}")
    chosen = rng.sample(register().switchable, 1 + number % 4)
    letters = tuple((ruling.slug, rng.choice(ruling.others)) for ruling in chosen)
    offered = {name for name in CAPABILITIES if rng.random() < 0.7} | {rng.choice(("new", "load", "play"))}
    offered |= {rng.choice(("legal", "scores", "table", "apply"))}
    return Guise(letters, tuple(name for name in CAPABILITIES if name in offered), [*Scores][number % len(Scores)])


def disguised(guise: Guise) -> Engine:
    """The reference, as it appears so."""
    letters = rulings(dict(guise.letters)).letters()

    def opened(setting: Mapping[str, Json]) -> ZeroKei:
        return open_rules({**setting, "rulings": {**letters}})

    server = Server({NAME: opened}, capabilities=guise.offered)

    def answer(request: dict[str, Json]) -> Part:
        reply = server.answer(request)
        return SAID[guise.scores](reply) if "scores" in reply else reply

    return in_process(answer)


def _totals(reply: Part) -> Part:
    return {key: value for key, value in reply.items() if key != "scores"}


def _sections(reply: Part) -> Part:
    seats: list[Json] = []
    for items in cast("list[list[Part]]", reply["scores"]):
        sums: dict[str, int] = {}
        for item in items:
            section = GAME.rulebook.scored_under(str(item["clause"]))
            sums[section] = sums.get(section, 0) + cast("int", item[POINTS])
        seats.append([{"clause": section, POINTS: points} for section, points in sums.items()])
    return {**reply, "scores": seats}


def _page(reply: Part) -> Part:
    """Hideo's items named by the first clause of the section of everybody else's."""
    plain = {"12.9.1": "11.3.1", "12.9.2": "11.4.1", "12.9.3": "11.4.1", "12.9.4": "11.5.3"}
    seats = cast("list[list[Part]]", reply["scores"])
    named: list[Json] = [
        [{**item, "clause": plain.get(str(item["clause"]), item["clause"])} for item in items] for items in seats
    ]
    return {**reply, "scores": named}


SAID: Final[dict[Scores, Callable[[Part], Part]]] = {
    Scores.ITEMS: lambda reply: reply,
    Scores.SECTIONS: _sections,
    Scores.PAGE: _page,
    Scores.TOTALS: _totals,
}


def checked(guise: Guise, games: int = GAMES) -> Report:
    """What `verify` says about it."""
    tables = tuple(setting_of(GAME, table) for table in GAME.tables)
    vectors = shipped(GAME) if DEEP else shipped(GAME)[::5]
    return check_engine(disguised(guise), Plan(tables, vectors, games=games))


@pytest.mark.parametrize("number", VECTORS)
def test_no_reading_is_called_a_mistake_and_every_known_letter_is_right(number: int) -> None:
    it = guise(number)
    report = checked(it)
    followed = dict(rulings(dict(it.letters)).letters())
    assert [str(finding.difference) for finding in report.findings if finding.wrong] == [], it
    assert not report.inconsistent
    if report.fingerprint is not None:
        known = {slug: report.fingerprint.letters[slug] for slug in report.fingerprint.known}
        assert known == {slug: followed[slug] for slug in known}, it


@pytest.mark.parametrize("scores", [Scores.TOTALS, Scores.SECTIONS])
@pytest.mark.parametrize(
    ("slug", "letter"),
    [("empty_venue", "b"), ("connection_gap", "c"), ("connection_card", "b"), ("connection_card", "c"),
     ("hideo_connection", "b")],
)  # fmt: skip
def test_a_reading_of_scores_is_seen_without_items(slug: str, letter: str, scores: Scores) -> None:
    """Totals alone tell: the letter is known, and nothing is called wrong."""
    report = checked(Guise(((slug, letter),), ("new", "load", "legal", "apply", "scores"), scores))
    assert report.mistakes == ()
    assert report.fingerprint is not None
    assert report.fingerprint.other == {slug: letter}
