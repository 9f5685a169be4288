"""States of Zero-Kei that somebody sent (`core.states`), for programs that know the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from shinkansen.core import states
from shinkansen.core.errors import ArgumentError
from shinkansen.core.plain_json import Json, shown
from shinkansen.zerokei.edition import Edition
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.table import State


def from_position(
    text: str, edition: Edition | None = None, letters: Mapping[str, object] | None = None
) -> tuple[ZeroKei, State]:
    """The state that a line stands for, and the rules it is read with; `letters` override what the line says.

    If it is of an edition that does not come with this package, that edition must be given.
    """
    if edition is not None and not isinstance(edition, Edition):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ArgumentError(f"found {shown(edition)}, expected an edition")
    if letters is not None and not isinstance(letters, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ArgumentError(f"found {shown(letters)}, expected rulings such as {{'R29': 'b'}}")
    plain = cast("Json", edition.to_json()) if edition is not None else None
    return cast("tuple[ZeroKei, State]", states.of_position(GAME, text).read(plain, letters))
