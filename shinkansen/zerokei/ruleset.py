"""The ruleset of Zero-Kei: the contract of `core.ruleset`, fulfilled by the rooms around it."""

from __future__ import annotations

from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, cast

import attrs
from attrs import field, frozen

from shinkansen.core.errors import Refusal, ShinkansenError
from shinkansen.core.invariants import Invariant
from shinkansen.core.ruleset import Outcome, Ruleset, Score, ScoreItem, Step
from shinkansen.core.wire import Json, structure
from shinkansen.zerokei import deal as dealing
from shinkansen.zerokei import refusals, rounds, scoring
from shinkansen.zerokei.deal import Deal
from shinkansen.zerokei.draft import Draft, Recording
from shinkansen.zerokei.edition import CellKind, Edition
from shinkansen.zerokei.edition_check import shipped
from shinkansen.zerokei.happenings import Happening, Paid, Scored
from shinkansen.zerokei.invariants import INVARIANTS
from shinkansen.zerokei.kit import Kit
from shinkansen.zerokei.law import Law, law_of
from shinkansen.zerokei.moves import CONVERTER, NAME_OF, Move, move_from_json, move_json
from shinkansen.zerokei.rulings import Rulings, rulings
from shinkansen.zerokei.sentences import Speaker
from shinkansen.zerokei.table import FACE_DOWN, Phase, State, Table, View
from shinkansen.zerokei.table_wire import read_state, state_json, table_digest

if TYPE_CHECKING:
    from shinkansen.zerokei.picture import Picture

GAME = "zerokei"
VERSION = 1
"""The version of the rules as code; it rises when a game already played would go differently."""


@frozen(slots=False)
class ZeroKei(Ruleset[Deal, State, Move, Happening, View]):
    """Shinkansen: Zero-Kei for one to four players; one plays against Hideo, `hard` or not.

    >>> from random import Random
    >>> rules = ZeroKei(seats=3)
    >>> state = rules.start(rules.deal(Random(1)))
    >>> [rules.say(move) for move in rules.legal_moves(state)]
    ['Take Engine 1.', 'Take Engine 2.', 'Take Engine 3.', 'Take Engine 4.']
    """

    number_of_seats: int = field(alias="seats", default=3)
    edition: Edition = field(factory=shipped, repr=lambda edition: edition.id)
    rulings: Rulings = field(default=None, converter=rulings)
    hard: bool = False

    def __attrs_post_init__(self) -> None:
        counts = ((1,) if 2 in self.edition.player_counts else ()) + self.edition.player_counts
        if self.number_of_seats not in counts:
            expected = " or ".join(map(str, counts))
            raise ShinkansenError(f"there are {self.number_of_seats!r} seats, expected {expected}")
        if self.hard and self.number_of_seats != 1:
            raise ShinkansenError(f"the hard game is for one player, not for {self.number_of_seats}")

    @cached_property
    def law(self) -> Law:
        """What the rulings mean."""
        return law_of(self.rulings)

    @cached_property
    def kit(self) -> Kit:
        """The edition made ready; built when first needed, in a few milliseconds."""
        return Kit(self.edition, self.law, self.number_of_seats, self.hard)

    @property
    def seats(self) -> int:
        return self.number_of_seats

    def deal(self, rng: Random) -> Deal:
        return dealing.make(self.kit, rng)

    def start(self, deal: Deal) -> State:
        return dealing.start(self.kit, deal)

    def to_move(self, state: State) -> int | None:
        table = state.table
        return table.seat if table.phase is not Phase.OVER else None

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        table = state.table
        return rounds.LEGAL[table.phase](self.kit, table)

    def why_not(self, state: State, move: object, by: int | None = None) -> Refusal | None:
        return refusals.why_not(self.kit, state.table, move, by)

    def follow(self, state: State, move: Move) -> State:
        draft = Draft(self.kit, state)
        rounds.perform(draft, move)
        return draft.freeze()

    def narrate(self, state: State, move: Move) -> Step[State, Happening]:
        draft = Recording(self.kit, state)
        rounds.perform(draft, move)
        return Step(draft.freeze(), tuple(draft.happenings))

    def scores(self, state: State) -> tuple[Score, ...]:
        return tuple(scoring.score(self.kit, state.table, seat) for seat in range(self.kit.seats))

    def outcome(self, state: State) -> Outcome | None:
        return scoring.outcome(self.kit, state.table) if state.table.phase is Phase.OVER else None

    def view(self, state: State, seat: int) -> View:
        if seat not in range(self.seats):
            raise ShinkansenError(f"there is no seat {seat!r}, expected 0 to {self.seats - 1}")
        hidden = [token for token, sight in zip(state.board, state.table.board, strict=True) if sight == FACE_DOWN]
        down = sorted(token for token in hidden if token not in self.kit.closed_tokens)
        shut = state.table.closed
        closed = sorted(token for token, venue in self.kit.closed_tokens.items() if not shut >> venue & 1)
        return View(seat, state.table, tuple(sorted(state.deck)), tuple(down), tuple(closed) if self.kit.solo else ())

    def redeal(self, view: View, rng: Random) -> State:
        deck, down, closed = list(view.unseen), list(view.face_down), list(view.closed_tokens)
        for pile in (deck, down, closed):
            rng.shuffle(pile)
        cells = self.edition.hideo.cells if self.kit.solo else ()
        board = [
            sight if sight != FACE_DOWN else (closed if cell.kind is CellKind.CLOSED else down).pop()
            for cell, sight in zip(cells, view.table.board, strict=True)
        ]
        return State(view.table, tuple(deck), tuple(board))

    def settings(self) -> dict[str, Json]:
        return {
            "game": GAME,
            "version": VERSION,
            "edition": {"id": self.edition.id, "digest": self.edition.digest()},
            "rulings": dict(self.rulings.letters()),
            "seats": self.seats,
            **({"hard": self.hard} if self.kit.solo else {}),
        }

    def deal_json(self, deal: Deal) -> dict[str, Json]:
        content = cast("dict[str, Json]", CONVERTER.unstructure(deal))
        return content if self.kit.solo else {key: value for key, value in content.items() if key != "board"}

    def read_deal(self, content: object) -> Deal:
        deal = structure(CONVERTER, content, Deal, "deal")
        dealing.check(self.kit, deal)
        return deal

    def seen_deal(self, deal: Deal, state: State, seat: int) -> Deal:
        drawn = len(deal.deck) - len(state.deck)
        view = self.view(state, seat)
        down, closed = list(view.face_down), list(view.closed_tokens)
        cells = self.edition.hideo.cells if self.kit.solo else ()
        board = [
            token if sight != FACE_DOWN else (closed if cell.kind is CellKind.CLOSED else down).pop(0)
            for cell, token, sight in zip(cells, deal.board, state.table.board, strict=True)
        ]
        return attrs.evolve(deal, deck=deal.deck[:drawn] + tuple(sorted(deal.deck[drawn:])), board=tuple(board))

    def state_json(self, state: State) -> dict[str, Json]:
        return state_json(state, self.kit.city_ids)

    def read_state(self, content: object) -> State:
        return read_state(self.kit, content)

    def move_json(self, move: Move) -> dict[str, Json]:
        return move_json(move)

    def read_move(self, content: object) -> Move:
        return move_from_json(content)

    def digest(self, state: State) -> str:
        return table_digest(state.table, self.kit.city_ids)

    def entries(self, happenings: tuple[Happening, ...]) -> dict[str, Json]:
        yen: list[Json] = [[x.payer, x.payee, x.yen, x.clause] for x in happenings if isinstance(x, Paid)]
        vp: list[Json] = [[x.seat, x.vp, x.clause] for x in happenings if isinstance(x, Scored)]
        return {"yen": yen, "vp": vp}

    def invariants(self) -> tuple[Invariant, ...]:
        return INVARIANTS

    def show(self, thing: State | Step[State, Happening] | Move, state: State | None = None) -> Picture:
        """A state, a step or a move (with its state) as a picture; a notebook draws it by itself."""
        from shinkansen.zerokei.picture import show  # here, because who plays a million games draws none of them

        return show(self, thing, state)

    def say(self, thing: object, state: State | None = None) -> str:
        table: Table | None = state.table if state is not None else None
        if type(thing) in NAME_OF:
            return Speaker(self.kit, table).say_move(thing)  # type: ignore[arg-type]
        if isinstance(thing, Refusal):
            return str(thing)
        if isinstance(thing, ScoreItem):
            return f"{thing.title[0].upper()}{thing.title[1:]}: {thing.vp} ({thing.clause})."
        if isinstance(thing, Score):
            parts = ", ".join(f"{item.title} {item.vp:+d}" for item in thing.items)
            return f"{self.kit.seat_names[thing.seat].capitalize()} has {thing.total} victory points: {parts}."
        if isinstance(thing, Outcome):
            return f"{thing.decided_by[0].upper()}{thing.decided_by[1:]} ({thing.clause})."
        return Speaker(self.kit, table).say_happening(thing)  # type: ignore[arg-type]
