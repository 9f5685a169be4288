"""How the suite runs: Hypothesis profiles, and signals. CI is derandomised, so a red run can be repeated.

And a second game, for whatever should work with any.
"""

from __future__ import annotations

import os
import signal
import threading
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
# For a first look at a new property: the first failing example as it comes, without minutes of shrinking.
settings.register_profile("quick", parent=settings.get_profile("dev"), phases=[Phase.explicit, Phase.generate])
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
