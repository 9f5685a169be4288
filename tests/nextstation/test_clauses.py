"""The rulebook of Next Station as clauses: exact about the lines and pages it cites. No text is read here."""

from __future__ import annotations

import re
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinkansen.cli import main
from shinkansen.core.clauses import Apparatus, Clause, Lines, Rulebook, read_rulebook
from shinkansen.core.errors import RulebookError
from shinkansen.core.files import parse_toml
from shinkansen.nextstation.rulebook import clause_tests, rulebook
from shinkansen.nextstation.rulings import register
from tests.package import PACKAGE

BOOK = rulebook()
LONDON = BOOK.under("L")
PAGES = re.compile(r"Next Station: London, English rulebook 2022, pp?\. (\d+)(?:-(\d+))?")


# -- The account of lines -------------------------------------------------------------------------------------------


def test_every_line_of_the_french_text_is_accounted_for() -> None:
    assert BOOK.account() == ()


def test_the_account_covers_the_whole_french_text() -> None:
    # Counted once from the text: 222 non-blank lines, the last one 587.
    lines = BOOK.texts["fr"].lines
    assert (len(lines), lines[0], lines[-1]) == (222, 3, 587)


def _without(part: Clause | Apparatus, line: int) -> Clause | Apparatus:
    if isinstance(part, Apparatus):
        return attrs.evolve(part, lines=Lines(tuple(n for n in part.lines if n != line)))
    return attrs.evolve(part, lines={"fr": Lines(tuple(n for n in part.lines["fr"] if n != line))})


def _with(book: Rulebook, old: Clause | Apparatus, new: Clause | Apparatus) -> Rulebook:
    if isinstance(new, Clause):
        return attrs.evolve(book, clauses=tuple(new if part is old else part for part in book.clauses))
    return attrs.evolve(book, apparatus=tuple(new if part is old else part for part in book.apparatus))


OWNERS = [(part, line) for part in BOOK.apparatus for line in part.lines] + [
    (part, line) for part in BOOK.clauses for line in part.lines.get("fr", ())
]


@given(st.sampled_from(OWNERS))
def test_a_clause_or_caption_that_loses_any_line_is_noticed(owner: tuple[Clause | Apparatus, int]) -> None:
    part, line = owner
    (problem,) = _with(BOOK, part, _without(part, line)).account()
    assert problem.startswith(f"line {line} is claimed ")


@given(
    st.sampled_from([clause for clause in BOOK if clause.lines]).flatmap(
        lambda clause: st.tuples(st.just(clause), st.integers(1, 600).filter(lambda n: n not in clause.lines["fr"]))
    )
)
def test_a_clause_that_gains_a_line_is_noticed(grown: tuple[Clause, int]) -> None:
    clause, line = grown
    more = attrs.evolve(clause, lines={"fr": Lines((*clause.lines["fr"], line))})
    (problem,) = _with(BOOK, clause, more).account()
    assert problem.startswith(f"line {line} is claimed ")


# -- London's pages -------------------------------------------------------------------------------------------------


def test_chapter_l_and_no_other_names_the_page_it_was_read_on() -> None:
    """The page in the id of a London clause is among those of its source, and the rulebook has eighteen."""
    assert {clause.id for clause in BOOK if clause.source} == {clause.id for clause in LONDON}
    for clause in LONDON:
        found = PAGES.fullmatch(clause.source)
        assert found, clause.id
        first, last = int(found[1]), int(found[2] or found[1])
        assert 1 <= first <= int(clause.id.split(".")[1]) <= last <= 18, clause.id


def test_every_page_of_london_with_rules_has_clauses() -> None:
    # The powers of pages 14 to 16 stand under 14 and 15.
    assert {int(clause.id.split(".")[1]) for clause in LONDON} == {*range(1, 19)} - {16}


def test_clause_show_names_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["clause", "show", "L.8.3", "--game", "nextstation"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    assert f"{BOOK['L.8.3'].says} read in Next Station: London, English rulebook 2022, p. 8" in printed


def raw_rulebook() -> dict[str, Any]:
    path = PACKAGE / "nextstation" / "rulebook.toml"
    return parse_toml(path.read_text(encoding="utf-8"), path, RulebookError)


@pytest.mark.parametrize(
    ("id", "key", "value", "complaint"),
    [
        ("L.8.3", "fr", "159", "names a source, so it must neither have lines nor follow"),
        ("L.8.3", "follows", ["5.10"], "names a source, so it must neither have lines nor follow"),
        ("L.8.3", "source", "", "must either have lines or follow from other clauses, not both, or name a source"),
        ("5.10", "source", "hearsay", "names a source, so it must neither have lines nor follow"),
    ],
)
def test_a_clause_has_lines_or_follows_or_names_a_source(id: str, key: str, value: object, complaint: str) -> None:
    raw = raw_rulebook()
    next(row for row in raw["clauses"] if row["id"] == id)[key] = value
    with pytest.raises(RulebookError, match=f"clause {re.escape(id)} {complaint}"):
        read_rulebook(raw)


# -- Completeness ---------------------------------------------------------------------------------------------------


def test_the_four_effects_and_the_five_objectives_have_clauses() -> None:
    objectives = [clause.title for clause in BOOK if clause.title.startswith("Objective: ")]
    london = [clause.title for clause in BOOK if clause.title.startswith("London objective: ")]
    assert (len(objectives), len(london)) == (5, 5)
    effects = {clause.title.partition(":")[0] for clause in BOOK.under("11") if ":" in clause.title}
    assert effects >= {"Switch effect", "Joker effect", "Extension", "Double station"}


def test_every_clause_that_a_program_can_follow_has_a_test() -> None:
    tests = clause_tests().tests
    assert [clause.id for clause in BOOK if clause.program and not tests.get(clause.id)] == []


def test_what_a_clause_leaves_to_a_ruling_is_in_the_register() -> None:
    touched = {id for ruling in register() for id in ruling.clauses}
    open_questions = {clause.id for clause in BOOK if re.search(r"\brulings?\b", clause.says + clause.because)}
    assert open_questions <= touched
    assert open_questions >= {"2.6", "5.5", "5.7", "5.10", "8.1", "L.18.1"}


def test_titles_can_be_read_alone() -> None:
    """As in a list of search results: none is there twice, none goes on from another or needs one to be understood."""
    titles = [clause.title for clause in BOOK]
    assert len(set(titles)) == len(titles)
    assert all(len(title) <= 60 for title in titles)
    leaning = re.compile(r"(And|Or|Nor|But|Then|If|It|Its|They|Them|Their|First|Second|Third)\b")
    assert not [title for title in titles if leaning.match(title)]


def test_clauses_are_sentences_and_stand_in_the_order_of_their_chapters() -> None:
    assert all(clause.says.endswith(".") for clause in BOOK)
    chapters = [chapter.id for chapter in BOOK.chapters]
    assert chapters == [*map(str, range(1, 14)), "L"]
    order = [chapters.index(clause.chapter) for clause in BOOK]
    assert order == sorted(order)
