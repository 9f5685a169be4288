"""The cards of a scored sheet: reads a line such as `cards circle, u-joker, switch + square, ?, ...`.

Cards stand in the order in which they came, separated by anything but a hyphen, which belongs to a kind: `u-circle`,
`s-circle`. Every word is used or refused.
"""

from __future__ import annotations

import re
from typing import Final

from shinkansen.core.log_text import LogError
from shinkansen.core.plain_json import shown
from shinkansen.nextstation import log_words as words
from shinkansen.nextstation.log_values import Card, Cards
from shinkansen.nextstation.sheet import SWITCH

MOST_CARDS: Final = 30
"""More than there could ever be; so no text makes more work than a sheet."""
_SPLIT: Final = re.compile(r"([,;/|+&]|\bwith\b|\band\b)")
_TOGETHER: Final = ("+", "&", "with")
"""What only stands between a switch and the card beside it."""
_HURRY: Final = re.compile(r"[cstpjw]{4,11}")
"""Cards as people note them in a hurry: a letter for each."""
_IGNORED: Final = frozenset({"(", ")", ".", ":", "=", "card", "cards", "then", "-", ">", "->"})
_STREET: Final = "street"


def cards_of(text: str, line: int, most: int) -> Cards | None:
    """The cards of a line; nothing if it says nothing."""
    return _Reader(line, most).read(text)


class _Reader:
    def __init__(self, line: int, most: int) -> None:
        self.line: Final = line
        self.most: Final = most
        self.cards: Final = list[Card]()
        self.more = False

    def error(self, message: str) -> LogError:
        return LogError(message, self.line)

    def read(self, text: str) -> Cards | None:
        first, *others = _SPLIT.split(text)
        self._part(first)
        for between, part in zip(others[::2], others[1::2], strict=True):
            before = len(self.cards)
            self._part(part)
            if between in _TOGETHER and (len(self.cards) == before or not before or self._symbol(before) != SWITCH):
                told = f"{self._symbol(before) or '?'} {between} {part.strip() or 'nothing'}"
                raise self.error(
                    f"found {shown(told)}: only a switch has a card beside it, which is written after it, such as "
                    "switch + square"
                )
        if len(self.cards) > MOST_CARDS:
            raise self.error(f"found {len(self.cards)} cards, expected at most {self.most}")
        return Cards(self.line, tuple(self.cards), self.more) if self.cards or self.more else None

    def _symbol(self, before: int) -> str:
        return self.cards[before - 1].symbol if before else ""

    def _part(self, part: str) -> None:
        """What stands between two signs: mostly one card."""
        told = [word for word in words.words_of(part) if word not in _IGNORED or word == "."]
        here, kind, times = len(self.cards), "", 0
        for at, word in enumerate(told):
            after = told[at + 1] if at + 1 < len(told) else ""
            if self.more and word not in (".", "etc"):
                raise self.error(
                    "found a card after the ..., which stands for all cards that came later; for a single one write ?"
                )
            if word.startswith("...") or word == "etc":
                self.more = True
            elif word == ".":
                continue
            elif word.isascii() and word.isdigit():
                times = self._times(word, after)
            elif "-" in word.removesuffix("-"):
                self._hyphened(word, times)
                times = 0
            elif word.endswith("-") and after.startswith("?") and not kind:  # u-?
                kind = self._kind_before(word)
            elif (found := self._kind(word, after)) is not None:
                if kind:
                    raise self.error(f"found {shown(part.strip())}, expected one kind of card")
                kind = found
            else:
                self._add(word, kind, times)
                kind, times = "", 0
        if times:
            raise self.error(f"found {times} in {shown(part.strip())}, expected cards after it")
        if kind:
            self._kind_after(kind, here, part)

    def _kind_after(self, kind: str, here: int, part: str) -> None:
        """A kind behind its card, as in `circle (underground)`, or one without a card."""
        if len(self.cards) == here:
            self.cards.append(Card("", kind))
        elif len(self.cards) == here + 1 and not self.cards[-1].kind:
            self.cards[-1] = Card(self.cards[-1].symbol, kind)
        else:
            raise self.error(f"found {shown(part.strip())}, expected each card with its kind, such as u-circle")

    def _times(self, word: str, after: str) -> int:
        """A number before cards: how many; with a full stop, which card or turn it is."""
        number = int(word[:3])
        if after == ".":
            turns = len(self.cards) - sum(card.symbol == SWITCH for card in self.cards)
            if number not in (len(self.cards) + 1, turns + 1):
                raise self.error(f"found {word}. before card {len(self.cards) + 1}")
            return 0
        if not 0 < number <= MOST_CARDS:
            raise self.error(f"found {word} cards, expected at most {self.most}")
        return number

    def _kind(self, word: str, after: str) -> str | None:
        if word in words.CARD_WORDS:
            if word == "s" and len(after) > 1 and words.known_as(after, words.CARD_WORDS) is not None:
                card = words.known_as(after, words.CARD_WORDS)
                raise self.error(f"found {shown(f's {after}')}, expected s-{card} (a street card) or square, {card}")
            return None
        return words.known_as(word, words.KINDS)

    def _hyphened(self, word: str, times: int) -> None:
        """A kind and a card: `u-circle`, `street-circle`."""
        kind, _, card = word.partition("-")
        self._add(card, self._kind_before(word, "-" in card or not kind), times)

    def _kind_before(self, word: str, is_wrong: bool = False) -> str:
        kind_word = word.partition("-")[0]
        kind = _STREET if kind_word == "s" else words.known_as(kind_word, words.KINDS)
        if kind is None or is_wrong:
            raise self.error(f"found {shown(word)}, expected cards with commas between them, such as u-circle, square")
        return kind

    def _add(self, word: str, kind: str, times: int) -> None:
        if word.startswith("?") or word == "unknown":
            each = [Card("", kind)] * (len(word) if word.startswith("?") else 1)
        elif _HURRY.fullmatch(word):
            each = [Card(words.CARD_WORDS[letter], "") for letter in word]
            if kind or times:
                raise self.error(f"found {shown(word)} after a number or a kind, expected one card")
        else:
            each = [Card(words.meant(word, words.CARD_WORDS, "card", self.line), kind)]
        self.cards.extend(each * min(times or 1, MOST_CARDS + 1))
