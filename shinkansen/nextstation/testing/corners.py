"""Corners of Next Station: tables late in games in which everybody plays alike.

Players who pass as often as they draw seldom fill the tourist track, cross lines of earlier rounds or tie. So here all
draw whenever they can, with all that a card lets them add; or all draw at most one section of a line, and many have the
same points.
"""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import Any, Final

import attrs

from shinkansen.nextstation.deal import Deal
from shinkansen.nextstation.moves import PASS, Draw
from shinkansen.nextstation.powers import power_of
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.sheet import JOKER
from shinkansen.nextstation.table import State

_SWITCH: Final = "street-switch"


def corner(rules: NextStation, rng: Random) -> State:
    """The end of such a game, or any table of its last two rounds. With modules all draw what they can. Where these add
    something to sections, it is mostly a table of any round, on which what is seldom (the switch, an effect, a second
    section) is as likely as the rest."""
    deal, is_richer = rules.deal(rng), rules.special_stations or rules.pencil_powers
    if is_richer and rng.random() < 0.6:
        deal = _with_switch_at(deal, rng.choice((1, 2, 3)))
    state = rules.start(deal)
    longest = 1 if not rules.modules and rng.random() < 0.5 else len(rules.edition.tracks)
    awaited = rng.choice(("switch", "joker", "first turn", "nothing"))
    found: defaultdict[tuple[object, ...], list[State]] = defaultdict(list)
    while (seat := rules.to_move(state)) is not None:
        legal, turn, cards = rules.legal_moves(state), state.table.turn, state.table.cards[-1]
        with_switch = len(cards) > 1 and cards[-2] == _SWITCH
        sections = [move for move in legal if isinstance(move, Draw)]
        more = [move for move in sections if move.extension is not None or move.mark or move.power]
        plain = [move for move in sections if move not in more]
        if is_richer:
            second, power = bool(state.table.seconds), power_of(state.table, seat) if more else ""
            partly = 0 < len(more) < len(plain)
            found[second, turn.effect, with_switch, turn.anywhere, turn.symbol == JOKER, power, partly].append(state)
        elif state.table.round >= 2:
            found[()].append(state)
        board, colour = state.table.boards[seat], state.table.colours[seat]
        on = board.lines[colour].bit_count() < longest or PASS not in legal
        come = {"switch": turn.anywhere, "joker": turn.symbol == JOKER, "first turn": len(cards) == 1, "nothing": True}
        likely = turn.effect or come[awaited]  # a power is used up, an effect is not
        chosen = more if more and rng.random() < (0.9 if likely else 0.1) else plain or more
        state = rules.follow(state, rng.choice(chosen) if on and sections else PASS)
    if rng.random() < (0.3 if is_richer else 0.5):
        return state
    kinds = [*found]
    after_a_first = [kind for kind in kinds if kind and kind[0]]
    return rng.choice(found[rng.choice(after_a_first if after_a_first and rng.random() < 0.5 else kinds)])


def _with_switch_at(deal: Deal, place: int) -> Deal:
    """The same deal, but the switch comes early in each round: powers have not been used by then, and in the second
    turn only a module can have brought a line a station that is no end of it."""
    decks = {f"cards_{number}": [card for card in deck if card != _SWITCH] for number, deck in enumerate(deal.decks, 1)}
    changed: dict[str, Any] = {name: (*deck[:place], _SWITCH, *deck[place:]) for name, deck in decks.items()}
    return attrs.evolve(deal, **changed)
