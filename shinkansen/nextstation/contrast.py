"""How Next Station tells what its witnesses begin with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, cast

from shinkansen.core.opaque import AnyRules
from shinkansen.core.opaque import Deal as AnyDeal
from shinkansen.core.prose import listed
from shinkansen.nextstation.deal import Deal
from shinkansen.nextstation.module_cards import POWERS, effect_name
from shinkansen.nextstation.names import card_name
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.readings.parts import Words


def dealt(any_rules: AnyRules, any_deal: AnyDeal) -> Iterator[str]:
    """The pencils, what the modules need, and for each round the cards that come in it."""
    kit, deal = cast("NextStation", any_rules).kit, cast("Deal", any_deal)
    order = "in the order of the rounds" if kit.solo else "to the left round the table"
    yield f"Pencils, {order}: {', '.join(deal.pencils)}."
    if deal.gap:
        yield f"The spare pencil lies to the left of {kit.seat_names[deal.gap[0]]}."
    if deal.objectives:
        yield f"The objectives: {listed([kit.objective_cards[id].title for id in deal.objectives])}."
    for number, (symbol, effect) in enumerate(zip(deal.symbols, deal.effects, strict=True), start=1):
        yield f"Special station of round {number}: on a {symbol}, {effect_name(effect)}."
    for colour, power in zip(kit.sheet.colours, deal.powers, strict=False):
        yield f"The power of the {colour} pencil: {POWERS[power][0]}."
    for number, deck in enumerate(deal.decks, start=1):
        last = max(map(deck.index, kit.underground))
        yield f"Cards of round {number}: {', '.join(map(card_name, deck[: last + 1]))}."


WORDS: Final = Words(dealt=dealt)
"""Who plays and what differs is said in the words of the contract."""
