"""Differences: where two engines that fulfil the contract part ways, found through plain JSON alone.

The *reference* is right by definition; the *other* is asked the same things. They are two rulesets that share no class,
such as a mutant and the original, or ours and somebody else's behind an adapter. Nothing here knows a game. At a table
we compare whose turn it is, the legal moves, the score, the outcome and what each seat may know; for a move, what was
paid, what the table looks like afterwards and what is said about it; for an illegal move, why it is illegal.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from enum import Enum, StrEnum
from random import Random
from typing import Any, Final, NoReturn, TypeAlias, cast

import attrs
from attrs import field, frozen

from shinkansen.core.json_difference import first_apart, quoted
from shinkansen.core.near_misses import Part, Variety, kind_of, near_miss, neighbours, of_any_kind, words_in
from shinkansen.core.plain_json import Json
from shinkansen.core.ruleset import Ruleset

Rules: TypeAlias = Ruleset[Any, Any, Any, Any]
"""Any ruleset."""


class MismatchKind(StrEnum):
    """How the other engine differs."""

    PERMISSIVE = "permissive"
    """It allows a move that the reference refuses."""
    RESTRICTIVE = "restrictive"
    """It refuses a move that the reference allows."""
    REFUSAL = "refusal"
    """It refuses too, but not for the same reason."""
    LISTING = "listing"
    """It lists the same moves in another order, or one of them twice."""
    LEDGER = "ledger"
    """Something else was paid or scored."""
    TURN = "order of play"
    """It is somebody else's turn."""
    EFFECT = "effect"
    """The table is different."""
    SCORE = "score"
    """A different score, or a different winner."""
    LEAK = "leak"
    """A seat is told something other than what it may know."""
    WORDS = "words"
    """The same thing is told in other words, or with another clause."""
    CRASH = "crash"
    """It crashed."""


@frozen
class Mismatch:
    """The first way in which two engines differ."""

    kind: MismatchKind
    ply: int
    """How many moves had been made."""
    sentence: str
    clauses: tuple[str, ...] = ()
    """The clauses by which the reference acted."""
    move: Json = None
    """The move in question, if any."""
    expected: Json = None
    found: Json = None

    def __str__(self) -> str:
        clauses = f" (clause {', '.join(self.clauses)})" if self.clauses else ""
        return f"{self.kind} at ply {self.ply}: {self.sentence}{clauses}"


class _Found(Exception):  # noqa: N818 - it is no error: it carries what was looked for
    def __init__(self, mismatch: Mismatch) -> None:
        self.mismatch = mismatch


@frozen
class Depth:
    """How closely to look. Somebody else's engine has its own wording and may have no views."""

    words: bool = True
    views: bool = True


_DEEP: Final = Depth()


def compare_game(
    reference: Rules, other: Rules, deal: Part, moves: Iterable[Part], depth: Depth = _DEEP
) -> Mismatch | None:
    """The first difference in a game, given by its deal and its moves, or `None`."""

    def play(match: Match) -> None:
        match.begin(deal)
        match.look()
        for move in moves:
            match.play(move)
            match.look()

    return Match(reference, other, depth).first(play)


@attrs.define(eq=False)
class Match:
    """Two engines at the same table; every method stops at the first difference (see `first`)."""

    reference: Rules
    other: Rules
    depth: Depth = _DEEP
    ply: int = 0
    _mine: Any = None
    _its: Any = None
    _deals: tuple[Any, Any] | None = None
    _names: tuple[dict[Any, str], dict[Any, str]] = field(factory=lambda: ({}, {}))

    def first(self, doing: Callable[[Match], object]) -> Mismatch | None:
        """The first difference that shows while doing something with the match."""
        try:
            doing(self)
        except _Found as found:
            return found.mismatch
        return None

    # -- sitting down

    def begin(self, deal: Part) -> None:
        """Both start from a deal."""
        self.ply = 0
        mine = self.reference.read_deal(deal)
        its = self._ask("read_deal", deal)
        self._deals = (mine, its)
        self._same(MismatchKind.EFFECT, "the deal", deal, self._ask("deal_json", its))
        self._arrive(self.reference.start(mine), self._ask("start", its), "At the start", ())

    def resume(self, state: Part) -> None:
        """Both continue from a state."""
        self.ply = 0
        self._deals = None
        self._arrive(self.reference.read_state(state), self._ask("read_state", state), "As it was read", ())

    def deals(self, rng: Random, tries: int = 1) -> None:
        """The other's own deal must be valid, and it must refuse invalid deals as the reference does."""
        own = self._ask("deal_json", self._ask("deal", rng))
        refused = _refused(lambda: self.reference.read_deal(own))
        self._same(MismatchKind.EFFECT, "what becomes of its own deal", None, refused)
        for _ in range(tries):
            odd = near_miss(self.reference.deal_json(self.reference.deal(rng)), {}, rng)
            mine = _refused(lambda odd=odd: self.reference.read_deal(odd))  # type: ignore[misc]
            its = _refused(lambda odd=odd: self.other.read_deal(odd))  # type: ignore[misc]
            self._same(MismatchKind.EFFECT, f"the answer to the deal {json.dumps(odd)}", mine, its)

    # -- looking at the table

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.reference.to_move(self._mine) is None

    @property
    def seats(self) -> int:
        """How many seats play."""
        return self.reference.seats

    def legal(self) -> list[Part]:
        """The moves that the reference allows."""
        return [self.reference.move_json(move) for move in self.reference.legal_moves(self._mine)]

    def sight(self) -> list[str]:
        """Every word on the table."""
        return words_in(self.reference.state_json(self._mine)["table"])

    def look(self) -> None:
        """Compare whose turn it is, the legal moves and, at the end, who won."""
        mine, its = self.reference.to_move(self._mine), self._ask("to_move", self._its)
        self._same(MismatchKind.TURN, "whose turn it is", mine, its)
        self._compare_moves()
        self._same(
            MismatchKind.SCORE,
            "the outcome",
            _plain(self.reference.outcome(self._mine)),
            _plain(self._ask("outcome", self._its)),
        )

    def count(self) -> None:
        """Compare the current score."""
        mine, its = self.reference.scores(self._mine), self._ask("scores", self._its)
        expected, found = cast("list[Json]", _plain(mine)), cast("list[Json]", _plain(its))
        for score, one, two in zip(mine, expected, found, strict=False):
            if one != two:
                clauses = tuple(dict.fromkeys(item.clause for item in score.items))
                where, should, is_ = first_apart(one, two)
                sentence = f"the score of seat {score.seat}{where} is {quoted(is_)} and should be {quoted(should)}."
                self._differ(MismatchKind.SCORE, sentence, clauses, one, two)
        self._same(MismatchKind.SCORE, "the scores", expected, found)

    def peek(self, rng: Random) -> None:
        """Compare what each seat may know: it must not depend on what is hidden, nor lack anything."""
        for seat in range(self.seats):
            mine, its = self.reference.view(self._mine, seat), self._ask("view", self._its, seat)
            if _alike(mine, its):
                self._same(MismatchKind.LEAK, f"what seat {seat} may know", _plain(mine), _plain(its))
            twin = self.reference.state_json(self.reference.redeal(mine, rng))
            if self._ask("view", self._ask("read_state", twin), seat) != its:
                self._differ(MismatchKind.LEAK, f"Seat {seat} can tell apart two states that look the same to it.", ())
            again = self._ask("state_json", self._ask("redeal", its, rng))
            if self._unlike(again, seat, mine):
                self._differ(MismatchKind.LEAK, f"A redeal for seat {seat} does not look the same to it.", ())
            if self._deals is not None:
                one, two = self._deals
                expected = self.reference.deal_json(self.reference.seen_deal(one, self._mine, seat))
                found = self._ask("deal_json", self._ask("seen_deal", two, self._its, seat))
                self._same(MismatchKind.LEAK, f"the deal as seat {seat} could tell", expected, found)
        self._foresee()

    def _foresee(self) -> None:
        """Compare what the seat to move can foresee of one of its moves."""
        seat = self.reference.to_move(self._mine)
        if seat is None:
            return
        legal = self.reference.legal_moves(self._mine)
        move = self.reference.move_json(legal[self.ply % len(legal)])
        mine = self.reference.preview(self.reference.view(self._mine, seat), self.reference.read_move(move))
        its = self._ask("preview", self._ask("view", self._its, seat), self._ask("read_move", move))
        expected: list[Any] = [
            mine.stops,
            self.reference.entries(mine.happenings),
            self.reference.state_json(mine.state),
        ]
        found: list[Any] = [its.stops, self._ask("entries", its.happenings), self._ask("state_json", its.state)]
        self._same(MismatchKind.LEAK, f"what seat {seat} can foresee of {json.dumps(move)}", expected, found, move)

    def _unlike(self, state: Part, seat: int, view: Any) -> bool:
        if _refused(lambda: self.reference.read_state(state)) is not None:
            return True
        return bool(self.reference.view(self.reference.read_state(state), seat) != view)

    # -- moves

    def ask(self, move: Part, by: int | None = None) -> None:
        """Compare whether a move is legal and, if not, why; it need not even be a move."""
        mine = _refused(lambda: self.reference.read_move(move))
        its = _refused(lambda: self.other.read_move(move))
        self._same(MismatchKind.REFUSAL, f"the answer to {json.dumps(move)}", mine, its, move)
        if mine is not None:
            return
        asked = self.reference.read_move(move)
        refusal = self.reference.why_not(self._mine, asked, by)
        answer = self._ask("why_not", self._its, self.other.read_move(move), by)
        if refusal is None and answer is None:
            return
        if refusal is None:
            said = self.reference.say(asked, self._mine)
            self._differ(MismatchKind.RESTRICTIVE, f"It refuses: {said} {answer}", (), None, str(answer), move)
        if answer is None:
            sentence = f"It allows {json.dumps(move)}. {refusal}"
            self._differ(MismatchKind.PERMISSIVE, sentence, (refusal.clause,), str(refusal), None, move)
        expected, found = [refusal.reason, refusal.clause], [answer.reason, answer.clause]
        if self.depth.words:
            expected, found = [*expected, refusal.sentence], [*found, answer.sentence]
        if expected != found:
            sentence = f"It refuses {json.dumps(move)} with {str(answer)!r} and should say {str(refusal)!r}."
            self._differ(MismatchKind.REFUSAL, sentence, (refusal.clause,), [*expected], [*found], move)

    def try_move(self, move: Part) -> None:
        """Compare what a legal move does, without making it."""
        self._make(move)

    def play(self, move: Part) -> None:
        """Make a legal move and compare everything it did."""
        self._mine, self._its = self._make(move)
        self.ply += 1

    def _make(self, move: Part) -> tuple[Any, Any]:
        mine, its = self.reference.read_move(move), self._ask("read_move", move)
        said = self.reference.say(mine, self._mine)
        if self.depth.words:
            self._same(MismatchKind.WORDS, "a move in words", said, self._ask("say", its, self._its), move)
        one, two = self.reference.narrate(self._mine, mine), self._ask("narrate", self._its, its)
        clauses = tuple(dict.fromkeys(getattr(happening, "clause", "") for happening in one.happenings))
        clauses = tuple(clause for clause in clauses if clause)
        self._compare_ledgers(one.happenings, two.happenings, said, clauses, move)
        self._compare_states(one.state, two.state, f"After {said!r}", clauses, move)
        if self.depth.words:
            told = [self.reference.say(happening, self._mine) for happening in one.happenings]
            heard = [self._ask("say", happening, self._its) for happening in two.happenings]
            self._same(MismatchKind.WORDS, f"what happens by {said!r}", [*told], heard, move)
        return one.state, two.state

    # -- comparing

    def _arrive(self, mine: Any, its: Any, when: str, clauses: tuple[str, ...]) -> None:
        self._compare_states(mine, its, when, clauses)
        self._mine, self._its = mine, its

    def _compare_moves(self) -> None:
        expected = self._listed(0, self.reference, self.reference.legal_moves(self._mine))
        found = self._listed(1, self.other, self._ask("legal_moves", self._its))
        if expected == found:
            return
        for name in found:
            if name not in expected:
                move = json.loads(name)
                self.ask(move)
                self._differ(MismatchKind.PERMISSIVE, f"It lists {name}, which is not legal.", (), None, move, move)
        for name in expected:
            if name not in found:
                move = json.loads(name)
                self.ask(move)
                said = self.reference.say(self.reference.read_move(move), self._mine)
                self._differ(MismatchKind.RESTRICTIVE, f"It does not list: {said}", (), move, None, move)
        self._differ(MismatchKind.LISTING, "It lists the same moves, but not in the same order, each once.", ())

    def _listed(self, side: int, rules: Rules, moves: Sequence[Any]) -> list[str]:
        # The names are cached: the same few hundred moves occur at every table.
        known = self._names[side]
        for move in moves:
            if move not in known:
                known[move] = json.dumps(rules.move_json(move), sort_keys=True)
        return [known[move] for move in moves]

    def _compare_ledgers(
        self, mine: tuple[Any, ...], its: tuple[Any, ...], said: str, clauses: tuple[str, ...], move: Part
    ) -> None:
        expected, found = self.reference.entries(mine), self._ask("entries", its)
        if expected != found:
            where, should, is_ = first_apart(expected, found)
            sentence = f"By {said!r} the entry {where[1:]} is {quoted(is_)} and should be {quoted(should)}."
            self._differ(MismatchKind.LEDGER, sentence, clauses, should, is_, move)

    def _compare_states(self, mine: Any, its: Any, when: str, clauses: tuple[str, ...], move: Json = None) -> None:
        turn, other_turn = self.reference.to_move(mine), self._ask("to_move", its)
        if turn != other_turn:
            sentence = f"{when} it is the turn of {quoted(other_turn)} and should be that of {quoted(turn)}."
            self._differ(MismatchKind.TURN, sentence, clauses, turn, other_turn, move)
        expected, found = self.reference.state_json(mine), self._ask("state_json", its)
        if expected != found:
            where, should, is_ = first_apart(expected, found)
            sentence = f"{when} {where[1:]} is {quoted(is_)} and should be {quoted(should)}."
            self._differ(MismatchKind.EFFECT, sentence, clauses, should, is_, move)
        digest, other_digest = self.reference.digest(mine), self._ask("digest", its)
        self._same(MismatchKind.EFFECT, "the digest of the same table", digest, other_digest, move)

    def _same(self, kind: MismatchKind, what: str, expected: Json, found: Json, move: Json = None) -> None:
        if expected != found:
            where, should, is_ = first_apart(expected, found)
            sentence = f"{what[0].upper()}{what[1:]}{where} is {quoted(is_)} and should be {quoted(should)}."
            self._differ(kind, sentence, (), should, is_, move)

    def _differ(
        self, kind: MismatchKind, sentence: str, clauses: tuple[str, ...], expected: Json = None, found: Json = None,
        move: Json = None,
    ) -> NoReturn:  # fmt: skip
        raise _Found(Mismatch(kind, self.ply, sentence, clauses, move, expected, found))

    def _ask(self, question: str, *given: Any) -> Any:
        """What the other engine answers; if it raises an error, that is a difference."""
        try:
            return getattr(self.other, question)(*given)
        except Exception as problem:
            sentence = f"Asked for {question}, it crashes: {type(problem).__name__}: {problem}"
            raise _Found(Mismatch(MismatchKind.CRASH, self.ply, sentence)) from problem


# -- Two engines side by side: what to play and what to ask ----------------------------------------------------------


@frozen
class SideBySide:
    """How to play a game with two engines side by side."""

    plies: int = 400
    """The most moves."""
    asks: int = 3
    """How many near misses are asked about at each table."""
    neighbours: int = 0
    """For how many moves at each table every near miss is asked about; with any, also a move of each other kind."""
    tries: int = 1
    """How many other legal moves are tried at each table."""
    count_every: int = 4
    peek_every: int = 12
    """After how many moves the score and the views are compared again; in any case at the end."""

    def first(
        self, reference: Rules, other: Rules, start: Callable[[Match], object], rng: Random, depth: Depth = _DEEP
    ) -> Mismatch | None:
        """The first difference in a game from where `start` begins or resumes, or `None`."""

        def play(match: Match) -> None:
            start(match)
            self._go(match, Variety(), rng)

        return Match(reference, other, depth).first(play)

    def _go(self, match: Match, variety: Variety, rng: Random) -> None:
        """Play from the current state of the match to the end of the game."""
        for step in range(self.plies):
            match.look()
            if step % self.count_every == 0 or match.over:
                match.count()
            if match.depth.views and (step % self.peek_every == self.peek_every - 1 or match.over):
                match.peek(rng)
            legal = match.legal()
            if not legal:
                if variety.last is not None:
                    match.ask(variety.last)
                return
            move = variety.choose(legal, rng)
            sight = match.sight()
            for _ in range(self.asks):
                by = rng.randrange(match.seats) if rng.random() < 0.1 else None
                match.ask(near_miss(of_any_kind(legal, rng), variety.values, rng, sight), by)
            if self.neighbours:
                kinds = {*map(kind_of, legal)}
                for other in [other for kind, other in variety.others.items() if kind not in kinds]:
                    match.ask(other)
            for _ in range(self.neighbours):
                legal_one = of_any_kind(legal, rng)
                for near in neighbours(legal_one, variety.values, sight, variety.optional(legal_one)):
                    match.ask(near)
            for _ in range(self.tries):
                match.try_move(of_any_kind(legal, rng))
            match.play(move)


# -- JSON -----------------------------------------------------------------------------------------------------------


def _alike(mine: object, its: object) -> bool:
    """Whether two values have the same shape, so that their parts can be compared."""
    return attrs.has(type(mine)) and attrs.has(type(its)) and type(mine).__name__ == type(its).__name__


def _plain(value: object) -> Json:
    """A value made of attrs classes as plain JSON, sets sorted."""
    if value is None or (isinstance(value, bool | str | int) and not isinstance(value, Enum)):
        return value
    if isinstance(value, Enum):
        return _plain(value.value)
    if isinstance(value, tuple | list):
        return [_plain(item) for item in cast("Sequence[object]", value)]
    if isinstance(value, frozenset):
        return sorted((_plain(item) for item in cast("frozenset[object]", value)), key=str)
    kind: Any = type(value)
    if attrs.has(kind):
        return {part.name: _plain(getattr(value, part.name)) for part in attrs.fields(kind)}
    return repr(value)


def _refused(reading: Callable[[], object]) -> str | None:
    """The name of the error with which reading fails, or `None`."""
    try:
        reading()
    except Exception as problem:
        return type(problem).__name__
    return None
