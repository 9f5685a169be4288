"""The numbers of a scored sheet: reads a line such as `districts 3, most 6, points 3 x 6 + 4 = 22`.

A line has one entry or several, each a name and a sum: terms, which may be products, and perhaps the result. Every word
and every sign is used or refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from math import prod
from typing import Final

from attrs import define

from shinkansen.core.log_text import LogError
from shinkansen.core.plain_json import shown
from shinkansen.nextstation import log_words as words
from shinkansen.nextstation.log_values import Number

_TOKEN: Final = re.compile(r"(?<![a-z])x(?![a-z])|[a-z][a-z'-]*|\d+|\S", re.ASCII)
_TIMES: Final = ("x", "*", "\u00d7")
_SIGNS: Final = {"+": 1, "-": -1}
_BETWEEN: Final = (",", ";", ".", "and", "|", "/")
_MOST_DIGITS: Final = 6
_UNITS: Final = frozenset({"point", "points", "pts", "score"})
_FACTOR_UNITS: Final = ({"district", "districts"}, {"station", "stations"})
"""What the two factors of the points of a line may be called."""
_SEVERAL: Final = "lines"
"""Of this the parts may stand side by side, without a sign: the points of one line after the other."""


def entries(text: str, line: int) -> list[tuple[str, Number]]:
    """What each number of a line is, and the number."""
    return [*_Reader([*_TOKEN.findall(text)], line).entries()]


@define
class _Reader:
    tokens: list[str]
    line: int
    at: int = 0

    def error(self, message: str) -> LogError:
        return LogError(message, self.line)

    def now(self, ahead: int = 0) -> str:
        place = self.at + ahead
        return self.tokens[place] if place < len(self.tokens) else ""

    def rest(self) -> str:
        return shown(" ".join(self.tokens[self.at : self.at + 6])) if self.now() else "nothing"

    def entries(self) -> Iterator[tuple[str, Number]]:
        while self.now():
            name = self._name()
            yield name, self._number(name)
            while self.now() in _BETWEEN:
                self.at += 1

    # -- names

    def _name(self) -> str:
        told = list[str]()
        while self.now() and self.now()[0].isalpha() and not (self.now() in _TIMES and told):
            told.append(self.now())
            self.at += 1
        while self.now() in ("=", ":", "."):
            self.at += 1
        said = [word for word in told if word not in words.FILLERS or word in words.BEGINNINGS]
        if not said:
            raise self.error(f"found {self.rest()}, expected what was counted and a number, such as points 20")
        if not (_is_number(self.now()) or self.now() in _SIGNS):
            found = shown(" ".join(told[1:])) if told[1:] else self.rest()
            raise self.error(f"found {found} after {told[0]}, expected a number, such as {told[0]} 20")
        key = words.meant(said[0], words.COUNTED_WORDS, "part of the score", self.line)
        others = [word for word in said[1:] if word not in _UNITS]
        if key == "river" and _UNITS & {*said[1:]}:
            key = "river points"
        elif others == ["circles"] and key == "tourist":
            key, others = "circles", []
        for word in others:
            if word == said[0] or (words.BEGINNINGS.get(word) != key and not (key, word) == ("loop", "stations")):
                raise self.error(f"found {shown(word)} after {said[0]}, expected a number")
        return key

    # -- sums

    def _number(self, name: str) -> Number:
        start = self.at
        terms, side_by_side = self._terms(name)
        value, has_result = None, False
        if self.now() == "=":
            self.at += 1
            value, has_result = self._signed(), True
            self._unit(name, 0)
            if self.now() == "=" or self.now() in _TIMES or self.now() in _SIGNS:
                raise self.error(f"found {self.rest()} after the result, expected one sum and its result")
        written = [token for token in self.tokens[start : self.at] if not token[0].isalpha() or token in _TIMES]
        text = " ".join("x" if token in _TIMES else token for token in written)
        text = re.sub(r"(^|= )([+-]) ", r"\1\2", text)
        if side_by_side and value is None and len(terms) > 2 and sum(map(prod, terms[:-1])) == terms[-1][0]:
            (value,), has_result = terms.pop(), True
        if side_by_side:
            text = " + ".join(str(term[0]) for term in terms) + (f" = {value}" if has_result else "")
        made = sum(map(prod, terms))
        return Number(self.line, made if value is None else value, tuple(terms), text, has_result)

    def _terms(self, name: str) -> tuple[list[tuple[int, ...]], bool]:
        terms, side_by_side = [self._term(name, 1)], False
        while True:
            if (sign := _SIGNS.get(self.now())) is not None:
                self.at += 1
                terms.append(self._term(name, sign))
                continue
            aside = 1 if self.now() == "," else 0
            if name == _SEVERAL and _is_number(self.now(aside)):
                self.at += aside
                side_by_side = True
                terms.append(self._term(name, 1))
                continue
            if _is_number(self.now()):
                raise self.error(
                    f"found {self.now()[:12]} after {self.now(-1)[:12]}, expected + or = or what it counts"
                )
            return terms, side_by_side

    def _term(self, name: str, sign: int) -> tuple[int, ...]:
        factors = [sign * self._signed()]
        self._unit(name, 0)
        while self.now() in _TIMES:
            self.at += 1
            factors.append(self._signed())
            self._unit(name, len(factors) - 1)
        if len(factors) > 2:
            raise self.error("found a product of more than two numbers, expected such as 3 x 6 + 4 = 22")
        return tuple(factors)

    def _signed(self) -> int:
        sign = 1
        if self.now() in _SIGNS:
            sign = _SIGNS[self.now()]
            self.at += 1
        word = self.now()
        if not _is_number(word):
            raise self.error(f"found {self.rest()} after {shown(self.now(-1))}, expected a number")
        if len(word) > _MOST_DIGITS:
            raise self.error(f"found a number of {len(word)} digits, expected at most {_MOST_DIGITS}")
        self.at += 1
        return sign * int(word)

    def _unit(self, name: str, factor: int) -> None:
        """A word after a number that says what it counts; the name of the next entry is none."""
        word = self.now()
        if not word[:1].isalpha() or word in _TIMES or word in _BETWEEN or _is_number(self.now(1)):
            return
        if word in _UNITS:
            self.at += name == "points" or self.now(1) not in ("=", ":")
        elif name == "points" and factor < len(_FACTOR_UNITS) and word in _FACTOR_UNITS[factor]:
            self.at += 1
        elif words.known_as(word, words.BEGINNINGS) is None:
            raise self.error(f"found {self.rest()} after {self.now(-1)}, expected + or = or what is counted next")


def _is_number(token: str) -> bool:
    return token.isascii() and token.isdigit()
