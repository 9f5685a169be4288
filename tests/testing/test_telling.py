"""What is printed about a failure: pasted, it fails for the engine that failed and passes for the right one."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from random import Random
from typing import Any

import attrs
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import run_state_machine_as_test

from shinkansen import ZeroKei
from shinkansen.core.errors import Refusal
from shinkansen.core.invariants import InvariantBroken
from shinkansen.core.record import verify
from shinkansen.core.ruleset import Step
from shinkansen.testing import LawBroken, Position, Subject, check_game, check_position, machine, position_after
from shinkansen.testing.laws import check_laws
from shinkansen.testing.situation import Situation
from shinkansen.testing.telling import AS_A_TEST, AS_AN_EXAMPLE, story
from shinkansen.zerokei.happenings import Happening
from shinkansen.zerokei.moves import ChooseEngine, Claim, Move
from shinkansen.zerokei.rulings import Rulings
from shinkansen.zerokei.table import State
from shinkansen.zerokei.testing.mutants import mutant
from shinkansen.zerokei.testing.state_damage import damaged_states
from shinkansen.zerokei.testing.strategies import SOLO, corners, finished, positions, records, rules_for, subject
from tests.fake_game import HIGHER_CARD, Deal, HigherCard
from tests.testing.test_contract_laws import BREAKERS, Thrifty

ONCE = settings(
    database=None, deadline=None, derandomize=True, max_examples=60, phases=[Phase.explicit, Phase.generate]
)
"""The first failure will do."""


pytestmark = pytest.mark.slow


# -- engines that are wrong


class Careless(ZeroKei):
    """Allows everything."""

    def why_not(self, state: State, move: object, by: int | None = None) -> Refusal | None:
        return None


class Generous(ZeroKei):
    """Every claim makes rich, which breaks an invariant of steps."""

    def narrate(self, state: State, move: Move) -> Step[State, Happening]:
        step = super().narrate(state, move)
        table = step.state.table
        if isinstance(move, Claim):
            seats = tuple(attrs.evolve(seat, yen=seat.yen + 100) for seat in table.seats)
            table = attrs.evolve(table, seats=seats)
        return Step(attrs.evolve(step.state, table=table), step.happenings)

    def follow(self, state: State, move: Move) -> State:
        return self.narrate(state, move).state


class Crashing(ZeroKei):
    """Breaks down at the first claim."""

    def narrate(self, state: State, move: Move) -> Step[State, Happening]:
        if isinstance(move, Claim):
            raise KeyError(move.carriage)
        return super().narrate(state, move)

    def follow(self, state: State, move: Move) -> State:
        return self.narrate(state, move).state


class Doubling(ZeroKei):
    """Lists a move that is not legal, and makes it: in the right game it cannot be made."""

    def legal_moves(self, state: State) -> tuple[Move, ...]:
        legal = super().legal_moves(state)
        taken = [seat.engine for seat in state.table.seats if seat.engine]
        if taken and isinstance(legal[0], ChooseEngine):
            return (ChooseEngine(taken[0]), *legal)
        return legal

    def apply(self, state: State, move: Move) -> State:
        return self.follow(state, move)

    def explain(self, state: State, move: Move) -> Step[State, Happening]:
        return self.narrate(state, move)


class Revealing(ZeroKei):
    """Says ids."""

    def say(self, thing: object, state: State | None = None) -> str:
        return f"{thing}."


class Speechless(Generous):
    """Cannot even say what it does wrong."""

    def say(self, thing: object, state: State | None = None) -> str:
        raise RuntimeError("speechless\n")


ENGINES: list[type[ZeroKei]] = [Careless, Generous, Crashing, Doubling, Revealing, Speechless]


# -- pasting


def paste(problem: BaseException) -> str:
    [note] = [note for note in getattr(problem, "__notes__", ()) if note.startswith(AS_A_TEST)]
    return str(note).removeprefix(AS_A_TEST)


def run(code: str, instead: dict[str, str] | None = None) -> None:
    """Run a test as if it had been pasted, perhaps with another engine in it."""
    for old, new in (instead or {}).items():
        assert old in code
        code = code.replace(old, new)
    namespace: dict[str, Any] = {}
    exec(compile(code, "pasted", "exec"), namespace)
    namespace["test_found"]()


def fails_here_and_not_there(problem: BaseException, wrong: type[Any], right: type[Any]) -> None:
    code = paste(problem)
    with pytest.raises((LawBroken, InvariantBroken, KeyError, RuntimeError)):
        run(code)
    imported = f"from {right.__module__} import {right.__name__}"
    run(re.sub(rf"\b{wrong.__name__}\(", f"{right.__name__}(", f"{imported}\n{code}"))


def failure(check: Callable[[], object]) -> BaseException:
    with pytest.raises(Exception) as caught:  # noqa: PT011 - a broken engine may break in any way
        check()
    return caught.value


def by_machine(of: Subject[Any, Any, Any, Any]) -> None:
    run_state_machine_as_test(machine(of), settings=settings(ONCE, stateful_step_count=30))


def under_test(engine: type[ZeroKei]) -> Any:
    return subject(st.just(engine(seats=2)))


@pytest.mark.parametrize("engine", ENGINES)
def test_what_the_machine_finds(engine: type[ZeroKei]) -> None:
    fails_here_and_not_there(failure(lambda: by_machine(under_test(engine))), engine, ZeroKei)


@pytest.mark.parametrize(("law", "engine"), [(law, engine) for law, some in BREAKERS.items() for engine in some])
def test_what_the_machine_finds_in_another_game(law: str, engine: type[HigherCard]) -> None:
    """Every law, broken on purpose."""

    def wrong_moves(rules: HigherCard, state: object) -> st.SearchStrategy[object]:
        return st.sampled_from([99, 4, None])

    of = attrs.evolve(HIGHER_CARD, rules=st.just(engine(seats=2)), wrong_moves=wrong_moves)
    fails_here_and_not_there(failure(lambda: by_machine(of)), engine, HigherCard)


def test_what_the_machine_finds_by_a_games_own_invariants() -> None:
    of = attrs.evolve(HIGHER_CARD, rules=st.just(Thrifty(seats=2)))
    fails_here_and_not_there(failure(lambda: by_machine(of)), Thrifty, HigherCard)


@pytest.mark.parametrize("engine", [engine for engine in ENGINES if engine is not Generous])
def test_what_a_test_with_positions_finds_by_the_laws(engine: type[ZeroKei]) -> None:
    """Told even if the engine breaks down while the position is drawn. (Being generous breaks no law of states.)"""
    of = under_test(engine)

    @ONCE
    @given(positions(most=20, of=of), st.data())
    def holds(found: Any, data: st.DataObject) -> None:
        tried = data.draw(st.lists(of.wrong_moves(found.rules, found.state), min_size=1, max_size=3))
        check_laws(
            Situation(found.rules, found.state, tuple(tried), of.raw_ids(found.rules), (found.deal, found.moves))
        )

    fails_here_and_not_there(failure(holds), engine, ZeroKei)


@pytest.mark.parametrize("engine", [Careless, Revealing])
def test_what_is_found_in_a_state_alone(engine: type[ZeroKei]) -> None:
    of = under_test(engine)

    @ONCE
    @given(corners(of=of), st.data())
    def laws_hold(found: Any, data: st.DataObject) -> None:
        tried = data.draw(st.lists(of.wrong_moves(found.rules, found.state), min_size=1, max_size=3))
        check_laws(Situation(found.rules, found.state, tuple(tried), of.raw_ids(found.rules)))

    @ONCE
    @given(positions(most=20, of=of), st.data())
    def all_holds(found: Any, data: st.DataObject) -> None:
        tried = data.draw(st.lists(of.wrong_moves(found.rules, found.state), min_size=1, max_size=3))
        check_position(found.rules, found.state, tried, of.raw_ids(found.rules))

    for test in (laws_hold, all_holds):
        problem = failure(test)
        assert "check_state_again" in paste(problem)
        fails_here_and_not_there(problem, engine, ZeroKei)


@pytest.mark.parametrize("engine", [Generous, Crashing])
def test_what_is_found_along_a_game_is_told_up_to_there(engine: type[ZeroKei]) -> None:
    rules, rng = ZeroKei(seats=3), Random(3)
    deal = rules.deal(rng)
    state, moves = rules.start(deal), list[Move]()
    while rules.to_move(state) is not None:
        moves.append(rng.choice(rules.legal_moves(state)))
        state = rules.follow(state, moves[-1])
    first = next(number for number, move in enumerate(moves) if isinstance(move, Claim))
    problem = failure(lambda: check_game(engine(seats=3), deal, moves))
    assert paste(problem).count("'move':") in (first, first + 1)
    fails_here_and_not_there(problem, engine, ZeroKei)


def test_what_is_wrong_with_a_mutant() -> None:
    """Its class is imported under a name of its own, and forgotten; the paste makes it again."""
    with mutant("surcharge-once").load() as engine:
        rules = engine.rules(3)
        check = engine.module("testing.laws").check_game
        problem: BaseException | None = None
        for seed in range(200):
            rng = Random(seed)
            deal = rules.deal(rng)
            state, moves = rules.start(deal), list[Any]()
            while rules.to_move(state) is not None:
                moves.append(rng.choice(rules.legal_moves(state)))
                state = rules.follow(state, moves[-1])
            try:
                check(rules, deal, moves)
            except Exception as found:
                problem = found
                break
    assert problem is not None
    code = paste(problem)
    try:
        with pytest.raises(Exception, match=re.escape(str(problem))):
            run(code)
        run(code.replace("mutant_surcharge_once", "shinkansen"))
    finally:
        for name in [name for name in sys.modules if name.startswith("mutant_surcharge_once")]:
            del sys.modules[name]
        del sys.meta_path[0]


def test_a_state_that_does_not_survive_json_is_not_told_as_one() -> None:
    rules = BREAKERS["wire"][0](seats=2)
    state = rules.follow(rules.start(Deal((0, 1, 2, 3, 4, 5))), 0)
    assert "No test can be written" in paste(failure(lambda: check_position(rules, state)))


def test_what_python_cannot_write_is_said_to_be_so() -> None:
    problem = failure(
        lambda: check_position(
            BREAKERS["legality"][0](seats=2), HigherCard(2).start(Deal((0, 1, 2, 3, 4, 5))), (99, object())
        )
    )
    assert "was tried, which cannot be written as Python code" in paste(problem)


# -- what only the test itself can know


def examples(test: Any) -> str:
    notes = "\n".join(failure(test).__notes__)
    code = notes[notes.index(AS_AN_EXAMPLE) + len(AS_AN_EXAMPLE) :]
    return code[: code.index("\n)") + 2]


def again(code: str, claim: Callable[[Any], None]) -> None:
    """The claim with the pasted `@example`, and nothing drawn."""
    namespace: dict[str, Any] = {"claim": claim, "given": given, "st": st, "settings": settings, "Phase": Phase}
    source = f"{code}\n@settings(phases=[Phase.explicit])\n@given(st.none())\ndef test(it):\n    claim(it)\n"
    exec(compile(source, "pasted", "exec"), namespace)
    namespace["test"]()


def nobody_claims(found: Any) -> None:
    assert not found.state.table.claims or set(found.state.table.claims) == {-1}


def nobody_wins(found: Any) -> None:
    assert found.rules.outcome(found.state) is None


def poor(found: Any) -> None:
    assert all(seat.yen < 9 for seat in found.state.table.seats)


def short(found: Any) -> None:
    verify(rules_for(found.settings["seats"]), found)
    assert len(found.plies) < 3


def whole(found: Any) -> None:
    assert "table" in found.content
    assert not found.how


CLAIMS: dict[str, tuple[st.SearchStrategy[Any], Callable[[Any], None]]] = {
    "positions": (positions(most=12), nobody_claims),
    "positions of solo": (positions(most=30, of=SOLO), nobody_claims),
    "finished": (finished(), nobody_wins),
    "corners": (corners(most=10), poor),
    "records": (records(), short),
    "damaged_states": (damaged_states(), whole),
}


@pytest.mark.parametrize("name", CLAIMS)
def test_a_claim_of_yours_fails_again_by_its_example(name: str) -> None:
    strategy, claim = CLAIMS[name]
    code = examples(ONCE(given(strategy)(claim)))
    with pytest.raises(AssertionError):
        again(code, claim)
    again(code, lambda _: None)


def test_a_failure_is_told_as_sentences() -> None:
    @settings(ONCE, phases=[Phase.generate, Phase.shrink])
    @given(positions(most=12))
    def claim(found: Any) -> None:
        nobody_claims(found)

    told = "\n".join(failure(claim).__notes__)
    assert "A game of ZeroKei(seats=2):" in told
    assert "1. seat" in told
    assert "Take Engine 1." in told


def test_a_game_that_is_no_longer_legal_ends_early() -> None:
    rules = ZeroKei(seats=2)
    deal = rules.deal_json(rules.deal(Random(1)))
    twice = [{"move": "choose-engine", "engine": "engine-1"}] * 2
    found = position_after(rules, deal, twice)
    assert found.moves == (ChooseEngine("engine-1"),)
    assert "It is seat" in str(story(found))


# -- how rules are spelled


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        (rules_for(1, Rulings(hideo_tie="b"), hard=True), "ZeroKei(seats=1, rulings={'hideo_tie': 'b'}, hard=True)"),
        (ZeroKei(seats=4), "ZeroKei(seats=4)"),
        (Careless(seats=3), "Careless(seats=3)"),
        (HigherCard(seats=3), "HigherCard(seats=3)"),
    ],
)
def test_python_that_makes_equal_rules(rules: Any, code: str) -> None:
    imports, spelled = rules.spelled()
    assert spelled == code
    namespace: dict[str, Any] = {}
    exec(imports, namespace)
    made = eval(spelled, namespace)
    assert made == rules
    assert type(made) is type(rules)


def test_rules_of_another_edition_are_spelled_with_it() -> None:
    edition = ZeroKei(seats=2).edition
    rules = ZeroKei(seats=2, edition=attrs.evolve(edition, id="mine", note="Mine."))
    imports, spelled = rules.spelled()
    namespace: dict[str, Any] = {}
    exec(imports, namespace)
    assert eval(spelled, namespace) == rules


def test_a_class_that_cannot_be_imported_is_named() -> None:
    class Mine(ZeroKei):
        pass

    imports, spelled = Mine(seats=2).spelled()
    assert imports.startswith("# Mine is local to")
    assert spelled == "Mine(seats=2)"
    assert "Mine(seats=2)" in str(story(Position(Mine(seats=2), Mine(seats=2).deal(Random(1)), (), None)))
