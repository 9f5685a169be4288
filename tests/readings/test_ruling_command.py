"""`shinkansen ruling` with a game that we do not ship: the command knows none by name."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from shinkansen.cli import main
from shinkansen.core import registry
from shinkansen.core.game import Game
from shinkansen.core.record import read, verify
from shinkansen.readings.impact import stored
from shinkansen.readings.witnesses import rules_for
from tests.fake_game_package import offer


@pytest.fixture
def tokens(games_folder: Path) -> Game:
    """Tokens beside the games that are installed, with what it stores."""
    offer(games_folder, "tokens", tokens="tests.readings.tokens:TOKENS")
    return registry.game("tokens")


@pytest.fixture
def bare(games_folder: Path) -> Game:
    """Tokens without anything stored."""
    offer(games_folder, "tokens", tokens="tests.readings.tokens:BARE")
    return registry.game("tokens")


def said(words: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["ruling", *words.split()]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("asked", ["R1 --game tokens", "tokens:R1", "tokens:R1@1 --game zerokei"])
def test_a_game_is_named_by_an_option_or_by_the_citation(
    asked: str, tokens: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    told = said(f"show {asked}", capsys)
    assert told.startswith("R1  three  [switchable]\n")
    assert "  witness b: legality differs; 2 players, 1 move.\n" in told
    share = stored(tokens).of("three", "b")[0].share("winner")
    assert f"  impact b: another winner in {share}\n" in told
    assert "cite: tokens:R1@1 (Tokens, ruling R1, rules version 1;" in told


def test_the_rulings_of_a_game_are_listed(tokens: Game, capsys: pytest.CaptureFixture[str]) -> None:
    told = said("list --game tokens", capsys)
    assert all(ruling.question in told for ruling in tokens.register)
    assert told.endswith("4 rulings, 4 switchable\n")


def test_a_witness_is_told_and_recorded(tokens: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.json"
    told = said(f"witness tokens:R1=b --record {file}", capsys)
    assert told.startswith("R1  three: May the last three tokens be taken at once?\n")
    assert " 1. Seat 0: Take 1.\nNow different moves are legal:\n" in told
    assert "  under b: Seat 1 may: Take 3.\n" in told
    kept = read(file)
    verify(rules_for(tokens, 2), kept)
    assert json.loads(file.read_text(encoding="utf-8"))["settings"]["game"] == "tokens"


def test_impact_is_told_as_stored_and_measured_now(tokens: Game, capsys: pytest.CaptureFixture[str]) -> None:
    row = stored(tokens).of("tie", "b")[0]
    told = said("impact R4 --game tokens", capsys)
    assert (
        "b instead of a, 30 pairs of games of random moves with 2 players, measured on 2026-11-18, seed 1964:" in told
    )
    assert f"somebody else wins          {row.share('winner')}" in told
    now = said("impact tokens:R4 --games 5", capsys)
    assert "5 pairs of games of random moves with 2 players, measured now, seed 1964:" in now
    assert f"somebody else wins          {row.first(5).share('winner')}" in now


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        ("witness tokens:R1", "Tokens has no witnesses of its rulings."),
        (
            "impact tokens:R1",
            "Tokens has no stored measurement of impact; expected --games N, to play",
        ),
    ],
)
def test_what_a_game_lacks_is_one_sentence(
    asked: str, answer: str, bare: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ruling", *asked.split()]) == 2
    shown = capsys.readouterr()
    assert not shown.out
    assert answer in shown.err.replace("\n", " ")
    assert shown.err.count("\n") <= 2


def test_without_anything_stored_rulings_are_shown_and_measured(bare: Game, capsys: pytest.CaptureFixture[str]) -> None:
    told = said("show tokens:R1", capsys)
    assert "witness" not in told
    assert "impact" not in told
    assert "measured now, seed 1964:" in said("impact tokens:R1=b --games 4", capsys)


def test_a_game_without_pictures_says_so_before_it_tells_anything(
    tokens: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ruling", "witness", "tokens:R1", "--pictures", str(tmp_path / "new")]) == 2
    shown = capsys.readouterr()
    assert not shown.out
    assert "Tokens has no pictures." in shown.err
    assert not (tmp_path / "new").exists()
