"""Clause coverage: every clause has a test, every clause that can be cited is, and the counting is right."""

from __future__ import annotations

import ast
import json
import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest

from shinkansen.cli import main
from shinkansen.core import registry
from shinkansen.core.coverage import ClauseTests, Tally, cited, final, played, read_clause_tests, recorded
from shinkansen.core.errors import RecordError, Refusal, WireError
from shinkansen.core.game import Game
from shinkansen.core.play import at_random, plies
from shinkansen.core.record import read, record
from shinkansen.readings.witnesses import witnesses
from shinkansen.zerokei import moves as m
from shinkansen.zerokei.edition import Reward
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.notation import parse
from shinkansen.zerokei.records import rules_of
from shinkansen.zerokei.rulebook import clause_tests, rulebook
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import EMPTY, NOBODY, Phase, State
from shinkansen.zerokei.testing.strategies import rules_for
from shinkansen.zerokei.testing.tables import GOLD, WHITE, YELLOW, arrange, placing, turn
from shinkansen.zerokei.witnesses import editions
from tests.build import tests_by_clause
from tests.fake_game import HAND, HigherCard
from tests.package import PACKAGE
from tests.zerokei.test_solo import CELLS, HIDEO, YOU, before_hideo
from tests.zerokei.test_solo import RULES as SOLO

BOOK = rulebook()
NOW = tests_by_clause.clause_tests()
SHIPPED = clause_tests()
TABLES = ((1, False), (1, True), (2, False), (3, False), (4, False))
"""Seats, and whether it is the hard game, in the order in which the command plays them."""
RECORDS = sorted((Path(__file__).parents[1] / "frozen" / "record-1").glob("*.json"))
THREE = rules_for(3)


pytestmark = pytest.mark.slow


# -- Every clause has a test


def test_every_clause_that_a_program_can_exercise_has_a_test() -> None:
    assert [clause.id for clause in NOW.untested(BOOK)] == []


def test_what_is_shipped_is_what_the_tests_say() -> None:
    assert tests_by_clause.FILE.read_text(encoding="utf-8") == NOW.text(), (
        "stale: run `python -m tests.build.tests_by_clause`"
    )
    assert read_clause_tests(NOW.text(), "tests_by_clause.json") == NOW == SHIPPED


@pytest.mark.parametrize(
    ("docstring", "ids"),
    [
        ("7.9.1.", ["7.9.1"]),
        ("7.9.1", ["7.9.1"]),
        ("11.3.1-3, 9.10.1, G-9: once for each card.", ["11.3.1", "11.3.2", "11.3.3", "9.10.1"]),
        ("5.B.5 (D-7, D-8): yen first.", ["5.B.5"]),
        ("7.17.1 (D-40), 8.6.", ["7.17.1", "8.6"]),
        ("8.2; the counter is on C, as 7.11.2 has it.", ["8.2"]),
        ("6.C.3. Also 7.4 is about this.", ["6.C.3"]),
        ("2.A,\n2.N: over two lines.", ["2.A", "2.N"]),
        ("12.7.9-10: a range of two digits.", ["12.7.9", "12.7.10"]),
        ("D-38: a fact is no clause.", []),
        ("7.9.1 asks for the token only.", []),
        ("11.5.1, D-49 read otherwise.", []),
        ("As 7.9.1 has it.", []),
        ("Chapter 11, over games.", []),
        ("Lines 41-42: five events.", []),
        ("2 yen, 3.5.2: no.", []),
        ("", []),
    ],
)
def test_a_docstring_holds_the_clauses_it_begins_with(docstring: str, ids: list[str]) -> None:
    assert tests_by_clause.listed(docstring) == ids


@pytest.mark.parametrize(
    ("name", "ids"),
    [
        ("test_7_9_1_once", ["7.9.1"]),
        ("test_5_b_7_nothing", ["5.B.7"]),
        ("test_8_7_a_fresh_ability", ["8.7"]),
        ("test_8_7_1_space_1_takes_two", ["8.7.1"]),
        ("test_4_c_12_2_4_income_of_both", ["4.C", "12.2.4"]),
        ("test_8_7_1_and_4_c_both", ["8.7.1", "4.C"]),
        ("test_12_7_9_to_12_7_10_and_8_7_a_range", ["12.7.9", "12.7.10", "8.7"]),
        ("test_11_3_cities", []),
        ("test_prepare_7_9_1", []),
        ("test_99_1_nothing", []),
    ],
)
def test_a_name_holds_the_clauses_it_begins_with(name: str, ids: list[str]) -> None:
    """A group such as 11.3 is none."""
    assert tests_by_clause.named(name, BOOK) == ids


def test_tests_are_collected_from_the_syntax_tree(tmp_path: Path) -> None:
    path = tmp_path / "test_it.py"
    path.write_text(
        'def test_8_2_one() -> None:\n    """7.9.1, 7.9: and 7.4 too."""\n\n\n'
        'def test_two() -> None:\n    """8.2."""\n\n\ndef helper_8_3() -> None:\n    """8.3."""\n',
        encoding="utf-8",
    )
    one, two = "tests/test_it.py::test_8_2_one", "tests/test_it.py::test_two"
    assert tests_by_clause.collect(BOOK, [path]) == {"7.9.1": (one,), "8.2": (one, two)}


@pytest.mark.parametrize("wrong", ["7.9.9", "13.1", "11.3.4-9"])
def test_a_clause_that_does_not_exist_is_complained_about(tmp_path: Path, wrong: str) -> None:
    path = tmp_path / "test_it.py"
    path.write_text(f'def test_it() -> None:\n    """{wrong}: nothing."""\n', encoding="utf-8")
    with pytest.raises(ValueError, match="test_it: there is no clause"):
        tests_by_clause.collect(BOOK, [path])


def test_the_tests_named_exist() -> None:
    named = {test for tests in NOW.tests.values() for test in tests}
    for test in named:
        file, _, name = test.partition("::")
        assert name in (tests_by_clause.ROOT / file).read_text(encoding="utf-8"), test
    assert len(named) > 400


# -- Every clause that can be cited is


def at_witnesses() -> Iterator[Tally]:
    """The witnesses of the rulings under both readings, and at their end everything that either reading allows."""
    for witness in witnesses(GAME):
        edition = editions()[witness.edition]
        preferred = ZeroKei(seats=witness.seats, edition=edition)
        otherwise = ZeroKei(seats=witness.seats, edition=edition, rulings={witness.slug: witness.letter})
        deal, moves = preferred.read_deal(witness.deal), [parse(line) for line in witness.moves]
        ends = [walked(rules, rules.start(deal), moves) for rules in (preferred, otherwise)]
        choices = [*preferred.legal_moves(ends[0][0]), *otherwise.legal_moves(ends[1][0])]
        for rules, (state, tally) in zip((preferred, otherwise), ends, strict=True):
            yield tally + tried(rules, state, *choices)


def walked(rules: ZeroKei, state: State, moves: list[m.Move]) -> tuple[State, Tally]:
    happened: list[object] = []
    for move in moves:
        step = rules.explain(state, move)
        state = step.state
        happened += step.happenings
    return state, Tally(1, cited(happened), final(rules, state))


def tried(rules: ZeroKei, state: State, *moves: m.Move) -> Tally:
    """Each of some moves in a state, whether it is legal or not."""
    refusals = [rules.why_not(state, move) for move in moves]
    legal = [move for move, refusal in zip(moves, refusals, strict=True) if refusal is None]
    happened = [x for move in legal for x in rules.narrate(state, move).happenings]
    return Tally(0, cited(happened), {}, cited(refusals))


def at_arranged_tables() -> Iterator[Tally]:
    """What play comes to too rarely: tables laid out for it."""
    yield tried(THREE, turn(THREE, "get-yen", {YELLOW: {"train": ("nagoya-2",)}}), m.Prepare("nagoya-2", "osaka"))
    yield tried(THREE, turn(THREE, "get-yen", {YELLOW: {"train": ("kyoto-2",)}}), m.Buy("kyoto-2", "osaka-1", (WHITE,)))
    doubled = placing(THREE, {YELLOW: {"train": ("atami-2", "hamamatsu-2", "maibara-2")}})
    yield tried(THREE, doubled, m.Place(1, (GOLD, GOLD)))
    row = ("osaka-kyoto", "osaka-1", "kyoto-1")
    poor = arrange(THREE, doubled, {YELLOW: {"yen": 2, "train": ()}}, phase=Phase.BUY, row=row, claims=(NOBODY,) * 3)
    yield tried(THREE, poor, m.Claim("osaka-kyoto", (GOLD, WHITE)))
    for round in range(5):
        done: dict[str, Any] = {"stations": dict.fromkeys(SOLO.kit.city_ids, GOLD), "tracked": SOLO.kit.city_ids}
        start = before_hideo(round, seats={HIDEO: {"cauldrons": 7}}, **done)
        board = [EMPTY if cell.startswith("c") else sight for cell, sight in zip(CELLS, start.table.board, strict=True)]
        yield tried(SOLO, attrs.evolve(start, table=attrs.evolve(start.table, board=tuple(board))), m.Finish())
    yield tried(RICH, before_hideo(0, RICH, tile=(YOU, NOBODY, NOBODY)), m.Finish())


def rewarding() -> ZeroKei:
    """A tile whose second space gives a victory point: on the tile shipped Hideo gets none but for yen."""
    sides = tuple(
        attrs.evolve(side, spaces=(side.spaces[0], Reward(vp=1), *side.spaces[2:])) for side in SOLO.edition.turn_order
    )
    return ZeroKei(seats=1, edition=attrs.evolve(SOLO.edition, turn_order=sides))


RICH = rewarding()


def test_every_clause_that_the_engine_can_cite_is_at_work_somewhere() -> None:
    """In random games for one to four, in the records kept, at the witnesses of rulings, at tables laid out."""
    total = Tally()
    for seats, hard in TABLES:
        total += played(ZeroKei(seats=seats, hard=hard), range(10))
    for path in RECORDS:
        told = read(path)
        total += recorded(rules_of(told), told)
    for tally in (*at_witnesses(), *at_arranged_tables()):
        total += tally
    assert NOW.silent(total) == ()
    assert total.seen <= {*NOW.citable}


# -- Counting


def test_the_games_of_the_contract_are_counted() -> None:
    """The fake game: a trick reveals three cards and is won by 2; each score and the outcome are by 3."""
    rules, games = HigherCard(seats=3), 5
    tally = played(rules, range(games))
    assert tally.games == games
    assert tally.fired == {"2": (3 + 1) * HAND * games}
    assert tally.scored == {"3": (3 + 1) * games}
    assert {*tally.refused} == {"1", "2", "3"}
    assert tally.refused["3"] == games  # a move after the end of each
    assert tally.seen == {"1", "2", "3"}
    assert tally.counts("2") == ((3 + 1) * HAND * games, 0, tally.refused["2"])
    assert tally.counts("9") == (0, 0, 0)


def test_without_questions_hardly_anything_is_refused() -> None:
    """Only what is said to a seat whose turn it is not, and after the end."""
    rules = HigherCard(seats=2)
    assert {*played(rules, range(4), questions=0).refused} == {"1", "3"}
    assert played(rules, range(4), questions=0).fired == played(rules, range(4)).fired


def test_tallies_add_up() -> None:
    one, other = played(THREE, [1]), played(THREE, [2])
    both = one + other
    assert both.games == 2
    for clause in both.seen:
        added = [sum(pair) for pair in zip(one.counts(clause), other.counts(clause), strict=True)]
        assert [*both.counts(clause)] == added
    assert one + Tally() == one


def test_only_what_has_a_clause_is_cited() -> None:
    things = [Refusal("a", "7.4", "No."), Refusal("b", "", "That is no move."), None, object(), Refusal("c", "7.4", "")]
    assert cited(things) == {"7.4": 2}


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_record_counts_what_its_game_did(seats: int) -> None:
    rules, rng = rules_for(seats), Random(seats)
    deal = rules.deal(rng)
    turns = [*plies(rules, rules.start(deal), at_random(rng))]
    happened = [x.clause for turn in turns for x in rules.narrate(turn.state, turn.move).happenings]
    moves = [turn.move for turn in turns]
    tally = recorded(rules, record(rules, deal, moves))
    assert (tally.games, tally.fired, tally.refused) == (1, Counter(happened), {})
    over = rules.follow(turns[-1].state, moves[-1])
    outcome = rules.outcome(over)
    assert outcome is not None
    items = [item.clause for score in rules.scores(over) for item in score.items]
    assert tally.scored == Counter([*items, outcome.clause])
    unfinished = recorded(rules, record(rules, deal, moves[:-1]))
    assert (unfinished.games, unfinished.scored) == (1, {})
    assert sum(unfinished.fired.values()) < sum(tally.fired.values())


def test_a_wrong_record_is_not_counted() -> None:
    told = read(RECORDS[0])
    plies = (attrs.evolve(told.plies[0], digest="0" * 64), *told.plies[1:])
    with pytest.raises(RecordError, match="ply 1"):
        recorded(rules_of(told), attrs.evolve(told, plies=plies))


def test_what_is_held_must_be_in_form() -> None:
    with pytest.raises(WireError, match="tests"):
        read_clause_tests('{"citable": [], "tests": []}', "tests_by_clause.json")


# -- The command


def printed(capsys: pytest.CaptureFixture[str], *arguments: str, code: int = 0) -> list[str]:
    assert main(["coverage", *arguments]) == code
    return capsys.readouterr().out.splitlines()


LAST = re.compile(
    r"277 clauses: (\d+) mechanisable, (\d+) with a test, (\d+) of (\d+) citable seen in (\d+) "
    r"(?:(?<!\b1 )games|(?<=\b1 )game)"
)


def totals(line: str) -> list[int]:
    found = LAST.fullmatch(line)
    assert found, line
    return [int(number) for number in found.groups()]


def test_the_table_has_a_line_for_each_clause(capsys: pytest.CaptureFixture[str]) -> None:
    lines = printed(capsys, "--games", "5")
    rows = {line.split()[0]: line for line in lines[1:-1] if line[0] != " "}
    assert [*rows] == [clause.id for clause in BOOK]
    assert lines[0].split() == ["clause", "title", "kind", "fired", "scored", "refused", "tests"]
    assert all(BOOK[id].title in row and BOOK[id].kind in row for id, row in rows.items())
    mechanisable, tested, seen, citable, games = totals(lines[-1])
    assert mechanisable == tested == sum(clause.program for clause in BOOK)
    assert (citable, games) == (len(SHIPPED.citable), 5)
    assert citable // 2 < seen < citable
    assert all(f"no program can exercise it: {c.because}" in "\n".join(lines) for c in BOOK if not c.program)
    fired, scored, refused, tests = rows["2.H.2"].split()[-4:]
    assert int(fired) == 1 + 1 + 2 + 3 + 4  # every player chose an engine once
    assert (scored, int(refused) > 0, int(tests)) == ("0", True, len(SHIPPED.tests["2.H.2"]))


def test_the_numbers_are_those_of_the_games(capsys: pytest.CaptureFixture[str]) -> None:
    content: Any = json.loads("\n".join(printed(capsys, "--games", "2", "--seats", "3", "--seed", "5", "--json")))
    tally = played(THREE, [5, 6])
    assert [row["id"] for row in content["clauses"]] == [clause.id for clause in BOOK]
    for row in content["clauses"]:
        assert (row["fired"], row["scored"], row["refused"]) == tally.counts(row["id"])
        assert tuple(row["tests"]) == SHIPPED.tests.get(row["id"], ())
        assert row["citable"] == (row["id"] in SHIPPED.citable)
    silent = len(SHIPPED.silent(tally))
    assert content["totals"] == {
        "clauses": 277,
        "mechanisable": 272,
        "tested": 272,
        "citable": len(SHIPPED.citable),
        "seen": len(SHIPPED.citable) - silent,
        "games": 2,
    }


def test_which_tables_are_played_at(capsys: pytest.CaptureFixture[str]) -> None:
    def tally(*arguments: str) -> dict[str, int]:
        rows: Any = json.loads("\n".join(printed(capsys, *arguments, "--json")))
        return {row["id"]: row["fired"] for row in rows["clauses"] if row["fired"]}

    solo = played(SOLO, [1, 2]).fired
    assert (
        tally("--solo", "--games", "2", "--seed", "1") == tally("--seats", "1", "--games", "2", "--seed", "1") == solo
    )
    assert tally("--hard", "--games", "1", "--seed", "1") == played(ZeroKei(seats=1, hard=True), [1]).fired
    every = [played(ZeroKei(seats=seats, hard=hard), [7 + n]) for n, (seats, hard) in enumerate(TABLES)]
    assert tally("--games", "5", "--seed", "7") == sum(every, Tally()).fired


def test_records_are_counted_and_nothing_else_unless_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    paths = [str(path) for path in RECORDS[:2]]
    content: Any = json.loads("\n".join(printed(capsys, *paths, "--json")))
    total = Tally()
    for path in RECORDS[:2]:
        told = read(path)
        total += recorded(rules_of(told), told)
    assert content["totals"]["games"] == 2
    assert {row["id"]: row["fired"] for row in content["clauses"] if row["fired"]} == total.fired
    assert totals(printed(capsys, *paths, "--games", "1")[-1])[-1] == 3


def test_silent_and_untested_narrow_the_table(capsys: pytest.CaptureFixture[str]) -> None:
    tally = played(THREE, [1964])
    lines = printed(capsys, "--silent", "--games", "1", "--seats", "3")
    assert tuple(line.split()[0] for line in lines[1:-1]) == SHIPPED.silent(tally)
    assert totals(lines[-1])[-1] == 1
    assert len(printed(capsys, "--untested", "--games", "0")) == 1


def without_two() -> ClauseTests:
    """Zero-Kei's, if two clauses had no test: one that a program can exercise, and one that none can."""
    return ClauseTests(
        SHIPPED.citable, {id: tests for id, tests in SHIPPED.tests.items() if id not in ("7.9.1", "1.2")}
    )


def test_a_clause_without_a_test_is_exit_code_1(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    other = attrs.evolve(GAME, parts={**GAME.parts, "clause_tests": f"{__name__}:without_two"})

    def found(_: str) -> Game:
        return other

    monkeypatch.setattr(registry, "game", found)
    lines = printed(capsys, "--games", "0", "--untested", code=1)
    assert [line.split()[0] for line in lines[1:-1]] == ["7.9.1"]
    assert lines[1].split()[-1] == "none"
    assert totals(lines[-1])[:2] == [272, 271]
    assert printed(capsys, "--games", "0", "--json", code=1)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--games", "-1"], "--games: found -1, expected 0 or more"),
        (["nowhere.json"], "nowhere.json: there is no such file"),
        (["--hard", "--seats", "3"], "the hard game is for one player, not for 3"),
        (["--edition", "nowhere.toml"], "nowhere.toml: there is no such file"),
    ],
)
def test_what_cannot_be_done_is_one_sentence(
    arguments: list[str], complaint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["coverage", *arguments]) == 2
    told = capsys.readouterr()
    assert told.err == f"shinkansen: {complaint}\n"
    assert told.out == ""


def test_a_record_that_is_wrong_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "wrong.json"
    text = RECORDS[0].read_text(encoding="utf-8")
    path.write_text(text.replace('"digest":"', '"digest":"0', 1), encoding="utf-8")
    assert main(["coverage", str(path)]) == 2
    assert str(path) in capsys.readouterr().err


def test_it_is_the_same_in_every_process() -> None:
    told = [
        subprocess.run(
            [sys.executable, "-m", "shinkansen", "coverage", "--games", "10", "--json"],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]


def test_core_names_no_clause() -> None:
    """The counting knows no game, so no clause either."""
    tree = ast.parse((PACKAGE / "core" / "coverage.py").read_text(encoding="utf-8"))
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    assert not [clause.id for clause in BOOK if clause.id in texts]
