"""Works: what a card can be used for, and which moves that gives (chapters 6, 7, 8 and the action events of 9).

For every kind of work there are *facts* (which cities, which spaces, whose tracks ...) and a kind of *use*: the moves
those facts allow within a budget, for one offer of one card. `refusals` puts the same facts into words; `actions` makes
the moves. A budget is what a player can still spend after the fees of the card: all costs of a move are due before its
gains.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import TYPE_CHECKING, Final

from attrs import define, evolve

from shinkansen.core.memo import Memo
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
    TOKEN,
    TWICE_AT_VENUE,
    YEN,
    Offer,
)  # fmt: skip
from shinkansen.zerokei.counters import open_moves
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.table import COLOURS, EVENT, NOBODY, TAIL, Again, Moving, SecondHalf, Table

if TYPE_CHECKING:
    from shinkansen.zerokei.draft import Draft
    from shinkansen.zerokei.kit import Kit

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


def survey(kit: Kit, table: Table) -> Survey:
    """Look around the table for the player whose turn it is."""
    law = kit.law
    seat, seats = table.seat, table.seats
    abilities = seats[seat].ability_bits
    free = kit.all_cities & ~table.track_bits
    if seats[seat].tracks and law.own_track_first:
        owners = [seat]
    else:
        owners = [owner for owner in kit.from_seat[seat] if seats[owner].tracks]
    return Survey(
        abilities,
        kit.prices.engine_fee(abilities, isinstance(table.pending[-1], Again) if table.pending else False),
        kit.all_cities & ~table.prepared_bits,
        free & table.prepared_bits if law.lay_needs_prepared_ground else free,
        kit.all_spaces if abilities & ANY_TRACK_SPACE else kit.event_spaces[table.events[table.round]],
        owners,
        table.prepared_bits & ~table.station_bits,
    )


def owner_of(table: Table | Draft, card: str) -> int:
    """The seat whose engine this is, or nobody."""
    for seat, content in enumerate(table.seats):
        if content.engine == card:
            return seat
    return NOBODY


def offer_of(kit: Kit, table: Table | Draft, card: str, work: str) -> Offer:
    """The offer of a card for a kind of work that it does offer."""
    return kit.event_offer[table.events[table.round], work] if card == EVENT else kit.offer[card, work]


def second_half(kit: Kit, event: str, work: str) -> Offer:
    """What the rest of a combined event offers: no fee again, and nothing after it."""
    first = kit.event_offer[event, work]
    return Offer(work, first.clause, first.discount)


def uses_of(kit: Kit, table: Table, card: str) -> tuple[Use, ...]:
    """What a card can be used for now."""
    return kit.uses[table.events[table.round]][card]


def usable(kit: Kit, table: Table) -> list[str]:
    """The cards that a player may use, used or not (6.C.2): engines, own first, the event, the train, the tail."""
    seat, seats = table.seat, table.seats
    cards: list[str] = []
    for owner in kit.from_seat[seat]:
        cards.append(seats[owner].engine)  # noqa: PERF401 - a comprehension is a call
    cards.append(EVENT)
    cards += seats[seat].train
    cards.append(TAIL)
    return cards


def fee(offer: Offer, view: Survey) -> int:
    """What using a card costs before its action: an engine's fee, an event's or a repetition's."""
    return offer.fee + view.engine_fee if offer.engine else offer.fee


def engine_clause(abilities: int, own: bool) -> str:
    """Why an engine costs what it does, and whom it is paid to."""
    return "8.5" if abilities & CHEAP_ENGINE else "7.6.1" if own else "7.6.2"


def is_fresh(table: Table, card: str) -> bool:
    """Whether a card was bought this turn under a reading that makes it wait."""
    return f"new:{card}" in table.memory


def repeatable(kit: Kit, table: Table, card: str, with_card: str) -> list[Use]:
    """What can be repeated of a card by another: never Repeat itself, never a spent card."""
    if not was_used(table, card, with_card) or card in table.seats[table.seat].spent:
        return []
    free = kit.event_repeats_freely if with_card == EVENT else kit.cards_repeat_freely
    return used_again(kit, table, card, free)


def was_used(table: Table, card: str, with_card: str) -> bool:
    """Whether a card counts as used for what would repeat it: this turn, or ever where the event is read so (9.8.2)."""
    return card in table.used or (with_card == EVENT and f"ever:{table.seat}:{card}" in table.memory)


def used_again(kit: Kit, table: Table, card: str, free: bool) -> list[Use]:
    """What a card can be used for when it is repeated, never for repeating; unless it is free to do something else,
    what it was used for, as far as that is remembered (7.17.1, 9.8)."""
    uses = [use for use in uses_of(kit, table, card) if use.offer.work != REPEAT]
    if free:
        return uses
    done = {work for work in WORKS if f"did:{card}:{work}" in table.memory}
    # A combined event is one action, in whichever order its halves were done.
    return [use for use in uses if {use.offer.work, use.then} & done] if done else uses


def owed_again(kit: Kit, table: Table, card: str) -> list[Use]:
    """What a card can be used for now that its repetition is owed, whatever repeats it."""
    return used_again(kit, table, card, f"free:{card}" in table.memory)


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
        return kit.prices.station(view.abilities, 0) if table.colour_bits else None
    if second == PARTICIPATE:
        return 0 if table.seats[table.seat].cauldrons and table.closed_bits.bit_count() < len(table.venues) else None
    return 0  # ADVANCE: a counter can always be chosen.


# -- Uses: the moves of one offer of one card within a budget --------------------------------------------------------
# These are asked for every card at every decision. They keep what does not depend on the table: prices, and rows of
# ready moves, from which they pick by the bits of the survey. That is what makes listing legal moves fast.


class Work:
    """One kind of work with one card."""

    __slots__ = ("card", "kit", "offer", "row")

    def __init__(self, kit: Kit, card: str, offer: Offer) -> None:
        self.kit = kit
        self.card = card
        self.offer = offer
        self.row = self.ready()

    def ready(self) -> tuple[Move, ...]:
        """A row of moves, made once, for whatever lies on the table."""
        return ()

    def moves(self, table: Table, view: Survey, budget: int) -> Sequence[Move]:
        """The moves within a budget; where there is neither a choice nor a price, always the same."""
        return self.row


class Income(Work):
    """Income, with a step of any counter."""

    __slots__ = ()

    def ready(self) -> tuple[Move, ...]:
        return tuple([m.Income(self.card, colour) for colour in COLOURS])

    def moves(self, table: Table, view: Survey, budget: int) -> Sequence[Move]:
        return open_moves(self.kit, table, self.row)


class GetYen(Work):
    """The yen of an event."""

    __slots__ = ()

    def ready(self) -> tuple[Move, ...]:
        return (m.GetYen(self.card),)


class Advance(Work):
    """A step of any counter."""

    __slots__ = ()

    def ready(self) -> tuple[Move, ...]:
        return tuple([m.Advance(self.card, colour) for colour in COLOURS])

    def moves(self, table: Table, view: Survey, budget: int) -> Sequence[Move]:
        return open_moves(self.kit, table, self.row)


class Prepare(Work):
    """Preparing ground: a move for each city."""

    __slots__ = ("within",)

    def __init__(self, kit: Kit, card: str, offer: Offer) -> None:
        super().__init__(kit, card, offer)
        self.within: dict[int, Memo[int, int]] = {
            ability: kit.prices.ground_within[ability, offer.discount] for ability in (0, CHEAP_PREPARE)
        }
        """By the ability and then by budget: the cities whose ground is within the budget, as bits."""

    def ready(self) -> tuple[Move, ...]:
        return tuple([m.Prepare(self.card, city) for city in self.kit.city_ids])

    def moves(self, table: Table, view: Survey, budget: int) -> Sequence[Move]:
        cities = view.grounds & self.within[view.abilities & CHEAP_PREPARE][budget]
        return self.kit.pick[cities](self.row) if cities else ()


class Lay(Work):
    """Laying track: a move for each city, space of the marker and owner of a track."""

    __slots__ = ("costs", "rows")

    def __init__(self, kit: Kit, card: str, offer: Offer) -> None:
        super().__init__(kit, card, offer)
        self.costs = {
            ability: (self._costs(ability, False), self._costs(ability, True)) for ability in (0, ANY_TRACK_SPACE)
        }
        """By the ability, whether the track is borrowed, and the space."""
        self.rows: Memo[int, tuple[tuple[Move, ...], ...]] = Memo(self._rows)

    def _costs(self, ability: int, borrowed: bool) -> list[int]:
        kit, discount = self.kit, self.offer.discount
        return [kit.prices.track(space, ability, discount, borrowed) for space in kit.all_spaces]

    def _rows(self, owner: int) -> tuple[tuple[Move, ...], ...]:
        """By owner: for each space, a move for each city."""
        cities, letters = self.kit.city_ids, self.kit.letters
        return tuple([tuple([m.Lay(self.card, city, letter, owner) for city in cities]) for letter in letters])

    def moves(self, table: Table, view: Survey, budget: int) -> Sequence[Move]:
        if not view.sections or not view.owners:
            return ()
        found: list[Move] = []
        costs, pick = self.costs[view.abilities & ANY_TRACK_SPACE], self.kit.pick[view.sections]
        for owner in view.owners:
            for space in view.spaces:
                if costs[owner != table.seat][space] <= budget:
                    found += pick(self.rows[owner][space])
        return found


class Build(Work):
    """Building a station: a move for each city and colour."""

    __slots__ = ("costs",)

    def __init__(self, kit: Kit, card: str, offer: Offer) -> None:
        super().__init__(kit, card, offer)
        self.costs = {ability: kit.prices.station(ability, offer.discount) for ability in (0, CHEAP_BUILD)}
        """By the ability."""

    def ready(self) -> tuple[Move, ...]:
        return tuple([m.Build(self.card, city, colour) for city in self.kit.city_ids for colour in COLOURS])

    def moves(self, table: Table, view: Survey, budget: int) -> Sequence[Move]:
        if not view.sites or self.costs[view.abilities & CHEAP_BUILD] > budget:
            return ()
        return self.kit.pick_stations[table.colour_bits][view.sites](self.row)


class Buy(Work):
    """Buying a discarded carriage: a move for each and each way its counters can advance."""

    __slots__ = ("rows",)

    def __init__(self, kit: Kit, card: str, offer: Offer) -> None:
        super().__init__(kit, card, offer)
        self.rows: Memo[str, tuple[Move, ...]] = Memo(self._row)

    def _row(self, carriage: str) -> tuple[Move, ...]:
        return tuple([m.Buy(self.card, carriage, way) for way in self.kit.steps[carriage]])

    def moves(self, table: Table, view: Survey, budget: int) -> Sequence[Move]:
        found: list[Move] = []
        for carriage in table.discard:
            if self.kit.prices.carriage(carriage, table.station_bits) <= budget:
                found += open_moves(self.kit, table, self.rows[carriage])
        return found


class Participate(Work):
    """Placing a cauldron: a move for each venue and how often its effect is applied."""

    __slots__ = ("rows",)

    def __init__(self, kit: Kit, card: str, offer: Offer) -> None:
        super().__init__(kit, card, offer)
        self.rows: Memo[tuple[int, int, bool, int], tuple[Move, ...]] = Memo(self._row)

    def _row(self, key: tuple[int, int, bool, int]) -> tuple[Move, ...]:
        """By budget, the ability that doubles rewards, whether there are carriages to move, and closed venues."""
        budget, ability, movable, closed = key
        return tuple(
            [
                m.Participate(self.card, venue, count)
                for venue in range(1, len(self.kit.edition.venues) + 1)
                if not closed >> venue - 1 & 1
                for count in self.kit.venue_times(venue, budget, ability > 0, movable)
            ]
        )

    def moves(self, table: Table, view: Survey, budget: int) -> Sequence[Move]:
        seat = table.seats[table.seat]
        if not seat.cauldrons:
            return ()
        richest = self.kit.richest  # `min` is a call
        enough = budget if budget < richest else richest
        return self.rows[enough, view.abilities & TWICE_AT_VENUE, len(seat.train) > 1, table.closed_bits]


class TakeToken(Work):
    """Buying an Olympic token: a move for each token and each card that may take it."""

    __slots__ = ()

    def moves(self, table: Table, view: Survey, budget: int) -> Sequence[Move]:
        places = token_places(self.kit, table)
        ready = self.kit.ready
        return [ready[m.TakeToken, self.card, city, place] for city in table.tokens for place in places]


class Repeat(Work):
    """Repeating a card: a move for each that was used and can do something again."""

    __slots__ = ()

    def moves(self, table: Table, view: Survey, budget: int) -> Sequence[Move]:
        if not table.used and not table.memory:
            return ()
        found: list[Move] = []
        kit, card = self.kit, self.card
        view = _repeating(kit, view)
        for again in usable(kit, table):
            if was_used(table, again, card) and _possible(repeatable(kit, table, again, card), table, view, budget):
                found.append(kit.ready[m.Repeat, card, again])  # noqa: PERF401 - a comprehension is a call
        return found


class Idle(Work):
    """Paying an engine and not using it."""

    __slots__ = ()

    def ready(self) -> tuple[Move, ...]:
        return (m.Idle(self.card),)


WORKS: Final[dict[str, type[Work]]] = {
    INCOME: Income,
    YEN: GetYen,
    PREPARE: Prepare,
    LAY: Lay,
    BUILD: Build,
    BUY: Buy,
    PARTICIPATE: Participate,
    ADVANCE: Advance,
    TOKEN: TakeToken,
    REPEAT: Repeat,
    IDLE: Idle,
}
"""Every kind of work."""


class Use:
    """An offer of a card, with its work. What every use has is here, because looking it up in one class is fast."""

    __slots__ = ("engine", "fee", "kit", "offer", "then", "work")

    def __init__(self, kit: Kit, card: str, offer: Offer) -> None:
        self.kit = kit
        self.offer = offer
        self.fee = offer.fee
        self.engine = offer.engine
        self.then = offer.then
        self.work: Work = WORKS[offer.work](kit, card, offer)

    def options(self, table: Table, view: Survey, yen: int) -> Sequence[Move]:
        """The moves of a player with so many yen."""
        budget = yen - fee(self.offer, view)
        if self.then:
            # A first half is legal only if a second half will be: keep back what that will cost at least.
            owed = owed_cost(self.kit, table, view, self.then)
            if owed is None:
                return ()
            budget -= owed
        return self.work.moves(table, view, budget) if budget >= 0 else ()


def can_repeat(kit: Kit, table: Table, view: Survey, again: str, card: str, budget: int) -> bool:
    """Whether some action of a used card could be taken again within a budget."""
    return _possible(repeatable(kit, table, again, card), table, _repeating(kit, view), budget)


def _possible(uses: list[Use], table: Table, view: Survey, budget: int) -> bool:
    for use in uses:  # noqa: SIM110 - a generator is a call
        if use.options(table, view, budget):
            return True
    return False


def _repeating(kit: Kit, view: Survey) -> Survey:
    """The same for a card that is repeated: an engine may have another price then (7.17.3)."""
    fee = kit.prices.engine_fee(view.abilities, again=True)
    return view if fee == view.engine_fee else evolve(view, engine_fee=fee)


# -- The moves of a player who is taking actions --------------------------------------------------------------------

FINISH: Final = m.Finish()


def legal_actions(kit: Kit, table: Table) -> tuple[Move, ...]:
    """Every move of a player who is taking actions.

    More than a third of a game's time is spent here. So what does not depend on a card is looked up once, and a card
    that cannot be used is passed over with all that it offers.
    """
    seat = table.seats[table.seat]
    view = survey(kit, table)
    yen = seat.yen
    event = table.events[table.round]
    if table.pending:
        due = table.pending[-1]
        if isinstance(due, Moving):
            return _relocations(kit, seat.train)
        if isinstance(due, SecondHalf):
            return tuple(kit.second_halves[event, due.work].options(table, view, yen))
        again = [use.options(table, view, yen) for use in owed_again(kit, table, due.card)]
        return tuple(chain.from_iterable(again))
    found: list[Move] = []
    cards = usable(kit, table)
    shut = table.used | seat.spent
    if table.memory:
        shut |= {card for card in cards if is_fresh(table, card)}
    uses, engine_fee = kit.uses[event], view.engine_fee
    for card in cards:
        if card in shut:
            continue
        for use in uses[card]:
            if use.then:
                found += use.options(table, view, yen)
                continue
            # The same as `options`, without the call: most uses come this way.
            budget = yen - use.fee - engine_fee if use.engine else yen - use.fee
            if budget >= 0:
                found += use.work.moves(table, view, budget)
    found.append(FINISH)
    return tuple(found)


def _relocations(kit: Kit, train: tuple[str, ...]) -> tuple[Move, ...]:
    rows = kit.relocate_rows
    return tuple(chain.from_iterable([rows[carriage, now, len(train)] for now, carriage in enumerate(train, start=1)]))
