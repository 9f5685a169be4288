"""The cards of the advanced game: symbols and effects of special stations, and pencil powers; what each is called, and
its clause. The cards of common objectives are in `objectives`."""

from __future__ import annotations

from typing import Final

SWITCH_EFFECT: Final = "switch"
JOKER_EFFECT: Final = "joker"
EXTENSION: Final = "extension"
DOUBLE_STATION: Final = "double-station"

SYMBOL_CARDS: Final = ("circle", "square", "triangle", "pentagon")
"""The four symbol cards (11.1)."""
EFFECTS: Final = {
    SWITCH_EFFECT: ("the switch effect: start at any station of the line", "11.6"),
    JOKER_EFFECT: ("the joker effect: any symbol, and double track", "11.7"),
    EXTENSION: ("the extension effect: a section may go straight on to the next station", "11.8"),
    DOUBLE_STATION: ("the double station effect: the station reached may be circled and counts two", "11.13"),
}
"""The four effect cards (11.1): what each is in words, and its clause."""

SECOND: Final = "second"
JOKER_POWER: Final = "joker"
SWITCH_POWER: Final = "switch"
DOUBLE: Final = "double"

POWERS: Final = {
    SECOND: ("the second section", "L.15.1"),
    JOKER_POWER: ("the joker", "L.15.3"),
    SWITCH_POWER: ("the switch", "L.15.4"),
    DOUBLE: ("the double station", "L.15.5"),
}
"""The four power cards (L.14.2): what each is in words, and its clause."""


def effect_name(effect: str) -> str:
    """`the extension effect`."""
    return EFFECTS[effect][0].partition(":")[0]
