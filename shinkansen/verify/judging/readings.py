"""Readings: whether a difference is a mistake, or follows from other answers to rulings.

What the engine answered is judged again under other letters: a reading explains a difference if everything that was
said on the way to it, and the answer that differs, is right by it. So nothing counts but what the engine chose to say:
totals, sections or items, digests or whole tables. Single letters are tried first, then pairs.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Final, cast

import attrs
from attrs import field, frozen

from shinkansen.core.clauses import section
from shinkansen.core.errors import ShinkansenError
from shinkansen.core.near_misses import Part
from shinkansen.core.opaque import AnyRules
from shinkansen.core.plain_json import Json, canonical
from shinkansen.core.rulings import Letters, Register
from shinkansen.verify.conversation.recorded import NEVER_THERE, Recorded
from shinkansen.verify.judging.difference import Difference, DifferenceKind
from shinkansen.verify.judging.judge import Judge
from shinkansen.verify.judging.script import Ask, Line, Script, Setting, What


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
    right = answers(found)

    def told(one: Reading) -> Setting:
        return here.read_so(one.over(here.rulings))

    seen = [one for one in singles if answers(found, told(one)) != right]
    explaining = tuple(one for one in seen if agrees(found, told(one)))
    if explaining or not pairs:
        return explaining
    # Usually at least one letter of a pair makes a difference alone; if neither does, they are about the same thing.
    both = [
        _both(one, two)
        for one in singles
        for two in singles
        if not one.slugs & two.slugs and (one in seen or _sections(one) & _sections(two))
    ]
    return tuple(pair for pair in dict.fromkeys(both) if agrees(found, told(pair)))


def others(register: Register, here: Letters) -> Iterator[Reading]:
    """Every single letter other than the one that is followed."""
    for ruling in register.switchable:
        for answer in ruling.offered:
            if answer.letter != here[ruling.slug]:
                choice = Choice(ruling.id, ruling.slug, answer.letter, ruling.question, answer.says, ruling.clauses)
                yield Reading((choice,))


@frozen
class Heard:
    """A script in which the engine and the reference agreed, and what the engine answered in it."""

    script: Script
    answers: Recorded = field(eq=False)
    offered: frozenset[str]
    sections: frozenset[str] = field(default=frozenset(), eq=False)
    """The sections of the rulebook that its answers rest on."""

    def excludes(self, other: Reading) -> bool:
        """Whether something in it is wrong by another answer to a ruling."""
        here = self.script.setting
        return not self.fits(None, here.read_so(other.over(here.rulings)))

    def fits(self, rules: AnyRules | None, setting: Setting | None = None) -> bool:
        """Whether everything in it is right by other rules, or in another setting."""
        script = self.script if setting is None else attrs.evolve(self.script, setting=setting)
        try:
            return Judge(self.answers, self.offered).first(script, rules) is None
        except FAILURES:
            return False  # it made a move that is not legal then


def tells(script: Script, other: Reading) -> bool:
    """Whether the answers to a script would differ at all under another reading."""
    here = script.setting
    line = script.played()
    try:
        there = attrs.evolve(script, setting=here.read_so(other.over(here.rulings))).played()
    except ShinkansenError:
        return True
    plies = range(len(line.states))
    return any(line.table(ply) != there.table(ply) for ply in plies) or any(
        line.answer(ask) != there.answer(ask) for ask in script.asks
    )


def read_as(script: Script, setting: Setting) -> Script | None:
    """The same game in another setting, if it can be played in it."""
    changed = attrs.evolve(script, setting=setting)
    try:
        changed.played()
    except ShinkansenError:
        return None
    return changed


def _sections(one: Reading) -> set[str]:
    return {section(clause) for clause in one.clauses}


def _both(one: Reading, two: Reading) -> Reading:
    return Reading(tuple(sorted((*one.choices, *two.choices), key=lambda choice: choice.slug)))


# -- judging the same answers again


def answers(found: Difference, setting: Setting | None = None, rules: AnyRules | None = None) -> Json:
    """What should be answered at the end of the script of a difference, by another reading or other rules; none if the
    game cannot be played by them."""
    try:
        line = _asked(found, setting).played(rules)
        if found.kind in LEGALITY:
            return _allows(line, line.script.asks[0])
        if not line.script.asks:
            return line.table(len(line.script.moves))
        return [line.answer(ask) for ask in line.script.asks]
    except FAILURES:
        return None


def agrees(found: Difference, setting: Setting | None = None, rules: AnyRules | None = None) -> bool:
    """Whether what an engine answered, up to and including a difference, is right by another reading or other rules."""
    if found.kind is DifferenceKind.LEAK:
        return False
    script = _asked(found, setting)
    judge = Judge(found.heard, found.offered)
    try:
        if found.kind in LEGALITY:
            allowed = cast("list[Json] | None", answers(found, setting, rules)) or ()
            if (found.kind is DifferenceKind.PERMISSIVE) not in allowed:
                return False
            script = attrs.evolve(script, asks=())
        return judge.first(script, rules) is None and not judge.skipped[NEVER_THERE.reason]
    except FAILURES:
        return False


def _allows(line: Line, ask: Ask) -> list[Json]:
    """Whether a move is legal, and whether it is listed: those who are wrong may contradict themselves."""
    checked = line.why_not(ask) is None
    return [checked] if ask.by is not None else [checked, canonical(ask.move) in map(canonical, line.legal(ask.ply))]


FAILURES: Final = Exception
"""What may be raised when a game is played by other rules: a move is not legal; and wrong rules can fail in any way."""
LEGALITY: Final = (DifferenceKind.PERMISSIVE, DifferenceKind.RESTRICTIVE)


def _asked(found: Difference, setting: Setting | None) -> Script:
    """The script of a difference in another setting. A move that the engine refused, and one that is or is not in its
    list, becomes a question about that move alone: other mistakes may show in the same list."""
    script = found.script if setting is None else attrs.evolve(found.script, setting=setting)
    if found.kind not in LEGALITY:
        return script
    if not script.asks:
        last = len(script.moves) - 1
        return script.until(last, Ask(last, What.TRY, script.moves[last]))
    ask = script.asks[0]
    if ask.what is not What.LEGAL:
        return script
    move = next(cast("Part", part)["move"] for part in (found.actual, found.expected) if "move" in cast("Part", part))
    return attrs.evolve(script, asks=(Ask(ask.ply, What.CHECK, cast("Part", move)),))
