"""The ruleset of Next Station: the contract of `core.ruleset`, fulfilled by the modules around it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, cast

from attrs import field, frozen

from shinkansen.core.draws import Chance, Hidden, Parts, Piece, Place
from shinkansen.core.errors import ArgumentError, DealError, EditionError, Refusal
from shinkansen.core.knowledge import Preview, View
from shinkansen.core.plain_json import Json, shown, strict_converter, structure
from shinkansen.core.ruleset import EditionId, Outcome, Ruleset, Score, Stage, Step, called, importing
from shinkansen.nextstation import border, refusals, scoring, sentences, turns, wire
from shinkansen.nextstation import deal as dealing
from shinkansen.nextstation.deal import Deal
from shinkansen.nextstation.game import GAME
from shinkansen.nextstation.happenings import Happening
from shinkansen.nextstation.kit import MODULES, Kit
from shinkansen.nextstation.law import Law, law_of
from shinkansen.nextstation.moves import Draw, Move, Pass, move_from_json, move_json
from shinkansen.nextstation.rulings import Rulings, rulings
from shinkansen.nextstation.sentences import HAPPENINGS, Speaker
from shinkansen.nextstation.sheet import Sheet
from shinkansen.nextstation.sheet_check import shipped
from shinkansen.nextstation.table import State, Table, new_hidden, new_state

if TYPE_CHECKING:
    from shinkansen.core.invariants import Invariant
    from shinkansen.nextstation.position import Form
    from shinkansen.paper.picture import Picture

_CONVERTER = strict_converter()


@frozen(slots=False)
class NextStation(Ruleset[Deal, State, Move, Happening]):
    """Next Station for one to four players, on the London sheet unless another edition is given.

    >>> from random import Random
    >>> rules = NextStation(seats=2)
    >>> state = rules.start(rules.deal(Random(1)))
    >>> rules.say(rules.legal_moves(state)[0])
    'Draw nothing.'
    """

    number_of_seats: int = field(alias="seats", default=2)
    edition: Sheet = field(factory=shipped, repr=lambda sheet: sheet.id)
    rulings: Rulings = field(default=None, converter=rulings)
    objectives: bool = False
    """Whether two common objectives are drawn (10.2, L.13.1)."""
    special_stations: bool = False
    """Whether each round has a symbol with an effect (11.2), in London too (12.2)."""
    pencil_powers: bool = False
    """Whether each pencil has a power (L.14.2), in Tokyo too (12.1)."""

    def __attrs_post_init__(self) -> None:
        for name in MODULES:
            if type(used := getattr(self, name)) is not bool:
                raise ArgumentError(f"{name}: found {shown(used)}, expected True or False")
        if self.special_stations and self.pencil_powers:
            raise ArgumentError("special stations and pencil powers cannot be used in the same game (12.3)")
        if not isinstance(self.edition, Sheet):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise EditionError(
                f"found {shown(self.edition)}, expected a sheet, as sheet_check.load reads it from a file"
            )
        if type(self.number_of_seats) is not int or self.number_of_seats not in GAME.seats:
            expected = " or ".join(map(str, GAME.seats))
            raise ArgumentError(f"there are {shown(self.number_of_seats)} seats, expected {expected}")

    @cached_property
    def law(self) -> Law:
        """What the rulings mean."""
        return law_of(self.rulings)

    @property
    def modules(self) -> tuple[str, ...]:
        """The modules that are used."""
        return tuple(name for name in MODULES if getattr(self, name))

    @cached_property
    def kit(self) -> Kit:
        """The sheet prepared for play; built when first needed, in a few milliseconds."""
        return Kit(self.edition, self.law, self.number_of_seats, self.modules)

    @cached_property
    def _speaker(self) -> Speaker:
        return Speaker(self.kit)

    @cached_property
    def _positions(self) -> Form:
        from shinkansen.nextstation.position import Form, setting  # here, because playing needs none of it

        return Form(GAME.name, self.kit, setting(self.seats, self.edition, self.rulings, self.modules))

    # -- setup

    @property
    def seats(self) -> int:
        return self.number_of_seats

    @property
    def chance(self) -> Chance:
        return self._chance

    @cached_property
    def _chance(self) -> Chance:
        return dealing.chance(self.kit)

    def dealt(self, parts: Parts) -> Deal:
        self.chance.check_names(parts)
        return dealing.dealt(parts)

    def start(self, deal: Deal) -> State:
        return dealing.start(self.kit, self._checked(deal))

    def _checked(self, deal: Deal) -> Deal:
        if not isinstance(deal, Deal):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise DealError(f"found {shown(deal)}, expected a deal")
        self.chance.check(deal)
        if self.seats != 3 and deal.gap != ():
            raise DealError(f"gap: found {shown(deal.gap)}, expected none: only three players have one to choose")
        used = {draw.name for draw in self.chance.draws}
        for name in ("objectives", "symbols", "effects", "powers"):
            if name not in used and (found := getattr(deal, name)) != ():
                raise DealError(f"{name}: found {shown(found)}, expected none: they are not used")
        return deal

    # -- whose choice it is

    def to_move(self, state: State) -> int | None:
        choosing = border.fitting(self.kit, state).choosing
        return choosing[0] if choosing else None

    def choosing(self, state: State) -> tuple[int, ...]:
        return tuple(sorted(self._table(state).choosing))

    def chosen(self, state: State) -> tuple[int, ...]:
        self._table(state)
        return tuple(seat for seat, choice in enumerate(state.hidden.choices) if choice is not None)

    def turn_to(self, state: State, seat: int) -> State:
        super().turn_to(state, seat)
        others = tuple(other for other in self.choosing(state) if other != seat)
        return State(turns.chosen(state.table, (seat, *others)), state.hidden)

    def taken_back(self, state: State, seat: int) -> State:
        if seat not in self.chosen(state):
            return super().taken_back(state, seat)
        choices = state.hidden.choices
        before = state.hidden
        hidden = new_hidden(before.decks, (*choices[:seat], None, *choices[seat + 1 :]), before.symbols, before.effects)
        return new_state(turns.chosen(state.table, (seat, *self.choosing(state))), hidden)

    def stage(self, state: State) -> Stage:
        return sentences.stage(self.kit, self._table(state))

    # -- moves

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        try:
            return turns.legal_moves(self.kit, state.table)
        except Exception as problem:
            raise self._diagnosed(problem, state) from None

    def why_not(self, state: State, move: object, by: int | None = None) -> Refusal | None:
        table = self._table(state)
        try:
            return refusals.why_not(self.kit, table, move, by)
        except Exception as problem:
            raise self._diagnosed(problem, state) from None

    def follow(self, state: State, move: Move) -> State:
        try:
            return turns.perform(self.kit, state, move)
        except Exception as problem:
            raise self._unfollowed(problem, state, move) from None

    def narrate(self, state: State, move: Move) -> Step[State, Happening]:
        happened: list[Happening] = []
        try:
            after = turns.perform(self.kit, state, move, happened.append)
        except Exception as problem:
            raise self._unfollowed(problem, state, move) from None
        return Step(after, tuple(happened))

    # -- scores

    def scores(self, state: State) -> tuple[Score, ...]:
        table = self._table(state)
        try:
            return tuple(scoring.score(self.kit, table, seat) for seat in range(self.seats))
        except Exception as problem:
            raise self._diagnosed(problem, state) from None

    def totals(self, state: State) -> tuple[int, ...]:
        table = self._table(state)
        try:
            return scoring.totals(self.kit, table)
        except Exception as problem:
            raise self._diagnosed(problem, state) from None

    def outcome(self, state: State) -> Outcome | None:
        table = self._table(state)
        try:
            return None if table.choosing else scoring.outcome(self.kit, table)
        except Exception as problem:
            raise self._diagnosed(problem, state) from None

    # -- what is hidden

    def hidden(self, state: State, seat: int) -> tuple[Hidden, ...]:
        self._table(state)
        self._seated(seat)
        return dealing.hidden(state)

    def arranged(self, state: State, pieces: Mapping[Place, Piece]) -> State:
        self._table(state)
        if not isinstance(pieces, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ArgumentError(f"found {shown(pieces)}, expected pieces by their places")
        return dealing.arranged(state, pieces)

    def foreseen(self, view: View[State], move: Move) -> Preview[State, Happening]:
        """One's own section is drawn; then the others' choices and the next card would have to be known."""
        self._viewed(view)
        self._table(view.state)
        happened: list[Happening] = []
        try:
            after, stops = turns.foresee(self.kit, view.state, view.seat, move, happened.append)
        except Exception as problem:
            raise self._unfollowed(problem, view.state, move) from None
        return Preview(after, tuple(happened), stops)

    # -- what these rules are

    @property
    def game(self) -> str:
        return GAME.name

    @property
    def version(self) -> int:
        return GAME.version

    @property
    def seat_names(self) -> tuple[str, ...]:
        return self.kit.seat_names

    @property
    def edition_id(self) -> EditionId:
        return EditionId(self.edition.id, self.edition.name, self.edition.digest())

    @property
    def letters(self) -> dict[str, str]:
        return self.rulings.letters()

    @property
    def variants(self) -> dict[str, Json]:
        return {name: name in self.modules for name in MODULES}

    def invariants(self) -> tuple[Invariant, ...]:
        from shinkansen.nextstation.invariants import INVARIANTS  # here, because playing needs none of it

        return INVARIANTS

    # -- plain JSON

    def deal_json(self, deal: Deal) -> dict[str, Json]:
        content = cast("dict[str, Json]", _CONVERTER.unstructure(self._checked(deal)))
        return {key: value for key, value in content.items() if value}  # a part that is not used is left out

    def read_deal(self, content: object) -> Deal:
        return self._checked(structure(_CONVERTER, content, Deal, "deal"))

    def state_json(self, state: State) -> dict[str, Json]:
        self._table(state)
        return wire.state_json(self.kit, state)

    def read_state(self, content: object) -> State:
        return wire.read_state(self.kit, content)

    def position(self, state: State, hidden: bool = False) -> str:
        self._table(state)
        try:
            return self._positions.write(state, hidden)
        except Exception as problem:
            raise self._diagnosed(problem, state) from None

    def read_position(self, text: str) -> State:
        return self._positions.read(text)

    def move_json(self, move: Move) -> dict[str, Json]:
        return move_json(move)

    def read_move(self, content: object) -> Move:
        return move_from_json(content)

    def spelled(self) -> tuple[str, str]:
        sheet = "" if self.edition == shipped() else ", edition=sheet"
        letters = f", rulings={self.rulings.unusual()!r}" if self.rulings.unusual() else ""
        used = "".join(f", {name}=True" for name in self.modules)
        return importing(type(self)), f"{called(type(self))}(seats={self.seats}{sheet}{letters}{used})"

    # -- in pictures and words

    def show(self, thing: State | Step[State, Happening] | Move, state: State | None = None) -> Picture:
        """A state, a step or a move (with its state) as a picture; a notebook displays it automatically."""
        from shinkansen.nextstation.picture import show  # here, because most programs play games without drawing any

        return show(self, thing, state)

    def say(self, thing: object, state: State | None = None) -> str:
        speaker = self._speaker
        if isinstance(thing, Pass | Draw):
            move_json(thing)  # refuses what is not a move
            return speaker.move(thing, None if state is None else self._table(state))
        if isinstance(thing, HAPPENINGS):
            return speaker.happening(thing)
        if isinstance(thing, Score):
            return speaker.score(thing)
        return speaker.outcome(thing) if isinstance(thing, Outcome) else super().say(thing, state)

    # -- arguments that are not what they should be

    def _table(self, state: State) -> Table:
        return border.fitting(self.kit, state)

    def _diagnosed(self, problem: Exception, state: State) -> Exception:
        return border.diagnosed(problem, self.kit, state)

    def _unfollowed(self, problem: Exception, state: State, move: Move) -> Exception:
        """Why a move could not be made: it may not be a move, or the state may not be a state."""
        if not isinstance(move, Pass | Draw):  # pyright: ignore[reportUnnecessaryIsInstance]
            return ArgumentError(f"found {shown(move)}, expected a move")
        found = self._diagnosed(problem, state)
        if found is problem and (refusal := self.why_not(state, move)) is not None:
            return ArgumentError(f"the move is not legal: {refusal}")
        return found
