"""Words as a search compares them: without case and endings, and brought together with others that mean the same.

A `Language` is plain data (`english.toml`, and what a game adds), so that a program in another language can do the
same with it: our site does, in JavaScript. Nothing here is clever about grammar. A word loses its ending by the first
rule that fits in each step; irregular forms are in a table; what means the same is in groups.

A group has words and phrases that are *said* (in the texts and by those who ask) and some that are only *asked*. A text
that says one of them has the group's term too, so whoever asks with another of them finds it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from attrs import field, frozen

Meaning: TypeAlias = tuple[str, int]
"""A term that a word or phrase stands for, and how well, in per cent."""

LONGEST: Final = 5
"""The most words of a phrase."""
INTERCHANGEABLE: Final = 85
WEAK: Final = 40
"""How much a weak word counts, in per cent."""
_WORD: Final = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
_MARKS: Final = re.compile("[\u0300-\u036f]")


def words(text: str) -> list[str]:
    """The words of a text, in small letters and without accents; what is not Latin is left out."""
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
class Language:
    """How words are compared."""

    steps: tuple[tuple[tuple[str, str, int], ...], ...] = ()
    """In each step the first ending that fits and leaves enough letters is replaced."""
    forms: Mapping[str, str] = field(factory=dict[str, str])
    """Irregular forms, and what to read instead."""
    little: tuple[str, ...] = ()
    """Words that tell nothing by themselves."""
    weak: tuple[str, ...] = ()
    """Words that tell little, though more than nothing."""
    groups: tuple[Group, ...] = ()
    _little: set[str] = field(init=False, eq=False, repr=False, factory=set[str])
    _weak: set[str] = field(init=False, eq=False, repr=False, factory=set[str])
    _meanings: dict[str, list[Meaning]] = field(init=False, eq=False, repr=False, factory=dict[str, list[Meaning]])
    """What a phrase stands for when it is asked, by its stems."""
    _said: dict[str, list[str]] = field(init=False, eq=False, repr=False, factory=dict[str, list[str]])
    """The terms that a phrase in a text gives beside its words."""

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
        """The different words of a text that tell something, and how well, in per cent."""
        for stem in dict.fromkeys(self.stem(word) for word in words(text)):
            if stem not in self._little:
                yield stem, WEAK if stem in self._weak else 100

    def units(self, question: Sequence[str]) -> Iterator[tuple[tuple[str, ...], tuple[Meaning, ...]]]:
        """What is asked for, word by word, the longest known phrase first: the words, and the terms they stand for."""
        stems = [self.stem(word) for word in question]
        start, known = 0, set[str]()
        while start < len(stems):
            length = self._longest(stems, start)
            phrase = " ".join(stems[start : start + length])
            if phrase not in known and (length > 1 or phrase not in self._little):
                known.add(phrase)
                share = WEAK if phrase in self._weak else 100
                meanings = ((phrase, 100), *self._meanings.get(phrase, ()))
                yield tuple(question[start : start + length]), tuple((t, w * share // 100) for t, w in meanings)
            start += length

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


def read_language(raw: Mapping[str, Any], more: Sequence[Mapping[str, Any]] = ()) -> Language:
    """A language from the plain values of its file, with the groups of others added."""
    groups = [*raw["groups"], *more]
    return Language(
        steps=tuple(tuple((end, instead, least) for end, instead, least in step) for step in raw["steps"]),
        forms=dict(raw["forms"]),
        little=tuple(raw["little"]),
        weak=tuple(raw["weak"]),
        groups=tuple(
            Group(tuple(group["said"]), tuple(group.get("asked", ())), group.get("weight", 70)) for group in groups
        ),
    )
