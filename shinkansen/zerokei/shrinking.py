"""How a game of Zero-Kei is made smaller, when a game that shows a mistake is shortened: fewer players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast

from shinkansen.core.opaque import AnyRules, State
from shinkansen.core.parts import Part
from shinkansen.core.plain_json import Json
from shinkansen.zerokei.ruleset import ZeroKei


def fewer(seats: int) -> Iterable[int]:
    """Solo is a game of its own, so a game for several never becomes one for a single player."""
    return range(2, seats)


def deal_for(before: AnyRules, rules: AnyRules, deal: Part, staying: Mapping[int, int]) -> Part:
    """The same cards; of the events, those of the colours that fewer players have."""
    order: list[Json] = [staying[seat] for seat in cast("list[int]", deal["turn_order"]) if seat in staying]
    events: list[Json] = [*_events(cast("ZeroKei", rules), cast("list[str]", deal["events"]))]
    return {**deal, "turn_order": order, "events": events}


def _events(rules: ZeroKei, wanted: list[str]) -> Iterator[str]:
    """Events of the right colours, the wanted ones where they fit."""
    colours, given = {event.effect.value: event.colour for event in rules.edition.events}, list[str]()
    for colour in rules.edition.event_colours(rules.seats):
        fitting = [effect for effect in (*wanted, *colours) if colours[effect] == colour]
        given.append(next(effect for effect in fitting if effect not in given))
        yield given[-1]


def reseated(move: Part, staying: Mapping[int, int]) -> Part:
    """Only the owner of a track is named by seat; if that player leaves, somebody else's is meant."""
    owner = move.get("track_of")
    return {**move, "track_of": staying.get(owner, 0)} if isinstance(owner, int) else move


def turns(rules: AnyRules, states: Sequence[State]) -> Iterable[int]:
    """Any move can go by itself."""
    return [1] * (len(states) - 1)


def without(rules: AnyRules, deal: Part, states: Sequence[State], gone: range) -> Part:
    """The same: cards that nobody took stay in the row."""
    return deal
