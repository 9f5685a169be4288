"""The index of the site's search: that of `shinkansen search`, and the address of each entry.

It stands in the search page itself, because browsers do not let a page that is a plain file fetch another one.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from docs.extension.places import clause_anchor, page
from shinkansen.core.entries import CLAUSE, RULING
from shinkansen.core.search import Entry
from shinkansen.zerokei.rulebook import rulebook
from shinkansen.zerokei.search import EXAMPLE, WORD, index

if TYPE_CHECKING:
    from sphinx.application import Sphinx

PAGE: Final = "search"


def setup(app: Sphinx) -> None:
    """Called by our extension."""
    app.connect("html-page-context", give_index)


def give_index(app: Sphinx, name: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """Give the index to the search page."""
    if name == PAGE:
        context["rules_index"] = written()


def written() -> str:
    """The index as JSON that can stand in a page."""
    found = {**index().to_json(), "addresses": [address(entry) for entry in index().entries]}
    # Nothing in it may look like the end of the element around it.
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


def address(entry: Entry) -> str:
    """Where the site has an entry, from its root."""
    places = {
        CLAUSE: lambda: f"{page('rulebook')}/chapter-{rulebook()[entry.id].chapter}.html#{clause_anchor(entry.id)}",
        RULING: lambda: f"{page('rulings')}/{entry.id}.html",
        EXAMPLE: lambda: f"examples/{entry.id.removeprefix('example-')}.html",
        WORD: lambda: f"{page('rulebook')}/glossary.html#{entry.id}",
    }
    return places[entry.kind]()
