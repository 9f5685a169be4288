"""Which clauses stand behind each part of the table, so that a difference there can be cited."""

from __future__ import annotations

from typing import Final

from shinkansen.core.opaque import AnyRules
from shinkansen.core.parts import Places

PILES: Final = ("5.C.4", "5.C.5")
"""Where a counter lies in a pile is stated along with what advances it."""


def _secrets(rules: AnyRules) -> tuple[str, ...]:
    return ("2.M.1", "4.D.2", *(("12.6.3",) if rules.seats == 1 else ()))


PLACES: Final = Places(
    changed_by={
        "yen": ("Paid", "Forgiven"),
        "vp": ("Scored",),
        "counters": ("CounterAdvanced", "CounterStuck"),
        "tracks": ("GroundPrepared", "TrackLaid"),
        "cauldrons": ("CauldronPlaced",),
        "venues": ("CauldronPlaced",),
        "train": ("Joined", "CarriageMoved"),
        "row": ("RowLaid", "Claimed", "Skipped", "Joined", "Discarded"),
        "discard": ("Discarded", "RowLaid", "Joined"),
        "prepared": ("GroundPrepared",),
        "tracked": ("TrackLaid",),
        "stations": ("StationBuilt",),
        "tokens": ("TokenTaken", "TokenRevealed"),
        "engines": ("EngineChosen",),
        "engine": ("EngineChosen",),
        "used": ("CardUsed", "CardRepeated"),
        "spent": ("CardSpent",),
        "pending": ("CardUsed", "CardRepeated", "CauldronPlaced"),
        "actions": ("CardUsed", "CardRepeated", "Placed"),
        "tile": ("Placed", "Claimed"),
        "phase": ("TurnFinished", "Placed", "EffectApplied", "RoundBegan", "GameEnded"),
        "round": ("RoundBegan", "GameEnded"),
        "hideo": ("TokenRevealed", "VenueClosed", "MarginUsed"),
    },
    set_up_by={
        "counters": ("2.C",),
        "venues": ("2.D.1",),
        "tokens": ("2.D.2",),
        "cauldrons": ("2.F",),
        "tile": ("2.G.1",),
        "engines": ("2.H.1",),
        "events": ("2.I.3",),
        "yen": ("2.J.1", "12.10"),
        "vp": ("12.10",),
        "discard": ("2.M.2", "12.1.6"),
        "hideo": ("12.1.10", "12.1.11"),
    },
    turns={"engine": "2.H.2", "buy": "5.1", "place": "6.1", "act": "6.C.1", "end": "10.1", "over": "10.3"},
    along_with={"counters.colour": PILES},
    automatic=frozenset(("TurnFinished", "Joined", "RowLaid", "RoundBegan", "EffectApplied", "GameEnded", "Discarded")),
    common={"Paid": 1, "CardUsed": 2},
    amounts=("yen", "vp"),
    secrets=_secrets,
    ended=lambda table: table.get("phase") == "over",
    forgettable={"memory": []},
)
