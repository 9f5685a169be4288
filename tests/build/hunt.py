"""A hunt for a short game in which two answers to a ruling differ; it knows no game.

A game is a deal and a *plan*: what each seat wants to do on each occasion; where a wish is not legal, or there is none,
the plainest move is made. Random plans find a game that differs. Then it is shortened by changing one thing at a time,
a wish or a piece of the deal, and keeping the change if the game is no longer. What a game knows about it (when its
rulings can matter first, where random moves lead nowhere) is in a module of its own, `hunt_` and its name, as `HINTS`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Final, TypeAlias, cast

from attrs import field, frozen

from shinkansen.core.draws import Piece, Place
from shinkansen.core.errors import IllegalMove
from shinkansen.core.game import Game
from shinkansen.core.opaque import AnyRules, Deal, Move, State
from shinkansen.core.plain_json import Json, Plain, canonical
from shinkansen.readings.witnesses import Differs, difference, edition_for, rules_for, same_table, written

Slot: TypeAlias = tuple[int, object, int]
"""An occasion: a round, what is done, and a seat."""
Plan: TypeAlias = Mapping[Slot, tuple[Move, ...]]
Guide: TypeAlias = Callable[[AnyRules, State, int], float]
"""What a state is worth to the player whose move led there, if the aim is a situation in which the ruling matters."""

Near: TypeAlias = Callable[[AnyRules, State], float]
"""How near the end of a game comes to a difference; more is nearer."""


@frozen
class Table:
    """Who sits down to a game, and what they agree on besides its edition."""

    seats: int
    variants: Plain = field(factory=dict[str, Json], hash=False)


def _everybody(game: Game, slug: str) -> tuple[Table, ...]:
    return tuple(map(Table, game.seats))


def _slot(rules: AnyRules, state: State) -> Slot:
    stage, seat = rules.stage(state), rules.to_move(state)
    return stage.round, stage.phase, -1 if seat is None else seat


def _plainest(rules: AnyRules, legal: tuple[Move, ...]) -> Move:
    return min(legal, key=lambda move: len(canonical(rules.move_json(move))))


def _dealt(rules: AnyRules, slug: str, rng: Random) -> Deal:
    return rules.deal(rng)


@frozen
class Hints:
    """What a game knows about the hunt for its witnesses."""

    tables: Callable[[Game, str], tuple[Table, ...]] = _everybody
    """Where to search, by the slug of a ruling."""
    floor: Callable[[str, Table], int] = lambda slug, table: 0
    """The fewest moves after which a ruling can matter, whatever is dealt; 0 if that is not known."""
    slot: Callable[[AnyRules, State], Slot] = _slot
    """The occasion on which a move is made."""
    same: Callable[[State, State], bool] | None = None
    """Whether people would see the same in two states; by default their tables in JSON are compared, which is slow."""
    plainest: Callable[[AnyRules, tuple[Move, ...]], Move] = _plainest
    """The move of somebody who wants nothing."""
    alike: Callable[[Move, tuple[Move, ...]], Move | None] = lambda wish, legal: None
    """The legal move that is made instead of a wish that is not legal, if the wish was for something that must be."""
    deal: Callable[[AnyRules, str, Random], Deal] = _dealt
    """A deal to begin with, where fair ones would hardly ever lead to a difference."""
    guides: Mapping[str, Guide] = field(factory=dict[str, Guide])
    """Guides for rulings that random moves would hardly ever reach."""
    near: Mapping[str, Callable[[AnyRules, State], float]] = field(
        factory=dict[str, Callable[[AnyRules, State], float]]
    )
    """For rulings that need an end of a certain kind: how near one comes."""
    long: int | None = None
    """Where several players need more moves than this, a game for one is kept as well."""


@cache
def hints(game: Game) -> Hints:
    """What a game knows about the hunt; nothing if it has no module for it."""
    module = f"{__package__}.hunt_{game.name}"
    return cast("Hints", import_module(module).HINTS) if find_spec(module) is not None else Hints()


@frozen
class Found:
    """A game that differs at its end, and how."""

    kind: Differs
    deal: Deal
    plan: Plan
    moves: tuple[Move, ...]


GAMES: Final = 1500
"""Random games played at most to find one that differs."""
CLIMB: Final = 3000
"""How many changes are tried to bring one game nearer to a difference."""
CLIMBS: Final = 20
"""How many games are brought nearer before giving up."""
STARTS: Final = 8
"""How many of the games that differ are shortened."""
STEPS: Final = 700
"""How many changes in a row must fail before a game counts as short."""
DIGGING: Final = 40_000
"""How many random moves are then played without success, in games that would be shorter, before giving up."""
ENDLESS: Final = 10**6
SAMPLE: Final = 8
"""How many moves a guide chooses among."""
EARLY: Final = 20
"""Only the first pieces of a long draw are exchanged: the others hardly ever come."""


@frozen(slots=False)
class Hunt:
    """A search for a short game that tells two answers apart, at a table."""

    game: Game
    slug: str
    letter: str
    against: str
    table: Table

    def _rules(self, letter: str) -> AnyRules:
        edition = edition_for(self.game, self.slug)
        return rules_for(self.game, self.table.seats, self.slug, letter, edition, self.table.variants)

    @cached_property
    def here(self) -> AnyRules:
        """The rules with the answer it is compared with."""
        return self._rules(self.against)

    @cached_property
    def there(self) -> AnyRules:
        """The rules with its own answer."""
        return self._rules(self.letter)

    @cached_property
    def _hints(self) -> Hints:
        return hints(self.game)

    @cached_property
    def _guide(self) -> Guide | None:
        return self._hints.guides.get(self.slug)

    def run(self, start: Found | None = None, most: int = ENDLESS, before: int = 0) -> tuple[Found | None, int]:
        """The shortest game found with at most `most` moves, and how many games were played; it may start from a known
        game, and from how many were played `before`, so that a hunt that goes on does not play the same ones again."""
        rng = Random(f"{self.slug} {self.letter} {self.against} {self.table.seats} {before}")
        least = self._hints.floor(self.slug, self.table)
        best = start
        played = shown = 0
        while played < GAMES and shown < STARTS and (best is None or len(best.moves) > least):
            found = best if played == 0 else self._random(rng, most)
            played += 1
            if found is not None:
                shown += 1
                found, tried = self._shorten(found, least, rng)
                played += tried
                best = found if best is None or len(found.moves) < len(best.moves) else best
        misses = 0
        while best is not None and len(best.moves) > least and misses * len(best.moves) < DIGGING:
            found, tried = self._fresh(rng, len(best.moves) - 1)
            misses += tried
            played += tried
            if found is not None:
                best, tried = self._shorten(found, least, rng)
                played += tried
                misses = 0
        return (self._plainer(self._tight(best)), played) if best is not None else (None, played)

    # -- one game

    def play(self, deal: Deal, plan: Plan, most: int, rng: Random | None = None, boldness: float = 0.0) -> Found | None:
        """Play a plan under both rulesets in step until they differ, with at most `most` moves."""
        found, _ = self._played(deal, plan, most, rng, boldness)
        return found if isinstance(found, Found) else None

    def _played(
        self, deal: Deal, plan: Plan, most: int, rng: Random | None, boldness: float
    ) -> tuple[Found | Plan, State]:
        """A game that differs, or what was done in one that does not; and how it ends.

        With `rng`, where the plan has no wish, a random legal move is made as often as `boldness` says, or the best of
        some according to the guide.
        """
        here, there = self.here, self.there
        one, other = here.start(deal), there.start(deal)
        left = {slot: list(wishes) for slot, wishes in plan.items()}
        made: dict[Slot, tuple[Move, ...]] = {}
        moves: list[Move] = []
        while True:
            legal, legal_there = here.legal_moves(one), there.legal_moves(other)
            if legal != legal_there and set(legal) != set(legal_there):
                return Found(Differs.LEGALITY, deal, made, tuple(moves)), one
            if not legal or len(moves) >= most:
                break
            slot = self._hints.slot(here, one)
            move = self._wish(left.get(slot, []), legal)
            if move is None:
                bold = rng is not None and rng.random() < boldness
                move = self._bold(other, legal, rng) if rng and bold else self._hints.plainest(here, legal)
            made[slot] = (*made.get(slot, ()), move)
            one, other = here.follow(one, move), there.follow(other, move)
            moves.append(move)
            if one != other and not self._same(one, other):
                return Found(Differs.EFFECT, deal, made, tuple(moves)), one
        if not legal:
            if here.scores(one) != there.scores(other):
                return Found(Differs.SCORE, deal, made, tuple(moves)), one
            if here.outcome(one) != there.outcome(other):
                return Found(Differs.OUTCOME, deal, made, tuple(moves)), one
        return made, one

    def _same(self, one: State, other: State) -> bool:
        same = self._hints.same
        return same_table(self.game, self.here, one, self.there, other) if same is None else same(one, other)

    def _wish(self, wishes: list[Move], legal: tuple[Move, ...]) -> Move | None:
        """The first wish that can be fulfilled; those before it are given up."""
        while wishes:
            wish = wishes.pop(0)
            move = wish if wish in legal else self._hints.alike(wish, legal)
            if move is not None:
                return move
        return None

    def _bold(self, state: State, legal: tuple[Move, ...], rng: Random) -> Move:
        guide, seat = self._guide, self.there.to_move(state)
        if guide is None or seat is None or rng.random() < 0.2:
            return rng.choice(legal)
        some = rng.sample(legal, min(SAMPLE, len(legal)))
        return max(some, key=lambda move: guide(self.there, self.there.follow(state, move), seat))

    def _random(self, rng: Random, most: int) -> Found | None:
        boldness = rng.choice((0.3, 0.6, 0.8, 1.0))
        return self.play(self._hints.deal(self.here, self.slug, rng), {}, most, rng, boldness)

    def _fresh(self, rng: Random, most: int) -> tuple[Found | None, int]:
        """A new game that is to be shorter, and how many were played for it."""
        near = self._hints.near.get(self.slug)
        if near is None:
            return self._random(rng, most), 1
        for climb in range(CLIMBS):
            found, tried = self._climb(near, rng, most)
            if found is not None:
                return found, climb * CLIMB + tried
        return None, CLIMBS * CLIMB

    def _climb(self, near: Near, rng: Random, most: int) -> tuple[Found | None, int]:
        """Change a game as long as its end comes no further from a difference."""
        deal, value = self._hints.deal(self.here, self.slug, rng), float("-inf")
        plan: Plan = {}
        for tried in range(1, CLIMB + 1):
            other = other_deal(self.here, deal, rng) if rng.random() < 0.3 else deal
            if value == float("-inf"):  # no game with this deal has come to its end yet
                other = self._hints.deal(self.here, self.slug, rng)
            found, end = self._played(other, other_plan(plan, rng), most, rng, rng.choice((0.2, 1.0)))
            if isinstance(found, Found):
                return found, tried
            worth = near(self.here, end) if self.here.to_move(end) is None else float("-inf")
            if worth >= value:
                deal, plan, value = other, found, worth
        return None, CLIMB

    # -- shorter games

    def _shorten(self, found: Found, least: int, rng: Random) -> tuple[Found, int]:
        """Change one thing at a time and keep each change that does not make the game longer."""
        tried = idle = 0
        while idle < STEPS and len(found.moves) > least:
            deal, plan = found.deal, found.plan
            for _ in range(rng.choice((1, 1, 1, 2, 3))):
                if rng.random() < 0.5:
                    deal = other_deal(self.here, deal, rng)
                else:
                    plan = other_plan(plan, rng)
            boldness = rng.choice((0.0, 0.0, 0.05, 0.2))
            other = self.play(deal, plan, len(found.moves), rng, boldness)
            tried += 1
            idle += 1
            if other is not None:
                if len(other.moves) < len(found.moves):
                    idle = 0
                found = other
        return found, tried

    def _tight(self, found: Found) -> Found:
        """The game without any move that can be left out."""
        while (moves := self.without_one(found.deal, found.moves)) is not None:
            found = self.planned(found.deal, moves)
        return found

    def without_one(self, deal: Deal, moves: Sequence[Move]) -> tuple[Move, ...] | None:
        """A game that still differs after leaving out one move, with all others unchanged; none if all are needed."""
        for place in range(len(moves)):
            fewer = (*moves[:place], *moves[place + 1 :])
            with suppress(IllegalMove):
                one, other = self.here.start(deal), self.there.start(deal)
                for move in fewer:
                    one, other = self.here.apply(one, move), self.there.apply(other, move)
                if (apart := difference(self.game, self.here, self.there, deal, fewer)) is not None:
                    return fewer[: apart[1]]
        return None

    def planned(self, deal: Deal, moves: Sequence[Move]) -> Found:
        """A game that differs at its end, as a plan."""
        state = self.here.start(deal)
        plan: dict[Slot, tuple[Move, ...]] = {}
        for move in moves:
            slot = self._hints.slot(self.here, state)
            plan[slot] = (*plan.get(slot, ()), move)
            state = self.here.follow(state, move)
        apart = difference(self.game, self.here, self.there, deal, moves)
        if apart is None:
            lines = " ".join(written(self.game, self.here, move) for move in moves)
            raise ValueError(f"{self.slug}: the answers do not differ in {lines}")
        return Found(apart[0], deal, plan, tuple(moves))

    def _plainer(self, found: Found) -> Found:
        """The game with the pieces of each draw in order from some place on, as far as that does not change it."""
        for draw in self.here.chance.draws:
            for kept in range(len(draw.piles)):
                deal = _sorted_from(self.here, found.deal, draw.name, kept)
                other = self.play(deal, found.plan, len(found.moves))
                if other is not None and other.moves == found.moves:
                    found = other
                    break
        return found


# -- changing a game


def other_deal(rules: AnyRules, deal: Deal, rng: Random) -> Deal:
    """The deal with two pieces of a pile exchanged, or one replaced by a piece that was left over."""
    chance = rules.chance
    pieces = chance.pieces(deal)
    draw = rng.choice(chance.draws)
    place = draw.name, rng.randrange(min(len(draw.piles), EARLY))
    pile = chance.places[place]
    piece = rng.choice(pile.pieces)
    changed: dict[Place, Piece] = {place: piece}
    for other, there in pieces.items():
        if there == piece and chance.places[other] is pile:
            changed = {other: pieces[place], place: piece}
    return rules.dealt(chance.changed(deal, changed))


def _sorted_from(rules: AnyRules, deal: Deal, name: str, kept: int) -> Deal:
    """The deal with the pieces of a draw, from some place on, in the order of their piles."""
    chance = rules.chance
    pieces = chance.pieces(deal)
    by_pile = defaultdict[str, list[Place]](list)
    for place, pile in chance.places.items():
        if place[0] == name and place[1] >= kept:
            by_pile[pile.name].append(place)
    changed: dict[Place, Piece] = {}
    for places in by_pile.values():
        order = chance.places[places[0]].pieces.index
        changed.update(zip(places, sorted((pieces[place] for place in places), key=order), strict=True))
    return rules.dealt(chance.changed(deal, changed))


def other_plan(plan: Plan, rng: Random) -> Plan:
    """The plan without a wish, or with the wishes of a seat in a round moved to another round or to another seat."""
    changed = dict(plan)
    full = [slot for slot, wishes in plan.items() if wishes]
    if not full:
        return plan
    slot = rng.choice(full)
    way = rng.random()
    if way < 0.6:
        wishes = list(changed[slot])
        wishes.pop(rng.randrange(len(wishes)))
        changed[slot] = tuple(wishes)
    else:
        other = rng.choice([each for each in full if each[1] == slot[1]])
        if way < 0.8:
            changed[slot], changed[other] = changed[other], changed[slot]
        else:
            changed[other] = (*changed[slot], *changed[other])
    return changed
