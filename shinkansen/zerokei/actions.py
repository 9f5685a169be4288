"""Actions: what each move of a player who is taking actions does (chapters 7, 8 and the action events of 9).

Which moves there are is in `works`. What is due before the gains, the fees of the card, is paid in `begin`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from shinkansen.zerokei import happenings as h
from shinkansen.zerokei import moves as m
from shinkansen.zerokei.cards import (
    ADVANCE,
    BUILD,
    BUY,
    CHEAP_BUILD,
    CHEAP_PREPARE,
    IDLE,
    INCOME,
    LAY,
    PARTICIPATE,
    PREPARE,
    REPEAT,
    RICH_TAIL,
    TOKEN,
    YEN,
    Offer,
)  # fmt: skip
from shinkansen.zerokei.draft import Draft
from shinkansen.zerokei.edition import Effect, VenueSpace
from shinkansen.zerokei.table import COLOUR_INDEX, EVENT, NOBODY, TAIL, Again, Moving, SecondHalf
from shinkansen.zerokei.works import engine_clause, offer_of, owner_of, second_half

BY_EVENT: Final = Effect.REPEAT_TRAIN_CARD
"""The event that repeats; by a name of its own, because looking up a member of an enumeration takes long."""


def begin(draft: Draft, card: str, work: str) -> Offer:
    """Use a card: take an action or settle what was owed, and pay the fees. Says what the card offers."""
    kit = draft.kit
    seat = draft.seat
    offer = offer_of(kit, draft, card, work)
    again = bool(draft.pending)
    if again:
        due = draft.pending[-1]
        draft.pending = draft.pending[:-1]
        if isinstance(due, SecondHalf):
            return second_half(kit, draft.events[draft.round], work)
    else:
        draft.actions -= 1
        draft.used = draft.used | {card}
        if draft.told is not None:
            draft.told.append(h.CardUsed(seat, card, offer.clause if card == EVENT or work == IDLE else "6.C.2"))
    if _remembers_actions(draft):
        draft.memory = (draft.memory | {f"did:{card}:{work}"}) - {f"free:{card}"}
    if not kit.law.event_repeats_this_turn_only and card != EVENT and BY_EVENT in draft.events:
        draft.memory = draft.memory | {f"ever:{seat}:{card}"}
    if offer.engine:
        owner = owner_of(draft, card)
        abilities = draft.seats[seat].ability_bits
        payee = NOBODY if owner == seat else owner
        draft.pay(seat, payee, kit.prices.engine_fee(abilities, again), engine_clause(abilities, owner == seat))
    draft.pay(seat, NOBODY, offer.fee, offer.fee_clause)
    if offer.then:
        draft.pending = (*draft.pending, SecondHalf(offer.then))
    return offer


def _remembers_actions(draft: Draft) -> bool:
    """Whether it must be known what a card was used for, because a repetition has to do the same."""
    kit = draft.kit
    by_event = not kit.event_repeats_freely and draft.events[draft.round] == BY_EVENT
    return by_event or not kit.cards_repeat_freely


def income(draft: Draft, move: m.Income) -> None:
    begin(draft, move.card, INCOME)
    seat = draft.seat
    figures = draft.kit.figures
    if move.card == TAIL and draft.seats[seat].ability_bits & RICH_TAIL:
        draft.pay(NOBODY, seat, figures.rich_tail_yen, "8.6")
    else:
        draft.pay(NOBODY, seat, figures.income_yen, "7.8")
    draft.advance(COLOUR_INDEX[move.advance], "7.8")


def get_yen(draft: Draft, move: m.GetYen) -> None:
    begin(draft, move.card, YEN)
    draft.pay(NOBODY, draft.seat, draft.kit.figures.get_yen, "9.18")


def advance(draft: Draft, move: m.Advance) -> None:
    begin(draft, move.card, ADVANCE)
    draft.advance(COLOUR_INDEX[move.colour], "9.1")


def prepare(draft: Draft, move: m.Prepare) -> None:
    offer = begin(draft, move.card, PREPARE)
    kit, seat = draft.kit, draft.seat
    city = kit.city_index[move.city]
    abilities = draft.seats[seat].ability_bits
    price = kit.prices.ground(city, abilities, offer.discount)
    draft.pay(seat, NOBODY, price, kit.prices.ground_clause(abilities, offer.discount))
    draft.prepare(seat, city, "7.9.3")
    draft.score(seat, kit.ground_vp[city], "8.4.1" if abilities & CHEAP_PREPARE else "7.9.4")


def lay(draft: Draft, move: m.Lay) -> None:
    offer = begin(draft, move.card, LAY)
    kit, seat, owner = draft.kit, draft.seat, move.track_of
    space = kit.letter_index[move.space]
    borrowed = owner != seat
    abilities = draft.seats[seat].ability_bits
    price = kit.prices.track(space, abilities, offer.discount, borrowed)
    clause = kit.prices.track_clause(abilities, offer.discount, borrowed)
    draft.pay(seat, owner if borrowed else NOBODY, price, clause)
    draft.lay(seat, kit.city_index[move.city], owner, "7.11.5" if borrowed else "7.11.3")
    draft.score(seat, kit.edition.track_spaces[space].vp, "9.11.1" if offer.clause == "9.11" else "7.11.4")


def build(draft: Draft, move: m.Build) -> None:
    offer = begin(draft, move.card, BUILD)
    kit, seat = draft.kit, draft.seat
    abilities = draft.seats[seat].ability_bits
    price = kit.prices.station(abilities, offer.discount)
    draft.pay(seat, NOBODY, price, kit.prices.station_clause(abilities, offer.discount))
    colour = COLOUR_INDEX[move.colour]
    row = draft.station_colours.count(colour)
    draft.build(seat, kit.city_index[move.city], colour, "7.13.2")
    draft.score(seat, kit.edition.board.station_rows[row], "7.13.4")
    if abilities & CHEAP_BUILD:
        draft.score(seat, kit.figures.cheap_build_vp, "8.1.1")


def buy(draft: Draft, move: m.Buy) -> None:
    begin(draft, move.card, BUY)
    kit, seat = draft.kit, draft.seat
    draft.pay(seat, NOBODY, kit.prices.carriage(move.carriage, draft.station_bits), "7.15.2")
    draft.take_from_discard(move.carriage)
    draft.join(seat, move.carriage, "7.15.3")
    for colour in move.advance:
        draft.advance(COLOUR_INDEX[colour], "7.15.4")
    if not kit.law.bought_card_works_at_once:
        draft.memory = draft.memory | {f"new:{move.carriage}"}
    if move.card in kit.carriages:
        draft.spend(seat, move.card)


def participate(draft: Draft, move: m.Participate) -> None:
    begin(draft, move.card, PARTICIPATE)
    seat, times = draft.seat, move.times
    draft.place_cauldron(seat, move.venue - 1, "7.16.1")
    space = draft.kit.edition.venues[move.venue - 1]
    clause = venue_clause(space) if times < 2 else "8.3"
    draft.pay(seat, NOBODY, space.pay * times, clause if times < 2 else "8.3.1")
    draft.score(seat, space.vp * times, clause)
    draft.pay(NOBODY, seat, space.yen * times, clause)
    if space.moves and times:
        draft.pending = (*draft.pending, Moving(space.moves * times))


def venue_clause(space: VenueSpace) -> str:
    """The clause of a venue's effect."""
    return "7.16.5" if space.moves else "7.16.4" if space.yen else "7.16.3"


def take_token(draft: Draft, move: m.TakeToken) -> None:
    begin(draft, move.card, TOKEN)
    draft.take_token(draft.seat, move.city, move.on)


def idle(draft: Draft, move: m.Idle) -> None:
    begin(draft, move.card, IDLE)


def repeat(draft: Draft, move: m.Repeat) -> None:
    begin(draft, move.card, REPEAT)
    draft.pending = (*draft.pending, Again(move.again))
    free = draft.kit.event_repeats_freely if move.card == EVENT else draft.kit.cards_repeat_freely
    if free and _remembers_actions(draft):
        draft.memory = draft.memory | {f"free:{move.again}"}
    if draft.told is not None:
        draft.told.append(h.CardRepeated(draft.seat, move.again, "7.17.1" if move.card != EVENT else "9.8"))


def relocate(draft: Draft, move: m.Relocate) -> None:
    due = draft.pending[-1]
    assert isinstance(due, Moving)
    draft.pending = draft.pending[:-1] if due.left == 1 else (*draft.pending[:-1], Moving(due.left - 1))
    draft.relocate(draft.seat, move.carriage, move.to)


PERFORM: Final[dict[type[Any], Callable[[Draft, Any], None]]] = {
    m.Income: income,
    m.GetYen: get_yen,
    m.Advance: advance,
    m.Prepare: prepare,
    m.Lay: lay,
    m.Build: build,
    m.Buy: buy,
    m.Participate: participate,
    m.TakeToken: take_token,
    m.Repeat: repeat,
    m.Idle: idle,
    m.Relocate: relocate,
}
