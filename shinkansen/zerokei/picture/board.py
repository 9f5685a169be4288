"""The whole picture: which panels there are and where, the heading above them, and the position in sentences."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from attrs import frozen

from shinkansen.zerokei import scoring
from shinkansen.zerokei.names import WORKS, card_name, count, listed, opening
from shinkansen.zerokei.picture import icons, line, market, olympics, trains
from shinkansen.zerokei.picture.layout import MARGIN, WIDTH
from shinkansen.zerokei.picture.look import BODY, SMALL, TITLE, Look
from shinkansen.zerokei.picture.paper import Box, Paper, width_of, wrap
from shinkansen.zerokei.table import Again, Moving, Pending, Phase, SecondHalf

PAD: Final = 11.0
HEAD: Final = 18.0
"""Around what a panel holds, and above it for its title."""
BETWEEN: Final = 10.0
CAPTION: Final = 18.0


@frozen
class Panel:
    """A part of the table with a title. One without a width takes what the others of its row leave."""

    name: str
    title: Callable[[Look], str]
    height: Callable[[Look, float], float]
    draw: Callable[[Paper, Look, Box], None]
    width: float = 0


def _called(words: str) -> Callable[[Look], str]:
    return lambda look: words


LINE = Panel("line", _called("The line"), line.cities_height, line.draw_cities)
VALUES = Panel("values", _called("Station values"), line.values_height, line.draw_values)
TRACKS = Panel("track-costs", _called("Track cost"), line.letters_height, line.draw_letters, 240)
EVENTS = Panel("events", _called("Events"), market.events_height, market.draw_events)
TILE = Panel("turn-order", _called("Turn order"), market.tile_height, market.draw_tile, 282)
ROW = Panel("row", market.row_title, market.row_height, market.draw_row)
VENUES = Panel("venues", _called("Olympic venues"), olympics.venues_height, olympics.draw_venues)
TOKENS = Panel("tokens", _called("Olympic tokens left"), olympics.tokens_height, olympics.draw_tokens, 158)
STATIONS = Panel("stations", _called("Stations to build"), line.stations_height, line.draw_stations, 158)
DISCARD = Panel("discard", market.discard_title, market.discard_height, market.draw_discard)
HIDEO = Panel("hideo", _called("Hideo's board"), olympics.board_height, olympics.draw_board, 390)

ROWS: Final = ((LINE,), (VALUES, TRACKS), (EVENTS,), (TILE, ROW), (VENUES, TOKENS, STATIONS), (DISCARD,))
SOLO_ROWS: Final = (*ROWS[:-1], (HIDEO, DISCARD))
"""The panels from the top; the players come below."""


def draw(paper: Paper, look: Look) -> float:
    """Draw everything; returns how high it is."""
    y = _heading(paper, look)
    for row in SOLO_ROWS if look.kit.solo else ROWS:
        y += _row(paper, look, row, y) + BETWEEN
    players = Box(MARGIN, y, WIDTH - 2 * MARGIN, trains.height(look, WIDTH - 2 * MARGIN))
    trains.draw(paper, look, players)
    return players.bottom + MARGIN


def _row(paper: Paper, look: Look, row: tuple[Panel, ...], y: float) -> float:
    given = WIDTH - 2 * MARGIN - BETWEEN * (len(row) - 1) - sum(panel.width for panel in row)
    widths = [panel.width or given for panel in row]
    high = max(panel.height(look, width - 2 * PAD) for panel, width in zip(row, widths, strict=True)) + HEAD + 2 * PAD
    x = MARGIN
    for panel, width in zip(row, widths, strict=True):
        box = Box(x, y, width, high)
        with paper.piece(f"panel:{panel.name}", box):
            paper.rect(box.inset(0.5), "panel", 6)
            paper.text(x + PAD, y + PAD + 9, panel.title(look), SMALL, "mute", width - 2 * PAD, bold=True)
            panel.draw(paper, look, Box(x + PAD, y + PAD + HEAD, width - 2 * PAD, high - HEAD - 2 * PAD))
        x += width + BETWEEN
    return high


# -- The heading ----------------------------------------------------------------------------------------------------

INVENTED: Final = "reconstructed edition"


def _heading(paper: Paper, look: Look) -> float:
    """The year, whose decision it is, the edition; and the caption."""
    table, kit = look.table, look.kit
    box = Box(MARGIN, MARGIN, WIDTH - 2 * MARGIN, 46)
    invented = any(kit.edition.source(table, row, key).invented for table, row, key, _ in kit.edition.tables())
    edge = max(width_of(kit.edition.name, SMALL), width_of(INVENTED, SMALL, True) + 16)
    edge = min(edge, 260)
    with paper.piece("heading", box):
        paper.text(box.right, box.y + 12, kit.edition.name, SMALL, "mute", edge, "end")
        if invented:
            wide = width_of(INVENTED, SMALL, True) + 14
            tag = Box(box.right - wide, box.y + 22, wide, 18)
            paper.rect(tag, "dirt", 9)
            paper.text(box.right - 7, tag.y + 12.5, INVENTED, SMALL, "rust", anchor="end", bold=True)
        room = box.w - edge - 20
        year = f"{kit.edition.board.years[table.round]}  ·  round {table.round + 1} of {kit.rounds}"
        paper.text(box.x, box.y + 15, year, TITLE, "ink", room, bold=True)
        x = box.x
        if table.phase is not Phase.OVER:
            icons.seat(paper, Box(x, box.y + 23, 20, 20), *look.seat_icon(table.seat))
            x += 27
        paper.text(x, box.y + 38, decision(look), 13, "ink", room - (x - box.x))
    y = box.bottom + BETWEEN
    if look.caption:
        lines = wrap(look.caption, BODY + 1, box.w - 24, 2)
        caption = Box(MARGIN, y, box.w, CAPTION * len(lines) + 8)
        with paper.piece("caption", caption):
            paper.rect(caption.inset(1), "mark", 6)
            for place, words in enumerate(lines):
                paper.text(caption.x + 12, y + 17 + CAPTION * place, words, BODY + 1, "ink", box.w - 24)
        y = caption.bottom + BETWEEN
    return y


def decision(look: Look) -> str:
    """Whose decision it is, and which."""
    table, kit = look.table, look.kit
    if table.phase is Phase.OVER:
        outcome = scoring.outcome(kit, table)
        totals = ", ".join(f"{kit.seat_names[seat]} {total}" for seat, total in enumerate(outcome.totals))
        return f"The game is over: {outcome.decided_by} ({totals})"
    who = look.seat_name(table.seat)
    if table.pending:
        return f"{who} {_owed(look, table.pending[-1])}"
    match table.phase:
        case Phase.ENGINE:
            return f"{who} chooses an engine"
        case Phase.BUY:
            return f"{who} buys a carriage of the row"
        case Phase.PLACE:
            return f"{who} places the turn order token"
        case Phase.ACT:
            return f"{who} acts: {table.actions} of {count(look.event.actions, 'action')} left"
        case Phase.END:
            return f"{who} decides at the end of the round: {_after(market.event_words(look, look.event))}"


def _after(words: str) -> str:
    return words.partition(": ")[2] or words


def _owed(look: Look, pending: Pending) -> str:
    left = f"; then {count(look.table.actions, 'action')} left"
    match pending:
        case SecondHalf(work):
            return f"owes the second half of the event: {WORKS[work]}{left}"
        case Again(card):
            return f"uses {card_name(look.kit, card)} again{left}"
        case Moving(number):
            return f"may move {count(number, 'carriage')} of the train{left}"


# -- In sentences ---------------------------------------------------------------------------------------------------


def title(look: Look) -> str:
    years = look.kit.edition.board.years
    return f"Zero-Kei, {years[look.table.round]}: {decision(look)}"


def description(look: Look) -> str:
    """The position in a few sentences, for who cannot see it."""
    table, kit = look.table, look.kit
    ready, laid, built = len(table.prepared_cities()), len(table.cities_with_track()), len(table.stations())
    line_so_far = f"{ready} are prepared, {laid} have track, {built} have a station"
    parts = [
        *([look.caption] if look.caption else []),
        f"Round {table.round + 1} of {kit.rounds}. {decision(look)}.",
        f"Event: {market.event_words(look, look.event)}; track cost {look.event.letter}.",
        f"Cities on the line: {len(kit.city_ids)}; {line_so_far}.",
        f"Station values from most to least advanced: {listed([*look.order()], ' and ')}.",
    ]
    for number, seat in enumerate(table.seats):
        parts.append(
            f"{opening(kit.seat_names[number])} has {seat.vp} VP, {seat.yen} yen, {count(seat.tracks, 'track')}, "
            f"{count(seat.cauldrons, 'cauldron')} and {count(len(seat.train), 'carriage')}."
        )
    return " ".join(parts)
