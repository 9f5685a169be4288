"""The benchmark runs, says what is missing, and takes its ratios within a round; nothing here depends on speed.

And the page about speed says what the published run measured, and nothing else.
"""

from __future__ import annotations

import copy
import json
import re
import sys
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.benchmarks import __main__ as bench
from tests.benchmarks import calls, charts, growth, kept, questions, report, verifying
from tests.benchmarks.contenders import CHESS, CONTENDERS, of_rules
from tests.benchmarks.parts import PARTS, SUBJECTS, Subject
from tests.benchmarks.rounds import COMPILED, PURE, BenchmarkError, Spread, measured, spread
from tests.benchmarks.starts import STARTS, Begun, Start, begun
from tests.benchmarks.tables import CLOSER, TABLES, Table
from tests.build import speed
from tests.fake_game import HAND, HigherCard
from tests.paper.reading import misplaced, undefined

pytestmark = pytest.mark.slow
SECONDS = dict.fromkeys(PARTS, 0.0)


# -- A run ------------------------------------------------------------------------------------------------------------


def test_a_quick_run_measures_who_is_here_and_names_who_is_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def found(package: str) -> object:
        return None if package == "catanatron" else find_spec(package)

    monkeypatch.setattr(bench, "find_spec", found)
    file = tmp_path / "bench.json"
    wanted = ["zerokei-2", "zerokei-hard-checked", "catanatron-3", "tokyo-3", "london-3-by-steps", "shinkansen"]
    assert bench.main(["--quick", "--only", *wanted, "--json", str(file)]) == 0
    told, content = capsys.readouterr().out, json.loads(file.read_text(encoding="utf-8"))
    games = ["zerokei-2", "zerokei-hard-checked", "tokyo-3", *([CHESS.id] if find_spec("chess") else [])]
    assert [row["id"] for row in content["playouts"]] == games
    assert [row["call"] for row in content["calls"]] == [*calls.DURING, *calls.AT_THE_END]
    assert {"check", "legal", "digest", "scores", "new", "load"} < {row["call"] for row in content["questions"]}
    assert {row["by"] for row in content["growth"]} == {axis.words for axis in growth.AXES["nextstation"]}
    assert [row["id"] for row in content["verifying"]] == ["london-3-by-steps"]
    assert content["verifying"][0]["questions_a_second"]["median"] > 0
    assert [row["id"] for row in content["kept"]][:1] == ["tokyo-3"]
    assert [row["id"] for row in content["starts"]][:2] == ["python", "shinkansen"]
    assert all(CONTENDERS[id].plays in told for id in games)
    assert {"catanatron", "the compiled package"} <= {*content["absent"]}
    assert "Not here, so not measured:" in told
    assert content["versions"]["attrs"]
    assert content["date"]
    assert content["machine"]["cpus"]
    assert bench.main(["--quick", "--parts", "starts", "--only", "python", "--json", str(file)]) == 1
    out, err = capsys.readouterr()
    assert "bench.json" in err, "a report is never overwritten"
    assert not out, "nothing was measured in vain"


def test_wrong_arguments_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--only", "go"], ["--rounds", "0"], ["--rounds", "many"], ["--parts", "all"], ["--slice", "long"]):
        with pytest.raises(SystemExit) as ended:
            bench.main(words)
        assert ended.value.code == 2
        assert words[1] in capsys.readouterr().err


def test_who_breaks_down_is_named() -> None:
    nobody = Subject("playouts", "nobody", "nothing", lambda quick: lambda seed, seconds: None)
    with pytest.raises(BenchmarkError, match="playouts:nobody has ended without an answer"):
        measured([(nobody, PURE)], {PURE: sys.executable}, 1, SECONDS, 1, True)
    with pytest.raises(BenchmarkError, match="a start that fails ended with code 3"):
        begun(sys.executable, Start("a start that fails", "raise SystemExit(3)"))


def other_python(folder: Path) -> str:
    """A Python in whose environment the package is compiled, as far as anybody can tell."""
    file, body = folder / "python", "import sys, shinkansen\nshinkansen.compiled = True\nexec(sys.argv[-1])\n"
    file.write_text(f"#!{sys.executable} -P\n{body}", "utf-8")
    file.chmod(0o755)
    return str(file)


@pytest.mark.skipif(sys.platform == "win32", reason="a script with a first line that names its program")
def test_the_compiled_package_is_measured_in_the_same_rounds(tmp_path: Path) -> None:
    compiled = other_python(tmp_path)
    file = tmp_path / "bench.json"
    ids = ["zerokei-solo", "shinkansen"]
    assert bench.main(["--quick", "--only", *ids, "--compiled", compiled, "--json", str(file)]) == 0
    content = json.loads(file.read_text(encoding="utf-8"))
    solo = {row["build"]: row for row in content["playouts"] if row["id"] == "zerokei-solo"}
    assert [*solo] == [PURE, COMPILED]
    assert "pure" in solo[COMPILED]["ratios"]
    assert "pure" not in solo[PURE]["ratios"]
    assert {row["build"] for row in content["playouts"] if row["id"] == CHESS.id} <= {PURE}
    starts = [(row["id"], row["build"]) for row in content["starts"]]
    assert starts[:3] == [("python", PURE), ("shinkansen", PURE), ("shinkansen", COMPILED)]
    assert "the compiled package" not in content["absent"]


def test_a_package_that_is_not_compiled_is_not_taken_for_one_that_is(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--quick", "--parts", "playouts", "--only", "zerokei-solo", "--compiled", sys.executable]
    assert bench.main(words) == 1
    assert "is pure, expected the compiled one" in capsys.readouterr().err


# -- What is measured -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", TABLES.values(), ids=lambda table: table.id)
def test_each_table_of_ours_is_played_to_the_end_in_both_ways(table: Table) -> None:
    games = [one.opened() for one in of_rules(table.id, table.words, table.rules)]
    assert games[0](Random(1)) == games[0](Random(1)) == games[1](Random(1)) > 20


def test_both_games_are_there_with_every_number_of_seats_and_both_sheets() -> None:
    opened = [(table, table.rules()) for table in TABLES.values()]
    assert {rules.seats for table, rules in opened if table.game == "zerokei"} == {1, 2, 3, 4}
    for sheet in ("london", "tokyo"):
        own = [rules for _, rules in opened if getattr(rules.edition_id, "id", "") == sheet]
        assert {rules.seats for rules in own} == {1, 2, 3, 4}
        assert any(any(rules.variants.values()) for rules in own)
    assert {table.game for table in CLOSER} == {"zerokei", "nextstation"}


def test_any_ruleset_is_an_entry() -> None:
    for one in of_rules("higher-card", "Higher Card", lambda: HigherCard(seats=4)):
        assert one.opened()(Random(1)) == 4 * HAND
    costs = calls.opened(HigherCard(seats=2))("1", 0.0)
    assert [*costs] == [*calls.DURING, *calls.AT_THE_END]
    assert kept.opened(kept.of_rules(HigherCard(seats=2)), 2)("1", 0.0)


def test_questions_are_answered_and_not_refused() -> None:
    """An error would be fast."""
    for table in CLOSER:
        for name, asked in questions.asked(table, 1).items():
            for server, line in asked:
                reply = server.answer(json.loads(line))
                assert not {"errored", "skipped", "refused"} & {*reply}, name
                assert reply.get("legal", True) is True


def test_positions_are_sorted_by_what_the_axis_says() -> None:
    for table in CLOSER:
        rules = table.rules()
        for axis in growth.AXES[table.game]:
            steps = growth.sorted_into_steps(rules, axis, 2, few=1)
            assert len(steps) > 2
            for least, step in steps.items():
                following = [begin for begin in axis.steps if begin > least]
                for state, move in step:
                    amount = axis.of(rules, state)
                    assert amount is not None
                    assert least <= amount < (following[0] if following else amount + 1)
                    assert move in rules.legal_moves(state)


@pytest.mark.parametrize("way", verifying.WAYS)
def test_questions_of_a_check_are_counted(way: str) -> None:
    for id in ("zerokei-2", "tokyo-1"):
        asked, seconds = verifying.opened(TABLES[id], way, 1)("1", 0.0)
        assert asked > 50
        assert seconds > 0


def test_kept_states_are_counted_by_what_they_add() -> None:
    """Ten kilobytes each, and one thing that all share."""
    shared = bytes(1_000_000)
    measure = kept.opened(lambda rng: [(shared, bytes(10_000 + at)) for at in range(20)], 2)
    found: float = measure("1", 0.0)
    assert 10_000 < found < 10_500


# -- What is reported -------------------------------------------------------------------------------------------------


def subject(part: str, id: str) -> Subject:
    return Subject(part, id, id.capitalize(), SUBJECTS["playouts:chess"].opened)


def test_ratios_are_taken_within_a_round() -> None:
    """The machine is ten times as slow in the second round: for both, so it makes no difference."""
    answers: Any = {
        (subject("playouts", CHESS.id), PURE): [(1, 500, 1.0), (1, 50, 1.0), (1, 500, 1.0)],
        (subject("playouts", "ours"), PURE): [(10, 1000, 1.0), (1, 100, 1.0), (10, 500, 0.5)],
        (subject("playouts", "ours"), COMPILED): [(10, 4000, 1.0), (1, 400, 1.0), (10, 2000, 0.5)],
        (subject("calls", "ours"), PURE): [{"follow": us, "digest": 3 * us} for us in (10.0, 100.0, 10.0)],
    }
    starts = {("shinkansen", PURE): [Begun(30.0, ()), Begun(20.0, ()), Begun(100.0, ())]}
    content = report.about(3, answers, starts, ["go"])
    _, pure, compiled = content["playouts"]
    assert pure["ratios"] == {"chess": {"median": 2.0, "low": 2.0, "high": 2.0}}
    assert compiled["ratios"]["pure"] == {"median": 4.0, "low": 4.0, "high": 4.0}
    assert pure["moves_a_second"] == {"median": 1000.0, "low": 550.0, "high": 1000.0}
    assert pure["moves_a_game"] == 76.2
    assert content["calls"][1]["times"] == {"median": 3.0, "low": 3.0, "high": 3.0}
    assert content["starts"][0]["cpu_ms"] == {"median": 30.0, "low": 25.0, "high": 65.0}
    lines = [*report.tables(content)]
    assert any("2.00 (2.00-2.00)" in line and line.endswith(" Ours") for line in lines)
    assert any("8.00 (8.00-8.00)" in line and line.endswith(" Ours, compiled") for line in lines)
    assert any("3.00 (3.00-3.00)" in line and line.endswith(" digest; Ours") for line in lines)
    assert any(line.endswith("not measured: go.") for line in lines)


def test_the_spread_of_figures() -> None:
    assert spread([3.0]) == Spread(3.0, 3.0, 3.0)
    assert spread([5.0, 1.0, 3.0, 2.0, 4.0]) == Spread(3.0, 2.0, 4.0)


# -- What is published ------------------------------------------------------------------------------------------------


def published() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(speed.FILE.read_text(encoding="utf-8"))
    return found


def with_compiled(found: dict[str, Any]) -> dict[str, Any]:
    """The same run as if the compiled package had been measured too, three times as fast."""
    found = copy.deepcopy(found)
    rows = [row for row in found["playouts"] if row["build"] == PURE and speed.is_ours(row["id"], found)]
    found["playouts"] = [row for row in found["playouts"] if row["build"] == PURE]
    for row in rows:
        other = copy.deepcopy(row) | {"build": COMPILED}
        other["ratios"] = {name: {key: 3 * each for key, each in s.items()} for name, s in row["ratios"].items()}
        found["playouts"].append(other)
    found["growth"] += [row | {"build": COMPILED} for row in found["growth"] if row["build"] == PURE]
    return found


def test_the_page_and_its_charts_are_those_of_the_published_run() -> None:
    """`python -m tests.build.speed` writes them."""
    text, found = speed.PAGE.read_text(encoding="utf-8"), published()
    assert speed.page(text, found) == text
    assert report.written(found) == speed.FILE.read_text(encoding="utf-8")
    for file, drawn in speed.CHARTS.items():
        assert drawn(found).svg == file.read_text(encoding="utf-8")


def test_no_figure_of_the_page_is_typed_by_hand() -> None:
    """But for what was tried while the code was made faster, and is no part of any run."""
    text = re.sub(r"(?s)## What paid\n.*?(?=## What a call costs)", "", speed.by_hand(speed.PAGE.read_text("utf-8")))
    assert "## Where we are slower" in text
    assert re.findall(r".*\d.*", text) == []
    assert not re.search(r"\d", speed.by_hand("<!-- about -->\n1\n<!-- end about -->"))


def test_the_published_run_measured_all_parts_and_every_table() -> None:
    found = published()
    ids = {row["id"] for row in found["playouts"]}
    assert {*TABLES} <= ids
    assert CHESS.id in ids
    assert {row["id"] for row in found["starts"]} >= {id for id, start in STARTS.items() if start.ours}
    assert {row["id"] for row in found["verifying"]} >= {"zerokei-3-called", "london-3-by-steps"}
    for part in ("calls", "questions", "growth", "kept"):
        assert {row["id"] for row in found[part]} >= {table.id for table in CLOSER}


def test_who_is_faster_is_said() -> None:
    found = published()
    for row in found["playouts"]:
        row["ratios"]["chess"]["median"] = 6.0 if row["id"] == "spiel-chess" else 3.0
    told = [*speed.slower(found)]
    builds = {row["build"] for row in found["playouts"]}
    everyone = [f"2.0 times as fast as {game}, {build}" for game in ("Zero-Kei", "Next Station") for build in builds]
    assert len(told) == 1
    assert all(each in told[0] for each in everyone)


@pytest.mark.parametrize("reached", [("aim reached", 3.0), ("the least reached", 2.5), ("not reached", 2.0)])
def test_aims_are_judged(reached: tuple[str, float]) -> None:
    verdict, ratio = reached
    found = published()
    for row in found["playouts"]:
        row["ratios"]["chess"]["median"] = ratio
    assert f"| {verdict} |" in [*speed.aims(found)][2]


def test_nothing_overlaps_in_the_charts() -> None:
    for found in (published(), with_compiled(published())):
        for drawn in (charts.bars(found), charts.growth(found)):
            assert misplaced(drawn) == []
            assert undefined(drawn) == set()
