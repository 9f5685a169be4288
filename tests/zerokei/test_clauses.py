"""The rulebook as clauses: complete, consistent, and exact about the lines it cites. No text is read here."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinkansen.cli import main
from shinkansen.core.clauses import (
    Apparatus,
    Clause,
    Lines,
    Rulebook,
    Text,
    parse_lines,
    read_rulebook,
    write_lines,
)
from shinkansen.core.errors import RulebookError
from shinkansen.core.files import parse_toml
from shinkansen.zerokei.edition import Ability, Action, Effect
from shinkansen.zerokei.rulebook import rulebook
from shinkansen.zerokei.rulings import register
from tests.package import PACKAGE

BOOK = rulebook()


def raw_rulebook() -> dict[str, Any]:
    path = PACKAGE / "zerokei" / "rulebook.toml"
    return parse_toml(path.read_text(encoding="utf-8"), path, RulebookError)


# -- The account of lines -------------------------------------------------------------------------------------------


def test_every_line_of_the_english_text_is_accounted_for() -> None:
    assert BOOK.account() == ()


def test_the_account_covers_the_whole_english_text() -> None:
    # Counted once from the text: 466 non-blank lines, the last one 655.
    lines = BOOK.texts["en"].lines
    assert (len(lines), lines[0], lines[-1]) == (466, 1, 655)


def _without(part: Clause | Apparatus, line: int) -> Clause | Apparatus:
    if isinstance(part, Apparatus):
        return attrs.evolve(part, lines=Lines(tuple(n for n in part.lines if n != line)))
    return attrs.evolve(part, lines={"en": Lines(tuple(n for n in part.lines["en"] if n != line))})


def _with(book: Rulebook, old: Clause | Apparatus, new: Clause | Apparatus) -> Rulebook:
    if isinstance(new, Clause):
        return attrs.evolve(book, clauses=tuple(new if part is old else part for part in book.clauses))
    return attrs.evolve(book, apparatus=tuple(new if part is old else part for part in book.apparatus))


OWNERS = [(part, line) for part in BOOK.apparatus for line in part.lines] + [
    (part, line) for part in BOOK.clauses for line in part.lines.get("en", ())
]


@given(st.sampled_from(OWNERS))
def test_a_clause_or_caption_that_loses_any_line_is_noticed(owner: tuple[Clause | Apparatus, int]) -> None:
    part, line = owner
    (problem,) = _with(BOOK, part, _without(part, line)).account()
    assert problem.startswith(f"line {line} is claimed ")


@given(st.sampled_from([c for c in BOOK if "en" in c.lines]), st.integers(1, 700))
def test_a_clause_that_gains_a_line_is_noticed(clause: Clause, line: int) -> None:
    if line not in clause.lines["en"]:
        grown = attrs.evolve(clause, lines={"en": Lines((*clause.lines["en"], line))})
        (problem,) = _with(BOOK, clause, grown).account()
        assert problem.startswith(f"line {line} is claimed ")


@given(st.sets(st.integers(1, 60), min_size=1).map(lambda numbers: Lines(tuple(sorted(numbers)))))
def test_lines_read_as_they_are_written(lines: Lines) -> None:
    assert parse_lines(write_lines(lines)) == lines


@pytest.mark.parametrize("written", ["", "x", "3-", "5-3", "4, 4", "9, 3", "0", "-2"])
def test_what_is_no_list_of_lines_is_refused(written: str) -> None:
    with pytest.raises(RulebookError, match="list of lines"):
        parse_lines(written)


# -- Completeness ---------------------------------------------------------------------------------------------------


def test_the_eighteen_easily_missed_rules_are_clauses() -> None:
    assert {clause.missed for clause in BOOK} - {None} == set(range(1, 19))


def test_all_differences_between_the_languages_are_noted() -> None:
    """The list of the first reading, and what two more readings found."""
    listed = {f"C-{n}" for n in range(1, 29)} | {f"H-{n}" for n in (1, 2, 3, 9)} | {f"L-{n}" for n in range(1, 9)}
    assert {difference.fact for clause in BOOK for difference in clause.differs} == listed


def test_what_a_clause_leaves_to_a_ruling_is_in_the_register() -> None:
    """No clause passes a preferred reading off as law, or speaks of a ruling that nobody can find."""
    touched = {id for ruling in register() for id in ruling.clauses}
    open_questions = {clause.id for clause in BOOK if re.search(r"\brulings?\b", clause.says)}
    assert open_questions <= touched
    assert open_questions >= {"5.B.7", "7.7.1", "7.7.2", "9.4.2", "9.7", "9.8", "11.5.6", "12.6.8", "12.11.3"}


def test_titles_can_be_read_alone() -> None:
    """As in a list of search results: none is there twice, none goes on from another or needs one to be understood."""
    titles = [clause.title for clause in BOOK]
    assert len(set(titles)) == len(titles)
    assert all(len(title) <= 60 for title in titles)
    leaning = re.compile(r"(And|Or|Nor|But|Then|If|It|Its|He|His|They|Them|Their|First|Second|Third)\b")
    assert not [title for title in titles if leaning.match(title)]


def test_setup_has_its_letters_a_to_m() -> None:
    letters = {clause.id.split(".")[1] for clause in BOOK.under("2")}
    assert letters >= set("ABCDEFGHIJKLM")


def test_the_eighteen_events_have_a_clause_each() -> None:
    events = [clause for clause in BOOK.under("9") if clause.id.count(".") == 1 and clause.id != "9.0"]
    assert len(events) == len(Effect) == 18
    colours = [clause.title.partition(" event: ")[0] for clause in events]
    assert colours == ["Grey"] * 6 + ["Blue"] * 6 + ["Green"] * 6


def test_the_seven_abilities_have_a_clause_each() -> None:
    assert len([c for c in BOOK.under("8") if c.id.count(".") == 1]) == len(Ability) == 7


def test_the_actions_have_a_clause_each() -> None:
    # 7.8 to 7.17 are the ten actions, in the order of the rulebook and of `Action`.
    groups = {int(clause.id.split(".")[1]) for clause in BOOK.under("7")}
    assert set(range(8, 18)) <= groups
    assert len(Action) == 10


def test_every_kind_of_clause_occurs_and_each_says_something() -> None:
    assert {clause.kind.value for clause in BOOK} == {
        "setup", "flow", "cost", "permission", "prohibition", "effect", "scoring", "definition",
    }  # fmt: skip
    assert all(clause.title and clause.says.endswith(".") for clause in BOOK)


def test_clauses_stand_in_the_order_of_their_chapters() -> None:
    chapters = [int(clause.chapter) for clause in BOOK]
    assert chapters == sorted(chapters)


# -- Reading --------------------------------------------------------------------------------------------------------


def _set(*path: str | int, to: object) -> Callable[[dict[str, Any]], None]:
    def change(raw: dict[str, Any]) -> None:
        target: Any = raw
        for key in path[:-1]:
            target = target[key]
        target[path[-1]] = to

    return change


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (_set("clauses", 0, "kind", to="whim"), "kind"),
        (_set("clauses", 0, "en", to="55--56"), "list of lines"),
        (_set("clauses", 0, "en", to="10"), "cites en 10, which is blank"),
        (_set("clauses", 0, "colour", to="red"), "clauses.'1.1'.colour: found an unknown key"),
        (_set("clauses", 0, "id", to="1.2"), "clause 1.2 occurs 2 times"),
        (_set("clauses", 0, "id", to="77.1"), "belongs to no chapter"),
        (_set("clauses", 0, "follows", to=["1.2"]), "must either have lines or follow"),
        (_set("clauses", 0, "program", to=False), "must give a reason"),
        (_set("clauses", 0, "differs", to=[{"text": "xx", "lines": "1", "fact": "", "reads": ""}]), "cites xx 1"),
        (_set("texts", to={}), "found an unknown key"),
        (_set("base", to="nl"), "the base is 'nl', which is not one of the texts"),
        (_set("texts", "en", "shared", to={"x": 2}), "found 'x', expected a line number"),
        (_set("clauses", to=3), "clauses: found 3, expected a list"),
        (_set("clauses", 0, to=[]), "found an empty list, expected a table"),
        (_set("clauses", 0, "changes", to=["99.9"]), "changes 99.9, expected another clause"),
        (_set("clauses", 0, "changes", to=["1.1"]), "clause 1.1 changes 1.1, expected another clause"),
        (_set("clauses", 0, "missed", to=True), "missed: found true, expected a whole number"),
        (_set("clauses", 0, "en", to="1-9999"), "which is blank"),
    ],
)
def test_a_broken_rulebook_gets_one_clear_error(change: Callable[[dict[str, Any]], None], complaint: str) -> None:
    raw = raw_rulebook()
    change(raw)
    with pytest.raises(RulebookError, match=complaint):
        read_rulebook(raw)


def test_an_unknown_clause_is_answered_with_near_ones() -> None:
    with pytest.raises(RulebookError, match=r"there is no clause '7\.9\.9'; did you mean 7\.9"):
        BOOK["7.9.9"]


def test_an_implied_clause_names_what_it_follows_from() -> None:
    clause = BOOK["6.A.3"]
    assert clause.implied
    assert {"6.A.2", "8.7"} <= set(clause.follows)


# -- The command ----------------------------------------------------------------------------------------------------


def test_clause_list_prints_every_clause(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["clause", "list"]) == 0
    printed = capsys.readouterr().out
    assert all(f"  {clause.id:<8} {clause.kind:<12} {clause.title}" in printed for clause in BOOK)
    assert printed.endswith(f"{len(BOOK)} clauses\n")


def test_clause_list_can_be_narrowed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["clause", "list", "--kind", "prohibition"]) == 0
    printed = capsys.readouterr().out
    assert "5.A.3" in printed
    assert "5.A.1" not in printed


def test_clause_show_prints_wording_lines_and_differences(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["clause", "show", "7.16.2"]) == 0
    printed = capsys.readouterr().out
    assert BOOK["7.16.2"].says in printed
    assert "English text, line 252" in printed
    assert "Russian text, lines 345-347: " in printed
    assert "ruling R37: " in printed


def test_whoever_reads_a_clause_is_told_all_that_touches_it(capsys: pytest.CaptureFixture[str]) -> None:
    """Every ruling with its answers, every differing text, exception and consequence, in `show` and in `search`."""
    for clause in BOOK:
        told: dict[str, str] = {}
        for command in (["show", clause.id], ["search", clause.id]):
            assert main(["clause", *command]) == 0
            told[command[0]] = " ".join(capsys.readouterr().out.split())
        for printed in told.values():
            for ruling in register().about(clause.id):
                assert f"{ruling.id}: {ruling.question}" in printed
                assert ruling.says(ruling.preferred) in printed
            assert all(other.reads in printed for other in clause.differs)
            for other in (*BOOK.changing(clause), *BOOK.implied_by(clause)):
                assert f"{other.id} {other.title}" in printed
        for ruling in register().about(clause.id):
            assert all(answer.says in told["show"] for answer in ruling.offered)
        assert all(f"{id} {BOOK[id].title}: {BOOK[id].says}" in told["show"] for id in clause.follows + clause.changes)
        assert all(f"{other.id} " in told["show"] for other in BOOK.beside(clause))


def test_numbers_of_our_own_lists_are_shown_to_nobody(capsys: pytest.CaptureFixture[str]) -> None:
    everything = [
        ["clause", "show", *(chapter.id for chapter in BOOK.chapters)],
        ["clause", "search", "track", "--most", "500"],
    ]
    everything += [["ruling", "list"], ["ruling", "show", *(ruling.id for ruling in register())]]
    for command in everything:
        assert main(command) == 0
        assert not re.search(r"\b(?!R)[A-Z]-\d", capsys.readouterr().out)


@pytest.mark.parametrize("columns", [10, 50, 77, 200])
def test_prose_is_as_wide_as_the_terminal(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    for command in (["clause", "show", "5", "7.17"], ["ruling", "list"]):
        widths: list[int] = []
        for out in (Terminal(), io.StringIO()):
            monkeypatch.setenv("COLUMNS", str(columns))
            monkeypatch.setattr("sys.stdout", out)
            assert main(command) == 0
            prose = [line for line in out.getvalue().splitlines() if line.startswith("     ") or command[0] == "ruling"]
            widths.append(max(map(len, prose)))
        room = max(30, min(columns, 100))
        assert room - 25 < widths[0] <= room
        assert 75 < widths[1] <= 100


def test_clause_show_takes_groups(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["clause", "show", "7.9"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("English text") == 4


def test_clause_show_prints_the_cited_lines_of_ones_own_copy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy.txt"
    copy.write_text("\n".join(f"line {n}" for n in range(1, 700)), encoding="utf-8")
    assert main(["clause", "show", "7.9.2", "--text", str(copy)]) == 2
    assert "is not one of the texts" in capsys.readouterr().err

    def is_english(text: Text, content: str) -> bool:
        return text.name == "English"

    monkeypatch.setattr("shinkansen.core.clauses.Text.matches", is_english)
    assert main(["clause", "show", "7.9.2", "--text", str(copy)]) == 0
    assert " 219 | line 219\n     220 | line 220" in capsys.readouterr().out


@pytest.mark.parametrize("id", ["7.11.5", "7-11-5", " 7.11.5. ", "7\u201311\u20135"])
def test_an_id_may_be_written_otherwise(id: str) -> None:
    assert BOOK.under(id) == (BOOK["7.11.5"],)
    assert BOOK.under("6.c.3") == (BOOK["6.C.3"],)
    assert BOOK.under("12") == tuple(clause for clause in BOOK if clause.chapter == "12")


def test_clause_search_finds_and_fails(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["clause", "search", "income", "from", "CAULDRONS"]) == 0
    assert capsys.readouterr().out.startswith("4.C ")
    assert main(["clause", "search", "dragon"]) == 1
    assert capsys.readouterr().out.startswith("Nothing was found for 'dragon'")


def test_an_unknown_clause_on_the_command_line_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["clause", "show", "99"]) == 2
    assert capsys.readouterr().err.startswith("shinkansen: there is no clause '99'; ")
