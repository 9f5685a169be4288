"""Files as older versions wrote them, which are read for good; `docs/compatibility.md` says what is promised.

Nothing here is ever edited or deleted. `manifest.json` has the SHA-256 of every file and the commit that made it;
`python -m tests.make_frozen` adds what is new.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Final

FROZEN: Final = Path(__file__).parent
MANIFEST: Final = FROZEN / "manifest.json"


@cache
def manifest() -> dict[str, dict[str, str]]:
    """What is known of each file, by its path below this folder."""
    found: dict[str, dict[str, str]] = json.loads(MANIFEST.read_text(encoding="utf-8"))
    return found
