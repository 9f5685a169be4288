"""Impact: how often an answer to a ruling changes a game, measured in pairs of games that are played alike.

Both games of a pair have the same deal, and everybody plays at random in a way that keeps them together: of the legal
moves, the one with the smallest keyed hash of the occasion and the move is made. So the same move is made in both as
long as both allow it, and after they have diverged the players still prefer the same things. A game may have better
players (`Measuring.chooser`), as long as they depend on nothing else. What is counted:

- *legality*: at the same table, after the same moves, different moves are legal;
- *effect*: at the same table the same move leads to a different table;
- *scores*: the final totals differ;
- *winner*: the winner differs; where somebody who plays alone always wins, how the score is rated.

These are games of players who know nothing, or little: among people the share may well be lower or higher.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from hashlib import blake2b
from importlib.resources.abc import Traversable
from math import sqrt
from random import Random
from typing import Final

from attrs import field, frozen

from shinkansen.core.errors import GameError, RulingError, ShinkansenError
from shinkansen.core.game import Game
from shinkansen.core.memo import Memo
from shinkansen.core.opaque import AnyRules, Deal, Move, State
from shinkansen.core.plain_json import Json, Plain, canonical, shown
from shinkansen.core.prose import count, listed
from shinkansen.readings.parts import IMPACT, Choose
from shinkansen.readings.stored import read_stored
from shinkansen.readings.witnesses import edition_for, rules_for, same_table, usual_edition, written

EFFECTS: Final = ("legality", "effect", "scores", "winner")
"""What is counted; the place of each is its bit in the code of a game."""
LEGALITY, EFFECT, SCORES, WINNER = (1 << place for place in range(4))
CHANGES: Final = {
    "legality": "different moves are legal",
    "effect": "a move does something else",
    "scores": "the final scores differ",
    "winner": "somebody else wins",
}
"""What is counted, in words."""
_RATED: Final = "the rating differs"
_SEED: Final = 1964
"""The seed that is used if nobody names one, and no measurement was stored."""


def seats_for(game: Game, slug: str) -> tuple[int, ...]:
    """The numbers of players to play with in turn, for a ruling."""
    seats = game.part(IMPACT).seats if game.has(IMPACT) else None
    return seats(slug) if seats is not None else game.seats


def players(game: Game, turns: tuple[int, ...]) -> str:
    """Who plays, with these numbers of players in turn: "of random moves with 2, 3 and 4 players in turn"."""
    known: Mapping[tuple[int, ...], str] = game.part(IMPACT).players if game.has(IMPACT) else {}
    if turns in known:
        return known[turns]
    if len(turns) == 1:
        return f"of random moves with {count(turns[0], 'player')}"
    return f"of random moves with {listed([*map(str, turns)])} players in turn"


def variants_for(game: Game, slug: str, edition: str) -> Plain:
    """What else is agreed on, for a ruling and an edition."""
    variants = game.part(IMPACT).variants if game.has(IMPACT) else None
    return variants(slug, edition) if variants is not None else {}


def changes(game: Game, turns: tuple[int, ...]) -> Mapping[str, str]:
    """What is counted, in words, with these numbers of players in turn."""
    rated = turns == (1,) and game.has(IMPACT) and game.part(IMPACT).rated is not None
    return {**CHANGES, "winner": _RATED} if rated else CHANGES


# -- counting

_NORMAL: Final = 1.959964
"""The quantile of the normal distribution for 95 %."""


def wilson(hits: int, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval for a share; without games nothing is known."""
    if not games:
        return 0.0, 1.0
    share, square = hits / games, _NORMAL**2 / games
    middle = share + square / 2
    reach = _NORMAL * sqrt(share * (1 - share) / games + square / (4 * games))
    low, high = (middle - reach) / (1 + square), (middle + reach) / (1 + square)
    return (low if hits else 0.0), (high if hits < games else 1.0)


@frozen
class Share:
    """In how many out of some games something happened."""

    hits: int
    games: int

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval."""
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
    """The name of an edition that comes with the game; empty if the game has none."""
    outcomes: dict[int, str] = field(hash=False)
    """By number of seats, a hexadecimal digit for each game: the sum of 1 legality, 2 effect, 4 scores, 8 winner."""

    def share(self, effect: str, seats: int | None = None) -> Share:
        """How often something changed, with this number of players or in all games."""
        bit = 1 << EFFECTS.index(effect)
        codes = [code for number, codes in self.outcomes.items() if seats in (None, number) for code in codes]
        return Share(sum(bool(int(code, 16) & bit) for code in codes), len(codes))

    @property
    def games(self) -> int:
        """How many pairs of games were played."""
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


# -- playing alike


def alike(game: Game, rules: AnyRules, key: str, occasion: Callable[[State], str] | None = None) -> Choose:
    """A way to choose that depends only on the key, the occasion and the legal moves.

    The occasion must not count moves: one extra move would make the rest of the two games unrelated.
    """
    secret, lines = key.encode(), _lines(game, rules)
    when = occasion if occasion is not None else partial(_occasion, rules)

    def choose(state: State, legal: tuple[Move, ...]) -> Move:
        begun = blake2b(when(state).encode(), key=secret, digest_size=8)

        def lot(move: Move) -> bytes:
            hashed = begun.copy()
            hashed.update(lines[move])
            return hashed.digest()

        return min(legal, key=lot)

    return choose


def _occasion(rules: AnyRules, state: State) -> str:
    stage = rules.stage(state)
    return f"{stage.round} {stage.phase} {rules.to_move(state)} "


@cache
def _lines(game: Game, rules: AnyRules) -> Memo[Move, bytes]:
    return Memo(lambda move: written(game, rules, move).encode())


def chooser(game: Game, rules: AnyRules, key: str) -> Choose:
    """How everybody plays, given the rules by the preferred answers."""
    own = game.part(IMPACT).chooser if game.has(IMPACT) else None
    return own(rules, key) if own is not None else alike(game, rules, key)


@frozen
class Line:
    """A whole game: its tables, what was legal at each, and what was done."""

    deal: Deal
    states: tuple[State, ...]
    legal: tuple[tuple[Move, ...], ...]
    """One more than the moves: in the end nothing is legal."""
    moves: tuple[Move, ...]


def play(rules: AnyRules, deal: Deal, choose: Choose) -> Line:
    """A whole game."""
    states, offers, moves = [rules.start(deal)], list[tuple[Move, ...]](), list[Move]()
    while legal := rules.legal_moves(states[-1]):
        offers.append(legal)
        moves.append(choose(states[-1], legal))
        states.append(rules.follow(states[-1], moves[-1]))
    return Line(deal, tuple(states), (*offers, ()), tuple(moves))


@frozen
class Pair:
    """The result of two games played alike."""

    code: int
    first: int | None
    """After how many moves they first differed; none if they did not before the score."""


def compare(game: Game, here: AnyRules, base: Line, there: AnyRules, choose: Choose) -> Pair:
    """Play the game again under other rules, and compare."""
    state = there.start(base.deal)
    code, ply = 0, 0
    first: int | None = None
    together = True
    while True:
        legal = there.legal_moves(state)
        same = together and (legal == base.legal[ply] or set(legal) == set(base.legal[ply]))
        if together and not same:
            code |= LEGALITY
            first = ply if first is None else first
        if not legal:
            break
        # The choice would be the same; making it again takes most of the time.
        move = base.moves[ply] if same else choose(state, legal)
        together = together and ply < len(base.moves) and move == base.moves[ply]
        state = there.follow(state, move)
        ply += 1
        if together and not same_table(game, there, state, here, base.states[ply]):
            code |= EFFECT
            first = ply if first is None else first
            together = False
    last = base.states[-1]
    if here.totals(last) != there.totals(state):
        code |= SCORES
    if _verdict(game, here, last) != _verdict(game, there, state):
        code |= WINNER
    return Pair(code, first)


def _verdict(game: Game, rules: AnyRules, end: State) -> object:
    """Who has won, or how the score of somebody who always wins is rated."""
    rated = game.part(IMPACT).rated if rules.seats == 1 and game.has(IMPACT) else None
    if rated is not None:
        return rated(rules, end)
    outcome = rules.outcome(end)
    return outcome and outcome.winners


def key_of(seed: int, seats: int, number: int) -> str:
    """What all choices in a game depend on."""
    return f"{seed} {seats} {number}"


def base_game(
    game: Game, edition: str, seats: int, seed: int, number: int, variants: Mapping[str, Json] | None = None
) -> Line:
    """A game under the preferred answers."""
    key = key_of(seed, seats, number)
    rules = rules_for(game, seats, edition=edition, variants=variants)
    return play(rules, rules.deal(Random(key)), chooser(game, rules, key))


def code_of(game: Game, base: Line, edition: str, seats: int, seed: int, number: int, slug: str, letter: str) -> str:
    """The digit of a pair of games, of which the one under the preferred answers was played before."""
    variants = variants_for(game, slug, edition)
    here = rules_for(game, seats, edition=edition, variants=variants)
    there = rules_for(game, seats, slug, letter, edition, variants)
    return f"{compare(game, here, base, there, chooser(game, here, key_of(seed, seats, number))).code:x}"


def codes_of(game: Game, answers: Sequence[tuple[str, str, str]], seats: int, seed: int, number: int) -> list[str]:
    """The digits of some answers, each with an edition, in the games with one deal; what they share under the preferred
    answers is played once."""
    bases: dict[tuple[str, str], Line] = {}
    codes = list[str]()
    for slug, letter, edition in answers:
        variants = variants_for(game, slug, edition)
        shared = edition, canonical({**variants})
        if shared not in bases:
            bases[shared] = base_game(game, edition, seats, seed, number, variants)
        codes.append(code_of(game, bases[shared], edition, seats, seed, number, slug, letter))
    return codes


def measure(
    game: Game,
    slug: str,
    letter: str,
    games: int = 60,
    seed: int | None = None,
    edition: str | None = None,
    watch: Callable[[range], Iterable[int]] = iter,
) -> Impact:
    """Play pairs of games and count. If no edition is named, that of the witness is used; if no seed, the stored one.

    The numbers of the games are taken through `watch`, which can tell how far it is.
    """
    ruling = game.register[slug]
    offered = [answer.letter for answer in ruling.offered]
    if letter not in offered:
        raise RulingError(f"{ruling.id} ({ruling.slug}) has no answer {letter!r}; expected {', '.join(offered)}")
    if games < 1:
        raise ShinkansenError(f"the number of games: found {games}, expected at least 1")
    name = edition if edition is not None else edition_for(game, ruling.slug)
    start = seed if seed is not None else usual_seed(game)
    turns = seats_for(game, ruling.slug)
    outcomes = dict.fromkeys(turns, "")
    for each in watch(range(games)):
        seats, number = turns[each % len(turns)], each // len(turns)
        outcomes[seats] += codes_of(game, [(ruling.slug, letter, name)], seats, start, number)[0]
    return Impact(ruling.slug, letter, name, outcomes)


# -- the stored measurement


@frozen
class StoredImpact:
    """What an answer changed, as a file keeps it; the keys of JSON are strings."""

    slug: str
    letter: str
    edition: str
    outcomes: dict[str, str] = field(hash=False)


@frozen
class Measurement:
    """A measurement of every answer."""

    date: str
    seed: int
    how: str
    """What was played and counted, in words."""
    rows: tuple[StoredImpact, ...]

    def of(self, slug: str, letter: str) -> tuple[Impact, ...]:
        """The measurements of an answer, that with the edition of its witness first."""
        return tuple(
            Impact(row.slug, row.letter, row.edition, {int(seats): codes for seats, codes in row.outcomes.items()})
            for row in self.rows
            if (row.slug, row.letter) == (slug, letter)
        )


@cache
def stored(game: Game) -> Measurement:
    """The measurement that a game keeps; `GameError` if it keeps none."""
    return read_measurement(game.part(IMPACT).file)


def read_measurement(file: Traversable) -> Measurement:
    """The measurement in a file; `GameError` tells what is wrong with it."""
    found = read_stored(file, Measurement)
    for row in found.rows:
        for seats, codes in row.outcomes.items():
            if not (_SEATS.fullmatch(seats) and _CODES.fullmatch(codes)):
                raise GameError(
                    f"{file.name} cannot be read: outcomes of {shown(row.slug)}: found {shown({seats: codes})}, "
                    "expected a number of seats and a hexadecimal digit for each game"
                )
    return found


_SEATS: Final = re.compile(r"[1-9][0-9]{0,2}", re.ASCII)
_CODES: Final = re.compile(r"[0-9a-f]*", re.ASCII)


def usual_seed(game: Game) -> int:
    """The seed of the stored measurement, if there is one."""
    return stored(game).seed if game.has(IMPACT) else _SEED


def editions_to_measure(game: Game, slug: str) -> tuple[str, ...]:
    """The edition in which the answers to a ruling differ, the usual one, and those that the game names; each once."""
    more = game.part(IMPACT).editions if game.has(IMPACT) else ()
    return tuple(dict.fromkeys((edition_for(game, slug), usual_edition(game), *more)))
