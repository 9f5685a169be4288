"""Well-formed: whether play can continue from a table to the end of the game, and every law of the contract holds.

That is less than plausible. How many pieces there are, whether play could have led here, what was paid for it: none of
that is checked here, because positions that play would hardly reach make useful questions; the invariants of states do
that (`core.invariants.implausible`). What is checked is what the engine takes for granted and never checks again, so
this is the gate in front of it: whatever passes here still passes after any legal move.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final, TypeAlias

import attrs

from shinkansen.core.errors import Finding
from shinkansen.core.plain_json import LARGEST, Json, shown
from shinkansen.core.prose import listed
from shinkansen.zerokei import rounds, works
from shinkansen.zerokei.cards import PARTICIPATE
from shinkansen.zerokei.edition import FIGURE_TABLES, CellKind
from shinkansen.zerokei.kit import Kit
from shinkansen.zerokei.refusals import ENDINGS
from shinkansen.zerokei.table import (
    EMPTY,
    EVENT,
    FACE_DOWN,
    NO_CARRIAGE,
    NOBODY,
    TAIL,
    Again,
    Moving,
    Pending,
    Phase,
    SecondHalf,
    State,
    Table,
)  # fmt: skip

Check: TypeAlias = Callable[[Kit, State], Iterator[Finding]]

MANY: Final = 999
"""The most actions, tracks, cauldrons of a player or carriages to move that a state may have, unless the edition has
more. The limit makes sure that every game ends and no number becomes too large for the wire."""


def problems(kit: Kit, state: State) -> Iterator[Finding]:
    """Everything that prevents play from continuing; the names and numbers are known to exist."""
    sound = True
    for check in CHECKS:
        for finding in check(kit, state):
            sound = False
            yield finding
    if sound:  # otherwise the engine cannot be asked
        yield from _no_legal_move(kit, state.table)


# -- Pieces ---------------------------------------------------------------------------------------------------------


def _no_piece_in_two_places(kit: Kit, state: State) -> Iterator[Finding]:
    """A card that can be bought twice would be in a train twice, and its moves would be listed twice."""
    table = state.table
    seats = table.seats
    hand = [table.seat] if table.phase is Phase.PLACE else []
    everywhere: dict[str, list[str]] = {
        "the carriage": [*state.deck, *table.row, *table.discard, *(card for seat in seats for card in seat.train)],
        "the engine": [*table.engines, *(seat.engine for seat in seats)],
        "the Olympic token": [
            *table.venues,
            *table.tokens,
            *(city for seat in seats for _, city in seat.tokens),
            *(token for token in state.board if token not in kit.closed_tokens),
        ],
        "the closed venue token": [token for token in state.board if token in kit.closed_tokens],
        "the turn order token of": [
            kit.seat_names[seat] for seat in (*table.tile, *table.claims, *hand) if seat != NOBODY
        ],
    }
    for kind, pieces in everywhere.items():
        if len({*pieces}) == len(pieces):
            continue
        for piece, count in Counter(pieces).items():
            if piece and count > 1:
                yield Finding("state", f"{kind} {piece} in {count} places", "at most one")


def _amounts_leave_room(kit: Kit, state: State) -> Iterator[Finding]:
    """Yen and victory points may grow until the end of the game, and must not become too large for the wire."""
    table = state.table
    many = _many(kit)
    unprepared = (kit.all_cities & ~table.prepared_bits).bit_count()
    room = min((_decisions_left(kit, table) + 1) * _sum_of_figures(kit) * (4 * many + 1000), LARGEST // 8)
    most = LARGEST // 4 - room
    for number, seat in enumerate(table.seats):
        here = f"state.table.seats.{number}"
        placed = sum([counts[number] for counts in table.cauldrons])
        for name, amount, limit in (
            ("yen", seat.yen, most),
            ("vp", abs(seat.vp), most),
            ("tracks", seat.tracks, many + len(kit.city_ids) - unprepared),
            ("cauldrons", seat.cauldrons + placed, many),
        ):
            if amount > limit:
                yield Finding(f"{here}.{name}", f"{amount} in all", f"no more than {limit}")
    moving = sum([owed.left for owed in table.pending if isinstance(owed, Moving)])
    for path, amount in (("actions", table.actions), ("pending", moving)):
        if amount > many:
            yield Finding(f"state.table.{path}", str(amount), f"no more than {many}")


_worked_out_once = lru_cache(maxsize=16)
"""For what follows from the edition. The kit has no place for it: where it is compiled, it caches no property."""


@_worked_out_once
def _many(kit: Kit) -> int:
    granted = (event.actions for event in kit.events.values())
    return max(MANY, kit.figures.cauldrons, *granted, 2 * _moves_of_a_venue(kit))


@_worked_out_once
def _sum_of_figures(kit: Kit) -> int:
    """The sum of all figures of the edition, so no less than any of them: a bound on what one piece can give."""
    plain = kit.edition.to_json()
    return 1 + sum(_magnitude(plain[table]) for table in FIGURE_TABLES)


def _magnitude(value: Json) -> int:
    """The sum of all numbers in a plain value, whatever their signs."""
    match value:
        case dict():
            return sum(map(_magnitude, value.values()))
        case list():
            return sum(map(_magnitude, value))
        case bool():
            return 0
        case int():
            return abs(value)
        case _:
            return 0


@_worked_out_once
def _moves_of_a_venue(kit: Kit) -> int:
    return max(venue.moves for venue in kit.edition.venues)


def _decisions_left(kit: Kit, table: Table) -> int:
    """The most decisions that can be left; each move leaves fewer (counted as in `invariants.games.most_decisions`)."""
    moves = 2 * _moves_of_a_venue(kit)
    action = 3 + moves  # a repetition, the card's work, the other half, and the moves of a venue
    people = len(kit.people)

    def turn(actions: int) -> int:
        return actions * action + 1

    def owed(item: Pending) -> int:
        match item:
            case Moving(left):
                return left
            case SecondHalf(work):
                return 1 + (moves if work == PARTICIPATE else 0)
            case Again():
                return 2 + moves

    turns = [turn(kit.events[effect].actions) for effect in table.events]
    later = sum([people * (3 + length) for length in turns[table.round + 1 :]])
    now, mover = turns[table.round], table.seat
    queue = sum([1 + now for seat in table.claims if seat in kit.people and seat != mover])
    match table.phase:
        case Phase.ENGINE:
            return people + people * (3 + now) + later
        case Phase.BUY:
            buyers = {mover, *(seat for seat in table.tile if seat in kit.people)}
            return len(buyers) * (2 + now) + queue + people + later
        case Phase.PLACE:
            return 1 + now + queue + people + later
        case Phase.ACT:
            again = 1 + now if mover in table.claims else 0
            return turn(table.actions) + sum(map(owed, table.pending)) + again + queue + people + later
        case Phase.END:
            order = [seat for seat in table.tile if seat in kit.people]
            return (len(order) - order.index(mover) if mover in order else people) + later
        case Phase.OVER:
            return 0


def _engines_for_all(kit: Kit, state: State) -> Iterator[Finding]:
    """Everybody may use everybody's engine, so from the first round on everybody must have one."""
    table = state.table
    choosing = _choosing(kit, table) if table.phase is Phase.ENGINE else []
    for number, seat in enumerate(table.seats):
        if not seat.engine and number not in choosing and table.phase is not Phase.OVER:
            yield Finding(f"state.table.seats.{number}.engine", "none", "an engine, unless it is still to be chosen")
    if len(table.engines) < len(choosing):
        yield Finding(
            "state.table.engines", f"{len(table.engines)}", f"at least {len(choosing)}, one for each who still chooses"
        )


def _choosing(kit: Kit, table: Table) -> list[int]:
    """The seats that still get an engine: the one to choose, those before it on the tile, and Hideo."""
    order = [seat for seat in table.tile if seat in kit.people]
    chosen_last = order.index(table.seat) + 1 if table.seat in order else 0
    return [*order[:chosen_last], *([kit.hideo] if kit.solo else [])]


def _deck_for_the_rounds_to_come(kit: Kit, state: State) -> Iterator[Finding]:
    table = state.table
    to_come = 0 if table.phase is Phase.OVER else kit.rounds - table.round - (table.phase is not Phase.ENGINE)
    if len(state.deck) < kit.row * to_come:
        expected = f"at least {kit.row * to_come}, {kit.row} for each round to come"
        yield Finding("state.hidden.deck", f"{len(state.deck)} carriages", expected)


def _ground_under_stations(kit: Kit, state: State) -> Iterator[Finding]:
    """A player who prepares and builds with one event relies on the new ground being free."""
    table = state.table
    needs_ground = [
        ("stations", table.station_bits),
        *([("tracked", table.track_bits)] if kit.law.track_follows_ground else []),
    ]
    for name, cities in needs_ground:
        bare = [city for index, city in enumerate(kit.city_ids) if (cities & ~table.prepared_bits) >> index & 1]
        if bare:
            yield Finding(f"state.table.{name}", listed(bare, " and "), "only cities whose ground is prepared")


def _board_of_hideo(kit: Kit, state: State) -> Iterator[Finding]:
    """What the board shows is what was dealt, with the right kind of token on each cell."""
    cells = kit.edition.hideo.cells if kit.solo else ()
    table = state.table
    for place, (cell, sight, token) in enumerate(zip(cells, table.board, state.board, strict=True)):
        if cell.kind is CellKind.CLOSED:
            down = token in kit.closed_tokens and not table.closed_bits >> kit.closed_tokens[token] & 1
            fits = down if sight == FACE_DOWN else sight == EMPTY and (token == EMPTY or token in kit.closed_tokens)
            expected = "a closed venue token, face down while its venue is open, or taken off"
        else:
            seen = sight == token or (sight == FACE_DOWN and cell.kind is CellKind.FACE_DOWN)
            fits = token in kit.city_index and seen
            expected = "the token of a city, shown as it is" + (", or face down" * (cell.kind is CellKind.FACE_DOWN))
        if not fits:
            yield Finding(f"state.hidden.board.{place}", f"{shown(token)}, shown as {shown(sight)}", expected)


# -- Whose turn it is -----------------------------------------------------------------------------------------------


def _places_of_the_row(kit: Kit, state: State) -> Iterator[Finding]:
    table = state.table
    for place, (carriage, claim) in enumerate(zip(table.row, table.claims, strict=True), start=1):
        here = f"state.table.row.{place}"
        if carriage == NO_CARRIAGE and claim in (NOBODY, kit.hideo):
            who = "Hideo's token" if claim != NOBODY else "no token"
            yield Finding(here, f"no carriage and {who}", "a carriage, or the token of a player who took none")
        elif claim == NOBODY and table.phase in (Phase.PLACE, Phase.ACT):
            yield Finding(here, f"{carriage} without a token", "only carriages with tokens after the purchases")


def _who_is_to_move(kit: Kit, state: State) -> Iterator[Finding]:
    """Where the token of the player to move must be, or must not be, for the round to go on."""
    table, seat = state.table, state.table.seat
    name = table.phase.name.lower()
    if table.phase in (Phase.ENGINE, Phase.END) and seat not in table.tile:
        yield Finding("state.table.to_move", f"{seat}, who is not on the tile", f"a seat on the tile, in phase {name}")
    if table.phase is Phase.BUY and seat in table.claims:
        yield Finding("state.table.to_move", f"{seat}, whose token is in the row", "a seat that has not bought yet")
    if table.phase is Phase.BUY:
        buyers = {seat, *table.tile} - {NOBODY}
        free = table.claims.count(NOBODY)
        if free < len(buyers):
            yield Finding("state.table.row", f"{free} carriages to buy", f"at least {len(buyers)}, one for each buyer")
        if kit.hideo in buyers - {NOBODY} and len(table.row) <= kit.row // 2:
            yield Finding(
                "state.table.row", f"{len(table.row)} places", f"at least {kit.row // 2 + 1}, up to the one Hideo takes"
            )
    effect = rounds.effect_of(table)
    if table.phase is Phase.END and effect not in ENDINGS:
        yield Finding("state.table.phase", f"end, with the event {effect.value}", "an event that asks at the end")


def _turn_of_actions(kit: Kit, state: State) -> Iterator[Finding]:
    """Used cards and what is owed belong to a turn of actions, and to the cards of the player who takes it."""
    table = state.table
    if table.phase is not Phase.ACT:
        for name, content in (("used", table.used), ("pending", table.pending)):
            if content:
                yield Finding(f"state.table.{name}", f"{len(content)} in phase {table.phase.name.lower()}", "none")
        return
    if not table.actions and not table.pending:
        yield Finding("state.table.actions", "0 with nothing pending", "at least 1 in phase act")
    for card in sorted(table.used - _usable(table, table.seat)):
        yield Finding("state.table.used", shown(card), f"cards that seat {table.seat} can use")
    offers = kit.event_offers[table.events[table.round]]
    for place, owed in enumerate(table.pending, start=1):
        here = f"state.table.pending.{place}"
        if place > 1 and not isinstance(owed, Moving):
            yield Finding(here, "something owed on top of something else", "only carriages to move")
        match owed:
            case SecondHalf(work) if all(offer.then != work for offer in offers):
                event = table.events[table.round]
                yield Finding(here, f"{work} as the other half of {event}", "a half of this round's event")
            case Again(card) if card not in _usable(table, table.seat):
                yield Finding(here, shown(card), f"a card that seat {table.seat} can use")
            case Moving(left) if left < 1:
                yield Finding(here, f"{left} carriages to move", "at least 1")
            case _:
                pass


def _usable(table: Table, seat: int) -> set[str]:
    """The cards that a seat can use in its turn in some way."""
    return {EVENT, TAIL, *table.seats[seat].train, *(other.engine for other in table.seats if other.engine)}


def _memory_of_cards(kit: Kit, state: State) -> Iterator[Finding]:
    """A card that was used once is still where its user can use it."""
    for item in sorted(state.table.memory):
        kind, _, rest = item.partition(":")
        seat, _, card = rest.partition(":")
        if kind == "ever" and card not in _usable(state.table, int(seat)):
            yield Finding("state.table.memory", shown(item), f"a card that seat {seat} can use")


def _no_legal_move(kit: Kit, table: Table) -> Iterator[Finding]:
    """Until the game is over there is a legal move; what is owed after something else must be possible as well."""
    if table.phase is Phase.OVER:
        return
    for count in range(1, len(table.pending)):
        if not works.legal_actions(kit, attrs.evolve(table, pending=table.pending[:count])):
            found = f"something that seat {table.seat} cannot do"
            yield Finding(f"state.table.pending.{count}", found, "something it can do")
    if not rounds.LEGAL[table.phase](kit, table):
        yield Finding("state", f"no legal move for seat {table.seat}", "at least one until the game is over")


CHECKS: Final[tuple[Check, ...]] = (
    _no_piece_in_two_places,
    _engines_for_all,
    _deck_for_the_rounds_to_come,
    _ground_under_stations,
    _board_of_hideo,
    _places_of_the_row,
    _who_is_to_move,
    _turn_of_actions,
    _memory_of_cards,
    _amounts_leave_room,
)
"""In the order in which they are reported."""
