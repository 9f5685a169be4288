"""Citations that name their game and stay valid: `mygame:6.C.3`, `mygame:R29-b`, `mygame:R29-b@1`.

A citation names a game and one thing in it: a clause, a ruling, or an answer to a ruling by its letter. After that it
may name the version of the rules under which it was written. The version comes last, so that whoever looks for
`mygame:R29-b` finds every citation of that answer. Where the game is clear, its name can be left out: `6.C.3`,
`R29-b@1`.

Ids and letters are permanent, so a citation never loses what it points to, and a withdrawn answer can still be cited.
But what a letter decided may have changed: a ruling may have become switchable only later, or have been split off from
another one. `Work.then` says what something meant in the version that a citation names, `Work.now` what it says today.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from attrs import frozen

from shinkansen.core.clauses import Rulebook
from shinkansen.core.errors import CitationError, RulebookError, RulingError
from shinkansen.core.game import Game
from shinkansen.core.plain_json import shown
from shinkansen.core.rulings import Register, Ruling
from shinkansen.core.text import name, straight

LONGEST: Final = 100
"""How many characters a citation has at most; the longest names of rulings have about thirty."""
_CLAUSE: Final = re.compile(r"(?!R[0-9])[0-9A-Za-z]+(\.[0-9A-Za-z]+)*", re.ASCII)
_WRITTEN: Final = re.compile(r"(?:(?P<game>[^:@]*):)?(?P<what>[^:@]+)(?:@(?P<version>[^:@]*))?")
_VERSION: Final = re.compile(r"[1-9][0-9]{0,5}", re.ASCII)


@frozen
class Citation:
    """A clause, a ruling or an answer of a game, perhaps as of some version of the rules; `str` gives its one text."""

    game: str
    id: str
    """Of a clause (`6.C.3`) or of a ruling (`R29`)."""
    letter: str = ""
    """Of the answer that is meant, if one is."""
    version: int | None = None

    @property
    def short(self) -> str:
        """What it is called where the game is clear."""
        answer = f"-{self.letter}" if self.letter else ""
        return f"{self.id}{answer}" if self.version is None else f"{self.id}{answer}@{self.version}"

    def __str__(self) -> str:
        return f"{self.game}:{self.short}"


@frozen
class Work:
    """What can be cited: the clauses and the rulings of a game; `version` is that of its rules today."""

    version: int
    book: Rulebook
    register: Register

    @property
    def game(self) -> str:
        """The name of the game, which citations begin with."""
        return self.register.game

    def __attrs_post_init__(self) -> None:
        if not self.game:
            raise CitationError("the register names no game, so nothing of it can be cited")
        if self.version < 1:
            raise CitationError(f"the rules of {self.game} have version {shown(self.version)}, expected 1 or more")
        for clause in self.book:
            if not _CLAUSE.fullmatch(clause.id):
                raise CitationError(f"the clause {shown(clause.id)} cannot be cited, expected an id such as 6.C.3")

    def __iter__(self) -> Iterator[Citation]:
        """Everything that can be cited, without a version."""
        yield from (Citation(self.game, clause.id) for clause in self.book)
        for ruling in self.register:
            yield Citation(self.game, ruling.id)
            yield from (Citation(self.game, ruling.id, letter) for letter in ruling.letters)

    def then(self, cited: Citation) -> tuple[str, ...]:
        """What was different in the version that a citation names, in sentences; none if it meant the same as today."""
        if cited.version is None:
            return ()
        if cited.id in self.book:
            rulings = (each for each in self.register.about(cited.id) if each.since > cited.version)
            return tuple(sentence for each in rulings for sentence in self._past(each, "", cited.version))
        return tuple(self._past(self.register[cited.id], cited.letter, cited.version))

    def now(self, cited: Citation) -> str:
        """What something says today, in a sentence."""
        if cited.id in self.book:
            return self.book[cited.id].says
        ruling = self.register[cited.id]
        if not cited.letter:
            return f"{ruling.question} We prefer {ruling.preferred}: {ruling.says(ruling.preferred)}"
        answer = next(answer for answer in ruling.answers if answer.letter == cited.letter)
        return f"{answer.says} (withdrawn: {answer.withdrawn})" if answer.withdrawn else answer.says

    def _past(self, ruling: Ruling, letter: str, version: int) -> Iterator[str]:
        past, begin = self.register.past(ruling, version), f"In version {version} of the rules"
        called = f"{ruling.id}-{letter}" if letter else ruling.id
        if past.by is None:
            yield f"{begin} {ruling.id} could not be switched: {past.played} was played. {ruling.says(past.played)}"
        elif past.by != ruling:
            same = letter in past.by.letters
            played = f"{called} was played where {past.by.id}-{letter} was" if same else f"{past.by.id} decided it too"
            yield f"{begin} {ruling.id} could not be switched: {played}. ({past.by.id} asks: {past.by.question})"
        if letter and letter not in (past.by.letters if past.by else past.played):
            yield f"{called} can be played only since version {ruling.since}."
        for other in past.also:
            says = (
                f"meant {other.id}-{letter}: {other.says(letter)}"
                if letter
                else f"decided {other.id}: {other.question}"
            )
            yield f"{begin} {called} also {says} Since version {other.since} {other.id} can be switched by itself."


@cache
def work_of(game: Game) -> Work:
    """What can be cited of a game, under the version of its rules today."""
    return Work(game.version, game.rulebook, game.register)


def read(text: str, first: Work, *others: Work) -> Citation:
    """A citation of one of these works, which need not name its game if there is only one.

    The id is taken in any spelling that the rulebook and the register know: `6-c-3`, `r29=B`, `track_needs_ground`.
    `CitationError` says what is wrong with anything else.
    """
    work, what, version = parted(text, first, *others)
    clause = work.book.find(what)
    if clause is not None:
        return Citation(work.game, clause.id, version=version)
    try:
        # A plain number would be a ruling to the register; here it is more likely to be a chapter.
        ruling, letter = work.register.answer(what if not what[0].isdecimal() else work.book[what].id)
    except (RulebookError, RulingError) as problem:
        raise CitationError(f"{work.game}: {problem}") from None
    if letter is not None and letter not in ruling.letters:
        expected = " or ".join(f"{ruling.id}-{each}" for each in ruling.letters)
        raise CitationError(f"{work.game}: {ruling.id} has no answer {shown(letter)}; expected {expected}")
    return Citation(work.game, ruling.id, letter or "", version)


def parted(text: str, first: Work, *others: Work) -> tuple[Work, str, int | None]:
    """The parts of a citation: the work, what is cited there, not looked up yet, and the version, if it names one."""
    works = {work.game: work for work in (first, *others)}
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise _unreadable(text, first)
    found = _WRITTEN.fullmatch(straight(text.strip())) if len(text) <= LONGEST else None
    if not found or not found["what"].strip():
        raise _unreadable(text, first)
    if found["game"] is None and others:
        expected = " or ".join(f"{game}:{name(found['what'])}" for game in works)
        raise CitationError(f"{shown(text)} names no game; expected {expected}")
    game = found["game"].strip().casefold() if found["game"] is not None else first.game
    if game not in works:
        raise CitationError(f"{shown(text)} is of a game {shown(game)}, expected {' or '.join(works)}")
    return works[game], found["what"].strip(), _version(found["version"], works[game])


def _version(written: str | None, work: Work) -> int | None:
    if written is None:
        return None
    version = int(written) if _VERSION.fullmatch(written) else 0
    if not 1 <= version <= work.version:
        expected = "1" if work.version == 1 else f"1 to {work.version}"
        raise CitationError(f"the rules of {work.game} have no version {shown(written)}; expected {expected}")
    return version


def _unreadable(text: object, work: Work) -> CitationError:
    example = next(iter(work))
    return CitationError(f"{shown(text)} is no citation; expected one such as {example} or {example}@{work.version}")
