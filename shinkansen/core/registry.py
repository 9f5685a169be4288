"""The games there are: every installed package that offers one through the entry point group `shinkansen.games`.

Ours are found in the same way as anybody's. Nothing is imported until a game is asked for by its name. An entry point
that is broken, or a name that two packages claim, is an error for who asks for that game, and for nobody else.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

from shinkansen.core.errors import GameError
from shinkansen.core.game import Game, reason_of
from shinkansen.core.plain_json import shown

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP: Final = "shinkansen.games"
"""The entry point group through which a package offers a game."""
DEFAULT: Final = "zerokei"
"""The game that is meant where none is named: the only one there was when the first files and commands were made."""


def names() -> tuple[str, ...]:
    """The names of all games that packages offer, whether they work or not."""
    return tuple(sorted(_offered()))


def game(name: str = DEFAULT) -> Game:
    """A game by its name; `GameError` says why there is none."""
    offers = _offered().get(name)
    if not offers:
        raise GameError(f"there is no game {shown(name)}; expected {' or '.join(names()) or 'a package with one'}")
    only, *others = offers
    if others:
        packages = " and ".join(sorted(map(_package, offers)))
        raise GameError(f"the game {name} is offered by {packages}: uninstall all but one of them")
    return _loaded(only)


def games() -> tuple[Game, ...]:
    """Every game that works; `problems` says what is wrong with the others."""
    return tuple(found for found, _ in _tried() if found is not None)


def problems() -> tuple[str, ...]:
    """What is wrong with the games that do not work, in a sentence each."""
    return tuple(problem for _, problem in _tried() if problem)


def _tried() -> Iterator[tuple[Game | None, str]]:
    for name in names():
        try:
            yield game(name), ""
        except GameError as problem:
            yield None, str(problem)


def _offered() -> dict[str, tuple[EntryPoint, ...]]:
    return _offered_by(tuple(map(_changed, sys.path)))


def _changed(folder: str) -> tuple[str, int]:
    """A place where packages are installed, and when that last happened."""
    try:
        return folder, os.stat(folder or ".").st_mtime_ns
    except OSError:
        return folder, 0


# Looking through everything that is installed takes some milliseconds, and reading a hundred files asks for a game a
# hundred times.


@lru_cache(maxsize=4)
def _offered_by(folders: tuple[tuple[str, int], ...]) -> dict[str, tuple[EntryPoint, ...]]:
    found: dict[str, dict[str, EntryPoint]] = {}
    for point in _points():
        # The same package may be seen twice, for example as installed and where it is developed.
        found.setdefault(point.name, {})[f"{_package(point)} {point.value}"] = point
    return {name: tuple(points.values()) for name, points in found.items()}


def _points() -> Iterator[EntryPoint]:
    """All entry points of the group. If what some package says about itself cannot be read, the others' still count."""
    # Here, because it takes longer to import than this whole module.
    from importlib.metadata import distributions, entry_points

    try:
        yield from entry_points(group=GROUP)
        return
    except Exception:  # of whatever kind: the files are of packages that we have nothing to do with
        pass
    for package in distributions():
        with suppress(Exception):
            yield from package.entry_points.select(group=GROUP)


def _package(point: EntryPoint) -> str:
    name = point.dist.name if point.dist is not None else None
    return name or "a package without a name"


@cache
def _loaded(point: EntryPoint) -> Game:
    where = f"the game {point.name} of {_package(point)} ({point.value})"
    try:
        found: object = point.load()
    except KeyboardInterrupt:
        raise
    except GameError as problem:
        raise GameError(f"{where}: {problem}") from problem
    except BaseException as problem:  # somebody else's module may do anything while it is imported, also exit
        raise GameError(f"{where} cannot be imported: {reason_of(problem)}") from problem
    if not isinstance(found, Game):
        raise GameError(f"{where} is {shown(found)}, expected a shinkansen.core.game.Game")
    if found.name != point.name:
        raise GameError(f"{where} calls itself {found.name!r}, expected the name of its entry point")
    return found
