"""Stages: how far a game of Zero-Kei has come, and what the player to decide is doing, in words."""

from __future__ import annotations

from typing import Final

from shinkansen.core.prose import count
from shinkansen.core.ruleset import Stage
from shinkansen.zerokei.kit import Kit
from shinkansen.zerokei.names import WORKS, card_name
from shinkansen.zerokei.table import Again, Moving, Pending, Phase, SecondHalf, Table

DOING: Final = {
    Phase.ENGINE: "chooses an engine",
    Phase.BUY: "buys a carriage of the row",
    Phase.PLACE: "places the turn order token",
    Phase.ACT: "acts",
    Phase.END: "decides at the end of the round",
}
"""What the player does whose decision it is, by phase."""


def stage(kit: Kit, table: Table) -> Stage:
    """How far the game has come. Engines are chosen before the first round (2.H.2)."""
    word = table.phase.name.lower()
    if table.phase is Phase.OVER:
        return Stage(table.round + 1, kit.rounds, word, "the game is over")
    now = f"{kit.seat_names[table.seat]} {doing(kit, table)}"
    if table.phase is Phase.ENGINE:
        return Stage(0, kit.rounds, word, f"before the first round: {now}")
    left = f", {actions_left(kit, table)}" if table.phase is Phase.ACT and not table.pending else ""
    when = f"{kit.edition.board.years[table.round]}, round {table.round + 1} of {kit.rounds}"
    return Stage(table.round + 1, kit.rounds, word, f"{when}: {now}{left}")


def doing(kit: Kit, table: Table) -> str:
    """What the player does whose decision it is; the player's name comes before it."""
    return _owed(kit, table.pending[-1]) if table.pending else DOING[table.phase]


def actions_left(kit: Kit, table: Table) -> str:
    """How many actions are left in the turn, and how many there were."""
    actions = kit.events[table.events[table.round]].actions
    return f"{table.actions} of {count(actions, 'action')} left"


def _owed(kit: Kit, pending: Pending) -> str:
    match pending:
        case SecondHalf(work):
            return f"owes the second half of the event, {WORKS[work]}"
        case Again(card):
            return f"uses {card_name(kit, card)} again"
        case Moving(number):
            return f"may move {count(number, 'carriage')} of the train"
