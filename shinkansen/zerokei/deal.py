"""The deal: every random choice of a game, made before it begins (chapter 2, and 12.1 for solo); and what of it is
still hidden in a state."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from attrs import frozen

from shinkansen.core.draws import Chance, Draw, Hidden, Parts, Piece, Pile, Place
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


def dealt(parts: Parts) -> Deal:
    """A deal from its parts."""
    return Deal(**cast("dict[str, Any]", parts))


def slots(kit: Kit) -> tuple[str, ...]:
    """The colour of each year's event for this number of players (2.I.3)."""
    return kit.edition.event_colours(kit.seats)


def chance(kit: Kit) -> Chance:
    """Everything random in a game."""
    tokens = [f"tokens of {name}" for name in kit.seat_names] if kit.solo else ["turn order tokens"] * kit.seats
    cells = kit.edition.hideo.cells if kit.solo else ()
    packs = {colour: f"{colour} events" for colour in dict.fromkeys(slots(kit))}
    return Chance(
        (
            # Alone you always begin (12.1.2); otherwise the tokens are shuffled.
            *([Pile(name, (seat,)) for seat, name in enumerate(tokens)] if kit.solo else [Pile(tokens[0], kit.people)]),
            Pile("counters", COLOURS),
            # Some are taken from the end, so that a stored seed still gives the deal it gave.
            Pile("cities", kit.city_ids, rest_in_the_open=True, from_the_end=True),
            *(
                Pile(name, tuple(id for id, event in kit.events.items() if event.colour == colour), from_the_end=True)
                for colour, name in packs.items()
            ),
            Pile("carriages of the deck", kit.deck),
            Pile("closed venue tokens", tuple(kit.closed_tokens), from_the_end=True),
        ),
        (
            Draw("turn_order", tuple(tokens), "During setup, for everybody.", "12.1.2" if kit.solo else "2.G.1"),
            Draw("counters", ("counters",) * len(COLOURS), "During setup, for everybody.", "2.C"),
            Draw("venues", ("cities",) * len(kit.edition.venues), "During setup, for everybody.", "2.D.1"),
            Draw(
                "events",
                tuple(packs[colour] for colour in slots(kit)),
                "During setup, for everybody.",
                "2.I.3",
                kit.edition.board.years,
            ),
            Draw(
                "board",
                tuple("closed venue tokens" if cell.kind is CellKind.CLOSED else "cities" for cell in cells),
                "Some during setup, the others when Hideo acts there; for everybody.",
                "12.6.4",
                tuple(cell.id for cell in cells),
            ),
            Draw(
                "deck",
                ("carriages of the deck",) * len(kit.deck),
                "At the beginning of each round as many as are laid in the row, for everybody.",
                "4.D.2",
            ),
        ),
    )


def start(kit: Kit, deal: Deal) -> State:
    """The table after setup, with the engines still to be chosen."""
    yen = sum(kit.events[effect].yen for effect in deal.events)
    empty = (NOBODY,) * (len(kit.rewards) - kit.seats)
    bottom, middle, top = (COLOUR_INDEX[colour] for colour in deal.counters)
    if kit.hard:
        yen = kit.edition.hideo.hard_yen
    seat = Seat("", (), yen, 0, 0, kit.figures.cauldrons, frozenset(), (), 0)
    hideo = Seat("", (), 0, kit.edition.hideo.hard_vp if kit.hard else 0, 0, kit.figures.cauldrons, frozenset(), (), 0)
    cells = kit.edition.hideo.cells if kit.solo else ()
    sight = [
        token if cell.kind is CellKind.FACE_UP else FACE_DOWN for cell, token in zip(cells, deal.board, strict=True)
    ]
    taken = {*deal.venues, *deal.board}
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
        discard=kit.discard,
        prepared_bits=0,
        track_bits=0,
        station_colours=(-1,) * len(kit.city_ids),
        station_bits=0,
        colour_bits=kit.colours_left(()),
        counters=Counters((0, 0, 0), (bottom, middle, top)),
        cauldrons=((0,) * kit.seats,) * len(kit.edition.venues),
        tokens=tuple([city for city in kit.city_ids if city not in taken]),
        seats=(seat, hideo) if kit.solo else (seat,) * kit.seats,
        venues=deal.venues,
        events=deal.events,
        engines=kit.engines,
        pieces=kit.pieces,
        board=tuple(sight),
    )
    return State(table, deal.deck, deal.board)


# -- what is hidden


def hidden(kit: Kit, state: State) -> tuple[Hidden, ...]:
    """What nobody knows: the order of the deck (4.D.2) and which tokens lie face down on Hideo's board (12.6.3).

    The city tokens that were set aside lie in the open, so it is known which ones are face down; which closed venue
    token was left out is not known.
    """
    found = [Hidden(kit.deck_places[len(state.deck)], state.deck)] if state.deck else []
    if not kit.solo:
        return tuple(found)
    down = [cell for cell, sight in enumerate(state.table.board) if sight == FACE_DOWN]
    closed = [cell for cell in down if kit.edition.hideo.cells[cell].kind is CellKind.CLOSED]
    cities = [cell for cell in down if cell not in closed]
    left = [token for token, venue in kit.closed_tokens.items() if not state.table.closed_bits >> venue & 1]
    for cells, tokens in ((cities, [state.board[cell] for cell in cities]), (closed, left)):
        if cells:
            found.append(Hidden(tuple(("board", cell) for cell in cells), tuple(tokens)))
    return tuple(found)


def arranged(kit: Kit, state: State, pieces: Mapping[Place, Piece]) -> State:
    """The state with other cards in the deck, or other tokens face down."""
    places = kit.deck_places[len(state.deck)]
    deck = [pieces.get(place, card) for place, card in zip(places, state.deck, strict=True)]
    board = [pieces.get(("board", cell), token) for cell, token in enumerate(state.board)]
    return State(state.table, cast("tuple[str, ...]", tuple(deck)), cast("tuple[str, ...]", tuple(board)))
