"""Checks at length: they come to the same wherever they run and however often they are stopped, and no engine outlives
them, whatever ends us or a worker."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from multiprocessing import resource_tracker
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from shinkansen.campaign.campaigns import Campaign, CampaignError, campaign
from shinkansen.campaign.cluster import Cluster
from shinkansen.campaign.processes import Processes
from shinkansen.campaign.running import HERE, Advance, Workers, run
from shinkansen.core.errors import ShinkansenError
from shinkansen.core.plain_json import Json, canonical
from shinkansen.verify.conversation import guard
from shinkansen.verify.conversation.talk import Fault, Limits, Trouble
from shinkansen.verify.judging.at_length import GAMES, LOST, NAME, begins, each_of, settings_of
from shinkansen.verify.judging.findings import Found
from shinkansen.verify.judging.judge import Judge
from shinkansen.verify.judging.minimise import Budget
from shinkansen.verify.judging.plan import AtLength, Plan
from shinkansen.verify.judging.random_games import Share, play_games
from shinkansen.verify.judging.readings import agrees, readings
from shinkansen.verify.judging.runner import check
from shinkansen.verify.judging.script import Setting
from shinkansen.verify.judging.start import Command, Named, Way, greet
from shinkansen.verify.judging.stored import difference_json, read_difference
from shinkansen.verify.judging.verdict import Report
from shinkansen.verify.reports.report_json import report_json
from tests.campaign.local_cluster import local_cluster
from tests.campaign.test_running import Disorder
from tests.deep import DEEP
from tests.hostile.watching import PATIENT, command, leftovers, marked, wait_for
from tests.settings import zerokei
from tests.verify import long_engines
from tests.wrong_engines import REFERENCE

pytestmark = pytest.mark.slow

TABLES = (zerokei(2), zerokei(3))
NOBODY_ELSE = pytest.mark.skipif(not guard.HAS_PROC, reason="what is left of processes is counted in /proc")


@pytest.fixture(autouse=True, scope="module")
def tracked() -> None:
    """The first process of `multiprocessing` brings one of its own, which stays: nothing that we have left open."""
    resource_tracker.ensure_running()


def named(name: str) -> Named:
    return Named(f"{long_engines.__name__}:{name}")


def asked(way: Way, games: int, each: int, tables: tuple[Setting, ...] = TABLES, questions: int = 40) -> Campaign:
    """The games of a check as a campaign of small shards."""
    with way.open(PATIENT) as engine:
        who = greet(engine, tables[0].game)
    settings = settings_of(way, who, tables, games, 7, Budget(questions), PATIENT, None)
    return campaign(NAME, {**settings, "each": each})


# -- the same wherever it runs


def test_a_check_comes_to_the_same_wherever_it_runs_and_however_often_it_is_stopped(tmp_path: Path) -> None:
    """One with mistakes and a reading of its own: several epochs, a reading adopted between two, differences made
    shorter at the end."""
    here = asked(named("Careless"), 20, 1)
    expected = run(here)
    known = cast("dict[str, Any]", expected.so_far)
    assert expected.failures == ()
    assert [each["changes"] for each in known["adopted"]] == [["track_needs_ground=b"]]
    assert expected.epochs >= 3
    assert any(known["short"].values())
    assert run(here, Processes(2)) == expected
    file, rng = tmp_path / "progress", Random(5)
    for stop in (1, 9, 7):
        with pytest.raises(KeyboardInterrupt):
            run(here, Disorder(rng, stop), file)
    assert run(here, Disorder(rng, -1), file) == expected


@pytest.mark.parametrize("name", ["Right", *(["Careless"] if DEEP else [])])
def test_the_whole_report_is_the_same(name: str, tmp_path: Path) -> None:
    def told(workers: Workers, file: Path | None = None) -> Json:
        plan = Plan((TABLES[0],), games=30, at_length=AtLength(workers, file), budget=Budget(30, float("inf")))
        report = report_json(check(named(name), plan))
        return {key: value for key, value in report.items() if key != "milliseconds"}

    expected = told(HERE)
    assert canonical(told(Processes(2), tmp_path / "progress")) == canonical(expected)
    assert canonical(told(HERE, tmp_path / "progress")) == canonical(expected), "it was all there"


def test_a_cluster_comes_to_the_same_when_a_worker_is_killed_in_the_middle(tmp_path: Path) -> None:
    """Each shard with an engine process of its own, which ends with its worker."""
    with marked() as mark:
        here, killed = asked(marked_engine(mark), 12, 1), list[int]()
        expected = run(here)
        with local_cluster() as local:

            def watch(advance: Advance) -> None:
                if advance.done == 3 and not killed:
                    killed.append(next(iter(local.workers.values())).process.process.pid)
                    os.kill(killed[0], signal.SIGKILL)

            found = run(here, Cluster(local.scheduler_address), tmp_path / "progress", watch)
        wait_for(lambda: not leftovers(mark))
        assert killed
        assert found == expected
    # What distributed leaves open in this process is its own.


def test_trouble_that_passes_is_no_part_of_the_result(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(long_engines.NOTED, str(tmp_path / "noted"))
    found = run(asked(named("Hiccups"), 6, 2))
    assert (tmp_path / "noted").read_text().startswith("xxx")
    assert found.failures == ()
    assert found.so_far == run(asked(named("Right"), 6, 2)).so_far


def test_trouble_that_stays_is_told_and_the_rest_goes_on() -> None:
    plan = Plan((*TABLES, zerokei(4)), games=75, at_length=AtLength(), budget=Budget(10))
    report = check(named("Stubborn"), plan)
    assert report.code == 2
    assert len(report.left_out) == 3
    assert report.trouble is not None
    assert report.trouble.fault is Fault.WRONG_FORM
    assert "shard 0 of epoch 0 (seed 1964): wrong-form: " in report.left_out[0]


def test_an_engine_that_cannot_be_asked_does_not_keep_us_for_long() -> None:
    """Where more than a few shards are lost, no more games begin."""
    found = run(asked(named("Stubborn"), 100_000, 1, (zerokei(4),)))
    assert found.epochs == 1
    assert LOST < len(found.failures) <= begins(1)


def test_another_engine_is_another_campaign(tmp_path: Path) -> None:
    file = tmp_path / "progress"
    run(asked(named("Right"), 2, 1), HERE, file)
    with pytest.raises(
        CampaignError, match=r"another campaign: settings\.who\.name is 'shinkansen' there, expected 'the careless"
    ):
        run(asked(named("Careless"), 2, 1), HERE, file)
    with pytest.raises(CampaignError, match=r"settings\.games is 2 there, expected 3"):
        run(asked(named("Right"), 3, 1), HERE, file)


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"engine": {}}, "expected a command"),
        ({"engine": {"command": []}}, "expected a command"),
        ({"games": -1}, "games: found -1"),
        ({"each": 0}, "each: found 0"),
        ({"tables": []}, "tables: found none"),
        ({"tables": [{"game": "chess"}]}, "the game is 'chess'"),
        ({"seed": "x"}, "seed"),
        ({"more": 1}, "more"),
    ],
)
def test_settings_that_make_no_sense_are_refused(change: Mapping[str, Json], why: str) -> None:
    good = asked(named("Right"), 2, 1).settings
    assert GAMES.checked(good) == good
    with pytest.raises(ShinkansenError, match=why):
        GAMES.checked({**good, **change})


@pytest.mark.parametrize(("games", "each"), [(1, 25), (100_000, 25), (10**6, 250), (10**9, 1000)])
def test_shards_grow_with_the_number_of_games(games: int, each: int) -> None:
    assert each_of(games) == each


def test_a_stored_difference_can_be_judged_again() -> None:
    """By itself, by the readings that explain it, and where it is made shorter."""
    with named("Careless").open(PATIENT) as engine:
        judge, found = Judge(engine, greet(engine, TABLES[0].game).capabilities), Found()
        for _ in play_games(judge, Share(TABLES, 12, 3), found):
            pass
    assert len(found) > 4
    for difference, _ in found:
        stored = read_difference(difference_json(difference))
        assert stored == difference
        assert stored.cause == difference.cause
        assert agrees(stored) == agrees(difference)
        assert readings(stored) == readings(difference)
        assert difference_json(stored) == difference_json(difference)


# -- no engine outlives a check


def marked_engine(mark: Path, name: str = "") -> Command:
    """The reference, or a hostile engine, with a mark."""
    return Command(tuple(command(name, mark))) if name else Command((*REFERENCE.words, str(mark)))


@NOBODY_ELSE
def test_how_the_engine_of_a_shard_ends_counts() -> None:
    with marked() as mark:
        plan = Plan((zerokei(2),), games=1, limits=PATIENT, at_length=AtLength(Processes(2)))
        report = check(marked_engine(mark, "exits-with-3"), plan)
    assert report.trouble is not None
    assert report.trouble.fault is Fault.BAD_END


DEED = """
import os, sys
from pathlib import Path
from shinkansen.verify.conversation.serving import reference, serve
server = reference()
def parent(process):
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
def answer(request):
    worker = parent(os.getppid())
    if request["cmd"] == "apply" and b"spawn_main" in Path(f"/proc/{worker}/cmdline").read_bytes():
        os.kill(worker, int(sys.argv[2]))
    return server.answer(request)
serve(answer, sys.stdin.buffer, sys.stdout.buffer)
"""


@NOBODY_ELSE
@pytest.mark.parametrize("deed", [signal.SIGKILL, signal.SIGSTOP])
def test_an_engine_that_ends_or_stops_its_worker_is_told(deed: signal.Signals) -> None:
    with marked() as mark:
        way = Command((sys.executable, "-c", DEED, str(mark), str(int(deed))))
        plan = Plan((zerokei(2),), games=1, limits=PATIENT, at_length=AtLength(Processes(2)))
        report = check(way, plan)
    assert report.left_out == ("shard 0 of epoch 0 (seed 1964): 2 processes ended while they worked on nothing else",)
    assert report.code == 2


def report_of(way: Way, workers: Workers) -> Report:
    return check(way, Plan((zerokei(2),), games=1, limits=Limits(), at_length=AtLength(workers)))


def test_what_cannot_be_started_is_told_in_one_sentence() -> None:
    report = report_of(Command(("/no/such/program",)), Processes(2))
    assert isinstance(report.trouble, Trouble)
    assert "cannot be started" in str(report.trouble)


ENGINE = """
import os, sys
from pathlib import Path
from shinkansen.verify.conversation.serving import reference, serve
server = reference()
def answer(request):
    if request["cmd"] == "play":
        Path(f"{sys.argv[1]}-{os.getpid()}").touch()
    return server.answer(request)
serve(answer, sys.stdin.buffer, sys.stdout.buffer)
"""


def checking(mark: Path, file: Path) -> subprocess.Popen[str]:
    """Somebody who checks without end; two engines of shards have been asked to play when this returns."""
    engine = [sys.executable, "-c", ENGINE, str(mark)]
    words = ["verify", "--games", "1000000", "--seats", "2", "--jobs", "2", "--progress", str(file), "--timeout", "120"]
    program = [sys.executable, "-m", "shinkansen", *words, "--out", f"{file}-out", "--", *engine]
    process = subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    wait_for(lambda: len([*mark.parent.glob(f"{mark.name}-*")]) >= 3)
    return process


def alive(process: int) -> bool:
    return guard.everything().get(process, ("Z",))[0] != "Z"


@NOBODY_ELSE
@pytest.mark.parametrize("deed", [signal.SIGTERM, signal.SIGKILL])
def test_nothing_is_left_when_we_are_ended(deed: signal.Signals, tmp_path: Path) -> None:
    with marked() as mark:
        with checking(mark, tmp_path / "progress") as process:
            family = guard.below(process.pid)
            assert len(family) >= 8
            process.send_signal(deed)
            process.communicate()
        wait_for(lambda: not leftovers(mark))
        wait_for(lambda: not any(alive(each) for each in family))


@NOBODY_ELSE
def test_ctrl_c_ends_with_what_was_seen_so_far_and_says_how_to_go_on(tmp_path: Path) -> None:
    file = tmp_path / "progress"
    with marked() as mark:
        with checking(mark, file) as process:
            family = guard.below(process.pid)
            process.send_signal(signal.SIGINT)
            said, also = process.communicate()
        assert process.returncode == 130
        assert "The check was interrupted." in said
        assert f"What was done is kept in {file}: start the same command again to go on." in said
        assert "Traceback" not in said + also
        wait_for(lambda: not any(alive(each) for each in family))  # Python's own helper ends when it notices
        assert leftovers(mark) == []


def test_leaving_early_leaves_nothing() -> None:
    class Enough(Exception):  # noqa: N818
        pass

    def watch(advance: Advance) -> None:
        if advance.done:
            raise Enough

    with marked() as mark:
        with pytest.raises(Enough):
            run(asked(marked_engine(mark), 100, 1), Processes(2), None, watch)
        wait_for(lambda: not leftovers(mark))  # guards notice that their workers are gone
