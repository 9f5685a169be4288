"""What the search of a game has: an entry for each clause, ruling, worked example and word of the glossary."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

from attrs import evolve, frozen

from shinkansen.core.clauses import Clause, Rulebook
from shinkansen.core.errors import SearchError, WireError
from shinkansen.core.files import parse_json, parse_toml
from shinkansen.core.game import Game
from shinkansen.core.indexing import make_index, sentences, texts
from shinkansen.core.parts import EXAMPLES, SEARCH
from shinkansen.core.plain_json import strict_converter, structure
from shinkansen.core.rulings import Register, Ruling
from shinkansen.core.search import Entry, Index, Sentence, key
from shinkansen.core.search_words import Term, words_of
from shinkansen.core.words import read_language

CLAUSE: Final = "clause"
RULING: Final = "ruling"
EXAMPLE: Final = "example"
"""A worked example, which a game may have."""
WORD: Final = "word"
"""A word of the glossary, likewise."""
KINDS: Final = {
    CLAUSE: frozenset({"clause", "rule", "section", "chapter", "paragraph"}),
    RULING: frozenset({"ruling", "rulings"}),
    EXAMPLE: frozenset({"example", "examples"}),
    WORD: frozenset({"glossary", "definition"}),
}
"""The kinds of entries, and the words for each."""
_TERM: Final = 80
"""The weight of a word of the glossary: whoever asks a question wants the rule, not the word that stands in it."""
_OF: Final = {EXAMPLE: EXAMPLES, WORD: SEARCH}
"""The parts of a game that some kinds of entries are read from."""
_CONVERTER: Final = strict_converter()


@frozen
class Example:
    """A worked example of the rulebook, which is a page of the site."""

    page: str
    title: str
    says: str
    clauses: tuple[str, ...]


def kinds_of(game: Game) -> tuple[str, ...]:
    """The kinds of entries that can be found in a game."""
    return tuple(kind for kind in KINDS if kind not in _OF or game.has(_OF[kind]))


@cache
def index_of(game: Game) -> Index:
    """Everything that can be found in a game: its clauses and rulings, and what else it has."""
    words = words_of(game)
    book = game.rulebook
    aside = frozenset(clause.id for prefix in words.variant.chapters for clause in book.under(prefix))
    found = (
        *entries(book, game.register, words.also, aside),
        *(_example(example, aside) for example in examples(game)),
        *(_term(term, aside) for term in words.glossary),
    )
    return make_index(
        [_cited(entry, game.name) for entry in found],
        read_language(english(), words.all_groups(), words.weak),
        kinds={kind: KINDS[kind] | {game.name} for kind in kinds_of(game)},
        variant=words.variant.words,
    )


def _cited(entry: Entry, game: str) -> Entry:
    """The entry, found by its citations as well; only a name that looks like several words needs help with that."""
    if "." not in key(game):
        return entry
    return evolve(entry, keys=(*entry.keys, *((f"{game}:{name}", at) for name, at in entry.keys)))


@cache
def examples(game: Game) -> tuple[Example, ...]:
    """The worked examples of a game, in the order of its rulebook; none if it has no such file."""
    if not game.has(EXAMPLES):
        return ()
    file = game.part(EXAMPLES)
    rows = parse_json(file.read_text(encoding="utf-8"), file.name, SearchError)
    try:
        return structure(_CONVERTER, rows, tuple[Example, ...], "examples")
    except WireError as problem:
        raise SearchError(f"{file.name}: {problem}") from None


def english() -> dict[str, Any]:
    """What every search knows about English."""
    text = files("shinkansen.core").joinpath("english.toml").read_text(encoding="utf-8")
    return parse_toml(text, "english.toml", SearchError)


def entries(
    book: Rulebook, register: Register, also: Mapping[str, tuple[str, ...]], aside: Collection[str] = ()
) -> Iterator[Entry]:
    """Everything in both; `also` has what is asked about some ids, `aside` the clauses about a variant of the game."""
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
        aside=clause.id in aside,
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
        aside=_aside(ruling.clauses, aside),
    )


def _example(example: Example, aside: Collection[str]) -> Entry:
    id = f"example-{example.page}"
    return Entry(
        EXAMPLE,
        id,
        example.title,
        texts(sentences(example.says)),
        see=example.clauses,
        keys=((id, 0),),
        aside=_aside(example.clauses, aside),
    )


def _term(term: Term, aside: Collection[str]) -> Entry:
    return Entry(
        WORD,
        term.id,
        term.word,
        texts(sentences(term.says)),
        see=term.clauses,
        keys=((term.id, 0), (term.word, 0)),
        aside=_aside(term.clauses, aside),
        weight=_TERM,
    )


def _aside(clauses: Collection[str], aside: Collection[str]) -> bool:
    return bool(clauses) and all(id in aside for id in clauses)
