"""A step reports everything that has changed: its happenings, replayed with simple pieces, lead to its table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shinkansen.core.invariants import Scope
from shinkansen.zerokei import happenings as h
from shinkansen.zerokei import moves as m
from shinkansen.zerokei.invariants.declaring import Complaints, Played, differs, happened, holds
from shinkansen.zerokei.invariants.known import known
from shinkansen.zerokei.moves import Move
from shinkansen.zerokei.table import COLOURS, State

if TYPE_CHECKING:
    from shinkansen.zerokei.ruleset import ZeroKei


@holds(
    Scope.STEP,
    "Ground, track and stations are never taken away, and only those reported are new; a track comes from its owner's "
    "engine, and another player's only as the reading allows.",
    "7.9.1", "7.9.3", "7.11.1", "7.11.3", "7.11.5", "7.13.3", "12.7.3",
)  # fmt: skip
def line_as_told(rules: ZeroKei, before: State, move: Move, step: Played) -> Complaints:
    old, new = before.table, step.state.table
    prepared, tracked = known(rules).cities(old.prepared_bits), known(rules).cities(old.track_bits)
    ids = known(rules).city_ids
    built = {city: COLOURS[colour] for city, colour in zip(ids, old.station_colours, strict=True) if colour >= 0}
    on_engine = [seat.tracks for seat in old.seats]
    for told in happened(step, h.GroundPrepared, h.TrackLaid, h.StationBuilt):
        if told.seat != old.seat and not known(rules).is_hideo(told.seat):
            yield f"Seat {told.seat} works in {told.city} in a move of seat {old.seat}."
        match told:
            case h.GroundPrepared(seat, city, _):
                if city in prepared:
                    yield f"The ground of {city} was already prepared."
                prepared.add(city)
                on_engine[seat] += 1
            case h.TrackLaid(seat, city, owner, _):
                borrowed = seat != owner
                barred = on_engine[seat] and known(rules).letter("own_track_first") == "a"
                if city in tracked or not on_engine[owner] or (borrowed and (barred or known(rules).is_hideo(seat))):
                    yield f"Seat {seat} lays track of seat {owner} at {city}, with {on_engine} tracks on the engines."
                tracked.add(city)
                on_engine[owner] -= 1
            case h.StationBuilt(_, city, colour, _):
                if city in built or city not in prepared:
                    yield f"A station is built in {city}, which is not both free and prepared."
                built[city] = colour
            case _:
                pass
    yield from differs("Prepared cities", known(rules).cities(new.prepared_bits), prepared)
    yield from differs("Cities with track", known(rules).cities(new.track_bits), tracked)
    now = {city: COLOURS[colour] for city, colour in zip(ids, new.station_colours, strict=True) if colour >= 0}
    yield from differs("Stations", now, built)
    yield from differs("Tracks on the engines", [seat.tracks for seat in new.seats], on_engine)


@holds(
    Scope.STEP,
    "Trains change only when a carriage joins before the tail or their owner moves one.",
    "6.A.1", "6.A.2", "7.15.3", "7.16.5", "7.16.6", "9.7.1", "12.5.1",
)  # fmt: skip
def trains_as_told(rules: ZeroKei, before: State, move: Move, step: Played) -> Complaints:
    old = before.table
    trains: dict[int, list[str]] = {number: list(seat.train) for number, seat in enumerate(old.seats)}
    bought = move.carriage if isinstance(move, m.Buy | m.BuyAtEnd) else ""
    for told in happened(step, h.Joined, h.CarriageMoved):
        cars: list[str] = trains[told.seat]
        if isinstance(told, h.Joined):
            from_pile = told.carriage == bought and told.seat == old.seat and bought in old.discard
            if not from_pile and told.carriage not in old.row:
                yield f"Carriage {told.carriage} joins the train of seat {told.seat}, which had not bought it."
            cars.append(told.carriage)
        elif isinstance(move, m.Relocate) and told.seat == old.seat and told.carriage in cars:
            cars.remove(told.carriage)
            cars.insert(told.place - 1, told.carriage)
        else:
            yield f"Carriage {told.carriage} is moved in the train of seat {told.seat}."
    yield from differs("Trains", [list(seat.train) for seat in step.state.table.seats], [*trains.values()])


@holds(
    Scope.STEP,
    "A counter that advances moves one space, on top of any counters there; one on the last space stays.",
    "5.C.1", "5.C.3", "5.C.4", "5.C.6",
)  # fmt: skip
def counters_as_told(rules: ZeroKei, before: State, move: Move, step: Played) -> Complaints:
    old, new = before.table.counters, step.state.table.counters
    last = rules.edition.board.value_spaces - 1
    piles: list[list[int]] = [[] for _ in range(last + 1)]
    for colour in old.order:
        piles[old.spaces[colour]].append(colour)
    for told in happened(step, h.CounterAdvanced, h.CounterStuck):
        colour = COLOURS.index(told.colour)
        space = next(space for space, pile in enumerate(piles) if colour in pile)
        stuck = isinstance(told, h.CounterStuck)
        if stuck != (space == last) or (not stuck and told.space != space + 1):
            yield f"The {told.colour} counter on space {space} of {last}: {told}."
        elif not stuck:
            piles[space].remove(colour)
            piles[space + 1].append(colour)
    yield from differs("Counters in order", new.order, tuple(colour for pile in piles for colour in pile))
    where = tuple(next(s for s, pile in enumerate(piles) if colour in pile) for colour in range(len(COLOURS)))
    yield from differs("Spaces of the counters", new.spaces, where)


@holds(
    Scope.STEP,
    "Cauldrons go from the play area to a venue, each as reported, and never come back; yours never go to a closed "
    "venue.",
    "7.16.1", "12.6.5", "12.6.6", "12.6.7",
)  # fmt: skip
def cauldrons_as_told(rules: ZeroKei, before: State, move: Move, step: Played) -> Complaints:
    old, new = before.table, step.state.table
    there = [list(counts) for counts in old.cauldrons]
    left = [seat.cauldrons for seat in old.seats]
    for told in happened(step, h.CauldronPlaced):
        venue = old.venues.index(told.city)
        there[venue][told.seat] += 1
        left[told.seat] -= 1
        if not known(rules).is_hideo(told.seat) and (told.seat != old.seat or old.closed_bits >> venue & 1):
            yield f"Seat {told.seat} places a cauldron at {told.city}, in a move of seat {old.seat}."
    yield from differs("Cauldrons at the venues", [list(counts) for counts in new.cauldrons], there)
    yield from differs("Cauldrons left", [seat.cauldrons for seat in new.seats], left)


@holds(
    Scope.STEP,
    "Used card tokens and Olympic tokens are put on a train only by its owner's move, each as reported, and stay.",
    "7.15.5", "8.0.1", "9.10",
)  # fmt: skip
def tokens_as_told(rules: ZeroKei, before: State, move: Move, step: Played) -> Complaints:
    old = before.table
    spent: list[set[str]] = [{*seat.spent} for seat in old.seats]
    tokens: dict[int, list[tuple[str, str]]] = {number: [*seat.tokens] for number, seat in enumerate(old.seats)}
    for told in happened(step, h.CardSpent, h.TokenTaken):
        if told.seat != old.seat:
            yield f"Seat {told.seat} gets a token in a move of seat {old.seat}."
        if isinstance(told, h.CardSpent):
            if told.carriage in spent[told.seat]:
                yield f"Carriage {told.carriage} is used up again, besides {sorted(spent[told.seat])}."
            spent[told.seat].add(told.carriage)
        else:
            if told.city not in old.tokens:
                yield f"The token of {told.city} was not available."
            tokens[told.seat].append((told.card, told.city))
    if isinstance(move, m.Buy) and move.card in old.seats[old.seat].train and move.card not in spent[old.seat]:
        yield f"Carriage {move.card} was used to buy {move.carriage} but has no used card token."
    seats = step.state.table.seats
    yield from differs("Used card tokens", [{*seat.spent} for seat in seats], spent)
    yield from differs(
        "Bought tokens", [sorted(seat.tokens) for seat in seats], [sorted(own) for own in tokens.values()]
    )


@holds(
    Scope.STEP,
    "Carriages leave the deck only from the top, one row at a time, when a round begins.",
    "2.M.1", "4.D.1", "4.D.2",
)  # fmt: skip
def deck_from_the_top(rules: ZeroKei, before: State, move: Move, step: Played) -> Complaints:
    rows = happened(step, h.RowLaid)
    yield from differs("Rows laid", len(rows), len(happened(step, h.RoundBegan)))
    laid = [carriage for row in rows for carriage in row.carriages]
    yield from differs("The deck and the rows laid from it", (*laid, *step.state.deck), before.deck)
    if rows:
        yield from differs("The row", step.state.table.row[: len(laid)], tuple(laid))


@holds(
    Scope.STEP,
    "The discard pile gets the carriages that nobody claimed, and loses only the one that was bought.",
    "5.D.1", "5.D.2", "7.15.1", "9.7",
)  # fmt: skip
def discard_as_told(rules: ZeroKei, before: State, move: Move, step: Played) -> Complaints:
    old = before.table
    left = [carriage for told in happened(step, h.Discarded) for carriage in told.carriages]
    strangers = {*left} - {*old.row}
    if strangers:
        yield f"Carriages were discarded that were not in the row: {sorted(strangers)}."
    pile = [*old.discard, *left]
    if isinstance(move, m.Buy | m.BuyAtEnd) and move.carriage in pile:
        pile.remove(move.carriage)
    yield from differs("The discard pile", sorted(step.state.table.discard), sorted(pile))


@holds(
    Scope.STEP,
    "Venues, events, chosen engines and the tokens of Hideo's board stay as they are; a closed venue stays closed.",
    "2.D.1", "2.H.2", "2.I.4", "12.1.8", "12.6.6",
)  # fmt: skip
def setup_stays(rules: ZeroKei, before: State, move: Move, step: Played) -> Complaints:
    old, new = before.table, step.state.table
    yield from differs("Venues", new.venues, old.venues)
    yield from differs("Events", new.events, old.events)
    yield from differs("Tokens of Hideo's board", step.state.board, before.board)
    if old.closed_bits & ~new.closed_bits:
        yield f"The closed venues were {old.closed_venues()} and are {new.closed_venues()}."
    for number, (was, now) in enumerate(zip(old.seats, new.seats, strict=True)):
        if was.engine:
            yield from differs(f"Engine of seat {number}", now.engine, was.engine)
