"""The deal: where the pencils lie and the order of the cards in each round; and the table after setup.

Which pencil somebody takes and between whom a spare one lies is a choice of the players before the game (2.1, 2.2); it
decides nothing else, so it is part of the deal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import frozen

from shinkansen.core.draws import Chance, Draw, Hidden, Parts, Piece, Pile, Place
from shinkansen.nextstation.kit import Kit
from shinkansen.nextstation.objectives import DRAWN
from shinkansen.nextstation.table import Board, State, Table, new_hidden, new_state
from shinkansen.nextstation.turns import begin_round

_DECKS: Final = ("cards_1", "cards_2", "cards_3", "cards_4")
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
    for number, name in enumerate(_DECKS, 1):
        pile = f"cards of round {number}"
        piles.append(Pile(pile, cards))
        draws.append(Draw(name, (pile,) * len(cards), "For all, one each turn, two after a switch.", "4.5"))
    return Chance(tuple(piles), tuple(draws))


def _places(kit: Kit) -> tuple[str, ...]:
    if kit.solo:
        return tuple(f"round {number}" for number in range(1, kit.rounds + 1))
    return tuple(f"place {number}" for number in range(1, kit.rounds + 1))


def dealt(parts: Parts) -> Deal:
    """A deal from its parts."""
    words = {name: tuple(map(str, parts[name])) for name in ("pencils", *_DECKS)}
    gap, objectives = parts.get("gap", ()), parts.get("objectives", ())
    return Deal(**words, gap=tuple(map(int, gap)), objectives=tuple(map(str, objectives)))


def start(kit: Kit, deal: Deal) -> State:
    """The table after setup: the first round has begun and its first card is turned up."""
    nothing = (0,) * len(kit.sheet.colours)
    boards = (Board(nothing, 0, kit.loop, kit.loop),) * kit.seats
    table = Table(-1, deal.pencils, deal.gap, deal.objectives, (), boards, (), (), "", False, False)
    return begin_round(kit, table, deal.decks)


def hidden(state: State) -> tuple[Hidden, ...]:
    """What nobody knows: the rest of each deck. What a round has left over is never shown."""
    found: list[Hidden] = []
    for name, rest, turned in zip(_DECKS, state.hidden.decks, _turned(state.table), strict=True):
        if rest:
            places = tuple((name, len(turned) + at) for at in range(len(rest)))
            found.append(Hidden(places, rest))
    return tuple(found)


def _turned(table: Table) -> tuple[tuple[str, ...], ...]:
    return (*table.cards, *((),) * (len(_DECKS) - len(table.cards)))


def arranged(state: State, pieces: Mapping[Place, Piece]) -> State:
    """The same state with other cards at some places of the decks."""
    decks = tuple(
        tuple(str(pieces.get((name, len(turned) + at), card)) for at, card in enumerate(rest))
        for name, rest, turned in zip(_DECKS, state.hidden.decks, _turned(state.table), strict=True)
    )
    return new_state(state.table, new_hidden(decks, state.hidden.choices))
