"""Readings: whether a difference is a mistake, or follows from other answers to rulings.

The reference is asked the same script under other letters; a reading explains a difference if it gives the same
differing answer. Single letters are tried first, then pairs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

import attrs
from attrs import frozen

from shinkansen.core.errors import ShinkansenError
from shinkansen.core.rulings import Letters, Register
from shinkansen.verify.conversation.serving import CAPABILITIES, Server
from shinkansen.verify.conversation.transports import in_process
from shinkansen.verify.judging.difference import Difference
from shinkansen.verify.judging.judge import Judge
from shinkansen.verify.judging.script import Script, Setting


@frozen
class Choice:
    """An answer to a ruling."""

    ruling: str
    """Its id."""
    slug: str
    letter: str
    question: str
    says: str
    clauses: tuple[str, ...]

    def __str__(self) -> str:
        return f"ruling {self.ruling} {self.letter} ({self.slug}={self.letter}): {self.question} {self.says}"


@frozen
class Reading:
    """Answers that together would explain a difference; usually one is enough."""

    choices: tuple[Choice, ...]

    @property
    def clauses(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(chain.from_iterable(choice.clauses for choice in self.choices)))

    @property
    def slugs(self) -> frozenset[str]:
        return frozenset(choice.slug for choice in self.choices)

    def over(self, reading: Letters) -> Letters:
        """A reading with these answers instead of its own."""
        return reading.but(**{choice.slug: choice.letter for choice in self.choices})

    def __str__(self) -> str:
        return "; together with ".join(map(str, self.choices))


def readings(found: Difference, pairs: bool = False) -> tuple[Reading, ...]:
    """Every single letter that explains a difference; if there is none and `pairs` is set, every pair."""
    here = found.script.setting
    singles = [*others(here.game.register, here.rulings)]
    explaining = tuple(one for one in singles if _explains(one, found))
    if explaining or not pairs:
        return explaining
    # Of a pair that explains it, at least one letter alone must make a difference in this game.
    seen = [one for one in singles if _seen(one, found.script) is not None]
    both = [_both(one, two) for one in seen for two in singles if not one.slugs & two.slugs]
    return tuple(dict.fromkeys(pair for pair in both if _explains(pair, found)))


def others(register: Register, here: Letters) -> Iterator[Reading]:
    """Every single letter other than the one that is followed."""
    for ruling in register.switchable:
        for answer in ruling.offered:
            if answer.letter != here[ruling.slug]:
                choice = Choice(ruling.id, ruling.slug, answer.letter, ruling.question, answer.says, ruling.clauses)
                yield Reading((choice,))


def tells(scripts: Iterable[Script], other: Reading, capabilities: frozenset[str]) -> bool:
    """Whether an engine with this reading would be noticed in one of the scripts, by what an engine with these
    capabilities is asked."""
    return any(_seen(other, script, capabilities) is not None for script in scripts)


def read_as(script: Script, setting: Setting) -> Script | None:
    """The same game in another setting, if it can be played in it."""
    changed = attrs.evolve(script, setting=setting)
    try:
        changed.played()
    except ShinkansenError:
        return None
    return changed


def _both(one: Reading, two: Reading) -> Reading:
    return Reading(tuple(sorted((*one.choices, *two.choices), key=lambda choice: choice.slug)))


def _explains(reading: Reading, found: Difference) -> bool:
    seen = _seen(reading, found.script)
    return seen is not None and (seen.cause, seen.sentence) == (found.cause, found.sentence)


def _seen(
    reading: Reading, script: Script, capabilities: frozenset[str] = frozenset(CAPABILITIES)
) -> Difference | None:
    """The differences that an engine with this reading would show, whatever it is told."""
    rules = attrs.evolve(script.setting, rulings=reading.over(script.setting.rulings)).rules
    return Judge(in_process(Server({rules.game: lambda _: rules})), capabilities).first(script)
