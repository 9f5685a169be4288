"""From a setting in plain JSON to the rules of Zero-Kei, with a clear error for whatever is wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import cast

from shinkansen.core.errors import ArgumentError
from shinkansen.core.plain_json import Json, again, exactly, shown
from shinkansen.zerokei.edition import Edition
from shinkansen.zerokei.edition_check import from_json, shipped
from shinkansen.zerokei.ruleset import ZeroKei
from shinkansen.zerokei.rulings import restored


def open_rules(setting: Mapping[str, Json]) -> ZeroKei:
    """The rules of a setting; without an `edition`, with the shipped one."""
    seats, hard, letters = setting.get("seats"), setting.get("hard", False), setting.get("rulings", {})
    if type(seats) is not int:
        raise ArgumentError(f"seats: found {shown(seats)}, expected a number")
    if type(hard) is not bool:
        raise ArgumentError(f"hard: found {shown(hard)}, expected true or false")
    if not isinstance(letters, dict):
        raise ArgumentError(f"rulings: found {shown(letters)}, expected an object")
    edition = exactly(setting["edition"]) if "edition" in setting else b""
    return _opened(seats, hard, edition, exactly(letters))


# Checking an edition takes longer than a game, so each is read only once.


@lru_cache(maxsize=64)
def _opened(seats: int, hard: bool, edition: bytes, letters: bytes) -> ZeroKei:
    return ZeroKei(seats, _edition(edition), restored(cast("dict[str, Json]", again(letters))), hard)


@lru_cache(maxsize=16)
def _edition(exact: bytes) -> Edition:
    return from_json(again(exact)) if exact else shipped()
