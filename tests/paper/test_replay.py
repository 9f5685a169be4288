"""The page of a record for any game that has pictures: complete, well formed, and nothing in it breaks out.

The game is Higher Card, whose pictures are drawn from its JSON, and which has not a word of its own on the page. For
Zero-Kei, which has, see `tests/zerokei/test_replay.py`; for how a page behaves in a browser, `tests/browser`.
"""

from __future__ import annotations

import re
from base64 import b64decode
from collections.abc import Iterator
from hashlib import sha256
from random import Random
from typing import Final

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shinkansen.core.errors import GameError, RecordError, ShinkansenError
from shinkansen.core.game import Game
from shinkansen.core.opaque import AnyRules, Move, State, opaque
from shinkansen.core.play import at_random, plies
from shinkansen.core.record import Record, record, replay, start
from shinkansen.paper.parts import PICTURES, picture_of_move
from shinkansen.paper.replay import page_of
from shinkansen.paper.replay.packing import Packing
from shinkansen.paper.replay.scenes import Scene
from tests.fake_game import HAND, HigherCard
from tests.paper import tiny_pictures
from tests.paper.reading import Elements, data, loads, marked, misplaced, slot, undefined, words
from tests.paper.tiny_game import CLAUSES, GAME, PARTS, PLAIN_GAME

SLOTS: Final = {"sentence", "table", "narrow", "happened", "score", "choices"}


def played(seats: int, seed: int, most: int = 99, rules: HigherCard | None = None) -> tuple[AnyRules, Record]:
    """A game at random, or its beginning."""
    game = rules or HigherCard(seats=seats)
    deal = game.deal(Random(seed))
    moves = [each.move for each in plies(game, game.start(deal), at_random(Random(seed)))][:most]
    return opaque(game), record(game, deal, moves)


records = st.builds(played, st.sampled_from([2, 3, 4]), st.integers(0, 999), st.integers(0, 3 * HAND + 3))


@settings(max_examples=25)
@given(records)
def test_a_page_shows_and_tells_every_ply(found: tuple[AnyRules, Record]) -> None:
    rules, told = found
    text = page_of(GAME, rules, told)
    content = data(text)
    assert len(content["plies"]) == len(told.plies) + 1
    assert all(ply.keys() == SLOTS for ply in content["plies"])
    first = State(start(rules, told))
    assert slot(content, 0, "table") == tiny_pictures.picture(rules, first, layout="wide").svg
    assert slot(content, 0, "narrow") == tiny_pictures.picture(rules, first, layout="narrow").svg
    listed = Elements(text).text
    for turn in replay(rules, told):
        drawn = tiny_pictures.picture(rules, turn.step.state, turn.state, move=turn.move, layout="wide")
        assert slot(content, turn.number, "table") == drawn.svg
        sentence = rules.say(turn.move, turn.state)
        assert sentence in Elements(slot(content, turn.number, "sentence")).text
        assert sentence in listed
        happened = Elements(slot(content, turn.number, "happened")).text
        for happening in turn.step.happenings:
            assert str(happening) in happened
            assert CLAUSES["2"][1] in happened
        totals = Elements(slot(content, turn.number, "score")).text
        assert all(f"Seat {seat}{total} " in totals for seat, total in enumerate(rules.totals(turn.step.state)))
        choices = Elements(slot(content, turn.number, "choices"))
        assert sum(tag == "li" for tag, _ in choices.found) == len(rules.legal_moves(turn.state))
        assert sum("class" in attributes for tag, attributes in choices.found if tag == "li") == 1
    end = Elements(slot(content, len(told.plies), "happened")).text
    assert ("The record ends here" in end) == (told.scores is None)
    if told.scores is not None:
        assert all(f"Seat {score.seat}: {score.total} point" in end for score in told.scores)
        assert CLAUSES["3"][1] in end


@settings(max_examples=15)
@given(records)
def test_a_page_is_well_formed_and_fetches_nothing(found: tuple[AnyRules, Record]) -> None:
    text = page_of(GAME, *found)
    assert Elements(text).wrong == []
    assert "{{" not in text
    assert "<h1>Higher &lt;Card&gt;</h1>" in text
    assert loads(text) == []
    content = data(text)
    for ply, slots in enumerate(content["plies"]):
        assert [wrong for name in slots for wrong in Elements(slot(content, ply, name)).wrong] == []
    scripts = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    allowed = re.search(r"default-src 'none'.*script-src 'sha256-([^']+)'\"", text)
    assert allowed is not None
    assert [sha256(script.encode()).digest() for script in scripts] == [b64decode(allowed[1])]


def test_moves_are_grouped_by_round() -> None:
    text = page_of(GAME, *played(3, 1))
    assert re.findall("<h3>(.*?)</h3>", text) == [f"Round {trick} of {HAND}" for trick in range(1, HAND + 1)]
    assert re.findall(r'href="#ply=(\d+)"', text) == [str(number) for number in range(3 * HAND + 1)]


EVIL: Final = "</script><img src=x onerror=alert(1)>\"'&{{game}}<!--"


@attrs.frozen
class Hostile(HigherCard):
    """Every name and every sentence tries to break out."""

    @property
    def seat_names(self) -> tuple[str, ...]:
        return tuple(f"{seat}{EVIL}" for seat in range(self.seats))

    def say(self, thing: object, state: object = None) -> str:
        return f"{thing}{EVIL}"


def test_names_that_try_to_break_out_stay_words() -> None:
    rules, told = played(2, 1, rules=Hostile(seats=2))
    text = page_of(GAME, rules, told)
    content = data(text)
    elements = [Elements(text), *(Elements(slot(content, ply, name)) for ply in range(7) for name in SLOTS)]
    assert [wrong for each in elements for wrong in each.wrong] == []
    assert all("img" not in {tag for tag, _ in each.found} for each in elements)
    assert EVIL in elements[0].text
    assert text.count("</script") == 2


def test_a_theme_is_that_of_page_and_pictures() -> None:
    rules, told = played(2, 1)
    for theme in ("dark", "light", "auto"):
        text = page_of(GAME, rules, told, theme)
        assert {f"tiny-{theme}"} == set(re.findall(r"tiny-[a-z]+", text))
        assert ("color-scheme:dark" in text) == (theme != "light")
    with pytest.raises(ShinkansenError, match="no theme 'sepia'"):
        page_of(GAME, rules, told, "sepia")


def test_scenes_are_watched_one_by_one() -> None:
    rules, told = played(2, 1, most=4)
    seen: list[int] = []

    def watch(scenes: Iterator[Scene]) -> Iterator[Scene]:
        for scene in scenes:
            seen.append(scene.number)
            yield scene

    page_of(GAME, rules, told, "auto", watch)
    assert seen == [0, 1, 2, 3, 4]


def test_a_wrong_record_is_no_page() -> None:
    rules, told = played(2, 1)
    wrong = attrs.evolve(told, plies=(*told.plies[:3], attrs.evolve(told.plies[3], digest="0" * 64)))
    with pytest.raises(RecordError, match="ply 4"):
        page_of(GAME, rules, wrong)


def test_a_game_without_pictures_has_no_replay_and_says_so() -> None:
    with pytest.raises(GameError, match=r"^Higher <Card> has no pictures\.$"):
        page_of(PLAIN_GAME, *played(2, 1))


class Own:
    """A page of a game's own."""

    @staticmethod
    def page(rules: AnyRules, told: Record, theme: str = "auto", watch: object = iter) -> str:
        return f"{len(told.plies)} plies, {theme}"


def test_a_game_may_have_a_page_of_its_own() -> None:
    game = Game("higher-card", "Higher Card", (2,), {**PARTS, "replay": f"{__name__}:Own"})
    assert page_of(game, *played(2, 1), theme="dark") == "6 plies, dark"


@settings(max_examples=25)
@given(records, st.sampled_from(["tall", "wide", "narrow"]))
def test_a_move_is_shown_with_what_it_changes(found: tuple[AnyRules, Record], layout: str) -> None:
    rules, told = found
    for turn in replay(rules, told):
        move, before, after = Move(turn.move), State(turn.state), State(turn.step.state)
        drawn = picture_of_move(GAME.part(PICTURES).picture, rules, move, before, layout=layout)
        assert misplaced(drawn) == []
        assert undefined(drawn) == set()
        old, new = tiny_pictures.inventory(rules, before), tiny_pictures.inventory(rules, after)
        assert marked(drawn) - {"caption"} == {name for name in new if new[name] != old[name]}
        assert any(rules.say(move, before)[:10] in word for word in words(drawn))
        only = drawn.beside(tiny_pictures.picture(rules, before, layout=layout))
        part = tiny_pictures.picture(rules, after, before, layout=layout, only=only)
        assert {thing.name for thing in part.placed if thing.inside < 0} == only
        assert misplaced(part) == []


@given(st.lists(st.lists(st.sampled_from(["a", "b", "\n", "<style>", "</style>", "x\ny"]), max_size=8).map("".join)))
def test_what_is_packed_can_be_unpacked(texts: list[str]) -> None:
    packing = Packing()
    packed = [{"it": packing.pack(text)} for text in texts]
    content = {"fragments": packing.fragments, "plies": packed}
    assert [slot(content, place, "it") for place in range(len(texts))] == texts
    assert len(set(packing.fragments)) == len(packing.fragments)
