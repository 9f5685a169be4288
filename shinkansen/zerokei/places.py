"""Which clauses stand behind each part of the table, so that a difference there can be cited."""

from __future__ import annotations

from typing import Final

from shinkansen.core.opaque import AnyRules
from shinkansen.core.parts import Places

PILES: Final = ("5.C.4", "5.C.5")
"""Where a counter lies in a pile is stated along with what advances it."""


def _secrets(rules: AnyRules) -> tuple[str, ...]:
    return ("2.M.1", "4.D.2", *(("12.6.3",) if rules.seats == 1 else ()))


def _applies(rules: AnyRules, clause: str) -> bool:
    """Chapter 12 is about the solo game, and 12.10 about the harder one."""
    return not clause.startswith("12.") or (rules.seats == 1 and (clause != "12.10" or rules.variants["hard"] is True))


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
        "to_move": ("2.H.2",),
        "phase": ("2.H.2",),
        "round": ("4.1",),
        "actions": ("2.L",),
        "used": ("2.L",),
        "spent": ("2.L",),
        "stations": ("2.B",),
        "prepared": ("2.E",),
        "tracked": ("2.E",),
        "tracks": ("2.H.4",),
        "train": ("2.H.4", "12.1.5"),
        "engine": ("2.H.2", "12.1.4"),
        "row": ("4.D.2",),
        "counters": ("2.C",),
        "venues": ("2.D.1",),
        "tokens": ("2.D.2", "12.1.8", "12.1.12"),
        "cauldrons": ("2.F",),
        "tile": ("2.G.1", "12.1.2"),
        "engines": ("2.H.1", "12.1.4"),
        "events": ("2.I.3",),
        "yen": ("2.J.1", "12.1.7", "12.10"),
        "vp": ("2.G.3", "12.10"),
        "discard": ("2.M.2", "12.1.6"),
        "hideo": ("12.1.9", "12.1.10", "12.1.11"),
    },
    applies=_applies,
    turns={"engine": "2.H.2", "buy": "5.1", "place": "6.1", "act": "6.C.1", "end": "10.1", "over": "10.3"},
    asked=frozenset({"end"}),
    along_with={
        "counters.colour": PILES,
        "used": ("6.C.3",),
        "actions": ("6.C.4", "6.C.1"),
        "seats.spent": ("7.15.5",),
    },
    automatic=frozenset(("TurnFinished", "Joined", "RowLaid", "RoundBegan", "EffectApplied", "GameEnded", "Discarded")),
    common={"Paid": 1, "CardUsed": 2},
    amounts=("yen", "vp"),
    secrets=_secrets,
    ended=lambda table: table.get("phase") == "over",
    forgettable={"memory": []},
    figures={
        "board.station_rows": ("7.13.4",),
        "board.value_spaces": ("5.C.6",),
        "cities.ground_cost": ("7.9.2",),
        "cities.ground_vp": ("7.9.4",),
        "track_spaces.yen": ("7.11.2",),
        "track_spaces.vp": ("7.11.4",),
        "venues.pay": ("7.16.3",),
        "venues.vp": ("7.16.3",),
        "venues.yen": ("7.16.4",),
        "venues.moves": ("7.16.5",),
        "turn_order.spaces.advance": ("6.B.3",),
        "turn_order.spaces.yen": ("6.B.4", "6.B.6"),
        "turn_order.spaces.vp": ("6.B.5",),
        "carriages.cost": ("5.B.1",),
        "events.actions": ("6.C.1",),
        "events.yen": ("2.J.1",),
        "figures.build_cost": ("7.13.1",),
        "figures.cauldron_income": ("4.C",),
        "figures.cauldrons": ("2.F",),
        "figures.cheap_build_cost": ("8.1",),
        "figures.cheap_build_vp": ("8.1.1",),
        "figures.cheap_engine_fee": ("8.5",),
        "figures.cheap_prepare_cost": ("8.4",),
        "figures.engine_fee": ("7.6.1",),
        "figures.get_yen": ("9.18",),
        "figures.income_yen": ("7.8",),
        "figures.lay_2_discount": ("9.11",),
        "figures.lose_vp_vp": ("9.2",),
        "figures.lose_vp_yen": ("9.2",),
        "figures.olympic_token_fee": ("9.10",),
        "figures.prepare_and_build_fee": ("9.12",),
        "figures.prepare_and_lay_fee": ("9.9",),
        "figures.repeat_fee": ("7.17.1",),
        "figures.rich_tail_yen": ("8.6",),
        "figures.row_beyond_players": ("4.D.1",),
        "figures.surcharge": ("5.B.2",),
        "figures.unused_action_yen": ("7.2",),
        "figures.yen_by_rank": ("9.6",),
        "figures.yen_for_all": ("9.3",),
        "scoring.station_ranks": ("11.3.1",),
        "scoring.without_track": ("11.3.3",),
        "scoring.connected_city": ("11.5.3",),
        "scoring.connected_minimum": ("11.5.4",),
        "scoring.cauldron_left": ("11.6.1",),
        "scoring.yen_for_one_vp": ("11.6.2",),
        "scoring.track_left": ("11.6.3",),
        "hideo.margins.vp": ("12.7.7", "12.7.8", "12.7.10"),
        "hideo.closed_cauldrons": ("12.6.8",),
        "hideo.row": ("12.3",),
        "hideo.hard_yen": ("12.10",),
        "hideo.hard_vp": ("12.10",),
    },
)
