"""Cards: what the station cards of a turn allow, with the round's special station if there is one."""

from __future__ import annotations

from typing import Final

from shinkansen.nextstation.kit import Kit
from shinkansen.nextstation.module_cards import JOKER_EFFECT, SWITCH_EFFECT
from shinkansen.nextstation.sheet import JOKER, SWITCH
from shinkansen.nextstation.table import Turn, new_turn

FIRST_TURN_OF_SWITCH: Final = 3
"""Before this turn a switch has no effect (6.9)."""
NO_TURN: Final = Turn("", False, False, "")
"""Before the first card of a round."""


def turn_of(kit: Kit, cards: tuple[str, ...], special: tuple[str, str] | None) -> Turn:
    """What the last turn of these cards of a round allows."""
    symbol = kit.symbol_of[cards[-1]]
    anywhere, double = switch_applies(kit, cards), double_track_applies(kit, cards)
    if special is None or symbol != special[0]:  # no symbol card shows a joker, so none applies to one (11.5)
        return new_turn(symbol, anywhere, double, "")
    effect = special[1]
    if effect == SWITCH_EFFECT:
        return new_turn(symbol, True, double, effect)
    if effect == JOKER_EFFECT:
        return new_turn(JOKER, anywhere, kit.joker_effect_doubles, effect)
    return new_turn(symbol, anywhere, double, effect)


def switch_applies(kit: Kit, cards: tuple[str, ...]) -> bool:
    """Whether a switch belongs to the last turn of these cards and has its effect (6.7, 6.9)."""
    if len(cards) < 2 or kit.symbol_of[cards[-2]] != SWITCH:
        return False
    return kit.turn(cards) >= FIRST_TURN_OF_SWITCH


def double_track_applies(kit: Kit, cards: tuple[str, ...]) -> bool:
    """Whether the card of the last turn of these is a joker that shows double track (6.2)."""
    return kit.joker_doubles and kit.symbol_of[cards[-1]] == JOKER
