"""The heading of a picture: how far the game has come, whose decision it is, the edition; and below it the caption."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from attrs import frozen

from shinkansen.paper.layout import SMALL, TITLE
from shinkansen.paper.panels import BETWEEN, draw_caption
from shinkansen.paper.shapes import Badge
from shinkansen.paper.svg import Box, Paper, width_of, wrap

INVENTED: Final = "reconstructed edition"


@frozen
class Heading:
    """What is said."""

    when: str
    """How far the game has come."""
    decision: str
    """Whose decision it is, and which."""
    badge: Badge | None
    """Of the player whose decision it is."""
    edition: str
    invented: bool
    """Whether something in the edition is that matters in play (`core.editions.is_reconstructed`)."""
    tag: str
    """The style of the frame around the word that says so."""
    refused: bool = False
    """Whether the caption says why something is refused here."""


Arrangement: TypeAlias = Callable[[Paper, Heading, Box], float]
"""Writes a heading into a width, and returns how high it is."""


def as_block(paper: Paper, said: Heading, box: Box) -> float:
    """When, above whose decision it is; the edition at the right."""
    edge = _edition(paper, said, Box(box.right - 260, box.y, 260, 40), below=True)
    room = box.w - edge - 20
    paper.text(box.x, box.y + 15, said.when, TITLE, "ink", room, bold=True)
    _whose(paper, said, Box(box.x, box.y + 23, room, 20), 1)
    return 46


def as_line(paper: Paper, said: Heading, box: Box) -> float:
    """All on one line."""
    edge = _edition(paper, said, Box(box.right - 300, box.y, 300, 20), below=False)
    when = paper.text(box.x, box.y + 15, said.when, TITLE, "ink", box.w / 3, bold=True)
    _whose(paper, said, Box(box.x + when + 16, box.y, box.w - edge - when - 32, 20), 1)
    return 22


def as_list(paper: Paper, said: Heading, box: Box) -> float:
    """When, whose decision it is on as many lines as it takes, the edition."""
    paper.text(box.x, box.y + 15, said.when, TITLE, "ink", box.w, bold=True)
    lines = _whose(paper, said, Box(box.x, box.y + 23, box.w, 20), 4)
    y = box.y + 25 + 17 * lines
    _edition(paper, said, Box(box.x, y, box.w, 20), below=False)
    return y + 20 - box.y


def draw_heading(
    paper: Paper, said: Heading, arranged: Arrangement, caption: str, x: float, y: float, width: float
) -> float:
    """The heading as a piece, and the caption if there is one; returns where the next thing begins."""
    whole = Box(x, y, width, 200)
    # How high it is shows when it is drawn, and the piece around it has to know.
    trial = arranged(Paper(), said, whole)
    with paper.piece("heading", whole.part(0, 0, h=trial)) as box:
        arranged(paper, said, box)
    y = box.bottom + BETWEEN
    return draw_caption(paper, caption, x, y, width, said.refused) if caption else y


def _whose(paper: Paper, said: Heading, box: Box, most: int) -> int:
    """Whose decision it is, on so many lines at most; returns on how many."""
    x = box.x
    if said.badge is not None:
        said.badge.draw(paper, box.part(0, 0, 20, 20))
        x += 27
    lines = wrap(said.decision, 13, box.right - x, most)
    for place, words in enumerate(lines):
        paper.text(x, box.y + 15 + 17 * place, words, 13, "ink", box.right - x)
    return len(lines)


def _edition(paper: Paper, said: Heading, box: Box, below: bool) -> float:
    """What the edition is called, and whether what matters in it is invented; returns how wide that is."""
    wide = width_of(INVENTED, SMALL, True) + 14 if said.invented else 0
    if said.invented:
        tag = Box(box.right - wide, box.y + (22 if below else 1), wide, 18)
        paper.rect(tag, said.tag, 9)
        paper.text(box.right - 7, tag.y + 12.5, INVENTED, SMALL, "rust", anchor="end", bold=True)
    beside = 0 if below or not said.invented else wide + 8
    name = paper.text(box.right - beside, box.y + 13, said.edition, SMALL, "mute", box.w - beside, "end")
    return max(name, wide) if below else name + beside
