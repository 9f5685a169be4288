"""Finding an entry of a rulebook by the words a player would use, or by its id in any spelling.

An index is made from entries (`indexing.py`; `entries.py` makes entries from a rulebook and a register) and is plain
data: `to_json` is what the site's search reads, whose JavaScript ranks exactly as `search` does here. That is why a
search uses only integers.

The ranking, from the top:

1. An id or slug in any spelling (`6.c.3`, `29`, `r29-b`), or a citation, gives its entry, the start of an id (`7.11`)
   all entries below.
2. Each word of the question, or known phrase, gives an entry points: BM25 over its fields, for the word itself or, by
   the weight of their group, for other words of the same meaning; what gives most counts. A phrase counts as its words
   one by one where that gives more.
3. The sum counts in full if the entry has all that was asked, and less the more is missing.
4. It counts more the more a single passage of the entry, such as its title, is like the question as a whole.
5. It counts more if the question names the kind of the entry (an example), and less if the entry is about a variant of
   the game and the question is not, or the other way round.

A word that nothing here knows is read as the nearest word that is known, if one is near, and the answer says so. Where
even the best entry has only a small part of what is asked, words that are not known included, nothing was found: a few
words in common are no answer.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from attrs import frozen

from shinkansen.core.errors import SearchError
from shinkansen.core.plain_json import shown
from shinkansen.core.text import name
from shinkansen.core.words import MISTAKES, Language, Meaning, Unit, nearest, words

_SPLIT: Final = 70
"""How much the single words of a phrase count where that gives more than the phrase, in per cent."""
_ALIKE: Final = 180
"""How much more an entry counts if a passage in it says exactly what is asked, in per cent."""
_WANTED: Final = 160
"""What the points of an entry are worth if its kind is asked for, in per cent."""
_ASIDE: Final = 55
"""What is left of the points if either the entry or the question is about a variant, in per cent."""
_LEAST: Final = 40
"""How much of a question the best entry must have, in per cent, or nothing was found."""
MOST_CHARACTERS: Final = 400
"""How long a question may be."""
MOST_WORDS: Final = 60
"""How many words a question may have."""
_NUMBERED: Final = re.compile(r"[0-9]+(?:\.[0-9]+)+")
"""A number with dots is that of a clause, of this game or another: its parts are not words."""
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")

At: TypeAlias = tuple[int, int]
"""The number of an entry, with its points or with that of one of its sentences."""


@frozen
class Sentence:
    """A sentence of an entry; `label` says what it belongs to, such as the letter of an answer."""

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
    """The ids of entries that a reader of this one should know about."""
    also: tuple[str, ...] = ()
    """Questions about it, by which it can also be found, though it does not show them."""
    part: str = ""
    """The part of the whole that it belongs to, such as the title of its chapter."""
    around: str = ""
    """What is said about it elsewhere, such as the questions that touch it."""
    keys: tuple[tuple[str, int], ...] = ()
    """Its id in every spelling that `key` does not make equal, each with the sentence that it points to."""
    aside: bool = False
    """Whether it is about a variant of the game."""
    weight: int = 100
    """What its points are worth beside those of others, in per cent."""

    def passages(self) -> Iterator[str]:
        """Everything in it that can be like a question as a whole: title, sentences, questions of others."""
        yield self.title
        yield from (sentence.text for sentence in self.says)
        yield from self.also


@frozen
class Hit:
    """An entry that was found, with the sentence that fits best; `why` explains the points: words, term, points."""

    entry: Entry
    sentence: int
    points: int = 0
    why: tuple[tuple[str, str, int], ...] = ()
    covers: int = 100
    """How much of what is asked its entry has, in per cent."""

    @property
    def strength(self) -> float:
        """How well it answers, to compare it with what another index finds; nothing is better than what was named."""
        return self.covers * self.points if self.points else float("inf")

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
    """Words that are in no entry and not near a word that is."""
    nearest: Hit | None = None
    """If nothing was found, the entry that has at least some of the words."""


def key(written: str) -> str:
    """An id as it is compared: `6.C.3`, `6c3` and `6-c-3` are one, and so are `R29=b`, `r29b` and `R29-b@1`."""
    parts = re.findall(r"[a-z]+|[0-9]+", re.sub(r"@[0-9]+", "", written.lower()))
    return ".".join(parts)


@frozen
class Passage:
    """A passage of an entry: its terms, and how much its words are worth in total."""

    terms: frozenset[str]
    tells: int


@frozen
class Gain:
    """What an entry gains from a word or phrase of a question: points, by which term, and how much of it is covered."""

    points: int
    term: str
    covers: int


@frozen
class Index:
    """All entries, and how they are found."""

    entries: tuple[Entry, ...]
    language: Language
    kinds: Mapping[str, frozenset[str]]
    """What can stand before the id of an entry of each kind: `ruling 29`, `chapter 7`, and the name of the game."""
    keys: Mapping[str, Sequence[At]]
    """For each id the entries, each with the sentence it points to."""
    rarity: Mapping[str, int]
    """How much a term is worth."""
    points: Mapping[str, Sequence[At]]
    """For each term the entries that have it, with its points there."""
    passages: Sequence[Sequence[Passage]]
    """Of each entry the title, the sentences, and what is asked about it."""
    vocabulary: Mapping[str, int]
    """Every word that is known, and how often it is said."""
    meant: frozenset[str]
    """The terms that ask about the variant of the game."""
    about: frozenset[int]
    """The entries that speak of it."""
    strange: int
    """What a word of a question counts that is not known."""

    def related(self, entry: Entry) -> dict[str, list[str]]:
        """The ids that an entry refers to, by their kinds."""
        found: dict[str, list[str]] = {}
        for id in entry.see:
            found.setdefault(next(other.kind for other in self.entries if other.id == id), []).append(id)
        return found

    def search(self, question: str, kinds: Collection[str] = (), most: int | None = None) -> Found:
        """What answers a question best, of some kinds or of all; `SearchError` if nothing is asked."""
        self._check(question, kinds)
        asked, read_as, unknown = self._read(question)
        named = [Hit(self.entries[number], sentence) for number, sentence in self._by_id(question)]
        if named and re.search("[0-9]", question):
            # If an id is given, its entry is wanted. A slug may also be a question in plain words.
            asked, read_as, unknown = [], (), ()
        hits = dict[str, Hit]()
        for hit in (*named, *self._by_words(asked, len(unknown) * self.strange)):
            if not kinds or hit.entry.kind in kinds:
                hits.setdefault(hit.entry.id, hit)
        best = next(iter(hits.values()), None)
        if best is not None and best.covers < _LEAST:
            return Found((), read_as, unknown, best)
        return Found(tuple(hits.values())[:most], read_as, unknown)

    def _check(self, question: str, kinds: Collection[str]) -> None:
        if not isinstance(question, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise SearchError(f"found {shown(question)}, expected words to look for")
        known = {entry.kind for entry in self.entries}
        if strange := [kind for kind in kinds if kind not in known]:
            raise SearchError(f"there is no kind of entry {shown(strange[0])}, expected {', '.join(sorted(known))}")
        if len(question) > MOST_CHARACTERS or len(words(question)) > MOST_WORDS:
            expected = f"at most {MOST_CHARACTERS}, and {MOST_WORDS} words"
            raise SearchError(f"the question has {len(question):,} characters, expected {expected}")
        if found := _CONTROL.search(question):
            raise SearchError(f"the question has the control character {found[0]!r}, expected words to look for")
        if not words(question):
            said = f"there is no word or number in {name(question)!r}" if question.strip() else "nothing is asked"
            raise SearchError(f"{said}; expected English words or an id such as {self.entries[0].id}")

    # -- by id

    def _by_id(self, question: str) -> list[At]:
        """The entries whose ids a question gives: as a whole, or among its words."""
        found = self._at(key(question))
        for written in re.findall("[!-~]+", question) if not found else ():
            # A plain number among words is a number.
            if "." in key(written):
                found += self._at(key(written), below=False)
        return found

    def _at(self, id: str, below: bool = True) -> list[At]:
        """The entries with an id, which may have a word for their kind or the name of the game before it."""
        first, _, rest = id.partition(".")
        kinds = {kind for kind, before in self.kinds.items() if first in before}
        return self._exactly(id, (), below) or (self._exactly(rest, kinds, below) if kinds and rest else [])

    def _exactly(self, id: str, kinds: Collection[str], below: bool) -> list[At]:
        found = [*self.keys.get(id, ())]
        if below and re.match("[0-9]", id):
            known = {number for number, _ in found}
            others = {number for other, all in self.keys.items() if other.startswith(f"{id}.") for number, _ in all}
            found += [(number, 0) for number in sorted(others - known)]
        return [at for at in found if not kinds or self.entries[at[0]].kind in kinds]

    # -- by words

    def _read(self, question: str) -> tuple[list[str], tuple[tuple[str, str], ...], tuple[str, ...]]:
        """The words of a question, with unknown ones read as the nearest; and which those are."""
        asked, read_as, unknown = list[str](), dict[str, str](), dict[str, None]()
        for word in words(_NUMBERED.sub(" ", question)):
            if word in self.vocabulary or self.language.knows(word) or self.language.stem(word) in self.points:
                asked.append(word)
            elif near := nearest(word, self.vocabulary):
                read_as[word] = near
                asked.append(near)
            elif len(word) > 1:  # the letters of an abbreviation are not worth a word
                unknown[word] = None
        return asked, tuple(read_as.items()), tuple(unknown)

    def _by_words(self, asked: Sequence[str], strange: int) -> list[Hit]:
        """Every entry that has any of the words, best first; `strange` is what the words count that are not known."""
        units = [*self.language.units(asked)]
        total, covered = 1, dict[int, int]()
        gained: dict[int, dict[str, tuple[str, int]]] = {}
        for unit in units:
            total += self._weight(unit)
            for number, gain in self._gains(unit).items():
                covered[number] = covered.get(number, 0) + gain.covers
                # Two words of one meaning ask for one thing.
                gained.setdefault(number, {}).setdefault(gain.term, (unit.said, gain.points))
        wanted = {kind for kind, before in self.kinds.items() if not before.isdisjoint(asked)}
        meant = any(term in self.meant for unit in units for term, _ in unit.meanings)
        hits: list[tuple[int, int, Hit]] = []
        for number, parts in gained.items():
            entry = self.entries[number]
            alike, sentence = self._alike(number, units, total)
            points = sum(points for _, points in parts.values())
            points = points * (total + 3 * covered[number]) // (4 * total)
            points = points * (100 + _ALIKE * alike // 100) // 100
            points = points * (_WANTED if entry.kind in wanted else 100) // 100
            elsewhere = number not in self.about if meant else entry.aside
            points = points * (_ASIDE if elsewhere else 100) // 100
            why = tuple((said, term, gain) for term, (said, gain) in parts.items())
            covers = 100 * covered[number] // (total + strange)
            hits.append((-points, number, Hit(entry, sentence, points, why, covers)))
        return [hit for *_, hit in sorted(hits, key=lambda each: each[:2])]

    def _tells(self, meanings: Sequence[Meaning]) -> int:
        return max((self.rarity.get(term, 0) * share // 100 for term, share in meanings), default=0)

    def _weight(self, unit: Unit) -> int:
        return max(self._tells(unit.meanings), sum(map(self._tells, unit.parts)) * _SPLIT // 100)

    def _gains(self, unit: Unit) -> dict[int, Gain]:
        """What each entry gains by a word or phrase: as a whole, or by its words one by one if that is more."""
        gains, parts = self._best(unit.meanings), dict[int, Gain]()
        for meanings in unit.parts:
            for number, gain in self._best(meanings).items():
                sum = parts.get(number, Gain(0, "", 0))
                parts[number] = Gain(sum.points + gain.points, f"{sum.term} {gain.term}", sum.covers + gain.covers)
        for number, gain in parts.items():
            points = gain.points * _SPLIT // 100
            if number not in gains or points > gains[number].points:
                gains[number] = Gain(points, gain.term, min(gain.covers * _SPLIT // 100, self._weight(unit)))
        return gains

    def _best(self, meanings: Sequence[Meaning]) -> dict[int, Gain]:
        tells = self._tells(meanings)
        best: dict[int, Gain] = {}
        for term, share in meanings:
            for number, points in self.points.get(term, ()):
                if number not in best or points * share // 100 > best[number].points:
                    best[number] = Gain(points * share // 100, term, tells)
        return best

    def _alike(self, number: int, units: Sequence[Unit], total: int) -> tuple[int, int]:
        """How much the most similar passage of an entry is like the question, in per cent; and which of the sentences
        has most of what is asked."""
        alike, sentence, most = 0, 0, 0
        for place, passage in enumerate(self.passages[number], start=-1):  # the title, then the sentences
            common = sum(self._common(passage.terms, unit) for unit in units)
            alike = max(alike, 100 * common // max(total + passage.tells - common, common, 1))
            if common > most and 0 <= place < len(self.entries[number].says):
                sentence, most = place, common
        return alike, sentence

    def _common(self, terms: frozenset[str], unit: Unit) -> int:
        """How much of a word or phrase a passage has."""
        whole, *parts = (
            self._tells([meaning for meaning in meanings if meaning[0] in terms])
            for meanings in (unit.meanings, *unit.parts)
        )
        return max(whole, sum(parts) * _SPLIT // 100)

    # -- for others

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
                    "about": number in self.about,
                }
                for number, entry in enumerate(self.entries)
            ],
            "kinds": {kind: sorted(before) for kind, before in self.kinds.items()},
            "keys": {written: [part for at in row for part in at] for written, row in self.keys.items()},
            "rarity": {**self.rarity},
            "points": {term: [part for at in row for part in at] for term, row in self.points.items()},
            "vocabulary": {**self.vocabulary},
            "meant": sorted(self.meant),
            "most": {"characters": MOST_CHARACTERS, "words": MOST_WORDS, "mistakes": [[*each] for each in MISTAKES]},
            "shares": {"split": _SPLIT, "alike": _ALIKE, "wanted": _WANTED, "aside": _ASIDE, "least": _LEAST},
            "strange": self.strange,
        }
