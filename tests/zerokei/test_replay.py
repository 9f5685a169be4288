"""The page of a recorded game: complete, small, well formed, and nothing in it breaks out. For how it behaves in a
browser see `tests/browser`."""

from __future__ import annotations

import re
from base64 import b64decode
from functools import cache
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Final

import attrs
import pytest

from shinkansen.cli import main as shinkansen
from shinkansen.core.record import Record, read, replay, write
from shinkansen.zerokei.happenings import Paid, Scored
from shinkansen.zerokei.records import rules_of
from shinkansen.zerokei.replay import page
from shinkansen.zerokei.rulebook import rulebook
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.testing.strategies import rules_for
from tests.build.make_corpus import game
from tests.paper.reading import Elements, data, loads, slot

pytestmark = pytest.mark.slow

RECORDS: Final = Path(__file__).parents[1] / "frozen" / "record-1"
SLOTS: Final = {"sentence", "table", "narrow", "happened", "score", "choices"}


def corpus(name: str) -> tuple[ZeroKei, Record]:
    told = read(RECORDS / f"{name}.json")
    return rules_of(told), told


@cache
def made(name: str) -> tuple[ZeroKei, Record, str]:
    """A record and its page: one of the corpus, or a solo game."""
    rules, told = corpus(name) if name != "solo" else (rules_for(1), game(rules_for(1), 4))
    return rules, told, page(rules, told)


NAMES: Final = ("four-seats-1", "two-seats-2", "three-seats-left-seen-by-red", "solo")
games = pytest.mark.parametrize("name", NAMES)


# -- What is in it --------------------------------------------------------------------------------------------------


@games
def test_a_page_tells_every_ply_with_its_clauses_and_its_ledger(name: str) -> None:
    rules, told, text = made(name)
    content = data(text)
    moves = Elements(text).text
    for turn in replay(rules, told):
        sentence = rules.say(turn.move, turn.state)
        assert sentence in moves
        assert sentence in Elements(slot(content, turn.number, "sentence")).text
        happened = Elements(slot(content, turn.number, "happened"))
        for happening in turn.step.happenings:
            assert rulebook()[happening.clause].says in happened.text
            match happening:
                case Paid(_, _, yen, _):
                    assert f"¥{yen}" in happened.text
                case Scored(_, vp, _):
                    assert f"{abs(vp)} VP" in happened.text
                case _:
                    assert rules.say(happening, turn.state).rpartition(" (")[0] in happened.text
        score = Elements(slot(content, turn.number, "score")).text
        for seat, total in zip(turn.step.state.table.seats, rules.scores(turn.step.state), strict=True):
            purse = "–" if total.seat == rules.kit.hideo else f"¥{seat.yen}"
            assert f"{seat.vp}{purse}{total.total} ".replace("-", "−") in score
        choices = Elements(slot(content, turn.number, "choices"))
        legal = rules.legal_moves(turn.state)
        made_ones = [attributes for tag, attributes in choices.found if tag == "li" and "class" in attributes]
        assert sum(tag == "li" for tag, _ in choices.found) == len(legal)
        assert len(made_ones) == 1
        assert (f"{len(legal)} legal moves" if len(legal) > 1 else "The only legal move") in choices.text


def test_a_finished_game_ends_with_its_scores_as_derivations() -> None:
    rules, told, text = made("four-seats-1")
    content = data(text)
    end = Elements(slot(content, len(told.plies), "happened")).text
    assert told.scores is not None
    for score in told.scores:
        assert f"{rules.kit.seat_names[score.seat].capitalize()}: {score.total} VP" in end
        assert all(item.title[1:] in end and rulebook()[item.clause].says in end for item in score.items)
    assert "Green has most victory points" in end


def test_a_game_that_was_left_says_so() -> None:
    _, told, text = made("three-seats-left-seen-by-red")
    end = slot(data(text), len(told.plies), "happened")
    assert "The game stops here; yellow is to move." in end
    assert "3 seats, 40 plies, not finished, as seen by red." in Elements(text).text


def test_a_record_without_plies_is_a_page_of_one_position() -> None:
    rules = rules_for(2)
    content = data(page(rules, game(rules, 1, most=0)))
    assert len(content["plies"]) == 1
    assert "The game stops here" in slot(content, 0, "happened")


def test_moves_are_grouped_by_round_and_turn() -> None:
    rules, told, text = made("four-seats-1")
    headings = re.findall("<h3>(.*?)</h3>", text)
    assert [heading.partition(" · ")[0] for heading in headings] == list(rules.edition.board.years)
    assert re.findall(r'href="#ply=(\d+)"', text) == [str(number) for number in range(len(told.plies) + 1)]
    seats = [played.seat for played in told.plies]
    turns = sum(one != other for one, other in pairwise(seats))
    assert turns < text.count("<h4>") <= turns + rules.kit.rounds


# -- How it is made -------------------------------------------------------------------------------------------------


def test_a_page_refers_to_nothing_outside_and_allows_only_its_own_script() -> None:
    _, _, text = made("four-seats-1")
    assert loads(text) == []
    scripts = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    allowed = re.search(r"default-src 'none'.*script-src 'sha256-([^']+)'\"", text)
    assert allowed is not None
    assert [sha256(script.encode()).digest() for script in scripts] == [b64decode(allowed[1])]


EVIL: Final = "</script><img src=x onerror=alert(1)>\"'&{{game}}<!--"


def hostile() -> tuple[ZeroKei, Record]:
    """A game with an edition whose every name tries to break out."""
    edition = rules_for(3).edition
    bad = attrs.evolve(
        edition,
        name=EVIL,
        cities=tuple(attrs.evolve(city, name=f"{city.name[:2]}{EVIL}") for city in edition.cities),
        engines=tuple(attrs.evolve(engine, name=f"{engine.id}{EVIL}") for engine in edition.engines),
        board=attrs.evolve(edition.board, years=tuple(f"{year}{EVIL}" for year in edition.board.years)),
    )
    rules = ZeroKei(seats=3, edition=bad)
    return rules, game(rules, 5, most=30)


def test_names_that_try_to_break_out_stay_words() -> None:
    rules, told = hostile()
    text = page(rules, told)
    elements = Elements(text)
    content = data(text)
    assert elements.wrong == []
    assert EVIL in elements.text
    slots = [Elements(slot(content, ply, name)) for ply in range(31) for name in SLOTS]
    assert [wrong for each in slots for wrong in each.wrong] == []
    assert any(EVIL in each.text for each in slots)
    tags = {tag for each in [elements, *slots] for tag, _ in each.found}
    assert "img" not in tags
    assert text.count("</script") == 2
    calm = Elements(made("three-seats-left-seen-by-red")[2])
    assert {tag for tag, _ in elements.found} == {tag for tag, _ in calm.found}


# -- The command ----------------------------------------------------------------------------------------------------


def test_the_command_takes_the_edition_played_with(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record, output = str(RECORDS / "three-seats-left.json"), str(tmp_path / "game.html")
    assert shinkansen(["replay", record, "-o", output, "--edition", str(tmp_path / "none.toml")]) == 2
    assert "there is no such file" in capsys.readouterr().err
    assert not Path(output).exists()


def test_the_command_tells_a_wrong_record_in_one_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "game.html"
    missing = tmp_path / "none.json"
    assert shinkansen(["replay", str(missing), "-o", str(output)]) == 2
    assert capsys.readouterr().err == f"shinkansen: {missing}: there is no such file\n"
    _, told = corpus("two-seats-1")
    bad = tmp_path / "bad.json"
    write(bad, attrs.evolve(told, plies=(*told.plies[:3], attrs.evolve(told.plies[3], seat=7), *told.plies[4:])))
    assert shinkansen(["replay", str(bad), "-o", str(output)]) == 1
    said = capsys.readouterr().out
    assert said.startswith(f"{bad}: ply 4: ")
    assert said.count("\n") == 1
    elsewhere = tmp_path / "nowhere" / "game.html"
    assert shinkansen(["replay", str(RECORDS / "two-seats-1.json"), "-o", str(elsewhere)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert not output.exists()
