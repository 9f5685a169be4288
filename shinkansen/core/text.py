"""Text from outside, made fit to be shown: the one place that decides what a terminal, a page or a file may get.

An engine, an edition, a log or a file may carry any name. Escape sequences, control and direction characters,
characters that have no width, line separators, half characters and code points that mean nothing to us are written out
(`\\x1b`, `\\u202e`) instead of obeyed, and what is long is cut. Everything that prints or writes words of others goes
through `printable`; what is fit already stays as it is, so doing it twice does no harm.
"""

from __future__ import annotations

import re
from typing import Final

NAME: Final = 80
"""The most characters of a name."""
SENTENCE: Final = 1_000
"""The most characters of a sentence."""
REASON: Final = 400
"""The most characters of a part of one."""

_BLANK: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Letters and marks to Unicode, but nothing is seen of them."""


def is_printable(text: str) -> bool:
    """Whether a text can be shown as it is, on one line."""
    # To Python, all control, format, private, unassigned and half characters are not printable, and of spaces only one.
    return text.isprintable() and (text.isascii() or _BLANK.search(text) is None)


def printable(text: object, most: int | None = None) -> str:
    """Any text on one line and fit to be shown, of no more than so many characters."""
    words = str(text)
    length = len(words)
    if most is not None:
        words = words[:most]
    if not is_printable(words):
        words = "".join(map(_written_out, words))
    if most is not None and max(length, len(words)) > most:
        told = f"... ({length:,} characters)"
        words = f"{words[: most - len(told)]}{told}"
    return words


def printable_lines(text: object) -> str:
    """Any text fit to be shown; its lines stay apart."""
    return "\n".join(map(printable, str(text).split("\n")))


def indented(text: object) -> str:
    """Any text fit to be shown; further lines stand in below the first, so nobody can take them for ours."""
    first, *rest = printable_lines(text).split("\n")
    return "\n".join([first, *(f"  {line.removeprefix('  ')}" for line in rest)])


def name(text: object) -> str:
    """The name of something, fit to be shown."""
    return printable(text, NAME)


def reason(text: object) -> str:
    """Why somebody does not answer, fit to be shown in a sentence."""
    return printable(text, REASON)


def sentence(text: object) -> str:
    """What somebody says, fit to be shown."""
    return printable(text, SENTENCE)


def _written_out(char: str) -> str:
    return char if is_printable(char) else char.encode("unicode_escape").decode()
