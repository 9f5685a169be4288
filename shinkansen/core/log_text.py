"""What people wrote about a game, as a text: where it comes from, which game it is of, and errors that name a line.

A line `game nextstation` says which game; what the other lines mean is up to the game (`parts.Logs`).
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from attrs import frozen

from shinkansen.core.errors import ShinkansenError
from shinkansen.core.files import read_input, read_text
from shinkansen.core.text import printable, straight

STDIN: Final = "-"
"""The name that stands for standard input."""
_GAME: Final = re.compile(r"[ \t]*game\b[ \t]*[:=]?[ \t]*([^#]{0,80}?)[ \t.!]*(?:#.*)?", re.IGNORECASE)


class LogError(ShinkansenError):
    """What people wrote cannot be read; `line` is where, counted from 1."""

    def __init__(self, message: str, line: int | None = None) -> None:
        self.line = line
        super().__init__(f"line {line}: {message}" if line is not None else message)


@frozen
class LogText:
    """A text that people wrote."""

    name: str
    """What it is called in sentences."""
    text: str
    """Without the line that names the game, whose place is left blank."""
    game: str = ""
    """The game as it was written, if it was."""
    line: int = 0
    """Where."""


def read_log(path: str | Path) -> LogText:
    """The text of a file; `-` is standard input."""
    source = read_input(LogError) if path == STDIN else read_text(path, LogError)
    return with_game("standard input" if path == STDIN else printable(path), source)


def with_game(name: str, source: str) -> LogText:
    """A text, and the game that its first line of this kind names."""
    lines = source.split("\n")
    for number, line in enumerate(lines, start=1):
        if (found := _GAME.fullmatch(straight(line.rstrip("\r")))) is not None:
            lines[number - 1] = ""
            return LogText(name, "\n".join(lines), found[1], number)
    return LogText(name, source)
