"""A stateful machine over the contract: Hypothesis plays any game, with legal and illegal moves mixed, and checks the
laws and the game's own invariants at every step.

    class TestMyGame(machine(MY_SUBJECT).TestCase): ...

It is for breadth; whole games driven by indices (`testing.strategies`) make ten times as many moves per second.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from shinkansen.core import invariants
from shinkansen.testing.extra import RuleBasedStateMachine, initialize, invariant, note, precondition, rule, st
from shinkansen.testing.laws import check_laws
from shinkansen.testing.situation import Situation
from shinkansen.testing.strategies import Subject, deals
from shinkansen.testing.telling import Position, as_test, game_test, story


def machine(subject: Subject[Any, Any, Any, Any]) -> type[RuleBasedStateMachine]:
    """The machine that plays a game under test."""

    class Machine(RuleBasedStateMachine):
        def __init__(self) -> None:
            super().__init__()
            self.made: list[Any] = []
            self.failed = False

        @contextmanager
        def told(self, *moves: Any, tried: tuple[object, ...] = ()) -> Generator[None, None, None]:
            """A failure in the block is reported as a test: the game so far, with some moves made and others tried."""
            game = (*self.made, *moves)
            try:
                with as_test(lambda problem: game_test(self.ruleset, self.deal, game, tried, self.ids(problem))):
                    yield
            except Exception:
                self.failed = True
                raise

        def ids(self, problem: BaseException) -> list[str]:
            return [id for id in subject.raw_ids(self.ruleset) if id in str(problem)]

        @initialize(data=st.data())
        def begin(self, data: st.DataObject) -> None:
            self.ruleset = data.draw(subject.rules)
            self.deal = data.draw(deals(self.ruleset))
            with self.told():
                self.state = self.ruleset.start(self.deal)
                invariants.check_state(self.ruleset, self.state)

        def going_on(self) -> bool:
            return self.ruleset.to_move(self.state) is not None

        @precondition(lambda self: self.going_on())
        @rule(choice=st.integers(0, 2**16))
        def move(self, choice: int) -> None:
            legal = self.ruleset.legal_moves(self.state)
            move = legal[choice % len(legal)]
            with self.told(move):
                step = self.ruleset.explain(self.state, move)
                invariants.check_step(self.ruleset, self.state, move, step)
            self.made.append(move)
            self.state = step.state

        @precondition(lambda self: self.going_on())
        @rule(data=st.data())
        def try_wrong_moves(self, data: st.DataObject) -> None:
            tried = tuple(data.draw(st.lists(subject.wrong_moves(self.ruleset, self.state), min_size=1, max_size=3)))
            with self.told(tried=tried):
                check_laws(Situation(self.ruleset, self.state, tried, subject.raw_ids(self.ruleset)))

        @precondition(lambda self: not self.going_on())
        @rule()
        def move_after_the_end(self) -> None:
            tried = (None, *self.made[-1:])
            with self.told(tried=tried):
                check_laws(Situation(self.ruleset, self.state, tried))

        @invariant()
        def somebody_moves_or_it_is_over(self) -> None:
            with self.told():
                assert self.going_on() == bool(self.ruleset.legal_moves(self.state))

        def teardown(self) -> None:
            if hasattr(self, "state"):
                note(story(Position(self.ruleset, self.deal, tuple(self.made), self.state)))
            if hasattr(self, "state") and not self.failed:
                with self.told():
                    check_laws(Situation(self.ruleset, self.state, history=(self.deal, tuple(self.made))))
                    invariants.check_game(self.ruleset, self.deal, self.made)

    return Machine
