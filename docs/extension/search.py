"""The indexes of the site's search: for each game that of `shinkansen search`, and the address of each entry.

They stand in the search page itself, because browsers do not let a page that is a plain file fetch another one.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from docs.extension.places import clause_anchor, is_default, page
from shinkansen.core import registry
from shinkansen.core.entries import CLAUSE, EXAMPLE, RULING, WORD, index_of
from shinkansen.core.game import Game
from shinkansen.core.search import Entry

if TYPE_CHECKING:
    from sphinx.application import Sphinx

PAGE: Final = "search"


def setup(app: Sphinx) -> None:
    """Called by our extension."""
    app.connect("html-page-context", give_indexes)


def give_indexes(app: Sphinx, name: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """Give the indexes to the search page, each with the title of its game; that of the usual game comes first."""
    if name == PAGE:
        games = sorted(registry.games(), key=lambda game: not is_default(game))
        context["rules_indexes"] = [(game.name, game.title, written(game)) for game in games]


def written(game: Game) -> str:
    """The index of a game as JSON that can stand in a page."""
    index = index_of(game)
    found = {**index.to_json(), "addresses": [address(game, entry) for entry in index.entries]}
    # Nothing in it may look like the end of the element around it.
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def address(game: Game, entry: Entry) -> str:
    """Where the site has an entry, from its root; what has no place of its own leads to the rulebook."""
    book = page(game, "rulebook")
    places: dict[str, Callable[[], str]] = {
        CLAUSE: lambda: f"{book}/chapter-{game.rulebook[entry.id].chapter}.html#{clause_anchor(entry.id)}",
        RULING: lambda: f"{page(game, 'rulings')}/{entry.id}.html",
        EXAMPLE: lambda: f"{page(game, 'examples')}/{entry.id.removeprefix('example-')}.html",
        WORD: lambda: f"{book}/glossary.html#{entry.id}",
    }
    return places[entry.kind]() if entry.kind in places else f"{book}/index.html"
