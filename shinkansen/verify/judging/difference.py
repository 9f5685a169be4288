"""A difference: how an engine deviates from the reference, by which clause, and where it shows.

Differences with the same *cause* (the class, the first clause, the place) are one mistake, as far as can be told from
outside, and are reported once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from enum import StrEnum
from itertools import takewhile
from typing import Final, TypeAlias, cast

from attrs import field, frozen

from shinkansen.core import text
from shinkansen.core.json_difference import quoted
from shinkansen.core.near_misses import Part, kind_of
from shinkansen.core.opaque import Happening
from shinkansen.core.parts import MOVE_KINDS
from shinkansen.core.plain_json import Json
from shinkansen.core.ruleset import OVER
from shinkansen.verify.conversation.recorded import Recorded
from shinkansen.verify.judging.script import Ask, Line, Script, Setting, What


class DifferenceKind(StrEnum):
    """The classes of difference."""

    PERMISSIVE = "permissive"
    """It allows a move that the reference refuses."""
    RESTRICTIVE = "restrictive"
    """It refuses a move that the reference allows."""
    REFUSAL = "refusal"
    """It refuses too, but by another clause."""
    EFFECT = "effect"
    """The table is different."""
    SCORE = "score"
    """A different score, or a different winner."""
    TURN = "order-of-play"
    """It is somebody else's turn."""
    LEAK = "leak"
    """Its answers depend on what is hidden."""


TABLES: Final = frozenset({DifferenceKind.EFFECT, DifferenceKind.TURN})
"""The classes in which the tables themselves diverge, so that what comes later means nothing."""

Cause: TypeAlias = tuple[DifferenceKind, str, str]
"""The kind of a difference, the clause it is about and the place where it shows."""


@frozen
class Difference:
    """One way in which an engine differs, and the shortest known game that shows it."""

    kind: DifferenceKind
    script: Script
    """It ends where the difference shows: if there is a question at its end, that is answered differently; otherwise
    the last move does something different."""
    clauses: tuple[str, ...]
    """The clauses by which the reference acted or refused."""
    where: str = field(converter=text.sentence)
    """The place: a path in the table without its numbers, a kind of move, or a clause of the score."""
    sentence: str = field(converter=text.sentence)
    expected: Json = field(default=None, hash=False)
    actual: Json = field(default=None, hash=False)
    seen_in: Script | None = field(default=None, eq=False, repr=False)
    """The whole script in which it was seen. What comes after the difference usually does not matter."""
    heard: Recorded = field(factory=Recorded, eq=False, repr=False)
    """What the engine answered in that script."""
    offered: frozenset[str] = field(default=frozenset(), eq=False, repr=False)
    """The capabilities with which it was asked."""

    @property
    def cause(self) -> Cause:
        """What makes two differences the same one: the kind, the clause and the place."""
        # Which of the clauses that allow a move the engine has missed cannot be told from one game; a clause that it
        # does not enforce is one mistake, whatever the move.
        clause = self.clauses[0] if self.clauses and self.kind is not DifferenceKind.RESTRICTIVE else ""
        return self.kind, clause, self.where if self.kind is not DifferenceKind.PERMISSIVE or not clause else ""

    def __str__(self) -> str:
        return f"{self.kind} ({cited(self.clauses)}): {self.sentence}"


def cited(clauses: Sequence[str]) -> str:
    """Clauses, as they are cited in a sentence."""
    if not clauses:
        return "no clause"
    return f"clause{'s' * (len(clauses) > 1)} {', '.join(clauses)}"


def applying(clauses: tuple[str, ...], setting: Setting) -> tuple[str, ...]:
    """Of some clauses those that are about games of a setting, or all if none is: a ruling, a mutant or a figure names
    those of every edition and every number of players."""
    return tuple(clause for clause in clauses if setting.places.applies(setting.rules, clause)) or clauses


# -- places of the table


def general(path: str) -> str:
    """A path without numbers of seats and places."""
    return ".".join(part for part in path.split(".") if part and not _is_number(part))


def _is_number(part: str) -> bool:
    """Whether a part of a path is an index into a list; a key that an engine made up may look like anything."""
    return part.isascii() and part.isdecimal() and len(part) <= 6


def in_words(names: Sequence[str], path: str) -> str:
    """A path in the table, in words; `names` are those of the seats."""
    parts = [part for part in path.split(".") if part]
    words: list[str] = []
    if parts[:1] == ["seats"] and len(parts) > 1 and _is_number(parts[1]):
        words = [f"{names[int(parts[1])]}'s"] if int(parts[1]) < len(names) else ["another seat's"]
        parts = parts[2:]
    for part in parts:
        words.append(f"(place {int(part) + 1})" if _is_number(part) else part.replace("_", " "))
    return " ".join(words) or "everything"


def turn_clause(line: Line, ply: int, over: bool = False) -> tuple[str, ...]:
    """The clauses that say whose turn it is after a move, or that the game is over, if the game names any."""
    places, game = line.setting.places, line.setting.game
    phase = OVER if over else line.rules.stage(line.states[ply]).phase
    asked = list[str]()
    if phase in places.asked and game.has(MOVE_KINDS):
        kinds = {kind_of(cast("Part", move)): len(cast("Part", move)) for move in line.legal(ply)}
        clauses = game.part(MOVE_KINDS).clauses
        asked = [clause for kind, parts in kinds.items() if parts > 1 for clause in clauses.get(kind, ())[:1]]
    return tuple(dict.fromkeys(clause for clause in (*asked, places.turns.get(phase)) if clause is not None))


def clauses_of(line: Line, ply: int, path: str, should: Json = None, found: Json = None) -> tuple[str, ...]:
    """The clauses that made a part of the table what it is after a move: those of the happenings that are about it or,
    if there are none, of everything that happened. Of several payments or scores, the missing one comes first."""
    places, parts = line.setting.places, path.split(".")
    if path.strip(".") == "to_move":
        return turn_clause(line, ply, over=found is None)
    if ply == 0:
        return _exceptions_first(line, [clause for part in parts for clause in places.set_up_by.get(part, ())])
    if "seats" not in parts and line.rules.stage(line.states[ply]).phase in places.asked:
        return turn_clause(line, ply)  # it went on where somebody should be asked, or asked somebody else
    happened = line.step(ply).happenings
    seat = next((int(part) for part in parts if _is_number(part)), None) if "seats" in parts else None
    about = [thing for part in parts for thing in happened if type(thing).__name__ in places.changed_by.get(part, ())]
    whose = [thing for thing in about if seat in line.rules.concerned(thing)] if seat is not None else about
    if isinstance(should, int) and isinstance(found, int):
        whose.sort(key=lambda thing: _amount(thing, places.amounts) != abs(should - found))
    clauses, along = _clauses(whose) or _clauses(about), places.along_with.get(general(path), ())
    # Where nothing happened to that part, what is said of it in general is likelier than anything else that happened.
    return tuple(dict.fromkeys((*clauses, *along) if clauses else (*along, *_clauses(happened))))


def _exceptions_first(line: Line, clauses: Iterable[str]) -> tuple[str, ...]:
    """The clauses that apply in this game, those that change others before those."""
    places, book = line.setting.places, line.setting.game.rulebook
    applying = [clause for clause in clauses if clause in book and places.applies(line.rules, clause)]
    return tuple(sorted(applying, key=lambda clause: sum(clause in book[other].changes for other in applying)))


def _amount(thing: object, names: Iterable[str]) -> object:
    return next((getattr(thing, name) for name in names if hasattr(thing, name)), None)


def _clauses(things: Iterable[object]) -> tuple[str, ...]:
    cited = (getattr(thing, "clause", "") for thing in things)
    return tuple(dict.fromkeys(clause for clause in cited if clause))


def all_clauses(line: Line, ply: int) -> tuple[str, ...]:
    """All clauses by which a move did what it did."""
    return _clauses(line.step(ply).happenings)


def clauses_asked(line: Line, ask: Ask) -> set[str]:
    """The clauses that the right answer rests on: those of a score, or the one that refuses a move."""
    match ask.what:
        case What.SCORES:
            return {item.clause for score in line.rules.scores(line.states[ask.ply]) for item in score.items}
        case What.CHECK | What.TRY:
            refusal = line.why_not(ask)
            return {refusal.clause} - {""} if refusal is not None else set()
        case _:
            return set()


def at_work(line: Line, found: Difference) -> set[str]:
    """The clauses at work where a difference shows: those of the last move, or those the right answer rests on."""
    ply = len(found.script.moves)
    if found.script.asks and found.kind not in TABLES:
        return clauses_asked(line, found.script.asks[0])
    return {*all_clauses(line, ply)} if 0 < ply < len(line.states) else set()


def clauses_of_move(line: Line, ply: int) -> tuple[str, ...]:
    """The clauses of a move itself, the most telling first."""
    places = line.setting.places
    own = [*takewhile(lambda thing: type(thing).__name__ not in places.automatic, _done(line, ply))]
    return _clauses(sorted(own, key=lambda thing: places.common.get(type(thing).__name__, 0))) or all_clauses(line, ply)


def _done(line: Line, ply: int) -> Sequence[Happening]:
    """What a move does. One that lies face down does it once all have chosen, so the others then choose what comes
    first; and of what happens then, only what concerns the mover is its doing."""
    rules, before, mover = line.rules, line.states[ply - 1], line.rules.to_move(line.states[ply - 1])
    step = line.step(ply)
    if mover is None or not (rules.chosen(before) or len(rules.choosing(before)) > 1):
        return step.happenings
    while mover in rules.chosen(step.state):
        step = rules.narrate(step.state, rules.legal_moves(step.state)[0])
    return [thing for thing in step.happenings if mover in (rules.concerned(thing) or (mover,))]


def is_and_should_be(what: str, found: Json, expected: Json) -> str:
    """The end of every sentence about a difference."""
    return re.sub(r"\s+", " ", f"{what} is {quoted(found)} and should be {quoted(expected)}.")
