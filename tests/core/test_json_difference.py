"""Where two JSON values differ: nowhere exactly if they are the same JSON, and elsewhere each place is what it says."""

from __future__ import annotations

import string
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinkansen.core.json_difference import JsonDifference, all_apart, findings, first_apart, quoted
from shinkansen.core.plain_json import Json, canonical

NAMES = st.text(string.ascii_lowercase, min_size=1, max_size=2)
LEAVES: st.SearchStrategy[Any] = st.sampled_from([None, True, 1, False, 0, "a", "b"])
GONE = object()
"""A part that is missing in one of two values."""


def lists(parts: list[tuple[Any, Any]]) -> tuple[Any, Any]:
    return [one for one, _ in parts if one is not GONE], [two for _, two in parts if two is not GONE]


def tables(parts: dict[str, tuple[Any, Any]]) -> tuple[Any, Any]:
    names = sorted(parts)
    return (
        {name: parts[name][0] for name in names if parts[name][0] is not GONE},
        {name: parts[name][1] for name in names if parts[name][1] is not GONE},
    )


def grown(inner: st.SearchStrategy[tuple[Any, Any]]) -> st.SearchStrategy[tuple[Any, Any]]:
    torn = inner.map(lambda pair: (GONE, pair[1])) | inner.map(lambda pair: (pair[0], GONE))
    parts = inner | inner.map(lambda pair: (pair[0], pair[0])) | torn
    return st.lists(parts, max_size=3).map(lists) | st.dictionaries(NAMES, parts, max_size=3).map(tables)


SAME = LEAVES.map(lambda leaf: (leaf, leaf))
PAIRS = st.recursive(SAME | st.tuples(LEAVES, LEAVES), grown, max_leaves=10)
"""Two values that have something in common."""


def at(value: Any, path: str) -> Any:
    """What is at a path; nothing where it leads nowhere."""
    for step in path.split(".")[1:]:
        parts: Any = dict(enumerate(value)) if isinstance(value, list) else value  # pyright: ignore
        value = parts.get(int(step) if isinstance(value, list) else step)
    return value


@given(PAIRS)
def test_two_values_differ_somewhere_exactly_if_their_json_does(pair: tuple[Json, Json]) -> None:
    one, two = pair
    same = canonical(one) == canonical(two)
    assert (not [*all_apart(one, two)]) == same
    assert (not [*all_apart(one, two, whole_lists=True)]) == same
    assert (not [*findings(one, two, "it")]) == same
    assert first_apart(one, two) == next(all_apart(one, two), JsonDifference("", one, two))


@given(PAIRS, st.booleans())
def test_every_place_holds_what_it_says(pair: tuple[Json, Json], whole_lists: bool) -> None:
    one, two = pair
    places = [*all_apart(one, two, whole_lists)]
    assert len({place.path for place in places}) == len(places)
    for path, expected, found in places:
        assert (at(one, path), at(two, path)) == (expected, found)


PLACES: list[tuple[Any, Any, tuple[str, Any, Any]]] = [
    ({"a": 1, "b": 2}, {"b": 3, "a": 1}, (".b", 2, 3)),
    ({"a": 1, "b": 2}, {"a": 2}, (".a", 1, 2)),
    ({"a": 1}, {"a": 1, "b": 2}, (".b", None, 2)),
    ({"a": [1, 2, 3]}, {"a": [1, 2]}, (".a.2", 3, None)),
    ({"a": [1, 2]}, {"a": [1, 4, 3]}, (".a.1", 2, 4)),
    ({"a": 1}, {"a": True}, (".a", 1, True)),
    ([{"a": {}}], [{"a": []}], (".0.a", {}, [])),
    ("a", "b", ("", "a", "b")),
]


@pytest.mark.parametrize(("expected", "found", "place"), PLACES)
def test_the_first_place(expected: Json, found: Json, place: tuple[str, Json, Json]) -> None:
    assert first_apart(expected, found) == place


def test_lists_of_different_lengths_can_count_as_one_place() -> None:
    expected: Json = {"a": [1, 2, 3], "b": [1, 2]}
    found: Json = {"a": [2, 2], "b": [2, 2]}
    assert [place.path for place in all_apart(expected, found)] == [".a.0", ".a.2", ".b.0"]
    assert [place.path for place in all_apart(expected, found, whole_lists=True)] == [".a", ".b.0"]


def test_keys_and_lengths_are_told_before_what_is_inside() -> None:
    expected: Json = {"seats": [1, 2], "colour": "red", "yen": 3}
    found: Json = {"seats": [3], "color": "red", "yen": True}
    assert [*map(str, findings(expected, found, "table"))] == [
        "table.color: found an unknown key, expected colour",
        "table.seats: found 1 items, expected 2",
        "table.seats.1: found 3, expected 1",
        "table.yen: found true, expected 3",
    ]


def test_a_quoted_value_is_short_and_printable() -> None:
    assert quoted(None) == "nothing"
    assert quoted({"a": ["é", 1]}) == '{"a": ["é", 1]}'
    assert len(quoted("x" * 1000)) == 200
    assert quoted("a\nb\x1b") == r'"a\nb\u001b"'
