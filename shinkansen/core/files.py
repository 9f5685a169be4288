"""Reading a file that somebody else wrote, and writing a new one: every way it can go wrong ends in one sentence.

The caller says which error class to raise, so that a broken edition is an `EditionError` and so on.
"""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

from shinkansen.core.errors import ShinkansenError

LIMIT = 1_000_000
"""The most bytes we read. A complete edition takes about 20 kB."""


def read_text(path: Path, error: type[ShinkansenError]) -> str:
    """The text of a file, or one clear error: missing, a folder, unreadable, huge, binary or not UTF-8."""
    try:
        with path.open("rb") as file:
            data = file.read(LIMIT + 1)
    except FileNotFoundError:
        raise error(f"{printable(path)}: there is no such file") from None
    except IsADirectoryError:
        raise error(f"{printable(path)}: is a folder, expected a file") from None
    except (OSError, ValueError) as problem:  # ValueError: a name no file can have, as with a zero byte in it
        raise error(f"{printable(path)}: cannot be read ({_reason(problem)})") from None
    if len(data) > LIMIT:
        raise error(f"{printable(path)}: is larger than {LIMIT:,} bytes, expected a small text file")
    if b"\0" in data:
        offset = data.index(0)
        raise error(f"{printable(path)}: is a binary file (a zero byte at offset {offset}), expected UTF-8 text")
    try:
        # "utf-8-sig" because Windows editors like to put a byte order mark first.
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        raise error(f"{printable(path)}: is not UTF-8 text (byte {problem.start}), save it as UTF-8") from None


def write_new(path: Path, content: str | bytes, error: type[ShinkansenError]) -> None:
    """Write a file that does not exist yet, text as UTF-8; never overwrite one."""
    try:
        data = content.encode() if isinstance(content, str) else content
        with path.open("xb") as file:
            file.write(data)
    except FileExistsError:
        raise error(f"{printable(path)}: exists already, and is not overwritten") from None
    except (OSError, ValueError) as problem:
        raise error(f"{printable(path)}: cannot be written ({_reason(problem)})") from None


def parse_toml(text: str, where: object, error: type[ShinkansenError]) -> dict[str, Any]:
    """A TOML text as plain values, or one clear error with the line."""
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise error(f"{printable(where)}: is not usable TOML: it is nested too deeply") from None
    except ValueError as problem:
        raise error(f"{printable(where)}: is not valid TOML: {problem}") from None


def parse_json(text: str, where: object, error: type[ShinkansenError]) -> Any:
    """A JSON text as plain values, or one clear error with the line."""
    try:
        return json.loads(text, object_pairs_hook=_without_duplicates)
    except RecursionError:
        raise error(f"{printable(where)}: is not usable JSON: it is nested too deeply") from None
    except ValueError as problem:
        raise error(f"{printable(where)}: is not valid JSON: {problem}") from None


def printable(path: object) -> str:
    """A path as it can be printed anywhere, whatever bytes it is made of."""
    return str(path).encode("utf-8", "backslashreplace").decode("utf-8")


def _without_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    # TOML forbids it; JSON parsers silently keep the last one, and a figure would be lost.
    table = dict(pairs)
    if len(table) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the key {twice!r} occurs twice in one object")
    return table


def _reason(problem: Exception) -> str:
    return (problem.strerror if isinstance(problem, OSError) else None) or str(problem)
