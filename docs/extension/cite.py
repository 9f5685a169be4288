"""Citations on the site: the words in which a clause or a ruling is cited, and a button that copies them.

The button adds where the page is: its address, if it has one that others can open, or its place in the site. Without
scripts there is no button, and the words can be selected.
"""

from __future__ import annotations

import html

from shinkansen.commands.citing import citation, named
from shinkansen.core.citations import Citation


def citing(what: Citation, page: str, anchor: str) -> str:
    """How to cite something, as HTML; `page` is a docname, and `anchor` is permanent."""
    words, place = html.escape(citation(what)), html.escape(f"{page}.html#{anchor}")
    label = html.escape(f"copy the citation of {named(what)}")
    button = f'<button type="button" class="cite" data-place="{place}" aria-label="{label}" hidden>copy</button>'
    return f'<span class="citation"><span class="cited">{words}</span> {button}</span>'
