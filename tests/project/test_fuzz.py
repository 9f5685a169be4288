"""The fuzzer itself: its table is complete, its inputs can be had again, it finds, shrinks and remembers.

What the decoders do with damaged input is in `test_fuzz_decoders`.
"""

from __future__ import annotations

import ast
import json
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from shinkansen.core.errors import ShinkansenError
from tests.fuzz import budget, driver, mutators, shrink
from tests.fuzz.budget import Bound, TooMuchError
from tests.fuzz.decoder import SWOLLEN, JsonDecoder
from tests.fuzz.examine import Flaw, accepted, examined
from tests.fuzz.table import table
from tests.package import PACKAGE

SEED = 20261117


# -- every decoder is in the table

READS = ("read", "from", "parse", "load", "loads", "decode", "structure")
"""How the name of a function begins that reads, as a rule."""
FOREIGN = frozenset({"loads", "decode", "parse_json", "parse_toml", "read_text", "read_bytes"})
"""What a function calls that turns foreign text into values."""
ELSEWHERE = {
    "testing/": "reads files of the suite, and makes engines and mutants for it",
    "zerokei/testing/": "makes tables, small worlds and mutants for tests",
    "nextstation/testing/": "makes sheets, small worlds and mutants for tests",
    "verify/conversation/hosting.py": "reads the requests that we write ourselves",
    "verify/judging/judge.py": "asks; what is answered goes to `read_line`",
    "verify/conversation/guard.py": "reads /proc and what its own parent says; tests/hostile attacks it",
    "verify/conversation/processes.py": "reads pipes and /proc; its lines go to `read_line`",
    "verify/conversation/stream.py": "reads streams; its lines go to `read_line`",
    "campaign/": "reads what we have written; tests/campaign damages it",
    "commands/campaign.py run_campaign": "hands settings to their kind",
    "verify/judging/at_length.py _read_so": "reads what we have written, through readers that are in the table",
    "verify/conversation/tcp.py": "reads a connection; its lines go to `read_line`",
    "readings/": "reads files that a game ships; tests/readings damages them",
    "core/entries.py examples": "reads a file that a game ships, once",
    "core/search_words.py read_search_words": "reads a file that a game ships, once",
    "paper/pages.py": "reads shipped templates",
    "paper/replay/": "reads shipped templates",
    "zerokei/rulebook.py": "reads shipped files, through readers that are in the table",
    "verify/reports/page.py": "reads shipped templates",
    "verify/conversation/schemas.py schema": "reads a shipped file",
    "verify/conversation/schemas.py _own": "reads a file that a game ships",
    "verify/judging/vectors.py _rows": "reads a shipped file",
    "verify/judging/vectors.py _known": "reads a shipped file",
    "verify/judging/vectors.py write": "copies shipped files",
    "verify/judging/readings.py read_as": "reads nothing: a script in another setting",
    "verify/judging/minimise.py _from": "reads nothing: a position of our own game",
    "verify/judging/wrong_rules.py _with_figure": "reads our own edition with one figure changed",
    "verify/judging/script.py Setting.read_so": "reads nothing: another setting",
    "verify/reports/written_tests.py": "compares a file with what would be written there",
    "nextstation/rulebook.py": "reads shipped files, through readers that are in the table",
    "nextstation/sheet_check.py _sheet": "reads a shipped file, through readers that are in the table",
    "nextstation/sheet_check.py _text": "reads a shipped file",
    "zerokei/edition_check.py shipped": "reads a shipped file, through readers that are in the table",
    "zerokei/edition_check.py shipped_text": "reads a shipped file",
    "zerokei/scoring.py _read": "reads nothing: a number of a train",
    "core/ruleset.py": "the contract, without a body",
    "core/parts.py": "protocols, without a body",
    "core/attrs_ruleset.py": "reads through the strict converter; examples/third_game damages it",
    "core/clauses.py load_rulebook": "reads a shipped file, through a reader that is in the table",
    "core/files.py load_toml": "reads a shipped file, through a reader that is in the table",
    "core/rulings.py load_register": "reads a shipped file, through a reader that is in the table",
    "core/settings.py": "reads settings; tests/core/test_settings.py damages them",
    "verify/judging/artefact.py game_of": "looks for one word in what `read` reads",
    "zerokei/edition_library.py": "reads editions through readers that are in the table",
    "core/files.py read_input": "reads standard input as `read_text` reads a file; test_log_check.py damages it",
    "core/entries.py english": "reads a shipped file",
    "core/words.py read_language": "reads shipped files",
    "progress.py": "writes",
    "commands/clause.py _source": "compares the digest of a file",
    "commands/picture.py": "writes",
}
"""Functions, files and folders (by how they begin) whose reading is none of the fuzzer's, and why."""


pytestmark = pytest.mark.slow


def readers() -> Iterator[str]:
    """Every function of the package that by its name or by what it calls reads something: its file and its name."""
    for path in sorted(PACKAGE.rglob("*.py")):
        yield from _readers_in(path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text(encoding="utf-8")), "")


def _readers_in(file: str, node: ast.AST, inside: str) -> Iterator[str]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            name = f"{inside}{child.name}"
            calls = {_called(one) for one in ast.walk(child) if isinstance(one, ast.Call)}
            if child.name.strip("_").split("_")[0] in READS or calls & FOREIGN:
                yield f"{file} {name}"  # and what is inside it is for it to call
        elif isinstance(child, ast.ClassDef):
            yield from _readers_in(file, child, f"{inside}{child.name}.")
        else:
            yield from _readers_in(file, child, inside)


def _called(call: ast.Call) -> str:
    return (
        call.func.attr
        if isinstance(call.func, ast.Attribute)
        else call.func.id
        if isinstance(call.func, ast.Name)
        else ""
    )


@cache
def reached() -> frozenset[str]:
    """Every function of the package that the good seeds of the table come by, and a few damaged ones."""
    found: set[Any] = set()

    def watch(frame: FrameType, event: str, _: object) -> None:
        if event == "call":
            found.add(frame.f_code)

    prefix = f"{PACKAGE}/"
    for decoder in table().values():
        inputs = [*decoder.good[:4], *(decoder.input(SEED, len(decoder.good) + number) for number in range(6))]
        sys.setprofile(watch)
        try:
            for value in inputs:
                try:
                    accepted(decoder, value, Random(0))
                except Exception:  # what it should not raise is for another test
                    continue
        finally:
            sys.setprofile(None)
    return frozenset(
        f"{code.co_filename.removeprefix(prefix)} {code.co_qualname}"
        for code in found
        if code.co_filename.startswith(prefix)
    )


def test_every_function_that_reads_is_reached_by_a_decoder_of_the_table() -> None:
    missing = [
        name for name in readers() if name not in reached() and not any(name.startswith(known) for known in ELSEWHERE)
    ]
    assert missing == [], "add a decoder to tests/fuzz/table.py, or say in ELSEWHERE why there is none"


def test_every_exception_is_of_a_function_that_reads() -> None:
    found = list(readers())
    assert [known for known in ELSEWHERE if not any(name.startswith(known) for name in found)] == []


# -- the fuzzer


def broken(value: Any) -> Any:
    """A reader with a defect."""
    if value == {"a": [1, 2]}:
        return value
    if mutators.is_table(value) and mutators.is_row(value.get("a")) and len(value["a"]) > 2:
        raise KeyError("defect")
    raise ShinkansenError("refused")


@pytest.fixture
def with_a_defect(monkeypatch: pytest.MonkeyPatch) -> str:
    """A decoder of such a reader in the table."""
    one = JsonDecoder("broken", "nowhere", lambda: [{"a": [1, 2]}], broken)
    monkeypatch.setitem(table(), "broken", one)
    return "broken"


def test_the_same_number_is_the_same_input() -> None:
    for decoder in table().values():
        for number in (len(decoder.good) + 3, SWOLLEN - 1):
            assert repr(decoder.input(SEED, number)) == repr(decoder.input(SEED, number))


def test_damaging_changes_no_seed() -> None:
    for decoder in table().values():
        before = repr(decoder.good)
        for number in range(len(decoder.good), len(decoder.good) + 30):
            decoder.input(SEED, number)
        assert repr(decoder.good) == before


def test_a_defect_is_found_made_small_and_told_with_how_to_repeat_it(with_a_defect: str, tmp_path: Path) -> None:
    progress = driver.Progress(SEED, 2 * driver.BLOCK, "code")
    driver.run(progress, tmp_path, [with_a_defect], jobs=1)
    (found,) = progress.findings.values()
    assert found.signature.startswith("KeyError")
    small = ast.literal_eval(found.input)
    assert (list(small), len(small["a"])) == (["a"], 3)
    value = table()["broken"].input(SEED, found.number)
    assert isinstance(examined(table()["broken"], value, SEED, found.number), Flaw)
    assert found.again in (tmp_path / "findings.md").read_text(encoding="utf-8")


def test_a_run_that_was_left_goes_on_where_it_was(with_a_defect: str, tmp_path: Path) -> None:
    inputs = 2 * driver.BLOCK
    whole, left = driver.Progress(SEED, inputs, driver.code_digest()), driver.Progress(SEED, driver.BLOCK, "")
    driver.run(whole, tmp_path / "whole", [with_a_defect], jobs=1)
    driver.run(left, tmp_path / "left", [with_a_defect], jobs=1)
    state = tmp_path / "left" / "state.json"
    content = json.loads(state.read_text(encoding="utf-8"))
    state.write_text(json.dumps({**content, "inputs": inputs, "code": whole.code}), encoding="utf-8")
    resumed = driver.restored(state, SEED, inputs)
    assert resumed.decoders["broken"].at == driver.BLOCK
    driver.run(resumed, tmp_path / "left", [with_a_defect], jobs=2)
    assert resumed.decoders == whole.decoders
    assert [found.count for found in resumed.findings.values()] == [found.count for found in whole.findings.values()]


def test_a_run_of_other_code_is_begun_anew(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    driver.save(state, {"seed": SEED, "inputs": 500, "code": "other", "decoders": {}, "findings": {}})
    assert driver.restored(state, SEED, 500).code == driver.code_digest()


def deadly(value: Any) -> Any:
    """A reader that one input in some kills."""
    if value != {"a": [1, 2]}:
        import os

        os._exit(7)
    return value


def test_an_input_that_kills_a_worker_is_a_finding_and_the_run_goes_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(table(), "deadly", JsonDecoder("deadly", "nowhere", lambda: [{"a": [1, 2]}], deadly))
    progress = driver.Progress(SEED, 4, "code")
    driver.run(progress, tmp_path, ["deadly"], jobs=1)
    (found,) = progress.findings.values()
    assert "exit code 7" in found.told
    assert progress.decoders["deadly"].at == 4


def quadratic(value: list[int]) -> int:
    return sum(value.count(item) for item in value)


def test_quadratic_work_inside_a_built_in_function_is_seen() -> None:
    bound = Bound(calls=10_000, calls_per_byte=20)
    value = list(range(20_000))
    with budget.counted(bound, budget.size_of(value)):
        sum(len(str(item)) for item in value)
    with pytest.raises(TooMuchError), budget.counted(bound, budget.size_of(value)):
        quadratic(value)


def test_memory_beyond_the_bound_is_seen() -> None:
    bound = Bound(memory=2**20, memory_per_byte=10)
    with pytest.raises(TooMuchError), budget.weighed(bound, 100):
        _ = [object() for _ in range(200_000)]


def test_a_good_error_that_cannot_be_printed_is_a_flaw() -> None:
    def refuses(value: Any) -> Any:
        raise ShinkansenError(f"found {value}")

    one = evolve(table()["notation"], feed=refuses)
    assert isinstance(examined(one, "\ud800", SEED, 0), Flaw)
    assert examined(one, "x", SEED, 0) is False


@given(st.binary(max_size=60))
def test_shrinking_text_keeps_the_flaw(noise: bytes) -> None:
    small = shrink.shrunk(noise + b"!" + noise, (), lambda value: b"!" in value)
    assert small == b"!"
