"""The glossary: the words of the game, what players may call them, and the clauses that say what they are."""

from __future__ import annotations

from docs.extension.places import clause_link, label, page
from docs.extension.words import plain
from shinkansen.zerokei.search import Term, glossary


def pages() -> dict[str, str]:
    """The page, by docname."""
    words = "\n".join(map(_word, glossary()))
    return {
        page("rulebook/glossary"): f"""# Glossary

Here you can look up the words that the clauses use, and see what each of them means. The search knows them, and
{sum(len(term.asked) for term in glossary())} other words that players may use for them.

{words}"""
    }


def _word(term: Term) -> str:
    clauses = ", ".join(map(clause_link, term.clauses))
    return f"""({label(term.id)})=
## {plain(term.word)}

{plain(term.says)}

:Clauses: {clauses}
"""
