"""The register: how often each answer changes a game, and what the command line and the pages tell of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import cast

import pytest

from docs.extension import rulings as pages_of
from shinkansen.cli import main
from shinkansen.core.record import read, verify
from shinkansen.readings import contrast as telling
from shinkansen.readings import witnesses as readings
from shinkansen.readings.impact import alike, base_game, key_of, play, stored
from shinkansen.readings.parts import Choose
from shinkansen.readings.witnesses import Witness, rules_for
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.impact import occasion
from shinkansen.zerokei.records import rules_of
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.rulings import register


def load() -> tuple[Witness, ...]:
    return readings.witnesses(GAME)


def witness_of(name: str) -> Witness:
    return readings.witness_of(GAME, name)


# -- Impact ---------------------------------------------------------------------------------------------------------


def test_the_lot_depends_on_the_occasion_and_the_move_and_on_nothing_else() -> None:
    rules = rules_for(GAME, 3)

    def lots(key: str) -> Choose:
        return alike(GAME, rules, key, occasion)

    base = base_game(GAME, "shipped", 3, 1, 0)
    assert play(rules, base.deal, lots(key_of(1, 3, 0))) == base
    assert play(rules, base.deal, lots(key_of(2, 3, 0))).moves != base.moves
    choose = lots("key")
    state, legal = base.states[20], base.legal[20]
    chosen = choose(state, legal)
    assert choose(state, legal[::-1]) == chosen
    assert choose(state, (chosen, legal[0])) == chosen
    assert len({lots(f"{key}")(state, legal) for key in range(30)}) > 1


# -- A witness in words ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("witness", load(), ids=lambda each: f"{each.slug}-{each.letter}-{each.against}-{each.seats}")
def test_every_witness_says_what_differs_and_draws_it(witness: Witness) -> None:
    played = witness.play(GAME)
    found = telling.contrast(played)
    assert [side.letter for side in found.sides] == [witness.against, witness.letter]
    assert all(side.sentences for side in found.sides)
    assert found.here.sentences != found.there.sentences or found.amounts
    assert len([*telling.said(played)]) == len(witness.moves)
    if witness.kind in ("legality", "effect"):
        whole, cropped = [pages_of.drawn(GAME, side) for side in found.sides], pages_of.beside(GAME, found)
        assert whole[0].svg != whole[1].svg
        assert cropped[0].svg != cropped[1].svg
        assert {one.outlined for one in cropped} == {one.outlined for one in whole}
        assert all(len(part.placed) < len(table.placed) / 1.5 for part, table in zip(cropped, whole, strict=True))
    kit = cast("ZeroKei", played.here).kit
    raw = {*kit.carriages, *kit.engines}
    words = " ".join([*telling.said(played), *found.here.sentences, *found.there.sentences])
    assert not [id for id in raw if re.search(rf"\b{id}\b", words)]


def test_an_effect_is_told_by_what_happens_and_by_what_the_tables_show() -> None:
    witness = witness_of("R58")
    assert witness.kind == "effect"
    found = telling.contrast(witness.play(GAME))
    assert found.here.sentences == ("Yellow gives up 3 VP (9.14.1).",)
    assert found.there.sentences == ("Nothing like that happens.",)
    (what, here, there), *more = found.amounts
    assert not more
    assert what.endswith("victory points")
    assert isinstance(here, int)
    assert here < 0
    assert there == 0


# -- The command ----------------------------------------------------------------------------------------------------


def test_show_tells_witness_and_impact_in_a_line_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ruling", "show", "R29", "R1"]) == 0
    told = capsys.readouterr().out
    assert re.search(r"^  witness b: legality differs; 2 players, 6 moves; the edition shipped\.$", told, re.M)
    assert re.search(r"^  impact b: another winner in \d+\.\d % \(.* of \d+\)$", told, re.M)
    assert told.count("witness") == told.count("impact") == 1


def test_witness_tells_the_game_and_writes_pictures_and_record(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pictures, file = tmp_path / "new" / "folder", tmp_path / "game.json"
    assert main(["ruling", "witness", "R29=b", "--pictures", str(pictures), "--record", str(file)]) == 0
    told = capsys.readouterr().out
    assert " 6. " in told
    assert " 7. " not in told
    assert "under a: " in told
    assert "may not: " in told
    assert "is not prepared. (clause\n     7.11.1)" in told or "(clause 7.11.1)" in told
    assert sorted(path.name for path in pictures.iterdir()) == ["R29-a.svg", "R29-b.svg"]
    kept = read(file)
    verify(rules_of(kept), kept)
    assert len(kept.plies) == len(witness_of("R29").moves)
    assert main(["ruling", "witness", "R29", "--pictures", str(pictures)]) == 2
    assert "already exists" in capsys.readouterr().err
    assert main(["ruling", "witness", "R29", "--pictures", str(file)]) == 2
    assert "cannot be made" in capsys.readouterr().err


def test_impact_as_stored_and_measured_now(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ruling", "impact", "R11"]) == 0
    told = capsys.readouterr().out
    assert f"measured on {stored(GAME).date}" in told
    assert "b instead of a" in told
    assert "c instead of a" in told
    assert main(["ruling", "impact", "R29=b", "--games", "3", "--seed", "1964"]) == 0
    now = capsys.readouterr().out
    share = stored(GAME).of("track_needs_ground", "b")[0].first(3).share("winner")
    assert "3 pairs of games of random moves with 2, 3 and 4 players in turn, measured now, seed 1964" in now
    assert f"somebody else wins          {share}" in now
    assert main(["ruling", "impact", "R69"]) == 0
    assert capsys.readouterr().out.count("b instead of a") == 2


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (["witness", "R1"], "is settled"),
        (["impact", "R1"], "is settled"),
        (["impact", "R29=a"], "'a' is the answer we prefer; expected R29=b"),
        (["impact", "R29=z"], "'z' is not an answer; expected R29=b"),
        (["impact", "R29=b", "--games", "0"], "expected at least 1"),
        (["witness", "R29="], "no answer ''"),
        (["witness", "R290"], "there is no ruling"),
    ],
)
def test_wrong_questions(asked: list[str], answer: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ruling", *asked]) == 2
    assert answer in capsys.readouterr().err


# -- The pages ------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    return pages_of.pages(GAME)


def test_every_ruling_has_a_page_with_permanent_anchors(pages: dict[str, str]) -> None:
    assert [*pages] == ["zerokei/rulings/index", *(f"zerokei/rulings/{ruling.id}" for ruling in register())]
    for ruling in register():
        page = pages[f"zerokei/rulings/{ruling.id}"]
        assert page.partition("---\n\n")[2].startswith(
            f"(zerokei-ruling-{ruling.id.lower()})=\n(zerokei-{ruling.id})=\n# {ruling.id}: "
        )
        assert f'<span id="{ruling.id}">' in page
        for answer in ruling.answers:
            assert f"\n(zerokei-{ruling.id}-{answer.letter})=\n" in page
            assert f'<span id="{ruling.id}-{answer.letter}">' in page
        assert ("## How often it matters" in page) == ruling.switchable
        assert page.count("## A game that tells") == sum(each.slug == ruling.slug for each in load())
        assert f"[{ruling.id}](#zerokei-ruling-{ruling.id.lower()})" in pages["zerokei/rulings/index"]


def test_every_picture_is_shown_and_every_one_shown_is_there(pages: dict[str, str]) -> None:
    assets = pages_of.assets(GAME)
    shown = {name for page in pages.values() for name in re.findall(r"\{figure\} (\S+)", page)}
    assert {f"zerokei/rulings/{name}" for name in shown} == {*assets}
    assert all(svg.startswith("<svg") for svg in assets.values())


def test_the_commands_on_the_pages_work(pages: dict[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    for page in pages.values():
        for line in re.findall(r"^\$ shinkansen (ruling witness .*)$", page, re.M):
            assert main(line.split()) == 0, line
    assert capsys.readouterr().out


def test_a_seed_without_games_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ruling", "impact", "R29", "--seed", "5"]) == 2
    assert "--seed: says which games are played, expected --games N with it" in capsys.readouterr().err
