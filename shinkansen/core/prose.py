"""Small parts of English sentences that every game needs: a capital at the beginning, numbers of things, lists."""

from __future__ import annotations

from collections.abc import Sequence


def opening(words: str) -> str:
    """Words at the beginning of a sentence; there must be some."""
    return words[0].upper() + words[1:]


def count(number: int, thing: str) -> str:
    """`2 counters`, `1 counter`."""
    return f"{number} {thing}" + "s" * (number != 1)


def to_move(seat: str) -> str:
    """Who has the next move: `yellow is to move`, `you are to move`."""
    return f"{seat} {'are' if seat == 'you' else 'is'} to move"


def listed(words: Sequence[str], last: str = " and ") -> str:
    """`a, b and c`."""
    return last.join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
