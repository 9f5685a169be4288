"""The end: every player's score as its derivation."""

from __future__ import annotations

from shinkansen.paper.scores import Scored, columns, draw_scores
from shinkansen.paper.svg import Box, Paper
from shinkansen.zerokei import scoring
from shinkansen.zerokei.picture.look import Look


def derivations_height(look: Look, width: float) -> float:
    return columns([one.score for one in _scored(look)], width).height


def title(look: Look) -> str:
    outcome = scoring.outcome(look.kit, look.table)
    return f"Final scores  ·  {outcome.decided_by} ({outcome.clause})"


def draw_derivations(paper: Paper, look: Look, box: Box) -> None:
    draw_scores(paper, _scored(look), box, "VP")


def _scored(look: Look) -> list[Scored]:
    winners = scoring.outcome(look.kit, look.table).winners
    return [
        Scored(scoring.score(look.kit, look.table, seat), name, look.badge(seat), seat in winners)
        for seat, name in enumerate(look.kit.seat_names[: len(look.table.seats)])
    ]
