"""Clause coverage: how often each clause of a rulebook was at work in some games, and which tests cover it.

A clause *fires* when something that happens cites it, *scores* when a line of a score or the outcome does, and
*refuses* when an illegal move is turned down because of it. `played` counts over games of random moves, asking at every
ply about some moves that are almost legal; `recorded` counts over games in files. Both give the same result in every
process. This module knows no game: it uses the contract of `core.ruleset`, and looks for attributes named `clause`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import TypeAlias

from attrs import field, frozen

from shinkansen.core.clauses import Clause, Rulebook
from shinkansen.core.errors import RulebookError, WireError
from shinkansen.core.files import parse_json
from shinkansen.core.frozen import freeze_table
from shinkansen.core.opaque import AnyRules, Move, opaque
from shinkansen.core.plain_json import Json, canonical, strict_converter, structure
from shinkansen.core.record import Record, replay, start
from shinkansen.core.ruleset import Ruleset
from shinkansen.core.typevars import DealT, HappeningT, MoveT, StateT

Counts: TypeAlias = Mapping[str, int]
Tell: TypeAlias = Callable[[Sequence[object], Sequence[object]], None]

QUESTIONS = 8
"""How many near misses are asked about at each ply."""
LEARNT = 4
"""How many legal moves of each ply are taken apart, to build near misses from their parts."""


@frozen
class Tally:
    """How often each clause was at work, and in how many games."""

    games: int = 0
    fired: Counts = field(factory=dict[str, int])
    scored: Counts = field(factory=dict[str, int])
    refused: Counts = field(factory=dict[str, int])

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            self.games + other.games,
            _sum(self.fired, other.fired),
            _sum(self.scored, other.scored),
            _sum(self.refused, other.refused),
        )

    def counts(self, clause: str) -> tuple[int, int, int]:
        """How often it fired, scored and refused."""
        return self.fired.get(clause, 0), self.scored.get(clause, 0), self.refused.get(clause, 0)

    @property
    def seen(self) -> frozenset[str]:
        """The clauses that were at work at all."""
        return frozenset({*self.fired, *self.scored, *self.refused})


def _sum(one: Counts, other: Counts) -> Counts:
    return dict(Counter(one) + Counter(other))


def cited(things: Iterable[object]) -> Counts:
    """How often each clause is cited by things that may have a `clause`; an empty one does not count."""
    clauses = (getattr(thing, "clause", "") for thing in things)
    return dict(Counter(clause for clause in clauses if clause))


def final(rules: Ruleset[DealT, StateT, MoveT, HappeningT], state: StateT) -> Counts:
    """The clauses that score a final state and decide the game; none while the game goes on."""
    if rules.to_move(state) is not None:
        return {}
    return cited([*(item for score in rules.scores(state) for item in score.items), rules.outcome(state)])


def recorded(rules: Ruleset[DealT, StateT, MoveT, HappeningT], told: Record) -> Tally:
    """The clauses at work in a recorded game; a `RecordError` if the record does not follow the rules."""
    state, happened = start(rules, told), list[object]()
    for turn in replay(rules, told):
        happened += turn.step.happenings
        state = turn.step.state
    return Tally(1, cited(happened), final(rules, state))


def _ignore(happened: Sequence[object], refusals: Sequence[object]) -> None:
    """What is done with a game that was counted, if nobody says otherwise."""


def played(
    rules: Ruleset[DealT, StateT, MoveT, HappeningT],
    seeds: Iterable[int],
    questions: int = QUESTIONS,
    tell: Tell = _ignore,
) -> Tally:
    """The clauses at work in games of random moves, one for each seed, and in refusing near misses on the way.

    `tell` is given what happened in each game, and what a move was refused with (none if it was legal).
    """
    any_rules = opaque(rules)
    total, parts = Tally(), _Parts(any_rules)
    for seed in seeds:
        total += _game(any_rules, Random(seed), parts, questions, tell)
    return total


def _game(rules: AnyRules, rng: Random, parts: _Parts, questions: int, tell: Tell) -> Tally:
    happened, refusals, made = list[object](), list[object](), list[Move]()
    state = rules.start(rules.deal(rng))
    while legal := rules.legal_moves(state):
        for move in rng.sample(legal, min(LEARNT, len(legal))):
            parts.learn(move)
        made.append(rng.choice(legal))
        refusals += (rules.why_not(state, move) for move in _near_misses(rng, parts, legal, made, questions))
        refusals.append(rules.why_not(state, made[-1], by=rng.randrange(rules.seats)))
        step = rules.narrate(state, made[-1])
        happened += step.happenings
        state = step.state
    refusals.append(rules.why_not(state, rng.choice(made)))
    tell(happened, refusals)
    return Tally(1, cited(happened), final(rules, state), cited(refusals))


class _Parts:
    """The parts that moves were made of so far, by name, to make other moves from."""

    def __init__(self, rules: AnyRules) -> None:
        self._rules = rules
        self._known: dict[str, dict[str, Json]] = {}

    def learn(self, move: Move) -> None:
        for name, part in self._rules.move_json(move).items():
            self._known.setdefault(name, {}).setdefault(canonical(part), part)

    def change(self, move: Move, rng: Random) -> Move | None:
        """The move with one part taken from another move; none if that does not make a move."""
        content = dict(self._rules.move_json(move))
        name = rng.choice(list(content))
        content[name] = rng.choice([*self._known.get(name, {"": content[name]}).values()])
        try:
            return self._rules.read_move(content)
        except WireError:
            return None


def _near_misses(
    rng: Random, parts: _Parts, legal: Sequence[Move], made: Sequence[Move], questions: int
) -> Iterator[Move]:
    """Moves that may be almost legal: a legal one with one part changed, or one made earlier in the game."""
    for number in range(questions):
        move = rng.choice(made) if number % 4 == 0 else parts.change(rng.choice(legal), rng)
        if move is not None:
            yield move


def _frozen_tests(tests: dict[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
    return freeze_table(tests)


@frozen
class ClauseTests:
    """What stands behind a rulebook: the clauses that the engine can cite, and the tests of each clause."""

    citable: tuple[str, ...]
    tests: dict[str, tuple[str, ...]] = field(converter=_frozen_tests)

    def untested(self, book: Rulebook) -> tuple[Clause, ...]:
        """The clauses that a program can exercise but no test covers."""
        return tuple(clause for clause in book if clause.program and not self.tests.get(clause.id))

    def silent(self, tally: Tally) -> tuple[str, ...]:
        """The clauses that the engine can cite but that were not at work in these games."""
        return tuple(id for id in self.citable if id not in tally.seen)

    def text(self) -> str:
        """The text of the file: JSON with one line for each test, so that a diff is easy to read."""
        return json.dumps(_CONVERTER.unstructure(self), indent=1) + "\n"


def read_clause_tests(source: str, where: object) -> ClauseTests:
    """Read it from its text."""
    return structure(_CONVERTER, parse_json(source, where, RulebookError), ClauseTests, str(where))


_CONVERTER = strict_converter()
