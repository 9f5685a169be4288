"""Witnesses: short games in which two answers to a ruling differ.

`python -m shinkansen.zerokei.witnesses` searches for them anew.

A game is played in step under the preferred rulings and under the other answer. They differ in *legality* when a
different set of moves is legal, in *effect* when the same move gives different tables, in *score* when the finished
game is scored differently, in *outcome* when only the winner differs. The shortest game found is kept, as a deal and
moves in notation, in `witnesses.json`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import Any

import attrs
from attrs import frozen

from shinkansen.core.play import Chooser, at_random, plies
from shinkansen.core.wire import Json
from shinkansen.zerokei.deal import Deal
from shinkansen.zerokei.edition import Colour, Edition
from shinkansen.zerokei.edition_check import shipped
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.notation import notation, parse
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.rulings import register, rulings
from shinkansen.zerokei.sense import sensible
from shinkansen.zerokei.table import Seat, State, Table

FILE = Path(__file__).parent / "witnesses.json"
OTHERS = [(ruling.slug, letter) for ruling in register().switchable for letter in ruling.letters[1:]]


def editions() -> dict[str, Edition]:
    """The default edition; one whose two-city carriages may advance the first icon's colour twice (R13); and one whose
    one-city carriages have two-coloured icons (R69)."""
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
    return {
        "shipped": plain,
        "same colour twice": attrs.evolve(plain, carriages=twice),
        "two-coloured icons": attrs.evolve(plain, carriages=two_coloured),
    }


EDITIONS = {"second_icon": "same colour twice", "hideo_icon": "two-coloured icons"}
"""Where the default edition has no card that could show the difference."""


@frozen
class Witness:
    """A game in which an answer makes a difference."""

    slug: str
    letter: str
    kind: str
    edition: str
    seats: int
    deal: dict[str, Json]
    moves: tuple[str, ...]


def in_sight(table: Table) -> Table:
    """A table without what a reading remembers."""
    return attrs.evolve(table, memory=frozenset())


def difference(here: ZeroKei, there: ZeroKei, deal: Deal, moves: Iterable[Move]) -> tuple[str, int] | None:
    """How and after how many moves a game differs under two rulesets, if it does."""
    one, other = here.start(deal), there.start(deal)
    for ply, move in enumerate(moves):
        if set(here.legal_moves(one)) != set(there.legal_moves(other)):
            return "legality", ply
        one, other = here.follow(one, move), there.follow(other, move)
        if in_sight(one.table) != in_sight(other.table):
            return "effect", ply + 1
    if set(here.legal_moves(one)) != set(there.legal_moves(other)):
        return "legality", len([*moves])
    if here.scores(one) != there.scores(other) and here.to_move(one) is None:
        return "score", len([*moves])
    if here.outcome(one) != there.outcome(other):
        return "outcome", len([*moves])
    return None


def wasteful(rng: Random) -> Chooser[State, Move]:
    """A player who wants to be as poor as can be."""

    def choose(rules: Any, state: State, legal: tuple[Move, ...]) -> Move:
        def wealth(move: Move) -> int:
            after: Seat = rules.follow(state, move).table.seats[state.table.seat]
            return after.yen + max(0, after.vp)

        return min(rng.sample(legal, len(legal)), key=wealth)

    return choose


PLAYERS: dict[str, Callable[[Random], Chooser[State, Move]]] = {
    "nothing_affordable": wasteful,
    "hideo_tie": sensible,
}
"""Who plays where random moves would hardly ever come to the point."""


def game(rules: ZeroKei, seed: int, player: Callable[[Random], Chooser[State, Move]]) -> tuple[Deal, list[Move]]:
    rng = Random(seed)
    deal = rules.deal(rng)
    return deal, [ply.move for ply in plies(rules, rules.start(deal), player(rng))]


def search(slug: str, letter: str, games: int = 120, patience: int = 1500) -> Witness | None:
    """The shortest witness among some random games; more games while there is none."""
    best: Witness | None = None
    name = EDITIONS.get(slug, "shipped")
    for number in range(patience):
        if best is not None and number >= games:
            break
        seats = 1 if slug.startswith("hideo") else 2 + number % 3
        edition = editions()[name]
        here = ZeroKei(seats=seats, edition=edition)
        there = ZeroKei(seats=seats, edition=edition, rulings={slug: letter})
        deal, moves = game(here, number, PLAYERS.get(slug, at_random))
        found = difference(here, there, deal, moves)
        if found and (best is None or found[1] < len(best.moves)):
            lines = tuple(notation(move) for move in moves[: found[1]])
            best = Witness(slug, letter, found[0], name, seats, here.deal_json(deal), lines)
    return best


def load() -> list[Witness]:
    rows: list[Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return [attrs.evolve(Witness(**row), moves=tuple(row["moves"])) for row in rows]


def check(witness: Witness) -> tuple[str, int] | None:
    """Play a witness again."""
    edition = editions()[witness.edition]
    here = ZeroKei(seats=witness.seats, edition=edition)
    there = ZeroKei(seats=witness.seats, edition=edition, rulings=rulings({witness.slug: witness.letter}))
    return difference(here, there, here.read_deal(witness.deal), [parse(line) for line in witness.moves])


def main() -> None:
    """Search on all cores; takes a few minutes."""
    with Pool() as pool:
        found = pool.starmap(search, OTHERS, chunksize=1)
    rows = [json.dumps(attrs.asdict(witness)) for witness in found if witness]
    FILE.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")
    for (slug, letter), witness in zip(OTHERS, found, strict=True):
        print(slug, letter, f"{witness.kind} after {len(witness.moves)} moves" if witness else "none found")


if __name__ == "__main__":
    main()
