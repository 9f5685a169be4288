"""Solo games made by hand: one line is drawn as told, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from shinkansen.nextstation.moves import Draw
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.table import State
from shinkansen.nextstation.testing.tables import next_round, plain_deal, played


def after_drawing(rules: NextStation, colour: str, line: Sequence[Draw]) -> State:
    """The end of a solo game in which the line of the first round is this one; the cards come as it needs them."""
    sheet = rules.edition
    on_line, wanted = {sheet.departures[colour]}, list[str]()
    for move in line:
        (end,) = {*move.section} - on_line
        on_line.add(end)
        wanted.append(sheet.by_id[end].symbol)
    state = played(rules, rules.start(plain_deal(rules, wanted, pencils=[colour])), *line)
    while rules.to_move(state) is not None:
        state = next_round(rules, state)
    return state
