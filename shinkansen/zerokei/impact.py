"""Impact: how often an answer to a ruling changes a game, measured in pairs of games that are played alike.

Both games of a pair have the same deal, and everybody plays at random in a way that keeps them together: of the legal
moves, the one with the smallest keyed hash of the occasion and the move is made. So the same move is made in both as
long as both allow it, and after they have diverged the players still prefer the same things. Such players never beat
Hideo, so a solo player makes the move that `sense` values most under the preferred reading, and only ties are broken at
random. What is counted:

- *legality*: at the same table, after the same moves, different moves are legal;
- *effect*: at the same table the same move leads to a different table;
- *scores*: the final totals differ;
- *winner*: the winner differs.

These are games of players who know nothing, or little: among people the share may well be lower or higher.
`impact.json` keeps a measurement; `python -m shinkansen.zerokei.impact GAMES [SLUG ...]` repeats it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from datetime import UTC, datetime
from functools import cache
from hashlib import blake2b
from math import sqrt
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import Any, Final, TypeAlias

from attrs import field, frozen

from shinkansen.core.errors import RulingError, ShinkansenError
from shinkansen.zerokei.deal import Deal
from shinkansen.zerokei.evaluation import sensible
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.notation import notation
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.rulings import register
from shinkansen.zerokei.table import State
from shinkansen.zerokei.witnesses import EDITIONS, OTHERS, editions, in_sight

FILE: Final = Path(__file__).parent / "impact.json"
SEED: Final = 1964
EFFECTS: Final = ("legality", "effect", "scores", "winner")
"""What is counted; the place of each is its bit in the code of a game."""
LEGALITY, EFFECT, SCORES, WINNER = (1 << place for place in range(4))
HOW: Final = (
    "Pairs of games with the same deal under the preferred answer and the other one; in both, each seat makes the "
    "legal move with the smallest keyed BLAKE2b hash of the occasion and the move; alone against Hideo, the move that "
    "the sense of the preferred reading values most, ties by lot. A digit for each game: the sum of 1 legality, "
    "2 effect, 4 scores, 8 winner, in hexadecimal."
)


def seats_for(slug: str) -> tuple[int, ...]:
    """The numbers of players to play with in turn: just one for Hideo's rulings."""
    return (1,) if slug.startswith("hideo") else (2, 3, 4)


# -- Counting -------------------------------------------------------------------------------------------------------

NORMAL: Final = 1.959964
"""The quantile of the normal distribution for 95 %."""


def wilson(hits: int, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a share; without games nothing is known."""
    if not games:
        return 0.0, 1.0
    share, square = hits / games, NORMAL**2 / games
    middle = share + square / 2
    reach = NORMAL * sqrt(share * (1 - share) / games + square / (4 * games))
    low, high = (middle - reach) / (1 + square), (middle + reach) / (1 + square)
    return (low if hits else 0.0), (high if hits < games else 1.0)


@frozen
class Share:
    """In how many out of some games something happened."""

    hits: int
    games: int

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.hits, self.games)

    def __str__(self) -> str:
        low, high = (f"{100 * bound:.1f}" for bound in self.interval)
        return f"{100 * self.hits / max(1, self.games):.1f} % ({low} to {high} %; {self.hits} of {self.games})"


@frozen
class Impact:
    """What an answer changed in some games."""

    slug: str
    letter: str
    edition: str
    outcomes: dict[int, str] = field(hash=False)
    """By number of seats, a hexadecimal digit for each game; see `HOW`."""

    def share(self, effect: str, seats: int | None = None) -> Share:
        """How often something changed, with this number of players or in all games."""
        bit = 1 << EFFECTS.index(effect)
        codes = [code for number, codes in self.outcomes.items() if seats in (None, number) for code in codes]
        return Share(sum(bool(int(code, 16) & bit) for code in codes), len(codes))

    @property
    def games(self) -> int:
        return sum(map(len, self.outcomes.values()))

    def first(self, games: int) -> Impact:
        """As if only this many games had been played."""
        turns = [*self.outcomes]
        return Impact(
            self.slug,
            self.letter,
            self.edition,
            {seats: self.outcomes[seats][: (games - place - 1) // len(turns) + 1] for place, seats in enumerate(turns)},
        )


# -- Playing alike --------------------------------------------------------------------------------------------------


Choose: TypeAlias = Callable[[State, tuple[Move, ...]], Move]
"""How a move is chosen: one of those that are legal in a state."""


@cache
def _words(move: Move) -> bytes:
    return notation(move).encode()


def alike(key: str) -> Choose:
    """A way to choose that depends only on the key, the occasion and the legal moves."""
    secret = key.encode()

    def choose(state: State, legal: tuple[Move, ...]) -> Move:
        begun = blake2b(_occasion(state).encode(), key=secret, digest_size=8)

        def lot(move: Move) -> bytes:
            hashed = begun.copy()
            hashed.update(_words(move))
            return hashed.digest()

        return min(legal, key=lot)

    return choose


def sensible_alike(rules: ZeroKei, key: str) -> Choose:
    """A way to choose that also depends on what the moves are worth under some rules, whichever are played."""
    return lambda state, legal: sensible(Random(f"{key} {_occasion(state)}"))(rules, state, legal)


def _occasion(state: State) -> str:
    # Not the number of the move: one extra move would make the rest of the two games unrelated.
    table = state.table
    return f"{table.round} {table.phase.value} {table.seat} {table.actions} {len(table.pending)} "


def chooser(edition: str, seats: int, key: str) -> Choose:
    """How everybody plays."""
    return alike(key) if seats > 1 else sensible_alike(rules_for(edition, seats), key)


@frozen
class Line:
    """A whole game: its tables, what was legal at each, and what was done."""

    deal: Deal
    states: tuple[State, ...]
    legal: tuple[tuple[Move, ...], ...]
    moves: tuple[Move, ...]


def play(rules: ZeroKei, deal: Deal, choose: Choose) -> Line:
    """A whole game."""
    states, offers, moves = [rules.start(deal)], list[tuple[Move, ...]](), list[Move]()
    while legal := rules.legal_moves(states[-1]):
        offers.append(legal)
        moves.append(choose(states[-1], legal))
        states.append(rules.follow(states[-1], moves[-1]))
    return Line(deal, tuple(states), tuple(offers), tuple(moves))


@frozen
class Pair:
    """The result of two games played alike."""

    code: int
    first: int | None
    """After how many moves they first differed; none if they did not before the score."""


def compare(here: ZeroKei, base: Line, there: ZeroKei, choose: Choose) -> Pair:
    """Play the game again under other rules, and compare."""
    state = there.start(base.deal)
    code, ply = 0, 0
    first: int | None = None
    together = True
    while legal := there.legal_moves(state):
        same = together and (legal == base.legal[ply] or set(legal) == set(base.legal[ply]))
        if together and not same:
            code |= LEGALITY
            first = ply if first is None else first
        # The choice would be the same; making it again takes most of the time.
        move = base.moves[ply] if same else choose(state, legal)
        together = together and move == base.moves[ply]
        state = there.follow(state, move)
        ply += 1
        if together and _apart(state, base.states[ply]):
            code |= EFFECT
            first = ply if first is None else first
            together = False
    last = base.states[-1]
    if here.totals(last) != there.totals(state):
        code |= SCORES
    one, other = here.outcome(last), there.outcome(state)
    if (one and one.winners) != (other and other.winners):
        code |= WINNER
    return Pair(code, first)


def _apart(one: State, other: State) -> bool:
    return one.table != other.table and in_sight(one.table) != in_sight(other.table)


@cache
def rules_for(edition: str, seats: int, slug: str = "", letter: str = "") -> ZeroKei:
    """The rules of a game, with at most one answer other than the preferred one."""
    return ZeroKei(seats=seats, edition=editions()[edition], rulings={slug: letter} if slug else {})


def key_of(seed: int, seats: int, number: int) -> str:
    return f"{seed} {seats} {number}"


def base_game(edition: str, seats: int, seed: int, number: int) -> Line:
    """A game under the preferred answers."""
    key = key_of(seed, seats, number)
    rules = rules_for(edition, seats)
    return play(rules, rules.deal(Random(key)), chooser(edition, seats, key))


def measure(
    slug: str,
    letter: str,
    games: int = 60,
    seed: int = SEED,
    edition: str | None = None,
    watch: Callable[[range], Iterable[int]] = iter,
) -> Impact:
    """Play pairs of games and count. If no edition is named, that of the witness is used.

    The numbers of the games are taken through `watch`, which can tell how far it is.
    """
    ruling = register()[slug]
    offered = [answer.letter for answer in ruling.offered]
    if letter not in offered:
        raise RulingError(f"{ruling.id} ({ruling.slug}) has no answer {letter!r}; expected {', '.join(offered)}")
    if games < 1:
        raise ShinkansenError(f"the number of games: found {games}, expected at least 1")
    name = edition if edition is not None else EDITIONS.get(ruling.slug, "shipped")
    turns = seats_for(ruling.slug)
    outcomes = dict.fromkeys(turns, "")
    for game in watch(range(games)):
        seats = turns[game % len(turns)]
        outcomes[seats] += _code(name, seats, seed, game // len(turns), ruling.slug, letter)
    return Impact(ruling.slug, letter, name, outcomes)


def _code(edition: str, seats: int, seed: int, number: int, slug: str, letter: str) -> str:
    base = base_game(edition, seats, seed, number)
    there = rules_for(edition, seats, slug, letter)
    choose = chooser(edition, seats, key_of(seed, seats, number))
    return f"{compare(rules_for(edition, seats), base, there, choose).code:x}"


# -- The stored measurement -----------------------------------------------------------------------------------------


@frozen
class Stored:
    """A measurement of every answer."""

    date: str
    seed: int
    how: str
    rows: tuple[Impact, ...]

    def of(self, slug: str, letter: str) -> tuple[Impact, ...]:
        """The measurements of an answer, that with the edition of its witness first."""
        found = [row for row in self.rows if (row.slug, row.letter) == (slug, letter)]
        return tuple(sorted(found, key=lambda row: row.edition == "shipped"))


@cache
def stored() -> Stored:
    content: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    rows = tuple(
        Impact(
            row["slug"], row["letter"], row["edition"], {int(seats): codes for seats, codes in row["outcomes"].items()}
        )
        for row in content["rows"]
    )
    return Stored(content["date"], content["seed"], content["how"], rows)


Wanted: TypeAlias = tuple[str, str, str]
"""An answer and an edition."""


def _wanted() -> Iterator[Wanted]:
    """Every answer with its edition, and also with the shipped one if that is different."""
    for slug, letter in OTHERS:
        for edition in dict.fromkeys((EDITIONS.get(slug, "shipped"), "shipped")):
            yield slug, letter, edition


def _codes(task: tuple[tuple[Wanted, ...], int, int]) -> dict[Wanted, str]:
    """The codes of some answers in the games with one deal; the game under the preferred answers is played once."""
    wanted, seats, number = task
    bases = {edition: base_game(edition, seats, SEED, number) for edition in {edition for *_, edition in wanted}}
    codes = dict[Wanted, str]()
    for slug, letter, edition in wanted:
        here, there = rules_for(edition, seats), rules_for(edition, seats, slug, letter)
        choose = chooser(edition, seats, key_of(SEED, seats, number))
        codes[slug, letter, edition] = f"{compare(here, bases[edition], there, choose).code:x}"
    return codes


def main(games: int, slugs: Collection[str] = ()) -> None:
    """Measure every answer, or those to some rulings, in this many games, on two cores, and store the result."""
    asked = [wanted for wanted in _wanted() if not slugs or wanted[0] in slugs]
    outcomes = {wanted: dict.fromkeys(seats_for(wanted[0]), "") for wanted in asked}
    tasks = [
        (several, seats, number)
        for turns in dict.fromkeys(seats_for(slug) for slug, *_ in asked)
        if (several := tuple(wanted for wanted in asked if seats_for(wanted[0]) == turns))
        for number in range(games // len(turns))
        for seats in turns
    ]
    with Pool(2) as pool:
        for (_, seats, _), codes in zip(tasks, pool.imap(_codes, tasks, chunksize=8), strict=True):
            for wanted, code in codes.items():
                outcomes[wanted][seats] += code
    if slugs:
        kept = {(row.slug, row.letter, row.edition): row.outcomes for row in stored().rows}
        outcomes = kept | outcomes
    rows = [
        json.dumps({"slug": slug, "letter": letter, "edition": edition, "outcomes": outcomes[slug, letter, edition]})
        for slug, letter, edition in _wanted()
    ]
    opening = json.dumps({"date": datetime.now(UTC).date().isoformat(), "seed": SEED, "how": HOW})[:-1]
    FILE.write_text(opening + ', "rows": [\n' + ",\n".join(rows) + "\n]}\n", encoding="utf-8")


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
