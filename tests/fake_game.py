"""A game quite unlike Zero-Kei, to prove that `core` knows no game: simultaneous turns and hidden cards.

Higher Card: every seat holds three secret cards. In each trick all choose a card at once; the highest alone takes the
trick, equal highest take nothing. Choices are serialised by seat and stay hidden until the last one is made.
"""

from __future__ import annotations

from random import Random

from attrs import evolve, field, frozen
from hypothesis import strategies as st

from shinkansen.core.errors import DealError, Refusal
from shinkansen.core.ruleset import Outcome, Ruleset, Score, ScoreItem, Step
from shinkansen.core.wire import Json, digest, strict_converter, structure
from shinkansen.testing import Subject

HAND = 3
CONVERTER = strict_converter()


@frozen
class Cards:
    cards: tuple[int, ...]


@frozen
class Card:
    card: int


@frozen
class State:
    tricks: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    chosen: tuple[int, ...] = ()
    """The cards chosen in this trick, by seat; secret until all have."""


@frozen
class TableShape:
    tricks: tuple[int, ...]
    chosen: int


@frozen
class HiddenShape:
    hands: tuple[tuple[int, ...], ...]
    chosen: tuple[int, ...]


@frozen
class StateShape:
    table: TableShape
    hidden: HiddenShape


@frozen
class View:
    seat: int
    tricks: tuple[int, ...]
    hand: tuple[int, ...]
    has_chosen: int
    own_choice: int | None
    others: tuple[int, ...]
    """Every card that is out of sight, sorted."""


@frozen
class Revealed:
    cards: tuple[int, ...]
    winner: int | None
    clause: str


@frozen
class HigherCard(Ruleset[tuple[int, ...], State, int, Revealed, View]):
    number_of_seats: int = field(alias="seats", default=2)

    @property
    def seats(self) -> int:
        return self.number_of_seats

    def deal(self, rng: Random) -> tuple[int, ...]:
        cards = list(range(HAND * self.seats))
        rng.shuffle(cards)
        return tuple(cards)

    def start(self, deal: tuple[int, ...]) -> State:
        if sorted(deal) != list(range(HAND * self.seats)):
            raise DealError(f"the deal {deal} is not a permutation of {HAND * self.seats} cards")
        hands = tuple(tuple(sorted(deal[seat :: self.seats])) for seat in range(self.seats))
        return State((0,) * self.seats, hands)

    def to_move(self, state: State) -> int | None:
        return len(state.chosen) if state.hands[-1] else None

    def legal_moves(self, state: State) -> tuple[int, ...]:
        seat = self.to_move(state)
        return () if seat is None else state.hands[seat]

    def why_not(self, state: State, move: object, by: int | None = None) -> Refusal | None:
        seat = self.to_move(state)
        if seat is None:
            return Refusal("game-over", "3", "The game is over.")
        if by is not None and by != seat:
            return Refusal("not-your-turn", "1", f"It is seat {seat}'s turn.")
        if type(move) is not int or move not in state.hands[seat]:
            return Refusal("not-your-card", "2", f"Seat {seat} does not hold {move!r}.")
        return None

    def follow(self, state: State, move: int) -> State:
        return self.narrate(state, move).state

    def narrate(self, state: State, move: int) -> Step[State, Revealed]:
        seat = len(state.chosen)
        hand = tuple(card for card in state.hands[seat] if card != move)
        hands = (*state.hands[:seat], hand, *state.hands[seat + 1 :])
        chosen = (*state.chosen, move)
        if len(chosen) < self.seats:
            return Step(evolve(state, hands=hands, chosen=chosen), ())
        best = [s for s, card in enumerate(chosen) if card == max(chosen)]
        winner = best[0] if len(best) == 1 else None
        tricks = tuple(count + (s == winner) for s, count in enumerate(state.tricks))
        return Step(State(tricks, hands), (Revealed(chosen, winner, "2"),))

    def scores(self, state: State) -> tuple[Score, ...]:
        return tuple(Score(s, (ScoreItem("tricks", count, "3"),)) for s, count in enumerate(state.tricks))

    def outcome(self, state: State) -> Outcome | None:
        if self.to_move(state) is not None:
            return None
        winners = tuple(s for s, count in enumerate(state.tricks) if count == max(state.tricks))
        return Outcome(winners, state.tricks, "most tricks", "3")

    def view(self, state: State, seat: int) -> View:
        own = state.chosen[seat] if seat < len(state.chosen) else None
        secret = [card for s, hand in enumerate(state.hands) if s != seat for card in hand]
        secret += [card for s, card in enumerate(state.chosen) if s != seat]
        return View(seat, state.tricks, state.hands[seat], len(state.chosen), own, tuple(sorted(secret)))

    def redeal(self, view: View, rng: Random) -> State:
        cards = list(view.others)
        rng.shuffle(cards)
        held = len(view.hand) + (view.own_choice is not None)
        hands: list[tuple[int, ...]] = []
        chosen: list[int] = []
        for seat in range(self.seats):
            has_chosen = seat < view.has_chosen
            if seat == view.seat:
                hands.append(view.hand)
                chosen += [view.own_choice] if view.own_choice is not None else []
            else:
                mine = [cards.pop() for _ in range(held)]
                chosen += [mine.pop()] if has_chosen else []
                hands.append(tuple(sorted(mine)))
        return State(view.tricks, tuple(hands), tuple(chosen))

    def settings(self) -> dict[str, Json]:
        return {"game": "higher-card", "version": 1, "edition": None, "seats": self.seats}

    def deal_json(self, deal: tuple[int, ...]) -> dict[str, Json]:
        return {"cards": list(deal)}

    def read_deal(self, content: object) -> tuple[int, ...]:
        return structure(CONVERTER, content, Cards, "deal").cards

    def seen_deal(self, deal: tuple[int, ...], state: State, seat: int) -> tuple[int, ...]:
        hidden = {card for s, hand in enumerate(state.hands) if s != seat for card in hand}
        hidden |= {card for s, card in enumerate(state.chosen) if s != seat}
        rest = iter(sorted(hidden))
        return tuple(next(rest) if card in hidden else card for card in deal)

    def moves_are_open(self, state: State) -> bool:
        return not state.chosen

    def state_json(self, state: State) -> dict[str, Json]:
        hidden: dict[str, Json] = {"hands": [[*hand] for hand in state.hands], "chosen": [*state.chosen]}
        return {"table": {"tricks": [*state.tricks], "chosen": len(state.chosen)}, "hidden": hidden}

    def read_state(self, content: object) -> State:
        shape = structure(CONVERTER, content, StateShape, "state")
        return State(shape.table.tricks, shape.hidden.hands, shape.hidden.chosen)

    def move_json(self, move: int) -> dict[str, Json]:
        return {"card": move}

    def read_move(self, content: object) -> int:
        return structure(CONVERTER, content, Card, "move").card

    def digest(self, state: State) -> str:
        return digest({"tricks": list(state.tricks), "chosen": len(state.chosen)})

    def entries(self, happenings: tuple[Revealed, ...]) -> dict[str, Json]:
        return {"tricks": [x.winner for x in happenings]}

    def say(self, thing: object, state: State | None = None) -> str:
        return f"{thing}."


HIGHER_CARD: Subject[HigherCard, tuple[int, ...], State, int] = Subject(
    "Higher Card",
    st.sampled_from([2, 3, 4]).map(lambda seats: HigherCard(seats=seats)),
    lambda rules: st.permutations(range(HAND * rules.seats)).map(tuple),
    lambda rules, state: st.integers(-2, 15) | st.none(),
)
"""Higher Card as a game under test."""
