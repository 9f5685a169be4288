"""Markup: words and numbers as they can stand in XML and HTML, and templates with blanks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from shinkansen.core.text import printable_lines

# What is drawn repeats from picture to picture, coordinates and words alike: remembering them halves the time.
REMEMBERED: Final = 8192


@lru_cache(REMEMBERED)
def escape(words: str) -> str:
    """Words as they can stand in XML, also between quotes."""
    # What is not printable XML may not even know.
    fit = printable_lines(words)
    return fit.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


@lru_cache(REMEMBERED)
def number(value: float) -> str:
    """A coordinate, as short as it can be written."""
    return f"{round(value, 1):g}"


def minus(number: int) -> str:
    """A number with a real minus sign."""
    return str(number).replace("-", "−")


def signed(number: int) -> str:
    """A number with a sign."""
    return f"+{number}" if number > 0 else minus(number)


def filled(template: str, parts: Mapping[str, str]) -> str:
    """A template with its blanks filled, such as `{{title}}`."""
    # In one pass, so that inserted text is never taken for a blank.
    return re.sub(r"\{\{([a-z-]+)\}\}", lambda blank: parts[blank[1]], template)
