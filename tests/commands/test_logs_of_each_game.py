"""What people wrote down, given to the wrong command: it is told which one reads it, whatever the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from shinkansen.cli import main
from shinkansen.core.log_text import LogError, with_game

GAMES = ("nextstation", "zerokei")


@pytest.fixture(params=GAMES)
def log(request: pytest.FixtureRequest, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """The log of a game, as `record show --log` writes it."""
    file, written = tmp_path / "game.json", tmp_path / "evening.txt"
    name: str = request.param
    assert main(["record", "play", "--game", name, "--seats", "2", "--seed", "3", "-o", str(file)]) == 0
    capsys.readouterr()
    assert main(["record", "show", str(file), "--log", *(["--seat", "1"] if name == "nextstation" else [])]) == 0
    written.write_text(capsys.readouterr().out, encoding="utf-8")
    return written


@pytest.mark.parametrize("command", ["picture F", "record show F", "record verify F", "replay F -o no.html"])
def test_a_log_given_for_a_record_is_told_to_be_one(
    command: str, log: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(log) if word == "F" else word for word in command.split()]) == 2
    told = capsys.readouterr().err
    assert f"{log}: is no JSON; if people wrote down a game in it, `shinkansen check {log}` reads it" in told


def test_a_broken_record_is_still_told_to_be_broken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text('{"format": ', encoding="utf-8")
    assert main(["record", "show", str(broken)]) == 2
    assert "is not valid JSON" in capsys.readouterr().err


def test_a_file_that_names_two_games_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    two = tmp_path / "two.txt"
    two.write_text("game nextstation\ngame zerokei\nround 1: purple\n", encoding="utf-8")
    assert main(["check", str(two)]) == 2
    assert f"{two}: line 2: the game is named in line 1 already" in capsys.readouterr().err
    with pytest.raises(LogError, match="line 1: found `game`, expected the name of a game after it"):
        with_game("a text", "game")
