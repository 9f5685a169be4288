"""Checking an engine: walks, the judge, classes of difference, the minimiser, readings, artefacts."""

from __future__ import annotations

import json
import re
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, cast

import attrs
import pytest

from shinkansen.core.errors import ShinkansenError
from shinkansen.core.plain_json import Json, canonical
from shinkansen.core.rulings import Letters
from shinkansen.verify.conversation.serving import CAPABILITIES, Server
from shinkansen.verify.conversation.talk import Answer, Engine, Errored, Reply, Skipped, Trouble
from shinkansen.verify.conversation.transports import in_process
from shinkansen.verify.judging import artefact
from shinkansen.verify.judging.difference import Difference, DifferenceKind
from shinkansen.verify.judging.findings import Finding, Found
from shinkansen.verify.judging.judge import Judge
from shinkansen.verify.judging.minimise import Budget, minimise
from shinkansen.verify.judging.plan import Plan
from shinkansen.verify.judging.readings import readings
from shinkansen.verify.judging.runner import check_engine
from shinkansen.verify.judging.script import Ask, ScriptError, Setting, What, read_script
from shinkansen.verify.judging.start import greet
from shinkansen.verify.judging.vectors import shipped as vectors
from shinkansen.verify.judging.write_scripts import Guide
from shinkansen.zerokei.edition_check import shipped as shipped_edition
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.opening import open_rules
from shinkansen.zerokei.places import PLACES
from shinkansen.zerokei.rulebook import rulebook
from shinkansen.zerokei.ruleset import NAME
from shinkansen.zerokei.rulings import restored
from shinkansen.zerokei.testing.mutants import mutant
from tests.settings import zerokei
from tests.wrong_engines import judge_of, judge_of_mutant, reading, reference

TABLES = (zerokei(2), zerokei(3), zerokei(1), zerokei(4), zerokei(1, hard=True))
OFFERS = [
    CAPABILITIES,
    tuple(name for name in CAPABILITIES if name != "play"),
    ("play",),
    ("new", "legal", "apply"),
    ("load", "scores"),
    ("load", "legal"),
]


def first_difference(judge: Judge, games: int = 30, looks: float = 0.3) -> Difference:
    guide = Guide(Random(7))
    for number in range(games):
        found = judge.first(guide.game(TABLES[number % len(TABLES)], looks))
        if found is not None:
            return found
    raise AssertionError("no difference")


# -- scripts and walks


def test_the_same_seed_writes_the_same_games() -> None:
    one, two = (canonical(Guide(Random(3)).game(zerokei(3), 0.3).json()) for _ in range(2))
    assert one == two
    assert one != canonical(Guide(Random(4)).game(zerokei(3), 0.3).json())


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_a_script_is_read_as_it_was_written(table: Setting) -> None:
    guide = Guide(Random(1))
    for script in (guide.game(table, 0.3), guide.position(table)):
        assert read_script(json.loads(canonical(script.json()))) == script


def test_a_script_that_the_reference_cannot_play_is_refused() -> None:
    script = Guide(Random(1)).game(zerokei(2), 0)
    for wrong, says in [
        ({**script.json(), "moves": [{"move": "finish"}]}, "move 1 is not legal"),
        ({**script.json(), "start": {}}, "expected a deal or a state"),
        ({**script.json(), "more": 1}, "unknown key"),
        ({**script.json(), "setting": {**script.setting.named(), "game": "chess"}}, "chess"),
    ]:
        with pytest.raises(ShinkansenError, match=says):
            read_script(wrong)
    with pytest.raises(ScriptError):
        attrs.evolve(script, moves=script.moves[1:]).played()


def test_walks_see_many_clauses_soon() -> None:
    """They are led to what has not been seen: at random it takes three times as many games."""
    guide = Guide(Random(1))
    for number in range(8):
        guide.game(TABLES[number % len(TABLES)], 0.3)
    assert guide.covered > 100


# -- the reference conforms


@pytest.mark.parametrize("offered", OFFERS, ids=" ".join)
def test_the_reference_conforms_whatever_it_offers(offered: tuple[str, ...]) -> None:
    judge, guide = reference(offered), Guide(Random(2))
    for table in TABLES:
        for script in (guide.game(table, 0.15), guide.position(table)):
            assert [*judge.differences(script)] == []
    assert judge.questions > 5
    assert not judge.skipped
    assert not judge.errored


# -- classes of difference

CLASSES = {
    "used-cards-listed": (DifferenceKind.PERMISSIVE, "6.C.3"),
    "venue-effect-is-a-must": (DifferenceKind.RESTRICTIVE, "7.16.1"),
    "used-card-wrong-clause": (DifferenceKind.REFUSAL, "6.C.3"),
    "own-engine-is-free": (DifferenceKind.EFFECT, "7.6.1"),
    "no-loss-without-track": (DifferenceKind.SCORE, "11.3.3"),
    "buyers-in-reverse": (DifferenceKind.TURN, "5.1"),
    "six-cauldrons": (DifferenceKind.EFFECT, "2.F"),
}


@pytest.mark.parametrize("id", CLASSES)
def test_a_difference_has_its_class_and_its_clause(id: str) -> None:
    kind, clause = CLASSES[id]
    with judge_of_mutant(mutant(id)) as judge:
        found = first_difference(judge)
    assert (found.kind, clause in found.clauses) == (kind, True), found


@pytest.mark.parametrize(
    "id", ["own-engine-is-free", "buyers-in-reverse", "used-cards-listed", "no-loss-without-track"]
)
def test_it_is_found_step_by_step_as_well_as_in_one(id: str) -> None:
    stepwise = [name for name in CAPABILITIES if name not in ("play", "load", "table", "check")]
    with judge_of_mutant(mutant(id), stepwise) as judge:
        assert first_difference(judge).kind is CLASSES[id][0]


def test_what_is_hidden_must_not_show() -> None:
    """An engine that looks into the deck: it offers to finish only if the first card is a certain one."""

    class Peeping(Engine):
        def __init__(self) -> None:
            self._honest = in_process(Server({NAME: open_rules}))
            self._deck: list[str] = []

        def ask(self, cmd: str, **given: Any) -> Reply:
            if cmd == "load":
                self._deck = given["state"]["hidden"]["deck"]
            reply = self._honest.ask(cmd, **given)
            if cmd == "legal" and isinstance(reply, Answer) and self._deck[:1] > ["c"]:
                moves: Any = reply.content["moves"]
                return Answer({**reply.content, "moves": moves[1:] if len(self._deck[0]) % 2 else moves})
            return reply

        def close(self) -> None:
            self._honest.close()

    judge, guide = Judge(Peeping(), frozenset({"load", "legal"})), Guide(Random(1))
    kinds = {found.kind for _ in range(40) for found in judge.differences(guide.position(zerokei(2)))}
    assert DifferenceKind.LEAK in kinds


def test_clauses_we_name_ourselves_exist() -> None:
    for clause in (*PLACES.turns.values(), *(clause for clauses in PLACES.set_up_by.values() for clause in clauses)):
        rulebook()[clause]


# -- skipped and errored


def test_skips_and_errors_are_no_wrong_answers() -> None:
    class Shy(Engine):
        def ask(self, cmd: str, **given: Json) -> Reply:
            if cmd == "play":
                return Skipped("no games yet") if given["seats"] == 2 else Errored("out of memory")
            return Answer({})

        def close(self) -> None:
            pass

    judge, guide = Judge(Shy(), frozenset({"play"})), Guide(Random(1))
    for table in (zerokei(2), zerokei(3)):
        assert [*judge.differences(guide.game(table, 0))] == []
    assert (judge.skipped, judge.errored) == ({"no games yet": 1}, {"out of memory": 1})


# -- the minimiser

PATIENT = Budget(questions=600, seconds=120)
"""Bounded by questions, so that the result does not depend on the machine."""

SHORT = {
    "used-cards-listed": 6,
    "own-engine-is-free": 8,
    "unused-action-pays-two": 6,
    "station-costs-four": 16,
    "no-loss-without-track": 4,
    "buyers-in-reverse": 2,
    "surcharge-once": 48,
    "connection-of-three": 34,
    "five-yen-event": 24,
}
"""How many moves the shortest game has at most that must be found."""


@pytest.mark.parametrize("id", SHORT)
def test_a_difference_becomes_a_short_game(id: str) -> None:
    offered = [name for name in CAPABILITIES if name != "load"]
    with judge_of_mutant(mutant(id), offered) as judge:
        found = first_difference(judge)
        least = minimise(judge, found, PATIENT)
        assert least.cause == found.cause
        assert len(least.script.moves) <= SHORT[id]
        assert least in [*judge.differences(least.script)]
    assert [*reference().differences(least.script)] == []


def test_the_pieces_of_the_deal_are_put_in_order() -> None:
    with judge_of_mutant(mutant("unused-action-pays-two")) as judge:
        script = minimise(judge, first_difference(judge), PATIENT).script
    deal: Any = script.start["deal"]
    carriages = script.setting.rules.chance.in_order()["deck"]
    assert deal["deck"] == [*carriages]
    assert deal["turn_order"] == [0, 1]


@pytest.mark.parametrize("seats", [3, 4])
def test_players_who_do_not_matter_leave(seats: int) -> None:
    """What everybody does wrong shows with two, the fewest who play together."""
    offered = [name for name in CAPABILITIES if name != "load"]
    with judge_of_mutant(mutant("unused-action-pays-two"), offered) as judge:
        found = judge.first(Guide(Random(seats)).game(zerokei(seats), 0))
        assert found is not None
        least = minimise(judge, found, PATIENT).script
    assert least.setting.seats == 2
    assert sorted(cast("dict[str, list[int]]", least.start["deal"])["turn_order"]) == [0, 1]


def test_a_position_begins_where_the_difference_is() -> None:
    with judge_of_mutant(mutant("own-engine-is-free"), ("load", "apply", "digest")) as judge:
        guide = Guide(Random(1))
        found = next(found for _ in range(99) if (found := judge.first(guide.position(zerokei(3)))) is not None)
        assert len(minimise(judge, found, PATIENT).script.moves) == 1


# -- readings


def test_a_reading_is_told_from_a_mistake() -> None:
    found = first_difference(judge_of(lambda setting: reading(setting, track_needs_ground="b")))
    (one,) = readings(found)
    assert [(each.slug, each.letter) for each in one.choices] == [("track_needs_ground", "b")]
    with judge_of_mutant(mutant("own-engine-is-free")) as judge:
        assert readings(first_difference(judge)) == ()


# -- the runner


def test_equal_causes_are_told_once() -> None:
    with judge_of_mutant(mutant("own-engine-is-free")) as judge:
        one, two = first_difference(judge), first_difference(judge, looks=0)
    found = Found()
    assert found.note([one]) is one
    found.note([two, one])
    assert [(difference.cause, times) for difference, times in found] == [(one.cause, 3)]


class Declaring:
    """An engine that says which rulings it follows."""

    def __init__(self) -> None:
        self._server = Server({NAME: lambda setting: reading(setting, track_needs_ground="b")})

    def answer(self, request: Any) -> object:
        more = {"rulings": {"track_needs_ground": "b"}} if request["cmd"] == "start" else {}
        return {**self._server.answer(request), **more}


def test_an_engine_is_checked_by_the_rulings_it_declares() -> None:
    plan = Plan((zerokei(2),), games=3)
    assert check_engine(in_process(Declaring()), plan).code == 0
    assert check_engine(in_process(Declaring()), attrs.evolve(plan, declared=False)).code == 3


def test_readings_declared_without_a_letter_that_came_later_mean_what_was_played_before() -> None:
    """An engine written for version 1 of the rules goes on conforming: its R23=b is about ground and stations."""

    class Old(Server):
        def answer(self, request: Any) -> dict[str, Json]:
            more: dict[str, Json] = {"rulings": {"discount_with_ability": "b", "connection_gap": "b"}}
            return {**super().answer(request), **(more if request["cmd"] == "start" else {})}

    follows = restored({"discount_with_ability": "b", "connection_gap": "b"})
    assert (follows.build_discount, follows.connection_gap) == ("b", "b")
    assert greet(in_process(Old({NAME: open_rules})), GAME).rulings == Letters(follows.letters())
    assert check_engine(in_process(Old({NAME: open_rules})), Plan((zerokei(2),), games=2)).code == 0


def test_an_engine_that_breaks_down_does_not_conform() -> None:
    class Broken(Server):
        def answer(self, request: Any) -> dict[str, Json]:
            answer = super().answer(request)
            return {"seq": request["seq"], "errored": "oops"} if request["cmd"] == "scores" else answer

    report = check_engine(in_process(Broken({NAME: open_rules})), Plan((zerokei(2),), games=1))
    assert (report.findings, report.code, {*report.errored}) == ((), 2, {"oops"})
    assert not report.smoke.passed


def test_an_engine_that_fails_only_in_the_smoke_test_does_not_conform() -> None:
    class Once(Server):
        asked = 0

        def answer(self, request: Any) -> dict[str, Json]:
            if request["cmd"] == "legal":
                self.asked += 1
                if self.asked == 1:
                    return {"seq": request["seq"], "errored": "oops"}
            return super().answer(request)

    report = check_engine(in_process(Once({NAME: open_rules})), Plan((zerokei(2),), games=1))
    assert (report.findings, report.errored, report.code) == ((), {}, 2)


def test_an_engine_that_skips_everything_was_not_checked() -> None:
    def skips(request: Any) -> dict[str, Json]:
        if request["cmd"] == "start":
            return Server({NAME: open_rules}).answer(request)
        return {"seq": request["seq"], "skipped": "no"}

    report = check_engine(in_process(skips), Plan((zerokei(2),), vectors(GAME), games=1))
    assert (report.findings, report.progress.vectors, report.code) == ((), 0, 2)


def test_only_clauses_of_what_was_answered_count() -> None:
    """An engine that can only begin a game was not seen to follow the rest of the rules."""

    class Beginner(Server):
        def answer(self, request: Any) -> dict[str, Json]:
            answer = super().answer(request)
            phase = super().answer({"cmd": "table", "seq": 0}).get("table", {}) if "to_move" in answer else {}
            begun = cast("dict[str, Json]", phase).get("phase") in (None, "engine")
            return answer if begun else {"seq": request["seq"], "skipped": "only setup so far"}

    offered = ("new", "legal", "apply", "table", "scores")
    plan = Plan((zerokei(2),), vectors(GAME), games=2)
    report = check_engine(in_process(Beginner({NAME: open_rules}, capabilities=offered)), plan)
    whole = check_engine(in_process(Server({NAME: open_rules}, capabilities=offered)), plan)
    assert report.skipped
    assert "2.H.2" in report.progress.clauses
    chapters = {rulebook()[clause].id.split(".")[0] for clause in report.progress.clauses}
    assert not chapters & {"5", "7", "8", "9"}, report.progress.clauses
    assert len(whole.progress.clauses) > 80


def test_an_engine_of_another_game_or_wire_is_in_trouble() -> None:
    def lies(wrong: dict[str, Json], request: Any) -> dict[str, Json]:
        return {**Server({NAME: open_rules}).answer(request), **wrong}

    wrongs: tuple[dict[str, Json], ...] = ({"wire": 2}, {"games": ["chess"]})
    for wrong in wrongs:
        with pytest.raises(Trouble):
            greet(in_process(partial(lies, wrong)), GAME)


# -- artefacts


def test_an_artefact_can_be_asked_again(tmp_path: Path) -> None:
    with judge_of_mutant(mutant("own-engine-is-free")) as judge:
        finding = Finding(minimise(judge, first_difference(judge), PATIENT), 1)
        path = artefact.write(tmp_path / "new", artefact.artefact_json(finding, "mine"))
        assert artefact.write(tmp_path / "new", artefact.artefact_json(finding, "mine")) == path
        known = artefact.read(path)
        assert judge.first(known.script) == finding.difference
    assert reference().first(known.script) is None
    content = json.loads(path.read_text())
    assert content["class"] == "effect"
    assert content["clauses"][0] == "7.6.1"
    assert content["expected"] != content["actual"]
    assert re.fullmatch(r"(red|yellow): Take Engine \d\.", content["game"][0])


EMPTY: dict[str, Any] = {
    "format": 1,
    "edition": shipped_edition().digest(),
    "setting": zerokei(2).named(),
    "start": {"deal": zerokei(2).rules.deal_json(zerokei(2).rules.deal(Random(1)))},
    "moves": [],
    "asks": [],
}


@pytest.mark.parametrize(
    ("text", "says"),
    [("[]", "expected a JSON object"), ("{", "not valid JSON"), ('{"format": 1}', "it has no 'setting'"),
     (json.dumps({**EMPTY, "format": 9}), "has format 9"), (json.dumps({**EMPTY, "format": True}), "has format true"),
     (json.dumps({**EMPTY, "edition": "x"}), "an edition other than"), (json.dumps(EMPTY), "contains nothing to ask"),
     (json.dumps({**EMPTY, "asks": [{"ply": 9, "what": "legal"}]}), "after move 9, expected 0 to 0")],
)  # fmt: skip
def test_a_file_that_is_no_artefact_is_refused(text: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "a.json"
    file.write_text(text)
    with pytest.raises(ShinkansenError, match=says):
        artefact.read(file)


def test_asking_about_a_table_by_digest_alone() -> None:
    script = Guide(Random(1)).game(zerokei(2), 0)
    judge = reference(("new", "apply", "digest"))
    assert judge.first(script.until(4, Ask(0, What.TABLE))) is None
