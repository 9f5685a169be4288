"""The words that players use in a game, for the search and the glossary: what a game's `search.toml` says.

`glossary`: the words of the game, each with what it is, the clauses that say so, other words of our texts for it
(`said`) and what players may call it (`asked`). `groups`: more words that mean nearly the same in this game (see
`english.toml`). `weak`: words that tell little in this game. `also`: more words by which an entry is to be found, by
its id. `variant`: the chapters about another way to play, and the words that ask about it. All of it is optional.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources.abc import Traversable
from typing import Final

from attrs import evolve, field, frozen

from shinkansen.core.clauses import section
from shinkansen.core.errors import SearchError, WireError
from shinkansen.core.files import load_toml
from shinkansen.core.frozen import freeze_table
from shinkansen.core.game import Game
from shinkansen.core.parts import SEARCH
from shinkansen.core.plain_json import shown, strict_converter, structure, told
from shinkansen.core.words import Group

_WEIGHT: Final = 85
"""How well a word of the glossary and its other names stand for one another, in per cent."""
_CONVERTER: Final = strict_converter()


@frozen
class Term:
    """A word of the game: what it is, and the clauses that say so."""

    word: str
    says: str
    clauses: tuple[str, ...]
    said: tuple[str, ...] = ()
    """What our texts call it too."""
    asked: tuple[str, ...] = ()
    """What players may call it."""

    @property
    def id(self) -> str:
        """Its anchor on the page."""
        return f"word-{self.word.lower().replace(' ', '-')}"


@frozen
class AnotherWay:
    """The chapters about another way to play, which stand back unless a question has one of the words."""

    chapters: tuple[str, ...] = ()
    """Or sections: how the ids of their clauses begin."""
    words: tuple[str, ...] = ()


def _table(also: Mapping[str, tuple[str, ...]]) -> Mapping[str, tuple[str, ...]]:
    return freeze_table(also)


@frozen
class SearchWords:
    """What a game adds to the search."""

    glossary: tuple[Term, ...] = ()
    """In alphabetical order."""
    groups: tuple[Group, ...] = ()
    weak: tuple[str, ...] = ()
    also: Mapping[str, tuple[str, ...]] = field(factory=dict[str, tuple[str, ...]], converter=_table)
    variant: AnotherWay = AnotherWay()

    def all_groups(self) -> Iterator[Group]:
        """The groups, with one for each word of the glossary that has other names."""
        for term in self.glossary:
            if term.said or term.asked:
                yield Group((term.word, *term.said), term.asked, _WEIGHT)
        yield from self.groups


@cache
def words_of(game: Game) -> SearchWords:
    """What a game adds to the search; nothing if it has no such file, `SearchError` if something in it is wrong."""
    if not game.has(SEARCH):
        return SearchWords()
    found = read_search_words(game.part(SEARCH))
    if wrong := told(_strangers(game, found)):
        raise SearchError(f"{game.part(SEARCH).name}: {wrong}")
    return found


def read_search_words(file: Traversable) -> SearchWords:
    """What a file says; `SearchError` lists everything that is wrong with it."""
    try:
        found = structure(_CONVERTER, load_toml(file, SearchError), SearchWords, "words")
    except WireError as problem:
        raise SearchError(f"{file.name}: {problem}") from None
    return evolve(found, glossary=tuple(sorted(found.glossary, key=lambda term: term.word)))


def glossary(game: Game) -> tuple[Term, ...]:
    """The words of a game, in alphabetical order; none if it has no glossary."""
    return words_of(game).glossary


def _strangers(game: Game, found: SearchWords) -> Iterator[str]:
    """What the file names that the game does not have."""
    book = game.rulebook
    for term in found.glossary:
        yield from (f"{shown(term.word)} names unknown clause {shown(id)}" for id in term.clauses if id not in book)
    begun = {id for clause in book for id in (clause.chapter, section(clause.id))}
    yield from (f"there is no chapter {shown(id)}" for id in found.variant.chapters if id not in begun)
    known = {clause.id for clause in book} | {ruling.id for ruling in game.register}
    yield from (f"`also` names {shown(id)}, expected a clause or a ruling" for id in found.also if id not in known)
