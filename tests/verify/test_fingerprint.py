"""Fingerprints: the hidden readings of engines are identified exactly, as far as their games can tell."""

from __future__ import annotations

import sys
from functools import cached_property
from random import Random
from typing import Any

import attrs
import pytest

from shinkansen.cli import main
from shinkansen.core.errors import Refusal
from shinkansen.core.plain_json import canonical
from shinkansen.verify.conversation.serving import CAPABILITIES, Server
from shinkansen.verify.conversation.talk import Engine
from shinkansen.verify.conversation.transports import in_process
from shinkansen.verify.judging import artefact
from shinkansen.verify.judging.difference import DifferenceKind
from shinkansen.verify.judging.judge import Judge
from shinkansen.verify.judging.minimise import Budget
from shinkansen.verify.judging.plan import Plan
from shinkansen.verify.judging.readings import readings
from shinkansen.verify.judging.runner import check_engine
from shinkansen.verify.judging.script import read_script
from shinkansen.verify.judging.vectors import shipped
from shinkansen.verify.judging.verdict import Report
from shinkansen.verify.judging.write_scripts import Guide
from shinkansen.zerokei.edition_check import from_json
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.moves import Idle, Move
from shinkansen.zerokei.ruleset import NAME, ZeroKei
from shinkansen.zerokei.rulings import Rulings, register, rulings
from shinkansen.zerokei.table import State
from tests.deep import DEEP
from tests.settings import zerokei

FEW = Budget(questions=300)
"""What is found need not become very short here."""


pytestmark = pytest.mark.slow


def engine(letters: dict[str, str], kind: type[ZeroKei] = ZeroKei) -> Engine:
    """The reference with a reading of its own, whatever it is told."""
    made: dict[tuple[str, int], ZeroKei] = {}

    def opened(setting: Any) -> ZeroKei:
        key = (canonical(setting["edition"]), setting["seats"])
        if key not in made:
            made[key] = kind(seats=setting["seats"], edition=from_json(setting["edition"]), rulings=rulings(letters))
        return made[key]

    return in_process(Server({NAME: opened}))


HIDDEN = range(10 if DEEP else 4)
"""Each of the first four flips another number of rulings."""


def hidden(number: int) -> dict[str, str]:
    """One to four rulings flipped."""
    rng = Random(f"hidden {number}")
    chosen = rng.sample(register().switchable, 1 + number % 4)
    return {ruling.slug: rng.choice(ruling.others) for ruling in chosen}


LATER = [
    {"stuck_counter": "b", "build_discount": "b", "end_order": "b"},
    {"yen_by_rank": "b", "event_repeat_action": "b", "connection_return": "b"},
    {"lay_discount": "b", "hideo_cauldrons": "b", "connection_gap": "c"},
]
"""The answers that could not be chosen in version 1 of the rules, each in one vector."""


def test_every_answer_that_came_later_is_hidden_somewhere() -> None:
    later = {(ruling.slug, letter) for ruling in register().switchable if ruling.since > 1 for letter in ruling.others}
    assert {answer for letters in LATER for answer in letters.items()} == later | {("connection_gap", "c")}


def listened(letters: dict[str, str], games: int = 4, search: bool = True) -> Report:
    tables = tuple(zerokei(seats) for seats in (2, 3, 4, 1))
    with engine(letters) as speaking:
        return check_engine(speaking, Plan(tables, shipped(GAME), games=games, search=search))


@pytest.mark.parametrize("letters", [*map(hidden, HIDDEN), *LATER], ids=lambda letters: "-".join(letters))
def test_a_hidden_reading_is_read_exactly(letters: dict[str, str]) -> None:
    """Every letter said to be known is right, every flipped one is known, and nothing is called wrong."""
    report = listened(letters)
    found = report.fingerprint
    assert found is not None
    truth = {**Rulings().letters(), **letters}
    assert {slug: found.letters[slug] for slug in found.known} == {slug: truth[slug] for slug in found.known}
    assert found.other == letters
    assert all(truth[slug] in found.possible[slug] for slug in found.undetermined)
    assert len(found.undetermined) <= 3
    assert (report.mistakes, report.code) == ((), 3)


def test_an_engine_as_preferred_is_said_to_be_so() -> None:
    report = listened({}, search=False)
    found = report.fingerprint
    assert found is not None
    assert (found.other, report.code) == ({}, 0)
    assert str(found) == f"{len(found.known)} as preferred, {len(found.undetermined)} undetermined"
    assert {*found.hints} >= {"second_icon", "hideo_icon"}  # which need other cards
    assert len(found.known) >= 28


class FreeIdling(ZeroKei):
    """A mistake behind a reading: an engine that is paid for without an action (R19 b) is not paid for."""

    def follow(self, state: State, move: Move) -> State:
        after = super().follow(state, move)
        if not isinstance(move, Idle):
            return after
        seats = tuple(
            attrs.evolve(seat, yen=was.yen) for seat, was in zip(after.table.seats, state.table.seats, strict=True)
        )
        return attrs.evolve(after, table=attrs.evolve(after.table, seats=seats))


def test_what_a_reading_hides_is_found_behind_it() -> None:
    """Only who adopts the reading makes the move that is done wrong."""
    with engine({"engine_without_action": "b"}, FreeIdling) as speaking:
        report = check_engine(speaking, Plan((zerokei(2), zerokei(3)), shipped(GAME), games=12, budget=FEW))
    (read,) = report.other_readings
    assert [str(one)[:12] for one in read.readings] == ["ruling R19 b"]
    wrong, *others = report.mistakes
    assert all(finding.difference.script.moves[-1]["move"] == "idle" for finding in (wrong, *others))
    assert wrong.difference.where == "seats.yen"
    assert wrong.difference.script.setting.adopted
    assert report.code == 1
    with engine({"engine_without_action": "b"}) as mended:
        again = artefact.artefact_json(wrong, "mine")
        script = read_script(
            {key: again[key] for key in ("setting", "start", "moves", "asks", "route") if key in again}
        )
        assert Judge(mended, report.who.capabilities).first(script) is None
    with engine({"engine_without_action": "b"}, FreeIdling) as speaking:
        assert Judge(speaking, report.who.capabilities).first(script) == wrong.difference


class Forgetful(ZeroKei):
    """Follows R30 b in the first two rounds only: that is no reading."""

    def _early(self, state: State) -> ZeroKei:
        return self._both[0 if state.table.round <= 1 else 1]

    @cached_property
    def _both(self) -> list[ZeroKei]:
        first = {**self.rulings.letters(), "own_track_first": "b"}
        return [ZeroKei(self.seats, self.edition, letters, self.hard) for letters in (first, self.rulings)]

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        return self._early(state).legal_moves(state)

    def why_not(self, state: State, move: object, by: int | None = None) -> Refusal | None:
        return self._early(state).why_not(state, move, by)


def test_what_is_followed_only_at_some_tables_is_no_reading() -> None:
    """The reading seems to explain it, is adopted, is contradicted, and is given up: there is one mistake."""
    with engine({}, Forgetful) as speaking:
        report = check_engine(speaking, Plan((zerokei(2),), shipped(GAME), games=3, budget=FEW))
    assert report.other_readings == ()
    (wrong,) = report.mistakes
    assert (wrong.difference.kind, wrong.clauses[0]) == (DifferenceKind.PERMISSIVE, "7.11.5")
    assert not wrong.difference.script.setting.adopted


def test_two_readings_that_only_together_explain_a_difference() -> None:
    """Which cities of a card connect, and what a gap does: in this game neither answer alone changes a score."""
    hidden = rulings({"connection_card": "b", "connection_gap": "c"})
    script = Guide(Random(2)).game(zerokei(4), 0.3)
    with engine(hidden.letters()) as speaking:
        differences = [*Judge(speaking, frozenset(CAPABILITIES)).differences(script)]
    (together,) = [found for found in differences if not readings(found)]
    pairs = readings(together, pairs=True)
    assert hidden.letters() in [dict(pair.over(register().reading())) for pair in pairs]


def test_the_command_tells_the_reading(capsys: pytest.CaptureFixture[str]) -> None:
    """The bundled wrong engine: one reading, and mistakes that fit none."""
    command = [sys.executable, "-m", "shinkansen.verify.conversation.demo_engine"]
    assert main(["fingerprint", "--games", "1", "--seconds", "600", "--", *command]) == 1
    told = capsys.readouterr().out
    assert "R29=b (track_needs_ground)" in told
    assert "3 differences fit no reading" in told
    assert "a mistake gets in the way" in told
    assert int(told.partition(" as preferred")[0].split()[-1]) >= 5  # its mistakes do not hide what shows before them
