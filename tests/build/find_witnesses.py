"""The search for witnesses: short games in which two answers to a ruling differ, and how short they can be.

`python -m tests.build.find_witnesses [SLUG ...]` searches and writes `zerokei/witnesses.json`.

A game is a deal and a *plan*: what each seat wants to do in each round and phase; where a wish is not legal, or there
is none, the plainest move is made (finish, decline, the first carriage). Random plans find a game that differs. Then
it is shortened by changing one thing at a time, a wish or a piece of the deal, and keeping the change if the game is no
longer. Three things are known about the result: how many games were tried; the `floor`, the number of moves before the
rule can matter at all; and, from a search through all games of a small world, the length of a shortest game there.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from multiprocessing import Pool
from random import Random
from typing import Any, Final, TypeAlias

import attrs
from attrs import frozen

from shinkansen.core.errors import IllegalMove
from shinkansen.readings.witnesses import Differs, Proof, Witness, difference, pairs
from shinkansen.readings.witnesses import witnesses as stored
from shinkansen.zerokei import evaluation, scoring
from shinkansen.zerokei import moves as m
from shinkansen.zerokei.deal import Deal, slots
from shinkansen.zerokei.edition import CellKind, Effect
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.notation import notation, parse
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import COLOURS, Phase, State
from shinkansen.zerokei.testing.small_worlds import worlds
from shinkansen.zerokei.witnesses import EDITIONS, FILE, editions, in_sight, rules_of

PAIRS: Final = pairs(GAME.register)

# -- How short a game can be ----------------------------------------------------------------------------------------


@frozen
class Earliest:
    """When a ruling can first matter: in which phase, in a year with which event, and after one with which event."""

    phase: Phase
    event: Effect | None = None
    after: Effect | None = None
    closed: bool = False
    """In a year in which Hideo reaches a closed venue."""
    more: int = 0
    """How many moves later."""
    tracks: int = 0
    """After how many moves that give players tracks; in the solo game Hideo has some without a move."""
    steps: bool = False
    """After a counter has reached the last space, which no move of a player advances twice; alone, Hideo helps."""


EARLIEST: Final = {
    "stuck_counter": Earliest(Phase.BUY, steps=True),
    "nothing_affordable": Earliest(Phase.BUY),
    "second_icon": Earliest(Phase.BUY),
    "twice_on_space_one": Earliest(Phase.PLACE),
    "cheap_engine_repeated": Earliest(Phase.ACT, more=1),  # an engine has been used
    "track_needs_ground": Earliest(Phase.ACT, tracks=1),  # somebody has prepared ground
    "own_track_first": Earliest(Phase.ACT, tracks=4),  # another player has in an earlier turn, and so has this one
    "borrowed_track_price": Earliest(Phase.ACT, tracks=3),  # another player has in an earlier turn
    "bought_card": Earliest(Phase.ACT, more=1),  # a carriage has been bought
    "repeat_action": Earliest(Phase.ACT, more=1),  # a card has been used
    "event_repeat_action": Earliest(Phase.ACT, Effect.REPEAT_TRAIN_CARD, more=1),
    "end_purchase": Earliest(Phase.END, Effect.BUY_AT_END),
    "event_repeat": Earliest(Phase.ACT, Effect.REPEAT_TRAIN_CARD),
    "round5_effect": Earliest(Phase.OVER),
    "reward_again": Earliest(Phase.END, Effect.REWARD_AGAIN),
    "reward_again_counter": Earliest(Phase.END, Effect.REWARD_AGAIN),
    "selling_vp": Earliest(Phase.END, Effect.LOSE_VP_FOR_YEN),
    "yen_by_rank": Earliest(Phase.END, Effect.YEN_BY_RANK),
    "end_order": Earliest(Phase.END),
    "score_below_zero": Earliest(Phase.END, Effect.SCORE_A_CITY, more=1),  # a city has been scored
    "token_place": Earliest(Phase.ACT, Effect.OLYMPIC_TOKEN),
    # A token has been bought, and a city scored.
    "token_same_city": Earliest(Phase.END, Effect.SCORE_A_CITY, after=Effect.OLYMPIC_TOKEN, more=2),
    "empty_venue": Earliest(Phase.OVER),
    "connection_gap": Earliest(Phase.OVER),
    "connection_card": Earliest(Phase.OVER),
    "connection_return": Earliest(Phase.OVER),
    "hideo_space_one": Earliest(Phase.PLACE),
    "hideo_icon": Earliest(Phase.PLACE),
    "hideo_closed_third": Earliest(Phase.PLACE, closed=True),
    "hideo_cauldrons": Earliest(Phase.PLACE),
    "hideo_rank": Earliest(Phase.END, Effect.YEN_BY_RANK),
    "hideo_connection": Earliest(Phase.OVER),
    "hideo_tie": Earliest(Phase.OVER),
}
"""By slug; every other ruling is about actions that can be the first in a game."""
ACTIONS: Final = Earliest(Phase.ACT)


def floor(slug: str, seats: int) -> int:
    """The fewest moves after which a ruling can matter, whatever is dealt.

    Every seat chooses an engine; in each round it claims or skips, places its token and then makes at least one move,
    and at least two with an action among them, because every event gives two actions or more.
    """
    rules = _rules(EDITIONS.get(slug, "shipped"), seats, slug, "a")
    it = EARLIEST.get(slug, ACTIONS)
    moves = {Phase.BUY: 0, Phase.PLACE: seats, Phase.ACT: seats + 1, Phase.END: 3 * seats, Phase.OVER: 3 * seats}
    year = rules.kit.rounds - 1 if it.phase is Phase.OVER else min(_years(rules, it), default=rules.kit.rounds)
    steps = rules.edition.board.value_spaces - 1 if it.steps else 0
    return seats + year * 3 * seats + moves[it.phase] + it.more + (it.tracks + steps if seats > 1 else 0)


def _years(rules: ZeroKei, it: Earliest) -> Iterator[int]:
    def can(year: int, effect: Effect | None) -> bool:
        return effect is None or rules.kit.events[effect.value].colour == slots(rules.kit)[year]

    hideo = rules.edition.hideo
    shut = {cell.id for cell in hideo.cells if cell.kind is CellKind.CLOSED}
    for year in range(rules.kit.rounds):
        later = it.after is None or any(can(before, it.after) for before in range(year))
        if can(year, it.event) and later and (not it.closed or shut.intersection(hideo.columns[year])):
            yield year


def tables(slug: str) -> tuple[int, ...]:
    """The numbers of seats to search with: alone for Hideo's rulings, with several for the others."""
    return (1,) if slug.startswith("hideo") else (2, 3, 4)


# -- Plans ----------------------------------------------------------------------------------------------------------

Slot: TypeAlias = tuple[int, Phase, int]
"""A round, a phase and a seat."""
Plan: TypeAlias = Mapping[Slot, tuple[Move, ...]]


@frozen
class Found:
    """A game that differs at its end, and how."""

    kind: str
    deal: Deal
    plan: Plan
    moves: tuple[Move, ...]


@cache
def _rules(edition: str, seats: int, slug: str, letter: str) -> ZeroKei:
    return ZeroKei(seats=seats, edition=editions()[edition], rulings={slug: letter})


def plainest(legal: tuple[Move, ...]) -> Move:
    """A move without parts, such as finish; otherwise the one with the shortest text."""
    return min(legal, key=lambda move: (len(attrs.fields(type(move))), len(getattr(move, "advance", ()))))


def play(
    here: ZeroKei,
    there: ZeroKei,
    deal: Deal,
    plan: Plan,
    most: int,
    rng: Random | None = None,
    boldness: float = 0.0,
    guide: Guide | None = None,
) -> Found | None:
    """Play a plan under two rulesets in step until they differ, with at most `most` moves. With `rng`, where the plan
    has no wish, a random legal move is made as often as `boldness` says, or the best of some according to the guide."""
    one, other = here.start(deal), there.start(deal)
    left = {slot: list(wishes) for slot, wishes in plan.items()}
    made: dict[Slot, tuple[Move, ...]] = {}
    moves: list[Move] = []
    while True:
        legal, legal_there = here.legal_moves(one), there.legal_moves(other)
        if legal != legal_there and set(legal) != set(legal_there):
            return Found("legality", deal, made, tuple(moves))
        if not legal or len(moves) >= most:
            break
        slot = (one.table.round, one.table.phase, one.table.seat)
        wishes = left.get(slot, [])
        move = None
        while wishes and move is None:
            wish = wishes.pop(0)
            move = wish if wish in legal else _alike(wish, legal)
        if move is None:
            move = (
                plainest(legal) if rng is None or rng.random() >= boldness else _bold(there, other, legal, guide, rng)
            )
        made[slot] = (*made.get(slot, ()), move)
        one, other = here.follow(one, move), there.follow(other, move)
        moves.append(move)
        if one.table != other.table and in_sight(one.table) != in_sight(other.table):
            return Found("effect", deal, made, tuple(moves))
    if not legal:
        if here.scores(one) != there.scores(other):
            return Found("score", deal, made, tuple(moves))
        if here.outcome(one) != there.outcome(other):
            return Found("outcome", deal, made, tuple(moves))
    return None


Guide: TypeAlias = Callable[[ZeroKei, State, int], float]
"""What a state is worth to the player whose move led there, if the aim is a situation in which the ruling matters."""
SAMPLE: Final = 8
"""How many moves a guide chooses among."""


def _bold(rules: ZeroKei, state: State, legal: tuple[Move, ...], guide: Guide | None, rng: Random) -> Move:
    if guide is None or rng.random() < 0.2:
        return rng.choice(legal)
    some = rng.sample(legal, min(SAMPLE, len(legal)))
    return max(some, key=lambda move: guide(rules, rules.follow(state, move), state.table.seat))


def _poor(rules: ZeroKei, state: State, seat: int) -> float:
    content = state.table.seats[seat]
    return -content.yen - max(0, content.vp)


def _connected(rules: ZeroKei, state: State, seat: int) -> float:
    """Track, and a connection as the reading counts it."""
    table = state.table
    content = table.seats[seat]
    claimed = tuple(card for card, claim in zip(table.row, table.claims, strict=True) if claim == seat)
    content = attrs.evolve(content, train=(*content.train, *claimed))
    cities = sum(len(rules.kit.carriages[card].cities) for card in content.train)
    return (
        len(table.cities_with_track())
        + cities
        + 4 * len(content.tokens)
        + 3 * len(scoring.longest_connection(rules.kit, table, content))
    )


def _clever(rules: ZeroKei, state: State, seat: int) -> float:
    """A good player's valuation: random players never come close to Hideo."""
    return evaluation.value(rules, state.table, seat)


GUIDES: Final[dict[str, Guide]] = {
    "hideo_tie": _clever,
    "nothing_affordable": _poor,
    "connection_gap": _connected,
    "connection_card": _connected,
    "connection_return": _connected,
}
"""Guides for rulings that random moves would hardly ever reach."""

NEEDED: Final = (m.ChooseEngine, m.Claim, m.Place)
"""Moves that must be made; if the wish is not legal, a similar move is made instead."""


def _alike(wish: Move, legal: tuple[Move, ...]) -> Move | None:
    alike = [move for move in legal if type(move) is type(wish)]
    if not alike or not isinstance(wish, NEEDED):
        return None
    parts = attrs.asdict(wish, recurse=False)
    return max(alike, key=lambda move: sum(getattr(move, name) == value for name, value in parts.items()))


# -- Searching ------------------------------------------------------------------------------------------------------

GAMES: Final = 1500
"""Random games played at most to find one that differs."""
STARTS: Final = 8
"""How many of the games that differ are shortened."""
STEPS: Final = 700
"""How many changes in a row must fail before a game counts as short."""
DIGGING: Final = 40_000
"""How many random moves are then played without success, in games that would be shorter, before giving up."""
ENDLESS: Final = 10**6
LONG: Final = 20
"""Where several players need more moves than this, a solo game against Hideo is kept as well."""
EVENTS: Final = {
    "nothing_affordable": ("get-yen", "yen-by-rank", "buy-at-end", "prepare", "score-a-city"),
    "connection_card": ("olympic-token",),
    "connection_return": ("prepare-and-lay", "lay", "prepare-lay-or-build"),
    "token_same_city": ("olympic-token", "score-a-city"),
    "token_place": ("olympic-token",),
}
"""Events to start with where random ones would hardly ever lead there: little money, or tokens to buy."""


@frozen
class Hunt:
    """A search for a short game that tells two answers apart, with a given number of seats."""

    slug: str
    letter: str
    against: str
    seats: int

    @property
    def here(self) -> ZeroKei:
        return _rules(EDITIONS.get(self.slug, "shipped"), self.seats, self.slug, self.against)

    @property
    def there(self) -> ZeroKei:
        return _rules(EDITIONS.get(self.slug, "shipped"), self.seats, self.slug, self.letter)

    def run(self, start: Found | None = None, most: int = ENDLESS) -> tuple[Found | None, int]:
        """The shortest game found with at most `most` moves, and how many games were played; it may start from a known
        game."""
        rng = Random(f"{self.slug} {self.letter} {self.against} {self.seats} {len(start.moves) if start else 0}")
        least = floor(self.slug, self.seats)
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
            misses += 1
            found = self._random(rng, len(best.moves) - 1)
            played += 1
            if found is not None:
                best, tried = self._shorten(found, least, rng)
                played += tried
                misses = 0
        return (self._plainer(self._tight(best)), played) if best is not None else (None, played)

    def _random(self, rng: Random, most: int) -> Found | None:
        boldness = rng.choice((0.3, 0.6, 0.8, 1.0))
        return play(self.here, self.there, self._deal(rng), {}, most, rng, boldness, GUIDES.get(self.slug))

    def _deal(self, rng: Random) -> Deal:
        deal = self.here.deal(rng)
        known = self.here.kit.events
        events = [*deal.events]
        wanted = [*EVENTS.get(self.slug, ())]
        for year in rng.sample(range(len(events)), len(events)):
            fitting = [each for each in wanted if known[each].colour == known[events[year]].colour]
            if fitting and fitting[0] not in events:
                events[year] = fitting[0]
                wanted.remove(fitting[0])
        return attrs.evolve(deal, events=tuple(events))

    def _shorten(self, found: Found, least: int, rng: Random) -> tuple[Found, int]:
        """Change one thing at a time and keep each change that does not make the game longer."""
        tried = idle = 0
        while idle < STEPS and len(found.moves) > least:
            deal, plan = found.deal, found.plan
            for _ in range(rng.choice((1, 1, 1, 2, 3))):
                if rng.random() < 0.5:
                    deal = _other_deal(self.here, deal, rng)
                else:
                    plan = _other_plan(plan, rng)
            boldness = rng.choice((0.0, 0.0, 0.05, 0.2))
            other = play(self.here, self.there, deal, plan, len(found.moves), rng, boldness, GUIDES.get(self.slug))
            tried += 1
            idle += 1
            if other is not None:
                if len(other.moves) < len(found.moves):
                    idle = 0
                found = other
        return found, tried

    def _tight(self, found: Found) -> Found:
        """The game without any move that can be left out."""
        while (moves := without_one(self.here, self.there, found.deal, found.moves)) is not None:
            found = planned(self.here, self.there, found.deal, moves)
        return found

    def _plainer(self, found: Found) -> Found:
        """The game with the pieces of the deal in order, as far as that does not change it."""
        deal = found.deal
        kit = self.here.kit
        ways: list[dict[str, Any]] = [{"turn_order": tuple(range(kit.seats))}, {"counters": COLOURS}]
        ways += [{"deck": _sorted_from(deal.deck, drawn)} for drawn in range(len(deal.deck))]
        for change in ways:
            if all(getattr(found.deal, name) == value for name, value in change.items()):
                continue
            plain = attrs.evolve(found.deal, **change)
            other = play(self.here, self.there, plain, found.plan, len(found.moves))
            if other is not None and other.moves == found.moves:
                found = other
                if "deck" in change:
                    break
        return found


def without_one(here: ZeroKei, there: ZeroKei, deal: Deal, moves: Sequence[Move]) -> tuple[Move, ...] | None:
    """A game that still differs after leaving out one move, with all others unchanged; none if every move is needed."""
    for place in range(len(moves)):
        fewer = (*moves[:place], *moves[place + 1 :])
        with suppress(IllegalMove):
            one, other = here.start(deal), there.start(deal)
            for move in fewer:
                one, other = here.apply(one, move), there.apply(other, move)
            if (apart := difference(GAME, here, there, deal, fewer)) is not None:
                return fewer[: apart[1]]
    return None


def planned(here: ZeroKei, there: ZeroKei, deal: Deal, moves: Sequence[Move]) -> Found:
    """A game that differs at its end, as a plan."""
    state = here.start(deal)
    plan: dict[Slot, tuple[Move, ...]] = {}
    for move in moves:
        slot = (state.table.round, state.table.phase, state.table.seat)
        plan[slot] = (*plan.get(slot, ()), move)
        state = here.follow(state, move)
    apart = difference(GAME, here, there, deal, moves)
    return Found(apart[0] if apart is not None else "", deal, plan, tuple(moves))


def _sorted_from(deck: tuple[str, ...], drawn: int) -> tuple[str, ...]:
    return (*deck[:drawn], *sorted(deck[drawn:]))


def _other_plan(plan: Plan, rng: Random) -> Plan:
    """The plan without a wish, or with the wishes of a seat in a round moved to another round or to another seat."""
    changed = dict(plan)
    full = [slot for slot, wishes in plan.items() if wishes]
    slot = rng.choice(full)
    way = rng.random()
    if way < 0.6:
        wishes = list(changed[slot])
        wishes.pop(rng.randrange(len(wishes)))
        changed[slot] = tuple(wishes)
    else:
        other = rng.choice([each for each in full if each[1] is slot[1]])
        if way < 0.8:
            changed[slot], changed[other] = changed[other], changed[slot]
        else:
            changed[other] = (*changed[slot], *changed[other])
    return changed


def _other_deal(rules: ZeroKei, deal: Deal, rng: Random) -> Deal:
    """The deal with two pieces exchanged, or one piece replaced."""
    name = rng.choice(("deck", "deck", "deck", "events", "events", "venues", "counters", "turn_order", "board"))
    pieces: list[Any] = list(getattr(deal, name))
    if name == "events":
        year = rng.randrange(len(pieces))
        colour = slots(rules.kit)[year]
        effect = rng.choice([effect for effect, event in rules.kit.events.items() if event.colour == colour])
        if effect in pieces:
            pieces[pieces.index(effect)] = pieces[year]
        pieces[year] = effect
    elif name == "venues" and rng.random() < 0.5:
        free = [city for city in rules.kit.city_ids if city not in (*deal.venues, *deal.board)]
        pieces[rng.randrange(len(pieces))] = rng.choice(free)
    elif len(pieces) > 1 and (name, rules.seats) != ("turn_order", 1):
        first = rng.randrange(min(len(pieces), 20))
        second = rng.randrange(len(pieces))
        if name == "board":
            cells = rules.edition.hideo.cells
            if (cells[first].kind is CellKind.CLOSED) != (cells[second].kind is CellKind.CLOSED):
                return deal
            if cells[first].kind is CellKind.CLOSED and rng.random() < 0.5:
                spare = [token for token in rules.kit.closed_tokens if token not in pieces]
                pieces[first] = rng.choice(spare)
                return attrs.evolve(deal, board=tuple(pieces))
        pieces[first], pieces[second] = pieces[second], pieces[first]
    return attrs.evolve(deal, **{name: tuple(pieces)})


# -- Small worlds ---------------------------------------------------------------------------------------------------


def proof(slug: str, letter: str, against: str) -> Proof | None:
    """The small world in which a shortest game tells two answers apart soonest, if any does."""
    proofs = [found for name in worlds() if (found := proof_in(name, slug, letter, against)) is not None]
    return min(proofs, key=lambda found: (found.moves, found.pairs), default=None)


def proof_in(name: str, slug: str, letter: str, against: str) -> Proof | None:
    """A shortest game of a world that tells two answers apart; `None` proves that there is none."""
    looked = 0

    def count() -> None:
        nonlocal looked
        looked += 1

    found = worlds()[name].difference(slug, letter, against, count)
    return None if found is None else Proof(name, found.kind, len(found.game.moves), looked)


# -- The command ----------------------------------------------------------------------------------------------------


def search(slug: str, letter: str, against: str, known: Sequence[Witness] = ()) -> list[Witness]:
    """The witness for two answers; if it takes several players long, also a second one, a solo game against Hideo.

    The search starts from the known witnesses, and the games they took are counted with the new ones.
    """
    proved = proof(slug, letter, against)
    best = _best(slug, letter, against, tables(slug), [each for each in known if each.seats in tables(slug)], proved)
    if best is None:
        return []
    if len(best.moves) <= LONG or best.seats == 1:
        return [best]
    alone = _best(slug, letter, against, (1,), [each for each in known if each.seats == 1], proved)
    return [best, alone] if alone is not None and len(alone.moves) < len(best.moves) else [best]


def _best(
    slug: str, letter: str, against: str, seats: tuple[int, ...], known: Sequence[Witness], proved: Proof | None
) -> Witness | None:
    floors = {number: floor(slug, number) for number in seats}
    best = min(known, key=lambda each: len(each.moves), default=None)
    played = best.searched if best is not None else 0
    for number in sorted(floors, key=lambda number: (floors[number], number)):
        if best is not None and len(best.moves) <= floors[number]:
            continue
        start = _known(best) if best is not None and best.seats == number else None
        most = len(best.moves) - 1 if best is not None else ENDLESS
        found, tried = Hunt(slug, letter, against, number).run(start, most)
        played += tried
        if found is not None and (best is None or len(found.moves) <= len(best.moves)):
            best = _witness(slug, letter, against, number, found)
    return attrs.evolve(best, searched=played, floor=min(floors.values()), proof=proved) if best is not None else None


def _known(witness: Witness) -> Found:
    here, there = rules_of(witness, witness.against), rules_of(witness, witness.letter)
    return planned(here, there, here.read_deal(witness.deal), [*map(parse, witness.moves)])


def _shared(pair: tuple[str, str, str], known: Iterable[Witness]) -> list[Witness]:
    """The known games for a ruling that also tell these two answers apart."""
    slug, letter, against = pair
    found: list[Witness] = []
    for witness in (each for each in known if each.slug == slug):
        rules = rules_of(witness, against)
        deal, moves = rules.read_deal(witness.deal), [parse(line) for line in witness.moves]
        with suppress(LookupError, ValueError):  # a game that these answers do not allow
            apart = difference(GAME, rules, rules_of(witness, letter), deal, moves)
            if apart is not None:
                kind, ply = apart
                found.append(
                    attrs.evolve(witness, letter=letter, against=against, kind=kind, moves=witness.moves[:ply])
                )
    return found


def _witness(slug: str, letter: str, against: str, seats: int, found: Found) -> Witness:
    edition = EDITIONS.get(slug, "shipped")
    deal = _rules(edition, seats, slug, against).deal_json(found.deal)
    moves = tuple(map(notation, found.moves))
    return Witness(slug, letter, Differs(found.kind), edition, seats, deal, moves, against, 0, 0)


def told(witness: Witness) -> str:
    """A witness on one line."""
    kept = f"{witness.kind} after {len(witness.moves)} moves, floor {witness.floor}, {witness.searched} games"
    small = f", {witness.proof.moves} in {witness.proof.world}" if witness.proof else ""
    return f"{witness.slug} {witness.letter}/{witness.against}, {witness.seats} seats: {kept}{small}"


def floored(witness: Witness) -> Witness:
    """The witness with the floor as it is now computed."""
    seats = (1,) if witness.seats == 1 else tables(witness.slug)
    return attrs.evolve(witness, floor=min(floor(witness.slug, number) for number in seats))


def save(found: Iterable[Witness]) -> None:
    """Write all witnesses, a line each."""
    plain = [attrs.asdict(witness) for witness in found]
    rows = [json.dumps({name: value for name, value in each.items() if name != "variants"}) for each in plain]
    FILE.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")


def main(slugs: Collection[str] = ()) -> None:
    """Search for some rulings, or for all whose witness may not be the shortest, on two cores, starting from the known
    witnesses."""
    known = [*map(floored, stored(GAME))]
    games = {pair: [each for each in known if (each.slug, each.letter, each.against) == pair] for pair in PAIRS}
    wanted = [pair for pair in PAIRS if pair[0] in slugs or not (slugs or all(each.shortest for each in games[pair]))]
    wanted += [pair for pair in PAIRS if not games[pair] and pair not in wanted]
    with Pool(2) as pool:
        hunts = pool.imap(_search, [(pair, _shared(pair, known)) for pair in wanted], chunksize=1)
        for pair, found in zip(wanted, hunts, strict=True):
            games[pair] = found
            for witness in found:
                print(told(witness), flush=True)
            save(witness for pair in PAIRS for witness in games[pair])


def _search(task: tuple[tuple[str, str, str], list[Witness]]) -> list[Witness]:
    return search(*task[0], task[1])


if __name__ == "__main__":
    main(sys.argv[1:])
