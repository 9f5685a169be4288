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

    def is_of(self, game: str) -> bool:
        """Whether it says that it is of the game of this name, in whatever spelling."""
        return _plain(self.game) == _plain(game)


def _plain(name: str) -> str:
    return "".join(filter(str.isalnum, name)).casefold()


def read_log(path: str | Path) -> LogText:
    """The text of a file; `-` is standard input."""
    source = read_input(LogError) if path == STDIN else read_text(path, LogError)
    name = "standard input" if path == STDIN else printable(path)
    try:
        return with_game(name, source)
    except LogError as problem:
        raise LogError(f"{name}: {problem}") from None


def with_game(name: str, source: str) -> LogText:
    """A text, and the game that it names; `LogError` if it names one twice."""
    lines = source.split("\n")
    named = LogText(name, source)
    for number, line in enumerate(lines, start=1):
        if (found := _GAME.fullmatch(straight(line.rstrip("\r")))) is not None:
            if not found[1]:
                raise LogError("found `game`, expected the name of a game after it", number)
            if named.line:
                raise LogError(f"the game is named in line {named.line} already", number)
            lines[number - 1] = ""
            named = LogText(name, "\n".join(lines), found[1], number)
    return named


def not_a_log(source: str, where: object, error: type[ShinkansenError]) -> str:
    """A text that should be JSON; what people wrote about a game is refused, with the command that reads it."""
    if source.strip() and not source.lstrip("\ufeff \t\r\n").startswith(("{", "[")):
        name = printable(where)
        raise error(f"{name}: is no JSON; if people wrote down a game in it, `shinkansen check {name}` reads it")
    return source
