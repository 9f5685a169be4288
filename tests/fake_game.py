"""A game quite unlike Zero-Kei, to prove that `core` knows no game: simultaneous turns and hidden cards.

Higher Card: every seat holds three secret cards. In each trick all choose a card at once; the highest rank takes the
trick, but two of the same rank take nothing. Choices lie face down until the last one is made.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from attrs import evolve, field, frozen
from hypothesis import strategies as st

from shinkansen.core.draws import Chance, Draw, Hidden, Parts, Piece, Pile, Place
from shinkansen.core.errors import Refusal
from shinkansen.core.plain_json import Json, digest, strict_converter, structure
from shinkansen.core.ruleset import OVER, Outcome, Ruleset, Score, ScoreItem, Stage, Step
from shinkansen.testing import Subject

HAND = 3
CONVERTER = strict_converter()


@frozen
class Deal:
    cards: tuple[int, ...]
    """The cards of the first seat, then those of the second, and so on."""


@frozen
class Card:
    card: int


@frozen
class State:
    hands: tuple[tuple[int, ...], ...]
    """The cards that were dealt to each seat, also those it has played."""
    played: tuple[tuple[int, ...], ...]
    """The cards that each seat has played in earlier tricks."""
    chosen: tuple[int | None, ...]
    """The card that each seat has chosen in this trick; secret until all have."""
    turn: int = 0
    """Who is to choose next."""

    @property
    def tricks(self) -> tuple[int, ...]:
        """The tricks each seat has won."""
        winners = [winner(trick) for trick in zip(*self.played, strict=True)]
        return tuple(winners.count(seat) for seat in range(len(self.hands)))

    def held(self, seat: int) -> tuple[int, ...]:
        """The cards a seat can still choose, sorted."""
        gone = (*self.played[seat], self.chosen[seat])
        return tuple(sorted(card for card in self.hands[seat] if card not in gone))


def winner(trick: tuple[int, ...]) -> int | None:
    """Who takes a trick: the highest rank, if only one seat played it. Two cards have the same rank."""
    ranks = [card // 2 for card in trick]
    return ranks.index(max(ranks)) if ranks.count(max(ranks)) == 1 else None


def replaced(values: tuple[int | None, ...], place: int, value: int | None) -> tuple[int | None, ...]:
    return (*values[:place], value, *values[place + 1 :])


@frozen
class TableShape:
    played: tuple[tuple[int, ...], ...]
    turn: int
    has_chosen: tuple[bool, ...]


@frozen
class HiddenShape:
    hands: tuple[tuple[int, ...], ...]
    chosen: tuple[int | None, ...]


@frozen
class StateShape:
    table: TableShape
    hidden: HiddenShape


@frozen
class Revealed:
    seat: int
    card: int
    clause: str


@frozen
class Won:
    seat: int
    clause: str


Happening: TypeAlias = Revealed | Won


@frozen
class HigherCard(Ruleset[Deal, State, int, Happening]):
    number_of_seats: int = field(alias="seats", default=2)

    @property
    def seats(self) -> int:
        return self.number_of_seats

    @property
    def chance(self) -> Chance:
        count = HAND * self.seats
        return Chance(
            (Pile("cards", tuple(range(count))),),
            (Draw("cards", ("cards",) * count, "When dealt, for its seat; when its trick is complete, for all.", "1"),),
        )

    def dealt(self, parts: Parts) -> Deal:
        return Deal(tuple(map(int, parts["cards"])))

    def start(self, deal: Deal) -> State:
        self.chance.check(deal)
        hands = tuple(deal.cards[seat * HAND : (seat + 1) * HAND] for seat in range(self.seats))
        return State(hands, ((),) * self.seats, (None,) * self.seats)

    def to_move(self, state: State) -> int | None:
        return state.turn if len(state.played[0]) < HAND else None

    def choosing(self, state: State) -> tuple[int, ...]:
        if self.to_move(state) is None:
            return ()
        return tuple(seat for seat, card in enumerate(state.chosen) if card is None)

    def chosen(self, state: State) -> tuple[int, ...]:
        return tuple(seat for seat, card in enumerate(state.chosen) if card is not None)

    def turn_to(self, state: State, seat: int) -> State:
        return evolve(super().turn_to(state, seat), turn=seat)

    def taken_back(self, state: State, seat: int) -> State:
        if seat not in self.chosen(state):
            return super().taken_back(state, seat)
        return evolve(state, chosen=replaced(state.chosen, seat, None), turn=seat)

    def legal_moves(self, state: State) -> tuple[int, ...]:
        seat = self.to_move(state)
        return () if seat is None else state.held(seat)

    def why_not(self, state: State, move: object, by: int | None = None) -> Refusal | None:
        seat = self.to_move(state)
        if seat is None:
            return Refusal("game-over", "3", "The game is over.")
        if by is not None and by != seat:
            return Refusal("not-your-turn", "1", f"It is seat {seat}'s turn.")
        if type(move) is not int or move not in state.held(seat):
            return Refusal("not-your-card", "2", f"Seat {seat} does not hold {move!r}.")
        return None

    def follow(self, state: State, move: int) -> State:
        return self.narrate(state, move).state

    def narrate(self, state: State, move: int) -> Step[State, Happening]:
        chosen = replaced(state.chosen, state.turn, move)
        trick = tuple(card for card in chosen if card is not None)
        if len(trick) < self.seats:
            return Step(evolve(state, chosen=chosen, turn=chosen.index(None)), ())
        played = tuple((*cards, card) for cards, card in zip(state.played, trick, strict=True))
        shown = tuple(Revealed(seat, card, "2") for seat, card in enumerate(trick))
        best = winner(trick)
        won = () if best is None else (Won(best, "2"),)
        return Step(State(state.hands, played, (None,) * self.seats), shown + won)

    def scores(self, state: State) -> tuple[Score, ...]:
        return tuple(Score(s, (ScoreItem("tricks", count, "3"),)) for s, count in enumerate(state.tricks))

    def outcome(self, state: State) -> Outcome | None:
        if self.to_move(state) is not None:
            return None
        winners = tuple(s for s, count in enumerate(state.tricks) if count == max(state.tricks))
        return Outcome(winners, state.tricks, "most tricks", "3")

    def hidden(self, state: State, seat: int) -> tuple[Hidden, ...]:
        secret = [
            (owner * HAND + place, card)
            for owner, hand in enumerate(state.hands)
            for place, card in enumerate(hand)
            if owner != seat and card not in state.played[owner]
        ]
        return (Hidden(tuple(("cards", at) for at, _ in secret), tuple(card for _, card in secret)),) if secret else ()

    def arranged(self, state: State, pieces: Mapping[Place, Piece]) -> State:
        def laid(owner: int, hand: tuple[int, ...]) -> tuple[int, ...]:
            return tuple(int(pieces.get(("cards", owner * HAND + at), card)) for at, card in enumerate(hand))

        return evolve(state, hands=tuple(laid(owner, hand) for owner, hand in enumerate(state.hands)))

    def part(self, state: State, seat: int) -> Json:
        return [*state.played[seat]]

    @property
    def game(self) -> str:
        return "higher-card"

    def stage(self, state: State) -> Stage:
        trick = len(state.played[0]) + 1
        if trick > HAND:
            return Stage(HAND, HAND, OVER, "the game is over")
        left = len(self.choosing(state))
        return Stage(trick, HAND, "choose", f"trick {trick} of {HAND}: {left} have yet to choose a card")

    def deal_json(self, deal: Deal) -> dict[str, Json]:
        return {"cards": [*deal.cards]}

    def read_deal(self, content: object) -> Deal:
        return structure(CONVERTER, content, Deal, "deal")

    def state_json(self, state: State) -> dict[str, Json]:
        table: dict[str, Json] = {
            "played": [[*cards] for cards in state.played],
            "turn": state.turn,
            "has_chosen": [card is not None for card in state.chosen],
        }
        return {"table": table, "hidden": {"hands": [[*hand] for hand in state.hands], "chosen": [*state.chosen]}}

    def read_state(self, content: object) -> State:
        shape = structure(CONVERTER, content, StateShape, "state")
        return State(shape.hidden.hands, shape.table.played, shape.hidden.chosen, shape.table.turn)

    def move_json(self, move: int) -> dict[str, Json]:
        return {"card": move}

    def read_move(self, content: object) -> int:
        return structure(CONVERTER, content, Card, "move").card

    def digest(self, state: State) -> str:
        return digest(self.state_json(state)["table"])

    def entries(self, happenings: tuple[Happening, ...]) -> dict[str, Json]:
        return {"tricks": [x.seat for x in happenings if isinstance(x, Won)]}

    def say(self, thing: object, state: State | None = None) -> str:
        return f"{thing}."


HIGHER_CARD: Subject[HigherCard, Deal, State, int] = Subject(
    "Higher Card",
    st.sampled_from([2, 3, 4]).map(lambda seats: HigherCard(seats=seats)),
    lambda rules, state: st.integers(-2, 15) | st.none(),
)
"""Higher Card as a game under test."""
