"""The verdict: what was asked and answered decides, it names its scope, and no engine can trick it into "conforms"."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any, cast

import attrs
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from shinkansen.cli import main
from shinkansen.core.errors import ShinkansenError
from shinkansen.core.near_misses import Part
from shinkansen.core.plain_json import Json, canonical
from shinkansen.verify.conversation.serving import CAPABILITIES, Server, reference
from shinkansen.verify.conversation.talk import Engine, Fault, Limits, Reply
from shinkansen.verify.conversation.transports import in_process
from shinkansen.verify.judging.clock import Clock
from shinkansen.verify.judging.difference import DifferenceKind
from shinkansen.verify.judging.plan import Plan
from shinkansen.verify.judging.runner import check, check_engine
from shinkansen.verify.judging.scope import Requirements, Topic, power
from shinkansen.verify.judging.script import Route
from shinkansen.verify.judging.start import Command
from shinkansen.verify.judging.vectors import shipped
from shinkansen.verify.judging.verdict import Progress, Report, strength, verdict
from shinkansen.verify.reports.junit import junit
from shinkansen.verify.reports.report_json import report_json
from shinkansen.verify.reports.text import body, introduction
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.opening import open_rules
from shinkansen.zerokei.ruleset import NAME
from tests.deep import DEEP
from tests.settings import zerokei
from tests.wrong_engines import REFERENCE

TABLES = (zerokei(2),)
STARTS = {"new", "load", "play"}
SOME = tuple(vector for vector in shipped(GAME) if vector.script.setting.seats == 2)[:12]
PLAN = Plan(TABLES, SOME, games=3)


pytestmark = pytest.mark.slow


def text(report: Report) -> str:
    return "\n".join((*introduction(report), *body(report, [""] * len(report.findings))))


def offering(*names: str) -> Server:
    return Server({NAME: open_rules}, capabilities=names)


# -- nothing asked, nothing said


@pytest.mark.parametrize(
    "offered", [(), ("legal",), ("apply", "table", "scores"), ("check", "digest")], ids=lambda names: " ".join(names)
)
def test_nothing_asked_is_no_verdict(offered: tuple[str, ...]) -> None:
    report = check_engine(in_process(offering(*offered)), PLAN)
    assert (report.code, report.progress.games, report.progress.vectors) == (2, 0, 0)
    assert "conforms" not in text(report)
    assert "nothing could be checked" in verdict(report) or report.smoke.errors


def askable(name: str, offered: frozenset[str]) -> bool:
    """Whether the wire lets a command be asked: something must begin a game."""
    return name in offered and bool(STARTS & offered)


@settings(max_examples=5)
@given(st.frozensets(st.sampled_from(CAPABILITIES)))
@example(frozenset({"new", "legal"}))
@example(frozenset({"load"}))
@example(frozenset({"play", "apply"}))
@example(frozenset(CAPABILITIES))
def test_every_capability_that_can_be_asked_is_asked_and_told(offered: frozenset[str]) -> None:
    report = check_engine(in_process(offering(*offered)), PLAN)
    expected = {name for name in offered if askable(name, offered)}
    assert {name for name, times in report.scope.answered.items() if times} == expected
    if expected:
        assert report.code == 0, text(report)
        assert f"It conforms in what it offers: {report.scope}." in text(report)
        assert report.progress.games == 3
    else:
        assert report.code == 2
    for name in offered - expected:
        assert name in text(report)


def _bad(key: str, change: Callable[[Any], Json]) -> Callable[[Part, Part], Part]:
    return lambda request, reply: {**reply, key: change(reply[key])} if key in reply else reply


def _allows_all(request: Part, reply: Part) -> Part:
    return {"seq": reply["seq"], "to_move": 0} if reply.get("legal") is False else reply


def _plays_all(request: Part, reply: Part) -> Part:
    if "refused" not in reply:
        return reply
    moves, digests = cast("list[Json]", request["moves"]), cast("list[Json]", reply["digests"])
    rest = [digests[-1] if digests else "0" * 64] * (len(moves) - len(digests))
    return {key: value for key, value in {**reply, "digests": [*digests, *rest]}.items() if key != "refused"}


LIES: dict[str, tuple[str, Callable[[Part, Part], Part]]] = {
    "new": ("new", _bad("to_move", lambda seat: 1 - seat)),
    "load": ("load", _bad("to_move", lambda seat: None)),
    "legal": ("legal", _bad("moves", lambda moves: moves[1:])),
    "check": ("check", _bad("legal", lambda legal: not legal)),
    "apply: turn": ("apply", _bad("to_move", lambda seat: None if seat == 1 else 1)),
    "apply: illegal": ("apply", _allows_all),
    "apply: refusal": ("apply", lambda _, reply: {**reply, "to_move": 3} if "legal" in reply else reply),
    "play: refusal": ("play", lambda _, reply: {**reply, "to_move": 3} if "refused" in reply else reply),
    "play: digests": ("play", _bad("digests", lambda digests: [*digests[:-1], "0" * 64] if digests else [])),
    "play: illegal": ("play", _plays_all),
    "table": ("table", _bad("table", lambda table: {**table, "actions": table["actions"] + 1})),
    "digest": ("digest", _bad("digest", lambda _: "0" * 64)),
    "scores: winners": ("scores", lambda _, reply: {"winners": [0], **reply}),
    "play: long": (
        "play",
        _bad("digests", lambda digests: [*digests[:2], "0" * 64, *digests[3:]] if len(digests) > 3 else digests),
    ),
    "scores": ("scores", _bad("totals", lambda totals: [totals[0] + 1, *totals[1:]])),
}
"""By name, the one command in which an engine is wrong, and how; everything else it does right."""


def lying(name: str, offered: frozenset[str]) -> Engine:
    server, (cmd, lie) = offering(*sorted(offered)), LIES[name]

    def answer(request: dict[str, Json]) -> Part:
        reply = server.answer(request)
        return lie(request, reply) if request["cmd"] == cmd and "skipped" not in reply else reply

    return in_process(answer)


@settings(max_examples=6 if DEEP else 2)
@given(st.sampled_from(sorted(LIES)), st.frozensets(st.sampled_from(CAPABILITIES)))
@example("legal", frozenset({"new", "legal"}))
@example("digest", frozenset({"play", "table", "digest"}))
@example("apply: illegal", frozenset(CAPABILITIES))
@example("play: illegal", frozenset({"play"}))
@example("play: long", frozenset({"play", "table"}))
@example("load", frozenset(CAPABILITIES))
@example("apply: refusal", frozenset({"load", "check", "apply"}))
@example("scores: winners", frozenset(CAPABILITIES))
def test_who_is_wrong_in_one_command_only_does_not_conform(name: str, others: frozenset[str]) -> None:
    cmd, _ = LIES[name]
    offered = others | {cmd}
    if not askable(cmd, offered):
        offered |= {"new"}
    report = check_engine(lying(name, offered), PLAN)
    assert report.code == 1, f"{name} of {sorted(offered)}:\n{text(report)}"
    assert all(finding.asked_again for finding in report.findings)


def test_a_wrong_thing_said_beside_the_answer_counts() -> None:
    """What the wire knows is compared wherever it stands, also in a reply to something else."""
    said: list[tuple[str, str, Json]] = [
        ("check", "to_move", 3),
        ("play", "moves", []),
        ("apply", "digest", "0" * 64),
        ("new", "moves", []),
        ("legal", "digest", "0" * 64),
        ("load", "totals", [0, 0]),
    ]
    for cmd, key, value in said:
        server = reference()

        def answer(
            request: dict[str, Json],
            server: Server = server,
            cmd: str = cmd,
            more: Part = {key: value},  # noqa: B006
        ) -> Part:
            reply = server.answer(request)
            return {**reply, **more} if request["cmd"] == cmd else reply

        report = check_engine(in_process(answer), PLAN)
        assert report.code == 1, (cmd, key)


def test_a_route_that_is_needed_stays_with_the_difference() -> None:
    """An engine that is right in whole games and wrong when led is asked again the way it was wrong."""
    report = check_engine(lying("apply: turn", frozenset({"new", "apply", "play"})), PLAN)
    assert {finding.difference.script.route for finding in report.findings} == {Route.LEAD}
    assert not report.inconsistent
    content = report_json(report)
    assert {str(one.get("route")) for one in cast("list[Part]", content["differences"])} == {"lead"}


# -- the scope


def test_only_what_was_compared_is_covered() -> None:
    """Who shows no table was not seen to do what moves do, however many it made."""
    shows = check_engine(in_process(offering("new", "apply", "digest")), PLAN).scope
    hides = check_engine(in_process(offering("new", "apply")), PLAN).scope
    assert Topic.EFFECTS in hides.untouched
    assert "7.2" in shows.clauses
    assert "7.2" not in hides.clauses
    assert len(hides.seen) < len(shows.seen)


def test_skipping_a_question_does_not_end_the_game() -> None:
    """Who skips each `check` is still asked all the rest."""

    class Shy(Server):
        def answer(self, request: object) -> dict[str, Json]:
            reply = super().answer(request)
            asked = cast("Part", request)
            return {"seq": reply["seq"], "skipped": "no"} if asked["cmd"] == "check" else reply

    shy = check_engine(in_process(Shy({NAME: open_rules})), PLAN)
    open_ = check_engine(in_process(reference()), PLAN)
    assert shy.scope.unanswered == ("check",)
    for cmd in ("legal", "scores", "apply", "digest"):
        assert shy.scope.answered[cmd] == open_.scope.answered[cmd]
    assert "that it skipped" in text(shy)


@given(st.integers(1, 10**6))
def test_the_power_is_what_so_many_games_exclude(games: int) -> None:
    share = power(games)
    assert (1 - 1 / share) ** games <= 0.05 or share == 1
    assert (1 - 1 / (share + 1)) ** games > 0.05
    assert abs(share - games / 3) < games / 100 + 1


def test_a_clean_run_states_its_power_and_what_was_not_asked() -> None:
    report = check_engine(in_process(offering("load", "scores")), PLAN)
    assert re.search(r"power: no difference in 3 tables", text(report))
    assert "not asked: legal moves, single moves" in text(report)
    assert re.search(r"not asked: \d+ clauses of 15\d", text(report))
    many = attrs.evolve(report, clean=2543)
    assert "a mistake that shows in more than 1 table in 849 is ruled out at 95 %" in strength(many)
    assert strength(attrs.evolve(many, trouble=None, missing=("x",))) == ""


@pytest.mark.parametrize(
    ("wanted", "says"),
    [
        (Requirements(clauses=152), "152 clauses were required, but its answers rest on"),
        (Requirements(capabilities=("load",)), "`load` was required, but it does not offer that."),
        (Requirements(capabilities=("legal",)), "`legal` was required, but it never answered that."),
    ],
    ids=str,
)
def test_less_than_was_required_is_no_verdict(wanted: Requirements, says: str) -> None:
    def skips(request: dict[str, Json]) -> Part:
        reply = server.answer(request)
        return {"seq": reply["seq"], "skipped": "later"} if request["cmd"] == "legal" else reply

    server = offering("new", "apply", "digest", "legal")
    report = check_engine(in_process(skips), attrs.evolve(PLAN, required=wanted))
    assert report.code == 2
    assert says in verdict(report)
    assert "conforms" not in verdict(report)
    assert says.replace("`", "") in junit(report).replace("`", "")


def test_what_is_required_and_reached_is_fine() -> None:
    wanted = Requirements(20, ("new", "apply"))
    assert check_engine(in_process(reference()), attrs.evolve(PLAN, required=wanted)).code == 0


def test_the_command_takes_requirements_and_a_fresh_seed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = count(77)

    def draw(most: int) -> int:
        return next(drawn)

    monkeypatch.setattr("shinkansen.commands.verify.secrets.randbelow", draw)
    quick = ["--games", "1", "--seats", "2", "--out", str(tmp_path)]
    assert main(["verify", *quick, "--seed", "fresh", "--require-clauses", "9999", "--", *REFERENCE.words]) == 2
    out = capsys.readouterr().out
    assert "seed 77" in out
    assert "9999 clauses were required" in out
    file = tmp_path / "r.json"
    given = ["--seed", "fresh", "--require", "load", "--require", "play", "--json", str(file)]
    assert main(["verify", *quick, *given, "--", *REFERENCE.words]) == 0
    assert json.loads(file.read_text())["seed"] == 78
    for wrong in (["--seed", "x"], ["--seed", "-1"], ["--require", "flying"], ["--require-clauses", "-1"]):
        assert main(["verify", *wrong, "--", "true"]) == 2
        assert wrong[0] in capsys.readouterr().err


# -- inconsistent


class Flaky(Server):
    """Answers a question about scores wrongly now and then."""

    def __init__(self, wrong: Callable[[int], bool]) -> None:
        super().__init__({NAME: open_rules})
        self._wrong, self._asked = wrong, 0

    def answer(self, request: object) -> dict[str, Json]:
        reply = super().answer(request)
        if "totals" in reply:
            self._asked += 1
            if self._wrong(self._asked):
                return {**reply, "totals": [cast("int", total) + 7 for total in cast("list[Json]", reply["totals"])]}
        return reply


NOW_AND_THEN: dict[str, Callable[[int], bool]] = {
    "every second time": lambda asked: asked % 2 == 0,
    "once": lambda asked: asked == 5,
    "twice of three": lambda asked: asked % 3 > 0,
    "at first": lambda asked: asked < 9,
}


@pytest.mark.parametrize("wrong", NOW_AND_THEN.values(), ids=NOW_AND_THEN)
def test_a_difference_that_does_not_come_back_is_no_mistake_about_a_rule(wrong: Callable[[int], bool]) -> None:
    report = check_engine(in_process(Flaky(wrong)), PLAN)
    assert (report.code, report.mistakes) == (2, ())
    (one, *_) = report.inconsistent
    assert one.first.kind is DifferenceKind.SCORE
    assert one.first.actual != one.first.expected
    told = text(report)
    assert "inconsistent" in told
    assert "at first: " in told
    assert "again:    " in told
    content = report_json(report)
    (kept, *_) = cast("list[Part]", content["inconsistent"])
    assert canonical(kept["first"]) != canonical(kept["again"])
    assert 'type="inconsistent"' in junit(report)


def test_what_comes_back_is_a_mistake() -> None:
    report = check_engine(in_process(Flaky(lambda asked: True)), PLAN)
    assert (report.code, report.inconsistent) == (1, ())
    assert all(finding.asked_again for finding in report.findings)


# -- time


class Clockwork(Engine):
    """The reference, for which each answer takes so many seconds of a clock that only it moves."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
        self.now, self._seconds = 1000.0, seconds
        self._honest = in_process(reference())
        for place in (
            "judging.clock.monotonic",
            "judging.random_games.monotonic",
            "judging.minimise.monotonic",
            "conversation.talk.time.monotonic",
        ):
            monkeypatch.setattr(f"shinkansen.verify.{place}", lambda: self.now)

    def ask(self, cmd: str, **given: Json) -> Reply:
        self._check_time(cmd)
        self.now += self._seconds
        return self._honest.ask(cmd, **given)

    def close(self) -> None:
        pass


@pytest.mark.parametrize("seconds", [1, 30, 100])
def test_the_time_bounds_the_whole_check(seconds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """One who takes nine seconds for every answer is within the limit of each, and not checked to the end."""
    engine = Clockwork(monkeypatch, 9)
    report = check_engine(engine, Plan(TABLES, shipped(GAME), seconds))
    assert engine.now <= 1000 + seconds + 9
    assert report.code == 2
    assert "before all prepared questions" in verdict(report)
    assert "conforms" not in text(report)


@given(st.floats(0.1, 10_000), st.floats(0.1, 100))
def test_asking_and_closing_together_take_no_longer_than_the_check_may(seconds: float, stop: float) -> None:
    clock = Clock(Plan(TABLES, (), seconds, limits=Limits(stop=stop)))
    assert clock.closing >= min(stop, 2)
    assert clock.end - clock.began >= seconds / 2 - 1e-6
    assert clock.end - clock.began + clock.closing <= max(seconds, seconds / 2 + 2) + 1e-6


def test_with_enough_time_games_fill_it(monkeypatch: pytest.MonkeyPatch) -> None:
    engine = Clockwork(monkeypatch, 0.05)
    report = check_engine(engine, Plan(TABLES, SOME, 100))
    assert report.code == 0, text(report)
    assert 1070 <= engine.now <= 1100
    assert report.progress.games > 3


def test_a_check_without_end_is_refused() -> None:
    with pytest.raises(ShinkansenError, match="would never end"):
        Plan(TABLES)


# -- interrupted


@pytest.mark.parametrize("after", [0, 3, 200, 2000])
def test_an_interrupted_check_tells_what_it_has_found(after: int) -> None:
    class Interrupted(Engine):
        asked = 0

        def __init__(self) -> None:
            self._wrong = in_process(Flaky(lambda asked: True))

        def ask(self, cmd: str, **given: Json) -> Reply:
            self.asked += 1
            if self.asked > after:
                raise KeyboardInterrupt
            return self._wrong.ask(cmd, **given)

        def close(self) -> None:
            pass

    report = check_engine(Interrupted(), attrs.evolve(PLAN, games=100))
    assert report.code == 130
    assert report.interrupted
    assert "interrupted" in verdict(report)
    assert "conforms" not in text(report)
    assert bool(report.findings) == (after >= 200)


# -- how it ends


def ending(deed: str) -> Command:
    """The reference as a program that does something of its own when it has been told to stop."""
    code = (
        "import os, sys, time\nfrom shinkansen.verify.conversation.serving import reference, serve\n"
        f"serve(reference().answer, sys.stdin.buffer, sys.stdout.buffer)\n{deed}"
    )
    return Command((sys.executable, "-c", code))


@pytest.mark.parametrize(
    ("deed", "fault"),
    [
        ("sys.exit(3)", Fault.BAD_END),
        ("os.kill(os.getpid(), 9)", Fault.BAD_END),
        ("time.sleep(1000)", Fault.WILL_NOT_STOP),
    ],
    ids=["code 3", "killed", "sleeps on"],
)
def test_how_an_engine_ends_is_part_of_the_verdict(deed: str, fault: Fault) -> None:
    report = check(ending(deed), Plan(TABLES, SOME[:2], games=0, limits=Limits(stop=1 if "sleep" in deed else 60)))
    assert report.trouble is not None
    assert (report.trouble.fault, report.code) == (fault, 2)
    assert "It did not end properly" in text(report)
    assert "conforms" not in text(report)


def test_whatever_comes_in_between_the_engine_is_ended(tmp_path: Path) -> None:
    """Also if it is our own code that fails; the engine leaves a file when it is told to stop."""
    mark = tmp_path / "ended"

    def fails(_: Progress) -> None:
        raise RuntimeError("we have a defect")

    with pytest.raises(RuntimeError):
        check(ending(f"open({str(mark)!r}, 'w')"), attrs.evolve(PLAN, limits=Limits(stop=60)), fails)
    assert mark.exists()
