"""The rulings of Next Station: a letter for each switchable one, and the register of all of them (`rulings.toml`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from attrs import frozen

from shinkansen.core.choices import AB, Choices, choose, restore
from shinkansen.core.files import PACKAGE

if TYPE_CHECKING:
    from shinkansen.core.rulings import Register


@frozen
class Rulings(Choices):
    """The letter of every switchable ruling; what they mean is in the register, under the same names."""

    districts_counted: AB = "a"
    bare_departure: AB = "a"
    power_on_nothing: AB = "a"
    second_on_central: AB = "a"
    double_power_station: AB = "a"
    joker_power_in_tokyo: AB = "a"
    solo_power_cost: AB = "a"
    second_with_switch: AB = "a"
    joker_effect_in_london: AB = "a"
    score_of_ninety: AB = "a"
    second_double_track: AB = "a"


@cache
def register() -> Register:
    """All rulings of Next Station, switchable and settled."""
    from shinkansen.core.rulings import load_register  # here, because most programs never read the register
    from shinkansen.nextstation.rulebook import rulebook

    return load_register(PACKAGE / "nextstation" / "rulings.toml", rulebook())


def rulings(letters: Rulings | Mapping[str, object] | str | None = None, *, withdrawn: bool = False) -> Rulings:
    """Rulings as preferred but for the letters named: `{"R10": "b"}`, `{"bare_departure": "b"}` or `"R10=b"`.

    `RulingError` says what is valid.
    """
    return choose(Rulings, register, letters, withdrawn)


def restored(letters: Mapping[str, object], version: int | None = None) -> Rulings:
    """Rulings as they were stored or declared; those that could not be switched then are as they were played."""
    return restore(Rulings, register(), letters, version)
