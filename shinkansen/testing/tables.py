"""Tables laid out by hand, from names: set up what a rule is about, try moves, and see what they do to a purse.

`arrange` changes a table freely and puts cards where they belong; the others lay out a turn (`turn`), the end of a
round (`closed`) or the placing of tokens (`placing`) under a chosen event. Nothing here says what the rules are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import attrs

from shinkansen.zerokei.deal import Deal, slots
from shinkansen.zerokei.edition import Ability, Action, Colour
from shinkansen.zerokei.moves import ChooseEngine, Finish, Move
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import COLOUR_INDEX, NOBODY, Counters, Phase, State

YELLOW, RED, GREEN, BLUE = range(4)
GOLD, WHITE, BLACK = Colour
ENGINES = ("engine-1", "engine-2", "engine-3", "engine-4")
"""With three players: prepare or lay; lay or participate; build or participate; prepare or build."""

Contents: TypeAlias = Mapping[int, Mapping[str, Any]]


def plain_deal(rules: ZeroKei, **changes: Any) -> Deal:
    """Everything in the order of the edition, unless said otherwise."""
    kit = rules.kit
    packs = {c: [e for e, card in kit.events.items() if card.colour == c] for c in dict.fromkeys(slots(kit))}
    deal = Deal(
        turn_order=tuple(range(rules.seats)),
        counters=tuple(Colour),
        venues=kit.city_ids[:3],
        events=tuple(packs[colour].pop(0) for colour in slots(kit)),
        deck=tuple(kit.carriages),
    )
    return attrs.evolve(deal, **changes)


def after_engines(rules: ZeroKei, engines: Sequence[str], **deal: Any) -> State:
    """The first decision of the first round; `engines` by seat."""
    state = rules.start(plain_deal(rules, **deal))
    while state.table.phase is Phase.ENGINE:
        state = rules.apply(state, ChooseEngine(engines[state.table.seat]))
    return state


def arrange(
    rules: ZeroKei,
    state: State,
    seats: Mapping[int, Mapping[str, Any]] | None = None,
    stations: Mapping[str, Colour] | None = None,
    prepared: Sequence[str] = (),
    tracked: Sequence[str] = (),
    **changes: Any,
) -> State:
    """The same table with some things moved. Cards that land in a train leave deck, row and discard pile."""
    table = state.table
    index = rules.kit.city_index
    contents = [attrs.evolve(seat, **(seats or {}).get(number, {})) for number, seat in enumerate(table.seats)]
    built = dict(stations or {})

    def mask(cities: Sequence[str]) -> int:
        return sum(1 << index[city] for city in set(cities))

    trains = {card for content in contents for card in content.train}
    row = [(card, claim) for card, claim in zip(table.row, table.claims, strict=True) if card not in trains]
    table = attrs.evolve(
        table,
        **{
            "seats": tuple(contents),
            "prepared": mask([*prepared, *built]),
            "tracked": mask(tracked),
            "built": mask(list(built)),
            "stations": tuple(COLOUR_INDEX[built[city]] if city in built else -1 for city in rules.kit.city_ids),
            "row": tuple(card for card, _ in row),
            "claims": tuple(claim for _, claim in row),
            "discard": tuple(card for card in table.discard if card not in trains),
            **changes,
        },
    )
    out = {*trains, *table.row, *table.discard}
    return attrs.evolve(state, table=table, deck=tuple(card for card in state.deck if card not in out))


def acting(rules: ZeroKei, state: State, seat: int, actions: int | None = None, **changes: Any) -> State:
    """It is a player's turn to act, the last of the round."""
    event = rules.kit.events[changes.get("events", state.table.events)[changes.get("round", state.table.round)]]
    tile = tuple(range(rules.seats)) + (NOBODY,) * (len(rules.kit.rewards) - rules.seats)
    settings: dict[str, Any] = {
        "phase": Phase.ACT,
        "seat": seat,
        "actions": event.actions if actions is None else actions,
        "tile": tile,
        "row": (),
        "claims": (),
    }
    return arrange(rules, state, **{**settings, **changes})


def counters(gold: int = 0, white: int = 0, black: int = 0, order: Sequence[Colour] = tuple(Colour)) -> Counters:
    """Counters on spaces, `order` from least to most advanced."""
    return Counters((gold, white, black), tuple(COLOUR_INDEX[colour] for colour in order))


def turn(
    rules: ZeroKei,
    event: str,
    seats: Contents | None = None,
    seat: int = YELLOW,
    engines: Sequence[str] = ENGINES,
    actions: int = 5,
    round: int = 0,
    **changes: Any,
) -> State:
    """A player's turn to act, the last of the round, with five actions; everybody has 30 yen unless said otherwise."""
    start = after_engines(rules, engines[: rules.seats])
    others = [other for other in start.table.events if other != event]
    events = (*others[:round], event, *others[round:])[:5]
    given = seats or {}
    contents = {number: {"yen": 30, **given.get(number, {})} for number in range(rules.seats)}
    return acting(rules, start, seat, actions, events=events, round=round, seats=contents, **changes)


def closed(rules: ZeroKei, event: str, seats: Contents | None = None, round: int = 0, **changes: Any) -> State:
    """The round is over: the last seat has finished, and its effect is due.

    The last seat's yen for the action it did not take are in what it is said to have.
    """
    last = rules.seats - 1
    given = dict(seats or {})
    given[last] = {**given.get(last, {}), "yen": given.get(last, {}).get("yen", 30) - 1}
    return rules.apply(turn(rules, event, given, seat=last, actions=1, round=round, **changes), Finish())


def placing(rules: ZeroKei, seats: Contents | None = None, seat: int = YELLOW, **changes: Any) -> State:
    """A player's turn to place the token, first of all; everybody has 30 yen unless said otherwise."""
    start = after_engines(rules, ENGINES[: rules.seats])
    given = seats or {}
    contents = {number: {"yen": 30, **given.get(number, {})} for number in range(rules.seats)}
    others = [number for number in range(rules.seats) if number != seat]
    trains = {card for content in given.values() for card in content.get("train", ())}
    free = [card for card in rules.kit.carriages if card not in trains]
    settings: dict[str, Any] = {
        "phase": Phase.PLACE,
        "seat": seat,
        "tile": (NOBODY,) * len(rules.kit.rewards),
        "row": tuple(free[: len(others)]),
        "claims": tuple(others),
        "seats": contents,
    }
    return arrange(rules, start, **{**settings, **changes})


def allowed(rules: ZeroKei, state: State, move: Move) -> bool:
    """Whether a move is legal; both ways to ask must agree."""
    listed = move in rules.legal_moves(state)
    assert (rules.why_not(state, move) is None) == listed, move
    return listed


def played(rules: ZeroKei, state: State, *moves: Move) -> State:
    for move in moves:
        state = rules.apply(state, move)
    return state


def gain(rules: ZeroKei, state: State, *moves: Move, seat: int = YELLOW) -> tuple[int, int]:
    """By how many yen and victory points moves change what a seat has."""
    before = state.table.seats[seat]
    after = played(rules, state, *moves).table.seats[seat]
    return after.yen - before.yen, after.vp - before.vp


def purses(state: State) -> list[tuple[int, int]]:
    return [(seat.yen, seat.vp) for seat in state.table.seats]


def offering(rules: ZeroKei, gives: Mapping[str, Ability | Action]) -> ZeroKei:
    """The same game with other actions or abilities on some carriages."""
    carriages = tuple(
        attrs.evolve(carriage, gives=gives.get(carriage.id, carriage.gives)) for carriage in rules.edition.carriages
    )
    return ZeroKei(seats=rules.seats, edition=attrs.evolve(rules.edition, carriages=carriages), rulings=rules.rulings)
