"""What Next Station adds where a game is told in sentences (`core.telling`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, cast

from shinkansen.core.opaque import AnyRules, State
from shinkansen.core.parts import Telling
from shinkansen.core.prose import listed
from shinkansen.core.text import name
from shinkansen.nextstation import happenings as h
from shinkansen.nextstation.module_cards import EFFECTS, POWERS
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.sentences import Speaker
from shinkansen.nextstation.table import State as Sitting


def _rules(rules: AnyRules) -> Iterator[str]:
    yield f"The sheet is {name(cast('NextStation', rules).edition.name)}; stations are named by column and row, from 0."


def _start(rules: AnyRules, state: State) -> Iterator[str]:
    kit, table = cast("NextStation", rules).kit, cast("Sitting", state).table
    if table.setup.objectives:
        titles = [kit.objective_cards[id].title for id in table.setup.objectives]
        yield f"The objectives of this game: {listed(titles)} ({kit.clauses['objectives']})."
    if table.setup.powers:
        powers = [
            f"{POWERS[power][0]} with {colour}"
            for power, colour in zip(table.setup.powers, kit.sheet.colours, strict=True)
        ]
        yield f"The powers of the pencils: {listed(powers)} (L.14.2)."
    colours = tuple(kit.sheet.colours[colour] for colour in table.colours)
    cards = table.cards[-1]
    speaker = Speaker(kit)
    yield speaker.happening(h.RoundBegan(1, colours, "13.2" if kit.solo else "4.1"))
    if table.specials:
        yield speaker.happening(h.SpecialTurnedUp(*table.specials[-1]))
    yield speaker.happening(h.CardsTurnedUp(cards, kit.turn(cards), kit.is_last_turn(cards), "4.5"))
    if table.turn.effect:
        yield speaker.happening(h.EffectApplies(table.turn.effect, EFFECTS[table.turn.effect][1]))


TELLING: Final = Telling(_rules, _start, quiet=(h.Chose, h.Drawn, h.Passed), begins=(h.RoundBegan,))
