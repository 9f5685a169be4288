"""From a setting in plain JSON to the rules of Zero-Kei, with a clear error for whatever is wrong with it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache

from shinkansen.core.errors import ArgumentError
from shinkansen.core.plain_json import Json, canonical, shown
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
    edition = canonical(setting["edition"]) if "edition" in setting else ""
    return _opened(seats, hard, edition, canonical(letters))


# Checking an edition takes longer than a game, so each is read only once.


@lru_cache(maxsize=64)
def _opened(seats: int, hard: bool, edition: str, letters: str) -> ZeroKei:
    return ZeroKei(seats, _edition(edition), restored(json.loads(letters)), hard)


@lru_cache(maxsize=16)
def _edition(text: str) -> Edition:
    return from_json(json.loads(text)) if text else shipped()
