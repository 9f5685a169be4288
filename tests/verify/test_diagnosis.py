"""From differences to causes: a mistake is told once, with the clause it breaks first and by the shortest game."""

from __future__ import annotations

import sys
from collections import Counter
from functools import cache
from random import Random
from typing import Final, cast

import attrs
import pytest

from shinkansen.core.clauses import section
from shinkansen.core.near_misses import Part
from shinkansen.core.parts import PLACES
from shinkansen.core.plain_json import Json
from shinkansen.nextstation.game import GAME as NEXT_STATION
from shinkansen.testing.mutants import MUTANTS
from shinkansen.verify.conversation.itemised import POINTS
from shinkansen.verify.conversation.recorded import Recorded
from shinkansen.verify.conversation.serving import CAPABILITIES, reference
from shinkansen.verify.conversation.transports import in_process
from shinkansen.verify.judging.difference import Difference, DifferenceKind, clauses_of_move
from shinkansen.verify.judging.explanations import End
from shinkansen.verify.judging.judge import Judge
from shinkansen.verify.judging.minimise import minimise
from shinkansen.verify.judging.readings import LEGALITY, agrees, answers
from shinkansen.verify.judging.script import SHIPPED, Ask, Route, Script, Setting, What, edition_json, setting_of
from shinkansen.verify.judging.suspects import Evidence, suspects
from shinkansen.verify.judging.write_scripts import Guide
from shinkansen.verify.judging.wrong_rules import WrongRule, WrongRules
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.testing.mutants import mutant
from tests.build.diagnosis import Told, tell
from tests.build.planted_check import LISTS, planted
from tests.build.programs import programs
from tests.deep import DEEP
from tests.reports import Change, game, tampered
from tests.settings import zerokei
from tests.wrong_engines import judge_of_mutant

# -- conversations that are judged again


def script(seed: int, route: Route | None = None) -> Script:
    """A game with questions on the way."""
    return attrs.evolve(Guide(Random(seed)).game(zerokei(2), 0.3), route=route)


@pytest.mark.parametrize("route", [Route.PLAY, Route.LEAD])
def test_a_recorded_conversation_is_judged_like_the_engine_itself(route: Route) -> None:
    """The whole of it, and every first part of the same game: a difference is trimmed to where it shows."""
    judge = Judge(in_process(reference()), frozenset(CAPABILITIES))
    whole = script(1, route)
    whole = attrs.evolve(whole, asks=tuple(ask for ask in whole.asks if ask.what is not What.TWIN))
    assert not [*judge.differences(whole)]
    for ply in range(0, len(whole.moves) + 1, 7):
        asks = tuple(ask for ask in whole.asks if ask.ply <= ply)
        again = Judge(judge.heard, judge.capabilities)
        assert (
            again.first(attrs.evolve(whole, moves=whole.moves[:ply], asks=asks if route is Route.LEAD else ())) is None
        )
        assert not again.skipped, ply


def test_a_recorded_game_goes_on_where_it_was_before_a_question_took_the_engine_elsewhere() -> None:
    """A difference keeps a single question, and none if it is about a move; the others must not be missed."""
    judge = Judge(in_process(reference()), frozenset(CAPABILITIES))
    all_ = (script(seed, Route.LEAD) for seed in range(20))
    whole = next(one for one in all_ if any(ask.what is What.TWIN for ask in one.asks))
    assert not [*judge.differences(whole)]
    for heard in (judge.heard, Recorded.read(judge.heard.json())):
        for asks in (whole.asks, whole.asks[-1:], ()):
            again = Judge(heard, judge.capabilities)
            assert again.first(attrs.evolve(whole, asks=asks)) is None
            assert not again.skipped, len(asks)


@cache
def unpaid() -> Difference:
    """What is seen of an engine that pays 2 yen for an unused action."""
    with judge_of_mutant(mutant("unused-action-pays-two"), frozenset(CAPABILITIES) - {"load"}) as judge:
        for seed in range(20):
            for found in judge.differences(script(seed)):
                return found
    raise AssertionError("the mistake does not show")


def figure(path: str, value: int) -> WrongRule:
    """The wrong rule that a figure is another one."""
    with WrongRules(GAME) as wrong_rules:
        (some, *_) = wrong_rules.near(zerokei(2), GAME.part(PLACES).figures[path], ())
    return next(one for one in some if one.figure and f" is {value}, " in one.says)


def test_a_wrong_figure_explains_what_it_causes_and_another_does_not() -> None:
    found = unpaid()
    two, none = (figure("figures.unused_action_yen", value) for value in (2, 0))
    setting = found.script.setting
    assert agrees(found, rules=two.rules(setting))
    assert not agrees(found, rules=none.rules(setting))
    assert not agrees(found)
    assert answers(found) != answers(found, rules=two.rules(setting))


# -- wrong rules


def test_every_figure_that_has_a_clause_is_a_number_of_the_edition() -> None:
    """And every clause exists."""
    edition = edition_json(GAME)

    def numbers(value: Json, path: str) -> set[str]:
        if isinstance(value, dict):
            return {name for key, part in value.items() for name in numbers(part, f"{path}.{key}".lstrip("."))}
        if isinstance(value, list):
            return {name for part in value for name in numbers(part, path)}
        return {path} if isinstance(value, int) else set()

    figures = GAME.part(PLACES).figures
    assert {*figures} <= numbers(edition, "") | {"hideo.margins.vp"}
    assert {clause for clauses in figures.values() for clause in clauses} <= {clause.id for clause in GAME.rulebook}


def test_wrong_rules_leave_nothing_behind() -> None:
    """Their modules are forgotten, and the reference's own are untouched."""
    before = {*sys.modules}
    import shinkansen.zerokei as package

    attributes = dict(vars(package))
    with WrongRules(GAME) as wrong_rules:
        for some in wrong_rules.near(zerokei(2), ("7.13.3",), ()):
            assert all(one.rules(zerokei(2)) is not None for one in some if not one.figure)
            assert all(section(clause) for one in some for clause in one.clauses)
    assert not {name for name in {*sys.modules} - before if name.startswith("mutant_")}
    assert {name: vars(package)[name] for name in attributes} == attributes


TOWNS: Final = tuple(setting_of(NEXT_STATION, {"seats": 2}, edition=city) for city in (SHIPPED, "tokyo"))


def every_wrong_rule(wrong_rules: WrongRules, setting: Setting) -> list[WrongRule]:
    """All of a game."""
    clauses = [clause.id for clause in setting.game.rulebook]
    return [one for some in wrong_rules.near(setting, clauses, ()) for one in some]


def test_a_figure_of_one_edition_is_not_tried_where_another_has_no_such_place() -> None:
    """London has ten tourist circles, Tokyo a table with a single one."""
    with WrongRules(NEXT_STATION) as wrong_rules:
        points = {
            town: [one for one in every_wrong_rule(wrong_rules, town) if one.figure and "tourist track" in one.says]
            for town in TOWNS
        }
        london, tokyo = TOWNS
        assert any(one.rules(london) is not None for one in points[london])
        assert [one.rules(tokyo) for one in points[london]].count(None) >= len(points[london]) - len(points[tokyo]) > 0


def test_what_one_clause_takes_for_granted_is_tried_after_it() -> None:
    """Who may start where depends on who has which pencil: a wrong order of pencils shows as a wrong departure."""
    with WrongRules(NEXT_STATION) as wrong_rules:
        first, _, behind = wrong_rules.near(TOWNS[0], ("5.3",), ())
        says = "After a round the pencils are handed to the right."
        assert says not in {one.says for one in first}
        assert says in {one.says for one in behind}
        assert "Districts and most stations are added, not multiplied." not in {one.says for one in behind}


def test_a_wrong_rule_shows_at_the_end_of_a_game_though_it_is_not_in_the_state_there() -> None:
    """Which effect is at work is worked out when a card is turned up, and again when a position is read."""
    one = NEXT_STATION.part(MUTANTS).mutant("the-same-pair-all-game")
    setting = setting_of(NEXT_STATION, {"seats": 2, "special_stations": True}, edition="tokyo")
    offered = frozenset(CAPABILITIES) - {"load"}  # which would put the engine right
    with judge_of_mutant(one, offered, NEXT_STATION) as judge:
        scripts = (Guide(Random(seed)).game(setting, 0.5) for seed in range(20))
        found = next(each for script in scripts for each in judge.differences(script) if each.kind in LEGALITY)
    with WrongRules(NEXT_STATION) as wrong_rules:
        (wrong,) = (each for each in every_wrong_rule(wrong_rules, setting) if each.says == one.says)
        assert End(found).explained_by(wrong)


# -- choices that lie face down


def test_a_refused_choice_is_cited_by_what_it_would_do_and_not_by_lying_face_down() -> None:
    setting = TOWNS[0]
    assert setting.seats == 2
    start: Part = {"deal": setting.rules.deal_json(setting.rules.deal(Random(3)))}
    before: tuple[Part, ...] = ()
    for mover in range(setting.seats):
        legal = cast("list[Part]", Script(setting, start, before).played().legal(mover))
        line = Script(setting, start, (*before, legal[-1])).played()
        assert legal[-1]["move"] == "draw"
        assert clauses_of_move(line, mover + 1) == ("5.3",), "the first section of a line, whoever chooses last"
        before = (*before, legal[0])


# -- scores


def test_within_a_section_nothing_is_told_even_if_another_section_differs() -> None:
    """The engine attributes cities to other clauses of 11.3, and scores 3 too many under 11.6."""

    def changed(reply: Part) -> Part:
        seats = cast("list[list[Part]]", reply["scores"])
        said = [[{**item, "clause": "11.3.4"} if str(item["clause"])[:4] == "11.3" else item for item in items]
                for items in seats]  # fmt: skip
        said[0].append({"clause": "11.6.2", POINTS: 3})
        return {**reply, "scores": cast("Json", said)}

    found = tampered({"scores": changed}, game(6, Ask(6, What.SCORES)))
    assert found.kind is DifferenceKind.SCORE
    assert found.where == "scores.11.6"
    assert " under 11.6 is " in found.sentence
    assert all(clause.startswith("11.6") for clause in found.clauses)


def test_where_one_section_of_a_score_differs_no_other_is_suspect() -> None:
    """What else was scored is at work in the same answer, but the points of that section do not depend on it."""

    def itemised(reply: Part) -> Part:
        said = [[*items] for items in cast("list[list[Part]]", reply["scores"])]
        said[0].append({"clause": "11.6.2", POINTS: 3})
        return {**reply, "scores": cast("Json", said)}

    def total(reply: Part) -> Part:
        first, *others = cast("list[int]", reply["totals"])
        kept = {key: value for key, value in reply.items() if key != "scores"}
        return {**kept, "totals": [first + 3, *others]}

    nothing = Evidence(Counter(), Counter())
    asking = game(6, Ask(6, What.SCORES))
    in_section, in_all = (suspects(tampered({"scores": change}, asking), nothing) for change in (itemised, total))
    assert in_section
    assert all(clause.startswith("11.6") for clause in in_section)
    assert not all(clause.startswith("11.6") for clause in in_all)


def test_items_that_belong_to_no_section_are_compared_all_together() -> None:
    """An engine may itemise as it likes; then only the sum tells."""

    def lumped(more: int) -> dict[str, Change]:
        def changed(reply: Part) -> Part:
            totals = cast("list[int]", reply["totals"])
            return {**reply, "scores": [[{"clause": "12.9", POINTS: total + more}] for total in totals]}

        return {"scores": changed}

    asking = game(6, Ask(6, What.SCORES))
    with pytest.raises(AssertionError):  # no difference
        tampered(lumped(0), asking)
    assert "The sum of the items for " in tampered(lumped(1), asking).sentence


# -- shortening


def test_a_long_game_is_also_told_from_the_position_in_which_it_shows() -> None:
    with judge_of_mutant(mutant("unused-action-pays-two")) as judge:
        found = next(found for seed in range(20) for found in judge.differences(script(seed)) if found.script.moves)
        assert found.script.dealt
        least = minimise(judge, found, anywhere=True)
        whole = minimise(judge, found)
    assert not least.script.dealt
    assert len(least.script.moves) <= 1 < len(whole.script.moves)
    assert whole.script.dealt


# -- the whole way


TOLD = (
    ("zerokei", "yen-of-the-first-event"),
    ("zerokei", "stuck-counter-climbs"),
    ("zerokei", "used-card-token-stays-behind"),
    ("zerokei", "own-engine-for-nothing"),
    ("zerokei", "yen-rounded-up"),
    ("zerokei", "hard-yen-come-on-top"),
    ("nextstation", "two-cells-at-most"),
    ("nextstation", "a-stamp-for-every-interchange"),
)
"""Some of the mistakes that were planted in the JavaScript engines: in setup, effects, prices, scoring, geometry."""

PLANTED = {(one.game, one.id): one for path in LISTS for one in planted(path)}


@pytest.mark.slow
@pytest.mark.parametrize(("game", "id"), TOLD)
def test_the_broken_clause_comes_first_and_little_else_is_told(game: str, id: str) -> None:
    told = tell(PLANTED[game, id], seconds=600)
    assert told.place == 1, told
    assert told.findings <= 2, told
    assert told.moves[0] <= 12, told


PROGRAMS = {one.id: one for one in programs()}


@pytest.mark.slow
@pytest.mark.parametrize(
    "id", ["a-card-is-skipped", "switch-from-the-fourth-turn", "the-same-pair-all-game", "river-for-one-point"]
)
def test_a_mistake_that_is_among_the_wrong_rules_is_told_by_its_clause_and_in_its_words(id: str) -> None:
    told = tell(PROGRAMS[id], seconds=600)
    assert told.place == 1, told
    assert told.findings <= 2, told


@pytest.mark.slow
def test_what_a_score_rests_on_is_named_where_no_wrong_rule_explains_it() -> None:
    """Stamps are counted wrongly: their points are named, and then how one comes by them."""
    told = tell(PROGRAMS["a-stamp-for-each-interchange"], seconds=600, unexplained=PROGRAMS)
    assert told.place is not None, told
    assert told.place <= 3, told


@pytest.mark.slow
def test_a_wrong_setup_is_told_as_setup() -> None:
    told = tell(PLANTED["zerokei", "yen-of-the-first-event"], seconds=600)
    assert told.moves[0] == 0
    assert told.sentences[0].startswith("At the start ")


@pytest.mark.slow
@pytest.mark.skipif(not DEEP, reason="all planted mistakes are told in the deep run")
def test_of_all_planted_mistakes_nearly_all_are_named() -> None:
    """What was measured in the table of `docs/diagnosis.md`, with room for other seeds."""
    for name in ("zerokei", "nextstation"):
        told: list[Told] = [tell(one, seconds=600) for one in PLANTED.values() if one.game == name]
        assert all(one.clauses for one in told), "each is caught"
        assert sum(one.place == 1 for one in told) >= 0.85 * len(told)
        assert sum(one.findings <= 2 for one in told) >= 0.9 * len(told)


@pytest.mark.slow
@pytest.mark.skipif(not DEEP, reason="all forty programs are told in the deep run")
def test_of_the_mutants_as_programs_nine_in_ten_are_named() -> None:
    """What was measured in the other table of `docs/diagnosis.md`, with room for other seeds."""
    told = [tell(one, seconds=600) for one in programs()]
    assert sum(one.place == 1 for one in told) >= 0.9 * len(told)
    assert sum(one.findings <= 2 for one in told) >= 0.9 * len(told)
