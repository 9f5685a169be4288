"""The cards of a round of which not everything is known: whether the deck allows them, and a deck that fits.

What somebody wrote gives places for cards, of which the symbol, the kind, both or nothing may be known. A deck fits if
each place has a card of its own and the last underground card comes at the last place (4.6): a matching between places
and cards, found by augmenting paths.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from attrs import frozen

from shinkansen.nextstation.sheet import SWITCH

if TYPE_CHECKING:
    from shinkansen.nextstation.kit import Kit


@frozen
class Slot:
    """The place of a card in a round; empty text for what is not known of it."""

    symbol: str
    kind: str
    may_switch: bool = True
    """Whether it may be the switch, if its symbol is not known."""


UNKNOWN: Final = Slot("", "", False)


def fitting(kit: Kit, slots: Sequence[Slot], more: bool) -> tuple[str, ...] | None:
    """A deck that begins with these cards and ends its round with the last of them, or if there are `more` of them at
    any later card; nothing if there is none. What the round does not turn up is at the end."""
    cards = kit.sheet.cards
    # Of alternatives the usual one comes first: a street card, and the switch only where there is no other.
    order = sorted(cards, key=lambda card: (kit.symbol_of[card] == SWITCH, card in kit.underground))
    for last in sorted(kit.underground):
        found = _ending(kit, slots, more, last, order)
        if found is not None:
            return (*found, *(card for card in cards if card not in found))
    return None


def _ending(kit: Kit, slots: Sequence[Slot], more: bool, last: str, order: list[str]) -> tuple[str, ...] | None:
    """Such cards with this underground card as the last of the round."""
    if len(slots) > len(order) or (not slots and not more):
        return None
    end = len(slots) - 1

    def fits(place: int, card: str) -> bool:
        slot, symbol = slots[place], kit.symbol_of[card]
        if card == last and place != end:
            return False
        if symbol == SWITCH and not slot.symbol and not slot.may_switch:
            return False
        return slot.symbol in ("", symbol) and slot.kind in ("", card.partition("-")[0])

    by_card: dict[str, int] = {}

    def seat(place: int, tried: set[str]) -> bool:
        for card in order:
            if card not in tried and fits(place, card):
                tried.add(card)
                if card not in by_card or seat(by_card[card], tried):
                    by_card[card] = place
                    return True
        return False

    by_place: dict[int, str] = {}

    def cover(card: str, tried: set[int]) -> bool:
        for place in range(len(slots)):
            if place not in tried and fits(place, card):
                tried.add(place)
                if place not in by_place or cover(by_place[place], tried):
                    by_place[place] = card
                    return True
        return False

    if not more:
        # All underground cards have come: first each of them gets a place, and no later step takes it away again.
        if not all(cover(card, set()) for card in sorted(kit.underground)):
            return None
        by_card = {card: place for place, card in by_place.items()}
    seated = {*by_card.values()}
    if not all(seat(place, set()) for place in range(len(slots)) if place not in seated):
        return None
    shown = [card for card, _ in sorted(by_card.items(), key=lambda pair: pair[1])]
    if more:
        shown += [card for card in order if card in kit.underground and card not in shown and card != last]
        shown += [last] * (last not in shown)
    return tuple(shown)
