"""Writes the generated pages before Sphinx looks for pages.

A generator is a module here with `pages()`: Markdown by docname. It may also have `assets()`: text (SVG) by path. Those
of a game take the game, and are asked for every game that is installed and works; no module here knows one. What they
give is written below `docs/`, where Git ignores it, only if it changed, so that a second build is short; what a
generator no longer gives is removed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from shinkansen.core import registry
from shinkansen.core.game import Game

if TYPE_CHECKING:
    from sphinx.application import Sphinx

OF_A_GAME: Final = ("rulebook", "glossary", "rulings", "editions", "schemas")
OF_THE_SITE: Final = ("commands", "api", "overview")
MANIFEST: Final = ".generated.json"
"""What the last build wrote."""


def setup(app: Sphinx) -> dict[str, Any]:
    """Called by Sphinx."""
    # Here, because the tests of the generators do without Sphinx.
    from docs.extension import code, fast_build, moved, search, short_anchors

    app.connect("builder-inited", lambda app: write(Path(app.srcdir), contents()))
    app.connect("build-finished", code.write)
    moved.setup(app)
    search.setup(app)
    short_anchors.setup(app)
    fast_build.setup(app)
    return {"parallel_read_safe": True, "parallel_write_safe": True}


def contents() -> dict[str, str]:
    """The text of every generated file, by its path below `docs/`."""
    texts: dict[str, str] = {}
    for name, made in _generated():
        if twice := texts.keys() & made.keys():
            raise ValueError(f"the generator {name!r} writes {sorted(twice)}, which another one writes too")
        texts |= made
    return texts


def contents_of(game: Game) -> dict[str, str]:
    """The text of every generated file of a game, by its path below `docs/`."""
    return {path: text for name in OF_A_GAME for path, text in _made(name, game).items()}


def _generated() -> Iterator[tuple[str, dict[str, str]]]:
    for game in registry.games():
        yield game.name, contents_of(game)
    for name in OF_THE_SITE:
        yield name, _made(name)


def _made(name: str, *game: Game) -> dict[str, str]:
    module = import_module(f"{__name__}.{name}")
    made = {f"{page}.md": text for page, text in module.pages(*game).items()} if hasattr(module, "pages") else {}
    return made | (module.assets(*game) if hasattr(module, "assets") else {})


def write(folder: Path, texts: dict[str, str]) -> None:
    """Make the folder hold these texts, and nothing of what an earlier build wrote."""
    manifest = folder / MANIFEST
    earlier: list[str] = json.loads(manifest.read_text(encoding="utf-8")) if manifest.exists() else []
    for path in earlier:
        if path not in texts:
            (folder / path).unlink(missing_ok=True)
    for path, text in texts.items():
        file = folder / path
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
    manifest.write_text(json.dumps(sorted(texts), indent=1) + "\n", encoding="utf-8")
