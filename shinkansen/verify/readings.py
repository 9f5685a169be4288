"""Readings: whether a difference is a mistake, or what another answer to a ruling would give.

The reference is asked the same script under every other letter of every ruling; a letter explains a difference if it
gives the same wrong answer.
"""

from __future__ import annotations

from collections.abc import Iterator

import attrs
from attrs import frozen

from shinkansen.verify.difference import Difference
from shinkansen.verify.judge import Judge
from shinkansen.verify.script import Setting
from shinkansen.verify.serving import CAPABILITIES, Server
from shinkansen.verify.transports import in_process
from shinkansen.zerokei.ruleset import GAME
from shinkansen.zerokei.rulings import register, rulings


@frozen
class Reading:
    """An answer to a ruling that would explain a difference."""

    ruling: str
    """Its id."""
    slug: str
    letter: str
    question: str
    says: str
    clauses: tuple[str, ...]

    def __str__(self) -> str:
        return f"ruling {self.ruling} {self.letter} ({self.slug}={self.letter}): {self.question} {self.says}"


def readings(found: Difference) -> tuple[Reading, ...]:
    """Every single letter that explains a difference."""
    return tuple(_explaining(found))


def _explaining(found: Difference) -> Iterator[Reading]:
    setting = found.script.setting
    letters = setting.rulings.letters()
    for ruling in register().switchable:
        for answer in ruling.answers:
            if answer.letter != letters[ruling.slug]:
                other = attrs.evolve(setting, rulings=rulings({**letters, ruling.slug: answer.letter}))
                seen = _reading_so(other).first(found.script)
                if seen is not None and (seen.cause, seen.sentence) == (found.cause, found.sentence):
                    yield Reading(ruling.id, ruling.slug, answer.letter, ruling.question, answer.says, ruling.clauses)


def _reading_so(setting: Setting) -> Judge:
    """A judge of the reference, which follows these rulings whatever it is told."""
    return Judge(in_process(Server({GAME: lambda _: setting.rules})), frozenset(CAPABILITIES))
