"""How clauses and rulings are cited, and how commands read a citation, with the game and the version or without.

What is cited today names the version of the rules, which makes it mean one thing for good.
"""

from __future__ import annotations

from attrs import evolve

from shinkansen import __version__
from shinkansen.core.citations import Citation, parted
from shinkansen.core.clauses import Clause
from shinkansen.core.rulings import Ruling
from shinkansen.zerokei.citations import work


def clause_citation(clause: Clause) -> Citation:
    """A clause under the rules of today."""
    return Citation(work().game, clause.id, version=work().version)


def ruling_citation(ruling: Ruling, letter: str | None = None) -> Citation:
    """A ruling, or an answer to it, under the rules of today."""
    return Citation(work().game, ruling.id, letter or "", work().version)


def named(cited: Citation) -> str:
    """What is cited, in words: `clause 7.11.1`, `ruling R29`, `ruling R29, answer b`."""
    kind = "clause" if cited.id in work().book else "ruling"
    return f"{kind} {cited.id}, answer {cited.letter}" if cited.letter else f"{kind} {cited.id}"


def citation(cited: Citation) -> str:
    """A citation for others to copy; what its parts mean is told to those who never saw one."""
    return f"{cited} ({work().book.game}, {named(cited)}, rules version {cited.version}; shinkansen {__version__})"


def clauses_cited(written: str) -> tuple[tuple[Clause, ...], tuple[str, ...]]:
    """The clauses that somebody names, one or a group or a chapter; and what was different in the version named."""
    _, id, version = parted(written, work())
    clauses = work().book.under(id)
    told = (sentence for each in clauses for sentence in work().then(evolve(clause_citation(each), version=version)))
    return clauses, tuple(dict.fromkeys(told))


def ruling_cited(written: str) -> tuple[Ruling, str | None, tuple[str, ...]]:
    """The ruling that somebody names, and perhaps a letter; and what was different in the version named."""
    _, name, version = parted(written, work())
    ruling, letter = work().register.answer(name)
    known = letter if letter in ruling.letters else None
    return ruling, letter, work().then(evolve(ruling_citation(ruling, known), version=version))
