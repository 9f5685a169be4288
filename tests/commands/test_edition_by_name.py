"""`--edition` takes a file or the name of an edition that comes with the game, in every command that has it."""

from __future__ import annotations

from pathlib import Path

import pytest

from shinkansen.cli import main

Printed = pytest.CaptureFixture[str]
NAMED = [("zerokei", "busy Hideo"), ("nextstation", "tokyo")]


def told(capsys: Printed, *words: str, code: int = 0) -> str:
    assert main(words) == code
    out, err = capsys.readouterr()
    return err if code == 2 else out


@pytest.mark.parametrize(("game", "name"), NAMED)
def test_a_game_is_played_recorded_and_verified_with_an_edition_by_its_name(
    game: str, name: str, tmp_path: Path, capsys: Printed
) -> None:
    file = str(tmp_path / "game.json")
    told(capsys, "record", "play", "--game", game, "--seats", "2", "--edition", name, "-o", file)
    # The record names its edition, so it need not be said again; another is refused.
    verified = told(capsys, "record", "verify", file)
    assert "verified" in verified
    assert told(capsys, "record", "verify", file, "--edition", name) == verified
    usual = {"zerokei": "shipped", "nextstation": "london"}[game]
    assert "was played with the edition" in told(capsys, "record", "verify", file, "--edition", usual, code=2)
    assert "plies" in told(capsys, "record", "show", file)
    assert main(["coverage", file]) in (0, 1)  # 1 if a clause has no test
    assert "seen in 1 game" in capsys.readouterr().out


def test_a_demo_is_played_on_another_sheet(capsys: Printed) -> None:
    assert "of the loop not reached" in told(capsys, "demo", "--game", "nextstation", "--edition", "tokyo")
    assert "of the loop" not in told(capsys, "demo", "--game", "nextstation")


@pytest.mark.parametrize(("game", "name"), NAMED)
def test_an_edition_is_shown_and_checked_by_its_name(game: str, name: str, capsys: Printed) -> None:
    assert told(capsys, "edition", "show", name, "--game", game) != told(capsys, "edition", "show", "--game", game)
    assert f"{name}: a valid edition" in told(capsys, "edition", "check", name, "--game", game)


def test_the_file_to_fill_in_can_begin_as_any_edition_that_has_one(tmp_path: Path, capsys: Printed) -> None:
    file = str(tmp_path / "mine.toml")
    told(capsys, "edition", "init", file, "--game", "nextstation", "--edition", "tokyo")
    assert told(capsys, "edition", "show", file, "--json", "--game", "nextstation").count('"book":"tokyo"') == 1
    assert "expected 'shipped'" in told(capsys, "edition", "init", "x", "--edition", "busy Hideo", code=2)
    assert "expected 'london' or 'tokyo'" in told(
        capsys, "edition", "init", "x", "--game", "nextstation", "--edition", "tokio", code=2
    )
    assert not Path("x").exists()


@pytest.mark.parametrize(
    "words",
    [
        ("coverage", "--games", "1"),
        ("record", "play", "-o", "x"),
        ("demo",),
        ("verify", "--", "nothing"),
        ("fingerprint", "--", "nothing"),
        ("edition", "show"),
        ("edition", "check"),
    ],
)
def test_a_wrong_name_is_one_error_that_lists_the_right_ones(words: tuple[str, ...], capsys: Printed) -> None:
    command, *others = words
    wrong = ["tokio"] if command == "edition" else ["--edition", "tokio"]
    given = [command, *others, *wrong] if "--" not in others else [command, *wrong, "--game", "nextstation", *others]
    given += [] if "--game" in given else ["--game", "nextstation"]
    assert "there is no edition 'tokio' and no such file; expected 'london' or 'tokyo' or 'small', or a file" in told(
        capsys, *given, code=2
    )
