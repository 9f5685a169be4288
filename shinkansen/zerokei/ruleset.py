"""The ruleset of Zero-Kei: the contract of `core.ruleset`, fulfilled by the modules around it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from attrs import field, frozen

from shinkansen.core.draws import Chance, Hidden, Parts, Piece, Place
from shinkansen.core.errors import ArgumentError, DealError, EditionError, IllegalMove, Refusal
from shinkansen.core.knowledge import Preview, View
from shinkansen.core.plain_json import Json, shown, structure
from shinkansen.core.prose import opening
from shinkansen.core.ruleset import EditionId, Outcome, Ruleset, Score, ScoreItem, Stage, Step, called, importing
from shinkansen.zerokei import border, refusals, rounds, scoring, stages
from shinkansen.zerokei import deal as dealing
from shinkansen.zerokei.deal import Deal
from shinkansen.zerokei.draft import Foreseeing, Recording, Unforeseeable
from shinkansen.zerokei.edition import Edition
from shinkansen.zerokei.edition_check import shipped
from shinkansen.zerokei.happenings import Happening, Paid, Scored, TrackLaid
from shinkansen.zerokei.kit import Kit
from shinkansen.zerokei.law import Law, law_of
from shinkansen.zerokei.moves import CONVERTER, NAME_OF, Move, move_from_json, move_json
from shinkansen.zerokei.rounds import OVER
from shinkansen.zerokei.rulings import Rulings, restored, rulings
from shinkansen.zerokei.sentences import HAPPENINGS, Speaker
from shinkansen.zerokei.table import NOBODY, State
from shinkansen.zerokei.table_wire import read_state, state_json, table_digest

if TYPE_CHECKING:
    from shinkansen.core.invariants import Invariant
    from shinkansen.paper.picture import Picture
    from shinkansen.zerokei.position import Form

NAME = "zerokei"
VERSION = 2
"""The version of the rules as code. It rises when rulings become switchable (the register says `since` when each can be
switched, and what was played before), so a record of any version is still verified by what it was played by."""


@frozen(slots=False)
class ZeroKei(Ruleset[Deal, State, Move, Happening]):
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
        if not isinstance(self.edition, Edition):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise EditionError(
                f"found {shown(self.edition)}, expected an edition, as load_edition reads it from a file"
            )
        try:
            counts = ((1,) if 2 in self.edition.player_counts else ()) + self.edition.player_counts
        except Exception as problem:
            raise border.no_edition(problem, self.edition) from None
        if type(self.number_of_seats) is not int or self.number_of_seats not in counts:
            expected = " or ".join(map(str, counts))
            raise ArgumentError(f"there are {shown(self.number_of_seats)} seats, expected {expected}")
        if type(self.hard) is not bool:
            raise ArgumentError(f"hard: found {shown(self.hard)}, expected true or false")
        if self.hard and self.number_of_seats != 1:
            raise ArgumentError(f"the hard game is for one player, not for {self.number_of_seats}")

    @cached_property
    def law(self) -> Law:
        """What the rulings mean."""
        return law_of(self.rulings)

    @cached_property
    def kit(self) -> Kit:
        """The edition prepared for play; built when first needed, in a fraction of a millisecond."""
        try:
            return Kit(self.edition, self.law, self.number_of_seats, self.hard)
        except Exception as problem:
            raise border.no_edition(problem, self.edition) from None

    @cached_property
    def _positions(self) -> Form:
        from shinkansen.zerokei.position import Form, setting  # here, because playing needs none of it

        return Form(NAME, self.kit, setting(self.seats, self.hard, self.edition, self.rulings))

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
        return deal

    def to_move(self, state: State) -> int | None:
        try:
            table = state.table
            return table.seat if table.phase is not OVER else None
        except Exception as problem:
            raise border.diagnosed(problem, self.kit, state) from None

    def stage(self, state: State) -> Stage:
        table = border.table_of(self.kit, state)
        try:
            return stages.stage(self.kit, table)
        except Exception as problem:
            raise border.diagnosed(problem, self.kit, state) from None

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        try:
            return rounds.legal_moves(self.kit, state)
        except Exception as problem:
            raise border.diagnosed(problem, self.kit, state) from None

    def why_not(self, state: State, move: object, by: int | None = None) -> Refusal | None:
        try:
            return refusals.why_not(self.kit, border.table_of(self.kit, state), move, by)
        except Exception as problem:
            raise border.diagnosed(problem, self.kit, state) from None

    def follow(self, state: State, move: Move) -> State:
        try:
            return rounds.follow(self.kit, state, move)
        except Exception as problem:
            raise self._unfollowed(problem, state, move) from None

    def narrate(self, state: State, move: Move) -> Step[State, Happening]:
        try:
            draft = Recording(self.kit, state)
            rounds.perform(draft, move)
            return Step(draft.freeze(), tuple(draft.happenings))
        except Exception as problem:
            raise self._unfollowed(problem, state, move) from None

    def _unfollowed(self, problem: Exception, state: State, move: Move) -> Exception:
        """Why a move could not be made: it may not be a move, or be illegal, or the state may not be a state."""
        found = border.diagnosed(problem, self.kit, state, move)
        if found is problem and (refusal := self.why_not(state, move)) is not None:
            return IllegalMove(refusal)
        return found

    def scores(self, state: State) -> tuple[Score, ...]:
        table = border.table_of(self.kit, state)
        try:
            return tuple(scoring.score(self.kit, table, seat) for seat in range(self.kit.seats))
        except Exception as problem:
            raise border.diagnosed(problem, self.kit, state) from None

    def totals(self, state: State) -> tuple[int, ...]:
        table = border.table_of(self.kit, state)
        try:
            return scoring.totals(self.kit, table)
        except Exception as problem:
            raise border.diagnosed(problem, self.kit, state) from None

    def outcome(self, state: State) -> Outcome | None:
        table = border.table_of(self.kit, state)
        try:
            return scoring.outcome(self.kit, table) if table.phase is OVER else None
        except Exception as problem:
            raise border.diagnosed(problem, self.kit, state) from None

    def hidden(self, state: State, seat: int) -> tuple[Hidden, ...]:
        border.table_of(self.kit, state)
        self._seated(seat)
        try:
            return dealing.hidden(self.kit, state)
        except Exception as problem:
            raise border.diagnosed(problem, self.kit, state) from None

    def arranged(self, state: State, pieces: Mapping[Place, Piece]) -> State:
        border.table_of(self.kit, state)
        if not isinstance(pieces, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ArgumentError(f"found {shown(pieces)}, expected pieces by their places")
        try:
            return dealing.arranged(self.kit, state, pieces)
        except Exception as problem:
            raise border.diagnosed(problem, self.kit, state) from None

    def foreseen(self, view: View[State], move: Move) -> Preview[State, Happening]:
        self._viewed(view)
        border.table_of(self.kit, view.state)
        draft = Foreseeing(self.kit, view.state)
        try:
            rounds.perform(draft, move)
        except Unforeseeable:
            return Preview(draft.freeze(), tuple(draft.happenings), stops=True)
        except Exception as problem:
            raise self._unfollowed(problem, view.state, move) from None
        return Preview(draft.freeze(), tuple(draft.happenings), stops=False)

    @property
    def game(self) -> str:
        return NAME

    @property
    def version(self) -> int:
        return VERSION

    @property
    def seat_names(self) -> tuple[str, ...]:
        return self.kit.seat_names[: self.kit.seats]

    @property
    def edition_id(self) -> EditionId:
        return EditionId(self.edition.id, self.edition.name, self.edition.digest())

    @property
    def letters(self) -> dict[str, str]:
        return self.rulings.letters()

    @property
    def variants(self) -> dict[str, Json]:
        return {"hard": self.hard} if self.kit.solo else {}

    def restored(self, settings: Mapping[str, Json]) -> dict[str, Json]:
        if not isinstance(settings, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ArgumentError(f"found {shown(settings)}, expected the settings of a record")
        version, letters = settings.get("version"), settings.get("rulings")
        if type(version) is not int or not 0 < version < VERSION or not isinstance(letters, dict):
            return dict(settings)
        return {**settings, "version": VERSION, "rulings": {**restored(letters, version).letters()}}

    def deal_json(self, deal: Deal) -> dict[str, Json]:
        content = cast("dict[str, Json]", CONVERTER.unstructure(self._checked(deal)))
        return content if self.kit.solo else {key: value for key, value in content.items() if key != "board"}

    def read_deal(self, content: object) -> Deal:
        return self._checked(structure(CONVERTER, content, Deal, "deal"))

    def state_json(self, state: State) -> dict[str, Json]:
        border.table_of(self.kit, state)
        try:
            return state_json(state, self.kit.city_ids)
        except Exception as problem:
            raise border.diagnosed(problem, self.kit, state) from None

    def read_state(self, content: object) -> State:
        return read_state(self.kit, content)

    def position(self, state: State, hidden: bool = False) -> str:
        border.table_of(self.kit, state)
        try:
            return self._positions.write(state, hidden)
        except Exception as problem:
            raise border.diagnosed(problem, self.kit, state) from None

    def read_position(self, text: str) -> State:
        return self._positions.read(text)

    def move_json(self, move: Move) -> dict[str, Json]:
        return move_json(move)

    def read_move(self, content: object) -> Move:
        return move_from_json(content)

    def digest(self, state: State) -> str:
        try:
            return table_digest(border.table_of(self.kit, state), self.kit.city_ids)
        except Exception as problem:
            raise border.diagnosed(problem, self.kit, state) from None

    def entries(self, happenings: tuple[Happening, ...]) -> dict[str, Json]:
        if not isinstance(happenings, tuple | list):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ArgumentError(f"found {shown(happenings)}, expected happenings")
        yen: list[Json] = [[x.payer, x.payee, x.yen, x.clause] for x in happenings if isinstance(x, Paid)]
        vp: list[Json] = [[x.seat, x.vp, x.clause] for x in happenings if isinstance(x, Scored)]
        return {"yen": yen, "vp": vp}

    def concerned(self, happening: Happening) -> tuple[int, ...]:
        match happening:
            case Paid(payer, payee):
                return tuple(seat for seat in (payer, payee) if seat != NOBODY)
            case TrackLaid(seat, _, owner):
                return (seat,) if seat == owner else (seat, owner)
            case _:
                return super().concerned(happening)

    def spelled(self) -> tuple[str, str]:
        kind, usual = type(self), Rulings().letters()
        imports = importing(kind) if kind is not ZeroKei else "from shinkansen import ZeroKei"
        parts = [f"seats={self.seats}"]
        if self.edition != shipped():
            imports += "\nfrom shinkansen.zerokei.edition_check import from_json"
            parts.append(f"edition=from_json({self.edition.to_json()!r})")
        other = {slug: letter for slug, letter in self.rulings.letters().items() if letter != usual[slug]}
        parts += [f"rulings={other}"] if other else []
        parts += ["hard=True"] if self.hard else []
        return imports.strip(), f"{called(kind)}({', '.join(parts)})"

    def invariants(self) -> tuple[Invariant, ...]:
        from shinkansen.zerokei.invariants import INVARIANTS  # here, because playing needs none of it

        return INVARIANTS

    def show(self, thing: State | Step[State, Happening] | Move, state: State | None = None) -> Picture:
        """A state, a step or a move (with its state) as a picture; a notebook displays it automatically."""
        from shinkansen.zerokei.picture import show  # here, because most programs play games without drawing any

        return show(self, thing, state)

    def say(self, thing: object, state: State | None = None) -> str:
        table = border.table_of(self.kit, state) if state is not None else None
        teller = _SAYS.get(type(thing))
        if teller is None:
            raise ArgumentError(
                f"found {shown(thing)}, expected a move, a happening, a refusal, a score, an item of one or an outcome"
            )
        try:
            return teller(Speaker(self.kit, table), thing)
        except Exception as problem:
            if state is not None and (found := border.diagnosed(problem, self.kit, state)) is not problem:
                raise found from None
            raise ArgumentError(f"{shown(thing)} cannot be put into words: its parts have the wrong types") from None


def _say_item(_: Speaker, item: ScoreItem) -> str:
    return f"{opening(item.title)}: {item.points} ({item.clause})."


def _say_score(speaker: Speaker, score: Score) -> str:
    parts = ", ".join(f"{item.title} {item.points:+d}" for item in score.items)
    return f"{speaker.seat(score.seat).capitalize()} has {score.total} victory points: {parts}."


def _say_outcome(_: Speaker, outcome: Outcome) -> str:
    return f"{opening(outcome.decided_by)} ({outcome.clause})."


_SAYS: dict[type[Any], Callable[[Speaker, Any], str]] = {
    **dict.fromkeys(NAME_OF, Speaker.say_move),
    Refusal: lambda _, refusal: str(refusal),
    ScoreItem: _say_item,
    Score: _say_score,
    Outcome: _say_outcome,
    **dict.fromkeys(HAPPENINGS, Speaker.say_happening),
}
"""How each kind of thing is put into words."""
