"""Packing: many texts that differ a little, each as a list of shared fragments.

A picture is 70 kB, but from one ply to the next few of its lines change. Every line is kept once, in the order in which
lines first appear; a text is a list of runs, `[first, how many, first, how many, ...]`.
"""

from __future__ import annotations

import re
from typing import Final

_CUTS: Final = re.compile(r"(?<=\n)|(?=<style>)|(?<=</style>)")
"""After every line, and around the style sheet of a picture: it shares a line with words that change."""


class Packing:
    """Fragments that are being gathered."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    @property
    def fragments(self) -> list[str]:
        return list(self._numbers)

    def pack(self, text: str) -> list[int]:
        """The runs of a text; joined, their fragments are the text to the letter."""
        runs: list[int] = []
        for fragment in _CUTS.split(text):
            number = self._numbers.setdefault(fragment, len(self._numbers))
            if runs and number == runs[-2] + runs[-1]:
                runs[-1] += 1
            else:
                runs += [number, 1]
        return runs
