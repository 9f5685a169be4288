"""The whole picture: which panels there are and where, the heading above them, and the position in sentences."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final, TypeAlias

from attrs import frozen

from shinkansen.core.prose import count, listed, opening
from shinkansen.paper.layout import GAP, SMALL, TITLE
from shinkansen.paper.markup import minus
from shinkansen.paper.panels import BETWEEN, PAD, Panel, draw_caption, draw_row
from shinkansen.paper.svg import Box, Paper, width_of, wrap
from shinkansen.zerokei import scoring, stages
from shinkansen.zerokei.kit import Kit
from shinkansen.zerokei.picture import line, market, olympics, scores, trains
from shinkansen.zerokei.picture.inventory import has_yen
from shinkansen.zerokei.picture.look import Look
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
SCORES = Panel("scores", scores.title, scores.derivations_height, scores.draw_derivations, at_the_end=True)

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
    heading: Callable[[Paper, Look, Box], float]
    rows: tuple[Row, ...]
    solo_rows: tuple[Row, ...]
    below: tuple[Row, ...] = ()
    stacked: bool = False
    """Whether the purses lie above the trains."""


def _heading_as_block(paper: Paper, look: Look, box: Box) -> float:
    """The year above whose decision it is, the edition at the right."""
    edge = _edition(paper, look, Box(box.right - 260, box.y, 260, 40), below=True)
    room = box.w - edge - 20
    paper.text(box.x, box.y + 15, _year(look), TITLE, "ink", room, bold=True)
    _whose(paper, look, Box(box.x, box.y + 23, room, 20), 1)
    return 46


def _heading_as_line(paper: Paper, look: Look, box: Box) -> float:
    """All on one line."""
    edge = _edition(paper, look, Box(box.right - 300, box.y, 300, 20), below=False)
    year = paper.text(box.x, box.y + 15, _year(look), TITLE, "ink", box.w / 3, bold=True)
    _whose(paper, look, Box(box.x + year + 16, box.y, box.w - edge - year - 32, 20), 1)
    return 22


def _heading_as_list(paper: Paper, look: Look, box: Box) -> float:
    """The year, whose decision it is on as many lines as it takes, the edition."""
    paper.text(box.x, box.y + 15, _year(look), TITLE, "ink", box.w, bold=True)
    lines = _whose(paper, look, Box(box.x, box.y + 23, box.w, 20), 4)
    y = box.y + 25 + 17 * lines
    _edition(paper, look, Box(box.x, y, box.w, 20), below=False)
    return y + 20 - box.y


LAYOUTS: Final = {
    "tall": Layout(
        900,
        16,
        _heading_as_block,
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
        _heading_as_line,
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
        _heading_as_list,
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
    y = _heading(paper, look, layout)
    for row in layout.solo_rows if look.kit.solo else layout.rows:
        y = _row(paper, look, layout, row, only, y)
    width = layout.width - 2 * layout.margin
    for number in range(len(look.table.seats)):
        if only is None or f"seat:{look.kit.seat_names[number]}" in only:
            high = trains.strip_height(look, width, number)
            with paper.at(layout.margin, y):
                trains.player(paper, look, number, Box(0, 0, width, high))
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

INVENTED: Final = "reconstructed edition"


def _heading(paper: Paper, look: Look, layout: Layout) -> float:
    """The year, whose decision it is, the edition; and the caption. Returns where the rows begin."""
    whole = Box(layout.margin, layout.margin, layout.width - 2 * layout.margin, 200)
    # How high it is shows when it is drawn, and the piece around it has to know.
    trial = layout.heading(Paper(), look, whole)
    with paper.piece("heading", whole.part(0, 0, h=trial)) as box:
        layout.heading(paper, look, box)
    y = box.bottom + BETWEEN
    return draw_caption(paper, look.caption, box.x, y, box.w) if look.caption else y


def _year(look: Look) -> str:
    kit, round = look.kit, look.table.round
    return f"{kit.edition.board.years[round]}  ·  round {round + 1} of {kit.rounds}"


def _whose(paper: Paper, look: Look, box: Box, most: int) -> int:
    """Whose decision it is, on so many lines at most; returns on how many."""
    x = box.x
    if look.table.phase is not Phase.OVER:
        look.badge(look.table.seat).draw(paper, box.part(0, 0, 20, 20))
        x += 27
    lines = wrap(decision(look), 13, box.right - x, most)
    for place, words in enumerate(lines):
        paper.text(x, box.y + 15 + 17 * place, words, 13, "ink", box.right - x)
    return len(lines)


def _edition(paper: Paper, look: Look, box: Box, below: bool) -> float:
    """What the edition is called, and whether something in it is invented; returns how wide that is."""
    edition = look.kit.edition
    invented = any(edition.source(table, row, key).invented for table, row, key, _ in edition.tables())
    wide = width_of(INVENTED, SMALL, True) + 14 if invented else 0
    if invented:
        tag = Box(box.right - wide, box.y + (22 if below else 1), wide, 18)
        paper.rect(tag, "dirt", 9)
        paper.text(box.right - 7, tag.y + 12.5, INVENTED, SMALL, "rust", anchor="end", bold=True)
    beside = 0 if below or not invented else wide + 8
    name = paper.text(box.right - beside, box.y + 13, edition.name, SMALL, "mute", box.w - beside, "end")
    return max(name, wide) if below else name + beside


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
