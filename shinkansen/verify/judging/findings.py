"""Findings: the differences seen in an engine, by cause, and what to report about each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from attrs import frozen

from shinkansen.core.plain_json import Json
from shinkansen.verify.judging.difference import Cause, Difference, DifferenceKind, applying, cited
from shinkansen.verify.judging.minimise import size
from shinkansen.verify.judging.readings import Reading

UNEXPLAINED: Final = (
    "The time was up before everything that may explain this was tried: with a longer --seconds its cause may be found."
)
UNSHORTENED: Final = (
    "The time was up before its game was as short as it can be made: with a longer --seconds it may become shorter."
)


@frozen
class Finding:
    """A difference, how often it was seen, and the readings that would explain it."""

    difference: Difference
    count: int
    readings: tuple[Reading, ...] = ()
    asked_again: bool = False
    """Whether it came back when the question was asked again from a fresh start."""
    cited: tuple[str, ...] = ()
    """The clauses that it is most likely about, the likeliest first."""
    says: str = ""
    """What the engine does instead, if some wrong rule was found that it follows."""
    follows: tuple[Difference, ...] = ()
    """The other differences that follow from the same mistake."""
    whole: Difference | None = None
    """The shortest whole game that shows it, if it is reported from a position."""
    cut_short: tuple[str, ...] = ()
    """What there was no time for, and what to do about it, a sentence each."""

    @property
    def wrong(self) -> bool:
        """Whether it is a mistake: no reading explains it."""
        return not self.readings

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses it is about; if a reading explains it, the clauses read that way."""
        read = tuple(dict.fromkeys(clause for reading in self.readings for clause in reading.clauses))
        return applying(read, self.difference.script.setting) or self.cited or self.difference.clauses

    def __str__(self) -> str:
        return f"{self.difference.kind} ({cited(self.clauses)}): {self.difference.sentence}"


class Found:
    """Differences by cause: of each the shortest, and how often it was seen."""

    def __init__(self) -> None:
        self._examples: dict[Cause, dict[_Where, Difference]] = {}
        self._times: Counter[Cause] = Counter()
        self._games: dict[Cause, set[str]] = {}

    def __len__(self) -> int:
        return len(self._examples)

    def __iter__(self) -> Iterator[tuple[Difference, int]]:
        return ((self.examples(cause)[0], self._times[cause]) for cause in self._examples)

    def games(self, causes: Iterable[Cause]) -> int:
        """In how many games, or positions, any of these causes was seen, by whatever route."""
        return len(set[str]().union(*(self._games.get(cause, ()) for cause in causes)))

    def examples(self, cause: Cause) -> list[Difference]:
        """The shortest with a cause for each number of seats, from a deal and from a position, the shortest first."""
        return sorted(self._examples.get(cause, {}).values(), key=lambda each: size(each.script))

    def note(self, differences: Iterable[Difference]) -> Difference | None:
        """Keep them; returns the one at which the tables diverge, if there is one."""
        parted = None
        for difference in differences:
            self.add_one(difference, 1)
            parted = difference if not difference.script.asks else parted
        return parted

    def add_one(self, difference: Difference, times: int) -> None:
        """Count a difference, and keep it if it is the shortest of its sort."""
        cause, script = difference.cause, difference.script
        self._times[cause] += times
        self._games.setdefault(cause, set()).add(script.begins)
        examples = self._examples.setdefault(cause, {})
        where = script.dealt, script.setting.seats, script.setting.variants
        if where not in examples or size(script) < size(examples[where].script):
            examples[where] = difference

    def without_consequences(self) -> Found:
        """Without differences that only follow from others: an engine that does not enforce a clause may refuse what it
        forbids by some other clause, which is not a mistake of its own."""
        not_enforced = {cause[1] for cause in self._examples if cause[0] is DifferenceKind.PERMISSIVE and cause[1]}
        kept = Found()
        for cause in self._examples:
            if not (cause[0] is DifferenceKind.REFUSAL and cause[1] in not_enforced):
                kept._take(cause, self)
        return kept

    def add(self, other: Found) -> None:
        """Take over all differences of another collection."""
        for cause in other._examples:
            self._take(cause, other)

    def _take(self, cause: Cause, other: Found) -> None:
        for place, difference in enumerate(other.examples(cause)):
            self.add_one(difference, other._times[cause] if not place else 0)
        self._games[cause] = self._games[cause] | other._games[cause]


_Where: TypeAlias = tuple[bool, int, tuple[tuple[str, Json], ...]]
"""Whether a script starts from a deal, the number of seats and the variants."""
