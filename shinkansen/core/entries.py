"""What a rulebook and a register of rulings give a search: an entry for each clause and each ruling."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from shinkansen.core.clauses import Clause, Rulebook
from shinkansen.core.indexing import sentences, texts
from shinkansen.core.rulings import Register, Ruling
from shinkansen.core.search import Entry, Sentence

CLAUSE: Final = "clause"
RULING: Final = "ruling"
KINDS: Final = {
    CLAUSE: frozenset({"clause", "rule", "section", "chapter", "paragraph"}),
    RULING: frozenset({"ruling", "rulings"}),
}
"""The kinds of these entries, and the words for each."""


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
