"""Rulings as data: a question about a rulebook's text, lettered answers, the one we prefer and why.

A ruling is *switchable* where a second reading is attested in a language or by readers, or can be argued from the text:
then each letter plays differently. Otherwise it is *settled*, with the reason. A game has its rulings in a register; a
choice of letters for the switchable ones is a game's own frozen class (`core.choices`).

Registers grow, and what was stored before must keep its meaning. So letters are permanent (one that turns out to be
wrong is *withdrawn*: old games still play by it, new ones may not choose it), and a ruling that became switchable later
says since which version of the rules, and what was played `before`. `Register.restored` reads stored letters by that.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from enum import StrEnum
from importlib.resources.abc import Traversable
from typing import Any

import attrs
from attrs import field, frozen

from shinkansen.core.clauses import Lines, Rulebook, parse_lines, write_lines
from shinkansen.core.errors import RulebookError, RulingError
from shinkansen.core.files import load_toml
from shinkansen.core.frozen import freeze_table
from shinkansen.core.plain_json import GAME_NAME, UNREADABLE, findings, nearest_names, shown, strict_converter, told
from shinkansen.core.text import straight


class Basis(StrEnum):
    """What a preferred answer rests on."""

    TEXT = "text"
    ANALOGY = "analogy"
    CHOICE = "choice"


class Confidence(StrEnum):
    """How sure we are of the preferred answer."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


@frozen
class Reader:
    """Who reads it this way: a text of the rulebook with its lines, or somebody else."""

    who: str
    lines: str = ""

    def numbers(self) -> Lines:
        """The lines, as ranges of numbers."""
        return parse_lines(self.lines)


@frozen
class Answer:
    """One way to answer a ruling's question."""

    letter: str
    says: str
    readers: tuple[Reader, ...] = ()
    withdrawn: str = ""
    """Why it is no longer offered, if it is not; stored games with it are still played by it."""


@frozen
class Ruling:
    """A question the text leaves open, and its answers."""

    id: str
    slug: str
    question: str
    clauses: tuple[str, ...]
    facts: tuple[str, ...] = attrs.field(default=(), kw_only=True)
    """Its numbers in the project's list of differences and ambiguities, if there is one."""
    answers: tuple[Answer, ...]
    preferred: str
    basis: Basis
    confidence: Confidence
    why: str
    """Why we prefer it; for a settled ruling, why there is nothing to switch."""
    since: int = 1
    """The first version of the rules in which it can be switched."""
    before: str = ""
    """What older versions played: a letter, or the slug of the ruling that decided this question as well."""

    @property
    def switchable(self) -> bool:
        """Whether the engine can play by more than one answer."""
        return len(self.answers) > 1

    @property
    def letters(self) -> tuple[str, ...]:
        """Every letter that a game can have been played with."""
        return tuple(answer.letter for answer in self.answers)

    def says(self, letter: str) -> str:
        """What an answer says."""
        return next(answer.says for answer in self.answers if answer.letter == letter)

    @property
    def offered(self) -> tuple[Answer, ...]:
        """The answers that can still be chosen: all but those withdrawn."""
        return tuple(answer for answer in self.answers if not answer.withdrawn)

    @property
    def others(self) -> tuple[str, ...]:
        """The letters that can be chosen instead of the preferred one."""
        return tuple(answer.letter for answer in self.offered if answer.letter != self.preferred)


@frozen
class Past:
    """How the question of a ruling was decided in some version of the rules, perhaps before it could be switched."""

    by: Ruling | None
    """The ruling whose letter decided it: the ruling itself, or an older one; none if there was nothing to choose."""
    played: str
    """The answer that everybody played, if there was nothing to choose."""
    also: tuple[Ruling, ...]
    """The rulings whose questions its own letter decided as well."""


def _frozen_letters(letters: Mapping[str, str]) -> Mapping[str, str]:
    return freeze_table(letters)


@frozen(eq=False, repr=False)
class Letters(Mapping[str, str]):
    """A reading: the letter of every switchable ruling, by slug. Unlike a `dict` it can be a key."""

    _letters: Mapping[str, str] = field(converter=_frozen_letters)

    def __getitem__(self, slug: str) -> str:
        return self._letters[slug]

    def __iter__(self) -> Iterator[str]:
        return iter(self._letters)

    def __len__(self) -> int:
        return len(self._letters)

    def __hash__(self) -> int:
        return hash(frozenset(self._letters.items()))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Letters) and self._letters == other._letters

    def __repr__(self) -> str:
        return f"Letters({dict(self._letters)!r})"

    def but(self, **others: str) -> Letters:
        """The same, except for some letters."""
        return Letters({**self._letters, **others})


@frozen
class Register:
    """All rulings of a game, numbered from R1."""

    rulings: tuple[Ruling, ...]
    game: str = ""
    """The name of the game in citations (`core.citations`); a ruling can be named with it: `mygame:R29`."""

    def __iter__(self) -> Iterator[Ruling]:
        return iter(self.rulings)

    def __len__(self) -> int:
        return len(self.rulings)

    def __getitem__(self, name: str) -> Ruling:
        """A ruling by what people call it: `R29`, `r29`, `29`, `track_needs_ground`, `Track-needs-ground`.

        It may begin with the name of the game.
        """
        found = self._find(self._short(name))
        if found is not None:
            return found
        names = [known for ruling in self.rulings for known in (ruling.id, ruling.slug)]
        # An id that does not exist looks like many others; only words can be misspelt.
        near = [] if _NUMBERED.fullmatch(_key(name)) else nearest_names(_key(name), names, 3)
        hint = (
            f"did you mean {' or '.join(near)}?"
            if near
            else f"expected R1 to R{len(self)} or a name such as {names[-1]}"
        )
        raise RulingError(f"there is no ruling {shown(name)}; {hint}")

    def _short(self, text: object) -> object:
        """What somebody wrote, without the name of this game before a ruling."""
        if not self.game or not isinstance(text, str):
            return text
        return re.sub(rf"(?<!\w){re.escape(self.game)}:\s*", "", straight(text), flags=re.IGNORECASE)

    def _find(self, name: object) -> Ruling | None:
        exact = next((each for each in self.rulings if name == each.slug), None)
        key = _key(name)
        if _NUMBERED.fullmatch(key):
            key = f"r{key.removeprefix('r')}"
        return exact or next((each for each in self.rulings if key in (_key(each.slug), _key(each.id))), None)

    def answer(self, written: str) -> tuple[Ruling, str | None]:
        """A ruling and perhaps a letter: `R29=b`, `r29-B`, `29b`, `track_needs_ground=b`, or `R29` alone."""
        name, equals, letter = str(written).partition("=")
        if equals:
            return self[name], letter.strip().casefold()
        short = self._short(written)
        parts = None if self._find(short) else _ANSWER.fullmatch(_key(short))
        ruling = self._find(parts[1]) if parts else None
        return (ruling, parts[2]) if ruling and parts else (self[written], None)

    def letters(self, given: Mapping[str, object] | str) -> dict[str, object]:
        """Letters by slug, from names in any spelling; a string lists them: `R29=b, track_needs_ground=b`.

        `reading` checks whether a ruling has such an answer.
        """
        found: dict[str, object] = {}
        for name, letter in self._row(given) if isinstance(given, str) else given.items():
            slug = self[name].slug
            if slug in found:
                raise RulingError(f"the ruling {slug} ({self[slug].id}) is named twice")
            found[slug] = letter.strip().casefold() if isinstance(letter, str) else letter
        return found

    def _row(self, text: str) -> Iterator[tuple[str, str]]:
        short = str(self._short(text))
        around = " ".join(short.replace(":", "=").replace(",", " ").replace(";", " ").split())
        for word in around.replace(" =", "=").replace("= ", "=").split():
            if "@" in word:
                raise RulingError(f"{shown(word)} names a version, but letters are chosen for the rules of today")
            ruling, letter = self.answer(word)
            if not letter:
                expected = " or ".join(f"{ruling.id}={each.letter}" for each in ruling.offered)
                raise RulingError(f"{shown(word)} names no answer; expected {expected}")
            yield ruling.slug, letter

    def about(self, clause: str) -> tuple[Ruling, ...]:
        """The rulings that touch a clause."""
        return tuple(ruling for ruling in self.rulings if clause in ruling.clauses)

    @property
    def switchable(self) -> tuple[Ruling, ...]:
        """The rulings that the engine can play by more than one answer."""
        return tuple(ruling for ruling in self.rulings if ruling.switchable)

    def reading(self, letters: Mapping[str, object] | str = "", withdrawn: bool = False) -> Letters:
        """The preferred letters, except for those named; a `RulingError` says what is valid.

        Answers that are withdrawn can be named only where a game is meant that may have been played long ago.
        """
        chosen = self.letters(letters)
        for slug, letter in chosen.items():
            ruling = self[slug]
            answer = _answer(ruling, letter, ruling.offered)
            if answer.withdrawn and not withdrawn:
                raise RulingError(f"the ruling {slug} ({ruling.id}): answer {letter} is withdrawn; {answer.withdrawn}")
        return Letters({ruling.slug: str(chosen.get(ruling.slug, ruling.preferred)) for ruling in self.switchable})

    def restored(self, letters: Mapping[str, object], version: int | None = None) -> Letters:
        """Letters as they were stored or declared, perhaps before some rulings could be switched.

        A ruling that is not named has the letter that was played before it could be switched, or the preferred one if
        it always could. If the version of the rules is known, exactly the rulings of that version must be named, by
        their slugs.
        """
        full = self.letters(letters)
        for slug, letter in full.items():
            ruling = self[slug]
            _answer(ruling, letter, ruling.answers)
            if version is not None and ruling.since > version:
                raise RulingError(f"the ruling {slug} ({ruling.id}) is switchable only since version {ruling.since}")
            if version is not None and slug not in letters:
                raise RulingError(f"the ruling {slug} ({ruling.id}) has another name here, expected {slug}")
        for ruling in sorted(self.switchable, key=lambda ruling: ruling.since):
            if ruling.slug not in full:
                if version is not None and ruling.since <= version:
                    raise RulingError(f"the ruling {ruling.slug} ({ruling.id}) is not named")
                full[ruling.slug] = _unnamed(ruling, full)
        return Letters({ruling.slug: str(full[ruling.slug]) for ruling in self.switchable})

    def past(self, ruling: Ruling, version: int) -> Past:
        """How a version of the rules decided the question of a ruling; `restore` reads its letters by the same."""
        by, played = self._decided(ruling, version)
        also = (other for other in self.rulings if other != ruling and self._decided(other, version)[0] == ruling)
        return Past(by, played, tuple(also))

    def _decided(self, ruling: Ruling, version: int) -> tuple[Ruling | None, str]:
        while ruling.since > version:
            if ruling.before in ruling.letters:
                return None, ruling.before
            ruling = self[ruling.before]  # which is older, so this ends
        return ruling, ""


_GAME = re.compile(rf"(?!r[0-9]+$){GAME_NAME}|", re.ASCII)
"""The name of a game in citations; not one that looks like a ruling or like the letter of an answer."""
_NUMBERED = re.compile(r"r?[0-9]{1,4}", re.ASCII)
_ANSWER = re.compile(r"(.+_|r?[0-9]{1,4})([a-z])", re.ASCII)


def _key(name: object) -> str:
    """A name in the form that is compared: lower case, with one separator between its words."""
    return re.sub(r"[\s_-]+", "_", straight(name)).strip("_").casefold() if isinstance(name, str) else ""


_converter = strict_converter()


def load_register(file: Traversable, book: Rulebook) -> Register:
    """The register in a TOML file, such as `files("mygame") / "rulings.toml"`, for the rulebook that it cites."""
    return read_register(load_toml(file, RulingError), book)


def read_register(raw: object, book: Rulebook) -> Register:
    """A register from the plain values of its file; a `RulingError` lists everything that is wrong."""
    try:
        register = _converter.structure(raw, Register)
    except UNREADABLE as problem:
        wrong = findings(problem, raw, "register", lambda row, place: _name(row) or str(place))
        raise RulingError(told(wrong)) from None
    problems = told(_inconsistencies(register, book))
    if problems:
        raise RulingError(problems)
    return register


def _name(row: Any) -> str:
    return str(row.get("id", "")) if isinstance(row, dict) else ""  # pyright: ignore


def _inconsistencies(register: Register, book: Rulebook) -> Iterator[str]:
    """Everything within a register that does not agree with the rest of it, or with the rulebook."""
    if not _GAME.fullmatch(register.game):
        yield f"the game is {shown(register.game)}, expected a short name in small letters, digits and hyphens"
    slugs = Counter(ruling.slug for ruling in register)
    for number, ruling in enumerate(register, start=1):
        if ruling.id != f"R{number}":
            yield f"{ruling.id} is the {number}th ruling, expected R{number}"
        if slugs[ruling.slug] > 1:
            yield f"the slug {ruling.slug} occurs {slugs[ruling.slug]} times"
        if ruling.letters != tuple("abcdefgh"[: len(ruling.answers)]) or not ruling.answers:
            yield f"{ruling.id} has letters {ruling.letters}, expected a, b ..."
        if ruling.preferred not in ruling.letters:
            yield f"{ruling.id} prefers {shown(ruling.preferred)}, which is not one of its letters"
        elif ruling.preferred not in {answer.letter for answer in ruling.offered}:
            yield f"{ruling.id} prefers {ruling.preferred}, which is withdrawn"
        yield from _wrong_past(register, ruling)
        yield from (f"{ruling.id} touches unknown clause {id}" for id in ruling.clauses if id not in book)
        for reader in (reader for answer in ruling.answers for reader in answer.readers):
            text = book.texts.get(reader.who)
            if text is None and reader.lines:
                yield f"{ruling.id} cites lines of {reader.who}, which is not a text"
            elif text is not None:
                try:
                    strangers = set(reader.numbers()).difference(text.lines)
                except RulebookError as problem:
                    yield f"{ruling.id}: {problem}"
                    continue
                if strangers:
                    lines = write_lines(Lines(tuple(sorted(strangers))))
                    yield f"{ruling.id} cites {reader.who} {lines}, which is blank"


def _wrong_past(register: Register, ruling: Ruling) -> Iterator[str]:
    """Complaints unless what was played before a ruling could be switched is one of its letters or an older ruling."""
    if ruling.since < 1 or (ruling.since > 1) != bool(ruling.before):
        yield f"{ruling.id} has since {ruling.since} and before {shown(ruling.before)}, expected both or neither"
    if not ruling.before or ruling.before in ruling.letters:
        return
    older = next((other for other in register.rulings if other.slug == ruling.before), None)
    if older is None or older.since >= ruling.since or not {*older.letters} <= {*ruling.letters}:
        yield f"{ruling.id} was {shown(ruling.before)} before, expected one of its letters or an older ruling with them"


def brief(register: Register, letters: Mapping[str, str]) -> dict[str, str]:
    """The few letters that must be named so that `restore` finds the rest."""
    return {
        ruling.slug: letters[ruling.slug]
        for ruling in register.switchable
        if letters[ruling.slug] != _unnamed(ruling, letters)
    }


def _unnamed(ruling: Ruling, letters: Mapping[str, object]) -> object:
    """The letter of a ruling that is not named, given the letters of the others."""
    return letters.get(ruling.before, ruling.before) or ruling.preferred


def _answer(ruling: Ruling, letter: object, expected: tuple[Answer, ...]) -> Answer:
    if not ruling.switchable:
        raise RulingError(
            f"the ruling {ruling.slug} ({ruling.id}) is settled: it has one answer, so nothing can be chosen"
        )
    for answer in ruling.answers:
        if answer.letter == letter:
            return answer
    answers = "; ".join(f"{answer.letter}: {answer.says}" for answer in expected)
    raise RulingError(f"the ruling {ruling.slug} ({ruling.id}) has no answer {shown(letter)}; expected {answers}")
