"""Opening the rules of a setting, which is plain JSON that somebody sent or stored."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import cast

from shinkansen.core.errors import ArgumentError
from shinkansen.core.plain_json import Json, again, exactly, shown
from shinkansen.nextstation.kit import MODULES
from shinkansen.nextstation.ruleset import NextStation
from shinkansen.nextstation.rulings import restored
from shinkansen.nextstation.sheet import Sheet
from shinkansen.nextstation.sheet_check import from_json, shipped


def open_rules(setting: Mapping[str, Json]) -> NextStation:
    """The rules of a setting; without an `edition`, on the London sheet."""
    seats, letters = setting.get("seats"), setting.get("rulings", {})
    if type(seats) is not int:
        raise ArgumentError(f"seats: found {shown(seats)}, expected a number")
    if not isinstance(letters, dict):
        raise ArgumentError(f"rulings: found {shown(letters)}, expected an object")
    used = {name: setting.get(name, False) for name in MODULES}
    for name, value in used.items():
        if type(value) is not bool:
            raise ArgumentError(f"{name}: found {shown(value)}, expected true or false")
    edition = exactly(setting["edition"]) if "edition" in setting else b""
    return _opened(seats, edition, exactly(letters), tuple(name for name in MODULES if used[name]))


# Checking a sheet takes longer than a game, so each is read only once.


@lru_cache(maxsize=64)
def _opened(seats: int, edition: bytes, letters: bytes, modules: tuple[str, ...]) -> NextStation:
    read = restored(cast("dict[str, Json]", again(letters)))
    return NextStation(seats, _sheet(edition), read, **dict.fromkeys(modules, True))


@lru_cache(maxsize=16)
def _sheet(exact: bytes) -> Sheet:
    return from_json(again(exact)) if exact else shipped()
