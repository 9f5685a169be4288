"""The result of checking what people wrote about a game: how far it is possible, and under which other readings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from attrs import frozen

from shinkansen.core.rulings import Register

Watch: TypeAlias = Callable[[Sequence[Any]], Iterable[Any]]
"""What some values are passed through, to show progress."""


@frozen
class Impossible:
    """Something that was written and cannot have happened, or is wrong."""

    line: int | None
    """The line; in a log of JSON the number of the row or move; none for the end."""
    what: str
    """What is written, in words."""
    why: str
    """What a referee would say."""
    clause: str
    nearest: str = ""
    """A legal move like it."""
    also: str = ""
    """Another clause that says the same, in a rulebook of its own."""


@frozen
class LogVerdict:
    """The result of checking a log."""

    made: int
    """How many moves follow the rules."""
    moves: int
    problem: Impossible | None
    """The first thing that is wrong."""
    readings: tuple[dict[str, str], ...] = ()
    """If there is a problem: the other answers, one or two, under which everything is possible."""
    over: bool = False
    """Whether the game is over at the end of the log."""
    further: tuple[Impossible, ...] = ()
    """What is wrong besides, and does not follow from the first."""
    details: tuple[str, ...] = ()
    """Lines that tell more; those that begin with blanks belong to the one before."""
    undecided: bool = False
    """Whether the search was given up before it found an answer."""
    told: str = ""
    """The result in the words of the game; without them it is told in numbers of moves."""

    @property
    def summary(self) -> str:
        """The result, to be put after the name of the log."""
        if self.told:
            return self.told
        if self.problem is None:
            return f"all {self.moves} moves follow the rules, {'to the end' if self.over else 'and the game goes on'}."
        return f"{self.made} of {self.moves} moves follow the rules."


def readings_that_allow(
    check: Callable[[dict[str, str]], LogVerdict],
    register: Register,
    letters: Mapping[str, str],
    made: int,
    watch: Watch = iter,
) -> Iterator[dict[str, str]]:
    """Single answers under which everything is possible or, if there are none, pairs of answers.

    `check` gives the result under other answers than these `letters`, under which `made` moves are possible. Pairs are
    tried if one of the two alone gets further.
    """
    answers = [
        (ruling.slug, answer.letter)
        for ruling in register.switchable
        for answer in ruling.offered
        if answer.letter != letters[ruling.slug]
    ]
    alone = {answer: check(dict([answer])) for answer in watch(answers)}
    found = [dict([answer]) for answer, verdict in alone.items() if _allows(verdict)]
    if not found:
        further = [answer for answer, verdict in alone.items() if verdict.made > made]
        pairs = {frozenset((one, two)) for one in further for two in answers if one[0] != two[0]}
        found = [dict(sorted(pair)) for pair in watch(sorted(pairs, key=sorted)) if _allows(check(dict(pair)))]
    yield from found


def _allows(verdict: LogVerdict) -> bool:
    return verdict.problem is None and not verdict.undecided
