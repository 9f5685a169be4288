"""The pytest plugin: check your own engine in your own test suite.

    # test_rules.py
    import pytest
    from my_game import MyEngine  # has a method `answer`, from request to reply (docs/wire.md)

    @pytest.fixture
    def shinkansen_engine(): return MyEngine()

    def test_vectors(shinkansen_vector): shinkansen_vector()
    def test_games(shinkansen_random_game): shinkansen_random_game()

Every vector is a test of its own. Instead of defining the fixture you can set `shinkansen_engine = my_game:MyEngine` in
the ini file. The engine may also be a transport (`shinkansen.verify.conversation.transports`), such as a program. The
tests that `shinkansen verify --write-tests DIR` writes for the differences it finds use the fixture `shinkansen_check`.
A suite that uses none of these fixtures does not notice the plugin: nothing of `verify` is imported until then.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from shinkansen.core import registry
from shinkansen.core.game import Game
from shinkansen.core.parts import EDITIONS

if TYPE_CHECKING:
    from shinkansen.verify.judging.judge import Judge
    from shinkansen.verify.judging.script import Script
    from shinkansen.verify.judging.vectors import Vector


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add our ini options."""
    parser.addini("shinkansen_engine", "the engine to check, as module:object", default="")
    parser.addini("shinkansen_game", "the name of the game that it plays", default=registry.DEFAULT)
    parser.addini("shinkansen_random_games", "how many random games `shinkansen_random_game` plays", default="")
    parser.addini("shinkansen_walks", "the older name of shinkansen_random_games", default="4")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make a test for each vector and for each random game."""
    if "shinkansen_vector" in metafunc.fixturenames:
        from shinkansen.verify.judging.vectors import shipped

        vectors = shipped(_game(metafunc.config))
        metafunc.parametrize("shinkansen_vector", vectors, ids=[vector.id for vector in vectors], indirect=True)
    for name in ("shinkansen_random_game", "shinkansen_walk"):
        if name in metafunc.fixturenames:
            metafunc.parametrize(name, range(_games(metafunc.config)), indirect=True)


def _games(config: pytest.Config) -> int:
    """How many random games to play."""
    option = "shinkansen_random_games" if str(config.getini("shinkansen_random_games")) else "shinkansen_walks"
    count = str(config.getini(option))
    if not re.fullmatch("[0-9]{1,6}", count):  # `int` would accept other Unicode digits
        raise pytest.UsageError(f"{option}: found {count[:40]!r}, expected a number up to 999999")
    return int(count)


@pytest.fixture
def shinkansen_engine(request: pytest.FixtureRequest) -> object:
    """The engine to check, from the ini file; override this fixture to use your own."""
    name = str(request.config.getini("shinkansen_engine"))
    if not name:
        raise pytest.UsageError("define a fixture `shinkansen_engine`, or set shinkansen_engine = module:object")
    from shinkansen.verify.conversation.talk import Limits
    from shinkansen.verify.judging.start import Named

    return Named(name).open(Limits())


@pytest.fixture
def shinkansen_vector(request: pytest.FixtureRequest, shinkansen_engine: object) -> Callable[[], None]:
    """Call it to check the engine against one vector."""
    vector: Vector = request.param
    return lambda: _check(_judge(shinkansen_engine, vector.script.setting.game), vector.script)


@pytest.fixture
def shinkansen_check(shinkansen_engine: object) -> Callable[..., None]:
    """Call it with a vector as plain JSON to check the engine against it; if it has its own edition, also its file."""

    def check(content: dict[str, Any], edition: Path | None = None) -> None:
        from shinkansen.verify.judging.script import name_of_edition
        from shinkansen.verify.judging.vectors import read_vector

        game = registry.game(str(content.get("game", registry.DEFAULT)))
        if edition is not None:
            name_of_edition(game, game.part(EDITIONS).load(edition))

        __tracebackhide__ = True
        _check(_judge(shinkansen_engine, game), read_vector(content).script)

    return check


@pytest.fixture
def shinkansen_random_game(request: pytest.FixtureRequest, shinkansen_engine: object) -> Callable[[], None]:
    """Call it to check the engine through a game of random moves."""
    return _random_game(request, shinkansen_engine)


@pytest.fixture
def shinkansen_walk(request: pytest.FixtureRequest, shinkansen_engine: object) -> Callable[[], None]:
    """The older name of `shinkansen_random_game`."""
    return _random_game(request, shinkansen_engine)


def _random_game(request: pytest.FixtureRequest, engine: object) -> Callable[[], None]:
    number: int = request.param

    def play() -> None:
        from random import Random

        from shinkansen.verify.judging.random_games import scripts
        from shinkansen.verify.judging.script import setting_of
        from shinkansen.verify.judging.write_scripts import Guide

        game = _game(request.config)
        judge, guide = _judge(engine, game), Guide(Random(number))
        usual = [setting for table in game.tables if (setting := setting_of(game, table)).usual]
        _check(judge, next(scripts(judge, guide, usual[number % len(usual)], number)))

    return play


def _game(config: pytest.Config) -> Game:
    """The game that the engine plays, from the ini file."""
    return registry.game(str(config.getini("shinkansen_game")))


def _judge(thing: object, game: Game) -> Judge:
    from shinkansen.verify.judging.judge import Judge
    from shinkansen.verify.judging.start import engine_of, greet

    engine = engine_of(thing)
    return Judge(engine, greet(engine, game).capabilities)


def _check(judge: Judge, script: Script) -> None:
    """Fail with the difference in words; skip what the engine does not offer or skips."""
    __tracebackhide__ = True
    if not judge.can(script):
        pytest.skip("the engine does not offer what is needed to ask this")
    found = judge.first(script)
    if found is not None:
        from shinkansen.verify.judging.artefact import told

        moves = "\n".join(f"{number:4}. {move}" for number, move in enumerate(told(found.script), start=1))
        pytest.fail(f"{found}\n{moves}", pytrace=False)
    for message in judge.errored:
        pytest.fail(f"the engine had an error: {message}", pytrace=False)
    for reason in judge.skipped:
        pytest.skip(reason)
    if not judge.compared.total():
        pytest.skip("the engine answered nothing that could be compared")
