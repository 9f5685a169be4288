"""The rules that a record of Zero-Kei was played under (`core.record_rules`), for programs that know the game."""

from __future__ import annotations

from typing import cast

from shinkansen.core import record_rules
from shinkansen.core.errors import RecordError
from shinkansen.core.plain_json import Json, shown
from shinkansen.core.record import Record
from shinkansen.zerokei.edition import Edition
from shinkansen.zerokei.ruleset import NAME, ZeroKei


def rules_of(told: Record, edition: Edition | None = None) -> ZeroKei:
    """The ruleset a record was played by, with this edition or else the one shipped; `RecordError` if it is another."""
    if (named := told.settings.get("game")) != NAME:
        raise RecordError(f"the record is of another game: game: found {shown(named)}, expected {NAME!r}")
    plain = cast("Json", edition.to_json()) if edition is not None else None
    return cast("ZeroKei", record_rules.rules_of(told, plain))
