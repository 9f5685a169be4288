"""What each kind of move means: its clauses, its class in Python and its line in a log; for the page of moves."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Final

from docs.extension.examples import Message
from docs.extension.places import clause_link
from docs.extension.words import plain, table
from shinkansen.zerokei.moves import KINDS, move_from_json
from shinkansen.zerokei.notation import notation
from shinkansen.zerokei.rulebook import rulebook
from shinkansen.zerokei.table import SEAT_NAMES

CLAUSES: Final = {
    "choose-engine": ("2.H.2",),
    "claim": ("5.A.1", "5.B.1", "5.C.1"),
    "skip": ("5.B.7",),
    "place": ("6.B.1",),
    "income": ("7.8",),
    "get-yen": ("9.18",),
    "prepare": ("7.9.1", "7.9.2", "7.9.3", "7.9.4"),
    "lay": ("7.11.1", "7.11.2", "7.11.3", "7.11.4", "7.11.5"),
    "build": ("7.13.1", "7.13.2", "7.13.4"),
    "buy": ("7.15.1", "7.15.2", "7.15.3", "7.15.4"),
    "participate": ("7.16.1", "7.16.2"),
    "advance": ("9.1",),
    "take-token": ("9.10",),
    "repeat": ("7.17.1", "9.8"),
    "idle": ("7.6.3",),
    "relocate": ("7.16.5",),
    "finish": ("7.2",),
    "lose-vp": ("9.2",),
    "advance-again": ("9.4",),
    "buy-at-end": ("9.7", "9.7.1"),
    "score-city": ("9.14", "9.14.1"),
    "decline": ("9.2", "9.4", "9.7", "9.14"),
}
"""The clauses that say what a kind of move is; others may change its price or what it scores."""


def overview(examples: dict[str, Message]) -> str:
    """All kinds in one table."""
    rows = [
        [f"[`{kind}`](#move-{kind})", meaning(kind), ", ".join(map(clause_link, CLAUSES[kind])), _class(kind),
         f"`{log_line(examples[kind])}`"]
        for kind in KINDS
    ]  # fmt: skip
    return table(["Kind", "Meaning", "Clauses", "Class", "In a log"], rows)


def facts(kind: str, example: Message) -> str:
    """One kind in full."""
    return "\n".join([f"{meaning(kind)}\n", *(f":{name}: {says}" for name, says in _facts(kind, example)), ""])


def _facts(kind: str, example: Message) -> Iterator[tuple[str, str]]:
    yield "Clauses", "; ".join(f"{clause_link(id)} {plain(rulebook()[id].title)}" for id in CLAUSES[kind])
    yield "Class", _class(kind)
    yield "In a log", f"`{log_line(example)}`"


def meaning(kind: str) -> str:
    """What it is to make such a move, as Markdown."""
    return (inspect.getdoc(KINDS[kind]) or "").replace("\n", " ")


def log_line(example: Message) -> str:
    """A move as people write it down."""
    return f"{SEAT_NAMES[0]}: {notation(move_from_json(example))}"


def _class(kind: str) -> str:
    return f"{{py:class}}`~shinkansen.zerokei.moves.{KINDS[kind].__name__}`"
