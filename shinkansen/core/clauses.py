"""A rulebook as numbered clauses: reading them, finding them, citing them, and accounting for every line of the text.

A rulebook is data. Each clause paraphrases some lines of a text, or is *implied* by other clauses, or names the
*source* where it was read, if that is none of the texts; lines of the base text that are not rules (flavour, captions,
examples) are declared as such. The texts themselves are not shipped, only the numbers of their non-blank lines and a
digest, so anyone can check the account, with or without them.

The account is exact: every non-blank line of the base text has one owner, except for the listed lines on which one
rule ends and the next begins; for these the number of owners is written down. So no clause can lose or gain a line
unnoticed. A game that has no text of its own (most traditional games do not) leaves texts and lines out.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from enum import StrEnum
from importlib.resources.abc import Traversable
from typing import Any, NewType, cast

import attrs
from attrs import frozen

from shinkansen.core.errors import RulebookError
from shinkansen.core.files import load_toml
from shinkansen.core.frozen import FrozenDict, freeze_table
from shinkansen.core.plain_json import UNREADABLE, MisreadError, findings, nearest_names, shown, strict_converter, told
from shinkansen.core.text import straight


class ClauseKind(StrEnum):
    """What a clause does."""

    SETUP = "setup"
    FLOW = "flow"
    COST = "cost"
    PERMISSION = "permission"
    PROHIBITION = "prohibition"
    EFFECT = "effect"
    SCORING = "scoring"
    DEFINITION = "definition"


def section(id: str) -> str:
    """The section of the rulebook that a clause belongs to: 7.13 for 7.13.3."""
    return ".".join(id.split(".")[:2])


class ApparatusKind(StrEnum):
    """What a line of the text is when it is not a rule."""

    EXAMPLE = "example"
    FLAVOUR = "flavour"
    CAPTION = "caption"


Line = NewType("Line", int)
"""The number of a line of a text."""
Lines = NewType("Lines", tuple[int, ...])
"""Line numbers of a text, in ascending order; written `3-5, 8`."""


_NUMBER = r"\d{1,4}"
"""Four digits are enough: no text has ten thousand lines, and a range is expanded into its single numbers."""


def parse_lines(written: str) -> Lines:
    """Line numbers from their written form."""
    if not isinstance(written, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise RulebookError(f"found {shown(written)}, expected a list of lines such as '3-5, 8'")
    numbers: list[int] = []
    for part in written.split(","):
        if not (match := re.fullmatch(rf"\s*({_NUMBER})(?:-({_NUMBER}))?\s*", part, re.ASCII)):
            raise RulebookError(f"{shown(written)} is not a list of lines such as '3-5, 8'")
        low, high = int(match[1]), int(match[2] or match[1])
        if low < 1 or high < low or (numbers and low <= numbers[-1]):
            raise RulebookError(f"{shown(written)} is not an ascending list of lines such as '3-5, 8'")
        numbers.extend(range(low, high + 1))
    return Lines(tuple(numbers))


def write_lines(lines: Lines) -> str:
    """Line numbers in their written form."""
    runs: list[list[int]] = []
    for number in lines:
        if runs and runs[-1][-1] == number - 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join("-".join(map(str, run)) for run in runs)


def _frozen_counts(shared: Mapping[Line, int]) -> Mapping[Line, int]:
    return freeze_table(shared)  # a rulebook is read once and shared by everybody


@frozen
class Text:
    """A rulebook text that clauses cite: its name, its digest and its non-blank lines."""

    name: str
    sha256: str
    lines: Lines
    shared: Mapping[Line, int] = attrs.field(factory=dict[Line, int], converter=_frozen_counts)
    """Lines claimed by several clauses, and by how many."""

    def matches(self, content: str) -> bool:
        """Whether this is exactly the text."""
        return hashlib.sha256(content.encode("utf-8")).hexdigest() == self.sha256


@frozen
class LanguageDifference:
    """Where the text in another language differs from the clause."""

    text: str
    lines: Lines
    fact: str
    reads: str


def _frozen_lines(lines: Mapping[str, Lines]) -> Mapping[str, Lines]:
    return freeze_table(lines)


@frozen
class Clause:
    """One rule."""

    id: str
    title: str
    kind: ClauseKind
    says: str
    """The rule in our words."""
    lines: Mapping[str, Lines] = attrs.field(factory=dict[str, Lines], converter=_frozen_lines)
    """The lines it paraphrases, by text; none for a clause that is implied or has a source."""
    follows: tuple[str, ...] = ()
    """The clauses that an implied clause follows from."""
    source: str = attrs.field(default="", kw_only=True)
    """Where a rule was read that is in none of the texts, such as "Fishing in Ponds, 1850, p. 8"."""
    changes: tuple[str, ...] = ()
    """The clauses to which it makes an exception, or whose figures it alters."""
    differs: tuple[LanguageDifference, ...] = ()
    missed: int | None = None
    """Its number in the list of easily missed rules."""
    program: bool = True
    """Whether a program can exercise it."""
    because: str = ""
    """Why not."""

    @property
    def implied(self) -> bool:
        """Whether no line of the text says it: it follows from others."""
        return bool(self.follows)

    @property
    def chapter(self) -> str:
        """The id of its chapter."""
        return self.id.partition(".")[0]


@frozen
class Chapter:
    """A chapter of the rulebook: its id and its title."""

    id: str
    title: str


@frozen
class Apparatus:
    """Lines of the base text that are not rules."""

    kind: ApparatusKind
    lines: Lines
    note: str


def _key(id: object) -> str:
    """An id as it is compared."""
    return re.sub(r"[\s._-]+", ".", straight(id)).strip(".").casefold() if isinstance(id, str) else ""


def _frozen_texts(texts: Mapping[str, Text]) -> Mapping[str, Text]:
    return freeze_table(texts)


@frozen
class Rulebook:
    """All clauses of a game."""

    game: str
    base: str = attrs.field(default="", kw_only=True)
    """The key of the text whose lines are all accounted for; empty if there is no text."""
    texts: Mapping[str, Text] = attrs.field(factory=dict[str, Text], converter=_frozen_texts, kw_only=True)
    chapters: tuple[Chapter, ...]
    clauses: tuple[Clause, ...]
    apparatus: tuple[Apparatus, ...] = ()
    _by_id: Mapping[str, Clause] = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        object.__setattr__(self, "_by_id", FrozenDict({clause.id: clause for clause in self.clauses}))

    def __iter__(self) -> Iterator[Clause]:
        return iter(self.clauses)

    def __len__(self) -> int:
        return len(self.clauses)

    def __contains__(self, id: object) -> bool:
        return id in self._by_id

    def __getitem__(self, id: str) -> Clause:
        try:
            return self._by_id[id]
        except (KeyError, TypeError):
            near = nearest_names(id, self._by_id, 3)
            hint = f"did you mean {', '.join(near)}?" if near else "`shinkansen clause list` shows all"
            raise RulebookError(f"there is no clause {shown(id)}; {hint}") from None

    def find(self, id: str) -> Clause | None:
        """The clause with this id, if there is one; small letters and other signs than full stops will do."""
        if id in self:
            return self[id]
        return next((clause for clause in self.clauses if _key(clause.id) == _key(id)), None)

    def under(self, prefix: str) -> tuple[Clause, ...]:
        """The clause with this id and all below it: `7.9` gives 7.9.1, 7.9.2 ..., `7` the whole chapter.

        Small letters and other signs than full stops will do: `6.c.3`, `6-C-3`.
        """
        key = _key(prefix)
        found = tuple(clause for clause in self.clauses if f"{_key(clause.id)}.".startswith(f"{key}.")) if key else ()
        return found or (self[prefix],)

    def beside(self, clause: Clause) -> tuple[Clause, ...]:
        """The other clauses of the same group: for 7.9.1 those of 7.9; none for a clause without a group."""
        group = clause.id.rpartition(".")[0]
        return tuple(each for each in self.under(group) if each != clause) if "." in group else ()

    def implied_by(self, clause: Clause) -> tuple[Clause, ...]:
        """The clauses that follow from this one, perhaps with others."""
        return tuple(each for each in self.clauses if clause.id in each.follows)

    def changing(self, clause: Clause) -> tuple[Clause, ...]:
        """The clauses that make an exception to this one, or alter its figures."""
        return tuple(each for each in self.clauses if clause.id in each.changes)

    def scored_under(self, id: str) -> str:
        """The section of a score that a clause belongs to: 11.3 for 11.3.2, and for a clause that changes another one
        the section of that: 11.3 for 12.9.1, which changes 11.3.3."""
        changed = self[id].changes if id in self else ()
        return section(changed[0] if changed else id)

    def account(self) -> tuple[str, ...]:
        """What is wrong with the account of the base text's lines; empty if every line has its owners."""
        if not self.base:
            return ()
        text = self.texts[self.base]
        rules = Counter(line for clause in self.clauses for line in clause.lines.get(self.base, ()))
        others = Counter(line for part in self.apparatus for line in part.lines)
        problems: list[str] = []
        for line in sorted({*text.lines, *rules, *others}):
            owners = rules[line] + others[line]
            expected = text.shared.get(Line(line), 1) if line in text.lines else 0
            if owners and not expected:
                problems.append(f"line {line} is claimed but is blank or not in the text")
            elif owners != expected:
                problems.append(f"line {line} is claimed {owners} times, expected {expected}")
            elif rules[line] and others[line]:
                problems.append(f"line {line} is claimed both as a rule and as something else")
        return tuple(problems)


_MOST_ROWS = 5_000
"""The most items that a list or table in a rulebook may have."""


def _read_lines(value: object) -> Lines:
    try:
        return parse_lines(_CONVERTER.structure(value, str))
    except RulebookError:
        raise MisreadError(value, "an ascending list of lines such as '3-5, 8'") from None


def _read_line(key: object) -> Line:
    # In TOML every key is a string.
    if not isinstance(key, str) or not re.fullmatch(_NUMBER, key, re.ASCII):
        raise MisreadError(key, "a line number")
    return Line(int(key))


_CONVERTER = strict_converter(_MOST_ROWS, _MOST_ROWS, own={Lines: _read_lines, Line: _read_line})


def load_rulebook(file: Traversable) -> Rulebook:
    """The rulebook in a TOML file, such as `files("mygame") / "rulebook.toml"`."""
    return read_rulebook(load_toml(file, RulebookError))


def read_rulebook(raw: object) -> Rulebook:
    """A rulebook from the plain values of its file; a `RulebookError` says what is wrong."""
    gathered = _gathered(raw)
    try:
        book = _CONVERTER.structure(gathered, Rulebook)
    except UNREADABLE as problem:
        wrong = findings(problem, gathered, "rulebook", lambda row, place: _id_of(row) or str(place))
        raise RulebookError(told(wrong)) from None
    problems = told(_inconsistencies(book))
    if problems:
        raise RulebookError(problems)
    return book


def _id_of(row: object) -> str:
    id = cast("dict[str, object]", row).get("id") if isinstance(row, dict) else None
    return id if isinstance(id, str) else ""


def _gathered(raw: object) -> object:
    """In the file, a clause gives its lines under the key of each text (`en = "8-9"`); gather them in one mapping.

    Anything of another form is left as it is, for the converter to complain about.
    """
    if not isinstance(raw, dict):
        return raw
    content = cast("dict[str, Any]", raw)
    texts, rows = content.get("texts"), content.get("clauses")
    if not isinstance(texts, dict) or not isinstance(rows, list):
        return content
    keys = {*cast("dict[str, Any]", texts)}
    return {**content, "clauses": [_gather_lines(row, keys) for row in cast("list[object]", rows)]}


def _gather_lines(row: object, keys: set[str]) -> object:
    if not isinstance(row, dict):
        return row
    content = cast("dict[str, Any]", row)
    lines = {key: value for key, value in content.items() if key in keys}
    return {**{key: value for key, value in content.items() if key not in keys}, "lines": lines}


def _inconsistencies(book: Rulebook) -> Iterator[str]:
    """Everything within a rulebook that does not agree."""
    chapters = {chapter.id for chapter in book.chapters}
    if book.base not in book.texts and (book.base or book.texts):
        yield f"the base is {shown(book.base)}, which is not one of the texts"
    yield from (f"clause {id} occurs {n} times" for id, n in Counter(c.id for c in book).items() if n > 1)
    for clause in book:
        if clause.chapter not in chapters:
            yield f"clause {clause.id} belongs to no chapter"
        if clause.source and (clause.lines or clause.implied):
            yield f"clause {clause.id} names a source, so it must neither have lines nor follow from other clauses"
        elif book.texts and not clause.source and clause.implied == bool(clause.lines):
            yield f"clause {clause.id} must either have lines or follow from other clauses, not both, or name a source"
        if clause.program == bool(clause.because):
            yield f"clause {clause.id} must give a reason if, and only if, no program can exercise it"
        yield from (f"clause {clause.id} follows from unknown clause {id}" for id in clause.follows if id not in book)
        strange = (id for id in clause.changes if id not in book or id == clause.id)
        yield from (f"clause {clause.id} changes {id}, expected another clause" for id in strange)
        cited = [*clause.lines.items(), *((d.text, d.lines) for d in clause.differs)]
        for key, lines in cited:
            text = book.texts.get(key)
            strangers = Lines(tuple(sorted(set(lines).difference(text.lines)))) if text else lines
            if strangers:
                yield f"clause {clause.id} cites {key} {write_lines(strangers)}, which is blank or does not exist"
