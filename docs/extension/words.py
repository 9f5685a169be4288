"""Small pieces of Markdown that every generator needs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|$~^])")


def plain(text: str) -> str:
    """Text that Markdown leaves as it is."""
    return _SPECIAL.sub(r"\\\1", text)


def code(text: str) -> str:
    """Text as code; in a table a bar must not end the cell."""
    return f"`` {text} ``" if "`" in text else f"`{text}`"


def quoted(text: str) -> str:
    """Prose that marks code with backquotes, as help texts and descriptions do; the rest is left as it is."""
    parts = re.split(r"(`[^`]+`)", text)
    return "".join(part if part.startswith("`") else plain(part) for part in parts)


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; the cells are Markdown already."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(cell.replace(chr(10), ' ') for cell in line)} |\n" for line in lines)


def counted(number: int, thing: str, things: str = "") -> str:
    """1 clause, 2 clauses."""
    return f"{number:,} {thing if number == 1 else things or thing + 's'}"
