"""What the page of moves tells about each kind of move of Zero-Kei besides its form."""

from __future__ import annotations

from typing import Final

from shinkansen.core.parts import MoveKinds
from shinkansen.zerokei.moves import NAME_OF, Idle, Skip, move_json

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
SELDOM: Final = {NAME_OF[type(move)]: move_json(move) for move in (Skip(), Idle("engine-1"))}
MOVE_KINDS: Final = MoveKinds(CLAUSES, SELDOM, "`card` is the engine or carriage that is used, `tail` or `event`.")
"""Zero-Kei's kinds of moves, in the order in which a game comes to them."""
