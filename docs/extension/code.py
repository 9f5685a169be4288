"""The code on the site, line by line: a page for each module of the package and each file of tests.

They are written behind Sphinx's back, as plain pages: there are some two hundred, and with the theme's sidebar they
would take longer than all others together. A line has the anchor `line-12`.
"""

from __future__ import annotations

import html
import os
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ROOT: Final = Path(__file__).parent.parent.parent

PAGE: Final = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{path} - shinkansen</title>
<link rel="stylesheet" href="{up}_static/pygments.css">
<link rel="stylesheet" href="{up}_static/code.css">
</head>
<body data-theme="auto">
<header><a href="{up}index.html">shinkansen</a> <h1>{path}</h1></header>
<main>{lines}</main>
</body>
</html>
"""


@cache
def shown() -> tuple[str, ...]:
    """The files, by their paths below the root."""
    package = [path for path in (ROOT / "shinkansen").rglob("*.py") if "__pycache__" not in path.parts]
    tests = (ROOT / "tests").rglob("test_*.py")
    return tuple(sorted(path.relative_to(ROOT).as_posix() for path in (*package, *tests)))


def docname(path: str) -> str:
    """The page of a file."""
    return f"code/{path.removesuffix('.py')}"


def address(page: str, path: str, line: int) -> str:
    """The address of a line of a file, from a page (its docname)."""
    return f"{os.path.relpath(f'{docname(path)}.html', Path(page).parent)}#line-{line}"


def link(page: str, path: str, line: int, words: str) -> str:
    """A link from a page to a line; as HTML, because Sphinx knows no such page."""
    return f'<a class="code-link" href="{address(page, path, line)}"><code>{html.escape(words)}</code></a>'


def write(app: Sphinx, problem: Exception | None) -> None:
    """Write the pages, when Sphinx has finished."""
    if problem is not None or app.builder.format != "html":
        return
    # Its types are only half declared, so to the type checkers it is anything.
    pygments: Any = import_module("pygments")
    lexer = import_module("pygments.lexers").PythonLexer()
    formatter = import_module("pygments.formatters").HtmlFormatter(
        linenos="inline", lineanchors="line", anchorlinenos=True
    )
    for path in shown():
        lines: str = pygments.highlight((ROOT / path).read_text(encoding="utf-8"), lexer, formatter)
        file = Path(app.outdir) / f"{docname(path)}.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        page = PAGE.format(path=html.escape(path), up="../" * docname(path).count("/"), lines=lines)
        file.write_text(page, encoding="utf-8", newline="\n")
