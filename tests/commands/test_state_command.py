"""`shinkansen state check`: states in the files that hold them, and what is told about them."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from shinkansen.cli import main
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.verify.judging.vectors import shipped as vectors
from shinkansen.zerokei.edition_check import shipped
from shinkansen.zerokei.game import GAME
from tests.zerokei.test_well_formed import ODD, REFUSED, games


def checked(capsys: pytest.CaptureFixture[str], path: Path, content: Any, *more: str) -> tuple[int, str]:
    """The exit code for a file, and what was told."""
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    code = main(["state", "check", str(path), *more])
    out, err = capsys.readouterr()
    assert bool(err) == (code == 2)
    return code, out + err


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "state.json"


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_a_state_of_a_game_is_plausible(seats: int, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for text in games(seats)[::37]:
        code, told = checked(capsys, file, text)
        assert (code, told.count("\n")) == (0, 1)
        assert told.startswith(f"{file}: plausible, all invariants of states hold; ")


def test_what_does_not_hold_is_told_with_its_clauses(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = checked(capsys, file, ODD["a cauldron too many"].spoilt)
    assert code == 1
    first, last = told.splitlines()
    assert first == (
        "cauldrons (2.F, 7.16.1, 12.1.1, 12.6.5): Cauldrons of seat 0: found 8, expected 7. "
        "Each player's cauldrons are in the play area or at a venue."
    )
    assert (
        last == f"{file}: implausible, 1 invariant does not hold; it can be played on, and {last.rpartition('and ')[2]}"
    )


@pytest.mark.parametrize("case", ["no engine in a turn", "an empty deck", "a city with track four times"])
def test_what_cannot_be_played_on_is_told_in_one_sentence(
    case: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, told = checked(capsys, file, REFUSED[case].spoilt)
    assert code == 2
    assert told.startswith(f"shinkansen: {file}: state.")
    assert told.count("\n") == 1


def held(state: Any, **more: Any) -> list[Any]:
    """A state in each kind of file that holds one with the rules it is for."""
    setting = {"game": "zerokei", "seats": 3, "hard": False, **more}
    return [
        {"seq": 4, "cmd": "load", **setting, "edition": shipped().to_json(), "state": state},
        {
            "id": "a vector",
            "cites": [],
            "class": "legal",
            **setting,
            "start": {"state": state},
            "moves": [],
            "asks": [],
        },
        {"format": 1, "edition": "a digest", "setting": setting, "start": {"state": state}, "moves": [], "asks": []},
    ]


def test_a_state_is_found_in_a_request_a_vector_and_an_artefact(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    case = ODD["a memory that the reading does not need"]
    for rulings, expected in (({}, 1), ({"bought_card": "b"}, 0)):
        for content in held(case.spoilt, rulings=rulings):
            assert checked(capsys, file, content)[0] == expected


def test_every_shipped_vector_that_starts_from_a_state_is_told(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Most of them are corners, bent on purpose."""
    codes = [checked(capsys, file, vector.json())[0] for vector in vectors(GAME) if not vector.script.dealt]
    assert {*codes} == {0, 1}


def test_the_reading_and_the_edition_can_be_given(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = ODD["a memory that the reading does not need"].spoilt
    assert checked(capsys, file, odd)[0] == 1
    assert checked(capsys, file, odd, "--rulings", "bought_card=b")[0] == 0
    assert checked(capsys, file, odd, "--rulings", "bought_card")[0] == 2
    own: Any = shipped().to_json()
    own["figures"]["cauldrons"] = 8
    (tmp_path / "own.json").write_text(json.dumps(own), encoding="utf-8")
    good = games(3)[40]
    assert checked(capsys, file, good)[0] == 0
    code, told = checked(capsys, file, good, "--edition", str(tmp_path / "own.json"))
    assert (code, told.count("found 7, expected 8")) == (1, 3)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"seats": 2}, "state.table.seats: found 3 items, expected 2"),
        ({"seats": True}, "setting.seats: found true, expected a whole number"),
        ({"seats": 9}, "there are 9 seats"),
        ({"hard": True}, "the hard game is for one player"),
        ({"game": "chess"}, "setting.game: found 'chess', expected 'nextstation' or 'zerokei'"),
        ({"rulings": {"bought_card": "z"}}, "bought_card"),
        ({"edition": "mine"}, "give it with --edition FILE"),
        ({"edition": {"id": "mine"}}, "edition"),
        ({"edition": 3}, "found 3|expected"),
    ],
)
def test_what_the_file_says_about_the_rules_is_read_strictly(
    change: dict[str, Any], told: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    content = {**held(json.loads(games(3)[40]), rulings={})[1], **change}
    code, found = checked(capsys, file, content)
    assert code == 2
    assert any(part in found for part in told.split("|"))


@pytest.mark.parametrize(
    "content", [[], 3, "3", None, {}, {"state": 3}, {"start": {"deal": {}}}, {"table": {"seats": 3}}]
)
def test_a_file_without_a_state_is_one_error(content: Any, file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, told = checked(capsys, file, json.dumps(content))
    assert code == 2
    assert told.count("\n") == 1
    assert "defect" not in told
    assert main(["state", "check", str(file.parent / "none.json")]) == 2


def test_you_are_to_move_and_others_are_too(capsys: pytest.CaptureFixture[str]) -> None:
    for seats, who in ((1, "you are to move"), (2, "player 1 is to move")):
        rules = NextStation(seats)
        assert main(["state", "check", rules.position(rules.start(rules.deal(Random(1))))]) == 0
        assert capsys.readouterr().out.endswith(f"; {who}.\n")
