"""Which setting of Zero-Kei a position or a table is of, in plain JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from shinkansen.core.errors import WireError
from shinkansen.core.plain_json import Json
from shinkansen.zerokei.edition_check import from_json, shipped
from shinkansen.zerokei.position import read_setting
from shinkansen.zerokei.ruleset import NAME
from shinkansen.zerokei.witnesses import editions


def of_position(text: str, edition: Json) -> dict[str, Json]:
    """The setting that a position names; its edition is given, or is one that comes with this package."""
    given = from_json(edition) if edition is not None else None
    seats, hard, own, rulings = read_setting(NAME, text, [*([given] if given else []), *editions().values()])
    if given is not None and given.digest() != own.digest():
        raise WireError(f"the position is of the edition {own.id} and not of the one that was given, {given.id}")
    plain = {} if own == shipped() else {"edition": cast("Json", own.to_json())}
    return {"seats": seats, "hard": hard, "rulings": {**rulings.letters()}, **plain}


def of_table(table: Mapping[str, Json]) -> dict[str, Json]:
    """How many play: Hideo has a place at the table of the solo game, but is no player."""
    seats = table.get("seats")
    return {"seats": 1 if "hideo" in table else len(seats) if isinstance(seats, list) else 0}
