"""Settings of Zero-Kei, and its schemas, for tests of what knows no game."""

from __future__ import annotations

from collections.abc import Mapping

from shinkansen.core.rulings import Letters
from shinkansen.verify.conversation.schemas import Where
from shinkansen.verify.judging.script import SHIPPED, Setting
from shinkansen.zerokei.game import GAME
from shinkansen.zerokei.rulings import Rulings, rulings


def zerokei(
    seats: int,
    hard: bool = False,
    reading: Rulings | Mapping[str, object] | str | None = None,
    told: Rulings | None = None,
    edition: str = SHIPPED,
) -> Setting:
    """A setting of Zero-Kei, by the preferred reading unless another is given."""
    declared = Letters(told.letters()) if told is not None else None
    letters = reading if isinstance(reading, Letters) else Letters(rulings(reading).letters())
    return Setting(GAME, seats, (("hard", hard),), letters, declared, edition)


def schema_of(name: str) -> Where:
    """The place of a schema of Zero-Kei's messages."""
    return Where(f"{name}.json", GAME)
