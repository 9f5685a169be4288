"""What is done with what a decoder accepted: an accepted state is played on, a record replayed, a log checked ...

The laws of the contract must hold for whatever is accepted, so what fails here is a finding like any other.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from shinkansen.core import record as records
from shinkansen.core.errors import IllegalMove
from shinkansen.core.invariants import implausible
from shinkansen.core.ruleset import Ruleset
from shinkansen.nextstation import log_check as next_station_log_check
from shinkansen.verify.judging.vectors import Vector, expected
from shinkansen.zerokei import log_check, logs
from shinkansen.zerokei.edition import Edition
from shinkansen.zerokei.edition_text import show
from shinkansen.zerokei.notation import notation, parse
from shinkansen.zerokei.records import rules_of
from shinkansen.zerokei.ruleset import ZeroKei
from tests.fuzz import seeds
from tests.fuzz.decoder import DefectError


def state(rules: ZeroKei) -> Callable[[Any, Random], None]:
    """Play on from a state, by every law of the contract."""

    def use(found: Any, rng: Random) -> None:
        content = rules.state_json(found)
        law(rules.read_state(content) == found, "a state is read back as another")
        law(rules.read_position(rules.position(found, hidden=True)) == found, "a position is read back as another")
        legal, seat = rules.legal_moves(found), rules.to_move(found)
        law(bool(legal) == (seat is not None), "there are legal moves exactly if somebody is to move")
        law((rules.outcome(found) is None) == (seat is not None), "there is an outcome exactly if the game is over")
        law(len(set(legal)) == len(legal), "a legal move is listed twice")
        rules.digest(found)
        for broken in implausible(rules, found):
            str(broken)
        for score in rules.scores(found):
            rules.say(score)
        for viewer in range(rules.seats):
            seen = rules.view(found, viewer)
            law(rules.view(rules.redeal(seen, rng), viewer) == seen, "what is dealt anew looks different")
        for move in rng.sample(legal, min(3, len(legal))):
            law(rules.why_not(found, move) is None, "a legal move is refused")
            step = rules.explain(found, move)
            law(rules.apply(found, move) == step.state, "apply and explain differ")
            law(rules.read_move(rules.move_json(move)) == move, "a move is read back as another")
            rules.say(move, found)
            for happening in step.happenings:
                rules.say(happening, found)
        for move in rng.sample(seeds.moves("2"), 3):
            law((rules.why_not(found, move) is None) == (move in legal), "why_not and legal_moves disagree")
            rules.nearest(found, move)
        if rng.random() < PLAYED_OUT:
            play_out(rules, found, rng)

    return use


def contract(rules: Ruleset[Any, Any, Any, Any]) -> Callable[[Any, Random], None]:
    """Ask a state of any game what the contract promises, and make a move."""

    def use(found: Any, rng: Random) -> None:
        law(rules.read_state(rules.state_json(found)) == found, "a state is read back as another")
        legal, seat = rules.legal_moves(found), rules.to_move(found)
        law(bool(legal) == (seat is not None), "there are legal moves exactly if somebody is to move")
        law((rules.outcome(found) is None) == (seat is not None), "there is an outcome exactly if the game is over")
        rules.scores(found)
        rules.stage(found)
        if legal:
            rules.apply(found, rng.choice(legal))

    return use


def position(found: Any, rng: Random) -> None:
    """Write a position again, and play on from it."""
    rules, here, text = found
    law(text in (rules.position(here), rules.position(here, hidden=True)), "a position has two texts")
    state(rules)(here, rng)


PLAYED_OUT = 0.3
"""What share of the accepted states and editions is played to the end."""
LONGEST = 400
"""Moves of the longest game, about three times those of any real one."""


def play_out(rules: ZeroKei, here: Any, rng: Random) -> None:
    """Play a game of random moves to its end: what is wrong in a state may be asked for only late."""
    for _ in range(LONGEST):
        legal = rules.legal_moves(here)
        if not legal:
            break
        here = rules.follow(here, rng.choice(legal))
    law(rules.to_move(here) is None, "a game does not end")
    for score in rules.scores(here):
        rules.say(score)
    rules.say(rules.outcome(here))


def law(holds: bool, otherwise: str) -> None:
    """A law of the contract."""
    if not holds:
        raise AssertionError(otherwise)


def deal(rules: ZeroKei) -> Callable[[Any, Random], None]:
    """Start a game."""

    def use(found: Any, rng: Random) -> None:
        law(rules.read_deal(rules.deal_json(found)) == found, "a deal is read back as another")
        state(rules)(rules.start(found), rng)

    return use


def move(rules: ZeroKei, table: str) -> Callable[[Any, Random], None]:
    """Try a move in a state."""

    def use(found: Any, rng: Random) -> None:
        there = rng.choice(seeds.states(table))
        law(rules.read_move(rules.move_json(found)) == found, "a move is read back as another")
        refusal = rules.why_not(there, found)
        law((refusal is None) == (found in rules.legal_moves(there)), "why_not and legal_moves disagree")
        for by in range(rules.seats):
            rules.why_not(there, found, by)
        rules.say(found, there)
        rules.say(found)
        if refusal is not None:
            rules.say(refusal)
        try:
            rules.apply(there, found)
        except IllegalMove as told:
            str(told)
        law(parse(notation(found)) == found, "a notation is read back as another move")

    return use


def notated(found: Any, rng: Random) -> None:
    """Try a move that was read from notation."""
    table = rng.choice(list(seeds.TABLES))
    move(seeds.rules(table), table)(found, rng)


def record(found: Any, rng: Random) -> None:
    """Verify a record, and if it is right, tell it as a log and read that."""
    law(records.from_text(records.text(found)) == found, "a record is read back as another")
    rules = rules_of(found)
    records.verify(rules, found)
    if found.seen_by is None:
        records.seen_by(rules, found, rng.randrange(rules.seats))
        if found.plies:
            logs.from_text(logs.of_record(rules, found))


def log(found: Any, rng: Random) -> None:
    """Check a log; not each, because for a wrong one dozens of readings are tried."""
    if rng.random() < 0.3:
        str(log_check.check(found))


def scored_sheet(found: Any, rng: Random) -> None:
    """Check a scored sheet; not each, because for a wrong one other readings are tried."""
    if rng.random() < 0.3:
        str(next_station_log_check.check(found))


def edition(found: Any, rng: Random) -> None:
    """Make rules of an edition, and play."""
    assert isinstance(found, Edition)
    found.digest()
    show(found)
    seats = rng.choice([1, *found.player_counts] if 2 in found.player_counts else found.player_counts)
    rules = ZeroKei(seats=seats, edition=found, hard=seats == 1 and rng.random() < 0.5)
    here = rules.start(rules.deal(rng))
    law(rules.read_state(rules.state_json(here)) == here, "a state is read back as another")
    play_out(rules, here, rng)


def rulings(found: Any, rng: Random) -> None:
    """Make rules of rulings, and start."""
    rules = ZeroKei(seats=2, rulings=found)
    rules.legal_moves(rules.start(rules.deal(rng)))


def script(found: Any, rng: Random) -> None:
    """Ask the reference every question of a script."""
    line = found.played()
    for ask in found.asks:
        line.answer(ask)
    found.json()


def vector(found: Any, rng: Random) -> None:
    """Ask the reference."""
    assert isinstance(found, Vector)
    expected(found.script, found.whole)
    found.json()


def artefact(found: Any, rng: Random) -> None:
    """Ask the reference."""
    script(found.script, rng)


def reply_of(reply: dict[str, Any]) -> dict[str, Any]:
    """A reply of the reference; one that tells a defect as an error of its own is a finding."""
    said = reply.get("errored")
    if isinstance(said, str) and said.partition(": ")[0].endswith(("Error", "Exception", "StopIteration")):
        raise DefectError(said)
    return reply
