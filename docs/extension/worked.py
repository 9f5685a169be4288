"""What a search needs of the worked examples, read from their pages: `python -m docs.extension.worked` writes it anew.

The pages are not installed with the package, so the search has a file of its own: the part `examples` of a game.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

from docs.extension.places import page as page_of
from shinkansen.core import registry
from shinkansen.core.game import Game
from shinkansen.core.parts import EXAMPLES

DOCS: Final = Path(__file__).parent.parent

PAGE: Final = re.compile(r"^# (?P<title>.+)\n\n(?P<says>.+?)\n\n\*\w+ rulebook\b(?P<cites>.+?)\*$", re.M | re.S)
"""The head of a page: its title, what is to be seen, and a line in italics with the lines of a rulebook and clauses."""


def found(game: Game) -> list[dict[str, Any]]:
    """Each example in the order of the index: its page, title, what is to be seen, and its clauses."""
    folder = DOCS / page_of(game, "examples")
    listed = re.search(r":hidden:\n\n(.+?)\n```", (folder / "index.md").read_text(encoding="utf-8"), re.S)
    assert listed is not None
    return [_read(folder, page) for page in listed[1].split("\n")]


def _read(folder: Path, page: str) -> dict[str, Any]:
    parts = PAGE.search((folder / f"{page}.md").read_text(encoding="utf-8"))
    assert parts is not None, f"{page}.md has no title, opening and clauses where they should be"
    says = " ".join(parts["says"].split())
    return {
        "page": page,
        "title": parts["title"],
        "says": says,
        "clauses": re.findall(r"\[([\w.]+)\]\(#\w+-clause-", parts["cites"]),
    }


def written(game: Game) -> str:
    """The file of a game as it should be."""
    return json.dumps(found(game), ensure_ascii=False, indent=1) + "\n"


def main() -> None:
    """Write the files of the games whose examples are pages of this site."""
    for game in registry.games():
        if game.has(EXAMPLES) and (DOCS / page_of(game, "examples")).is_dir():
            Path(str(game.part(EXAMPLES))).write_text(written(game), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
