"""What the page of moves tells about each kind of move of Next Station besides its form."""

from __future__ import annotations

from typing import Final

from shinkansen.core.parts import MoveKinds

CLAUSES: Final = {
    "pass": ("5.1", "L.7.1"),
    "draw": ("4.5", "5.2", "5.3", "5.4", "5.5", "L.7.2", "L.7.3", "L.7.4", "L.7.5"),
}
_SAYS: Final = (
    "Most moves have only a `section`. `extension` needs the effect of special stations of that name (11.9), `mark` "
    "that of the double station (11.13), `power` the pencil powers (L.14.3). Leave out what you do not use."
)
MOVE_KINDS: Final = MoveKinds(CLAUSES, says=_SAYS)
"""Next Station's kinds of moves."""
