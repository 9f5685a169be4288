"""The benchmark runs, says what is missing, and takes its ratios within a round; nothing here depends on speed."""

from __future__ import annotations

import json
from importlib.util import find_spec
from pathlib import Path
from random import Random

import pytest

from tests.benchmarks import __main__ as bench
from tests.benchmarks import calls, report
from tests.benchmarks.contenders import CHESS, CONTENDERS, OURS, Contender, of_rules
from tests.benchmarks.rounds import BenchmarkError, Slice, Spread, measured, spread
from tests.fake_game import HAND, HigherCard

pytestmark = pytest.mark.slow


def test_a_quick_run_measures_who_is_here_and_names_who_is_not(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def found(package: str) -> object:
        return None if package == "catanatron" else find_spec(package)

    monkeypatch.setattr(bench, "find_spec", found)
    file = tmp_path / "bench.json"
    wanted = ["zerokei-2", "zerokei-hard-checked", "catanatron-3"]
    assert bench.main(["--quick", "--only", *wanted, "--json", str(file)]) == 0
    told, content = capsys.readouterr().out, json.loads(file.read_text(encoding="utf-8"))
    measured_here = [*([CHESS.id] if find_spec("chess") else []), *wanted[:2]]
    assert [row["id"] for row in content["playouts"]] == measured_here
    assert [row["call"] for row in content["calls"]] == [*calls.DURING, *calls.AT_THE_END]
    assert all(CONTENDERS[id].plays in told for id in measured_here)
    assert "catanatron" in content["absent"]
    assert "Not installed, so not measured:" in told
    assert content["versions"]["attrs"]
    assert content["date"]
    assert content["machine"]["cpus"]
    assert bench.main(["--quick", "--only", "zerokei-2", "--json", str(file)]) == 1, "a report is never overwritten"


def test_wrong_arguments_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--only", "go"], ["--rounds", "0"], ["--rounds", "many"]):
        with pytest.raises(SystemExit) as ended:
            bench.main(words)
        assert ended.value.code == 2
        assert words[1] in capsys.readouterr().err


def test_a_contender_that_breaks_down_is_named() -> None:
    with pytest.raises(BenchmarkError, match="nobody has ended without an answer"):
        measured([Contender("nobody", "nothing", lambda: lambda rng: 1)], 1, 0.0, 1)


@pytest.mark.parametrize("one", OURS, ids=lambda one: one.id)
def test_each_of_ours_plays_a_whole_game(one: Contender) -> None:
    game = one.opened()
    assert game(Random(1)) == game(Random(1)) > 20


def test_any_ruleset_is_an_entry() -> None:
    for one in of_rules("higher-card", "Higher Card", lambda: HigherCard(seats=4)):
        assert one.opened()(Random(1)) == 4 * HAND
    assert {*calls.costs(HigherCard(seats=2), 1, 0.0, 1)} == {*calls.DURING, *calls.AT_THE_END}


def test_ratios_are_taken_within_a_round() -> None:
    """The machine is ten times as slow in the second round: for both, so it makes no difference."""
    ours = Contender("ours", "Ours", lambda: lambda rng: 1)
    slices = {
        CHESS.id: [Slice(1, 500, 1.0), Slice(1, 50, 1.0), Slice(1, 500, 1.0)],
        "ours": [Slice(10, 1000, 1.0), Slice(1, 100, 1.0), Slice(10, 500, 0.5)],
    }
    costs = {"follow": [10.0, 100.0, 10.0], "digest": [30.0, 300.0, 30.0]}
    content = report.about([CHESS, ours], slices, costs)
    row = content["playouts"][1]
    assert row["ratio_to_chess"] == {"median": 2.0, "low": 2.0, "high": 2.0}
    assert row["moves_a_second"] == {"median": 1000.0, "low": 550.0, "high": 1000.0}
    assert row["moves_a_game"] == 76.2
    assert content["calls"][1]["times_follow"] == {"median": 3.0, "low": 3.0, "high": 3.0}
    lines = [*report.tables(content)]
    assert any("2.00 (2.00-2.00)" in line and line.endswith(" Ours") for line in lines)
    assert any("3.00 (3.00-3.00)" in line and line.endswith(" digest") for line in lines)


def test_the_spread_of_figures() -> None:
    assert spread([3.0]) == Spread(3.0, 3.0, 3.0)
    assert spread([5.0, 1.0, 3.0, 2.0, 4.0]) == Spread(3.0, 2.0, 4.0)
