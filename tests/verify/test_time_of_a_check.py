"""How the time of a check is divided: what was found is asked again, however long it takes to explain it; and what
there was no time for is told in every report, with what to do about it.

The clock of these tests stands nearly still and jumps where the test says, so nothing depends on the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from html import unescape
from random import Random
from typing import Any

import pytest
from attrs import evolve

from shinkansen.core import registry
from shinkansen.core.opaque import AnyRules
from shinkansen.core.plain_json import Json, canonical
from shinkansen.verify.conversation.serving import reference
from shinkansen.verify.conversation.talk import Limits, TimeIsOver
from shinkansen.verify.conversation.transports import in_process
from shinkansen.verify.judging import runner
from shinkansen.verify.judging.clock import Clock
from shinkansen.verify.judging.diagnosis import diagnose
from shinkansen.verify.judging.findings import UNEXPLAINED, UNSHORTENED, Found
from shinkansen.verify.judging.judge import Judge
from shinkansen.verify.judging.minimise import Budget
from shinkansen.verify.judging.plan import Plan
from shinkansen.verify.judging.runner import check_engine
from shinkansen.verify.judging.script import Setting, setting_of
from shinkansen.verify.judging.suspects import Evidence
from shinkansen.verify.judging.trials import Trials, answered
from shinkansen.verify.judging.verdict import Report
from shinkansen.verify.judging.write_scripts import Guide
from shinkansen.verify.judging.wrong_rules import WrongRule, WrongRules
from shinkansen.verify.reports.junit import junit
from shinkansen.verify.reports.page import page
from shinkansen.verify.reports.report_json import report_json
from shinkansen.verify.reports.text import body

SECONDS = 100_000.0
CLOSING = 40_000.0


def forgetful() -> Callable[[Mapping[str, Any]], Mapping[str, Json]]:
    """It does not list sections that go straight down."""
    right = reference()

    def answer(request: Mapping[str, Any]) -> Mapping[str, Json]:
        reply = {**right.answer(request)}
        if isinstance(moves := reply.get("moves"), list):
            reply["moves"] = [move for move in moves if not _down(move)]
        return reply

    return answer


def _down(move: Any) -> bool:
    one, two = (station.partition(",")[0] for station in move.get("section", ("0,", "1,")))
    return bool(one == two)


def checked(monkeypatch: pytest.MonkeyPatch, each: float, shortening: float = 0.0) -> Report:
    """Check it; each wrong rule that is tried takes this share of the time, and each look at the clock while a game is
    made shorter that one."""
    game = registry.game("nextstation")
    plan = Plan(
        (setting_of(game, {"seats": 1}),), (), SECONDS, 1, limits=Limits(stop=CLOSING), budget=Budget(seconds=SECONDS)
    )
    now = [0.0]
    monkeypatch.setattr("shinkansen.verify.judging.clock.monotonic", lambda: now[0])

    def looked() -> float:
        now[0] += shortening * SECONDS
        return now[0]

    monkeypatch.setattr("shinkansen.verify.judging.minimise.monotonic", looked)
    near = WrongRules.near

    def slowly(*given: Any) -> Iterator[list[WrongRule]]:
        for some in near(*given):
            yield [evolve(one, rules=partial(tried, one)) for one in some]

    def tried(wrong: WrongRule, setting: Setting) -> AnyRules | None:
        now[0] += each * SECONDS
        return wrong.rules(setting)

    monkeypatch.setattr(WrongRules, "near", slowly)
    # The clock of the conversation is the real one.
    monkeypatch.setattr(runner._Check, "_limit", unlimited)  # pyright: ignore[reportPrivateUsage]
    with in_process(forgetful()) as engine:
        return check_engine(engine, plan)


def unlimited(check: object, engine: object) -> None:
    """An engine that may be asked at any time."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "each",
    [
        0.0,
        0.05,  # several are tried, then what was found is shortened
        0.7,  # the first one takes all the time that there is for asking
    ],
)
def test_what_was_found_is_asked_again_however_long_it_takes_to_explain(
    each: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    report = checked(monkeypatch, each)
    assert report.code == 1
    assert report.findings
    assert all(finding.asked_again for finding in report.findings)
    late = each > 0
    assert all((UNEXPLAINED in finding.cut_short) == (late and not finding.says) for finding in report.findings)
    assert any(finding.cut_short for finding in report.findings) == late
    assert all(finding.clauses for finding in report.findings), "clauses are ranked all the same"


def written(report: Report) -> dict[str, str]:
    """The report in every form."""
    none = [""] * len(report.findings)
    return {
        "text": "\n".join(body(report, none)),
        "page": unescape(page(report)),
        "json": canonical(report_json(report)),
        "junit": unescape(junit(report)),
    }


@pytest.mark.slow
@pytest.mark.parametrize(
    ("each", "shortening", "said"),
    [
        (0.0, 0.0, ()),
        (0.7, 0.0, (UNEXPLAINED, UNSHORTENED)),
        (0.0, 0.03, (UNSHORTENED,)),
    ],
)
def test_what_there_was_no_time_for_is_told_in_every_report_with_what_to_do(
    each: float, shortening: float, said: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    report = checked(monkeypatch, each, shortening)
    assert report.mistakes
    for form, text in written(report).items():
        for sentence in (UNEXPLAINED, UNSHORTENED):
            assert (sentence in text) == (sentence in said), form
    assert all("longer --seconds" in sentence for sentence in said)


@pytest.mark.slow
def test_if_the_time_ends_before_any_cause_was_looked_for_that_is_told_and_nothing_is_lost(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def ends(*given: object) -> None:
        raise TimeIsOver("the time for the whole check is up")

    monkeypatch.setattr("shinkansen.verify.judging.explaining.diagnose", ends)
    report = checked(monkeypatch, 0.0)
    assert report.mistakes
    assert all(finding.cut_short == (UNEXPLAINED, UNSHORTENED) for finding in report.mistakes)


def test_a_mistake_whose_game_there_is_no_time_to_shorten_is_still_on_the_list() -> None:
    found = Found()
    with in_process(forgetful()) as engine:
        judge = Judge(engine, frozenset({"new", "legal", "apply", "table"}))
        setting = setting_of(registry.game("nextstation"), {"seats": 1})
        for seed in range(20):
            found.note(judge.differences(Guide(Random(seed)).game(setting, 1.0)))
    left = [*found]

    def ends(difference: object, anywhere: bool) -> None:
        raise TimeIsOver("the time for the whole check is up")

    evidence = Evidence(judge.agreed, judge.parted)
    trials = Trials(evidence, partial(answered, judge), judge.capabilities)
    with pytest.raises(TimeIsOver), WrongRules(setting.game) as wrong_rules:
        next(diagnose(found, left, evidence, wrong_rules, ends, trials))
    assert {each for each, _ in left} == {each for each, _ in found}


def test_asking_again_has_the_time_that_closing_hardly_ever_takes() -> None:
    game = registry.game("nextstation")
    tables = (setting_of(game, {"seats": 1}),)
    for seconds, end, again in ((10.0, 5.0, 8.0), (30.0, 25.0, 28.0), (2.0, 1.0, 1.0)):
        clock = Clock(Plan(tables, (), seconds))
        assert (clock.end - clock.began, clock.again - clock.began) == pytest.approx((end, again))
