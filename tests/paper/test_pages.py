"""The replay pages of our games: every ply as the pictures draw it, well formed, small, in one theme, written once.

What a page tells of a game in its own words is tested with the game; a game without words of its own in `test_replay`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, Final

import attrs
import pytest

from shinkansen.cli import main as shinkansen
from shinkansen.core.errors import RecordError, ShinkansenError
from shinkansen.core.record import Record, read, replay, start, write
from shinkansen.nextstation import replay as ns_replay
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.witnesses import editions
from shinkansen.zerokei import replay as zk_replay
from shinkansen.zerokei.records import rules_of
from shinkansen.zerokei.testing.strategies import rules_for
from tests.build.make_corpus import game
from tests.paper.drawn_games import FROZEN, NEXTSTATION, ZEROKEI, Drawn
from tests.paper.reading import Elements, data, slot

pytestmark = pytest.mark.slow

SLOTS: Final = {"sentence", "table", "narrow", "happened", "score", "choices"}
LAYOUTS: Final = {"table": "wide", "narrow": "narrow"}
"""The layout of the picture in each slot that has one."""


def _corpus(name: str) -> tuple[Any, Record]:
    told = read(FROZEN / f"{name}.json")
    return rules_of(told), told


def _played(rules: Any, seed: int, most: int | None = None) -> tuple[Any, Record]:
    return rules, game(rules, seed, most)


RECORDS: Final[dict[str, tuple[Drawn, Callable[[], tuple[Any, Record]]]]] = {
    "four-seats-1": (ZEROKEI, lambda: _corpus("four-seats-1")),
    "two-seats-2": (ZEROKEI, lambda: _corpus("two-seats-2")),
    "three-seats-left-seen-by-red": (ZEROKEI, lambda: _corpus("three-seats-left-seen-by-red")),
    "solo": (ZEROKEI, lambda: _played(rules_for(1), 4)),
    "nextstation-tokyo-two-left": (
        NEXTSTATION,
        lambda: _played(NextStation(2, editions()["tokyo"], None, True, True), 2, 36),
    ),
    "nextstation-london-four-left": (NEXTSTATION, lambda: _played(NextStation(4, pencil_powers=True), 3, 24)),
    "nextstation-solo": (NEXTSTATION, lambda: _played(NextStation(1), 4)),
}
PAGES: Final[dict[str, Callable[..., str]]] = {"zerokei": zk_replay.page, "nextstation": ns_replay.page}
every_record = pytest.mark.parametrize("name", RECORDS)
every_game = pytest.mark.parametrize("name", ["two-seats-2", "nextstation-solo"])


@cache
def made(name: str) -> tuple[Drawn, Any, Record, str]:
    """A record and its page."""
    drawn, played = RECORDS[name]
    rules, told = played()
    return drawn, rules, told, PAGES[drawn.name](rules, told)


@every_record
def test_a_page_shows_every_ply_as_the_pictures_draw_it(name: str) -> None:
    drawn, rules, told, text = made(name)
    content = data(text)
    assert len(content["plies"]) == len(told.plies) + 1
    assert all(ply.keys() == SLOTS for ply in content["plies"])
    for part, layout in LAYOUTS.items():
        assert slot(content, 0, part) == drawn.picture(rules, start(rules, told), layout=layout).svg
        for turn in replay(rules, told):
            shown = drawn.picture(rules, turn.step.state, turn.state, move=turn.move, layout=layout)
            assert slot(content, turn.number, part) == shown.svg


@every_record
def test_a_page_is_well_formed_and_small(name: str) -> None:
    _, _, _, text = made(name)
    assert len(text.encode()) < 3_000_000
    assert Elements(text).wrong == []
    assert "{{" not in text
    content = data(text)
    for ply, slots in enumerate(content["plies"]):
        assert [wrong for part in slots for wrong in Elements(slot(content, ply, part)).wrong] == []


@every_record
def test_a_page_tells_every_ply_and_what_the_scores_are(name: str) -> None:
    """Every choice is a move in the list; happenings come with what their clauses say."""
    drawn, rules, told, text = made(name)
    content, moves, book = data(text), Elements(text).text, drawn.rulebook
    for turn in replay(rules, told):
        sentence = rules.say(turn.move, turn.state)
        assert sentence in moves
        assert sentence in Elements(slot(content, turn.number, "sentence")).text
        happened = Elements(slot(content, turn.number, "happened")).text
        assert all(book[happening.clause].says in happened for happening in turn.step.happenings)
        score = Elements(slot(content, turn.number, "score")).text
        assert all(f"{total} ".replace("-", "−") in score for total in rules.totals(turn.step.state))


@every_game
def test_a_theme_is_that_of_page_and_pictures(name: str) -> None:
    drawn, rules, told, auto = made(name)
    page, short = PAGES[drawn.name], drawn.module.PALETTE.name
    dark, light = (page(rules, told, theme) for theme in ("dark", "light"))
    assert "color-scheme:dark" in dark
    assert "color-scheme:light" not in dark
    assert "color-scheme:dark" not in light
    assert "prefers-color-scheme" not in dark + light
    assert ":root{color-scheme:dark" in auto
    for text, theme in ((dark, "dark"), (light, "light"), (auto, "auto")):
        assert set(re.findall(rf"\b{short}-(auto|light|dark)\b", text)) == {theme}
    with pytest.raises(ShinkansenError, match="no theme 'sepia'"):
        page(rules, told, "sepia")


@every_game
def test_a_wrong_record_is_no_page(name: str) -> None:
    drawn, rules, told, _ = made(name)
    plies = (*told.plies[:5], attrs.evolve(told.plies[5], digest="0" * 64), *told.plies[6:])
    with pytest.raises(RecordError, match="ply 6"):
        PAGES[drawn.name](rules, attrs.evolve(told, plies=plies))


@every_game
def test_the_command_writes_a_page_once(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, _, told, text = made(name)
    record, output = tmp_path / "game.json", tmp_path / "game.html"
    write(record, told)
    arguments = ["replay", str(record), "-o", str(output)]
    assert shinkansen(arguments) == 0
    assert output.read_text(encoding="utf-8") == text
    said = f"{output}: written, {len(told.plies)} plies, {output.stat().st_size:,} bytes"
    assert said in capsys.readouterr().out
    assert shinkansen([*arguments, "--theme", "dark"]) == 2
    assert "will not be overwritten" in capsys.readouterr().err
    assert output.read_text(encoding="utf-8") == text
