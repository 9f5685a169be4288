"""The end: every player's score as its derivation."""

from __future__ import annotations

from typing import Final

from shinkansen.core.ruleset import Outcome
from shinkansen.paper.scores import Scored, score_panel
from shinkansen.zerokei import scoring
from shinkansen.zerokei.picture.look import Look


def _outcome(look: Look) -> Outcome:
    return scoring.outcome(look.kit, look.table)


def _scored(look: Look) -> list[Scored]:
    winners = _outcome(look).winners
    return [
        Scored(scoring.score(look.kit, look.table, seat), name, look.badge(seat), seat in winners)
        for seat, name in enumerate(look.kit.seat_names[: len(look.table.seats)])
    ]


SCORES: Final = score_panel(_scored, _outcome, "VP")
