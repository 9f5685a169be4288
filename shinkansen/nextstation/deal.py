"""The deal: where the pencils lie, the order of the cards, and what modules draw; and the table after setup.

Which pencil somebody takes and between whom a spare one lies is a choice of the players before the game (2.1, 2.2); it
decides nothing else, so it is part of the deal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import frozen

from shinkansen.core.draws import Chance, Draw, Parts, Piece, Pile, Place
from shinkansen.core.draws import Hidden as Unknown
from shinkansen.nextstation.cards import NO_TURN
from shinkansen.nextstation.kit import Kit
from shinkansen.nextstation.module_cards import EFFECTS, POWERS, SYMBOL_CARDS
from shinkansen.nextstation.objectives import DRAWN
from shinkansen.nextstation.table import Board, Hidden, Setup, State, Table, new_hidden, new_state
from shinkansen.nextstation.turns import begin_round

DECKS: Final = ("cards_1", "cards_2", "cards_3", "cards_4")
"""The decks of the four rounds."""


@frozen
class Deal:
    """Every random or free choice of setup."""

    pencils: tuple[str, ...]
    """Alone: in the order of the rounds. Otherwise to the left round the table, beginning with the first seat."""
    cards_1: tuple[str, ...]
    cards_2: tuple[str, ...]
    cards_3: tuple[str, ...]
    cards_4: tuple[str, ...]
    gap: tuple[int, ...] = ()
    """With three seats: the seat to whose left the spare pencil lies."""
    objectives: tuple[str, ...] = ()
    """With common objectives: the two that were drawn."""
    symbols: tuple[str, ...] = ()
    """With special stations: the symbol cards, in the order of the rounds."""
    effects: tuple[str, ...] = ()
    """With special stations: the effect cards, in the order of the rounds."""
    powers: tuple[str, ...] = ()
    """With pencil powers: the power of each pencil, in the order of the sheet's colours."""

    @property
    def decks(self) -> tuple[tuple[str, ...], ...]:
        """The cards of each round, in the order in which they are turned up."""
        return self.cards_1, self.cards_2, self.cards_3, self.cards_4


def chance(kit: Kit) -> Chance:
    """The draws: the pencils and the gap are in the open from the beginning, the decks are turned up card by card."""
    colours, cards = kit.sheet.colours, kit.sheet.cards
    clause = "13.1" if kit.solo else "2.1"
    piles = [Pile("pencils", colours)]
    draws = [Draw("pencils", ("pencils",) * len(colours), "For all, before the first round.", clause, _places(kit))]
    if kit.seats == 3:
        piles.append(Pile("gaps", (0, 1, 2)))
        draws.append(Draw("gap", ("gaps",), "For all, before the first round.", "2.2", ("the spare pencil",)))
    if kit.objective_cards:
        piles.append(Pile("objectives", tuple(kit.objective_cards)))
        clause = kit.clauses["objectives"]
        draws.append(Draw("objectives", ("objectives",) * DRAWN, "For all, before the first round.", clause))
    if kit.has_powers:
        piles.append(Pile("powers", tuple(POWERS)))
        turned_up = "For all, before the first round."
        draws.append(Draw("powers", ("powers",) * len(POWERS), turned_up, "L.14.2", _pencils(kit)))
    if kit.has_specials:
        for name, cards_of_it in (("symbols", SYMBOL_CARDS), ("effects", tuple(EFFECTS))):
            piles.append(Pile(name, cards_of_it))
            turned_up = "For all, one at the beginning of each round."
            draws.append(Draw(name, (name,) * len(cards_of_it), turned_up, "11.1"))
    for number, name in enumerate(DECKS, 1):
        pile = f"cards of round {number}"
        piles.append(Pile(pile, cards))
        draws.append(Draw(name, (pile,) * len(cards), "For all, one each turn, two after a switch.", "4.5"))
    return Chance(tuple(piles), tuple(draws))


def _places(kit: Kit) -> tuple[str, ...]:
    if kit.solo:
        return tuple(f"round {number}" for number in range(1, kit.rounds + 1))
    return tuple(f"place {number}" for number in range(1, kit.rounds + 1))


def _pencils(kit: Kit) -> tuple[str, ...]:
    return tuple(f"the {colour} pencil" for colour in kit.sheet.colours)


def dealt(parts: Parts) -> Deal:
    """A deal from its parts."""
    words = {name: tuple(map(str, part)) for name, part in parts.items() if name != "gap"}
    return Deal(**words, gap=tuple(map(int, parts.get("gap", ()))))


def start(kit: Kit, deal: Deal) -> State:
    """The table after setup: the first round has begun and its first card is turned up."""
    nothing = (0,) * len(kit.sheet.colours)
    boards = (Board(nothing, 0, kit.loop, kit.loop, nothing, 0),) * kit.seats
    setup = Setup(deal.pencils, deal.gap, deal.objectives, deal.powers)
    table = Table(setup, -1, (), (), boards, (), (), NO_TURN, ())
    return begin_round(kit, table, Hidden(deal.decks, kit.nobody_chose, deal.symbols, deal.effects))


def hidden(state: State) -> tuple[Unknown, ...]:
    """What nobody knows: the rest of each deck, and of the symbols and effects. What a round has left over is never
    shown."""
    found: list[Unknown] = []
    for name, rest in (("symbols", state.hidden.symbols), ("effects", state.hidden.effects)):
        if rest:
            begun = len(state.table.specials)
            found.append(Unknown(tuple((name, begun + at) for at in range(len(rest))), rest))
    for name, rest, turned in zip(DECKS, state.hidden.decks, _turned(state.table), strict=True):
        if rest:
            places = tuple((name, len(turned) + at) for at in range(len(rest)))
            found.append(Unknown(places, rest))
    return tuple(found)


def _turned(table: Table) -> tuple[tuple[str, ...], ...]:
    return (*table.cards, *((),) * (len(DECKS) - len(table.cards)))


def arranged(state: State, pieces: Mapping[Place, Piece]) -> State:
    """The same state with other cards at some places of the decks and piles."""
    decks = tuple(
        tuple(str(pieces.get((name, len(turned) + at), card)) for at, card in enumerate(rest))
        for name, rest, turned in zip(DECKS, state.hidden.decks, _turned(state.table), strict=True)
    )
    begun = len(state.table.specials)
    symbols, effects = (
        tuple(str(pieces.get((name, begun + at), card)) for at, card in enumerate(rest))
        for name, rest in (("symbols", state.hidden.symbols), ("effects", state.hidden.effects))
    )
    return new_state(state.table, new_hidden(decks, state.hidden.choices, symbols, effects))
