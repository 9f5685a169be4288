"""The rulings of Next Station: a letter for each switchable one, and the register of all of them (`rulings.toml`)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args, get_type_hints

import attrs
from attrs import frozen

from shinkansen.core.errors import RulingError
from shinkansen.core.files import PACKAGE
from shinkansen.core.plain_json import shown

if TYPE_CHECKING:
    from shinkansen.core.rulings import Register

AB: TypeAlias = Literal["a", "b"]
"""The letter of an answer, where there are two."""


@frozen
class Rulings:
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

    def __attrs_post_init__(self) -> None:
        for slug, letter in self.letters().items():
            if letter not in _LETTERS[slug]:
                raise RulingError(
                    f"the ruling {slug!r} has no answer {shown(letter)}; expected {' or '.join(_LETTERS[slug])}"
                )

    def letters(self) -> dict[str, str]:
        """The letters by slug."""
        return {field.name: getattr(self, field.name) for field in attrs.fields(type(self))}

    def unusual(self) -> dict[str, str]:
        """The letters by slug that are not the preferred ones."""
        usual = Rulings().letters()
        return {slug: letter for slug, letter in self.letters().items() if letter != usual[slug]}


_LETTERS: dict[str, tuple[str, ...]] = {slug: get_args(kind) for slug, kind in get_type_hints(Rulings).items()}
"""The letters of each ruling; tests hold that the register has the same."""


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
    if isinstance(letters, Rulings):
        return letters
    if letters is not None and not isinstance(letters, Mapping | str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise RulingError(f"found {shown(letters)}, expected rulings such as {{'R10': 'b'}}")
    if not letters:
        return Rulings()  # without the register, which most programs never read
    from shinkansen.core.rulings import choose

    return choose(Rulings, register(), letters, withdrawn)


def restored(letters: Mapping[str, object], version: int | None = None) -> Rulings:
    """Rulings as they were stored or declared; those that could not be switched then are as they were played."""
    from shinkansen.core.rulings import restore

    return restore(Rulings, register(), letters, version)
