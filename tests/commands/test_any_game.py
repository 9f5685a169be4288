"""The command line with any game: one that we do not ship, games that lack parts, and entry points that do not work."""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from shinkansen.cli import main
from shinkansen.commands.arguments import add_table, game_for, tables, usual_seats, variants
from shinkansen.core import registry
from shinkansen.core.errors import GameError
from shinkansen.core.game import REQUIRED, Game, Kind, Variant
from shinkansen.core.parts import EDITION_FILES, EDITIONS, LOGS, NOTATION, VECTORS
from shinkansen.core.plain_json import Json
from shinkansen.core.position import written
from shinkansen.paper.parts import PICTURES
from shinkansen.zerokei.game import GAME as ZEROKEI
from tests.fake_game import HigherCard
from tests.fake_game_package import GAME, offer

FROZEN = Path(__file__).parents[1] / "frozen"
RECORD = str(FROZEN / "record-1" / "two-seats-1.json")
LOG = str(FROZEN / "log" / "two-seats-1.txt")
EDITION = str(FROZEN / "edition" / "reconstructed.toml")

Printed = pytest.CaptureFixture[str]


def told(capsys: Printed, *words: str, code: int = 0) -> str:
    """What a command prints, on standard error if it could not be done."""
    assert main(words) == code
    out, err = capsys.readouterr()
    assert bool(err) == (code == 2)
    return err if code == 2 else out


# -- A second game ----------------------------------------------------------------------------------------------------


def test_a_second_game_is_listed_beside_ours(second_game: Game, capsys: Printed) -> None:
    out = told(capsys, "games")
    assert "higher-card  Higher Card, version 1 of the rules\n  for 2 or 3 or 4\n  parts: clause_tests\n" in out
    assert "zerokei  Shinkansen: Zero-Kei, version 2 of the rules\n" in out


def test_another_process_finds_it_too(second_game: Game) -> None:
    command = [sys.executable, "-m", "shinkansen", "demo", "--game", second_game.name]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ran.stdout.startswith("A game of Higher Card for 3: seat 0, seat 1, seat 2. ")


def test_its_game_is_told_from_the_contract_alone(second_game: Game, capsys: Printed) -> None:
    lines = told(capsys, "demo", "--game", "higher-card", "--seats", "2", "--seed", "3").splitlines()
    assert lines[0] == "A game of Higher Card for 2: seat 0, seat 1. Every move is chosen at random (seed 3)."
    assert [line for line in lines if line.endswith(" points")] == [
        f"Seat {seat}: {sum('Won(seat=' + str(seat) in line for line in lines)} points" for seat in (0, 1)
    ]
    assert lines[-1].startswith("Outcome(")


def test_without_pictures_it_is_neither_drawn_nor_replayed(second_game: Game, tmp_path: Path, capsys: Printed) -> None:
    path = str(tmp_path / "game.json")
    told(capsys, "record", "play", "--game", "higher-card", "-o", path)
    for words in (("picture", path), ("replay", path, "-o", str(tmp_path / "game.html"))):
        assert told(capsys, *words, code=2) == "shinkansen: Higher Card has no pictures.\n"
    assert [each.name for each in tmp_path.iterdir()] == ["game.json"]


def test_with_pictures_it_is_drawn_and_replayed(
    second_game: Game, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Printed
) -> None:
    drawing = evolve(second_game, parts={**second_game.parts, PICTURES.name: "tests.paper.tiny_pictures"})
    monkeypatch.setattr(registry, "game", lambda name="zerokei": drawing)
    path, page = str(tmp_path / "game.json"), tmp_path / "game.html"
    told(capsys, "record", "play", "--game", "higher-card", "-o", path)
    first, last = told(capsys, "picture", path, "--ply", "0"), told(capsys, "picture", path, "--changes")
    assert first.startswith("<svg")
    assert ('class="mark"' in first, 'class="mark"' in last) == (False, True)
    assert 'data-piece="score:seat 0"' in last
    assert told(capsys, "replay", path, "-o", str(page)).startswith(f"{page}: written, 9 plies, ")
    assert "<h1>Higher Card</h1>" in page.read_text(encoding="utf-8")


def test_its_record_is_played_shown_verified_and_counted(second_game: Game, tmp_path: Path, capsys: Printed) -> None:
    path = str(tmp_path / "game.json")
    assert told(capsys, "record", "play", "--game", "higher-card", "-o", path).startswith(f"{path}: written, 9 plies")
    assert told(capsys, "record", "verify", path).startswith(f"{path}: verified: 9 plies, final scores seat 0 ")
    shown = told(capsys, "record", "show", path)
    assert shown.startswith("A game of Higher Card for 3: seat 0, seat 1, seat 2. From a record of 9 plies.\n")
    counted = told(capsys, "coverage", path)
    assert counted.endswith("3 clauses: 3 mechanisable, 3 with a test, 2 of 3 citable seen in 1 game\n")
    assert counted == told(capsys, "coverage", "--game", "higher-card", path)
    other = told(capsys, "coverage", "--game", "zerokei", path, code=2)
    assert other == (
        f"shinkansen: {path}: the record is of another game: game: found 'higher-card', expected 'zerokei'\n"
    )
    assert "another game" in told(capsys, "coverage", RECORD, path, code=2)


def test_its_coverage_is_counted_over_random_games(second_game: Game, capsys: Printed) -> None:
    counted = json.loads(told(capsys, "coverage", "--game", "higher-card", "--games", "6", "--json"))
    assert counted["totals"]["games"] == 6
    assert {row["id"]: row["fired"] > 0 for row in counted["clauses"]} == {"1": False, "2": True, "3": False}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_its_states_are_read_wherever_they_say_their_game(
    seats: int, second_game: Game, tmp_path: Path, capsys: Printed
) -> None:
    rules, file = HigherCard(seats=seats), tmp_path / "state.json"
    state = rules.start(rules.deal(Random(seats)))
    for hidden in (False, True):
        text = rules.position(state, hidden)
        assert told(capsys, "state", "show", *(["--hidden"] * hidden), text) == f"{text}\n"
        assert "plausible" in told(capsys, "state", "check", text)
    setting: dict[str, Json] = {"game": "higher-card", "seats": seats}
    holders: list[dict[str, Json]] = [
        {"seq": 1, "cmd": "load", **setting, "state": rules.state_json(state)},
        {"format": 1, "setting": {**setting}, "start": {"state": rules.state_json(state)}},
    ]
    for content in holders:
        file.write_text(json.dumps(content), encoding="utf-8")
        assert json.loads(told(capsys, "state", "show", "--json", str(file))) == rules.state_json(state)
        assert "expected 'zerokei'" in told(capsys, "state", "show", "--game", "zerokei", str(file), code=2)


def test_a_state_that_does_not_say_its_seats_is_one_error(second_game: Game, tmp_path: Path, capsys: Printed) -> None:
    rules, file = HigherCard(seats=2), tmp_path / "state.json"
    file.write_text(json.dumps(rules.state_json(rules.start(rules.deal(Random(1))))), encoding="utf-8")
    said = told(capsys, "state", "show", "--game", "higher-card", str(file), code=2)
    assert said.startswith(f"shinkansen: {file}: the state does not say how many play")


def test_a_position_of_unknown_rules_is_one_error(second_game: Game, capsys: Printed) -> None:
    for setting in ("2.00000000", "2", "9999.00000000"):
        said = told(capsys, "state", "show", written("higher-card", 1, setting, ["open", "x"]), code=2)
        assert said.startswith("shinkansen: position, setting")
        assert said.count("\n") == 1


def test_its_clauses_are_listed_shown_and_cited(second_game: Game, capsys: Printed) -> None:
    assert told(capsys, "clause", "list", "--game", "higher-card").endswith("3 clauses\n")
    shown = told(capsys, "clause", "show", "--game", "higher-card", "2")
    for citation in ("higher-card:2@1", "Higher-Card: 2"):
        assert told(capsys, "clause", "show", citation) == shown
    assert "ruling R1: Who takes a trick in which two cards have the highest rank?" in shown
    assert "cite: higher-card:2@1 (Higher Card, clause 2, rules version 1; " in " ".join(shown.split())
    both = told(capsys, "clause", "show", "higher-card:1", "zerokei:1.1")
    assert both.index("higher-card:1@1") < both.index("zerokei:1.1@2")


def test_its_clauses_and_rulings_are_found_without_an_index_of_its_own(second_game: Game, capsys: Printed) -> None:
    assert told(capsys, "search", "--game", "higher-card", "two cards of the highest rank").startswith("R1")
    assert told(capsys, "search", "higher-card:R1").startswith("R1  Who takes a trick")
    assert told(capsys, "clause", "search", "--game", "higher-card", "secret cards").startswith("1  Secret cards")
    assert main(["search", "--game", "higher-card", "locomotive"]) == 1


# -- Entry points that do not work ------------------------------------------------------------------------------------

BROKEN = {
    "missing": ("no_such_package:GAME", "cannot be imported: ModuleNotFoundError: No module named 'no_such_package'"),
    "nothing": ("tests.fake_game_package:NONE", "cannot be imported: AttributeError"),
    "text": ("tests.fake_game_package:ELSEWHERE", "is 'not a game', expected a shinkansen.core.game.Game"),
    "other-name": ("tests.fake_game_package:GAME", "calls itself 'higher-card', expected the name of its entry point"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_entry_point_is_one_sentence_and_the_others_go_on(
    name: str, games_folder: Path, capsys: Printed
) -> None:
    where, problem = BROKEN[name]
    offer(games_folder, "somebodys-games", **{name: where})
    said = told(capsys, "demo", "--game", name, code=2)
    assert said.startswith(f"shinkansen: the game {name} of somebodys-games ({where}) {problem}")
    assert said.count("\n") == 1
    listed = told(capsys, "games", code=1)
    assert " ".join(said.removeprefix("shinkansen: ").split()) in " ".join(listed.split())
    assert "zerokei  Shinkansen" in listed
    assert told(capsys, "clause", "show", "--game", "zerokei", "1.1") == told(capsys, "clause", "show", "1.1")


def test_a_game_that_two_packages_offer_is_one_sentence_and_the_others_go_on(
    second_game: Game, games_folder: Path, capsys: Printed
) -> None:
    offer(games_folder, "impostor", higher_card="tests.fake_game_package:ELSEWHERE")
    said = "the game higher-card is offered by higher-card and impostor: uninstall all but one of them"
    assert told(capsys, "demo", "--game", "higher-card", code=2) == f"shinkansen: {said}\n"
    assert said in " ".join(told(capsys, "games", code=1).split())
    assert "7.9.2" in told(capsys, "clause", "show", "--game", "zerokei", "7.9.2")


@pytest.mark.parametrize("command", ["demo", "clause list", "search x", "edition show", "coverage", "state show x"])
def test_a_game_that_nobody_offers_is_one_sentence(command: str, capsys: Printed) -> None:
    said = told(capsys, *command.split(), "--game", "chess", code=2)
    assert said == "shinkansen: there is no game 'chess'; expected nextstation or zerokei\n"


# -- Games that lack parts --------------------------------------------------------------------------------------------

NEEDS: dict[tuple[str, ...], Kind[Any] | None] = {
    ("games",): None,
    ("demo", "--seats", "2"): None,
    ("search", "track"): None,
    ("clause", "list"): None,
    ("clause", "show", "7.9.2"): None,
    ("clause", "search", "track"): None,
    ("edition", "show"): EDITION_FILES,
    ("edition", "check", EDITION): EDITION_FILES,
    ("edition", "init", "new.toml"): EDITION_FILES,
    ("record", "play", "-o", "game.json", "--edition", EDITION): EDITIONS,
    ("vectors", "folder"): VECTORS,
    ("ruling", "list"): None,
    ("record", "show", RECORD): None,
    ("record", "show", RECORD, "--notation"): NOTATION,
    ("record", "show", RECORD, "--log"): LOGS,
    ("record", "verify", RECORD): None,
    ("record", "verify", RECORD, "--edition", EDITION): EDITIONS,
    ("picture", RECORD, "--ply", "0"): PICTURES,
    ("check", LOG): LOGS,
    ("coverage", "--games", "0"): None,
    ("coverage", RECORD): None,
}
"""Command lines, and the part that each cannot do without."""


@pytest.mark.parametrize("part", sorted({*ZEROKEI.parts} - {*REQUIRED}))
def test_a_missing_part_is_one_sentence_where_it_is_needed_and_nothing_elsewhere(
    part: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Printed
) -> None:
    parts = {name: where for name, where in ZEROKEI.parts.items() if name != part}
    lacking = evolve(ZEROKEI, parts=parts)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(registry, "game", lambda name="zerokei": lacking)
    for words, needed in NEEDS.items():
        if needed is not None and needed.name == part:
            assert told(capsys, *words, code=2) == f"shinkansen: Shinkansen: Zero-Kei {needed.lacking}.\n"
            assert not [*tmp_path.iterdir()]
        else:
            assert told(capsys, *words)
            for made in tmp_path.iterdir():
                shutil.rmtree(made) if made.is_dir() else made.unlink()


@pytest.mark.parametrize("words", [words for words, needed in NEEDS.items() if needed is not None], ids=" ".join)
def test_a_command_that_needs_a_part_works_with_it(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Printed
) -> None:
    monkeypatch.chdir(tmp_path)
    assert told(capsys, *words)


def test_a_position_of_a_game_that_does_not_name_its_setting_is_one_error(
    monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    lines = (FROZEN / "position-1" / "zerokei.jsonl").read_text(encoding="utf-8").splitlines()
    text = json.loads(lines[0])["text"]
    assert told(capsys, "state", "show", text)
    parts = {name: where for name, where in ZEROKEI.parts.items() if name != "settings"}
    lacking = evolve(ZEROKEI, parts=parts)
    monkeypatch.setattr(registry, "game", lambda name="zerokei": lacking)
    said = told(capsys, "state", "show", text, code=2)
    assert said.startswith("shinkansen: position, setting, character ")
    assert said.count("\n") == 1


# -- The table that options choose ------------------------------------------------------------------------------------

PACE = Variant("game_pace", "how fast it is played", ("slow", "fast", 3, None))
BLIND = Variant("blind", "cards stay hidden", seats=(2,))


def chosen(game: Game, *words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(allow_abbrev=False)
    add_table(parser, game)
    return parser.parse_args(words)


@given(value=st.sampled_from(PACE.values), blind=st.booleans(), seats=st.sampled_from([None, *GAME.seats]))
def test_each_variant_is_an_option_and_what_is_not_chosen_is_not_said(
    value: Json, blind: bool, seats: int | None
) -> None:
    game = evolve(GAME, variants=(PACE, BLIND))
    word = value if isinstance(value, str) else json.dumps(value)
    words = ["--game-pace", word, *["--blind"] * blind, *([] if seats is None else ["--seats", str(seats)])]
    arguments = chosen(game, *words)
    expected = {"game_pace": value, **({"blind": True} if blind else {})}
    assert variants(arguments, game) == expected
    assert variants(chosen(game), game) == {}
    numbers = (seats,) if seats is not None else (2,) if blind else GAME.seats  # only two can play blind
    usual = {variant.name: variant.usual for variant in game.variants}
    assert [{**usual, **table} for table in tables(arguments, game)] == [
        {**usual, "seats": each, **expected} for each in numbers
    ]


def test_a_value_that_a_variant_does_not_have_is_refused(capsys: Printed) -> None:
    with pytest.raises(SystemExit):
        chosen(evolve(GAME, variants=(PACE,)), "--game-pace", "faster")
    assert "invalid choice: 'faster' (choose from 'slow', 'fast', 3, None)" in capsys.readouterr().err


def test_without_options_the_tables_are_those_of_the_game_in_the_order_of_their_seats() -> None:
    assert tables(chosen(ZEROKEI), ZEROKEI) == (
        {"seats": 1}, {"seats": 1, "hard": True}, {"seats": 2}, {"seats": 3}, {"seats": 4},
    )  # fmt: skip
    assert tables(chosen(ZEROKEI, "--hard"), ZEROKEI) == ({"seats": 1, "hard": True},)
    assert tables(chosen(ZEROKEI, "--solo"), ZEROKEI) == ({"seats": 1},)
    assert (usual_seats(ZEROKEI), usual_seats(GAME)) == (3, 3)


def test_a_variant_that_is_called_like_another_option_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: Printed
) -> None:
    game = evolve(ZEROKEI, variants=(Variant("seed", "which seed is sown"),), tables=())
    monkeypatch.setattr(registry, "game", lambda name="zerokei": game)
    said = told(capsys, "demo", code=2)
    assert said.startswith("shinkansen: a variant of the game has the same name as an option of this command: argument")
    assert said.count("\n") == 1


@given(st.lists(st.sampled_from(["--game", "--game=higher-card", "--", "zerokei", "--games", "x"]), max_size=6))
def test_the_game_is_found_before_the_words_are_parsed_as_the_parser_finds_it(words: list[str]) -> None:
    parser = argparse.ArgumentParser(allow_abbrev=False, exit_on_error=False)
    parser.add_argument("--game", default="zerokei")
    parser.add_argument("--games", action="store_true")
    parser.add_argument("rest", nargs="*")
    try:
        expected = parser.parse_known_args(words)[0].game
    except argparse.ArgumentError:
        return  # the parser will say what is wrong
    if expected == "zerokei":
        assert game_for(words).name == "zerokei"
    else:
        with pytest.raises(GameError, match=f"there is no game '{expected}'"):
            game_for(words)


@pytest.mark.parametrize(
    ("words", "lacks"),
    [
        (("verify", "--demo"), "has no bundled engine to show"),
        (("vectors", "folder"), "has no conformance vectors"),
        (("verify", "--edition", EDITION, "--", "true"), "has no editions"),
        (("fingerprint", "--edition", EDITION, "--", "true"), "has no editions"),
    ],
    ids=["demo", "vectors", "verify", "fingerprint"],
)
def test_what_checks_engines_says_what_its_game_lacks(
    words: tuple[str, ...],
    lacks: str,
    second_game: Game,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: Printed,
) -> None:
    monkeypatch.chdir(tmp_path)
    command, *options = words
    assert told(capsys, command, "--game", "higher-card", *options, code=2) == f"shinkansen: Higher Card {lacks}.\n"
    assert not [*tmp_path.iterdir()]
