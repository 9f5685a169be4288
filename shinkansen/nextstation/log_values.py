"""What a scored sheet says, as values: sections, cards, numbers, rounds. `logs` reads them from a text."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod

from attrs import field, frozen

from shinkansen.nextstation.sheet import SWITCH, Sheet


@frozen
class Stroke:
    """A section as it was written."""

    line: int
    start: str
    end: str

    @property
    def text(self) -> str:
        """`3,2 - 4,3`."""
        return f"{self.start} - {self.end}"


@frozen
class Card:
    """A card that came; what is not known of it is empty."""

    symbol: str
    kind: str


@frozen
class Cards:
    """The cards of a round as they were written."""

    line: int
    cards: tuple[Card, ...]
    more: bool
    """Whether others came after them."""


@frozen
class Number:
    """A number that somebody counted, with the sum that they wrote for it."""

    line: int
    value: int
    """What they say it comes to."""
    terms: tuple[tuple[int, ...], ...]
    """The sum: each term with its factors; a sign belongs to the first of them."""
    text: str
    """All of it as it was written: `3 x 6 + 4 = 22`."""
    has_result: bool = False
    """Whether a result is written after the sum."""

    @property
    def sum_text(self) -> str:
        """`3 x 6 + 4`."""
        return self.text.partition(" = ")[0]

    @property
    def made(self) -> int:
        """What the sum makes, which need not be what they say."""
        return sum(map(prod, self.terms))

    @property
    def products(self) -> tuple[tuple[int, ...], ...]:
        """The terms that are products."""
        return tuple(term for term in self.terms if len(term) > 1)


@frozen
class Round:
    """A round as it was written."""

    line: int
    colour: str
    strokes: tuple[Stroke, ...] = ()
    circled: tuple[tuple[int, str], ...] = ()
    """Stations that count double, with the lines where they are written."""
    none_circled: bool = False
    """Whether it is written that there is none."""
    cards: Cards | None = None
    special: tuple[str, str] = ("", "")
    """The symbol and the effect of its special station; empty text for what is not known."""
    counted: Mapping[str, Number] = field(factory=dict[str, Number], hash=False)


@frozen
class Log:
    """A scored sheet as it was written."""

    sheet: Sheet
    solo: bool
    modules: tuple[str, ...]
    objectives: tuple[str, ...]
    """Those that are known."""
    powers: Mapping[str, str] = field(hash=False)
    """By colour, as far as they are known."""
    rulings: Mapping[str, str] = field(hash=False)
    rounds: tuple[Round, ...]
    counted: Mapping[str, Number] = field(hash=False)
    """What was counted at the end."""


def cards_text(cards: Cards) -> str:
    """Cards as they are written: `circle, u-joker, switch + square`."""
    text = ""
    for number, card in enumerate(cards.cards):
        named = ("u-" if card.kind == "underground" else "") + (card.symbol or "?")
        before = cards.cards[number - 1].symbol if number else ""
        text += ("" if not number else " + " if before == SWITCH else ", ") + named
    return text + (", ..." if cards.more and text else "..." if cards.more else "")
