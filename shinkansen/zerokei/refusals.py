"""Refusals: why a move is not legal, in a referee's words, with the clause and the numbers.

Reported in a fixed order: the game's end, the move's form, whose turn it is, the phase, the card, the target, the
piece, the price. The facts are those of `works` and `rounds`; only the words live here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from shinkansen.core import prose
from shinkansen.core.errors import Refusal
from shinkansen.core.plain_json import LARGEST, shown
from shinkansen.zerokei import actions, names, rounds, scoring, works
from shinkansen.zerokei import moves as m
from shinkansen.zerokei.cards import (
    ADVANCE,
    BUILD,
    BUY,
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
from shinkansen.zerokei.counters import EACH_COUNTER, in_vain
from shinkansen.zerokei.edition import Colour, Effect
from shinkansen.zerokei.kit import Kit
from shinkansen.zerokei.table import (
    COLOUR_INDEX,
    EVENT,
    NOBODY,
    TAIL,
    Again,
    Moving,
    Phase,
    SecondHalf,
    Table,
)  # fmt: skip
from shinkansen.zerokei.works import Survey

WORK_OF: dict[type[Any], str] = {
    m.Income: INCOME,
    m.GetYen: YEN,
    m.Prepare: PREPARE,
    m.Lay: LAY,
    m.Build: BUILD,
    m.Buy: BUY,
    m.Participate: PARTICIPATE,
    m.Advance: ADVANCE,
    m.TakeToken: TOKEN,
    m.Repeat: REPEAT,
    m.Idle: IDLE,
}

PHASES: dict[Phase, tuple[str, str, str]] = {
    Phase.ENGINE: ("choose an engine", "2.H.2", "2.H.2"),
    Phase.BUY: ("buy a carriage of the row", "5.A.3", "5.1"),
    Phase.PLACE: ("place your turn order token", "6.B.1", "6.1"),
    Phase.ACT: ("take an action or finish", "6.C.1", "6.1"),
    Phase.END: ("answer the end-of-round effect", "10.1", "10.1"),
}
"""What is to be done in each phase, the clause that says so and the clause that says in which order."""

ENDINGS: dict[Effect, tuple[type[Any], ...]] = {
    Effect.LOSE_VP_FOR_YEN: (m.LoseVp, m.Decline),
    Effect.REWARD_AGAIN: (m.AdvanceAgain,),
    Effect.BUY_AT_END: (m.BuyAtEnd, m.Decline),
    Effect.SCORE_A_CITY: (m.ScoreCity, m.Decline),
}


def why_not(kit: Kit, table: Table, move: object, by: int | None) -> Refusal | None:
    """The first reason against a move, or `None` if it is legal."""
    if table.phase is Phase.OVER:
        return Refusal("game-over", "10.3", "The game is over.")
    formed = _malformed(kit, move)
    if formed:
        return formed
    if by is not None and (type(by) is not int or by != table.seat):
        name = kit.seat_names[by] if type(by) is int and 0 <= by < kit.seats else f"seat {shown(by)}"
        sentence = f"It is {kit.seat_names[table.seat]}'s turn, not {name}'s."
        return Refusal("not-your-turn", PHASES[table.phase][2], sentence)
    return _out_of_phase(kit, table, move) or _RULES[type(move)](kit, table, move)


# -- Form -----------------------------------------------------------------------------------------------------------


def _malformed(kit: Kit, move: object) -> Refusal | None:
    """A move must be one of ours and name things that exist."""
    name = m.NAME_OF.get(type(move))
    if name is None:
        return Refusal("malformed", "", f"This is not a move: {shown(move)}.")
    for field in m.FIELDS[type(move)]:
        value: object = getattr(move, field)
        fits, expected = FORMS.get(f"{name}.{field}") or FORMS[field]
        if not fits(kit, value):
            return Refusal("malformed", "", f"The {field} {shown(value)} is not {expected}.")
    return None


def _is_card(kit: Kit, value: object) -> bool:
    return isinstance(value, str) and (value in (EVENT, TAIL) or value in kit.carriages or value in kit.engines)


def _is_number(kit: Kit, value: object) -> bool:
    # A larger one has no JSON, and Python might refuse to write it out.
    return type(value) is int and abs(value) <= LARGEST


def _is_colour(kit: Kit, value: object) -> bool:
    # A plain "gold" equals the colour and may stand for it.
    return isinstance(value, str) and value in COLOUR_INDEX


def _are_colours(kit: Kit, value: object) -> bool:
    return isinstance(value, tuple) and all(_is_colour(kit, item) for item in cast("tuple[object, ...]", value))


Fits = Callable[[Kit, object], bool]
FORMS: dict[str, tuple[Fits, str]] = {
    "card": (_is_card, "a card"),
    "again": (_is_card, "a card"),
    "on": (_is_card, "a card"),
    "engine": (lambda kit, value: isinstance(value, str) and value in kit.engines, "an engine of this game"),
    "carriage": (lambda kit, value: isinstance(value, str) and value in kit.carriages, "a carriage"),
    "city": (lambda kit, value: isinstance(value, str) and value in kit.city_index, "a city"),
    "colour": (_is_colour, "a colour"),
    "advance": (_are_colours, "a tuple of colours"),
    "income.advance": (_is_colour, "a colour"),
    "place.space": (
        lambda kit, value: type(value) is int and 1 <= value <= len(kit.rewards),
        "a space of the turn order tile",
    ),
    "lay.space": (lambda kit, value: isinstance(value, str) and value in kit.letter_index, "a track cost letter"),
    "track_of": (lambda kit, value: type(value) is int and 0 <= value < kit.seats, "a seat"),
    "venue": (lambda kit, value: type(value) is int and 1 <= value <= len(kit.edition.venues), "a venue"),
    "times": (_is_number, "a number"),
    "to": (_is_number, "a place in a train"),
}
"""What each part of a move must be, before any rule is asked."""


# -- Phase ----------------------------------------------------------------------------------------------------------


def _out_of_phase(kit: Kit, table: Table, move: object) -> Refusal | None:
    if isinstance(move, _expected(table)):
        return None
    if table.phase is Phase.ACT and table.pending:
        return Refusal("wrong-phase", *_owed(kit, table))
    if table.phase is Phase.ACT and isinstance(move, m.Relocate):
        return Refusal("wrong-phase", "7.16.6", "Carriages are only moved by a venue's effect.")
    task, clause, _ = PHASES[table.phase]
    return Refusal("wrong-phase", clause, f"Now you must {task}.")


def _expected(table: Table) -> tuple[type[Any], ...]:
    match table.phase:
        case Phase.ENGINE:
            return (m.ChooseEngine,)
        case Phase.BUY:
            return (m.Claim, m.Skip)
        case Phase.PLACE:
            return (m.Place,)
        case Phase.END:
            return ENDINGS[rounds.effect_of(table)]
        case _:
            if not table.pending:
                return (*m.CARD_USES, m.Finish)
            return (m.Relocate,) if isinstance(table.pending[-1], Moving) else m.CARD_USES


def _owed(kit: Kit, table: Table) -> tuple[str, str]:
    """The clause and the sentence for a player who owes something first."""
    match table.pending[-1]:
        case Moving(left):
            return "7.16.5", f"First you must move {left} of your carriages."
        case SecondHalf(work):
            return BOTH[rounds.effect_of(table)], f"First you must do the event's other half: {names.WORKS[work]}."
        case Again(card):
            return "7.17.1", f"First you must use {names.card_name(kit, card)} again."


BOTH = {
    Effect.PARTICIPATE_AND_ADVANCE: "9.1.1",
    Effect.PREPARE_AND_LAY: "9.9.2",
    Effect.PREPARE_AND_BUILD: "9.12.2",
}


# -- Setup, buying, placing -----------------------------------------------------------------------------------------


def _engine(kit: Kit, table: Table, move: m.ChooseEngine) -> Refusal | None:
    if move.engine in table.engines:
        return None
    return Refusal("engine-taken", "2.H.2", f"{names.card_name(kit, move.engine)} has been taken.")


def _claim(kit: Kit, table: Table, move: m.Claim) -> Refusal | None:
    if move.carriage not in table.row:
        return Refusal("not-in-row", "5.A.1", f"{_card(kit, move.carriage)} is not in the row.")
    holder = table.claims[table.row.index(move.carriage)]
    if holder != NOBODY:
        return Refusal("claimed", "5.A.4", f"{_card(kit, move.carriage)} has been claimed by {kit.seat_names[holder]}.")
    wrong = _steps(kit, table, move.carriage, move.advance, rounds.step_clause(kit.steps[move.carriage][0]))
    if wrong:
        return wrong
    allowed = rounds.claimable(kit, table)
    if move.carriage in allowed:
        return None
    price = kit.prices.carriage(move.carriage, table.station_bits)
    limit = rounds.purse(table, table.seat)
    if not allowed:
        return Refusal("cannot-buy", "5.B.7", "You cannot pay for any carriage, so you take none.")
    if any(kit.prices.carriage(carriage, table.station_bits) <= limit for carriage in allowed):
        seat = table.seats[table.seat]
        return Refusal(
            "too-expensive",
            "5.B.6",
            f"{_card(kit, move.carriage)} costs {price}, and you have {seat.yen} yen and"
            f" {prose.count(seat.vp, 'victory point')}: {price - limit} too few.",
        )
    return Refusal(
        "not-cheapest",
        "5.B.7",
        f"You cannot pay for any carriage, so you must take the cheapest: {names.card_name(kit, allowed[0])}.",
    )


def _skip(kit: Kit, table: Table, move: m.Skip) -> Refusal | None:
    if not rounds.claimable(kit, table):
        return None
    return Refusal("must-buy", "5.A.3", "You must take a carriage.")


def _steps(kit: Kit, table: Table, carriage: str, advance: tuple[Colour, ...], clause: str) -> Refusal | None:
    if advance in kit.steps[carriage]:
        return _stuck(kit, table, advance, kit.steps[carriage])
    ways = " or ".join(" then ".join(way) for way in kit.steps[carriage])
    return Refusal("wrong-counters", clause, f"{_card(kit, carriage)} advances {ways}.")


def _stuck(kit: Kit, table: Table, advance: tuple[Colour, ...], ways: tuple[tuple[Colour, ...], ...]) -> Refusal | None:
    """A counter on the last space is no choice where one is needed that can move."""
    colour = in_vain(kit, table, advance, ways)
    if colour is None:
        return None
    sentence = f"The {colour} counter is on the last space; choose one that can advance."
    return Refusal("counter-stuck", "5.C.6", sentence)


def _place(kit: Kit, table: Table, move: m.Place) -> Refusal | None:
    holder = table.tile[move.space - 1]
    if holder != NOBODY:
        return Refusal("space-occupied", "6.B.1", f"Space {move.space} is occupied by {kit.seat_names[holder]}.")
    twice = rounds.is_twice(kit, table, table.seat)
    ways = kit.reward_ways(kit.rewards[move.space - 1], twice)
    return _reward_steps(kit, table, move.advance, ways, "6.B.3", "8.7.1")


def _reward_steps(
    kit: Kit,
    table: Table,
    advance: tuple[Colour, ...],
    ways: tuple[tuple[Colour, ...], ...],
    clause: str,
    twice_clause: str,
) -> Refusal | None:
    if advance in ways:
        return _stuck(kit, table, advance, ways)
    wanted = len(ways[0])
    if len(advance) != wanted:
        return Refusal("wrong-counters", clause, f"This advances {prose.count(wanted, 'counter')}, not {len(advance)}.")
    if len(set(advance)) < len(advance):
        return Refusal("same-counter-twice", twice_clause, "The same counter cannot be advanced twice.")
    return Refusal("counter-barred", twice_clause, "That counter was advanced when the token was placed.")


# -- Cards ----------------------------------------------------------------------------------------------------------


def _card_use(kit: Kit, table: Table, move: Any) -> Refusal | None:
    """Any use of a card: may it be used, does it offer this, is there a target, can it be paid?"""
    card: str = move.card
    work = WORK_OF[type(move)]
    due = table.pending[-1] if table.pending else None
    if isinstance(due, SecondHalf):
        if card != EVENT or work != due.work:
            return Refusal("wrong-phase", *_owed(kit, table))
        offer = works.second_half(kit, table.events[table.round], work)
    else:
        if isinstance(due, Again):
            if card != due.card:
                return Refusal("wrong-phase", *_owed(kit, table))
            offers = [use.offer for use in works.owed_again(kit, table, card)]
        else:
            unusable = _unusable(kit, table, card)
            if unusable:
                return unusable
            offers = [use.offer for use in works.uses_of(kit, table, card)]
        found = next((offer for offer in offers if offer.work == work), None)
        if found is None:
            return _not_offered(kit, card, work, offers)
        offer = found
    seat = table.seats[table.seat]
    view = works.survey(kit, table)
    fee = works.fee(offer, view)
    refusal, cost, clause = _WORKS[work](kit, table, move, offer, view, seat.yen - fee)
    if refusal is not None:
        return refusal
    owed = works.owed_cost(kit, table, view, offer.then) if offer.then else 0
    if owed is None:
        sentence = f"The event's other half, {names.WORKS[offer.then]}, would not be possible."
        return Refusal("no-second-half", BOTH[rounds.effect_of(table)], sentence)
    if seat.yen < fee or not cost:
        own = works.owner_of(table, card) == table.seat
        clause = works.engine_clause(view.abilities, own) if offer.engine else offer.fee_clause
    return _too_few_yen(seat.yen, fee, cost, owed, clause)


def _unusable(kit: Kit, table: Table, card: str) -> Refusal | None:
    seat = table.seats[table.seat]
    if card in kit.carriages and card not in seat.train:
        return Refusal("not-your-card", "6.C.2", f"{_card(kit, card)} is not in your train.")
    if card in kit.engines and works.owner_of(table, card) == NOBODY:
        return Refusal("not-your-card", "2.N", f"{names.card_name(kit, card)} is out of the game.")
    if card in seat.spent:
        return Refusal("card-spent", "7.15.5", f"{_card(kit, card)} has been used up for the rest of the game.")
    if card in table.used:
        return Refusal("card-used", "6.C.3", f"You have used {names.card_name(kit, card)} this turn.")
    if works.is_fresh(table, card):
        return Refusal("card-new", "3.6.1", f"{_card(kit, card)} was bought this turn.")
    return None


def _not_offered(kit: Kit, card: str, work: str, offers: list[Offer]) -> Refusal:
    clause = "9.0" if card == EVENT else "3.8" if card == TAIL else "3.5.1" if card in kit.engines else "3.6.1"
    if kit.gifts.get(card):
        clause = "3.7.1"
    works = [names.WORKS[offer.work] for offer in offers]
    offered = f"it offers {prose.listed(works, ' or ')}" if works else "it offers no action"
    return Refusal("not-offered", clause, f"{_card(kit, card)} does not offer {names.WORKS[work]}: {offered}.")


def _too_few_yen(yen: int, fee: int, cost: int, owed: int, clause: str) -> Refusal | None:
    total = fee + cost + owed
    if total <= yen:
        return None
    parts = [f"{fee} for the card" if fee else "", f"{cost} for the action" if cost else ""]
    parts.append(f"at least {owed} for the other half" if owed else "")
    listed = " and ".join(part for part in parts if part)
    return Refusal(
        "too-few-yen",
        clause,
        f"This costs {total} yen ({listed}) and you have {yen}: {total - yen} too few,"
        " and victory points cannot help here.",
    )


Verdict = tuple[Refusal | None, int, str]
"""A refusal for the target or the piece, else what the action costs and the clause of that cost."""


def _prepare(kit: Kit, table: Table, move: m.Prepare, offer: Offer, view: Survey, budget: int) -> Verdict:
    city = kit.city_index[move.city]
    if table.prepared_bits >> city & 1:
        return (
            Refusal("already-prepared", "7.9.1", f"The ground of {names.city_name(kit, move.city)} is prepared."),
            0,
            "",
        )
    price = kit.prices.ground(city, view.abilities, offer.discount)
    return None, price, kit.prices.ground_clause(view.abilities, offer.discount)


def _lay(kit: Kit, table: Table, move: m.Lay, offer: Offer, view: Survey, budget: int) -> Verdict:
    name = names.city_name(kit, move.city)
    bit = 1 << kit.city_index[move.city]
    if table.track_bits & bit:
        return Refusal("track-present", "7.11.1", f"{name} has track."), 0, ""
    if not view.sections & bit:
        return Refusal("ground-not-prepared", "7.11.1", f"The ground of {name} is not prepared."), 0, ""
    space = kit.letter_index[move.space]
    if space not in view.spaces:
        counter = kit.letters[view.spaces[0]]
        return Refusal("wrong-space", "7.11.2", f"The track cost counter is on {counter}, not {move.space}."), 0, ""
    if not view.owners:
        return Refusal("no-track", "7.11.3", "Nobody has a track on an engine."), 0, ""
    if move.track_of not in view.owners:
        owner = kit.seat_names[move.track_of]
        if not table.seats[move.track_of].tracks:
            return Refusal("no-track", "7.11.3", f"{owner.capitalize()} has no track on the engine."), 0, ""
        return Refusal("own-track-first", "7.11.5", "You have a track of your own and must use it."), 0, ""
    borrowed = move.track_of != table.seat
    price = kit.prices.track(space, view.abilities, offer.discount, borrowed)
    return None, price, kit.prices.track_clause(view.abilities, offer.discount, borrowed)


def _build(kit: Kit, table: Table, move: m.Build, offer: Offer, view: Survey, budget: int) -> Verdict:
    name = names.city_name(kit, move.city)
    bit = 1 << kit.city_index[move.city]
    if not table.prepared_bits & bit:
        return Refusal("ground-not-prepared", "7.13.3", f"The ground of {name} is not prepared."), 0, ""
    if table.station_bits & bit:
        return Refusal("station-present", "7.13.3", f"{name} has a station."), 0, ""
    if not table.colour_bits >> COLOUR_INDEX[move.colour] & 1:
        return Refusal("colour-exhausted", "7.13.2", f"No {move.colour} station is left."), 0, ""
    price = kit.prices.station(view.abilities, offer.discount)
    return None, price, kit.prices.station_clause(view.abilities, offer.discount)


def _buy(kit: Kit, table: Table, move: m.Buy, offer: Offer, view: Survey, budget: int) -> Verdict:
    wrong = _discarded(kit, table, move.carriage) or _steps(kit, table, move.carriage, move.advance, "7.15.4")
    return wrong, kit.prices.carriage(move.carriage, table.station_bits), "7.15.6"


def _discarded(kit: Kit, table: Table, carriage: str) -> Refusal | None:
    if not table.discard:
        return Refusal("discard-empty", "7.15.8", "The discard pile is empty.")
    if carriage not in table.discard:
        return Refusal("not-discarded", "7.15.1", f"{_card(kit, carriage)} is not in the discard pile.")
    return None


def _participate(kit: Kit, table: Table, move: m.Participate, offer: Offer, view: Survey, budget: int) -> Verdict:
    if not table.seats[table.seat].cauldrons:
        return Refusal("no-cauldron", "7.16.1", "You have no cauldron left."), 0, ""
    if table.closed_bits >> move.venue - 1 & 1:
        city = names.city_name(kit, table.venues[move.venue - 1])
        return Refusal("venue-closed", "12.6.6", f"The venue of {city} is closed to you."), 0, ""
    space = kit.edition.venues[move.venue - 1]
    clause = actions.venue_clause(space)
    cost = space.pay * move.times
    twice, movable = bool(view.abilities & TWICE_AT_VENUE), len(table.seats[table.seat].train) > 1
    if move.times in kit.venue_times(move.venue, budget, twice, movable):
        return None, cost, clause
    if space.moves and move.times > 0 and not movable:
        return Refusal("nothing-to-move", clause, "You do not have two carriages, so none can change its place."), 0, ""
    possible = kit.venue_times(move.venue, kit.richest, twice, movable)
    if move.times in possible and cost > budget:
        return None, cost, clause  # Only the price is against it, and that is said next.
    counts = prose.listed([*map(str, possible)], " or ")
    sentence = f"The effect of this venue can be applied {counts} times, not {move.times}."
    return Refusal("wrong-times", "7.16.2", sentence), 0, ""


def _token(kit: Kit, table: Table, move: m.TakeToken, offer: Offer, view: Survey, budget: int) -> Verdict:
    if move.on not in works.token_places(kit, table):
        return Refusal("not-your-card", "9.10", f"{_card(kit, move.on)} is not a carriage of your train."), 0, ""
    if move.city not in table.tokens:
        return (
            Refusal("token-gone", "9.10.3", f"The token of {names.city_name(kit, move.city)} is not available."),
            0,
            "",
        )
    return None, 0, ""


def _repeat(kit: Kit, table: Table, move: m.Repeat, offer: Offer, view: Survey, budget: int) -> Verdict:
    clause = "9.8" if move.card == EVENT else "7.17.1"
    if not works.was_used(table, move.again, move.card):
        sentence = f"You have not used {names.card_name(kit, move.again)} this turn, so there is nothing to repeat."
        return Refusal("not-used", clause, sentence), 0, ""
    if move.again in table.seats[table.seat].spent:
        sentence = f"{_card(kit, move.again)} has been used up for the rest of the game."
        return Refusal("card-spent", "7.15.5", sentence), 0, ""
    if not works.repeatable(kit, table, move.again, move.card):
        return Refusal("not-repeatable", clause, f"{_card(kit, move.again)} cannot be repeated."), 0, ""
    if budget >= 0 and not works.can_repeat(kit, table, view, move.again, move.card, budget):
        sentence = f"With {budget} yen left, nothing that {names.card_name(kit, move.again)} offers is possible."
        return Refusal("nothing-to-repeat", clause, sentence), 0, ""
    return None, 0, clause


def _income(kit: Kit, table: Table, move: m.Income, offer: Offer, view: Survey, budget: int) -> Verdict:
    return _stuck(kit, table, (move.advance,), EACH_COUNTER), 0, ""


def _advance(kit: Kit, table: Table, move: m.Advance, offer: Offer, view: Survey, budget: int) -> Verdict:
    return _stuck(kit, table, (move.colour,), EACH_COUNTER), 0, ""


def _free(kit: Kit, table: Table, move: Any, offer: Offer, view: Survey, budget: int) -> Verdict:
    return None, 0, ""


_WORKS: dict[str, Callable[[Kit, Table, Any, Offer, Survey, int], Verdict]] = {
    INCOME: _income,
    YEN: _free,
    ADVANCE: _advance,
    PREPARE: _prepare,
    LAY: _lay,
    BUILD: _build,
    BUY: _buy,
    PARTICIPATE: _participate,
    TOKEN: _token,
    REPEAT: _repeat,
    IDLE: _free,
}


def _relocate(kit: Kit, table: Table, move: m.Relocate) -> Refusal | None:
    train = table.seats[table.seat].train
    if move.carriage not in train:
        return Refusal("not-your-card", "7.16.5", f"{_card(kit, move.carriage)} is not in your train.")
    if not 1 <= move.to <= len(train):
        return Refusal("no-such-place", "7.16.5", f"Your train has places 1 to {len(train)}, not {move.to}.")
    if train[move.to - 1] == move.carriage:
        return Refusal("same-place", "7.16.5", f"{_card(kit, move.carriage)} is in place {move.to}.")
    return None


# -- The end of a round ---------------------------------------------------------------------------------------------


def _lose_vp(kit: Kit, table: Table, move: m.LoseVp) -> Refusal | None:
    if rounds.can_lose_vp(kit, table):
        return None
    have, need = table.seats[table.seat].vp, kit.figures.lose_vp_vp
    return Refusal("too-few-vp", "9.2", f"You have {have} victory points, and {need} must be given up.")


def _advance_again(kit: Kit, table: Table, move: m.AdvanceAgain) -> Refusal | None:
    reward = kit.rewards[table.tile.index(table.seat)]
    twice = rounds.is_twice(kit, table, table.seat)
    ways = kit.reward_ways(reward, twice, rounds.barred_again(table, table.seat))
    return _reward_steps(kit, table, move.advance, ways, "9.4", "9.4.2")


def _buy_at_end(kit: Kit, table: Table, move: m.BuyAtEnd) -> Refusal | None:
    wrong = _discarded(kit, table, move.carriage) or _steps(kit, table, move.carriage, move.advance, "9.7.1")
    price = kit.prices.carriage(move.carriage, table.station_bits)
    limit = rounds.end_purse(kit, table)
    if wrong or price <= limit:
        return wrong
    if limit > table.seats[table.seat].yen:
        return Refusal("too-expensive", "9.7", f"This costs {price}, and you have {limit}, including victory points.")
    return _too_few_yen(limit, 0, price, 0, "9.7")


def _score_city(kit: Kit, table: Table, move: m.ScoreCity) -> Refusal | None:
    if move.city in scoring.cities_of(kit, table.seats[table.seat]):
        return None
    return Refusal("not-your-city", "9.14", f"{names.city_name(kit, move.city)} is not a city of your train.")


def _always(kit: Kit, table: Table, move: Any) -> Refusal | None:
    return None


_RULES: dict[type[Any], Callable[[Kit, Table, Any], Refusal | None]] = {
    m.ChooseEngine: _engine,
    m.Claim: _claim,
    m.Skip: _skip,
    m.Place: _place,
    **dict.fromkeys(m.CARD_USES, _card_use),
    m.Relocate: _relocate,
    m.Finish: _always,
    m.LoseVp: _lose_vp,
    m.AdvanceAgain: _advance_again,
    m.BuyAtEnd: _buy_at_end,
    m.ScoreCity: _score_city,
    m.Decline: _always,
}


# -- Words ----------------------------------------------------------------------------------------------------------


def _card(kit: Kit, card: str) -> str:
    """A card at the beginning of a sentence."""
    return prose.opening(names.card_name(kit, card))
