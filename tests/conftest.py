"""How the suite runs: Hypothesis profiles, signals, what is quick. CI is derandomised, so a red run can be repeated.

And a second game, for whatever should work with any.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Generator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

from shinkansen.core import registry
from shinkansen.core.game import Game
from tests.fake_game_package import offer

ROOT = Path(__file__).parents[1]

# States are reached by playing, which Hypothesis cannot tell from a slow strategy.
PATIENT = [HealthCheck.too_slow, HealthCheck.data_too_large]

settings.register_profile("dev", deadline=None, suppress_health_check=PATIENT)
settings.register_profile("ci", parent=settings.get_profile("dev"), derandomize=True, print_blob=True)
settings.register_profile("deep", parent=settings.get_profile("dev"), max_examples=2000)
# For a first look, and for `nox -s quick`: few examples, and the first that fails as it comes, not shrunk for minutes.
settings.register_profile(
    "quick", parent=settings.get_profile("dev"), max_examples=20, phases=[Phase.explicit, Phase.generate]
)
settings.load_profile("ci" if os.environ.get("CI") else "dev")

# Workers of pytest-xdist ignore Ctrl-C, `nohup` ignores SIGHUP, and whatever a test starts would inherit that: what we
# test is how our commands answer to these signals.
if threading.current_thread() is threading.main_thread():
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.default_int_handler if number is signal.SIGINT else signal.SIG_DFL)


@pytest.fixture
def games_folder(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on the path of this process and of those it starts, in which packages can offer games."""
    folder = tmp_path_factory.mktemp("games")
    monkeypatch.syspath_prepend(folder)  # pyright: ignore[reportUnknownMemberType] - it has no types
    known = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(folder), str(ROOT), *known]))
    return folder


@pytest.fixture
def second_game(games_folder: Path) -> Game:
    """Higher Card beside the games that are installed: `--game higher-card`, also in processes that a test starts."""
    offer(games_folder, "higher-card", higher_card="tests.fake_game_package:GAME")
    return registry.game("higher-card")


# -- what is quick

QUICK = "not slow"
"""What `nox -s quick` selects. Whether a test takes long depends on the machine; whether it starts a process does not,
and that is held in every run: a test that starts one and is not marked fails, and says that it should be."""
STARTING = ("os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.system", "subprocess.Popen")
_running: list[str] = []


def pytest_configure() -> None:
    sys.addaudithook(_refuse_processes)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None]:
    if item.get_closest_marker("slow") is None:
        _running.append(item.nodeid)
    try:
        return (yield)
    finally:
        _running.clear()


def _refuse_processes(event: str, arguments: tuple[object, ...]) -> None:
    if _running and event in STARTING:
        raise AssertionError(f"{_running[0]} starts a process: mark it with @pytest.mark.slow")
