"""Finding an entry of a rulebook by the words a player would use, or by its id in any spelling.

An index is made from entries (`entries.py` makes them from a rulebook and a register) and is plain data: `to_json` is
the file that the site's search reads, whose JavaScript ranks as `search` does here, to the point. So all that happens
when somebody asks is done in whole numbers.

The ranking, from the top:

1. An id or slug in any spelling (`6.c.3`, `29`, `r29-b`) gives its entry, the beginning of ids (`7.11`) those below it.
2. Each word of the question, or known phrase, gives an entry points: BM25 over its fields (`FIELDS`), for the word
   itself or, by the weight of their group, for other words of the same meaning; what gives most counts.
3. The sum counts in full if the entry has all that was asked, and less the more is missing.
4. An entry about a variant of the game ranks lower unless the question is about the variant.

A word that nothing here knows is read as the nearest word that is known, if one is near, and the answer says so.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from math import log
from typing import Any, Final, TypeAlias

from attrs import field, frozen

from shinkansen.core.errors import SearchError
from shinkansen.core.text import name
from shinkansen.core.wire import shown
from shinkansen.core.words import Language, Meaning, words

FIELDS: Final = {"title": 2.0, "says": 1.0, "also": 1.5, "part": 0.4, "around": 0.3}
"""How much a word counts by where it stands."""
OWN: Final = ("title", "says", "also")
CLOSE: Final = 1.3
"""How much more than its group a word of the game may tell by itself."""
RAREST: Final = 3.8
"""The most that a term can tell; what stands in one entry only may stand there by chance."""
SATURATION: Final = 1.2
"""Of BM25: how soon more of a word counts no more."""
LENGTH: Final = 0.45
"""Of BM25: how much a long field is held against an entry."""
SCALE: Final = 1000
ASIDE: Final = 55
"""What is left of the points of an entry about a variant that was not asked about, in per cent."""
WANTED: Final = 130
"""What the points of an entry are worth whose kind is asked for (an example, a ruling), in per cent."""
ALIKE: Final = 120
"""How much more an entry counts that has a passage which says just what is asked, in per cent."""
MOST_CHARACTERS: Final = 400
MOST_WORDS: Final = 60
CHARACTERS_FOR_A_MISTAKE: Final = ((5, 1), (8, 2))
"""From how many letters on how many mistakes are overlooked in a word."""

Unit: TypeAlias = tuple[tuple[str, ...], tuple[Meaning, ...]]
"""Words of a question that are looked for together, and the terms they stand for."""


@frozen
class Sentence:
    """A sentence of an entry; `label` tells whose it is, such as the letter of an answer."""

    text: str
    label: str = ""


@frozen
class Entry:
    """Something that can be found."""

    kind: str
    id: str
    title: str
    says: tuple[Sentence, ...]
    see: tuple[str, ...] = ()
    """The ids of entries that whoever reads this one should know of."""
    also: tuple[str, ...] = ()
    """What is asked about it, by which it is to be found too, though it does not show it."""
    part: str = ""
    """The part of the whole that it stands in, such as the title of its chapter."""
    around: str = ""
    """What is said about it elsewhere, such as the questions that touch it."""
    keys: tuple[tuple[str, int], ...] = ()
    """Its id in every spelling that `key` does not make equal, each with the sentence that it points at."""
    aside: bool = False
    """Whether it is about a variant of the game."""

    def passages(self) -> Iterator[str]:
        """Everything in it that can be like a question as a whole: title, sentences, questions of others."""
        yield self.title
        yield from (sentence.text for sentence in self.says)
        yield from self.also


@frozen
class Hit:
    """An entry that was found, with the sentence that fits best; `why` tells the points: words, term, points."""

    entry: Entry
    sentence: int
    points: int = 0
    why: tuple[tuple[str, str, int], ...] = ()

    @property
    def said(self) -> Sentence:
        """The sentence that matched."""
        return self.entry.says[self.sentence]


@frozen
class Found:
    """The answer to a question."""

    hits: tuple[Hit, ...]
    read_as: tuple[tuple[str, str], ...] = ()
    """Words that were read as others."""
    unknown: tuple[str, ...] = ()
    """Words that are in no entry and near no word that is."""


def key(written: str) -> str:
    """An id as it is compared: `6.C.3`, `6c3` and `6-c-3` are one, and so are `R29=b`, `r29b` and `r 29 b`."""
    parts = re.findall(r"[a-z]+|[0-9]+", written.lower())
    return ".".join(parts)


@frozen
class Index:
    """All entries, and how they are found."""

    entries: tuple[Entry, ...]
    language: Language
    kinds: Mapping[str, frozenset[str]] = field(factory=dict[str, frozenset[str]])
    """The words for each kind of entry: `ruling 29`, `chapter 7`, an `example`."""
    variant: tuple[str, ...] = ()
    """Words that ask about the variant that entries *aside* are about."""
    rarity: dict[str, int] = field(init=False, repr=False, factory=dict[str, int])
    """How much a term tells."""
    points: dict[str, list[tuple[int, int]]] = field(init=False, repr=False, factory=dict[str, list[tuple[int, int]]])
    """For each term the entries that have it, with its points there."""
    keys: dict[str, list[tuple[int, int]]] = field(init=False, repr=False, factory=dict[str, list[tuple[int, int]]])
    """For each id the entries, with the sentence it points at."""
    vocabulary: dict[str, int] = field(init=False, repr=False, factory=dict[str, int])
    """Every word that is known, and how often it is said."""
    _passages: tuple[tuple[tuple[frozenset[str], int], ...], ...] = field(init=False, repr=False, default=())
    """Of each entry each passage: its terms, and how much its words tell."""
    _meant: frozenset[str] = field(init=False, repr=False, default=frozenset[str]())

    def __attrs_post_init__(self) -> None:
        for number, entry in enumerate(self.entries):
            for written, sentence in entry.keys:
                self.keys.setdefault(key(written), []).append((number, sentence))
        self._weigh([self._fields(entry) for entry in self.entries])
        self.vocabulary.update(dict.fromkeys(filter(str.isalpha, self.language.named()), 0))
        for entry in self.entries:
            for word in filter(str.isalpha, words(_text(entry))):
                self.vocabulary[word] = self.vocabulary.get(word, 0) + 1
        terms = {term for phrase in self.variant for _, all in self.language.units(words(phrase)) for term, _ in all}
        passages = (tuple(map(self._passage, entry.passages())) for entry in self.entries)
        object.__setattr__(self, "_passages", tuple(passages))
        object.__setattr__(self, "_meant", frozenset(terms))

    # -- making it

    def _fields(self, entry: Entry) -> dict[str, Counter[str]]:
        texts = {
            "title": [entry.title],
            "says": [sentence.text for sentence in entry.says],
            "also": entry.also,
            "part": [entry.part],
            "around": [entry.around],
        }
        return {at: Counter(term for text in texts[at] for term in self.language.terms(text)) for at in FIELDS}

    def _weigh(self, all: Sequence[dict[str, Counter[str]]]) -> None:
        """The points of each term in each entry, by BM25 with fields."""
        usual = {at: sum(fields[at].total() for fields in all) / (len(all) or 1) or 1.0 for at in FIELDS}
        weights: dict[str, dict[int, float]] = {}
        for number, fields in enumerate(all):
            for at, times in fields.items():
                shorter = 1 - LENGTH + LENGTH * times.total() / usual[at]
                for term, often in times.items():
                    row = weights.setdefault(term, {})
                    row[number] = row.get(number, 0.0) + FIELDS[at] * often / shorter
        rare = dict[str, float]()
        for term, row in weights.items():
            # What is only around an entry does not make a term common.
            having = sum(any(term in all[number][at] for at in OWN) for number in row)
            rare[term] = min(RAREST, log(1 + (len(all) - having + 0.5) / (having + 0.5)))
        for term, row in weights.items():
            rare[term] = min(
                [rare[term], *(rare[other] * CLOSE for other in self.language.equals(term) if other in rare)]
            )
            self.rarity[term] = round(SCALE * rare[term])
            self.points[term] = [
                (number, round(SCALE * rare[term] * weight * (SATURATION + 1) / (weight + SATURATION)))
                for number, weight in sorted(row.items())
            ]

    def related(self, entry: Entry) -> dict[str, list[str]]:
        """The ids that an entry refers to, by their kinds."""
        found: dict[str, list[str]] = {}
        for id in entry.see:
            found.setdefault(next(other.kind for other in self.entries if other.id == id), []).append(id)
        return found

    # -- asking it

    def search(self, question: str, kinds: Collection[str] = (), most: int | None = None) -> Found:
        """What answers a question best, of some kinds or of all; `SearchError` if nothing is asked."""
        self._check(question, kinds)
        asked, read_as, unknown = self._read(question)
        units = [*self.language.units(asked)]
        named = [Hit(self.entries[number], sentence) for number, sentence in self._by_id(question)]
        if named and re.search("[0-9]", question):
            # Whoever gives an id wants that. A slug may also be what somebody asks in plain words.
            units, read_as, unknown = [], (), ()
        hits = dict[str, Hit]()
        for hit in (*named, *self._by_words(asked, units)):
            if not kinds or hit.entry.kind in kinds:
                hits.setdefault(hit.entry.id, hit)
        return Found(tuple(hits.values())[:most], read_as, unknown)

    def _check(self, question: str, kinds: Collection[str]) -> None:
        if not isinstance(question, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise SearchError(f"found {shown(question)}, expected words to look for")
        known = {entry.kind for entry in self.entries}
        if strange := [kind for kind in kinds if kind not in known]:
            raise SearchError(f"there is no kind {shown(strange[0])} of entries, expected {', '.join(sorted(known))}")
        if len(question) > MOST_CHARACTERS or len(words(question)) > MOST_WORDS:
            found = f"{len(question):,} characters and {len(words(question[:100_000])):,} words"
            expected = f"at most {MOST_CHARACTERS} and {MOST_WORDS}"
            raise SearchError(f"the question has {found}, expected {expected}; ask with fewer words")
        if not words(question):
            said = f"there is no word or number in {name(question)!r}" if question.strip() else "nothing is asked"
            raise SearchError(f"{said}; expected English words or an id such as {self.entries[0].id}")

    def _by_id(self, question: str) -> Iterator[tuple[int, int]]:
        """The entries whose ids a question gives: as a whole, or among its words."""
        whole = key(question)
        first, _, rest = whole.partition(".")
        kinds = {kind for kind, before in self.kinds.items() if first in before}
        exact = [*self._at(whole, ())] or ([*self._at(rest, kinds)] if kinds and rest else [])
        for written in re.findall("[!-~]+", question) if not exact else ():
            # A plain number among words is a number.
            if "." in key(written):
                exact += self.keys.get(key(written), ())
        yield from exact

    def _at(self, id: str, kinds: Collection[str]) -> Iterator[tuple[int, int]]:
        found = [*self.keys.get(id, ())]
        known = {number for number, _ in found}
        if id[:1].isdigit():
            below = ((number, 0) for other, all in self.keys.items() for number, _ in all if other.startswith(f"{id}."))
            found += sorted({at for at in below if at[0] not in known})
        yield from (at for at in found if not kinds or self.entries[at[0]].kind in kinds)

    def _read(self, question: str) -> tuple[list[str], tuple[tuple[str, str], ...], tuple[str, ...]]:
        """The words of a question, with unknown ones read as the nearest; and which those are."""
        asked, read_as, unknown = list[str](), dict[str, str](), dict[str, None]()
        for word in words(question):
            if word in self.vocabulary or self.language.knows(word) or self.language.stem(word) in self.points:
                asked.append(word)
            elif near := nearest(word, self.vocabulary):
                read_as[word] = near
                asked.append(near)
            else:
                unknown[word] = None
        return asked, tuple(read_as.items()), tuple(unknown)

    def _by_words(self, asked: Sequence[str], units: Sequence[Unit]) -> list[Hit]:
        """Every entry that has any of the words, best first."""
        total = 0
        counted = set[tuple[int, str]]()
        covered, why = dict[int, int](), dict[int, list[tuple[str, str, int]]]()
        for said, meanings in units:
            weight = max((self.rarity.get(term, 0) * share // 100 for term, share in meanings), default=0)
            total += weight
            best: dict[int, tuple[int, str]] = {}
            for term, share in meanings:
                for number, points in self.points.get(term, ()):
                    if points * share // 100 > best.get(number, (0, ""))[0]:
                        best[number] = points * share // 100, term
            for number, (points, term) in best.items():
                covered[number] = covered.get(number, 0) + weight
                if (number, term) not in counted:  # two words of one meaning ask for one thing
                    counted.add((number, term))
                    why.setdefault(number, []).append((" ".join(said), term, points))
        wanted = {kind for kind, before in self.kinds.items() if not before.isdisjoint(asked)}
        meant = any(term in self._meant for _, meanings in units for term, _ in meanings)
        hits: list[tuple[int, int, int]] = []
        for number, parts in why.items():
            alike, sentence = self._alike(number, units, total)
            points = sum(each for *_, each in parts)
            points = points * (total + 3 * covered[number]) // (4 * total)
            points = points * (100 + ALIKE * alike // 100) // 100
            if self.entries[number].kind in wanted:
                points = points * WANTED // 100
            if self.entries[number].aside and not meant:
                points = points * ASIDE // 100
            hits.append((-points, number, sentence))
        return [
            Hit(self.entries[number], sentence, -points, tuple(why[number])) for points, number, sentence in sorted(hits)
        ]

    def _passage(self, text: str) -> tuple[frozenset[str], int]:
        tells = sum(self.rarity[stem] * share // 100 for stem, share in self.language.content(text))
        return frozenset(self.language.terms(text)), tells

    def _common(self, terms: frozenset[str], units: Sequence[Unit]) -> int:
        """How much of a question a passage has."""
        return sum(
            max((self.rarity[term] * share // 100 for term, share in meanings if term in terms), default=0)
            for _, meanings in units
        )

    def _alike(self, number: int, units: Sequence[Unit], total: int) -> tuple[int, int]:
        """How like the question that passage of an entry is which is most like it, in per cent; and which sentence has
        most of what is asked."""
        alike, sentence, most = 0, 0, 0
        sentences = len(self.entries[number].says)
        for place, (terms, tells) in enumerate(self._passages[number]):
            common = self._common(terms, units)
            alike = max(alike, 100 * common // max(total + tells - common, common, 1))
            if common > most and 1 <= place <= sentences:
                sentence, most = place - 1, common
        return alike, sentence

    # -- writing it

    def to_json(self) -> dict[str, Any]:
        """The index as plain values, for a search in another language."""
        return {
            "language": self.language.to_json(),
            "entries": [
                {
                    "kind": entry.kind,
                    "id": entry.id,
                    "title": entry.title,
                    "says": [[sentence.label, sentence.text] for sentence in entry.says],
                    "see": [*entry.see],
                    "also": [*entry.also],
                    "aside": entry.aside,
                }
                for entry in self.entries
            ],
            "kinds": {kind: sorted(before) for kind, before in self.kinds.items()},
            "meant": sorted(self._meant),
            "rarity": self.rarity,
            "points": {term: [part for at in row for part in at] for term, row in self.points.items()},
            "keys": {written: [part for at in row for part in at] for written, row in self.keys.items()},
            "vocabulary": self.vocabulary,
            "limits": {"characters": MOST_CHARACTERS, "words": MOST_WORDS},
            "shares": {"alike": ALIKE, "wanted": WANTED, "aside": ASIDE},
            "mistakes": [[*each] for each in CHARACTERS_FOR_A_MISTAKE],
        }


def _text(entry: Entry) -> str:
    return " ".join(entry.passages())


# -- Words that are not quite there -----------------------------------------------------------------------------------


def nearest(word: str, known: dict[str, int]) -> str:
    """The known word that a word is nearest to, the one said most often among several; nothing if none is near."""
    most = max((mistakes for letters, mistakes in CHARACTERS_FOR_A_MISTAKE if len(word) >= letters), default=0)
    if not most:
        return ""
    near = ((_apart(word, other, most), -times, other) for other, times in known.items() if _alike(word, other, most))
    found = sorted(each for each in near if each[0] <= most)
    if found:
        return found[0][2]
    begun = sorted((-times, other) for other, times in known.items() if other.startswith(word))
    return begun[0][1] if begun else ""


def _alike(word: str, other: str, most: int) -> bool:
    return abs(len(word) - len(other)) <= most and len(other) > 3


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


def texts(sentences: Iterable[str]) -> tuple[Sentence, ...]:
    """Sentences without labels."""
    return tuple(map(Sentence, sentences))


_END: Final = re.compile(r"(?<=[.?!])\s+(?=[A-Z])")


def sentences(text: str) -> list[str]:
    """A text, sentence by sentence."""
    return [part for part in _END.split(text.strip()) if part]
