"""A game under test, and positions reached by playing it: the part of the strategies that knows no game.

A `Subject` says what the checks cannot know by themselves: which rulesets to try, how to draw deals, and which wrong
moves are worth trying. With one, any game that fulfils the contract of `core.ruleset` gets all the laws, the machine
and the differential checks of this package. Choices are drawn as indices into the legal moves, so a failing game
shrinks to a short one; and when a test fails, the game is told as sentences and as a test to paste.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from typing import Any, Generic, TypeVar

from attrs import field, frozen
from hypothesis import note
from hypothesis import strategies as st

DealT = TypeVar("DealT")
StateT = TypeVar("StateT")
MoveT = TypeVar("MoveT")
RulesT = TypeVar("RulesT")


def no_ids(rules: Any) -> Collection[str]:
    return ()


@frozen
class Subject(Generic[RulesT, DealT, StateT, MoveT]):
    """A game under test."""

    name: str
    rules: st.SearchStrategy[RulesT]
    deals: Callable[[RulesT], st.SearchStrategy[DealT]]
    wrong_moves: Callable[[RulesT, StateT], st.SearchStrategy[object]]
    """Moves to be tried in a state that is not over: near misses and nonsense, hardly ever legal."""
    spelled: Callable[[RulesT], str] = repr
    """The code that makes such a ruleset, for tests to paste."""
    imports: str = ""
    """What that code needs imported."""
    raw_ids: Callable[[RulesT], Collection[str]] = no_ids
    """Ids that sentences must not show."""

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(f"<{self.name} under test>")  # or Hypothesis would print pages of strategies


@frozen
class Position(Generic[RulesT, DealT, StateT, MoveT]):
    """A state and how it was reached."""

    rules: RulesT
    deal: DealT
    moves: tuple[MoveT, ...]
    state: StateT = field(repr=False)


@st.composite
def positions(
    draw: st.DrawFn, subject: Subject[RulesT, DealT, StateT, MoveT], most: int = 130, over: bool = False
) -> Position[RulesT, DealT, StateT, MoveT]:
    """A state reached by at most so many moves; one in which the game is over only if asked for."""
    rules: Any = draw(subject.rules)
    deal = draw(subject.deals(rules))
    state = rules.start(deal)
    made: list[MoveT] = []
    for choice in draw(st.lists(st.integers(0, 2**16), max_size=most)):
        legal = rules.legal_moves(state)
        if not legal:
            break
        move = legal[choice % len(legal)]
        following = rules.follow(state, move)
        if rules.to_move(following) is None and not over:
            break
        made.append(move)
        state = following
    found = Position(rules, deal, tuple(made), state)
    note(Story(subject, found))
    return found


@st.composite
def finished(draw: st.DrawFn, subject: Subject[RulesT, DealT, StateT, MoveT]) -> Position[RulesT, DealT, StateT, MoveT]:
    """A whole game. Where the drawn choices end, the first legal move is made, so it shrinks to the dullest game."""
    rules: Any = draw(subject.rules)
    deal = draw(subject.deals(rules))
    state = rules.start(deal)
    made: list[MoveT] = []
    choices = iter(draw(st.lists(st.integers(0, 2**16), max_size=130)))
    while legal := rules.legal_moves(state):
        move = legal[next(choices, 0) % len(legal)]
        made.append(move)
        state = rules.follow(state, move)
    found = Position(rules, deal, tuple(made), state)
    note(Story(subject, found))
    return found


# -- telling a failure


@frozen
class Story:
    """A position for people: Hypothesis prints it once, for the smallest example that fails."""

    subject: Subject[Any, Any, Any, Any]
    position: Position[Any, Any, Any, Any]

    def __str__(self) -> str:
        return f"{self.sentences()}\n\nAs a test:\n\n{self.test()}"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(str(self))

    def sentences(self) -> str:
        """The game so far, a sentence a move."""
        rules, state = self.position.rules, self.position.state
        lines = [f"A game by {self.subject.spelled(rules)}:"]
        state = rules.start(self.position.deal)
        for number, move in enumerate(self.position.moves, start=1):
            lines.append(f"  {number}. seat {rules.to_move(state)}: {rules.say(move, state)}")
            state = rules.follow(state, move)
        seat = rules.to_move(state)
        lines.append("  and it is over." if seat is None else f"  and it is seat {seat}'s decision.")
        return "\n".join(lines)

    def test(self) -> str:
        """The same as a test that checks every law and invariant along the game."""
        rules = self.position.rules
        state = rules.start(self.position.deal)
        moves: list[str] = []
        for move in self.position.moves:
            moves.append(f"        {plain(rules.move_json(move))},  # {rules.say(move, state)}")
            state = rules.follow(state, move)
        return "\n".join(
            [
                "from shinkansen.testing import check_game",
                *([self.subject.imports] if self.subject.imports else []),
                "",
                "",
                "def test_found() -> None:",
                f"    rules = {self.subject.spelled(rules)}",
                f"    deal = {plain(rules.deal_json(self.position.deal))}",
                "    moves = [",
                *moves,
                "    ]",
                "    check_game(rules, rules.read_deal(deal), map(rules.read_move, moves))",
            ]
        )


def plain(value: Any) -> str:
    """JSON as Python source."""
    return repr(json.loads(json.dumps(value)))
