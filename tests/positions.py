"""Positions laid out by hand: a table as one would set it up to try a rule, from names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from shinkansen.zerokei.deal import Deal, slots
from shinkansen.zerokei.edition import Colour
from shinkansen.zerokei.moves import ChooseEngine
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import COLOUR_INDEX, NOBODY, Counters, Phase, State

YELLOW, RED, GREEN, BLUE = range(4)
GOLD, WHITE, BLACK = Colour


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
