"""Words as a search compares them: without case and endings, and grouped with others that mean the same.

A `Language` is plain data (`english.toml`, and what a game adds), so a program in another language can do the same with
it: our site does, in JavaScript. Nothing here is clever about grammar. A word loses its ending by the first rule that
fits in each step; irregular forms are in a table; words that mean the same are in groups.

A group has words and phrases that are *said* (in the texts and by those who ask) and some that are only *asked*. A text
that says one of them has the group's term too, so whoever asks with another of them finds it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from attrs import field, frozen

from shinkansen.core.frozen import freeze_table

Meaning: TypeAlias = tuple[str, int]
"""A term that a word or phrase stands for, and how well, in per cent."""

LONGEST: Final = 5
"""The most words that a phrase may have."""
INTERCHANGEABLE: Final = 60
"""The weight from which the words of a group are so similar that none of them is worth much more than the group."""
WEAK: Final = 40
"""How much a weak word counts, in per cent."""
MISTAKES: Final = ((5, 1), (8, 2))
"""How many mistakes are overlooked in a word: (from this many letters, this many mistakes)."""
_WORD: Final = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
_MARKS: Final = re.compile("[\u0300-\u036f]")


def words(text: str) -> list[str]:
    """The words of a text, in lower case and without accents; anything that is not Latin is left out."""
    bare = _MARKS.sub("", unicodedata.normalize("NFD", text)).lower().replace("\u2019", "'")
    return [word.removesuffix("'s").replace("'", "") for word in _WORD.findall(bare)]


@frozen
class Group:
    """Words and phrases that mean nearly the same."""

    said: tuple[str, ...]
    asked: tuple[str, ...] = ()
    weight: int = 70
    """How well one of them stands for another, in per cent."""


@frozen
class Unit:
    """Words of a question that are looked for together."""

    said: str
    meanings: tuple[Meaning, ...]
    parts: tuple[tuple[Meaning, ...], ...] = ()
    """What the words of a phrase mean one by one."""


@frozen
class Language:
    """How words are compared."""

    steps: tuple[tuple[tuple[str, str, int], ...], ...] = ()
    """In each step the first ending that fits and leaves enough letters is replaced."""
    forms: Mapping[str, str] = field(factory=dict[str, str])
    """Irregular forms, and what to read instead."""
    little: tuple[str, ...] = ()
    """Words that mean nothing by themselves."""
    weak: tuple[str, ...] = ()
    """Words that mean little, but more than nothing."""
    groups: tuple[Group, ...] = ()
    _little: set[str] = field(init=False, eq=False, repr=False, factory=set[str])
    _weak: set[str] = field(init=False, eq=False, repr=False, factory=set[str])
    _meanings: dict[str, list[Meaning]] = field(init=False, eq=False, repr=False, factory=dict[str, list[Meaning]])
    """What a phrase stands for when it is asked, by its stems."""
    _said: dict[str, list[str]] = field(init=False, eq=False, repr=False, factory=dict[str, list[str]])
    """The terms that a phrase in a text gives besides its words."""

    def __attrs_post_init__(self) -> None:
        self._little.update(map(self.stem, self.little))
        self._weak.update(map(self._stems, self.weak))
        for number, group in enumerate(self.groups):
            term = f"#{number}"
            for phrase in (*group.said, *group.asked):
                self._meanings.setdefault(self._stems(phrase), []).append((term, group.weight))
            for phrase in group.said:
                self._said.setdefault(self._stems(phrase), []).append(term)

    def _stems(self, phrase: str) -> str:
        return " ".join(map(self.stem, words(phrase)))

    def stem(self, word: str) -> str:
        """A word without its ending."""
        word = self.forms.get(word, word)
        for step in self.steps:
            for ending, instead, least in step:
                if word.endswith(ending) and len(word) - len(ending) >= least:
                    word = word[: len(word) - len(ending)] + instead
                    break
        return word

    def terms(self, text: str) -> list[str]:
        """Everything by which a text is found: its words, its phrases and the groups of both."""
        stems = [self.stem(word) for word in words(text)]
        found: list[str] = []
        for start, stem in enumerate(stems):
            if stem not in self._little:
                found.append(stem)
            for length in range(1, min(LONGEST, len(stems) - start) + 1):
                phrase = " ".join(stems[start : start + length])
                if length > 1 and phrase in self._meanings:
                    found.append(phrase)
                found += self._said.get(phrase, ())
        return found

    def content(self, text: str) -> Iterator[tuple[str, int]]:
        """The different words of a text that mean something, and how much, in per cent."""
        for stem in dict.fromkeys(self.stem(word) for word in words(text)):
            if stem not in self._little:
                yield stem, WEAK if stem in self._weak else 100

    def units(self, question: Sequence[str]) -> Iterator[Unit]:
        """What is asked for, word by word, the longest known phrase first."""
        stems = [self.stem(word) for word in question]
        start, known = 0, set[str]()
        while start < len(stems):
            length = self._longest(stems, start)
            phrase = stems[start : start + length]
            if " ".join(phrase) not in known and (length > 1 or phrase[0] not in self._little):
                known.add(" ".join(phrase))
                told = [stem for stem in dict.fromkeys(phrase) if stem not in self._little] if length > 1 else []
                yield Unit(
                    " ".join(question[start : start + length]),
                    self._asked(" ".join(phrase)),
                    tuple(map(self._asked, told)),
                )
            start += length

    def _asked(self, phrase: str) -> tuple[Meaning, ...]:
        share = WEAK if phrase in self._weak else 100
        meanings = ((phrase, 100), *self._meanings.get(phrase, ()))
        return tuple((term, weight * share // 100) for term, weight in meanings)

    def _longest(self, stems: list[str], start: int) -> int:
        for length in range(min(LONGEST, len(stems) - start), 1, -1):
            if " ".join(stems[start : start + length]) in self._meanings:
                return length
        return 1

    def knows(self, word: str) -> bool:
        """Whether a word means something here, in whatever text."""
        stem = self.stem(word)
        return stem in self._little or stem in self._meanings

    def equals(self, phrase: str) -> Iterator[str]:
        """The terms of groups whose words are nearly interchangeable with this one."""
        yield from (term for term, weight in self._meanings.get(phrase, ()) if weight >= INTERCHANGEABLE)

    def named(self) -> Iterator[str]:
        """Every word that is in a group."""
        for group in self.groups:
            for phrase in (*group.said, *group.asked):
                yield from words(phrase)

    def to_json(self) -> dict[str, Any]:
        """As plain values, worked out so far that nothing has to be known about groups."""
        return {
            "steps": [[[*ending] for ending in step] for step in self.steps],
            "forms": dict(self.forms),
            "little": sorted(self._little),
            "weak": sorted(self._weak),
            "meanings": {phrase: [[*meaning] for meaning in found] for phrase, found in sorted(self._meanings.items())},
            "said": dict(sorted(self._said.items())),
            "longest": LONGEST,
            "share": WEAK,
        }


def read_language(raw: Mapping[str, Any], more: Iterable[Group] = (), weak: Iterable[str] = ()) -> Language:
    """A language from the plain values of its file, with groups and weak words of others added."""
    return Language(
        steps=tuple(tuple((end, instead, least) for end, instead, least in step) for step in raw["steps"]),
        forms=freeze_table(raw["forms"]),
        little=tuple(raw["little"]),
        weak=(*raw["weak"], *weak),
        groups=(
            *(Group(tuple(row["said"]), tuple(row.get("asked", ())), row.get("weight", 70)) for row in raw["groups"]),
            *more,
        ),
    )


# -- Words that are not quite there -----------------------------------------------------------------------------------


def nearest(word: str, known: Mapping[str, int]) -> str:
    """The known word that a word is nearest to, the one said most often among several; nothing if none is near."""
    most = max((mistakes for letters, mistakes in MISTAKES if len(word) >= letters), default=0)
    if not most:
        return ""
    alike = (other for other in known if len(other) > 3 and abs(len(word) - len(other)) <= most)
    near = sorted((steps, -known[other], other) for other in alike if (steps := _apart(word, other, most)) <= most)
    if near:
        return near[0][2]
    begun = sorted((-times, other) for other, times in known.items() if other.startswith(word))
    return begun[0][1] if begun else ""


def _apart(one: str, other: str, most: int) -> int:
    """How many letters are wrong, missing, too many or swapped; or just more than `most`."""
    before: list[int] = []
    row: list[int] = [*range(len(other) + 1)]
    for place, letter in enumerate(one, start=1):
        earlier, before, row = before, row, [place]
        for column, wanted in enumerate(other, start=1):
            steps = min(before[column] + 1, row[-1] + 1, before[column - 1] + (letter != wanted))
            if place > 1 and column > 1 and letter == other[column - 2] and one[place - 2] == wanted:
                steps = min(steps, earlier[column - 2] + 1)
            row.append(steps)
        if min(row) > most and min(before) > most:
            return most + 1
    return row[-1]
