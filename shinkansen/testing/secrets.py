"""Secrets: what a seat cannot see must not show, in anything the rules tell it, until it is turned up.

`leaks` plays two states that look alike to a seat side by side, by the same moves, for as long as they look alike.
`chi_square` measures whether dealing anew is fair. Both know no game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Any


def leaks(
    rules: Any, state: Any, other: Any, seat: int, choices: Iterable[int], tried: Sequence[object]
) -> Iterator[str]:
    """What tells a seat that these are two states, although its views are equal; the choices index legal moves."""
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
                yield "Other moves are offered."
                return
            if any(rules.why_not(state, move) != rules.why_not(other, move) for move in tried):
                yield "A move is refused otherwise."
        if not legal or (choice := next(steps, None)) is None:
            return
        move = legal[choice % len(legal)]
        if move not in rules.legal_moves(other):
            return  # another seat's secret: what it may do is not the watcher's business
        if rules.say(move, state) != rules.say(move, other):
            yield f"A move is said otherwise: {rules.say(move, state)}"
        one, two = rules.narrate(state, move), rules.narrate(other, move)
        alike = rules.view(one.state, seat) == rules.view(two.state, seat)
        # Secret choices may be shown and forgotten in one breath.
        if alike and rules.moves_are_open(state) and one.happenings != two.happenings:
            yield f"{move} tells more than it turns up."
        state, other = one.state, two.state


def chi_square(found: Iterable[Hashable], possible: int) -> float:
    """How far counts are from all `possible` outcomes being equally likely (Pearson's statistic)."""
    counts = Counter(found)
    expected = sum(counts.values()) / possible
    missing = possible - len(counts)
    return sum((count - expected) ** 2 / expected for count in counts.values()) + missing * expected
