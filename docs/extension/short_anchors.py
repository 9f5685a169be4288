"""Anchors without the name of the game, which the labels of its pages begin with; `places` says why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx.errors import ExtensionError
from sphinx.transforms import SphinxTransform

from docs.extension.places import label, page
from shinkansen.core import registry

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup(app: Sphinx) -> None:
    """Called by our extension."""
    app.add_transform(ShortAnchors)


class ShortAnchors(SphinxTransform):
    """Sphinx makes an anchor of each label; on the pages of a game it loses the name that the label begins with."""

    default_priority = 840
    """After labels were given to what they stand before, and just before they are collected for references."""

    def apply(self, **kwargs: Any) -> None:
        """Called by Sphinx for each page."""
        for game in registry.games():
            if self.env.docname.startswith(page(game, "")):
                self._shorten(label(game, ""))

    def _shorten(self, prefix: str) -> None:
        tree: Any = self.document
        short = {id: id.removeprefix(prefix) for id in tree.ids if id.startswith(prefix)}
        for id, anchor in short.items():
            node = tree.ids.pop(id)
            if tree.ids.setdefault(anchor, node) is not node:
                raise ExtensionError(f"{self.env.docname}: two things have the anchor {anchor}")
            node["ids"] = [*dict.fromkeys(short.get(each, each) for each in node["ids"])]
        tree.nameids |= {name: short[id] for name, id in tree.nameids.items() if id in short}
        for node in tree.findall():
            if node.tagname == "target" and node.get("refid") in short:
                node["refid"] = short[node["refid"]]
