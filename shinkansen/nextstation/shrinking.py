"""How a game of Next Station is made smaller, when a game that shows a mistake is shortened: fewer players.

Nobody's sheet depends on anybody else's, so a mistake that shows among several mostly shows alone as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import cast

from shinkansen.core.opaque import AnyRules
from shinkansen.core.parts import Part
from shinkansen.core.plain_json import Json
from shinkansen.nextstation.kit import Kit
from shinkansen.nextstation.pencils import colours_in, places
from shinkansen.nextstation.ruleset import NextStation


def fewer(seats: int) -> Iterable[int]:
    """Down to a single player."""
    return range(1, seats)


def deal_for(before: AnyRules, rules: AnyRules, deal: Part, staying: Mapping[int, int]) -> Part:
    """The same cards; the player who gets the first seat keeps their colours in every round."""
    old, new = cast("NextStation", before).kit, cast("NextStation", rules).kit
    pencils, gap = tuple(cast("list[str]", deal["pencils"])), tuple(cast("list[int]", deal.get("gap", [])))
    first = min(staying, key=staying.__getitem__)
    mine = [colours_in(old, pencils, gap, number)[first] for number in range(old.rounds)]
    new_gap: list[Json] = [0] if new.seats == 3 else []
    parts = {key: value for key, value in deal.items() if key != "gap"}
    return {**parts, "pencils": _laid(new, mine, (0,)), **({"gap": new_gap} if new_gap else {})}


def _laid(kit: Kit, mine: list[int], gap: tuple[int, ...]) -> list[Json]:
    """The pencils so that the first seat has these colours, round by round."""
    names: list[Json] = [kit.sheet.colours[colour] for colour in mine]
    if kit.solo:
        return names
    # In the next round a seat has the pencil that lay one place to its right.
    place = places(kit.seats, gap)[0]
    return [names[(place - at) % len(names)] for at in range(len(names))]


def reseated(move: Part, staying: Mapping[int, int]) -> Part:
    """No move names a seat."""
    return move
