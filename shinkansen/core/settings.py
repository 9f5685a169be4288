"""A setting, which is plain JSON that somebody sent or stored, checked against the description of a game.

A game that has no editions needs nothing more to open its rules:

    def open_rules(setting: Plain) -> MyGame:
        given = read_setting(GAME, setting)
        return MyGame(given.seats, **given.letters, **given.variants)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from attrs import field, frozen

from shinkansen.core.errors import ArgumentError, WireError
from shinkansen.core.frozen import freeze_table
from shinkansen.core.game import SETTING_KEYS, Game, Variant
from shinkansen.core.plain_json import Json, nearest_names, shown
from shinkansen.core.rulings import Letters


def _frozen(variants: Mapping[str, Json]) -> Mapping[str, Json]:
    return freeze_table(variants)


@frozen
class Setting:
    """What is played: everything that the setting did not say has its usual value."""

    seats: int
    letters: Letters
    """The letter of every ruling that can be switched."""
    variants: Mapping[str, Json] = field(converter=_frozen, hash=False)
    """The value of every variant that this number of seats has."""


def read_setting(game: Game, setting: Mapping[str, Json]) -> Setting:
    """What a setting says: `ArgumentError` or `RulingError` if the game is not played like that.

    Letters are read as they were stored or declared, so rulings need not be named (`Register.restored`).
    """
    if not isinstance(setting, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise ArgumentError(f"found {shown(setting)}, expected a setting: an object with the number of seats")
    known = [*SETTING_KEYS, *(variant.name for variant in game.variants)]
    for key in setting:
        if key not in known:
            near = nearest_names(key, known, 1)
            raise ArgumentError(f"{game.title} has no setting {shown(key)}; expected {_one_of(near or known)}")
    seats, letters, edition = setting.get("seats"), setting.get("rulings", {}), setting.get("edition")
    if type(seats) is not int or seats not in game.seats:
        raise ArgumentError(f"seats: found {shown(seats)}, expected {_one_of(game.seats)}")
    if not isinstance(letters, Mapping):
        raise ArgumentError(f"rulings: found {shown(letters)}, expected an object with letters")
    if edition is not None:
        raise ArgumentError(f"edition: found {shown(edition)}, but {game.title} has no editions")
    offered = game.variants_for(seats)
    for variant in game.variants:
        if variant not in offered and _value(variant, setting) != variant.usual:
            raise ArgumentError(f"{variant.name}: a game for {seats} does not have that choice")
    return Setting(seats, game.register.restored(letters), {each.name: _value(each, setting) for each in offered})


def _value(variant: Variant, setting: Mapping[str, Json]) -> Json:
    value = setting.get(variant.name, variant.usual)
    try:
        variant.check(value, variant.name)
    except WireError as problem:
        raise ArgumentError(str(problem)) from None
    return value


def _one_of(things: Iterable[object]) -> str:
    return " or ".join(map(str, things))
