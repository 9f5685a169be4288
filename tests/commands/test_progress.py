"""How far a long command is: seen on a terminal, wiped away at the end, and nowhere else."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from collections.abc import Sequence
from pathlib import Path

import pytest

from shinkansen import progress
from shinkansen.progress import counted, telling

ROOT = Path(__file__).parents[2]


pytestmark = pytest.mark.slow


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Standard error as a terminal, on which nothing is left out for being too quick."""
    found = Terminal()
    monkeypatch.setattr(sys, "__stderr__", found)
    monkeypatch.setattr(progress, "PAUSE", 0.0)
    return found


def on_screen(text: str) -> str:
    """What is left on the last line of a terminal after a text."""
    line: list[str] = []
    place = 0
    for letter in text:
        if letter == "\r":
            place = 0
        else:
            line[place : place + 1] = [letter]
            place += 1
    return "".join(line).rstrip()


def test_each_item_is_counted_and_nothing_is_left_at_the_end(terminal: Terminal) -> None:
    assert [*counted("abc", "letter")] == ["a", "b", "c"]
    drawn = [part.strip() for part in terminal.getvalue().split("\r") if part.strip()]
    assert drawn == ["letter 0 of 3", "letter 1 of 3", "letter 2 of 3", "letter 3 of 3"]
    assert on_screen(terminal.getvalue()) == ""


def test_what_does_not_know_its_length_is_counted_too(terminal: Terminal) -> None:
    assert [*counted(iter("ab"), "letter")] == ["a", "b"]
    assert "letter 2" in terminal.getvalue()
    assert [*counted(iter("ab"), "letter", 2)] == ["a", "b"]
    assert "letter 2 of 2" in terminal.getvalue()


def test_a_shorter_text_covers_a_longer_one(terminal: Terminal) -> None:
    with telling() as tell:
        tell("a long text")
        tell("short")
        assert on_screen(terminal.getvalue()) == "short"


def test_an_error_on_the_way_wipes_the_line(terminal: Terminal) -> None:
    def break_down() -> None:
        with telling() as tell:
            tell("half way")
            raise KeyError

    with pytest.raises(KeyError):
        break_down()
    assert on_screen(terminal.getvalue()) == ""


def test_a_line_is_never_longer_than_the_terminal(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    def narrow(_: int) -> os.terminal_size:
        return os.terminal_size((20, 5))

    monkeypatch.setattr(terminal, "fileno", lambda: 2)
    monkeypatch.setattr(os, "get_terminal_size", narrow)
    with telling() as tell:
        tell("x" * 100)
    assert max(map(len, re.split(r"\r", terminal.getvalue()))) == 19


def test_it_does_not_draw_more_often_than_anybody_can_read(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PAUSE", 1e9)
    assert len([*counted(range(1000), "game")]) == 1000
    assert terminal.getvalue().count("game") == 1


def test_the_time_that_is_left_is_told_in_a_unit_that_fits(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter(range(0, 10**6, 30))
    monkeypatch.setattr(progress, "monotonic", lambda: next(now))
    assert len([*counted(range(1000), "game")]) == 1000
    assert re.search(r"game 1 of 1000, \d+ h left", terminal.getvalue())
    assert re.search(r"game 9\d\d of 1000, \d+ min left", terminal.getvalue())
    assert re.search(r"game 999 of 1000, \d+ (s|min) left", terminal.getvalue())


def test_nobody_is_told_where_there_is_no_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    closed = io.StringIO()
    closed.close()
    for stream in (io.StringIO(), closed, None):
        monkeypatch.setattr(sys, "__stderr__", stream)
        assert [*counted("ab", "letter")] == ["a", "b"]
        assert stream is None or stream.closed or stream.getvalue() == ""
    assert capsys.readouterr() == ("", "")


def in_a_terminal(command: Sequence[str], folder: Path) -> tuple[str, str, int]:
    """Run a command whose standard error is a terminal; what it printed, what was drawn, and its exit code."""
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 60, 0, 0))
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=its, cwd=folder) as running:
        os.close(its)
        drawn = bytearray()
        try:
            while some := os.read(ours, 65536):
                drawn += some
        except OSError:  # how a terminal ends
            pass
        os.close(ours)
        assert running.stdout is not None
        out = running.stdout.read().decode()
        code = running.wait(timeout=120)
    return out, drawn.decode(), code


SHINKANSEN = (sys.executable, "-m", "shinkansen")
GAME = str(ROOT / "tests" / "frozen" / "record-1" / "three-seats-left.json")
BAR = "shards "
LONG = {
    "coverage": ((*SHINKANSEN, "coverage", "--games", "2", "--seats", "2"), "2 seats: game 0 of 2"),
    "coverage of records": ((*SHINKANSEN, "coverage", GAME), "record 0 of 1"),
    "ruling impact": ((*SHINKANSEN, "ruling", "impact", "R29=b", "--games", "2"), BAR),
    "replay": ((*SHINKANSEN, "replay", GAME, "-o", "game.html"), "picture 0 of "),
    "solo": (
        (sys.executable, str(ROOT / "examples" / "solo.py"), "--games", "2", "--processes", "1", "-o", "measured.json"),
        BAR,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LONG)
def test_long_commands_tell_how_far_they_are(name: str, tmp_path: Path) -> None:
    command, told = LONG[name]
    out, drawn, code = in_a_terminal(command, tmp_path)
    assert code == 0
    assert told in drawn
    # A bar is drawn by rich, which erases the line above the last one; words are drawn over by blanks.
    assert drawn.endswith("\x1b[1A\x1b[2K") if told == BAR else on_screen(drawn.replace("\n", "")) == ""
    assert "\r" not in out
    assert told not in out


@pytest.mark.parametrize("name", LONG)
def test_nothing_of_it_gets_into_pipes(name: str, tmp_path: Path) -> None:
    done = subprocess.run(LONG[name][0], capture_output=True, cwd=tmp_path, timeout=120)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"\r" not in done.stdout
