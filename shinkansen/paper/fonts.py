"""Fonts of this machine, for a renderer that knows none by kind: the families in the files where fonts usually lie."""

from __future__ import annotations

import os
import struct
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Final

GOOD: Final = (
    "DejaVu Sans", "Verdana", "Noto Sans", "Liberation Sans", "Arial", "Helvetica", "Helvetica Neue", "Segoe UI",
    "Roboto", "Open Sans", "Ubuntu", "Cantarell", "Adwaita Sans", "Inter", "FreeSans", "Nimbus Sans", "Source Sans 3",
    "Fira Sans", "IBM Plex Sans", "Lato", "Carlito", "Tahoma", "Bitstream Vera Sans", "Droid Sans", "Luxi Sans",
)  # fmt: skip
"""Families without serifs that people have, the first first."""
ENDINGS: Final = (".ttf", ".otf", ".ttc", ".otc")
MOST: Final = 3_000
"""So many files are looked at."""
LARGEST: Final = 64 * 2**20
"""So many bytes of each."""


def families() -> Iterator[str]:
    """The good families, and then whatever is there: sans-serif by its name before the rest."""
    yield from GOOD
    found = {family for file in islice(_files(), MOST) for family in family_of(file)}
    yield from sorted(found, key=lambda family: ("sans" not in family.lower(), family))


def _files() -> Iterator[Path]:
    for folder in _folders():
        for root, folders, names in os.walk(folder):
            folders.sort()
            yield from (Path(root, name) for name in sorted(names) if name.lower().endswith(ENDINGS))


def _folders() -> list[Path]:
    home = Path(os.path.expanduser("~"))
    if sys.platform == "win32":
        return [Path(os.environ.get("WINDIR", "C:\\Windows"), "Fonts"), home / "AppData/Local/Microsoft/Windows/Fonts"]
    if sys.platform == "darwin":
        return [Path("/System/Library/Fonts"), Path("/Library/Fonts"), home / "Library/Fonts"]
    return [home / ".local/share/fonts", home / ".fonts", Path("/usr/local/share/fonts"), Path("/usr/share/fonts")]


NAMES: Final = (1, 16)
"""Under these numbers a font has the name of its family."""
UNICODE: Final = (0, 3)
"""Of these platforms the names are in UTF-16."""


def family_of(file: Path) -> set[str]:
    """The names of the family that a font file holds; none if it cannot be read."""
    try:
        with file.open("rb") as font:
            data = font.read(min(LARGEST, os.fstat(font.fileno()).st_size))  # or Python makes room for all of it
        return {*_names(data)}
    except (OSError, ValueError, struct.error):
        return set()


def _names(data: bytes) -> Iterator[str]:
    start = struct.unpack_from(">L", data, 12)[0] if data[:4] == b"ttcf" else 0
    (tables,) = struct.unpack_from(">H", data, start + 4)
    for number in range(tables):
        tag, _, at, _ = struct.unpack_from(">4sLLL", data, start + 12 + 16 * number)
        if tag == b"name":
            _, count, texts = struct.unpack_from(">HHH", data, at)
            for row in range(count):
                platform, _, _, name, length, offset = struct.unpack_from(">6H", data, at + 6 + 12 * row)
                if name in NAMES and platform in UNICODE:
                    place = at + texts + offset
                    yield data[place : place + length].decode("utf-16-be")
            return  # a font has one such table; a broken one may say thousands
