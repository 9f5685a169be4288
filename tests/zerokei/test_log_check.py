"""Public logs: what people wrote down is checked as far as it goes, and other readings are told that would allow it."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable
from operator import attrgetter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from attrs import evolve
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from shinkansen.cli import main
from shinkansen.core.log_text import LogError
from shinkansen.core.play import at_random, plies
from shinkansen.core.record import Record, read, record, write
from shinkansen.testing.json_damage import damaged
from shinkansen.zerokei.log_check import check
from shinkansen.zerokei.log_words import spelled
from shinkansen.zerokei.logs import Made, Row, from_text, of_record
from shinkansen.zerokei.moves import Finish, move_json
from shinkansen.zerokei.notation import notation
from shinkansen.zerokei.records import rules_of
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.rulings import Rulings, register, rulings
from shinkansen.zerokei.testing.strategies import READINGS, SOLO, ZEROKEI, Position, near_misses, positions, rules_for
from tests.build.make_corpus import FOLDER


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
        ("", "the number of players is missing"),
        ("seats 5", "line 1: found '5', expected seats 2, 3 or 4"),
        ("seats 2\ncounters gold white black", "the log lacks the venues and the events and the order"),
        ("seats 2\norder yellow purple", "line 2: there is no seat 'purple'"),
        ("seats 2\nyellow: fly tokyo", "line 2: there is no move 'fly'"),
        ("seats 2\nvenues a\nvenues b", "line 3: venues occurs a second time"),
        ("seats 2\nrulings x", "line 2: there is no ruling 'x'; expected R1 to R"),
        ("seats 2\nrulings R29", "line 2: 'R29' names no answer; expected R29=a or R29=b"),
        ("seats 2\nrulings R29=z", "line 2: the ruling track_needs_ground (R29) has no answer 'z'"),
        ("seats 2\nrulings R29=a, track_neds_ground=b", "did you mean track_needs_ground?"),
        ("seats 2\nvanues tokyo", "line 2: no line begins with 'vanues'; did you mean venues?"),
        ("seats 2\nprepar engine-1 tokyo", "line 2: there is no move 'prepar'; did you mean prepare"),
        (
            "seats 2\nyelow: finish",
            "line 2: there is no seat 'yelow', expected one of yellow, red; did you mean yellow?",
        ),
        (
            "seats 2\ncities tokyo",
            "line 2: no line begins with 'cities'; expected a move such as prepare, or row, seats",
        ),
        ("seats 2\nyellow:", "line 2: nothing comes after 'yellow', expected a move such as finish"),
        ('{"seats": 2, "colour": 1}', "the log.colour: found an unknown key"),
        ('{"seats": 2, "moves": [3]}', "the log.moves.1: found 3, expected a table"),
        ('{"seats": 2, "moves": [{"move": "fly"}]}', "move 1: there is no move 'fly'"),
        ("seats 2\norder yellow red\ncounters gold white pink\nvenues a b c\nevents a b c d e", "expected one of gold"),
        (
            "seats 2\norder yellow red\ncounters gold white black\nvenues a b c\nevents a b c d e",
            "line 4: venues: there is",
        ),
        (
            "seats 2\norder red red\ncounters gold white black\nvenues tokyo osaka kyoto\nevents lay",
            "the setup does not belong to this game",
        ),
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
    assert capsys.readouterr().out.endswith("moves follow the rules, to the end.\n")
    log.write_text(text.replace(": place 1 ", ": place 9 ", 1), encoding="utf-8")
    assert main(["check", str(log)]) == 1
    told = capsys.readouterr().out
    assert "moves follow the rules." in told
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
    ("line", "wrong", "told"),
    [
        (
            "red: prepare engine-1 yokohama",
            "red: prepare engine-1 yokkohama",
            "no city 'yokkohama'; did you mean yokohama",
        ),
        (
            "red: prepare engine-1 yokohama",
            "red: prepare engine-9 yokohama",
            "no card 'engine-9'; did you mean engine-",
        ),
        ("red: prepare engine-1 yokohama", "red: prepare yokohama engine-1", "there is no card 'yokohama'"),
        ("red: lay event osaka B red", "red: lay event osakka B red", "there is no city 'osakka'; did you mean osaka?"),
        ("red: lay event osaka B red", "red: lay event osaka Q red", "no space of the track cost marker 'Q'; expected"),
        ("red: lay event osaka B red", "red: lay event osaka B blue", "no seat 'blue'; expected one of yellow, red"),
        ("red: lay event osaka B red", "red: lay event osaka B rad", "track_of of lay: found 'rad', expected a seat"),
    ],
)
def test_a_slip_of_the_pen_is_unreadable_and_not_impossible(
    line: str, wrong: str, told: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rules = ZeroKei(2)
    log = of_record(rules, game(rules, 3))
    assert line in log
    number = log.splitlines().index(line) + 1
    (tmp_path / "evening.txt").write_text(log.replace(line, wrong, 1), encoding="utf-8")
    assert main(["check", str(tmp_path / "evening.txt")]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert f"evening.txt: line {number}: " in err
    assert told in err


# -- whatever somebody wrote


def as_json(rules: ZeroKei, told: Record) -> dict[str, Any]:
    """The log of a record as JSON."""
    deal, lines = rules.read_deal(told.deal), of_record(rules, told).splitlines()
    boards = [line.split()[1:] for line in lines if line.startswith("board")]
    return {
        "seats": rules.seats,
        "hard": rules.hard,
        "order": [*deal.turn_order],
        "counters": [colour.value for colour in deal.counters],
        "venues": [*deal.venues],
        "events": [*deal.events],
        **({"board": boards[0]} if boards else {}),
        "rulings": {"own_track_first": "a"},
        "rows": [line.split()[1:] for line in lines if line.startswith("row")],
        "moves": [{**move_json(rules.read_move(ply.move)), "seat": ply.seat} for ply in told.plies],
        "totals": [score.total for score in told.scores or ()],
        "winners": [0],
    }


SHORT = [
    (rules, told) for rules in (ZeroKei(2), ZeroKei(1, hard=True)) for told in (game(rules, 3, most=4), game(rules, 4))
]
"""Beginnings and whole games, for two and solo."""


def read_and_checked(text: str) -> None:
    """A verdict, or one sentence of ours."""
    said = ""
    try:
        verdict = check(from_text(text))
        assert verdict.made <= verdict.moves
    except LogError as problem:
        said = str(problem)
    assert said.isprintable()
    assert len(said) < 3_000


@settings(max_examples=60)
@given(st.sampled_from(SHORT).flatmap(lambda pair: damaged(as_json(*pair))))
def test_a_damaged_log_of_json_is_checked_or_refused_in_one_sentence(content: Any) -> None:
    read_and_checked(json.dumps(content))


WORDS = (
    "seat-40",
    "blue",
    "Hideo",
    "red:",
    "-1",
    "99999999999999999999",
    "?",
    '"',
    '"\\ud800"',
    "venue-9",
    "x7",
    ":",
    "\x85",
    "solo",
)


@st.composite
def damaged_lines(draw: st.DrawFn) -> str:
    """A log with words put in, taken out or changed, and lines doubled or swapped."""
    lines = of_record(*draw(st.sampled_from(SHORT))).splitlines()
    for _ in range(draw(st.integers(1, 4))):
        place = draw(st.integers(0, len(lines) - 1))
        words = lines[place].split(" ")
        at = draw(st.integers(0, len(words) - 1))
        word = draw(st.sampled_from(WORDS) | st.text(max_size=4))
        match draw(st.sampled_from(["change", "add", "remove", "double", "swap"])):
            case "change":
                words[at] = word
            case "add":
                words.insert(at, word)
            case "remove":
                del words[at]
            case "double":
                lines.insert(draw(st.integers(0, len(lines))), lines[place])
            case _:
                other = draw(st.integers(0, len(lines) - 1))
                lines[other], words = lines[place], lines[other].split(" ")
        lines[place] = " ".join(words)
    return "\n".join(lines)


@settings(max_examples=60)
@given(damaged_lines())
def test_a_damaged_log_of_lines_is_checked_or_refused_in_one_sentence(text: str) -> None:
    read_and_checked(text)


SOLO_LINES = of_record(*SHORT[2])
TWO_LINES = of_record(*SHORT[0])


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        (TWO_LINES + "winners blue\n", "there is no seat 'blue', expected one of yellow, red"),
        (TWO_LINES + "winners Hideo\n", "there is no seat 'Hideo', expected one of yellow, red"),
        (SOLO_LINES + "winners red\n", "there is no seat 'red', expected one of yellow, Hideo"),
        (SOLO_LINES + "green: finish\n", "there is no seat 'green', expected one of yellow, Hideo"),
        (TWO_LINES + "totals 1_0 2\n", "found '1_0', expected a number"),
        (TWO_LINES + "totals 1 2\ntotals 3 4\n", "totals occurs a second time"),
        (TWO_LINES + "order yellow red\n", "order occurs a second time"),
        (TWO_LINES + "solo\n", "found seats and solo, expected one of them"),
        (TWO_LINES + "board ?\n", "board: found one in a game for 2"),
        (TWO_LINES + "rulings own_track_first=a R30=b\n", "the ruling own_track_first (R30) is named twice"),
        (TWO_LINES + "rulings own_track_first=q\n", "has no answer 'q'"),
        (
            TWO_LINES.replace("order yellow red", "order yellow yellow").replace("order red yellow", "order red red"),
            "does not belong to this game",
        ),
        (SOLO_LINES.replace("board ", "board ? "), "board: found 9 tokens, expected 8"),
        ("\n".join(line for line in SOLO_LINES.splitlines() if not line.startswith("board")), "board: found 0 tokens"),
    ],
)
def test_what_contradicts_the_game_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(LogError) as caught:
        check(from_text(text))
    assert complaint in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "complaint"),
    [
        ({"seats": 40}, "seats: found 40"),
        ({"seats": True}, "seats: found true"),
        ({"hard": True}, "the hard game is for one player"),
        ({"solo": True}, "found 2 seats and solo"),
        ({"winners": [7]}, "winners: there is no seat 7, expected 0 to 1"),
        ({"winners": ["yellow"]}, "the log.winners.1: found 'yellow', expected a whole number"),
        ({"totals": [1.5]}, "the log.totals.1: found the decimal 1.5"),
        ({"counters": [["gold"]]}, "the log.counters.1: found a list, expected a string"),
        ({"counters": ["\ud800"]}, "whole characters"),
        ({"rulings": []}, "the log.rulings: found an empty list, expected a table"),
        ({"moves": [{"move": "finish", "seat": "red"}]}, "move 1: seat: found 'red', expected a number"),
        ({"moves": [{"move": "finish", "seat": 9}]}, "there is no seat 9, expected 0 to 1"),
    ],
)
def test_json_of_the_wrong_kind_is_refused(changes: dict[str, Any], complaint: str) -> None:
    with pytest.raises(LogError) as caught:
        check(from_text(json.dumps(as_json(*SHORT[0]) | changes)))
    assert complaint in str(caught.value)


def test_a_seat_that_there_is_not_is_told_in_a_sentence() -> None:
    with pytest.raises(LogError, match="there is no seat 'seat-40'; expected one of yellow, red"):
        check(from_text(TWO_LINES + "lay engine-1 tokyo A seat-40\n"))


@settings(max_examples=60)
@given(st.data())
def test_any_word_that_there_is_not_is_told_with_the_word_that_was_meant(data: st.DataObject) -> None:
    """A letter doubled in any word of any line, in the setup as in rows and moves."""
    lines = of_record(*data.draw(st.sampled_from(SHORT))).splitlines()
    place = data.draw(st.integers(1, len(lines) - 1))
    words = [*re.finditer(r"[a-z][a-z-]{3,}[a-z](?:-[0-9])?", lines[place])]
    assume(words)
    word = data.draw(st.sampled_from(words))
    at = data.draw(st.integers(word.start(), word.end() - 1))
    slip = lines[place][:at] + lines[place][at] + lines[place][at:]
    lines[place] = slip
    wrong = slip[word.start() : word.end() + 1]
    assume(wrong != f"{word[0]}s")
    with pytest.raises(LogError) as caught:
        check(from_text("\n".join(lines)))
    assert wrong in str(caught.value)
    assert re.sub(r"(?<=venue-)[0-9]", "1", word[0]) in str(caught.value)
    assert f"line {place + 1}: " in str(caught.value)


# -- as people write


HABITS: dict[str, Callable[[str], str]] = {
    "capitals": str.upper,
    "small letters": str.lower,
    "names": lambda line: re.sub(r"[a-z]+", lambda word: word[0].capitalize(), line),
    "a full stop": lambda line: f"{line}.",
    "spaces": lambda line: f"  {line.replace(' ', '   ')} ",
    "tabs": lambda line: line.replace(" ", "\t"),
    "odd spaces": lambda line: line.replace(" ", "\u00a0"),
    "commas": lambda line: line.replace(" ", ", ") if not re.match("(seats|solo)", line) else line,
    "long dashes": lambda line: line.replace("-", "\u2011"),
    "full width": lambda line: line.replace(":", "\uff1a"),
    "a remark": lambda line: f"{line}  # \u201cat last\u201d",
    "a number": lambda line: f"12. {line}",
    "a bullet": lambda line: f"\u2022 {line}",
    "no colon": lambda line: line.replace(":", ""),
    "a dash": lambda line: line.replace(":", " \u2013"),
    "colons": lambda line: re.sub(r"^([a-z]+):? ", r"\1: ", line),
    "numbers apart": lambda line: (
        re.sub(r"(?<!choose-)(engine|[aeiou])-([0-9])", r"\1 \2", line)
        if not re.search("relocate|totals", line)
        else line
    ),
    "and": lambda line: re.sub(r"^((?:order|winners) .*) (\w+)$", r"\1 and \2", line),
    "slashes": lambda line: line.replace(" ", " / ") if re.match("(order|row|venues)", line) else line,
    "in words": lambda line: line.replace("seats 2", "Two players"),
    "another word": lambda line: line.replace("seats", "Players").replace("totals", "scores").replace("row ", "rows: "),
    "one of them": lambda line: re.sub(r"^(seat|counter|venue|event|total|winner)s", r"\1", line),
    "plus": lambda line: line.replace("+", " + "),
    "accents": lambda line: re.sub(r"^(row|venues)( .*)", lambda said: said[1] + said[2].replace("o", "\u014d"), line),
    "words apart": lambda line: re.sub(r"(?<=: )([a-z]+)-(engine|yen|vp|city|token|again|at-end)\b", r"\1 \2", line),
    "underscores": lambda line: line.replace("-", "_") if not line.startswith("totals") else line,
}


@settings(max_examples=60)
@given(
    st.sampled_from(SHORT), st.lists(st.sampled_from(sorted(HABITS)), min_size=1, max_size=4, unique=True), st.data()
)
def test_a_log_is_read_as_people_write_it(pair: tuple[ZeroKei, Record], habits: list[str], data: st.DataObject) -> None:
    rules, told = pair
    good = of_record(rules, told)
    lines = good.splitlines()
    for place in data.draw(st.sets(st.integers(0, len(lines) - 1))):
        for habit in habits:
            lines[place] = HABITS[habit](lines[place])
    ends = data.draw(st.sampled_from(["\n", "\r\n", "\n\n"]))
    verdict = check(from_text(data.draw(st.sampled_from(["", "\ufeff"])) + ends.join(lines)))
    assert verdict == check(from_text(good))
    assert verdict.problem is None


@pytest.mark.parametrize("habit", HABITS)
def test_every_habit_alone_changes_a_log_and_not_what_it_says(habit: str) -> None:
    rules, told = SHORT[1]
    good = "\n".join([of_record(rules, told), "place 1 gold+white", "red: choose-engine engine-1"])
    lines = [HABITS[habit](line) for line in good.splitlines() if line]
    assert lines != good.splitlines()
    rules_read, written = from_text(good), from_text("\n".join(lines))
    kit = rules.kit
    assert [*map(attrgetter("move"), spelled(kit, written).moves)] == [*map(attrgetter("move"), rules_read.moves)]
    assert spelled(kit, written).venues == rules_read.venues


def test_scores_may_be_named() -> None:
    rules, told = SHORT[1]
    log = of_record(rules, told)
    yellow, red = (score.total for score in told.scores or ())
    named = log.replace(f"totals {yellow} {red}", f"Totals: Red {red}, yellow = {yellow}")
    assert named != log
    assert from_text(named).totals == (yellow, red)


@pytest.mark.parametrize(
    "written", ["R29=b", "r29-B", "Track-needs-ground = b.", "R29: b, R30=b", "29b; own_track_first=b"]
)
def test_rulings_are_named_in_a_log_as_everywhere(written: str) -> None:
    log = from_text(TWO_LINES + f"Rulings: {written}\n")
    assert log.rulings == rulings(written.rstrip(".")).unusual() != {}
    value = as_json(*SHORT[0]) | {"rulings": {"R29": "B"}}
    assert from_text(json.dumps(value)).rulings == {"track_needs_ground": "b"}
    made_by_hand = evolve(log, rulings={"R29": "b"})
    assert check(made_by_hand) == check(evolve(log, rulings={"track_needs_ground": "b"}))


def test_a_log_can_come_through_standard_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for text, code, out, err in (
        (of_record(*SHORT[1]).encode("utf-8-sig"), 0, "standard input: all ", ""),
        (TWO_LINES.replace("order", "odrer").encode(), 2, "", "standard input: line 2: no line begins with 'odrer'"),
        (b"\xff", 2, "", "standard input: is not UTF-8 text (byte 0)"),
        (b"seats 2\0", 2, "", "standard input: is a binary file"),
        (b" " * 1_000_001, 2, "", "standard input: is larger than 1,000,000 bytes"),
    ):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text)))
        assert main(["check", "-"]) == code
        printed = capsys.readouterr()
        assert (out in printed.out, err in printed.err) == (True, True)
    monkeypatch.setattr("sys.stdin", None)
    assert main(["check", "-"]) == 2
    assert "standard input cannot be read" in capsys.readouterr().err


def test_a_log_can_be_checked_by_another_reading(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is asked for goes before what the log says."""
    rules = rules_for(2, Rulings(track_needs_ground="b"))
    text = of_record(rules, game(rules, 5))
    assert "rulings track_needs_ground=b" in text
    (tmp_path / "log").write_text(text.replace("rulings track_needs_ground=b\n", ""), encoding="utf-8")
    assert main(["check", str(tmp_path / "log"), "--rulings", "R29-b"]) == 0
    loose = ZeroKei(2)
    text = next(
        text
        for seed in range(9)
        if check(from_text(f"{(text := of_record(loose, game(loose, seed)))}rulings R29=b")).problem
    )
    (tmp_path / "log").write_text(f"{text}rulings R29=b\n", encoding="utf-8")
    assert main(["check", str(tmp_path / "log")]) == 1
    assert "R29=a (track_needs_ground): " in capsys.readouterr().out
    assert main(["check", str(tmp_path / "log"), "--rulings", "R29=a"]) == 0


def test_a_log_of_an_old_game_may_name_an_answer_that_is_withdrawn() -> None:
    """R63 b cannot be chosen any more, but games were played by it, and a log of one is still checked by it."""
    told = read(FOLDER / "version-1" / "four-seats-gap.json")
    log = from_text(of_record(rules_of(told), told))
    assert log.rulings["connection_gap"] == "b"
    assert check(log).problem is None


ODD: Any = 3


@pytest.mark.parametrize(
    "change",
    [
        {"seats": "2"}, {"order": [0, 1]}, {"order": (0, "x")}, {"winners": (None,)}, {"entries": (3,)},
        {"entries": (Made(1, ODD, None),)}, {"entries": (Made(1, Finish(), 5),)}, {"entries": (Row(1, (ODD,)),)},
        {"rulings": 3}, {"hard": 1}, {"counters": (1,)}, {"totals": 5},
    ],
    ids=str,
)  # fmt: skip
def test_a_log_made_by_hand_is_held_to_the_same(change: dict[str, Any]) -> None:
    with pytest.raises(LogError):
        evolve(from_text(TWO_LINES), **change)


def test_no_log_is_no_log() -> None:
    for call in (from_text, check):
        with pytest.raises(LogError, match="found 3, expected"):
            call(ODD)


def test_the_search_for_readings_plays_the_log_a_bounded_number_of_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once as it is, once for each other answer, once for each pair; and never beyond the end of a game."""
    rules, told = SHORT[1]
    lines = of_record(rules, told).splitlines()[:-2]
    text = "\n".join([*lines, *["yellow: finish"] * 20_000])
    answers = sum(len(ruling.letters) - 1 for ruling in register().switchable)
    played = 0

    def count(self: ZeroKei, *given: Any) -> Any:
        nonlocal played
        played += 1
        return narrate(self, *given)

    narrate = ZeroKei.narrate
    monkeypatch.setattr(ZeroKei, "narrate", count)
    verdict = check(from_text(text))
    assert verdict.problem is not None
    assert verdict.made == len(told.plies)
    assert played <= (1 + answers + answers * (answers - 1) // 2) * len(told.plies)
