"""What a step costs: carriages, and the actions of cards."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from shinkansen.core.invariants import Scope
from shinkansen.zerokei import happenings as h
from shinkansen.zerokei import moves as m
from shinkansen.zerokei.edition import Ability, Action, Effect
from shinkansen.zerokei.invariants.declaring import Complaints, Played, differs, happened, holds
from shinkansen.zerokei.invariants.known import known
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.table import EVENT, NOBODY, SecondHalf, State, Table

if TYPE_CHECKING:
    from shinkansen.zerokei.ruleset import ZeroKei


def _carriage_price(rules: ZeroKei, table: Table, id: str) -> int:
    """5.B.1 to 5.B.3."""
    carriage = next(carriage for carriage in rules.edition.carriages if carriage.id == id)
    stationed = known(rules).cities(table.station_bits) & {*carriage.cities}
    return carriage.cost + rules.edition.figures.surcharge * len(stationed)


@holds(
    Scope.STEP,
    "A carriage costs its printed price plus the surcharge for each of its cities with a station, in yen as far as "
    "they go and then in victory points down to zero.",
    "5.B.1", "5.B.2", "5.B.3", "5.B.5", "5.B.6", "5.B.7", "9.7",
)  # fmt: skip
def price_of_a_carriage(rules: ZeroKei, before: State, move: Move, step: Played) -> Complaints:
    if not isinstance(move, m.Claim | m.BuyAtEnd):
        return
    table = before.table
    seat = table.seats[table.seat]
    price = _carriage_price(rules, table, move.carriage)
    yen = min(price, seat.yen)
    vp = min(price - yen, max(0, seat.vp))
    paid = sum(p.yen for p in happened(step, h.Paid) if p.payer == table.seat)
    given_up = -sum(entry.vp for entry in happened(step, h.Scored) if entry.seat == table.seat and entry.vp < 0)
    yield from differs(f"Yen and victory points paid for {move.carriage} at {price}", (paid, given_up), (yen, vp))
    ruling, letters = ("nothing_affordable", "ab") if isinstance(move, m.Claim) else ("end_purchase", "")
    if yen + vp < price and known(rules).letter(ruling) not in letters:
        yield f"Seat {table.seat} cannot pay {price} for {move.carriage}."
    if vp and isinstance(move, m.BuyAtEnd) and known(rules).letter("end_purchase") == "a":
        yield f"Seat {table.seat} pays {vp} victory points for {move.carriage} at the end of a round."


FEES = {
    Effect.PREPARE_AND_LAY: "prepare_and_lay_fee",
    Effect.PREPARE_AND_BUILD: "prepare_and_build_fee",
    Effect.OLYMPIC_TOKEN: "olympic_token_fee",
}
"""The figure that each event with a fee costs (9.9, 9.10, 9.12)."""


def _discounts(rules: ZeroKei, table: Table, move: Any) -> set[int]:
    """The discounts a card gives on its work (7.10, 7.12, 7.14, 9.11)."""
    if move.card == EVENT:
        return {rules.edition.figures.lay_2_discount if known(rules).event(table).effect is Effect.LAY_2 else 0}
    given = {carriage.gives for carriage in rules.edition.carriages if carriage.id == move.card}
    for engine in rules.edition.engines:
        side = engine.side_for(known(rules).at_table)
        given |= {*side.actions} if side and engine.id == move.card else set[Action]()
    work = type(move).__name__.lower()
    return {int(name.endswith("-1")) for name in given if name in (work, f"{work}-1")} or {0}


def _work_prices(rules: ZeroKei, table: Table, move: Any) -> set[tuple[int, int]]:
    """What the work itself may cost, as payees and yen; several only where a card has more than one discount."""
    figures, gifts = rules.edition.figures, known(rules).gifts(table.seats[table.seat])
    found: set[tuple[int, int]] = set()
    for discount in _discounts(rules, table, move):
        payee, yen = NOBODY, 0
        match move:
            case m.Prepare(_, city):
                yen = next(c.ground_cost for c in rules.edition.cities if c.id == city) - discount
                if Ability.CHEAP_PREPARE in gifts:
                    final = known(rules).letter("discount_with_ability") == "b"
                    yen = figures.cheap_prepare_cost - (0 if final else discount)
            case m.Build():
                yen = figures.build_cost - discount
                if Ability.CHEAP_BUILD in gifts:
                    final = known(rules).letter("build_discount") == "b"
                    yen = figures.cheap_build_cost - (0 if final else discount)
            case m.Lay(_, _, letter, owner):
                full = owner != table.seat and known(rules).letter("borrowed_track_price") == "b"
                full |= Ability.ANY_TRACK_SPACE in gifts and known(rules).letter("lay_discount") == "b"
                yen = next(s.yen for s in rules.edition.track_spaces if s.letter == letter) - (0 if full else discount)
                payee = NOBODY if owner == table.seat or known(rules).is_hideo(owner) else owner
            case m.Buy(_, id, _):
                yen = _carriage_price(rules, table, id)
            case m.Participate(_, venue, times):
                yen = rules.edition.venues[venue - 1].pay * times
            case _:
                pass
        found.add((payee, max(0, yen)))
    return found


@holds(
    Scope.STEP,
    "An action costs what its card and its work cost: an engine's fee goes to its owner, the price of a borrowed track "
    "to its owner, everything else to the reserve.",
    "7.6.1", "7.6.2", "7.6.3", "7.9.2", "7.11.2", "7.11.5", "7.13.1", "7.15.2", "7.17.1", "7.17.3", "8.1", "8.4", "8.5",
    "9.8.1", "9.9.1", "9.10", "9.12.1", "12.11.4",
)  # fmt: skip
def price_of_an_action(rules: ZeroKei, before: State, move: Move, step: Played) -> Complaints:
    table, figures = before.table, rules.edition.figures
    if not isinstance(move, m.CARD_USES):
        return
    card: str = getattr(move, "card")  # noqa: B009 - every card use has one, but the union does not say so
    fees: Counter[int] = Counter()
    owner = next((number for number, seat in enumerate(table.seats) if seat.engine == card), NOBODY)
    if owner != NOBODY:
        again = bool(table.pending) and known(rules).letter("cheap_engine_repeated") == "b"
        cheap = Ability.CHEAP_ENGINE in known(rules).gifts(table.seats[table.seat]) and not again
        payee = NOBODY if owner == table.seat or known(rules).is_hideo(owner) else owner
        fees[payee] += figures.cheap_engine_fee if cheap else figures.engine_fee
    if card == EVENT and not (table.pending and isinstance(table.pending[-1], SecondHalf)):
        fees[NOBODY] += getattr(figures, FEES.get(known(rules).event(table).effect, ""), 0)
    elif isinstance(move, m.Repeat) and card != EVENT:
        fees[NOBODY] += figures.repeat_fee
    allowed = [+(fees + Counter({payee: yen})) for payee, yen in _work_prices(rules, table, move)]
    paid: Counter[int] = Counter()
    for told in happened(step, h.Paid):
        if told.payer == table.seat:
            paid[told.payee] += told.yen
    if paid not in allowed:
        yield f"Seat {table.seat} pays {dict(paid)} for {move}, expected {' or '.join(str(dict(x)) for x in allowed)}."
