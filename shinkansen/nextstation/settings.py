"""Which setting of Next Station a position or a table is of, in plain JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from shinkansen.core.errors import WireError
from shinkansen.core.plain_json import Json
from shinkansen.nextstation.position import read_setting
from shinkansen.nextstation.sheet_check import from_json, shipped
from shinkansen.nextstation.witnesses import editions


def of_position(text: str, edition: Json) -> dict[str, Json]:
    """The setting that a position names; its sheet is given, or is one that comes with this package."""
    given = from_json(edition) if edition is not None else None
    seats, own, rulings, modules = read_setting(text, [*([given] if given else []), *editions().values()])
    if given is not None and given.digest() != own.digest():
        raise WireError(f"the position is of the edition {own.id} and not of the one that was given, {given.id}")
    plain = {} if own == shipped() else {"edition": cast("Json", own.to_json())}
    return {"seats": seats, "rulings": {**rulings.letters()}, **dict.fromkeys(modules, True), **plain}


def of_table(table: Mapping[str, Json]) -> dict[str, Json]:
    """How many play."""
    seats = table.get("seats")
    return {"seats": len(seats) if isinstance(seats, list) else 0}
