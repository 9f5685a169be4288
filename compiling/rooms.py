"""The rooms that are compiled: where games spend their time. All of them, or none.

Moves and rulesets stay interpreted: a move may be malformed until `why_not` has said so, and a native constructor would
refuse to make it; the fields of a ruleset are converted by attrs, which mypyc does not understand. Compiled code checks
the types it is told, those of a `cast` too: what a stranger wrote is `Any` there until it has been looked at.
"""

from __future__ import annotations

from typing import Final

ROOMS: Final = (
    "core.compiled",
    "core.memo",
    "nextstation.border",
    "nextstation.cards",
    "nextstation.drawing",
    "nextstation.happenings",
    "nextstation.kit",
    "nextstation.law",
    "nextstation.networks",
    "nextstation.pencils",
    "nextstation.position",
    "nextstation.powers",
    "nextstation.scoring",
    "nextstation.special_stations",
    "nextstation.table",
    "nextstation.turns",
    "nextstation.wire",
    "zerokei.actions",
    "zerokei.cards",
    "zerokei.counters",
    "zerokei.draft",
    "zerokei.happenings",
    "zerokei.hideo",
    "zerokei.kit",
    "zerokei.law",
    "zerokei.position",
    "zerokei.prices",
    "zerokei.rounds",
    "zerokei.scoring",
    "zerokei.stages",
    "zerokei.table",
    "zerokei.table_wire",
    "zerokei.well_formed",
    "zerokei.works",
)
"""By their names within the package."""
