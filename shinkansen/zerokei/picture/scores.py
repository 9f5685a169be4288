"""The end: every player's score as its derivation, each item with the clause that makes it so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from shinkansen.core.ruleset import Score, ScoreItem
from shinkansen.zerokei import scoring
from shinkansen.zerokei.names import opening
from shinkansen.zerokei.picture import icons
from shinkansen.zerokei.picture.layout import GAP, Flow, even
from shinkansen.zerokei.picture.look import SMALL, Look
from shinkansen.zerokei.picture.paper import Box, Paper, minus, wrap

HEAD: Final = 28.0
LINE: Final = 12.5
EDGE: Final = 7.0
CLAUSE: Final = 40.0
VP: Final = 28.0
"""How high the name of a player and a line are, how wide the edge, a clause and an amount."""


def derivations(look: Look, width: float) -> Flow:
    seats = len(look.table.seats)
    column = even(seats, 168, 0, width, GAP, most=290).boxes[0].w
    lines = max(sum(len(words) for _, words in _items(score, column)) for score in _scores(look))
    return even(seats, 168, HEAD + lines * LINE + EDGE, width, GAP, most=290)


def derivations_height(look: Look, width: float) -> float:
    return derivations(look, width).height


def title(look: Look) -> str:
    outcome = scoring.outcome(look.kit, look.table)
    return f"Final scores  ·  {outcome.decided_by} ({outcome.clause})"


def draw_derivations(paper: Paper, look: Look, box: Box) -> None:
    """A column for each player; the winners' stand out."""
    winners = scoring.outcome(look.kit, look.table).winners
    for score, place in zip(_scores(look), derivations(look, box.w).at(box.x, box.y), strict=True):
        with paper.piece(f"score:{look.kit.seat_names[score.seat]}", place, count=score.total):
            _derivation(paper, look, score, place, score.seat in winners)


def _derivation(paper: Paper, look: Look, score: Score, box: Box, won: bool) -> None:
    paper.rect(box.inset(0.5), "now" if won else "card", 4)
    inner = box.part(EDGE, 0, box.w - 2 * EDGE)
    icons.seat(paper, inner.part(0, 5, 16, 16), *look.seat_icon(score.seat))
    wide = paper.text(inner.right, box.y + 18, f"{minus(score.total)} VP", 12, "ink", inner.w / 2, "end", bold=True)
    paper.text(inner.x + 21, box.y + 18, look.seat_name(score.seat), 12, "ink", inner.w - 25 - wide, bold=True)
    y = box.y + HEAD + 9
    for item, words in _items(score, box.w):
        paper.text(inner.right, y, item.clause, SMALL, "mute", CLAUSE, "end", whole=True)
        paper.text(inner.right - CLAUSE - 3, y, minus(item.points), SMALL, "ink", VP - 3, "end", bold=True, whole=True)
        for line in words:
            paper.text(inner.x, y, line, SMALL, "ink", inner.w - CLAUSE - VP - 3)
            y += LINE


def _scores(look: Look) -> list[Score]:
    return [scoring.score(look.kit, look.table, seat) for seat in range(len(look.table.seats))]


def _items(score: Score, width: float) -> Iterator[tuple[ScoreItem, list[str]]]:
    """The items, each with its words on lines of a column of this width."""
    for item in score.items:
        yield item, wrap(opening(item.title), SMALL, width - 2 * EDGE - CLAUSE - VP - 3, 9)
