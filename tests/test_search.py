"""Search: what players ask is found among the first three, by their words or by an id in any spelling."""

from __future__ import annotations

import pytest

from shinkansen.core.errors import SearchError
from shinkansen.zerokei.search import index


@pytest.mark.parametrize(
    ("written", "id"),
    [
        ("6.C.3", "6.C.3"),
        ("6.c.3", "6.C.3"),
        ("6c3", "6.C.3"),
        ("6-C-3.", "6.C.3"),
        ("clause 6.c.3?", "6.C.3"),
        ("#clause-6-c-3", "6.C.3"),
        ("7.11.1", "7.11.1"),
        ("29", "R29"),
        ("r29", "R29"),
        ("R 29", "R29"),
        ("R29=b", "R29"),
        ("r29-b", "R29"),
        ("ruling 29", "R29"),
        ("track_needs_ground", "R29"),
        ("track-needs-ground=b", "R29"),
        ("what does 7.11.5 mean", "7.11.5"),
        ("is r29 switchable", "R29"),
    ],
)
def test_an_id_is_found_in_any_spelling(written: str, id: str) -> None:
    assert index().search(written).hits[0].entry.id == id


def test_every_id_finds_its_entry() -> None:
    for entry in index().entries:
        assert entry.id in {hit.entry.id for hit in index().search(entry.id).hits}


@pytest.mark.parametrize("question", ["", " ", "\x1b\t\n", "?!", "паровоз", "a" * 401, "a " * 61])
def test_what_asks_nothing_or_too_much_is_one_sentence(question: str) -> None:
    with pytest.raises(SearchError) as told:
        index().search(question)
    assert "\n" not in str(told.value)
    assert len(str(told.value)) < 200
