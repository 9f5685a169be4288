"""Hypothesis strategies for games of Zero-Kei: deals, states reached by play, moves good and bad. All shrink."""

from __future__ import annotations

from functools import cache
from typing import Any

import attrs
from hypothesis import strategies as st

from shinkansen.zerokei import moves as m
from shinkansen.zerokei.deal import Deal, slots
from shinkansen.zerokei.edition import Colour
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.rulings import Rulings
from shinkansen.zerokei.table import EVENT, TAIL, State

PREFERRED = Rulings()


@cache
def rules_for(seats: int, reading: Rulings = PREFERRED) -> ZeroKei:
    """Rulesets are values; the kit inside is worth keeping."""
    return ZeroKei(seats=seats, rulings=reading)


@st.composite
def deals(draw: st.DrawFn, rules: ZeroKei) -> Deal:
    kit = rules.kit
    packs = {
        colour: draw(st.permutations([e for e, card in kit.events.items() if card.colour == colour]))
        for colour in dict.fromkeys(slots(kit))
    }
    return Deal(
        turn_order=tuple(draw(st.permutations(range(rules.seats)))),
        counters=tuple(draw(st.permutations(list(Colour)))),
        venues=tuple(draw(st.permutations(kit.city_ids))[:3]),
        events=tuple(packs[colour].pop() for colour in slots(kit)),
        deck=tuple(draw(st.permutations(list(kit.carriages)))),
    )


@attrs.frozen
class Position:
    """A state and how it was reached."""

    rules: ZeroKei = attrs.field(repr=lambda rules: f"rules_for({rules.seats})")
    deal: Deal
    moves: tuple[Move, ...]
    state: State = attrs.field(repr=False)


@st.composite
def positions(draw: st.DrawFn, most: int = 130, over: bool = False) -> Position:
    """A state reached by play. Choices are indices into the legal moves, so a failing game shrinks to a short one."""
    rules = rules_for(draw(st.sampled_from([2, 3, 4])))
    deal = draw(deals(rules))
    state = rules.start(deal)
    made: list[Move] = []
    for choice in draw(st.lists(st.integers(0, 2**16), max_size=most)):
        legal = rules.legal_moves(state)
        if not legal:
            break
        move = legal[choice % len(legal)]
        following = rules.follow(state, move)
        if rules.to_move(following) is None and not over:
            break
        made.append(move)
        state = following
    return Position(rules, deal, tuple(made), state)


def parts(rules: ZeroKei) -> dict[str, st.SearchStrategy[Any]]:
    """For each field of a move, values that exist in the game."""
    kit = rules.kit
    cards = st.sampled_from([*kit.engines, *kit.carriages, EVENT, TAIL])
    colours = st.sampled_from(list(Colour))
    return {
        "card": cards,
        "again": cards,
        "on": cards,
        "engine": st.sampled_from(kit.engines),
        "carriage": st.sampled_from(list(kit.carriages)),
        "city": st.sampled_from(kit.city_ids),
        "colour": colours,
        "advance": st.lists(colours, max_size=3).map(tuple),
        "income.advance": colours,
        "place.space": st.integers(1, len(kit.rewards)),
        "lay.space": st.sampled_from(kit.letters),
        "track_of": st.integers(0, rules.seats - 1),
        "venue": st.integers(1, 3),
        "times": st.integers(-1, 3),
        "to": st.integers(-1, 9),
    }


def part(rules: ZeroKei, kind: type[Any], field: str) -> st.SearchStrategy[Any]:
    pool = parts(rules)
    exact = f"{m.NAME_OF[kind]}.{field}"
    return pool[exact if exact in pool else field]


def arbitrary_moves(rules: ZeroKei) -> st.SearchStrategy[Move]:
    """Any well-formed move, hardly ever legal."""
    kinds: list[st.SearchStrategy[Move]] = [
        st.builds(kind, **{field: part(rules, kind, field) for field in m.FIELDS[kind]}) for kind in m.KINDS.values()
    ]
    return st.one_of(kinds)


@st.composite
def near_misses(draw: st.DrawFn, rules: ZeroKei, state: State) -> Move:
    """A legal move with one component changed: perhaps still legal, mostly just not."""
    move = draw(st.sampled_from(rules.legal_moves(state)))
    fields = m.FIELDS[type(move)]
    if not fields:
        return draw(arbitrary_moves(rules))
    field = draw(st.sampled_from(fields))
    return attrs.evolve(move, **{field: draw(part(rules, type(move), field))})
