"""How a game of Next Station is made smaller, when a game that shows a mistake is shortened: fewer players and turns.

Nobody's sheet depends on anybody else's, so a mistake that shows among several mostly shows alone as well. A turn goes
with its cards and with everybody's choices in it, since a single choice less would hand all later ones to the wrong
seats and cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import TypeAlias, cast

from shinkansen.core.opaque import AnyRules
from shinkansen.core.opaque import State as AnyState
from shinkansen.core.parts import Part
from shinkansen.core.plain_json import Json
from shinkansen.nextstation.deal import DECKS
from shinkansen.nextstation.kit import Kit
from shinkansen.nextstation.pencils import colours_in, places
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.table import State


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


def turns(rules: AnyRules, states: Sequence[AnyState]) -> Iterable[int]:
    """The choices of everybody in a turn, with the second sections of those who draw two."""
    kit = cast("NextStation", rules).kit
    return [len([*choices]) for _, choices in groupby(_turns(kit, states[:-1]))]


def without(rules: AnyRules, deal: Part, states: Sequence[AnyState], gone: range) -> Part:
    """The cards of the turns that go come last in their round; a round that goes as a whole comes last in the game."""
    kit = cast("NextStation", rules).kit
    turns = _turns(kit, states[:-1])
    staying = {turn for ply, turn in enumerate(turns) if ply not in gone}
    rounds = {number for number, _ in staying}
    decks = [cast("list[Json]", deal[name]) for name in DECKS]
    for number, cards in dict.fromkeys(turns):
        if (number, cards) not in staying and number in rounds:
            decks[number] = _last(decks[number], cards)
    going = [number for number in dict.fromkeys(number for number, _ in turns) if number not in rounds]
    order = [*(number for number in range(kit.rounds) if number not in going), *going]
    by_round: dict[str, Json] = {
        name: _in_order(cast("list[Json]", deal[name]), order) for name in ("symbols", "effects") if name in deal
    }
    pencils = cast("list[Json]", deal["pencils"])
    if kit.solo:
        pencils = _in_order(pencils, order)
    elif going == [*range(len(going))]:  # the first ones: then everybody begins with a later pencil
        pencils = [pencils[at - len(going)] for at in range(len(pencils))]
    return {**deal, **by_round, **dict(zip(DECKS, _in_order([*decks], order), strict=True)), "pencils": pencils}


_Turn: TypeAlias = tuple[int, tuple[str, ...]]
"""A round, and the cards of one of its turns."""


def _turns(kit: Kit, states: Sequence[AnyState]) -> list[_Turn]:
    """The turn that each state belongs to."""
    tables = [cast("State", state).table for state in states]
    return [(table.round, kit.of_this_turn(table.cards[-1])) for table in tables]


def _last(deck: list[Json], cards: tuple[str, ...]) -> list[Json]:
    return [*(card for card in deck if card not in cards), *cards]


def _in_order(by_round: list[Json], order: list[int]) -> list[Json]:
    """What there is for each round, for rounds in another order; what is left over stays at the end."""
    return [*(by_round[number] for number in order), *by_round[len(order) :]]
