"""Before it is told that an engine plays by a wrong rule, it is asked what tells this rule from others; and clauses are
ranked by the tables, and the choices of others, without which a mistake does not show."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from random import Random
from typing import Any, Final, cast

import pytest
from attrs import evolve

from shinkansen.core.near_misses import Part
from shinkansen.core.opaque import AnyRules
from shinkansen.core.plain_json import Json
from shinkansen.nextstation.game import GAME
from shinkansen.testing.mutants import MUTANTS
from shinkansen.verify.conversation.recorded import Recorded
from shinkansen.verify.conversation.serving import CAPABILITIES, reference
from shinkansen.verify.conversation.talk import Answer, Engine, Reply
from shinkansen.verify.conversation.transports import in_process
from shinkansen.verify.judging.difference import Difference, DifferenceKind
from shinkansen.verify.judging.face_down import told_by_choices
from shinkansen.verify.judging.findings import Found
from shinkansen.verify.judging.judge import Judge
from shinkansen.verify.judging.readings import Heard
from shinkansen.verify.judging.script import Ask, Script, Setting, What, setting_of
from shinkansen.verify.judging.suspects import Evidence, separating
from shinkansen.verify.judging.trials import Answered, Trial, Trials, answered
from shinkansen.verify.judging.write_scripts import Guide
from shinkansen.verify.judging.wrong_rules import WrongRule, WrongRules
from tests.build.diagnosis import tell
from tests.build.programs import programs
from tests.wrong_engines import judge_of_mutant

OFFERED: Final = frozenset(CAPABILITIES)
ALONE, TWO = (setting_of(GAME, {"seats": seats}, edition="tokyo") for seats in (1, 2))
NOTHING: Final = Evidence(Counter(), Counter())


def game(setting: Setting, seed: int, looks: float = 0.0) -> Script:
    """A random game."""
    return Guide(Random(seed)).game(setting, looks)


def wrong_rule(wrong_rules: WrongRules, id: str) -> WrongRule:
    """A mutant as a wrong rule."""
    says, clauses = GAME.part(MUTANTS).mutant(id).says, [clause.id for clause in GAME.rulebook]
    return next(one for some in wrong_rules.near(TWO, clauses, ()) for one in some if one.says == says)


def tried(judge: Judge, wrong: WrongRule, setting: Setting = TWO, evidence: Evidence = NOTHING) -> Trial:
    """Try a wrong rule on an engine."""
    return Trials(evidence, partial(answered, judge), judge.capabilities).of(wrong, [game(setting, 0)])


RIGHT: Final = "pencils-go-right"


@pytest.mark.parametrize("offered", [OFFERED, frozenset({"new", "legal", "apply"})], ids=["all", "little"])
def test_an_engine_that_plays_by_a_wrong_rule_follows_it_where_that_tells(offered: frozenset[str]) -> None:
    with WrongRules(GAME) as wrong_rules, judge_of_mutant(GAME.part(MUTANTS).mutant(RIGHT), offered, GAME) as judge:
        assert tried(judge, wrong_rule(wrong_rules, RIGHT)) is Trial.FOLLOWED
        assert judge.questions
        assert not judge.clauses, "what is right by a wrong rule says nothing about clauses"


def test_a_wrong_rule_is_refuted_by_an_engine_that_is_right_where_it_would_tell() -> None:
    with WrongRules(GAME) as wrong_rules, in_process(reference(games=["nextstation"])) as engine:
        assert tried(Judge(engine, OFFERED), wrong_rule(wrong_rules, RIGHT)) is Trial.REFUTED


def test_an_engine_that_is_wrong_in_another_way_there_comes_near() -> None:
    one = GAME.part(MUTANTS).mutant("pencils-jump-two-places")
    with WrongRules(GAME) as wrong_rules, judge_of_mutant(one, OFFERED, GAME) as judge:
        assert tried(judge, wrong_rule(wrong_rules, RIGHT), evolve(TWO, seats=3)) is Trial.NEAR


def test_a_wrong_rule_that_changes_nothing_at_a_table_is_not_tried_there() -> None:
    """Alone nobody hands anything on."""
    with WrongRules(GAME) as wrong_rules, in_process(reference(games=["nextstation"])) as engine:
        assert tried(Judge(engine, OFFERED), wrong_rule(wrong_rules, RIGHT), ALONE) is Trial.UNTRIED


@pytest.mark.parametrize("cmd", ["apply", "legal"])
def test_an_engine_that_reports_an_error_follows_nothing(cmd: str) -> None:
    """Of a game by a wrong rule it may say that it cannot be played."""
    right = reference(games=["nextstation"])

    def answer(request: Mapping[str, Any]) -> Mapping[str, Json]:
        reply = right.answer(request)
        broken = request["cmd"] == cmd and (cmd == "legal" or reply.get("legal") is False)
        return {"seq": request["seq"], "errored": "What is that?"} if broken else reply

    with WrongRules(GAME) as wrong_rules, in_process(answer) as engine:
        judge = Judge(engine, frozenset({"new", "legal", "apply"}))
        for id in (RIGHT, "any-departure-will-do"):
            assert tried(judge, wrong_rule(wrong_rules, id)) not in (Trial.FOLLOWED, Trial.NEAR)


class Generous(Engine):
    """An engine that gives everybody one point more."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def ask(self, cmd: str, **given: Json) -> Reply:
        reply = self._engine.ask(cmd, **given)
        if cmd != "scores" or not isinstance(reply, Answer):
            return reply
        totals = cast("list[int]", reply.content["totals"])
        others = {key: value for key, value in reply.content.items() if key in ("seq", "winners")}
        return Answer({**others, "totals": [total + 1 for total in totals]})

    def close(self) -> None:
        self._engine.close()


def test_another_mistake_neither_refutes_a_wrong_rule_nor_hides_that_it_is_followed() -> None:
    with WrongRules(GAME) as wrong_rules, judge_of_mutant(GAME.part(MUTANTS).mutant(RIGHT), OFFERED, GAME) as judge:
        both = Judge(Generous(judge.engine), OFFERED)
        trials, wrong = Trials(NOTHING, partial(answered, both), OFFERED), wrong_rule(wrong_rules, RIGHT)
        assert wrong.rules(TWO) is not None  # before the same mutant is imported as an engine
        asked = Script(TWO, game(TWO, 0).start, (), (Ask(0, What.SCORES),))
        other = both.first(asked)
        assert other is not None
        assert trials.of(wrong, [asked], {other.cause}) is Trial.FOLLOWED
        assert trials.of(wrong, [asked]) is not Trial.FOLLOWED, "who is wrong about something unknown is not sure to"


def test_what_cannot_be_asked_by_a_wrong_rule_does_not_refute_it() -> None:
    """By it a game of ours may not go on."""
    id = "a-card-is-skipped"
    heard = [Heard(game(ALONE, seed), Recorded(), OFFERED) for seed in range(12)]
    with WrongRules(GAME) as wrong_rules, judge_of_mutant(GAME.part(MUTANTS).mutant(id), OFFERED, GAME) as judge:
        evidence = Evidence(Counter(), Counter(), heard)
        assert tried(judge, wrong_rule(wrong_rules, id), ALONE, evidence) is Trial.FOLLOWED


def test_an_engine_is_also_asked_in_games_in_which_it_agreed() -> None:
    """A game by the wrong rule is not all that tells: these may be positions that were made for some clause."""
    asked = list[Script]()
    heard = [Heard(game(TWO, seed), Recorded(), OFFERED) for seed in range(5, 8)]
    with WrongRules(GAME) as wrong_rules, in_process(reference(games=["nextstation"])) as engine:
        judge = Judge(engine, OFFERED)

        def noting(script: Script, rules: AnyRules) -> Answered:
            asked.append(script)
            return answered(judge, script, rules)

        trials = Trials(Evidence(Counter(), Counter(), heard), noting, OFFERED)
        assert trials.of(wrong_rule(wrong_rules, RIGHT), [game(TWO, 0)]) is Trial.REFUTED
    first, *_ = asked
    assert first.start == heard[0].script.start
    assert 0 < len(first.moves) <= len(heard[0].script.moves)


# -- tables


def seen_at(setting: Setting, seeds: range) -> list[Difference]:
    """Differences seen in some games."""
    return [Difference(DifferenceKind.RESTRICTIVE, game(setting, seed), ("5.3",), "draw", "") for seed in seeds]


def heard_at(setting: Setting) -> list[Heard]:
    """Games in which the engine agreed."""
    return [Heard(game(setting, seed), Recorded(), OFFERED) for seed in range(4)]


def test_what_shows_only_in_the_solo_game_is_likely_about_the_solo_game() -> None:
    agreed = Evidence(Counter(), Counter(), heard_at(TWO))
    found = Found()
    found.note(seen_at(ALONE, range(4)))
    games = found.games(each.cause for each, _ in found)
    assert games == 4
    assert separating(("5.3", "13.2", "4.8"), seen_at(ALONE, range(4)), games, agreed) == ["13.2"]


def test_one_game_may_be_chance_and_other_tables_speak_against_it() -> None:
    agreed = Evidence(Counter(), Counter(), [*heard_at(TWO), *heard_at(ALONE)])
    assert separating(("13.2",), seen_at(ALONE, range(1)), 1, agreed) == []
    assert separating(("13.2",), [*seen_at(ALONE, range(3)), *seen_at(TWO, range(3))], 6, agreed) == []


def test_the_same_game_by_several_routes_counts_once() -> None:
    found = Found()
    for _ in range(3):
        found.note(seen_at(ALONE, range(2)))
    assert found.games(each.cause for each, _ in found) == 2
    assert found.without_consequences().games(each.cause for each, _ in found) == 2


# -- choices that lie face down


def blind(peeks: bool) -> Callable[[Mapping[str, Any]], Mapping[str, Json]]:
    """It lists no section: to one who chooses after somebody has chosen a section, or ever."""
    right, last = reference(games=["nextstation"]), dict[str, Json]()

    def answer(request: Mapping[str, Any]) -> Mapping[str, Json]:
        reply = {**right.answer(request)}
        if request["cmd"] == "new":
            last["move"] = ""
        if request["cmd"] == "apply":
            last["move"] = request["move"]["move"]
        if isinstance(moves := reply.get("moves"), list) and (last["move"] == "draw" or not peeks):
            reply["moves"] = [move for move in moves if isinstance(move, dict) and move["move"] != "draw"]
        return reply

    return answer


def drawn_first() -> Script:
    """Player 1 has drawn a section, and player 2 is asked."""
    start: Part = {"deal": TWO.rules.deal_json(TWO.rules.deal(Random(3)))}
    legal = TWO.moves.legal(Script(TWO, start).played().states[0])
    move = next(move for move in legal if move["move"] == "draw")
    return Script(TWO, start, (move,), (Ask(1, What.LEGAL),))


@pytest.mark.parametrize(("peeks", "clause"), [(True, ("4.5",)), (False, ())])
def test_what_is_right_once_others_have_chosen_otherwise_is_about_choosing_at_the_same_time(
    peeks: bool, clause: tuple[str, ...]
) -> None:
    with in_process(blind(peeks)) as engine:
        judge = Judge(engine, frozenset({"new", "legal", "apply"}))
        found = judge.first(drawn_first())
        assert found is not None
        assert found.kind is DifferenceKind.RESTRICTIVE
        assert told_by_choices(found, partial(answered, judge)) == clause


# -- the whole way

PROGRAMS: Final = {one.id: one for one in programs()}


@pytest.mark.slow
@pytest.mark.parametrize(
    "id", ["last-pencil-first", "peeks-at-choices", "pencils-jump-two-places", "a-stamp-for-each-interchange"]
)
def test_a_mistake_that_nobody_has_thought_of_is_named_by_its_clause_and_by_no_other_rule(id: str) -> None:
    told = tell(PROGRAMS[id], seconds=600, unexplained=PROGRAMS)
    assert told.place == 1, told
    assert told.plays == [], told
