"""The end of an engine counts: how it stops, what it leaves behind, what it does to the process that watches it."""

from __future__ import annotations

import os
import re
import sys
from contextlib import suppress
from pathlib import Path

import attrs
import pytest

from shinkansen.verify.conversation import custody, guard
from shinkansen.verify.conversation.talk import Answer, Errored, Fault, Limits, Trouble
from shinkansen.verify.conversation.transports import subprocess
from tests.hostile.watching import PATIENT, command, hostile, leftovers, wait_for

pytestmark = pytest.mark.skipif(not guard.HAS_PROC, reason="what is left of processes is counted in /proc")

AT_STOP: dict[str, tuple[Fault, str] | None] = {
    "behaves": None,
    "chatters-on-stderr": None,
    "leaves-slowly": None,
    "says-nothing-at-stop": None,
    "exits-with-3": (Fault.BAD_END, "it ended with code 3, expected 0; its last lines on standard error:\n"),
    "exits-with-3-and-says-nothing": (Fault.BAD_END, "it ended with code 3, expected 0"),
    "killed-at-stop": (Fault.BAD_END, "it was killed by signal 9 (SIGKILL), expected 0"),
    "garbage-at-stop": (Fault.GARBAGE, "the line 'Bye!' is not JSON"),
    "half-a-line-at-stop": (Fault.DIED, "it ended with code 0 after 6 bytes of a line"),
    "twice-at-stop": (Fault.TWICE, "another answer to question 3"),
    "more-at-stop": (Fault.GARBAGE, "the line 'Bye!' is not JSON"),
    "half-more-at-stop": (Fault.GARBAGE, "the line 'Bye' is not JSON"),
    "blank-at-stop": (Fault.GARBAGE, "the line '' is not JSON"),
    "another-at-stop": (Fault.OUT_OF_ORDER, "an answer to question 99, which was not asked"),
    "errs-at-stop": (Fault.BAD_END, "it says 'no way out', expected it to stop"),
    "skips-stop": (Fault.BAD_END, "it says 'no way out', expected it to stop"),
}
"""Who ends, however long it takes."""

STAYS: dict[str, tuple[Fault, str]] = {
    "ignores-signals": (Fault.WILL_NOT_STOP, "did not end within 0.4 s and was killed"),
    "ignores-stop": (Fault.WILL_NOT_STOP, "did not end within 0.4 s and was killed"),
    "answers-stop-and-stays": (Fault.WILL_NOT_STOP, "did not end within 0.4 s and was killed"),
    "closes-at-stop-and-stays": (Fault.WILL_NOT_STOP, "did not end within 0.4 s and was killed"),
    "chatters-at-stop": (Fault.GARBAGE, "the line 'and another thing' is not JSON"),
}
LEAVES: dict[str, str] = {
    "leaves-children": r"left processes running \(3\)",
    "leaves-daemon": r"left processes running \(1\)",
    "runs-away": r"left processes running \(\d+\)",
}
AT_ITS_KEEPER: dict[str, str] = {
    "kills-its-guard": "was killed by signal 9",
    "kills-its-guard-and-hides": "was killed by signal 9",
    "kills-its-guard-and-sheds-its-brand": "was killed by signal 9",
    "kills-its-guard-at-stop": "was killed by signal 9",
    "stops-its-guard": "was stopped",
    "stops-its-guard-and-lets-go": "was stopped",
    "stops-its-guard-at-stop": "was stopped",
    "stops-its-guard-at-stop-and-lets-go": "was stopped",
    "touches-its-guard-last": "was stopped",
    "stops-its-guard-from-behind": "was stopped",
}


pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", AT_STOP)
def test_how_an_engine_stops_is_told(name: str) -> None:
    with hostile(name) as (engine, _):
        assert isinstance(engine.ask("start", wire=1), Answer)
        assert engine.ask("legal") == Answer({"moves": [], "to_move": None})
    expected = AT_STOP[name]
    if expected is None:
        assert engine.trouble is None
    else:
        assert engine.trouble is not None
        assert (engine.trouble.fault, expected[1] in str(engine.trouble)) == (expected[0], True), engine.trouble


@pytest.mark.parametrize("name", STAYS)
def test_who_does_not_stop_is_told(name: str) -> None:
    fault, sentence = STAYS[name]
    # One that talks on is waited for: whatever it says comes after its answer.
    with hostile(name, attrs.evolve(PATIENT, stop=5 if fault is Fault.GARBAGE else 0.4)) as (engine, _):
        assert isinstance(engine.ask("start", wire=1), Answer)
    assert engine.trouble is not None
    assert (engine.trouble.fault, sentence in str(engine.trouble)) == (fault, True), engine.trouble


@pytest.mark.parametrize("name", LEAVES)
def test_who_leaves_processes_behind_is_told(name: str) -> None:
    with hostile(name, attrs.evolve(PATIENT, stop=2)) as (engine, mark):
        assert isinstance(engine.ask("start", wire=1), Answer)
        itself = int(mark.read_text().split()[0])
        engine.ask("stop")
        wait_for(lambda: itself not in guard.everything())  # so that only the others are waited for
    assert engine.trouble is not None
    assert engine.trouble.fault is Fault.WILL_NOT_STOP
    assert re.search(LEAVES[name], str(engine.trouble))


@pytest.mark.parametrize("name", AT_ITS_KEEPER)
def test_who_touches_its_guard_is_never_well_whatever_it_answers(name: str) -> None:
    with hostile(name, attrs.evolve(PATIENT, stop=10)) as (engine, _):
        try:
            engine.ask("start", wire=1)
            engine.ask("legal")
        except Trouble:
            pass  # seen at once; otherwise at the end
    assert engine.trouble is not None
    assert engine.trouble.fault is Fault.UNWATCHED, engine.trouble
    assert f"the process that watches over it {AT_ITS_KEEPER[name]}" in str(engine.trouble)


def test_who_ends_before_it_is_told_to_has_died() -> None:
    with hostile("leaves-early") as (engine, mark):
        assert isinstance(engine.ask("start", wire=1), Answer)
        itself = int(mark.read_text().split()[0])
        wait_for(lambda: itself not in guard.everything())
    assert engine.trouble is not None
    assert (engine.trouble.fault, "it ended with code 0" in str(engine.trouble)) == (Fault.DIED, True)


def test_without_proc_the_group_of_an_engine_is_known_at_least(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on systems that are not Linux: no /proc, and orphans that come to nobody we know."""
    program = Path(guard.__file__).read_text()
    for there, instead in (('os.path.isdir("/proc/self")', "False"), ("    adopt_orphans()\n", "")):
        assert program.count(there) == 1
        program = program.replace(there, instead)
    (tmp_path / "guard.py").write_text(program)
    monkeypatch.setattr(guard, "__file__", str(tmp_path / "guard.py"))
    monkeypatch.setattr(guard, "adopt_orphans", lambda on=True: False)
    for name, fault in (
        ("behaves", None),
        ("leaves-children", Fault.WILL_NOT_STOP),
        ("stops-its-guard", Fault.UNWATCHED),
    ):
        engine = subprocess(command(name, tmp_path / name), attrs.evolve(PATIENT, stop=1 if fault else 120))
        with engine, suppress(Trouble):
            engine.ask("start", wire=1)
        assert (engine.trouble and engine.trouble.fault) == fault
        wait_for(lambda name=name: not leftovers(tmp_path / name))  # type: ignore[misc]


def test_orphans_are_not_ours_once_no_engine_runs() -> None:
    assert guard.adopt_orphans(False) is False
    with hostile("behaves") as (engine, _):
        engine.ask("start", wire=1)
        assert guard.adopt_orphans() is True
    assert guard.adopt_orphans(False) is False


def test_the_last_ten_lines_of_standard_error_are_shown_each_fit_to_print() -> None:
    with hostile("exits-with-3") as (engine, _):
        engine.ask("start", wire=1)
    first, *lines = str(engine.trouble).split("\n")
    assert first.endswith("its last lines on standard error:")
    assert [line.strip() for line in lines[:-1]] == [f"line {number}" for number in range(22, 31)]
    assert lines[-1].startswith("    \\x1b[31mwww")
    assert lines[-1].endswith("w... (1,005 characters)")
    assert len(lines[-1]) == 204


def test_an_engine_that_was_never_asked_is_stopped_without_a_verdict() -> None:
    with hostile("ignores-stop", attrs.evolve(PATIENT, stop=0.1)) as (engine, _):
        pass
    assert engine.trouble is None


def test_a_short_limit_for_the_start_is_not_told_as_a_missing_command() -> None:
    with hostile("hangs", Limits(start=0.01, answer=0.01, stop=0.01)) as (engine, _), pytest.raises(Trouble) as found:
        engine.ask("start", wire=1)
    assert (found.value.fault, "expected one within 0.01 s" in str(found.value)) == (Fault.SLOW_START, True)


def test_other_children_of_ours_are_left_alone() -> None:
    """Orphans of a lost guard are killed; a child that somebody else in this process has started is not."""
    mine = os.posix_spawn(sys.executable, [sys.executable, "-I", "-S", "-c", "import time; time.sleep(1000)"], {})
    try:
        with hostile("kills-its-guard-and-hides") as (engine, _), pytest.raises(Trouble):
            wait_for(lambda: isinstance(engine.ask("start", wire=1), Errored))
        with subprocess(command("behaves"), PATIENT) as other:
            other.ask("start", wire=1)
            custody.sweep()
            assert isinstance(other.ask("legal"), Answer), "nor an engine with a guard of its own"
        assert guard.everything()[mine][0] in "SRD"
    finally:
        os.kill(mine, 9)
        os.waitpid(mine, 0)


def test_nothing_else_is_left_to_find(tmp_path: Path) -> None:
    """The counting itself: it sees a process that has hidden every trace but its number."""
    mark = tmp_path / "mark"
    hidden = os.posix_spawn(sys.executable, [sys.executable, "-I", "-S", "-c", "import time; time.sleep(1000)"], {})
    try:
        assert leftovers(mark) == []
        mark.write_text(f"{hidden}\n")
        assert leftovers(mark) == [hidden]
    finally:
        os.kill(hidden, 9)
        os.waitpid(hidden, 0)
    assert leftovers(mark) == []
