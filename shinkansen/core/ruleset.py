"""The contract a game fulfils: deal, start, list the legal moves, make one, explain it, score.

A ruleset is an immutable value: a game's edition, a reading of its rules and a number of seats. All its functions are
pure. `testing.laws` has the laws that every game must obey; the two most important are:

- `why_not(state, move) is None` if and only if `move in legal_moves(state)`, for a move whose parts have the types that
  its class declares (to Python 1, 1.0 and True are equal; the rules ask for the number);
- `apply(state, move) == explain(state, move).state`.

Everything random is in the deal, made up front, so the same deal can be handed to anybody; `chance` names its draws.
What a seat may know of a state is its `view`, and what it can foresee of a move is a `preview`.

Where seats choose at the same time, their choices form a *block*: one choice of each seat, made one after another but
face down until the last one closes the block. `choosing` says who has yet to choose, `chosen` whose choices lie face
down; `turn_to` lets any of those who are choosing go next. What follows from a choice for its seat alone is a decision
after the block has closed.

Only pieces of the deal and the choices of an open block can be secret. So a move names places (the third card of a
hand) rather than pieces that somebody may not know, and happenings, sentences, scores and entries are for everybody.
"""

from __future__ import annotations

import inspect
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from functools import cached_property
from operator import itemgetter
from random import Random
from typing import TYPE_CHECKING, Any, Final, Generic, cast, final

import attrs
from attrs import frozen

from shinkansen.core import knowledge
from shinkansen.core.draws import Chance, Hidden, Parts, Piece, Place
from shinkansen.core.errors import ArgumentError, IllegalMove, Refusal, WireError
from shinkansen.core.knowledge import Preview, View
from shinkansen.core.plain_json import Json, digest, shown
from shinkansen.core.prose import opening, to_move
from shinkansen.core.typevars import DealT, HappeningT, MoveT, StateT

if TYPE_CHECKING:
    from shinkansen.core.invariants import Invariant

OVER: Final = "over"
"""The phase of every game that is over."""


@frozen
class Step(Generic[StateT, HappeningT]):
    """What a move did: the next state, and what happened on the way."""

    state: StateT
    happenings: tuple[HappeningT, ...]


@frozen
class ScoreItem:
    """One line of a score, with the clause that grants it."""

    title: str
    points: int
    clause: str


@frozen
class Score:
    """A seat's score: the items that add up to it."""

    seat: int
    items: tuple[ScoreItem, ...]

    @property
    def total(self) -> int:
        """The sum of its items."""
        return sum(item.points for item in self.items)


@frozen
class Stage:
    """How far a game has come."""

    round: int
    """From 1; 0 before the first round, and in a game without rounds."""
    rounds: int | None
    """How many rounds there are, if that is known."""
    phase: str
    """A short word for what is being decided, always the same one; `over` when the game is over."""
    words: str
    """The same for people, with who decides what: a part of a sentence, such as `round 2 of 4: red chooses a card`."""


@frozen
class EditionId:
    """What identifies an edition of a game: the pieces and figures that it is played with."""

    id: str
    name: str
    """For people."""
    digest: str
    """A fingerprint of everything in it that matters to play."""


@frozen
class Outcome:
    """Who won, and what decided it."""

    winners: tuple[int, ...]
    totals: tuple[int, ...]
    decided_by: str
    clause: str


class Ruleset(ABC, Generic[DealT, StateT, MoveT, HappeningT]):
    """A game that can be played, checked and explained."""

    @property
    @abstractmethod
    def seats(self) -> int:
        """The number of seats."""

    @property
    def chance(self) -> Chance:
        """Everything random: the piles, and what is drawn from them; nothing, unless a game says otherwise."""
        return Chance((), ())

    @abstractmethod
    def dealt(self, parts: Parts) -> DealT:
        """A deal from its parts. It has them as attributes, by the names of the draws."""

    def deal(self, rng: Random) -> DealT:
        """Every random choice of a game, as one plain value."""
        return self.dealt(self.chance.deal(_random(rng)))

    def every_deal(self, **fixed: tuple[Piece, ...]) -> Iterator[DealT]:
        """Every deal there is, each once, with some parts fixed; for small games."""
        return map(self.dealt, self.chance.every(**fixed))

    @abstractmethod
    def start(self, deal: DealT) -> StateT:
        """The state after setup; `DealError` if the deal is not made of the right pieces."""

    @abstractmethod
    def to_move(self, state: StateT) -> int | None:
        """The seat that decides next; `None` when the game is over."""

    def stage(self, state: StateT) -> Stage:
        """How far the game has come, as anybody at the table can tell."""
        names = [self.seat_names[seat] for seat in self.choosing(state)]
        if not names:
            return Stage(0, None, OVER, "the game is over")
        several = f"{', '.join(names[:-1])} and {names[-1]} are to choose"
        return Stage(0, None, "play", several if len(names) > 1 else to_move(names[0]))

    @abstractmethod
    def legal_moves(self, state: StateT) -> tuple[MoveT, ...]:
        """Every legal move, in a canonical order, without duplicates; empty only when the game is over."""

    @abstractmethod
    def why_not(self, state: StateT, move: object, by: int | None = None) -> Refusal | None:
        """Why a move is not legal, or `None` if it is. Reasons are checked in a fixed order, and the first is reported:
        the game's end, form, turn, phase, source, target, piece, price.

        `by` is who makes it; only the seat that is to move may, also where several are choosing (see `turn_to`).
        """

    def follow(self, state: StateT, move: MoveT) -> StateT:
        """The next state after a move *known* to be legal: nothing is checked. For loops over `legal_moves`.

        A game for which it takes long to tell what happened may do without it here.
        """
        return self.narrate(state, move).state

    @abstractmethod
    def narrate(self, state: StateT, move: MoveT) -> Step[StateT, HappeningT]:
        """Like `follow`, and also what happened."""

    @abstractmethod
    def scores(self, state: StateT) -> tuple[Score, ...]:
        """Each seat's score, itemised, as it would be if the game ended here; from what lies in the open."""

    def totals(self, state: StateT) -> tuple[int, ...]:
        """Each seat's points: what the items of `scores` add up to. For players that try many games and read no titles.

        A game whose titles take long to word may count the points by themselves; a law holds the two together.
        """
        return tuple(score.total for score in self.scores(state))

    @abstractmethod
    def outcome(self, state: StateT) -> Outcome | None:
        """Who won; `None` while the game goes on."""

    def best(self, totals: tuple[int, ...]) -> int | None:
        """The total that wins, the highest unless a game says otherwise; `None` where points do not decide."""
        fits = isinstance(totals, tuple)  # pyright: ignore[reportUnnecessaryIsInstance]
        if not (fits and totals and all(type(total) is int for total in totals)):
            raise ArgumentError(f"found {shown(totals)}, expected the total of each seat")
        return max(totals)

    # -- choices made at the same time

    def choosing(self, state: StateT) -> tuple[int, ...]:
        """The seats that choose at the same time now and have yet to choose; one of them is to move."""
        seat = self.to_move(state)
        return () if seat is None else (seat,)

    def chosen(self, state: StateT) -> tuple[int, ...]:
        """The seats whose choices lie face down until all have chosen."""
        return ()

    def turn_to(self, state: StateT, seat: int) -> StateT:
        """The same state with another of the seats that are choosing to move."""
        choosing = self.choosing(state)
        if seat not in choosing:
            expected = f"seat {' or '.join(map(str, choosing))}" if choosing else "nobody, for the game is over"
            raise ArgumentError(f"seat {shown(seat)} is not choosing now, expected {expected}")
        return state

    def taken_back(self, state: StateT, seat: int) -> StateT:
        """The state without the choice of a seat that lies face down: that seat is choosing again."""
        raise ArgumentError(f"there is no choice of seat {shown(seat)} to take back")

    # -- what is hidden: a game defines `hidden` and `arranged`, and the rest follows

    def hidden(self, state: StateT, seat: int) -> tuple[Hidden, ...]:
        """What a seat does not know of the deal: which pieces may lie at which places. Choices are not part of it.

        Nobody forgets: what a seat has once seen is never hidden from it again. That it has looked, everybody knows.
        """
        return ()

    def arranged(self, state: StateT, pieces: Mapping[Place, Piece]) -> StateT:
        """The same state with other pieces at places where they lie face down to somebody."""
        if pieces:
            raise ArgumentError(f"nothing lies face down at {', '.join(sorted({name for name, _ in pieces}))}")
        return state

    def view(self, state: StateT, seat: int) -> View[StateT]:
        """What a seat may know."""
        self._seated(seat)
        return View(seat, knowledge.imagined(self, state, seat, knowledge.unshuffled, itemgetter(0)))

    @final
    def redeal(self, view: View[StateT], rng: Random) -> StateT:
        """A random state that looks like this view to its seat: what it cannot see lies in any order, all equally
        likely, and those who have chosen have made any of their legal choices."""
        self._viewed(view)
        return knowledge.imagined(self, view.state, view.seat, _random(rng).shuffle, rng.choice)

    @final
    def seen_deal(self, deal: DealT, state: StateT, seat: int) -> DealT:
        """The deal as far as a seat knows it at a state: what is still hidden is put in a fixed order."""
        self._seated(seat)
        return knowledge.seen_deal(self, deal, state, seat)

    @final
    def turned_up(self, before: StateT, after: StateT) -> tuple[Place, ...]:
        """What somebody knows after a move and nobody knew before it, in the order of the draws."""
        return knowledge.turned_up(self, before, after)

    def preview(self, view: View[StateT], move: MoveT) -> Preview[StateT, HappeningT]:
        """What a move does as far as its mover can know; raises `IllegalMove` as `apply` does.

        Unless a game says more, a move that reveals anything to its mover cannot be foreseen at all.
        """
        self._viewed(view)
        self._check(view.state, move, view.seat)
        return self.foreseen(view, move)

    def foreseen(self, view: View[StateT], move: MoveT) -> Preview[StateT, HappeningT]:
        """The preview of a move *known* to be legal: nothing is checked.

        A choice made at the same time as others may stop too, halfway, with its own effects in the state: what it comes
        to depends on the others. A player that looks one move ahead sees nothing in it otherwise.
        """
        return knowledge.preview(self, view, move)

    # -- whose part of the table changes

    def part(self, state: StateT, seat: int) -> Json:
        """What lies in front of a seat, in plain JSON: its item of `seats` in the table, unless a game says more."""
        table = self.state_json(state)["table"]
        seats = table.get("seats") if isinstance(table, dict) else None
        if not isinstance(seats, list):
            return None
        self._seated(seat, len(seats))
        return seats[seat]

    def concerned(self, happening: HappeningT) -> tuple[int, ...]:
        """The seats in front of which a happening changes something: its `seat`, unless a game says otherwise.

        Where all choose at the same time, what happens is not the doing of the seat that chose last.
        """
        seat = getattr(happening, "seat", None)
        return (seat,) if type(seat) is int and seat >= 0 else ()

    @abstractmethod
    def say(self, thing: object, state: StateT | None = None) -> str:
        """A move, happening, refusal, score, score item or outcome as one English sentence, for all at the table.

        A game words its moves and happenings. The rest it can leave to this method (`super().say(thing, state)`), which
        refuses what it does not know.
        """
        match thing:
            case Refusal():
                return str(thing)
            case ScoreItem() if thing.title:
                return f"{opening(thing.title)}: {thing.points} ({thing.clause})."
            case Score():
                items = ", ".join(f"{item.title} {item.points:+d}" for item in thing.items)
                return f"{opening(self.seat_names[thing.seat])} has {thing.total} points: {items or 'nothing'}."
            case Outcome():
                winners = " and ".join(self.seat_names[seat] for seat in thing.winners) or "nobody"
                return f"{opening(winners)} won: {thing.decided_by} ({thing.clause})."
            case _:
                raise ArgumentError(f"found {shown(thing)}, expected a move or something else of {self.game}")

    # -- what these rules are

    @property
    @abstractmethod
    def game(self) -> str:
        """The short name of the game, by which records and citations know it."""

    @property
    def version(self) -> int:
        """The version of the rules as code; it rises when settings that an older version stored must be translated."""
        return 1

    @property
    def seat_names(self) -> tuple[str, ...]:
        """What the seats are called in the middle of a sentence, by their numbers.

        Opponents that score but are played by the rules themselves come after the seats.
        """
        return tuple(f"seat {seat}" for seat in range(self.seats))

    @property
    def edition_id(self) -> EditionId | None:
        """Which edition it is played with, if the game has editions."""
        return None

    @property
    def letters(self) -> Mapping[str, str]:
        """The reading of the rules: by the name of each ruling that can be switched, the letter of its answer."""
        return {}

    @property
    def variants(self) -> Mapping[str, Json]:
        """Whatever else players can agree on, by name, such as `hard`; numbers of seats, editions and rulings are not
        variants."""
        return {}

    # -- the same things in plain JSON, for records and for the wire

    def settings(self) -> dict[str, Json]:
        """What identifies this ruleset: the game, the version of its rules, edition, rulings, seats, variants."""
        edition, letters = self.edition_id, self.letters
        if clash := {*self.variants} & {"game", "version", "edition", "rulings", "seats"}:
            raise ArgumentError(f"a variant is called {', '.join(sorted(clash))}, expected a name of its own")
        return {
            "game": self.game,
            "version": self.version,
            "edition": {"id": edition.id, "digest": edition.digest} if edition is not None else None,
            **({"rulings": dict(letters)} if letters else {}),
            "seats": self.seats,
            **self.variants,
        }

    def restored(self, settings: Mapping[str, Json]) -> dict[str, Json]:
        """Settings that an older version of these rules wrote, as this version writes them; any others unchanged.

        `RulingError` if they name rulings that the older version did not have.
        """
        return dict(settings)

    @abstractmethod
    def deal_json(self, deal: DealT) -> dict[str, Json]:
        """A deal in plain JSON."""

    @abstractmethod
    def read_deal(self, content: object) -> DealT:
        """A deal from plain JSON; `WireError` or `DealError` if it is not one."""

    @abstractmethod
    def state_json(self, state: StateT) -> dict[str, Json]:
        """A state in plain JSON: under `table` what lies in the open, under `hidden` the rest."""

    @abstractmethod
    def read_state(self, content: object) -> StateT:
        """A state from plain JSON; `WireError` if it is not one."""

    def position(self, state: StateT, hidden: bool = False) -> str:
        """A state as one line of text (see `core.position`): what lies in the open, and on request what is hidden.

        Without the latter, states that look alike to somebody have the same text.
        """
        from shinkansen.core.position import packed  # here, because playing needs none of it

        return packed(self, state, hidden)

    def read_position(self, text: str) -> StateT:
        """The state that a line stands for; `WireError` if it is none, or of other rules.

        If the text does not say what is hidden, the hidden pieces lie in a fixed order.
        """
        from shinkansen.core.position import unpacked

        return unpacked(self, text)

    @abstractmethod
    def move_json(self, move: MoveT) -> dict[str, Json]:
        """A move in plain JSON; its kind, if there are several, under `move`."""

    @abstractmethod
    def read_move(self, content: object) -> MoveT:
        """A move from plain JSON; `WireError` if it is not one."""

    def digest(self, state: StateT) -> str:
        """A fingerprint of what lies in the open; the same in every process and for every engine that agrees."""
        return digest(self.state_json(state)["table"])

    def entries(self, happenings: tuple[HappeningT, ...]) -> dict[str, Json]:
        """The ledger of a step: lists of what was paid and scored, by the name of the unit (such as points); in the
        open, like everything that happens."""
        return {}

    # -- the same in Python

    def spelled(self) -> tuple[str, str]:
        """How Python makes these rules: what must be imported, and an expression; for tests to paste."""
        kind = type(self)
        if not attrs.has(kind):
            return importing(kind), repr(self)
        given = [f"{part.alias}={getattr(self, part.name)!r}" for part in attrs.fields(kind) if part.init]
        return importing(kind), f"{called(kind)}({', '.join(given)})"

    def __getstate__(self) -> object:
        """What is pickled or copied: not what a `cached_property` has kept, which can be made again.

        After some games that is ten times as much as the rules themselves, and it would be sent with every task.
        """
        state = super().__getstate__()
        if not isinstance(state, dict):
            return state
        kind, content = type(self), cast("dict[str, object]", state)
        return {name: part for name, part in content.items() if not _is_kept(kind, name)}

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(repr(self))  # otherwise pretty-printers would print every figure of an edition

    # -- what must always be true

    def invariants(self) -> tuple[Invariant, ...]:
        """What holds in every state, over every move and over every game, each with its clauses."""
        return ()

    # -- the checked way to move

    def apply(self, state: StateT, move: MoveT) -> StateT:
        """The next state; if the rules forbid the move, an `IllegalMove` is raised and nothing has changed."""
        self._check(state, move)
        return self.follow(state, move)

    def explain(self, state: StateT, move: MoveT) -> Step[StateT, HappeningT]:
        """The next state and what happened; raises `IllegalMove` as `apply` does."""
        self._check(state, move)
        return self.narrate(state, move)

    def nearest(self, state: StateT, move: MoveT) -> MoveT | None:
        """The legal move most like another: of the same kind if there is one, with as few different parts as possible.

        `None` when the game is over. It is separate from `why_not`, which is called far more often than advice is read.
        """
        wanted = self.move_json(move)

        def unlike(legal: MoveT) -> tuple[bool, int]:
            parts = self.move_json(legal)
            other = sum(parts.get(name) != value for name, value in wanted.items())
            return parts.get("move") != wanted.get("move"), other + abs(len(parts) - len(wanted))

        return min(self.legal_moves(state), key=unlike, default=None)

    def _check(self, state: StateT, move: MoveT, by: int | None = None) -> None:
        refusal = self.why_not(state, move, by)
        if refusal is not None:
            # Where no clause forbids it, it is not even a move, and nothing is near it.
            raise IllegalMove(refusal, self._advice(state, move) if refusal.clause else "")

    def _seated(self, seat: int, among: int | None = None) -> None:
        seats = self.seats if among is None else among
        if type(seat) is not int or not 0 <= seat < seats:
            raise ArgumentError(f"there is no seat {shown(seat)}, expected 0 to {seats - 1}")

    def _viewed(self, view: View[StateT]) -> None:
        if not isinstance(view, View):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise ArgumentError(f"found {shown(view)}, expected a view")
        self._seated(view.seat)

    def _advice(self, state: StateT, move: MoveT) -> str:
        try:
            nearest = self.nearest(state, move)
        except WireError:
            return ""  # what was given is not a move at all, so nothing is near it
        return "" if nearest is None else self.say(nearest, state)


def _random(rng: Random) -> Random:
    if not isinstance(rng, Random):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ArgumentError(f"found {shown(rng)}, expected a random.Random such as Random(1)")
    return rng


def _is_kept(kind: type[Any], name: str) -> bool:
    return isinstance(inspect.getattr_static(kind, name, None), cached_property)


def called(kind: type[Any]) -> str:
    """What a class is called where it has been imported."""
    return kind.__qualname__.rpartition("<locals>.")[2]


def importing(kind: type[Any]) -> str:
    """The line that imports a class; one that nobody can import from outside is named in a comment."""
    if "<locals>" in kind.__qualname__:
        return f"# {called(kind)} is local to a function of {kind.__module__}: bring it here."
    return "" if kind.__module__ == "__main__" else f"from {kind.__module__} import {kind.__qualname__.split('.')[0]}"
