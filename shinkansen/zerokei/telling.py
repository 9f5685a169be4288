"""What Zero-Kei adds where a game is told in sentences (`core.telling`)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, cast

from shinkansen.core import telling
from shinkansen.core.opaque import AnyRules, opaque
from shinkansen.core.opaque import State as AnyState
from shinkansen.core.parts import Telling
from shinkansen.core.ruleset import Step
from shinkansen.core.text import name
from shinkansen.zerokei import happenings as h
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.happenings import Happening
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import State


def _rules(rules: AnyRules) -> Iterator[str]:
    edition = cast("ZeroKei", rules).edition
    yield f"Edition {name(edition.name)!r}: figures that the rulebook does not give are invented."


def _start(rules: AnyRules, state: AnyState) -> Iterator[str]:
    kit, seats = cast("ZeroKei", rules).kit, cast("State", state).table.seats
    if kit.solo:
        yield f"You start with {seats[0].yen} yen, Hideo with {seats[kit.hideo].vp} victory points (12.1.7, 12.10)."
    else:
        yield f"Everybody starts with {seats[0].yen} yen (2.J.1)."


TELLING: Final = Telling(
    _rules,
    _start,
    quiet=(h.CardUsed, h.Claimed, h.Placed, h.EngineChosen),
    begins=(h.RoundBegan,),
    points="victory points",
)


# -- for programs that know the game


def tell(
    rules: ZeroKei, state: State, turns: Iterable[tuple[Move, Step[State, Happening]]], source: str
) -> Iterator[str]:
    """A game from its first state; `source` is a sentence about where the moves come from."""
    told = cast("Iterable[telling.Turn]", turns)
    return telling.tell(GAME, opaque(rules), cast("AnyState", state), told, source)


def tell_end(rules: ZeroKei, state: State) -> Iterator[str]:
    """The final scores and who won; or that the game goes on."""
    return telling.tell_end(GAME, opaque(rules), cast("AnyState", state))
