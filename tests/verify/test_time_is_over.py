"""The time for the whole check: it limits every answer, is not the engine's fault, and an engine still ends well after
it."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import AbstractContextManager

import pytest

from shinkansen.core.plain_json import Json
from shinkansen.verify.conversation import guard
from shinkansen.verify.conversation.serving import reference
from shinkansen.verify.conversation.talk import Answer, Engine, Limits, TimeIsOver
from shinkansen.verify.conversation.transports import in_process, subprocess
from tests.hostile.watching import PATIENT, command

pytestmark = pytest.mark.skipif(not guard.HAS_PROC, reason="only tried where processes can be watched")


pytestmark = pytest.mark.slow


def program(name: str, limits: Limits = PATIENT) -> Engine:
    return subprocess(command(name), limits)


WAYS: list[Callable[[], AbstractContextManager[Engine]]] = [
    lambda: in_process(reference()),
    lambda: program("behaves"),
]


@pytest.mark.parametrize("way", WAYS)
def test_nothing_is_asked_after_the_time_is_over_and_the_engine_ends_well(
    way: Callable[[], AbstractContextManager[Engine]],
) -> None:
    with way() as engine:
        assert isinstance(engine.ask("start", wire=1), Answer)
        engine.until = time.monotonic()
        for _ in range(2):
            with pytest.raises(TimeIsOver, match="before `digest` could be asked"):
                engine.ask("digest")
    assert engine.trouble is None


@pytest.mark.parametrize("padding", ["", "p" * 300_000], ids=["asked", "half asked"])
def test_an_answer_is_not_waited_for_beyond_the_time_of_the_whole_check(padding: str) -> None:
    with program("hangs-later", Limits(start=120, answer=120, stop=0.1)) as engine:
        assert isinstance(engine.ask("start", wire=1), Answer)
        engine.until = time.monotonic() + 0.1
        for _ in range(2):
            with pytest.raises(TimeIsOver, match=r"`legal` \(question 2\)"):
                engine.ask("legal", padding=padding)
    assert engine.trouble is None, "that it had no time is not its fault"


def test_an_answer_in_time_is_taken() -> None:
    with program("behaves") as engine:
        engine.until = time.monotonic() + 1000
        assert isinstance(engine.ask("start", wire=1), Answer)
        assert isinstance(engine.ask("legal"), Answer)
    assert engine.trouble is None


def test_the_time_is_looked_at_before_an_engine_in_this_process_is_called() -> None:
    asked: list[Json] = []

    def answer(request: dict[str, Json]) -> object:
        asked.append(request["cmd"])
        return reference().answer(request)

    with in_process(answer) as engine:
        engine.until = time.monotonic() - 1
        with pytest.raises(TimeIsOver):
            engine.ask("start", wire=1)
    assert asked == []
