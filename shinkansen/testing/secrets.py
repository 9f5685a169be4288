"""Secrets: nothing that the rules tell a seat may give away what it cannot see, until that is revealed.

`leaks` plays two states that look the same to a seat side by side, with the same moves, for as long as they look the
same. `chi_square` measures whether redealing is fair. Neither knows a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence

from shinkansen.core.ruleset import Ruleset
from shinkansen.core.typevars import DealT, HappeningT, MoveT, StateT


def leaks(
    rules: Ruleset[DealT, StateT, MoveT, HappeningT],
    state: StateT,
    other: StateT,
    seat: int,
    choices: Iterable[int],
    tried: Sequence[object],
) -> Iterator[str]:
    """What lets a seat tell two states apart although its views of them are equal; `choices` index the legal moves."""
    steps = iter(choices)
    while rules.view(state, seat) == rules.view(other, seat):
        if rules.to_move(state) != rules.to_move(other):
            yield f"Another seat is to move: {rules.to_move(state)}, {rules.to_move(other)}."
            return
        if rules.digest(state) != rules.digest(other):
            yield "The digests differ."
        if rules.scores(state) != rules.scores(other) or rules.outcome(state) != rules.outcome(other):
            yield "The scores differ."
        legal = rules.legal_moves(state)
        if rules.to_move(state) == seat:
            if legal != rules.legal_moves(other):
                yield "Different moves are offered."
                return
            if any(rules.why_not(state, move) != rules.why_not(other, move) for move in tried):
                yield "A move is refused differently."
        if not legal or (choice := next(steps, None)) is None:
            return
        move = legal[choice % len(legal)]
        if move not in rules.legal_moves(other):
            return  # another seat's secret: the watcher does not see what it may do
        if rules.say(move, state) != rules.say(move, other):
            yield f"A move is described differently: {rules.say(move, state)}"
        one, two = rules.narrate(state, move), rules.narrate(other, move)
        alike = rules.view(one.state, seat) == rules.view(two.state, seat)
        # Secret choices may be revealed and forgotten in the same step.
        if alike and not rules.chosen(state) and one.happenings != two.happenings:
            yield f"{move} gives away more than it reveals."
        state, other = one.state, two.state


def chi_square(found: Iterable[Hashable], possible: int) -> float:
    """How far counts are from all `possible` outcomes being equally likely (Pearson's statistic)."""
    counts = Counter(found)
    expected = sum(counts.values()) / possible
    missing = possible - len(counts)
    return sum((count - expected) ** 2 / expected for count in counts.values()) + missing * expected
