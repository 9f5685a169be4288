"""The search for witnesses of any game: short games in which two answers to a ruling differ, and how short they can be.

python -m tests.build.find_witnesses [--game NAME] [--jobs N] [SLUG ...]

It writes the file in which the game keeps them. Three things are known about a witness: how many games were tried; the
`floor`, the number of moves before the rule can matter at all; and, from a search through all games of a small world,
the length of a shortest game there. How one is found and shortened is in `hunt`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from multiprocessing import Pool
from pathlib import Path
from typing import Final, TypeAlias

import attrs

from shinkansen.core import registry
from shinkansen.core.errors import GameError, ShinkansenError
from shinkansen.core.game import Game
from shinkansen.core.plain_json import shown
from shinkansen.readings.parts import WITNESSES
from shinkansen.readings.witnesses import Proof, Witness, difference, edition_for, pairs, read_move, written
from shinkansen.readings.witnesses import witnesses as stored
from shinkansen.testing.small_worlds import SMALL_WORLDS
from tests.build.hunt import ENDLESS, Found, Hunt, Table, hints

Pair: TypeAlias = tuple[str, str, str]
"""A ruling, a letter, and the letter it is compared with."""
ALONE: Final = (Table(1),)


def tables_of(game: Game, witness: Witness) -> tuple[Table, ...]:
    """The tables among which a witness is the shortest known."""
    usual = hints(game).tables(game, witness.slug)
    return usual if any(table.seats == witness.seats for table in usual) else ALONE


def floor_of(game: Game, slug: str, tables: Iterable[Table]) -> int:
    """The fewest moves after which a ruling can matter at any of these tables."""
    return min(hints(game).floor(slug, table) for table in tables)


# -- small worlds


def proof(game: Game, slug: str, letter: str, against: str) -> Proof | None:
    """The small world in which a shortest game tells two answers apart soonest, if any does."""
    worlds = game.part(SMALL_WORLDS)() if game.has(SMALL_WORLDS) else ()
    proofs = [found for name in worlds if (found := proof_in(game, name, slug, letter, against)) is not None]
    return min(proofs, key=lambda found: (found.moves, found.pairs), default=None)


def proof_in(game: Game, name: str, slug: str, letter: str, against: str) -> Proof | None:
    """A shortest game of a world that tells two answers apart; `None` proves that there is none."""
    looked = 0

    def count() -> None:
        nonlocal looked
        looked += 1

    found = game.part(SMALL_WORLDS)()[name].difference(slug, letter, against, count)
    return None if found is None else Proof(name, found.kind, len(found.game.moves), looked)


# -- one pair of answers


def search(game: Game, pair: Pair, known: Sequence[Witness] = ()) -> list[Witness]:
    """The witness for two answers; if it takes several players long, perhaps also a second one, a game for one.

    The search starts from the known witnesses, and the games they took are counted with the new ones.
    """
    proved = proof(game, *pair)
    tables, long = hints(game).tables(game, pair[0]), hints(game).long
    best = _best(game, pair, tables, known, proved)
    if best is None:
        return []
    if long is None or len(best.moves) <= long or best.seats == 1:
        return [best]
    alone = _best(game, pair, ALONE, known, proved)
    return [best, alone] if alone is not None and len(alone.moves) < len(best.moves) else [best]


def _best(
    game: Game, pair: Pair, tables: tuple[Table, ...], known: Iterable[Witness], proved: Proof | None
) -> Witness | None:
    floors = [(hints(game).floor(pair[0], table), table) for table in tables]
    here = [each for each in known if _table(each) in tables]
    best = min(here, key=lambda each: len(each.moves), default=None)
    played = best.searched if best is not None else 0
    for least, table in sorted(floors, key=lambda each: (each[0], each[1].seats)):
        if best is not None and len(best.moves) <= least:
            continue
        hunt = Hunt(game, *pair, table)
        start = known_game(hunt, best) if best is not None and _table(best) == table else None
        found, tried = hunt.run(start, len(best.moves) - 1 if best is not None else ENDLESS, played)
        played += tried
        if found is not None and (best is None or len(found.moves) <= len(best.moves)):
            best = witness_of(hunt, found)
    least = min(least for least, _ in floors)
    return attrs.evolve(best, searched=played, floor=least, proof=proved) if best is not None else None


def _table(witness: Witness) -> Table:
    return Table(witness.seats, witness.variants)


def known_game(hunt: Hunt, witness: Witness) -> Found:
    """The game of a witness, to start from."""
    moves = [read_move(hunt.game, hunt.here, line) for line in witness.moves]
    return hunt.planned(hunt.here.read_deal(witness.deal), moves)


def witness_of(hunt: Hunt, found: Found) -> Witness:
    """What is stored of a game that was found."""
    moves = tuple(written(hunt.game, hunt.here, move) for move in found.moves)
    edition, deal = edition_for(hunt.game, hunt.slug), hunt.here.deal_json(found.deal)
    seats, variants = hunt.table.seats, hunt.table.variants
    floor = searched = 0  # `_best` knows them
    return Witness(
        hunt.slug,
        hunt.letter,
        found.kind,
        edition,
        seats,
        deal,
        moves,
        hunt.against,
        floor,
        searched,
        variants=variants,
    )


def _shared(game: Game, pair: Pair, known: Iterable[Witness]) -> list[Witness]:
    """The known games for a ruling that also tell these two answers apart."""
    slug, letter, against = pair
    found: list[Witness] = []
    for witness in (each for each in known if each.slug == slug):
        here, there = witness.rules(game, against), witness.rules(game, letter)
        moves = [read_move(game, here, line) for line in witness.moves]
        with suppress(LookupError, ValueError, ShinkansenError):  # a game that these answers do not allow
            apart = difference(game, here, there, here.read_deal(witness.deal), moves)
            if apart is not None:
                kind, ply = apart
                found.append(
                    attrs.evolve(witness, letter=letter, against=against, kind=kind, moves=witness.moves[:ply])
                )
    return found


# -- the command


def told(witness: Witness) -> str:
    """A witness on one line."""
    kept = f"{witness.kind} after {len(witness.moves)} moves, floor {witness.floor}, {witness.searched} games"
    small = f", {witness.proof.moves} in {witness.proof.world}" if witness.proof else ""
    return f"{witness.slug} {witness.letter}/{witness.against}, {witness.seats} seats: {kept}{small}"


def save(game: Game, found: Iterable[Witness]) -> None:
    """Write all witnesses, a line each, into the package: this is a clone."""
    plain = [attrs.asdict(witness) for witness in found]
    rows = [json.dumps({name: value for name, value in each.items() if value or name != "variants"}) for each in plain]
    Path(str(game.part(WITNESSES).file)).write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")


def main(arguments: Sequence[str] | None = None) -> int:
    """Search for some rulings, or for all whose witness may not be the shortest, starting from the known witnesses."""
    given = _parser().parse_args(arguments)
    try:
        game = registry.game(given.game)
        for slug in given.slugs:
            if not game.register[slug].switchable:
                raise GameError(f"{shown(slug)} is settled: it has one answer")
        for witness in searched(game, [game.register[slug].slug for slug in given.slugs], given.jobs):
            print(told(witness), flush=True)
    except ShinkansenError as problem:
        print(f"find_witnesses: {problem}", file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m tests.build.find_witnesses",
        description="Search for short games in which two answers to a ruling differ, and store them.",
        allow_abbrev=False,
    )
    parser.add_argument("slugs", nargs="*", metavar="SLUG", help="rulings (default: where a shorter game may exist)")
    parser.add_argument("--game", default=registry.DEFAULT, metavar="NAME", help="the game (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="processes (default: %(default)s)")
    return parser


def searched(game: Game, slugs: Collection[str], jobs: int) -> Iterable[Witness]:
    """The witnesses that were searched for, each stored as soon as it is known."""
    every = pairs(game.register)
    known = [attrs.evolve(each, floor=floor_of(game, each.slug, tables_of(game, each))) for each in _stored_by(game)]
    games = {pair: [each for each in known if (each.slug, each.letter, each.against) == pair] for pair in every}
    wanted = [pair for pair in every if pair[0] in slugs or not (slugs or all(each.shortest for each in games[pair]))]
    wanted += [pair for pair in every if not games[pair] and pair not in wanted]
    with Pool(jobs) as pool:
        hunts = pool.imap(_search, [(game.name, pair, _shared(game, pair, known)) for pair in wanted], chunksize=1)
        for pair, found in zip(wanted, hunts, strict=True):
            games[pair] = found
            save(game, (witness for pair in every for witness in games[pair]))
            yield from found


def _stored_by(game: Game) -> tuple[Witness, ...]:
    return stored(game) if Path(str(game.part(WITNESSES).file)).is_file() else ()


def _search(task: tuple[str, Pair, list[Witness]]) -> list[Witness]:
    name, pair, known = task
    return search(registry.game(name), pair, known)


if __name__ == "__main__":
    sys.exit(main())
