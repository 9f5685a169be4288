"""Icons: the small shapes of Zero-Kei's pictures, drawn by us. Each takes the box it fills."""

from __future__ import annotations

from typing import Final

from shinkansen.core.prose import opening
from shinkansen.paper.markup import number
from shinkansen.paper.shapes import HEXAGON, ROUND, Badge, Points, shape
from shinkansen.paper.svg import Box, Paper
from shinkansen.zerokei import cards
from shinkansen.zerokei.edition import Ability, Action, Colour
from shinkansen.zerokei.kit import Kit

HOUSE: Final[Points] = ((0.5, 0), (1, 0.42), (0.88, 0.42), (0.88, 1), (0.12, 1), (0.12, 0.42), (0, 0.42))

HIDEO: Final = 4
"""The look of Hideo's badge; people have the looks of their seats."""


def seat_badge(kit: Kit, seat: int) -> Badge:
    """The badge of a seat."""
    return Badge(HIDEO if seat == kit.hideo else seat, opening(kit.seat_names[seat])[0])


# -- Stations and counters: a colour and a letter each --------------------------------------------------------------

INKS: Final = {Colour.GOLD: "dark", Colour.WHITE: "dark", Colour.BLACK: "pale"}


def station(paper: Paper, box: Box, colour: Colour) -> None:
    with paper.icon(box):
        shape(paper, box, HOUSE, colour.value)
        paper.letter(box.part(0, box.h * 0.2, h=box.h * 0.8), colour.value[0].upper(), box.h * 0.5, INKS[colour])


def site(paper: Paper, box: Box) -> None:
    """The place of a station that is not there."""
    with paper.icon(box):
        shape(paper, box, HOUSE, "empty")


def counter(paper: Paper, box: Box, colour: Colour) -> None:
    with paper.icon(box):
        shape(paper, box, HEXAGON, colour.value)
        paper.letter(box, colour.value[0].upper(), box.h * 0.64, INKS[colour])


def any_counter(paper: Paper, box: Box) -> None:
    """A counter of one's choice."""
    with paper.icon(box):
        shape(paper, box, HEXAGON, "disc")
        paper.letter(box, "+", box.h * 0.8, "ink")


# -- Other pieces ---------------------------------------------------------------------------------------------------


def city_number(paper: Paper, box: Box, digits: str, style: str = "disc") -> None:
    """A city's number in a disc; `ring` for an Olympic token."""
    with paper.icon(box):
        shape(paper, box.inset(0.8), ROUND, style)
        paper.letter(box, digits, box.h * (0.62 if len(digits) < 2 else 0.55), "ink")


def face_down(paper: Paper, box: Box) -> None:
    with paper.icon(box):
        shape(paper, box.inset(0.8), ROUND, "back")
        paper.letter(box, "?", box.h * 0.62, "mute")


def flame(paper: Paper, box: Box) -> None:
    """A cauldron."""
    x, y, w, h = box
    with paper.icon(box):
        paper.path(
            "flame", "M", x + w * 0.5, y, "C", x + w * 0.55, y + h * 0.25, x + w * 0.95, y + h * 0.3, x + w * 0.8,
            y + h * 0.62, "H", x + w * 0.2, "C", x + w * 0.05, y + h * 0.35, x + w * 0.4, y + h * 0.3, x + w * 0.5, y,
            "z", "M", x + w * 0.08, y + h * 0.7, "H", x + w * 0.92, "L", x + w * 0.7, y + h, "H", x + w * 0.3, "z",
        )  # fmt: skip


def track(paper: Paper, box: Box) -> None:
    """A piece of track."""
    x, y, w, h = box
    with paper.icon(box):
        ties = [part for at in (0.2, 0.5, 0.8) for part in ("M", x + w * at, y + h * 0.1, "V", y + h * 0.9)]
        paper.path("tie", *ties)
        paper.path("rail", "M", x, y + h * 0.3, "H", x + w, "M", x, y + h * 0.7, "H", x + w)


def tick(paper: Paper, box: Box) -> None:
    """Used this turn."""
    x, y, w, h = box
    with paper.icon(box):
        paper.path(
            "sign", "M", x + w * 0.15, y + h * 0.55, "L", x + w * 0.4, y + h * 0.8, "L", x + w * 0.88, y + h * 0.2
        )


def cross(paper: Paper, box: Box) -> None:
    """Spent for the game."""
    x, y, w, h = box.inset(box.w * 0.15)
    with paper.icon(box):
        paper.path("sign", "M", x, y, "L", x + w, y + h, "M", x + w, y, "L", x, y + h)


def pointer(paper: Paper, box: Box, style: str = "turn") -> None:
    """Points down at what is chosen."""
    with paper.icon(box):
        shape(paper, box, ((0, 0), (1, 0), (0.5, 1)), style)


# -- Kinds of work, as lines in a square of side 1 ------------------------------------------------------------------

WORKS: Final = {
    cards.PREPARE: "M0 1H1M.12 1Q.5 .1 .88 1",
    cards.LAY: "M0 .25H1M0 .75H1M.2 .05V.95M.5 .05V.95M.8 .05V.95",
    cards.BUILD: "M.05 .5L.5 .05L.95 .5M.2 .4V1H.8V.4",
    cards.BUY: "M.15 0H.85V1H.15zM.35 .5H.65",
    cards.PARTICIPATE: "M.5 0C.9 .4 .9 .7 .5 .72C.1 .7 .1 .4 .5 0M.15 1H.85",
    cards.REPEAT: "M.9 .5A.4 .4 0 1 1 .7 .15M.45 0L.72 .15L.6 .45",
    cards.INCOME: "M.5 0A.5 .5 0 1 1 .49 0M.3 .3L.5 .52L.7 .3M.5 .52V.8",
    "ability": "M.5 0L.64 .36L1 .38L.71 .62L.81 1L.5 .78L.19 1L.29 .62L0 .38L.36 .36z",
}
OF_ACTION: Final = {
    Action.INCOME: cards.INCOME,
    Action.PREPARE: cards.PREPARE,
    Action.PREPARE_1: cards.PREPARE,
    Action.LAY: cards.LAY,
    Action.LAY_1: cards.LAY,
    Action.BUILD: cards.BUILD,
    Action.BUILD_1: cards.BUILD,
    Action.BUY: cards.BUY,
    Action.PARTICIPATE: cards.PARTICIPATE,
    Action.REPEAT: cards.REPEAT,
}


def work(paper: Paper, box: Box, gives: Action | Ability) -> None:
    """What an action does, or that it is an ability."""
    kind = OF_ACTION[gives] if isinstance(gives, Action) else "ability"
    x, y, w, _ = box
    with paper.icon(box):
        paper.raw(
            f'<path class="{"work" if isinstance(gives, Action) else "plumwork"}" '
            f'transform="translate({number(x)} {number(y)}) scale({number(w)})" d="{WORKS[kind]}"/>'
        )
