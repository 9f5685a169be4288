"""The legend: what the marks on a map mean, as far as they can be on this sheet with these modules.

What is rare is explained only where it is on the table: the power of a pencil, and what is pointed out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from shinkansen.nextstation.picture.look import Look
from shinkansen.nextstation.picture.symbols import SUN, bolt, struck, symbol
from shinkansen.paper.layout import SMALL, Flow, flow
from shinkansen.paper.markup import number
from shinkansen.paper.shapes import ROUND, shape
from shinkansen.paper.svg import Box, Paper, width_of

_HIGH: Final = 17.0
_ICON: Final = 19.0
_GAP: Final = 12.0

Sign: TypeAlias = Callable[[Paper, Box], None]


def _asked(paper: Paper, box: Box) -> None:
    symbol(paper, box.inset(2.5), "circle", "asked", 1.1)


def _ring(paper: Paper, box: Box) -> None:
    shape(paper, box.inset(1.2), ROUND, "ring")
    symbol(paper, box.inset(4.2), "circle", "stop", 1)


def _sun(paper: Paper, box: Box) -> None:
    shape(paper, box, SUN, "site")
    symbol(paper, box.inset(3.2), "circle", "stop", 1)


def _many(paper: Paper, box: Box) -> None:
    symbol(paper, box.inset(1), "circle", "stop", 1.1)
    paper.letter(box, "3", 8.4, "ink")


def _stamp(paper: Paper, box: Box) -> None:
    paper.rect(box.inset(0.8), "stamped", 3)
    paper.letter(box, "5", 8, "pale")


def _dots(style: str) -> Sign:
    def draw(paper: Paper, box: Box) -> None:
        x, y = map(number, (box.x + 1.5, box.middle[1]))
        paper.raw(f'<path class="{style}" stroke-width="3.2" d="M{x} {y}h{number(box.w - 3)}"/>')

    return draw


def _loop(paper: Paper, box: Box) -> None:
    x, y = map(number, (box.x + 3, box.middle[1]))
    for style, width in (("loop", 6.5), ("bed", 2.9)):
        paper.raw(f'<path class="{style}" stroke-width="{width}" d="M{x} {y}h{number(box.w - 6)}"/>')


def _river(paper: Paper, box: Box) -> None:
    x, y = map(number, (box.x, box.middle[1]))
    paper.raw(f'<path class="river" stroke-width="9" d="M{x} {y}h{number(box.w)}"/>')


def signs(look: Look) -> Iterator[tuple[Sign, str]]:
    """Each sign with its words."""
    sheet = look.kit.sheet
    pencil = look.pencils[look.table.colours[look.table.choosing[0]] if look.table.choosing else 0]
    if not look.over:
        yield _asked, "the card leads here"
        yield _ring, "a section may start here"
        yield _dots(f"may s-{pencil}"), "may be drawn now"
        if any(any(seat.open_sections.values()) for seat in look.seats):
            yield _dots("spend"), "may be drawn with the pencil's power"
        yield _filled(pencil), "on the line of this round"
    yield _many, "so many lines meet"
    if look.kit.has_specials or look.kit.marks_at_once:
        yield _circled(pencil), "counts two"
    if look.kit.sites:
        yield _sun, "tourist site"
    if sheet.loop:
        yield _loop, "the loop"
    if look.kit.stamps:
        yield _stamp, "stamp of a district"
    if sheet.river:
        each = look.kit.river_points
        yield _river, f"{sheet.river_name}: {each} points for each section under it"
    yield _product, "points of a line: districts × most stations in one"
    powers = {used for seat in look.seats for used in seat.powers}
    if False in powers:
        yield _power("plum"), "a power that is left"
    if True in powers:
        yield _power("spent"), "a power that is used"
    if look.refused is not None:
        yield struck, "refused: where the reason lies"
    if look.changes.pieces:
        yield _outlined, "what stands in the way" if look.is_refused else "new or different"


def _product(paper: Paper, box: Box) -> None:
    paper.rect(box.inset(0.8), "card", 3)
    paper.letter(box, "×", 9.5, "ink")


def _power(style: str) -> Sign:
    def draw(paper: Paper, box: Box) -> None:
        bolt(paper, box.part(3, 1.5, 8, 12), style)

    return draw


def _outlined(paper: Paper, box: Box) -> None:
    paper.rect(box.inset(1.2), "outlined", 3)


def _circled(pencil: str) -> Sign:
    def draw(paper: Paper, box: Box) -> None:
        paper.raw('<g stroke-width="1.8">')
        shape(paper, box.inset(1), ROUND, f"none s-{pencil}")
        paper.raw("</g>")
        symbol(paper, box.inset(3.6), "circle", "stop", 1)

    return draw


def _filled(pencil: str) -> Sign:
    def draw(paper: Paper, box: Box) -> None:
        symbol(paper, box.inset(2.5), "circle", f"stop f-{pencil}", 1.1)

    return draw


def _flow(look: Look, width: float) -> Flow:
    return flow([_wide(words) for _, words in signs(look)], _HIGH, width, _GAP)


def _wide(words: str) -> float:
    return _ICON + 4 + width_of(words, SMALL)


def height(look: Look, width: float) -> float:
    return _flow(look, width).height


def draw(paper: Paper, look: Look, box: Box) -> None:
    for (sign, words), place in zip(signs(look), _flow(look, box.w).at(box.x, box.y), strict=True):
        with paper.icon(place.part(0, 1, 15, 15)) as icon:
            sign(paper, icon)
        paper.text(place.x + _ICON, place.y + 12, words, SMALL, "mute", place.right - place.x - _ICON + 2)
