"""`shinkansen demo`: a whole game that a person can follow."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from shinkansen.cli import main
from shinkansen.zerokei.rulebook import rulebook


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_game_is_told(seats: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--seats", str(seats), "--seed", "7"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len([line for line in lines if " begins: " in line]) == 5
    assert len([line for line in lines if re.fullmatch(r"[A-Z][a-z]+: -?\d+ victory points", line)]) == seats
    assert re.search(r"\(11\.7\.\d\)\.$", lines[-1])
    cited = set(re.findall(r"\((\d+\.[\w.]+?)\)", "\n".join(lines)))
    assert len(cited) > 20
    assert cited <= {clause.id for clause in rulebook()}


def test_the_same_seed_tells_the_same_game(capsys: pytest.CaptureFixture[str]) -> None:
    told: list[str] = []
    for seed in ("3", "3", "4"):
        assert main(["demo", "--seed", seed]) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1] != told[2]


@pytest.mark.parametrize("words", [["demo"], ["record", "play", "-o", "game.json"]])
def test_a_game_can_be_played_by_another_reading(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main([*words, "--seed", "3", "--rulings", "R29-b, Own-track-first=B"]) == 0
    if words[0] == "record":
        assert main(["record", "show", "game.json"]) == 0
    told = capsys.readouterr().out
    assert "\nRuling R29=b: Must the ground of a city be prepared before its track is laid? Yes" in told
    assert "\nRuling R30=b: " in told
    assert main([*words, "--rulings", "R29=b track_needs_ground=b"]) == 2
    assert "--rulings: the ruling track_needs_ground (R29) is named twice" in capsys.readouterr().err


def test_final_scores_sum(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--seed", "11"]) == 0
    printed = capsys.readouterr().out
    totals = re.findall(r"^\w+: (-?\d+) victory points\n((?: +-?\d+  .*\n)+)", printed, re.MULTILINE)
    assert len(totals) == 3
    for total, items in totals:
        assert int(total) == sum(int(item) for item in re.findall(r"^ +(-?\d+)  ", items, re.MULTILINE))


def test_a_wrong_number_of_seats_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["demo", "--seats", "5"])
    assert stopped.value.code == 2
    assert "--seats" in capsys.readouterr().err
