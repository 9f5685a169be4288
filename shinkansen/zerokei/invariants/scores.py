"""Scores and the result, compared with the naive recount of `zerokei.second_scorer`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import attrs

from shinkansen.core.invariants import Scope
from shinkansen.zerokei import happenings as h
from shinkansen.zerokei.deal import Deal
from shinkansen.zerokei.invariants.declaring import Complaints, Steps, all_told, differs, holds
from shinkansen.zerokei.invariants.known import known
from shinkansen.zerokei.second_scorer import HIDEO
from shinkansen.zerokei.table import NOBODY, State

if TYPE_CHECKING:
    from shinkansen.zerokei.ruleset import ZeroKei


@holds(
    Scope.STATE,
    "The score, as if the game ended here, is what a naive count of the table gives.",
    "11.2", "11.3.4", "11.4.1", "11.5.3", "11.6.1", "11.6.2", "11.6.3", "12.9",
)  # fmt: skip
def score_recounted(rules: ZeroKei, state: State) -> Complaints:
    marker = [(number, seat.vp) for number, seat in enumerate(state.table.seats)]
    start = [(HIDEO, -rules.edition.hideo.hard_vp)] if rules.hard else []  # in the marker already
    counted = known(rules).recount(state, [*marker, *start])
    for score in rules.scores(state):
        if score.total != counted.totals[score.seat]:
            listed = {item.clause: item.points for item in score.items}
            yield f"Seat {score.seat} scores {score.total} ({listed}), expected {counted.parts[score.seat]}."


@holds(
    Scope.GAME,
    "The result is what a naive count of the ledger and the final table gives: the totals, and who wins after the "
    "tie-break.",
    "10.4", "11.2", "11.7.1", "11.7.2", "11.7.3", "12.11.3",
)  # fmt: skip
def result_recounted(rules: ZeroKei, deal: Deal, steps: Steps) -> Complaints:
    state = steps[-1][2].state
    ledger = [(told.seat, told.vp) for told in all_told(steps) if isinstance(told, h.Scored)]
    counted = known(rules).recount(state, ledger)
    outcome = rules.outcome(state)
    if outcome is None:
        yield "The game is over but has no result."
        return
    yield from differs("Totals", outcome.totals, counted.totals)
    yield from differs("Winners", outcome.winners, counted.winners)
    yield from differs("What decided it", outcome.clause, counted.clause)


@holds(
    Scope.GAME,
    "A player's colour makes no difference: if the players change seats, each has the same score.",
    "2.F", "11.2",
)  # fmt: skip
def seats_are_alike(rules: ZeroKei, deal: Deal, steps: Steps) -> Complaints:
    if known(rules).solo:
        return
    state = steps[-1][2].state
    table = state.table
    turned = attrs.evolve(
        table,
        seats=(*table.seats[1:], table.seats[0]),
        cauldrons=tuple((*counts[1:], counts[0]) for counts in table.cauldrons),
        tile=tuple(seat if seat == NOBODY else (seat - 1) % rules.seats for seat in table.tile),
    )
    totals = [score.total for score in rules.scores(state)]
    again = [score.total for score in rules.scores(attrs.evolve(state, table=turned))]
    yield from differs("Totals with everybody one seat on", again, [*totals[1:], totals[0]])
