"""Forty mutants of Next Station as programs of their own that speak the wire, chosen without a look at how they do.

They come in the order of a hash of their names. Left out is what no check over the wire can call a mistake: what shows
only in words or in what is told of a move, what is about secrets that never travel, and what is right by one answer to
a ruling. A mutant is asked about Tokyo if that is the only city with the clause it breaks, and about London if that is;
where both have it, another bit of the hash decides.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from attrs import frozen

from shinkansen.nextstation.game import GAME
from shinkansen.testing.mutants import MUTANTS, Mutant
from shinkansen.verify.judging.script import SHIPPED, setting_of

MANY: Final = 40
TELLING: Final = "It only tells another clause of what a move did, and what is told does not travel over the wire."
UNSEEN: Final[Mapping[str, str]] = {
    "joker-is-not-named": "It refuses by the right clause; only the sentence is wrong.",
    "second-power-on-a-joker-by-a-wrong-clause": TELLING,
    "branches-are-told-as-ends": TELLING,
    "stamps-of-finished-lines-only": TELLING,
    "second-sections-are-told-as-first-ones": TELLING,
    "double-power-marks-the-start": "By the preferred answer to ruling R30 that power is never used in a turn.",
    "symbols-to-come-are-known": "What a player may know of the deal does not travel over the wire.",
}
"""Those that come before the fortieth and are left out, and why; also whatever is wrong only by another ruling."""

_SERVE: Final = """\
import sys; sys.path.insert(0, {root!r})
from shinkansen.verify.conversation.serving import reference, serve
serve(reference(games=[{game!r}]).answer, sys.stdin.buffer, sys.stdout.buffer)"""


@frozen
class Program:
    """A mutant that can be started as a program."""

    mutant: Mutant
    edition: str

    @property
    def game(self) -> str:
        """The game it plays wrongly."""
        return GAME.name

    @property
    def id(self) -> str:
        """The name of the mutant."""
        return self.mutant.id

    @property
    def broken(self) -> tuple[str, ...]:
        """The clauses that may be named for it."""
        return self.mutant.clauses

    def command(self, folder: Path) -> tuple[str, ...]:
        """The program, made in a new folder."""
        root = self.mutant.build(folder).parent
        return sys.executable, "-c", _SERVE.format(root=str(root), game=self.game)


@cache
def programs() -> tuple[Program, ...]:
    """The forty."""
    seen = [
        each for each in GAME.part(MUTANTS).all if each.id not in UNSEEN and "ruling says otherwise" not in each.says
    ]
    return tuple(Program(each, _city(each)) for each in sorted(seen, key=_hash)[:MANY])


@cache
def halves() -> Mapping[str, tuple[Program, ...]]:
    """The twenty by which causes that nobody has thought of were tuned, and those that were left alone; another hash of
    their names decides."""
    mixed = sorted(programs(), key=lambda each: sha256(f"half {each.id}".encode()).digest())
    return {"tuning": tuple(mixed[: MANY // 2]), "held_out": tuple(mixed[MANY // 2 :])}


def _hash(mutant: Mutant) -> bytes:
    return sha256(mutant.id.encode()).digest()


def _city(mutant: Mutant) -> str:
    cities = [edition for edition in (SHIPPED, "tokyo") if _has(edition, mutant)]
    return cities[_hash(mutant)[-1] % len(cities)]


def _has(edition: str, mutant: Mutant) -> bool:
    """Whether the first of the broken clauses is about games in a city."""
    tables = [setting_of(GAME, table, edition=edition) for table in GAME.tables]
    return any(table.places.applies(table.rules, mutant.clauses[0]) for table in tables)
