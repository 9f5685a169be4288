"""How Zero-Kei tells its witnesses: who plays, what was dealt, and which amounts differ on two tables."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, cast

from shinkansen.core import opaque
from shinkansen.core.opaque import AnyRules
from shinkansen.readings.parts import Amount, Words
from shinkansen.zerokei.deal import Deal
from shinkansen.zerokei.picture.inventory import inventory
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import Phase, State

UNITS: Final = {
    "vp": "victory points",
    "yen": "yen",
    "tracks": "tracks",
    "cauldrons": "cauldrons",
    "counter": "counter",
}
"""What is counted of a picture's inventory, in words."""

DECIDES: Final = {
    Phase.ENGINE: "chooses an engine",
    Phase.BUY: "buys a carriage",
    Phase.PLACE: "places the turn order token",
    Phase.ACT: "acts",
    Phase.END: "decides at the end of the round",
}


def players(seats: int) -> str:
    """Who plays."""
    return "Alone against Hideo" if seats == 1 else f"{seats} players"


def dealt(any_rules: AnyRules, any_deal: opaque.Deal) -> Iterator[str]:
    """What the game begins with, a sentence each."""
    rules, deal = cast("ZeroKei", any_rules), cast("Deal", any_deal)
    kit = rules.kit
    names = [kit.seat_names[seat] for seat in deal.turn_order]
    yield f"Turn order: {', '.join(names)}. Counters from the bottom: {', '.join(deal.counters)}."
    cities = {city.id: city.name for city in kit.edition.cities}
    yield f"Venues: {', '.join(cities[city] for city in deal.venues)}. Events: {', '.join(deal.events)}."
    yield f"{'You start' if kit.solo else 'Everybody starts'} with {rules.start(deal).table.seats[0].yen} yen."


def amounts(here: AnyRules, one: opaque.State, there: AnyRules, other: opaque.State) -> Iterator[Amount]:
    """Amounts and places that differ on two tables, and what comes next if that does."""
    sides = [(cast("ZeroKei", rules), cast("State", state)) for rules, state in ((here, one), (there, other))]
    decisions = [_decision(rules, state) for rules, state in sides]
    if decisions[0] != decisions[1]:
        yield "what comes next", decisions[0], decisions[1]
    ours, theirs = (inventory(rules.kit, state.table) for rules, state in sides)
    for name in ours:
        kind, *parts = name.split(":")
        if kind in UNITS and ours[name] != theirs.get(name):
            where = f" at venue {parts[1]}" if len(parts) > 1 else ""
            whose = f"the {parts[0]} counter's space" if kind == "counter" else f"{parts[0]}'s {UNITS[kind]}{where}"
            yield whose, ours[name], theirs.get(name)


def _decision(rules: ZeroKei, state: State) -> str:
    table = state.table
    if table.phase is Phase.OVER:
        return "the game is over"
    return f"{rules.kit.seat_names[table.seat]} {DECIDES[table.phase]}"


WORDS: Final = Words(players, dealt, amounts)
"""Zero-Kei's words, for `readings.contrast`."""
