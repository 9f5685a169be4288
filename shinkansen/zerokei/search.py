"""The search through everything that is said about the rules of Zero-Kei: clauses, rulings, worked examples, glossary.

The words are in `search.toml`. The worked examples are pages of the site, so what is needed of them is shipped as
`examples.json`, which `python -m docs.extension.worked` writes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, Final

from attrs import frozen

from shinkansen.core import entries as core
from shinkansen.core.entries import EXAMPLE, WORD
from shinkansen.core.errors import SearchError
from shinkansen.core.files import parse_json, parse_toml
from shinkansen.core.indexing import make_index, sentences, texts
from shinkansen.core.parts import Search, Term
from shinkansen.core.search import Entry, Index
from shinkansen.core.words import read_language
from shinkansen.zerokei.data import EXAMPLES
from shinkansen.zerokei.rulebook import rulebook
from shinkansen.zerokei.rulings import register

BEFORE: Final = {
    **core.KINDS,
    EXAMPLE: frozenset({"example", "examples"}),
    WORD: frozenset({"glossary", "definition"}),
}
"""The kinds of entries, and the words for each."""
KINDS: Final = (*BEFORE,)


@frozen
class Example:
    """A worked example of the rulebook, which is a page of the site."""

    page: str
    title: str
    says: str
    clauses: tuple[str, ...]


@cache
def glossary() -> tuple[Term, ...]:
    """The words of the game, by the alphabet."""
    made = (
        Term(row["word"], row["says"], *(tuple(row.get(name, ())) for name in ("clauses", "said", "asked")))
        for row in _raw()["glossary"]
    )
    return tuple(sorted(made, key=lambda term: term.word))


@cache
def examples() -> tuple[Example, ...]:
    """The worked examples, in the order of the rulebook."""
    rows = parse_json(EXAMPLES.read_text(encoding="utf-8"), EXAMPLES.name, SearchError)
    return tuple(Example(row["page"], row["title"], row["says"], tuple(row["clauses"])) for row in rows)


@cache
def index() -> Index:
    """Everything that can be found."""
    raw = _raw()
    named = [
        {"said": [term.word, *term.said], "asked": term.asked, "weight": 85}
        for term in glossary() if term.said or term.asked
    ]  # fmt: skip
    aside = raw["variant"]["chapters"]
    also = {id: tuple(asked) for id, asked in raw["also"].items()}
    found = (*core.entries(rulebook(), register(), also, aside), *_examples(aside), *_terms(aside))
    return make_index(
        found,
        read_language(core.english(), [*named, *raw["groups"]]),
        kinds={kind: before | {register().game} for kind, before in BEFORE.items()},
        variant=raw["variant"]["words"],
    )


SEARCH: Final = Search(KINDS, index)


def _examples(aside: list[str]) -> Iterator[Entry]:
    for example in examples():
        yield Entry(
            EXAMPLE,
            f"example-{example.page}",
            example.title,
            texts(sentences(example.says)),
            see=example.clauses,
            keys=((f"example-{example.page}", 0),),
            aside=_aside(example.clauses, aside),
        )


def _terms(aside: list[str]) -> Iterator[Entry]:
    for term in glossary():
        yield Entry(
            WORD,
            term.id,
            term.word,
            texts(sentences(term.says)),
            see=term.clauses,
            keys=((term.id, 0), (term.word, 0)),
            aside=_aside(term.clauses, aside),
        )


def _aside(clauses: tuple[str, ...], chapters: list[str]) -> bool:
    return all(rulebook()[id].chapter in chapters for id in clauses)


def _raw() -> dict[str, Any]:
    return parse_toml(_read("shinkansen.zerokei", "search.toml"), "search.toml", SearchError)


def _read(package: str, file: str) -> str:
    return files(package).joinpath(file).read_text(encoding="utf-8")
