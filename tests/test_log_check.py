"""Public logs: what people wrote down is checked as far as it goes, and other readings are told that would allow it."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from shinkansen.cli import main
from shinkansen.core.play import at_random, plies
from shinkansen.core.record import Record, record, write
from shinkansen.testing.strategies import READINGS, SOLO, ZEROKEI, Position, near_misses, positions, rules_for
from shinkansen.zerokei.log_check import check
from shinkansen.zerokei.logs import LogError, from_text, of_record
from shinkansen.zerokei.moves import move_json
from shinkansen.zerokei.notation import notation
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.rulings import Rulings


def game(rules: ZeroKei, seed: int, most: int = 10_000) -> Record:
    rng = Random(seed)
    deal = rules.deal(rng)
    made = [ply.move for ply in plies(rules, rules.start(deal), at_random(rng))]
    return record(rules, deal, made[:most])


@pytest.mark.parametrize("subject", [ZEROKEI, SOLO, READINGS], ids=["zerokei", "solo", "readings"])
@settings(max_examples=30)
@given(data=st.data())
def test_what_happened_is_possible_wherever_the_log_ends(subject: object, data: st.DataObject) -> None:
    position: Position = data.draw(positions(over=True, of=subject))  # type: ignore[arg-type]
    told = record(position.rules, position.deal, position.moves)
    log = from_text(of_record(position.rules, told))
    verdict = check(log)
    assert verdict.problem is None
    assert verdict.made == verdict.moves == len(position.moves)
    assert verdict.over == (position.rules.to_move(position.state) is None)


def test_a_log_says_nothing_about_what_was_hidden() -> None:
    """Two deals that differ only in what was never drawn or turned up give one log."""
    rules = rules_for(1)
    told = game(rules, 3, most=8)
    deal = rules.read_deal(told.deal)
    state = rules.start(deal)
    for ply in told.plies:
        state = rules.follow(state, rules.read_move(ply.move))
    other = rules.seen_deal(deal, state, 0)
    again = record(rules, other, [rules.read_move(ply.move) for ply in told.plies])
    assert of_record(rules, again) == of_record(rules, told)


@settings(max_examples=15)
@given(positions(most=40), st.data())
def test_one_altered_move_is_pinpointed(position: Position, data: st.DataObject) -> None:
    """The first ply from which the game cannot have gone so is named, with the rules' own sentence."""
    assume(position.moves)
    rules = position.rules
    place = data.draw(st.integers(0, len(position.moves) - 1))
    state = rules.start(position.deal)
    for move in position.moves[:place]:
        state = rules.follow(state, move)
    wrong = data.draw(near_misses(rules, state))
    refusal = rules.why_not(state, wrong)
    assume(refusal is not None and wrong != position.moves[place])
    assert refusal is not None
    lines = of_record(rules, record(rules, position.deal, position.moves)).splitlines()
    line = [number for number, text in enumerate(lines) if ": " in text][place]
    who = lines[line].partition(":")[0]
    lines[line] = f"{who}: {notation(wrong)}"
    verdict = check(from_text("\n".join(lines)))
    assert verdict.made == place
    assert verdict.problem is not None
    assert (verdict.problem.line, verdict.problem.clause) == (line + 1, refusal.clause)
    assert verdict.problem.why == refusal.sentence
    near = rules.nearest(state, wrong)
    assert near is not None
    assert verdict.problem.nearest == rules.say(near, state)


@pytest.mark.parametrize(
    ("slug", "letter"), [("own_track_first", "b"), ("round5_effect", "b"), ("engine_without_action", "b")]
)
def test_another_reading_is_recognised(slug: str, letter: str) -> None:
    """A game by another reading, told as if it were ours: the readings that allow all of it include the true one."""
    rules = rules_for(3, Rulings(**{slug: letter}))  # type: ignore[arg-type]
    for seed in range(60):
        text = "\n".join(line for line in of_record(rules, game(rules, seed)).splitlines() if "rulings" not in line)
        verdict = check(from_text(text))
        if verdict.problem is not None:
            assert {slug: letter} in verdict.readings
            return
    pytest.fail("no game of sixty shows the reading")


def test_two_readings_together_are_recognised() -> None:
    rules = rules_for(3, Rulings(engine_without_action="b", own_track_first="b"))
    for seed in range(40):
        text = "\n".join(line for line in of_record(rules, game(rules, seed)).splitlines() if "rulings" not in line)
        verdict = check(from_text(text))
        if verdict.problem is not None and all(len(reading) == 2 for reading in verdict.readings):
            assert {"engine_without_action": "b", "own_track_first": "b"} in verdict.readings
            return
    pytest.fail("no game of forty needs both")


LINES = of_record(rules_for(2), game(rules_for(2), 5)).splitlines()
FIRST, SECOND = [line for line in LINES if line.startswith("row")][:2]


@pytest.mark.parametrize(
    ("changed", "line", "clause"),
    [
        ([line for line in LINES if line != SECOND], "", "4.D.2"),
        ([line if line != SECOND else FIRST for line in LINES], "row", "4.D.2"),
        ([line if line != FIRST else FIRST.rpartition(" ")[0] for line in LINES], "row", "4.D.1"),
        ([*LINES[:-2], "totals 1 2"], "", "11.2"),
        ([*LINES[:-4], *LINES[-2:]], "", "10.3"),
    ],
)
def test_what_cannot_have_been_is_told_with_its_clause(changed: list[str], line: str, clause: str) -> None:
    verdict = check(from_text("\n".join(changed)))
    assert verdict.problem is not None
    assert verdict.problem.clause == clause
    if line:
        assert verdict.problem.line is not None
        assert changed[verdict.problem.line - 1].startswith(line)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "nothing says how many play"),
        ("seats 5", "line 1: found '5', expected seats 2, 3 or 4"),
        ("seats 2\ncounters gold white black", "nothing says the venues and the events and the order"),
        ("seats 2\norder yellow purple", "line 2: there is no seat 'purple'"),
        ("seats 2\nyellow: fly tokyo", "line 2: there is no move 'fly'"),
        ("seats 2\nvenues a\nvenues b", "line 3: venues is there a second time"),
        ("seats 2\nrulings x", "line 2: expected rulings such as"),
        ('{"seats": 2, "colour": 1}', "there is no key 'colour'"),
        ('{"seats": 2, "moves": [3]}', "this JSON is no log"),
        ('{"seats": 2, "moves": [{"move": "fly"}]}', "move 1: there is no move 'fly'"),
        ("seats 2\norder yellow red\ncounters gold white pink\nvenues a b c\nevents a b c d e", "expected gold"),
        ("seats 2\norder yellow red\ncounters gold white black\nvenues a b c\nevents a b c d e", "the setup is none"),
    ],
)
def test_what_is_no_log_gets_one_sentence(text: str, complaint: str) -> None:
    with pytest.raises(LogError) as caught:
        check(from_text(text))
    assert complaint in str(caught.value)


def test_a_log_can_be_json() -> None:
    rules = rules_for(2)
    told = game(rules, 5)
    deal = rules.read_deal(told.deal)
    rows = [line.split()[1:] for line in LINES if line.startswith("row")]
    content = {
        "seats": 2,
        "order": [*deal.turn_order],
        "counters": [*deal.counters],
        "venues": [*deal.venues],
        "events": [*deal.events],
        "rows": rows,
        "moves": [{**move_json(rules.read_move(ply.move)), "seat": ply.seat} for ply in told.plies],
        "totals": [score.total for score in told.scores or ()],
    }
    verdict = check(from_text(json.dumps(content)))
    assert verdict.problem is None
    assert verdict.over


def test_the_command_tells_how_far_a_log_goes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path / "game.json", game(rules_for(2), 5))
    assert main(["record", "show", str(tmp_path / "game.json"), "--log"]) == 0
    text = capsys.readouterr().out
    log = tmp_path / "game.log"
    log.write_text(text, encoding="utf-8")
    assert main(["check", str(log)]) == 0
    assert capsys.readouterr().out.endswith("moves are as the rules have them, to the end.\n")
    log.write_text(text.replace(": place 1 ", ": place 9 ", 1), encoding="utf-8")
    assert main(["check", str(log)]) == 1
    told = capsys.readouterr().out
    assert "moves are as the rules have them." in told
    assert "The nearest legal move: Place the turn order token" in told
    assert "No other reading" in told
    assert main(["check", str(tmp_path / "none.log")]) == 2
    assert "there is no such file" in capsys.readouterr().err
    (tmp_path / "bytes.log").write_bytes(b"seats 2\0")
    assert main(["check", str(tmp_path / "bytes.log")]) == 2
    assert capsys.readouterr().err.count("bytes.log") == 1
    log.write_text("seats 7", encoding="utf-8")
    assert main(["check", str(log)]) == 2
    assert capsys.readouterr().err.count("game.log") == 1


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("red: prepare engine-1 yokohama", "red: prepare engine-1 yokkohama"),
        ("red: prepare engine-1 yokohama", "red: prepare engine-9 yokohama"),
        ("red: lay event osaka B red", "red: lay event osakka B red"),
    ],
)
def test_a_name_that_there_is_not_is_told_in_a_sentence(line: str, wrong: str) -> None:
    """The likeliest slip in a log written by hand."""
    rules = ZeroKei(2)
    log = of_record(rules, game(rules, 3))
    assert line in log
    verdict = check(from_text(log.replace(line, wrong, 1)))
    assert verdict.problem is not None
    assert "that there is not" in verdict.problem.what
    assert verdict.problem.why
