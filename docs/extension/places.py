"""Where everything of the game is on the site: its pages, the labels that references use, and the anchors on pages.

The pages are in a folder of the game's name (`zerokei/rulings/R29.html`). A label is one for the whole site, so it
begins with that name (`zerokei-clause-6-c-3`). An anchor belongs to its page and does not repeat it (`#clause-6-c-3`,
`#R29-b`): so an address from before the pages were in a folder needs another path and nothing else (`moved.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from sphinx.errors import ExtensionError
from sphinx.transforms import SphinxTransform

from docs.extension.words import plain
from shinkansen.core.rulings import Ruling
from shinkansen.zerokei.citations import work

if TYPE_CHECKING:
    from sphinx.application import Sphinx

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


# -- Anchors without the name of the game -----------------------------------------------------------------------------


def setup(app: Sphinx) -> None:
    """Called by our extension."""
    app.add_transform(ShortAnchors)


class ShortAnchors(SphinxTransform):
    """Sphinx makes an anchor of each label; on the pages of the game it loses the name that the label begins with."""

    default_priority = 840
    """After labels were given to what they stand before, and just before they are collected for references."""

    def apply(self, **kwargs: Any) -> None:
        """Called by Sphinx for each page."""
        if not self.env.docname.startswith(page("")):
            return
        tree: Any = self.document
        short = {id: id.removeprefix(label("")) for id in tree.ids if id.startswith(label(""))}
        for id, anchor in short.items():
            node = tree.ids.pop(id)
            if tree.ids.setdefault(anchor, node) is not node:
                raise ExtensionError(f"{self.env.docname}: two things have the anchor {anchor}")
            node["ids"] = [*dict.fromkeys(short.get(each, each) for each in node["ids"])]
        tree.nameids |= {name: short[id] for name, id in tree.nameids.items() if id in short}
        for node in tree.findall():
            if node.tagname == "target" and node.get("refid") in short:
                node["refid"] = short[node["refid"]]
