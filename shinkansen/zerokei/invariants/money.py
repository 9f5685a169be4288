"""The ledger: what everybody has in any state, and that each step changes it by exactly what it reports."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shinkansen.core.invariants import Scope
from shinkansen.zerokei import happenings as h
from shinkansen.zerokei.edition import Effect
from shinkansen.zerokei.invariants.declaring import Complaints, Played, differs, happened, holds
from shinkansen.zerokei.invariants.known import known
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.table import NOBODY, State

if TYPE_CHECKING:
    from shinkansen.zerokei.ruleset import ZeroKei


@holds(
    Scope.STATE,
    "Nobody has fewer than 0 yen, and Hideo never has any.",
    "5.B.6", "7.7.1", "12.2.5",
)  # fmt: skip
def purses(rules: ZeroKei, state: State) -> Complaints:
    for number, seat in enumerate(state.table.seats):
        if seat.yen < 0 or (known(rules).is_hideo(number) and seat.yen):
            yield f"Seat {number} has {seat.yen} yen."


@holds(
    Scope.STATE,
    "A score marker is below zero only after an event that can take it there.",
    "5.B.5", "9.2", "9.14",
)  # fmt: skip
def markers_below_zero(rules: ZeroKei, state: State) -> Complaints:
    table = state.table
    below = {
        *([Effect.SCORE_A_CITY] if known(rules).letter("score_below_zero") == "a" else []),
        *([Effect.LOSE_VP_FOR_YEN] if known(rules).letter("selling_vp") == "b" else []),
    }
    excused = below & {*table.events[: table.round + 1]}
    for number, seat in enumerate(table.seats):
        if seat.vp < 0 and (not excused or known(rules).is_hideo(number)):
            yield f"The marker of seat {number} is on {seat.vp}."


@holds(
    Scope.STEP,
    "Every transfer of yen is positive, between two different parties, and affordable when it is made; Hideo is never "
    "part of one.",
    "2.J.2", "7.7.1", "12.2.3", "12.2.4",
)  # fmt: skip
def yen_transfers(rules: ZeroKei, before: State, move: Move, step: Played) -> Complaints:
    yen = {number: seat.yen for number, seat in enumerate(before.table.seats)}
    for paid in happened(step, h.Paid):
        parties = {paid.payer, paid.payee}
        if paid.yen <= 0 or len(parties) < 2 or not parties <= {NOBODY, *range(rules.seats)}:
            yield f"Seat {paid.payer} pays seat {paid.payee} {paid.yen} yen ({paid.clause})."
            continue
        for party, change in ((paid.payer, -paid.yen), (paid.payee, paid.yen)):
            if party != NOBODY:
                yen[party] += change
                if yen[party] < 0:
                    yield f"Seat {party} pays {paid.yen} yen ({paid.clause}), {-yen[party]} too many."


@holds(
    Scope.STEP,
    "A player's yen change by exactly the transfers of the step.",
    "2.J.1", "2.J.2",
)  # fmt: skip
def yen_of_a_step(rules: ZeroKei, before: State, move: Move, step: Played) -> Complaints:
    paid = happened(step, h.Paid)
    for number, (old, new) in enumerate(zip(before.table.seats, step.state.table.seats, strict=True)):
        told = sum(p.yen * ((p.payee == number) - (p.payer == number)) for p in paid)
        yield from differs(f"Yen of seat {number}", new.yen, old.yen + told)


@holds(
    Scope.STEP,
    "A score marker moves by exactly the entries of the step, and no entry is zero.",
    "2.G.3", "5.B.5", "12.2.4",
)  # fmt: skip
def vp_of_a_step(rules: ZeroKei, before: State, move: Move, step: Played) -> Complaints:
    scored = happened(step, h.Scored)
    for number, (old, new) in enumerate(zip(before.table.seats, step.state.table.seats, strict=True)):
        told = sum(entry.vp for entry in scored if entry.seat == number)
        yield from differs(f"Victory points of seat {number}", new.vp, old.vp + told)
    if not all(entry.vp for entry in scored):
        yield "An entry has zero victory points."


@holds(
    Scope.STEP,
    "Only the player whose decision it is pays yen or gives up victory points.",
    "5.B.1", "6.C.2", "7.11.6", "9.2",
)  # fmt: skip
def only_the_mover_pays(rules: ZeroKei, before: State, move: Move, step: Played) -> Complaints:
    mover = before.table.seat
    for paid in happened(step, h.Paid):
        if paid.payer not in (NOBODY, mover):
            yield f"Seat {paid.payer} pays {paid.yen} yen ({paid.clause}) in a move of seat {mover}."
    for entry in happened(step, h.Scored):
        if entry.vp < 0 and entry.seat != mover:
            yield f"Seat {entry.seat} loses {-entry.vp} victory points ({entry.clause}) in a move of seat {mover}."
