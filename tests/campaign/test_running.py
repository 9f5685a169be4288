"""What a campaign comes to is the same wherever, in whatever order and however often it was begun again."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Generator, Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from shinkansen.campaign.campaigns import Campaign, CampaignError, Failed, Outcome, Task, campaign
from shinkansen.campaign.processes import Processes
from shinkansen.campaign.progress_file import is_running, progress_in, progress_of
from shinkansen.campaign.running import HERE, Advance, fold, run
from shinkansen.campaign.work import worked_out
from shinkansen.cli import main
from shinkansen.core.near_misses import Part
from shinkansen.core.plain_json import Json
from shinkansen.verify.conversation import guard
from tests.campaign.kinds import Chain
from tests.hostile.watching import wait_for

CHAIN, TROUBLE, ELSEWHERE = (f"tests.campaign.kinds:{name}" for name in ("CHAIN", "TROUBLE", "ELSEWHERE"))


class Disorder:
    """Hands out a few shards at a time and gives them back in any order; stops after some, and some fail at first."""

    def __init__(self, rng: Random, stops: int) -> None:
        self.rng = rng
        self.left = stops
        self.tried = set[tuple[Task, int]]()

    def outcomes(self, task: Task, shards: Iterator[int]) -> Generator[Outcome, None, None]:
        pending: list[int] = []
        while True:
            pending += [shard for _ in range(self.rng.randrange(1, 5)) if (shard := next(shards, None)) is not None]
            if not pending:
                return
            shard = pending.pop(self.rng.randrange(len(pending)))
            if self.left == 0:
                raise KeyboardInterrupt
            self.left -= 1
            if (task, shard) not in self.tried and self.rng.random() < 0.2:
                self.tried.add((task, shard))
                yield Failed(shard, "busy", passing=True)
            else:
                yield worked_out(task, shard)


@given(st.integers(0, 40), st.integers(1, 3), st.integers(0, 2**32), st.lists(st.integers(0, 12), max_size=4))
def test_neither_order_nor_retries_nor_interruptions_change_the_result(
    shards: int, epochs: int, seed: int, stops: list[int]
) -> None:
    asked = campaign(CHAIN, {"seed": seed, "shards": shards, "epochs": epochs})
    expected = run(asked)
    rng = Random(seed)
    with TemporaryDirectory() as folder:
        file = Path(folder) / "progress"
        for stop in stops:
            try:
                found = run(asked, Disorder(rng, stop), file)
            except KeyboardInterrupt:
                continue
            assert found == expected
        assert run(asked, Disorder(rng, -1), file) == expected
        with progress_in(file) as progress:
            assert fold(asked, progress) == expected.so_far
            assert sum(session.shards for session in progress.sessions()) == expected.shards
    assert run(asked, Disorder(rng, -1)) == expected


def test_results_in_memory_are_forgotten_once_they_are_folded() -> None:
    asked = campaign(CHAIN, {"shards": 50})
    with progress_of(asked) as progress:
        kept: list[int] = []

        def watch(at: Advance) -> None:
            kept.append(at.done)

        run(asked, HERE, None, watch)
        assert kept == [*range(51)]
        progress.forget(0, 50)
        assert progress.done(0) == 0


class Ill:
    """Shard 2 of the first epoch fails, unless it is well again; stops after some shards."""

    def __init__(self, stop: int = -1, well: bool = False) -> None:
        self.left = stop
        self.well = well

    def outcomes(self, task: Task, shards: Iterator[int]) -> Generator[Outcome, None, None]:
        for shard in shards:
            if self.left == 0:
                raise KeyboardInterrupt
            self.left -= 1
            ill = shard == 2 and task.epoch == '{"from":[0,0]}' and not self.well
            yield Failed(shard, "it was ill") if ill else worked_out(task, shard)


def test_what_was_left_out_stays_out_once_a_later_epoch_rests_on_it(tmp_path: Path) -> None:
    asked, file = campaign(CHAIN, {"shards": 6, "epochs": 2}), tmp_path / "progress"
    with pytest.raises(KeyboardInterrupt):
        run(asked, Ill(stop=9), file)
    found = run(asked, Ill(well=True), file)
    assert [(each.epoch, each.shard) for each in found.failures] == [(0, 2)]
    assert found == run(asked, Ill())
    assert found.so_far != run(asked).so_far


def test_what_failed_is_tried_again_while_nothing_rests_on_it(tmp_path: Path) -> None:
    asked, file = campaign(CHAIN, {"shards": 6}), tmp_path / "progress"
    assert run(asked, Ill(), file).failures
    assert run(asked, Ill(well=True), file) == run(asked)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE campaign SET text = 'nonsense'",
        "UPDATE campaign SET text = '[]'",
        "DELETE FROM campaign",
        "UPDATE results SET result = '{' WHERE shard = 1",
        "UPDATE results SET result = '{}' WHERE shard = 1",
        "UPDATE results SET shard = -1 WHERE shard = 1",
        "UPDATE results SET shard = 'one' WHERE shard = 1",
        "UPDATE results SET shard = 99 WHERE shard = 1",
        "UPDATE epochs SET shards = 'many'",
        "UPDATE epochs SET settings = x'00'",
        "UPDATE sessions SET began = 'noon'",
        "DROP TABLE results",
    ],
)
def test_a_damaged_file_is_told_in_one_sentence(damage: str, tmp_path: Path) -> None:
    asked, file = campaign(CHAIN, {"shards": 3}), tmp_path / "progress"
    run(asked, HERE, file)
    with sqlite3.connect(file) as base:
        base.execute(damage)
    for command in (["status", str(file)], ["run", CHAIN, "--progress", str(file), "--jobs", "1"]):
        assert main(["campaign", *command]) in (0, 1, 2)  # and no traceback


# -- processes


@pytest.mark.slow
def test_processes_come_to_the_same_also_when_some_die(tmp_path: Path) -> None:
    expected = run(campaign(TROUBLE, {"shards": 40})).so_far
    asked = campaign(TROUBLE, {"shards": 40, "hiccup": [3, 17, 18], "busy": [5], "once": str(tmp_path)})
    found = run(asked, Processes(2))
    assert (found.so_far, found.failures) == (expected, ())


@pytest.mark.slow
def test_a_shard_that_ends_every_process_is_left_out_by_number_and_so_is_one_that_raises() -> None:
    with TemporaryDirectory() as folder:
        asked = campaign(TROUBLE, {"shards": 12, "dies": [7], "raises": [2], "once": folder})
        found = run(asked, Processes(2))
    assert [(each.shard, each.why) for each in found.failures] == [
        (2, "ValueError: shard 2 is wrong"),
        (7, "2 processes ended while they worked on nothing else"),
    ]
    assert isinstance(found.so_far, list)
    assert found.so_far[0] == 10


@pytest.mark.slow
def test_a_worker_that_would_come_to_something_else_is_refused() -> None:
    with pytest.raises(CampaignError, match="a worker reads the settings as"):
        run(campaign(ELSEWHERE, {}), Processes(1))
    with pytest.raises(CampaignError, match=r"a worker has shinkansen .*, expected 9\.9"):
        run(attrs.evolve(campaign(CHAIN, {}), version="9.9"))


@pytest.mark.slow
def test_a_campaign_that_is_killed_again_and_again_counts_no_shard_twice(tmp_path: Path) -> None:
    asked = campaign(TROUBLE, {"shards": 300, "slow": 2, "once": str(tmp_path)})
    expected, file = run(attrs.evolve(asked, settings={**asked.settings, "slow": 0})), tmp_path / "progress"
    settings = tmp_path / "settings.json"
    settings.write_text(json.dumps(asked.settings))
    command = [sys.executable, "-m", "shinkansen", "campaign", "run", TROUBLE, "--settings", str(settings)]
    rng, killed = Random(1964), 0
    while killed < 10:
        process = subprocess.Popen([*command, "--jobs", "1", "--progress", str(file)], stdout=subprocess.PIPE)
        target = (killed + 1) * 20 + rng.randrange(5)
        while process.poll() is None and done_in(file) < target:
            time.sleep(0.01)
        process.kill()
        process.communicate()
        killed += 1
    found = run(asked, HERE, file)
    assert found == expected
    with sqlite3.connect(file) as base:
        assert base.execute("SELECT count(*), count(DISTINCT shard) FROM results").fetchone() == (300, 300)
        assert base.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def done_in(file: Path) -> int:
    """How many shards are done, as somebody beside it sees it."""
    try:
        with progress_in(file) as progress:
            return progress.done(0)
    except CampaignError:
        return 0


@pytest.mark.slow
@pytest.mark.parametrize("deed", [signal.SIGKILL, signal.SIGTERM])
def test_no_process_of_ours_outlives_a_campaign_that_is_killed(deed: signal.Signals, tmp_path: Path) -> None:
    settings, file = tmp_path / "settings.json", tmp_path / "progress"
    settings.write_text(json.dumps({"shards": 2000, "gate": 50, "once": str(tmp_path)}))
    command = [sys.executable, "-m", "shinkansen", "campaign", "run", TROUBLE, "--settings", str(settings)]
    process = subprocess.Popen(
        [*command, "--jobs", "2", "--progress", str(file)], start_new_session=True, stderr=subprocess.PIPE
    )
    wait_for(lambda: done_in(file) > 2)
    family = guard.below(process.pid)
    assert len(family) >= 2
    process.send_signal(deed)
    said = process.communicate()[1].decode()  # when all of them have ended
    assert "leaked" not in said, "nobody can do anything about it, and nothing is lost"
    wait_for(lambda: not any(guard.everything().get(each, ("Z",))[0] != "Z" for each in family))


@pytest.mark.slow
def test_a_process_that_was_stopped_counts_as_dead(tmp_path: Path) -> None:
    asked = campaign(TROUBLE, {"shards": 12, "stops": [4], "once": str(tmp_path)})
    found = run(asked, Processes(2))
    assert (found.so_far, found.failures) == (run(campaign(CHAIN, {"shards": 12})).so_far, ())


# -- the file


def test_a_file_of_another_campaign_is_refused_with_the_reason(tmp_path: Path) -> None:
    file = tmp_path / "progress"
    asked = campaign(CHAIN, {"seed": 1})
    run(asked, HERE, file)
    before = file.read_bytes()
    for other, why in (
        (campaign(CHAIN, {"seed": 2}), "settings.seed is 1 there, expected 2"),
        (attrs.evolve(asked, version="0.0.1"), "expected '0.0.1'"),
        (campaign(TROUBLE, {"seed": 1}), "it is the progress of another campaign: kind is"),
    ):
        with pytest.raises(CampaignError) as refused:
            run(other, HERE, file)
        assert why in str(refused.value)
        assert str(refused.value).startswith(f"{file}: ")
    assert file.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == ["progress"]


def test_what_differs_is_told_by_name_rather_than_by_digest(tmp_path: Path) -> None:
    """An edition has both."""
    file = tmp_path / "progress"
    london, tokyo = (
        campaign(CHAIN, {"rules": {"edition": digest * 32, "setting": {"edition": name}}})
        for digest, name in (("0a", "london"), ("1b", "tokyo"))
    )
    run(london, HERE, file)
    with pytest.raises(CampaignError, match=r"rules\.setting\.edition is 'london' there, expected 'tokyo'"):
        run(tokyo, HERE, file)
    whole: Part = {"rules": {"edition": "1b" * 32, "setting": {"edition": {"bands": [1], "name": "Tokyo", "stops": 2}}}}
    given: Part = {"rules": {"edition": "2c" * 32, "setting": {"edition": {"bands": [2], "name": "mine", "stops": 3}}}}
    run(campaign(CHAIN, whole), HERE, tmp_path / "given")
    with pytest.raises(CampaignError, match=r"rules\.setting\.edition\.name is 'Tokyo' there, expected 'mine'"):
        run(campaign(CHAIN, given), HERE, tmp_path / "given")
    other = campaign(CHAIN, {"rules": {"edition": "2c" * 32, "setting": {"edition": "london"}}})
    with pytest.raises(CampaignError, match=r"rules\.edition is '0a0a"):
        run(other, HERE, file)


def test_a_folder_is_no_progress(tmp_path: Path) -> None:
    with (
        pytest.raises(CampaignError, match="is a folder, expected the file that was given as --progress"),
        progress_in(tmp_path),
    ):
        pass
    with pytest.raises(CampaignError, match="there is no such file"), progress_in(tmp_path / "none"):
        pass


@pytest.mark.parametrize("content", [b"not a database", b"", bytes(5000)], ids=["text", "empty", "zeros"])
def test_a_file_that_is_no_progress_is_refused(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "progress"
    file.write_bytes(content)
    with pytest.raises(CampaignError, match="progress"), progress_in(file):
        pass
    if content:
        with pytest.raises(CampaignError, match="progress"):
            run(campaign(CHAIN, {}), HERE, file)
        assert file.read_bytes() == content


def test_a_database_of_somebody_else_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "progress"
    with sqlite3.connect(file) as base:
        base.execute("CREATE TABLE mine (x)")
    with pytest.raises(CampaignError, match="it is not the progress of a campaign"):
        run(campaign(CHAIN, {}), HERE, file)


def test_only_one_writes_and_others_may_look(tmp_path: Path) -> None:
    file, asked = tmp_path / "progress", campaign(CHAIN, {"shards": 3})
    seen: list[int] = []

    def watch(at: Advance) -> None:
        with pytest.raises(CampaignError, match="somebody else is running this campaign"):
            run(asked, HERE, file)
        assert is_running(file)
        seen.append(done_in(file))

    run(asked, HERE, file, watch)
    assert seen == [0, 1, 2, 3]
    assert not is_running(file)


@pytest.mark.parametrize(
    ("kind", "why"),
    [
        ("tests.campaign.kinds", "expected module:object"),
        ("tests.campaign.nothing:X", "cannot be imported: ModuleNotFoundError"),
        ("tests.campaign.kinds:X", "cannot be imported: AttributeError"),
        ("tests.campaign.kinds:lot", "is not a kind of campaign"),
    ],
)
def test_what_is_no_kind_is_refused(kind: str, why: str) -> None:
    with pytest.raises(CampaignError, match=why):
        campaign(kind, {})


def test_epochs_must_follow_from_the_results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, asked = tmp_path / "progress", campaign(CHAIN, {"epochs": 2})
    run(asked, HERE, file)

    def folded_otherwise(self: Chain, so_far: Json, result: Json) -> Json:
        return [0, 1]

    monkeypatch.setattr(Chain, "folded", folded_otherwise)
    with pytest.raises(CampaignError, match="the epochs of a campaign must follow from its results alone"):
        run(asked, HERE, file)


@pytest.mark.slow
def test_an_interrupted_campaign_leaves_a_file_that_goes_on(tmp_path: Path) -> None:
    """Ctrl-C in a terminal: everybody gets the signal, and nobody's traceback is shown."""
    file, settings = tmp_path / "progress", tmp_path / "settings.json"
    asked = campaign(TROUBLE, {"shards": 200, "gate": 50, "once": str(tmp_path)})
    settings.write_text(json.dumps(asked.settings))
    command = [sys.executable, "-m", "shinkansen", "campaign", "run", TROUBLE, "--settings", str(settings)]
    process = subprocess.Popen(
        [*command, "--jobs", "2", "--progress", str(file)], stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    wait_for(lambda: done_in(file) >= 5)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate()
    assert process.returncode == 130
    assert "Traceback" not in said
    done = done_in(file)
    assert 5 <= done < 200
    (tmp_path / "go").touch()
    quick = Campaign(asked.kind, asked.settings)
    assert run(quick, Processes(2), file).so_far == run(campaign(CHAIN, {"shards": 200})).so_far


INTERRUPTED = """
import os, pathlib, signal, sys
once = pathlib.Path(__file__).parent / "interrupted"
if "--multiprocessing-fork" in sys.orig_argv and not once.exists():
    once.touch()
    os.kill(os.getpid(), signal.SIGINT)
"""


@pytest.mark.slow
def test_a_process_that_is_interrupted_while_it_starts_shows_no_traceback(tmp_path: Path) -> None:
    """Ctrl-C may come before a process has heard how to take it."""
    (tmp_path / "sitecustomize.py").write_text(INTERRUPTED)
    settings = tmp_path / "settings.json"
    settings.write_text(json.dumps({"shards": 3}))
    found = subprocess.run(
        [sys.executable, "-m", "shinkansen", "campaign", "run", CHAIN, "--settings", str(settings), "--jobs", "2"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), *sys.path))},
        capture_output=True,
        text=True,
        check=True,
    )
    assert (tmp_path / "interrupted").exists()
    assert "Traceback" not in found.stderr
