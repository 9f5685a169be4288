"""The clauses that a referee of London cites.

Where both rulebooks forbid the same, the engine names the clause of the French text, which it is based on; London's own
is told beside it.
"""

from __future__ import annotations

from typing import Final

from attrs import evolve

from shinkansen.core.log_verdict import Impossible
from shinkansen.nextstation.kit import Kit
from shinkansen.nextstation.sheet import Book

IN_LONDON: Final = {
    "4.2": "L.4.1",
    "4.6": "L.4.5",
    "5.2": "L.7.2",
    "5.3": "L.7.3",
    "5.4": "L.7.5",
    "5.5": "L.7.4",
    "5.6": "L.8.1",
    "5.7": "L.8.2",
    "6.9": "L.9.6",
}
"""Which page of London's rulebook says the same as a clause of the French text."""


def told(kit: Kit, wrong: Impossible) -> Impossible:
    """A refusal with the clause of this city's rulebook as well."""
    also = IN_LONDON.get(wrong.clause, "") if kit.sheet.book is Book.LONDON else ""
    return evolve(wrong, also=also)
