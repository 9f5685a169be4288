"""Trying a rule: a player's turn or the end of a round under a chosen event, and what moves do to a purse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from shinkansen.zerokei import moves as m
from shinkansen.zerokei.edition import Ability, Action
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import NOBODY, Phase, State
from tests.positions import YELLOW, acting, after_engines, arrange

ENGINES = ("engine-1", "engine-2", "engine-3", "engine-4")
"""With three players: prepare or lay; lay or participate; build or participate; prepare or build."""

Contents = Mapping[int, Mapping[str, Any]]


def turn(
    rules: ZeroKei,
    event: str,
    seats: Contents | None = None,
    seat: int = YELLOW,
    engines: Sequence[str] = ENGINES,
    actions: int = 5,
    round: int = 0,
    **changes: Any,
) -> State:
    """A player's turn to act, the last of the round, with five actions; everybody has 30 yen unless said otherwise."""
    start = after_engines(rules, engines[: rules.seats])
    others = [other for other in start.table.events if other != event]
    events = (*others[:round], event, *others[round:])[:5]
    given = seats or {}
    contents = {number: {"yen": 30, **given.get(number, {})} for number in range(rules.seats)}
    return acting(rules, start, seat, actions, events=events, round=round, seats=contents, **changes)


def closed(rules: ZeroKei, event: str, seats: Contents | None = None, round: int = 0, **changes: Any) -> State:
    """The round is over: the last seat has finished, and its effect is due.

    The last seat's yen for the action it did not take are in what it is said to have.
    """
    last = rules.seats - 1
    given = dict(seats or {})
    given[last] = {**given.get(last, {}), "yen": given.get(last, {}).get("yen", 30) - 1}
    return rules.apply(turn(rules, event, given, seat=last, actions=1, round=round, **changes), m.Finish())


def placing(rules: ZeroKei, seats: Contents | None = None, seat: int = YELLOW, **changes: Any) -> State:
    """A player's turn to place the token, first of all; everybody has 30 yen unless said otherwise."""
    start = after_engines(rules, ENGINES[: rules.seats])
    given = seats or {}
    contents = {number: {"yen": 30, **given.get(number, {})} for number in range(rules.seats)}
    others = [number for number in range(rules.seats) if number != seat]
    trains = {card for content in given.values() for card in content.get("train", ())}
    free = [card for card in rules.kit.carriages if card not in trains]
    settings: dict[str, Any] = {
        "phase": Phase.PLACE,
        "seat": seat,
        "tile": (NOBODY,) * len(rules.kit.rewards),
        "row": tuple(free[: len(others)]),
        "claims": tuple(others),
        "seats": contents,
    }
    return arrange(rules, start, **{**settings, **changes})


def allowed(rules: ZeroKei, state: State, move: Move) -> bool:
    """Whether a move is legal; both ways to ask must agree."""
    listed = move in rules.legal_moves(state)
    assert (rules.why_not(state, move) is None) == listed, move
    return listed


def played(rules: ZeroKei, state: State, *moves: Move) -> State:
    for move in moves:
        state = rules.apply(state, move)
    return state


def gain(rules: ZeroKei, state: State, *moves: Move, seat: int = YELLOW) -> tuple[int, int]:
    """By how many yen and victory points moves change what a seat has."""
    before = state.table.seats[seat]
    after = played(rules, state, *moves).table.seats[seat]
    return after.yen - before.yen, after.vp - before.vp


def purses(state: State) -> list[tuple[int, int]]:
    return [(seat.yen, seat.vp) for seat in state.table.seats]


def offering(rules: ZeroKei, gives: Mapping[str, Ability | Action]) -> ZeroKei:
    """The same game with other actions or abilities on some carriages."""
    carriages = tuple(
        attrs.evolve(carriage, gives=gives.get(carriage.id, carriage.gives)) for carriage in rules.edition.carriages
    )
    return ZeroKei(seats=rules.seats, edition=attrs.evolve(rules.edition, carriages=carriages), rulings=rules.rulings)
