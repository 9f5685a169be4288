"""Hypothesis strategies for any game: deals, positions, whole games, records, and moves that are almost legal.

A `Subject` is a game under test. It says what the checks cannot know by themselves: which rulesets to try and, if the
game knows better than we do, which wrong moves are worth trying. Deals are drawn from the game's own list of draws.
With a `Subject`, any game that fulfils the contract of `core.ruleset` can use all the laws, the machine and the
differential checks of this package. Choices are drawn as indices into the legal moves, so a failing game shrinks to a
short one; when a test fails, the game is printed (`testing.telling`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from itertools import chain, repeat
from typing import Any, Generic, TypeVar

from attrs import frozen

from shinkansen.core.draws import Piece
from shinkansen.core.errors import WireError
from shinkansen.core.near_misses import Part, Variety, neighbours, words_in
from shinkansen.core.record import Record, record
from shinkansen.core.ruleset import Ruleset
from shinkansen.core.rulings import Register
from shinkansen.core.typevars import DealT, MoveT, StateT
from shinkansen.testing.extra import note, st
from shinkansen.testing.telling import Position, as_test, example_of, game_test, story

__all__ = [
    "Position",
    "Subject",
    "deals",
    "finished",
    "letters_of",
    "near_misses",
    "no_ids",
    "positions",
    "reached",
    "record_of",
    "records",
]  # fmt: skip

RulesT = TypeVar("RulesT")


def no_ids(rules: Any) -> Collection[str]:
    """No ids at all: sentences may show anything."""
    return ()


@st.composite
def near_misses(draw: st.DrawFn, rules: Any, state: Any) -> object:
    """A legal move with one part changed: perhaps still legal, but usually not quite. Where no legal move has a part
    that can be changed, something that is no move."""
    legal: list[Part] = [rules.move_json(move) for move in rules.legal_moves(state)]
    variety = Variety()
    variety.meet(legal)
    sight = words_in(rules.state_json(state))
    for chosen in (draw(st.sampled_from(legal)), *legal):  # the one that was drawn may have no parts
        near = neighbours(chosen, variety.values, sight)
        if readable := [move for content in near for move in _read(rules, content)]:
            return draw(st.sampled_from(readable))
    return None


def _read(rules: Any, content: Part) -> list[object]:
    try:
        return [rules.read_move(content)]
    except WireError:
        return []


@frozen
class Subject(Generic[RulesT, DealT, StateT, MoveT]):
    """A game under test."""

    name: str
    rules: st.SearchStrategy[RulesT]
    wrong_moves: Callable[[RulesT, StateT], st.SearchStrategy[object]] = near_misses
    """Moves to try in a state in which the game goes on: near misses and nonsense, seldom legal."""
    raw_ids: Callable[[RulesT], Collection[str]] = no_ids
    """Ids that sentences must not show."""

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(f"<{self.name} under test>")  # otherwise Hypothesis would print pages of strategies


_SMALL = 8
"""A pile of at most so many pieces is drawn as a permutation; swaps shrink much faster where there are more."""


@st.composite
def shuffled(draw: st.DrawFn, pieces: tuple[Piece, ...]) -> list[Piece]:
    """A pile after shuffling. Shrinks to its order."""
    if len(pieces) <= _SMALL:
        return draw(st.permutations(pieces))
    pile, places = [*pieces], st.integers(0, len(pieces) - 1)
    for one, two in draw(st.lists(st.tuples(places, places), max_size=2 * len(pile))):
        pile[one], pile[two] = pile[two], pile[one]
    return pile


def letters_of(register: Register) -> st.SearchStrategy[dict[str, str]]:
    """Letters for any of the switchable rulings, by their names. Shrinks to none, which is the preferred reading."""
    letters = {ruling.slug: st.sampled_from((ruling.preferred, *ruling.others)) for ruling in register.switchable}
    return st.fixed_dictionaries({}, optional=letters)


def deals(rules: Ruleset[DealT, Any, Any, Any]) -> st.SearchStrategy[DealT]:
    """Any deal. Shrinks to the one in which no pile is shuffled."""
    piles = {pile.name: shuffled(pile.pieces) for pile in rules.chance.piles}
    return st.fixed_dictionaries(piles).map(lambda laid: rules.dealt(rules.chance.laid(laid)))


@st.composite
def reached(
    draw: st.DrawFn, subject: Subject[RulesT, DealT, StateT, MoveT], most: int = 130, over: bool = False
) -> Position[RulesT, DealT, StateT, MoveT]:
    """Like `positions`, but not reported: for strategies that make something else of it and report that."""
    rules: Any = draw(subject.rules)
    deal = draw(deals(rules))
    return _played(rules, deal, draw(st.lists(st.integers(0, 2**16), max_size=most)), over)


def _played(rules: Any, deal: Any, choices: Iterable[int], over: bool) -> Position[Any, Any, Any, Any]:
    """A position reached by choices; unless `over`, the move that ends the game is not made."""
    made: list[Any] = []
    # While drawing we may already find an engine that crashes on the way.
    with as_test(lambda _: game_test(rules, deal, made)):
        state = rules.start(deal)
        for choice in choices:
            legal = rules.legal_moves(state)
            if not legal:
                break
            move = legal[choice % len(legal)]
            made.append(move)
            following = rules.follow(state, move)
            if rules.to_move(following) is None and not over:
                made.pop()
                break
            state = following
    return Position(rules, deal, tuple(made), state)


@st.composite
def positions(
    draw: st.DrawFn, subject: Subject[RulesT, DealT, StateT, MoveT], most: int = 130, over: bool = False
) -> Position[RulesT, DealT, StateT, MoveT]:
    """A state reached by at most `most` moves; the game is over in it only if `over` asks for that."""
    found = draw(reached(subject, most, over))
    note(story(found, lambda: example_of(found)))
    return found


@st.composite
def finished(draw: st.DrawFn, subject: Subject[RulesT, DealT, StateT, MoveT]) -> Position[RulesT, DealT, StateT, MoveT]:
    """A whole game. After the drawn choices the first legal move is made each time, so it shrinks to a dull game."""
    rules: Any = draw(subject.rules)
    deal = draw(deals(rules))
    choices = draw(st.lists(st.integers(0, 2**16), max_size=130))
    found = _played(rules, deal, chain(choices, repeat(0)), over=True)
    note(story(found, lambda: example_of(found)))
    return found


@st.composite
def records(draw: st.DrawFn, subject: Subject[RulesT, DealT, StateT, MoveT]) -> Record:
    """The record of a game, finished or not."""
    position = draw(reached(subject, over=True))
    imports = f"from {__name__} import record_of"
    note(story(position, lambda: example_of(position, lambda code: f"record_of({code})", imports)))
    return record_of(position)


def record_of(position: Position[Any, Any, Any, Any]) -> Record:
    """The record of the game that led to a position."""
    return record(position.rules, position.deal, position.moves)
