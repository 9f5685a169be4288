"""Inventory: every piece of a table under its name, with where it is and how it lies; and what differs between two.

Pieces have these names in pictures too, in `data-piece`:

| name | piece |
|---|---|
| `city:ID`, `ground:ID`, `track:ID` | a city, its construction token or prepared ground, its track |
| `station:COLOUR:ID`, `station:COLOUR:ROW` | a station in a city; one not built yet, by its row from the top, from 0 |
| `counter:COLOUR`, `track-counter` | a station value counter; the counter on the track cost marker |
| `event:EFFECT`, `venue:NUMBER`, `space:NUMBER`, `cell:ID` | an event card, a venue, a space of the tile, a cell of Hideo's board |
| `carriage:ID`, `engine:ID`, `tail:SEAT` | the cards of a train |
| `token:CITY` | an Olympic token: at a venue, on a card, on Hideo's board or left |
| `turn-token:SEAT` | a turn order token: on the tile, on a carriage or in hand |
| `cauldrons:SEAT:VENUE`, `cauldrons:SEAT`, `tracks:SEAT`, `yen:SEAT`, `vp:SEAT` | amounts |

Around them are `panel:NAME`, a part of the table with a title, `seat:SEAT`, a player, and in the end `score:SEAT`.
"""  # noqa: E501 - a table

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from attrs import evolve

from shinkansen.paper.changes import Changes, changed
from shinkansen.zerokei.edition import CellKind
from shinkansen.zerokei.kit import Kit
from shinkansen.zerokei.moves import AdvanceAgain, BuyAtEnd, LoseVp, Move, ScoreCity
from shinkansen.zerokei.table import COLOURS, EMPTY, EVENT, FACE_DOWN, NO_CARRIAGE, NOBODY, TAIL, Seat, Table

Inventory: TypeAlias = dict[str, object]

AMOUNTS = ("cauldrons", "tracks", "yen", "vp")
"""The kinds of pieces that are amounts: the first part of their names."""


def changes(kit: Kit, before: Table, after: Table, move: Move | None = None) -> Changes:
    """What a picture of `after` should point out to somebody who knows `before`; with `move`, also what it uses."""
    # When a turn ends, action tokens are collected (6.C.4); that a card is unused again is not an effect of the move.
    same_turn = (before.round, before.phase, before.seat) == (after.round, after.phase, after.seat)
    old = inventory(kit, before if same_turn else evolve(before, used=frozenset()))
    new = inventory(kit, after)
    also = set(_used(kit, before, move)) if move is not None else set[str]()
    for seat, other in zip(before.seats, after.seats, strict=True):
        also.update(f"carriage:{card}" for card in _moved(seat.train, other.train))
    return changed(old, new, AMOUNTS, also)


CARDS: Final = ("card", "again", "carriage", "engine")
"""The fields of moves that name a card."""


def _used(kit: Kit, table: Table, move: Move) -> Iterator[str]:
    """The pieces a move names as what it uses: a use that ends the turn leaves no other trace on its card."""
    for name in CARDS:
        card = getattr(move, name, None)
        if card == EVENT:
            yield f"event:{table.events[table.round]}"
        elif card == TAIL:
            yield f"tail:{kit.seat_names[table.seat]}"
        elif card is not None:
            yield f"{'carriage' if card in kit.carriages else 'engine'}:{card}"
    if isinstance(move, LoseVp | AdvanceAgain | BuyAtEnd | ScoreCity):
        yield f"event:{table.events[table.round]}"
    if isinstance(move, ScoreCity):
        yield f"city:{move.city}"


def named(kit: Kit, table: Table, move: Move) -> frozenset[str]:
    """The pieces that a move names: its cards and its city."""
    city = getattr(move, "city", None)
    return frozenset([*_used(kit, table, move), *([f"city:{city}"] if city is not None else [])])


def inventory(kit: Kit, table: Table) -> Inventory:
    """Every piece on a table by its name, with where it is and how it lies."""
    return dict([*_line(kit, table), *_middle(kit, table), *_cards(kit, table), *_seats(kit, table)])


def _line(kit: Kit, table: Table) -> Iterator[tuple[str, object]]:
    for index, city in enumerate(kit.city_ids):
        yield f"ground:{city}", bool(table.prepared_bits >> index & 1)
        yield f"track:{city}", bool(table.track_bits >> index & 1)
        if table.station_colours[index] >= 0:
            yield f"station:{COLOURS[table.station_colours[index]]}:{city}", True
    for index, colour in enumerate(COLOURS):
        for row in range(table.station_colours.count(index), len(kit.edition.board.station_rows)):
            yield f"station:{colour}:{row}", True
        yield f"counter:{colour}", table.counters.spaces[index]


def _middle(kit: Kit, table: Table) -> Iterator[tuple[str, object]]:
    now = table.events[table.round]
    yield "track-counter", kit.events[now].letter
    for year, effect in enumerate(table.events):
        # Ahead, current, or turned over (4.A.1, 4.A.2).
        yield f"event:{effect}", ((year > table.round) - (year < table.round), effect == now and EVENT in table.used)
    for venue, city in enumerate(table.venues):
        yield f"venue:{venue + 1}", bool(table.closed_bits >> venue & 1)
        yield f"token:{city}", "venue"
        for seat, count in enumerate(table.cauldrons[venue]):
            yield f"cauldrons:{kit.seat_names[seat]}:{venue + 1}", count
    for city in table.tokens:
        yield f"token:{city}", "left"
    cells = kit.edition.hideo.cells if table.board else ()
    for cell, token in zip(cells, table.board, strict=True):
        yield f"cell:{cell.id}", token
        if cell.kind is not CellKind.CLOSED and token not in (EMPTY, FACE_DOWN):
            yield f"token:{token}", "board"


def _cards(kit: Kit, table: Table) -> Iterator[tuple[str, object]]:
    for card in table.discard:
        yield f"carriage:{card}", "discard"
    for card in table.row:
        if card != NO_CARRIAGE:
            yield f"carriage:{card}", "row"
    for engine in table.engines:
        yield f"engine:{engine}", "reserve"
    for space, seat in enumerate(table.tile, start=1):
        if seat != NOBODY:
            yield f"turn-token:{kit.seat_names[seat]}", ("tile", space)
    for card, seat in zip(table.row, table.claims, strict=True):
        if seat != NOBODY:
            yield f"turn-token:{kit.seat_names[seat]}", ("row", card)


def _seats(kit: Kit, table: Table) -> Iterator[tuple[str, object]]:
    for number, seat in enumerate(table.seats):
        name = kit.seat_names[number]
        yield f"vp:{name}", seat.vp
        if has_yen(kit, seat, number):
            yield f"yen:{name}", seat.yen
        yield f"tracks:{name}", seat.tracks
        yield f"cauldrons:{name}", seat.cauldrons
        if number not in table.tile and number not in table.claims:
            yield f"turn-token:{name}", "hand"
        if seat.engine:
            yield f"engine:{seat.engine}", (number, seat.engine in table.used)
        if number != kit.hideo:
            yield f"tail:{name}", number == table.seat and TAIL in table.used
        for card in seat.train:
            yield f"carriage:{card}", (number, card in table.used, card in seat.spent)
        for card, city in seat.tokens:
            yield f"token:{city}", (number, card)


def has_yen(kit: Kit, seat: Seat, number: int) -> bool:
    """Whether a player's yen are shown: Hideo never has any (12.2.5), unless a wrong engine gives him some."""
    return number != kit.hideo or seat.yen != 0


def _moved(before: tuple[str, ...], after: tuple[str, ...]) -> set[str]:
    """The carriages that changed places in a train: the one that was moved, if one move explains it."""
    old, new = [card for card in before if card in after], [card for card in after if card in before]
    if old == new:
        return set()
    for card in new:
        if [other for other in old if other != card] == [other for other in new if other != card]:
            return {card}
    return {card for card, other in zip(new, old, strict=True) if card != other}
