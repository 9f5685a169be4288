"""The words of a line as people write it: with commas, full stops, numbered moves, remarks, any dashes and quotes.

Nothing here knows what a word means; `logs` reads the words, and `log_words` looks them up in the edition.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import dropwhile
from typing import Final

from shinkansen.core.text import straight

SEPARATORS: Final = (":", "=", "-")
"""What may separate the word that begins a line from the rest."""
_WORD: Final = re.compile(r'(?:#|//).*+|"(?:[^"\\]|\\.)*+"?|[:=]|[^\s",;:=&/]++')
"""A quotation that is never closed goes to the end of the line, so that no part of it is looked at twice."""
_REMARK: Final = ("#", "//")
_BULLET: Final = re.compile(r"[0-9]{1,6}[.)]|[-*\u2022\u00b7]")


def words(line: str) -> list[str]:
    """The words of a line, none if it only has a remark. Quoted words keep their quotes."""
    found = _WORD.findall(straight(line))
    if found and found[-1].startswith(_REMARK):
        del found[-1]
    found = [*dropwhile(_BULLET.fullmatch, found)] or found[-1:]
    if found and not found[-1].startswith('"'):
        found[-1] = found[-1].rstrip(".!")
    return _joined(word for word in found if word)


def after_first(found: Sequence[str]) -> list[str]:
    """The words after the one that begins a line, without what only separates them."""
    return [*dropwhile(SEPARATORS.__contains__, found[1:])]


def _joined(found: Iterable[str]) -> list[str]:
    """`gold + white` is one word."""
    together: list[list[str]] = []
    for word in found:
        if together and (word.startswith("+") or together[-1][-1].endswith("+")):
            together[-1].append(word)
        else:
            together.append([word])
    return ["".join(parts) for parts in together]
