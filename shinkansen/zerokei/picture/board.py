"""The whole picture: which panels there are and where, the heading above them, and the position in sentences."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final, TypeAlias

from attrs import frozen

from shinkansen.core.editions import is_reconstructed
from shinkansen.core.prose import count, listed, opening
from shinkansen.paper.heading import Arrangement, Heading, as_block, as_line, as_list, draw_heading
from shinkansen.paper.layout import GAP
from shinkansen.paper.markup import minus
from shinkansen.paper.panels import PAD, Panel, draw_row
from shinkansen.paper.svg import Box, Paper
from shinkansen.zerokei import scoring, stages
from shinkansen.zerokei.kit import Kit
from shinkansen.zerokei.picture import line, market, olympics, trains
from shinkansen.zerokei.picture.inventory import has_yen
from shinkansen.zerokei.picture.look import Look
from shinkansen.zerokei.picture.scores import SCORES
from shinkansen.zerokei.table import Phase


def _called(words: str) -> Callable[[Look], str]:
    return lambda look: words


LINE = Panel("line", _called("The line"), line.cities_height, line.draw_cities)
VALUES = Panel("values", _called("Station values"), line.values_height, line.draw_values)
TRACKS = Panel("track-costs", _called("Track cost"), line.letters_height, line.draw_letters)
EVENTS = Panel("events", _called("Events"), market.events_height, market.draw_events)
TILE = Panel("turn-order", _called("Turn order"), market.tile_height, market.draw_tile)
ROW = Panel("row", market.row_title, market.row_height, market.draw_row)
VENUES = Panel("venues", _called("Olympic venues"), olympics.venues_height, olympics.draw_venues)
TOKENS = Panel("tokens", _called("Olympic tokens left"), olympics.tokens_height, olympics.draw_tokens)
STATIONS = Panel("stations", _called("Stations to build"), line.stations_height, line.draw_stations)
DISCARD = Panel("discard", market.discard_title, market.discard_height, market.draw_discard)
HIDEO = Panel("hideo", _called("Hideo's board"), olympics.board_height, olympics.draw_board)

Width: TypeAlias = float | Callable[[Look], float]
Row: TypeAlias = tuple[tuple[Panel[Look], Width], ...]
"""Panels side by side with their widths; 0 is what the others leave."""


def _full_row(look: Look) -> float:
    """As wide as a carriage row on one line."""
    return market.full_row(look) + 2 * PAD


@frozen
class Layout:
    """Where everything is in a picture: rows of panels from the top, then the players, then more rows."""

    width: float
    margin: float
    heading: Arrangement
    rows: tuple[Row, ...]
    solo_rows: tuple[Row, ...]
    below: tuple[Row, ...] = ()
    stacked: bool = False
    """Whether the purses lie above the trains."""


LAYOUTS: Final = {
    "tall": Layout(
        900,
        16,
        as_block,
        (
            ((SCORES, 0),),
            ((LINE, 0),),
            ((VALUES, 0), (TRACKS, 240)),
            ((EVENTS, 0),),
            ((TILE, 278), (ROW, 0)),
            ((VENUES, 0), (TOKENS, 158), (STATIONS, 158)),
            ((DISCARD, 0),),
        ),
        (
            ((SCORES, 0),),
            ((LINE, 0),),
            ((VALUES, 0), (TRACKS, 240)),
            ((EVENTS, 0),),
            ((TILE, 278), (ROW, 0)),
            ((VENUES, 0), (TOKENS, 158), (STATIONS, 158)),
            ((HIDEO, 390), (DISCARD, 0)),
        ),
    ),
    "wide": Layout(
        1104,
        10,
        as_line,
        (
            ((LINE, 0), (STATIONS, 144), (TOKENS, 154)),
            ((EVENTS, 0), (TILE, 278)),
            ((VENUES, 0), (VALUES, 440), (TRACKS, 220)),
            ((ROW, _full_row), (DISCARD, 0)),
        ),
        (
            ((LINE, 0), (STATIONS, 144), (TOKENS, 154)),
            ((EVENTS, 0), (TILE, 278)),
            ((VENUES, 0), (VALUES, 440), (TRACKS, 220)),
            ((HIDEO, 380), (ROW, _full_row), (DISCARD, 0)),
        ),
        below=(((SCORES, 0),),),
    ),
    "narrow": Layout(
        390,
        6,
        as_list,
        (
            ((SCORES, 0),),
            ((LINE, 0),),
            ((VALUES, 0),),
            ((EVENTS, 0),),
            ((ROW, 0),),
            ((TILE, 238), (TOKENS, 0)),
            ((TRACKS, 196), (STATIONS, 0)),
            ((VENUES, 0),),
            ((DISCARD, 0),),
        ),
        (
            ((SCORES, 0),),
            ((LINE, 0),),
            ((VALUES, 0),),
            ((EVENTS, 0),),
            ((ROW, 0),),
            ((TILE, 238), (TOKENS, 0)),
            ((TRACKS, 196), (STATIONS, 0)),
            ((VENUES, 0),),
            ((HIDEO, 0),),
            ((DISCARD, 0),),
        ),
        stacked=True,
    ),
}
"""`tall` for a page of text, `wide` so that all of it fits on a screen, `narrow` for a phone."""


def parts(kit: Kit, layout: Layout) -> list[str]:
    """The names of all panels and players."""
    rows = (*(layout.solo_rows if kit.solo else layout.rows), *layout.below)
    panels = [panel.part for row in rows for panel, _ in row]
    return [*panels, *(f"seat:{name}" for name in kit.seat_names[: kit.seats])]


def draw(paper: Paper, look: Look, layout: Layout, only: Collection[str] | None = None) -> float:
    """Draw everything, or only these panels and players; returns how high it is."""
    inner = layout.width - 2 * layout.margin
    y = draw_heading(paper, _heading(look), layout.heading, look.caption, layout.margin, layout.margin, inner)
    for row in layout.solo_rows if look.kit.solo else layout.rows:
        y = _row(paper, look, layout, row, only, y)
    for number in range(len(look.table.seats)):
        if only is None or f"seat:{look.kit.seat_names[number]}" in only:
            high = trains.strip_height(look, inner, number)
            with paper.at(layout.margin, y):
                trains.player(paper, look, number, Box(0, 0, inner, high))
            y += high + GAP
    for row in layout.below:
        y = _row(paper, look, layout, row, only, y)
    return y - GAP + layout.margin


def _row(paper: Paper, look: Look, layout: Layout, row: Row, only: Collection[str] | None, y: float) -> float:
    """The panels of a row that are drawn; returns where the next row begins."""
    over = look.table.phase is Phase.OVER
    drawn = [
        (panel, width(look) if callable(width) else width)
        for panel, width in row
        if (over or not panel.at_the_end) and (only is None or panel.part in only)
    ]
    return draw_row(paper, look, drawn, layout.margin, y, layout.width - 2 * layout.margin)


# -- The heading ----------------------------------------------------------------------------------------------------


def _heading(look: Look) -> Heading:
    kit, table = look.kit, look.table
    edition = kit.edition
    return Heading(
        f"{edition.board.years[table.round]}  ·  round {table.round + 1} of {kit.rounds}",
        decision(look),
        None if table.phase is Phase.OVER else look.badge(table.seat),
        edition.name,
        is_reconstructed((key, edition.source(table, row, key).invented) for table, row, key, _ in edition.tables()),
        "dirt",
        look.is_refused,
    )


def deciding(look: Look) -> str:
    """The piece of the player whose decision it is; empty when the game is over."""
    return "" if look.table.phase is Phase.OVER else f"seat:{look.kit.seat_names[look.table.seat]}"


def decision(look: Look) -> str:
    """Whose decision it is, and which."""
    table, kit = look.table, look.kit
    if table.phase is Phase.OVER:
        outcome = scoring.outcome(kit, table)
        totals = ", ".join(f"{kit.seat_names[seat]} {minus(total)}" for seat, total in enumerate(outcome.totals))
        return f"The game is over: {outcome.decided_by} ({totals})"
    now = f"{look.seat_name(table.seat)} {stages.doing(kit, table)}"
    if table.pending:
        return f"{now}; then {count(table.actions, 'action')} left"
    match table.phase:
        case Phase.ACT:
            return f"{now}: {stages.actions_left(kit, table)}"
        case Phase.END:
            return f"{now}: {_after(market.event_words(look, look.event))}"
        case _:
            return now


def _after(words: str) -> str:
    return words.partition(": ")[2] or words


# -- In sentences ---------------------------------------------------------------------------------------------------


def title(look: Look) -> str:
    years = look.kit.edition.board.years
    return f"Zero-Kei, {years[look.table.round]}: {decision(look)}"


def description(look: Look) -> str:
    """The position in a few sentences, for who cannot see it."""
    table, kit = look.table, look.kit
    ready, laid, built = len(table.prepared_cities()), len(table.cities_with_track()), len(table.stations())
    parts = [
        *([look.caption] if look.caption else []),
        f"Round {table.round + 1} of {kit.rounds}. {decision(look)}.",
        f"Event: {market.event_words(look, look.event)}; track cost {look.event.letter}.",
        f"Cities on the line: {len(kit.city_ids)}; prepared {ready}, with track {laid}, with a station {built}.",
        f"Station values from most to least advanced: {listed([*look.order()], ' and ')}.",
    ]
    for number, seat in enumerate(table.seats):
        yen = f"{seat.yen} yen, " if has_yen(kit, seat, number) else ""
        parts.append(
            f"{opening(kit.seat_names[number])} has {minus(seat.vp)} VP, {yen}"
            f"{count(seat.tracks, 'track')}, {count(seat.cauldrons, 'cauldron')} "
            f"and {count(len(seat.train), 'carriage')}."
        )
    return " ".join(parts)
