"""What keeps the build short: work of Sphinx and of the theme whose result nobody would miss.

The theme asks for the whole tree of pages for the sidebar of every page; here it gets the branch that one is on.
Sphinx looks for every type in a signature among all that is documented, also for `int`; here the names of the language
and of other people's packages are made plain text first. Nothing could be found for them: their pages are on other
sites, and a build asks the network for nothing.
"""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from sphinx.addnodes import pending_xref

if TYPE_CHECKING:
    from sphinx.application import Sphinx

FOREIGN: Final = frozenset({*sys.stdlib_module_names, *dir(builtins), "attrs", "cattrs", "hypothesis", "pytest"})
"""What the names of others begin with."""


def setup(app: Sphinx) -> None:
    """Called by our extension."""
    app.connect("doctree-read", forget_foreign_names)
    app.connect("html-page-context", show_one_branch, priority=400)  # before the theme looks


def forget_foreign_names(app: Sphinx, tree: Any) -> None:
    """Types that are not ours become plain text."""
    for node in list(tree.findall(pending_xref)):
        target: str = node.get("reftarget", "")
        if node.get("refdomain") == "py" and target.partition(".")[0] in FOREIGN:
            node.replace_self(node.children)


def show_one_branch(app: Sphinx, page: str, template: str, context: dict[str, Any], tree: Any) -> None:
    """The sidebar shows all main pages, and below them only what is near."""
    whole: Callable[..., str] | None = context.get("toctree")
    if whole is not None:
        context["toctree"] = partial(_near, whole)


def _near(whole: Callable[..., str], **options: object) -> str:
    return whole(**{**options, "collapse": True})
