"""Sentences on the terminal: wrapped to its width, and what several commands say in the same words."""

from __future__ import annotations

import textwrap

from shinkansen.core.clauses import Lines, Text, write_lines
from shinkansen.core.rulings import Ruling
from shinkansen.terminal import width


def wrapped(prose: str, indent: int = 2, further: int = 0) -> str:
    """Prose in lines of the terminal's width, indented; all but the first line `further` still."""
    lead = " " * indent
    return textwrap.fill(
        prose,
        width=width(),
        initial_indent=lead,
        subsequent_indent=lead + " " * further,
        break_long_words=False,
        break_on_hyphens=False,
    )


def cited(text: Text, lines: Lines) -> str:
    """Lines of a text."""
    return f"{text.name} text, {'lines' if len(lines) > 1 else 'line'} {write_lines(lines)}"


def preferred(ruling: Ruling) -> str:
    """What we prefer of a ruling, and that there are other answers."""
    says = ruling.says(ruling.preferred)
    if not ruling.switchable:
        return f"{says} (settled)"
    return f"{says} (preferred: {ruling.preferred}; can be read as {' or '.join(ruling.others)} too)"
