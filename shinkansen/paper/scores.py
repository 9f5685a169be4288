"""Scores as their derivations: a column for each seat, and in it each item with the clause that makes it so."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeVar

from attrs import frozen

from shinkansen.core.prose import opening
from shinkansen.core.ruleset import Outcome, Score, ScoreItem
from shinkansen.paper.layout import GAP, SMALL, Flow, even
from shinkansen.paper.markup import minus
from shinkansen.paper.panels import Panel
from shinkansen.paper.shapes import Badge
from shinkansen.paper.svg import Box, Paper, wrap

LookT = TypeVar("LookT")

_HEAD: Final = 28.0
_LINE: Final = 12.5
_APART: Final = 3.0
_EDGE: Final = 7.0
_CLAUSE: Final = 40.0
_POINTS: Final = 28.0
_WIDEST: Final = 290.0
_ALONE: Final = 400.0
"""How high the name of a player, a line and the gap between items are; how wide the edge, a clause and an amount are,
and a column at most."""


@frozen
class Scored:
    """What is drawn for a seat."""

    score: Score
    name: str
    """What the seat is called in the middle of a sentence."""
    badge: Badge
    won: bool = False


def score_panel(
    scored: Callable[[LookT], Sequence[Scored]], outcome: Callable[[LookT], Outcome], unit: str
) -> Panel[LookT]:
    """The panel of a finished game: every player's score as its derivation, and the clause by which it ended."""

    def title(look: LookT) -> str:
        return f"Final scores ({outcome(look).clause})"  # how it ended is in the heading, which has room for it

    def height(look: LookT, width: float) -> float:
        return columns([one.score for one in scored(look)], width).height

    def draw(paper: Paper, look: LookT, box: Box) -> None:
        draw_scores(paper, scored(look), box, unit)

    return Panel("scores", title, height, draw, at_the_end=True)


def columns(scores: Sequence[Score], width: float) -> Flow:
    """Where the columns lie."""
    most = _WIDEST if len(scores) > 1 else _ALONE
    column = even(len(scores), 168, 0, width, GAP, most).boxes[0].w
    high = max(sum(_high(words) for _, words in _items(score, column)) for score in scores)
    return even(len(scores), 168, _HEAD + high + _EDGE, width, GAP, most)


def _high(words: list[str]) -> float:
    """How high an item is; after one of several lines there is a gap, so that it is seen where the next one begins."""
    return len(words) * _LINE + (_APART if len(words) > 1 else 0)


def draw_scores(paper: Paper, scored: Sequence[Scored], box: Box, unit: str) -> None:
    """A column for each seat; the winners' stand out."""
    places = columns([one.score for one in scored], box.w).at(box.x, box.y)
    for one, place in zip(scored, places, strict=True):
        with paper.piece(f"score:{one.name}", place, count=one.score.total):
            _derivation(paper, one, place, unit)


def _derivation(paper: Paper, one: Scored, box: Box, unit: str) -> None:
    paper.rect(box.inset(0.5), "now" if one.won else "card", 4)
    inner = box.part(_EDGE, 0, box.w - 2 * _EDGE)
    one.badge.draw(paper, inner.part(0, 5, 16, 16))
    total = f"{minus(one.score.total)} {unit}"
    wide = paper.text(inner.right, box.y + 18, total, 12, "ink", inner.w / 2, "end", bold=True)
    paper.text(inner.x + 21, box.y + 18, opening(one.name), 12, "ink", inner.w - 25 - wide, bold=True)
    y, amount = box.y + _HEAD + 9, inner.right - _CLAUSE - 3
    for item, words in _items(one.score, box.w):
        paper.text(inner.right, y, item.clause, SMALL, "mute", _CLAUSE, "end", whole=True)
        paper.text(amount, y, minus(item.points), SMALL, "ink", _POINTS - 3, "end", bold=True, whole=True)
        for place, line in enumerate(words):
            paper.text(inner.x, y + place * _LINE, line, SMALL, "ink", inner.w - _CLAUSE - _POINTS - 3)
        y += _high(words)


def _items(score: Score, width: float) -> Iterator[tuple[ScoreItem, list[str]]]:
    """The items, each with its words on lines of a column of this width."""
    for item in score.items:
        yield item, wrap(opening(item.title), SMALL, width - 2 * _EDGE - _CLAUSE - _POINTS - 3, 9)
