"""Prose follows the width of the terminal; in pipes and files a line stays a line."""

from __future__ import annotations

import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest

GAME = str(Path(__file__).parents[1] / "frozen" / "record-1" / "three-seats-left.json")
WIDTH = 50
PROSE = {
    "demo": ("demo", "--seats", "2"),
    "record show": ("record", "show", GAME),
    "clause show": ("clause", "show", "7.11.1"),
    "ruling show": ("ruling", "show", "R29"),
    "ruling witness": ("ruling", "witness", "R29"),
    "ruling impact": ("ruling", "impact", "R29"),
    "search": ("search", "ties"),
}


pytestmark = pytest.mark.slow


def command(words: tuple[str, ...]) -> list[str]:
    return [sys.executable, "-m", "shinkansen", *words]


def on_a_terminal(words: tuple[str, ...]) -> str:
    ours, its = pty.openpty()
    fcntl.ioctl(its, termios.TIOCSWINSZ, struct.pack("HHHH", 24, WIDTH, 0, 0))
    plain = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    with subprocess.Popen(command(words), stdout=its, stderr=subprocess.PIPE, env=plain) as running:
        os.close(its)
        shown = bytearray()
        try:
            while some := os.read(ours, 65536):
                shown += some
        except OSError:  # how a terminal ends
            pass
        os.close(ours)
        assert running.stderr is not None
        assert running.stderr.read() == b""
    return shown.decode().replace("\r\n", "\n")


@pytest.mark.parametrize("name", PROSE)
def test_no_line_is_wider_than_the_terminal(name: str) -> None:
    """But for a single word that is; and the words are those that a pipe gets."""
    shown = on_a_terminal(PROSE[name])
    wide = [line for line in shown.split("\n") if len(line) > WIDTH and len(line.split()) > 1]
    assert wide == []
    piped = subprocess.run(command(PROSE[name]), capture_output=True, text=True, timeout=120)
    assert shown.split() == piped.stdout.split()
    assert len(shown.split("\n")) > len(piped.stdout.split("\n"))


def test_in_a_pipe_every_sentence_is_a_line() -> None:
    told = subprocess.run(command(PROSE["demo"]), capture_output=True, text=True, timeout=120).stdout
    assert max(map(len, told.split("\n"))) > 100
