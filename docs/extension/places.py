"""Where everything of the game is on the site: its pages, the labels that references use, and the anchors on pages.

The pages are in a folder of the game's name (`zerokei/rulings/R29.html`). A label is one for the whole site, so it
begins with that name (`zerokei-clause-6-c-3`). An anchor belongs to its page and does not repeat it (`#clause-6-c-3`,
`#R29-b`): so an address from before the pages were in a folder needs another path and nothing else (`moved.py`).
"""

from __future__ import annotations

from typing import Final

from docs.extension.words import plain
from shinkansen.core.rulings import Ruling
from shinkansen.zerokei.citations import work

GAME: Final = work().game


def page(name: str) -> str:
    """The docname of a page of the game."""
    return f"{GAME}/{name}"


def label(anchor: str) -> str:
    """What references call an anchor of the game."""
    return f"{GAME}-{anchor}"


def clause_anchor(id: str) -> str:
    """The permanent anchor of a clause, on the page of its chapter."""
    return f"clause-{id.lower().replace('.', '-')}"


def clause_link(id: str) -> str:
    """A link to a clause from any page."""
    return f"[{id}](#{label(clause_anchor(id))})"


def ruling_link(ruling: Ruling, words: str = "") -> str:
    """A link to a ruling from any page, by its number and its question or in other words."""
    return f"[{words or f'{ruling.id} {plain(ruling.question)}'}](#{label(f'ruling-{ruling.id.lower()}')})"
