"""How an invariant is declared, and the wording that all of them use to complain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from types import ModuleType
from typing import Any, TypeAlias

from shinkansen.core.invariants import Invariant, Scope
from shinkansen.core.ruleset import Step
from shinkansen.zerokei.happenings import Happening
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.table import State, Table

Played: TypeAlias = Step[State, Happening]
Steps: TypeAlias = tuple[tuple[State, Move, Played], ...]
Complaints: TypeAlias = Iterator[str]

_declared: list[Invariant] = []


def holds(scope: Scope, says: str, *clauses: str) -> Callable[[Callable[..., Complaints]], Callable[..., Complaints]]:
    """Declare an invariant; the function yields the complaints, and its name is the id."""

    def declare(complaints: Callable[..., Complaints]) -> Callable[..., Complaints]:
        id = complaints.__name__.replace("_", "-")
        _declared.append(Invariant(id, says, clauses, scope, complaints))
        return complaints

    return declare


def declared_in(*rooms: ModuleType) -> Iterator[Invariant]:
    """The invariants of some modules, in the order of the modules and of their lines."""
    for room in rooms:
        yield from (invariant for invariant in _declared if invariant.complaints.__module__ == room.__name__)


# -- Complaining ----------------------------------------------------------------------------------------------------


# These two are called a hundred times for every move, and usually all is well, which must cost little: so they are not
# generators, and sets are compared before anything is counted.


def differs(what: str, found: object, expected: object) -> Iterable[str]:
    return () if found == expected else (f"{what}: found {found}, expected {expected}.",)


def misplaced(what: str, found: Collection[str | int], expected: Collection[str | int]) -> Iterable[str]:
    """Complaints about pieces that are not there exactly once."""
    if len(found) == len(expected) == len({*found}.intersection(expected)):
        return ()
    have, want = Counter(found), Counter(expected)
    wrong = [piece for piece in {*have, *want} if have[piece] != want[piece]]
    return [f"{what} {piece} is in {have[piece]} places, expected {want[piece]}." for piece in sorted(wrong)]


# -- What was told --------------------------------------------------------------------------------------------------


def happened(step: Played, *kinds: type[Any]) -> list[Any]:
    """The happenings of some kinds in a step."""
    return [happening for happening in step.happenings if isinstance(happening, kinds)]


def all_told(steps: Steps) -> list[Happening]:
    """The happenings of a game."""
    return [happening for _, _, step in steps for happening in step.happenings]


def final(steps: Steps) -> Table:
    """The table at the end of a game."""
    return steps[-1][2].state.table
