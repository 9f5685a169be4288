"""Games played while the site is built: how often each clause is at work, and what cites it."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Final, TypeAlias

from attrs import field, frozen

from shinkansen.core.coverage import Tally, played
from shinkansen.core.errors import Refusal
from shinkansen.core.ruleset import Step
from shinkansen.zerokei.happenings import Happening
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import State

GAMES: Final = 100
FIRST_SEED: Final = 1964

TABLES: Final = ((1, False), (1, True), (2, False), (3, False), (4, False))
"""The kinds of games played in turn: the number of seats, and whether it is the hard game."""

Cited: TypeAlias = Counter[tuple[str, str]]
"""How often a clause is cited by something of a name."""


@frozen
class Measured:
    """What some games showed."""

    tally: Tally
    happenings: dict[str, tuple[str, ...]]
    """The kinds of happenings that cite each clause, the most frequent first."""
    refusals: dict[str, tuple[str, ...]]
    """The reasons of the refusals that cite each clause, likewise."""


@cache
def measure(games: int = GAMES) -> Measured:
    """Play so many games, at every table as many, with the same seeds in every build."""
    happened, refused = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    total = Tally()
    for place, (seats, hard) in enumerate(TABLES):
        rules = _Watched(seats=seats, hard=hard, happened=happened, refused=refused)
        total += played(rules, range(FIRST_SEED + place, FIRST_SEED + games, len(TABLES)))
    return Measured(total, _by_clause(happened), _by_clause(refused))


@frozen(slots=False, eq=False)
class _Watched(ZeroKei):
    """Zero-Kei that counts by what its clauses are cited."""

    happened: Cited = field(factory=Counter[tuple[str, str]])
    refused: Cited = field(factory=Counter[tuple[str, str]])

    def narrate(self, state: State, move: Move) -> Step[State, Happening]:
        step = super().narrate(state, move)
        self.happened.update((each.clause, type(each).__name__) for each in step.happenings)
        return step

    def why_not(self, state: State, move: object, by: int | None = None) -> Refusal | None:
        refusal = super().why_not(state, move, by)
        if refusal is not None:
            self.refused[refusal.clause, refusal.reason] += 1
        return refusal


def _by_clause(counted: Cited) -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for (clause, name), _ in counted.most_common():
        found.setdefault(clause, []).append(name)
    return {clause: tuple(names) for clause, names in found.items()}
