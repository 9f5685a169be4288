"""How the time of a check is divided: what was found is asked again, however long it takes to explain it.

The clock of these tests stands nearly still and jumps where the test says, so nothing depends on the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

import pytest
from attrs import evolve

from shinkansen.core import registry
from shinkansen.core.opaque import AnyRules
from shinkansen.core.plain_json import Json
from shinkansen.verify.conversation.serving import reference
from shinkansen.verify.conversation.talk import Limits
from shinkansen.verify.conversation.transports import in_process
from shinkansen.verify.judging import runner
from shinkansen.verify.judging.clock import Clock
from shinkansen.verify.judging.plan import Plan
from shinkansen.verify.judging.runner import check_engine
from shinkansen.verify.judging.script import Setting, setting_of
from shinkansen.verify.judging.verdict import Report
from shinkansen.verify.judging.wrong_rules import WrongRule, WrongRules

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


def checked(monkeypatch: pytest.MonkeyPatch, each: float) -> Report:
    """Check it; each wrong rule that is tried takes this share of the time."""
    game = registry.game("nextstation")
    plan = Plan((setting_of(game, {"seats": 1}),), (), SECONDS, 1, limits=Limits(stop=CLOSING))
    now = [0.0]
    monkeypatch.setattr("shinkansen.verify.judging.clock.monotonic", lambda: now[0])
    monkeypatch.setattr("shinkansen.verify.judging.minimise.monotonic", lambda: now[0])
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


def test_asking_again_has_the_time_that_closing_hardly_ever_takes() -> None:
    game = registry.game("nextstation")
    tables = (setting_of(game, {"seats": 1}),)
    for seconds, end, again in ((10.0, 5.0, 8.0), (30.0, 25.0, 28.0), (2.0, 1.0, 1.0)):
        clock = Clock(Plan(tables, (), seconds))
        assert (clock.end - clock.began, clock.again - clock.began) == pytest.approx((end, again))
