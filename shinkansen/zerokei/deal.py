"""The deal: every random choice of a game, made before it begins (chapter 2, and 12.1 for solo)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from random import Random
from typing import cast

from attrs import frozen

from shinkansen.core.errors import DealError
from shinkansen.core.wire import shown
from shinkansen.zerokei.edition import CellKind, Colour
from shinkansen.zerokei.kit import Kit
from shinkansen.zerokei.table import COLOUR_INDEX, COLOURS, FACE_DOWN, NOBODY, Counters, Phase, Seat, State, Table


@frozen
class Deal:
    """What chance decided."""

    turn_order: tuple[int, ...]
    """The seats from space 1 of the turn order tile on."""
    counters: tuple[Colour, ...]
    """The pile of station value counters, from the bottom up."""
    venues: tuple[str, ...]
    """The cities of the three Olympic venues."""
    events: tuple[str, ...]
    """The event of each year, by its effect."""
    deck: tuple[str, ...]
    """The carriages of the deck, the top first."""
    board: tuple[str, ...] = ()
    """Solo: the token of each cell of Hideo's board, a city's or a closed venue's."""


def slots(kit: Kit) -> tuple[str, ...]:
    """The colour of each year's event for this number of players (2.I.3)."""
    found = next(row for row in kit.edition.event_slots if row.players == kit.seats)  # the setup for two in solo
    return tuple(colour.value for colour in found.colours)


def make(kit: Kit, rng: Random) -> Deal:
    """A fair deal."""

    def shuffled(items: Iterable[str]) -> list[str]:
        pile = list(items)
        rng.shuffle(pile)
        return pile

    seats = list(range(kit.seats))
    if not kit.solo:
        rng.shuffle(seats)
    counters = list(COLOURS)
    rng.shuffle(counters)
    cities = shuffled(kit.city_ids)
    venues = tuple(cities.pop() for _ in kit.edition.venues)
    packs = {
        colour: shuffled(effect for effect, event in kit.events.items() if event.colour == colour)
        for colour in dict.fromkeys(slots(kit))
    }
    events = tuple(packs[colour].pop() for colour in slots(kit))
    deck = tuple(shuffled(kit.deck))
    closed = shuffled(kit.closed_tokens)
    cells = kit.edition.hideo.cells if kit.solo else ()
    board = tuple((closed if cell.kind is CellKind.CLOSED else cities).pop() for cell in cells)
    return Deal(tuple(seats), tuple(counters), venues, events, deck, board)


KINDS: dict[str, type[object]] = {
    "turn_order": int,
    "counters": Colour,
    "venues": str,
    "events": str,
    "deck": str,
    "board": str,
}
WORDS: dict[type[object], str] = {int: "seats", Colour: "colours", str: "ids"}


def check(kit: Kit, deal: Deal) -> None:
    """Raise `DealError` unless each list consists of exactly the pieces that setup uses."""
    if not isinstance(deal, Deal):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise DealError(f"found {shown(deal)}, expected a deal")
    for name, kind in KINDS.items():
        pieces: object = getattr(deal, name)
        if not isinstance(pieces, tuple):
            raise DealError(f"{name}: found {shown(pieces)}, expected a tuple of {WORDS[kind]}")
        for piece in cast("tuple[object, ...]", pieces):
            if type(piece) is not kind:
                raise DealError(f"{name}: found {shown(piece)}, expected {WORDS[kind]}")
    _permutation("turn_order", deal.turn_order, range(kit.seats))
    _permutation("counters", deal.counters, COLOURS)
    _permutation("deck", deal.deck, kit.deck)
    if kit.solo and deal.turn_order != (0, 1):
        raise DealError(f"turn_order: found {deal.turn_order}, expected you on space 1 and Hideo on space 2")
    if len(deal.venues) != len(kit.edition.venues):
        raise DealError(f"venues: found {len(deal.venues)} cities, expected {len(kit.edition.venues)}")
    _permutation("venues", deal.venues, [city for city in kit.city_ids if city in deal.venues])
    colours = slots(kit)
    if len(deal.events) != len(colours):
        raise DealError(f"events: found {len(deal.events)} cards, expected {len(colours)}, one for each year")
    _permutation("events", deal.events, [effect for effect in kit.events if effect in deal.events])
    for year, effect, colour in zip(kit.edition.board.years, deal.events, colours, strict=True):
        if kit.events[effect].colour != colour:
            raise DealError(
                f"events: {year} has {shown(effect)}, which is {kit.events[effect].colour}; expected a {colour} event"
            )

    _check_board(kit, deal)


def _check_board(kit: Kit, deal: Deal) -> None:
    cells = kit.edition.hideo.cells if kit.solo else ()
    if len(deal.board) != len(cells):
        raise DealError(f"board: found {len(deal.board)} tokens, expected {len(cells)}")
    for cell, token in zip(cells, deal.board, strict=True):
        if cell.kind is CellKind.CLOSED:
            if token not in kit.closed_tokens:
                raise DealError(f"board: {cell.id} has {shown(token)}, expected one of {', '.join(kit.closed_tokens)}")
        elif token not in kit.city_index or token in deal.venues:
            raise DealError(f"board: {cell.id} has {shown(token)}, expected a city that is not a venue")
    _permutation("board", deal.board, dict.fromkeys(deal.board))


def _permutation(name: str, found: Sequence[object], pieces: Iterable[object]) -> None:
    have, want = Counter(found), Counter(list(pieces))
    for piece, count in have.items():
        if piece not in want:
            raise DealError(f"{name}: {shown(piece)} is not one of these pieces")
        if count > want[piece]:
            raise DealError(f"{name}: {shown(piece)} occurs {count} times, expected once")
    for piece in want:
        if piece not in have:
            raise DealError(f"{name}: {shown(piece)} is missing")


def start(kit: Kit, deal: Deal) -> State:
    """The table after setup, with the engines still to be chosen."""
    check(kit, deal)
    yen = sum(kit.events[effect].yen for effect in deal.events)
    empty = (NOBODY,) * (len(kit.rewards) - kit.seats)
    bottom, middle, top = (COLOUR_INDEX[colour] for colour in deal.counters)
    if kit.hard:
        yen = kit.edition.hideo.hard_yen
    seat = Seat("", (), yen, 0, 0, kit.figures.cauldrons, frozenset(), ())
    hideo = Seat("", (), 0, kit.edition.hideo.hard_vp if kit.hard else 0, 0, kit.figures.cauldrons, frozenset(), ())
    cells = kit.edition.hideo.cells if kit.solo else ()
    sight = [
        token if cell.kind is CellKind.FACE_UP else FACE_DOWN for cell, token in zip(cells, deal.board, strict=True)
    ]
    table = Table(
        round=0,
        phase=Phase.ENGINE,
        seat=0 if kit.solo else deal.turn_order[-1],
        actions=0,
        used=frozenset(),
        pending=(),
        tile=deal.turn_order + empty,
        row=(),
        claims=(),
        discard=tuple(sorted(set(kit.carriages) - set(kit.deck))),
        prepared_bits=0,
        track_bits=0,
        station_colours=(-1,) * len(kit.city_ids),
        station_bits=0,
        counters=Counters((0, 0, 0), (bottom, middle, top)),
        cauldrons=((0,) * kit.seats,) * len(kit.edition.venues),
        tokens=tuple(city for city in kit.city_ids if city not in (*deal.venues, *deal.board)),
        seats=(seat, hideo) if kit.solo else (seat,) * kit.seats,
        venues=deal.venues,
        events=deal.events,
        engines=kit.engines,
        pieces=kit.pieces,
        board=tuple(sight),
    )
    return State(table, deal.deck, deal.board)
