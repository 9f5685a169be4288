"""Games played while the site is built: how often each clause is at work, and what cites it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Final, TypeAlias, TypeVar

from attrs import frozen

from shinkansen.core.coverage import Tally, played
from shinkansen.core.errors import Refusal
from shinkansen.core.game import Game, Plain

GAMES: Final = 100
FIRST_SEED: Final = 1964

CitingT = TypeVar("CitingT")
Cited: TypeAlias = "Counter[tuple[str, CitingT]]"
"""How often a clause is cited by something."""


@frozen
class Measured:
    """What some games showed."""

    tally: Tally
    happenings: dict[str, tuple[type[object], ...]]
    """The kinds of happenings that cite each clause, the most frequent first."""
    refusals: dict[str, tuple[str, ...]]
    """The reasons of the refusals that cite each clause, likewise."""


@cache
def measure(game: Game, games: int = GAMES) -> Measured:
    """Play so many games, at every table as many, with the same seeds in every build."""
    happened, refused = Counter[tuple[str, type[object]]](), Counter[tuple[str, str]]()

    def tell(happenings: Sequence[object], refusals: Sequence[object]) -> None:
        happened.update((getattr(each, "clause", ""), type(each)) for each in happenings)
        refused.update((each.clause, each.reason) for each in refusals if isinstance(each, Refusal))

    total = Tally()
    tables = sorted(game.tables, key=_seats)
    for place, table in enumerate(tables):
        total += played(game.open(table), range(FIRST_SEED + place, FIRST_SEED + games, len(tables)), tell=tell)
    return Measured(total, _by_clause(happened), _by_clause(refused))


def _seats(table: Plain) -> int:
    return int(str(table["seats"]))


def _by_clause(counted: Cited[CitingT]) -> dict[str, tuple[CitingT, ...]]:
    found: dict[str, list[CitingT]] = {}
    for (clause, citing), _ in counted.most_common():
        found.setdefault(clause, []).append(citing)
    return {clause: tuple(each) for clause, each in found.items()}
