"""Scores as their derivations: a column for each seat, and in it each item with the clause that makes it so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from attrs import frozen

from shinkansen.core.prose import opening
from shinkansen.core.ruleset import Score, ScoreItem
from shinkansen.paper.layout import GAP, SMALL, Flow, even
from shinkansen.paper.markup import minus
from shinkansen.paper.shapes import Badge
from shinkansen.paper.svg import Box, Paper, wrap

_HEAD: Final = 28.0
_LINE: Final = 12.5
_EDGE: Final = 7.0
_CLAUSE: Final = 40.0
_POINTS: Final = 28.0
"""How high the name of a player and a line are, how wide the edge, a clause and an amount."""


@frozen
class Scored:
    """What is drawn for a seat."""

    score: Score
    name: str
    """What the seat is called in the middle of a sentence."""
    badge: Badge
    won: bool = False


def columns(scores: Sequence[Score], width: float) -> Flow:
    """Where the columns lie."""
    column = even(len(scores), 168, 0, width, GAP, most=290).boxes[0].w
    lines = max(sum(len(words) for _, words in _items(score, column)) for score in scores)
    return even(len(scores), 168, _HEAD + lines * _LINE + _EDGE, width, GAP, most=290)


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
        for line in words:
            paper.text(inner.x, y, line, SMALL, "ink", inner.w - _CLAUSE - _POINTS - 3)
            y += _LINE


def _items(score: Score, width: float) -> Iterator[tuple[ScoreItem, list[str]]]:
    """The items, each with its words on lines of a column of this width."""
    for item in score.items:
        yield item, wrap(opening(item.title), SMALL, width - 2 * _EDGE - _CLAUSE - _POINTS - 3, 9)
