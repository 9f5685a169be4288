"""Trials: before it is told that an engine plays by a wrong rule, it is asked what tells this rule from the right one.

A wrong rule that explains what was seen may do so by chance. So positions are looked for in which it would answer
otherwise than the reference, in games in which the engine agreed, and there the engine is asked. Then it is taken
through whole games that are played by the wrong rule. One that plays by a rule follows it everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from enum import Enum
from itertools import islice
from random import Random
from typing import Final, TypeAlias

from attrs import evolve, frozen

from shinkansen.core.near_misses import Part
from shinkansen.core.opaque import AnyRules, State
from shinkansen.verify.conversation.talk import TimeIsOver, Trouble
from shinkansen.verify.judging.difference import Cause, Difference, DifferenceKind
from shinkansen.verify.judging.judge import QUESTIONS, Judge
from shinkansen.verify.judging.readings import FAILURES, Heard, read_as
from shinkansen.verify.judging.script import Ask, Line, Moves, Script, Setting, What
from shinkansen.verify.judging.suspects import SHOWING, Evidence
from shinkansen.verify.judging.wrong_rules import WrongRule

KNOWN: Final = 12
"""In how many games in which the engine agreed questions are looked for."""
ASKED: Final = 3
"""How many of these questions are asked."""
NEW: Final = 3
"""How many games are played by the wrong rule."""
TELLING: Final = 5
"""Legal moves are asked for at the first so many tables of such a game at which the right rules allow others."""
LOOKS: Final = 0.4
"""They are also asked for at this share of all other tables, picked at random."""
LONGEST: Final = 300
"""The most moves of such a game: by a wrong rule it need not end."""


@frozen
class Answered:
    """What an engine answered in a script, compared with what is right by some rules."""

    heard: Heard
    anything: bool
    """Whether it answered at all."""
    fits: bool
    """Whether all of it is right by these rules."""
    differs: Difference | None = None
    """The first difference from them, as far as it can be described by the right ones."""

    @property
    def right(self) -> bool:
        """Whether it is right by the right rules, as far as these can play the script and it answers."""
        script = self.heard.script
        for ply in range(len(script.moves), -1, -1):
            short = read_as(script.until(ply, *(ask for ask in script.asks if ask.ply <= ply)), script.setting)
            if short is not None:
                return evolve(self.heard, script=short).fits(None)
        return False

    def before(self) -> Answered:
        """What it answered before the first difference, which fits."""
        assert self.differs is not None
        script, shown = self.heard.script, self.differs.script
        last = len(shown.moves) - (0 if shown.asks else 1)
        short = script.until(last, *(ask for ask in script.asks if ask.ply < last))
        return Answered(evolve(self.heard, script=short), self.anything, fits=True)


Put: TypeAlias = Callable[[Script, AnyRules], Answered]
"""A function that asks the engine, and compares what it answers with what is right by some rules."""


def answered(judge: Judge, script: Script, rules: AnyRules) -> Answered:
    """Ask the engine of a judge. What is right by a wrong rule says nothing about the clauses at work, so it is counted
    apart."""
    apart, differs, fits = Judge(judge.engine, judge.capabilities), None, False
    try:
        differs = apart.first(script, rules)
        fits = differs is None
    except (Trouble, TimeIsOver):
        raise
    except FAILURES:  # by wrong rules anything may fail
        pass
    finally:
        judge.questions += apart.questions
    heard = Heard(script, apart.heard, apart.capabilities)
    return Answered(heard, apart.compared.total() > 0, fits, differs)


class Trial(Enum):
    """The result for one wrong rule."""

    FOLLOWED = "followed"
    """It answered by the wrong rule wherever that tells."""
    NEAR = "near"
    """It did not always do so, but sometimes, or it was wrong there in another way."""
    REFUTED = "refuted"
    """It was right wherever the wrong rule is not."""
    UNTRIED = "untried"
    """No question was found that would tell."""


@frozen
class Trials:
    """Tries wrong rules on one engine."""

    evidence: Evidence
    put: Put
    offered: frozenset[str]
    """What the engine offers."""

    def of(self, wrong: WrongRule, examples: Sequence[Script], others: Collection[Cause] = ()) -> Trial:
        """Whether the engine follows a wrong rule that explains some examples; it does not explain `others`, which may
        get in the way."""
        settings = [*dict.fromkeys(each.setting for each in examples)]
        places = {(kind, where) for kind, _, where in others}
        followed = near = refuted = False
        through = False  # a whole game by it, or as much of one as tells
        games = [*_games(wrong, settings)]
        for script in (*islice(self._questions(wrong, settings), ASKED), *games):
            rules = wrong.rules(script.setting)
            if rules is None:
                continue
            said, blocked = self._put(script, rules, places)
            if not said.anything:  # or it cannot even be asked by that rule
                continue
            through = through or (script in games and not (blocked and said.right))
            if said.fits:
                followed = followed or not said.right
            else:
                near, refuted = near or not said.right, True
        if refuted or (followed and not through):
            return Trial.NEAR if near or followed else Trial.REFUTED
        return Trial.FOLLOWED if followed else Trial.UNTRIED

    def _put(
        self, script: Script, rules: AnyRules, others: Collection[tuple[DifferenceKind, str]]
    ) -> tuple[Answered, bool]:
        """Ask a script. If another mistake shows in the answer to a question, without such questions; if in what moves
        do, only up to there, and then this is also true."""
        said = self.put(script, rules)
        while said.differs is not None and (said.differs.kind, said.differs.cause[2]) in others:
            wrong = {ask.what for ask in said.differs.script.asks[:1]}
            rest = tuple(ask for ask in script.asks if ask.what not in wrong)
            if len(rest) == len(script.asks):
                return said.before(), True
            script = evolve(script, asks=rest)
            said = self.put(script, rules)
        return said, False

    def _questions(self, wrong: WrongRule, settings: Collection[Setting]) -> Iterator[Script]:
        """Questions that a wrong rule answers otherwise than the right one, one for each game: early and late ones, in
        long and in short games, since what it has in common with another rule may show first."""
        scripts = sorted((heard.script for heard in self.evidence.heard), key=lambda script: -len(script.moves))
        long, short = ([each for each in some if each.setting in settings] for some in (scripts, scripts[::-1]))
        others = [each for each in scripts if each.setting not in settings]
        mixed = [each for both in zip(long, short, strict=True) for each in both]
        for number, script in enumerate(islice(dict.fromkeys((*mixed, *others)), KNOWN)):
            question = self._telling(script, wrong.rules(script.setting), late=number % 4 < 2)
            if question is not None:
                yield question

    def _telling(self, script: Script, rules: AnyRules | None, late: bool) -> Script | None:
        """The first, or the last, question in a game that wrong rules answer otherwise than the right ones."""
        if rules is None:
            return None
        try:
            right, wrong = script.played(), Line(script.until(0), rules)
        except FAILURES:
            return None
        found: Script | None = None
        for ply, state in enumerate(right.states):
            found = self._telling_at(script, right, wrong, ply) or found
            if state is right.states[-1] or (found is not None and not late):
                break
            try:
                move, before = wrong.codec.read(script.moves[ply]), wrong.states[-1]
                if wrong.rules.why_not(before, move) is not None:
                    break
                wrong.states.append(wrong.rules.follow(before, move))
            except FAILURES:
                break
        return found

    def _telling_at(self, script: Script, right: Line, wrong: Line, ply: int) -> Script | None:
        whats = [what for what, commands in QUESTIONS.items() if {*commands} & self.offered]
        if SHOWING & self.offered and _differs(right, wrong, Ask(ply, What.TABLE)):
            return script.until(ply, *(Ask(ply, what) for what in whats if what is What.TABLE))
        differing = (what for what in whats if what is not What.TABLE and _differs(right, wrong, Ask(ply, what)))
        return next((script.until(ply, Ask(ply, what)) for what in differing), None)


def _differs(right: Line, wrong: Line, ask: Ask) -> bool:
    try:
        return right.answer(ask) != wrong.answer(ask)
    except FAILURES:
        return True


def _games(wrong: WrongRule, settings: Sequence[Setting]) -> Iterator[Script]:
    """Games by a wrong rule: moves that only it allows come first."""
    for number in range(NEW):
        setting = settings[number % len(settings)]
        rules = wrong.rules(setting)
        if rules is not None:
            try:
                yield _game(setting, rules, Random(number))
            except FAILURES:
                return


def _game(setting: Setting, rules: AnyRules, rng: Random) -> Script:
    deal, codec = rules.deal(rng), Moves(rules)
    state, moves, asks, telling, before = rules.start(deal), list[Part](), list[Ask](), 0, 0
    right: State | None = setting.rules.start(setting.rules.read_deal(rules.deal_json(deal)))
    for ply in range(LONGEST):
        legal = codec.legal(state)
        if not legal:
            break
        allowed = setting.moves.legal(right) if right is not None else legal
        only = [move for move in legal if move not in allowed]
        telling += bool(only) or len(legal) != len(allowed)
        if (before < telling <= TELLING) or rng.random() < LOOKS:
            asks.append(Ask(ply, What.LEGAL))
        before = telling
        move = rng.choice(only or legal)
        try:
            state = rules.follow(state, codec.read(move))
        except FAILURES:  # the game is told as far as it can be played
            break
        moves.append(move)
        right = setting.rules.follow(right, setting.moves.read(move)) if right is not None and not only else None
    asks.append(Ask(len(moves), What.SCORES))
    return Script(setting, {"deal": rules.deal_json(deal)}, tuple(moves), tuple(asks))
