"""Whoever forgets to name the game is told which one has what was meant."""

from __future__ import annotations

import sys

import pytest

from shinkansen.cli import main as shinkansen
from shinkansen.core import registry

ENGINE = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    said = {"wire": 1, "name": "other", "version": "", "language": "", "capabilities": []}
    said["games"] = ["chess", "nextstation"]
    print(json.dumps({"seq": asked["seq"], **(said if asked["cmd"] == "start" else {})}), flush=True)
    if asked["cmd"] == "stop":
        break
"""


@pytest.mark.slow
def test_an_engine_of_another_game_is_told_how_to_ask_for_that(capsys: pytest.CaptureFixture[str]) -> None:
    assert shinkansen(["verify", "--out", "nowhere", "--", sys.executable, "-c", ENGINE]) == 2
    told = " ".join("".join(capsys.readouterr()).split())
    assert "It plays 'chess' and 'nextstation', expected 'zerokei' among its games." in told
    assert "To check it as an engine of that game, add --game nextstation." in told


@pytest.mark.parametrize(
    ("command", "written", "meant"),
    [
        ("clause", "L.8.3", "nextstation:L.8.3"),
        ("clause", "L.14", "nextstation:L.14"),
        ("ruling", "central_station", "nextstation:central_station"),
    ],
)
def test_what_only_another_game_has_is_named_with_that_game(
    command: str, written: str, meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shinkansen([command, "show", written]) == 2
    assert capsys.readouterr().err.endswith(f"but another game has one: {meant}\n")
    assert shinkansen([command, "show", meant]) == 0
    assert shinkansen([command, "show", f"zerokei:{written}"]) == 2
    assert meant not in capsys.readouterr().err.partition("expected")[0]


@pytest.mark.parametrize(
    ("words", "other"),
    [
        (["ruling", "show", "r46-a"], "nextstation:R46"),
        (["ruling", "show", "nextstation:R46"], "zerokei:R46"),
        (["clause", "show", "1.1"], "nextstation:1.1"),
    ],
)
def test_what_another_game_has_under_the_same_number_is_named(
    words: list[str], other: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """It may have been meant; R90 is only one game's."""
    assert shinkansen(words) == 0
    assert f"the same number in another game: {other}\n" in capsys.readouterr().out
    assert shinkansen(["ruling", "show", "R90"]) == 0
    assert "another game" not in capsys.readouterr().out


@pytest.mark.parametrize("command", ["verify", "demo", "perft"])
@pytest.mark.parametrize("name", registry.names())
def test_help_says_whose_variants_it_lists_and_how_to_see_the_others(
    command: str, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        shinkansen([command, "--game", name, "--help"])
    told = " ".join(capsys.readouterr().out.split())
    game = registry.game(name)
    assert f"variants are those of {game.title}; `--game NAME --help` lists another game's." in told
    assert all(f"--{each.name.replace('_', '-')}" in told for each in game.variants)
