"""Rulebooks and registers of games that have no text, such as traditional games; and reading them from files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from shinkansen.core.clauses import load_rulebook, read_rulebook
from shinkansen.core.errors import RulebookError, RulingError
from shinkansen.core.rulings import load_register

BOOK = """
game = "Pond"
chapters = [{ id = "1", title = "Fishing" }]

[[clauses]]
id = "1.1"
title = "Fish"
kind = "flow"
says = "Catch a fish."

[[clauses]]
id = "1.2"
title = "Two fish"
kind = "flow"
says = "Catching two fish is catching a fish twice."
follows = ["1.1"]
"""
RULINGS = """
game = "pond"

[[rulings]]
id = "R1"
slug = "small_fish"
question = "And small ones?"
clauses = ["1.1"]
preferred = "a"
basis = "choice"
confidence = "low"
why = "So it is."
answers = [{ letter = "a", says = "No.", readers = [{ who = "the miller" }] }, { letter = "b", says = "Yes." }]
"""


def written(folder: Path, name: str, text: str) -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def test_a_book_without_a_text_has_clauses_and_rulings_and_nothing_to_account_for(tmp_path: Path) -> None:
    book = load_rulebook(written(tmp_path, "rulebook.toml", BOOK))
    assert [clause.id for clause in book] == ["1.1", "1.2"]
    assert [clause.implied for clause in book] == [False, True]
    assert (book.base, dict(book.texts), book.apparatus, book.account()) == ("", {}, (), ())
    register = load_register(written(tmp_path, "rulings.toml", RULINGS), book)
    assert register["small_fish"].facts == ()
    assert dict(register.reading("R1=b")) == {"small_fish": "b"}


def raw(**more: Any) -> dict[str, Any]:
    clause = {"id": "1.1", "title": "Fish", "kind": "flow", "says": "Catch a fish."}
    return {"game": "Pond", "chapters": [{"id": "1", "title": "Fishing"}], "clauses": [clause], **more}


TEXT = {"en": {"name": "English", "sha256": "0" * 64, "lines": "1-2"}}


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        ({"base": "en"}, "the base is 'en', which is not one of the texts"),
        ({"texts": TEXT}, "the base is '', which is not one of the texts"),
        ({"texts": TEXT, "base": "en"}, "clause 1.1 must either have lines or follow from other clauses, not both"),
    ],
    ids=["a base without texts", "texts without a base", "a clause without lines"],
)
def test_a_book_with_a_text_must_still_account_for_it(more: dict[str, Any], complaint: str) -> None:
    with pytest.raises(RulebookError, match=complaint):
        read_rulebook(raw(**more))


def test_files_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    with pytest.raises(RulebookError, match=r"nowhere\.toml: cannot be read \(No such file or directory\)"):
        load_rulebook(tmp_path / "nowhere.toml")
    with pytest.raises(RulebookError, match=r"odd\.toml: is not valid TOML"):
        load_rulebook(written(tmp_path, "odd.toml", "game ="))
    with pytest.raises(RulebookError, match=r"binary\.toml: is a binary file"):
        load_rulebook(written(tmp_path, "binary.toml", "\0"))
    book = load_rulebook(written(tmp_path, "rulebook.toml", BOOK))
    with pytest.raises(RulingError, match=r"register\.rulings: found nothing, expected this key"):
        load_register(written(tmp_path, "empty.toml", ""), book)
