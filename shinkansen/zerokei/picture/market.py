"""The middle of the table: the events by year, the turn order tile, the carriage row, the discard pile."""

from __future__ import annotations

from typing import Final

from shinkansen.core.prose import count, opening
from shinkansen.paper.layout import BODY, GAP, SMALL, Flow, even, flow
from shinkansen.paper.svg import Box, Paper, wrap
from shinkansen.zerokei.edition import Event
from shinkansen.zerokei.names import EFFECTS
from shinkansen.zerokei.picture import icons, trains
from shinkansen.zerokei.picture.look import EVENTS, Look, reward
from shinkansen.zerokei.picture.trains import CARD
from shinkansen.zerokei.table import EVENT, NO_CARRIAGE, NOBODY, Phase

EVENT_CARD: Final = 62.0
BAND: Final = 6.0
TILE: Final = 62.0
CLAIM: Final = 22.0
"""How high an event is and how wide the band with its colour; how high a space of the tile is, and the place for a
token under a carriage."""


# -- Events ---------------------------------------------------------------------------------------------------------


def events(look: Look, width: float) -> Flow:
    return even(len(look.table.events), 118, EVENT_CARD, width, GAP, most=220)


def events_height(look: Look, width: float) -> float:
    return events(look, width).height


def draw_events(paper: Paper, look: Look, box: Box) -> None:
    for year, place in enumerate(events(look, box.w).at(box.x, box.y)):
        _event(paper, look, year, place)


def event_words(look: Look, event: Event) -> str:
    """What an event does."""
    words = EVENTS[event.effect](look.kit.figures) if event.effect in EVENTS else EFFECTS[event.effect]
    return f"At the end: {words}" if event.effect.at_end_of_round else opening(words)


def _event(paper: Paper, look: Look, year: int, box: Box) -> None:
    """An event: when, its letter, how many actions, what it does, its colour and its yen; last year's turned over."""
    effect = look.table.events[year]
    event = look.kit.events[effect]
    over, now = year < look.table.round, year == look.table.round
    name, words = look.kit.edition.board.years[year], event_words(look, event)
    printed = (
        f"{event.colour} event; {count(event.actions, 'action')}, track cost {event.letter}, {event.yen} yen at setup"
    )
    title = f"{name}: {words}; {printed}" + (", turned over" if over else "")
    ink = "mute" if over else "ink"
    with paper.piece(f"event:{effect}", box, title):
        paper.rect(box.inset(1), "now" if now else "back" if over else "card", 4)
        paper.rect(box.part(3, 4, BAND - 2, box.h - 8), f"{event.colour}event", 1)
        x, letter = box.x + BAND + 3, box.part(box.w - 22, 5, 17, 17)
        wide = 0.0
        if not over:
            with paper.icon(letter):
                paper.rect(letter, "badge", 3)
                paper.letter(letter, event.letter, 11, "on")
            told = count(event.actions, "action")
            wide = paper.text(letter.x - 5, box.y + 17, told, SMALL, ink, box.w * 0.4, anchor="end")
        paper.text(x, box.y + 17, name, BODY, ink, letter.x - 9 - wide - x, bold=True)
        used = now and EVENT in look.table.used
        if used:
            icons.tick(paper, box.part(box.w - 19, 28, 11, 11))
        room = box.right - 6 - x
        for place, line in enumerate(wrap(words, SMALL, room - 16 * used, 2)):
            paper.text(x, box.y + 32 + 12 * place, line, SMALL, ink, room - 16 * used)
        told = "turned over" if over else f"¥{event.yen} at setup"
        wide = paper.text(box.right - 6, box.bottom - 6, told, SMALL, "mute", room * 0.7, "end")
        paper.text(x, box.bottom - 6, event.colour, SMALL, "mute", room - wide - 4)


# -- The turn order tile --------------------------------------------------------------------------------------------


def tile(look: Look, width: float) -> Flow:
    return even(len(look.kit.rewards), 52, TILE, width, 4, most=72)


def tile_height(look: Look, width: float) -> float:
    return tile(look, width).height


def draw_tile(paper: Paper, look: Look, box: Box) -> None:
    for space, place in enumerate(tile(look, box.w).at(box.x, box.y), start=1):
        given = reward(look.kit.rewards[space - 1])
        with paper.piece(f"space:{space}", place, f"Space {space} of the turn order tile: {given}"):
            paper.rect(place.inset(0.5), "card", 4)
            paper.text(place.x + 6, place.y + 15, str(space), BODY, "mute", 16, bold=True)
            lines = wrap(given, SMALL, place.w - 5, 2)
            for line, words in enumerate(reversed(lines)):
                y = place.bottom - (8 if len(lines) == 1 else 6) - 11 * line
                paper.text(place.x + place.w / 2, y, words, SMALL, "ink", place.w - 5, "middle")
            seat = look.table.tile[space - 1]
            if seat != NOBODY:
                trains.turn_token(paper, look, seat, Box(place.x + (place.w - 24) / 2 + 4, place.y + 9, 24, 24))


# -- The carriage row -----------------------------------------------------------------------------------------------


def row(look: Look, width: float) -> Flow:
    if look.table.phase is Phase.ENGINE:
        return flow([CARD.w] * len(look.table.engines), CARD.h, width, GAP)
    return flow([CARD.w] * len(look.table.row), CARD.h + CLAIM, width, GAP)


def full_row(look: Look) -> float:
    """How wide as many carriages are as are laid out (4.D.1)."""
    return look.kit.row * (CARD.w + GAP) - GAP


def row_height(look: Look, width: float) -> float:
    return row(look, width).height


def row_title(look: Look) -> str:
    return "Engines to choose from" if look.table.phase is Phase.ENGINE else "Carriage row, nearest the tile first"


def draw_row(paper: Paper, look: Look, box: Box) -> None:
    """The carriages beside the tile, with the tokens of who claims them; before the first year the engines."""
    table = look.table
    boxes = row(look, box.w).at(box.x, box.y)
    if table.phase is Phase.ENGINE:
        for card, place in zip(table.engines, boxes, strict=True):
            trains.engine(paper, look, card, place)
        return
    for card, seat, place in zip(table.row, table.claims, boxes, strict=True):
        spot = place.part(0, 0, h=CARD.h)
        if card == NO_CARRIAGE:
            paper.rect(spot.inset(1), "empty", 4)
            paper.text(*spot.middle, "no carriage", SMALL, "mute", spot.w - 6, "middle")
        else:
            trains.carriage(paper, look, card, spot)
        if seat != NOBODY:
            trains.turn_token(paper, look, seat, Box(place.x + place.w / 2 - 10, spot.bottom + 2, 20, 20))
    if not table.row:
        paper.text(box.x, box.y + 14, "empty", BODY, "mute", box.w)


# -- The discard pile -----------------------------------------------------------------------------------------------


def discard(look: Look, width: float) -> Flow:
    number = len(look.table.discard)
    return flow([CARD.w] * number, CARD.h, width, GAP)


def discard_height(look: Look, width: float) -> float:
    return discard(look, width).height


def discard_title(look: Look) -> str:
    table = look.table
    seen = len([card for card in table.row if card]) + len(table.discard) + sum(len(seat.train) for seat in table.seats)
    pile = f"Discard pile, {count(len(table.discard), 'carriage')}" if table.discard else "Discard pile"
    return f"{pile}  ·  {len(look.kit.carriages) - seen} face down in the deck"


def draw_discard(paper: Paper, look: Look, box: Box) -> None:
    for card, place in zip(look.table.discard, discard(look, box.w).at(box.x, box.y), strict=True):
        trains.carriage(paper, look, card, place)
    if not look.table.discard:
        paper.text(box.x, box.y + 13, "empty", BODY, "mute", box.w)
