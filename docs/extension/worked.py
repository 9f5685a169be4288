"""What a search needs of the worked examples, read from their pages: `python -m docs.extension.worked` writes it anew.

The pages are not installed with the package, so the search has a file of its own, `zerokei/examples.json`.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parent.parent / "examples"
FILE: Final = FOLDER.parent.parent / "shinkansen" / "zerokei" / "examples.json"

PAGE: Final = re.compile(r"^# (?P<title>.+)\n\n(?P<says>.+?)\n\n\*English rulebook, (?P<cites>.+?)\*$", re.M | re.S)


def found() -> list[dict[str, Any]]:
    """Each example in the order of the index: its page, title, what is to be seen, and its clauses."""
    listed = re.search(r":hidden:\n\n(.+?)\n```", (FOLDER / "index.md").read_text(encoding="utf-8"), re.S)
    assert listed is not None
    return [_read(page) for page in listed[1].split("\n")]


def _read(page: str) -> dict[str, Any]:
    parts = PAGE.search((FOLDER / f"{page}.md").read_text(encoding="utf-8"))
    assert parts is not None, f"{page}.md has no title, opening and clauses where they should be"
    says = " ".join(parts["says"].split())
    return {
        "page": page,
        "title": parts["title"],
        "says": says,
        "clauses": re.findall(r"\[([\w.]+)\]\(#\w+-clause-", parts["cites"]),
    }


def written() -> str:
    """The file as it should be."""
    return json.dumps(found(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(written(), encoding="utf-8", newline="\n")
