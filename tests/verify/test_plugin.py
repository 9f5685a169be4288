"""The pytest plugin: five lines check an engine, wrong ones fail, and a suite that does not ask notices nothing."""

from __future__ import annotations

import pytest

from shinkansen.core.game import Game

pytest_plugins = ["pytester"]

REFERENCE = "shinkansen.verify.conversation.serving:reference"
PLUGIN = ("-p", "shinkansen.pytest_plugin", "-p", "no:cacheprovider")

SUITE = """
import pytest
from shinkansen.verify.conversation.demo_engine import engine
from shinkansen.verify.conversation.serving import reference

@pytest.fixture
def shinkansen_engine(): return {which}

def test_vectors(shinkansen_vector): shinkansen_vector()
def test_games(shinkansen_random_game): shinkansen_random_game()
"""


pytestmark = pytest.mark.slow


@pytest.fixture
def plugin(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> pytest.Pytester:
    # The plugins of this run may be installed, too; each is loaded once.
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    return pytester


@pytest.mark.parametrize("game", ["nextstation", "zerokei"])
def test_a_right_engine_passes(plugin: pytest.Pytester, game: str) -> None:
    plugin.makeini(f"[pytest]\nshinkansen_game = {game}\n")
    plugin.makepyfile(SUITE.format(which="reference()"))
    outcome = plugin.runpytest_inprocess(*PLUGIN, "-q").parseoutcomes()
    assert {*outcome} == {"passed"}
    assert outcome["passed"] > 50


FIRST_MOVE = {
    "nextstation": r" +1\. (you|player 1): Draw ",
    "zerokei": r" +1\. (yellow|red|green|blue): Take Engine",
}


@pytest.mark.parametrize("game", FIRST_MOVE)
def test_a_wrong_engine_fails_with_the_clause_and_the_game(plugin: pytest.Pytester, game: str) -> None:
    plugin.makeini(f"[pytest]\nshinkansen_game = {game}\n")
    plugin.makepyfile(SUITE.format(which=f"engine({game!r})"))
    result = plugin.runpytest_inprocess(*PLUGIN, "-q", "-k", "games or score")
    outcome = result.parseoutcomes()
    assert outcome["failed"] >= 4
    assert outcome["skipped"] >= 1  # it takes no positions
    result.stdout.re_match_lines([r".*\(clause.*\): ", FIRST_MOVE[game]])


def test_the_engine_can_be_named_in_the_ini_file(plugin: pytest.Pytester) -> None:
    plugin.makeini(f"[pytest]\nshinkansen_engine = {REFERENCE}\nshinkansen_random_games = 1\n")
    plugin.makepyfile("def test_games(shinkansen_random_game): shinkansen_random_game()")
    plugin.runpytest_inprocess(*PLUGIN).assert_outcomes(failed=1)  # that makes an engine and is none
    plugin.makeini("[pytest]\nshinkansen_engine = mine:Mine\nshinkansen_random_games = 1\n")
    plugin.makepyfile(
        mine="from shinkansen.verify.conversation.serving import reference\nclass Mine:\n"
        "    def __init__(self): self.answer = reference().answer\n"
    )
    plugin.syspathinsert()
    plugin.runpytest_inprocess(*PLUGIN).assert_outcomes(passed=1)


@pytest.mark.parametrize("count", ["\u00b2", "-1", "1.0", "9" * 20, "9" * 5000, "many"])
def test_a_number_of_walks_that_is_none_is_told(plugin: pytest.Pytester, count: str) -> None:
    plugin.makeini(f"[pytest]\nshinkansen_engine = {REFERENCE}\nshinkansen_random_games = {count}\n")
    plugin.makepyfile("def test_games(shinkansen_random_game): shinkansen_random_game()")
    result = plugin.runpytest_inprocess(*PLUGIN)
    assert result.ret in (pytest.ExitCode.USAGE_ERROR, pytest.ExitCode.INTERRUPTED)
    assert "shinkansen_random_games: found" in result.stdout.str() + result.stderr.str()


def test_without_an_engine_it_is_said_what_to_do(plugin: pytest.Pytester) -> None:
    plugin.makepyfile("def test_games(shinkansen_random_game): shinkansen_random_game()")
    result = plugin.runpytest_inprocess(*PLUGIN)
    assert result.ret != 0
    result.stdout.fnmatch_lines(["*define a fixture `shinkansen_engine`*"])


def test_a_suite_that_does_not_ask_notices_nothing(plugin: pytest.Pytester) -> None:
    plugin.makepyfile(
        """
        import sys
        def test_mine():
            assert not [name for name in sys.modules if name.startswith("shinkansen.verify")]
        """
    )
    plugin.runpytest_subprocess(*PLUGIN).assert_outcomes(passed=1)


def test_the_older_names_of_random_games_still_work(plugin: pytest.Pytester) -> None:
    plugin.makeini("[pytest]\nshinkansen_walks = 2\n")
    plugin.makeconftest(
        "import pytest\nfrom shinkansen.verify.conversation.serving import reference\n\n"
        "@pytest.fixture\ndef shinkansen_engine(): return reference()\n"
    )
    plugin.makepyfile("def test_games(shinkansen_walk): shinkansen_walk()")
    plugin.runpytest_inprocess(*PLUGIN).assert_outcomes(passed=2)


def test_another_game_is_named_in_the_ini_file(plugin: pytest.Pytester, second_game: Game) -> None:
    plugin.makeini(f"[pytest]\nshinkansen_game = {second_game.name}\nshinkansen_random_games = 3\n")
    plugin.makeconftest(
        "import pytest\nfrom shinkansen.verify.conversation.serving import reference\n\n"
        "@pytest.fixture\ndef shinkansen_engine(): return reference()\n"
    )
    plugin.makepyfile("def test_games(shinkansen_random_game): shinkansen_random_game()")
    plugin.runpytest_inprocess(*PLUGIN).assert_outcomes(passed=3)
