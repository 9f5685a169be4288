"""Text from outside, made safe to show: the one place that decides what a terminal, a page or a file may get.

An engine, an edition, a log or a file may have any name. Escape sequences, control and direction characters, characters
without width, line separators, lone surrogates and code points that mean nothing to us are written out (`\\x1b`,
`\\u202e`) instead of obeyed, and long text is cut. Everything that prints or writes somebody else's words goes through
`printable`; text that is already safe stays as it is, so doing it twice does no harm.
"""

from __future__ import annotations

import re
from typing import Final

NAME: Final = 80
"""How many characters of a name are shown at most."""
SENTENCE: Final = 1_000
"""How many characters of a sentence are shown at most."""
REASON: Final = 400
"""How many characters of a part of a sentence are shown at most."""

_BLANK: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Letters and marks to Unicode, but invisible."""


def is_printable(text: str) -> bool:
    """Whether a text can be shown as it is, on one line."""
    # Python calls no control, format, private, unassigned or surrogate character printable, and only one kind of space.
    return text.isprintable() and (text.isascii() or _BLANK.search(text) is None)


def printable(text: object, most: int | None = None) -> str:
    """Any text on one line and safe to show, cut to at most `most` characters."""
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
    """Any text made safe to show; its lines are kept."""
    return "\n".join(map(printable, str(text).split("\n")))


def indented(text: object) -> str:
    """Any text made safe to show; lines after the first are indented, so nobody can take them for ours."""
    first, *rest = printable_lines(text).split("\n")
    return "\n".join([first, *(f"  {line.removeprefix('  ')}" for line in rest)])


def name(text: object) -> str:
    """The name of something, made safe to show."""
    return printable(text, NAME)


def reason(text: object) -> str:
    """The reason somebody gives for not answering, made safe to show within a sentence."""
    return printable(text, REASON)


def sentence(text: object) -> str:
    """What somebody says, made safe to show."""
    return printable(text, SENTENCE)


_STRAIGHT: Final = str.maketrans(
    {
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d", "-"),
        **dict.fromkeys("\u2018\u2019\u201a\u201b\u2032", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"'),
        **{chr(0xFEE0 + plain): chr(plain) for plain in range(ord("!"), ord("~") + 1)},
        **dict.fromkeys("\u00ad\u200b\u200e\u200f\u2060\ufeff"),
    }
)
"""What editors and telephones make of dashes and quotation marks, letters of full width, and marks that nobody sees."""


def straight(text: str) -> str:
    """What somebody typed, with plain letters, dashes and quotation marks and without marks that have no width."""
    return text if text.isascii() else text.translate(_STRAIGHT)


def _written_out(char: str) -> str:
    return char if is_printable(char) else char.encode("unicode_escape").decode()
