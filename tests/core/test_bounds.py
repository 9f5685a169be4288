"""Whatever is read, the work is in proportion to its size: counted in calls, looks and bytes, never in seconds.

`work` counts the calls that Python makes, `peak` the bytes it takes. An input of four times the size may take four
times as much of both, and a little more. Loops inside C show in neither, so what was quadratic there is counted apart.
"""

from __future__ import annotations

import json
import sys
import tracemalloc
from collections.abc import Callable
from types import FrameType

import pytest

from shinkansen.core.errors import ShinkansenError
from shinkansen.core.files import LIMIT, MOST_DIGITS, MOST_PARTS, TOML_LIMIT, TOML_PEAK, parse_json, parse_toml
from shinkansen.core.plain_json import MOST_WRONG, canonical, first_repeated, nearest_names
from shinkansen.core.record import from_json as record_from_json
from shinkansen.verify.conversation import schemas
from shinkansen.verify.conversation.replies import PEAK, Question, read_line
from shinkansen.verify.conversation.talk import Limits
from shinkansen.verify.judging.script import read_script
from shinkansen.zerokei.edition_check import check as check_edition
from shinkansen.zerokei.edition_check import shipped
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.log_check import check as check_log
from shinkansen.zerokei.logs import Log
from shinkansen.zerokei.logs import from_text as log_from_text
from shinkansen.zerokei.moves import move_from_json
from shinkansen.zerokei.notation import parse
from shinkansen.zerokei.ruleset import ZeroKei

SOME_KB = 200_000
"""What the readers take however small the input is."""


pytestmark = pytest.mark.slow


def attempt(read: Callable[[], object]) -> None:
    """Read, or be told why not by an error of ours; any other is none that we raise on purpose."""
    said = ""
    try:
        read()
    except ShinkansenError as problem:
        said = str(problem)
    assert len(said) < 200_000, "an error is for people to read, even if it lists all that is wrong with a file"


def work(read: Callable[[], object]) -> int:
    """How many calls reading takes, those into C included."""
    count = 0

    def note(_: FrameType, event: str, __: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        attempt(read)
    finally:
        sys.setprofile(before)
    return count


def peak(read: Callable[[], object]) -> int:
    """How many bytes reading takes at most, beyond what was there before."""
    tracemalloc.start()
    try:
        attempt(read)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def assert_in_proportion(
    read: Callable[[str], object], make: Callable[[int], str], size: int, factor: int, base: int = SOME_KB
) -> None:
    """Four times the size is at most about four times the work, and memory is at most `factor` bytes for each."""
    attempt(lambda: read(make(3)))  # what is made once and kept does not count
    small, large = make(size), make(4 * size)
    assert len(large) <= LIMIT
    assert work(lambda: read(large)) <= 5 * work(lambda: read(small)) + 2_000
    assert peak(lambda: read(large)) <= factor * len(large) + base


# -- lines of an engine


def listed(item: str) -> Callable[[int], str]:
    return lambda n: ",".join([item] * n)


def keys(n: int) -> str:
    return ",".join(f'"k{number}":0' for number in range(n))


LINES: dict[str, Callable[[int], str]] = {
    "wrong moves": lambda n: f'{{"seq":1,"to_move":0,"moves":[{listed("0")(n)}]}}',
    "moves of no kind": lambda n: '{"seq":1,"to_move":0,"moves":[' + listed('{"move":"dance"}')(n) + "]}",
    "moves of a kind": lambda n: '{"seq":1,"to_move":0,"moves":[' + listed('{"move":"skip","a":1}')(n) + "]}",
    "good moves and a bad one": lambda n: '{"seq":1,"to_move":0,"moves":[' + listed('{"move":"skip"}')(n) + ",1]}",
    "a move with many keys": lambda n: '{"seq":1,"to_move":0,"moves":[{"move":"skip",' + keys(n) + "}]}",
    "unknown keys": lambda n: f'{{"seq":1,{keys(n)}}}',
    "a key twice among many": lambda n: f'{{"seq":1,{keys(n)},"k0":1}}',
    "the last key twice": lambda n: f'{{"seq":1,{keys(n)},"k{n - 1}":1}}',
    "one key again and again": lambda n: f'{{"seq":1,{listed(chr(34) + "a" + chr(34) + ":0")(n)}}}',
    "empty lists": lambda n: f'{{"seq":1,"to_move":0,"moves":[{listed("[]")(n)}]}}',
    "empty objects": lambda n: '{"seq":1,"to_move":0,"moves":[' + listed("{}")(n) + "]}",
    "deep": lambda n: '{"seq":1,"moves":' + "[" * n + "]" * n + "}",
    "a deep error": lambda n: '{"seq":1,"errored":"x","context":' + "[" * n + "]" * n + "}",
    "a wide error": lambda n: f'{{"seq":1,"errored":"x","context":[{listed("[]")(n)}]}}',
    "a long text": lambda n: f'{{"seq":1,"to_move":"{"x" * n}"}}',
    "a long key": lambda n: f'{{"seq":1,"to_move":0,"moves":[{{"move":"skip","{"x" * n}":1}}]}}',
    "escapes": lambda n: '{"seq":1,"to_move":"' + "\\u00e9" * n + '"}',
    "half characters": lambda n: '{"seq":1,"to_move":"' + "\\ud800" * n + '"}',
    "a long number": lambda n: f'{{"seq":1,"to_move":{"9" * n}}}',
    "a long decimal": lambda n: f'{{"seq":1,"to_move":0.{"9" * n}}}',
    "many numbers": lambda n: f'{{"seq":1,"totals":[{listed("9")(n)}]}}',
    "garbage": lambda n: "Hello! " * n,
    "quotes": lambda n: '{"' + '\\"' * n,
    "digests": lambda n: f'{{"seq":1,"to_move":0,"digests":[{listed(chr(34) + "0" * 63 + chr(34))(n)}]}}',
}


@pytest.mark.parametrize("cmd", ["legal", "apply", "scores"])
@pytest.mark.parametrize("name", LINES)
def test_a_line_of_an_engine_is_read_in_proportion_to_its_length(name: str, cmd: str) -> None:
    def read(line: str) -> object:
        return read_line(Question(1, cmd), line.encode())

    assert_in_proportion(read, LINES[name], 2_500, PEAK)


def test_what_is_wrong_with_a_message_takes_no_memory_to_say() -> None:
    """It was 914 MB for 5,000 moves: every error of every alternative was gathered, and one was used."""
    for moves in ([0] * 20_000, [{"move": "dance"}] * 20_000, [{"move": "skip"}] * 20_000 + [{"move": "skip", "a": 1}]):
        message = {"seq": 1, "to_move": 0, "moves": moves}
        where = schemas.reply("legal", GAME)
        assert schemas.misfit(where, {"seq": 1, "to_move": 0, "moves": moves[:1]}) or moves[0] == {"move": "skip"}
        assert peak(lambda: schemas.misfit(where, message)) < SOME_KB  # noqa: B023 - used at once


def test_the_largest_line_we_take_is_far_larger_than_any_honest_one_and_fits_into_memory() -> None:
    assert Limits().line == 2**20
    assert Limits().line * PEAK < 100 * 2**20


class Counted(str):
    """A text that counts how often it is hashed or compared."""

    __slots__ = ()
    looks = 0

    def __hash__(self) -> int:
        Counted.looks += 1
        return super().__hash__()

    def __eq__(self, other: object) -> bool:
        Counted.looks += 1
        return super().__eq__(other)


def test_the_first_name_that_occurs_twice_is_found_with_a_few_looks_at_each() -> None:
    """It was one search through all names for each of them: 429 kB took over a minute."""
    names = [Counted(f"k{number}") for number in range(10_000)]
    assert first_repeated([*names, Counted("k9999")]) == "k9999"
    assert Counted.looks < 5 * len(names)
    assert first_repeated(["a", "b", "b", "a"]) == "b"
    assert first_repeated([]) is first_repeated(["a", "b"]) is None


def test_nobody_looks_for_what_a_very_long_name_may_have_meant() -> None:
    assert nearest_names("wieght", ["weight", "size"], 1) == ["weight"]
    assert nearest_names("weight" * 20, ["weight" * 20], 1) == []


# -- files


JSON_TEXTS: dict[str, Callable[[int], str]] = {
    **LINES,
    "a list": lambda n: f"[{listed('0')(n)}]",
    "nulls": lambda n: f'{{"format":1,"plies":[{listed("null")(n)}]}}',
    "odd keys": lambda n: '{"format":1,' + ",".join(f'"\\ud800{number}":0' for number in range(n)) + "}",
    "plies of odd keys": lambda n: '{"format":1,"plies":[' + listed('{"setaa":1,"movve":{},"dig":1}')(n) + "]}",
    "rows": lambda n: '{"scope":"box","carriages":[' + listed('{"id":"x","cities":["y"],"cost":-1}')(n) + "]}",
    "cities of a row": lambda n: '{"scope":"miniature","carriages":[{"cities":[' + listed('"y"')(n) + "]}]}",
    "cells": lambda n: '{"scope":"miniature","hideo":{"cells":[' + listed('{"id":"c","row":1,"kind":"A"}')(n) + "]}}",
    "exceptions": lambda n: (
        '{"scope":"box","cities":[{"id":"x"}],"provenance":{"cities":{"exceptions":{'
        + ",".join(f'"*.x{number}":{{"kind":"box"}}' for number in range(n))
        + "}}}}"
    ),
    "moves": lambda n: '{"move":"claim","carriage":"x","advance":[' + listed('"pink"')(n) + "]}",
    "asks": lambda n: '{"setting":{},"start":{},"moves":[],"asks":[' + listed('{"ply":0,"what":"x"}')(n) + "]}",
    "seats": lambda n: '{"table":{"seats":[' + listed("{}")(n) + '],"used":[' + listed("1")(n) + "]}}",
}
READERS: dict[str, Callable[[object], object]] = {
    "record": record_from_json,
    "edition": lambda content: check_edition(content).accepted("this"),
    "move": move_from_json,
    "script": read_script,
    "deal": ZeroKei(1).read_deal,
    "state": ZeroKei(2).read_state,
}


@pytest.mark.parametrize("name", JSON_TEXTS)
def test_a_json_file_is_parsed_in_proportion_to_its_size(name: str) -> None:
    assert_in_proportion(lambda text: parse_json(text, "it", ShinkansenError), JSON_TEXTS[name], 2_000, PEAK)


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("name", JSON_TEXTS)
def test_a_json_value_is_read_in_proportion_to_its_size(name: str, reader: str) -> None:
    def read(text: str) -> object:
        return READERS[reader](parse_json(text, "it", ShinkansenError))

    assert_in_proportion(read, JSON_TEXTS[name], 1_000, 2 * PEAK)


def test_of_many_wrong_items_only_some_are_told_and_kept() -> None:
    content = {**shipped().to_json(), "cities": [None] * 90, "carriages": [{"x": 1}] * 100_000}
    report = check_edition(content)
    assert len(report.findings) < 4 * MOST_WRONG


def test_a_number_of_too_many_digits_is_refused_before_it_is_read() -> None:
    assert parse_json("9" * MOST_DIGITS, "it", ShinkansenError) == int("9" * MOST_DIGITS)
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)  # Python's own limit can be lifted, ours not
    try:
        with pytest.raises(ShinkansenError, match=r"it: is not valid JSON: a number of 100000 digits"):
            parse_json("9" * 100_000, "it", ShinkansenError)
    finally:
        sys.set_int_max_str_digits(limit)


def test_a_key_of_too_many_parts_is_refused_before_it_is_read() -> None:
    """Python's reader copies a key once for each of its parts: 500,000 of them take it a quarter of an hour."""
    most = ".".join(["a"] * MOST_PARTS)
    for good in (
        f"{most} = 1",
        f"[{most}]\n{most} = 1",
        f'note = "{most}.{most}"  # {most}.{most}',
        f'note = """\n{most}.{most}\n"""',
        f"note = '''\n{most}.{most}\n'''",
        "note = " + '"' * 8 + f" # {most}.{most}",
        f'note = \'{most}.{most}\'\nother = "\\"{most}.{most}"',
    ):
        assert parse_toml(good, "it", ShinkansenError)
    for bad in (
        f"{most}.a = 1",
        f"[{most} . a]",
        f"[[{most}.a]]",
        f"x = {{{most}.a = 1}}",
        f"{most}.'b' = 1",
        f'"b".{most} = 1',
        f'x = {{ y = """a"""", {most}.a = 1}}',
        f"x = {{ y = '''a''''', {most}.a = 1}}",
        f'x = "\\""\n{most}.a = 1',
        f"x = '\\'\n{most}.a = 1",
        "a." * 90_000 + "a = 1",
    ):
        with pytest.raises(ShinkansenError, match=f"a key of more than {MOST_PARTS} parts"):
            parse_toml(bad, "it", ShinkansenError)


def test_a_long_toml_file_is_refused_before_it_is_read() -> None:
    assert parse_toml("#" * TOML_LIMIT, "it", ShinkansenError) == {}
    with pytest.raises(ShinkansenError, match="it is longer than 200,000 characters"):
        parse_toml("#" * (TOML_LIMIT + 1), "it", ShinkansenError)


TOML_TEXTS: dict[str, Callable[[int], str]] = {
    "keys": lambda n: "\n".join(f"k{number} = 1" for number in range(n)),
    "tables": lambda n: "\n".join(f"[k{number}.a]" for number in range(n)),
    "tables within tables": lambda n: "\n".join(f"[{number}.b.c.d.e.f.g.h]" for number in range(n)),
    "keys within keys": lambda n: "\n".join(f"{number}.b.c.d.e.f.g.h=1" for number in range(n)),
    "rows": lambda n: "[[a]]\n" * n,
    "an array": lambda n: f"a = [{listed('1')(n)}]",
    "empty arrays": lambda n: f"a = [{listed('[]')(n)}]",
    "a long name": lambda n: "a" * n,
    "a long name twice": lambda n: f"[{'a' * n}]\n[{'a' * n}]",
    "deep": lambda n: "a = " + "[" * n,
    "quotes": lambda n: '"' * n,
    "escaped quotes": lambda n: '"""' + '\\"""' * n,
    "escaped quotes in a line": lambda n: '"' + '\\"' * n,
    "single quotes": lambda n: "'" * n,
    "backslashes": lambda n: '"' + "\\" * n,
    "spaces": lambda n: "a" + " " * n,
    "words": lambda n: "a " * n,
    "dots": lambda n: "." * n,
    "comments": lambda n: "#\n" * n,
    "digits": lambda n: "a = " + "9" * n,
    "hexadecimal digits": lambda n: "a = 0x" + "9" * n,
    "a decimal": lambda n: "a = 0." + "9" * n,
}


@pytest.mark.parametrize("name", TOML_TEXTS)
def test_a_toml_file_is_parsed_in_proportion_to_its_size(name: str) -> None:
    assert_in_proportion(lambda text: parse_toml(text, "it", ShinkansenError), TOML_TEXTS[name], 2_000, TOML_PEAK)


def test_what_is_nested_beyond_measure_has_no_canonical_text() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(ShinkansenError, match="nested too deeply"):
        canonical(deep)  # type: ignore[arg-type]
    for odd in (float("nan"), {1, 2}, {1: 1, "a": 2}):
        with pytest.raises(ShinkansenError, match="cannot be written as JSON"):
            canonical(odd)  # type: ignore[arg-type]


# -- a move on a line

NOTATIONS: dict[str, Callable[[int], str]] = {
    "words": lambda n: "prepare " + "a " * n,
    "escaped quotes": lambda n: "prepare " + '\\"' * n,
    "quotes": lambda n: 'prepare "' + '\\"' * n,
    "quoted words": lambda n: "prepare " + '"a" ' * n,
    "a long word": lambda n: "prepare tail " + "a" * n,
    "a long text": lambda n: 'prepare tail "' + "é" * n + '"',
    "colours": lambda n: "claim x " + "+".join(["gold"] * n),
    "odd colours": lambda n: "claim x " + "+".join(["pink"] * n),
    "digits": lambda n: "relocate x " + "9" * n,
    "a name": lambda n: "x" * n,
}


@pytest.mark.parametrize("name", NOTATIONS)
def test_a_move_on_a_line_is_read_in_proportion_to_its_length(name: str) -> None:
    assert_in_proportion(parse, NOTATIONS[name], 4_000, 2 * PEAK)


def test_a_quotation_without_an_end_is_looked_at_once() -> None:
    """Every quotation mark began a new search for the end: a line of 1 MB took hours."""
    attempt(lambda: parse("prepare " + '\\"' * 450_000))


# -- logs

SETUP = """seats 2
order yellow red
counters gold white black
venues tokyo osaka kyoto
events prepare prepare-lay-or-build repeat-train-card get-yen participate
"""
LOGS: dict[str, Callable[[int], str]] = {
    **JSON_TEXTS,
    "lines": lambda n: SETUP + "yellow: finish\n" * n,
    "rows": lambda n: SETUP + "row osaka-1 kyoto-1 kyoto-2 osaka-2\n" * n,
    "a long row": lambda n: SETUP + "row " + "osaka-1 " * n,
    "unknown rows": lambda n: SETUP + "row a b c\n" * n,
    "capitals": lambda n: SETUP + "Yellow: Prepare Engine-1, Tokyo.\n" * n,
    "bullets": lambda n: SETUP + "- " * n,
    "dashes": lambda n: SETUP + "row " + "\u2013" * n,
    "pluses": lambda n: SETUP + "yellow: place 1 " + "+ " * n,
    "spaces": lambda n: SETUP + "yellow:" + " " * n + "finish",
    "quotes": lambda n: SETUP + "yellow: " + '"' * n,
    "wide characters": lambda n: SETUP + "row " + "\ufdfa" * n,
    "rulings": lambda n: SETUP + "rulings " + " ".join(f"a{number}=b" for number in range(n)),
    "long order": lambda n: SETUP.replace("red", "red " * n),
    "long counters": lambda n: SETUP.replace("gold", "gold " * n),
    "long venues": lambda n: SETUP.replace("venues", "venues" + " tokyo" * n),
    "totals": lambda n: SETUP + "totals " + "1 " * n,
    "winners": lambda n: SETUP + "winners " + "red " * n,
    "json moves": lambda n: '{"seats":2,"moves":[' + listed('{"move":"finish"}')(n) + "]}",
    "json rows": lambda n: f'{{"seats":2,"rows":[{listed("[]")(n)}]}}',
    "comments": lambda n: SETUP + "#\n" * n,
}


@pytest.mark.parametrize("name", LOGS)
def test_a_log_is_read_and_checked_in_proportion_to_its_size(name: str) -> None:
    some_rules = 5_000_000  # one for each reading that is tried
    assert_in_proportion(lambda text: check_log(log_from_text(text)), LOGS[name], 3_500, 2 * PEAK, some_rules)


def test_lines_are_added_to_a_log_and_not_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each line made a new log with a copy of all moves so far, so a file of 1 MB copied a billion of them."""
    made: list[int] = []
    check_parts = Log.__attrs_post_init__

    def note(self: Log) -> None:
        made.append(len(self.entries))
        check_parts(self)

    monkeypatch.setattr(Log, "__attrs_post_init__", note)
    log_from_text(LOGS["lines"](5_000))
    assert made == [5_000]


def test_json_of_tests_is_json() -> None:
    """What is meant to be wrong in its content is not wrong already in its form."""
    bad = {"deep", "a deep error", "garbage", "quotes", "a key twice among many"}
    for name in JSON_TEXTS.keys() - bad:
        json.loads(JSON_TEXTS[name](3))
