"""Rulings as data: a question about a rulebook's text, lettered answers, the one we prefer and why.

A ruling is *switchable* where a second reading is attested in a language or by readers, or can be argued from the text:
then each letter plays differently. Otherwise it is *settled*, with the reason. A game has its rulings in a register; a
choice of letters for the switchable ones is a game's own frozen class, built and checked here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Any, TypeVar

import attrs
from attrs import frozen

from shinkansen.core.clauses import Lines, Rulebook, parse_lines, write_lines
from shinkansen.core.errors import RulebookError, RulingError
from shinkansen.core.wire import UNREADABLE, findings, nearest_names, shown, strict_converter, told


class Basis(StrEnum):
    """What a preferred answer rests on."""

    TEXT = "text"
    ANALOGY = "analogy"
    CHOICE = "choice"


class Confidence(StrEnum):
    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


@frozen
class Reader:
    """Who reads it this way: a text of the rulebook with its lines, or somebody else."""

    who: str
    lines: str = ""

    def numbers(self) -> Lines:
        return parse_lines(self.lines)


@frozen
class Answer:
    """One way to answer a ruling's question."""

    letter: str
    says: str
    readers: tuple[Reader, ...] = ()


@frozen
class Ruling:
    """A question the text leaves open, and its answers."""

    id: str
    slug: str
    question: str
    clauses: tuple[str, ...]
    facts: tuple[str, ...]
    """Its numbers in the project's list of differences and ambiguities."""
    answers: tuple[Answer, ...]
    preferred: str
    basis: Basis
    confidence: Confidence
    why: str
    """Why we prefer it; for a settled ruling, why there is nothing to switch."""

    @property
    def switchable(self) -> bool:
        return len(self.answers) > 1

    @property
    def letters(self) -> tuple[str, ...]:
        return tuple(answer.letter for answer in self.answers)


@frozen
class Register:
    """All rulings of a game."""

    rulings: tuple[Ruling, ...]

    def __iter__(self) -> Iterator[Ruling]:
        return iter(self.rulings)

    def __len__(self) -> int:
        return len(self.rulings)

    def __getitem__(self, name: str) -> Ruling:
        """A ruling by id (in any case) or slug."""
        for ruling in self.rulings:
            if name == ruling.slug or str(name).casefold() == ruling.id.casefold():
                return ruling
        names = [known for ruling in self.rulings for known in (ruling.id, ruling.slug)]
        near = nearest_names(name, names, 3)
        hint = f"did you mean {', '.join(near)}?" if near else f"expected R1 to R{len(self)} or a slug"
        raise RulingError(f"there is no ruling {shown(name)}; {hint}")

    @property
    def switchable(self) -> tuple[Ruling, ...]:
        return tuple(ruling for ruling in self.rulings if ruling.switchable)


_converter = strict_converter()


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


ChoicesT = TypeVar("ChoicesT", bound=attrs.AttrsInstance)


def choose(choices: type[ChoicesT], register: Register, letters: Mapping[str, object]) -> ChoicesT:
    """A choice of letters: the preferred ones, except for those named; a `RulingError` lists what is valid."""
    valid = {ruling.slug: ruling for ruling in register.switchable}
    for slug, letter in letters.items():
        if slug not in valid:
            settled = "is settled" if slug in {ruling.slug for ruling in register} else "does not exist"
            raise RulingError(f"the ruling {shown(slug)} {settled}; switchable are {', '.join(valid)}")
        if letter not in valid[slug].letters:
            answers = "; ".join(f"{answer.letter}: {answer.says}" for answer in valid[slug].answers)
            raise RulingError(f"the ruling {shown(slug)} has no answer {shown(letter)}; expected {answers}")
    return choices(**letters)
