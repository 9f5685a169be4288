"""Making the index of a search: what each term is worth in each entry, by BM25 over the fields of entries.

Everything that needs more than integers is done here, once; a search (`search.py`) only adds up.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import log
from typing import Final, TypeAlias

from shinkansen.core.frozen import freeze, freeze_table
from shinkansen.core.search import At, Entry, Index, Passage, Sentence, key
from shinkansen.core.words import Language, words

FIELDS: Final = {"title": 2.0, "says": 1.0, "also": 1.5, "part": 0.4, "around": 0.3}
"""How much a word counts, by the field it is in."""
OWN: Final = ("title", "says", "also")
"""The fields that make a word common; those around an entry do not."""
SATURATION: Final = 1.2
"""A parameter of BM25: how soon repeating a word no longer counts."""
LENGTH: Final = 0.45
"""A parameter of BM25: how much a long field counts against an entry."""
RAREST: Final = 3.8
"""The most that a term can be worth; a word that occurs in only one entry may be there by chance."""
CLOSE: Final = 1.25
"""How much more than its group a word may be worth, where the words of the group are interchangeable."""
SCALE: Final = 1000
"""Points are integers: multiples of one part in this many."""

Fields: TypeAlias = Mapping[str, Counter[str]]


def make_index(
    entries: Sequence[Entry], language: Language, kinds: Mapping[str, frozenset[str]], variant: Iterable[str] = ()
) -> Index:
    """An index; `kinds` has the words for each kind of entry, `variant` those that ask about a variant of the game."""
    rarity, points = _weigh(entries, [_fields(entry, language) for entry in entries], language)
    meant = frozenset(term for phrase in variant for unit in language.units(words(phrase)) for term, _ in unit.meanings)
    spoken = ({term for text in entry.passages() for term in language.terms(text)} for entry in entries)
    return Index(
        tuple(entries),
        language,
        freeze_table(kinds),
        keys=freeze(_keys(entries)),
        rarity=freeze(rarity),
        points=freeze(points),
        passages=tuple(tuple(_passage(text, language, rarity) for text in entry.passages()) for entry in entries),
        vocabulary=freeze(_vocabulary(entries, (*language.named(), *(word for all in kinds.values() for word in all)))),
        meant=meant,
        strange=round(SCALE * RAREST),
        about=frozenset(n for n, terms in enumerate(spoken) if entries[n].aside or not meant.isdisjoint(terms)),
    )


def _keys(entries: Sequence[Entry]) -> dict[str, list[At]]:
    keys: dict[str, list[At]] = {}
    for number, entry in enumerate(entries):
        for written, sentence in entry.keys:
            keys.setdefault(key(written), []).append((number, sentence))
    return keys


def _vocabulary(entries: Sequence[Entry], more: Iterable[str]) -> dict[str, int]:
    said = Counter(word for entry in entries for text in entry.passages() for word in words(text))
    return {word: said[word] for word in (*sorted(more), *said) if word.isalpha()}


def _passage(text: str, language: Language, rarity: Mapping[str, int]) -> Passage:
    tells = sum(rarity[stem] * share // 100 for stem, share in language.content(text))
    return Passage(frozenset(language.terms(text)), tells)


def _fields(entry: Entry, language: Language) -> Fields:
    texts: dict[str, Iterable[str]] = {
        "title": [entry.title],
        "says": [sentence.text for sentence in entry.says],
        "also": entry.also,
        "part": [entry.part],
        "around": [entry.around],
    }
    return {at: Counter(term for text in texts[at] for term in language.terms(text)) for at in FIELDS}


def _weigh(
    entries: Sequence[Entry], all: Sequence[Fields], language: Language
) -> tuple[dict[str, int], dict[str, list[At]]]:
    """How much each term is worth, and its points in each entry."""
    usual = {at: sum(fields[at].total() for fields in all) / (len(all) or 1) or 1.0 for at in FIELDS}
    weights: dict[str, dict[int, float]] = {}
    for number, fields in enumerate(all):
        for at, times in fields.items():
            shorter = 1 - LENGTH + LENGTH * times.total() / usual[at]
            for term, often in times.items():
                row = weights.setdefault(term, {})
                row[number] = row.get(number, 0.0) + FIELDS[at] * often / shorter
    rare: dict[str, float] = {}
    for term, row in weights.items():
        having = sum(any(term in all[number][at] for at in OWN) for number in row)
        rare[term] = min(RAREST, log(1 + (len(all) - having + 0.5) / (having + 0.5)))
    points: dict[str, list[At]] = {}
    for term, row in weights.items():
        rare[term] = min([rare[term], *(rare[group] * CLOSE for group in language.equals(term) if group in rare)])
        most = SCALE * rare[term] * (SATURATION + 1)
        points[term] = [
            (number, round(most * weight / (weight + SATURATION) * entries[number].weight / 100))
            for number, weight in row.items()
        ]
    return {term: round(SCALE * tells) for term, tells in rare.items()}, points


def texts(sentences: Iterable[str]) -> tuple[Sentence, ...]:
    """Sentences without labels."""
    return tuple(map(Sentence, sentences))


_END: Final = re.compile(r"(?<=[.?!])\s+(?=[A-Z])")


def sentences(text: str) -> list[str]:
    """A text, sentence by sentence."""
    return [part for part in _END.split(text.strip()) if part]
