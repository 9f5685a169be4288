"""The frozen files are as they were made, each is read by some test, and those who judge by them judge rightly."""

from __future__ import annotations

import copy
import hashlib
import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinkansen.core.plain_json import Json
from tests.frozen_files import FOLDER, MANIFEST, USED, frozen, lost, manifest, misfit, name_of, one
from tests.project import test_compatibility


@pytest.mark.parametrize("name", sorted(manifest()))
def test_a_frozen_file_is_as_it_was_made(name: str) -> None:
    """If this fails, a stored form was changed. Put the file back as it was: what people stored did not change."""
    made = manifest()[name]
    assert hashlib.sha256((FOLDER / name).read_bytes()).hexdigest() == made["sha256"]
    assert re.fullmatch("[0-9a-f]{40}", made["made_by"])


def test_every_file_of_the_folder_is_in_the_manifest() -> None:
    found = {name_of(path) for path in FOLDER.rglob("*") if path.is_file()}
    assert found - {MANIFEST.name} == {*manifest()}


def test_every_frozen_file_is_read_by_some_test() -> None:
    assert test_compatibility.__doc__  # its tests have asked for their files by the time it is imported
    assert {*manifest()} == USED


def test_the_folder_stays_small() -> None:
    assert sum((FOLDER / name).stat().st_size for name in manifest()) < 2_000_000


def test_a_pattern_that_names_no_file_is_a_mistake() -> None:
    with pytest.raises(AssertionError, match="no frozen file is called wire-0"):
        frozen("wire-0/*")


# -- answers may only gain keys

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "a"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=12,
)


def richer(value: Json) -> Json:
    """The same with a key more in every object."""
    if isinstance(value, dict):
        return {"new": 1, **{key: richer(item) for key, item in value.items()}}
    return [richer(item) for item in value] if isinstance(value, list) else value


@given(PLAIN)
def test_nothing_is_lost_when_keys_are_added_anywhere(value: Json) -> None:
    assert [*lost(value, richer(value))] == []


@given(PLAIN, PLAIN)
def test_whatever_else_differs_is_told(then: Json, now: Json) -> None:
    """If nothing is lost, all that differs is keys that were added; so taking them away gives the older answer."""

    def known(old: Json, new: Json) -> Json:
        if isinstance(old, dict) and isinstance(new, dict):
            return {key: known(old[key], new[key]) for key in new if key in old}
        if isinstance(old, list) and isinstance(new, list):
            return [known(*pair) for pair in zip(old, new, strict=False)] if len(old) == len(new) else new
        return new

    # By their texts: to Python, 1 and true are equal.
    same = repr(sorted_keys(known(then, now))) == repr(sorted_keys(then))
    assert same == (not [*lost(then, now)])


def sorted_keys(value: Json) -> Json:
    if isinstance(value, dict):
        return {key: sorted_keys(value[key]) for key in sorted(value)}
    return [sorted_keys(item) for item in value] if isinstance(value, list) else value


@pytest.mark.parametrize(
    ("then", "now", "told"),
    [
        ({"to_move": 1}, {"moves": []}, ".to_move is gone"),
        ({"legal": True}, {"legal": 1}, ".legal was true and is 1"),
        ({"totals": [1, 2]}, {"totals": [1, 2, 3]}, ".totals was a list and is a list"),
        ({"scores": [[{"vp": 1}]]}, {"scores": [[{"points": 1}]]}, ".scores.0.0.vp is gone"),
        ([1], {"0": 1}, " was a list and is a table"),
    ],
)
def test_what_is_lost_is_named(then: Json, now: Json, told: str) -> None:
    assert [*lost(then, now)] == [told]


# -- the forms are strict where readers are


def plain(name: str) -> Any:
    return json.loads(one(name).read_text(encoding="utf-8"))


def test_a_form_refuses_what_a_version_1_reader_refuses() -> None:
    whole = plain("record-1/version-2/two-seats-1.json")
    assert misfit("record-1-zerokei", whole) is None
    renamed = copy.deepcopy(whole)
    for item in renamed["scores"][0]["items"]:
        item["points"] = item.pop("vp")
    changed: dict[str, Any] = {
        "a key that it does not know": {**whole, "played": "yesterday"},
        "a key that is missing": {key: value for key, value in whole.items() if key != "seen_by"},
        "another format": {**whole, "format": 2},
        "a number that is none": {**whole, "format": 1.0},
        "points": renamed,
    }
    assert [name for name, told in changed.items() if misfit("record-1-zerokei", told) is None] == []


def test_a_form_that_is_open_lets_keys_be_added_and_none_be_lost() -> None:
    report = plain("report-2/differs.json")
    assert misfit("report", {**report, "new": 1, "scope": {**report["scope"], "new": 1}}) is None
    assert misfit("report", {key: value for key, value in report.items() if key != "code"}) is not None
    [difference, *_] = report["differences"]
    asked = {**difference, "setting": {**difference["setting"], "new": 1}}
    assert misfit("report", {**report, "differences": [asked]}) is not None
