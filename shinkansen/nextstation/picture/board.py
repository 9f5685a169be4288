"""The whole picture: which panels there are and where, the players' sheets, and the position in sentences."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Final

from attrs import frozen

from shinkansen.core.prose import count, listed, opening
from shinkansen.core.ruleset import Outcome
from shinkansen.nextstation import sentences
from shinkansen.nextstation.kit import Kit
from shinkansen.nextstation.picture import block, cards, legend
from shinkansen.nextstation.picture.geometry import Plan, plan_for
from shinkansen.nextstation.picture.look import Look, Sheet
from shinkansen.nextstation.picture.network import network
from shinkansen.nextstation.sheet_text import is_reconstructed
from shinkansen.paper.heading import Arrangement, Heading, as_block, as_line, as_list, draw_heading
from shinkansen.paper.layout import SMALL
from shinkansen.paper.markup import minus
from shinkansen.paper.panels import BETWEEN, PAD, Panel, draw_row
from shinkansen.paper.scores import Scored, score_panel
from shinkansen.paper.svg import Box, Paper


def _outcome(look: Look) -> Outcome:
    return look.outcome


def _scored(look: Look) -> list[Scored]:
    winners = look.outcome.winners
    return [Scored(sheet.score, sheet.name, look.badge(sheet.seat), sheet.seat in winners) for sheet in look.seats]


def _legend_title(look: Look) -> str:
    return "What the signs mean"


SCORES: Final = score_panel(_scored, _outcome, "points")
CARDS: Final = Panel("cards", cards.title, cards.height, cards.draw)
MODULES: Final = Panel("modules", cards.modules_title, cards.modules_height, cards.draw_modules)
LEGEND: Final = Panel("legend", _legend_title, legend.height, legend.draw)
PANELS: Final[tuple[Panel[Look], ...]] = (SCORES, CARDS, MODULES, LEGEND)


@frozen
class Layout:
    """Where everything is in a picture."""

    width: float
    margin: float
    heading: Arrangement
    abreast: tuple[int, ...]
    """How many sheets at most lie side by side, for each number of seats."""
    highest: tuple[float, ...] = (10_000,) * 4
    """How high a map is at most, for each number of seats."""
    on_screen: bool = False
    """Whether it is wider than high: panels lie side by side, and the final scores below the players."""


LAYOUTS: Final = {
    "tall": Layout(900, 16, as_block, (1, 2, 2, 2)),
    "wide": Layout(1104, 10, as_line, (1, 2, 3, 2), (510, 400, 400, 400), on_screen=True),
    "narrow": Layout(390, 6, as_list, (1, 1, 1, 1)),
}
"""`tall` for a page of text, `wide` so that all of it fits on a screen, `narrow` for a phone."""

_HEAD: Final = 28.0
"""How high the name of a player is."""
_BLOCK: Final = 226.0
"""So much room a score block needs beside a map."""
_MODULES: Final = 458.0
"""How wide the cards of modules are beside the cards of the round."""
_SMALLEST: Final = 21.0
"""Narrower cells are seen only where a sheet has all the width."""


def parts(kit: Kit) -> list[str]:
    """The names of all panels and players."""
    panels = [panel.part for panel in PANELS if panel is not MODULES or kit.modules]
    return [*panels, *(f"seat:{name}" for name in kit.seat_names)]


def draw(paper: Paper, look: Look, layout: Layout, only: Collection[str] | None = None) -> float:
    """Draw everything, or only these panels and players; returns how high it is."""
    margin, inner = layout.margin, layout.width - 2 * layout.margin
    y = draw_heading(paper, _heading(look), layout.heading, look.caption, margin, margin, inner)

    def row(y: float, *panels: tuple[Panel[Look], float]) -> float:
        drawn = [
            (panel, wide)
            for panel, wide in panels
            if (look.over or not panel.at_the_end)
            and (panel is not MODULES or look.kit.modules)
            and (only is None or panel.part in only)
        ]
        # Alone it takes all the width.
        return draw_row(paper, look, drawn if len(drawn) > 1 else [(panel, 0) for panel, _ in drawn], margin, y, inner)

    seats = [sheet for sheet in look.seats if only is None or f"seat:{sheet.name}" in only]
    if layout.on_screen:
        y = row(y, (CARDS, 0), (MODULES, _MODULES))
        return row(row(_seats(paper, layout, seats, y), (LEGEND, 0)), (SCORES, 0)) - BETWEEN + margin
    for panel in (SCORES, CARDS, MODULES):
        y = row(y, (panel, 0))
    return row(_seats(paper, layout, seats, y), (LEGEND, 0)) - BETWEEN + margin


# -- The players


def _seats(paper: Paper, layout: Layout, seats: list[Sheet], y: float) -> float:
    """The sheets, side by side as far as their cells stay large enough; returns where the next thing begins."""
    if not seats:
        return y
    inner, edition = layout.width - 2 * layout.margin, seats[0].kit.sheet
    abreast = layout.abreast[len(seats) - 1]
    while abreast > 1 and plan_for(edition, _column(inner, abreast) - 2 * PAD).cell < _SMALLEST:
        abreast -= 1
    wide = _column(inner, abreast)
    for first in range(0, len(seats), abreast):
        row = seats[first : first + abreast]
        arranged = [_arranged(sheet, layout, wide, len(seats) > abreast) for sheet in row]
        high = max(each.height for each in arranged)
        for place, (sheet, each) in enumerate(zip(row, arranged, strict=True)):
            with paper.at(layout.margin + place * (wide + BETWEEN), y):
                _player(paper, sheet, each, Box(0, 0, wide, high))
        y += high + BETWEEN
    return y


def _column(inner: float, many: int) -> float:
    return (inner - BETWEEN * (many - 1)) / many


@frozen
class _Arranged:
    """How a player's sheet lies in its frame."""

    plan: Plan
    beside: bool
    """Whether the score block lies beside the map, and not below it."""
    height: float


def _arranged(sheet: Sheet, layout: Layout, wide: float, in_rows: bool) -> _Arranged:
    """Beside each other if the map stays large enough, on a screen with several rows if it stays readable."""
    inner = wide - 2 * PAD
    highest = layout.highest[sheet.kit.seats - 1]
    narrow = plan_for(sheet.kit.sheet, inner - _BLOCK - PAD, highest)
    whole = plan_for(sheet.kit.sheet, inner, highest)
    if narrow.cell >= _SMALLEST * (1 if in_rows and layout.on_screen else 1.4) or narrow == whole:
        high = max(narrow.size[1], block.height(sheet, narrow, inner - narrow.size[0] - PAD))
        return _Arranged(narrow, True, _HEAD + high + PAD)
    return _Arranged(whole, False, _HEAD + whole.size[1] + PAD + block.height(sheet, whole, inner) + PAD)


def _player(paper: Paper, sheet: Sheet, how: _Arranged, box: Box) -> None:
    """A player's name, map and score block."""
    wide, high = how.plan.size
    with paper.piece(f"seat:{sheet.name}", box):
        paper.rect(box.inset(0.5), "panel", 6)
        _head(paper, sheet, box.part(PAD, 5, box.w - 2 * PAD, 20))
        inner = box.w - 2 * PAD
        left = PAD if how.beside else PAD + (inner - wide) / 2
        with paper.at(left, _HEAD), paper.piece(f"map:{sheet.name}", Box(0, 0, wide, high)):
            network(paper, sheet, how.plan)
        place = Box(PAD, _HEAD + high + PAD, inner, 0)
        if how.beside:
            place = Box(PAD + wide + PAD, _HEAD, inner - wide - PAD, 0)
        block.draw(paper, sheet, how.plan, place)


def _head(paper: Paper, sheet: Sheet, box: Box) -> None:
    """Who it is, what the seat has to do, and its score."""
    look, table = sheet.look, sheet.look.table
    look.badge(sheet.seat).draw(paper, box.part(0, 0, 20, 20))
    name = f"total:{sheet.name}"
    total = sheet.score.total
    told = look.changes.amount(name, total)
    with paper.piece(name, box.part(box.w - 84, 0, 84, 20), count=total) as place:
        points = "" if "→" in told else f" point{'s' * (total != 1)}"
        style = "was" if points == "" else "ink"
        paper.text(place.right - 3, box.y + 14.5, told + points, 12, style, 78, "end", True, True)
    x = box.x + 26
    x += paper.text(x, box.y + 14.5, sheet.title, 12, "ink", box.w * 0.3, bold=True) + 8
    if look.over:
        return
    pencil = Box(x, box.y + 3.5, 25, 13)
    block.code(paper, look.pencils[sheet.colour], look.codes[sheet.colour], sheet.colour, pencil)
    colour = sheet.kit.sheet.colours[sheet.colour]
    room = place.x - pencil.right - 8
    if sheet.has_chosen:
        with paper.piece(f"chosen:{sheet.name}", Box(pencil.right + 4, box.y, room, 20)) as spot:
            paper.text(spot.x + 3, box.y + 14, f"{colour}, has chosen", SMALL, "mute", room - 6)
        return
    second = f"second section to a {table.seconds[sheet.seat]}" if table.seconds and sheet.choosing else ""
    paper.text(pencil.right + 7, box.y + 14, second or f"draws {colour}", SMALL, "mute", room - 6)


# -- The heading


_reconstructed = lru_cache(16)(is_reconstructed)


def _heading(look: Look) -> Heading:
    edition = look.kit.sheet
    badge = None if look.over else look.badge(look.table.choosing[0])
    invented = _reconstructed(edition)
    # The tag beside it says so.
    name = edition.name.removesuffix(" (reconstructed)") if invented else edition.name
    return Heading(_when(look), opening(decision(look)), badge, name, invented, "tag", look.is_refused)


def _when(look: Look) -> str:
    return f"Round {look.table.round + 1} of {look.kit.rounds}  ·  turn {look.kit.turn(cards.shown(look))}"


def deciding(look: Look) -> str:
    """The piece of the player whose decision it is; empty when the game is over."""
    return "" if look.over else f"seat:{look.kit.seat_names[look.table.choosing[0]]}"


def decision(look: Look) -> str:
    """Whose decision it is, and which."""
    if look.over:
        points = ", ".join(f"{sheet.name} {minus(sheet.score.total)}" for sheet in look.seats)
        return f"the game is over: {look.outcome.decided_by}{'' if look.kit.solo else f' ({points})'}"
    return sentences.stage(look.kit, look.table).words.partition(": ")[2]


# -- In sentences


def title(look: Look) -> str:
    return f"{look.kit.sheet.name}, {opening(sentences.stage(look.kit, look.table).words)}"


def description(look: Look) -> str:
    """The position in a few sentences, for who cannot see it."""
    told = [*([look.caption] if look.caption else []), f"{opening(sentences.stage(look.kit, look.table).words)}."]
    for sheet in look.seats:
        lines = [
            f"{count(mask.bit_count(), 'section')} of {colour}"
            for colour, mask in zip(look.kit.sheet.colours, sheet.board.lines, strict=True)
            if mask
        ]
        told.append(f"{sheet.title}: {listed(lines) or 'nothing drawn'}; {minus(sheet.score.total)} points.")
    return " ".join(told)
