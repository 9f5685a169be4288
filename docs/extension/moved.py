"""The addresses that pages had before they were in the folder of their game: a small page at each leads to the new one.

Anchors stayed the same, so a line of script goes on to the same one, which a redirect by itself would lose. Without
scripts the browser goes to the top of the new page. What moved is in `moved.json`.
"""

from __future__ import annotations

import html
import json
import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from sphinx.application import Sphinx

FOLDERS: Final[dict[str, str]] = json.loads(Path(__file__).with_suffix(".json").read_text(encoding="utf-8"))
"""The folders and pages that were at the root of the site, and where they are now."""

PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>This page has moved - shinkansen</title>
<script>location.replace("{to}" + location.search + location.hash);</script>
<noscript><meta http-equiv="refresh" content="0; url={to}"></noscript>
</head>
<body>
<p>This page has moved: <a href="{to}">{title}</a>.</p>
</body>
</html>
"""


def setup(app: Sphinx) -> None:
    """Called by our extension."""
    app.connect("build-finished", write)


def old_addresses(pages: Iterable[str]) -> dict[str, str]:
    """The new page at each old one, both as docnames; an error if there is still a page at an old one."""
    known = {*pages}
    if left := sorted(name for name in known if name.startswith((*FOLDERS,))):
        raise ValueError(f"{left[0]} is in a folder of old addresses: no page can be there")
    return {
        old + name.removeprefix(new): name for old, new in FOLDERS.items() for name in known if name.startswith(new)
    }


def write(app: Sphinx, problem: Exception | None) -> None:
    """Write the small pages, when Sphinx has finished."""
    if problem is not None or app.builder.format != "html":
        return
    for old, new in old_addresses(app.env.found_docs).items():
        file = Path(app.outdir) / f"{old}.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(redirect(old, new), encoding="utf-8", newline="\n")


def redirect(old: str, new: str) -> str:
    """The page at an old address."""
    to = html.escape(os.path.relpath(f"{new}.html", Path(old).parent))
    return PAGE.format(to=to, title=html.escape(f"{new}.html"))
