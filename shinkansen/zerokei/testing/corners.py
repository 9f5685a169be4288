"""Corners: tables that play seldom reaches, made by bending one that it did reach.

A *bend* changes one thing about a state, without losing or doubling a piece: empty purses, the last round, another
event, counters at the end of their track, a line half built, a train with every ability, a tie. A corner is a state of
a random game with a few bends. Nothing here says what the rules do with it; it is for comparing engines. Invariants of
games (such as how many cauldrons there can be by now) may not hold, so corners are not tables for `check_position`.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final, TypeAlias

import attrs

from shinkansen.core.play import at_random
from shinkansen.zerokei.edition import Ability, Action
from shinkansen.zerokei.refusals import ENDINGS
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import COLOURS, EVENT, FACE_DOWN, NOBODY, TAIL, Counters, Phase, State

Bend: TypeAlias = Callable[[ZeroKei, State, Random], State]
"""What bends a state: it gives another one."""


def corner(rules: ZeroKei, rng: Random) -> State:
    """A state of a random game, bent a few times."""
    choose = at_random(rng)
    state = rules.start(rules.deal(rng))
    # Most of a game consists of actions, but the other phases have corners too.
    wanted = rng.choice(
        [Phase.BUY, Phase.BUY, Phase.PLACE, Phase.ACT, Phase.ACT, Phase.ACT, Phase.END, Phase.END, Phase.OVER]
    )
    least = rng.randrange(1, 90)
    while legal := rules.legal_moves(state):
        if least <= 0 and wanted in (state.table.phase, Phase.OVER):
            break
        state = rules.follow(state, choose(rules, state, legal))
        least -= 1
    if wanted is Phase.OVER:
        state = _over(rules, state, rng)
    if state.table.phase not in RELEVANT:
        return state
    relevant = RELEVANT[state.table.phase]
    chosen = rng.sample(relevant, rng.randrange(1, min(5, len(relevant))))
    # In the order of `BENDS`: a tie must be made last.
    for name in [name for name in BENDS if name in chosen]:
        state = BENDS[name](rules, state, rng)
    return state


def _with(state: State, **changes: Any) -> State:
    return attrs.evolve(state, table=attrs.evolve(state.table, **changes))


def _with_seats(state: State, change: Callable[[int], dict[str, Any]]) -> State:
    seats = tuple(attrs.evolve(seat, **change(number)) for number, seat in enumerate(state.table.seats))
    return _with(state, seats=seats)


def _poor(rules: ZeroKei, state: State, rng: Random) -> State:
    return _with_seats(
        state,
        lambda seat: {
            "yen": 0 if seat == rules.kit.hideo else rng.randrange(6),
            "vp": rng.choice([-1, 0, 1, 2, 2, 3]),
        },
    )


def _thrifty(rules: ZeroKei, state: State, rng: Random) -> State:
    """Just enough yen for something expensive, or just not enough."""
    return _with_seats(state, lambda seat: {"yen": 0 if seat == rules.kit.hideo else rng.randrange(4, 13)})


def _broke(rules: ZeroKei, state: State, rng: Random) -> State:
    """Nobody can pay anything."""
    return _with_seats(state, lambda seat: {"yen": 0, "vp": rng.choice([-2, 0, 0])})


def _rich(rules: ZeroKei, state: State, rng: Random) -> State:
    return _with_seats(state, lambda seat: {"yen": 0 if seat == rules.kit.hideo else 30, "vp": 20 + seat})


def _last_round(rules: ZeroKei, state: State, rng: Random) -> State:
    """It is the last round, with this round's event; the carriages that the years between would have drawn are
    discarded."""
    last, now = rules.kit.rounds - 1, state.table.round
    drawn = rules.kit.row * (last - now)
    moved = _with(
        state,
        round=last,
        events=_swapped(state.table.events, now, last),
        discard=tuple(sorted((*state.table.discard, *state.deck[:drawn]))),
    )
    return attrs.evolve(moved, deck=state.deck[drawn:])


def _swapped(events: tuple[str, ...], one: int, two: int) -> tuple[str, ...]:
    swapped = [*events]
    swapped[one], swapped[two] = swapped[two], swapped[one]
    return tuple(swapped)


def _event(rules: ZeroKei, state: State, rng: Random) -> State:
    """Another event is the current one; at the end of a round, one that asks for a decision."""
    table = state.table
    if table.pending:
        return state  # The effect that is still due belongs to this event.
    events, now = table.events, table.round
    asking = [effect.value for effect in ENDINGS]
    # The combined events have the most to get wrong.
    offers = rules.kit.event_offers
    combined = [effect for effect in rules.kit.events if any(offer.then for offer in offers[effect])]
    wanted = rng.choice(asking if table.phase is Phase.END else [*rules.kit.events, *combined * 3])
    if wanted in events:
        return _with(state, events=_swapped(events, now, events.index(wanted)))
    return _with(state, events=(*events[:now], wanted, *events[now + 1 :]))


def _counters(rules: ZeroKei, state: State, rng: Random) -> State:
    """Counters close together, often in one pile, often at the end."""
    last = rules.edition.board.value_spaces - 1
    low = rng.choice([0, last - 1, last])
    spaces = [min(last, low + rng.randrange(2)) for _ in COLOURS]
    order = sorted(rng.sample(range(len(COLOURS)), len(COLOURS)), key=spaces.__getitem__)
    return _with(state, counters=Counters(tuple(spaces), tuple(order)))


def _line(rules: ZeroKei, state: State, rng: Random) -> State:
    """The line is half built, with the tracks not yet laid on somebody's engine; sometimes a colour is exhausted."""
    cities = range(len(rules.kit.city_ids))
    prepared = rng.sample(cities, rng.randrange(4, len(cities) + 1))
    tracked = rng.sample(prepared, rng.randrange(len(prepared)))
    pool = [colour for colour in range(len(COLOURS)) for _ in rules.edition.board.station_rows]
    if rng.random() < 0.5:
        rng.shuffle(pool)
    stations = [-1] * len(cities)
    for city, colour in zip(rng.sample(prepared, rng.randrange(len(prepared) + 1)), pool, strict=False):
        stations[city] = colour
    among = rng.choice([range(len(state.table.seats)), [0], [len(state.table.seats) - 1]])
    holders = [rng.choice(among) for _ in range(len(prepared) - len(tracked))]
    state = _with_seats(state, lambda seat: {"tracks": holders.count(seat)})
    return _with(
        state,
        prepared_bits=sum(1 << city for city in prepared),
        track_bits=sum(1 << city for city in tracked),
        station_colours=tuple(stations),
        station_bits=sum(1 << city for city in cities if stations[city] >= 0),
        colour_bits=rules.kit.colours_left(stations),
    )


def _complete(rules: ZeroKei, state: State, rng: Random) -> State:
    """The line is complete: nothing is left to prepare, lay or build."""
    cities = range(len(rules.kit.city_ids))
    stations = [place % len(COLOURS) for place in cities]
    state = _with_seats(state, lambda seat: {"tracks": 0})
    return _with(
        state,
        prepared_bits=rules.kit.all_cities,
        track_bits=rules.kit.all_cities,
        station_colours=tuple(stations),
        station_bits=rules.kit.all_cities,
        colour_bits=rules.kit.colours_left(stations),
    )


def _cauldrons(rules: ZeroKei, state: State, rng: Random) -> State:
    """Most cauldrons burn, some seats have none left."""
    figures, venues = rules.kit.figures, range(len(state.table.venues))
    burning = [rng.choice([0, 2, figures.cauldrons - 1, figures.cauldrons]) for _ in state.table.seats]
    there = [[rng.choice(venues) for _ in range(number)] for number in burning]
    counts = tuple(tuple(places.count(venue) for places in there) for venue in venues)
    return _with(
        _with_seats(state, lambda seat: {"cauldrons": figures.cauldrons - burning[seat]}),
        cauldrons=counts,
    )


def _train(rules: ZeroKei, state: State, rng: Random) -> State:
    """The player to move has a long train: every ability, or many actions, or cities along the line."""
    kit, table = rules.kit, state.table
    rounds = kit.rounds - table.round - 1
    spare = [*table.discard, *state.deck[kit.row * rounds :]]
    rng.shuffle(spare)
    sorts: list[Callable[[str], object]] = [
        lambda card: isinstance(kit.carriages[card].gives, Ability),
        lambda card: kit.carriages[card].gives in (Action.REPEAT, Action.BUY),
        lambda card: isinstance(kit.carriages[card].gives, Action),
        lambda card: True,
    ]
    wanted = rng.choice(sorts)
    seat = max(table.seat, 0)
    taken = [card for card in spare if wanted(card)][: rng.randrange(2, 8)]
    if rng.random() < 0.5:
        taken.sort(key=lambda card: kit.city_number[kit.carriages[card].cities[0]])
    train = (*table.seats[seat].train, *taken)
    given = {"train": train, "ability_bits": rules.kit.abilities(train)}
    state = _with_seats(state, lambda number: given if number == seat else {})
    return attrs.evolve(
        _with(state, discard=tuple(card for card in table.discard if card not in taken)),
        deck=tuple(card for card in state.deck if card not in taken),
    )


def _used(rules: ZeroKei, state: State, rng: Random) -> State:
    """Some cards have been used this turn."""
    table = state.table
    if table.phase is not Phase.ACT or table.pending:
        return state
    cards = [EVENT, TAIL, *(seat.engine for seat in table.seats), *table.seats[table.seat].train]
    return _with(state, used=frozenset(rng.sample(cards, rng.randrange(1, len(cards)))), actions=rng.randrange(1, 5))


def _last_action(rules: ZeroKei, state: State, rng: Random) -> State:
    """One action is left."""
    return _with(state, actions=1) if state.table.phase is Phase.ACT and not state.table.pending else state


def _spent(rules: ZeroKei, state: State, rng: Random) -> State:
    """The Buy Card carriages are used up."""
    buys = {card for card, carriage in rules.kit.carriages.items() if carriage.gives is Action.BUY}
    return _with_seats(state, lambda seat: {"spent": frozenset(buys & {*state.table.seats[seat].train})})


def _tokens(rules: ZeroKei, state: State, rng: Random) -> State:
    """The player to move has Olympic tokens on the train."""
    table = state.table
    seat = max(table.seat, 0)
    content = table.seats[seat]
    if not content.train or not table.tokens:
        return state
    bought = rng.sample(table.tokens, min(len(table.tokens), rng.randrange(1, 4)))
    tokens = tuple(sorted((*content.tokens, *((rng.choice(content.train), city) for city in bought))))
    state = _with_seats(state, lambda number: {"tokens": tokens} if number == seat else {})
    return _with(state, tokens=tuple(city for city in table.tokens if city not in bought))


def _empty_discard(rules: ZeroKei, state: State, rng: Random) -> State:
    """The discard pile has been put under the deck."""
    return attrs.evolve(_with(state, discard=()), deck=(*state.deck, *state.table.discard))


def _closed(rules: ZeroKei, state: State, rng: Random) -> State:
    """Solo: Hideo's board is turned up, and venues are closed."""
    if not rules.kit.solo:
        return state
    shut = [token for token in state.board if token in rules.kit.closed_tokens]
    board = tuple("" if token in shut else token for token in state.board)
    sight = tuple(up if now == FACE_DOWN else now for now, up in zip(state.table.board, board, strict=True))
    return _with(state, board=sight, closed_bits=sum(1 << rules.kit.closed_tokens[token] for token in shut))


def _over(rules: ZeroKei, state: State, rng: Random) -> State:
    """The game is over."""
    return _with(
        state, phase=Phase.OVER, seat=NOBODY, actions=0, used=frozenset(), pending=(), round=rules.kit.rounds - 1
    )


def _tie(rules: ZeroKei, state: State, rng: Random) -> State:
    """Everybody is level: in victory points now, or in the final score."""
    if rng.random() < 0.3:
        return _with_seats(state, lambda seat: {"vp": 5})
    totals = rules.totals(state)
    level = max(totals)
    seats = state.table.seats
    return _with_seats(state, lambda seat: {"vp": seats[seat].vp + level - totals[seat]})


def _playable(bend: Bend) -> Bend:
    """A bend that does nothing where it would leave no legal move: a table cannot be in such a state."""

    def bent(rules: ZeroKei, state: State, rng: Random) -> State:
        after = bend(rules, state, rng)
        return after if after.table.phase is Phase.OVER or rules.legal_moves(after) else state

    return bent


BENDS: Final[dict[str, Bend]] = {
    "poor": _playable(_poor),
    "thrifty": _playable(_thrifty),
    "broke": _playable(_broke),
    "rich": _playable(_rich),
    "last round": _playable(_last_round),
    "event": _playable(_event),
    "counters": _playable(_counters),
    "line": _playable(_line),
    "complete": _playable(_complete),
    "cauldrons": _playable(_cauldrons),
    "train": _playable(_train),
    "tokens": _playable(_tokens),
    "used": _playable(_used),
    "spent": _playable(_spent),
    "last action": _playable(_last_action),
    "empty discard": _playable(_empty_discard),
    "closed": _playable(_closed),
    "tie": _playable(_tie),
}
"""By name, in the order they are applied."""

RELEVANT: Final[dict[Phase, tuple[str, ...]]] = {
    Phase.BUY: ("poor", "broke", "line", "complete", "counters", "cauldrons", "last round"),
    Phase.PLACE: ("event", "counters", "train", "last round", "tie"),
    Phase.ACT: (
        "event",
        "event",
        "train",
        "thrifty",
        "last action",
        "last action",
        *(name for name in BENDS if name not in ("tie", "broke")),
    ),
    Phase.END: ("poor", "rich", "event", "line", "train", "tokens", "counters", "empty discard", "last round", "tie"),
    Phase.OVER: ("poor", "rich", "line", "cauldrons", "train", "tokens", "spent", "counters", "closed", "tie"),
}
"""The bends that matter in each phase."""
