"""`shinkansen perft` and `shinkansen campaign`: what they print, and that a campaign goes on where it was."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

from shinkansen.cli import main
from shinkansen.core import registry

GAMES = {"zerokei": "2 2 8 24 120 3,832", "nextstation": "3 9 105 1,260 4,428"}
"""The published counts for two seats."""

Printed = pytest.CaptureFixture[str]


def told(capsys: Printed, *words: str, code: int = 0) -> str:
    assert main(words) == code
    out, err = capsys.readouterr()
    return err if code == 2 else out


def column(out: str) -> list[str]:
    return [line.split()[-1] for line in out.splitlines()]


@pytest.mark.parametrize("game", GAMES)
def test_perft_counts_by_depth(game: str, capsys: Printed) -> None:
    counts = GAMES[game].split()
    words = ["perft", "--game", game, "--seats", "2", "--seed", "1", "--depth", str(len(counts))]
    assert column(told(capsys, *words)) == counts
    divided = told(capsys, *words, "--divide")
    assert sum(int(line.split()[0].replace(",", "")) for line in divided.splitlines()) == int(
        counts[-1].replace(",", "")
    )
    by_kind = told(capsys, *words, "--kinds")
    assert sum(int(line.split()[0].replace(",", "")) for line in by_kind.splitlines()) == int(
        counts[-1].replace(",", "")
    )


@pytest.mark.parametrize("game", GAMES)
def test_perft_of_a_position_in_one_line(game: str, capsys: Printed) -> None:
    rules = registry.game(game).open({"seats": 2})
    position = rules.position(rules.start(rules.deal(Random(1))), hidden=True)
    assert column(told(capsys, "perft", position, "--depth", "3")) == GAMES[game].split()[:3]


@pytest.mark.slow
def test_perft_goes_on_where_it_was(tmp_path: Path, capsys: Printed) -> None:
    file = str(tmp_path / "progress")
    words = ["perft", "--seats", "2", "--seed", "1", "--depth", "6", "--progress", file]
    assert column(told(capsys, *words, "--jobs", "2")) == GAMES["zerokei"].split()
    assert column(told(capsys, *words, "--jobs", "1")) == GAMES["zerokei"].split()
    status = told(capsys, "campaign", "status", file).splitlines()
    assert re.fullmatch(r"epoch 0: 120 of 120 shards done", status[1])
    assert status[-1] == "so far: perft 6: 3,832"
    other = ["perft", "--seats", "2", "--seed", "2", "--depth", "6", "--progress", file, "--jobs", "1"]
    assert "it is the progress of another campaign" in told(capsys, *other, code=2)


def test_of_several_deep_trees_the_deepest_is_kept(
    tmp_path: Path, capsys: Printed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shinkansen.commands.perft.MANY", 20)
    file = str(tmp_path / "progress")
    words = ["perft", "--seats", "2", "--seed", "1", "--depth", "6", "--progress", file, "--jobs", "1"]
    for _ in range(2):
        assert column(told(capsys, *words)) == GAMES["zerokei"].split()
    assert "so far: perft 6: 3,832" in told(capsys, "campaign", "status", file)


def test_a_campaign_of_any_kind(tmp_path: Path, capsys: Printed) -> None:
    settings, file = tmp_path / "settings.json", str(tmp_path / "progress")
    settings.write_text(json.dumps({"shards": 5, "raises": [3]}))
    words = ["campaign", "run", "tests.campaign.kinds:TROUBLE", "--settings", str(settings), "--jobs", "1"]
    out = told(capsys, *words, "--progress", file, code=1)
    assert out.splitlines()[0] == "left out: shard 3 of epoch 0: ValueError: shard 3 is wrong"
    assert "4 shards come to" in out
    status = told(capsys, "campaign", "status", file, code=1)
    assert ": 4 of 5 shards done" in status
    assert "it is not running: start the same command again to go on" in status
    assert "left out: shard 3 of epoch 0" in status


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["perft", "--depth", "0"], "--depth: found 0, expected 1 to 60"),
        (["perft", "--depth", "3", "--jobs", "0"], "--jobs: found 0, expected 1 to 1,000"),
        (["perft", "nonsense", "--depth", "2"], "nonsense: there is no such file"),
        (["campaign", "status", "nowhere"], "nowhere: there is no such file"),
        (["campaign", "run", "nothing"], "expected module:object"),
        (["campaign", "run", "tests.campaign.kinds:CHAIN", "--settings", "nowhere.json"], "there is no such file"),
    ],
)
def test_what_cannot_be_done_is_told(words: list[str], why: str, capsys: Printed) -> None:
    said = told(capsys, *words, code=2)
    assert why in said
    assert "Traceback" not in said
