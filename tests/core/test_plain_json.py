"""Plain values in and out: strict reading, findings with key paths, canonical text."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import Any, cast

import pytest
from attrs import frozen

from shinkansen.core.errors import Finding, WireError
from shinkansen.core.frozen import freeze
from shinkansen.core.plain_json import (
    LARGEST,
    UNREADABLE,
    Json,
    again,
    canonical,
    digest,
    exactly,
    findings,
    join,
    shown,
    strict_converter,
)


class Fruit(StrEnum):
    APPLE = "apple"


class Tool(StrEnum):
    SAW = "saw"


@frozen
class Item:
    id: str
    weight: int
    what: Fruit | Tool = Fruit.APPLE


@frozen
class Box:
    items: tuple[Item, ...]
    marks: dict[str, int]
    sizes: tuple[tuple[int, ...], ...] = ()


CONVERTER = strict_converter()
GOOD: dict[str, Any] = {
    "items": [{"id": "a", "weight": 1, "what": "saw"}],
    "marks": {"x": 1},
    "sizes": [[1, 2], []],
}


def kind(value: object) -> str:
    """A test id: pytest cannot write out the huge numbers itself."""
    return type(value).__name__


def named(item: object, place: int) -> str:
    return f"n{place}"


def problems(value: object) -> list[str]:
    try:
        CONVERTER.structure(value, Box)
    except UNREADABLE as problem:
        return [finding.path for finding in findings(problem, value, "", named)]
    return []


def test_a_value_goes_out_as_json_and_comes_back_the_same() -> None:
    box = CONVERTER.structure(GOOD, Box)
    assert box == Box((Item("a", 1, Tool.SAW),), {"x": 1}, ((1, 2), ()))
    assert CONVERTER.unstructure(box) == GOOD
    assert type(CONVERTER.unstructure(box)["sizes"][0]) is list


@pytest.mark.parametrize(
    "weight", [True, 1.0, "1", None, [], {}, float("nan"), date(1964, 10, 1), LARGEST + 1, -(10**9999)], ids=kind
)
def test_only_a_whole_number_is_a_whole_number(weight: object) -> None:
    assert problems(GOOD | {"items": [{"id": "a", "weight": weight}]}) == ["items.n1.weight"]


@pytest.mark.parametrize("id", [1, None, ["a"], "\ud800"])
def test_only_a_text_is_a_text(id: object) -> None:
    assert problems(GOOD | {"items": [{"id": id, "weight": 1}]}) == ["items.n1.id"]


@pytest.mark.parametrize("what", ["pear", "APPLE", 1, None, ["apple"], {"a": 1}])
def test_only_a_member_of_the_union_is_one(what: object) -> None:
    assert problems(GOOD | {"items": [{"id": "a", "weight": 1, "what": what}]}) == ["items.n1.what"]


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"items": "abc"}, "items"),
        ({"items": {"a": 1}}, "items"),
        ({"items": ["abc"]}, "items.n1"),
        ({"items": [{"id": "a"}]}, "items.n1.weight"),
        ({"items": [{"id": "a", "weight": 1, "colour": 3}]}, "items.n1.colour"),
        ({"marks": [1]}, "marks"),
        ({"marks": {1: 1}}, "marks"),
        ({"marks": {"x": 1, "y": "no"}}, "marks.y"),
        ({"sizes": [[1], [2, "3"]]}, "sizes.n2.n2"),
        ({"sizes": [1]}, "sizes.n1"),
        ({"more": 1}, "more"),
    ],
)
def test_one_mistake_is_one_finding_at_its_path(change: dict[str, Any], path: str) -> None:
    assert problems(GOOD | change) == [path]


def test_a_misspelt_key_is_one_finding() -> None:
    value = GOOD | {"items": [{"id": "a", "wieght": 1}]}
    with pytest.raises(UNREADABLE) as caught:
        CONVERTER.structure(value, Box)
    assert [*findings(caught.value, value, "box", named)] == [
        Finding("box.items.n1.wieght", "an unknown key", "weight"),
    ]


def test_all_mistakes_are_found_at_once() -> None:
    value = {"items": [{"id": 1, "weight": "x"}, 7], "marks": {"x": None}, "sizes": 3, "zzz": 1}
    assert sorted(problems(value)) == ["items.n1.id", "items.n1.weight", "items.n2", "marks.x", "sizes", "zzz"]


def test_canonical_text_is_sorted_ascii_without_spaces() -> None:
    assert canonical({"b": [1, "ō"], "a": None}) == '{"a":null,"b":[1,"\\u014d"]}'
    assert digest({"b": 1, "a": 2}) == digest({"a": 2, "b": 1}) != digest({"a": 1, "b": 2})


@pytest.mark.parametrize(
    "value", ["\ud800\n", "x" * 10**6, 10**9999, -(10**9999), float("nan"), [[]], {}, None, b"", set[int]()], ids=kind
)
def test_any_value_can_be_told_in_a_few_printable_words(value: object) -> None:
    assert shown(value).isprintable()
    assert len(shown(value)) < 90


def test_odd_names_in_a_path_are_quoted() -> None:
    assert join("a", "b-1") == "a.b-1"
    assert join("a", "b.c\n") == "a.'b.c\\n'"
    assert join("", "a") == "a"


NEIGHBOURS: list[Json] = [1, True, "1", [1], {"1": 1}, {"1": True}, [1, 1], [[1], 1], None, 0, False, "", [], {}]


def test_plain_values_have_the_same_bytes_exactly_if_they_are_the_same() -> None:
    for one in NEIGHBOURS:
        for other in NEIGHBOURS:
            assert (exactly(one) == exactly(other)) == (canonical(one) == canonical(other)), (one, other)


def test_bytes_do_not_depend_on_which_parts_are_one_object() -> None:
    name = "".join(["to", "kyo"])
    assert exactly([name, name]) == exactly(["".join(["to", "kyo"]), "".join(["tok", "yo"])])


@pytest.mark.parametrize("value", [*NEIGHBOURS, freeze({"a": [1, {"b": "ō"}]})], ids=repr)
def test_a_value_comes_back_from_its_bytes(value: Json) -> None:
    assert canonical(again(exactly(value))) == canonical(value)


def test_what_is_no_json_has_no_bytes() -> None:
    with pytest.raises(WireError, match="cannot be written as JSON"):
        exactly(cast("Json", object()))


@frozen
class Wrapped:
    value: Fruit
    write_value: tuple[Fruit, ...] = ()


def test_a_field_may_be_called_anything() -> None:
    plain = {"value": "apple", "write_value": ["apple"]}
    wrapped = CONVERTER.structure(plain, Wrapped)
    assert wrapped == Wrapped(Fruit.APPLE, (Fruit.APPLE,))
    assert CONVERTER.unstructure(wrapped) == plain
    assert {type(CONVERTER.unstructure(wrapped)[name]) for name in plain} == {str, list}
