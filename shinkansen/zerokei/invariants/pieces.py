"""Every piece is somewhere: carriages, engines, tokens, stations, track, cauldrons and counters, in any state."""

from __future__ import annotations

from typing import TYPE_CHECKING

from shinkansen.core.invariants import Scope
from shinkansen.zerokei.cards import BIT
from shinkansen.zerokei.edition import Ability, CellKind
from shinkansen.zerokei.invariants.declaring import Complaints, differs, holds, misplaced
from shinkansen.zerokei.invariants.known import known
from shinkansen.zerokei.table import COLOURS, EMPTY, FACE_DOWN, NO_CARRIAGE, NOBODY, TAIL, Phase, State

if TYPE_CHECKING:
    from shinkansen.zerokei.ruleset import ZeroKei


@holds(
    Scope.STATE,
    "Every carriage is in exactly one place: the deck, the row, the discard pile or a train.",
    "2.M.1", "4.D.2", "5.D.1", "6.A.2", "12.1.6",
)  # fmt: skip
def carriages_in_one_place(rules: ZeroKei, state: State) -> Complaints:
    table = state.table
    row = [carriage for carriage in table.row if carriage != NO_CARRIAGE]
    trains = [carriage for seat in table.seats for carriage in seat.train]
    everywhere = [*state.deck, *row, *table.discard, *trains]
    yield from misplaced("Carriage", everywhere, known(rules).carriages)


@holds(
    Scope.STATE,
    "Every engine for this number of players is on offer or belongs to one player; later each player has one.",
    "2.H.1", "2.H.2", "2.H.3", "2.N", "12.1.4",
)  # fmt: skip
def engines_in_one_place(rules: ZeroKei, state: State) -> Complaints:
    table = state.table
    chosen = [seat.engine for seat in table.seats if seat.engine]
    if table.phase is Phase.ENGINE:
        yield from misplaced("Engine", [*chosen, *table.engines], known(rules).engines)
        return
    yield from differs("Engines still on offer", table.engines, ())
    own = {*chosen}.intersection(known(rules).engines)
    yield from differs("Players with an engine of their own", len(own), known(rules).at_table)


@holds(
    Scope.STATE,
    "Every Olympic token is in exactly one place: a venue space, beside the board, a train or Hideo's board.",
    "2.D.1", "2.D.2", "9.10", "12.1.8", "12.1.12",
)  # fmt: skip
def olympic_tokens_in_one_place(rules: ZeroKei, state: State) -> Complaints:
    table = state.table
    bought = [city for seat in table.seats for _, city in seat.tokens]
    cities = known(rules).city_ids
    on_board = [token for token in state.board if token in cities]
    yield from misplaced("Olympic token", [*table.venues, *table.tokens, *bought, *on_board], cities)
    yield from differs("Olympic venues", len(table.venues), len(rules.edition.venues))


@holds(
    Scope.STATE, "A player has the abilities that the carriages of their train give, and no others.", "8.0.1", "8.0.2"
)
def abilities_of_the_train(rules: ZeroKei, state: State) -> Complaints:
    given = {carriage.id: carriage.gives for carriage in rules.edition.carriages}
    for number, seat in enumerate(state.table.seats):
        of_train = {given[card] for card in seat.train if isinstance(given[card], Ability)}
        had = {ability for ability, bit in BIT.items() if seat.ability_bits & bit}
        yield from differs(f"Abilities of seat {number}", sorted(had), sorted(of_train))


@holds(
    Scope.STATE,
    "A bought Olympic token lies on a carriage of its buyer's train or, under one reading, on another card of it.",
    "9.10", "7.16.7", "12.2.6",
)  # fmt: skip
def bought_tokens_on_the_train(rules: ZeroKei, state: State) -> Complaints:
    for number, seat in enumerate(state.table.seats):
        others = [seat.engine, TAIL] if known(rules).letter("token_place") == "b" else []
        for card, city in seat.tokens:
            if card not in (*seat.train, *others) or known(rules).is_hideo(number):
                yield f"Seat {number} has the token of {city} on {card}, with the train {', '.join(seat.train)}."


@holds(
    Scope.STATE,
    "Each cell of Hideo's board shows its token or is face down; a closed token that was revealed has left the board, "
    "and exactly those venues are closed.",
    "12.1.9", "12.1.10", "12.1.11", "12.6.3", "12.6.5", "12.6.6",
)  # fmt: skip
def hideos_board(rules: ZeroKei, state: State) -> Complaints:
    table = state.table
    cells = rules.edition.hideo.cells if known(rules).solo else ()
    yield from differs("Cells of Hideo's board", (len(table.board), len(state.board)), (len(cells), len(cells)))
    revealed: list[str] = []
    for cell, sight, token in zip(cells, table.board, state.board, strict=False):
        shows = token.removeprefix("closed-")
        may_be = {token} if cell.kind is CellKind.FACE_UP else {token, FACE_DOWN}
        if cell.kind is CellKind.CLOSED:
            may_be = {FACE_DOWN, EMPTY}
            if sight == EMPTY:
                revealed.append(shows)
            # Nobody who did not see it can tell which of several closed tokens lay on an empty cell.
            elif shows == token or int(shows) not in rules.edition.hideo.closed_tokens:
                yield f"Cell {cell.id} was dealt {token}, expected a closed venue token."
        if sight not in may_be:
            yield f"Cell {cell.id} shows {sight!r} but was dealt {token!r}."
    found = {str(venue + 1) for venue in range(len(table.venues)) if table.closed_bits >> venue & 1}
    yield from differs("Closed venues", len(found), len(revealed))
    yield from differs("Closed venues that no token closed", {*revealed} - {EMPTY} - found, set[str]())


@holds(
    Scope.STATE,
    "Hideo reveals the cells of his board in the year that first activates them, not before.",
    "12.1.9", "12.6.1", "12.6.3",
)  # fmt: skip
def hideo_reveals_by_year(rules: ZeroKei, state: State) -> Complaints:
    if not known(rules).solo:
        return
    table = state.table
    columns = rules.edition.hideo.columns
    acted = table.round if table.phase in (Phase.ENGINE, Phase.BUY) else table.round + 1
    before = {id for column in columns[: table.round] for id in column}
    may_be = {id for column in columns[:acted] for id in column}
    for cell, sight in zip(rules.edition.hideo.cells, table.board, strict=False):
        if cell.kind is not CellKind.FACE_UP and sight == FACE_DOWN and cell.id in before:
            yield f"Cell {cell.id} is face down in round {table.round + 1}."
        if cell.kind is not CellKind.FACE_UP and sight != FACE_DOWN and cell.id not in may_be:
            yield f"Cell {cell.id} is face up in round {table.round + 1}."


@holds(
    Scope.STATE,
    "Each turn order token is in exactly one place: the tile, the row, or the hand of the player about to place it.",
    "2.G.1", "5.A.2", "6.A.1", "6.B.1",
)  # fmt: skip
def turn_order_tokens_in_one_place(rules: ZeroKei, state: State) -> Complaints:
    table = state.table
    yield from differs("Spaces of the tile", len(table.tile), len(known(rules).spaces))
    hand = [table.seat] if table.phase is Phase.PLACE else []
    tokens = [seat for seat in (*table.tile, *table.claims, *hand) if seat != NOBODY]
    yield from misplaced("Turn order token", tokens, range(known(rules).at_table))


@holds(
    Scope.STATE,
    "While players buy, the row has two carriages more than there are players, and afterwards only those with tokens; "
    "between rounds it is empty.",
    "4.D.1", "5.A.2", "5.A.4", "5.B.7", "5.D.1", "12.3",
)  # fmt: skip
def the_row(rules: ZeroKei, state: State) -> Complaints:
    table = state.table
    if len(table.row) != len(table.claims):
        yield f"There are {len(table.claims)} places for tokens beside {len(table.row)} carriages."
        return
    carriages = [carriage for carriage in table.row if carriage != NO_CARRIAGE]
    empty = [claim for carriage, claim in zip(table.row, table.claims, strict=True) if carriage == NO_CARRIAGE]
    if empty and (NOBODY in empty or known(rules).letter("nothing_affordable") != "c"):
        yield f"Places without a carriage have the tokens {empty}."
    if table.phase is Phase.BUY:
        yield from differs("Carriages of the row", len(carriages), known(rules).row_length)
    elif table.phase in (Phase.PLACE, Phase.ACT):
        yield from differs("Carriages without a token", table.claims.count(NOBODY), 0)
    else:
        yield from differs("The row", table.row, ())


@holds(
    Scope.STATE,
    "The deck has lost one row of carriages for each round that has begun.",
    "2.M.1", "4.D.1", "4.D.3", "12.1.6",
)  # fmt: skip
def the_deck(rules: ZeroKei, state: State) -> Complaints:
    table = state.table
    begun = 0 if table.phase is Phase.ENGINE else table.round + 1
    left = known(rules).deck_size - begun * known(rules).row_length
    yield from differs("Carriages in the deck", len(state.deck), left)


@holds(
    Scope.STATE,
    "A city has at most one station, on prepared ground, and no colour has more stations than there are rows.",
    "2.B", "7.13.2", "7.13.3",
)  # fmt: skip
def stations(rules: ZeroKei, state: State) -> Complaints:
    table = state.table
    for place, city in enumerate(rules.edition.cities):
        station = table.station_colours[place]
        if (station >= 0) != bool(table.station_bits >> place & 1):
            yield f"{city.name} has station {station}, but is marked {table.station_bits >> place & 1} as built."
        if station >= 0 and not table.prepared_bits >> place & 1:
            yield f"{city.name} has a station on ground that is not prepared."
    for colour, name in enumerate(COLOURS):
        left = len(rules.edition.board.station_rows) - table.station_colours.count(colour)
        if (left > 0) != bool(table.colour_bits >> colour & 1):
            yield f"{left} {name} stations are left, but it is marked {table.colour_bits >> colour & 1} as left."
        if left < 0:
            yield f"There are {table.station_colours.count(colour)} {name} stations."
    yield from differs("Cities", len(table.station_colours), len(rules.edition.cities))


@holds(
    Scope.STATE,
    "Each prepared city gave one track, which is on an engine or on the line; under one reading only on prepared "
    "ground.",
    "2.E", "7.9.3", "7.11.1", "7.11.3", "12.7.1",
)  # fmt: skip
def tracks(rules: ZeroKei, state: State) -> Complaints:
    table = state.table
    on_engines = [seat.tracks for seat in table.seats]
    yield from differs(
        "Tracks on engines and on the line",
        sum(on_engines) + table.track_bits.bit_count(),
        table.prepared_bits.bit_count(),
    )
    if min(on_engines) < 0:
        yield f"Engines hold {on_engines} tracks."
    if (table.prepared_bits | table.track_bits) >> len(rules.edition.cities):
        yield f"Cities beyond the last are prepared ({table.prepared_bits:b}) or have track ({table.track_bits:b})."
    if known(rules).letter("track_needs_ground") == "b" and table.track_bits & ~table.prepared_bits:
        yield f"Track without prepared ground: {sorted(known(rules).cities(table.track_bits & ~table.prepared_bits))}."


@holds(
    Scope.STATE,
    "Each player's cauldrons are in the play area or at a venue.",
    "2.F", "7.16.1", "12.1.1", "12.6.5",
)  # fmt: skip
def cauldrons(rules: ZeroKei, state: State) -> Complaints:
    table = state.table
    for number, seat in enumerate(table.seats):
        placed = [counts[number] for counts in table.cauldrons]
        if seat.cauldrons < 0 or min(placed) < 0:
            yield f"Seat {number} has {seat.cauldrons} cauldrons and {placed} at the venues."
        yield from differs(f"Cauldrons of seat {number}", seat.cauldrons + sum(placed), rules.edition.figures.cauldrons)


@holds(
    Scope.STATE,
    "The station value counters are in one order, which follows their spaces, and none is beyond the last space.",
    "2.C", "5.C.4", "5.C.5", "5.C.6",
)  # fmt: skip
def counters(rules: ZeroKei, state: State) -> Complaints:
    found = state.table.counters
    yield from differs("Counters in order", sorted(found.order), list(range(len(COLOURS))))
    along = [found.spaces[colour] for colour in found.order]
    if along != sorted(along) or along[0] < 0 or along[-1] >= rules.edition.board.value_spaces:
        yield f"From least to most advanced the counters are on the spaces {along}."


@holds(
    Scope.STATE,
    "Each year has one event, of the colour that its space asks for.",
    "2.I.2", "2.I.3", "2.I.4",
)  # fmt: skip
def events_of_the_years(rules: ZeroKei, state: State) -> Complaints:
    table = state.table
    wanted = known(rules).event_colours
    found = tuple(map(known(rules).colour_of_event.get, table.events))
    yield from differs("Colours of the events", found, wanted)
    yield from differs("Different events", len({*table.events}), len(rules.edition.board.years))
    if table.round not in range(len(wanted)):
        yield f"It is round {table.round + 1} of {len(wanted)}."
