"""Which edition somebody means: the name of one that comes with a game, or a file; and whether it is reconstructed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final, TypeVar

from shinkansen.core.errors import EditionError
from shinkansen.core.plain_json import Json, shown
from shinkansen.core.ruleset import EditionId

T = TypeVar("T")

_MOST: Final = 12
"""So many names are listed."""


def named(given: str | Path, known: Mapping[str, T], load: Callable[[str | Path], T]) -> T:
    """The known edition of this name, or else what is in this file; `./NAME` is always a file."""
    name = str(given)
    if isinstance(given, str) and name in known:
        return known[name]
    # What can only be a wrong name is answered with the right ones; a path, or a name with an ending, is a file.
    alone = isinstance(given, str) and os.path.split(name) == ("", name) and not os.path.splitext(name)[1]
    if alone and not os.path.exists(name):  # unlike Path, it also takes what can be no path
        raise EditionError(f"there is no edition {shown(name)} and no such file; {_names(known)}, or a file")
    return load(given)


def by_name(name: str, known: Mapping[str, T]) -> T:
    """The known edition of this name, where no file can be meant; or one clear error."""
    if name not in known:
        raise EditionError(f"there is no edition {shown(name)}; {_names(known)}")
    return known[name]


def with_digest(digest: str, known: Iterable[Json], identity: Callable[[Json], EditionId]) -> Json:
    """The known edition with this digest, or nothing."""
    return next((edition for edition in known if identity(edition).digest == digest), None)


TITLES: Final = ("name",)
"""Keys of figures that no rule looks at: what something is called."""


def is_reconstructed(figures: Iterable[tuple[str, bool]]) -> bool:
    """Whether a game with this edition is not the published one: a figure was invented that a rule looks at.

    For each figure: its key, and whether it was invented. Names that were invented change nothing in play; they are
    counted with the others (`reconstructed_count`), but a table is not marked because of them.
    """
    return any(invented and key not in TITLES for key, invented in figures)


def reconstructed_count(figures: Iterable[tuple[str, bool]]) -> str:
    """How many figures are reconstructed, as a sentence."""
    every = [*figures]
    many = sum(invented for _, invented in every)
    only_names = ", all of them names, which no rule looks at" if many and not is_reconstructed(every) else ""
    return f"{many} of {len(every)} figures are reconstructed{only_names}."


def _names(known: Iterable[str]) -> str:
    names = [*known]
    return f"expected {' or '.join(map(shown, names[:_MOST]))}{' ...' if len(names) > _MOST else ''}"
