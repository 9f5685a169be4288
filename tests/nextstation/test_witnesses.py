"""Next Station's witnesses: why some cannot be shorter, and how they are told."""

from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path

import pytest

from shinkansen.cli import main
from shinkansen.nextstation.deal import Deal
from shinkansen.nextstation.game import GAME
from shinkansen.nextstation.module_cards import POWERS
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.rulings import register
from shinkansen.nextstation.sheet import CARDS
from shinkansen.nextstation.sheet_check import shipped
from shinkansen.nextstation.witnesses import EDITIONS, FILE, editions
from shinkansen.readings.witnesses import witness_of


@pytest.mark.parametrize("slug", ["second_on_central", "joker_power_in_tokyo", "second_double_track"])
def test_nothing_differs_in_a_first_turn(slug: str) -> None:
    """Whatever the pencil, its power and the card: all there is of a first turn before the first move."""
    sheet = editions()[EDITIONS.get(slug, "london")]
    here, there = (NextStation(1, sheet, {slug: letter}, pencil_powers=True) for letter in "ab")
    for colour, power, card in product(sheet.colours, POWERS, CARDS):
        pencils = (colour, *(each for each in sheet.colours if each != colour))
        others = iter(each for each in POWERS if each != power)
        powers = tuple(power if each == colour else next(others) for each in sheet.colours)
        deck = (card, *(each for each in CARDS if each != card))
        deal = Deal(pencils, deck, CARDS, CARDS, CARDS, powers=powers)
        assert here.legal_moves(here.start(deal)) == there.legal_moves(there.start(deal))


def test_no_section_of_london_passes_through_a_third_district() -> None:
    """So R9 is shown on a small sheet, in the fewest moves that a game on it can have."""
    assert max(map(len, shipped().crossed)) == 2
    small = editions()["small"]
    assert max(map(len, small.crossed)) == 3
    assert len(witness_of(GAME, "R9").moves) == len(small.colours)


def test_l_18_1_the_witness_of_r37_comes_to_exactly_ninety() -> None:
    witness = witness_of(GAME, "R37")
    played = witness.play(GAME)
    assert played.here.totals(played.states[-1]) == (90,)


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("R9-b", "You: The pink line, 3 districts times 1 station: 3 (8.3)."),
        ("R34=b", "1 player, 20 moves; the game with special stations; the London sheet."),
        ("R29", "The power of the "),
        ("R31", "the game with pencil powers; the Tokyo sheet, which is reconstructed."),
    ],
)
def test_a_witness_is_told_by_the_command(asked: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ruling", "witness", asked, "--game", "nextstation"]) == 0
    assert told in " ".join(capsys.readouterr().out.split())


def test_the_page_of_the_tokyo_sheet_has_a_row_for_every_witness() -> None:
    page = (Path(__file__).parents[2] / "docs" / "nextstation" / "tokyo.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (R\d+) (\w) \| (.+?) \| (setup alone|\d+ moves?)[^|]* \|", page, re.MULTILINE)
    shown = {(id, letter): 0 if length == "setup alone" else int(length.split()[0]) for id, letter, _, length in rows}
    stored = json.loads(FILE.read_text(encoding="utf-8"))
    assert shown == {(register()[each["slug"]].id, each["letter"]): len(each["moves"]) for each in stored}
