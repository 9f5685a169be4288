"""Whole game trees: every state that can be reached from some deals, and the shortest game to each.

`explore` walks a game breadth first; `check` checks every law of the contract and every invariant on everything it
found, which for those deals is a proof and not a sample; `shortest_difference` plays two rulesets in step and finds a
shortest game that tells them apart, or proves that there is none. All of it uses only the contract: it is for games so
small that they can be explored completely (see `small_worlds`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any, Generic, TypeAlias

from attrs import frozen

from shinkansen.core.coverage import cited as clauses_of
from shinkansen.core.errors import ArgumentError, ShinkansenError
from shinkansen.core.invariants import Broken, InvariantBroken, Scope, broken, check_state
from shinkansen.core.ruleset import Ruleset, Step
from shinkansen.core.typevars import DealT, HappeningT, MoveT, StateT
from shinkansen.testing.laws import check_laws
from shinkansen.testing.situation import Situation


@frozen
class PlayedGame(Generic[DealT, MoveT]):
    """A game, or the beginning of one."""

    deal: DealT
    moves: tuple[MoveT, ...]


# -- Every state ----------------------------------------------------------------------------------------------------

Trail: TypeAlias = Sequence[tuple[int, MoveT] | None]
"""For each place, the place before it and the move between the two; a start has none."""


@frozen
class Exploration(Generic[DealT, StateT, MoveT]):
    """Every reachable state in breadth-first order: states that shorter games lead to come first."""

    deals: tuple[DealT, ...]
    states: tuple[StateT, ...]
    depths: tuple[int, ...]
    """For each state, the length of the shortest game to it."""
    came: Trail[MoveT]
    """For each state, the last step of that game."""
    moves: int
    """How many moves there are in all states together."""
    over: int
    """In how many states the game is over."""

    @property
    def depth(self) -> int:
        """The length of the longest of the shortest games."""
        return self.depths[-1]

    def game_to(self, place: int) -> PlayedGame[DealT, MoveT]:
        """A shortest game to the state at a place."""
        return _game(self.deals, self.came, place)

    def first(self, wanted: Callable[[StateT], bool]) -> PlayedGame[DealT, MoveT] | None:
        """A shortest game to a state of the wanted kind; `None` proves that there is none."""
        found = next((place for place, state in enumerate(self.states) if wanted(state)), None)
        return None if found is None else self.game_to(found)

    def count(self, kind: Callable[[StateT], str]) -> dict[str, int]:
        """How many states there are of each kind."""
        return dict(Counter(map(kind, self.states)))


def explore(
    rules: Ruleset[DealT, StateT, MoveT, HappeningT], deals: Iterable[DealT]
) -> Exploration[DealT, StateT, MoveT]:
    """Walk every game from some deals to its end. Equal states count as one, whichever game led there."""
    first: dict[StateT, DealT] = {}
    for deal in deals:
        first.setdefault(rules.start(deal), deal)
    states = list(first)
    depths = [0] * len(states)
    came: list[tuple[int, MoveT] | None] = [None] * len(states)
    known = set(states)
    moves = over = 0
    for place, state in enumerate(states):  # the list grows while we walk it
        legal = rules.legal_moves(state)
        moves += len(legal)
        over += rules.to_move(state) is None
        for move in legal:
            following = rules.follow(state, move)
            if following not in known:
                known.add(following)
                states.append(following)
                depths.append(depths[place] + 1)
                came.append((place, move))
    return Exploration(tuple(first.values()), tuple(states), tuple(depths), tuple(came), moves, over)


def _game(deals: tuple[DealT, ...], came: Trail[MoveT], place: int) -> PlayedGame[DealT, MoveT]:
    """The game to a place. The starts are the first places, in the order of their deals."""
    moves: list[MoveT] = []
    while (last := came[place]) is not None:
        place, move = last
        moves.append(move)
    return PlayedGame(deals[place], tuple(reversed(moves)))


# -- Every law on every state ---------------------------------------------------------------------------------------


class BrokenAfter(ShinkansenError):  # noqa: N818 - says what happened
    """Something that should always hold does not: the problem, and a shortest game to where it shows."""

    def __init__(self, problem: Exception, game: PlayedGame[Any, Any]) -> None:
        self.problem = problem
        self.game = game
        moves = "".join(f"\n  {number}. {move}" for number, move in enumerate(game.moves, start=1))
        super().__init__(f"{type(problem).__name__}: {problem}\nafter {len(game.moves)} moves{moves}\nof {game.deal}")


def check(
    rules: Ruleset[DealT, StateT, MoveT, HappeningT],
    found: Exploration[DealT, StateT, MoveT],
    moves: Iterable[MoveT],
    raw_ids: Collection[str] = (),
    stride: int = 1,
    one_in: int = 1,
) -> frozenset[str]:
    """Check every law and every invariant on every state and every move; `moves` are all well-formed moves.

    If one fails, raises `BrokenAfter` with a shortest game. Otherwise returns the clauses cited on the way: by
    happenings, refusals, scores and outcomes. What concerns whole games (invariants of games, and that a record
    verifies) is checked for one shortest game to each end, not for all games.

    Nearly all the time goes into asking about illegal moves, and into records. With a `stride` of n, only every n-th of
    those moves is tried in a state, the next ones in the next state, and every n-th end is recorded; legal moves, laws
    and invariants are still checked everywhere. With `one_in`, only one state in so many is looked at, which proves
    nothing any more, but sees something of every part of the world.
    """
    cited: set[str] = set()
    # Numbered, because looking up a number is much faster than looking up a move.
    pool = {move: number for number, move in enumerate(moves)}
    turns = [[*pool.items()][start::stride] for start in range(stride)]
    invariants = rules.invariants()
    ends = 0
    for looked, place in enumerate(range(0, len(found.states), one_in)):
        state = found.states[place]
        try:
            strange = [move for move in rules.legal_moves(state) if move not in pool]
            if strange:
                raise ArgumentError(f"{strange[0]} is legal, but not among the moves that were given")
            legal = {pool[move] for move in rules.legal_moves(state)}
            tried = _worth_trying(rules, state, legal, turns[looked % stride], cited)
            history = None
            if rules.to_move(state) is None:
                ends += 1
                history = found.game_to(place) if ends % stride == 0 else None
            it = Situation(rules, state, tried, raw_ids, None if history is None else (history.deal, history.moves))
            check_laws(it)
            check_state(rules, state)
            for move, step in zip(it.legal, it.steps, strict=True):
                _held(broken(invariants, Scope.STEP, rules, state, move, step))
                cited.update(clauses_of(step.happenings))
            cited.update(item.clause for score in rules.scores(state) for item in score.items)
            if (outcome := rules.outcome(state)) is not None:
                cited.add(outcome.clause)
                _held(broken(invariants, Scope.GAME, rules, found.game_to(place).deal, _steps(rules, found, place)))
        except Exception as problem:  # anything the rules raise here is their fault, and belongs to this state
            raise BrokenAfter(problem, found.game_to(place)) from problem
    return frozenset(cited - {""})


def _steps(
    rules: Ruleset[DealT, StateT, MoveT, HappeningT], found: Exploration[DealT, StateT, MoveT], place: int
) -> tuple[tuple[StateT, MoveT, Step[StateT, HappeningT]], ...]:
    """The steps of a shortest game to a place, as invariants of games want them."""
    steps: list[tuple[StateT, MoveT, Step[StateT, HappeningT]]] = []
    while (last := found.came[place]) is not None:
        place, move = last
        steps.append((found.states[place], move, rules.narrate(found.states[place], move)))
    return tuple(reversed(steps))


def _held(complaints: Iterable[Broken]) -> None:
    if everything := tuple(complaints):
        raise InvariantBroken(everything)


def _worth_trying(
    rules: Ruleset[DealT, StateT, MoveT, HappeningT],
    state: StateT,
    legal: set[int],
    moves: Iterable[tuple[MoveT, int]],
    cited: set[str],
) -> tuple[MoveT, ...]:
    """Those of some numbered moves that the laws should look at: one for each refusal, and all with a wrong answer.

    Every move is asked about once. The laws ask several times, so they get only the few that can show something.
    """
    wrong: list[MoveT] = []
    refused: dict[tuple[str, str], MoveT] = {}
    for move, number in moves:
        refusal = rules.why_not(state, move)
        if (refusal is None) != (number in legal):
            wrong.append(move)
        if refusal is not None:
            refused.setdefault((refusal.reason, refusal.clause), move)
            cited.add(refusal.clause)
    return (*wrong, *refused.values())


# -- Two rulesets in step -------------------------------------------------------------------------------------------

Differs: TypeAlias = Callable[[Ruleset[Any, StateT, MoveT, Any], StateT, Ruleset[Any, StateT, MoveT, Any], StateT], str]
"""Given two rulesets and their states after the same moves: one word for how they differ, or nothing."""


@frozen
class DistinguishingGame(Generic[DealT, MoveT]):
    """A shortest game after which two rulesets differ, and how."""

    kind: str
    game: PlayedGame[DealT, MoveT]


def differs_by(seen: Callable[[StateT], object]) -> Differs[StateT, MoveT]:
    """Compares states by what can be `seen`, by what is legal, and at the end by scores and outcome."""

    def differs(
        here: Ruleset[Any, StateT, MoveT, Any],
        one: StateT,
        there: Ruleset[Any, StateT, MoveT, Any],
        other: StateT,
    ) -> str:
        if seen(one) != seen(other):
            return "effect"
        if set(here.legal_moves(one)) != set(there.legal_moves(other)):
            return "legality"
        if here.to_move(one) is None and here.scores(one) != there.scores(other):
            return "score"
        return "outcome" if here.outcome(one) != there.outcome(other) else ""

    return differs


def shortest_difference(
    here: Ruleset[DealT, StateT, MoveT, Any],
    there: Ruleset[DealT, StateT, MoveT, Any],
    deals: Iterable[DealT],
    differs: Differs[StateT, MoveT],
) -> DistinguishingGame[DealT, MoveT] | None:
    """A shortest game after which two rulesets differ; `None` proves that no game from these deals tells them apart.

    Both play the same moves, as long as both allow them. The game is a shortest one because pairs of states are visited
    in the order of the length of the games that lead there, and each is compared when it is first visited.
    """
    start: dict[tuple[StateT, StateT], DealT] = {}
    for deal in deals:
        start.setdefault((here.start(deal), there.start(deal)), deal)
    pairs = list(start)
    came: list[tuple[int, MoveT] | None] = [None] * len(pairs)
    known = set(pairs)
    for place, (one, other) in enumerate(pairs):  # the list grows while we walk it
        kind = differs(here, one, there, other)
        if kind:
            return DistinguishingGame(kind, _game(tuple(start.values()), came, place))
        shared = set(there.legal_moves(other))
        for move in here.legal_moves(one):
            if move in shared:
                pair = (here.follow(one, move), there.follow(other, move))
                if pair not in known:
                    known.add(pair)
                    pairs.append(pair)
                    came.append((place, move))
    return None
