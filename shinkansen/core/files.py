"""Reading files that somebody else wrote: whatever goes wrong is told in one sentence (for writing see `writing`).

The caller says which error class to raise, so a broken edition is an `EditionError`, and so on.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from shinkansen.core.errors import ShinkansenError
from shinkansen.core.plain_json import first_repeated, shown
from shinkansen.core.text import printable

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

PACKAGE: Final = Path(__file__).parents[1]
"""Our own package, with the files that come with it, for modules that every program loads: `importlib.resources` takes
longer to load than the rules of a game."""

LIMIT = 1_000_000
"""The largest file we read, in bytes. A complete edition takes about 20 kB."""


def path_of(path: object, error: type[ShinkansenError]) -> Path:
    """A path that was given as a string or as a `Path`."""
    if not isinstance(path, str | Path):
        raise error(f"found {shown(path)}, expected the name of a file")
    return Path(path)


def read_text(path: str | Path, error: type[ShinkansenError]) -> str:
    """The text of a file, or one clear error if it is missing, a folder, unreadable, huge, binary or not UTF-8."""
    path = path_of(path, error)
    try:
        with path.open("rb") as file:
            data = file.read(LIMIT + 1)
    except FileNotFoundError:
        raise error(f"{printable(path)}: there is no such file") from None
    except IsADirectoryError:
        raise error(f"{printable(path)}: is a folder, expected a file") from None
    except (OSError, ValueError) as problem:  # ValueError: a name no file can have, such as one with a zero byte
        raise error(f"{printable(path)}: cannot be read ({_reason(problem)})") from None
    return _decoded(data, printable(path), error)


def read_input(error: type[ShinkansenError]) -> str:
    """The text that comes through standard input, or one clear error."""
    try:
        data = sys.stdin.buffer.read(LIMIT + 1)
    except (OSError, ValueError, AttributeError) as problem:  # AttributeError: there is none
        raise error(f"standard input cannot be read ({_reason(problem)})") from None
    return _decoded(data, "standard input", error)


def _decoded(data: bytes, name: str, error: type[ShinkansenError]) -> str:
    if len(data) > LIMIT:
        raise error(f"{name}: is larger than {LIMIT:,} bytes, expected a small text file")
    if b"\0" in data:
        offset = data.index(0)
        raise error(f"{name}: is a binary file (a zero byte at offset {offset}), expected UTF-8 text")
    try:
        # "utf-8-sig" because Windows editors like to put a byte order mark first.
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise error(f"{name}: is not UTF-8 text (byte {problem.start}); save it as UTF-8") from None


def load_toml(file: Traversable, error: type[ShinkansenError]) -> dict[str, Any]:
    """A TOML file that comes with a package (or any other path) as plain values, or one clear error."""
    try:
        data = file.read_bytes()
    except OSError as problem:
        raise error(f"{printable(file)}: cannot be read ({_reason(problem)})") from None
    return parse_toml(_decoded(data, printable(file), error), file.name, error)


def parse_toml(text: str, where: object, error: type[ShinkansenError]) -> dict[str, Any]:
    """A TOML text as plain values, or one clear error with the line.

    The time Python's reader takes grows with the square of the number of parts of a key (`a.b.c`), so keys of more than
    a few parts are refused first. The rest takes time proportional to the text, and up to `TOML_PEAK` bytes of memory
    for each character, which is why TOML has a lower limit than other files.
    """
    _check_text(text, where, error)
    try:
        if len(text) > TOML_LIMIT:
            raise ValueError(f"it is longer than {TOML_LIMIT:,} characters")
        if _LONG_KEY.search(_NO_KEY.sub("s", text)):
            raise ValueError(f"a key of more than {MOST_PARTS} parts")
        return tomllib.loads(text)
    except RecursionError:
        raise error(f"{printable(where)}: is not usable TOML: it is nested too deeply") from None
    except ValueError as problem:
        raise error(f"{printable(where)}: is not valid TOML: {_brief(problem)}") from None


TOML_LIMIT = 200_000
"""The most characters of TOML that we read."""
TOML_PEAK = 600
"""How many bytes of memory a character of TOML can take while it is read. Tests check it."""
MOST_PARTS = 8
"""How many parts a key of a TOML file may have; an edition needs three."""
_NO_KEY = re.compile(
    r"""\"{3}(?:[^"\\]|\\.|""?(?!"))*+(?:"{3,5}|\\?\Z)"""
    r"""|'{3}(?:[^']|''?(?!'))*+(?:'{3,5}|\Z)"""
    r"""|"(?:[^"\\\n]|\\.)*+(?:"|\\?$)"""
    r"""|'[^'\n]*+(?:'|$)"""
    r"""|\#[^\n]*+""",
    re.DOTALL | re.MULTILINE,
)
"""Strings and comments, whatever is in them. One that is never closed goes on to the end of the line or file, so that
no part is looked at twice."""
_LONG_KEY = re.compile(rf"(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+){{{MOST_PARTS}}}")


def parse_json(text: str, where: object, error: type[ShinkansenError]) -> Any:
    """A JSON text as plain values, or one clear error with the line; time and memory are proportional to the text."""
    _check_text(text, where, error)
    try:
        return json.loads(text, object_pairs_hook=_without_duplicates, parse_int=_whole)
    except RecursionError:
        raise error(f"{printable(where)}: is not usable JSON: it is nested too deeply") from None
    except ValueError as problem:
        raise error(f"{printable(where)}: is not valid JSON: {_brief(problem)}") from None


def _check_text(text: object, where: object, error: type[ShinkansenError]) -> None:
    if not isinstance(text, str):
        raise error(f"{printable(where)}: found {shown(text)}, expected a string")


MOST_DIGITS = 1000
"""How many digits a number in a JSON file may have; the time to read one grows with the square of that."""


def _whole(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError(f"a number of {len(digits)} digits")
    return int(digits)


def _brief(problem: Exception) -> str:
    """The message of a parser, cut short: it may quote half of the file."""
    text = printable(problem)
    return text if len(text) <= 200 else f"{text[:150]} ... {text[-40:]}"


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    # TOML forbids a key that occurs twice; JSON parsers silently keep the last one, and a figure would be lost.
    table = dict(pairs)
    if len(table) < len(pairs):
        twice = first_repeated(name for name, _ in pairs)
        raise ValueError(f"the key {shown(twice)} occurs twice in one object")
    return table


def _reason(problem: Exception) -> str:
    return (problem.strerror if isinstance(problem, OSError) else None) or str(problem)
