"""The public surface: `python -m tests.build.public_surface` writes `docs/public.md` and `tests/public_surface.json`.

It prints the names that have appeared and disappeared; `docs.extension.api.PUBLIC` decides which modules are public.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

from docs.extension import public

ROOT: Final = Path(__file__).parents[2]
PAGE: Final = ROOT / "docs" / "public.md"
LIST: Final = ROOT / "tests" / "public_surface.json"


def written() -> str:
    """The list as text: public names by module."""
    return json.dumps({module: [*names] for module, names in public.surface().items()}, indent=1) + "\n"


def full_names(text: str) -> set[str]:
    """The names in a list, each with its module."""
    listed: dict[str, list[str]] = json.loads(text)
    return {f"{module}.{name}" for module, names in listed.items() for name in names}


def main() -> None:
    before = full_names(LIST.read_text(encoding="utf-8")) if LIST.exists() else set[str]()
    after = full_names(written())
    LIST.write_text(written(), encoding="utf-8", newline="\n")
    PAGE.write_text(public.page(), encoding="utf-8", newline="\n")
    for name in sorted(before - after):
        print(f"gone: {name}")
    for name in sorted(after - before):
        print(f"new: {name}")


if __name__ == "__main__":
    main()
