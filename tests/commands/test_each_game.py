"""Everything that checks engines has a command line here that is tried on each of our games."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Final

import pytest

from shinkansen.cli import main
from shinkansen.core import registry
from shinkansen.core.game import Game
from shinkansen.readings.impact import stored
from shinkansen.readings.witnesses import others
from shinkansen.verify.judging.vectors import kills, shipped
from tests.wrong_engines import REFERENCE

GAMES = ("nextstation", "zerokei")
ALONE: Final = ("--seats", "1", "--games", "1")
UNKNOWN: Final = {"nextstation": {"score_of_ninety"}, "zerokei": set[str]()}
"""The rulings that no game over the wire can tell: the band of a solo score does not travel."""


pytestmark = pytest.mark.slow


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return registry.game(request.param)


def careless(game: Game) -> tuple[str, ...]:
    """The bundled engine that makes mistakes."""
    return (sys.executable, "-m", "shinkansen.verify.conversation.demo_engine", "--game", game.name)


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = main([*words])
    printed = capsys.readouterr()
    assert printed.err == ""
    return code, printed.out


def test_verify_conforms(game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = said(
        capsys, "verify", "--game", game.name, *ALONE, "--out", str(tmp_path / "no"), "--", *REFERENCE.words
    )
    assert code == 0
    assert "It conforms in what it offers: whose turn it is, legal moves, " in told
    assert "could not be asked" not in told


def test_verify_with_vectors_only(game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ("verify", "--game", game.name, "--vectors-only", "--out", str(tmp_path / "no"))
    code, told = said(capsys, *words, "--", *REFERENCE.words)
    assert code == 0
    asked = sum(vector.script.setting.edition == "shipped" for vector in shipped(game))
    assert f"asked: {asked} vectors, 0 games" in told


def test_verify_writes_every_kind_of_report(game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = {kind: tmp_path / f"report.{kind}" for kind in ("html", "json", "junit")}
    reports = [word for kind, file in files.items() for word in (f"--{kind}", str(file))]
    tests = ("--write-tests", str(tmp_path / "tests"))
    code, told = said(
        capsys, "verify", "--game", game.name, *ALONE, *reports, *tests, "--out", str(tmp_path / "out"), "--",
        *careless(game),
    )  # fmt: skip
    assert code == 1
    assert "It differs from the rules in" in told
    report = json.loads(files["json"].read_text(encoding="utf-8"))
    assert report["mistakes"] >= 1
    assert {one["setting"]["game"] for one in report["differences"]} == {game.name}
    assert game.title in files["html"].read_text(encoding="utf-8")
    assert f'name="{game.name}.engine"' in files["junit"].read_text(encoding="utf-8")
    written = sorted(path.suffix for path in (tmp_path / "tests").iterdir())
    assert written.count(".py") == len(report["differences"]) == len([*(tmp_path / "out").iterdir()])


def test_fingerprint(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = said(capsys, "fingerprint", "--game", game.name, "--games", "1", "--json", "--", *REFERENCE.words)
    assert code == 0
    found = json.loads(told)
    assert {each["slug"] for each in found["rulings"] if not each["known"]} == UNKNOWN[game.name]
    assert {each["slug"]: each["letter"] for each in found["rulings"]} == dict(game.register.reading())


def test_vectors(game: Game, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = said(capsys, "vectors", str(tmp_path / "here"), "--game", game.name)
    assert code == 0
    assert f"{len(shipped(game))} vectors in" in told
    assert f"{len(kills(game))} known wrong engines fail at least one of them" in told


def test_impact(game: Game, capsys: pytest.CaptureFixture[str]) -> None:
    slug, letter = others(game.register)[0]
    code, told = said(capsys, "ruling", "impact", f"{game.register[slug].id}={letter}", "--game", game.name)
    assert code == 0
    for row in stored(game).of(slug, letter):
        assert f"somebody else wins          {row.share('winner')}" in told
    assert told.count("instead of") == len(stored(game).of(slug, letter))
