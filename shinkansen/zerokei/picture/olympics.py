"""The Olympics: the venues with their cauldrons, the tokens nobody has; Hideo's board, which has some of them."""

from __future__ import annotations

from typing import Final

from shinkansen.core.prose import count
from shinkansen.paper.layout import BODY, GAP, SMALL, Flow, even, flow
from shinkansen.paper.shapes import ROUND, shape
from shinkansen.paper.svg import Box, Paper
from shinkansen.zerokei.edition import Cell, CellKind
from shinkansen.zerokei.picture import icons
from shinkansen.zerokei.picture.look import Look, venue_effect
from shinkansen.zerokei.table import EMPTY, FACE_DOWN

HEAD: Final = 38.0
SEAT: Final = 16.0
CLOSED: Final = 12.0
"""How high the name of a venue, a seat's cauldrons there and the word that it is closed are."""
TOKEN: Final = 24.0
CELL: Final = 19.0
MARGIN: Final = 96.0
YEAR: Final = 30.0
"""How high a cell of Hideo's board is, how wide its margin and a year."""


# -- Venues ---------------------------------------------------------------------------------------------------------


def venues(look: Look, width: float) -> Flow:
    return even(len(look.table.venues), 112, _head(look) + SEAT * len(look.table.seats) + 3, width, GAP, most=200)


def _head(look: Look) -> float:
    return HEAD - 2 + (CLOSED if look.kit.solo else 0)


def venues_height(look: Look, width: float) -> float:
    return venues(look, width).height


def draw_venues(paper: Paper, look: Look, box: Box) -> None:
    for venue, place in enumerate(venues(look, box.w).at(box.x, box.y)):
        _venue(paper, look, venue, place)


def _venue(paper: Paper, look: Look, venue: int, box: Box) -> None:
    city = look.table.venues[venue]
    closed = bool(look.table.closed_bits >> venue & 1)
    effect = venue_effect(look.kit.edition.venues[venue])
    title = f"Venue {venue + 1}, {look.city_title(city)}: {effect}" + (", closed to you" if closed else "")
    with paper.piece(f"venue:{venue + 1}", box, title):
        paper.rect(box.inset(0.5), "back" if closed else "card", 4)
        token = box.part(5, 6, 24, 24)
        with paper.piece(f"token:{city}", token, f"The Olympic token of {look.city_title(city)}"):
            icons.city_number(paper, token, str(look.city(city).number), "ring")
        paper.text(box.x + 34, box.y + 16, look.city(city).name, BODY, "ink", box.w - 38, bold=True)
        paper.text(box.x + 34, box.y + 29, f"{venue + 1}: {effect}", SMALL, "ink", box.w - 38)
        if closed:
            paper.text(box.x + 34, box.y + 29 + CLOSED, "closed to you", SMALL, "was", box.w - 38)
        for seat, number in enumerate(look.table.cauldrons[venue]):
            _cauldrons(paper, look, venue, seat, number, box.part(4, _head(look) + seat * SEAT, box.w - 8, SEAT - 1))


def _cauldrons(paper: Paper, look: Look, venue: int, seat: int, number: int, box: Box) -> None:
    """A seat's cauldrons at a venue, as many flames if there is room, else a flame and a number."""
    name = f"cauldrons:{look.kit.seat_names[seat]}:{venue + 1}"
    title = f"{look.seat_name(seat)} has {count(number, 'cauldron')} here"
    with paper.piece(name, box, title, count=number):
        look.badge(seat).draw(paper, box.part(1, 1, 14, 14))
        was = look.changes.was.get(name)
        room = int((box.w - 22 - (34 if was is not None else 0)) // 11)
        for place in range(number if number <= room else 1):
            icons.flame(paper, box.part(20 + place * 11, 2, 10, 12))
        if was is not None:
            paper.text(box.right - 4, box.y + 12, f"{was}→{number}", SMALL, "was", 32, "end", whole=True)
        elif number > room:
            paper.text(box.x + 33, box.y + 12, f"×{number}", BODY, "ink", box.w - 36)


# -- Tokens left ----------------------------------------------------------------------------------------------------


def tokens(look: Look, width: float) -> Flow:
    return flow([TOKEN] * len(look.table.tokens), TOKEN, width, 4)


def tokens_height(look: Look, width: float) -> float:
    return tokens(look, width).height


def draw_tokens(paper: Paper, look: Look, box: Box) -> None:
    for city, place in zip(look.table.tokens, tokens(look, box.w).at(box.x, box.y), strict=True):
        with paper.piece(f"token:{city}", place, f"The Olympic token of {look.city_title(city)}"):
            icons.city_number(paper, place, str(look.city(city).number), "ring")
    if not look.table.tokens:
        paper.text(box.x, box.y + 15, "none", BODY, "mute", box.w)


# -- Hideo's board --------------------------------------------------------------------------------------------------


def _rows(look: Look) -> list[list[tuple[int, Cell]]]:
    """The cells of each row of the board, with their places; a row without cells keeps its margin."""
    cells = list(enumerate(look.kit.edition.hideo.cells))
    margins = range(1, len(look.kit.edition.hideo.margins) + 1)
    return [[(place, cell) for place, cell in cells if cell.row == row] for row in margins]


def board_height(look: Look, width: float) -> float:
    return 16 + sum([CELL * max(1, len(cells)) + 4 for cells in _rows(look)])


def draw_board(paper: Paper, look: Look, box: Box) -> None:
    """A line for each cell: what the margin of its row does, what lies on it, and in which years it comes as which."""
    years = look.kit.edition.board.years
    pitch = min(YEAR, (box.w - MARGIN - 60) / len(years))
    left = box.right - pitch * len(years)
    paper.text(box.x, box.y + 10, "if nothing to do", SMALL, "mute", MARGIN)
    for year, name in enumerate(years):
        now = year == look.table.round
        x = left + pitch * (year + 0.5)
        if now:
            paper.rect(Box(x - pitch / 2, box.y - 2, pitch, box.h + 2).inset(0.5), "act", 4)
        paper.text(
            x, box.y + 10, name.removeprefix("19"), SMALL, "ink" if now else "mute", pitch - 2, "middle", bold=now
        )
    y = box.y + 16
    for row, cells in enumerate(_rows(look)):
        high = CELL * max(1, len(cells))
        paper.path("hatch faded", "M", box.x, y - 1, "H", box.right)
        _margin(paper, look, row, Box(box.x, y, MARGIN - 6, CELL))
        for line, (place, cell) in enumerate(cells):
            _cell(paper, look, place, cell, Box(box.x + MARGIN, y + line * CELL, left - box.x - MARGIN - 4, CELL))
            for year, column in enumerate(look.kit.edition.hideo.columns):
                if cell.id in column:
                    spot = Box(left + pitch * (year + 0.5) - 7, y + line * CELL + 2, 14, 14)
                    with paper.icon(spot):
                        shape(paper, spot, ROUND, "dot")
                        paper.letter(spot, str(column.index(cell.id) + 1), 9, "on")
        y += high + 4


def _margin(paper: Paper, look: Look, row: int, box: Box) -> None:
    """What Hideo does in a row when there is nothing to do in a city."""
    margin = look.kit.edition.hideo.margins[row]
    x = box.x
    if margin.venue:
        icons.flame(paper, box.part(0, 3, 10, 12))
        x += 14
    words = ", ".join([f"venue {margin.venue}"] * bool(margin.venue) + [f"{margin.vp} VP"] * bool(margin.vp))
    paper.text(x, box.y + 13, words or "nothing", SMALL, "ink", box.right - x)


def _cell(paper: Paper, look: Look, place: int, cell: Cell, box: Box) -> None:
    token = look.table.board[place]
    disc = box.part(2, 1, 17, 17)
    shut = cell.kind is CellKind.CLOSED
    with paper.piece(f"cell:{cell.id}", box):
        if token == FACE_DOWN:
            icons.face_down(paper, disc)
            words = "closes a venue" if shut else "face down"
        elif token == EMPTY:
            with paper.icon(disc):
                shape(paper, disc.inset(1), ROUND, "empty")
            words = "turned up"
        else:
            with paper.piece(f"token:{token}", disc, f"The Olympic token of {look.city_title(token)}"):
                icons.city_number(paper, disc, str(look.city(token).number), "ring")
            words = look.city(token).name
        known = token not in (FACE_DOWN, EMPTY)
        paper.text(box.x + 23, box.y + 13, words, BODY, "ink" if known else "mute", box.w - 24, bold=known)
