"""Fingerprints: engines with hidden readings are read exactly, as far as their games can tell."""

from __future__ import annotations

import os
import sys
from random import Random
from typing import Any

import pytest

from shinkansen.cli import main
from shinkansen.verify.fingerprint import fingerprint
from shinkansen.verify.serving import CAPABILITIES, Server
from shinkansen.verify.talk import Engine
from shinkansen.verify.transports import in_process
from shinkansen.zerokei.edition_check import from_json
from shinkansen.zerokei.ruleset import GAME, ZeroKei
from shinkansen.zerokei.rulings import Rulings, register, rulings


def engine(letters: dict[str, str]) -> Engine:
    """The reference with a reading of its own, whatever it is told."""
    made: dict[tuple[str, int], ZeroKei] = {}

    def opened(setting: Any) -> ZeroKei:
        key = (str(setting["edition"]["carriages"]), setting["seats"])
        if key not in made:
            made[key] = ZeroKei(seats=setting["seats"], edition=from_json(setting["edition"]), rulings=rulings(letters))
        return made[key]

    return in_process(Server({GAME: opened}))


def hidden(number: int) -> dict[str, str]:
    """One to four rulings flipped."""
    rng = Random(f"hidden {number}")
    chosen = rng.sample(register().switchable, 1 + number % 4)
    return {r.slug: rng.choice([letter for letter in r.letters if letter != r.preferred]) for r in chosen}


HARD = {"connection_card"}
"""Seldom told apart: its answers differ only in the score of finished games with certain trains."""
DEEP = pytest.mark.skipif("SHINKANSEN_DEEP" not in os.environ, reason="takes minutes: SHINKANSEN_DEEP=1")


@pytest.mark.parametrize("number", [0, 1, 2, *(pytest.param(number, marks=DEEP) for number in range(3, 10))])
def test_a_hidden_reading_is_read_exactly(number: int) -> None:
    """Every ruling whose letter is said to be known is right, and every flipped one is known or cannot be told."""
    letters = hidden(number)
    with engine(letters) as speaking:
        found = fingerprint(speaking, CAPABILITIES)
    truth = {**Rulings().letters(), **letters}
    assert {slug: found.letters[slug] for slug in found.known} == {slug: truth[slug] for slug in found.known}
    assert not found.unexplained
    assert found.other == {slug: letter for slug, letter in letters.items() if slug in found.known}
    assert set(letters) - found.known <= HARD
    assert len(found.undetermined) <= 3


def test_an_engine_as_preferred_is_said_to_be_so() -> None:
    with engine({}) as speaking:
        found = fingerprint(speaking, CAPABILITIES)
    assert found.other == {}
    assert str(found) == f"{len(found.known)} as preferred, {len(found.undetermined)} undetermined"
    assert len(found.known) >= 29


def test_an_engine_that_cannot_be_listened_to_says_why() -> None:
    with engine({}) as speaking:
        found = fingerprint(speaking, ["load", "scores"])
    assert found.silent == "it does not offer apply, legal, new"
    assert not found.known


def test_the_command_tells_the_reading(capsys: pytest.CaptureFixture[str]) -> None:
    """The bundled wrong engine: one reading, and mistakes that fit none."""
    assert main(["fingerprint", "--", sys.executable, "-m", "shinkansen.verify.demo_engine"]) == 1
    told = capsys.readouterr().out
    assert "R29 track_needs_ground b" in told
    assert "games fit no reading" in told
