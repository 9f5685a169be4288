"""Witnesses: short games in which two answers to a ruling differ, as data that is played again.

A game is played in step under two readings. They differ in *legality* when a different set of moves is legal, in
*effect* when the same move gives different tables, in *score* when the finished game is scored differently, in
*outcome* when only the winner differs. `witnesses.json` keeps a short game for every answer that we do not prefer, and
for every pair of such answers to one ruling, as a deal and moves in notation, with what is known about how short it
can be. `python -m tests.build.find_witnesses` searches for them again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import attrs
from attrs import field, frozen

from shinkansen.core.errors import RulingError
from shinkansen.core.plain_json import Json
from shinkansen.core.rulings import Ruling
from shinkansen.zerokei.deal import Deal
from shinkansen.zerokei.edition import Colour, Edition
from shinkansen.zerokei.edition_check import shipped
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.notation import parse
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.rulings import register
from shinkansen.zerokei.table import State, Table

FILE: Final = Path(__file__).parent / "witnesses.json"
OTHERS: Final = [(ruling.slug, letter) for ruling in register().switchable for letter in ruling.others]
"""Every answer that we do not prefer."""
PAIRS: Final = [(slug, letter, register()[slug].preferred) for slug, letter in OTHERS] + [
    (ruling.slug, later, earlier)
    for ruling in register().switchable
    for earlier, later in combinations(ruling.others, 2)
]
"""Every pair of answers that a witness tells apart: a ruling, a letter, and the letter it is compared with."""


@cache
def _editions() -> dict[str, Edition]:
    plain = shipped()
    twice = tuple(
        attrs.evolve(carriage, counters=(carriage.counters[0], (*carriage.counters[0], carriage.counters[1][0])))
        if len(carriage.counters) > 1
        else carriage
        for carriage in plain.carriages
    )
    two_coloured = tuple(
        attrs.evolve(carriage, counters=((Colour.GOLD, Colour.WHITE),)) if len(carriage.cities) == 1 else carriage
        for carriage in plain.carriages
    )
    every = tuple(cell.id for cell in plain.hideo.cells)
    busy = attrs.evolve(plain.hideo, columns=tuple(every for _ in plain.hideo.columns))
    return {
        "shipped": plain,
        "busy Hideo": attrs.evolve(plain, hideo=busy),
        "same colour twice": attrs.evolve(plain, carriages=twice),
        "two-coloured icons": attrs.evolve(plain, carriages=two_coloured),
    }


def editions() -> dict[str, Edition]:
    """The default edition; one whose two-city carriages may advance the first icon's colour twice (R13); one whose
    one-city carriages have two-coloured icons (R69); and one with an action board that gives Hideo much to do (R76)."""
    return dict(_editions())


EDITIONS: Final = {
    "second_icon": "same colour twice",
    "hideo_icon": "two-coloured icons",
    "hideo_cauldrons": "busy Hideo",
}
"""Where the default edition has no card, or too small a board, to show the difference."""
VARIED: Final = {
    "shipped": "the edition shipped",
    "same colour twice": "the edition shipped, but the second icon of a carriage may also show the colour of the first",
    "two-coloured icons": "the edition shipped, but the carriages with one city have a gold and white icon",
    "busy Hideo": "the edition shipped, but each column of Hideo's board activates all of its cells",
}
"""What each edition is, in words."""


@frozen
class Proof:
    """What a search through a whole small world has proved: no game there with fewer moves tells the answers apart."""

    world: str
    """Its name in `shinkansen.zerokei.testing.small_worlds`."""
    kind: str
    moves: int
    pairs: int
    """How many pairs of states were compared, including all that shorter games reach."""


@frozen
class Witness:
    """A game in which an answer makes a difference."""

    slug: str
    letter: str
    kind: str
    edition: str
    seats: int
    deal: dict[str, Json] = field(hash=False)
    moves: tuple[str, ...]
    against: str
    """The answer that it differs from; usually the preferred one."""
    floor: int
    """It takes at least this many moves, whatever is dealt: the rule cannot matter before."""
    searched: int
    """How many games were played to find it."""
    proof: Proof | None = None
    """What a small world adds, if one shows the difference."""

    @property
    def ruling(self) -> Ruling:
        return register()[self.slug]

    @property
    def shortest(self) -> bool:
        """Whether no shorter game can exist for this number of players."""
        return len(self.moves) == self.floor

    def rules(self, letter: str) -> ZeroKei:
        """The rules it is played under, with an answer to its ruling."""
        return _rules(self.edition, self.seats, self.slug, letter)

    def play(self) -> Played:
        """Play it again, under both answers."""
        here, there = self.rules(self.against), self.rules(self.letter)
        deal, moves = here.read_deal(self.deal), tuple(parse(line) for line in self.moves)
        ones, others = [here.start(deal)], [there.start(deal)]
        for move in moves:
            ones.append(here.apply(ones[-1], move))
            others.append(there.apply(others[-1], move))
        return Played(self, deal, moves, tuple(ones), tuple(others))


@frozen
class Played:
    """A witness played again."""

    witness: Witness
    deal: Deal
    moves: tuple[Move, ...]
    states: tuple[State, ...]
    """Before each move and at the end, under the answer it is compared with."""
    others: tuple[State, ...]
    """The same under its own answer."""

    @property
    def here(self) -> ZeroKei:
        return self.witness.rules(self.witness.against)

    @property
    def there(self) -> ZeroKei:
        return self.witness.rules(self.witness.letter)


@cache
def _rules(edition: str, seats: int, slug: str, letter: str) -> ZeroKei:
    return ZeroKei(seats=seats, edition=_editions()[edition], rulings={slug: letter})


def in_sight(table: Table) -> Table:
    """A table without what a reading remembers."""
    return attrs.evolve(table, memory=frozenset())


def difference(here: ZeroKei, there: ZeroKei, deal: Deal, moves: Iterable[Move]) -> tuple[str, int] | None:
    """How and after how many moves a game differs under two rulesets, if it does."""
    one, other = here.start(deal), there.start(deal)
    ply = 0
    for move in moves:
        if set(here.legal_moves(one)) != set(there.legal_moves(other)):
            return "legality", ply
        one, other = here.follow(one, move), there.follow(other, move)
        ply += 1
        if in_sight(one.table) != in_sight(other.table):
            return "effect", ply
    if set(here.legal_moves(one)) != set(there.legal_moves(other)):
        return "legality", ply
    if here.scores(one) != there.scores(other) and here.to_move(one) is None:
        return "score", ply
    if here.outcome(one) != there.outcome(other):
        return "outcome", ply
    return None


def load() -> list[Witness]:
    """All witnesses, in the order of `PAIRS`."""
    return [*_loaded()]


@cache
def _loaded() -> tuple[Witness, ...]:
    rows: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return tuple(map(_read, rows))


def _read(row: dict[str, Any]) -> Witness:
    content: dict[str, Any] = {**row, "moves": tuple(row["moves"])}
    content["proof"] = Proof(**row["proof"]) if row["proof"] else None
    return Witness(**content)


def save(found: Iterable[Witness]) -> None:
    """Write all witnesses, a line each."""
    rows = [json.dumps(attrs.asdict(witness)) for witness in found]
    FILE.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")


def witness_of(name: str, letter: str | None = None, against: str | None = None, alone: bool = False) -> Witness:
    """The witness of a ruling (by id or slug) for an answer that we do not prefer; the first such answer by default.

    It is compared with the preferred answer, or with the one named. Where there are two witnesses, the solo game
    against Hideo is given only if `alone` asks for it. `RulingError` if there is none.
    """
    ruling = register()[name]
    if not ruling.switchable:
        raise RulingError(
            f"{ruling.id} ({ruling.slug}) is settled: it has one answer, so no game can show a difference"
        )
    offered = [answer.letter for answer in ruling.offered]
    pair = (letter if letter is not None else ruling.others[0], against if against is not None else ruling.preferred)
    for wrong in (each for each in pair if each not in offered):
        raise RulingError(f"{ruling.id} ({ruling.slug}) has no answer {wrong!r}; expected {', '.join(offered)}")
    if pair[0] == pair[1]:
        expected = " or ".join(f"{ruling.id}={other}" for other in offered if other != pair[1])
        raise RulingError(f"{ruling.id}={pair[0]} cannot be compared with itself; expected {expected}")
    found = [each for each in load() if each.slug == ruling.slug and {each.letter, each.against} == {*pair}]
    wanted = [each for each in found if each.seats == 1] if alone else found
    if not wanted:
        raise RulingError(f"{ruling.id}={pair[0]} has no solo witness; leave out --alone")
    return wanted[0]


def check(witness: Witness) -> tuple[str, int] | None:
    """Play a witness again: how and when it differs."""
    here, there = witness.rules(witness.against), witness.rules(witness.letter)
    return difference(here, there, here.read_deal(witness.deal), [parse(line) for line in witness.moves])
