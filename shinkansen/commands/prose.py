"""Sentences on the terminal: wrapped to its width, and wording that several commands share."""

from __future__ import annotations

import sys
import textwrap

from shinkansen.core.clauses import Lines, Text, write_lines
from shinkansen.core.rulings import Ruling
from shinkansen.terminal import width


def wrapped(prose: str, indent: int = 2, further: int = 0) -> str:
    """Prose wrapped to the terminal's width, indented; all lines but the first by `further` more."""
    lead = " " * indent
    return textwrap.fill(
        prose,
        width=width(),
        initial_indent=lead,
        subsequent_indent=lead + " " * further,
        break_long_words=False,
        break_on_hyphens=False,
    )


def fitted(line: str, further: int = 2) -> str:
    """A line with the indentation it has: on a terminal wrapped, elsewhere whole, for programs that go by lines."""
    if not sys.stdout.isatty() or len(line) <= width():
        return line
    return wrapped(line.lstrip(), len(line) - len(line.lstrip()), further)


def cited(text: Text, lines: Lines) -> str:
    """Lines of a text."""
    return f"{text.name} text, {'lines' if len(lines) > 1 else 'line'} {write_lines(lines)}"


def preferred(ruling: Ruling) -> str:
    """The preferred answer to a ruling, and that there are others."""
    says = ruling.says(ruling.preferred)
    if not ruling.switchable:
        return f"{says} (settled)"
    return f"{says} (preferred: {ruling.preferred}; it can also be read as {' or '.join(ruling.others)})"
