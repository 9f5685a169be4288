"""Hypothesis strategies for Zero-Kei: editions, rulings, deals, positions, corners, moves good and bad, records.

All of them shrink: editions to the shipped one, rulings to the preferred letters, deals to the order of the edition,
games to short ones. `ZEROKEI` and the like are the subjects for the laws and the machine of `shinkansen.testing`.

    @given(positions())
    def test_my_law(position: Position) -> None: ...
"""

from __future__ import annotations

import copy
from functools import cache
from typing import Any, TypeAlias

import attrs

from shinkansen.core.provenance import SourceKind
from shinkansen.core.record import Record
from shinkansen.testing import strategies as any_game
from shinkansen.testing import telling
from shinkansen.testing.extra import note, st
from shinkansen.testing.json_damage import damaged, places
from shinkansen.testing.strategies import Subject, deals, letters_of
from shinkansen.testing.telling import example_of, story
from shinkansen.zerokei import moves as m
from shinkansen.zerokei.deal import Deal
from shinkansen.zerokei.edition import Colour, Edition
from shinkansen.zerokei.edition_check import from_json, shipped
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.rulings import Rulings, register, rulings
from shinkansen.zerokei.table import EVENT, TAIL, State
from shinkansen.zerokei.testing.corners import BENDS, RELEVANT

__all__ = [
    "PREFERRED",
    "READINGS",
    "SOLO",
    "VARIED",
    "ZEROKEI",
    "Position",
    "arbitrary_moves",
    "corner_of",
    "corners",
    "damaged",
    "deals",
    "editions",
    "finished",
    "near_misses",
    "positions",
    "records",
    "rules_for",
    "ruling_vectors",
    "wrong_moves",
]  # fmt: skip

Position: TypeAlias = telling.Position[ZeroKei, Deal, State, Move]
"""A position of Zero-Kei."""
PREFERRED = Rulings()
"""The reading that we prefer."""


@cache
def rules_for(seats: int, reading: Rulings = PREFERRED, hard: bool = False) -> ZeroKei:
    """A ruleset, cached: rulesets are values, and the kit inside takes time to make."""
    return ZeroKei(seats=seats, rulings=reading, hard=hard)


# -- editions and rulings


_BOUNDS: dict[tuple[str, str], tuple[int, int]] = {
    ("figures", "cauldrons"): (1, 9),
    ("events", "actions"): (1, 5),
    ("venues", "moves"): (0, 2),
    ("turn_order", "advance"): (0, 2),
    ("scoring", "connected_minimum"): (1, 5),
}
"""The smallest and the largest value drawn for a figure; for others 0 and 8."""

_FIXED = {
    "value_spaces",
    "number",
    "players",
    "row",
    "row_beyond_players",
    "action_tokens",
    "used_card_tokens",
    "closed_tokens",
    "venue",
}
"""Numbers that count or name pieces, so changing them would need other pieces; and the length of the value track, which
is drawn separately because so much depends on it."""
_VARIED_TABLES = (
    "board",
    "cities",
    "track_spaces",
    "venues",
    "turn_order",
    "carriages",
    "events",
    "figures",
    "scoring",
)


@cache
def _figures() -> list[tuple[tuple[Any, ...], tuple[int, int]]]:
    """Every number of the shipped edition that may vary: its path in the edition's JSON, and its bounds."""
    found: list[tuple[tuple[Any, ...], tuple[int, int]]] = []

    def walk(value: Any, path: tuple[Any, ...]) -> None:
        for holder, key in places(value):
            if holder is value and key not in _FIXED:
                walk(value[key], (*path, key))
        if type(value) is int:
            word = next(key for key in reversed(path) if isinstance(key, str))
            # Some scoring figures are losses.
            low, high = _BOUNDS.get((path[0], word), (-3, 8) if path[0] == "scoring" else (0, 8))
            found.append((path, (1, 6) if word == "yen_for_one_vp" else (low, high)))

    plain_edition = shipped().to_json()
    for table in _VARIED_TABLES:
        walk(plain_edition[table], (table,))
    return found


@st.composite
def editions(draw: st.DrawFn) -> Edition:
    """A valid edition with other costs, rewards, lengths of tracks, letters, decks. Shrinks to the shipped one."""
    raw: Any = copy.deepcopy(shipped().to_json())
    for (*way, last), (low, high) in draw(st.lists(st.sampled_from(_figures()), max_size=30, unique=True)):
        holder = raw
        for step in way:
            holder = holder[step]
        holder[last] = draw(st.integers(low, high))
    raw["board"]["value_spaces"] = draw(st.sampled_from([raw["board"]["value_spaces"], 2, 3, 5, 20]))
    cards = st.integers(0, len(raw["carriages"]) - 1)
    for one, two, part in draw(st.lists(st.tuples(cards, cards, st.sampled_from(["gives", "counters"])), max_size=20)):
        here, there = raw["carriages"][one], raw["carriages"][two]
        here[part], there[part] = there[part], here[part]
    letters = [space["letter"] for space in raw["track_spaces"]]
    kept = letters[: len(letters) - draw(st.integers(0, 2))]
    raw["track_spaces"] = [space for space in raw["track_spaces"] if space["letter"] in kept]
    for event in raw["events"]:
        event["letter"] = event["letter"] if event["letter"] in kept else kept[0]
    reconstructed = {"default": {"kind": SourceKind.RECONSTRUCTED.value}}
    raw |= {"id": "varied", "name": "A varied edition", "note": "Made by a test."}
    raw["provenance"] = dict.fromkeys(raw["provenance"], reconstructed)
    return from_json(raw)


def ruling_vectors() -> st.SearchStrategy[Rulings]:
    """Letters for every switchable ruling. Shrinks to the preferred ones."""
    return letters_of(register()).map(rulings)


# -- deals, positions, records


def wrong_moves(rules: ZeroKei, state: State) -> st.SearchStrategy[object]:
    """Moves that are hardly ever legal: near misses, other moves, and things that are not moves at all."""
    return near_misses(rules, state) | arbitrary_moves(rules) | st.sampled_from([None, "finish", 3, {"move": "finish"}])


def raw_ids(rules: ZeroKei) -> frozenset[str]:
    """Ids that are not words of the game."""
    return frozenset([*rules.kit.carriages, *rules.kit.engines, *rules.kit.closed_tokens])


def subject(rules: st.SearchStrategy[ZeroKei]) -> Subject[ZeroKei, Deal, State, Move]:
    """Zero-Kei as a game under test."""
    return Subject("Zero-Kei", rules, wrong_moves, raw_ids)


ZEROKEI = subject(st.sampled_from([2, 3, 4]).map(rules_for))
"""Two to four seats, the shipped edition, the preferred rulings."""
SOLO = subject(st.booleans().map(lambda hard: rules_for(1, hard=hard)))
"""One seat against Hideo."""
READINGS = subject(st.builds(rules_for, st.sampled_from([2, 3, 4, 1]), ruling_vectors()))
"""Any reading of the rules."""
VARIED = subject(st.builds(ZeroKei, st.sampled_from([2, 3, 4, 1]), editions(), ruling_vectors()))
"""Any edition too."""


def positions(
    most: int = 130, over: bool = False, of: Subject[ZeroKei, Deal, State, Move] = ZEROKEI
) -> st.SearchStrategy[Position]:
    """A state reached by play, with two to four seats unless `of` says otherwise."""
    return any_game.positions(of, most, over)


def finished(of: Subject[ZeroKei, Deal, State, Move] = ZEROKEI) -> st.SearchStrategy[Position]:
    """A whole game."""
    return any_game.finished(of)


def records(of: Subject[ZeroKei, Deal, State, Move] = ZEROKEI) -> st.SearchStrategy[Record]:
    """The record of a game, finished or not."""
    return any_game.records(of)


# -- corners: states that play seldom reaches


@attrs.frozen
class Corner:
    """A state in a corner: the position it was made from, how it was bent, and the state."""

    position: Position
    bends: tuple[str, ...]
    state: State

    @property
    def rules(self) -> ZeroKei:
        """The rules of its position."""
        return self.position.rules


@st.composite
def corners(draw: st.DrawFn, of: Subject[ZeroKei, Deal, State, Move] = ZEROKEI, most: int = 60) -> Corner:
    """A state bent a few times (see `corners`): poor, rich, the last round, a colour gone, deep stacks ..."""
    position = draw(any_game.reached(of, most))
    rules, state = position.rules, position.state
    chosen = draw(st.lists(st.sampled_from(RELEVANT.get(state.table.phase, ("counters",))), max_size=3, unique=True))
    bends = tuple(name for name in BENDS if name in chosen)
    for name in bends:
        bent = BENDS[name](rules, state, draw(st.randoms(use_true_random=False)))
        # A half-finished move may not fit the new table: then the state stays as it was.
        state = bent if rules.legal_moves(bent) else state
    found = Corner(position, bends, state)
    note(story(position, lambda: f"# Bent by {', '.join(bends) or 'nothing'}.\n{_corner_example(found)}"))
    return found


def corner_of(position: Position, bends: tuple[str, ...], state: object) -> Corner:
    """A corner made from a position, its state given in JSON."""
    return Corner(position, bends, position.rules.read_state(state))


def _corner_example(corner: Corner) -> str:
    """A corner as an `@example`."""
    rest = f"{corner.bends!r}, {corner.rules.state_json(corner.state)!r}"
    return example_of(corner.position, lambda code: f"corner_of({code}, {rest})", f"from {__name__} import corner_of")


# -- moves


@cache
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
        "track_of": st.integers(0, kit.seats - 1),
        "venue": st.integers(1, len(kit.edition.venues)),
        "times": st.integers(-1, 3),
        "to": st.integers(-1, 9),
    }


def part(rules: ZeroKei, kind: type[Any], field: str) -> st.SearchStrategy[Any]:
    """Values for one field of a kind of move."""
    pool = parts(rules)
    exact = f"{m.NAME_OF[kind]}.{field}"
    return pool[exact if exact in pool else field]


@cache
def arbitrary_moves(rules: ZeroKei) -> st.SearchStrategy[Move]:
    """Any well-formed move, hardly ever legal."""
    kinds: list[st.SearchStrategy[Move]] = [
        st.builds(kind, **{field: part(rules, kind, field) for field in m.FIELDS[kind]}) for kind in m.KINDS.values()
    ]
    return st.one_of(kinds)


@st.composite
def near_misses(draw: st.DrawFn, rules: ZeroKei, state: State) -> Move:
    """A legal move with one part changed: perhaps still legal, but usually not quite."""
    move = draw(st.sampled_from(rules.legal_moves(state)))
    fields = m.FIELDS[type(move)]
    if not fields:
        return draw(arbitrary_moves(rules))
    field = draw(st.sampled_from(fields))
    other = part(rules, type(move), field).filter(lambda value: value != getattr(move, field))
    return attrs.evolve(move, **{field: draw(other)})
