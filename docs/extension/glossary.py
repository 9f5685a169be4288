"""The glossary of a game: its words, what players may call them, and the clauses that say what they are."""

from __future__ import annotations

from docs.extension.places import clause_link, label, page
from docs.extension.words import plain
from shinkansen.core.game import Game
from shinkansen.core.search_words import Term, glossary


def pages(game: Game) -> dict[str, str]:
    """The page, by docname; none for a game without a glossary."""
    if not (terms := glossary(game)):
        return {}
    words = "\n".join(_word(game, term) for term in terms)
    return {
        page(game, "rulebook/glossary"): f"""# Glossary

Here you can look up the words that the clauses use, and see what each of them means. The search knows them, and
{sum(len(term.asked) for term in terms)} other words that players may use for them.

{words}"""
    }


def _word(game: Game, term: Term) -> str:
    clauses = ", ".join(clause_link(game, id) for id in term.clauses)
    return f"""({label(game, term.id)})=
## {plain(term.word)}

{plain(term.says)}

:Clauses: {clauses}
"""
