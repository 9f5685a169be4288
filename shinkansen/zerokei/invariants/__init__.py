"""The invariants of Zero-Kei: what is true of every table, every move and every game, under every reading.

Each is decided from the rulebook and the edition's figures. None relies on the engine's modules (kit, law, prices,
actions ...) for what it checks, so that a mistake there is seen here; where a reading changes what must be true, the
letter of the ruling is looked up by name. A step is checked by replaying its happenings on the table before it, with
simple pieces: what was reported must be everything that changed.

They are where a player would look: `pieces`, `money`, `prices`, `gains`, `turns`, `changes`, `scores`, `games`.
"""

from __future__ import annotations

from shinkansen.core.invariants import Invariant, Scope
from shinkansen.zerokei.invariants import changes, gains, games, money, pieces, prices, scores, turns
from shinkansen.zerokei.invariants.declaring import declared_in

INVARIANTS: tuple[Invariant, ...] = tuple(
    sorted(
        declared_in(pieces, money, turns, prices, gains, changes, scores, games),
        key=lambda invariant: list(Scope).index(invariant.scope),
    )
)
"""All invariants: first those of states, then of steps, then of games."""
