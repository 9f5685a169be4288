"""Witnesses: short games in which two answers to a ruling differ, as data that is played again.

A game is played in step under two readings. They differ in *legality* when a different set of moves is legal, in
*effect* when the same move gives different tables, in *score* when the finished game is scored differently, in
*outcome* when only the winner differs. A game may keep such a witness for every answer that it does not prefer, and for
every pair of such answers to one ruling: a deal and moves, with what is known about how short such a game can be.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from enum import StrEnum
from functools import cache
from itertools import combinations

from attrs import field, frozen

from shinkansen.core.errors import GameError, RulingError, WireError
from shinkansen.core.files import parse_json
from shinkansen.core.game import Game
from shinkansen.core.opaque import AnyRules, Deal, Move, State
from shinkansen.core.parts import EDITIONS, NOTATION, PLACES
from shinkansen.core.plain_json import Json, Plain, canonical, shown
from shinkansen.core.ruleset import Ruleset
from shinkansen.core.rulings import Register, Ruling
from shinkansen.core.typevars import DealT, HappeningT, MoveT, StateT
from shinkansen.readings.parts import WITNESSES
from shinkansen.readings.stored import read_stored

# -- where two readings part


class Differs(StrEnum):
    """What differs first when a game is played under two readings."""

    LEGALITY = "legality"
    EFFECT = "effect"
    SCORE = "score"
    OUTCOME = "outcome"


def difference(
    game: Game,
    here: Ruleset[DealT, StateT, MoveT, HappeningT],
    there: Ruleset[DealT, StateT, MoveT, HappeningT],
    deal: DealT,
    moves: Iterable[MoveT],
) -> tuple[Differs, int] | None:
    """How and after how many moves a game differs under two rulesets, if it does."""
    one, other = here.start(deal), there.start(deal)
    ply = 0
    for move in moves:
        if set(here.legal_moves(one)) != set(there.legal_moves(other)):
            return Differs.LEGALITY, ply
        one, other = here.follow(one, move), there.follow(other, move)
        ply += 1
        if not same_table(game, here, one, there, other):
            return Differs.EFFECT, ply
    if set(here.legal_moves(one)) != set(there.legal_moves(other)):
        return Differs.LEGALITY, ply
    if here.scores(one) != there.scores(other) and here.to_move(one) is None:
        return Differs.SCORE, ply
    if here.outcome(one) != there.outcome(other):
        return Differs.OUTCOME, ply
    return None


def same_table(
    game: Game,
    here: Ruleset[DealT, StateT, MoveT, HappeningT],
    one: StateT,
    there: Ruleset[DealT, StateT, MoveT, HappeningT],
    other: StateT,
) -> bool:
    """Whether people would see the same on two tables; what only a reading remembers does not lie there."""
    if one == other:
        return True
    unseen: Mapping[str, Json] = game.part(PLACES).forgettable if game.has(PLACES) else {}
    return _in_sight(here.state_json(one)["table"], unseen) == _in_sight(there.state_json(other)["table"], unseen)


def _in_sight(table: Json, unseen: Mapping[str, Json]) -> Json:
    return {**table, **unseen} if isinstance(table, dict) else table


# -- which answers there are


def others(register: Register) -> list[tuple[str, str]]:
    """Every answer that is not preferred: a slug and a letter."""
    return [(ruling.slug, letter) for ruling in register.switchable for letter in ruling.others]


def pairs(register: Register) -> list[tuple[str, str, str]]:
    """Every pair of answers that a witness tells apart: a ruling, a letter, and the letter it is compared with."""
    return [(slug, letter, register[slug].preferred) for slug, letter in others(register)] + [
        (ruling.slug, later, earlier)
        for ruling in register.switchable
        for earlier, later in combinations(ruling.others, 2)
    ]


# -- the rules of a table under one answer


def usual_edition(game: Game) -> str:
    """The name of the edition that is played if nobody says otherwise; empty for a game without editions."""
    return next(iter(game.part(EDITIONS).known()), "") if game.has(EDITIONS) else ""


def edition_for(game: Game, slug: str) -> str:
    """The name of the edition in which the answers to a ruling differ."""
    varied: Mapping[str, str] = game.part(WITNESSES).editions if game.has(WITNESSES) else {}
    return varied.get(slug, usual_edition(game))


def rules_for(
    game: Game,
    seats: int,
    slug: str = "",
    letter: str = "",
    edition: str = "",
    variants: Mapping[str, Json] | None = None,
) -> AnyRules:
    """The rules of a game by the preferred answers, except perhaps for one; the edition is one that comes with it."""
    return _opened(game, seats, slug, letter, edition, canonical({**(variants or {})}))


@cache
def _opened(game: Game, seats: int, slug: str, letter: str, edition: str, variants: str) -> AnyRules:
    # All letters are named: an old setting that names only some would leave others as they were long ago.
    letters = game.register.reading({slug: letter} if slug else {})
    setting: dict[str, Json] = {"seats": seats, **json.loads(variants)}
    if letters:
        setting["rulings"] = dict(letters)
    if edition not in ("", usual_edition(game)):
        known = game.part(EDITIONS).known()
        if edition not in known:
            raise GameError(f"{game.title} has no edition {shown(edition)}; expected {' or '.join(known)}")
        setting["edition"] = known[edition]
    return game.open(setting)


# -- witnesses


@frozen
class Proof:
    """What a search through a whole small world has proved: no game there with fewer moves tells the answers apart."""

    world: str
    kind: str
    moves: int
    pairs: int
    """How many pairs of states were compared, including all that shorter games reach."""


@frozen
class Witness:
    """A game in which an answer makes a difference."""

    slug: str
    letter: str
    kind: Differs
    edition: str
    """The name of an edition that comes with the game; empty if the game has none."""
    seats: int
    deal: Plain = field(hash=False)
    moves: tuple[str, ...]
    """In the notation of the game; if it has none, each move in canonical JSON."""
    against: str
    """The answer that it differs from; usually the preferred one."""
    floor: int
    """It takes at least this many moves, whatever is dealt: the rule cannot matter before; 0 if that is not known."""
    searched: int
    """How many games were played to find it."""
    proof: Proof | None = None
    """What a small world adds, if one shows the difference."""
    variants: Plain = field(factory=dict[str, Json], hash=False)
    """Whatever else the players have agreed on."""

    @property
    def shortest(self) -> bool:
        """Whether no shorter game can exist for this number of players."""
        return len(self.moves) == self.floor

    def ruling(self, game: Game) -> Ruling:
        """The ruling that it is about."""
        return game.register[self.slug]

    def rules(self, game: Game, letter: str) -> AnyRules:
        """The rules it is played under, with an answer to its ruling."""
        return rules_for(game, self.seats, self.slug, letter, self.edition, self.variants)

    def made(self, game: Game) -> tuple[Move, ...]:
        """Its moves."""
        rules = self.rules(game, self.against)
        return tuple(read_move(game, rules, line) for line in self.moves)

    def moves_json(self, game: Game) -> list[dict[str, Json]]:
        """Its moves in the form of the wire."""
        return [*map(self.rules(game, self.against).move_json, self.made(game))]

    def play(self, game: Game) -> PlayedTwice:
        """Play it again, under both answers."""
        here, there = self.rules(game, self.against), self.rules(game, self.letter)
        deal, moves = here.read_deal(self.deal), self.made(game)
        ones, others = [here.start(deal)], [there.start(deal)]
        for move in moves:
            ones.append(here.apply(ones[-1], move))
            others.append(there.apply(others[-1], move))
        return PlayedTwice(game, self, deal, moves, tuple(ones), tuple(others))


@frozen
class PlayedTwice:
    """A witness played again, under both answers."""

    game: Game
    witness: Witness
    deal: Deal
    moves: tuple[Move, ...]
    states: tuple[State, ...]
    """Before each move and at the end, under the answer it is compared with."""
    others: tuple[State, ...]
    """The same under its own answer."""

    @property
    def here(self) -> AnyRules:
        """The rules with the answer it is compared with."""
        return self.witness.rules(self.game, self.witness.against)

    @property
    def there(self) -> AnyRules:
        """The rules with its own answer."""
        return self.witness.rules(self.game, self.witness.letter)


def written(game: Game, rules: AnyRules, move: Move) -> str:
    """A move as witnesses keep it: in the notation of the game, or in canonical JSON if it has none."""
    return game.part(NOTATION).notation(move) if game.has(NOTATION) else canonical(rules.move_json(move))


def read_move(game: Game, rules: AnyRules, line: str) -> Move:
    """The move that a line stands for; `WireError` if it is none."""
    if game.has(NOTATION):
        return Move(game.part(NOTATION).parse(line))
    return rules.read_move(parse_json(line, "a move", WireError))


def witnesses(game: Game) -> tuple[Witness, ...]:
    """All witnesses that a game keeps; `GameError` if it keeps none."""
    return _stored(game)


@cache
def _stored(game: Game) -> tuple[Witness, ...]:
    return read_stored(game.part(WITNESSES).file, tuple[Witness, ...])


def witness_of(
    game: Game, name: str, letter: str | None = None, against: str | None = None, alone: bool = False
) -> Witness:
    """The witness of a ruling (by id or slug) for an answer that we do not prefer; the first such answer by default.

    It is compared with the preferred answer, or with the one named. Where there are two witnesses, the game for one
    player is given only if `alone` asks for it. `RulingError` if there is none.
    """
    ruling = game.register[name]
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
    found = [each for each in witnesses(game) if each.slug == ruling.slug and {each.letter, each.against} == {*pair}]
    if not found:
        raise RulingError(f"{ruling.id}={pair[0]}: no witness is kept that tells it from {pair[1]}")
    wanted = [each for each in found if each.seats == 1] if alone else found
    if not wanted:
        raise RulingError(f"{ruling.id}={pair[0]} has no solo witness; leave out --alone")
    return wanted[0]


def check(game: Game, witness: Witness) -> tuple[Differs, int] | None:
    """Play a witness again: how and when it differs."""
    here, there = witness.rules(game, witness.against), witness.rules(game, witness.letter)
    return difference(game, here, there, here.read_deal(witness.deal), witness.made(game))
