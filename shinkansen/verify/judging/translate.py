"""Translating: the moves of one game made legal in another, as far as possible.

An illegal move is replaced by the most similar one of its kind or by a move without parts (such as `finish`), or it is
dropped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

import attrs

from shinkansen.core.errors import ShinkansenError
from shinkansen.core.near_misses import Part, kind_of
from shinkansen.core.opaque import AnyRules, State
from shinkansen.verify.judging.script import Ask, Script, Setting


def with_moves(script: Script, setting: Setting, start: Part, wanted: Iterable[Part]) -> Iterator[Script]:
    """The script with other moves, as far as they can be made legal."""
    rules = setting.rules
    try:
        state = rules.start(rules.read_deal(start["deal"])) if "deal" in start else rules.read_state(start["state"])
        moves = [*_translated(setting, state, wanted)]
        asks = tuple(attrs.evolve(ask, ply=len(moves)) for ask in script.asks)
        if all(_askable(rules, ask) for ask in asks):
            yield Script(setting, start, tuple(moves), asks, script.route)
    except ShinkansenError:
        return  # not a game at all


def _askable(rules: AnyRules, ask: Ask) -> bool:
    return ask.by is None or ask.by < rules.seats


PATIENCE: Final = 4
"""How many moves without parts may be inserted before a wanted one."""


def _translated(setting: Setting, state: State, wanted: Iterable[Part]) -> Iterator[Part]:
    rules, moves = setting.rules, setting.moves
    for content in wanted:
        move = moves.read(content)
        for _ in range(PATIENCE):
            if rules.why_not(state, move) is None:
                yield content
                state = rules.follow(state, move)
                break
            chosen = _nearest(content, moves.legal(state))
            if chosen is None:
                break
            yield chosen
            state = rules.follow(state, moves.read(chosen))
            if kind_of(chosen) == kind_of(content):
                break


def _nearest(move: Part, legal: list[Part]) -> Part | None:
    """The most similar move of the same kind, or a move without parts, or none."""
    alike = [one for one in legal if kind_of(one) == kind_of(move)]
    if alike:
        return max(alike, key=lambda one: sum(one.get(part) == value for part, value in move.items()))
    return next((one for one in legal if len(one) == 1), None)
