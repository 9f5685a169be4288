"""Damaged states: the JSON of a state that play reached, changed here and there, but still made of the game's names.

What `json_damage` makes does not even have the form of a state. Here names are exchanged for others of their kind,
duplicated, removed, moved from one place to another; numbers and phases change; whole parts are taken from another
moment of the same game. Some of the results can still be played on, most make no sense: they are for readers that must
tell which is which. They shrink to an undamaged state.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any, Final, TypeAlias

from attrs import frozen

from shinkansen.core.plain_json import LARGEST
from shinkansen.testing.extra import note, st
from shinkansen.testing.json_damage import places
from shinkansen.testing.strategies import Subject, reached
from shinkansen.testing.telling import Story, example
from shinkansen.zerokei.deal import Deal
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import COLOURS, EMPTY, EVENT, FACE_DOWN, TAIL, Phase, State
from shinkansen.zerokei.testing.strategies import ZEROKEI
from shinkansen.zerokei.works import WORKS


@frozen
class Damaged:
    """A state as JSON with something changed in it, and what was done to it."""

    rules: ZeroKei
    content: Any
    how: tuple[str, ...]


# -- What there is to put in ----------------------------------------------------------------------------------------


@cache
def _pools(rules: ZeroKei) -> dict[str, list[Any]]:
    """For each key of a state, what its value, or the items of its list, may be."""
    kit = rules.kit
    cities, carriages, engines = [*kit.city_ids], [*kit.carriages], [*kit.engines]
    cards = [EVENT, TAIL, *engines, *carriages]
    seats = [*range(kit.seats)]
    colours = [colour.value for colour in COLOURS]
    remembered = [
        *(f"new:{card}" for card in carriages),
        *(f"did:{card}:{work}" for card in cards for work in WORKS),
        *(f"free:{card}" for card in cards),
        *(f"ever:{seat}:{card}" for seat in seats for card in cards),
        *(f"placed:{seat}:{colour}" for seat in seats for colour in colours),
        *(f"turn:{place}:{seat}" for place in seats for seat in seats),
    ]
    return {
        "phase": [phase.name.lower() for phase in Phase],
        "to_move": [*seats, None],
        "claim": [*seats, None],
        "tile": [*seats, None],
        "carriage": [*carriages, None],
        "engine": [*engines, None],
        "city": cities,
        "colour": colours,
        "owed": [*WORKS],
        "again": cards,
        "used": cards,
        "events": [*kit.events],
        "board": [*cities, *kit.closed_tokens, FACE_DOWN, EMPTY],
        "closed": [*range(1, len(kit.edition.venues) + 1)],
        "memory": remembered,
        "engines": engines,
        **dict.fromkeys(("discard", "deck", "train", "spent"), carriages),
        **dict.fromkeys(("prepared", "tracked"), cities),
        "tokens": [*cities, *carriages],  # of the table, or of a seat: pairs of a card and a city
        "pending": [
            *({"owed": work} for work in WORKS),
            *({"again": card} for card in cards),
            *({"moving": number} for number in (0, 1, 2, 40)),
        ],
        "row": [{"carriage": card, "claim": seat} for card in (*carriages, None) for seat in (*seats, None)],
    }


_NUMBERS: Final = (0, 1, 2, 3, 5, 7, 12, 13, 40, -1, 999, 1000, 10**6, 2**31, LARGEST // 4, LARGEST)


def _key_of(path: tuple[Any, ...]) -> str:
    """The last name on a path: what the thing there is, or the list it is in."""
    return next((step for step in reversed(path) if isinstance(step, str)), "")


def _paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    for holder, key in places(value):
        if holder is value:
            found += _paths(value[key], (*path, key))
    return found


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        value = value[step]
    return value


# -- What is done ---------------------------------------------------------------------------------------------------
# Each function is given what there is, the state and another state of the same game; it changes the state and says how,
# or returns nothing where it cannot.

Deed: TypeAlias = Callable[[Random, dict[str, list[Any]], Any, Any], str]
"""What damages a state in place; says what it did, or nothing."""


def _any_path(rng: Random, state: Any, fits: Callable[[Any], bool]) -> tuple[Any, ...] | None:
    # First a key and then a place: there are many carriages in the deck but only one phase.
    paths = [path for path in _paths(state) if fits(_at(state, path))]
    keys = sorted({_key_of(path) for path in paths})
    if not keys:
        return None
    key = rng.choice(keys)
    return rng.choice([path for path in paths if _key_of(path) == key])


def _is_leaf(value: Any) -> bool:
    return not isinstance(value, dict | list)


def _is_list(value: Any) -> bool:
    return isinstance(value, list) and value != []


def _is_list_of_leaves(value: Any) -> bool:
    return _is_list(value) and any(map(_is_leaf, value))


def _exchange(rng: Random, pools: dict[str, list[Any]], state: Any, other: Any) -> str:
    """Exchange a name for another of its kind."""
    path = _any_path(rng, state, _is_leaf)
    if path is None:
        return ""
    key, old = _key_of(path), _at(state, path)
    if key not in pools or isinstance(pools[key][0], dict):
        return _count(rng, pools, state, other)
    new = _at(state, path[:-1])[path[-1]] = rng.choice(pools[key])
    return f"{path}: {old!r} becomes {new!r}"


def _count(rng: Random, pools: dict[str, list[Any]], state: Any, other: Any) -> str:
    """Change a number."""
    paths = [path for path in _paths(state) if _key_of(path) not in pools and type(_at(state, path)) is int]
    path = rng.choice(paths)
    old = _at(state, path)
    new = _at(state, path[:-1])[path[-1]] = rng.choice([old + 1, old - 1, old + 3, *_NUMBERS])
    return f"{path}: {old!r} becomes {new!r}"


def _swap(rng: Random, pools: dict[str, list[Any]], state: Any, other: Any) -> str:
    """Swap two pieces of a kind."""
    one = _any_path(rng, state, lambda value: isinstance(value, str) and bool(value))
    if one is None:
        return ""
    first = _at(state, one)
    kinds = {key for key, pool in pools.items() if first in pool}
    others = [
        path
        for path in _paths(state)
        if _key_of(path) in kinds and _is_leaf(_at(state, path)) and _at(state, path) != first
    ]
    if not others:
        return ""
    two = rng.choice(others)
    second = _at(state, two)
    _at(state, one[:-1])[one[-1]], _at(state, two[:-1])[two[-1]] = second, first
    return f"{first!r} at {one} and {second!r} at {two} change places"


def _double(rng: Random, pools: dict[str, list[Any]], state: Any, other: Any) -> str:
    path = _any_path(rng, state, _is_list)
    if path is None:
        return ""
    items = _at(state, path)
    items.append(copy.deepcopy(rng.choice(items)))
    return f"{path}: {items[-1]!r} is there again"


def _remove(rng: Random, pools: dict[str, list[Any]], state: Any, other: Any) -> str:
    path = _any_path(rng, state, _is_list)
    if path is None:
        return ""
    items = _at(state, path)
    most = rng.choice([1, 1, 1, 3, len(items)])
    del items[: min(most, len(items))]
    return f"{path}: {most} are gone"


def _add(rng: Random, pools: dict[str, list[Any]], state: Any, other: Any) -> str:
    """Add one more of its kind to a list."""
    path = _any_path(rng, state, lambda value: isinstance(value, list))
    if path is None or _key_of(path) not in pools:
        return ""
    new = copy.deepcopy(rng.choice(pools[_key_of(path)]))
    if path[-1] == "tokens" and "seats" in path:
        new = [rng.choice(pools["used"]), rng.choice(pools["city"])]
    items = _at(state, path)
    items.insert(rng.randrange(len(items) + 1), new)
    return f"{path}: {new!r} is there too"


def _carry(rng: Random, pools: dict[str, list[Any]], state: Any, other: Any) -> str:
    """Move a piece from one list to another where its kind can be; perhaps it also stays where it was."""
    source = _any_path(rng, state, _is_list_of_leaves)
    if source is None:
        return ""
    items = _at(state, source)
    piece = rng.choice([item for item in items if _is_leaf(item)])
    homes = [
        path
        for path in _paths(state)
        if path != source and isinstance(_at(state, path), list) and piece in pools.get(_key_of(path), ())
    ]
    if not homes:
        return ""
    home = rng.choice(homes)
    if rng.randrange(4):
        items.remove(piece)
    _at(state, home).append(piece)
    return f"{piece!r} goes from {source} to {home}"


def _graft(rng: Random, pools: dict[str, list[Any]], state: Any, other: Any) -> str:
    """Replace a part of the table by what it is at another moment of the game."""
    path = _any_path(rng, state, lambda value: True)
    try:
        part = _at(other, path or ())
    except LookupError:
        return ""
    if path is None:
        return ""
    _at(state, path[:-1])[path[-1]] = copy.deepcopy(part)
    return f"{path} is from another moment"


def _phase(rng: Random, pools: dict[str, list[Any]], state: Any, other: Any) -> str:
    """Change the phase, with somebody to move in it."""
    table = state["table"]
    phase = rng.choice(pools["phase"])
    table["phase"] = phase
    table["to_move"] = None if phase == "over" else rng.choice(pools["to_move"][:-1])
    if phase == "act":
        table["actions"] = rng.randrange(4)
    return f"it is phase {phase} of seat {table['to_move']}"


_DEEDS: Final[tuple[Deed, ...]] = (
    _exchange, _exchange, _count, _count, _swap, _swap, _graft, _graft, _carry, _carry, _phase, _add, _remove, _double
)  # fmt: skip
"""Changes that keep the form are the most frequent: a state that has lost it is refused before it gets interesting."""


def damage(rng: Random, rules: ZeroKei, state: Any, other: Any, deeds: int) -> tuple[str, ...]:
    """Change a state given as JSON in place, with parts of another one; returns what was done."""
    chosen = [rng.choice(_DEEDS) for _ in range(deeds)]
    return tuple(filter(None, [deed(rng, _pools(rules), state, other) for deed in chosen]))


@st.composite
def damaged_states(
    draw: st.DrawFn, of: Subject[ZeroKei, Deal, State, Move] = ZEROKEI, deeds: int = 3, most: int = 60
) -> Damaged:
    """The JSON of a state with at most `deeds` changes; see the docstring of this module."""
    position = draw(reached(of, most, over=True))
    rules = position.rules
    earlier = rules.start(position.deal)
    for move in position.moves[: draw(st.integers(0, len(position.moves)))]:
        earlier = rules.follow(earlier, move)
    state: Any = copy.deepcopy(rules.state_json(position.state))
    rng = draw(st.randoms(use_true_random=False))
    how = damage(rng, rules, state, rules.state_json(earlier), draw(st.integers(0, deeds)))
    found = Damaged(rules, state, how)
    note(Story(lambda: f"Damaged: {'; '.join(how) or 'not at all'}", lambda: _example(found)))
    return found


def _example(damaged: Damaged) -> str:
    """A damaged state as an `@example`."""
    imports, made = damaged.rules.spelled()
    value = f"Damaged(\n    {made},\n    {damaged.content!r},\n    {damaged.how!r},\n)"
    return example(value, imports, f"from {__name__} import Damaged")
