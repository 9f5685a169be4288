"""Solo games made by hand: one line is drawn as told, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

from shinkansen.nextstation.deal import Deal
from shinkansen.nextstation.moves import PASS, Draw
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.table import State


def after_drawing(rules: NextStation, colour: str, line: Sequence[Draw]) -> State:
    """The end of a solo game in which the line of the first round is this one; the cards come as it needs them."""
    sheet = rules.edition
    on_line, wanted = {sheet.departures[colour]}, list[str]()
    for move in line:
        (end,) = {*move.section} - on_line
        on_line.add(end)
        symbol = sheet.by_id[end].symbol
        wanted.append(next(card for card in sheet.cards if card.endswith(symbol) and card not in wanted))
    deck = (*wanted, *(card for card in sheet.cards if card not in wanted))
    pencils = (colour, *(each for each in sheet.colours if each != colour))
    state = rules.start(Deal(pencils, deck, sheet.cards, sheet.cards, sheet.cards))
    for move in line:
        state = rules.apply(state, move)
    while rules.to_move(state) is not None:
        state = rules.apply(state, PASS)
    return state
