"""The rules of Goofspiel. Clauses are cited by their numbers in `rulebook.toml`, rulings by their slugs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from attrs import evolve, frozen

from goofspiel import GAME
from shinkansen.core.attrs_ruleset import AttrsRuleset
from shinkansen.core.clauses import Rulebook, load_rulebook
from shinkansen.core.draws import Chance, Draw, Hidden, Parts, Piece, Pile, Place
from shinkansen.core.errors import Refusal, ShinkansenError, WireError
from shinkansen.core.game import Plain
from shinkansen.core.parts import Places
from shinkansen.core.ruleset import Outcome, Score, ScoreItem, Step
from shinkansen.core.rulings import Register, load_register
from shinkansen.core.settings import read_setting
from shinkansen.readings.parts import Witnesses

SUIT = tuple(range(1, 14))
NAMES = {1: "ace", 11: "jack", 12: "queen", 13: "king"}
VECTORS = files("goofspiel") / "vectors"
WITNESSES = Witnesses(files("goofspiel") / "witnesses.json")
PLACES = Places(
    set_up_by={"seats": ("1.1",), "turned_up": ("1.2", "2.1"), "stake": ("2.1",)},
    changed_by={"bids": ("Event",), "won": ("Award",), "stake": ("Award",)},
    along_with={"stake": ("2.1",)},
    turns={"play": "2.2", "over": "4.1"},
    ended=lambda table: not table.get("bidding"),
)


@cache
def rulebook() -> Rulebook:
    return load_rulebook(files("goofspiel") / "rulebook.toml")


@cache
def register() -> Register:
    return load_register(files("goofspiel") / "rulings.toml", rulebook())


def open_rules(setting: Plain) -> Goofspiel:
    given = read_setting(GAME, setting)
    return Goofspiel(given.seats, **given.letters)


@frozen
class Deal:
    prizes: tuple[int, ...]
    """All prizes, in the order in which they are turned up."""


@frozen
class Bid:
    card: int


@frozen
class Seat:
    bids: tuple[int, ...] = ()
    """What it has bid in earlier rounds."""
    won: tuple[int, ...] = ()


@frozen
class Table:
    turned_up: tuple[int, ...]
    """The prizes of all rounds so far."""
    stake: tuple[int, ...]
    """The prizes to be won in this round."""
    seats: tuple[Seat, ...]
    bidding: tuple[int, ...]
    """The seats that have yet to bid, beginning with the one to move."""


@frozen
class Secret:
    pile: tuple[int, ...]
    bids: tuple[int | None, ...]
    """The bid of each seat in this round, until all have bid."""


@frozen
class State:
    table: Table
    hidden: Secret


@frozen
class Event:
    says: str
    clause: str
    seat: int | None = None


class Award(Event):
    """Who wins the prizes at stake."""


def name(*cards: int) -> str:
    return " and ".join(f"the {NAMES.get(card, card)}" for card in cards)


@frozen
class Goofspiel(AttrsRuleset[Deal, State, Bid, Event]):
    """The game for some players under a reading: the letter of each ruling that can be switched."""

    description = GAME
    unwon_prize: str = "a"
    equal_bids: str = "a"

    @property
    def classes(self) -> tuple[type[Deal], type[State], type[Bid]]:
        return Deal, State, Bid

    # -- setup

    @property
    def chance(self) -> Chance:
        prizes = Draw("prizes", ("prizes",) * len(SUIT), "For all, when their round begins.", "1.2")
        return Chance((Pile("prizes", SUIT),), (prizes,))

    def dealt(self, parts: Parts) -> Deal:
        return Deal(tuple(map(int, parts["prizes"])))

    def start(self, deal: Deal) -> State:
        self.chance.check(deal)
        return self._round(Table((), (), (Seat(),) * self.seats, ()), deal.prizes)

    def _round(self, table: Table, pile: tuple[int, ...]) -> State:
        """The next round; if there is no further prize, the game is over."""
        prize, bidding = pile[:1], tuple(range(self.seats)) if pile else ()
        table = Table(table.turned_up + prize, table.stake + prize, table.seats, bidding)
        return State(table, Secret(pile[1:], (None,) * self.seats))

    # -- who bids

    def to_move(self, state: State) -> int | None:
        return next(iter(state.table.bidding), None)

    def choosing(self, state: State) -> tuple[int, ...]:
        return tuple(sorted(state.table.bidding))

    def chosen(self, state: State) -> tuple[int, ...]:
        return tuple(seat for seat, bid in enumerate(state.hidden.bids) if bid is not None)

    def turn_to(self, state: State, seat: int) -> State:
        others = (each for each in self.choosing(super().turn_to(state, seat)) if each != seat)
        return evolve(state, table=evolve(state.table, bidding=(seat, *others)))

    def taken_back(self, state: State, seat: int) -> State:
        if seat not in self.chosen(state):
            return super().taken_back(state, seat)
        return self._bid(state, seat, None, (seat, *self.choosing(state)))

    def _bid(self, state: State, seat: int, card: int | None, bidding: tuple[int, ...]) -> State:
        bids = (*state.hidden.bids[:seat], card, *state.hidden.bids[seat + 1 :])
        return State(evolve(state.table, bidding=bidding), evolve(state.hidden, bids=bids))

    # -- what can be bid, and what follows

    def legal_moves(self, state: State) -> tuple[Bid, ...]:
        return tuple(Bid(card) for card in SUIT if self.why_not(state, Bid(card)) is None)

    def why_not(self, state: State, move: object, by: int | None = None) -> Refusal | None:
        seat = self.to_move(state)
        if seat is None:
            return Refusal("game-over", "4.1", "The game is over.")
        if not isinstance(move, Bid) or type(move.card) is not int:
            return Refusal("not-a-move", "", "That is not a bid.")
        if by not in (None, seat):
            return Refusal("not-your-turn", "2.2", f"It is the turn of {self.seat_names[seat]}.")
        if move.card not in SUIT or move.card in state.table.seats[seat].bids:
            return Refusal("not-in-hand", "2.3", f"{self._who(seat)} does not hold {name(move.card)}.")
        return None

    def narrate(self, state: State, move: Bid) -> Step[State, Event]:
        table, pile = state.table, state.hidden.pile
        seat, *others = table.bidding
        after = self._bid(state, seat, move.card, tuple(others))
        if others:
            return Step(after, (Event(f"{self._who(seat)} lays a bid face down.", "2.2", seat),))
        bids = tuple(card for card in after.hidden.bids if card is not None)
        winner = self.winner(bids)
        kept = table.stake if winner is None and self.unwon_prize == "a" else ()
        seats = tuple(
            Seat((*each.bids, bids[at]), each.won + (table.stake if at == winner else ()))
            for at, each in enumerate(table.seats)
        )
        happened = [Event(f"{self._who(at)} has bid {name(bid)}.", "2.2", at) for at, bid in enumerate(bids)]
        if bids.count(max(bids)) > 1:
            happened.append(Award("There is a tie for the highest bid.", "3.2"))
        if winner is not None:
            happened.append(Award(f"{self._who(winner)} wins {name(*table.stake)}.", "3.1", winner))
        else:
            happened.append(Award(f"Nobody wins {name(*table.stake)}: {'still at stake' if kept else 'out'}.", "3.3"))
        happened += (Event(f"The next prize is {name(prize)}.", "2.1") for prize in pile[:1])
        return Step(self._round(Table(table.turned_up, kept, seats, ()), pile), tuple(happened))

    def winner(self, bids: tuple[int, ...]) -> int | None:
        """The seat that wins the prizes at stake, if any does."""
        alone = [bid for bid in bids if bids.count(bid) == 1]
        best = max(alone, default=0) if self.equal_bids == "b" else max(bids)
        return bids.index(best) if best in alone else None

    # -- the end

    def scores(self, state: State) -> tuple[Score, ...]:
        points = enumerate(sum(each.won) for each in state.table.seats)
        return tuple(Score(seat, (ScoreItem("prizes", won, "4.2"),)) for seat, won in points)

    def outcome(self, state: State) -> Outcome | None:
        if self.choosing(state):
            return None
        totals = self.totals(state)
        winners = tuple(seat for seat, total in enumerate(totals) if total == max(totals))
        return Outcome(winners, totals, f"the most points, {max(totals)}", "4.3")

    # -- what is hidden from everybody: the order of the prizes to come

    def hidden(self, state: State, seat: int) -> tuple[Hidden, ...]:
        places = tuple(("prizes", at) for at in range(len(state.table.turned_up), len(SUIT)))
        return (Hidden(places, state.hidden.pile),) if places else ()

    def arranged(self, state: State, pieces: Mapping[Place, Piece]) -> State:
        first = len(state.table.turned_up)
        pile = tuple(int(pieces.get(("prizes", at), prize)) for at, prize in enumerate(state.hidden.pile, first))
        return evolve(state, hidden=evolve(state.hidden, pile=pile))

    def check_state(self, state: State) -> None:
        table, hidden = state.table, state.hidden
        try:
            reached = self.start(Deal(table.turned_up + hidden.pile))
            for bids in (*zip(*(each.bids for each in table.seats), strict=False), hidden.bids):
                for seat, card in enumerate(bids):
                    if card is not None:
                        reached = self.apply(self.turn_to(reached, seat), Bid(card))
            reached = self.turn_to(reached, table.bidding[0]) if table.bidding else reached
        except ShinkansenError as problem:
            raise WireError(f"this state cannot be reached: {problem}") from None
        if reached != state:
            raise WireError("this state cannot be reached: it does not follow from the bids")

    # -- in words

    def _who(self, seat: int) -> str:
        return self.seat_names[seat].capitalize()

    def say(self, thing: object, state: State | None = None) -> str:
        if isinstance(thing, Bid):
            return f"Bid {name(thing.card)}."
        return thing.says if isinstance(thing, Event) else super().say(thing, state)
