"""The command line with a game that we do not ship: the commands know none by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from shinkansen.cli import main
from shinkansen.core.game import Game


def test_a_second_game_is_listed(second_game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    out = capsys.readouterr().out
    assert "higher-card  Higher Card, version 1 of the rules\n  for 2 or 3 or 4\n  parts: clause_tests\n" in out
    assert "zerokei  Shinkansen: Zero-Kei, version 2 of the rules\n" in out


def test_a_record_is_played_shown_and_verified(
    second_game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "game.json")
    assert main(["record", "play", "--game", "higher-card", "--seats", "2", "-o", path]) == 0
    assert main(["record", "verify", path]) == 0
    capsys.readouterr()
    assert main(["record", "show", path]) == 0
    assert capsys.readouterr().out.startswith(
        "A game of Higher Card for 2: seat 0, seat 1. From a record of 6 plies.\n"
    )
