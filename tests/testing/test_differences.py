"""Differences between two engines: each kind is told by its name, and cites the clauses that the reference acted by."""

from __future__ import annotations

from random import Random
from typing import Any

import attrs
import pytest

from shinkansen.core.errors import Refusal
from shinkansen.core.knowledge import View
from shinkansen.core.ruleset import Outcome, Score, ScoreItem, Step
from shinkansen.testing.differences import Match, Mismatch, MismatchKind, SideBySide, compare_game
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.testing.mutants import mutant
from tests.fake_game import Happening, HigherCard, State, Won


def games(rules: Any, seed: int) -> tuple[Any, list[Any]]:
    rng = Random(seed)
    deal = rules.deal(rng)
    state, moves = rules.start(deal), list[Any]()
    while legal := rules.legal_moves(state):
        moves.append(rng.choice(legal))
        state = rules.follow(state, moves[-1])
    return rules.deal_json(deal), [rules.move_json(move) for move in moves]


@pytest.mark.parametrize("rules", [ZeroKei(seats=1), ZeroKei(seats=3), HigherCard(seats=2), HigherCard(seats=3)])
def test_an_engine_does_not_differ_from_itself(rules: Any) -> None:
    for seed in range(5):
        deal, moves = games(rules, seed)
        assert compare_game(rules, rules, deal, moves) is None

        def start(match: Match, deal: Any = deal, seed: int = seed) -> None:
            match.deals(Random(seed), tries=5)
            match.begin(deal)

        assert SideBySide(peek_every=2).first(rules, rules, start, Random(seed)) is None


class Sly(HigherCard):
    """Higher Card, wrong in one way."""


def allows_any(self: Any, state: State, move: object, by: int | None = None) -> Refusal | None:
    return None


def lists_backwards(self: Any, state: State) -> tuple[int, ...]:
    return HigherCard.legal_moves(self, state)[::-1]


def lists_fewer(self: Any, state: State) -> tuple[int, ...]:
    return HigherCard.legal_moves(self, state)[:1]


def gives_it_to_another(self: Any, state: State, move: int) -> Step[State, Happening]:
    step = HigherCard.narrate(self, state, move)
    return Step(step.state, tuple(Won(1 - x.seat, "2") if isinstance(x, Won) else x for x in step.happenings))


def keeps_the_card(self: Any, state: State, move: int) -> Step[State, Happening]:
    step = HigherCard.narrate(self, state, move)
    return attrs.evolve(step, state=attrs.evolve(step.state, played=state.played)) if step.happenings else step


def lets_the_last_begin(self: Any, state: State) -> int | None:
    seat = HigherCard.to_move(self, state)
    return None if seat is None else self.seats - 1 - seat


def counts_double(self: Any, state: State) -> tuple[Score, ...]:
    return tuple(Score(s, (ScoreItem("tricks", 2 * count, "3"),)) for s, count in enumerate(state.tricks))


def lets_all_win(self: Any, state: State) -> Outcome | None:
    outcome = HigherCard.outcome(self, state)
    return outcome and attrs.evolve(outcome, winners=tuple(range(self.seats)))


def shows_the_others(self: Any, state: State, seat: int) -> Any:
    return View(seat, state)


def says_another_clause(self: Any, state: State, move: object, by: int | None = None) -> Refusal | None:
    refusal = HigherCard.why_not(self, state, move, by)
    return refusal and attrs.evolve(refusal, clause="9")


def breaks_down(self: Any, state: State) -> tuple[Score, ...]:
    raise ZeroDivisionError("no tricks")


def whispers(self: Any, thing: object, state: State | None = None) -> str:
    return f"{thing}"


@pytest.mark.parametrize(
    ("method", "wrong", "kind"),
    [
        ("why_not", allows_any, MismatchKind.PERMISSIVE),
        ("why_not", says_another_clause, MismatchKind.REFUSAL),
        ("legal_moves", lists_backwards, MismatchKind.LISTING),
        ("legal_moves", lists_fewer, MismatchKind.RESTRICTIVE),
        ("narrate", gives_it_to_another, MismatchKind.LEDGER),
        ("narrate", keeps_the_card, MismatchKind.EFFECT),
        ("to_move", lets_the_last_begin, MismatchKind.TURN),
        ("scores", counts_double, MismatchKind.SCORE),
        ("outcome", lets_all_win, MismatchKind.SCORE),
        ("view", shows_the_others, MismatchKind.LEAK),
        ("scores", breaks_down, MismatchKind.CRASH),
        ("say", whispers, MismatchKind.WORDS),
    ],
)
def test_each_kind_of_difference_is_told_by_its_name(
    method: str, wrong: Any, kind: MismatchKind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Sly, method, wrong, raising=False)
    rules = HigherCard(seats=3)
    found: list[Mismatch] = []
    for seed in range(20):
        rng = Random(seed)

        def start(match: Match, rng: Random = rng) -> None:
            match.begin(rules.deal_json(rules.deal(rng)))

        difference = SideBySide(peek_every=2).first(rules, Sly(seats=3), start, rng)
        found += [difference] if difference else []
    assert found
    assert {difference.kind for difference in found} == {kind}
    assert str(found[0]).startswith(f"{kind} at ply ")


def test_a_difference_cites_the_clauses_the_reference_acted_by() -> None:
    rules = ZeroKei(seats=2)
    deal, moves = games(rules, 1)
    with mutant("yen-of-the-first-event").load() as engine:
        setup = compare_game(rules, engine.rules(2), deal, moves)
    with mutant("unused-action-pays-two").load() as engine:
        unused = compare_game(rules, engine.rules(2), deal, moves)
    assert setup is not None
    assert (setup.kind, setup.ply) == (MismatchKind.EFFECT, 0)
    assert unused is not None
    assert unused.kind is MismatchKind.LEDGER
    assert unused.move == {"move": "finish"}
    assert "7.2" in unused.clauses
    assert unused.move == moves[unused.ply]
