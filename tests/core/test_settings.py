"""Settings in plain JSON, checked against the description of a game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinkansen.core.clauses import Rulebook, read_rulebook
from shinkansen.core.errors import ArgumentError, RulingError, ShinkansenError
from shinkansen.core.game import Game, Variant
from shinkansen.core.plain_json import Json
from shinkansen.core.rulings import Register, read_register
from shinkansen.core.settings import Setting, read_setting
from shinkansen.testing.json_damage import SCRAPS


def rulebook() -> Rulebook:
    clause = {"id": "1.1", "title": "Fish", "kind": "flow", "says": "Catch a fish."}
    return read_rulebook({"game": "Pond", "chapters": [{"id": "1", "title": "Fishing"}], "clauses": [clause]})


def register() -> Register:
    answers = [{"letter": letter, "says": f"They do {letter}."} for letter in "ab"]
    known = {"id": "R1", "slug": "small_fish", "question": "And small ones?", "clauses": ["1.1"], "answers": answers}
    rest = {"preferred": "b", "basis": "choice", "confidence": "low", "why": "So it is."}
    return read_register({"game": "pond", "rulings": [{**known, **rest}]}, rulebook())


def cannot_be_opened(setting: Mapping[str, Json]) -> Any:
    raise NotImplementedError


POND = Game(
    name="pond",
    title="The Pond",
    seats=(1, 2, 3),
    variants=(Variant("deep", "deep water"), Variant("fish", "how many fish", (3, 1, 12), seats=(2, 3))),
    parts={
        "rules": f"{__name__}:cannot_be_opened",
        "rulebook": f"{__name__}:rulebook",
        "register": f"{__name__}:register",
    },
)


def test_what_a_setting_does_not_say_is_as_usual() -> None:
    usual = {"small_fish": "b"}
    assert read_setting(POND, {"seats": 2}) == Setting(2, register().reading(), {"deep": False, "fish": 3})
    assert dict(read_setting(POND, {"seats": 2}).letters) == usual


@given(st.sampled_from([2, 3]), st.sampled_from("ab"), st.booleans(), st.sampled_from([1, 3, 12]))
def test_what_a_setting_says_is_kept(seats: int, letter: str, deep: bool, fish: int) -> None:
    said: dict[str, Json] = {"seats": seats, "rulings": {"R1": letter}, "deep": deep, "fish": fish}
    given = read_setting(POND, {"game": "pond", "version": 1, "edition": None, **said})
    assert given == Setting(seats, register().reading({"small_fish": letter}), {"deep": deep, "fish": fish})
    assert hash(given) == hash(read_setting(POND, said))


WRONG: list[tuple[Any, str]] = [
    ([], "found an empty list, expected a setting: an object with the number of seats"),
    ({}, "seats: found null, expected 1 or 2 or 3"),
    ({"seats": 4}, "seats: found 4, expected 1 or 2 or 3"),
    ({"seats": True}, "seats: found true, expected 1 or 2 or 3"),
    ({"seats": 2, "depe": True}, "The Pond has no setting 'depe'; expected deep"),
    ({"seats": 2, "deep": 1}, "deep: found 1, expected true or false"),
    ({"seats": 2, "fish": 2}, "fish: found 2, expected 3 or 1 or 12"),
    ({"seats": 1, "fish": 12}, "fish: a game for 1 does not have that choice"),
    ({"seats": 2, "edition": {"id": "x"}}, "edition: found a table, but The Pond has no editions"),
    ({"seats": 2, "rulings": ["a"]}, "rulings: found a list, expected an object with letters"),
]


@pytest.mark.parametrize(("setting", "complaint"), WRONG, ids=str)
def test_a_wrong_setting_gets_one_sentence(setting: Any, complaint: str) -> None:
    with pytest.raises(ArgumentError, match=f"^{re.escape(complaint)}$"):
        read_setting(POND, setting)


def test_a_letter_that_a_ruling_does_not_have_is_an_error_about_the_ruling() -> None:
    with pytest.raises(RulingError, match=r"has no answer 'c'; expected a: They do a\.; b: They do b\."):
        read_setting(POND, {"seats": 2, "rulings": {"small_fish": "c"}})


@given(SCRAPS | st.dictionaries(st.sampled_from(["seats", "rulings", "deep", "fish", "edition", "x"]), SCRAPS))
def test_any_scrap_is_a_setting_or_one_error_of_ours(scrap: Any) -> None:
    try:
        given = read_setting(POND, scrap)
    except ShinkansenError as problem:
        said = str(problem)
    else:
        said = ""
        assert given.seats in POND.seats
    assert "\n" not in said
