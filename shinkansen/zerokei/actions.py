"""Actions: what each card use may aim at, and what it does (chapters 7, 8 and the action events of 9).

For every kind of work there are *facts* (which cities, which spaces, whose tracks ...), *options* (the moves those
facts allow within a budget) and a *performance* (what the move does to a draft). `refusals` puts the same facts into
words. A budget is what a player can still spend after the fees of the card: all costs of a move are due
before its gains.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any, Final, TypeAlias

from attrs import define, evolve

from shinkansen.zerokei import happenings as h
from shinkansen.zerokei import moves as m
from shinkansen.zerokei.cards import (
    ADVANCE,
    ANY_TRACK_SPACE,
    BUILD,
    BUY,
    CHEAP_BUILD,
    CHEAP_ENGINE,
    CHEAP_PREPARE,
    IDLE,
    INCOME,
    LAY,
    PARTICIPATE,
    PREPARE,
    REPEAT,
    RICH_TAIL,
    TOKEN,
    TWICE_AT_VENUE,
    YEN,
    Offer,
)  # fmt: skip
from shinkansen.zerokei.counters import open_moves
from shinkansen.zerokei.draft import Draft
from shinkansen.zerokei.edition import Effect, VenueSpace
from shinkansen.zerokei.kit import Kit
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.table import COLOUR_INDEX, COLOURS, EVENT, NOBODY, TAIL, Again, Moving, SecondHalf, Table

BY_EVENT: Final = Effect.REPEAT_TRAIN_CARD
"""The event that repeats; by a name of its own, because looking up a member of an enumeration takes long."""

# -- Facts ----------------------------------------------------------------------------------------------------------


@define(eq=False)
class Survey:
    """What the player whose turn it is could aim at, with whatever card: worked out once for all of them.

    It never outlives a call. It is not frozen, because one is made at every decision, and its fields are read often.
    """

    abilities: int
    engine_fee: int
    grounds: int
    """Cities whose ground is not prepared, as bits (7.9.1)."""
    sections: int
    """Cities where track can be laid, as bits (7.11.1)."""
    spaces: tuple[int, ...]
    """Spaces of the track cost marker that may be used (7.11.2, 8.2)."""
    owners: list[int]
    """Seats whose tracks may be used (7.11.3, 7.11.5)."""
    sites: int
    """Cities where a station can be built, as bits (7.13.3)."""
    colours: tuple[int, ...]
    """Colours with a station left (7.13.2)."""


def survey(kit: Kit, table: Table) -> Survey:
    """Look around the table for the player whose turn it is."""
    law = kit.law
    seat, seats = table.seat, table.seats
    abilities = kit.abilities(seats[seat].train)
    free = kit.all_cities & ~table.track_bits
    lenders = (seat,) if seats[seat].tracks and law.own_track_first else kit.from_seat[seat]
    owners = [owner for owner in lenders if seats[owner].tracks]
    return Survey(
        abilities,
        kit.prices.engine_fee(abilities, bool(table.pending) and isinstance(table.pending[-1], Again)),
        kit.all_cities & ~table.prepared_bits,
        free & table.prepared_bits if law.lay_needs_prepared_ground else free,
        kit.all_spaces if abilities & ANY_TRACK_SPACE else kit.event_spaces[table.events[table.round]],
        owners,
        table.prepared_bits & ~table.station_bits,
        kit.colours_left[table.station_colours],
    )


def owner_of(table: Table | Draft, card: str) -> int:
    """The seat whose engine this is, or nobody."""
    for seat, content in enumerate(table.seats):
        if content.engine == card:
            return seat
    return NOBODY


def offers_of(kit: Kit, table: Table | Draft, card: str) -> tuple[Offer, ...]:
    """What a card offers its user now."""
    if card == EVENT:
        return kit.event_offers[table.events[table.round]]
    return kit.offers[card]


def offer_of(kit: Kit, table: Table | Draft, card: str, work: str) -> Offer:
    """The offer of a card for a kind of work that it does offer."""
    return kit.event_offer[table.events[table.round], work] if card == EVENT else kit.offer[card, work]


def menu(kit: Kit, table: Table) -> list[tuple[str, Offer]]:
    """What the cards offer a player, used or not (6.C.2): engines, own first, the event, the train, the tail."""
    seat, seats = table.seat, table.seats
    cards = kit.card_menus
    found: list[tuple[str, Offer]] = []
    for owner in kit.from_seat[seat]:
        found += cards[seats[owner].engine]
    found += kit.event_menus[table.events[table.round]]
    for card in seats[seat].train:
        found += cards[card]
    found += cards[TAIL]
    return found


def fee(offer: Offer, view: Survey) -> int:
    """What using a card costs before its action: an engine's fee, an event's or a repetition's."""
    return offer.fee + view.engine_fee if offer.engine else offer.fee


def engine_clause(abilities: int, own: bool) -> str:
    """Why an engine costs what it does, and whom it is paid to."""
    return "8.5" if abilities & CHEAP_ENGINE else "7.6.1" if own else "7.6.2"


def is_fresh(table: Table, card: str) -> bool:
    """Whether a card was bought this turn under a reading that makes it wait."""
    return f"new:{card}" in table.memory


def repeatable(kit: Kit, table: Table, card: str, with_card: str) -> tuple[Offer, ...]:
    """What can be repeated of a card by another: never Repeat itself, never a spent card."""
    if not was_used(table, card, with_card) or card in table.seats[table.seat].spent:
        return ()
    free = kit.event_repeats_freely if with_card == EVENT else kit.cards_repeat_freely
    return again_offers(kit, table, card, free)


def was_used(table: Table, card: str, with_card: str) -> bool:
    """Whether a card counts as used for what would repeat it: this turn, or ever where the event is read so (9.8.2)."""
    return card in table.used or (with_card == EVENT and f"ever:{table.seat}:{card}" in table.memory)


def again_offers(kit: Kit, table: Table, card: str, free: bool) -> tuple[Offer, ...]:
    """What a card offers when it is repeated; unless it is free to do something else, what it was used for, as far as
    that is remembered (7.17.1, 9.8)."""
    offers = kit.event_again[table.events[table.round]] if card == EVENT else kit.again[card]
    if free:
        return offers
    done = {work for work in OPTIONS if f"did:{card}:{work}" in table.memory}
    # A combined event is one action, in whichever order its halves were done.
    return tuple(offer for offer in offers if {offer.work, offer.then} & done) if done else offers


def owed_again(kit: Kit, table: Table, card: str) -> tuple[Offer, ...]:
    """What a card offers now that its repetition is owed, whatever repeats it."""
    return again_offers(kit, table, card, f"free:{card}" in table.memory)


def token_places(kit: Kit, table: Table) -> tuple[str, ...]:
    """The cards of a player's train that may take a bought Olympic token (9.10)."""
    seat = table.seats[table.seat]
    return seat.train if kit.law.token_on_carriage_only else (seat.engine, *seat.train, TAIL)


def owed_cost(kit: Kit, table: Table, view: Survey, second: str) -> int | None:
    """The least the second half of a combined event will cost after the first; `None` if it will be impossible."""
    if second == PREPARE:
        return kit.prices.cheapest_ground(view.grounds, view.abilities)
    if second == LAY:
        # Preparing comes first and brings a track of one's own, and ground to lay it on.
        free = kit.all_cities & ~table.track_bits
        return min(kit.prices.track(space, view.abilities, 0, False) for space in view.spaces) if free else None
    if second == BUILD:
        return kit.prices.station(view.abilities, 0) if view.colours else None
    if second == PARTICIPATE:
        return 0 if table.seats[table.seat].cauldrons and table.closed_bits.bit_count() < len(table.venues) else None
    return 0  # ADVANCE: a counter can always be chosen.


# -- Options: the moves of one offer of one card within a budget ----------------------------------------------------
# These run for every card at every decision. They pick ready-made moves out of rows (see `kit`) by the bits of the
# survey: that is what makes listing legal moves fast.

Options: TypeAlias = Callable[[Kit, Table, Survey, str, Offer, int], Sequence[Move]]


def _income(kit: Kit, table: Table, view: Survey, card: str, offer: Offer, budget: int) -> Sequence[Move]:
    return open_moves(kit, table, kit.incomes[card])


def _yen(kit: Kit, table: Table, view: Survey, card: str, offer: Offer, budget: int) -> Sequence[Move]:
    return _YEN


def _advance(kit: Kit, table: Table, view: Survey, card: str, offer: Offer, budget: int) -> Sequence[Move]:
    return open_moves(kit, table, _ADVANCES)


_YEN: tuple[Move, ...] = (m.GetYen(EVENT),)
_ADVANCES: tuple[Move, ...] = tuple(m.Advance(EVENT, colour) for colour in COLOURS)


def _prepare(kit: Kit, table: Table, view: Survey, card: str, offer: Offer, budget: int) -> Sequence[Move]:
    cities = view.grounds & kit.prices.ground_within[budget, view.abilities & CHEAP_PREPARE, offer.discount]
    if not cities:
        return ()
    return kit.pick[cities](kit.prepare_rows[card])


def _lay(kit: Kit, table: Table, view: Survey, card: str, offer: Offer, budget: int) -> Sequence[Move]:
    if not view.sections or not view.owners:
        return ()
    found: list[Move] = []
    within, ability = kit.prices.spaces_within, view.abilities & ANY_TRACK_SPACE
    for owner in view.owners:
        for space in within[view.spaces, budget, ability, offer.discount, owner != table.seat]:
            found += kit.pick[view.sections](kit.lay_rows[card, space, owner])
    return found


def _build(kit: Kit, table: Table, view: Survey, card: str, offer: Offer, budget: int) -> Sequence[Move]:
    if not view.sites or kit.prices.station(view.abilities, offer.discount) > budget:
        return ()
    return kit.pick_stations[view.sites, view.colours](kit.build_rows[card])


def _buy(kit: Kit, table: Table, view: Survey, card: str, offer: Offer, budget: int) -> Sequence[Move]:
    found: list[Move] = []
    for carriage in table.discard:
        if kit.prices.carriage(carriage, table.station_bits) <= budget:
            found += open_moves(kit, table, kit.buy_rows[card, carriage])
    return found


def _participate(kit: Kit, table: Table, view: Survey, card: str, offer: Offer, budget: int) -> Sequence[Move]:
    seat = table.seats[table.seat]
    if not seat.cauldrons:
        return ()
    twice = bool(view.abilities & TWICE_AT_VENUE)
    return kit.participate_rows[card, min(budget, kit.richest), twice, len(seat.train) > 1, table.closed_bits]


def _token(kit: Kit, table: Table, view: Survey, card: str, offer: Offer, budget: int) -> Sequence[Move]:
    places = token_places(kit, table)
    ready = kit.ready
    return [ready[m.TakeToken, EVENT, city, place] for city in table.tokens for place in places]


def _repeat(kit: Kit, table: Table, view: Survey, card: str, offer: Offer, budget: int) -> Sequence[Move]:
    if not table.used and not table.memory:
        return ()
    found: list[Move] = []
    for again in dict.fromkeys([again for again, _ in menu(kit, table)]):
        if was_used(table, again, card) and can_repeat(kit, table, view, again, card, budget):
            found.append(kit.ready[m.Repeat, card, again])  # noqa: PERF401 - a comprehension is a call
    return found


def _idle(kit: Kit, table: Table, view: Survey, card: str, offer: Offer, budget: int) -> Sequence[Move]:
    return (kit.ready[m.Idle, card],)


def can_repeat(kit: Kit, table: Table, view: Survey, again: str, card: str, budget: int) -> bool:
    """Whether some action of a used card could be taken again within a budget."""
    offers = repeatable(kit, table, again, card)
    view = _repeating(kit, view)
    return any(options(kit, table, view, again, offer, budget) for offer in offers)


def _repeating(kit: Kit, view: Survey) -> Survey:
    """The same for a card that is repeated: an engine may have another price then (7.17.3)."""
    fee = kit.prices.engine_fee(view.abilities, again=True)
    return view if fee == view.engine_fee else evolve(view, engine_fee=fee)


OPTIONS: dict[str, Options] = {
    INCOME: _income,
    YEN: _yen,
    PREPARE: _prepare,
    LAY: _lay,
    BUILD: _build,
    BUY: _buy,
    PARTICIPATE: _participate,
    ADVANCE: _advance,
    TOKEN: _token,
    REPEAT: _repeat,
    IDLE: _idle,
}


def options(kit: Kit, table: Table, view: Survey, card: str, offer: Offer, yen: int) -> Sequence[Move]:
    """The moves of one offer of a card for a player with so many yen."""
    budget = yen - offer.fee
    if offer.engine:
        budget -= view.engine_fee
    if offer.then:
        # A first half is legal only if a second half will be: keep back what that will cost at least.
        owed = owed_cost(kit, table, view, offer.then)
        if owed is None:
            return ()
        budget -= owed
    if budget < 0:
        return ()
    return OPTIONS[offer.work](kit, table, view, card, offer, budget)


def second_half(kit: Kit, table: Table | Draft, work: str) -> Offer:
    """What the rest of a combined event offers: no fee again, and nothing after it."""
    first = offer_of(kit, table, EVENT, work)
    return Offer(work, first.clause, first.discount)


FINISH = m.Finish()


def legal_actions(kit: Kit, table: Table) -> tuple[Move, ...]:
    """Every move of a player who is taking actions.

    More than a third of a game's time is spent here. So what does not depend on a card is looked up once, moves are
    picked out of rows, and there are few comprehensions below, since to CPython 3.11 each is another function.
    """
    seat = table.seats[table.seat]
    view = survey(kit, table)
    yen = seat.yen
    if table.pending:
        due = table.pending[-1]
        if isinstance(due, Moving):
            return _relocations(kit, seat.train)
        if isinstance(due, SecondHalf):
            return tuple(options(kit, table, view, EVENT, second_half(kit, table, due.work), yen))
        again = [options(kit, table, view, due.card, offer, yen) for offer in owed_again(kit, table, due.card)]
        return tuple(chain.from_iterable(again))
    found: list[Move] = []
    shut = table.used | seat.spent
    if table.memory:
        shut |= {card for card, _ in menu(kit, table) if is_fresh(table, card)}
    engine_fee = view.engine_fee
    for card, offer in menu(kit, table):
        if card in shut:
            continue
        if offer.then:
            found += options(kit, table, view, card, offer, yen)
            continue
        # The same as `options`, without the call: most offers come this way.
        budget = yen - offer.fee - engine_fee if offer.engine else yen - offer.fee
        if budget >= 0:
            found += OPTIONS[offer.work](kit, table, view, card, offer, budget)
    found.append(FINISH)
    return tuple(found)


def _relocations(kit: Kit, train: tuple[str, ...]) -> tuple[Move, ...]:
    rows = kit.relocate_rows
    return tuple(chain.from_iterable([rows[carriage, now, len(train)] for now, carriage in enumerate(train, start=1)]))


# -- Performance ----------------------------------------------------------------------------------------------------


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
            return second_half(kit, draft, work)
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
        abilities = kit.abilities(draft.seats[seat].train)
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
    if move.card == TAIL and draft.kit.abilities(draft.seats[seat].train) & RICH_TAIL:
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
    abilities = kit.abilities(draft.seats[seat].train)
    price = kit.prices.ground(city, abilities, offer.discount)
    draft.pay(seat, NOBODY, price, kit.prices.ground_clause(abilities, offer.discount))
    draft.prepare(seat, city, "7.9.3")
    draft.score(seat, kit.ground_vp[city], "8.4.1" if abilities & CHEAP_PREPARE else "7.9.4")


def lay(draft: Draft, move: m.Lay) -> None:
    offer = begin(draft, move.card, LAY)
    kit, seat, owner = draft.kit, draft.seat, move.track_of
    space = kit.letter_index[move.space]
    borrowed = owner != seat
    abilities = kit.abilities(draft.seats[seat].train)
    price = kit.prices.track(space, abilities, offer.discount, borrowed)
    clause = kit.prices.track_clause(abilities, offer.discount, borrowed)
    draft.pay(seat, owner if borrowed else NOBODY, price, clause)
    draft.lay(seat, kit.city_index[move.city], owner, "7.11.5" if borrowed else "7.11.3")
    draft.score(seat, kit.edition.track_spaces[space].vp, "9.11.1" if offer.clause == "9.11" else "7.11.4")


def build(draft: Draft, move: m.Build) -> None:
    offer = begin(draft, move.card, BUILD)
    kit, seat = draft.kit, draft.seat
    abilities = kit.abilities(draft.seats[seat].train)
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


PERFORM: dict[type[Any], Callable[[Draft, Any], None]] = {
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
