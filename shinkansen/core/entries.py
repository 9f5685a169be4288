"""What the search of a game has: an entry for each clause and each ruling, unless the game adds more."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from attrs import evolve

from shinkansen.core.clauses import Clause, Rulebook
from shinkansen.core.errors import SearchError
from shinkansen.core.files import parse_toml
from shinkansen.core.game import Game
from shinkansen.core.indexing import make_index, sentences, texts
from shinkansen.core.parts import SEARCH
from shinkansen.core.rulings import Register, Ruling
from shinkansen.core.search import Entry, Index, Sentence
from shinkansen.core.words import read_language

CLAUSE: Final = "clause"
RULING: Final = "ruling"
EXAMPLE: Final = "example"
"""A worked example, which a game may add."""
WORD: Final = "word"
"""A word of the glossary, likewise."""
KINDS: Final = {
    CLAUSE: frozenset({"clause", "rule", "section", "chapter", "paragraph"}),
    RULING: frozenset({"ruling", "rulings"}),
}
"""The kinds of these entries, and the words for each."""


def kinds_of(game: Game) -> tuple[str, ...]:
    """The kinds of entries that can be found in a game."""
    return game.part(SEARCH).kinds if game.has(SEARCH) else (*KINDS,)


@cache
def index_of(game: Game) -> Index:
    """The index of a game: its own, or one of its clauses and rulings."""
    if game.has(SEARCH):
        return game.part(SEARCH).index()
    found = entries(game.rulebook, game.register, {})
    return make_index([_cited(entry, game.name) for entry in found], read_language(english(), ()), KINDS)


def _cited(entry: Entry, game: str) -> Entry:
    """The entry, found by its citations as well, even if the name of the game looks like several words."""
    return evolve(entry, keys=(*entry.keys, *((f"{game}:{name}", at) for name, at in entry.keys)))


def english() -> dict[str, Any]:
    """What every search knows about English."""
    text = files("shinkansen.core").joinpath("english.toml").read_text(encoding="utf-8")
    return parse_toml(text, "english.toml", SearchError)


def entries(
    book: Rulebook, register: Register, also: Mapping[str, tuple[str, ...]], aside: Collection[str] = ()
) -> Iterator[Entry]:
    """Everything in both; `also` has what is asked about some ids, `aside` the chapters about a variant of the game."""
    for clause in book:
        touching = [ruling for ruling in register if clause.id in ruling.clauses]
        yield _clause(book, clause, touching, also, aside)
    for ruling in register:
        yield _ruling(book, ruling, also, aside)


def _clause(
    book: Rulebook, clause: Clause, touching: list[Ruling], also: Mapping[str, tuple[str, ...]], aside: Collection[str]
) -> Entry:
    chapter = next(chapter.title for chapter in book.chapters if chapter.id == clause.chapter)
    return Entry(
        CLAUSE,
        clause.id,
        clause.title,
        texts(sentences(clause.says)),
        see=tuple(ruling.id for ruling in touching),
        also=also.get(clause.id, ()),
        part=chapter,
        around=" ".join(ruling.question for ruling in touching),
        keys=((clause.id, 0),),
        aside=clause.chapter in aside,
    )


def _ruling(book: Rulebook, ruling: Ruling, also: Mapping[str, tuple[str, ...]], aside: Collection[str]) -> Entry:
    answers = sorted(ruling.answers, key=lambda answer: (answer.letter != ruling.preferred, answer.letter))
    keys = [(name, 0) for name in (ruling.id, ruling.id[1:], ruling.slug)]
    keys += [(f"{name}-{answer.letter}", at) for at, answer in enumerate(answers) for name, _ in keys[:3]]
    return Entry(
        RULING,
        ruling.id,
        ruling.question,
        (*(Sentence(answer.says, answer.letter) for answer in answers), *texts(sentences(ruling.why))),
        see=ruling.clauses,
        also=also.get(ruling.id, ()),
        around=" ".join(book[id].title for id in ruling.clauses),
        keys=tuple(keys),
        aside=all(book[id].chapter in aside for id in ruling.clauses),
    )
