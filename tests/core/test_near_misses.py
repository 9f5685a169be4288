"""Near misses: moves that differ from a legal one in one part."""

from __future__ import annotations

from random import Random
from typing import Any

from shinkansen.core.near_misses import Part, Variety, near_miss, neighbours


def test_a_near_miss_changes_one_part() -> None:
    rng = Random(1)
    content: dict[str, Any] = {"move": "claim", "carriage": "osaka-1", "advance": ["gold"]}
    values: dict[str, list[Any]] = {"carriage": ["osaka-1", "kyoto-1"]}
    misses = [near_miss(content, values, rng) for _ in range(200)]
    assert all(sum(miss[key] != content[key] for key in content) <= 1 for miss in misses)
    assert "kyoto-1" in [miss["carriage"] for miss in misses]
    assert [] in [miss["advance"] for miss in misses]


def test_what_some_moves_of_a_kind_have_is_added_to_the_others_and_left_out() -> None:
    variety = Variety()
    plain: Part = {"move": "draw", "section": ["0,0", "1,0"]}
    longer: Part = {**plain, "extension": "2,0"}
    assert variety.optional(plain) == []
    variety.meet([{"move": "pass"}, plain])
    assert variety.optional(plain) == []
    variety.meet([longer, {**plain, "extension": "3,0"}])
    assert variety.optional(plain) == variety.optional(longer) == ["extension"]
    assert variety.optional({"move": "pass"}) == []
    without = [*neighbours(plain, variety.values, ())]
    more = [near for near in neighbours(plain, variety.values, (), ["extension"]) if near not in without]
    assert more == [longer, {**plain, "extension": "3,0"}]
    seen = [*neighbours(plain, variety.values, ["3,0", "9,9", "street-joker"], ["extension"])]
    assert [near["extension"] for near in seen if "extension" in near] == ["2,0", "3,0", "9,9"]
    assert plain in neighbours(longer, variety.values, (), ["extension"])
    assert plain not in neighbours(longer, variety.values, ())


def test_words_in_sight_that_look_alike_stand_for_items_of_a_list() -> None:
    plain: Part = {"move": "draw", "section": ["0,0", "1,0"]}
    near = [content["section"] for content in neighbours(plain, {}, ["12,3", "street-joker", "7", "a,b"])]
    assert near == [["12,3", "1,0"], ["0,0", "12,3"]]


def test_a_move_of_each_kind_is_remembered() -> None:
    variety = Variety()
    variety.meet([{"move": "pass"}, {"move": "draw", "section": ["0,0", "1,0"]}])
    variety.meet([{"move": "draw", "section": ["1,0", "2,0"]}])
    assert variety.others == {"pass": {"move": "pass"}, "draw": {"move": "draw", "section": ["1,0", "2,0"]}}
